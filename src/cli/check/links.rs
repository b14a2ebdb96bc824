//! What `check` says of documents that no category serves.

use std::collections::HashSet;

use percent_encoding::percent_decode_str;

use super::Check;
use super::report::Severity;
use crate::cli::output::counted;
use crate::documents::document::Document;
use crate::text::escape::escape_truncated;
use crate::text::outline::links;
use crate::text::paths::{join, normal};

/// How many documents are named.
const NAMED: usize = 10;

impl Check<'_> {
    /// Keeps the documents to which one that is served links, by their paths from the project's
    /// folder.
    pub(super) fn link(&mut self, document: &Document<'_>, text: &str) {
        let file = document.file;
        let category = self.bound.project.categories.get(&*file.origin.category);
        let inside = category.filter(|of| self.bound.relative_dir(of).is_some());
        let Some(category) = inside.filter(|_| document.is_markdown) else {
            return;
        };
        let place = self.bound.relative_path(category, file.document());
        let (folder, _) = place.rsplit_once('/').unwrap_or_default();
        for link in links(text) {
            let path = link.split(['#', '?']).next().unwrap_or_default();
            let path = percent_decode_str(path).decode_utf8_lossy();
            let path = match path.strip_prefix('/') {
                Some(path) => normal(path),
                None => normal(&join(folder, path)),
            };
            (self.linked).extend(path.filter(|path| self.table.is_markdown(path)));
        }
    }

    /// Reports how many of them are among these files, and no category serves.
    pub(super) fn unserved(&mut self, files: &[String]) {
        let categories = self.bound.project.categories.values();
        let suffixes = &self.table.template_suffixes;
        let served: Vec<_> = categories.map(|of| (of, of.served(suffixes))).collect();
        let is_served = |path: &str| {
            let mut served = served.iter();
            served.any(|(category, served)| {
                let within = self.bound.path_within(category, path);
                within.is_some_and(|path| served.allows(path))
            })
        };
        let exists = |path: &String| files.binary_search(path).is_ok();
        let linked = self.linked.iter().filter(|path| exists(path));
        let unserved: Vec<String> = (linked.filter(|path| !is_served(path)).cloned()).collect();
        let documents = counted(unserved.len(), "document", "documents");
        self.note_unserved(&unserved, &format!("{documents} to which others link"));
    }

    /// Reports how many of these files are in the project's folders of rules, and match no
    /// category's patterns.
    pub(super) fn unserved_rules(&mut self, files: &[String]) {
        let categories = &self.bound.project.categories;
        let tried = self.documents.keys().filter_map(|(category, document)| {
            let category = categories.get(category)?;
            Some(self.bound.relative_path(category, document.as_str()))
        });
        let tried: HashSet<String> = tried.collect();
        let dialects = &self.table.dialects;
        let is_rule =
            |path: &str| matches!(dialects.of(path), Some((of, "", _)) if of.category.dir != ".");
        let unserved = files
            .iter()
            .filter(|path| is_rule(path) && !tried.contains(*path));
        let unserved: Vec<String> = unserved.cloned().collect();
        let count = counted(unserved.len(), "rule file", "rule files");
        self.note_unserved(&unserved, &format!("{count} of clients"));
    }

    /// Adds a note that names the first of what no category serves, if there is any.
    fn note_unserved(&mut self, paths: &[String], what: &str) {
        let named = paths.iter().take(NAMED);
        let named = named.map(|path| format!("'{}'", escape_truncated(path)));
        let left = paths.len().saturating_sub(NAMED);
        let named = self.table.listed(named, left);
        if !paths.is_empty() {
            let text = format!("no category serves {what}: {named}");
            self.report.add(Severity::Note, "", text);
        }
    }
}
