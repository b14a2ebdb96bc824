//! Retrieval beside its floor: what mcp-guide needs to list, to list and read, and
//! to answer a call, over what the kernel needs for the same directories and files,
//! and over what it needs with mcp-guide's guarantees, in turn in the same run. At
//! the end, the bars.
//!
//! ```text
//! cargo bench --bench retrieval                        every table
//! cargo bench --bench retrieval -- 10000 '**/*.md'     some trees, some patterns
//! cargo bench --bench retrieval -- search              a search beside listing and reading
//! cargo bench --bench retrieval -- spin call 10000 '**/*.md' 5
//!                                                      one of them for 5 s, to profile
//! ```
//!
//! Everything that is timed is compared with what is on disk before.
#![allow(
    clippy::disallowed_methods,
    reason = "the trees are made, and looked at, without the sandbox that is measured"
)]
#![allow(
    clippy::expect_used,
    reason = "a bench that cannot go on says where it stopped"
)]

#[path = "retrieval/bars.rs"]
mod bars;
#[path = "retrieval/case.rs"]
mod case;
#[path = "retrieval/expect.rs"]
mod expect;
#[path = "retrieval/floor.rs"]
mod floor;
#[path = "retrieval/guarantees.rs"]
mod guarantees;
#[path = "retrieval/measure.rs"]
mod measure;
#[path = "retrieval/meter.rs"]
mod meter;
#[path = "retrieval/search.rs"]
mod search;
#[path = "retrieval/subject.rs"]
mod subject;
#[path = "retrieval/tree.rs"]
mod tree;

use std::process::ExitCode;
use std::time::{Duration, Instant};

use bars::Bars;
use case::{CASES, Case};
use measure::{Bench, Problem};
use tree::{TREES, Tree};

fn main() -> ExitCode {
    // `cargo bench` adds `--bench`.
    let arguments: Vec<String> = std::env::args()
        .skip(1)
        .filter(|argument| argument != "--bench")
        .collect();
    match run(&arguments) {
        Ok(()) => ExitCode::SUCCESS,
        Err(problem) => {
            eprintln!("retrieval: {problem}");
            ExitCode::FAILURE
        }
    }
}

fn run(arguments: &[String]) -> Result<(), Problem> {
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let mut bars = Bars::default();
    match words[..] {
        ["spin", what, tree, pattern, seconds] => return spin(what, tree, pattern, seconds),
        ["search"] => search::table(&mut bars)?,
        [] => {
            some(&words, &mut bars)?;
            search::table(&mut bars)?;
        }
        _ => some(&words, &mut bars)?,
    }
    bars.print();
    Ok(())
}

/// The table of some trees and some patterns; of all, where none is named.
fn some(words: &[&str], bars: &mut Bars) -> Result<(), Problem> {
    let (mut trees, mut cases) = (Vec::new(), Vec::new());
    for word in words {
        if let Some(tree) = TREES.iter().find(|tree| tree.name == *word) {
            trees.push(tree);
        } else {
            cases.push(find(word)?);
        }
    }
    if trees.is_empty() {
        trees = TREES.iter().collect();
    }
    if cases.is_empty() {
        cases = CASES.iter().collect();
    }
    table(&trees, &cases, bars)
}

fn find(name: &str) -> Result<&'static Case, Problem> {
    CASES.iter().find(|case| case.name == name).ok_or_else(|| {
        let trees = TREES.iter().map(|tree| tree.name);
        let known: Vec<&str> = trees.chain(CASES.iter().map(|case| case.name)).collect();
        format!(
            "no tree or pattern {name:?}; there are {}",
            known.join(", ")
        )
        .into()
    })
}

fn table(trees: &[&Tree], cases: &[&Case], bars: &mut Bars) -> Result<(), Problem> {
    println!("{}", measure::HEADER);
    for tree in trees {
        for case in cases {
            if let Some(mut bench) = Bench::new(tree, case)? {
                let (row, measured) = bench.row();
                println!("{row}");
                bars.row(measured);
            }
        }
    }
    Ok(())
}

fn spin(what: &str, tree: &str, pattern: &str, seconds: &str) -> Result<(), Problem> {
    let tree = TREES.iter().find(|known| known.name == tree);
    let tree = tree.ok_or("no such tree")?;
    let mut bench = Bench::new(tree, find(pattern)?)?.ok_or("nothing matches")?;
    let until = Instant::now() + Duration::from_secs(seconds.parse()?);
    let mut times = 0_u32;
    while Instant::now() < until {
        bench.once(what)?;
        times += 1;
    }
    println!("{what} of {pattern} in {}: {times} times", tree.name);
    Ok(())
}
