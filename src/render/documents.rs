//! The documents or sections of an answer: read one after another, up to its budget.

use indexmap::IndexSet;

use crate::documents::discover::FileInfo;
use crate::documents::error::{FileError, Unreadable};
use crate::documents::sandbox::Sandbox;
use crate::limits::{MAX_FRONTMATTER_BYTES, MAX_OUTLINED, MAX_OUTLINED_SECTIONS};
use crate::operation::Request;
use crate::operation::error::{
    Error, Item, Note, Notes, OperationError, UnreadableList, incomplete,
};
use crate::operation::matches::shown;
use crate::operation::section::{HeadingCandidates, Section};
use crate::operation::suggest::find_or_suggest;
use crate::spec::Table;
use crate::text::frontmatter;
use crate::text::message::Uri;
use crate::text::multipart::{Builder, Part};
use crate::text::mustache::Rendered;
use crate::text::names::Truncated;
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
    /// How many of them the budget left out.
    pub left_out: usize,
    /// How many others could not be read.
    pub unreadable: usize,
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
    let missing = std::mem::take(&mut matches.missing);
    let notes = incomplete(&matches.name, missing).into_iter().collect();
    let mut retrieval = Retrieval::new(request, table, matches.qualified, notes);
    let unreadable = matches.read_each(request, |category, file| {
        retrieval.deliver(&category.sandbox, file, None).map(drop)
    })?;
    let mut documents = retrieval.finish(unreadable, matches.within())?;
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
    /// The response budget in bytes.
    limit: u64,
    /// How many documents that matched have no such section.
    without: usize,
    left_out: Truncated<Item>,
    /// The documents that are templates, as stored.
    templates: Truncated<String>,
    /// The variables of rendered templates that have no value.
    variables: Truncated<Item>,
    /// Why the next document applies to a file, for its header.
    pub applies: Option<String>,
    /// The headings of documents without the section.
    candidates: HeadingCandidates,
    /// How many documents over the budget may yet be read for their headings.
    outlined: usize,
    /// The first that does not fit, while nothing is delivered.
    first: Option<(FileInfo, Unit, Item)>,
}

/// A document or a section that may be delivered.
struct Unit {
    part: Part,
    /// As messages name it.
    name: String,
    /// The variables without a value of its document.
    variables: IndexSet<String>,
}

impl<'a, 'r> Retrieval<'a, 'r> {
    /// Returns a retrieval of nothing yet, with these notes.
    pub fn new(request: &'r Request<'r>, table: &'a Table, qualified: bool, notes: Notes) -> Self {
        Self {
            request,
            table,
            qualified,
            documents: Documents {
                parts: Builder::new(&table.boundary),
                count: 0,
                name: String::new(),
                is_message: false,
                left_out: 0,
                unreadable: 0,
                notes,
            },
            limit: request.bound.project.limits.response_bytes,
            without: 0,
            left_out: Truncated::default(),
            templates: Truncated::default(),
            variables: Truncated::default(),
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
        let (request, limit) = (self.request, self.limit);
        if self.left_out.is_full() && !self.fits(file, 0) {
            self.left_out.more += 1;
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
                self.left_out.push_with(|| Item::Bytes {
                    uri: Uri(self.table.document_uri(file)),
                    bytes,
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
        let unit = self.unit(file, text, "", missing);
        Ok(self.push(file, unit, &headings.unwrap_or_default(), None))
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
            self.without += 1;
            self.candidates.add(file, headings);
            return Ok(false);
        }
        let mut any = false;
        for at in meant {
            let body = text[headings[at].section.clone()].to_owned();
            let unit = self.unit(file, body, &fragment(&headings[at].slug), missing.clone());
            any |= self.push(file, unit, &headings, Some(at));
        }
        Ok(any)
    }

    fn unit(
        &self,
        file: &FileInfo,
        body: String,
        fragment: &str,
        variables: IndexSet<String>,
    ) -> Unit {
        Unit {
            part: Part {
                media_type: self.table.media_type(file.basename()).to_owned(),
                location: self.table.document_uri(file) + fragment,
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
        self.documents.parts.bytes().saturating_add(head + bytes) <= self.limit
    }

    /// Appends a document or a section if it fits, or leaves it out. Returns whether it was
    /// appended.
    fn push(
        &mut self,
        file: &FileInfo,
        unit: Unit,
        headings: &[Heading],
        within: Option<usize>,
    ) -> bool {
        self.documents.count += 1;
        if self.documents.parts.fits(&unit.part, self.limit) {
            self.append(file, unit);
            return true;
        }
        let bytes = unit.part.body.len() as u64;
        let mut sections = Truncated::default();
        if bytes > self.limit && self.outlined > 0 {
            let document = self.table.document_uri(file);
            let largest = largest(headings, within, self.limit).into_iter();
            let smaller = largest.filter(|heading| (heading.section.len() as u64) < bytes);
            let named = smaller.map(|heading| Item::Bytes {
                uri: Uri(document.clone() + &fragment(&heading.slug)),
                bytes: heading.section.len() as u64,
            });
            sections.extend(named.take(MAX_OUTLINED_SECTIONS));
            self.outlined -= 1;
        }
        let uri = Uri(unit.part.location.clone());
        let left_out = match sections.is_empty() {
            true => Item::Bytes { uri, bytes },
            false => Item::Sections {
                uri,
                bytes,
                sections,
            },
        };
        match self.documents.parts.is_empty() && self.first.is_none() {
            true => self.first = Some((file.clone(), unit, left_out)),
            false => self.left_out.push(left_out),
        }
        false
    }

    /// Appends a document or a section, and notes what has to be said of it.
    fn append(&mut self, file: &FileInfo, unit: Unit) {
        let Documents { parts, name, .. } = &mut self.documents;
        if parts.is_empty() {
            *name = unit.name;
        }
        parts.push(unit.part);
        let path = || shown(file, self.qualified);
        for name in unit.variables {
            let variable = Item::Variable { name, path: path() };
            if !self.variables.first.contains(&variable) {
                self.variables.push(variable);
            }
        }
        if self.request.is_unrendered(file) && self.templates.first.last() != Some(&path()) {
            self.templates.push(path());
        }
    }

    /// Returns what is delivered, which is the first if none fits, with the notes on it.
    ///
    /// # Errors
    ///
    /// Nothing could be read, or no document has the section.
    pub fn finish(
        mut self,
        unreadable: Truncated<Unreadable>,
        within: Item,
    ) -> Result<Documents<'a>, OperationError> {
        let limit = self.limit;
        let mut large = None;
        if let Some((file, unit, left_out)) = self.first.take() {
            match self.documents.parts.is_empty() {
                true => {
                    let is_large = unit.part.body.len() as u64 > limit;
                    large = is_large.then_some(left_out);
                    self.append(&file, unit);
                }
                false => self.left_out.insert_first(left_out),
            }
        }
        let (mut documents, without) = (self.documents, self.without);
        documents.unreadable = unreadable.count();
        documents.left_out = self.left_out.count();
        let unreadable = UnreadableList(unreadable);
        let notes = &mut documents.notes;
        if documents.parts.is_empty() {
            let section = self.request.section.filter(|_| without > 0);
            let Some(section) = section else {
                return Err(OperationError::failed(
                    Error::Io(unreadable),
                    documents.notes,
                ));
            };
            notes.push_unreadable(unreadable);
            let error = self.candidates.into_error(section, self.table, within);
            return Err(OperationError::failed(error, documents.notes));
        }
        notes.push_unreadable(unreadable);
        notes.extend((without > 0).then_some(Note::Without(without)));
        notes.push_list(self.left_out, |documents| Note::LeftOut {
            limit,
            documents,
        });
        notes.extend(large.map(|document| Note::Large { limit, document }));
        notes.push_list(self.templates, Note::Templates);
        notes.push_list(self.variables, Note::Variables);
        Ok(documents)
    }
}
