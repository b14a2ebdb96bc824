//! Where words stand in a document, and what is near to those that stand nowhere.

use std::collections::BTreeSet;
use std::ops::Range;

use crate::format::near::near;
use crate::format::outline::{Heading, headings};
use crate::format::query::Query;
use crate::operation::outcome::FoundPlace;

/// How many places of a document are shown, each in a section of its own.
const MAX_PLACES: usize = 3;
/// How many characters of a line are shown, and how many of them before the first word.
const MAX_SHOWN: usize = 160;
const BEFORE: usize = 60;

/// How many words of titles and headings are kept, and how many bytes are read for them.
const MAX_NAMES: usize = 4096;
const MAX_READ: usize = 4 * 1024 * 1024;
/// How many of them are suggested.
const MAX_SUGGESTED: usize = 5;

/// The lines with the most words of a text, each the first such of its section; and how
/// many lines hold any.
pub(super) fn places(query: &Query, text: &str, headings: &[Heading]) -> (Vec<FoundPlace>, usize) {
    let mut best: Vec<(u32, Line<'_>)> = Vec::new();
    let (mut at, mut next, mut count) = (0, 0, 0);
    for (number, text) in text.split('\n').enumerate() {
        let begin = at;
        at += text.len() + 1;
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
            text: around(self.text, query.places(self.text).first()),
        }
    }
}

/// A line, or of a long one what stands around the first word.
fn around(line: &str, word: Option<&Range<usize>>) -> String {
    if line.chars().nth(MAX_SHOWN).is_none() {
        return line.to_owned();
    }
    let word = word.map_or(0, |word| word.start);
    let before = line[..word].char_indices().rev().nth(BEFORE - 1);
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

/// The words of titles and headings.
#[derive(Debug, Default)]
pub(super) struct Names {
    words: BTreeSet<String>,
    /// How many bytes were read for them.
    read: usize,
}

impl Names {
    /// Whether more are kept.
    pub(super) fn has_room(&self) -> bool {
        self.words.len() < MAX_NAMES && self.read < MAX_READ
    }

    /// Takes those of a document: its title, and the headings of its text.
    pub(super) fn add(&mut self, title: Option<&str>, text: Option<&str>) {
        self.read += text.map_or(0, str::len);
        let headings = text.map(headings).unwrap_or_default();
        let texts = title.into_iter();
        for text in texts.chain(headings.iter().map(|heading| &*heading.text)) {
            let words = text.split(|character: char| !character.is_alphanumeric());
            let words = words.filter(|word| word.chars().nth(1).is_some());
            self.words.extend(words.map(str::to_owned));
        }
    }

    /// Those that are near to these words, the nearest of each first.
    pub(super) fn near<'w>(&self, words: impl Iterator<Item = &'w str>) -> Vec<String> {
        let valid: Vec<&str> = self.words.iter().map(String::as_str).collect();
        let mut all: Vec<String> = Vec::new();
        for near in words.flat_map(|word| near(word, &valid)) {
            if all.len() < MAX_SUGGESTED && !all.iter().any(|known| known == near) {
                all.push(near.to_owned());
            }
        }
        all
    }
}
