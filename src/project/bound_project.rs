//! The project that is bound for a call.

use std::iter;
use std::sync::Arc;

use camino::{Utf8Path, Utf8PathBuf};
use sha2::{Digest, Sha256};

use super::Project;
use crate::documents::dir_error::DirError;
use crate::documents::discover::Listings;
use crate::documents::file_error::FileError;
use crate::documents::sandbox::{FileType, Reach, Tree};
use crate::documents::served::Served;
use crate::documents::survey::{Omitted, files, worktree};
use crate::documents::templates::Templates;
use crate::project::category::Category;
use crate::project::loaded_file::LoadedFile;
use crate::project::project_error::ProjectError;
use crate::project::project_file::{ProjectFile, explain_spelling};
use crate::text::mustache::supplied;
use crate::text::paths::{hidden_name, join};
use crate::text::truncated::near;

/// The maximum number of names in a folder that are compared with a name that does not exist.
const MAX_COMPARED: usize = 1_000;

/// A project that is bound for one call.
#[derive(Debug, Clone)]
pub struct BoundProject {
    /// The content of the project.
    pub project: Arc<Project>,
    /// If `project` is the last good version, the reason why the file's current content does not
    /// load.
    pub stale: Option<ProjectError>,
    /// The directories that the walks of the call have listed.
    pub listings: Arc<Listings>,
    pub(super) loaded: Arc<LoadedFile>,
}

impl BoundProject {
    /// Returns whether a category or a collection has this name.
    pub fn has(&self, name: &str) -> bool {
        self.project.categories.contains_key(name) || self.project.collections.contains_key(name)
    }

    /// Returns whether the project has no `guide.yaml`.
    pub fn is_found(&self) -> bool {
        self.project.is_found
    }

    /// Returns the project's folder.
    pub fn folder(&self) -> &Tree {
        &self.loaded.file.folder
    }

    /// Returns whether nothing outside the project's folder can be read.
    pub fn is_confined(&self) -> bool {
        self.loaded.file.reach == Reach::Beneath
    }

    /// Returns the path to the project's guide, which need not exist.
    pub fn file_path(&self) -> String {
        self.loaded.file.path()
    }

    /// Returns a digest of what a person trusts: the folder and the path to its guide. If the
    /// project may lead out of its folder, the digest also covers the guide's content. It then also
    /// covers the path and the content of each included guide.
    pub fn fingerprint(&self) -> String {
        let LoadedFile {
            file,
            content,
            included,
            ..
        } = &*self.loaded;
        // With any other reach, nothing outside the folder can be read, whatever the guide says.
        let content = content.as_deref().filter(|_| file.reach == Reach::Anywhere);
        let included = included.iter().filter(|_| file.reach == Reach::Anywhere);
        let own = (file.path(), content.unwrap_or_default());
        let included = included.map(|file| (file.path(), &*file.content));
        let mut digest = Sha256::new();
        let mut add = |part: &[u8]| {
            // The length keeps the same bytes, split into different parts, from having the same
            // digest.
            digest.update((part.len() as u64).to_le_bytes());
            digest.update(part);
        };
        add(file.folder.identity.to_string().as_bytes());
        for (path, content) in iter::once(own).chain(included) {
            add(path.as_bytes());
            add(content);
        }
        let digest = digest.finalize();
        digest.iter().map(|byte| format!("{byte:02x}")).collect()
    }

    /// Opens the directory of `category`, which is relative to the folder of its guide. For a skill,
    /// opens the skill's own folder in that directory.
    ///
    /// # Errors
    ///
    /// Returns the same errors as [`Tree::ambient`], or an error if the directory of a found
    /// project is outside its folder.
    pub fn open(&self, category: &Category) -> Result<Arc<Tree>, DirError> {
        let ProjectFile { folder, reach, .. } = &self.loaded.file;
        let origin = category.origin.as_ref();
        let directory = origin
            .map_or(folder, |origin| &origin.folder)
            .below(&category.dir, *reach)
            .map_err(|error| explain_spelling(&category.dir, error))?;
        Ok(Arc::new(match category.skill() {
            Some(path) => directory.below(path.as_ref(), Reach::Beneath)?,
            None => directory,
        }))
    }

    /// Returns the same bound project with the content `project`.
    pub fn with(&self, project: impl Into<Arc<Project>>) -> Self {
        Self {
            project: project.into(),
            ..self.clone()
        }
    }

    /// Returns the path to a category's directory, relative to the project's folder. Returns `None`
    /// if the directory is outside that folder, or if the category is from an included guide.
    pub fn relative_dir(&self, category: &Category) -> Option<String> {
        match category.origin {
            Some(_) => None,
            None => category.relative_dir(),
        }
    }

    /// Returns the path to a category's document, relative to the project's folder. Returns `None`
    /// in the same cases as [`Self::relative_dir`].
    pub fn path_of(&self, category: &Category, document: &str) -> Option<String> {
        Some(join(&self.relative_dir(category)?, document))
    }

    /// Returns the path to a category's document, relative to the folder of the guide that defines
    /// the category. If the category's directory is outside that folder, the path is relative to
    /// the directory.
    pub fn relative_path(&self, category: &Category, document: &str) -> String {
        let path = category.relative_dir().map(|dir| join(&dir, document));
        path.unwrap_or_else(|| document.to_owned())
    }

    /// Returns `path`, the path to a project's file, relative to a category's directory. Returns
    /// `None` if the file is not in that directory.
    pub fn path_within<'p>(&self, category: &Category, path: &'p str) -> Option<&'p str> {
        match &*self.relative_dir(category)? {
            "" => Some(path),
            dir => path.strip_prefix(dir)?.strip_prefix('/'),
        }
    }

    /// Returns the path to a folder with a name similar to that of the directory of `category`,
    /// which does not exist. Returns `None` if there is no such folder next to it.
    pub fn similar_dir(&self, category: &Category) -> Option<Utf8PathBuf> {
        if category.origin.is_some() {
            return None;
        }
        let dir = category.dir.as_path();
        let (entries, _) = self.folder().list(dir.parent()?, MAX_COMPARED).ok()?;
        let mut names = Vec::new();
        for entry in &entries {
            if let (Ok(name), FileType::Directory) = (&entry.name, entry.kind) {
                names.push(&**name);
            }
        }
        let similar = near(dir.file_name().unwrap_or_default(), &names);
        similar.first().map(|name| dir.with_file_name(name))
    }

    /// Lists the project's files that Git does not ignore. Their paths are sorted, and relative to
    /// the project's folder. Also returns what was left out, or an error if the folder cannot be
    /// listed.
    pub fn files(&self) -> (Vec<String>, Result<Omitted, FileError>) {
        files(self.folder())
    }

    /// Returns whether this project and `other` are in different working trees of one repository.
    pub fn is_of_same_repository(&self, other: &Self) -> bool {
        let tree = |bound: &Self| worktree(Utf8Path::new(&bound.folder().path()?));
        match (tree(self), tree(other)) {
            (Some(own), Some(other)) => own.main == other.main && own.folder != other.folder,
            _ => false,
        }
    }

    /// Returns whether an answer may mention that the project has the file at `path`. Either a
    /// category serves the file, or its name is not hidden and no category excludes it. `suffixes`
    /// mark a template.
    pub fn may_name(&self, path: &str, suffixes: &[String]) -> bool {
        let within = |category| Some((category, self.path_within(category, path)?));
        let mut is_unhidden = hidden_name(path).is_none();
        for (category, path) in self.project.categories.values().filter_map(within) {
            if category.served(suffixes).allows(path) {
                return true;
            }
            is_unhidden &= !category.excludes(path, suffixes);
        }
        is_unhidden
    }

    /// Returns the renderer for the `served` templates of a category, or `None` if the category
    /// does not have `render: true`. Templates receive the `context` of the project, and that of
    /// the category, which takes precedence. They also receive the names of both, unless the
    /// context defines these names.
    pub fn templates<'a>(
        &'a self,
        name: &str,
        category: &'a Category,
        served: Served<'a>,
    ) -> Option<Templates<'a>> {
        if !category.render {
            return None;
        }
        let context = [&self.project.context, &category.context];
        let folder = self.loaded.file.folder.name();
        let folder = folder.as_deref().map(|folder| ("name", folder));
        let names = [
            supplied(&context, "project", folder.as_slice()),
            supplied(&context, "category", &[("name", name)]),
        ];
        let served = Served {
            partials: false,
            ..served
        };
        Some(Templates {
            served,
            context,
            names,
            limit: self.project.limits.file_bytes,
        })
    }
}
