//! The sandbox law: nothing outside is ever read, and nothing is waited for.

use std::path::Path;
use std::sync::Arc;

use camino::Utf8Path;
use mcp_guide::documents::discover::{CategoryWalk, discover};
use mcp_guide::documents::sandbox::{Reach, Tree};
use mcp_guide::documents::served::Served;
use rule_files::pattern::Pattern;

use super::plan::{OUT, Plan, Step};
use super::tree::{INSIDE, Node, OUTSIDE, World, as_anybody};
use super::{Verdict, ensure, watched};

/// Something that reads a directory tree and claims never to leave it.
pub trait Reader {
    /// The paths of the documents that a pattern matches.
    fn find(&mut self, pattern: &str) -> Vec<String>;
    /// A file's content.
    fn read(&self, path: &str) -> Option<Vec<u8>>;
    /// A file's content, by a path beneath a directory.
    fn read_beneath(&self, directory: &str, path: &str) -> Option<Vec<u8>>;
    /// The names in a directory.
    fn list(&self, directory: &str) -> Vec<String>;
}

/// The engine's sandbox and walk.
#[derive(Debug)]
pub struct Engine(Arc<Tree>);

impl Engine {
    /// Opens the root.
    pub fn open(root: &Path) -> Self {
        let root = Utf8Path::from_path(root).expect("a UTF-8 path");
        Self(Arc::new(Tree::ambient(root).expect("the root opens")))
    }
}

impl Reader for Engine {
    fn find(&mut self, pattern: &str) -> Vec<String> {
        let pattern = Pattern::parse(pattern).expect("a plan's pattern is valid");
        let suffixes = [".mustache".to_owned()];
        let mut served = Served::default();
        served.suffixes = &suffixes;
        let walk = CategoryWalk {
            patterns: &[&pattern],
            served,
            category: "docs".into(),
            collection: None,
            page: None,
            listings: None,
            by_path: false,
        };
        let found = discover(&self.0, &walk, &|| false).expect("nobody cancels");
        found.files.iter().map(|info| info.path.to_string()).collect()
    }

    fn read(&self, path: &str) -> Option<Vec<u8>> {
        self.0.open(path.into(), Reach::Beneath).ok()?.read(1 << 16).ok()
    }

    fn read_beneath(&self, directory: &str, path: &str) -> Option<Vec<u8>> {
        let below = self.0.below(directory.into(), Reach::Beneath).ok()?;
        below.open(path.into(), Reach::Beneath).ok()?.read(1 << 16).ok()
    }

    fn list(&self, directory: &str) -> Vec<String> {
        let listed = self.0.list(directory.into(), usize::MAX).ok();
        let entries = listed.iter().flat_map(|(entries, _)| entries);
        let names = entries.map(|entry| format!("{:?}", entry.name));
        names.collect()
    }
}

/// Whatever is done to the tree, and whenever: every body that is read was
/// written inside, no name of the outside is listed, and no step hangs.
pub fn sandbox<R: Reader>(plan: &Plan, open: impl Fn(&Path) -> R + Send + 'static) -> Verdict {
    let plan = plan.clone();
    watched("the plan", move || {
        let world = World::empty();
        let mut run = Run { reader: open(&world.root()), world, found: Vec::new() };
        for step in &plan.0 {
            if *step == Step::Open {
                run.reader = open(&run.world.root());
            } else {
                run.step(step).map_err(|what| format!("{what} at {step:?}"))?;
            }
        }
        run.step(&Step::Find("**".into()))?;
        run.step(&Step::ReadFound)
    })?
}

struct Run<R> {
    reader: R,
    world: World,
    found: Vec<String>,
}

impl<R: Reader> Run<R> {
    fn step(&mut self, step: &Step) -> Verdict {
        match step {
            Step::Put(path, Node::Link(target)) => {
                let target = target.replace(OUT, &self.world.outside());
                self.world.put(path, &Node::Link(target));
            }
            Step::Put(path, node) => self.world.put(path, node),
            Step::Rename(from, to) => self.world.rename(from, to),
            Step::Swap(a, b) => self.world.swap(a, b),
            Step::MoveOut(path) => self.world.move_out(path),
            Step::Remove(path) => self.world.remove(path),
            Step::Permit(path, mode) => self.world.permit(path, *mode),
            Step::Open => {}
            reading => as_anybody(|| self.read(reading))?,
        }
        Ok(())
    }

    fn read(&mut self, step: &Step) -> Verdict {
        match step {
            Step::Find(pattern) => self.found.extend(self.reader.find(pattern)),
            Step::ReadFound => {
                for path in std::mem::take(&mut self.found) {
                    inside(self.reader.read(&path))?;
                }
            }
            Step::Read(path) => inside(self.reader.read(&self.absolute(path)))?,
            Step::ReadBeneath(directory, path) => {
                let (directory, path) = (self.absolute(directory), self.absolute(path));
                inside(self.reader.read_beneath(&directory, &path))?;
            }
            Step::List(directory) => {
                let names = self.reader.list(&self.absolute(directory));
                let leaked = names.iter().find(|name| name.contains(OUTSIDE));
                ensure(leaked.is_none(), || format!("{leaked:?} is listed"))?;
            }
            // What changes the tree.
            _ => {}
        }
        Ok(())
    }

    fn absolute(&self, path: &str) -> String {
        path.replace(OUT, &self.world.outside())
    }
}

fn inside(body: Option<Vec<u8>>) -> Verdict {
    let leaks = |body: &Vec<u8>| !body.is_empty() && !body.starts_with(INSIDE.as_bytes());
    let leaked = body.filter(leaks);
    ensure(leaked.is_none(), || {
        let bytes = leaked.unwrap_or_default();
        let shown = &bytes[..bytes.len().min(40)];
        format!("{:?} is read", String::from_utf8_lossy(shown))
    })
}
