//! Plans: what is done to a tree, and when it is read in between.

use super::bytes::{Bytes, word};
use super::tree::Node;

/// One step of a plan. Paths are relative to the root; [`OUT`] in one stands
/// for the outside's absolute path.
#[derive(Debug, Clone, PartialEq)]
pub enum Step {
    Put(String, Node),
    Rename(String, String),
    Swap(String, String),
    MoveOut(String),
    Remove(String),
    /// Sets who may read, write and search what is there.
    Permit(String, u32),
    /// Opens the root anew, as the next call does.
    Open,
    /// Finds what a pattern matches, without reading it.
    Find(String),
    /// Reads everything that was found so far.
    ReadFound,
    /// Reads a path that nobody found.
    Read(String),
    /// Reads a path beneath a directory that is opened for it.
    ReadBeneath(String, String),
    /// Lists a directory.
    List(String),
}

/// Steps, in order.
#[derive(Debug, Clone, PartialEq)]
pub struct Plan(pub Vec<Step>);

/// Stands for the outside's absolute path.
pub const OUT: &str = "OUT";
/// The most steps of one plan.
const MAX_STEPS: usize = 48;

/// Names that meet often, so that links, renames and readings concern each other.
const NAMES: [&str; 6] = ["a", "b", "sub", "a.md", "b.md", "link"];
/// Who may do what: nothing, read, search, or all.
const MODES: [u32; 4] = [0, 0o400, 0o100, 0o700];
/// What only the one who reads says.
const HOSTILE: [&str; 6] = ["..", ".", "", OUT, "root", "rootless"];
const TARGETS: &str = "a b sub a.md link . .. ../sub ../a.md ../rootless/a.md ../../rootless/a.md \
                       ../rootless ../../rootless OUT OUT/a.md /";
const PATTERNS: &str = "** * */* a sub/* link/* link/link/a.md {a,b,sub,link}/{a,b}.md";

impl Plan {
    /// Cuts a plan out of a byte string: any is one.
    pub fn decode(data: &[u8]) -> Self {
        let mut bytes = Bytes(data);
        let mut steps = Vec::new();
        while !bytes.0.is_empty() && steps.len() < MAX_STEPS {
            steps.push(step(&mut bytes));
        }
        Self(steps)
    }
}

fn step(bytes: &mut Bytes<'_>) -> Step {
    match bytes.next() {
        // More than the others can be cut out of the bytes that were there before.
        244..248 => Step::Permit(inner(bytes), bytes.pick(&MODES)),
        248..252 => {
            let nodes = [Node::File, Node::Directory, Node::Closed];
            Step::Put(odd(bytes), bytes.pick(&nodes))
        }
        252..254 => Step::Find(format!("{}/**", inner(bytes))),
        254.. => Step::Rename(inner(bytes), odd(bytes)),
        choice => ordinary(choice, bytes),
    }
}

fn ordinary(choice: usize, bytes: &mut Bytes<'_>) -> Step {
    match choice % 20 {
        0 | 1 => Step::Put(inner(bytes), Node::File),
        2 | 3 => Step::Put(inner(bytes), Node::Directory),
        4..=6 => Step::Put(inner(bytes), Node::Link(word(TARGETS, bytes.next()).into())),
        7 => Step::Put(inner(bytes), Node::Fifo),
        8 => Step::Put(inner(bytes), Node::Socket),
        9 => Step::Rename(inner(bytes), inner(bytes)),
        10 => Step::Swap(bytes.pick(&NAMES).into(), bytes.pick(&NAMES).into()),
        11 => Step::MoveOut(inner(bytes)),
        12 => Step::Remove(inner(bytes)),
        13 => Step::Open,
        14 => Step::Find(word(PATTERNS, bytes.next()).into()),
        15 => Step::ReadFound,
        16 | 17 => Step::Read(any(bytes)),
        18 => Step::ReadBeneath(any(bytes), any(bytes)),
        _ => Step::List(any(bytes)),
    }
}

/// A path of up to five names, one of which may be no UTF-8.
fn odd(bytes: &mut Bytes<'_>) -> String {
    let names = ["a", "sub", "b", "\u{f8ff}", "x\u{f8ff}.md", "two\nlines.md"];
    let count = 1 + bytes.next() % 5;
    let names: Vec<&str> = (0..count).map(|_| bytes.pick(&names)).collect();
    names.join("/")
}

/// A path that stays below the root, links aside.
fn inner(bytes: &mut Bytes<'_>) -> String {
    let choice = bytes.next();
    let first = NAMES[choice % NAMES.len()];
    match choice / NAMES.len() % 3 {
        0 | 1 => first.to_owned(),
        _ => format!("{first}/{}", bytes.pick(&NAMES)),
    }
}

/// A path of one to four names, the hostile ones among them, one of them as
/// long as the system allows or longer.
fn any(bytes: &mut Bytes<'_>) -> String {
    let count = 1 + bytes.next() % 4;
    let mut name = || match bytes.next() % 16 {
        choice @ 0..6 => NAMES[choice].to_owned(),
        choice @ 6..12 => HOSTILE[choice - 6].to_owned(),
        12 => "n".repeat(255),
        13 => "n".repeat(256),
        14 => "a\0b".to_owned(),
        _ => "sub/../".repeat(700),
    };
    let names: Vec<String> = (0..count).map(|_| name()).collect();
    names.join("/")
}
