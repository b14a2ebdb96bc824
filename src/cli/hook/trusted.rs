//! The folders and projects that a person trusts, for hooks in the user's own file.

use camino::{Utf8Path, Utf8PathBuf};
use serde::{Deserialize, Serialize};

use crate::cli::setup::client::Client;
use crate::cli::setup::trusts::trusts;
use crate::documents::file_error::FileError;
use crate::documents::sandbox::{Owner, Tree, ambient};
use crate::project::bound_project::BoundProject;
use crate::project::main_folder::main_folder;
use crate::project::session::{Roots, Session, Source};

/// A trusted folder or project, as a row of the file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase", deny_unknown_fields)]
pub(super) enum Trusted {
    /// A folder and its identity. The row covers every project in or below the folder that can read
    /// nothing outside the project's own folder.
    Folder { path: Utf8PathBuf, identity: String },
    /// A project that can read files outside its folder, with the digest of its guides.
    Guide { path: Utf8PathBuf, digest: String },
    /// A project without a path, by its digest. Earlier versions wrote only this kind of row.
    #[serde(skip)]
    Digest(String),
}

impl Trusted {
    /// Returns the row for the folder at `path`.
    ///
    /// # Errors
    ///
    /// Returns an error if the folder cannot be opened, or if it belongs to another user.
    pub fn folder(path: &Utf8Path) -> Result<Self, FileError> {
        let folder = Tree::ambient(path)?;
        if !folder.owner()?.is_user() {
            return Err(FileError::Permission);
        }
        Ok(Self::Folder {
            path: ambient::canonical(path)?,
            identity: folder.identity.to_string(),
        })
    }

    /// Returns the row for the project `bound`: its folder if it can read nothing outside of it, or
    /// else its guide.
    pub fn project(bound: &BoundProject) -> Self {
        let path = bound.folder().path().map(Utf8PathBuf::from);
        let digest = bound.fingerprint();
        match (path, bound.is_confined()) {
            (Some(path), true) => Self::Folder {
                path,
                identity: bound.folder().identity.to_string(),
            },
            (Some(_), false) => Self::Guide {
                path: bound.file_path().into(),
                digest,
            },
            // Without a path, a project is known only by its digest.
            (None, _) => Self::Digest(digest),
        }
    }

    /// Parses a row. A line that is not a JSON row is a digest.
    pub fn parse(line: &str) -> Self {
        serde_json::from_str(line).unwrap_or_else(|_| Self::Digest(line.to_owned()))
    }

    /// Returns the row as a line, without a line ending.
    pub fn line(&self) -> String {
        match self {
            Self::Digest(digest) => digest.clone(),
            row => serde_json::json!(row).to_string(),
        }
    }

    /// Returns the path to the trusted folder or project, if known.
    pub fn path(&self) -> Option<&Utf8Path> {
        match self {
            Self::Folder { path, .. } | Self::Guide { path, .. } => Some(path),
            Self::Digest(_) => None,
        }
    }

    /// Returns whether the folder is still the one that was trusted. Rows of other kinds always
    /// return true.
    pub fn is_there(&self) -> bool {
        let Self::Folder { path, identity } = self else {
            return true;
        };
        Tree::ambient(path).is_ok_and(|folder| {
            folder.identity.to_string() == *identity && folder.owner().is_ok_and(Owner::is_user)
        })
    }

    fn holds_for(&self, bound: &BoundProject) -> bool {
        match self {
            Self::Folder { path, .. } => {
                let of_project = bound.folder().path();
                bound.is_confined()
                    && of_project.is_some_and(|folder| Utf8Path::new(&folder).starts_with(path))
                    && self.is_there()
            }
            Self::Guide { digest, .. } | Self::Digest(digest) => *digest == bound.fingerprint(),
        }
    }
}

/// Returns the row by which a project is trusted, if any: its own row, or the row of the main
/// working tree of its repository.
pub(super) fn trusting<'r>(rows: &'r [Trusted], bound: &BoundProject) -> Option<&'r Trusted> {
    let row_of = |bound: &BoundProject| rows.iter().find(|row| row.holds_for(bound));
    row_of(bound).or_else(|| {
        let folder = bound.folder().path().filter(|_| bound.is_confined())?;
        let main = main_folder(Utf8Path::new(&folder))?;
        let bound = Session::new(Source::Start(main.clone()))
            .bind(&Roots::None)
            .ok()?;
        let is_main = Tree::ambient(&main).is_ok_and(|main| *bound.folder() == main);
        row_of(&bound).filter(|_| is_main)
    })
}

/// Returns whether the client's own file says that a project's folder is trusted. Returns false if
/// the project can read files outside its folder.
pub(in crate::cli) fn trusted_by_client(client: &Client, bound: &BoundProject) -> bool {
    let path = bound.folder().path().map(Utf8PathBuf::from);
    let path = path.filter(|_| bound.is_confined());
    path.is_some_and(|path| client_trusts(client, &path))
}

/// Returns whether a person told the client to trust `folder`. Returns false if it belongs to
/// another user.
pub(super) fn client_trusts(client: &Client, folder: &Utf8Path) -> bool {
    let owner = Tree::ambient(folder).and_then(|folder| folder.owner());
    let is_trusted = || trusts(client, folder).is_some_and(|(is_trusted, _)| is_trusted);
    owner.is_ok_and(Owner::is_user) && is_trusted()
}

/// Returns whether `folder`, whose project cannot be loaded, is trusted. The folder, or the main
/// working tree of its repository, must be in a trusted folder.
pub(super) fn trusts_folder(rows: &[Trusted], folder: &Utf8Path) -> bool {
    let is_within = |folder: &Utf8Path| {
        rows.iter().any(|row| match row {
            Trusted::Folder { path, .. } => folder.starts_with(path) && row.is_there(),
            Trusted::Guide { .. } | Trusted::Digest(_) => false,
        })
    };
    is_within(folder) || main_folder(folder).is_some_and(|main| is_within(&main))
}
