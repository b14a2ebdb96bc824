//! A project's file, in the folder that is held open.

use std::sync::Arc;
use std::time::{Duration, Instant};

use camino::{Utf8Component, Utf8Path};

use crate::documents::fault::Fault;
use crate::documents::sandbox::ambient::MAX_FILE_BYTES;
use crate::documents::sandbox::{Folder, Owner, Reach, Version};
use crate::project::guide::NEAR_NAMES;

/// How long a file has to have stayed as it is to be taken for whole: whoever
/// writes it in pieces is seldom slower from one to the next.
#[doc(hidden)]
pub const SETTLED: Duration = Duration::from_millis(20);
/// How long a call waits for a file that changes: to settle, to load, and for the next
/// one that a link leads to, all together.
pub(super) const PATIENCE: Duration = Duration::from_millis(200);
/// From which age on a stat tells every further change: file systems count the
/// time in steps of up to 2 s.
const TELLING: Duration = Duration::from_secs(3);

/// The file of one project.
#[derive(Debug, Clone)]
pub(super) struct ProjectFile {
    /// The project's folder.
    pub folder: Arc<Folder>,
    /// The file's name in it.
    pub name: String,
    /// How far the file, and the project's directories, may lie.
    pub reach: Reach,
}

/// A project's file, read whole.
#[derive(Debug)]
pub(super) struct Reading {
    pub content: Vec<u8>,
    pub version: Version,
    /// Whether the version alone tells whether the content is still this.
    pub telling: bool,
}

impl Reading {
    /// Whether the file has only just changed.
    pub fn is_young(&self) -> bool {
        self.version.age().is_some_and(|age| age < PATIENCE)
    }
}

impl ProjectFile {
    /// Whether both are the same file of the same folder.
    pub fn is(&self, other: &Self) -> bool {
        self.folder.identity() == other.folder.identity()
            && self.name == other.name
            && self.reach == other.reach
    }

    /// The file's version; nothing is read.
    ///
    /// # Errors
    ///
    /// Why it cannot be looked at.
    pub fn version(&self) -> Result<Version, Fault> {
        self.folder
            .version(Utf8Path::new(&self.name), self.reach)
            .map_err(of_project)
    }

    /// Returns true if the project is named by the user, or its folder and a file of
    /// this version belong to the user.
    pub fn is_own(&self, version: &Version) -> bool {
        let folder = || self.folder.owner().is_ok_and(Owner::is_user);
        self.reach == Reach::Anywhere || version.owner().is_user() && folder()
    }

    /// Whether the folder has a project's file, readable or not. A folder that may
    /// not be searched has none.
    pub fn is_there(&self) -> bool {
        match self.version() {
            Err(Fault::Missing | Fault::NotDirectory) => false,
            Err(Fault::Permission) => self.folder.has(&self.name),
            _ => true,
        }
    }

    /// Reads the file when it has stopped changing, or once it was read without
    /// changing meanwhile and there was no end of it by `deadline`.
    ///
    /// # Errors
    ///
    /// [`Fault::Changing`] when it never stayed the same for one reading; else what
    /// the sandbox says.
    pub fn read(&self, deadline: Instant) -> Result<Reading, Fault> {
        loop {
            let opened = self
                .folder
                .open(Utf8Path::new(&self.name), self.reach)
                .map_err(of_project)?;
            let before = opened.version()?;
            let content = opened.read(MAX_FILE_BYTES).map_err(Fault::of_file)?;
            let version = opened.version()?;
            // A time in the future tells nothing.
            let age = version.age().unwrap_or(SETTLED);
            let impatient = Instant::now() >= deadline;
            if version == before && (age >= SETTLED || impatient) {
                return Ok(Reading {
                    content,
                    version,
                    telling: age >= TELLING,
                });
            }
            if impatient {
                return Err(Fault::Changing);
            }
            let rest = SETTLED.saturating_sub(age).max(Duration::from_millis(1));
            sleep_until(Instant::now() + rest, deadline);
        }
    }
}

/// Sleeps until `time`, or until `deadline` if that is earlier.
pub(super) fn sleep_until(time: Instant, deadline: Instant) {
    std::thread::sleep(time.min(deadline).saturating_duration_since(Instant::now()));
}

/// What leads out of a project's folder is not out of a category.
pub(super) fn of_project(fault: Fault) -> Fault {
    match fault {
        Fault::Outside => Fault::OutsideProject,
        other => other,
    }
}

/// A file in a folder with nearly the name of a project's.
pub(super) fn near_name(folder: &Folder) -> Option<&'static str> {
    NEAR_NAMES.into_iter().find(|name| folder.has(name))
}

/// Why a category's directory cannot be opened, where the way it is spelled says
/// more than the system does.
pub(super) fn of_spelling(dir: &Utf8Path, fault: Fault) -> Fault {
    let text = dir.as_str();
    match fault {
        Fault::OutsideProject if dir.is_absolute() => Fault::Absolute,
        Fault::OutsideProject if leads_above(dir) => Fault::Above,
        Fault::Missing if text == "~" || text.starts_with("~/") => Fault::Home,
        Fault::Missing if text.starts_with('$') => Fault::Variable,
        // In double quotes, `\a` is a control character.
        Fault::Missing if text.contains(|c: char| c == '\\' || c.is_control()) => Fault::Backslash,
        other => other,
    }
}

/// Whether the `..` of a path lead above where it begins.
fn leads_above(path: &Utf8Path) -> bool {
    let mut depth = 0;
    path.components().any(|component| {
        match component {
            Utf8Component::Normal(_) => depth += 1,
            Utf8Component::ParentDir => depth -= 1,
            _ => {}
        }
        depth < 0
    })
}
