//! The directories of categories and of skills, as resources.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

use rmcp::model::{DIRECTORY_MIME_TYPE, ListResourcesResult, Resource};

use super::resources::sized;
use super::skills::{failed, uri_of};
use super::{CallError, Caller, Server};
use crate::documents::discover::FileInfo;
use crate::documents::pattern::Pattern;
use crate::operation::OperationContext;
use crate::operation::error::OperationError;
use crate::operation::list::Totals;
use crate::operation::skills::{self, WantedSkills, is_within};
use crate::project::guide::Category;
use crate::project::skill::SKILL_FILE;
use crate::spec::Phrase;
use crate::text::paths::join;
use crate::text::uri::{Location, UriTemplate};

impl Server {
    /// Lists what is in the directory of a category, or of its skills, a page of it after the
    /// child whose URI the cursor is.
    ///
    /// # Errors
    ///
    /// [`CallError`]: there is no such directory, an unknown cursor, no project, or it was
    /// cancelled.
    pub(super) fn directory(
        &self,
        caller: &dyn Caller,
        uri: &str,
        cursor: Option<&str>,
    ) -> Result<ListResourcesResult, CallError> {
        self.check_length("uri", uri)?;
        self.check_length("cursor", cursor.unwrap_or_default())?;
        let children = match self.directory_at(uri) {
            None => None,
            Some((name, path, of_skills)) => {
                let skills = match of_skills {
                    true => WantedSkills::None,
                    false => WantedSkills::Of(&name),
                };
                self.ask(caller, uri, skills, |context| {
                    let found = BTreeMap::new();
                    let mut children = Children { path: &path, found };
                    let is_there = match of_skills {
                        true => self.add_skills(context, &name, &mut children)?,
                        false => self.add_documents(context, &name, &mut children)?,
                    };
                    // Only a category's own directory may hold nothing.
                    let is_there = is_there && (path.is_empty() || !children.found.is_empty());
                    Ok(is_there.then_some(children.found))
                })?
            }
        };
        let children = children.ok_or_else(|| self.unknown(Phrase::DirectoryUnknown, uri))?;
        let passed = match cursor {
            None => None,
            Some(cursor) => {
                let passed = self.child_at(uri, cursor);
                Some(passed.ok_or_else(|| self.unknown_cursor(cursor))?)
            }
        };
        // What was listed last may be gone.
        let children = children.into_iter();
        let rest = children.filter(|(name, _)| passed.as_ref().is_none_or(|last| name > last));
        let mut children: Vec<Resource> = rest.map(|(_, child)| child).collect();
        let more = children.len() > self.table.resources.page;
        children.truncate(self.table.resources.page);
        let mut result = ListResourcesResult::with_all_items(children);
        let last = result.resources.last().filter(|_| more);
        result.next_cursor = last.map(|last| last.uri.clone());
        Ok(result)
    }

    /// Returns the category of a directory that a URI may name, the path in that, and whether
    /// it is one of skills.
    fn directory_at(&self, uri: &str) -> Option<(String, String, bool)> {
        let uri = uri.strip_suffix('/').unwrap_or(uri);
        let of_skills = self.is_of_skill(uri);
        let template = match of_skills {
            true => &UriTemplate::of_skills(),
            false => &self.table.locations.category,
        };
        if let Some(name) = template.parse_container(uri) {
            return Some((name, String::new(), of_skills));
        }
        let Location { category, path, .. } = template.parse_uri(uri)?;
        Some((category.into_owned(), path.into_owned(), of_skills))
    }

    /// Returns the name of a child of the directory at a URI, by the child's.
    fn child_at(&self, uri: &str, child: &str) -> Option<String> {
        let (name, path, of_skills) = self.directory_at(uri)?;
        let (of_name, child, of_child) = self.directory_at(child)?;
        let (folder, child) = child.rsplit_once('/').unwrap_or(("", &child));
        let is_child = (name, &*path, of_skills) == (of_name, folder, of_child);
        is_child
            .then(|| child.to_owned())
            .filter(|child| !child.is_empty())
    }

    /// Adds the documents of a category. Returns whether there is one of this name.
    fn add_documents(
        &self,
        context: &OperationContext<'_>,
        name: &str,
        children: &mut Children<'_>,
    ) -> Result<bool, OperationError> {
        let Some(category) = context.bound.project.categories.get(name) else {
            return Ok(false);
        };
        let sandbox = context.bound.open(category);
        let sandbox = sandbox.map_err(|error| failed(category.dir.to_string(), error))?;
        let files = context.walk((name, category), &sandbox, Pattern::parse("**/*").ok())?;
        for file in files.iter().filter(|file| file.error.is_none()) {
            let uri = |path: &str| uri_of(&self.table.locations.category, name, path);
            children.add(file.document(), uri, |resource| {
                self.document(context, category, file, resource)
            });
        }
        Ok(true)
    }

    /// Adds the files of the skills of a category. Returns whether one of this name has any.
    fn add_skills(
        &self,
        context: &OperationContext<'_>,
        name: &str,
        children: &mut Children<'_>,
    ) -> Result<bool, OperationError> {
        let Some(name) = skills::category(&context.bound.project, name) else {
            return Ok(false);
        };
        let path = children.path;
        let mut found = skills::find(context, Some(name))?;
        found.retain(|of| is_within(&of.path, path) || is_within(path, &of.path));
        for skill in found.iter().filter_map(|folder| folder.load(context).ok()) {
            for file in skill
                .files(context)?
                .iter()
                .filter(|file| file.error.is_none())
            {
                let path = skill.path_of(file);
                let uri = |path: &str| uri_of(&UriTemplate::of_skills(), name, path);
                children.add(&join(&skill.path, path), uri, |resource| match path {
                    SKILL_FILE => Some(self.skill_resource(&skill)),
                    _ => self.document(context, &skill.folder, file, resource),
                });
            }
        }
        Ok(true)
    }

    /// Returns a document of a category as a resource, if it can be opened.
    fn document(
        &self,
        context: &OperationContext<'_>,
        category: &Category,
        file: &FileInfo,
        resource: Resource,
    ) -> Option<Resource> {
        let document = context.document_of(Some(category), file);
        let name = resource.name.clone();
        let totals = Totals::of(&document).ok()?;
        let totals = document.templates.is_none().then_some(totals);
        Some(sized(resource, &name, totals, &self.table))
    }
}

/// What is in the directory at a path, by its name.
struct Children<'p> {
    path: &'p str,
    found: BTreeMap<String, Resource>,
}

impl Children<'_> {
    /// Adds a document, or the directory that holds it, unless it is elsewhere.
    fn add(
        &mut self,
        document: &str,
        uri: impl Fn(&str) -> String,
        resource: impl FnOnce(Resource) -> Option<Resource>,
    ) {
        if !is_within(document, self.path) || document == self.path {
            return;
        }
        let rest = document[self.path.len()..].trim_start_matches('/');
        let name = rest.split('/').next().unwrap_or_default();
        if let Entry::Vacant(entry) = self.found.entry(name.to_owned()) {
            let own = Resource::new(uri(&join(self.path, name)), name);
            let child = match name == rest {
                true => resource(own),
                false => Some(own.with_mime_type(DIRECTORY_MIME_TYPE)),
            };
            child.map(|child| entry.insert(child));
        }
    }
}
