//! `serve --http --projects`: the projects in a folder, and who may access each project.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::sync::{Arc, Mutex};

use camino::{Utf8Path, Utf8PathBuf};

use super::token_of;
use crate::cli::output::say;
use crate::documents::dir_error::DirError;
use crate::documents::file_error::FileError;
use crate::documents::sandbox::{MTIME_GRANULARITY, Reach, Tree, Version, ambient};
use crate::limits::MAX_MESSAGE_NAMES;
use crate::mcp::http::{Authorizer, FoundProject, ProjectFolder, is_project_name};
use crate::project::project_file::FILE_NAME;
use crate::project::session::{Roots, Session, Source};
use crate::server::Server;
use crate::sync::lock;
use crate::table::Table;
use crate::text::counted::counted;
use crate::text::escaped::{Escaped, escape_truncated};

/// The option for a folder with a token for each project.
pub(super) const TOKENS: &str = "--tokens";

/// The file with the token for metrics and search readiness. No project can have this name.
const OPERATOR: &str = ".server";

/// The rules of access to the projects in a folder.
pub(super) enum Access {
    /// The same access for each project.
    Same(Authorizer),
    /// Separate access for each project. The folder contains a file with the project's name, which
    /// contains the token.
    Tokens(Utf8PathBuf),
}

/// A folder of projects.
pub(super) struct NamedFolder {
    pub table: Arc<Table>,
    pub path: Utf8PathBuf,
    pub access: Access,
    /// The tokens that were read, with the version of each file. A later change to the file always
    /// changes its version.
    tokens: Mutex<HashMap<String, (Version, Authorizer)>>,
    /// The last reported problems with projects that are left out.
    said: Mutex<BTreeSet<String>>,
}

/// The contents of the folder: each of its entries is in one of the lists.
#[derive(Default)]
struct FolderContents {
    /// The projects to serve, and the known projects that were removed.
    found: Vec<FoundProject>,
    /// Names that a project must not have.
    misnamed: Vec<String>,
    /// Names of entries that are not folders with a `guide.yaml`.
    unguided: Vec<String>,
    /// Messages about projects whose token cannot be used, with the reason.
    refused: BTreeSet<String>,
}

impl NamedFolder {
    pub fn new(table: Arc<Table>, path: Utf8PathBuf, access: Access) -> Self {
        Self {
            table,
            path,
            access,
            tokens: Mutex::default(),
            said: Mutex::default(),
        }
    }

    /// Returns the projects that exist when the server starts. Reports what is left out, which projects
    /// do not load, and which tokens other users can read.
    ///
    /// # Errors
    ///
    /// Returns an error if the folder of projects or the folder of tokens cannot be read.
    pub fn begin(&self) -> Result<Vec<FoundProject>, String> {
        let unreadable = |option: &str, path: &Utf8Path, error: FileError| {
            let (path, reason) = (escape_truncated(path.as_str()), self.table.render(&error));
            format!("{option} '{path}': {reason}")
        };
        if let Access::Tokens(path) = &self.access {
            Tree::ambient(path).map_err(|error| unreadable(TOKENS, path, error))?;
        }
        let contents = self.contents(&HashSet::new());
        let contents = contents.map_err(|error| unreadable("--projects", &self.path, error))?;
        let (misnamed, unguided) = (names(&contents.misnamed), names(&contents.unguided));
        if !contents.misnamed.is_empty() {
            say(&format!(
                "Left out, because a project's name may have only ASCII letters, digits, '-', '_' \
                 and '.', and may not begin with '.': {misnamed}"
            ));
        }
        if !contents.unguided.is_empty() {
            say(&format!(
                "Left out, because these are not folders with a {FILE_NAME}: {unguided}"
            ));
        }
        contents.refused.iter().for_each(|problem| say(problem));
        *lock(&self.said) = contents.refused;
        self.say_of_tokens(&contents.found);
        let found: Vec<String> =
            (contents.found.iter().map(|project| project.name.clone())).collect();
        say(&match found.len() as u64 {
            0 => format!(
                "There is no project in '{}' yet: a folder with a {FILE_NAME} is served as soon \
                 as it exists",
                escape_truncated(self.path.as_str())
            ),
            count => format!(
                "{}: {}",
                counted(count, "project", "projects"),
                names(&found)
            ),
        });
        found.iter().for_each(|name| self.say_of_project(name));
        Ok(contents.found)
    }

    /// Reports why a project does not load, or which of its directories are refused.
    fn say_of_project(&self, name: &str) {
        let _span = tracing::error_span!("project", name).entered();
        let server = self.server(name);
        let bound = match server.session.bind(&Roots::None) {
            Ok(bound) => bound,
            Err(error) => {
                let why = self.table.render(&error);
                return say(&format!(
                    "All calls of '{name}' fail until this is corrected: {why}"
                ));
            }
        };
        for (key, category) in &bound.project.categories {
            if let Err(error @ DirError::OutsideProject) = bound.open(category) {
                let (category, why) = (Escaped(key), self.table.render(&error));
                say(&format!(
                    "The category '{category}' of '{name}' is not served: {why}"
                ));
            }
        }
    }

    /// Reports which tokens other users can read, and which projects have the same token.
    fn say_of_tokens(&self, found: &[FoundProject]) {
        let Access::Tokens(path) = &self.access else {
            return;
        };
        let is_readable = |name: &&String| ambient::is_world_readable(&path.join(name)) == Ok(true);
        let readable = found
            .iter()
            .map(|project| &project.name)
            .filter(is_readable);
        let readable: Vec<String> = readable.cloned().collect();
        if !readable.is_empty() {
            say(&format!(
                "every user of this machine can read these files in {TOKENS} '{}': {}. Run chmod \
                 o-r on them",
                escape_truncated(path.as_str()),
                names(&readable)
            ));
        }
        let mut by_token = BTreeMap::<&[u8], Vec<String>>::new();
        for project in found {
            if let Authorizer::Token(digest) = &project.access {
                by_token
                    .entry(digest)
                    .or_default()
                    .push(project.name.clone());
            }
        }
        for same in by_token.into_values().filter(|names| names.len() > 1) {
            say(&format!(
                "These projects have the same token, so a client of one can read the others: {}",
                names(&same)
            ));
        }
    }

    /// Lists the current contents of the folder. `known` contains the projects that are already
    /// served: they need no `guide.yaml`, and are listed even if they were removed.
    fn contents(&self, known: &HashSet<&str>) -> Result<FolderContents, FileError> {
        let (entries, _) = Tree::ambient(&self.path)?.list("".into(), usize::MAX)?;
        let (mut contents, mut present) = (FolderContents::default(), BTreeSet::new());
        for entry in entries {
            let name = match entry.name {
                Ok(name) if is_project_name(&name) => name,
                Ok(name) => {
                    contents.misnamed.push(name);
                    continue;
                }
                Err(name) => {
                    contents.misnamed.push(name.shown);
                    continue;
                }
            };
            if known.contains(&*name) || self.has_guide(&name) {
                present.insert(name);
            } else {
                contents.unguided.push(name);
            }
        }
        let tokens = match &self.access {
            Access::Same(_) => None,
            Access::Tokens(path) => Tree::ambient(path).ok(),
        };
        let removed = known.iter().filter(|name| !present.contains(**name));
        let removed: Vec<_> = removed.map(|name| (*name).to_owned()).collect();
        let present = present.into_iter().map(|name| (name, true));
        for (name, is_there) in present.chain(removed.into_iter().map(|name| (name, false))) {
            let access = match &self.access {
                Access::Same(access) => Ok(access.clone()),
                Access::Tokens(path) => self.token(tokens.as_ref(), path, &name),
            };
            match access {
                Ok(access) => contents.found.push(FoundProject {
                    name,
                    access,
                    is_there,
                }),
                Err(problem) => {
                    let problem = format!("The project '{name}' is not served: {problem}");
                    contents.refused.insert(problem);
                }
            }
        }
        contents.misnamed.sort();
        contents.unguided.sort();
        Ok(contents)
    }

    /// Returns the authorizer for a project's token. Reads the token's file if it may have changed.
    fn token(
        &self,
        tokens: Option<&Tree>,
        path: &Utf8Path,
        name: &str,
    ) -> Result<Authorizer, String> {
        let version = tokens.and_then(|tree| tree.version(name.into(), Reach::Anywhere).ok());
        let is_settled = |stamp: &Version| stamp.age().is_some_and(|age| age >= MTIME_GRANULARITY);
        let version = version.filter(is_settled);
        let mut known = lock(&self.tokens);
        match (known.get(name), &version) {
            (Some((read, access)), Some(now)) if read == now => return Ok(access.clone()),
            _ => drop(known.remove(name)),
        }
        let access = token_of(&self.table, TOKENS, &path.join(name))?;
        if let Some(version) = version {
            known.insert(name.to_owned(), (version, access.clone()));
        }
        Ok(access)
    }

    fn has_guide(&self, name: &str) -> bool {
        let folder = Tree::ambient(&self.path.join(name));
        folder.is_ok_and(|folder| folder.has(FILE_NAME))
    }
}

impl ProjectFolder for NamedFolder {
    fn look(&self, known: &HashSet<&str>) -> Option<Vec<FoundProject>> {
        let contents = match self.contents(known) {
            Ok(contents) => contents,
            Err(error) => {
                tracing::warn!(%error, "the folder of projects cannot be read");
                return None;
            }
        };
        let mut said = lock(&self.said);
        for problem in contents.refused.difference(&said) {
            tracing::warn!("{problem}");
        }
        *said = contents.refused;
        for project in &contents.found {
            if !known.contains(&*project.name) {
                tracing::info!(project = project.name, "is served");
            }
        }
        Some(contents.found)
    }

    fn server(&self, name: &str) -> Server {
        let source = Source::Folder(self.path.join(name));
        Server::new(Arc::clone(&self.table), Session::new(source))
    }

    fn nobody(&self) -> (Server, Authorizer) {
        let source = Source::Search { from: None };
        let access = match &self.access {
            Access::Same(access) => access.clone(),
            Access::Tokens(_) => Authorizer::nobody(),
        };
        let session = Session::new(source).with_guide();
        (Server::new(Arc::clone(&self.table), session), access)
    }

    fn operator(&self) -> Authorizer {
        match &self.access {
            Access::Same(access) => access.clone(),
            // Without a token that can be read, nobody is the operator. This is no error, because the
            // token is optional.
            Access::Tokens(path) => token_of(&self.table, TOKENS, &path.join(OPERATOR))
                .unwrap_or_else(|_| Authorizer::nobody()),
        }
    }
}

/// Lists the first names in `all`, and counts the others.
fn names(all: &[String]) -> String {
    let first = all.iter().take(MAX_MESSAGE_NAMES);
    let first: Vec<String> = first.map(|name| escape_truncated(name)).collect();
    match all.len().saturating_sub(MAX_MESSAGE_NAMES) {
        0 => first.join(", "),
        more => format!("{} and {more} more", first.join(", ")),
    }
}
