//! The bars: what the figures of this run are held to.

use crate::case::LITERAL;
use crate::measure::{Measured, Times};

const LIST: f64 = 1.4;
const READ: f64 = 1.15;
const CALL: f64 = 1.6;
const SEARCH: f64 = 1.5;

/// From how many documents on what a call needs once is lost beside them.
const MANY: usize = 1_000;
/// The numbers of documents at which the whole call is judged.
const CALLED: [usize; 2] = [1_000, 10_000];

/// What was measured so far; each line of the table is of the rows that there are.
#[derive(Default)]
pub struct Bars {
    rows: Vec<Measured>,
    searches: Vec<Ratio>,
}

/// A ratio, and whose it is.
type Ratio = (String, f64);

impl Bars {
    pub fn row(&mut self, row: Measured) {
        self.rows.push(row);
    }

    /// A search of so many documents, over listing and reading them.
    pub fn search(&mut self, documents: usize, ratio: f64) {
        self.searches
            .push((format!("{documents} documents"), ratio));
    }

    /// Prints what each bar asks, what was measured, and whether it is met.
    pub fn print(&self) {
        println!("\nThe bars, in process: processor time, in one run.\n");
        println!("| in process | bar | measured | |\n|---|---|---|---|");
        let guarantees = "× the guarantees' floor";
        for many in [true, false] {
            let rows = |row: &&Measured| (row.documents >= MANY) == many;
            let documents = if many {
                "1,000 documents and more"
            } else {
                "fewer documents"
            };
            let read = self.ratios(rows, |times| {
                times.read.processor / times.guarantees.processor
            });
            let work = format!("list + read, nothing kept, {documents}");
            line(&work, READ, guarantees, &read);
            // Who knows the path lists nothing.
            let list = self.ratios(
                |row| rows(row) && row.pattern != LITERAL,
                |times| times.list.processor / times.floor_list.processor,
            );
            line(
                &format!("list only, {documents}"),
                LIST,
                "× getdents",
                &list,
            );
        }
        let call = self.ratios(
            |row| CALLED.contains(&row.documents),
            |times| times.call.processor / times.guarantees.processor,
        );
        line(
            "whole call, 1,000 and 10,000 documents",
            CALL,
            guarantees,
            &call,
        );
        line("search", SEARCH, "× list + read", &self.searches);
    }

    fn ratios(
        &self,
        which: impl Fn(&&Measured) -> bool,
        ratio: impl Fn(&Times) -> f64,
    ) -> Vec<Ratio> {
        (self.rows.iter().filter(which))
            .map(|row| {
                (
                    format!("`{}` of {}", row.pattern, row.tree),
                    ratio(&row.times),
                )
            })
            .collect()
    }
}

/// Few ratios are named each; of many, the lowest and the highest.
fn line(work: &str, bar: f64, of: &str, ratios: &[Ratio]) {
    let mut sorted: Vec<&Ratio> = ratios.iter().collect();
    sorted.sort_by(|a, b| a.1.total_cmp(&b.1));
    let (Some(least), Some(most)) = (sorted.first(), sorted.last()) else {
        return;
    };
    let named = |ratio: &Ratio| format!("{} {:.2}", ratio.0, ratio.1);
    let measured = match ratios.len() {
        ..=4 => ratios.iter().map(named).collect::<Vec<_>>().join("; "),
        all => format!("{all} rows: {} to {}", named(least), named(most)),
    };
    let met = ratios.iter().filter(|ratio| ratio.1 <= bar).count();
    let verdict = match met {
        met if met == ratios.len() => verdict(true).to_owned(),
        0 => verdict(false).to_owned(),
        met => format!("met by {met} of {}", ratios.len()),
    };
    println!("| {work} | ≤ {bar} {of} | {measured} | {verdict} |");
}

fn verdict(met: bool) -> &'static str {
    if met { "met" } else { "not met" }
}
