//! The features shown to bite: a proxy over the built binary corrupts its answers
//! in one named way at a time, and the scenarios that each corruption names have
//! to turn red, while what the protocol leaves free has to stay green.
//!
//! The executable is the proxy too: `--proxy NAME FILE COMMAND…`.

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
mod legal;
mod proxy;
mod run;
#[path = "../steps/mod.rs"]
mod steps;

use std::process::ExitCode;
use std::sync::Arc;

use libtest_mimic::{Arguments, Trial};
use run::Features;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    if let [first, rest @ ..] = &arguments[..]
        && first == "--proxy"
    {
        return proxy::run(rest);
    }
    let mut arguments = Arguments::from_args();
    // The runner's steps report by panicking, and each run hushes the panic hook.
    arguments.test_threads = Some(1);
    let features = Arc::new(Features::read());
    let mut trials = vec![Trial::test("corruptions::nothing", {
        let features = Arc::clone(&features);
        move || run::nothing(&features)
    })];
    for corruption in corruptions::all() {
        let features = Arc::clone(&features);
        let name = format!("corruptions::{}", corruption.name);
        trials.push(Trial::test(name, move || {
            run::noticed(&features, corruption)
        }));
    }
    libtest_mimic::run(&arguments, trials).exit_code()
}
