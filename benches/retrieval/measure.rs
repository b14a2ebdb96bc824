//! One row of the table: one pattern in one tree.

use std::cell::RefCell;
use std::path::Path;

use crate::case::{self, Case};
use crate::expect::Expected;
use crate::floor::Plan;
use crate::meter::{Allocated, Cost, allocated, medians};
use crate::subject::Subject;
use crate::tree::Tree;

/// Why the bench cannot go on; a wrong result is one.
pub type Problem = Box<dyn std::error::Error>;

/// The head of the table. Ratios are those to the floor in front of them; of the
/// second floor, the guarantees', where documents are read.
pub const HEADER: &str = "\
| tree | pattern | documents | floor: list | list | × | floor: list + read | with guarantees | list + read | × | whole call | × | wall: guarantees | whole call | × | allocated: list | list + read | whole call |
|---|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|";

/// From how many documents on the wall time is shown too: below, it is as good as
/// the processor time.
const WALL: usize = 1_000;

/// A pattern in a tree, checked and ready to be timed.
pub struct Bench {
    tree: &'static str,
    pattern: &'static str,
    documents: usize,
    subject: Subject,
    plan: Plan,
}

/// Medians.
pub struct Times {
    pub floor_list: Cost,
    pub list: Cost,
    pub floor_read: Cost,
    pub guarantees: Cost,
    pub read: Cost,
    pub call: Cost,
}

/// A row that was measured.
pub struct Measured {
    pub tree: &'static str,
    pub pattern: &'static str,
    pub documents: usize,
    pub times: Times,
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
        }))
    }

    /// Times everything in turn.
    pub fn times(&mut self) -> Times {
        let (subject, plan) = (&self.subject, RefCell::new(&mut self.plan));
        let [floor_list, list, floor_read, guarantees, read, call] = medians([
            &mut || done(plan.borrow_mut().list()),
            &mut || done(subject.list()),
            &mut || done(plan.borrow_mut().read()),
            &mut || done(plan.borrow_mut().guarantee()),
            &mut || done(subject.read(|_, _| {})),
            &mut || done(subject.call()),
        ]);
        Times {
            floor_list,
            list,
            floor_read,
            guarantees,
            read,
            call,
        }
    }

    /// Times, and formats the row.
    pub fn row(&mut self) -> (String, Measured) {
        let subject = &self.subject;
        let [list, read, call] = [
            allocated(&mut || done(subject.list())),
            allocated(&mut || done(subject.read(|_, _| {}))),
            allocated(&mut || done(subject.call())),
        ]
        .map(|Allocated { bytes, times }| format!("{} in {times}", size(bytes)));
        let times = self.times();
        let processor = |cost: Cost| micros(cost.processor);
        let over = |cost: Cost, floor: Cost| format!("{:.2}", cost.processor / floor.processor);
        let [wall_floor, wall_call, wall_over] = if self.documents < WALL {
            Default::default()
        } else {
            let (floor, call) = (times.guarantees.wall, times.call.wall);
            [micros(floor), micros(call), format!("{:.2}", call / floor)]
        };
        let cells = [
            self.tree.to_owned(),
            format!("`{}`", self.pattern),
            self.documents.to_string(),
            processor(times.floor_list),
            processor(times.list),
            over(times.list, times.floor_list),
            processor(times.floor_read),
            processor(times.guarantees),
            processor(times.read),
            over(times.read, times.guarantees),
            processor(times.call),
            over(times.call, times.guarantees),
            wall_floor,
            wall_call,
            wall_over,
            list,
            read,
            call,
        ];
        let measured = Measured {
            tree: self.tree,
            pattern: self.pattern,
            documents: self.documents,
            times,
        };
        (format!("| {} |", cells.join(" | ")), measured)
    }

    /// Runs one of the tasks once.
    pub fn once(&mut self, what: &str) -> Result<(), Problem> {
        match what {
            "list" => drop(self.subject.list()),
            "read" => drop(self.subject.read(|_, _| {})),
            "call" => drop(self.subject.call()),
            "floor-list" => drop(self.plan.list()?),
            "floor-read" => drop(self.plan.read()?),
            "guarantees" => drop(self.plan.guarantee()?),
            _ => return Err("what: list, read, call, floor-list, floor-read or guarantees".into()),
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
