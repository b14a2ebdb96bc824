//! What surrounds a client's session on this machine: its start folder, its settings files, and
//! the files of the project.

use std::cell::OnceCell;

use camino::{Utf8Path, Utf8PathBuf};
use rule_files::{ChainFile, Client, Settings, SettingsOwner, Start, Surroundings};

use super::environment::Environment;
use super::settings_text::{MAX_BYTES, settings_text};
use super::start_folder::StartFolder;
use crate::documents::file_error::FileError;
use crate::documents::sandbox::{FileType, Reach, Tree, ambient};
use crate::project::bound_project::BoundProject;
use crate::text::paths::join;

/// What surrounds a client's session. Folders and files are read when they are needed.
pub(in crate::cli) struct ClientSurroundings<'a> {
    client: &'a Client,
    bound: &'a BoundProject,
    environment: &'a Environment,
    told: &'a dyn Fn() -> Option<Utf8PathBuf>,
    start: OnceCell<Option<StartFolder>>,
    settings: OnceCell<Settings>,
}

impl<'a> ClientSurroundings<'a> {
    /// Prepares the surroundings of `client`. `told` returns the client's start folder, and is
    /// called only if needed.
    pub fn new(
        client: &'a Client,
        bound: &'a BoundProject,
        environment: &'a Environment,
        told: &'a dyn Fn() -> Option<Utf8PathBuf>,
    ) -> Self {
        Self {
            client,
            bound,
            environment,
            told,
            start: OnceCell::new(),
            settings: OnceCell::new(),
        }
    }

    /// Returns the folder in which the client was started, or `None` if it is unknown.
    fn start_folder(&self) -> Option<&StartFolder> {
        let find = || {
            let folder = (self.told)()?;
            StartFolder::find(&folder, self.bound.folder(), self.client.above)
        };
        self.start.get_or_init(find).as_ref()
    }

    /// Returns the folder of the user's settings.
    fn user_folder(&self) -> Option<Tree> {
        Tree::ambient(self.environment.settings.as_ref()?).ok()
    }

    /// Reads the settings files of the user and of the project. `start` is the folder in which the
    /// client was started.
    fn read_settings(&self, start: &StartFolder) -> Settings {
        let mut settings = Settings::default();
        if let Some(folder) = self.user_folder() {
            let real = |folder: &str| {
                let real = ambient::canonical(Utf8Path::new(folder)).ok()?;
                Some(real.into_string())
            };
            let owner = SettingsOwner::User { real: &real };
            for file in &self.client.user {
                self.read_file(&mut settings, &folder, file, &owner);
            }
        }
        let folders = if self.client.project.is_empty() {
            0
        } else if self.client.read_above {
            usize::MAX
        } else {
            1
        };
        for (tree, _) in start.chain().take(folders) {
            for file in &self.client.project {
                self.read_file(&mut settings, tree, file, &SettingsOwner::Project);
            }
        }
        settings
    }

    /// Adds the content of the settings file `file` in the folder `tree` to `settings`.
    fn read_file(
        &self,
        settings: &mut Settings,
        tree: &Tree,
        file: &str,
        owner: &SettingsOwner<'_>,
    ) {
        let reach = match owner {
            SettingsOwner::User { .. } => Reach::Anywhere,
            SettingsOwner::Project => Reach::Beneath,
        };
        let opened = tree.open(file.into(), reach);
        match opened.and_then(|opened| opened.text(MAX_BYTES)) {
            Ok(text) => match settings_text(&text, file) {
                Some(values) => settings.add(self.client, &values, owner),
                None => settings.is_unknown = true,
            },
            Err(FileError::Missing | FileError::NotDirectory) => {}
            Err(_) => settings.is_unknown = true,
        }
    }
}

impl Surroundings for ClientSurroundings<'_> {
    fn start(&self) -> Option<&Start> {
        Some(&self.start_folder()?.start)
    }

    fn settings(&self) -> Option<&Settings> {
        let start = self.start_folder()?;
        Some(self.settings.get_or_init(|| self.read_settings(start)))
    }

    fn bytes(&self, path: &str) -> Option<u64> {
        let folder = self.bound.folder();
        Some(folder.version(path.into(), Reach::Anywhere).ok()?.bytes)
    }

    fn has(&self, path: &str) -> bool {
        let found = self.bound.folder().file_type(path.into());
        matches!(found, Ok(Some(kind)) if kind != FileType::Directory)
    }

    fn is_above(&self, path: &str) -> bool {
        let start = self.start_folder();
        start.is_some_and(|start| start.is_below(path, self.user_folder().as_ref()))
    }

    fn chain(&self, names: &[&str]) -> Vec<ChainFile> {
        let Some(start) = self.start_folder() else {
            return Vec::new();
        };
        let mut files = Vec::new();
        for (tree, folder) in start.chain().rev() {
            let version = |name: &str| tree.version(name.into(), Reach::Anywhere).ok();
            let mut versions = names.iter().map(|name| (name, version(name)));
            if let Some((name, Some(version))) = versions.find(|(_, version)| version.is_some()) {
                files.push(ChainFile {
                    path: folder.map(|folder| join(folder, name)),
                    bytes: version.bytes,
                });
            }
        }
        files
    }

    fn root(&self) -> Option<String> {
        self.bound.folder().path()
    }
}
