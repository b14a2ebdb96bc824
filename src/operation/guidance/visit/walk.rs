//! Finds the documents that may apply to files: those that a walk of a category finds, and nested
//! files on the way to the call's paths.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::Visitor;
use super::read_rule::may_hold_rules;
use crate::documents::discover::{FileInfo, discover};
use crate::documents::document_error::Unreadable;
use crate::documents::sandbox::Tree;
use crate::documents::survey::GitIgnored;
use crate::operation::OperationError;
use crate::operation::call::Selection;
use crate::operation::find::category_part::CategoryPart;
use crate::operation::find::found_rules::folders;
use crate::operation::find::matches::{CategoryMatches, Matches};
use crate::operation::kind::Kind;
use crate::text::paths::join;
use rule_files::pattern::Pattern;

impl Visitor<'_, '_> {
    /// Finds the documents of `part`, grouped by member.
    pub(super) fn walk(
        &mut self,
        part: &CategoryPart<'_>,
        collection: Option<&Arc<str>>,
    ) -> Result<Vec<CategoryMatches>, OperationError> {
        let context = self.context;
        // Members with a pattern contain only the documents that the pattern finds.
        let (_, whole) = part.own();
        if let Some(member) = whole.filter(|_| !part.category.nested().is_empty()) {
            let sandbox = match context.bound.open(part.category) {
                Ok(sandbox) => sandbox,
                Err(error) => {
                    let path = part.category.dir.to_string();
                    self.found.unreadable.push(Unreadable {
                        path,
                        reason: error.into(),
                    });
                    return Ok(Vec::new());
                }
            };
            let files = self.nested(part, &sandbox, collection)?;
            return Ok(vec![CategoryMatches { member, files }]);
        }
        let mut matches = Matches::new(part.name, Kind::Category, true);
        matches.walk(context, part, None, &Selection::Defaults, collection)?;
        self.found.missing.extend(matches.missing);
        let own = |link: &Unreadable| {
            link.path
                .strip_prefix(part.name)
                .is_some_and(|path| may_hold_rules(context, part.category, path))
        };
        let linked = matches.linked.into_iter().filter(own);
        let unreadable = matches.unreadable.into_iter().chain(linked);
        self.found.unreadable.extend(unreadable);
        Ok(matches.categories)
    }

    /// Finds the documents of a category with `nested`, in the folders from the category's own down
    /// to those that contain the call's paths. Follows no links to folders.
    fn nested(
        &self,
        part: &CategoryPart<'_>,
        sandbox: &Arc<Tree>,
        collection: Option<&Arc<str>>,
    ) -> Result<Vec<FileInfo>, OperationError> {
        let mut folders = BTreeSet::new();
        // Rules for the top folder of an included guide apply to every file.
        let is_top = || self.context.bound.relative_dir(part.category).as_deref() == Some("");
        if part.category.origin.is_some() || self.call.every_file && is_top() {
            folders.insert("");
        }
        let bound = self.context.bound;
        let paths = self.call.paths.iter();
        let within = paths.filter_map(|path| bound.path_within(part.category, path));
        let within: Vec<&str> = within.collect();
        if !within.is_empty() {
            folders.extend(self::folders(sandbox, within));
        }
        let paths = folders.iter().flat_map(|folder| {
            let names = part.category.nested().iter();
            names.filter_map(move |name| {
                Pattern::exact(format!("{folder}/{name}").trim_start_matches('/'))
            })
        });
        let patterns: Vec<Pattern> = paths.collect();
        let patterns: Vec<&Pattern> = patterns.iter().collect();
        let mut walk = (self.context).category_walk(part.name, part.category, &patterns);
        walk.collection = collection.cloned();
        let mut files = discover(sandbox, &walk, self.context.cancelled)?.files;
        let (mut git, dir) = (None, bound.relative_dir(part.category));
        // A folder that Git ignores is entered only if Git also ignores the category's folder.
        files.retain(|file| {
            let (Some(dir), Some((folder, _))) = (&dir, file.document().rsplit_once('/')) else {
                return true;
            };
            let git = git.get_or_insert_with(|| GitIgnored::of(bound.folder()));
            let folder = join(dir, folder);
            !git.has(folder.as_str().into(), true)
                || !dir.is_empty() && git.has(dir.as_str().into(), true)
        });
        Ok(files)
    }
}
