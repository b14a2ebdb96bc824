//! The features shown to bite: a proxy over the built binary corrupts its answers
//! in one named way at a time, and the scenarios that each corruption names have
//! to turn red, while what the protocol leaves free has to stay green.
//!
//! A dozen run by themselves; `MCP_GUIDE_FAULTY=all` runs all, `2/5` the second
//! fifth, `hunt` all of them against every scenario, and prints who noticed. A
//! name, or a part of one, picks by name: `cargo test --test faulty -- listing`.
//!
//! The executable is the proxy too: `faulty --proxy NAME -- COMMAND…`.

#![allow(
    clippy::disallowed_methods,
    clippy::expect_used,
    clippy::panic,
    missing_docs,
    dead_code,
    reason = "tests; and of the steps only those that run scenarios are used"
)]

mod corruption;
mod corruptions;
mod proxy;
mod run;
#[path = "../steps/mod.rs"]
mod steps;
mod text;

use std::process::ExitCode;
use std::sync::{Arc, Mutex};

use libtest_mimic::{Arguments, Trial};
use run::Features;

/// Picks what runs.
const VARIABLE: &str = "MCP_GUIDE_FAULTY";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    if let [first, name, rest @ ..] = &arguments[..]
        && first == "--proxy"
    {
        return proxy::run(name, rest);
    }
    let mut arguments = Arguments::from_args();
    // The runner's steps report by panicking, and each run hushes the panic hook.
    arguments.test_threads = Some(1);
    let picked = std::env::var(VARIABLE).unwrap_or_default();
    let all = corruptions::all();
    let chosen = match run::chosen(&all, &picked, arguments.filter.is_some()) {
        Ok(chosen) => chosen,
        Err(problem) => {
            eprintln!("{VARIABLE}={picked}: {problem}");
            return ExitCode::from(2);
        }
    };
    let features = Arc::new(Features::read());
    let told = Arc::new(Mutex::new(Vec::new()));
    let hunt = picked == "hunt";
    let mut trials = vec![Trial::test("names", {
        let features = Arc::clone(&features);
        move || run::names(&features)
    })];
    for corruption in chosen {
        let (features, told) = (Arc::clone(&features), Arc::clone(&told));
        trials.push(Trial::test(corruption.path(), move || {
            let noticed = if hunt {
                run::hunt(&features, corruption)
            } else {
                run::noticed(&features, corruption)
            };
            let (rows, outcome) = noticed;
            told.lock().expect("no panic holds it").extend(rows);
            outcome
        }));
    }
    let conclusion = libtest_mimic::run(&arguments, trials);
    for row in told.lock().expect("no panic holds it").iter() {
        println!("{row}");
    }
    conclusion.exit_code()
}
