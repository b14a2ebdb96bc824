//! The law of the resolvers: what a system without `openat2` gives is what one
//! gives that has it, faults and all.

use std::fmt::Debug;
use std::path::Path;

use camino::Utf8Path;
use mcp_guide::documents::file_error::FileError;
use mcp_guide::documents::sandbox::{Reach, Tree};

use super::filter::{Without, without_openat2};
use super::plan::{OUT, Plan, Step};
use super::tree::{Node, World, as_anybody};
use super::{Verdict, ensure};

/// What is opened by a path, as it can be compared between two worlds.
pub type Opened = Result<String, FileError>;

/// Something that resolves paths beneath a directory.
pub trait Resolver {
    /// All that can be said of a path.
    fn resolve(&self, path: &str) -> Vec<Opened>;
}

/// The engine's tree.
#[derive(Debug)]
pub struct Engine(Tree);

impl Engine {
    /// Opens the root.
    pub fn open(root: &Path) -> Self {
        let root = Utf8Path::from_path(root).expect("a UTF-8 path");
        Self(Tree::ambient(root).expect("the root opens"))
    }
}

impl Resolver for Engine {
    fn resolve(&self, path: &str) -> Vec<Opened> {
        let Self(tree) = self;
        let path = Utf8Path::new(path);
        let listed = tree.list(path, usize::MAX).map(|(entries, _)| {
            let mut names: Vec<String> = entries.iter().map(shown).collect();
            names.sort();
            names
        });
        let below = tree.below(path, Reach::Beneath);
        vec![
            tree.file_type(path).map(|kind| shown(&kind)),
            tree.target_type(path).map(|kind| shown(&kind)),
            (tree.open(path, Reach::Beneath).and_then(|file| file.read(1 << 16))).map(|body| shown(&body)),
            listed.map(|names| shown(&names)),
            tree.entry(path).map(|(_, name)| name),
            tree.version(path, Reach::Beneath).map(|_| String::new()),
            (tree.open(path, Reach::Beneath)).map(|file| shown(&file.version.bytes)),
            below.and_then(|below| Ok(shown(&below.file_type("a".into())?))),
        ]
    }
}

fn shown(what: &impl Debug) -> String {
    format!("{what:?}")
}

/// Carries out a plan twice: with `openat2`, and without. What is resolved in
/// between is the same. Returns how often something was, and how often there was a
/// fault.
pub fn resolvers<R: Resolver, S: Resolver>(
    plan: &Plan,
    with: impl Fn(&Path) -> R + Sync,
    without: impl Fn(&Path) -> S + Sync,
) -> Result<(usize, usize), String> {
    let with = carried_out(plan, with);
    let without = without_openat2(Without::Forbidden, || carried_out(plan, &without));
    for ((path, one), (_, other)) in with.iter().zip(&without) {
        same(path, one, other)?;
    }
    let opened = with.iter().flat_map(|(_, opened)| opened);
    let faults = opened.clone().filter(|opened| opened.is_err()).count();
    Ok((opened.count() - faults, faults))
}

/// Whether a path gives the same to both.
pub fn same(path: &str, with: &[Opened], without: &[Opened]) -> Verdict {
    ensure(with == without, || format!("{path:?} is {with:?} with openat2, and {without:?} without"))
}

fn carried_out<R: Resolver>(plan: &Plan, open: impl Fn(&Path) -> R) -> Vec<(String, Vec<Opened>)> {
    let world = World::empty();
    let root = open(&world.root());
    let mut resolved = Vec::new();
    for step in &plan.0 {
        match step {
            Step::Put(path, Node::Link(target)) => {
                let target = target.replace(OUT, &world.outside());
                world.put(path, &Node::Link(target));
            }
            Step::Put(path, node) => world.put(path, node),
            Step::Rename(from, to) => world.rename(from, to),
            Step::Swap(a, b) => world.swap(a, b),
            Step::MoveOut(path) => world.move_out(path),
            Step::Remove(path) => world.remove(path),
            Step::Permit(path, mode) => world.permit(path, *mode),
            Step::Open | Step::Find(_) | Step::ReadFound => {}
            Step::Read(path) | Step::List(path) => {
                let path = path.replace(OUT, &world.outside());
                let opened = as_anybody(|| root.resolve(&path));
                resolved.push((path, opened));
            }
            Step::ReadBeneath(directory, path) => {
                let path = format!("{directory}/{path}").replace(OUT, &world.outside());
                let opened = as_anybody(|| root.resolve(&path));
                resolved.push((path, opened));
            }
        }
    }
    resolved
}
