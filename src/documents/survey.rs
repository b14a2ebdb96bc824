//! A look at everything in a folder that is not git's to ignore, and not without end.
//!
//! It is for proposals: what is found is looked at by its name. The levels of the
//! tree are gone through one after the other, so that what lies deep in one
//! directory does not keep its neighbours from being seen.

mod ignored;

use std::collections::VecDeque;

use camino::{Utf8Path, Utf8PathBuf};

use crate::documents::fault::{Fault, Unreadable};
use crate::documents::sandbox::{Entry, Sandbox};

pub use ignored::Ignored;

/// How many entries are looked at.
#[derive(Debug, Clone, Copy)]
pub struct Bounds {
    /// The most in all.
    pub all: usize,
    /// The most of one directory.
    pub of_one: usize,
}

impl Default for Bounds {
    fn default() -> Self {
        Self {
            all: 100_000,
            of_one: 10_000,
        }
    }
}

/// One entry, as it is seen.
#[derive(Debug)]
pub struct Seen {
    /// Its name and kind.
    pub entry: Entry,
    /// Whether git ignores it.
    pub ignored: bool,
}

/// What was not seen.
#[derive(Debug, Default)]
pub struct Unseen {
    /// What could not be listed or read, and why.
    pub unreadable: Vec<Unreadable>,
    /// Directories of which only a part was looked at.
    pub large: Vec<Utf8PathBuf>,
    /// Whether the search was ended by [`Bounds::all`].
    pub cut: bool,
}

/// Shows each directory of a tree to `look`, the tree's own first; it says by
/// their names which ones in it are to be looked at too. No link is followed.
///
/// # Errors
///
/// Why the tree's own directory cannot be listed; of all others that is noted.
pub fn survey(
    sandbox: &Sandbox,
    ignored: Ignored,
    bounds: Bounds,
    mut look: impl FnMut(&Utf8Path, &[Seen]) -> Vec<String>,
) -> Result<Unseen, Fault> {
    let mut unseen = Unseen::default();
    let mut left = bounds.all;
    let mut rules = ignored::MAX_ALL_RULES;
    let mut pending = VecDeque::from([(Utf8PathBuf::new(), ignored)]);
    while let Some((directory, ignored)) = pending.pop_front() {
        if left == 0 {
            unseen.cut = true;
            break;
        }
        let most = left.min(bounds.of_one);
        let entries = match sandbox.list(&directory, most) {
            Ok((entries, whole)) => {
                if !whole && most == bounds.of_one {
                    unseen.large.push(directory.clone());
                }
                unseen.cut |= !whole && most < bounds.of_one;
                entries
            }
            Err(fault) if directory.as_str().is_empty() => return Err(fault),
            Err(fault) => {
                unseen.unreadable.push(Unreadable {
                    path: directory.into_string(),
                    fault,
                });
                continue;
            }
        };
        left -= entries.len();
        let ignored = match ignored.within(sandbox, &directory, &entries, &mut rules) {
            Ok(ignored) => ignored,
            // What it would ignore is not known: nothing there is taken.
            Err(unreadable) => {
                unseen.unreadable.push(unreadable);
                continue;
            }
        };
        let seen: Vec<Seen> = (entries.into_iter())
            .map(|entry| Seen {
                ignored: ignored.ignores(&directory, &entry),
                entry,
            })
            .collect();
        let mut below = look(&directory, &seen);
        below.sort();
        let below = below.into_iter().map(|name| directory.join(name));
        pending.extend(below.map(|path| (path, ignored.clone())));
    }
    Ok(unseen)
}
