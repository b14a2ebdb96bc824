//! What surrounds a client's session: its start folder, its settings, and other files.

use crate::path::{is_within, join};
use crate::settings::Settings;

/// The folder in which a client was started, in relation to a project.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Start {
    /// The path relative to the project's folder, or `None` if the client was started in a folder
    /// above it.
    pub path: Option<String>,
    /// The highest folder in the project from which the client reads files, relative to the
    /// project's folder.
    pub top: String,
}

impl Start {
    /// Returns the start in `path`, a folder of a project whose folder is the top of a repository.
    pub fn at(path: impl Into<String>) -> Self {
        Self {
            path: Some(path.into()),
            top: String::new(),
        }
    }

    /// Returns whether the client reads the files in `folder`, a folder of the project, when it
    /// starts.
    pub fn reads(&self, folder: &str) -> bool {
        let path = self.path.as_ref();
        path.is_some_and(|path| is_within(path, folder) && is_within(folder, &self.top))
    }

    /// Returns `path` relative to each folder above it from which the client reads files when it
    /// starts.
    pub fn paths<'p>(&self, path: &'p str) -> impl Iterator<Item = &'p str> {
        let slashes = path.match_indices('/');
        let parents = slashes.map(|(at, _)| (&path[..at], &path[at + 1..]));
        let all = std::iter::once(("", path)).chain(parents);
        all.filter(|(folder, _)| self.reads(folder))
            .map(|(_, path)| path)
    }

    /// Returns whether `path`, which is relative to the project's folder, is this folder or is
    /// inside it.
    pub fn holds(&self, path: &str) -> bool {
        self.path.as_ref().is_none_or(|own| is_within(path, own))
    }

    /// Returns the folders from the highest one that the client reads down to this one, relative to
    /// the project's folder. The list is empty if this folder is above the project's.
    fn folders(&self) -> Vec<&str> {
        let Some(path) = &self.path else {
            return Vec::new();
        };
        let slashes = path.match_indices('/').map(|(at, _)| &path[..at]);
        let own = (!path.is_empty()).then_some(path.as_str());
        let all = std::iter::once("").chain(slashes).chain(own);
        all.filter(|folder| is_within(folder, &self.top)).collect()
    }
}

/// A file of a chain, in which a client loads one file of each folder.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ChainFile {
    /// The path relative to the project's folder, or `None` if the file is above that folder.
    pub path: Option<String>,
    /// The size in bytes.
    pub bytes: u64,
}

/// What surrounds a client's session. The answers may be computed when they are needed: this crate
/// opens no file.
///
/// [`Files`] implements it for a list of files.
pub trait Surroundings {
    /// Returns the client's start folder, or `None` if it is unknown.
    fn start(&self) -> Option<&Start>;

    /// Returns the client's settings, or `None` if they are unknown.
    fn settings(&self) -> Option<&Settings>;

    /// Returns the size in bytes of the file at `path`, which is relative to the project's folder,
    /// or `None` if there is no file.
    fn bytes(&self, path: &str) -> Option<u64>;

    /// Returns whether a file exists at `path`, which is relative to the project's folder.
    fn has(&self, path: &str) -> bool {
        self.bytes(path).is_some()
    }

    /// Returns whether a file exists at `path` in the start folder or in a folder above it.
    fn is_above(&self, path: &str) -> bool {
        let folders = self.start().map(Start::folders).unwrap_or_default();
        folders.iter().any(|folder| self.has(&join(folder, path)))
    }

    /// Returns, for each folder from the repository's top down to the start folder, the first file
    /// with one of `names`.
    fn chain(&self, names: &[&str]) -> Vec<ChainFile> {
        let folders = self.start().map(Start::folders).unwrap_or_default();
        let first = |folder: &&str| {
            names.iter().find_map(|name| {
                let path = join(folder, name);
                let bytes = self.bytes(&path)?;
                Some(ChainFile {
                    path: Some(path),
                    bytes,
                })
            })
        };
        folders.iter().filter_map(first).collect()
    }

    /// Returns the absolute path to the project's folder, or `None` if it is unknown. It is called
    /// only if a setting excludes files.
    fn root(&self) -> Option<String> {
        None
    }
}

/// Surroundings that are a list of files. All other files of the project do not exist.
///
/// ```
/// use rule_files::{Files, Start, Surroundings};
///
/// let files = Files::of([("AGENTS.md", "Be brief.\n")]).started(Start::at("web"));
/// assert_eq!(files.bytes("AGENTS.md"), Some(10));
/// assert!(files.is_above("AGENTS.md") && !files.has("web/AGENTS.md"));
/// ```
#[derive(Debug, Clone, Default)]
pub struct Files {
    files: std::collections::BTreeMap<String, u64>,
    start: Start,
    settings: Settings,
}

impl Files {
    /// Returns the surroundings of a client that was started in the project's folder, without
    /// settings. `files` are the paths and texts of the files that exist.
    pub fn of<'t>(files: impl IntoIterator<Item = (&'t str, &'t str)>) -> Self {
        let files = files.into_iter();
        Self {
            files: files
                .map(|(path, text)| (path.to_owned(), text.len() as u64))
                .collect(),
            start: Start::at(""),
            settings: Settings::default(),
        }
    }

    /// Returns the same files for a client that was started in the folder `start`.
    #[must_use]
    pub fn started(self, start: Start) -> Self {
        Self { start, ..self }
    }

    /// Returns the same files for a client with `settings`.
    #[must_use]
    pub fn with_settings(self, settings: Settings) -> Self {
        Self { settings, ..self }
    }
}

impl Surroundings for Files {
    fn start(&self) -> Option<&Start> {
        Some(&self.start)
    }

    fn settings(&self) -> Option<&Settings> {
        Some(&self.settings)
    }

    fn bytes(&self, path: &str) -> Option<u64> {
        self.files.get(path).copied()
    }
}
