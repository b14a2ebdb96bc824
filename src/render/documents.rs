//! The documents or sections of an answer: read one after another, up to its budget.

use indexmap::IndexSet;

use crate::documents::discover::FileInfo;
use crate::documents::error::FileError;
use crate::documents::rendered::Variable;
use crate::documents::sandbox::Sandbox;
use crate::limits::{MAX_FRONTMATTER_BYTES, MAX_OUTLINED, MAX_OUTLINED_SECTIONS};
use crate::operation::Request;
use crate::operation::error::{Error, LeftOut, Notes, OperationError};
use crate::operation::matches::shown;
use crate::operation::section::{HeadingCandidates, Section};
use crate::operation::suggest::find_or_suggest;
use crate::render::document_uri;
use crate::spec::Table;
use crate::text::frontmatter;
use crate::text::multipart::{Builder, Part};
use crate::text::mustache::Rendered;
use crate::text::outline::{Heading, headings, largest};
use crate::text::uri::fragment;

/// The documents that were read for an answer.
pub(crate) struct Documents<'a> {
    /// The documents or sections, in order.
    pub parts: Builder<'a>,
    /// How many there are, with those that the budget left out.
    pub count: usize,
    /// The first, as messages name it.
    pub name: String,
    /// Whether they are a message even if there is only one.
    pub is_message: bool,
    /// What has to be said beside them.
    pub notes: Notes,
}

/// Reads the documents or sections that match, in order. Each that fits into what is left of the
/// budget is delivered whole, and each other one is named. If none fits, the first is delivered.
pub(crate) fn retrieve<'a>(
    request: &Request<'_>,
    table: &'a Table,
) -> Result<Documents<'a>, OperationError> {
    // The table requires the argument, and the arguments were checked.
    let mut matches = find_or_suggest(request, request.name.unwrap_or_default())?;
    let count = matches.count();
    let notes = Notes::incomplete(&matches.name, std::mem::take(&mut matches.missing));
    let mut retrieval = Retrieval::new(request, table, matches.qualified, notes);
    let unreadable = matches.read_each(request, |category, file| {
        retrieval.deliver(&category.sandbox, file, None).map(drop)
    })?;
    let (mut documents, candidates) = retrieval.finish();
    if documents.parts.is_empty() {
        let mut notes = documents.notes;
        if let Some(section) = request.section.filter(|_| notes.without > 0) {
            notes.without = 0;
            notes.unreadable = unreadable;
            return Err(candidates.into_error(section, matches.scope, matches.name, notes));
        }
        return Err(OperationError::failed(Error::Io(unreadable), notes));
    }
    documents.notes.unreadable = unreadable;
    if request.section.is_none() {
        documents.count = count;
    }
    Ok(documents)
}

/// A retrieval while its documents are read.
pub(super) struct Retrieval<'a, 'r> {
    request: &'r Request<'r>,
    table: &'a Table,
    qualified: bool,
    /// What is delivered so far.
    documents: Documents<'a>,
    /// Why the next document applies to a file, for its header.
    pub applies: Option<String>,
    /// The headings of documents without the section.
    candidates: HeadingCandidates,
    /// How many documents over the budget may yet be read for their headings.
    outlined: usize,
    /// The first that does not fit, while nothing is delivered.
    first: Option<(FileInfo, Item, LeftOut)>,
}

/// A document or a section that may be delivered.
struct Item {
    part: Part,
    /// As messages name it.
    name: String,
    /// The variables without a value of its document.
    variables: IndexSet<String>,
}

impl<'a, 'r> Retrieval<'a, 'r> {
    /// Returns a retrieval of nothing yet, with these notes.
    pub fn new(request: &'r Request<'r>, table: &'a Table, qualified: bool, notes: Notes) -> Self {
        let limit = request.bound.project.limits.response_bytes;
        Self {
            request,
            table,
            qualified,
            documents: Documents {
                parts: Builder::new(&table.boundary),
                count: 0,
                name: String::new(),
                is_message: false,
                notes: Notes { limit, ..notes },
            },
            applies: None,
            candidates: HeadingCandidates::default(),
            outlined: MAX_OUTLINED,
            first: None,
        }
    }

    /// Delivers a document, or the sections of it that are asked for, or leaves them out. `text`
    /// is what was read of it before. Returns whether anything is delivered.
    pub fn deliver(
        &mut self,
        files: &Sandbox,
        file: &FileInfo,
        text: Option<Rendered>,
    ) -> Result<bool, FileError> {
        match self.request.section {
            None => self.document(files, file, text),
            Some(section) => self.sections(files, file, section),
        }
    }

    fn document(
        &mut self,
        files: &Sandbox,
        file: &FileInfo,
        text: Option<Rendered>,
    ) -> Result<bool, FileError> {
        let (request, limit) = (self.request, self.documents.notes.limit);
        if self.documents.notes.left_out.is_full() && !self.fits(file, 0) {
            self.documents.notes.left_out.more += 1;
            return Ok(false);
        }
        let strips = request.strips(file);
        let is_rendered = file.is_template() && !request.is_unrendered(file);
        let (mut opened, mut rendered) = (None, text);
        if rendered.is_none() {
            let document = request.open(files, file)?;
            match is_rendered {
                true => rendered = Some(request.text(files, file, &document)?),
                false => opened = Some(document),
            }
        }
        // A stored document is measured before it is read, but for its frontmatter.
        if let Some(document) = &opened {
            let bytes = document.bytes();
            let least = match strips {
                true => bytes.saturating_sub(MAX_FRONTMATTER_BYTES as u64),
                false => bytes,
            };
            let may_be_first = self.documents.parts.is_empty() && self.first.is_none();
            let is_outlined = least > limit && self.outlined > 0 && request.is_markdown(file);
            if !(self.fits(file, least) || may_be_first || is_outlined) {
                self.documents.notes.left_out.push_with(|| LeftOut {
                    uri: document_uri(file, self.table),
                    bytes,
                    sections: Vec::new(),
                });
                return Ok(false);
            }
        }
        let Rendered { mut text, missing } = match (rendered, opened) {
            (Some(rendered), _) => rendered,
            (None, Some(document)) => request.text(files, file, &document)?,
            (None, None) => Rendered::default(),
        };
        if strips {
            let body = frontmatter::body(&text).len();
            text.drain(..text.len() - body);
        }
        let is_large = text.len() as u64 > limit && request.is_markdown(file);
        let headings = is_large.then(|| headings(&text).unwrap_or_default());
        let item = self.item(file, text, "", missing);
        Ok(self.push(file, item, &headings.unwrap_or_default(), None))
    }

    fn sections(
        &mut self,
        files: &Sandbox,
        file: &FileInfo,
        section: &Section<'_>,
    ) -> Result<bool, FileError> {
        let opened = self.request.open(files, file)?;
        let Rendered { text, missing } = match self.request.is_markdown(file) {
            true => self.request.text(files, file, &opened)?,
            false => Rendered::default(),
        };
        let Some(headings) = headings(&text) else {
            return Err(FileError::Nested);
        };
        let meant = section.resolve(&headings);
        if meant.is_empty() {
            self.documents.notes.without += 1;
            self.candidates.add(file, headings);
            return Ok(false);
        }
        let mut any = false;
        for at in meant {
            let body = text[headings[at].section.clone()].to_owned();
            let item = self.item(file, body, &fragment(&headings[at].slug), missing.clone());
            any |= self.push(file, item, &headings, Some(at));
        }
        Ok(any)
    }

    fn item(
        &self,
        file: &FileInfo,
        body: String,
        fragment: &str,
        variables: IndexSet<String>,
    ) -> Item {
        Item {
            part: Part {
                media_type: self.table.media_type(file.basename()).to_owned(),
                location: document_uri(file, self.table) + fragment,
                body,
                applies: self.applies.clone(),
            },
            name: shown(file, self.qualified) + fragment,
            variables,
        }
    }

    /// Returns whether a document of so many bytes fits into what is left, at most.
    fn fits(&self, file: &FileInfo, bytes: u64) -> bool {
        let head = file.path.as_str().len() as u64;
        self.documents.parts.bytes().saturating_add(head + bytes) <= self.documents.notes.limit
    }

    /// Appends a document or a section if it fits, or leaves it out. Returns whether it was
    /// appended.
    fn push(
        &mut self,
        file: &FileInfo,
        item: Item,
        headings: &[Heading],
        within: Option<usize>,
    ) -> bool {
        let Documents {
            parts,
            notes,
            count,
            ..
        } = &mut self.documents;
        *count += 1;
        if parts.fits(&item.part, notes.limit) {
            self.append(file, item);
            return true;
        }
        let bytes = item.part.body.len() as u64;
        let mut sections = Vec::new();
        if bytes > notes.limit && self.outlined > 0 {
            let document = document_uri(file, self.table);
            let largest = largest(headings, within, notes.limit).into_iter();
            let smaller = largest.filter(|heading| (heading.section.len() as u64) < bytes);
            let named = smaller.map(|heading| {
                let uri = document.clone() + &fragment(&heading.slug);
                (uri, heading.section.len())
            });
            sections.extend(named.take(MAX_OUTLINED_SECTIONS));
            self.outlined -= 1;
        }
        let left_out = LeftOut {
            uri: item.part.location.clone(),
            bytes,
            sections,
        };
        match parts.is_empty() && self.first.is_none() {
            true => self.first = Some((file.clone(), item, left_out)),
            false => notes.left_out.push(left_out),
        }
        false
    }

    /// Appends a document or a section, and notes what has to be said of it.
    fn append(&mut self, file: &FileInfo, item: Item) {
        let Documents {
            parts, notes, name, ..
        } = &mut self.documents;
        if parts.is_empty() {
            *name = item.name;
        }
        parts.push(item.part);
        let path = || shown(file, self.qualified);
        for name in item.variables {
            let variable = Variable { name, path: path() };
            if !notes.variables.first.contains(&variable) {
                notes.variables.push(variable);
            }
        }
        if self.request.is_unrendered(file) && notes.templates.first.last() != Some(&path()) {
            notes.templates.push(path());
        }
    }

    /// Returns what is delivered, which is the first if none fits, and the headings of documents
    /// without the section.
    pub fn finish(mut self) -> (Documents<'a>, HeadingCandidates) {
        if let Some((file, item, left_out)) = self.first.take() {
            match self.documents.parts.is_empty() {
                true => {
                    if left_out.bytes > self.documents.notes.limit {
                        self.documents.notes.large = Some(left_out);
                    }
                    self.append(&file, item);
                }
                false => self.documents.notes.left_out.insert_first(left_out),
            }
        }
        (self.documents, self.candidates)
    }
}
