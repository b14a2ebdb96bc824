//! Cost against files and against bytes, with the slope between two rows.

use crate::case::{CASES, Case};
use crate::measure::{Bench, Problem, Times, micros, size};
use crate::tree::{GROWING, make_document};

const SIZES: [(&str, usize); 6] = [
    ("1 KB", 1_000),
    ("10 KB", 10_000),
    ("100 KB", 100_000),
    ("1 MB", 1_000_000),
    ("10 MB", 10_000_000),
    ("100 MB", 100_000_000),
];

/// Prints both tables.
pub fn tables() -> Result<(), Problem> {
    files()?;
    bytes()
}

fn files() -> Result<(), Problem> {
    println!(
        "\nCost against files: `**/*.md`; beside each the slope from the row above, \
         in microseconds per document.\n\n\
         | files | documents | floor: list + read | slope | list | slope | list + read | slope | whole call | slope |\n\
         |--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|"
    );
    let mut last = None;
    for tree in &GROWING {
        let mut bench = Bench::new(tree, case("**/*.md"))?.ok_or("nothing matches")?;
        let (documents, times) = (bench.documents() as f64, figures(&bench.times()));
        let slopes = slopes(&mut last, documents, times);
        let [floor, list, read, call] = times.map(micros);
        let [a, b, c, d] =
            slopes.map(|slope| slope.map_or("".into(), |slope| format!("{slope:.2}")));
        println!(
            "| {} | {documents} | {floor} | {a} | {list} | {b} | {read} | {c} | {call} | {d} |",
            tree.name
        );
    }
    Ok(())
}

fn bytes() -> Result<(), Problem> {
    println!(
        "\nCost against bytes: one document by its literal path; beside each the slope \
         from the row above, in nanoseconds per byte.\n\n\
         | bytes | floor: open + read | slope | list + read | slope | whole call | slope | allocated by the call |\n\
         |--:|--:|--:|--:|--:|--:|--:|--:|"
    );
    let mut last = None;
    for (name, bytes) in SIZES {
        let project = make_document(bytes)?;
        let mut bench =
            Bench::in_project(name, &project, case("literal"))?.ok_or("nothing matches")?;
        let times = figures(&bench.times());
        let slopes = slopes(&mut last, bytes as f64, times);
        let [floor, _, read, call] = times.map(micros);
        let [a, _, c, d] =
            slopes.map(|slope| slope.map_or("".into(), |slope| format!("{:.3}", slope * 1e3)));
        let allocated = size(bench.allocated_by_call().bytes);
        println!("| {name} | {floor} | {a} | {read} | {c} | {call} | {d} | {allocated} |");
    }
    Ok(())
}

fn case(name: &str) -> &'static Case {
    // The names are two of the list's own.
    CASES
        .iter()
        .find(|case| case.name == name)
        .unwrap_or(&CASES[0])
}

fn figures(times: &Times) -> [f64; 4] {
    [times.floor_read, times.list, times.read, times.call]
}

/// The slopes since the last row, which this one becomes.
fn slopes(last: &mut Option<(f64, [f64; 4])>, size: f64, times: [f64; 4]) -> [Option<f64>; 4] {
    let before = last.replace((size, times));
    std::array::from_fn(|at| {
        let (before, then) = before.as_ref()?;
        Some((times[at] - then[at]) / (size - before))
    })
}
