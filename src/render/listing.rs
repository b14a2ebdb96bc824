//! Renders listings as Markdown tables.

use std::collections::HashSet;
use std::time::SystemTime;

use crate::documents::discover::FileInfo;
use crate::limits::MAX_NAMED;
use crate::operation::Request;
use crate::operation::error::{Notes, OperationError, Scope, Unlisted};
use crate::operation::list::{self, DocumentRow, NameRow};
use crate::operation::matches::shown;
use crate::operation::search::{Found, search};
use crate::operation::suggest::find_or_suggest;
use crate::render::document_uri;
use crate::render::messages::MessageFormatter;
use crate::render::table::{fit, line};
use crate::search::rank::MAX_ROWS;
use crate::search::refine::FoundSection;
use crate::search::terms::MAX_TERMS;
use crate::spec::{Phrase, SearchKind, values};
use crate::text::escape::{cell, code, escape_truncated, name};
use crate::text::names::Truncated;
use crate::text::outline::{Heading, SEPARATOR};
use crate::text::uri::fragment;

/// The columns of each listing, [`Phrase::HeadingUseWhen`] and [`Phrase::HeadingOrigin`] only
/// where a row has one; `name_row`, `document_row`, `heading_row` and `found_row` write the
/// cells.
const NAMES: [Phrase; 9] = [
    Phrase::HeadingName,
    Phrase::HeadingKind,
    Phrase::HeadingDescription,
    Phrase::HeadingUseWhen,
    Phrase::HeadingContents,
    Phrase::HeadingOrigin,
    Phrase::HeadingDocuments,
    Phrase::HeadingBytes,
    Phrase::HeadingTokens,
];
const DOCUMENTS: [Phrase; 8] = [
    Phrase::HeadingUri,
    Phrase::HeadingTitle,
    Phrase::HeadingDescription,
    Phrase::HeadingUseWhen,
    Phrase::HeadingType,
    Phrase::HeadingBytes,
    Phrase::HeadingTokens,
    Phrase::HeadingModified,
];
const OUTLINE: [Phrase; 5] = [
    Phrase::HeadingLevel,
    Phrase::HeadingText,
    Phrase::HeadingBytes,
    Phrase::HeadingTokens,
    Phrase::HeadingUri,
];
const FOUND: [Phrase; 5] = [
    Phrase::HeadingUri,
    Phrase::HeadingText,
    Phrase::HeadingLine,
    Phrase::HeadingScore,
    Phrase::HeadingFound,
];

/// Writes the listings of a call, in the table's words and within the response budget,
/// which only a first row may exceed.
pub(super) struct ListingFormatter<'a> {
    pub(super) request: &'a Request<'a>,
    pub(super) messages: MessageFormatter<'a>,
}

impl<'a> ListingFormatter<'a> {
    pub(super) fn new(request: &'a Request<'a>) -> Self {
        Self {
            request,
            messages: MessageFormatter::new(request.table),
        }
    }

    /// Returns the response budget in bytes.
    pub(super) fn budget(&self) -> u64 {
        self.request.bound.project.limits.response_bytes
    }

    /// Lists every category and collection.
    pub(super) fn names(&self) -> Result<(String, Notes), OperationError> {
        let project = &self.request.bound.project;
        let use_when = list::names(project).any(|row| row.use_when.is_some());
        let origin = list::names(project).any(|row| row.origin.is_some());
        let mut columns = columns(&NAMES, use_when);
        columns.retain(|column| origin || *column != Phrase::HeadingOrigin);
        let head = self.head(&columns);
        let mut unlisted = Truncated::default();
        let limit = self.remaining(&head, &unlisted);
        let (mut rows, mut more, mut taken) = (Vec::new(), 0, 0);
        for mut row in list::names(project) {
            // Counting opens every document: names that do not fit are not counted.
            if taken > limit {
                more += 1;
                continue;
            }
            list::count(self.request, &mut row, &mut unlisted)?;
            let text = self.name_row(&row, use_when, origin);
            taken += text.len();
            rows.push(text);
        }
        let (kept, rest) = fit(&rows, 1, self.remaining(&head, &unlisted), |kept| {
            self.rest(more + rows.len() - kept, &columns, 0, |more| {
                self.messages.more(more)
            })
        });
        let table = match rows.is_empty() {
            true => self.messages.phrase(Phrase::ListNothing, &[]) + "\n",
            false => head + &rows[..kept].concat(),
        };
        let notes = Notes {
            listing: self.shortened_by(Phrase::MessageRestNames, rest.is_empty()),
            ..Notes::default()
        };
        Ok((self.with_unlisted(table + &rest, &unlisted), notes))
    }

    /// Lists the documents of a name, and the headings of the only one.
    pub(super) fn documents(&self, name: &str) -> Result<(String, Notes), OperationError> {
        let mut matches = find_or_suggest(self.request, name)?;
        let mut notes = Notes::incomplete(name, std::mem::take(&mut matches.missing));
        let listed = list::documents(self.request, &matches, &mut notes)?;
        let unlisted = listed.unreadable.map(Unlisted::Unreadable);
        let head = self.head(&columns(&DOCUMENTS, has_use_when(&listed.rows)));
        let limit = self.remaining(&head, &unlisted);
        let (text, shortened) = self.rows(&listed.rows, limit);
        notes.listing = shortened;
        let limit = limit.saturating_sub(text.len());
        let mut table = match listed.rows.is_empty() {
            true => String::new(),
            false => head + &text,
        };
        if let Some((info, headings)) = listed.headings {
            let (outline, all) = self.outline(info, &headings, limit);
            table += &outline;
            if !all {
                notes.listing = self.shortened_by(Phrase::MessageHeadings, false);
            }
        }
        Ok((self.with_unlisted(table, &unlisted), notes))
    }

    /// Lists what a search found.
    pub(super) fn search(&self) -> Result<(String, Notes), OperationError> {
        let mut found = search(self.request)?;
        let head = self.head(&FOUND);
        let rows = found.rows.iter();
        let texts: Vec<String> = rows.map(|(file, row)| self.found_row(file, row)).collect();
        let limit = self.remaining(&head, &found.unlisted);
        let documents = |kept: usize| {
            let rows = found.rows[..kept].iter();
            let documents: HashSet<u32> = rows.map(|(_, row)| row.hit.document).collect();
            documents.len()
        };
        let most = (!found.is_quoted).then_some(MAX_ROWS);
        let most = most.map_or(texts.len(), |rows| texts.len().min(rows));
        let (kept, rest) = fit(&texts[..most], 1, limit, |kept| {
            let more = found.more + documents(texts.len()) - documents(kept);
            self.rest(more, &FOUND, 0, |more| self.counted(Phrase::ListRest, more))
        });
        let shortened = !rest.is_empty() || kept < most;
        let mut listed = HashSet::new();
        for (file, row) in &found.rows[..kept] {
            if self.request.is_unrendered(file) && listed.insert(row.hit.document) {
                found.notes.templates.push_with(|| shown(file, true));
            }
        }
        found.notes.listing = self.about_words(&found);
        let shortened = self.shortened_by(Phrase::MessageFound, !shortened);
        found.notes.listing.extend(shortened);
        let table = match found.rows.is_empty() {
            true => self.nothing(&found) + "\n",
            false => head + &texts[..kept].concat() + &rest,
        };
        Ok((self.with_unlisted(table, &found.unlisted), found.notes))
    }

    /// Returns the messages that words were searched in another way than they are written.
    fn about_words(&self, found: &Found) -> Vec<String> {
        let mut messages = Vec::new();
        if !found.unquoted.is_empty() {
            let quoted = self.messages.quoted(&found.unquoted);
            let message = self
                .messages
                .phrase(Phrase::MessageUnquoted, values!(quoted));
            messages.push(message);
        }
        let terms = found.terms.iter().filter(|term| !term.near.is_empty());
        let terms = terms.map(|term| {
            let (word, names) = (
                escape_truncated(&term.word),
                self.messages.quoted(&term.near),
            );
            (self.messages).phrase(Phrase::SearchReplaced, values!(word, names))
        });
        let words = self.messages.listed(terms, 0);
        if !words.is_empty() {
            messages.push(
                self.messages
                    .phrase(Phrase::MessageReplaced, values!(words)),
            );
        }
        if found.ignored > 0 {
            let (count, limit) = (found.ignored, MAX_TERMS);
            messages.push((self.messages).phrase(Phrase::MessageIgnored, values!(count, limit)));
        }
        messages
    }

    /// Writes as many of a document's headings as fit into so many bytes, and the count of
    /// the others. Returns whether all do.
    fn outline(&self, info: &FileInfo, headings: &[Heading], limit: usize) -> (String, bool) {
        let head = String::from("\n") + &self.head(&OUTLINE);
        let rows = headings
            .iter()
            .map(|heading| self.heading_row(info, heading));
        let rows: Vec<String> = rows.collect();
        let (kept, rest) = fit(&rows, 0, limit.saturating_sub(head.len()), |kept| {
            self.rest(rows.len() - kept, &OUTLINE, 1, |more| {
                self.messages.more(more)
            })
        });
        match kept {
            0 => (String::new(), rows.is_empty()),
            _ => (head + &rows[..kept].concat() + &rest, rest.is_empty()),
        }
    }

    fn name_row(&self, row: &NameRow<'_>, use_when: bool, origin: bool) -> String {
        let contents = row.contents.first.iter().map(|content| match row.kind {
            SearchKind::Category => code(&escape_truncated(content)),
            SearchKind::Collection => name(content),
        });
        let head = [
            name(row.name),
            match row.is_skill {
                true => self.messages.phrase(Phrase::KindSkill, &[]),
                false => self.messages.kind(Scope::of(&[row.kind])),
            },
            cell(row.description.unwrap_or_default()),
        ];
        let use_when = use_when.then(|| cell(row.use_when.unwrap_or_default()));
        let contents = self.messages.listed(contents, row.contents.more);
        let origin = origin.then(|| cell(row.origin.unwrap_or_default()));
        let optional = use_when.into_iter().chain([contents]).chain(origin);
        let rest = [
            row.documents.to_string(),
            row.bytes.to_string(),
            self.messages.tokens(row.bytes),
        ];
        line(head.into_iter().chain(optional).chain(rest))
    }

    fn heading_row(&self, info: &FileInfo, heading: &Heading) -> String {
        let bytes = heading.section.len() as u64;
        line([
            heading.level.to_string(),
            cell(&heading.text),
            bytes.to_string(),
            self.messages.tokens(bytes),
            document_uri(info, self.request.table) + &fragment(&heading.slug),
        ])
    }

    fn found_row(&self, file: &FileInfo, row: &FoundSection) -> String {
        let fragment = row.slug.as_deref().map(fragment);
        line([
            document_uri(file, self.request.table) + &fragment.unwrap_or_default(),
            cell(&row.path.join(SEPARATOR)),
            row.line.to_string(),
            format!("{:.1}", row.hit.score),
            cell(&row.passage),
        ])
    }

    /// Writes that nothing was found.
    fn nothing(&self, found: &Found) -> String {
        let unknown = found.terms.iter().filter(|term| term.sections == 0);
        let unknown: Vec<&str> = unknown.map(|term| &*term.word).collect();
        match (found.searched, unknown.is_empty()) {
            (false, _) => self.messages.phrase(Phrase::SearchNone, &[]),
            (true, true) => self.messages.phrase(Phrase::SearchLeftOut, &[]),
            (true, false) => {
                let near = match found.near.is_empty() {
                    true => String::new(),
                    false => {
                        let names = self.messages.quoted(&found.near);
                        self.messages.phrase(Phrase::SearchNear, values!(names))
                    }
                };
                let words = self.messages.quoted(&unknown);
                (self.messages).phrase(Phrase::SearchNothing, values!(words, near))
            }
        }
    }

    /// Writes the headings of a table, and the line below them.
    fn head(&self, columns: &[Phrase]) -> String {
        let headings = columns
            .iter()
            .map(|column| self.messages.phrase(*column, &[]));
        line(headings) + &line(columns.iter().map(|_| "---".to_owned()))
    }

    /// Writes the row that counts the rest in column `at`, if there is a rest.
    fn rest(
        &self,
        more: usize,
        columns: &[Phrase],
        at: usize,
        count: impl Fn(usize) -> String,
    ) -> String {
        if more == 0 {
            return String::new();
        }
        line((0..columns.len()).map(|column| match column == at {
            true => count(more),
            false => String::new(),
        }))
    }

    /// Returns the message that a budget made a listing shorter, unless it is whole.
    fn shortened_by(&self, phrase: Phrase, whole: bool) -> Vec<String> {
        let message = || self.messages.phrase(phrase, values!(limit = self.budget()));
        (!whole).then(message).into_iter().collect()
    }

    pub(super) fn counted(&self, phrase: Phrase, documents: usize) -> String {
        self.messages.phrase(phrase, values!(documents))
    }

    /// Returns how many bytes are left for rows, beside the headings of the table and what
    /// cannot be shown.
    fn remaining(&self, head: &str, unlisted: &Truncated<Unlisted>) -> usize {
        let beside = self.with_unlisted(head.to_owned(), unlisted).len();
        self.limit().saturating_sub(beside)
    }

    fn limit(&self) -> usize {
        usize::try_from(self.budget()).unwrap_or(usize::MAX)
    }

    /// Returns a table with what cannot be shown below it, in at most half of the budget.
    fn with_unlisted(&self, mut table: String, unlisted: &Truncated<Unlisted>) -> String {
        if unlisted.is_empty() {
            return table;
        }
        let mut text = self.messages.phrase(Phrase::ListUnreadable, &[]) + "\n";
        let mut more = unlisted.count();
        let rest = |more: usize| match more {
            0 => String::new(),
            more => format!("- {}\n", self.messages.more(more)),
        };
        for one in unlisted.first.iter().take(MAX_NAMED) {
            let line = format!("- {}\n", self.messages.unlisted(one));
            if text.len() + line.len() + rest(more - 1).len() > self.limit() / 2 {
                break;
            }
            text.push_str(&line);
            more -= 1;
        }
        if !table.is_empty() {
            table.push('\n');
        }
        table + &text + &rest(more)
    }
}

/// Returns the columns of a listing, with or without the one of `use_when`.
fn columns(all: &[Phrase], use_when: bool) -> Vec<Phrase> {
    let columns = all.iter().copied();
    let columns = columns.filter(|column| use_when || *column != Phrase::HeadingUseWhen);
    columns.collect()
}

/// Returns whether a document has a `use_when`.
pub(super) fn has_use_when(documents: &[DocumentRow<'_>]) -> bool {
    let mut about = documents.iter().filter_map(|row| row.about.as_deref());
    about.any(|about| about.use_when.is_some())
}

/// Formats a time by RFC 3339 in UTC, to the second.
pub(crate) fn time(time: SystemTime) -> String {
    // Times before 1970 or after 9999 are errors of a file system.
    let latest = SystemTime::UNIX_EPOCH + std::time::Duration::from_secs(253_402_300_799);
    let time = time.clamp(SystemTime::UNIX_EPOCH, latest);
    humantime::format_rfc3339_seconds(time).to_string()
}
