//! Renders listings as Markdown tables.

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
use crate::render::table::{Columns, TableRows};
use crate::render::value::{ListCell, Listing, PlaceUri};
use crate::table::{NameKind, Phrase, Table, values};
use crate::text::about::About;
use crate::text::escape::{code, escape_truncated, name, shown_line, shown_name};
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
        let (mut rows, mut taken) = (TableRows::default(), 0);
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
            taken += rows.push(columns.row(&(*of, documents, bytes)));
        }
        let kept = rows.cut(1, limit, |kept| self.rest(all.len() - kept, &columns, 0));
        let is_cut = kept < all.len();
        let listing = match rows.texts.is_empty() {
            true => Listing {
                text: self.table.said(&Phrase::ListNothing) + "\n",
                ..Listing::default()
            },
            false => Listing {
                text: head + &rows.text(),
                tables: vec![columns.table(self.table, rows)],
            },
        };
        let mut notes: Notes = reading.notes().collect();
        notes.extend(not_searched(missing));
        notes.extend(UnreadableList(unreadable).note());
        notes.extend(is_cut.then(|| Note::Rest(self.limit())));
        Ok(Answer::Listing { listing, notes })
    }

    fn name_columns(&self, all: &[Named<'_>]) -> Columns<'_, NameRow<'_>> {
        let text = |of: fn(Named<'_>) -> Option<&str>| {
            move |row: &NameRow<'_>| ListCell::Text(shown_line(of(row.0).unwrap_or_default()))
        };
        let any = |of: fn(Named<'_>) -> Option<&str>| all.iter().any(|named| of(*named).is_some());
        let (use_when, origin) = (any(|of| of.use_when), any(|of| of.origin));
        Columns::<NameRow<'_>>(Vec::new())
            .with(Phrase::HeadingName, |(of, ..)| {
                ListCell::Text(shown_name(of.name))
            })
            .with(Phrase::HeadingKind, |(of, ..)| {
                ListCell::Words(self.table.said(&of.shown()))
            })
            .with(Phrase::HeadingDescription, text(|of| of.description))
            .with_if(use_when, Phrase::HeadingUseWhen, text(|of| of.use_when))
            .with(Phrase::HeadingContents, |(of, ..)| {
                ListCell::Words(self.contents(*of))
            })
            .with_if(origin, Phrase::HeadingOrigin, text(|of| of.origin))
            .with(Phrase::HeadingDocuments, |(_, documents, _)| {
                ListCell::Number(*documents as u64)
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
        let (rows, shortened) = self.rows(&columns, &documents, limit);
        notes.extend(shortened);
        let text = rows.text();
        let limit = limit.saturating_sub(text.len());
        let mut listing = Listing::default();
        if !documents.is_empty() {
            listing.text = head + &text;
            listing.tables.push(columns.table(self.table, rows));
        }
        if let Some((info, headings)) = only.filter(|(_, headings)| !headings.is_empty()) {
            let all = self.outline(info, &headings, limit, &mut listing);
            notes.extend((!all).then(|| Note::Headings(self.limit())));
        }
        Ok(Answer::Listing { listing, notes })
    }

    /// Adds as many of a document's headings as fit into so many bytes, and the count of
    /// the others. Returns whether all do.
    fn outline(
        &self,
        info: &FileInfo,
        headings: &[Heading],
        limit: usize,
        listing: &mut Listing,
    ) -> bool {
        let uri = self.table.document_uri(info);
        let place = |heading: &Heading| {
            let uri = uri.clone() + &fragment(&heading.slug);
            PlaceUri::new(&info.origin, info.document(), Some(&heading.slug), uri)
        };
        let columns = Columns::<Heading>(Vec::new())
            .with(Phrase::HeadingLevel, |heading| {
                ListCell::Number(u64::from(heading.level))
            })
            .with(Phrase::HeadingText, |heading| {
                ListCell::Text(shown_line(&heading.text))
            })
            .with_size(self.table, |heading| heading.section.len() as u64)
            .with(Phrase::HeadingUri, |heading| {
                ListCell::Place(place(heading))
            });
        let head = String::from("\n") + &columns.head(self.table);
        let mut rows = TableRows::default();
        for heading in headings {
            rows.push(columns.row(heading));
        }
        let all = rows.texts.len();
        let limit = limit.saturating_sub(head.len());
        let kept = rows.cut(0, limit, |kept| self.rest(all - kept, &columns, 1));
        // The row that counts them is nothing by itself.
        if kept > 0 {
            listing.text += &(head + &rows.text());
            listing.tables.push(columns.table(self.table, rows));
        }
        kept == all
    }

    /// Returns the row that counts the rest in the column `at`, if there is a rest.
    fn rest<R>(&self, more: usize, columns: &Columns<'_, R>, at: usize) -> Option<Vec<ListCell>> {
        let words = (more > 0).then(|| self.table.said(&ListPart::More(more)));
        words.map(|words| columns.note(at, &words))
    }

    pub(super) fn counted(&self, phrase: Phrase, documents: usize) -> String {
        self.table.phrase(phrase, values!(documents))
    }
}
