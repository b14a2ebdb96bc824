//! The sections of an answer: the ranked ones, ranked again with their texts, and what is
//! shown of the best.

use std::collections::HashSet;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::ops::Range;

use super::kind::{SectionKind, is_log, kind};
use super::passage::Finder;
use super::query::Query;
use super::rank::{Hit, MAX_SECTIONS, Ranked, sort};
use super::sections::{SectionRange, heading_path, sections};
use crate::text::outline::Heading;

/// How many sections are shown with their text, and how many further ones are named: at least and
/// at most.
pub const MAX_PASSAGES: usize = 3;
const MIN_FURTHER: usize = 5;
pub const MAX_FURTHER: usize = 8;
/// How good a section is beside the first one, from 0 to 1, so that it is named in any case.
const LEAST_SCORE: f64 = 0.5;
/// How much less a section counts that is no running text.
const OTHER_KIND: f64 = 0.5;
/// The part of the room that is left which each of these may take at most.
const SHARES: [f64; MAX_PASSAGES] = [0.5, 0.7, 1.0];
/// For how many bytes there must be room, so that a third section is shown with its text.
const LEAST_BYTES: usize = 200;

/// A section that was found.
#[derive(Debug, Clone, PartialEq)]
pub struct FoundSection {
    /// The section, and how well it matches.
    pub hit: Hit,
    /// The fragment of its heading in a URI.
    pub slug: Option<String>,
    /// Its heading, after those in whose sections it is.
    pub path: Vec<String>,
    /// What is shown of it: nothing unless it is one of the best.
    pub passage: Vec<String>,
}

/// Ranks sections again: those that hold more quoted parts come first, and of these the ones
/// are better in which words are close to each other, or in the order of the query. Unless a name
/// is asked for, running text is better than code, logs of changes and lists of links. Of equal
/// texts the best is kept. `open` returns the text of a document and its headings, or `None` if it
/// cannot be read any more.
///
/// # Errors
///
/// What `open` returns.
pub fn refine<E>(
    query: &Query,
    ranked: &Ranked,
    finder: &mut Finder<'_>,
    mut open: impl FnMut(u32) -> Result<Option<(String, Vec<Heading>)>, E>,
) -> Result<Vec<FoundSection>, E> {
    // Code and logs say as much of a name as running text does.
    let has_name = ranked.terms.has_name();
    let mut hits = ranked.hits.clone();
    hits.sort_by_key(|hit| hit.document);
    let mut rows = Vec::new();
    for hits in hits.chunk_by(|a, b| a.document == b.document) {
        let Some((text, headings)) = open(hits[0].document)? else {
            continue;
        };
        let sections = sections(&text, &headings);
        let is_log = !has_name && is_log(&text, &headings);
        for hit in with_quoted(query, hits, &text, &sections) {
            // The text may be another by now.
            let Some(section) = sections.get(usize::from(hit.section)) else {
                continue;
            };
            let own = &text[section.range.clone()];
            let kind = if has_name {
                SectionKind::Text
            } else if is_log {
                SectionKind::Log
            } else {
                kind(&text[section.own()], section.is_marked)
            };
            let path = heading_path(&headings, section.heading).into_iter();
            let heading = section.heading.and_then(|at| headings.get(at));
            let mut hasher = DefaultHasher::new();
            // What is shown of one that says little is in it.
            let shown = section.range.start..section.range.end.max(section.body.end);
            heading
                .map_or(own, |_| &text[shown])
                .trim()
                .hash(&mut hasher);
            let row = FoundSection {
                hit: Hit {
                    score: hit.score * finder.closeness(&text, section) * weight_of_kind(kind),
                    ..hit
                },
                slug: heading.map(|heading| heading.slug.clone()),
                path: path.map(str::to_owned).collect(),
                passage: Vec::new(),
            };
            rows.push((row, hasher.finish()));
        }
    }
    sort(&mut rows, |(row, _)| row.hit);
    let (mut texts, mut whole) = (HashSet::new(), HashSet::new());
    rows.retain(|(row, text)| {
        // The parts of a text without headings have one URI.
        texts.insert(*text) && (row.slug.is_some() || whole.insert(row.hit.document))
    });
    Ok(rows.into_iter().map(|(row, _)| row).collect())
}

/// Returns how much a section counts for what it is made of.
fn weight_of_kind(kind: SectionKind) -> f64 {
    if kind == SectionKind::Text {
        1.0
    } else {
        OTHER_KIND
    }
}

/// Returns how many sections, of which these are the scores in order, are worth a line: those that
/// are not far behind the first one, and some in any case.
pub fn worth_naming(scores: impl IntoIterator<Item = f64>) -> usize {
    let mut scores = scores.into_iter();
    let least = scores.next().map(|first| first * LEAST_SCORE);
    let close = scores.take_while(|score| Some(*score) >= least).count();
    (1 + close).clamp(MAX_PASSAGES + MIN_FURTHER, MAX_PASSAGES + MAX_FURTHER)
}

/// Cuts what is shown of the best sections, in at most `most` bytes together. No text is shown
/// twice: a section is left out if its passage would repeat a part of another one.
pub fn show<F>(
    rows: &mut [(F, FoundSection)],
    finder: &mut Finder<'_>,
    mut most: usize,
    mut open: impl FnMut(u32) -> Option<(String, Vec<Heading>)>,
) {
    let mut shown: Vec<(u32, Range<usize>)> = Vec::new();
    for (_, row) in rows.iter_mut().take(2 * MAX_PASSAGES) {
        let document = row.hit.document;
        let Some(share) = SHARES.get(shown.len()) else {
            break;
        };
        let room = (most as f64 * share) as usize;
        if shown.len() > 1 && room < LEAST_BYTES {
            break;
        }
        let Some((text, headings)) = open(document) else {
            continue;
        };
        let sections = sections(&text, &headings);
        let Some(section) = sections.get(usize::from(row.hit.section)) else {
            continue;
        };
        let passage = finder.passage(&text, section, room);
        let repeats = |(of, range): &(u32, Range<usize>)| {
            *of == document && range.start < passage.range.end && passage.range.start < range.end
        };
        if passage.lines.is_empty() || shown.iter().any(repeats) {
            continue;
        }
        most = most.saturating_sub(passage.bytes());
        shown.push((document, passage.range));
        row.passage = passage.lines;
    }
}

/// Returns the hits in a document, with how many quoted parts each holds, and the sections
/// that hold any, whether words that count are there or not.
fn with_quoted(query: &Query, hits: &[Hit], text: &str, sections: &[SectionRange]) -> Vec<Hit> {
    if hits[0].quoted == 0 {
        return hits.to_vec();
    }
    let known = |section| hits.iter().find(|hit| hit.section == section).copied();
    let all = sections.iter().zip(0..).filter_map(|(of, section)| {
        let quoted = query.held(&text[of.range.clone()]).len();
        let (document, score) = (hits[0].document, 0.0);
        let unknown = (quoted > 0).then_some(Hit {
            document,
            section,
            quoted,
            score,
        });
        let known = known(section).map(|hit| Hit { quoted, ..hit });
        known.or(unknown)
    });
    let mut all: Vec<Hit> = all.collect();
    sort(&mut all, |hit| *hit);
    all.truncate(MAX_SECTIONS);
    all
}
