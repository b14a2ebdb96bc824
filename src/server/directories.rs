//! The directories of categories and of skills, as resources.

use std::collections::BTreeMap;

use rmcp::model::{DIRECTORY_MIME_TYPE, ListResourcesResult, Resource};

use super::resources::{next_page, sized};
use super::skills::{failed, uri_in};
use super::{CallError, Caller, Server};
use crate::documents::discover::FileInfo;
use crate::documents::pattern::Pattern;
use crate::operation::OperationContext;
use crate::operation::OperationError;
use crate::operation::skills::{self, WantedSkills, is_within};
use crate::operation::totals::Totals;
use crate::project::category::Category;
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
        let unknown = || self.unknown(Phrase::DirectoryUnknown, "uri", uri);
        let (name, path, of_skills) = self.directory_at(uri).ok_or_else(unknown)?;
        let passed = cursor.map(|cursor| self.child_at(uri, cursor));
        let skills = match of_skills {
            true => WantedSkills::None,
            false => WantedSkills::Of(&name),
        };
        let page = usize::from(self.table.resources.page.get());
        let children = self.ask(caller, uri, skills, |context| {
            let found = BTreeMap::new();
            let mut children = Children { path: &path, found };
            let is_there = match of_skills {
                true => self.add_skills(context, &name, &mut children)?,
                false => self.add_documents(context, &name, &mut children)?,
            };
            // Only a category's own directory may hold nothing.
            if !is_there || !path.is_empty() && children.found.is_empty() {
                return Ok(None);
            }
            // What was listed last may be gone.
            let passed = passed.iter().flatten().next();
            let rest = children.found.into_iter();
            let rest = rest.filter(|(name, _)| passed.is_none_or(|last| name > last));
            let resources = rest.filter_map(|(_, (resource, unopened))| match unopened {
                Some((category, file)) => self.document(context, category, &file, resource),
                None => Some(resource),
            });
            Ok(Some(resources.take(page.saturating_add(1)).collect()))
        })?;
        let mut children: Vec<Resource> = children.ok_or_else(unknown)?;
        if let (Some(cursor), Some(None)) = (cursor, &passed) {
            return Err(self.unknown_cursor(cursor).into());
        }
        let next_cursor = next_page(&mut children, page, |of| &of.uri);
        let mut result = ListResourcesResult::with_all_items(children);
        result.next_cursor = next_cursor;
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
    fn add_documents<'p>(
        &self,
        context: &OperationContext<'p>,
        name: &str,
        children: &mut Children<'p, '_>,
    ) -> Result<bool, OperationError> {
        let Some(category) = context.bound.project.categories.get(name) else {
            return Ok(false);
        };
        let files = context.walk((name, category), Pattern::parse("**/*").ok())?;
        let files = files.map_err(|error| failed(category.dir.to_string(), error))?;
        for file in files.iter().filter(|file| file.error.is_none()) {
            let uri = |path: &str| self.table.path_uri(&file.origin, path);
            children.add(file.document(), uri, |resource| {
                Some((resource, Some((category, file.clone()))))
            });
        }
        Ok(true)
    }

    /// Adds the files of the skills of a category. Returns whether one of this name has any.
    fn add_skills(
        &self,
        context: &OperationContext<'_>,
        name: &str,
        children: &mut Children<'_, '_>,
    ) -> Result<bool, OperationError> {
        let Some(name) = skills::category(&context.bound.project, name) else {
            return Ok(false);
        };
        let path = children.path;
        let uri = |path: &str| uri_in(name, path);
        for folder in skills::find(context, Some(name))? {
            let is_below = folder.path != path && is_within(&folder.path, path);
            if !is_below && !is_within(path, &folder.path) {
                continue;
            }
            let Ok(skill) = folder.load(context) else {
                continue;
            };
            let of_skill = || Some((self.skill_resource(&skill), None));
            if is_below {
                children.add(&join(&skill.path, SKILL_FILE), uri, |_| of_skill());
                continue;
            }
            for file in skill
                .files(context)?
                .iter()
                .filter(|file| file.error.is_none())
            {
                let path = skill.path_of(file);
                children.add(&join(&skill.path, path), uri, |resource| match path {
                    SKILL_FILE => of_skill(),
                    _ => {
                        let document = self.document(context, &skill.folder, file, resource);
                        document.map(|document| (document, None))
                    }
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

/// What is in a directory: the resource, and the document that is opened if it is listed.
type Listing<'p> = (Resource, Option<(&'p Category, FileInfo)>);

/// What is in the directory at a path, by its name.
struct Children<'p, 'd> {
    path: &'d str,
    found: BTreeMap<String, Listing<'p>>,
}

impl<'p> Children<'p, '_> {
    /// Adds a document, or the directory that holds it, unless it is elsewhere.
    fn add(
        &mut self,
        document: &str,
        uri: impl Fn(&str) -> String,
        child: impl FnOnce(Resource) -> Option<Listing<'p>>,
    ) {
        if !is_within(document, self.path) || document == self.path {
            return;
        }
        let rest = document[self.path.len()..].trim_start_matches('/');
        let name = rest.split('/').next().unwrap_or_default();
        if self.found.contains_key(name) {
            return;
        }
        let own = Resource::new(uri(&join(self.path, name)), name);
        let child = match name == rest {
            true => child(own),
            false => Some((own.with_mime_type(DIRECTORY_MIME_TYPE), None)),
        };
        self.found
            .extend(child.map(|child| (name.to_owned(), child)));
    }
}
