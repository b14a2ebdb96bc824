//! What git ignores, by the files that say so.

use std::rc::Rc;

use camino::{Utf8Path, Utf8PathBuf};
use ignore::gitignore::{Gitignore, GitignoreBuilder};

use crate::documents::fault::{Fault, Unreadable};
use crate::documents::sandbox::{Entry, Folder, Kind, Name, Opened, Reach, Sandbox, ambient};

/// The file of a directory's rules.
const RULES: &str = ".gitignore";
/// What makes a directory a repository.
const REPOSITORY: &str = ".git";
/// A repository's rules that are not shared.
const OWN_RULES: &str = ".git/info/exclude";
/// The largest file of rules that is read, in bytes.
const MAX_RULES: u64 = 1 << 20;
/// The most that all of them may hold, in bytes.
pub(super) const MAX_ALL_RULES: u64 = 1 << 22;

/// The rules that are in force in a directory: its own, and those above, which
/// yield to them.
#[derive(Debug, Clone, Default)]
pub struct Ignored(Option<Rc<Rules>>);

#[derive(Debug)]
struct Rules {
    rules: Gitignore,
    /// The way from their directory to the tree, where they lie above it.
    ahead: Utf8PathBuf,
    /// The way from the tree to their directory, where they lie in it.
    below: Utf8PathBuf,
    yield_to_these: Ignored,
}

impl Ignored {
    /// What is in force in a folder from outside: where it lies in a repository, the
    /// rules of the directories above it up to that, and the repository's own.
    /// Rules that cannot be read there are passed over.
    pub fn around(folder: &Utf8Path) -> Self {
        let Ok(mut here) = Folder::ambient(folder) else {
            return Self::default();
        };
        let mut path = match ambient::working_directory() {
            Ok(from) => from.join(folder),
            Err(_) => folder.to_owned(),
        };
        // `.` at its end is no name.
        path = path.components().collect();
        let mut levels = Vec::new();
        let mut ahead = Utf8PathBuf::new();
        while !here.has(REPOSITORY) {
            let (Ok(Some(above)), Some(name), Some(parent)) =
                (here.above(), path.file_name(), path.parent())
            else {
                return Self::default();
            };
            // Through a link, the names on the way are not known.
            if above.is_at(parent) != Ok(true) {
                return Self::default();
            }
            ahead = if ahead.as_str().is_empty() {
                name.into()
            } else {
                Utf8Path::new(name).join(ahead)
            };
            path = parent.to_owned();
            here = above;
            levels.push(ahead.clone());
        }
        let mut ignored = Self::default();
        let mut take = |file: &Utf8Path, ahead: &Utf8Path, from: &Folder| {
            if let Ok(content) = from.open(file, Reach::Beneath).and_then(content) {
                ignored = std::mem::take(&mut ignored).with(&content, ahead, Utf8Path::new(""));
            }
        };
        take(OWN_RULES.as_ref(), &ahead, &here);
        // From the repository down, and without the folder itself.
        let whole = ahead.as_str();
        for ahead in levels.iter().rev() {
            let way = whole.strip_suffix(ahead.as_str()).unwrap_or_default();
            take(&Utf8Path::new(way).join(RULES), ahead, &here);
        }
        ignored
    }

    /// The same with the rules of a directory of the tree, where it has any; so many bytes
    /// of them may still be read.
    pub(super) fn within(
        &self,
        sandbox: &Sandbox,
        directory: &Utf8Path,
        entries: &[Entry],
        left: &mut u64,
    ) -> Result<Self, Unreadable> {
        // As for git, no link is one.
        let is_rules = |entry: &Entry| {
            entry.kind == Kind::File && matches!(&entry.name, Name::Utf8(name) if name == RULES)
        };
        if !entries.iter().any(is_rules) {
            return Ok(self.clone());
        }
        let path = directory.join(RULES);
        let read = sandbox.open(&path).and_then(content);
        let held = read.and_then(|content| match content.len() as u64 {
            bytes if bytes > *left => Err(Fault::TooLarge {
                bytes,
                limit: *left,
            }),
            bytes => {
                *left -= bytes;
                Ok(content)
            }
        });
        match held {
            Ok(content) => Ok(self.clone().with(&content, Utf8Path::new(""), directory)),
            Err(fault) => Err(Unreadable {
                path: path.into_string(),
                // No limit of a project is there yet.
                fault: fault.of_file(),
            }),
        }
    }

    fn with(self, content: &[u8], ahead: &Utf8Path, below: &Utf8Path) -> Self {
        let mut rules = GitignoreBuilder::new("");
        let text = String::from_utf8_lossy(content);
        let text = text.strip_prefix('\u{feff}').unwrap_or(&text);
        for line in text.lines() {
            // As git does, one that is no rule is passed over.
            let _ = rules.add_line(None, line);
        }
        match rules.build() {
            Ok(rules) if !rules.is_empty() => Self(Some(Rc::new(Rules {
                rules,
                ahead: ahead.to_owned(),
                below: below.to_owned(),
                yield_to_these: self,
            }))),
            _ => self,
        }
    }

    /// Whether an entry of a directory is ignored.
    pub(super) fn ignores(&self, directory: &Utf8Path, entry: &Entry) -> bool {
        let Name::Utf8(name) = &entry.name else {
            return false;
        };
        let path = directory.join(name);
        let mut next = &self.0;
        while let Some(rules) = next {
            let seen = match path.strip_prefix(&rules.below) {
                Ok(below) if rules.ahead.as_str().is_empty() => below.to_owned(),
                Ok(below) => rules.ahead.join(below),
                Err(_) => path.clone(),
            };
            let matched = rules.rules.matched(&seen, entry.kind == Kind::Directory);
            if !matched.is_none() {
                return matched.is_ignore();
            }
            next = &rules.yield_to_these.0;
        }
        false
    }
}

/// A file's content, if it is no larger than rules are.
fn content(file: Opened) -> Result<Vec<u8>, Fault> {
    file.read(MAX_RULES)
}
