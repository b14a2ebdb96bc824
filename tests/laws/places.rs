//! Folders in which projects come and go, and what is done to them.
//!
//! Each folder is made with some projects' files in it, of which `guide.yaml` is a
//! link to one. So an edit need not be young. The folders are used again and again.

use std::cell::RefCell;
use std::fs::{self, File};
use std::os::unix::fs::{MetadataExt, symlink};
use std::path::{Path, PathBuf};

use tempfile::TempDir;

use super::bytes::Bytes;
use super::folder;

/// How many folders there are.
pub const FOLDERS: usize = 24;
/// How many good versions of a project there are.
pub const VERSIONS: usize = 4;

/// What `guide.yaml` of a folder is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Guide {
    /// None is there.
    None,
    /// A link to this version.
    Version(usize),
    /// A link to what cannot be loaded.
    Broken,
    /// A link to nothing.
    Dangling,
    /// A link to a version in another folder.
    Elsewhere(usize),
    /// A directory.
    Directory,
    /// A file that is written now, of this version.
    Written(usize),
}

/// A client's root, or what it gives as one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Root {
    /// A place, its URI written in one of several ways.
    At(usize, usize),
    /// What is no path of this machine.
    Foreign(usize),
}

/// One step of a plan. Places are numbers in [`PLACES`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Step {
    /// The folder at this place has this `guide.yaml` now.
    Edit(usize, Guide),
    /// A folder takes this place, if nothing is there.
    Put(usize),
    /// The folder at this place is moved away.
    Away(usize),
    /// What stands at one place is renamed to another, if nothing is there.
    Rename(usize, usize),
    /// The folder at this place is removed for good, with all that is in it.
    Remove(usize),
    /// The client's roots are these now; `None`: it offers none.
    Roots(Option<Vec<Root>>),
    /// A call.
    Call,
    /// One call for each of so many folders as the only root.
    Tour(usize),
}

/// Where folders may stand, those above before those below.
pub const PLACES: [&str; 7] = ["a", "b", "a/sub", "b/sub", "a/sub/deep", "c d", "é"];
const MAX_STEPS: usize = 32;

/// Where a session looks, and what is done.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Plan {
    pub from: From,
    pub steps: Vec<Step>,
}

/// Where the project is looked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum From {
    /// At this place, which the user named.
    Named(usize),
    /// At the `guide.yaml` there, which the user named.
    File(usize),
    /// In the roots, else upward from this place.
    Search(usize),
    /// In the roots alone.
    Roots,
}

impl Plan {
    /// Cuts a plan out of a byte string: any is one.
    pub fn decode(data: &[u8]) -> Self {
        let mut bytes = Bytes(data);
        let from = match bytes.next() % 8 {
            0 => From::Named(place(&mut bytes)),
            1 => From::File(place(&mut bytes)),
            2 => From::Roots,
            _ => From::Search(place(&mut bytes)),
        };
        let (mut steps, mut written) = (Vec::new(), 0);
        while !bytes.0.is_empty() && steps.len() < MAX_STEPS {
            let bytes = &mut bytes;
            steps.push(match bytes.next() % 24 {
                0..8 => {
                    let at = place(bytes);
                    let guide = match bytes.next() % 16 {
                        0..7 => Guide::Version(bytes.next() % VERSIONS),
                        7 => Guide::None,
                        8 | 9 => Guide::Broken,
                        10 => Guide::Dangling,
                        11 => Guide::Elsewhere(bytes.next() % VERSIONS),
                        12 => Guide::Directory,
                        // Each of these is waited for.
                        _ if written < 3 => {
                            written += 1;
                            Guide::Written(bytes.next() % VERSIONS)
                        }
                        _ => Guide::Version(0),
                    };
                    Step::Edit(at, guide)
                }
                8..10 => Step::Put(place(bytes)),
                10 => Step::Away(place(bytes)),
                11 | 12 => Step::Rename(place(bytes), place(bytes)),
                13 => Step::Remove(place(bytes)),
                14 => Step::Roots(None),
                15..18 => {
                    let count = bytes.next() % 4;
                    Step::Roots(Some((0..count).map(|_| root(bytes)).collect()))
                }
                18 => Step::Tour(bytes.next() % (FOLDERS - 2)),
                _ => Step::Call,
            });
        }
        Self { from, steps }
    }
}

fn root(bytes: &mut Bytes<'_>) -> Root {
    match bytes.next() % 8 {
        0 => Root::Foreign(bytes.next()),
        _ => Root::At(place(bytes), bytes.next()),
    }
}

/// Mostly the first, so that steps concern each other.
fn place(bytes: &mut Bytes<'_>) -> usize {
    match bytes.next() % 16 {
        choice @ 0..7 => choice,
        choice => (choice - 7) / 5,
    }
}

/// The folders, and the place where they stand.
#[derive(Debug)]
pub struct Places {
    folder: TempDir,
    /// How many folders were ever made.
    made: RefCell<usize>,
}

impl Places {
    /// Nothing stands at any place; all folders are away.
    pub(crate) fn new() -> Self {
        let places = Self { folder: folder(), made: RefCell::new(0) };
        for name in ["away", "world"] {
            fs::create_dir(places.folder.path().join(name)).expect("a new directory");
        }
        for _ in 0..FOLDERS {
            places.make();
        }
        places
    }

    /// The path of a place.
    pub fn path(&self, place: usize) -> PathBuf {
        self.folder.path().join("world").join(PLACES[place])
    }

    /// The paths of the folders that are away, by their names.
    pub fn away(&self) -> Vec<PathBuf> {
        let away = fs::read_dir(self.folder.path().join("away")).expect("it can be listed");
        let mut away: Vec<PathBuf> = away.map(|entry| entry.expect("an entry").path()).collect();
        away.sort();
        away
    }

    /// A folder for later, with every version in it.
    fn make(&self) {
        let mut made = self.made.borrow_mut();
        *made += 1;
        let path = self.folder.path().join(format!("away/{:05}", *made));
        fs::create_dir(&path).expect("a new directory");
        for version in 0..VERSIONS {
            let file = path.join(format!("{version}.yaml"));
            fs::write(file, guide(version)).expect("a new file");
        }
        fs::write(path.join("broken.yaml"), "categories: [\n").expect("a new file");
        fs::write(path.join("who.txt"), made.to_string()).expect("a new file");
    }

    /// Everything is away again, with no `guide.yaml`, and no folder is missing.
    pub fn clear(&self) {
        let world = self.folder.path().join("world");
        // What lies in another folder first.
        for place in (0..PLACES.len()).rev() {
            self.take_away(&self.path(place));
        }
        fs::remove_dir_all(&world).expect("it is removed");
        fs::create_dir(&world).expect("a new directory");
        let away = |below: &PathBuf| self.take_away(below);
        // Some were moved with the one in which they lay.
        let within = |folder: PathBuf| ["sub", "deep"].map(|below| folder.join(below));
        while self.away().into_iter().flat_map(within).any(|below| away(&below)) {}
        for folder in self.away() {
            edit(&folder, Guide::None);
        }
        while self.away().len() < FOLDERS {
            self.make();
        }
    }

    /// Moves a folder away; whether one was there.
    fn take_away(&self, folder: &Path) -> bool {
        let Ok(name) = fs::read_to_string(folder.join("who.txt")) else {
            return false;
        };
        let name: usize = name.parse().expect("a number");
        let away = self.folder.path().join(format!("away/{name:05}"));
        fs::rename(folder, away).expect("it is moved");
        true
    }

    /// Does a step that changes the folders. What is not possible is left undone.
    pub fn change(&self, step: &Step) {
        match *step {
            Step::Edit(place, guide) => edit(&self.path(place), guide),
            Step::Put(place) => {
                if let Some(folder) = self.away().first() {
                    self.rename(folder, place);
                }
            }
            Step::Away(place) => drop(self.take_away(&self.path(place))),
            Step::Rename(from, to) => self.rename(&self.path(from), to),
            Step::Remove(place) => drop(fs::remove_dir_all(self.path(place))),
            Step::Roots(_) | Step::Call | Step::Tour(_) => {}
        }
    }

    fn rename(&self, from: &Path, to: usize) {
        let _ = fs::rename(from, self.path(to));
    }
}

/// A project of this version: its one category says which.
pub fn guide(version: usize) -> String {
    format!("categories: {{ v{version}: {{ dir: ., patterns: [who.txt] }} }}\n")
}

/// Gives a folder this `guide.yaml`, where there is one.
pub fn edit(folder: &Path, guide_is: Guide) {
    let file = folder.join("guide.yaml");
    if fs::symlink_metadata(folder.join("who.txt")).is_err() {
        return;
    }
    if fs::remove_file(&file).is_err() {
        let _ = fs::remove_dir(&file);
    }
    let link = |target: String| symlink(target, &file).expect("a new link");
    match guide_is {
        Guide::None => {}
        Guide::Version(version) => link(format!("{version}.yaml")),
        Guide::Broken => link("broken.yaml".into()),
        Guide::Dangling => link("nothing.yaml".into()),
        Guide::Elsewhere(version) => {
            // Out of the folder, and back in: it leads out all the same.
            let name = folder.file_name().expect("a name").to_string_lossy();
            link(format!("../{name}/{version}.yaml"));
        }
        Guide::Directory => fs::create_dir(&file).expect("a new directory"),
        Guide::Written(version) => fs::write(&file, guide(version)).expect("a new file"),
    }
}

/// What tells a folder from every other while it is held.
pub fn identity(path: &Path) -> Option<(u64, u64)> {
    let metadata = File::open(path).ok()?.metadata().ok()?;
    metadata.is_dir().then(|| (metadata.dev(), metadata.ino()))
}
