//! Retrieves the documents or sections under a name, in order, up to the response budget.

use indexmap::IndexSet;

use crate::documents::discover::FileInfo;
use crate::documents::document::Document;
use crate::documents::document_error::{DocumentError, Unreadable};
use crate::documents::file_error::Cancelled;
use crate::limits::{MAX_FRONTMATTER_BYTES, MAX_OUTLINED, MAX_OUTLINED_SECTIONS};
use crate::operation::OperationContext;
use crate::operation::OperationError;
use crate::operation::call::DocumentsCall;
use crate::operation::error::{Error, Item, UnreadableList};
use crate::operation::find::find_or_suggest::find_or_suggest;
use crate::operation::find::matches::shown;
use crate::operation::find::section::{HeadingCandidates, Section};
use crate::operation::note::{Note, Notes, not_searched};
use crate::text::location::fragment;
use crate::text::markup::headings::{Heading, largest};
use crate::text::messages::Uri;
use crate::text::multipart_message::{Builder, Part};
use crate::text::mustache::Rendered;
use crate::text::truncated::Truncated;

/// The documents that were read for an answer.
#[derive(Debug)]
pub struct Documents {
    /// The documents or sections, in order.
    pub parts: Builder,
    /// Whether the documents are sent as a multipart message, even if there is only one part.
    pub is_message: bool,
    /// The number of documents or sections that were left out because of the response budget.
    pub left_out: usize,
    /// The notes to show with the documents.
    pub notes: Notes,
}

/// Reads the documents or sections that match, in order. Delivers each one whole if it fits into
/// the remaining budget, and lists the others. If none fits, delivers the first one anyway.
pub fn retrieve(
    context: &OperationContext<'_>,
    call: &DocumentsCall<'_>,
) -> Result<Documents, OperationError> {
    let section = call.section.as_ref();
    let mut matches = find_or_suggest(context, &call.name, &call.selection)?;
    let count = matches.count();
    let missing = std::mem::take(&mut matches.missing);
    let notes = not_searched(missing).into_iter().collect();
    let mut retrieval = Retrieval::new(context, section, matches.qualified, notes);
    let unreadable = matches.read_each(context, |file| retrieval.deliver(file, None).map(drop))?;
    let mut documents = retrieval.finish(unreadable, matches.within())?;
    if section.is_none() {
        documents.is_message = count > 1;
    }
    Ok(documents)
}

/// A retrieval in progress.
pub(in crate::operation) struct Retrieval<'r> {
    context: &'r OperationContext<'r>,
    /// The sections to deliver instead of whole documents.
    section: Option<&'r Section<'r>>,
    qualified: bool,
    /// The documents delivered so far.
    documents: Documents,
    /// The response budget in bytes.
    limit: u64,
    /// Whether no document or section has been added yet.
    is_first: bool,
    /// The number of matching documents that do not contain the section.
    without: usize,
    left_out: Truncated<Item>,
    /// The templates that are delivered as stored.
    templates: Truncated<String>,
    /// The variables of rendered templates that have no value.
    variables: Truncated<Item>,
    /// The reason why the next document applies to a file, for the document's `Guide-Applies`
    /// header.
    pub applies: Option<String>,
    /// The headings of the documents that do not contain the section, as candidates for a
    /// suggestion.
    candidates: HeadingCandidates,
    /// The number of documents larger than the budget whose headings may still be listed.
    outlined: usize,
    /// The first document or section that did not fit before anything was delivered. It is
    /// delivered if nothing else fits.
    first: Option<(FileInfo, Unit, Item)>,
}

/// A document or a section that may be delivered.
struct Unit {
    part: Part,
    /// The template variables of the document that have no value.
    variables: IndexSet<String>,
}

impl Documents {
    /// Creates an answer that contains no documents, only `notes`.
    pub fn none(context: &OperationContext<'_>, notes: Notes) -> Self {
        Self {
            parts: Builder::new(&context.formats.boundary),
            is_message: false,
            left_out: 0,
            notes,
        }
    }
}

impl<'r> Retrieval<'r> {
    /// Creates an empty retrieval with these notes.
    pub fn new(
        context: &'r OperationContext<'r>,
        section: Option<&'r Section<'r>>,
        qualified: bool,
        notes: Notes,
    ) -> Self {
        Self {
            context,
            section,
            qualified,
            documents: Documents::none(context, notes),
            limit: context.bound.project.limits.response_bytes,
            is_first: true,
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

    /// Delivers `file` or its requested sections, or leaves them out if they do not fit. `text` is
    /// the file's text, if it was already read. Returns whether anything was delivered.
    pub fn deliver(
        &mut self,
        file: &FileInfo,
        text: Option<Rendered>,
    ) -> Result<bool, DocumentError> {
        let (context, section) = (self.context, self.section);
        let document = context.document(file);
        if section.is_none() && self.left_out.is_full() && !self.fits(file, 0) {
            self.left_out.more += 1;
            return Ok(false);
        }
        let Rendered { mut text, missing } = match text {
            Some(text) => text,
            None => {
                let bytes = document.bytes()?;
                if section.is_none() && !self.may_fit(&document, bytes) {
                    return Ok(false);
                } else if section.is_some() && document.markup.is_none() {
                    Rendered::default()
                } else {
                    document.text()?
                }
            }
        };
        if section.is_none() {
            document.strip(&mut text);
        }
        let headings = match document.markup {
            Some(markup) if section.is_some() => {
                markup.headings(&text).ok_or(DocumentError::Nested)?
            }
            Some(markup) if text.len() as u64 > self.limit => {
                markup.headings(&text).unwrap_or_default()
            }
            _ => Vec::new(),
        };
        let units: Vec<Option<usize>> = match section {
            Some(section) => match section.resolve(&headings, context) {
                Ok(found) => found.into_iter().map(Some).collect(),
                // The caller checks for cancellation as well.
                Err(Cancelled) => return Ok(false),
            },
            None => vec![None],
        };
        if units.is_empty() {
            self.without += 1;
            self.candidates.add(file, headings);
            return Ok(false);
        }
        let mut any = false;
        for at in units {
            let (body, fragment) = match at.map(|at| &headings[at]) {
                Some(heading) => {
                    let body = text[heading.section.clone()].to_owned();
                    (body, fragment(&heading.slug))
                }
                None => (std::mem::take(&mut text), String::new()),
            };
            let media_type = self.context.formats.media_type(file.basename());
            let location = self.context.formats.document_uri(file) + &fragment;
            let unit = Unit {
                part: Part::new(media_type, location, body, self.applies.as_deref()),
                variables: missing.clone(),
            };
            any |= self.push(file, unit, &headings, at);
        }
        Ok(any)
    }

    /// Returns whether `document` must be read. `bytes` is the size of its file. A document that is
    /// not rendered is left out unread if it cannot fit, even without its frontmatter. It is read
    /// anyway if it may have to be delivered as the first one, or if its headings are to be listed.
    fn may_fit(&mut self, document: &Document<'_>, bytes: u64) -> bool {
        let least = if document.is_stripped {
            bytes.saturating_sub(MAX_FRONTMATTER_BYTES as u64)
        } else {
            bytes
        };
        let is_rendered = document.templates.is_some();
        let may_be_first = self.documents.parts.parts.is_empty() && self.first.is_none();
        let is_outlined = least > self.limit && self.outlined > 0 && document.markup.is_some();
        let may_fit = is_rendered || self.fits(document.file, least) || may_be_first || is_outlined;
        if !may_fit {
            self.left_out.push_with(|| Item::Bytes {
                uri: Uri(self.context.formats.document_uri(document.file)),
                bytes,
            });
        }
        may_fit
    }

    /// Returns whether a document of `bytes` bytes may fit into the remaining budget.
    fn fits(&self, file: &FileInfo, bytes: u64) -> bool {
        let head = file.path.as_str().len() as u64;
        self.documents.parts.bytes().saturating_add(head + bytes) <= self.limit
    }

    /// Appends `unit` if it fits, or leaves it out. `within` is the index of the section's heading,
    /// or `None` for a whole document. Returns whether the unit was appended.
    fn push(
        &mut self,
        file: &FileInfo,
        unit: Unit,
        headings: &[Heading],
        within: Option<usize>,
    ) -> bool {
        self.documents.is_message = !std::mem::take(&mut self.is_first);
        if self.documents.parts.fits(&unit.part, self.limit) {
            self.append(file, unit);
            return true;
        }
        let bytes = unit.part.body.len() as u64;
        let mut sections = Truncated::default();
        if bytes > self.limit && self.outlined > 0 {
            let document = self.context.formats.document_uri(file);
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
        let left_out = if sections.is_empty() {
            Item::Bytes { uri, bytes }
        } else {
            Item::Sections {
                uri,
                bytes,
                sections,
            }
        };
        if self.documents.parts.parts.is_empty() && self.first.is_none() {
            self.first = Some((file.clone(), unit, left_out))
        } else {
            self.left_out.push(left_out)
        }
        false
    }

    /// Appends a document or a section, and records its notes.
    fn append(&mut self, file: &FileInfo, unit: Unit) {
        self.documents.parts.push(unit.part);
        let path = shown(file, self.qualified);
        for name in unit.variables {
            let path = path.clone();
            self.variables.push_new(Item::Variable { name, path });
        }
        if self.context.document(file).is_unrendered() {
            self.templates.push_new(path);
        }
    }

    /// Returns the delivered documents with their notes. If none fits, delivers the first one
    /// anyway. `within` is the place that was searched, for an error.
    ///
    /// # Errors
    ///
    /// Returns an error if nothing could be read or no document has the section.
    pub fn finish(
        mut self,
        unreadable: Truncated<Unreadable>,
        within: Item,
    ) -> Result<Documents, OperationError> {
        let limit = self.limit;
        let mut large = None;
        if let Some((file, unit, left_out)) = self.first.take() {
            if self.documents.parts.parts.is_empty() {
                let is_large = unit.part.body.len() as u64 > limit;
                large = is_large.then_some(left_out);
                self.append(&file, unit);
            } else {
                self.left_out.insert_first(left_out)
            }
        }
        let (mut documents, without) = (self.documents, self.without);
        documents.left_out = self.left_out.count();
        let unreadable = UnreadableList(unreadable);
        if documents.parts.parts.is_empty() {
            let section = self.section.filter(|_| without > 0);
            let error = match section {
                Some(section) => {
                    documents.notes.extend(unreadable.note());
                    self.candidates
                        .into_error(section, self.context.formats, within)
                }
                None => Error::Io(unreadable),
            };
            return Err(OperationError::failed(error, documents.notes));
        }
        let notes = [
            unreadable.note(),
            (without > 0).then_some(Note::Without(without)),
            self.left_out
                .note(|documents| Note::LeftOut { limit, documents }),
            large.map(|document| Note::Large { limit, document }),
            self.templates.note(Note::Templates),
            self.variables.note(Note::Variables),
        ];
        documents.notes.extend(notes.into_iter().flatten());
        Ok(documents)
    }
}
