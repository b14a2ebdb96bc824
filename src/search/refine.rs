//! The sections of an answer: the ranked ones, ranked again with their texts, and what is
//! shown of the best.

use std::collections::HashSet;
use std::hash::{DefaultHasher, Hash, Hasher};

use super::passage::Finder;
use super::query::Query;
use super::rank::{Hit, MAX_SECTIONS, Ranked, sort};
use super::sections::{SectionRange, heading_path, sections};
use crate::text::outline::Heading;

/// How many sections are shown with their text, and how many further ones are named.
pub const MAX_PASSAGES: usize = 3;
pub const MAX_FURTHER: usize = 8;
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
    /// The index of the section that it is in.
    parent: Option<u16>,
    /// What is shown of it: nothing unless it is one of the best.
    pub passage: Vec<String>,
}

/// Ranks sections again: those that hold more quoted parts come first, and of these the ones
/// are better in which words are close to each other, or in the order of the query. Of equal texts the best is kept. `open` returns the text of a document and its headings, or
/// `None` if it cannot be read any more.
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
    let mut hits = ranked.hits.clone();
    hits.sort_by_key(|hit| hit.document);
    let mut rows = Vec::new();
    for hits in hits.chunk_by(|a, b| a.document == b.document) {
        let Some((text, headings)) = open(hits[0].document)? else {
            continue;
        };
        let sections = sections(&text, &headings);
        let first = sections.len() - headings.len();
        for hit in with_quoted(query, hits, &text, &sections) {
            // The text may be another by now.
            let Some(section) = sections.get(usize::from(hit.section)) else {
                continue;
            };
            let own = &text[section.range.clone()];
            let path = heading_path(&headings, section.heading).into_iter();
            let heading = section.heading.and_then(|at| headings.get(at));
            let mut hasher = DefaultHasher::new();
            own.trim().hash(&mut hasher);
            let row = FoundSection {
                hit: Hit {
                    score: hit.score * finder.closeness(&text, section),
                    ..hit
                },
                slug: heading.map(|heading| heading.slug.clone()),
                path: path.map(str::to_owned).collect(),
                parent: heading.and_then(|heading| Some((first + heading.parent?) as u16)),
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

/// Cuts what is shown of the best sections, in at most `most` bytes together. Of a section and the one that it is in, only the better is shown.
pub fn show<F>(
    rows: &mut [(F, FoundSection)],
    finder: &mut Finder<'_>,
    mut most: usize,
    mut open: impl FnMut(u32) -> Option<(String, Vec<Heading>)>,
) {
    let first = most / 2;
    let mut shown: Vec<(u32, Option<u16>, Option<u16>)> = Vec::new();
    for (_, row) in rows.iter_mut().take(2 * MAX_PASSAGES) {
        let (document, own) = (row.hit.document, Some(row.hit.section));
        let is_kin = |(of, other, above): &(_, _, _)| {
            *of == document && (*above == own || *other == row.parent)
        };
        if shown.iter().any(is_kin) {
            continue;
        }
        let room = if shown.is_empty() { first } else { most };
        if shown.len() == MAX_PASSAGES || shown.len() > 1 && room < LEAST_BYTES {
            break;
        }
        let Some((text, headings)) = open(document) else {
            continue;
        };
        if let Some(section) = sections(&text, &headings).get(usize::from(row.hit.section)) {
            row.passage = finder.passage(&text, section, room);
            let bytes: usize = row.passage.iter().map(|line| line.len() + 1).sum();
            most = most.saturating_sub(bytes);
            if !row.passage.is_empty() {
                shown.push((document, own, row.parent));
            }
        }
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
