//! The documents and sections at a path in the project's folder, for a person at a shell.

use super::Server;
use crate::documents::discover::FileInfo;
use crate::operation::find::found_rules::{FOUND, with_found_rules};
use crate::operation::find::meant_call::{FolderAddress, document_at, folder_at};
use crate::operation::find::skill_folder;
use crate::project::bound_project::BoundProject;
use crate::text::location::Location;
use rule_files::pattern::Pattern;

impl Server {
    /// Returns the location of the document at `path`, or `None` if no category serves it. Also
    /// finds rule files that no category of the project serves.
    pub fn document_at(&self, bound: &BoundProject, path: &str) -> Option<Location<'static>> {
        let context = self.context(bound, &|| false);
        let served = document_at(&context, path).ok()?;
        served.or_else(|| {
            let found = with_found_rules(&context, path).ok()??;
            let context = self.context(&found, &|| false);
            let location = document_at(&context, path).ok()?;
            location.filter(|location| location.category == FOUND)
        })
    }

    /// Returns the address of the folder at `path`, or `None` if no category finds documents in it.
    pub fn folder_at(&self, bound: &BoundProject, path: &str) -> Option<FolderAddress> {
        folder_at(&self.context(bound, &|| false), path).ok()?
    }

    /// Returns whether the document at `location` exists in its category.
    pub fn has_document(&self, bound: &BoundProject, location: &Location<'_>) -> bool {
        self.file(bound, location).is_some()
    }

    /// Returns the slug of the section that contains the line `line` of the document at `location`.
    /// Lines are counted from 1. Returns `None` if the line is not in a section.
    pub fn section_at(
        &self,
        bound: &BoundProject,
        location: &Location<'_>,
        line: usize,
    ) -> Option<String> {
        let context = self.context(bound, &|| false);
        let file = self.file(bound, location)?;
        let document = context.document(&file);
        let markup = document.markup?;
        let text = document.text().ok()?.text;
        // A line after the end of the document is not in a section.
        let count = text.lines().count();
        if !(1..=count).contains(&line) {
            return None;
        }
        let mut lines = text.split_inclusive('\n').take(line);
        let end = lines.by_ref().map(str::len).sum::<usize>();
        let headings = markup.headings(&text)?;
        let sections = headings.iter().rev();
        let mut around = sections.filter(|heading| heading.section.start < end);
        around.next().map(|heading| heading.slug.clone())
    }

    /// Returns the document at `location` if its category serves it.
    fn file(&self, bound: &BoundProject, location: &Location<'_>) -> Option<FileInfo> {
        let context = self.context(bound, &|| false);
        let (name, category) = bound
            .project
            .categories
            .get_key_value(&*location.category)?;
        let files = context.walk(name, category, Pattern::exact(&location.path));
        let mut files = files.ok()?.ok()?.into_iter();
        files.next()
    }

    /// Returns whether a category, a collection or a skill has this name.
    pub fn has_name(&self, bound: &BoundProject, name: &str) -> bool {
        let context = self.context(bound, &|| false);
        let is_skill = || {
            if name.contains('/') {
                return false;
            }
            let folders = skill_folder::find(&context, None).unwrap_or_default();
            folders.iter().any(|folder| folder.name() == name)
        };
        bound.has(name) || is_skill()
    }
}
