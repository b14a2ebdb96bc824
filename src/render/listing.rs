//! Renders listings as Markdown tables.

use std::time::SystemTime;

use crate::documents::discover::FileInfo;
use crate::limits::MAX_NAMED;
use crate::operation::Request;
use crate::operation::error::{Notes, OperationError, Scope, Unlisted};
use crate::operation::list::{self, DocumentRow, NameRow};
use crate::operation::suggest::find_or_suggest;
use crate::render::document_uri;
use crate::render::messages::MessageFormatter;
use crate::render::table::{fit, line};
use crate::spec::{Phrase, SearchKind, values};
use crate::text::escape::{cell, code, escape_truncated, name};
use crate::text::names::Truncated;
use crate::text::outline::Heading;
use crate::text::uri::fragment;

/// The columns of each listing, [`Phrase::HeadingUseWhen`] and [`Phrase::HeadingOrigin`] only
/// where a row has one; `name_row`, `document_row` and `heading_row` write the cells.
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
        let (mut unlisted, mut notes) = (Truncated::default(), Notes::default());
        let limit = self.remaining(&head, &unlisted);
        let (mut rows, mut more, mut taken) = (Vec::new(), 0, 0);
        for mut row in list::names(project) {
            // Counting opens every document: names that do not fit are not counted.
            if taken > limit {
                more += 1;
                continue;
            }
            list::count(self.request, &mut row, &mut unlisted, &mut notes)?;
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
        notes.listing = self.shortened_by(Phrase::MessageRestNames, rest.is_empty());
        Ok((self.with_unlisted(table + &rest, &unlisted), notes))
    }

    /// Lists the documents of a name, and the headings of the only one.
    pub(super) fn documents(&self, name: &str) -> Result<(String, Notes), OperationError> {
        let mut matches = find_or_suggest(self.request, name)?;
        let mut notes = Notes::incomplete(name, std::mem::take(&mut matches.missing));
        notes.reading.add(&matches.reading);
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

    pub(super) fn limit(&self) -> usize {
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
