//! What a category holds, whatever its patterns are: as much as can be looked at soon.

use std::collections::VecDeque;
use std::ops::ControlFlow;

use camino::Utf8Path;

use super::template;
use crate::documents::fault::Cancelled;
use crate::documents::sandbox::{Kind, Sandbox};
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
    /// How many entries may still be looked at.
    pub left: usize,
}

impl Around {
    /// Looks at up to `left` entries, those of upper directories first. What
    /// wildcards do not find is passed over: hidden names, and what is below links.
    /// What cannot be read is passed over too.
    ///
    /// # Errors
    ///
    /// [`Cancelled`], looked at after a fixed amount of work.
    pub fn look(
        sandbox: &Sandbox,
        suffixes: &[String],
        left: usize,
        cancelled: &dyn Fn() -> bool,
    ) -> Result<Self, Cancelled> {
        let work = Work::new(cancelled);
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
            let mut stopped = None;
            let _ = directory.scan(|name, kind| {
                if around.left == 0 {
                    return ControlFlow::Break(Cancelled);
                }
                around.left -= 1;
                if let Err(cancelled) = work.add(ENTRY) {
                    stopped = Some(cancelled);
                    return ControlFlow::Break(cancelled);
                }
                if let Ok(name) = name
                    && !name.starts_with('.')
                {
                    around.add(sandbox, suffixes, format!("{path}{name}"), kind, &mut due);
                }
                ControlFlow::Continue(())
            });
            if let Some(cancelled) = stopped {
                return Err(cancelled);
            }
            if around.left == 0 {
                break;
            }
        }
        around.documents.sort_unstable();
        around.documents.dedup();
        around.directories.sort_unstable();
        Ok(around)
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
    let name = path.rsplit_once('/').map_or(path.as_str(), |(_, name)| name);
    if let Some((_, suffix)) = template(name, suffixes) {
        path.truncate(path.len() - suffix);
    }
    path
}
