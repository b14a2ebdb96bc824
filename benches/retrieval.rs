//! What mcp-guide needs to list documents, to list and read them, to answer a call and to search,
//! beside what the kernel needs for the same directories and files, in turn in the same run.
//!
//! ```text
//! cargo bench --bench retrieval                                    the table and the bars
//! cargo bench --bench retrieval -- spin call 10000 '**/*.md' 5     one of them for 5 s, to profile
//! ```
//!
//! Everything that is timed is compared with what is on disk before.
#![allow(
    clippy::disallowed_methods,
    reason = "the trees are made, and looked at, without the sandbox that is measured"
)]
#![allow(clippy::expect_used, reason = "a bench that cannot go on says where it stopped")]

#[path = "retrieval/floor.rs"]
mod floor;
#[path = "retrieval/subject.rs"]
mod subject;
#[path = "retrieval/tree.rs"]
mod tree;

use std::cell::RefCell;
use std::hint::black_box;
use std::time::{Duration, Instant};

use floor::Floor;
use mailparse::MailHeaderMap;
use rustix::time::{ClockId, clock_gettime};
use subject::{CATEGORY, Subject};
use tree::{NEEDLE, TREES, Tree};

/// Why the bench cannot go on; a wrong result is one.
type Problem = Box<dyn std::error::Error>;

/// A pattern, and what it means said a second time.
struct Case {
    pattern: &'static str,
    matches: fn(&str) -> bool,
    /// Whether a directory has to be listed.
    listed: fn(&str) -> bool,
}

const CASES: [Case; 3] = [
    Case { pattern: "**/*.md", matches: |path| path.ends_with(".md"), listed: |_| true },
    Case {
        pattern: "docs/*.md",
        matches: |path| {
            let name = path.strip_prefix("docs/");
            name.is_some_and(|name| !name.contains('/') && name.ends_with(".md"))
        },
        listed: |directory| directory == "docs",
    },
    Case { pattern: "intro.md", matches: |path| path == "intro.md", listed: |_| false },
];

/// The least and the most that a ratio may be.
const BARS: [(&str, f64); 4] = [("list", 1.4), ("list + read", 1.15), ("whole call", 1.6), ("search", 1.5)];

/// How often everything is run at least, and how long.
const ROUNDS: usize = 15;
const TIME: Duration = Duration::from_secs(4);

fn main() -> Result<(), Problem> {
    // `cargo bench` adds `--bench`.
    let arguments: Vec<String> = std::env::args().skip(1).filter(|it| it != "--bench").collect();
    match &*arguments.iter().map(String::as_str).collect::<Vec<_>>() {
        [] => table(),
        ["spin", what, tree, pattern, seconds] => spin(what, tree, pattern, seconds.parse()?),
        _ => Err("arguments: none, or spin, a task, a tree, a pattern and seconds".into()),
    }
}

fn table() -> Result<(), Problem> {
    println!("Processor time; each ratio is that to the floor in front of it.\n");
    println!(
        "| tree | pattern | documents | floor: list | list | × | floor: read | list + read | × | whole call | × |"
    );
    println!("|---|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|");
    let mut ratios: [Vec<f64>; 4] = Default::default();
    for tree in &TREES {
        for case in &CASES {
            let Some(bench) = Bench::new(tree, case)? else {
                continue;
            };
            let floor = RefCell::new(bench.floor);
            let [floor_list, list, floor_read, read, call] = medians([
                &mut || _ = black_box(floor.borrow_mut().list()),
                &mut || drop(black_box(bench.subject.list())),
                &mut || _ = black_box(floor.borrow_mut().read()),
                &mut || bench.subject.read(|_, _| {}),
                &mut || drop(black_box(bench.subject.call())),
            ]);
            let over = [list / floor_list, read / floor_read, call / floor_read];
            println!(
                "| {} | `{}` | {} | {floor_list:.1} µs | {list:.1} µs | {:.2} | {floor_read:.1} µs | {read:.1} µs | {:.2} | {call:.1} µs | {:.2} |",
                tree.name, case.pattern, bench.documents, over[0], over[1], over[2]
            );
            // Of a few documents, what a call needs once is most.
            for (ratios, ratio) in ratios.iter_mut().zip(over).filter(|_| bench.documents >= 1_000) {
                ratios.push(ratio);
            }
        }
    }
    ratios[3].push(searched()?);
    println!("\n| of 1,000 documents and more | bar | measured | |\n|---|--:|---|---|");
    for ((what, bar), ratios) in BARS.iter().zip(ratios) {
        let shown: Vec<String> = ratios.iter().map(|ratio| format!("{ratio:.2}")).collect();
        let met = if ratios.iter().all(|ratio| ratio <= bar) { "met" } else { "not met" };
        println!("| {what} | ≤ {bar} | {} | {met} |", shown.join(", "));
    }
    Ok(())
}

/// Times a search for a word that one document of a hundred holds: its ratio to listing and reading.
fn searched() -> Result<f64, Problem> {
    let subject = Subject::new(&tree::make_searched()?, "**/*.md");
    let due = format!("| and {} more |", subject.list().len() / 100 - 50);
    let found = subject.search(NEEDLE);
    if !found.contains(&due) {
        return Err(format!("the search says {found}").into());
    }
    let [read, search] =
        medians([&mut || subject.read(|_, _| {}), &mut || drop(black_box(subject.search(NEEDLE)))]);
    println!("\nA search of 10,000 documents: {search:.1} µs; to list and read them: {read:.1} µs");
    Ok(search / read)
}

fn spin(what: &str, tree: &str, pattern: &str, seconds: u64) -> Result<(), Problem> {
    let tree = TREES.iter().find(|known| known.name == tree).ok_or("no such tree")?;
    let case = CASES.iter().find(|known| known.pattern == pattern).ok_or("no such pattern")?;
    let Bench { subject, mut floor, .. } = Bench::new(tree, case)?.ok_or("nothing matches")?;
    let (until, mut times) = (Instant::now() + Duration::from_secs(seconds), 0);
    while Instant::now() < until {
        match what {
            "list" => drop(subject.list()),
            "read" => subject.read(|_, _| {}),
            "call" => drop(subject.call()),
            "floor-list" => _ = floor.list()?,
            "floor-read" => _ = floor.read()?,
            _ => return Err("what: list, read, call, floor-list or floor-read".into()),
        }
        times += 1;
    }
    println!("{what} of {pattern} in {}: {times} times", tree.name);
    Ok(())
}

/// A pattern in a tree, checked and ready to be timed.
struct Bench {
    documents: usize,
    subject: Subject,
    floor: Floor,
}

impl Bench {
    /// Makes the tree and checks what is returned; `None` where nothing matches.
    fn new(tree: &Tree, case: &Case) -> Result<Option<Self>, Problem> {
        let project = tree.make()?;
        let root = tree::category(&project);
        let (mut files, mut directories) = (Vec::new(), Vec::new());
        tree::walk(&root, "", &mut files, &mut directories)?;
        files.retain(|path| (case.matches)(path));
        files.sort_unstable();
        directories.retain(|path| (case.listed)(path));
        if files.is_empty() {
            return Ok(None);
        }
        let bodies = files.iter().map(|path| Ok((path.clone(), std::fs::read(root.join(path))?)));
        let due = bodies.collect::<std::io::Result<Vec<(String, Vec<u8>)>>>()?;
        let most = due.iter().map(|(_, body)| body.len()).max().unwrap_or_default();
        let mut floor = Floor::new(&root, &directories, &files, most)?;
        let subject = Subject::new(&project, case.pattern);
        let bytes: usize = due.iter().map(|(_, body)| body.len()).sum();
        let listed: Vec<String> = subject.list().iter().map(|file| file.path.to_string()).collect();
        let mut read = Vec::new();
        subject.read(|file, text| read.push((file.path.to_string(), text.into())));
        for (what, holds) in [
            ("floor", floor.read()? == bytes),
            ("list", listed == files),
            ("list + read", read == due),
            ("call", called(&subject)? == due || matches!(&*due, [(_, body)] if subject.value()? == *body)),
        ] {
            if !holds {
                return Err(
                    format!("{what} of {} in {} differs from the disk", case.pattern, tree.name).into()
                );
            }
        }
        Ok(Some(Self { documents: files.len(), subject, floor }))
    }
}

/// The parts of a call's answer: their paths and bytes.
fn called(subject: &Subject) -> Result<Vec<(String, Vec<u8>)>, Problem> {
    let value = subject.value()?;
    let message = mailparse::parse_mail(&value)?;
    let part = |part: &mailparse::ParsedMail<'_>| {
        let location = part.get_headers().get_first_value("Content-Location").unwrap_or_default();
        let path = location.strip_prefix(&format!("guide://category/{CATEGORY}/")).unwrap_or(&location);
        Ok((path.to_owned(), part.get_body_raw()?))
    };
    message.subparts.iter().map(part).collect()
}

/// Runs the tasks in turn, beginning with another one each round, so that load from elsewhere
/// meets all of them alike. Returns the median of each one's processor time, of all threads, in
/// microseconds.
fn medians<const N: usize>(tasks: [&mut dyn FnMut(); N]) -> [f64; N] {
    let now = || {
        let now = clock_gettime(ClockId::ProcessCPUTime);
        now.tv_sec as f64 * 1e6 + now.tv_nsec as f64 / 1e3
    };
    let mut times: [Vec<f64>; N] = std::array::from_fn(|_| Vec::new());
    let started = Instant::now();
    let mut round = 0;
    while round < ROUNDS || started.elapsed() < TIME {
        for turn in 0..N {
            let task = (round + turn) % N;
            let before = now();
            tasks[task]();
            times[task].push(now() - before);
        }
        round += 1;
    }
    times.map(|mut times| {
        times.sort_by(f64::total_cmp);
        times[times.len() / 2]
    })
}
