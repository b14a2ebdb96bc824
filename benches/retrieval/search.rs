//! A search beside what listing and reading the same documents costs.

use std::hint::black_box;

use rustix::time::{ClockId, clock_gettime};

use crate::bars::Bars;
use crate::measure::{Problem, micros};
use crate::subject::Subject;
use crate::tree::{NEEDLE, make_searched};

/// How often both are measured, in turn.
const ROUNDS: usize = 21;

/// Prints the table: a word that one document of a hundred holds.
pub fn table(bars: &mut Bars) -> Result<(), Problem> {
    let subject = Subject::new(&make_searched()?, "**/*.md");
    let (mut read, mut search) = (Vec::new(), Vec::new());
    let mut documents = 0;
    for _ in 0..ROUNDS {
        read.push(timed(|| {
            documents = subject.read(|_, chunk| {
                black_box(chunk);
            });
        }));
        let mut found = String::new();
        search.push(timed(|| found = subject.search(NEEDLE)));
        let due = format!("| and {} more |", documents / 100 - 50);
        if !found.contains(&due) {
            return Err(format!("the search says {found}").into());
        }
    }
    let (read, search) = (median(read), median(search));
    println!("\nA word in one document of a hundred; processor time, the median of {ROUNDS}.\n");
    println!("| documents | list + read | search | ratio |\n|--:|--:|--:|--:|");
    let ratio = search / read;
    println!(
        "| {documents} | {} | {} | {ratio:.2} |",
        micros(read),
        micros(search)
    );
    bars.search(documents, ratio);
    Ok(())
}

/// The processor time of all threads, in microseconds.
fn timed(run: impl FnOnce()) -> f64 {
    let now = || {
        let time = clock_gettime(ClockId::ProcessCPUTime);
        time.tv_sec as f64 * 1e6 + time.tv_nsec as f64 / 1e3
    };
    let before = now();
    run();
    now() - before
}

fn median(mut times: Vec<f64>) -> f64 {
    times.sort_by(f64::total_cmp);
    times[times.len() / 2]
}
