//! Runs the specification: every feature against every target, and the closure
//! between the specification's words and what runs.
//!
//! `MCP_GUIDE_TARGET` picks one target (`engine`, `stdio`, `stepwise`, `http`,
//! `renamed`, `command`); without it all but `command` run. `command` is the server that
//! `MCP_GUIDE_COMMAND` starts; `MCP_GUIDE_LACKS` says what it cannot do.
//! `MCP_GUIDE_SCENARIO` runs only the scenarios whose title holds it.

#![allow(
    clippy::disallowed_methods,
    clippy::expect_used,
    clippy::panic,
    missing_docs,
    reason = "a step makes its files, and says by a panic what did not hold"
)]

mod steps;

use std::path::Path;
use std::process::ExitCode;

use libtest_mimic::{Arguments, Failed, Trial};
use steps::{bites, closure, outline, report, run, sabotage, targets::Target, words};

fn main() -> ExitCode {
    let mut arguments = Arguments::from_args();
    // The runner's steps report by panicking, and each run hushes the panic hook.
    arguments.test_threads = Some(1);
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut trials = vec![Trial::test("closure", move || said(closure::check(root)))];
    trials.extend(sabotage::CASES.iter().map(|case| {
        Trial::test(format!("sabotage::{}", case.name), move || {
            said(sabotage::check(root, case))
        })
    }));
    trials.push(Trial::test(
        "language::cells",
        || said(bites::check_cells()),
    ));
    trials.push(Trial::test("language::words", || said(words::check())));
    trials.extend(bites::CASES.iter().map(|case| {
        Trial::test(format!("language::{}", case.name), move || {
            said(bites::check(case))
        })
    }));
    let scenarios = outline::features(root).unwrap_or_default().scenarios;
    let requirements = scenarios.into_iter().map(|scenario| scenario.requirement);
    let targets = Target::wanted(&requirements.collect()).unwrap_or_else(|problem| {
        eprintln!("{problem}");
        std::process::exit(2);
    });
    for target in targets {
        trials.push(Trial::test(
            format!("scenarios::{}", target.name()),
            move || said(run::features(root, target)),
        ));
    }
    let conclusion = libtest_mimic::run(&arguments, trials);
    if !arguments.list {
        report::write(root);
    }
    conclusion.exit_code()
}

/// Every problem on lines of its own.
fn said(problems: Vec<String>) -> Result<(), Failed> {
    if problems.is_empty() {
        Ok(())
    } else {
        Err(problems.join("\n").into())
    }
}
