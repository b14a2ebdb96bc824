//! Ranks the sections found again, by their texts, and selects the passages of the best ones.

use std::collections::HashSet;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::ops::Range;

use super::kind::{SectionKind, is_log, kind};
use super::passage::Finder;
use super::query::Query;
use super::rank::{Hit, MAX_SECTIONS, Ranked, sort};
use super::sections::{SectionRange, heading_path, sections};
use crate::text::markup::headings::Heading;

/// The maximum number of sections shown with their text.
pub const MAX_PASSAGES: usize = 3;
/// The number of further sections that are always listed, if found.
const MIN_FURTHER: usize = 5;
/// The maximum number of further sections that are listed.
pub const MAX_FURTHER: usize = 8;
/// The minimum score of a section worth listing, as a fraction of the best score.
const LEAST_SCORE: f64 = 0.5;
/// The factor for the score of a section that is not running text.
const OTHER_KIND: f64 = 0.5;
/// The maximum share of the remaining space for each passage, from 0 to 1. The best passage takes
/// half of the whole space, and the last one all that is left.
const SHARES: [f64; MAX_PASSAGES] = [0.5, 0.7, 1.0];
/// The minimum space for a third passage, in bytes.
const LEAST_BYTES: usize = 200;

/// A section found by a search, as shown in the answer.
#[derive(Debug, Clone, PartialEq)]
pub struct FoundSection {
    /// The section and its score.
    pub hit: Hit,
    /// The URI fragment of the section's heading, if it has one.
    pub slug: Option<String>,
    /// The headings above the section, outermost first, and then its own heading.
    pub path: Vec<String>,
    /// The lines to show. Empty unless the section is one of the best.
    pub passage: Vec<String>,
}

/// Ranks the sections in `ranked` again by their texts. Sections that contain more quoted parts
/// rank higher. Among sections with equally many quoted parts, a section ranks higher if its words
/// are close to each other or in the order of the query. Running text ranks higher than code,
/// change logs and lists of links, unless the query has a name. Only the best of several sections
/// with equal texts is kept. `open` returns the text and headings of a document, or `None` if the
/// document is no longer readable.
///
/// # Errors
///
/// Returns the error of `open`.
pub fn refine<E>(
    query: &Query,
    ranked: &Ranked,
    finder: &mut Finder<'_>,
    mut open: impl FnMut(u32) -> Result<Option<(String, Vec<Heading>)>, E>,
) -> Result<Vec<FoundSection>, E> {
    // Code and logs say as much about a name as running text does.
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
            // The text may have changed since it was ranked.
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
            // The shown text of a short section includes its subsections.
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
        // All passages of a document without headings have the same URI.
        texts.insert(*text) && (row.slug.is_some() || whole.insert(row.hit.document))
    });
    Ok(rows.into_iter().map(|(row, _)| row).collect())
}

/// Returns the factor for the score of a section of this kind.
fn weight_of_kind(kind: SectionKind) -> f64 {
    if kind == SectionKind::Text {
        1.0
    } else {
        OTHER_KIND
    }
}

/// Returns the number of sections to list, given their scores in descending order. The number
/// includes the sections with scores close to the best, and is never below a minimum.
pub fn worth_naming(scores: impl IntoIterator<Item = f64>) -> usize {
    let mut scores = scores.into_iter();
    let least = scores.next().map(|first| first * LEAST_SCORE);
    let close = scores.take_while(|score| Some(*score) >= least).count();
    (1 + close).clamp(MAX_PASSAGES + MIN_FURTHER, MAX_PASSAGES + MAX_FURTHER)
}

/// Sets the passages of the best sections in `rows`, in at most `most` bytes together. Shows no
/// text twice: skips a section if its passage would repeat part of another passage. `open` returns
/// the text and headings of a document, or `None` if the document is no longer readable.
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
        // The first two passages are shown in any space.
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
        let repeats = |(other, range): &(u32, Range<usize>)| {
            *other == document && range.start < passage.range.end && passage.range.start < range.end
        };
        if passage.lines.is_empty() || shown.iter().any(repeats) {
            continue;
        }
        most = most.saturating_sub(passage.bytes());
        shown.push((document, passage.range));
        row.passage = passage.lines;
    }
}

/// Returns `hits`, the hits in one document, each with the number of quoted parts in its section.
/// Adds other sections that contain quoted parts, even if they contain no word that counts. Returns
/// only the best [`MAX_SECTIONS`] hits.
fn with_quoted(query: &Query, hits: &[Hit], text: &str, sections: &[SectionRange]) -> Vec<Hit> {
    if hits[0].quoted == 0 {
        return hits.to_vec();
    }
    let known = |section| hits.iter().find(|hit| hit.section == section).copied();
    let numbered = sections.iter().zip(0..);
    let all = numbered.filter_map(|(SectionRange { range, .. }, section)| {
        let quoted = query.held(&text[range.clone()]).len();
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
