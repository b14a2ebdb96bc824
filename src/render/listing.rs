//! A listing → Markdown.

use std::time::SystemTime;

use crate::documents::discover::FileInfo;
use crate::operation::error::Scope;
use crate::operation::outcome::{FoundDocument, Listing, NameRow, Nothing, Row, Unlisted};
use crate::operation::receiver::Receiver;
use crate::render::location;
use crate::render::wording::{Subject, Wording, echo};
use crate::spec::{Operation, Phrase, Table, Tool, values};
use crate::text::frontmatter::About;
use crate::text::markdown::{cell, code, name};
use crate::text::named::{MAX_NAMED, Named};
use crate::text::outline::{Heading, SEPARATOR};
use crate::text::uri::fragment;

/// How many bytes of text a token is, as a rule of thumb.
const BYTES_PER_TOKEN: u64 = 4;

/// The page that a listing is written on: the table's words, and how many bytes
/// there are for them.
pub(super) struct Page<'a> {
    /// The listing, once it was received.
    pub text: String,
    /// The headings of its columns.
    columns: Vec<Phrase>,
    /// The most bytes that the whole text may have, if one row leaves that many.
    limit: usize,
    table: &'a Table,
    tool: &'a Tool,
    wording: Wording<'a>,
}

/// A column: its heading, and what stands below it in a row.
type Column<R> = (Phrase, fn(&Page<'_>, &R) -> String);

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
const DOCUMENTS: &[Column<Row>] = &[
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
    /// The page of the listing of a name, or of all names, or of what was found, in so
    /// many bytes.
    pub(super) fn new(of_name: bool, limit: u64, table: &'a Table, tool: &'a Tool) -> Self {
        Self {
            text: String::new(),
            columns: match tool.operation {
                Operation::Search => FOUND.to_vec(),
                _ if of_name => headings(DOCUMENTS),
                _ => headings(NAMES),
            },
            limit: usize::try_from(limit).unwrap_or(usize::MAX),
            table,
            tool,
            wording: Wording::new(table),
        }
    }

    /// The listing as Markdown, in the table's words.
    pub(super) fn listing(&self, listing: &Listing) -> String {
        let mut text = String::new();
        let unlisted = match listing {
            Listing::Names {
                rows,
                more,
                unlisted,
            } => {
                if rows.is_empty() {
                    text.push_str(&self.wording.phrase(Phrase::ListNothing, &[]));
                    text.push('\n');
                } else {
                    text.push_str(&self.head());
                }
                text.extend(rows.iter().map(|row| self.name_row(row)));
                text.push_str(&self.more_names(*more));
                unlisted
            }
            Listing::Documents {
                rows,
                unlisted,
                outline,
            } => {
                if !rows.is_empty() {
                    text.push_str(&self.head());
                }
                text.extend(rows.iter().map(|row| self.row(row)));
                if let Some(outline) = outline.as_ref().filter(|of| !of.headings.is_empty()) {
                    text.push_str(&self.outline_head());
                    let headings = outline.headings.iter();
                    text.extend(headings.map(|of| self.heading(&outline.info, of)));
                    text.push_str(&self.more_headings(outline.more));
                }
                unlisted
            }
            Listing::Found {
                rows,
                more,
                unlisted,
                nothing,
            } => {
                match nothing {
                    Some(nothing) => text.push_str(&self.nothing(nothing)),
                    None => text.push_str(&self.head()),
                }
                text.extend(rows.iter().map(|row| self.found(row)));
                text.push_str(&self.more_found(*more));
                unlisted
            }
        };
        let unlisted = self.unlisted(unlisted);
        if !text.is_empty() && !unlisted.is_empty() {
            text.push('\n');
        }
        text + &unlisted
    }

    /// How many bytes are left for rows, beside what cannot be shown.
    pub(super) fn room(&self, unlisted: &Named<Unlisted>) -> usize {
        let unlisted = self.unlisted(unlisted);
        // And the blank line between them.
        let beside = self.head().len() + unlisted.len() + usize::from(!unlisted.is_empty());
        self.limit.saturating_sub(beside)
    }

    /// A row of a name's listing.
    pub(super) fn row(&self, row: &Row) -> String {
        self.cells(DOCUMENTS, row)
    }

    /// How many of a document's headings fit into so many bytes, with what counts the
    /// others.
    pub(super) fn headings(&self, info: &FileInfo, headings: &[Heading], room: usize) -> usize {
        let mut taken = self.outline_head().len();
        let mut fitting = 0;
        for (at, heading) in headings.iter().enumerate() {
            taken += self.heading(info, heading).len();
            let more = headings.len() - at - 1;
            if taken > room {
                break;
            }
            if taken + self.more_headings(more).len() <= room {
                fitting = at + 1;
            }
        }
        fitting
    }

    fn outline_head(&self) -> String {
        String::from("\n") + &head(&OUTLINE, &self.wording)
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

    fn more_headings(&self, more: usize) -> String {
        rest(more, OUTLINE.len(), 1, || self.wording.more(more))
    }

    /// The rows of a document that was found, one for each place.
    pub(super) fn found(&self, found: &FoundDocument) -> String {
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

    /// The row that counts the documents that were found and are not shown.
    pub(super) fn more_found(&self, more: usize) -> String {
        rest(more, FOUND.len(), 0, || {
            self.counted(Phrase::ListRest, more)
        })
    }

    /// That no document holds all of these words.
    fn nothing(&self, nothing: &Nothing) -> String {
        if !nothing.searched {
            return self.wording.phrase(Phrase::SearchNone, &[]) + "\n";
        }
        let words = nothing.words.iter().map(|word| {
            let phrase = match word.exact {
                true => Phrase::SearchExact,
                false => Phrase::SearchWord,
            };
            let values = values!(word = echo(&word.word), documents = word.documents);
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

    /// A row of the listing of all names.
    pub(super) fn name_row(&self, row: &NameRow) -> String {
        self.cells(NAMES, row)
    }

    /// The last row of the listing of all names, where it counts the rest.
    pub(super) fn more_names(&self, more: usize) -> String {
        rest(more, NAMES.len(), 0, || self.wording.more(more))
    }

    fn head(&self) -> String {
        head(&self.columns, &self.wording)
    }

    fn cells<R>(&self, columns: &[Column<R>], row: &R) -> String {
        line(columns.iter().map(|(_, cell)| cell(self, row)))
    }

    fn contents(&self, row: &NameRow) -> String {
        let contents = row.contents.first.iter().map(|content| match row.scope {
            Scope::Category => code(&echo(content)),
            _ => name(content),
        });
        self.wording.listed(contents, row.contents.more)
    }

    /// Where what a row stands for is.
    fn place(&self, row: &Row) -> String {
        match row {
            Row::Document(row) => location::of_document(&row.info, self.table),
            Row::Directory(row) => location::of_path(&row.origin, &row.path, self.table),
            Row::Rest(count) => self.counted(Phrase::ListRest, count.documents),
        }
    }

    fn media_type(&self, row: &Row) -> String {
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

    /// How many tokens so many bytes are, as far as that can be said of any text.
    fn tokens(&self, bytes: u64) -> String {
        let tokens = bytes / BYTES_PER_TOKEN;
        (self.wording).phrase(Phrase::ListTokens, values!(count = tokens))
    }

    fn counted(&self, phrase: Phrase, documents: usize) -> String {
        self.wording.phrase(phrase, values!(documents))
    }

    /// What cannot be shown, below the table: at most half of the page.
    fn unlisted(&self, unlisted: &Named<Unlisted>) -> String {
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

impl Receiver for Page<'_> {
    fn listing(&mut self, listing: &Listing) {
        self.text = Page::listing(self, listing);
    }

    fn room(&self, unlisted: &Named<Unlisted>) -> usize {
        self.room(unlisted)
    }

    fn row(&self, row: &Row) -> usize {
        self.row(row).len()
    }

    fn headings(&self, info: &FileInfo, headings: &[Heading], room: usize) -> usize {
        self.headings(info, headings, room)
    }

    fn found(&self, found: &FoundDocument) -> usize {
        self.found(found).len()
    }

    fn more_found(&self, more: usize) -> usize {
        self.more_found(more).len()
    }

    fn name_row(&self, row: &NameRow) -> usize {
        self.name_row(row).len()
    }

    fn more_names(&self, more: usize) -> usize {
        self.more_names(more).len()
    }
}

/// What a document says of itself.
fn said(row: &Row, of: fn(&About) -> &Option<String>) -> String {
    match row {
        Row::Document(row) => of(&row.about).as_deref().map(cell).unwrap_or_default(),
        _ => String::new(),
    }
}

fn headings<R>(columns: &[Column<R>]) -> Vec<Phrase> {
    columns.iter().map(|(heading, _)| *heading).collect()
}

pub(crate) fn head(phrases: &[Phrase], wording: &Wording<'_>) -> String {
    let headings = phrases.iter().map(|phrase| wording.phrase(*phrase, &[]));
    line(headings) + &line(phrases.iter().map(|_| "---".to_owned()))
}

/// The row that counts the rest in this column, where there is some.
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

/// RFC 3339 in UTC, to the second.
pub(super) fn time(time: SystemTime) -> String {
    // Times before 1970 or after 9999 are a file system's fault, not a document's.
    let latest = SystemTime::UNIX_EPOCH + std::time::Duration::from_secs(253_402_300_799);
    let time = time.clamp(SystemTime::UNIX_EPOCH, latest);
    humantime::format_rfc3339_seconds(time).to_string()
}
