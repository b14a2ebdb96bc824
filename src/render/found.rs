//! Renders what a search found: the best sections with their texts, then the URIs of others.

use std::collections::HashSet;

use crate::documents::discover::FileInfo;
use crate::limits::MAX_FOUND_BYTES;
use crate::operation::error::{Notes, OperationError};
use crate::operation::matches::shown;
use crate::operation::search::{Found, search};
use crate::render::document_uri;
use crate::render::listing::ListingFormatter;
use crate::render::table::fit;
use crate::search::passage::is_line_end;
use crate::search::refine::{FoundSection, MAX_FURTHER, MAX_PASSAGES};
use crate::search::terms::MAX_TERMS;
use crate::spec::{Phrase, values};
use crate::text::escape::escape_truncated;
use crate::text::outline::SEPARATOR;
use crate::text::uri::fragment;

/// About how many bytes the paths of headings and the last lines take.
const BESIDE: usize = 200;
/// What begins each line of a document that is shown, and no other line.
const INDENT: &str = "  ";

impl ListingFormatter<'_> {
    /// Writes what a search found. Each section is a line, which begins with its URI; the lines
    /// of its text are indented.
    pub(super) fn search(&self) -> Result<(String, Notes), OperationError> {
        let limit = self.limit().min(MAX_FOUND_BYTES);
        let mut found = search(self.request, |rows| {
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
        let (kept, rest) = fit(&texts, 1, limit, |kept| {
            match found.more + documents(found.rows.len()) - documents(kept) {
                0 => String::new(),
                more => self.counted(Phrase::SearchRest, more) + "\n",
            }
        });
        let mut listed = HashSet::new();
        for (file, row) in &found.rows[..kept] {
            if self.request.is_unrendered(file) && listed.insert(row.hit.document) {
                found.notes.templates.push_with(|| shown(file, true));
            }
        }
        found.notes.listing = self.about_words(&found);
        let text = match found.rows.is_empty() {
            true => self.nothing(&found) + "\n",
            false => texts[..kept].concat() + &rest,
        };
        Ok((text + &unreadable, found.notes))
    }

    fn found_row(&self, file: &FileInfo, row: &FoundSection) -> String {
        let mut text = document_uri(file, self.request.table);
        text.extend(row.slug.as_deref().map(fragment));
        if !row.path.is_empty() {
            // What is shown with its text has its whole path.
            let first = if row.passage.is_empty() {
                row.path.len() - 1
            } else {
                0
            };
            text.push(' ');
            text.push_str(&escape_truncated(&row.path[first..].join(SEPARATOR)));
        }
        text.push('\n');
        for line in row.passage.split(is_line_end) {
            if !line.is_empty() {
                text.push_str(INDENT);
                text.push_str(line);
            }
            if !row.passage.is_empty() {
                text.push('\n');
            }
        }
        text
    }

    /// Returns the line that counts what could not be searched, if anything.
    fn uncounted(&self, found: &Found) -> String {
        match found.unlisted.count() {
            0 => String::new(),
            count => {
                self.messages
                    .phrase(Phrase::SearchUnreadable, values!(count))
                    + "\n"
            }
        }
    }

    /// Returns the messages that words were searched in another way than they are written.
    fn about_words(&self, found: &Found) -> Vec<String> {
        let mut messages = Vec::new();
        if !found.left_out.is_empty() {
            let words = self.messages.quoted(&found.left_out);
            messages.push((self.messages).phrase(Phrase::MessageLeftOut, values!(words)));
        }
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

    /// Writes that nothing was found.
    fn nothing(&self, found: &Found) -> String {
        let unknown = found.terms.iter().filter(|term| term.sections == 0);
        let unknown: Vec<&str> = unknown.map(|term| &*term.word).collect();
        match (found.searched, unknown.is_empty()) {
            (false, _) => self.messages.phrase(Phrase::SearchNone, &[]),
            (true, true) => self.messages.phrase(Phrase::SearchLeftOut, &[]),
            (true, false) => {
                let words = self.messages.quoted(&unknown);
                (self.messages).phrase(Phrase::SearchNothing, values!(words))
            }
        }
    }
}
