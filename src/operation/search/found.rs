//! Where words stand in a document, and what is near to those that stand nowhere.

use std::collections::BTreeSet;

use memchr::memchr2;

use crate::documents::document::about;
use crate::operation::outcome::FoundPlace;
use crate::text::near::near;
use crate::text::outline::{Heading, headings};
use crate::text::query::Query;

use super::BEGINNING;

/// How many places of a document are shown, each in a section of its own.
const MAX_PLACES: usize = 3;
/// How many characters of a line are shown, and how many of them before the first word.
const MAX_SHOWN: usize = 160;
const BEFORE: usize = 60;

/// How many words of titles and headings are compared, and how many bytes are read for
/// them.
const MAX_NAMES: usize = 4096;
const MAX_READ: usize = 4 * 1024 * 1024;
/// How many of them are suggested.
const MAX_SUGGESTED: usize = 5;

/// The lines with the most words of a text, each the first such of its section; and how
/// many lines hold any.
pub(super) fn places(query: &Query, text: &str, headings: &[Heading]) -> (Vec<FoundPlace>, usize) {
    let mut best: Vec<(u32, Line<'_>)> = Vec::new();
    let (mut next, mut count) = (0, 0);
    for (number, (begin, text)) in lines(text).enumerate() {
        let text = match number {
            0 => text.strip_prefix('\u{feff}').unwrap_or(text),
            _ => text,
        };
        while headings
            .get(next)
            .is_some_and(|of| of.section.start <= begin)
        {
            next += 1;
        }
        let words = query.found(text).count_ones();
        if words == 0 {
            continue;
        }
        count += 1;
        let heading = next.checked_sub(1);
        let line = Line {
            number: number + 1,
            text,
            heading,
        };
        match best.last_mut() {
            Some((most, last)) if last.heading == heading => {
                if words > *most {
                    (*most, *last) = (words, line);
                }
            }
            _ => best.push((words, line)),
        }
    }
    best.sort_by_key(|(words, _)| std::cmp::Reverse(*words));
    best.truncate(MAX_PLACES);
    let places = best
        .into_iter()
        .map(|(_, line)| line.place(query, headings));
    (places.collect(), count)
}

/// The lines of a text as CommonMark has them, each with where it begins.
fn lines(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut begins = Some(0);
    std::iter::from_fn(move || {
        let begin = begins?;
        let rest = &text[begin..];
        let end = memchr2(b'\n', b'\r', rest.as_bytes());
        begins = end.map(|end| match rest[end..].starts_with("\r\n") {
            true => begin + end + 2,
            false => begin + end + 1,
        });
        Some((begin, &rest[..end.unwrap_or(rest.len())]))
    })
}

/// A line that holds a word.
struct Line<'t> {
    /// From 1.
    number: usize,
    text: &'t str,
    /// The heading in whose section it is.
    heading: Option<usize>,
}

impl Line<'_> {
    fn place(&self, query: &Query, headings: &[Heading]) -> FoundPlace {
        let mut path = Vec::new();
        let mut above = self.heading;
        while let Some(heading) = above.and_then(|at| headings.get(at)) {
            path.push(heading.text.clone());
            above = heading.parent;
        }
        path.reverse();
        let heading = self.heading.and_then(|at| headings.get(at));
        FoundPlace {
            slug: heading.map(|heading| heading.slug.clone()),
            path,
            line: self.number,
            text: around(self.text, query.first(self.text)),
        }
    }
}

/// A line, or of a long one what stands around the first word.
fn around(line: &str, word: Option<usize>) -> String {
    if line.chars().nth(MAX_SHOWN).is_none() {
        return line.to_owned();
    }
    let before = line[..word.unwrap_or(0)]
        .char_indices()
        .rev()
        .nth(BEFORE - 1);
    let from = before.map_or(0, |(at, _)| at);
    let to = line[from..].char_indices().nth(MAX_SHOWN);
    let to = to.map_or(line.len(), |(at, _)| from + at);
    let cut = |cut: bool| if cut { "…" } else { "" };
    format!(
        "{}{}{}",
        cut(from > 0),
        &line[from..to],
        cut(to < line.len())
    )
}

/// Markdown texts of which none holds all words, while nothing is found: read for what
/// they are called when nothing was.
#[derive(Debug, Default)]
pub(super) struct Unheld {
    /// Each with the bytes of it that come before its body.
    texts: Vec<(String, usize)>,
    /// How many bytes they take.
    bytes: usize,
}

impl Unheld {
    /// Keeps a text, while there is room.
    pub(super) fn keep(&mut self, text: String, before: usize) {
        if self.bytes < MAX_READ {
            self.bytes += text.len() + size_of::<(String, usize)>();
            self.texts.push((text, before));
        }
    }

    /// The words of their titles and headings that are near to these words, the nearest
    /// of each first.
    pub(super) fn near<'w>(&self, words: impl Iterator<Item = &'w str>) -> Vec<String> {
        let mut names = BTreeSet::new();
        for (text, before) in &self.texts {
            if names.len() >= MAX_NAMES {
                break;
            }
            let beginning = &text.as_bytes()[..text.len().min(BEGINNING)];
            let title = about(beginning.to_vec()).title;
            let headings = headings(&text[*before..]).unwrap_or_default();
            let texts = headings.into_iter().map(|heading| heading.text);
            for text in title.into_iter().chain(texts) {
                let words = text.split(|character: char| !character.is_alphanumeric());
                let words = words.filter(|word| word.chars().nth(1).is_some());
                names.extend(words.map(str::to_owned));
            }
        }
        let valid: Vec<&str> = names.iter().map(String::as_str).collect();
        let mut all: Vec<String> = Vec::new();
        for near in words.flat_map(|word| near(word, &valid)) {
            if all.len() < MAX_SUGGESTED && !all.iter().any(|known| known == near) {
                all.push(near.to_owned());
            }
        }
        all
    }
}
