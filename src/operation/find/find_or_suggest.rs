//! Suggests alternatives if nothing matches.

use std::collections::BTreeSet;
use std::sync::Arc;

use indexmap::IndexSet;
use unicode_normalization::UnicodeNormalization;

use crate::documents::discover::{PageRange, discover};
use crate::documents::escaped_pattern::escaped_pattern;
use crate::documents::file_error::Cancelled;
use crate::documents::sandbox::Tree;
use crate::limits::MAX_SUGGESTED_FROM;
use crate::operation::OperationContext;
use crate::operation::OperationError;
use crate::operation::call::{NameRef, Selection};
use crate::operation::error::{Error, Nearby, quoted};
use crate::operation::find::category_part::{CategoryPart, parts};
use crate::operation::find::matches::Matches;
use crate::operation::kind::NameKind;
use crate::text::escaped::escape_truncated;
use crate::text::messages::{Joined, QuotedName};
use crate::text::truncated::{MAX_SUGGESTED, Truncated, near};
use rule_files::pattern::{METACHARACTERS, Pattern, PatternSet};

/// The maximum number of existing documents that an error lists.
const MAX_NAMED: usize = 20;

/// Finds the documents that match under a name. If nothing matches, the error lists alternatives.
pub fn find_or_suggest(
    context: &OperationContext<'_>,
    name: &NameRef<'_>,
    selection: &Selection<'_>,
) -> Result<Matches, OperationError> {
    let mut found = Matches::find(context, name, selection);
    if let Err(OperationError::Failed(failed)) = &mut found {
        match &mut failed.0 {
            // A collection without categories contains nothing to compare.
            Error::NoMatches { patterns, .. } if patterns.is_empty() => {}
            Error::NoMatches { nearby, .. }
            | Error::NoDocument {
                suggestion: nearby, ..
            } => *nearby = Comparison::of(context, name, selection)?.into_messages(),
            _ => {}
        }
    }
    found
}

/// A comparison of the requested document or pattern with the documents in the categories under a
/// name.
#[derive(Default)]
struct Comparison {
    /// Whether no pattern was given, so that the default patterns were searched.
    defaults: bool,
    /// Whether the pattern may be meant to find documents in deeper folders.
    deepens: bool,
    /// The directory at the requested path, followed by `/`.
    directory: Option<String>,
    /// The first documents that match if case and Unicode normalization are ignored.
    cased: Vec<String>,
    /// A pattern that finds the requested documents in deeper folders.
    deeper: Option<String>,
    /// The documents with similar names, nearest first.
    near: Vec<String>,
    /// The paths to the existing documents. The flag is false if a default pattern matches the
    /// path, so that these paths are sorted first.
    held: BTreeSet<(bool, String)>,
    /// Whether there are more documents that were not compared.
    partly: bool,
}

impl Comparison {
    /// Compares the document or pattern of `selection` with the documents under `name`, at most
    /// [`MAX_SUGGESTED_FROM`] of them.
    ///
    /// # Errors
    ///
    /// Returns an error if the call is cancelled.
    fn of(
        context: &OperationContext<'_>,
        name: &NameRef<'_>,
        selection: &Selection<'_>,
    ) -> Result<Self, OperationError> {
        let defaults = selection.is_default();
        let mut compared = Self {
            defaults,
            deepens: matches!(selection, Selection::Pattern(_)),
            ..Self::default()
        };
        let mut left = MAX_SUGGESTED_FROM;
        let mut whole = Vec::new();
        let project = &context.bound.project;
        let parts = context.all_named(name).flat_map(|container| {
            let (parts, _) = parts(project, container, defaults);
            parts.into_iter().map(move |part| (part, container.kind))
        });
        for (part, kind) in parts {
            if kind == NameKind::Category && whole.contains(&part.name) {
                continue;
            }
            let Ok(sandbox) = context.bound.open(part.category) else {
                continue;
            };
            let mut documents = served(context, &part, &sandbox, left + 1)?;
            compared.partly |= documents.len() > left;
            documents.truncate(left);
            left -= documents.len();
            match part.own() {
                (_, Some(_)) => whole.push(part.name),
                (own, None) => {
                    let patterns: Vec<&Pattern> =
                        own.into_iter().map(|(_, pattern)| pattern).collect();
                    let set = PatternSet::of(patterns);
                    documents.retain(|document| set.matches_path(document));
                }
            }
            let shown = |path: &str| match kind {
                NameKind::Collection => format!("{}/{path}", part.name),
                NameKind::Category => path.to_owned(),
            };
            if let Some(pattern) = selection.pattern() {
                let (pattern, within) = (pattern.as_str(), Some(part.name));
                compared.compare(context, &documents, pattern, within, &str::to_owned);
            } else if let Some(document) = selection.document()
                && let Some(path) = document.path_in(part.name, kind)
            {
                compared.compare(context, &documents, path, None, &shown);
            }
            context.check_cancelled()?;
            let listed = PatternSet::of(part.category.patterns.iter().flatten());
            let held = documents.iter();
            let held = held.map(|path| (!listed.matches_path(path), shown(path)));
            compared.held.extend(held);
        }
        Ok(compared)
    }

    /// Adds the documents that are similar to `text`. If `within` is given, `text` is a pattern
    /// that was searched in that category. Otherwise, it is the path to a document. `shown` returns
    /// the name of a document in messages.
    fn compare(
        &mut self,
        context: &OperationContext<'_>,
        documents: &[String],
        text: &str,
        within: Option<&str>,
        shown: &dyn Fn(&str) -> String,
    ) {
        let first_matching = |pattern: Option<Pattern>, change: &dyn Fn(&str) -> String| {
            let set = PatternSet::of(&pattern);
            let paths = documents.iter().map(String::as_str);
            let paths = paths.take_while(|_| !(context.cancelled)());
            let found = paths.filter(|path| set.matches_path(&change(path)));
            found.take(MAX_SUGGESTED).collect::<Vec<&str>>()
        };
        if self.directory.is_none() {
            let path = format!("{}/", text.trim_end_matches('/'));
            let is_within = |document: &String| document.starts_with(&path);
            self.directory = documents.iter().any(is_within).then_some(path);
        }
        let parse = |text: &str| match within {
            Some(_) => Pattern::parse(text).ok(),
            None => Pattern::exact(text),
        };
        let lower = |text: &str| text.nfc().collect::<String>().to_lowercase();
        let cased = first_matching(parse(&lower(text)), &lower);
        for name in cased.into_iter().map(shown) {
            if self.cased.len() < MAX_SUGGESTED && !self.cased.contains(&name) {
                self.cased.push(name);
            }
        }
        let mut near = Vec::new();
        if let Some(category) = within {
            if self.deeper.is_none() && self.deepens {
                let deeper = format!("**/{text}");
                let found = first_matching(Pattern::parse(&deeper).ok(), &str::to_owned);
                self.deeper = (!found.is_empty()).then_some(deeper);
            }
            // In a collection, documents are shown with their category.
            let path = text.strip_prefix(category);
            let path = path.and_then(|path| path.strip_prefix('/'));
            let pattern = path.and_then(|path| Pattern::parse(path).ok());
            near = first_matching(pattern, &str::to_owned);
        }
        for path in near.into_iter().chain(nearest(text, documents)) {
            let name = shown(path);
            if self.near.len() < MAX_SUGGESTED && !self.near.contains(&name) {
                self.near.push(name);
            }
        }
    }

    /// Returns the messages about the comparison.
    fn into_messages(self) -> Joined<Nearby> {
        let directory = self.directory.map(QuotedName).map(Nearby::Directory);
        let deeper = self.deeper.map(QuotedName).map(Nearby::Deeper);
        let cased = quoted(self.cased).note(Nearby::Cased);
        let near = quoted(self.near).note(Nearby::Near);
        let near = near.filter(|_| cased.is_none());
        let more = self.held.len().saturating_sub(MAX_NAMED);
        let named = self.held.into_iter().take(MAX_NAMED).map(|(_, path)| path);
        let mut held: Truncated<QuotedName> = quoted(named.collect::<BTreeSet<_>>());
        held.more = more;
        let holds = match (held.is_empty(), self.partly) {
            (true, false) => Some(Nearby::Nothing),
            (true, true) => None,
            (false, true) => {
                held.more = 0;
                Some(Nearby::Partly(held))
            }
            (false, false) => Some(Nearby::Holds(held)),
        };
        let messages = [
            self.defaults.then_some(Nearby::Defaults),
            directory,
            cased,
            deeper,
            near,
            holds,
        ];
        Joined(messages.into_iter().flatten().collect())
    }
}

/// Returns the sorted paths to the first `most` documents that a category serves, or a few more.
/// Includes hidden documents only if the category serves them or its patterns reach them.
fn served(
    context: &OperationContext<'_>,
    part: &CategoryPart<'_>,
    tree: &Arc<Tree>,
    most: usize,
) -> Result<Vec<String>, Cancelled> {
    let everything = Pattern::parse("**").ok();
    let hidden = part.category.patterns.iter().flatten();
    let hidden = hidden.filter(|pattern| !part.category.hidden && pattern.reaches_hidden());
    let patterns: Vec<&Pattern> = everything.iter().chain(hidden).collect();
    let mut walk = context.category_walk(part.name, part.category, &patterns);
    walk.page = Some(PageRange { after: None, most });
    let files = discover(tree, &walk, context.cancelled)?.files;
    let files = files.into_iter();
    let readable = files.filter(|file| file.error.is_none());
    let mut documents: Vec<String> = readable.map(|file| file.document().to_owned()).collect();
    documents.sort_unstable();
    Ok(documents)
}

/// Returns the documents with paths similar to `text`, or else those with similar file names.
/// Ignores file extensions if `text` has no extension.
fn nearest<'a>(text: &str, documents: &'a [String]) -> Vec<&'a str> {
    if text.contains(METACHARACTERS) {
        return Vec::new();
    }
    let paths: Vec<&str> = documents.iter().map(String::as_str).collect();
    let found = near(text, &paths);
    if !found.is_empty() {
        return found;
    }
    let asked_name = text.rsplit('/').next().unwrap_or_default();
    let name = |path: &'a str| {
        let name = path.rsplit_once('/').map_or(path, |(_, name)| name);
        // An ending counts only if the user wrote one.
        if asked_name.contains('.') {
            name
        } else {
            name.split('.').next().unwrap_or_default()
        }
    };
    // Several documents may have the same name.
    let names: IndexSet<&str> = paths.iter().map(|path| name(path)).collect();
    let names: Vec<&str> = names.into_iter().collect();
    let of_name = |wanted| {
        paths
            .iter()
            .filter(move |path| name(path) == wanted)
            .copied()
    };
    let found = near(asked_name, &names).into_iter().flat_map(of_name);
    found.take(MAX_SUGGESTED).collect()
}

/// Converts `path` to a pattern that matches only this path. Returns `None` if the pattern is
/// invalid or a message cannot show it unchanged.
pub(in crate::operation) fn as_pattern(path: &str) -> Option<String> {
    // A `!` at the beginning of a pattern has a special meaning.
    let start = if path.starts_with('!') { "./" } else { "" };
    let text = [start, &escaped_pattern(path)].concat();
    (is_plain(&text) && Pattern::parse(&text).is_ok()).then_some(text)
}

/// Returns whether a message shows `name` unchanged: neither escaped nor truncated.
pub(in crate::operation) fn is_plain(name: &str) -> bool {
    escape_truncated(name) == name
}
