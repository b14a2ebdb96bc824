//! Renders listings as Markdown tables.

use std::time::SystemTime;

use indexmap::IndexSet;

use crate::documents::discover::FileInfo;
use crate::documents::error::FileError;
use crate::operation::OperationContext;
use crate::operation::OperationError;
use crate::operation::call::{DocumentsCall, NameRef, Selection};
use crate::operation::error::UnreadableList;
use crate::operation::matches::{Matches, shown};
use crate::operation::named::Named;
use crate::operation::note::{Note, Notes, PatternReading, not_searched};
use crate::operation::section::HeadingCandidates;
use crate::operation::suggest::find_or_suggest;
use crate::operation::totals::Totals;
use crate::project::category::pattern_text;
use crate::render::answer::Answer;
use crate::render::table::{Columns, fit};
use crate::spec::{NameKind, Phrase, Table, values};
use crate::text::about::About;
use crate::text::escape::{cell, code, escape_truncated, name};
use crate::text::message::ListPart;
use crate::text::names::Truncated;
use crate::text::outline::Heading;
use crate::text::uri::fragment;

/// A document to list.
pub(super) struct DocumentRow<'m> {
    pub info: &'m FileInfo,
    /// What it says of itself, if anything.
    pub about: Option<Box<About>>,
    pub totals: Totals,
}

/// A category or a collection, how many documents of it can be opened, and their bytes together.
type NameRow<'p> = (Named<'p>, usize, u64);

/// Writes the listings of a call, in the table's words and within the response budget,
/// which only a first row may exceed.
pub(super) struct ListingFormatter<'a> {
    pub(super) context: &'a OperationContext<'a>,
    pub(super) table: &'a Table,
}

impl ListingFormatter<'_> {
    /// Returns the response budget in bytes.
    pub(super) fn limit(&self) -> usize {
        let limit = self.context.bound.project.limits.response_bytes;
        usize::try_from(limit).unwrap_or(usize::MAX)
    }

    /// Lists every category and collection.
    pub(super) fn names(&self, selection: &Selection<'_>) -> Result<Answer, OperationError> {
        let project = &self.context.bound.project;
        let kinds = [NameKind::Category, NameKind::Collection].into_iter();
        let all: Vec<Named<'_>> = kinds.flat_map(|kind| Named::all(project, kind)).collect();
        let columns = self.name_columns(&all);
        let head = columns.head(self.table);
        let limit = self.limit().saturating_sub(head.len());
        let (mut missing, mut unreadable) = (IndexSet::new(), Truncated::default());
        let mut reading = PatternReading::default();
        let (mut rows, mut taken) = (Vec::new(), 0);
        for of in &all {
            // Counting opens every document: names that do not fit are not counted.
            if taken > limit {
                break;
            }
            let name = NameRef::of(of.kind, of.name);
            let mut matches = Matches::all(self.context, &name, selection)?;
            if of.kind == NameKind::Collection {
                // They are listed for their categories.
                matches.unreadable.clear();
                matches.linked.clear();
            }
            let (mut documents, mut bytes) = (0, 0u64);
            let found = matches.read_each(self.context, |file| {
                bytes = bytes.saturating_add(self.context.document(file).bytes()?);
                documents += 1;
                Ok(())
            })?;
            if of.kind == NameKind::Category {
                unreadable.more += found.more;
            }
            for mut document in found.first {
                // A directory that cannot be opened is named as guide.yaml has it.
                let category = project.categories.get(of.name);
                let is_dir = category.is_some_and(|of| of.dir == *document.path);
                if of.kind == NameKind::Category && !is_dir {
                    document.path = format!("{}/{}", of.name, document.path);
                }
                unreadable.push_new(document);
            }
            missing.extend(matches.missing);
            reading.add(&matches.reading);
            let text = columns.row(&(*of, documents, bytes));
            taken += text.len();
            rows.push(text);
        }
        let (kept, rest) = fit(&rows, 1, limit, str::len, |kept| {
            self.rest(all.len() - kept, &columns, 0)
        });
        let table = match rows.is_empty() {
            true => self.table.said(&Phrase::ListNothing) + "\n",
            false => head + &rows[..kept].concat() + &rest,
        };
        let mut notes: Notes = reading.notes().collect();
        notes.extend(not_searched(missing));
        notes.extend(UnreadableList(unreadable).note());
        notes.extend((!rest.is_empty()).then(|| Note::Rest(self.limit())));
        Ok(Answer::listing(table, notes))
    }

    fn name_columns(&self, all: &[Named<'_>]) -> Columns<'_, NameRow<'_>> {
        let text = |of: fn(Named<'_>) -> Option<&str>| {
            move |row: &NameRow<'_>| cell(of(row.0).unwrap_or_default())
        };
        let any = |of: fn(Named<'_>) -> Option<&str>| all.iter().any(|named| of(*named).is_some());
        let (use_when, origin) = (any(|of| of.use_when), any(|of| of.origin));
        Columns::<NameRow<'_>>(Vec::new())
            .with(Phrase::HeadingName, |(of, ..)| name(of.name))
            .with(Phrase::HeadingKind, |(of, ..)| self.table.said(&of.shown()))
            .with(Phrase::HeadingDescription, text(|of| of.description))
            .with_if(use_when, Phrase::HeadingUseWhen, text(|of| of.use_when))
            .with(Phrase::HeadingContents, |(of, ..)| self.contents(*of))
            .with_if(origin, Phrase::HeadingOrigin, text(|of| of.origin))
            .with(Phrase::HeadingDocuments, |(_, documents, _)| {
                documents.to_string()
            })
            .with_size(self.table, |(.., bytes)| *bytes)
    }

    /// Lists default patterns or members.
    fn contents(&self, of: Named<'_>) -> String {
        let project = &self.context.bound.project;
        let patterns = project.categories.get(of.name).into_iter();
        let patterns = patterns.flat_map(|category| &category.patterns);
        let patterns = patterns.map(|pattern| code(&escape_truncated(pattern_text(pattern))));
        let members = project.collections.get(of.name).into_iter();
        let members = members.flat_map(|collection| &collection.members);
        let members = members.map(|member| name(&member.text));
        let contents: Truncated<String> = match of.kind {
            NameKind::Category => patterns.collect(),
            NameKind::Collection => members.collect(),
        };
        self.table.listed(contents.first.into_iter(), contents.more)
    }

    /// Lists the documents of a name, and the headings of the only one.
    pub(super) fn documents(&self, call: &DocumentsCall<'_>) -> Result<Answer, OperationError> {
        let mut matches = find_or_suggest(self.context, &call.name, &call.selection)?;
        let missing = std::mem::take(&mut matches.missing);
        let mut notes: Notes = not_searched(missing).into_iter().collect();
        notes.extend(matches.reading.notes());
        let mut documents = Vec::with_capacity(matches.count());
        let (mut templates, mut only) = (Truncated::default(), None);
        let unreadable = matches.read_each(self.context, |info| {
            let document = self.context.document(info);
            let (about, totals) = (document.about()?, Totals::of(&document)?);
            if document.is_unrendered() {
                templates.push_with(|| shown(info, matches.qualified));
            }
            documents.push(DocumentRow {
                info,
                about: (about != About::default()).then(|| Box::new(about)),
                totals,
            });
            if let Some(markup) = document.markup.filter(|_| matches.count() == 1) {
                let text = document.text().unwrap_or_default().text;
                only = Some((info, markup.headings(&text).ok_or(FileError::Nested)?));
            }
            Ok(())
        })?;
        if let Some(section) = &call.section {
            let headings = only.as_ref().map_or(&[][..], |(_, headings)| headings);
            let found = section.resolve(headings, self.context)?;
            let first = found.first().map(|first| headings[*first].section.clone());
            let Some(around) = first else {
                let mut candidates = HeadingCandidates::default();
                if let Some((info, headings)) = only {
                    candidates.add(info, headings);
                }
                let error = candidates.into_error(section, self.table, matches.within());
                return Err(error.into());
            };
            if let Some((_, headings)) = &mut only {
                headings.retain(|heading| around.contains(&heading.section.start));
            }
        }
        notes.extend(templates.note(Note::Templates));
        notes.extend(UnreadableList(unreadable).note());
        let columns = self.document_columns(&documents);
        let head = columns.head(self.table);
        let limit = self.limit().saturating_sub(head.len());
        let (text, shortened) = self.rows(&columns, &documents, limit);
        notes.extend(shortened);
        let limit = limit.saturating_sub(text.len());
        let mut table = match documents.is_empty() {
            true => String::new(),
            false => head + &text,
        };
        if let Some((info, headings)) = only.filter(|(_, headings)| !headings.is_empty()) {
            let (outline, all) = self.outline(info, &headings, limit);
            table += &outline;
            notes.extend((!all).then(|| Note::Headings(self.limit())));
        }
        Ok(Answer::listing(table, notes))
    }

    /// Writes as many of a document's headings as fit into so many bytes, and the count of
    /// the others. Returns whether all do.
    fn outline(&self, info: &FileInfo, headings: &[Heading], limit: usize) -> (String, bool) {
        let uri = self.table.document_uri(info);
        let columns = Columns::<Heading>(Vec::new())
            .with(Phrase::HeadingLevel, |heading| heading.level.to_string())
            .with(Phrase::HeadingText, |heading| cell(&heading.text))
            .with_size(self.table, |heading| heading.section.len() as u64)
            .with(Phrase::HeadingUri, |heading| {
                uri.clone() + &fragment(&heading.slug)
            });
        let head = String::from("\n") + &columns.head(self.table);
        let rows = headings.iter().map(|heading| columns.row(heading));
        let rows: Vec<String> = rows.collect();
        let (kept, rest) = fit(
            &rows,
            0,
            limit.saturating_sub(head.len()),
            str::len,
            |kept| self.rest(rows.len() - kept, &columns, 1),
        );
        match kept {
            0 => (String::new(), rows.is_empty()),
            _ => (head + &rows[..kept].concat() + &rest, rest.is_empty()),
        }
    }

    /// Writes the row that counts the rest in the column `at`, if there is a rest.
    fn rest<R>(&self, more: usize, columns: &Columns<'_, R>, at: usize) -> String {
        match more {
            0 => String::new(),
            more => columns.note(at, &self.table.said(&ListPart::More(more))),
        }
    }

    pub(super) fn counted(&self, phrase: Phrase, documents: usize) -> String {
        self.table.phrase(phrase, values!(documents))
    }
}

/// Formats a time by RFC 3339 in UTC, to the second.
pub(crate) fn time(time: SystemTime) -> String {
    // Times before 1970 or after 9999 are errors of a file system.
    let latest = SystemTime::UNIX_EPOCH + std::time::Duration::from_secs(253_402_300_799);
    let time = time.clamp(SystemTime::UNIX_EPOCH, latest);
    humantime::format_rfc3339_seconds(time).to_string()
}
