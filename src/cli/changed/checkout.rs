//! A commit's files, written to a temporary folder that only this process uses.

use std::collections::{BTreeMap, BTreeSet};
use std::process;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use camino::Utf8Path;

use super::git::{ChangedPath, Commit, Git, TreeEntry, TreeEntryKind};
use super::side::below;
use crate::cli::system::on_termination;
use crate::documents::file_error::FileError;
use crate::documents::sandbox::{PrivateFolder, Reach, Tree};
use crate::limits::MAX_CONFIG_BYTES;
use crate::project::project_file::FILE_NAME;
use crate::project::session::Source;
use crate::table::Table;
use crate::text::escaped::escape_truncated;
use crate::text::markup::imports::{imports, resolved};
use crate::text::paths::join;

/// The exit code after a signal.
const INTERRUPTED: i32 = 130;
/// The name that marks the top of a repository. In a checkout, it is an empty file, so it leads to no
/// repository.
const TOP: &str = ".git";

/// The names of files that decide which rules exist.
const NEEDED: [&str; 2] = [FILE_NAME, ".gitignore"];

/// Where to search for a commit's project: the path by which the project was given, if any, and a
/// folder relative to the repository's top.
pub(super) type ProjectPlace<'p> = (Option<&'p Utf8Path>, &'p str);

/// A commit's files, written exactly as they are in the repository: nothing is converted, and
/// attributes are ignored. If the project has no guide, only these are read and written: rule files,
/// their imports, the targets of links, and files that decide which rules exist. The folder is removed
/// when the checkout is dropped.
pub(super) struct Checkout<'c> {
    git: &'c Git,
    table: &'c Table,
    place: ProjectPlace<'c>,
    folder: PrivateFolder,
    /// Whether the folder has been removed.
    is_gone: Arc<AtomicBool>,
    /// The clones of submodules, by their paths.
    modules: BTreeMap<String, Git>,
    /// The submodules whose commit is not available.
    pub uncloned: BTreeSet<String>,
    /// The paths in the commit, including those in submodules.
    pub paths: BTreeSet<String>,
    /// The paths to files that contain clients' settings.
    settings: BTreeSet<String>,
    /// The entries of files that are not written, because nothing reads them.
    unread: BTreeMap<String, TreeEntry>,
    /// The paths to symbolic links.
    links: BTreeSet<String>,
    /// The targets of links, relative to the repository's top.
    targets: BTreeSet<String>,
    /// The files that rule files import, each with one of the importing files.
    pub imported: BTreeMap<String, String>,
    /// The number of files that are left out because their names are not UTF-8.
    pub unnamed: usize,
    /// The files whose content is missing in a partial clone. They are written as empty files.
    pub missing: Vec<String>,
}

impl<'c> Checkout<'c> {
    /// Writes the files of `commit` to a new folder.
    ///
    /// # Errors
    ///
    /// Returns an error if git cannot read the files, if they cannot be written, or if the commit does
    /// not contain the project's folder.
    pub fn new(
        git: &'c Git,
        table: &'c Table,
        commit: &Commit,
        place: ProjectPlace<'c>,
        settings: BTreeSet<String>,
    ) -> Result<Self, String> {
        let (entries, unnamed) = git.entries(commit)?;
        let mut folder = PrivateFolder::new().map_err(|error| unwritten(table, "", &error))?;
        let is_gone = Arc::new(AtomicBool::new(false));
        if let Ok(remove) = folder.remover() {
            let is_gone = Arc::clone(&is_gone);
            // If the handler cannot be installed, a signal leaves the folder behind.
            let _ = on_termination(move || {
                if !is_gone.load(Ordering::Acquire) {
                    remove();
                    process::exit(INTERRUPTED);
                }
            });
        }
        let written = folder.write(TOP, b"");
        written.map_err(|error| unwritten(table, TOP, &error))?;
        let mut checkout = Self {
            git,
            table,
            place,
            folder,
            is_gone,
            modules: BTreeMap::new(),
            uncloned: BTreeSet::new(),
            paths: BTreeSet::new(),
            settings,
            unread: BTreeMap::new(),
            links: BTreeSet::new(),
            targets: BTreeSet::new(),
            imported: BTreeMap::new(),
            unnamed,
            missing: Vec::new(),
        };
        checkout.add(entries)?;
        let start = place.1.trim_end_matches('/');
        if place.0.is_some() && !start.is_empty() {
            let begin = format!("{start}/");
            let has = |path: &String| path.starts_with(&begin);
            // The folder does not exist yet if nothing reads its files.
            if checkout.paths.iter().any(has) {
                drop(checkout.folder.make(start))
            } else {
                return Err(format!(
                    "the base has no folder '{}', and so no rules for it",
                    escape_truncated(start)
                ));
            }
        }
        Ok(checkout)
    }

    /// Replaces the files with those of a different commit. `changes` are the paths that differ.
    ///
    /// # Errors
    ///
    /// Returns the same errors as [`Self::new`].
    pub fn change(&mut self, changes: &[ChangedPath]) -> Result<(), String> {
        for path in changes.iter().map(|change| &change.path) {
            let gone: Vec<String> = match self.modules.remove(path) {
                Some(_) => (self.paths.iter())
                    .filter(|file| below(file, path).is_some())
                    .cloned()
                    .collect(),
                None => vec![path.clone()],
            };
            for path in gone {
                if self.paths.remove(&path) && self.unread.remove(&path).is_none() {
                    self.remove(&path)?;
                }
            }
        }
        let new = changes.iter().filter_map(|change| change.new.clone());
        self.add(new.collect())
    }

    /// Returns the files of the submodule at `entry`. Returns `None` if the submodule is not cloned,
    /// or if its clone does not contain the commit.
    fn module(&mut self, entry: &TreeEntry) -> Option<Vec<TreeEntry>> {
        let git = Git::of(&self.git.top()?.join(&entry.path)).ok()?;
        // If the submodule is not cloned, its folder belongs to the outer repository.
        let commit = git
            .prefix
            .is_empty()
            .then(|| git.commit(&entry.object))?
            .ok()?;
        let (mut entries, unnamed) = git.entries(&commit).ok()?;
        self.unnamed += unnamed;
        for file in &mut entries {
            file.path = join(&entry.path, &file.path);
        }
        self.modules.insert(entry.path.clone(), git);
        Some(entries)
    }

    fn remove(&mut self, path: &str) -> Result<(), String> {
        let removed = self.folder.remove(path);
        removed.map_err(|error| unwritten(self.table, path, &error))
    }

    /// Writes the entries in `entries` that are needed, and the files that they import or link to.
    fn add(&mut self, entries: Vec<TreeEntry>) -> Result<(), String> {
        let is_module = |entry: &TreeEntry| entry.kind == TreeEntryKind::Submodule;
        let (modules, mut entries): (Vec<_>, Vec<_>) = entries.into_iter().partition(is_module);
        for module in modules.iter().filter(|module| is_safe(&module.path)) {
            match self.module(module) {
                Some(files) => entries.extend(files),
                None => {
                    // Like git, leaves an empty folder for a submodule that is not cloned.
                    let made = self.folder.make(&module.path);
                    made.map_err(|error| unwritten(self.table, &module.path, &error))?;
                    self.uncloned.insert(module.path.clone());
                }
            }
        }
        entries.retain(|entry| entry.kind != TreeEntryKind::Submodule && is_safe(&entry.path));
        let paths = entries.iter().map(|entry| entry.path.clone());
        self.paths.extend(paths);
        if self.is_guided() {
            entries.extend(std::mem::take(&mut self.unread).into_values());
        } else {
            let (needed, unread): (Vec<_>, Vec<_>) =
                entries.into_iter().partition(|entry| self.needs(entry));
            let unread = unread.into_iter().map(|entry| (entry.path.clone(), entry));
            self.unread.extend(unread);
            entries = needed;
        }
        self.put(entries)?;
        self.follow()
    }

    /// Writes `entries`: files first, then links, so that no file is written through a link.
    fn put(&mut self, mut entries: Vec<TreeEntry>) -> Result<(), String> {
        entries.sort_by_key(|entry| entry.kind == TreeEntryKind::Link);
        let modules = std::mem::take(&mut self.modules);
        for (path, git) in &modules {
            let is_inside = |entry: &TreeEntry| below(&entry.path, path).is_some();
            let (inside, others): (Vec<_>, Vec<_>) = entries.into_iter().partition(is_inside);
            self.read(git, &inside)?;
            entries = others;
        }
        self.modules = modules;
        self.read(self.git, &entries)
    }

    /// Reads the contents of `entries` from the repository `git`, and writes them.
    fn read(&mut self, git: &Git, entries: &[TreeEntry]) -> Result<(), String> {
        if entries.is_empty() {
            return Ok(());
        }
        git.read(entries, |entry, content| {
            let path = &entry.path;
            match (content, entry.kind) {
                (Some(content), TreeEntryKind::Link) => match str::from_utf8(content) {
                    Ok(target) => {
                        self.links.insert(path.clone());
                        // Each folder before a `..` in the target has to exist as well.
                        let ups = target.match_indices("/..").map(|(at, _)| &target[..at]);
                        let ups = ups.filter(|folder| !folder.ends_with(".."));
                        let targets = ups.chain([target]);
                        self.targets
                            .extend(targets.filter_map(|to| resolved(path, to)));
                        let linked = self.folder.link(path, target);
                        linked.map_err(|error| unwritten(self.table, path, &error))
                    }
                    Err(_) => Ok(()),
                },
                (Some(content), _) => self.write(path, content),
                (None, _) if self.is_rule(path) => Err(format!(
                    "the clone is partial, and does not contain '{}'. To fetch it: \
                     `git fetch --refetch --no-filter`",
                    escape_truncated(path)
                )),
                (None, _) => {
                    self.missing.push(path.clone());
                    self.write(path, b"")
                }
            }
        })
    }

    /// Writes the files that rule files import, and the files to which links lead.
    fn follow(&mut self) -> Result<(), String> {
        let mut looked = BTreeSet::new();
        loop {
            let importing = self.paths.iter().filter(|path| {
                !self.unread.contains_key(*path)
                    && (self.imported.contains_key(*path) || self.imports(path))
            });
            let importing: Vec<String> = importing
                .filter(|path| !looked.contains(*path))
                .cloned()
                .collect();
            for path in importing {
                let text = self.text(&path).unwrap_or_default();
                for import in imports(&text) {
                    let to = resolved(&path, import.path);
                    if let Some(to) = to.filter(|to| self.paths.contains(to)) {
                        self.imported.entry(to).or_insert_with(|| path.clone());
                    }
                }
                looked.insert(path);
            }
            let needed = self.unread.keys().filter(|path| self.is_led_to(path));
            let needed: Vec<String> = needed.cloned().collect();
            if needed.is_empty() {
                return Ok(());
            }
            let entries = needed.iter().filter_map(|path| self.unread.remove(path));
            let entries = entries.collect();
            self.put(entries)?;
        }
    }

    /// Returns whether a client follows the imports of the file at `path`.
    fn imports(&self, path: &str) -> bool {
        let row = self.table.formats.dialects.row_of(path);
        row.is_some_and(|(row, _)| row.loads.iter().any(|load| load.imports))
    }

    /// Returns whether a rule file may get text from `path`, because a rule file imports it, or
    /// because a link leads to it or to one of its parent folders.
    pub fn is_led_to(&self, path: &str) -> bool {
        let mut at = Utf8Path::new(path).ancestors();
        self.imported.contains_key(path) || at.any(|path| self.targets.contains(path.as_str()))
    }

    /// Returns the paths to the links whose file name is `name`.
    pub fn links_named(&self, name: &str) -> impl Iterator<Item = &String> {
        let links = self.links.iter();
        links.filter(move |path| Utf8Path::new(path).file_name() == Some(name))
    }

    fn write(&mut self, path: &str, content: &[u8]) -> Result<(), String> {
        let written = self.folder.write(path, content);
        written.map_err(|error| unwritten(self.table, path, &error))
    }

    /// Returns whether the content of `entry` decides which rules exist.
    fn needs(&self, entry: &TreeEntry) -> bool {
        entry.kind == TreeEntryKind::Link
            || self.is_rule(&entry.path)
            || self.settings.iter().any(|file| {
                let rest = entry.path.strip_suffix(file.as_str());
                rest.is_some_and(|rest| rest.is_empty() || rest.ends_with('/'))
            })
    }

    fn is_rule(&self, path: &str) -> bool {
        let name = path.rsplit('/').next().unwrap_or(path);
        NEEDED.contains(&name) || self.table.formats.dialects.row_of(path).is_some()
    }

    /// Returns whether the project has a guide. A guide may serve any file.
    fn is_guided(&self) -> bool {
        let (named, start) = self.place;
        let start = start.trim_end_matches('/');
        match named {
            Some(named) => {
                let names = named.file_name().into_iter().chain([FILE_NAME]);
                let mut files = names.map(|name| join(start, name));
                files.any(|file| self.paths.contains(&file))
            }
            None => self.guided().is_some(),
        }
    }

    /// Returns the nearest folder that has a guide, searching upward from the start folder.
    fn guided(&self) -> Option<&'c str> {
        let (_, start) = self.place;
        let mut folders = Utf8Path::new(start.trim_end_matches('/')).ancestors();
        let has_guide = |folder: &&Utf8Path| self.paths.contains(&join(folder, FILE_NAME));
        folders.find(has_guide).map(Utf8Path::as_str)
    }

    /// Returns the text of the configuration file at `path`, or `None` if it cannot be read.
    pub fn text(&self, path: &str) -> Option<String> {
        let tree = Tree::ambient(&self.folder.path).ok()?;
        let file = tree.open(path.into(), Reach::Beneath).ok()?;
        file.text(MAX_CONFIG_BYTES).ok()
    }

    /// Returns the project, and its path relative to the repository's top. It is the project that was
    /// given, otherwise the nearest folder with a guide, otherwise the whole repository.
    pub fn project(&self) -> (Source, String) {
        let (named, start) = self.place;
        let start = start.trim_end_matches('/');
        let at = |path: &str| match path {
            "" => self.folder.path.clone(),
            path => self.folder.path.join(path),
        };
        if let Some(named) = named {
            let file = named.file_name().map(|name| join(start, name));
            let file = file.filter(|file| self.paths.contains(file));
            return (
                Source::Named(at(file.as_deref().unwrap_or(start))),
                start.to_owned(),
            );
        }
        match self.guided() {
            Some(folder) => (Source::Start(at(folder)), folder.to_owned()),
            // Folders above the repository are not searched.
            None => (Source::Named(at("")), String::new()),
        }
    }
}

impl Drop for Checkout<'_> {
    fn drop(&mut self) {
        self.is_gone.store(true, Ordering::Release);
    }
}

/// Returns whether a relative path stays inside the checkout and has no `.git` component.
pub(super) fn is_safe(path: &str) -> bool {
    let mut names = path.split('/');
    names.all(|name| !matches!(name, "" | "." | "..") && !name.eq_ignore_ascii_case(TOP))
}

fn unwritten(table: &Table, path: &str, error: &FileError) -> String {
    let reason = table.render(error);
    match path {
        "" => format!("cannot use the folder for temporary files: {reason}"),
        path => format!(
            "cannot write '{}' of the commit: {reason}",
            escape_truncated(path)
        ),
    }
}
