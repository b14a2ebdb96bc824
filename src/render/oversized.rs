//! Documents over the response budget: what a message says of them, up to its own budget.

use crate::limits::{MAX_OVERSIZED_BYTES, MAX_OVERSIZED_READ_BYTES, MAX_OVERSIZED_SECTIONS};
use crate::render::messages::MessageFormatter;
use crate::spec::{Phrase, Table, values};
use crate::text::escape::escape_truncated;
use crate::text::outline::{Heading, largest};
use crate::text::uri::fragment;

/// A document or a section over the budget.
pub(super) struct Large<'a> {
    /// As messages name its document.
    pub name: String,
    /// The URI of its document.
    pub uri: String,
    pub bytes: u64,
    /// The headings of its document.
    pub headings: &'a [Heading],
    /// The index of the section's own heading.
    pub within: Option<usize>,
}

/// Describes documents over the budget, in at most [`MAX_OVERSIZED_BYTES`].
pub(super) struct Oversized<'a> {
    messages: MessageFormatter<'a>,
    /// The response budget in bytes.
    limit: u64,
    /// How many bytes of the message are left, once anything is over the budget.
    left: Option<usize>,
    /// How many bytes may be read for headings.
    unread: u64,
}

impl<'a> Oversized<'a> {
    pub(super) fn new(table: &'a Table, limit: u64) -> Self {
        Self {
            messages: MessageFormatter::new(table),
            limit,
            left: None,
            unread: MAX_OVERSIZED_READ_BYTES,
        }
    }

    fn left(&mut self) -> usize {
        let (messages, limit) = (self.messages, self.limit);
        *self.left.get_or_insert_with(|| {
            let sentences = [Phrase::MessageLarge, Phrase::MessageOversized];
            let sentences = sentences.map(|phrase| messages.over(phrase, limit, &[]).len() + 1);
            MAX_OVERSIZED_BYTES.saturating_sub(sentences.iter().sum())
        })
    }

    /// Returns whether a document of so many bytes may be read for its headings.
    pub(super) fn reads(&mut self, bytes: u64) -> bool {
        let reads = self.left() > 0 && self.unread > 0;
        self.unread = self.unread.saturating_sub(bytes);
        reads
    }

    /// Describes a document with its largest sections, as many as there is room for.
    /// `None` if there is no room for its name.
    pub(super) fn describe(&mut self, large: &Large<'_>) -> Option<String> {
        let separator = self.messages.phrase(Phrase::Separator, &[]).len();
        let (left, mut text) = (self.left(), self.text(large, &[]));
        if text.len() + separator > left {
            self.left = Some(0);
            return None;
        }
        let mut sections = Vec::new();
        let headings = largest(large.headings, large.within, self.limit).into_iter();
        let smaller = headings.filter(|heading| (heading.section.len() as u64) < large.bytes);
        for heading in smaller.take(MAX_OVERSIZED_SECTIONS) {
            let uri = large.uri.clone() + &fragment(&heading.slug);
            let bytes = heading.section.len();
            sections.push((self.messages).phrase(Phrase::SectionBytes, values!(uri, bytes)));
            let longer = self.text(large, &sections);
            if longer.len() + separator > left {
                break;
            }
            text = longer;
        }
        self.left = Some(left - text.len() - separator);
        Some(text)
    }

    fn text(&self, large: &Large<'_>, sections: &[String]) -> String {
        let sections = match sections.is_empty() {
            true => String::new(),
            false => {
                let sections = self.messages.listed(sections.iter().cloned(), 0);
                (self.messages).phrase(Phrase::LargestSections, values!(sections))
            }
        };
        let own = large.within.map(|at| fragment(&large.headings[at].slug));
        let path = escape_truncated(&(large.name.clone() + &own.unwrap_or_default()));
        let bytes = large.bytes;
        let tokens = self.messages.tokens(bytes);
        let values = values!(path, bytes, tokens, sections);
        self.messages.phrase(Phrase::DocumentTokens, values)
    }
}
