//! Determines to which document a call refers. Agents repeat text from messages, for example
//! `CATEGORY/PATH` or `PATH#SECTION`. The interpretation depends on the names and files that exist,
//! and is made before the operation runs.

use std::collections::HashSet;

use crate::documents::escaped_pattern::escaped_pattern;
use crate::operation::call::{Call, DocumentRef, NameRef, Selection};
use crate::operation::error::Error;
use crate::operation::find::matches::Matches;
use crate::operation::find::section::Section;
use crate::operation::kind::NameKind;
use crate::operation::{OperationContext, OperationError};
use crate::project::category::Category;
use crate::text::location::{Location, split_fragment};
use crate::text::paths::{is_within, join};
use rule_files::pattern::Pattern;

/// Interprets `CATEGORY/PATH` in the name or document of `call`, and `PATH#SECTION` in its document
/// or pattern. In a search, `#` does not begin a section. Returns the call with the intended
/// document, or `None` if the call needs no change.
///
/// A known name takes precedence over a path, and a file with `#` in its name over a section. The
/// document as given takes precedence over the path without the category in front.
///
/// # Errors
///
/// Returns an error if the call is cancelled.
pub fn meant_call<'c>(
    context: &OperationContext<'_>,
    call: &'c Call<'_>,
) -> Result<Option<Call<'c>>, OperationError> {
    let (document, pattern) = call.selected();
    let Some(name) = call.name() else {
        return Ok(None);
    };
    let reader = Reader {
        context,
        call,
        name,
    };
    match (document, pattern) {
        (Some(document), _) if document.location.is_some() => Ok(None),
        (Some(document), _) => reader.document(document.given),
        (None, Some(pattern)) => reader.pattern(pattern.as_str()),
        (None, None) => reader.name(),
    }
}

/// Returns the location of the document at `path`, which is relative to the project's folder.
/// Prefers a category whose default patterns find the document. Returns `None` if no category
/// serves it.
///
/// # Errors
///
/// Returns an error if the call is cancelled.
pub fn document_at(
    context: &OperationContext<'_>,
    path: &str,
) -> Result<Option<Location<'static>>, OperationError> {
    let bound = context.bound;
    let mut serving = Vec::new();
    for (name, category) in &bound.project.categories {
        let Some(within) = bound.path_within(category, path) else {
            continue;
        };
        let document = DocumentRef {
            given: within,
            location: None,
        };
        let name = NameRef::of(NameKind::Category, name);
        match Matches::find(context, &name, &Selection::Document(document)) {
            Ok(_) => {}
            Err(OperationError::Failed(_)) => continue,
            Err(error) => return Err(error),
        }
        let mut patterns = category.patterns.iter().flatten();
        let is_default = patterns.any(|pattern| pattern.matches(within));
        serving.push((!is_default, name.name, within));
    }
    let first = serving.into_iter().min_by_key(|(is_other, ..)| *is_other);
    Ok(first.map(|(_, category, path)| Location {
        collection: None,
        category: category.into_owned().into(),
        path: path.to_owned().into(),
    }))
}

/// A folder of the project, as a part of a category.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FolderAddress {
    /// The category whose default patterns find the most documents in the folder.
    pub category: String,
    /// The folder's path in the category. Empty if the folder contains the whole category.
    pub path: String,
    /// A pattern for the documents in the folder that the default patterns find.
    pub pattern: String,
    /// The other categories that find further documents in the folder.
    pub others: Vec<String>,
}

/// Returns the address of the folder at `path`, which is relative to the project's folder. Only
/// documents that default patterns find count. Returns `None` if no category finds a document in
/// the folder.
///
/// # Errors
///
/// Returns an error if the call is cancelled.
pub fn folder_at(
    context: &OperationContext<'_>,
    path: &str,
) -> Result<Option<FolderAddress>, OperationError> {
    let bound = context.bound;
    let mut found = Vec::new();
    for (name, category) in &bound.project.categories {
        let Some(dir) = bound.relative_dir(category) else {
            continue;
        };
        let within = match bound.path_within(category, path) {
            _ if is_within(&dir, path) => "",
            Some(within) => within,
            None => continue,
        };
        let of_name = NameRef::of(NameKind::Category, name);
        let matches = match Matches::all(context, &of_name, &Selection::Defaults) {
            Ok(matches) => matches,
            Err(OperationError::Failed(_)) => continue,
            Err(error) => return Err(error),
        };
        let files = matches.categories.iter().flat_map(|group| &group.files);
        let documents = files.map(|file| file.document());
        let inside = documents.filter(|document| is_within(document, within));
        let files: HashSet<String> = inside.map(|document| join(&dir, document)).collect();
        found.push((files, dir.len(), name, category, within));
    }
    found.retain(|(files, ..)| !files.is_empty());
    let first = found
        .iter()
        .max_by_key(|(files, dir, ..)| (files.len(), *dir));
    let Some((files, _, name, category, within)) = first else {
        return Ok(None);
    };
    let others = found.iter().filter(|(other, ..)| !other.is_subset(files));
    Ok(Some(FolderAddress {
        category: (*name).clone(),
        path: (*within).to_owned(),
        pattern: below(category, within),
        others: others.map(|(_, _, name, ..)| (*name).clone()).collect(),
    }))
}

/// Combines the default patterns of `category` into one pattern for the documents in `folder`. If
/// this is not possible, returns a pattern for everything in the folder.
fn below(category: &Category, folder: &str) -> String {
    let patterns = category.patterns.iter().flatten().map(Pattern::as_str);
    let rests = patterns.filter_map(|pattern| rest_below(pattern, folder));
    let rests: Vec<String> = rests.collect();
    let rest = match rests.as_slice() {
        [one] => one.clone(),
        several => format!("{{{}}}", several.join(",")),
    };
    let pattern = join(escaped_pattern(folder), rest);
    match Pattern::parse(&pattern) {
        Ok(_) if !rests.is_empty() => pattern,
        _ => join(escaped_pattern(folder), "**"),
    }
}

/// Returns the part of `pattern` that is relative to `folder`, or `None` if the pattern matches
/// nothing in that folder.
fn rest_below(pattern: &str, folder: &str) -> Option<String> {
    let mut components: Vec<&str> = pattern.split('/').collect();
    for name in folder.split('/').filter(|name| !name.is_empty()) {
        match components.first()? {
            &"**" => break,
            first if Pattern::parse(first).is_ok_and(|first| first.matches(name)) => {
                components.remove(0);
            }
            _ => return None,
        }
    }
    (!components.is_empty()).then(|| components.join("/"))
}

struct Reader<'r, 'c, 'a> {
    context: &'r OperationContext<'r>,
    call: &'c Call<'a>,
    name: &'c NameRef<'a>,
}

/// The path to a document, and the section if one is given.
type Read<'c> = (&'c str, Option<Section<'c>>);

impl<'c> Reader<'_, 'c, '_> {
    /// Interprets the name of a call without a document or pattern: a known name, possibly followed
    /// by a path.
    fn name(&self) -> Result<Option<Call<'c>>, OperationError> {
        let name = &*self.name.name;
        if self.is_known(name) {
            return Ok(None);
        }
        let slashes = name.rmatch_indices('/').map(|(at, _)| &name[..at]);
        let Some(known) = slashes.into_iter().find(|known| self.is_known(known)) else {
            return Ok(None);
        };
        let whole = &name[known.len() + 1..];
        let mut read = (whole, None);
        if let Some(split) = self.split(whole)
            && !self.exists(known, whole)?
            && self.exists(known, split.0)?
        {
            read = split;
        }
        Ok(Some(self.with(known, read)))
    }

    /// Interprets the document `given`: as it is, as a path with a section, or as a path with the
    /// category in front.
    fn document(&self, given: &'c str) -> Result<Option<Call<'c>>, OperationError> {
        let name = &*self.name.name;
        let stripped = given.strip_prefix(name);
        let stripped = stripped.and_then(|rest| rest.strip_prefix('/'));
        let others = [
            self.split(given),
            stripped.map(|given| (given, None)),
            stripped.and_then(|given| self.split(given)),
        ];
        let mut others = others.into_iter().flatten().peekable();
        if others.peek().is_none() || !self.is_known(name) || self.exists(name, given)? {
            return Ok(None);
        }
        for read in others {
            if self.exists(name, read.0)? {
                return Ok(Some(self.with(name, read)));
            }
        }
        Ok(None)
    }

    /// Interprets `pattern`: as it is, or as the path to a document with a section.
    fn pattern(&self, pattern: &'c str) -> Result<Option<Call<'c>>, OperationError> {
        let has_section = match self.call {
            Call::Retrieve(call) | Call::List(call) => call.section.is_some(),
            _ => false,
        };
        let name = &*self.name.name;
        let split = self.split(pattern).filter(|_| !has_section);
        let Some(read) = split.filter(|_| self.is_known(name)) else {
            return Ok(None);
        };
        if !self.exists(name, read.0)? || self.matches(&self.selection())? {
            return Ok(None);
        }
        Ok(Some(self.with(name, read)))
    }

    /// Splits `given` into a path and a section. Returns `None` if it has no section, or if the
    /// call is a search.
    fn split(&self, given: &'c str) -> Option<Read<'c>> {
        let (path, slug) = match self.call {
            Call::Search(_) => return None,
            _ => split_fragment(given)?,
        };
        let slug = slug?;
        Some((path, Some(Section::Fragment { uri: given, slug })))
    }

    /// Returns whether the project has the name `name`, in one of the kinds that the call looks up.
    fn is_known(&self, name: &str) -> bool {
        let name = NameRef {
            name: name.into(),
            kinds: self.name.kinds,
        };
        self.context.all_named(&name).next().is_some()
    }

    /// Returns whether the document `given` exists under `name`.
    fn exists(&self, name: &str, given: &str) -> Result<bool, OperationError> {
        let (name, kinds) = (name.into(), self.name.kinds);
        let document = DocumentRef {
            given,
            location: None,
        };
        self.found(&NameRef { name, kinds }, &Selection::Document(document))
    }

    /// Returns whether the call's own name has documents that match `selection`.
    fn matches(&self, selection: &Selection<'_>) -> Result<bool, OperationError> {
        self.found(self.name, selection)
    }

    /// Returns whether documents match `selection` under `name`. Documents that cannot be read match,
    /// too.
    fn found(&self, name: &NameRef<'_>, selection: &Selection<'_>) -> Result<bool, OperationError> {
        match Matches::find(self.context, name, selection) {
            Err(OperationError::Failed(failed)) => Ok(!matches!(
                failed.0,
                Error::NotFound { .. } | Error::NoDocument { .. } | Error::NoMatches { .. }
            )),
            Err(error) => Err(error),
            Ok(_) => Ok(true),
        }
    }

    /// Returns the selection of the call.
    fn selection(&self) -> Selection<'c> {
        match self.call {
            Call::Retrieve(call) | Call::List(call) => call.selection.clone(),
            Call::Search(call) => call.selection.clone(),
            Call::ListNames(selection) => selection.clone(),
            Call::Guidance(_) => Selection::Defaults,
        }
    }

    /// Returns the call with its name and document replaced. Its section is replaced only if
    /// `section` is given.
    fn with(&self, name: &'c str, (given, section): Read<'c>) -> Call<'c> {
        let mut copy = self.call.clone();
        let name = NameRef {
            name: name.into(),
            kinds: self.name.kinds,
        };
        let location = None;
        let document = DocumentRef { given, location };
        match &mut copy {
            Call::Retrieve(call) | Call::List(call) => {
                (call.name, call.selection) = (name, Selection::Document(document));
                call.section = section.or(call.section.take());
            }
            Call::ListNames(_) => {}
            Call::Search(call) => {
                (call.name, call.selection) = (Some(name), Selection::Document(document));
            }
            Call::Guidance(call) => {
                (call.name, call.document) = (Some(name), Some(document));
                call.section = section.or(call.section.take());
            }
        }
        copy
    }
}
