//! The project that is bound for a call.

use std::iter;
use std::sync::Arc;

use sha2::{Digest, Sha256};

use super::Project;
use crate::documents::discover::Listings;
use crate::documents::error::FileError;
use crate::documents::filter::Served;
use crate::documents::rendered::Templates;
use crate::documents::sandbox::{Reach, Tree};
use crate::project::category::Category;
use crate::project::error::ProjectError;
use crate::project::loaded_file::LoadedFile;
use crate::project::project_file::{ProjectFile, as_project_error, explain_spelling};
use crate::text::mustache::supplied;
use crate::text::paths::{hidden_name, join};

/// A project that is bound for one call.
#[derive(Debug, Clone)]
pub struct BoundProject {
    /// The project.
    pub project: Arc<Project>,
    /// Why the file's present content does not load, if this is the last good version.
    pub stale: Option<ProjectError>,
    /// What the walks of the call have listed.
    pub listings: Arc<Listings>,
    pub(super) loaded: Arc<LoadedFile>,
}

impl BoundProject {
    /// Returns whether a category or a collection has this name.
    pub fn has(&self, name: &str) -> bool {
        self.project.categories.contains_key(name) || self.project.collections.contains_key(name)
    }

    /// Returns whether it has no `guide.yaml`.
    pub fn is_found(&self) -> bool {
        self.project.is_found
    }

    /// Returns the project's folder.
    pub fn folder(&self) -> &Tree {
        &self.loaded.file.folder
    }

    /// Returns whether nothing outside of its folder can be read of it.
    pub fn is_confined(&self) -> bool {
        self.loaded.file.reach == Reach::Beneath
    }

    /// Returns the path of its guide, which need not exist.
    pub fn file_path(&self) -> String {
        self.loaded.file.path()
    }

    /// Returns a digest of what a person trusts: the folder and its path; of a project that may lead
    /// out of it also the path and the content of its guide and of each that it includes.
    pub fn fingerprint(&self) -> String {
        let LoadedFile {
            file,
            content,
            included,
            ..
        } = &*self.loaded;
        // Beneath the folder nothing else can be read, whatever the guide says.
        let content = content.as_deref().filter(|_| file.reach == Reach::Anywhere);
        let included = included.iter().filter(|_| file.reach == Reach::Anywhere);
        let own = (file.path(), content.unwrap_or_default());
        let included = included.map(|file| (file.path(), &*file.content));
        let mut digest = Sha256::new();
        let mut add = |part: &[u8]| {
            // With its length no part ends where another one does.
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

    /// Opens a category's directory, starting from the folder of its guide.
    ///
    /// # Errors
    ///
    /// As [`Tree::ambient`], or why a directory of a project that was found is not
    /// within its folder.
    pub fn open(&self, category: &Category) -> Result<Arc<Tree>, FileError> {
        let ProjectFile { folder, reach, .. } = &self.loaded.file;
        let origin = category.origin.as_ref();
        let directory = origin
            .map_or(folder, |origin| &origin.folder)
            .below(&category.dir, *reach)
            .map_err(|error| explain_spelling(&category.dir, as_project_error(error)))?;
        Ok(Arc::new(match category.skill() {
            Some(path) => directory.below(path.as_ref(), Reach::Beneath)?,
            None => directory,
        }))
    }

    /// Returns the same project with other content.
    pub fn with(&self, project: impl Into<Arc<Project>>) -> Self {
        Self {
            project: project.into(),
            ..self.clone()
        }
    }

    /// Returns the path of a category's directory from the project's folder; `None` if it does
    /// not lie in that, or is of an included guide.
    pub fn relative_dir(&self, category: &Category) -> Option<String> {
        match category.origin {
            Some(_) => None,
            None => category.relative_dir(),
        }
    }

    /// Returns the path of a category's document from the project's folder; `None` as of
    /// [`Self::relative_dir`].
    pub fn path_of(&self, category: &Category, document: &str) -> Option<String> {
        Some(join(&self.relative_dir(category)?, document))
    }

    /// Returns the path of a category's document from the folder of the guide that defines it: the
    /// project's, or an included one. It is from the category's directory if that is elsewhere.
    pub fn relative_path(&self, category: &Category, document: &str) -> String {
        let path = category.relative_dir().map(|dir| join(&dir, document));
        path.unwrap_or_else(|| document.to_owned())
    }

    /// Returns the path of a file of the project within a category's directory, if it lies there.
    pub fn path_within<'p>(&self, category: &Category, path: &'p str) -> Option<&'p str> {
        match &*self.relative_dir(category)? {
            "" => Some(path),
            dir => path.strip_prefix(dir)?.strip_prefix('/'),
        }
    }

    /// Returns whether an answer may say that the project has a file: a category serves it, or
    /// none excludes it and its name is not hidden.
    pub fn may_name(&self, path: &str, suffixes: &[String]) -> bool {
        let within = |category| Some((category, self.path_within(category, path)?));
        let mut categories = self.project.categories.values().filter_map(within);
        let mut may = hidden_name(path).is_none();
        categories.any(|(category, path)| {
            may &= !category.excludes(path, suffixes);
            category.served(suffixes).allows(path)
        }) || may
    }

    /// Returns what renders the templates that are `served` of a category with `render: true`:
    /// the project's `context`, the category's over that, and the names of both if these do
    /// not define them.
    pub fn templates<'a>(
        &'a self,
        (name, category): (&str, &'a Category),
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
