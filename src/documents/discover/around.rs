//! What a category holds, whatever its patterns are: as much as can be looked at soon.

use std::collections::VecDeque;
use std::ops::ControlFlow;

use camino::Utf8Path;

use super::suffix;
use crate::documents::fault::Cancelled;
use crate::documents::pattern::{Dots, Pattern, PatternSet};
use crate::documents::sandbox::{Kind, Sandbox};
use crate::documents::served::{Gate, Served};
use crate::documents::work::Work;

/// How many steps of work an entry of a directory is.
const ENTRY: usize = 256;

/// What there is in a directory tree, by the bytes of the paths, each once.
#[derive(Debug, Default)]
pub struct Around {
    /// The documents' paths, without the suffixes of templates.
    pub documents: Vec<String>,
    /// The directories' paths, each with a `/` after it.
    pub directories: Vec<String>,
    /// How many entries may still be found.
    pub left: usize,
    /// Whether there are more than that.
    pub more: bool,
}

impl Around {
    /// Finds up to `left` entries, those of upper directories first. Passed over
    /// are hidden names, but for those that the patterns of `served` match, what is
    /// below links, and what cannot be read.
    ///
    /// # Errors
    ///
    /// [`Cancelled`], looked at after a fixed amount of work.
    pub fn look(
        sandbox: &Sandbox,
        served: &Served<'_>,
        suffixes: &[String],
        left: usize,
        cancelled: &dyn Fn() -> bool,
    ) -> Result<Self, Cancelled> {
        let work = Work::new(cancelled);
        let gate = Gate::new(served, suffixes, &work)?;
        // Of hidden names those that patterns match, and not whatever is served.
        let told = served.hidden.is_some();
        let mut around = Self {
            left,
            ..Self::default()
        };
        let mut due = VecDeque::from([String::new()]);
        while let Some(path) = due.pop_front() {
            let directory = match path.as_str() {
                "" => Ok(sandbox.directory()),
                path => sandbox.enter(Utf8Path::new(path.trim_end_matches('/'))),
            };
            let Ok(directory) = directory else {
                continue;
            };
            let Some(place) = gate.at(&path, &work)? else {
                continue;
            };
            let mut stopped = None;
            let _ = directory.scan(|name, kind| {
                let served = |name: &str| match kind {
                    Kind::Directory => Ok(gate.enter(&place, name, &work)?.is_some()),
                    _ => gate.document(&place, name, &work),
                };
                let name = name.ok().filter(|name| told || !name.starts_with('.'));
                let taken = work.add(ENTRY).and_then(|()| match name {
                    Some(name) if served(name)? => Ok(Some(name)),
                    _ => Ok(None),
                });
                match taken {
                    // What is not served is not counted either.
                    Ok(Some(_)) if around.left == 0 => {
                        around.more = true;
                        return ControlFlow::Break(Cancelled);
                    }
                    Ok(Some(name)) => {
                        around.left -= 1;
                        around.add(sandbox, suffixes, format!("{path}{name}"), kind, &mut due);
                    }
                    Ok(None) => {}
                    Err(cancelled) => {
                        stopped = Some(cancelled);
                        return ControlFlow::Break(cancelled);
                    }
                }
                ControlFlow::Continue(())
            });
            if let Some(cancelled) = stopped {
                return Err(cancelled);
            }
            if around.more {
                break;
            }
        }
        around.documents.sort_unstable();
        around.documents.dedup();
        around.directories.sort_unstable();
        Ok(around)
    }

    /// Keeps of the documents what one of these patterns matches, and of the
    /// directories those that lead to them.
    ///
    /// # Errors
    ///
    /// As for [`look`](Self::look).
    pub fn keep(
        &mut self,
        patterns: &[&Pattern],
        cancelled: &dyn Fn() -> bool,
    ) -> Result<(), Cancelled> {
        let work = Work::new(cancelled);
        let set = PatternSet::of_paths(patterns.iter().copied(), Dots::Literal, &work)?;
        let mut kept = Vec::new();
        for document in std::mem::take(&mut self.documents) {
            if set.matches_path(&document, &work)? {
                kept.push(document);
            }
        }
        // Both are sorted: what a directory holds begins where it would stand itself.
        self.directories.retain(|directory| {
            let first = kept.partition_point(|document| document < directory);
            kept.get(first)
                .is_some_and(|document| document.starts_with(directory))
        });
        self.documents = kept;
        Ok(())
    }

    fn add(
        &mut self,
        sandbox: &Sandbox,
        suffixes: &[String],
        path: String,
        kind: Kind,
        due: &mut VecDeque<String>,
    ) {
        match kind {
            Kind::Directory => {
                let path = path + "/";
                self.directories.push(path.clone());
                due.push_back(path);
            }
            Kind::File => self.documents.push(document(path, suffixes)),
            Kind::Link if sandbox.follow(Utf8Path::new(&path)) == Ok(Kind::File) => {
                self.documents.push(document(path, suffixes));
            }
            Kind::Link | Kind::Other => {}
        }
    }
}

fn document(mut path: String, suffixes: &[String]) -> String {
    path.truncate(path.len() - suffix(&path, suffixes));
    path
}
