//! Systems without `openat2`, where paths are resolved name by name: the sandbox
//! law holds there too, and what is opened, and why not, is the same.

use std::path::Path;

use mcp_guide::documents::file_error::FileError;

use super::strategies;
use super::trial::{Tally, catch, hold_each};
use laws::filter::{Without, without_openat2};
use laws::plan::{Plan, Step};
use laws::resolvers::{Engine, Opened, Resolver, resolvers, same};
use laws::sandbox;
use laws::tree::{Node, World};

/// Enough for a few seconds; the fuzz target goes on from there.
const PLANS: u32 = 600;

#[test]
fn the_sandbox_law_holds_without_openat2() {
    hold_each(PLANS, strategies::plan(), |plan| {
        without_openat2(Without::Forbidden, || sandbox::sandbox(&plan, sandbox::Engine::open))
    });
}

#[test]
fn with_and_without_openat2_is_the_same() {
    let tally = Tally::default();
    hold_each(PLANS, strategies::plan(), |plan| {
        let (opened, faults) = resolvers(&plan, Engine::open, Engine::open)?;
        tally.add("opened", opened);
        tally.add("faults", faults);
        Ok(())
    });
    tally.at_least("opened", 1_000);
    tally.at_least("faults", 1_000);
}

/// The root itself may not be searched: what leads above it leads out all the same.
#[test]
fn what_leads_above_a_closed_root_leads_out() {
    let link = |path: &str, target: &str| Step::Put(path.into(), Node::Link(target.into()));
    let closed = Step::Permit("sub/sub".into(), 0);
    for path in ["..", "../a", "./..", "./../a"] {
        let plan = Plan(vec![link("sub", "."), closed.clone(), Step::Read(path.into())]);
        resolvers(&plan, Engine::open, Engine::open).unwrap_or_else(|problem| panic!("{problem}"));
    }
}

/// A resolver that takes a circle of links for one that leads out.
struct Circles(Engine);

impl Resolver for Circles {
    fn resolve(&self, path: &str) -> Vec<Opened> {
        let mut resolved = self.0.resolve(path);
        for opened in &mut resolved {
            if *opened == Err(FileError::Loop) {
                *opened = Err(FileError::Outside);
            }
        }
        resolved
    }
}

#[test]
fn the_law_of_the_resolvers_catches_another_fault() {
    catch(strategies::plan(), |plan| {
        resolvers(&plan, Engine::open, |root: &Path| Circles(Engine::open(root))).map(drop)
    });
}

/// Resolves with `openat2` and without; where both do the same, what opening the
/// file comes to.
#[track_caller]
fn opened(root: &Path, path: &str) -> Opened {
    let with = Engine::open(root).resolve(path);
    let without = without_openat2(Without::Forbidden, || Engine::open(root).resolve(path));
    same(path, &with, &without).unwrap_or_else(|problem| panic!("{problem}"));
    with[2].clone()
}

/// What no plan holds: an absolute link, and paths that are too long.
#[test]
fn other_faults_are_the_same_without_openat2() {
    let world = World::empty();
    world.put("sub", &Node::Directory);
    let absolute = Node::Link(format!("{}/a.md", world.outside()));
    world.put("absolute", &absolute);
    for (path, fault) in [
        ("absolute", FileError::Outside),
        ("sub/../../root/sub/a.md", FileError::Outside),
        ("", FileError::Missing),
        (&"n".repeat(256), FileError::TooLong),
        (&"sub/../".repeat(600), FileError::TooLong),
    ] {
        assert_eq!(opened(&world.root(), path), Err(fault), "{path:?}");
    }
}
