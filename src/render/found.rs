//! Renders what a search found: the best sections with their texts, then the URIs of others.

use std::collections::HashSet;

use crate::documents::discover::FileInfo;
use crate::limits::MAX_FOUND_BYTES;
use crate::operation::OperationError;
use crate::operation::call::SearchCall;
use crate::operation::index::SearchIndex;
use crate::operation::matches::shown;
use crate::operation::note::Note;
use crate::operation::search::{Found, search};
use crate::render::answer::Answer;
use crate::render::listing::ListingFormatter;
use crate::render::table::fit;
use crate::render::value::{FoundEntry, FoundList, PlaceUri};
use crate::search::refine::{FoundSection, MAX_FURTHER, MAX_PASSAGES};
use crate::table::{Phrase, values};
use crate::text::escape::escape_truncated;
use crate::text::heading_path::SEPARATOR;
use crate::text::names::Truncated;
use crate::text::uri::fragment;

/// About how many bytes the paths of headings and the last lines take.
const BESIDE: usize = 200;
/// What begins each line of a document that is shown, and no other line.
const INDENT: &str = "  ";

impl ListingFormatter<'_> {
    /// Writes what a search found. Each section is a line, which begins with its URI; the lines
    /// of its text are indented.
    pub(super) fn search(
        &self,
        call: &SearchCall<'_>,
        index: Option<&SearchIndex>,
    ) -> Result<Answer, OperationError> {
        let limit = self.limit().min(MAX_FOUND_BYTES);
        let mut found = search(self.context, call, index, |rows| {
            let rows = rows.iter().take(MAX_PASSAGES + MAX_FURTHER);
            let beside: usize = rows
                .map(|(file, row)| self.found_row(file, row).len())
                .sum();
            limit.saturating_sub(beside + BESIDE).max(limit / 3)
        })?;
        let whole = found.rows.iter().filter(|(_, row)| !row.passage.is_empty());
        let most = whole.count() + MAX_FURTHER;
        let rows = found.rows.iter().take(most);
        let texts: Vec<String> = rows.map(|(file, row)| self.found_row(file, row)).collect();
        let unreadable = self.uncounted(&found);
        let documents = |kept: usize| {
            let rows = found.rows[..kept].iter();
            let documents: HashSet<u32> = rows.map(|(_, row)| row.hit.document).collect();
            documents.len()
        };
        let limit = limit.saturating_sub(unreadable.len());
        let (kept, rest) = fit(&texts, 1, limit, str::len, |kept| {
            match found.more + documents(found.rows.len()) - documents(kept) {
                0 => String::new(),
                more => self.counted(Phrase::SearchRest, more) + "\n",
            }
        });
        let (mut listed, mut templates) = (HashSet::new(), Truncated::default());
        for (file, row) in &found.rows[..kept] {
            if self.context.document(file).is_unrendered() && listed.insert(row.hit.document) {
                templates.push_with(|| shown(file, true));
            }
        }
        found.notes.extend(templates.note(Note::Templates));
        let rest = match found.rows.is_empty() {
            true => self.nothing(&found) + "\n",
            false => rest,
        };
        let rest = rest + &unreadable;
        let text = texts[..kept].concat() + &rest;
        found.rows.truncate(kept);
        let sections = found.rows.into_iter().map(|(file, row)| FoundEntry {
            headings: headings(&row),
            place: self.section(&file, &row),
            passage: row.passage,
        });
        let list = FoundList {
            sections: sections.collect(),
            rest,
            words: found.marked,
            text,
        };
        let (found, notes) = (Box::new(list), found.notes);
        Ok(Answer::Found { found, notes })
    }

    fn section(&self, file: &FileInfo, row: &FoundSection) -> PlaceUri {
        let mut uri = self.table.document_uri(file);
        uri.extend(row.slug.as_deref().map(fragment));
        PlaceUri::new(&file.origin, file.document(), row.slug.as_deref(), uri)
    }

    fn found_row(&self, file: &FileInfo, row: &FoundSection) -> String {
        let mut text = self.section(file, row).uri;
        if !row.path.is_empty() {
            text.push(' ');
            text.push_str(&headings(row));
        }
        text.push('\n');
        for line in &row.passage {
            if !line.is_empty() {
                text.push_str(INDENT);
                text.push_str(line);
            }
            text.push('\n');
        }
        text
    }

    /// Returns the lines that count what could not be searched, if anything.
    fn uncounted(&self, found: &Found) -> String {
        let counts = [
            (Phrase::SearchUnreadable, found.unsearched),
            (Phrase::SearchLinks, found.links),
        ];
        let counts = counts.into_iter().filter(|(_, count)| *count > 0);
        let lines = counts.map(|(phrase, count)| self.table.phrase(phrase, values!(count)) + "\n");
        lines.collect()
    }

    /// Writes that nothing was found.
    fn nothing(&self, found: &Found) -> String {
        match (found.searched, found.unknown.is_empty()) {
            (false, _) => self.table.phrase(Phrase::SearchNone, &[]),
            (true, true) => self.table.phrase(Phrase::SearchLeftOut, &[]),
            (true, false) => {
                let words = self.table.quoted(&found.unknown);
                self.table.phrase(Phrase::SearchNothing, values!(words))
            }
        }
    }
}

/// Returns the path of a section's headings; of one whose text is not shown only its own.
fn headings(row: &FoundSection) -> String {
    let first = match row.passage.is_empty() {
        true => row.path.len().saturating_sub(1),
        false => 0,
    };
    escape_truncated(&row.path[first..].join(SEPARATOR))
}
