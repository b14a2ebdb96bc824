//! The directories of categories and skills, as resources.

use std::collections::BTreeMap;

use rmcp::model::{DIRECTORY_MIME_TYPE, ListResourcesResult, Resource};

use super::next_page::{next_page, sized};
use super::skills::{failed, uri_in};
use super::{CallError, Caller, Server};
use crate::documents::discover::FileInfo;
use crate::documents::file_error::Cancelled;
use crate::operation::OperationContext;
use crate::operation::OperationError;
use crate::operation::find::skill_folder::{self, Skill, WantedSkills};
use crate::operation::find::totals::Totals;
use crate::project::category::Category;
use crate::project::skill_fields::SKILL_FILE;
use crate::table::Phrase;
use crate::text::location::{Location, UriTemplate};
use crate::text::paths::{is_within, join};
use rule_files::pattern::Pattern;

impl Server {
    /// Lists one page of a directory in a category or in a category's skills. `cursor` is the URI
    /// of the last child on the previous page.
    ///
    /// # Errors
    ///
    /// Returns a [`CallError`] if the directory does not exist, if there is no project, if the
    /// cursor is unknown, or if the call was cancelled.
    pub(super) fn directory(
        &self,
        caller: Caller<'_>,
        uri: &str,
        cursor: Option<&str>,
    ) -> Result<ListResourcesResult, CallError> {
        self.check_length("uri", uri)?;
        self.check_length("cursor", cursor.unwrap_or_default())?;
        let unknown = || {
            let uri = uri.to_owned();
            self.invalid_params(&Phrase::DirectoryUnknown { uri })
        };
        let (name, path, of_skills) = self.directory_at(uri).ok_or_else(unknown)?;
        let passed = cursor.map(|cursor| self.child_at(uri, cursor));
        let skills = if of_skills {
            WantedSkills::None
        } else {
            WantedSkills::Of(&name)
        };
        let page = usize::from(self.table.resources.page.get());
        let children = self.ask(caller, uri, skills, |context| {
            let passed = passed.iter().flatten().next();
            self.children(context, &name, &path, of_skills, passed.map(String::as_str))
        })?;
        let mut children = children.ok_or_else(unknown)?;
        if let (Some(cursor), Some(None)) = (cursor, &passed) {
            return Err(self.unknown_cursor(cursor).into());
        }
        let next_cursor = next_page(&mut children, page, |resource| &resource.uri);
        let mut result = ListResourcesResult::with_all_items(children);
        result.next_cursor = next_cursor;
        Ok(result)
    }

    /// Parses the URI of a directory. Returns the category, the path in the category, and whether
    /// the URI is for skills. Returns `None` if it is not the URI of a directory.
    fn directory_at(&self, uri: &str) -> Option<(String, String, bool)> {
        let of_skills = self.is_skill_uri(uri);
        let template = if of_skills {
            &UriTemplate::skill_uris()
        } else {
            &self.table.formats.locations.category
        };
        if let Some(name) = template.parse_container(uri) {
            return Some((name, String::new(), of_skills));
        }
        let uri = uri.strip_suffix('/').unwrap_or(uri);
        let Location { category, path, .. } = template.parse_uri(uri)?;
        Some((category.into_owned(), path.into_owned(), of_skills))
    }

    /// Returns the name of the child whose URI is `child`, or `None` if it is not a child of the
    /// directory at `uri`.
    fn child_at(&self, uri: &str, child: &str) -> Option<String> {
        let (name, path, of_skills) = self.directory_at(uri)?;
        let (of_name, child, of_child) = self.directory_at(child)?;
        let (folder, child) = child.rsplit_once('/').unwrap_or(("", &child));
        let is_child = (name, &*path, of_skills) == (of_name, folder, of_child);
        is_child
            .then(|| child.to_owned())
            .filter(|child| !child.is_empty())
    }

    /// Returns the children of a directory that follow the child named `passed`, up to one more
    /// than fit on a page. Returns `None` if the directory does not exist.
    fn children(
        &self,
        context: &OperationContext<'_>,
        name: &str,
        path: &str,
        of_skills: bool,
        passed: Option<&str>,
    ) -> Result<Option<Vec<Resource>>, OperationError> {
        let project = &context.bound.project;
        let name = if of_skills {
            skill_folder::category(project, name)
        } else {
            Some(name)
        };
        let category = name.and_then(|name| project.categories.get_key_value(name));
        let Some((name, category)) = category else {
            return Ok(None);
        };
        let template = if of_skills {
            UriTemplate::skill_uris()
        } else {
            self.table.formats.locations.category.clone()
        };
        let skills = if of_skills {
            skills_near(context, name, path)?
        } else {
            Vec::new()
        };
        let mut found = files_near(context, &skills, path)?;
        if !of_skills {
            let files = context.walk(name, category, Pattern::parse("**/*").ok())?;
            let files = files.map_err(|error| failed(category.dir.to_string(), error.into()))?;
            let files = files.into_iter();
            found.extend(files.map(|file| (file.document().to_owned(), Some((category, file)))));
        }
        found.retain(|(_, file)| file.as_ref().is_none_or(|(_, file)| file.error.is_none()));
        let mut children = BTreeMap::new();
        for (at, file) in &found {
            if at == path || !is_within(at, path) {
                continue;
            }
            let rest = at[path.len()..].trim_start_matches('/');
            let (child, file) = match rest.split_once('/') {
                Some((child, _)) => (child, None),
                None => (rest, file.as_ref()),
            };
            children.entry(child).or_insert(file);
        }
        // Only the root directory of a category may be empty.
        if !path.is_empty() && children.is_empty() {
            return Ok(None);
        }
        // The child in the cursor may no longer exist.
        let rest = children.into_iter();
        let rest = rest.filter(|(child, _)| passed.is_none_or(|last| *child > last));
        let resources = rest.filter_map(|(child, file)| {
            let child_path = join(path, child);
            let is_here =
                |skill: &&Skill| file.is_some() && join(&skill.path, SKILL_FILE) == child_path;
            let skill = skills.iter().find(is_here);
            let resource = Resource::new(uri_in(&template, name, &child_path), child);
            match (file, skill) {
                (None, _) => Some(resource.with_mime_type(DIRECTORY_MIME_TYPE)),
                (Some(_), Some(skill)) => Some(self.skill_resource(skill)),
                (Some((category, file)), None) => {
                    let document = context.document_of(Some(category), file);
                    let totals = Totals::of(&document).ok()?;
                    let totals = document.templates.is_none().then_some(totals);
                    Some(sized(resource, child, totals, &self.table))
                }
            }
        });
        let most = usize::from(self.table.resources.page.get()) + 1;
        Ok(Some(resources.take(most).collect()))
    }
}

/// Returns the skills of the category `name` that are in the directory at `path` or contain this
/// directory.
fn skills_near(
    context: &OperationContext<'_>,
    name: &str,
    path: &str,
) -> Result<Vec<Skill>, Cancelled> {
    let found = skill_folder::find(context, Some(name))?.into_iter();
    let near =
        found.filter(|folder| is_within(&folder.path, path) || is_within(path, &folder.path));
    Ok(near
        .filter_map(|folder| folder.load(context).ok())
        .collect())
}

/// A path in a category, and the file at this path. The file is `None` for the SKILL.md of a nested
/// skill, whose other files are not listed.
type Found<'c> = (String, Option<(&'c Category, FileInfo)>);

/// Returns the files of `skills`, each of which contains the directory at `path` or is in it, as
/// [`skills_near`] finds them. Of a skill below the directory, returns only the SKILL.md.
fn files_near<'s>(
    context: &OperationContext<'_>,
    skills: &'s [Skill],
    path: &str,
) -> Result<Vec<Found<'s>>, Cancelled> {
    let mut found = Vec::new();
    for skill in skills {
        if skill.path != path && is_within(&skill.path, path) {
            found.push((join(&skill.path, SKILL_FILE), None));
            continue;
        }
        let files = skill.files(context)?.into_iter();
        found.extend(files.map(|file| {
            let file_path = join(&skill.path, skill.path_of(&file));
            (file_path, Some((&skill.folder, file)))
        }));
    }
    Ok(found)
}
