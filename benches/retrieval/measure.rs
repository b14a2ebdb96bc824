//! One row of the table: one pattern in one tree.

use std::path::Path;

use crate::case::{self, Case};
use crate::expect::Expected;
use crate::floor::Plan;
use crate::meter::{Allocated, allocated, medians};
use crate::subject::Subject;
use crate::tree::Tree;

/// Why the bench cannot go on; a wrong result is one.
pub type Problem = Box<dyn std::error::Error>;

/// The head of the table.
pub const HEADER: &str = "\
| tree | pattern | documents | floor: list | list | × | floor: list + read | list + read | × | whole call | × | allocated: list | list + read | whole call |
|---|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|";

/// A pattern in a tree, checked and ready to be timed.
pub struct Bench {
    tree: &'static str,
    pattern: &'static str,
    documents: usize,
    subject: Subject,
    plan: Plan,
    /// For [`once`](Self::once) and the floor of the listing: a plan is run by
    /// one task at a time.
    listing: Plan,
}

/// Medians in microseconds.
pub struct Times {
    pub floor_list: f64,
    pub list: f64,
    pub floor_read: f64,
    pub read: f64,
    pub call: f64,
}

impl Bench {
    /// Makes the tree and checks what is returned; `None` where nothing matches.
    pub fn new(tree: &Tree, case: &Case) -> Result<Option<Self>, Problem> {
        Self::in_project(tree.name, &tree.make()?, case)
    }

    /// The same for a project that exists.
    pub fn in_project(
        tree: &'static str,
        project: &Path,
        case: &Case,
    ) -> Result<Option<Self>, Problem> {
        let mut pattern = case.name.to_owned();
        if pattern == case::LITERAL {
            let every = Expected::find(project, &case::CASES[1], "")?;
            pattern.clone_from(case::literal(&every.files).ok_or("the tree is empty")?);
        }
        let expected = Expected::find(project, case, &pattern)?;
        if expected.files.is_empty() {
            return Ok(None);
        }
        let subject = Subject::new(project, &pattern);
        let mut plan = expected.plan(project);
        expected
            .check(&subject, &mut plan)
            .map_err(|wrong| format!("{tree}, {pattern}: {wrong}"))?;
        Ok(Some(Self {
            tree,
            pattern: case.name,
            documents: expected.files.len(),
            subject,
            plan,
            listing: expected.plan(project),
        }))
    }

    /// How many documents match.
    pub fn documents(&self) -> usize {
        self.documents
    }

    /// Times everything in turn.
    pub fn times(&mut self) -> Times {
        let Self {
            subject,
            plan,
            listing,
            ..
        } = self;
        let [floor_list, list, floor_read, read, call] = medians([
            &mut || done(listing.list()),
            &mut || done(subject.list()),
            &mut || done(plan.read()),
            &mut || done(subject.read(|_, _| {})),
            &mut || subject.call(),
        ]);
        Times {
            floor_list,
            list,
            floor_read,
            read,
            call,
        }
    }

    /// What one whole call asks of the allocator.
    pub fn allocated_by_call(&self) -> Allocated {
        allocated(&mut || self.subject.call())
    }

    /// Times and formats the row.
    pub fn row(&mut self) -> String {
        let subject = &self.subject;
        let [list, read, call] = [
            allocated(&mut || done(subject.list())),
            allocated(&mut || done(subject.read(|_, _| {}))),
            self.allocated_by_call(),
        ]
        .map(|Allocated { bytes, times }| format!("{} in {times}", size(bytes)));
        let times = self.times();
        format!(
            "| {} | `{}` | {} | {} | {} | {:.2} | {} | {} | {:.2} | {} | {:.2} | {list} | {read} | {call} |",
            self.tree,
            self.pattern,
            self.documents,
            micros(times.floor_list),
            micros(times.list),
            times.list / times.floor_list,
            micros(times.floor_read),
            micros(times.read),
            times.read / times.floor_read,
            micros(times.call),
            times.call / times.floor_read,
        )
    }

    /// Runs one of the tasks once.
    pub fn once(&mut self, what: &str) -> Result<(), Problem> {
        match what {
            "list" => drop(self.subject.list()),
            "read" => drop(self.subject.read(drop)),
            "call" => drop(self.subject.call()),
            "floor-list" => drop(self.plan.list()?),
            "floor-read" => drop(self.plan.read()?),
            _ => return Err("what: list, read, call, floor-list or floor-read".into()),
        }
        Ok(())
    }
}

/// A result that is of no more interest, as what every task returns.
fn done<T>(result: T) -> String {
    drop(std::hint::black_box(result));
    String::new()
}

/// Microseconds, with as many digits as they deserve.
pub fn micros(micros: f64) -> String {
    match micros {
        ..10.0 => format!("{micros:.2} µs"),
        ..1e3 => format!("{micros:.1} µs"),
        ..1e5 => format!("{:.2} ms", micros / 1e3),
        _ => format!("{:.0} ms", micros / 1e3),
    }
}

/// Bytes, rounded.
pub fn size(bytes: usize) -> String {
    let bytes = bytes as f64;
    match bytes {
        ..1e4 => format!("{bytes} B"),
        ..1e6 => format!("{:.1} KB", bytes / 1e3),
        _ => format!("{:.1} MB", bytes / 1e6),
    }
}
