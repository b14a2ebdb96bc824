//! The reasons why the guide of an include does not exist, and the commands that fix the problem.

use camino::Utf8Path;

use crate::documents::dir_error::DirError;
use crate::documents::file_error::FileError;
use crate::documents::sandbox::{FileType, Reach, Tree};
use crate::documents::survey::repository_folder;
use crate::project::clone_command::{CloneCommand, ShellPath};
use crate::project::guide_file::IncludeFields;
use crate::project::project_error::ProjectErrorKind;
use crate::project::project_file::{FILE_NAME, ProjectFile, misspelt_file};
use crate::project::submodules::submodules;
use crate::text::messages::QuotedName;
use crate::text::paths::{is_within, join, normal, slashed};
use crate::text::truncated::near;

/// The maximum number of folders next to an include's path whose names are compared with its name.
const MAX_COMPARED: usize = 1_000;

/// The reason why a guide does not exist, and the command or the path that fixes the problem. Paths
/// are relative to the folder of the guide that includes it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Absence {
    /// The folder of the guide's submodule is empty or missing.
    NotCloned(CloneCommand),
    /// The guide's folder exists, but has no `guide.yaml`.
    NoGuide(CloneCommand),
    /// Nothing exists at the path, but there is a guide with nearly the same path.
    NearGuide(QuotedName),
    /// Nothing exists at the path.
    Nothing(CloneCommand),
}

impl Absence {
    /// Returns the reason why no guide exists at the path of `include`, an include of `from`.
    /// `reason` is the error from opening the guide.
    pub(super) fn of(from: &ProjectFile, include: &IncludeFields, reason: &DirError) -> Self {
        let path = &include.path;
        if let Some(module) = submodule(from, path) {
            return Self::NotCloned(CloneCommand::Submodule(ShellPath(module)));
        }
        let folder = ShellPath(include.folder().to_string());
        let file = from
            .included(path)
            .ok()
            .filter(|file| file.name == FILE_NAME);
        if let Some(file) = file.filter(|_| *reason == FileError::Missing.into()) {
            let misspelt = misspelt_file(&file.folder);
            let meant =
                misspelt.map(|name| join(slashed(path).as_str().trim_end_matches('/'), name));
            return match meant {
                Some(meant) => Self::NearGuide(QuotedName(meant)),
                None => Self::NoGuide(CloneCommand::Guide(folder)),
            };
        }
        match near_guide(from, path) {
            Some(meant) => Self::NearGuide(QuotedName(meant)),
            None => Self::Nothing(CloneCommand::Repository(folder)),
        }
    }

    /// Returns the error for an include whose path is the address of a repository. The error
    /// suggests a folder with the repository's name.
    pub(super) fn of_address(address: &Utf8Path) -> ProjectErrorKind {
        let mut names = address.as_str().trim_end_matches('/').rsplit(['/', ':']);
        let name = names.next().map(|name| name.trim_end_matches(".git"));
        let name = name.filter(|name| !matches!(*name, "" | "." | ".."));
        ProjectErrorKind::Address {
            address: ShellPath(address.to_string()),
            folder: ShellPath(name.unwrap_or(".rules").to_owned()),
        }
    }

    /// Returns the same reason with paths relative to a different folder. `folder` is the path from
    /// that folder to the folder of the including guide.
    pub fn within(self, folder: &str) -> Self {
        match self {
            Self::NotCloned(command) => Self::NotCloned(command.within(folder)),
            Self::NoGuide(command) => Self::NoGuide(command.within(folder)),
            Self::Nothing(command) => Self::Nothing(command.within(folder)),
            Self::NearGuide(meant) => Self::NearGuide(meant),
        }
    }
}

impl From<Absence> for ProjectErrorKind {
    /// Converts the reason into the error of the guide that includes the missing guide.
    fn from(absence: Absence) -> Self {
        match absence {
            Absence::NotCloned(command) => Self::NotCloned(command),
            Absence::NoGuide(command) => Self::BareInclude(command),
            Absence::NearGuide(meant) => Self::NearInclude(meant),
            Absence::Nothing(command) => Self::NoInclude(command),
        }
    }
}

/// Returns the path to a folder next to `path` that has nearly the same name. The folder contains a
/// guide, or is a submodule that is not cloned.
fn near_guide(from: &ProjectFile, path: &Utf8Path) -> Option<String> {
    let (above, name) = (path.parent()?, path.file_name()?);
    let folder = from.folder.below(above, Reach::Beneath).ok()?;
    let (entries, _) = folder.list("".into(), MAX_COMPARED).ok()?;
    let folders = entries.into_iter();
    let folders = folders.filter(|entry| entry.kind == FileType::Directory);
    let names: Vec<String> = folders.filter_map(|entry| entry.name.ok()).collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let mut near = near(name, &names).into_iter();
    let path = near.find(|name| {
        let below = folder.below(Utf8Path::new(name), Reach::Beneath);
        below.is_ok_and(|below| below.has(FILE_NAME))
            || submodule(from, &above.join(name)).is_some()
    });
    path.map(|name| join(slashed(above).as_str(), name))
}

/// Returns the path to the submodule that contains `path`, if the submodule is not cloned: its
/// folder is empty or missing. Submodules are listed in the guide's folder. For a project that may
/// lead out of its folder, submodules are also listed in the top folder of its repository.
fn submodule(from: &ProjectFile, path: &Utf8Path) -> Option<String> {
    let path = normal(slashed(path).as_str()).unwrap_or_default();
    let is_uncloned = |module: &String| match from.folder.list(Utf8Path::new(module), 1) {
        Ok((entries, _)) => entries.is_empty(),
        Err(error) => error == FileError::Missing,
    };
    let own = submodules(&from.folder).into_iter();
    let above = (from.reach == Reach::Anywhere).then(|| submodules_above(&from.folder));
    let mut modules = own.chain(above.unwrap_or_default());
    modules.find(|module| is_within(&path, module) && is_uncloned(module))
}

/// Returns the submodules in `folder` that the top folder of its repository lists. Their paths are
/// relative to `folder`.
fn submodules_above(folder: &Tree) -> Vec<String> {
    let paths = || {
        let folder = folder.path()?;
        let folder = Utf8Path::new(&folder);
        let top = repository_folder(folder).filter(|top| top != folder)?;
        let below = slashed(folder.strip_prefix(&top).ok()?).into_string();
        let modules = submodules(&Tree::ambient(&top).ok()?).into_iter();
        let modules = modules.filter_map(|module| {
            let module = module.strip_prefix(&below)?.strip_prefix('/')?;
            Some(module.to_owned())
        });
        Some(modules.collect())
    };
    paths().unwrap_or_default()
}
