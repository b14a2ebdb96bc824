//! Exports every section of the documents that default patterns find, one after another. Only one
//! document, and one page of a category's file names, are in memory at a time.

use std::collections::HashSet;
use std::hash::{BuildHasher, RandomState};
use std::ops::ControlFlow;
use std::sync::Arc;

use crate::documents::discover::{FileInfo, PageRange, discover};
use crate::documents::document::{BEGINNING, about};
use crate::documents::document_error::{DocumentError, Unreadable};
use crate::operation::call::NameRef;
use crate::operation::error::Missing;
use crate::operation::find::category_part::{CategoryPart, parts};
use crate::operation::find::matches::{qualified_name, spells_a_directory};
use crate::operation::find::named::Named;
use crate::operation::guidance::stated::Stated;
use crate::operation::kind::NameKind;
use crate::operation::{OperationContext, OperationError};
use crate::search::sections::heading_path;
use crate::text::location::fragment;
use crate::text::markup::headings::Heading;
use crate::text::paths::join;
use rule_files::header::body;
use rule_files::pattern::Pattern;

/// The maximum number of a category's documents that are listed at a time.
const PAGE: usize = 2048;

/// A section of a document up to the next heading of any level, or the text before the first
/// heading.
#[derive(Debug)]
pub struct ExportedSection<'d> {
    /// The URI of the section, or of its document if the section has no heading.
    pub uri: String,
    /// The document's path relative to the project's folder. For a document outside that folder,
    /// the category's name, followed by the path in the category.
    pub path: &'d str,
    /// The line on which the section begins, counted from 1. For a template, lines of the rendered
    /// text are counted.
    pub line: usize,
    /// The title of the document. Empty if the document has no title.
    pub title: &'d str,
    /// The headings that lead to the section, from the outermost one to the section's own.
    pub headings: Vec<&'d str>,
    /// The text as delivered, without frontmatter.
    pub text: &'d str,
    /// The patterns of the files to which the document applies.
    pub applies_to: &'d [String],
}

/// An item of an export.
#[derive(Debug)]
pub enum Exported<'d> {
    Section(ExportedSection<'d>),
    /// A document or a directory that cannot be read and is left out.
    Unreadable(Unreadable),
    /// A member of a collection, or a category, that cannot be searched.
    Missing(Missing),
}

/// A function that receives the exported items. It can stop the export by returning `Break`.
pub type Take<'t> = dyn FnMut(Exported<'_>) -> ControlFlow<()> + 't;

/// Passes to `take` every section of the documents that a search under `name` covers. Without a
/// name, exports all categories. Each document is exported once. Documents are in the order of the
/// categories, then of their paths. Sections are in the order of the text.
///
/// # Errors
///
/// Returns an error if the name does not exist, if the call is cancelled, or if `take` stops the
/// export.
pub fn export(
    context: &OperationContext<'_>,
    name: Option<&NameRef<'_>>,
    take: &mut Take<'_>,
) -> Result<(), OperationError> {
    let project = &context.bound.project;
    let named = match name {
        Some(name) => context.named(name)?,
        None => Named::all(project, NameKind::Category).collect(),
    };
    let mut all = Vec::new();
    for container in named {
        let (parts, missing) = parts(project, container, true);
        for (_, missing) in missing {
            given_up(take(Exported::Missing(missing)))?;
        }
        let collection: Option<Arc<str>> =
            (container.kind == NameKind::Collection).then(|| container.name.into());
        all.extend(parts.into_iter().map(|part| (part, collection.clone())));
    }
    all.sort_by_key(|(part, _)| project.categories.get_index_of(part.name));
    let is_one = all.len() == 1;
    let mut exporter = Exporter {
        context,
        take,
        seen: Default::default(),
        hashers: Default::default(),
    };
    for (part, collection) in &all {
        exporter.part(part, collection.as_ref(), is_one)?;
    }
    Ok(())
}

/// Returns [`OperationError::Cancelled`] if the [`Take`] function stopped the export.
fn given_up(taken: ControlFlow<()>) -> Result<(), OperationError> {
    match taken {
        ControlFlow::Continue(()) => Ok(()),
        ControlFlow::Break(()) => Err(OperationError::Cancelled),
    }
}

struct Exporter<'e, 'r, 't> {
    context: &'e OperationContext<'r>,
    take: &'e mut Take<'t>,
    /// The 128-bit hashes of exported documents that may also exist under another name. Among a
    /// billion documents, the probability that two have the same hash is below 1 in 10^20.
    seen: HashSet<[u64; 2]>,
    hashers: [RandomState; 2],
}

impl Exporter<'_, '_, '_> {
    /// Exports the documents of `part`. `is_one` is true if nothing else is exported.
    fn part(
        &mut self,
        part: &CategoryPart<'_>,
        collection: Option<&Arc<str>>,
        is_one: bool,
    ) -> Result<(), OperationError> {
        let (context, category) = (self.context, part.category);
        let tree = match context.bound.open(category) {
            Ok(tree) => tree,
            Err(reason) => {
                let (path, name) = (category.dir.to_string(), part.name.to_owned());
                let exported = if reason.is_missing() {
                    Exported::Missing(Missing::Directory { path, name, reason })
                } else {
                    let reason = reason.into();
                    Exported::Unreadable(Unreadable { path, reason })
                };
                return given_up((self.take)(exported));
            }
        };
        let (own, beside) = (part.patterns(), part.beside_skills());
        let own = own.into_iter().map(|(_, pattern)| pattern);
        let patterns: Vec<&Pattern> = own
            .chain(beside.iter().map(|(_, pattern)| pattern))
            .collect();
        // A single search finds a document under two names only through a link.
        let mut texts = patterns.iter().map(|pattern| pattern.as_str());
        let is_unique = is_one && !texts.any(spells_a_directory);
        let stated = Stated::of(context, part.name, category);
        let mut after: Option<String> = None;
        loop {
            let mut walk = context.category_walk(part.name, category, &patterns);
            walk.collection = collection.cloned();
            walk.by_path = true;
            // Shared directory listings would stay in memory.
            walk.listings = None;
            walk.page = Some(PageRange {
                after: after.as_deref(),
                most: PAGE,
            });
            let files = discover(&tree, &walk, context.cancelled)?.files;
            let Some(last) = files.last() else {
                return Ok(());
            };
            after = Some(last.document().to_owned());
            for file in &files {
                context.check_cancelled()?;
                if is_unique || self.is_new(file) {
                    self.file(part, &stated, file)?;
                }
            }
        }
    }

    /// Returns true if `file` was not yet exported under another name, and remembers it. A file
    /// that cannot be looked up counts as new.
    fn is_new(&mut self, file: &FileInfo) -> bool {
        let entry = file.origin.tree.entry(&file.path);
        entry.map_or(true, |entry| {
            let hashes = self.hashers.each_ref();
            self.seen
                .insert(hashes.map(|hasher| hasher.hash_one(&entry)))
        })
    }

    /// Exports the sections of `file`, or the reason why it cannot be read.
    fn file(
        &mut self,
        part: &CategoryPart<'_>,
        stated: &Stated<'_>,
        file: &FileInfo,
    ) -> Result<(), OperationError> {
        let category = part.category;
        let folder = self.context.bound.relative_dir(category);
        let path = match folder {
            Some(folder) => {
                let within = join(category.skill().unwrap_or_default(), file.document());
                join(folder, within)
            }
            None => qualified_name(file),
        };
        match self.document(&path, stated, file) {
            Ok(taken) => given_up(taken),
            Err(reason) => given_up((self.take)(Exported::Unreadable(Unreadable {
                path,
                reason,
            }))),
        }
    }

    fn document(
        &mut self,
        path: &str,
        stated: &Stated<'_>,
        file: &FileInfo,
    ) -> Result<ControlFlow<()>, DocumentError> {
        let context = self.context;
        let document = context.document(file);
        let whole = document.text()?.text;
        let applies_to = stated.patterns(context, file, &whole);
        let title = document.markup.and_then(|markup| {
            let beginning = &whole.as_bytes()[..whole.len().min(BEGINNING)];
            about(beginning.to_vec(), markup).title
        });
        // No section contains the frontmatter, whether it is removed from the document or not.
        let has_header = document.is_stripped || context.formats.is_markdown(file.basename());
        let begin = if has_header {
            whole.len() - body(&whole).len()
        } else {
            0
        };
        let headings = document.markup.and_then(|markup| markup.headings(&whole));
        let headings = headings.unwrap_or_default();
        let document = context.formats.document_uri(file);
        let (mut line, mut counted) = (1, 0);
        for (heading, range) in ranges(&whole, &headings, begin) {
            let start = range.start;
            line += memchr::memchr_iter(b'\n', &whole.as_bytes()[counted..start]).count();
            counted = start;
            let mut uri = document.clone();
            uri.extend(heading.map(|at| fragment(&headings[at].slug)));
            let taken = (self.take)(Exported::Section(ExportedSection {
                uri,
                path,
                line,
                title: title.as_deref().unwrap_or_default(),
                headings: heading_path(&headings, heading),
                text: &whole[range],
                applies_to: &applies_to,
            }));
            if taken.is_break() {
                return Ok(taken);
            }
        }
        Ok(ControlFlow::Continue(()))
    }
}

/// Returns the byte ranges of the sections of `text` after `begin`, each with the index of its
/// heading. The text before the first heading is a section too, unless it is only white space and
/// headings follow.
fn ranges(
    text: &str,
    headings: &[Heading],
    begin: usize,
) -> Vec<(Option<usize>, std::ops::Range<usize>)> {
    let start = |at: usize| (headings.get(at)).map_or(text.len(), |heading| heading.section.start);
    let first = begin..start(0).max(begin);
    let is_blank = text[first.clone()].trim().is_empty();
    let introduction = (headings.is_empty() || !is_blank).then_some((None, first));
    let sections = (0..headings.len()).map(|at| (Some(at), start(at)..start(at + 1)));
    introduction.into_iter().chain(sections).collect()
}
