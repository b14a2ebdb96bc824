//! Runs the specification: every scenario against every target, as a trial of its own.
//!
//! `features::TARGET::REQUIREMENT::TITLE` is one scenario on one target; `MCP_GUIDE_TARGET`
//! selects a target (`engine`, `stdio`, `socket`, `stepwise`, `http`, `command`), or
//! `all` but `command`; without it `engine` and `stdio` run. `command` is the server that `MCP_GUIDE_COMMAND` starts;
//! `MCP_GUIDE_LACKS` says what it cannot do. `specification` looks at the
//! features as text, `language` tests the tables' language, and `corruptions` runs scenarios
//! against answers that are wrong.

#![allow(
    clippy::disallowed_methods,
    clippy::disallowed_names,
    clippy::expect_used,
    clippy::panic,
    missing_docs,
    reason = "tests"
)]

mod binary;
mod bites;
mod corruptions;
mod criteria;
mod engine;
mod specification;
mod targets;

use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;

use conformance::expect::update;
use conformance::run::{self, Case};
use conformance::{report, trial};
use libtest_mimic::{Arguments, Failed, Trial};

/// How many scenarios run at once, unless an argument says otherwise: most wait.
const AT_ONCE: usize = 8;

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    if let Some(("--proxy", rest)) = words.split_first().map(|(first, rest)| (&**first, rest)) {
        return corruptions::proxy(rest);
    }
    // A step reports by a panic, which the trial shows; a panic of the server is shown here.
    let default = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |panic| {
        if std::thread::current().name() == Some(engine::THREAD) {
            default(panic);
        }
    }));
    let mut arguments = Arguments::from_args();
    arguments.test_threads.get_or_insert(AT_ONCE);
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let cases = run::cases(&root.join("features"));
    let trials = cases.and_then(|cases| trials(root, cases));
    let trials = trials.unwrap_or_else(|problem| {
        eprintln!("{problem}");
        std::process::exit(2);
    });
    let update = update::wanted().unwrap_or_else(|problem| {
        eprintln!("{problem}");
        std::process::exit(2);
    });
    let conclusion = libtest_mimic::run(&arguments, trials);
    if update && !arguments.list {
        for line in update::write(&root.join("features")) {
            println!("{line}");
        }
    }
    if !arguments.list {
        report::write(&root.join("target/conformance")).expect("the report is written");
    }
    let idle = report::idle();
    if arguments.filter.is_none() && !idle.is_empty() {
        eprintln!("every scenario is excluded on {}", idle.join(", "));
        return ExitCode::FAILURE;
    }
    conclusion.exit_code()
}

fn trials(root: &'static Path, cases: Vec<Case>) -> Result<Vec<Trial>, String> {
    let mut trials = vec![
        Trial::test("specification", {
            let cases = cases.clone();
            move || said(specification::check(root, &cases))
        }),
        Trial::test("specification::itself", {
            let cases = cases.clone();
            move || said(specification::check_itself(&cases))
        }),
        Trial::test("language::cells", || said(bites::check_cells())),
        Trial::test("language::update", || said(bites::check_update())),
    ];
    trials.extend(bites::CASES.iter().map(|case| {
        let name = format!("language::{}", case.name);
        Trial::test(name, move || said(bites::check(case)))
    }));
    let requirements = cases.iter().map(|case| case.requirement.clone());
    let targets = targets::wanted(&requirements.collect())?;
    let cases: Vec<Arc<Case>> = cases.into_iter().map(Arc::new).collect();
    trials.extend(corruptions::trials(&cases));
    let any = cases.first().cloned();
    trials.extend(
        any.map(|case| Trial::test("language::last_words", move || said(bites::check_last_words(&case)))),
    );
    for target in targets {
        trials.extend(cases.iter().map(|case| trial::of(target, Arc::clone(case))));
    }
    Ok(trials)
}

/// Every problem on lines of its own.
fn said(problems: Vec<String>) -> Result<(), Failed> {
    if problems.is_empty() { Ok(()) } else { Err(problems.join("\n").into()) }
}
