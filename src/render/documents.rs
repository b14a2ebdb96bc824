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
use crate::spec::Table;
use crate::text::frontmatter;
use crate::text::multipart::{Builder, Part};
use crate::text::mustache::Rendered;
use crate::text::outline::headings;
use crate::text::uri::fragment;

/// The documents that were read for an answer.
pub(crate) struct Documents<'a> {
    /// The documents or sections, in order.
    pub parts: Builder<'a>,
    /// How many there are, with those that the budget left out.
    pub count: usize,
    /// The first, as messages name it.
    pub name: String,
    /// What has to be said beside them.
    pub notes: Notes,
}

/// Reads the documents or sections that match, whole and in order, up to the budget.
/// The first is delivered however long it is; after one that is left out, all are.
pub(crate) fn retrieve<'a>(
    request: &Request<'_>,
    table: &'a Table,
) -> Result<Documents<'a>, OperationError> {
    // The table requires the argument, and the arguments were checked.
    let mut matches = find_or_suggest(request, request.name.unwrap_or_default())?;
    let count = matches.count();
    let mut retrieval = Retrieval {
        request,
        table,
        qualified: matches.qualified,
        documents: Documents {
            parts: Builder::new(&table.boundary),
            count: 0,
            name: String::new(),
            notes: Notes {
                limit: request.bound.project.limits.response_bytes,
                ..Notes::incomplete(&matches.name, std::mem::take(&mut matches.missing))
            },
        },
        candidates: HeadingCandidates::default(),
    };
    let unreadable = matches.read_each(request, |category, file| match request.section {
        None => retrieval.document(&category.sandbox, file),
        Some(section) => retrieval.sections(&category.sandbox, file, section),
    })?;
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
struct Retrieval<'a, 'r> {
    request: &'r Request<'r>,
    table: &'a Table,
    qualified: bool,
    /// What is delivered so far.
    documents: Documents<'a>,
    /// The headings of documents without the section.
    candidates: HeadingCandidates,
}

impl Retrieval<'_, '_> {
    /// Delivers a document, or leaves it out.
    fn document(&mut self, files: &Sandbox, file: &FileInfo) -> Result<(), FileError> {
        let Documents { parts, notes, .. } = &mut self.documents;
        if notes.left_out.is_full() {
            notes.left_out.more += 1;
            return Ok(());
        }
        let request = self.request;
        let strips = request.strips(file);
        let read = |opened: &OpenDocument| -> Result<Rendered, FileError> {
            let mut rendered = request.text(files, file, opened)?;
            if strips {
                let text = &mut rendered.text;
                let body = frontmatter::split(text).map_or(text.len(), |(_, body)| body.len());
                text.drain(..text.len() - body);
            }
            Ok(rendered)
        };
        let opened = request.open(files, file)?;
        let is_rendered = file.is_template() && !request.is_unrendered(file);
        let rendered = is_rendered.then(|| read(&opened)).transpose()?;
        // A stored document is measured before it is read, but for its frontmatter.
        let bytes = (rendered.as_ref()).map_or(opened.bytes(), |of| of.text.len() as u64);
        let least = match &rendered {
            None if strips => bytes.saturating_sub(crate::limits::MAX_FRONTMATTER_BYTES as u64),
            _ => bytes,
        };
        let over = parts.bytes().saturating_add(least) > notes.limit;
        if !notes.left_out.is_empty() || over && !parts.is_empty() {
            self.leave_out(file, "", bytes);
            return Ok(());
        }
        let rendered = rendered.map_or_else(|| read(&opened), Ok)?;
        // The file may have grown since it was opened.
        let bytes = bytes.max(rendered.text.len() as u64);
        if self.push(file, "", rendered.text, bytes) {
            self.delivered(file, rendered.missing);
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
        for heading in meant.into_iter().map(|at| &headings[at]) {
            let body = &text[heading.section.clone()];
            let (fragment, bytes) = (fragment(&heading.slug), body.len() as u64);
            any |= self.push(file, &fragment, body.to_owned(), bytes);
        }
        if any {
            self.delivered(file, missing);
        }
        Ok(())
    }

    /// Appends a document or a section to the answer, or leaves it out. Returns
    /// whether it was appended.
    fn push(&mut self, file: &FileInfo, fragment: &str, body: String, bytes: u64) -> bool {
        let table = self.table;
        let documents = &mut self.documents;
        documents.count += 1;
        let limit = match documents.parts.is_empty() {
            true => u64::MAX,
            false => documents.notes.limit,
        };
        let part = Part {
            media_type: table.media_type(file.basename()).to_owned(),
            location: document_uri(file, table) + fragment,
            body,
        };
        if !documents.notes.left_out.is_empty() || !documents.parts.push(part, limit) {
            self.leave_out(file, fragment, bytes);
            return false;
        }
        if documents.parts.len() == 1 {
            documents.name = shown(file, self.qualified) + fragment;
        }
        true
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
