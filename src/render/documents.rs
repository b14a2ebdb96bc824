//! The documents or sections of an answer: read one after another, up to its budget.

use indexmap::IndexSet;

use crate::documents::discover::FileInfo;
use crate::documents::document::OpenDocument;
use crate::documents::error::FileError;
use crate::documents::rendered::Variable;
use crate::documents::sandbox::Sandbox;
use crate::operation::Request;
use crate::operation::error::{Error, Notes, OperationError};
use crate::operation::matches::shown;
use crate::operation::section::{HeadingCandidates, Section};
use crate::operation::suggest::find_or_suggest;
use crate::render::document_uri;
use crate::render::oversized::{Large, Oversized};
use crate::spec::Table;
use crate::text::frontmatter;
use crate::text::multipart::{Builder, Part};
use crate::text::mustache::Rendered;
use crate::text::outline::{Heading, headings};
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

/// Reads the documents or sections that match, whole and in order, up to the budget: after
/// one that does not fit, all are left out. So is each that is over the budget by itself,
/// unless there are no others: then the first is delivered.
pub(crate) fn retrieve<'a>(
    request: &Request<'_>,
    table: &'a Table,
) -> Result<Documents<'a>, OperationError> {
    // The table requires the argument, and the arguments were checked.
    let mut matches = find_or_suggest(request, request.name.unwrap_or_default())?;
    let count = matches.count();
    let notes = Notes::incomplete(&matches.name, std::mem::take(&mut matches.missing));
    let mut retrieval = Retrieval::new(request, table, matches.qualified, notes);
    let unreadable = matches.read_each(request, |category, file| match request.section {
        None => retrieval.document(&category.sandbox, file, None),
        Some(section) => retrieval.sections(&category.sandbox, file, section),
    })?;
    retrieval.place_first();
    let mut documents = retrieval.documents;
    if documents.parts.is_empty() {
        let mut notes = documents.notes;
        if let Some(section) = request.section.filter(|_| notes.without > 0) {
            notes.without = 0;
            notes.unreadable = unreadable;
            let candidates = retrieval.candidates;
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
    pub documents: Documents<'a>,
    /// Why the next document applies to a file, for its header.
    pub applies: Option<String>,
    /// The headings of documents without the section.
    candidates: HeadingCandidates,
    oversized: Oversized<'a>,
    /// The first that is over the budget, while nothing is delivered.
    first: Option<First>,
    /// Whether one did not fit.
    is_spent: bool,
}

/// A document or a section over the budget that may be delivered.
struct First {
    file: FileInfo,
    part: Part,
    name: String,
    bytes: u64,
    /// What a message says of it.
    described: Option<String>,
    /// The variables without a value of its document.
    variables: IndexSet<String>,
}

/// What is read of a document: itself, or one of its sections.
struct Text<'t> {
    body: String,
    bytes: u64,
    /// The headings of its document, if they are needed.
    headings: &'t [Heading],
    /// The index of the section's heading.
    within: Option<usize>,
    /// The variables without a value of its document.
    variables: &'t IndexSet<String>,
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
            oversized: Oversized::new(table, limit),
            first: None,
            is_spent: false,
        }
    }

    /// Delivers a document, or leaves it out. `text` is what was read of it before.
    pub fn document(
        &mut self,
        files: &Sandbox,
        file: &FileInfo,
        text: Option<Rendered>,
    ) -> Result<(), FileError> {
        let Documents { parts, notes, .. } = &mut self.documents;
        if self.is_spent && notes.left_out.is_full() {
            notes.left_out.more += 1;
            return Ok(());
        }
        let (request, limit) = (self.request, notes.limit);
        let strips = request.strips(file);
        let strip = |mut rendered: Rendered| {
            if strips {
                let text = &mut rendered.text;
                let body = frontmatter::split(text).map_or(text.len(), |(_, body)| body.len());
                text.drain(..text.len() - body);
            }
            rendered
        };
        let read = |opened: &OpenDocument| request.text(files, file, opened).map(strip);
        let opened = match text {
            None => Some(request.open(files, file)?),
            Some(_) => None,
        };
        let is_rendered = file.is_template() && !request.is_unrendered(file);
        let rendered = match (text, &opened) {
            (Some(text), _) => Some(strip(text)),
            (None, Some(opened)) if is_rendered => Some(read(opened)?),
            (None, _) => None,
        };
        // A stored document is measured before it is read, but for its frontmatter.
        let bytes = match (&rendered, &opened) {
            (Some(rendered), _) => rendered.text.len() as u64,
            (None, opened) => opened.as_ref().map_or(0, OpenDocument::bytes),
        };
        let least = match &rendered {
            None if strips => bytes.saturating_sub(crate::limits::MAX_FRONTMATTER_BYTES as u64),
            _ => bytes,
        };
        if least > limit {
            let is_first = parts.is_empty() && self.first.is_none();
            let is_outlined = request.is_markdown(file) && self.oversized.reads(bytes);
            if !is_first && !is_outlined {
                self.leave_out_large(file, bytes, &[], None);
                return Ok(());
            }
        } else {
            let over = parts.bytes().saturating_add(least) > limit && bytes <= limit;
            if self.is_spent || over && !parts.is_empty() {
                self.is_spent = true;
                self.leave_out(file, "", bytes);
                return Ok(());
            }
        }
        let Rendered { text, missing } = match (rendered, opened) {
            (Some(rendered), _) => rendered,
            (None, Some(opened)) => read(&opened)?,
            (None, None) => Rendered::default(),
        };
        let headings = match text.len() as u64 > limit && request.is_markdown(file) {
            true => headings(&text).unwrap_or_default(),
            false => Vec::new(),
        };
        let text = Text {
            // The file may have grown since it was opened.
            bytes: bytes.max(text.len() as u64),
            body: text,
            headings: &headings,
            within: None,
            variables: &missing,
        };
        if self.push(file, text) {
            self.delivered(file, missing);
        }
        Ok(())
    }

    /// Delivers the sections of a document, or leaves them out.
    fn sections(
        &mut self,
        files: &Sandbox,
        file: &FileInfo,
        section: &Section<'_>,
    ) -> Result<(), FileError> {
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
            return Ok(());
        }
        let mut any = false;
        for at in meant {
            let body = &text[headings[at].section.clone()];
            let text = Text {
                bytes: body.len() as u64,
                body: body.to_owned(),
                headings: &headings,
                within: Some(at),
                variables: &missing,
            };
            any |= self.push(file, text);
        }
        if any {
            self.delivered(file, missing);
        }
        Ok(())
    }

    /// Appends a document or a section to the answer, or leaves it out. Returns
    /// whether it was appended.
    fn push(&mut self, file: &FileInfo, text: Text<'_>) -> bool {
        let fragment = text.within.map(|at| fragment(&text.headings[at].slug));
        let fragment = fragment.unwrap_or_default();
        let is_large = text.body.len() as u64 > self.documents.notes.limit;
        let part = Part {
            media_type: self.table.media_type(file.basename()).to_owned(),
            location: document_uri(file, self.table) + &fragment,
            body: text.body,
            applies: self.applies.clone(),
        };
        let documents = &mut self.documents;
        documents.count += 1;
        let is_empty = documents.parts.is_empty();
        if is_large {
            match is_empty && self.first.is_none() {
                false => self.leave_out_large(file, text.bytes, text.headings, text.within),
                true => {
                    self.first = Some(First {
                        described: self.describe(file, text.bytes, text.headings, text.within),
                        file: file.clone(),
                        part,
                        name: shown(file, self.qualified) + &fragment,
                        bytes: text.bytes,
                        variables: text.variables.clone(),
                    });
                }
            }
            return false;
        }
        let limit = match is_empty {
            true => u64::MAX,
            false => documents.notes.limit,
        };
        if self.is_spent || !documents.parts.push(part, limit) {
            self.is_spent = true;
            self.leave_out(file, &fragment, text.bytes);
            return false;
        }
        if is_empty {
            documents.name = shown(file, self.qualified) + &fragment;
        }
        true
    }

    /// Delivers the first document over the budget if there is no other.
    pub fn place_first(&mut self) {
        let Some(first) = self.first.take() else {
            return;
        };
        let Documents { parts, notes, .. } = &mut self.documents;
        match (parts.is_empty(), first.described) {
            (true, described) => {
                parts.push(first.part, u64::MAX);
                notes.large.extend(described);
                self.documents.name = first.name;
                self.delivered(&first.file, first.variables);
            }
            (false, Some(described)) => notes.oversized.insert(0, described),
            (false, None) => notes.left_out.push((first.name, first.bytes)),
        }
    }

    /// Leaves out what is over the budget by itself.
    fn leave_out_large(
        &mut self,
        file: &FileInfo,
        bytes: u64,
        headings: &[Heading],
        within: Option<usize>,
    ) {
        match self.describe(file, bytes, headings, within) {
            Some(described) => self.documents.notes.oversized.push(described),
            None => {
                let fragment = within.map(|at| fragment(&headings[at].slug));
                self.leave_out(file, &fragment.unwrap_or_default(), bytes);
            }
        }
    }

    fn describe(
        &mut self,
        file: &FileInfo,
        bytes: u64,
        headings: &[Heading],
        within: Option<usize>,
    ) -> Option<String> {
        let large = Large {
            name: shown(file, self.qualified),
            uri: document_uri(file, self.table),
            bytes,
            headings,
            within,
        };
        self.oversized.describe(&large)
    }

    fn leave_out(&mut self, file: &FileInfo, fragment: &str, bytes: u64) {
        let name = shown(file, self.qualified) + fragment;
        self.documents.notes.left_out.push((name, bytes));
    }

    /// Notes what has to be said of a document of which something was delivered.
    fn delivered(&mut self, file: &FileInfo, variables: IndexSet<String>) {
        let notes = &mut self.documents.notes;
        for name in variables {
            let path = shown(file, self.qualified);
            notes.variables.push_with(|| Variable { name, path });
        }
        if self.request.is_unrendered(file) {
            notes.templates.push(shown(file, self.qualified));
        }
    }
}
