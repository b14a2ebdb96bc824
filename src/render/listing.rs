//! A listing → Markdown.

use std::time::SystemTime;

use crate::documents::discover::FileInfo;
use crate::operation::error::Scope;
use crate::operation::matches::shown;
use crate::operation::nearby::found;
use crate::operation::outcome::{
    Found, FoundDocument, Listed, NameRow, Notes, Nothing, Shortened, Stop, Unlisted,
};
use crate::operation::search::search;
use crate::operation::{Request, list};
use crate::render::directories::{Row, Rows};
use crate::render::location;
use crate::render::messages::{MessageFormatter, Subject, escape_truncated};
use crate::spec::{Phrase, Table, Tool, values};
use crate::text::frontmatter::About;
use crate::text::markdown::{cell, code, name};
use crate::text::outline::{Heading, SEPARATOR};
use crate::text::truncated::{MAX_NAMED, Truncated};
use crate::text::uri::fragment;

/// How many bytes of text a token is, as a rule of thumb.
const BYTES_PER_TOKEN: u64 = 4;

/// Writes the listings of a call, in the table's words and within a number of bytes.
pub(super) struct Page<'a> {
    pub(super) request: &'a Request<'a>,
    /// The most bytes of the text, unless its first row is longer.
    limit: usize,
    table: &'a Table,
    tool: &'a Tool,
    wording: MessageFormatter<'a>,
}

/// A column: its heading, and the function that writes its cell of a row.
type Column<R> = (Phrase, fn(&Page<'_>, &R) -> String);
type DocumentColumn = (Phrase, fn(&Page<'_>, Row<'_>) -> String);

const NAMES: &[Column<NameRow>] = &[
    (Phrase::HeadingName, |_, row| name(&row.name)),
    (Phrase::HeadingKind, |page, row| {
        page.wording.kind(row.scope)
    }),
    (Phrase::HeadingDescription, |_, row| {
        cell(row.description.as_deref().unwrap_or_default())
    }),
    (Phrase::HeadingContents, |page, row| page.contents(row)),
    (Phrase::HeadingDocuments, |_, row| row.documents.to_string()),
    (Phrase::HeadingBytes, |_, row| row.bytes.to_string()),
    (Phrase::HeadingTokens, |page, row| page.tokens(row.bytes)),
];
const DOCUMENTS: &[DocumentColumn] = &[
    (Phrase::HeadingUri, |page, row| page.place(row)),
    (Phrase::HeadingTitle, |_, row| {
        said(row, |about| &about.title)
    }),
    (Phrase::HeadingDescription, |_, row| {
        said(row, |about| &about.description)
    }),
    (Phrase::HeadingType, |page, row| page.media_type(row)),
    (Phrase::HeadingBytes, |_, row| row.count().bytes.to_string()),
    (Phrase::HeadingTokens, |page, row| {
        page.tokens(row.count().bytes)
    }),
    (Phrase::HeadingModified, |_, row| time(row.count().modified)),
];

const OUTLINE: [Phrase; 5] = [
    Phrase::HeadingLevel,
    Phrase::HeadingText,
    Phrase::HeadingBytes,
    Phrase::HeadingTokens,
    Phrase::HeadingUri,
];

const FOUND: [Phrase; 4] = [
    Phrase::HeadingUri,
    Phrase::HeadingText,
    Phrase::HeadingLine,
    Phrase::HeadingFound,
];

impl<'a> Page<'a> {
    pub(super) fn new(request: &'a Request<'a>, table: &'a Table, tool: &'a Tool) -> Self {
        let limit = request.bound.project.limits.response_bytes;
        Self {
            request,
            limit: usize::try_from(limit).unwrap_or(usize::MAX),
            table,
            tool,
            wording: MessageFormatter::new(table),
        }
    }

    /// Lists every category and collection.
    pub(super) fn names(&self) -> Result<(String, Notes), Stop> {
        let project = &self.request.bound.project;
        let head = self.head(NAMES.iter().map(|(heading, _)| *heading));
        let mut unlisted = Truncated::default();
        let limit = self.room(&head, &unlisted);
        let (mut rows, mut more, mut taken) = (Vec::new(), 0, 0);
        for name in list::names(project) {
            // Counting opens every document: names that do not fit are not counted.
            if taken > limit {
                more += 1;
                continue;
            }
            let row = list::count(self.request, name, &mut unlisted)?;
            let text = line(NAMES.iter().map(|(_, cell)| cell(self, &row)));
            taken += text.len();
            rows.push(text);
        }
        let (kept, rest) = fit(&rows, 1, self.room(&head, &unlisted), |kept| {
            let more = more + rows.len() - kept;
            rest(more, NAMES.len(), 0, || self.wording.more(more))
        });
        let table = match rows.is_empty() {
            true => self.wording.phrase(Phrase::ListNothing, &[]) + "\n",
            false => head + &rows[..kept].concat(),
        };
        let notes = Notes {
            shortened: (!rest.is_empty()).then(|| self.shortened_by(Listed::Names)),
            ..Notes::default()
        };
        Ok((self.with(table + &rest, &unlisted), notes))
    }

    /// Lists the documents of a name, and the headings of one that is the only one.
    pub(super) fn documents(&self, name: &str) -> Result<(String, Notes), Stop> {
        let mut matches = found(self.request, name)?;
        let mut notes = Notes::incomplete(name, std::mem::take(&mut matches.missing));
        let listed = list::documents(self.request, &matches, &mut notes)?;
        let unlisted = listed.unreadable.map(Unlisted::Unreadable);
        let head = self.head(DOCUMENTS.iter().map(|(heading, _)| *heading));
        let limit = self.room(&head, &unlisted);
        let Rows { text, shortened } = self.rows(&listed.rows, &matches.categories, limit);
        notes.shortened = shortened;
        let mut headings = listed.headings;
        if let Some(section) = self.request.section {
            headings = match list::within(section, headings) {
                Ok(headings) => Some(headings),
                Err(nearby) => {
                    return Err(section.missing(matches.scope, matches.name, nearby, notes));
                }
            };
        }
        let limit = limit.saturating_sub(text.len());
        let mut table = match listed.rows.is_empty() {
            true => String::new(),
            false => head + &text,
        };
        if let Some((info, headings)) = headings {
            let (outline, all) = self.outline(info, &headings, limit);
            table += &outline;
            if !all {
                notes.shortened = Some(self.shortened_by(Listed::Headings));
            }
        }
        Ok((self.with(table, &unlisted), notes))
    }

    /// Lists what a search found.
    pub(super) fn found(&self) -> Result<(String, Notes), Stop> {
        let Found {
            rows,
            more,
            unlisted,
            nothing,
            mut notes,
        } = search(self.request)?;
        let head = self.head(FOUND);
        let texts: Vec<String> = rows.iter().map(|row| self.found_row(row)).collect();
        let (kept, rest) = fit(&texts, 1, self.room(&head, &unlisted), |kept| {
            let more = more + texts.len() - kept;
            rest(more, FOUND.len(), 0, || {
                self.counted(Phrase::ListRest, more)
            })
        });
        for FoundDocument { info, .. } in &rows[..kept] {
            if info.is_template() && !self.request.bound.renders(&info.origin.category) {
                notes.templates.push_with(|| shown(info, true));
            }
        }
        notes.shortened = (!rest.is_empty()).then(|| self.shortened_by(Listed::Found));
        let table = match &nothing {
            Some(nothing) => self.nothing(nothing),
            None => head,
        };
        let table = table + &texts[..kept].concat() + &rest;
        Ok((self.with(table, &unlisted), notes))
    }

    /// Returns a table with what cannot be shown below it.
    fn with(&self, mut table: String, unlisted: &Truncated<Unlisted>) -> String {
        let unlisted = self.unlisted(unlisted);
        if !table.is_empty() && !unlisted.is_empty() {
            table.push('\n');
        }
        table + &unlisted
    }

    /// Returns how many bytes are left for rows, beside the headings of the table and
    /// what cannot be shown.
    fn room(&self, head: &str, unlisted: &Truncated<Unlisted>) -> usize {
        let unlisted = self.unlisted(unlisted);
        // And the blank line between them.
        let beside = head.len() + unlisted.len() + usize::from(!unlisted.is_empty());
        self.limit.saturating_sub(beside)
    }

    fn shortened_by(&self, listed: Listed) -> Shortened {
        Shortened::rest(self.request.bound.project.limits.response_bytes, listed)
    }

    /// Writes a row of a name's listing.
    pub(super) fn row(&self, row: Row<'_>) -> String {
        line(DOCUMENTS.iter().map(|(_, cell)| cell(self, row)))
    }

    /// Writes as many of a document's headings as fit into so many bytes, with what
    /// counts the others, and returns whether all do.
    fn outline(&self, info: &FileInfo, headings: &[Heading], limit: usize) -> (String, bool) {
        let head = String::from("\n") + &self.head(OUTLINE);
        let rows: Vec<String> = headings.iter().map(|of| self.heading(info, of)).collect();
        let (kept, rest) = fit(&rows, 0, limit.saturating_sub(head.len()), |kept| {
            let more = rows.len() - kept;
            rest(more, OUTLINE.len(), 1, || self.wording.more(more))
        });
        match kept {
            0 => (String::new(), rows.is_empty()),
            _ => (head + &rows[..kept].concat() + &rest, rest.is_empty()),
        }
    }

    fn heading(&self, info: &FileInfo, heading: &Heading) -> String {
        let bytes = heading.section.len() as u64;
        line([
            heading.level.to_string(),
            cell(&heading.text),
            bytes.to_string(),
            self.tokens(bytes),
            location::of_document(info, self.table) + &fragment(&heading.slug),
        ])
    }

    /// The rows of a document that was found, one for each place.
    fn found_row(&self, found: &FoundDocument) -> String {
        let uri = location::of_document(&found.info, self.table);
        if found.places.is_empty() {
            return line([uri, String::new(), String::new(), String::new()]);
        }
        let places = found.places.iter().map(|place| {
            let fragment = place.slug.as_deref().map(fragment);
            line([
                uri.clone() + &fragment.unwrap_or_default(),
                cell(&place.path.join(SEPARATOR)),
                place.line.to_string(),
                cell(&place.text),
            ])
        });
        places.collect()
    }

    /// Writes that no document has all of these words.
    fn nothing(&self, nothing: &Nothing) -> String {
        if !nothing.searched {
            return self.wording.phrase(Phrase::SearchNone, &[]) + "\n";
        }
        let words = nothing.words.iter().map(|word| {
            let phrase = match word.exact {
                true => Phrase::SearchExact,
                false => Phrase::SearchWord,
            };
            let values = values!(
                word = escape_truncated(&word.word),
                documents = word.documents
            );
            self.wording.phrase(phrase, values)
        });
        let words = self.wording.listed(words, 0);
        let near = match &*nothing.near {
            [] => String::new(),
            near => {
                let names = near.iter().map(|name| self.wording.quote(name));
                let names = self.wording.listed(names, 0);
                self.wording.phrase(Phrase::SearchNear, values!(names))
            }
        };
        self.wording
            .phrase(Phrase::SearchNothing, values!(words, near))
            + "\n"
    }

    fn head(&self, headings: impl IntoIterator<Item = Phrase>) -> String {
        let headings: Vec<Phrase> = headings.into_iter().collect();
        head(&headings, &self.wording)
    }

    fn contents(&self, row: &NameRow) -> String {
        let contents = row.contents.first.iter().map(|content| match row.scope {
            Scope::Category => code(&escape_truncated(content)),
            _ => name(content),
        });
        self.wording.listed(contents, row.contents.more)
    }

    /// Writes the URI of a row, or the count of the last one.
    fn place(&self, row: Row<'_>) -> String {
        match row {
            Row::Document(row) => location::of_document(row.info, self.table),
            Row::Directory(row) => location::of_path(row.origin, row.path, self.table),
            Row::Rest(count) => self.counted(Phrase::ListRest, count.documents),
        }
    }

    fn media_type(&self, row: Row<'_>) -> String {
        match row {
            Row::Document(row) => {
                let media_type = self.table.media_type(row.info.basename());
                match self.table.is_binary(media_type) {
                    true => self
                        .wording
                        .phrase(Phrase::ListBinary, values!(type = media_type)),
                    false => media_type.to_owned(),
                }
            }
            Row::Directory(row) => self.counted(Phrase::ListDirectory, row.count.documents),
            Row::Rest(_) => String::new(),
        }
    }

    /// Estimates the tokens of a text from its bytes.
    fn tokens(&self, bytes: u64) -> String {
        let tokens = bytes / BYTES_PER_TOKEN;
        (self.wording).phrase(Phrase::ListTokens, values!(count = tokens))
    }

    fn counted(&self, phrase: Phrase, documents: usize) -> String {
        self.wording.phrase(phrase, values!(documents))
    }

    /// Lists what cannot be shown, in at most half of the limit.
    fn unlisted(&self, unlisted: &Truncated<Unlisted>) -> String {
        if unlisted.is_empty() {
            return String::new();
        }
        let mut text = self.wording.phrase(Phrase::ListUnreadable, &[]);
        text.push('\n');
        let mut more = unlisted.count();
        let rest = |more: usize| match more {
            0 => String::new(),
            more => format!("- {}\n", self.wording.more(more)),
        };
        for one in unlisted.first.iter().take(MAX_NAMED) {
            let line = format!(
                "- {}\n",
                self.wording.unlisted(one, Subject::Tool(self.tool))
            );
            if text.len() + line.len() + rest(more - 1).len() > self.limit / 2 {
                break;
            }
            text.push_str(&line);
            more -= 1;
        }
        text + &rest(more)
    }
}

/// What a document says of itself.
fn said(row: Row<'_>, of: fn(&About) -> &Option<String>) -> String {
    let about = match row {
        Row::Document(row) => row.about.as_deref(),
        _ => None,
    };
    let said = about.and_then(|about| of(about).as_deref());
    said.map(cell).unwrap_or_default()
}

/// Returns how many of the first rows fit into `limit` bytes together with the row that
/// counts the others, at least `least`, and that row: `rest` makes it, by how many are
/// kept.
pub(super) fn fit(
    rows: &[String],
    least: usize,
    limit: usize,
    rest: impl Fn(usize) -> String,
) -> (usize, String) {
    let mut kept = rows.len();
    let mut taken: usize = rows.iter().map(String::len).sum();
    loop {
        let rest = rest(kept);
        if kept <= least || taken + rest.len() <= limit {
            return (kept, rest);
        }
        kept -= 1;
        taken -= rows[kept].len();
    }
}

/// The headings of a table, and the line below them.
pub(crate) fn head(phrases: &[Phrase], wording: &MessageFormatter<'_>) -> String {
    let headings = phrases.iter().map(|phrase| wording.phrase(*phrase, &[]));
    line(headings) + &line(phrases.iter().map(|_| "---".to_owned()))
}

/// Writes the row that counts the rest in column `at`, if there is a rest.
fn rest(more: usize, columns: usize, at: usize, said: impl Fn() -> String) -> String {
    if more == 0 {
        return String::new();
    }
    let cell = |column| (column == at).then(&said).unwrap_or_default();
    line((0..columns).map(cell))
}

pub(crate) fn line(cells: impl IntoIterator<Item = String>) -> String {
    let mut text = String::new();
    for cell in cells {
        text.push_str("| ");
        text.push_str(&cell);
        text.push(' ');
    }
    text + "|\n"
}

/// Formats a time by RFC 3339 in UTC, to the second.
pub(super) fn time(time: SystemTime) -> String {
    // Times before 1970 or after 9999 are errors of a file system.
    let latest = SystemTime::UNIX_EPOCH + std::time::Duration::from_secs(253_402_300_799);
    let time = time.clamp(SystemTime::UNIX_EPOCH, latest);
    humantime::format_rfc3339_seconds(time).to_string()
}
