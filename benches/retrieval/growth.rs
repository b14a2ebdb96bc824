//! Cost against documents and against bytes, with the slope between two rows.

use crate::bars::{Bars, Growth};
use crate::case::{CASES, Case, EVERYTHING};
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

const COLUMNS: usize = 5;
/// What is measured, in the order of [`figures`].
const NAMES: [&str; COLUMNS] = [
    "floor",
    "floor with guarantees",
    "list",
    "list + read",
    "whole call",
];
/// The columns against bytes: one document's path is not listed.
const READING: [usize; 4] = [0, 1, 3, 4];

/// Prints both tables.
pub fn tables(bars: &mut Bars) -> Result<(), Problem> {
    documents(bars)?;
    bytes(bars)
}

fn documents(bars: &mut Bars) -> Result<(), Problem> {
    let columns = std::array::from_fn::<_, COLUMNS, _>(|column| column);
    println!(
        "\nCost against documents: `{}`, which is every file; processor time, and beside each \
         the slope from the row above, in microseconds per document.\n",
        EVERYTHING.name
    );
    head("documents", &columns, "");
    let mut rows = Vec::new();
    for tree in &GROWING {
        let mut bench = Bench::new(tree, &EVERYTHING)?.ok_or("nothing matches")?;
        let documents = bench.documents();
        rows.push((documents as f64, figures(&bench.times())));
        row(&documents.to_string(), &columns, &rows, 1.0, "");
    }
    let judged = &["list", "list + read", "whole call"];
    bars.growth(growth("100 to 100,000 documents", &columns, &rows, judged));
    Ok(())
}

fn bytes(bars: &mut Bars) -> Result<(), Problem> {
    println!(
        "\nCost against bytes: one document by its path; processor time, and beside each the \
         slope from the row above, in nanoseconds per byte.\n"
    );
    head("bytes", &READING, " allocated by the call |");
    let literal: &Case = (CASES.iter())
        .find(|case| case.name == crate::case::LITERAL)
        .ok_or("no case is literal")?;
    let mut rows = Vec::new();
    for (name, bytes) in SIZES {
        let project = make_document(bytes)?;
        let mut bench = Bench::in_project(name, &project, literal)?.ok_or("nothing matches")?;
        rows.push((bytes as f64, figures(&bench.times())));
        let allocated = format!(" {} |", size(bench.allocated_by_call().bytes));
        row(name, &READING, &rows, 1e3, &allocated);
    }
    let over = "1 KB to 100 MB in a document";
    // To read some kilobytes costs nearly the same as to read one: of that slope
    // little can be said.
    bars.growth(growth(over, &READING, &rows, &["whole call"]));
    Ok(())
}

fn head(over: &str, columns: &[usize], last: &str) {
    let names: String = (columns.iter())
        .map(|&column| format!(" {} | slope |", NAMES[column]))
        .collect();
    let lines = "--:|".repeat(1 + 2 * columns.len() + usize::from(!last.is_empty()));
    println!("| {over} |{names}{last}\n|{lines}");
}

type Row = (f64, [f64; COLUMNS]);

/// Prints the last of the rows; its slopes times `scale`.
fn row(name: &str, columns: &[usize], rows: &[Row], scale: f64, last: &str) {
    let cells: String = (columns.iter())
        .map(|&column| {
            let figure = rows.last().map_or(0.0, |row| row.1[column]);
            let slope = slopes(rows, column).last().copied();
            let slope = slope.map_or(String::new(), |slope| format!("{:.3}", slope * scale));
            format!(" {} | {slope} |", micros(figure))
        })
        .collect();
    println!("| {name} |{cells}{last}");
}

fn slopes(rows: &[Row], column: usize) -> Vec<f64> {
    (rows.windows(2))
        .map(|pair| (pair[1].1[column] - pair[0].1[column]) / (pair[1].0 - pair[0].0))
        .collect()
}

fn growth(
    over: &'static str,
    columns: &[usize],
    rows: &[Row],
    judged: &'static [&'static str],
) -> Growth {
    let slopes = columns
        .iter()
        .map(|&column| (NAMES[column], slopes(rows, column)));
    Growth {
        over,
        slopes: slopes.collect(),
        judged,
    }
}

fn figures(times: &Times) -> [f64; COLUMNS] {
    let Times {
        floor_read,
        guarantees,
        list,
        read,
        call,
        ..
    } = times;
    [floor_read, guarantees, list, read, call].map(|cost| cost.processor)
}
