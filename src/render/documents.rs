//! The documents or sections of an answer: read one after another, up to its budget.

use indexmap::IndexSet;

use crate::documents::discover::FileInfo;
use crate::documents::document::OpenDocument;
use crate::documents::error::{FileError, Unreadable};
use crate::documents::rendered::Variable;
use crate::documents::sandbox::Sandbox;
use crate::operation::Request;
use crate::operation::error::Error;
use crate::operation::matches::shown;
use crate::operation::nearby::found;
use crate::operation::outcome::{Notes, Stop};
use crate::operation::wanted::{Candidates, Section};
use crate::render::location;
use crate::spec::Table;
use crate::text::multipart::{Builder, Part, PartHeaders};
use crate::text::mustache::Rendered;
use crate::text::outline::headings;
use crate::text::uri::fragment;

/// The documents that were read for an answer.
pub(crate) struct Documents<'a> {
    /// The documents or sections, in order.
    pub parts: Builder<'a>,
    /// How many there are, with those that the budget left out.
    pub count: usize,
    /// The only one, as messages name it.
    pub name: String,
    /// What has to be said beside them.
    pub notes: Notes,
}

/// Reads the documents or sections that match, whole and in order, up to the budget.
/// The first is delivered however long it is; after one that is left out, all are.
pub(crate) fn retrieve<'a>(request: &Request<'_>, table: &'a Table) -> Result<Documents<'a>, Stop> {
    // The table guarantees the argument, and the arguments were checked.
    let matches = found(request, request.name.unwrap_or_default())?;
    let mut retrieval = Retrieval {
        request,
        table,
        limit: request.bound.project.limits.response_bytes,
        qualified: matches.qualified,
        parts: Builder::new(&table.boundary),
        count: 0,
        name: String::new(),
        read: 0,
        candidates: Candidates::default(),
        notes: Notes::default(),
    };
    let count = matches.count();
    retrieval.notes = Notes {
        unreadable: matches.unreadable.into_iter().collect(),
        ..Notes::incomplete(&matches.name, matches.missing)
    };
    for category in &matches.categories {
        for file in &category.files {
            if (request.cancelled)() {
                return Err(Stop::Cancelled);
            }
            let files = &*category.sandbox;
            let taken = match request.section {
                None => retrieval.document(files, file),
                Some(section) => retrieval.sections(files, file, section),
            };
            if let Err(error) = taken {
                retrieval.notes.unreadable.push_with(|| Unreadable {
                    path: shown(file, matches.qualified),
                    error,
                });
            }
        }
    }
    let Retrieval {
        parts, mut notes, ..
    } = retrieval;
    if parts.is_empty() {
        if let Some(section) = request.section.filter(|_| retrieval.read > 0) {
            notes.without = 0;
            let nearby = retrieval.candidates.nearest(section);
            return Err(section.missing(matches.scope, matches.name, nearby, notes));
        }
        let unreadable = std::mem::take(&mut notes.unreadable);
        return Err(Stop::failed(Error::Io(unreadable), notes));
    }
    Ok(Documents {
        parts,
        count: match request.section {
            None => count,
            Some(_) => retrieval.count,
        },
        name: retrieval.name,
        notes,
    })
}

/// A retrieval while its documents are read.
struct Retrieval<'a, 'r> {
    request: &'r Request<'r>,
    table: &'a Table,
    limit: u64,
    qualified: bool,
    parts: Builder<'a>,
    /// How many documents or sections were tried.
    count: usize,
    /// The first that is delivered, as messages name it.
    name: String,
    /// How many documents were read for their sections.
    read: usize,
    /// The headings of documents without the section.
    candidates: Candidates,
    notes: Notes,
}

impl Retrieval<'_, '_> {
    /// Delivers a document, or leaves it out.
    fn document(&mut self, files: &Sandbox, file: &FileInfo) -> Result<(), FileError> {
        if let Some(left_out) = &mut self.notes.left_out
            && left_out.documents.is_full()
        {
            left_out.documents.more += 1;
            return Ok(());
        }
        let body = self.request.open(files, file)?;
        let bytes = body.bytes();
        let over = self.parts.bytes().saturating_add(body.least()) > self.limit;
        if self.notes.left_out.is_some() || over && !self.parts.is_empty() {
            self.leave_out(file, "", bytes);
            return Ok(());
        }
        let (text, mut variables) = body.read()?;
        // The file may have grown since it was opened.
        let bytes = bytes.max(text.len() as u64);
        if self.push(file, "", text, bytes) {
            self.delivered(file, &mut variables);
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
        let limit = self.request.bound.project.limits.file_bytes;
        let opened = OpenDocument::open(files, file, limit)?;
        let Rendered { text, mut missing } = match (self.request.is_markdown)(file) {
            true => self.request.text(files, file, &opened)?,
            false => Rendered::default(),
        };
        let Some(headings) = headings(&text) else {
            return Err(FileError::Nested);
        };
        self.read += 1;
        let meant = section.resolve(&headings);
        if meant.is_empty() {
            self.notes.without += 1;
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
            self.delivered(file, &mut missing);
        }
        Ok(())
    }

    /// Appends a document or a section to the answer, or leaves it out. Returns
    /// whether it was appended.
    fn push(&mut self, file: &FileInfo, fragment: &str, body: String, bytes: u64) -> bool {
        self.count += 1;
        let limit = match self.parts.is_empty() {
            true => u64::MAX,
            false => self.limit,
        };
        let headers = PartHeaders {
            media_type: self.table.media_type(file.basename()),
            location: location::of_document(file, self.table) + fragment,
        };
        let part = Part { headers, body };
        if self.notes.left_out.is_some() || !self.parts.push(part, limit) {
            self.leave_out(file, fragment, bytes);
            return false;
        }
        if self.parts.len() == 1 {
            self.name = shown(file, self.qualified) + fragment;
        }
        true
    }

    fn leave_out(&mut self, file: &FileInfo, fragment: &str, bytes: u64) {
        let name = shown(file, self.qualified) + fragment;
        self.notes.leave_out(self.limit, name, bytes);
    }

    /// Notes what has to be said of a document of which something was delivered.
    fn delivered(&mut self, file: &FileInfo, variables: &mut IndexSet<String>) {
        for name in variables.drain(..) {
            let path = shown(file, self.qualified);
            self.notes.variables.push_with(|| Variable { name, path });
        }
        if file.is_template() && !self.request.bound.renders(&file.origin.category) {
            let name = shown(file, self.qualified);
            self.notes.templates.push(name);
        }
    }
}
