//! The rows of an answer: the ranked sections, ranked again with their texts.

use super::language::Language;
use super::passage::{Finder, line_ends};
use super::query::Query;
use super::rank::{Hit, MAX_SECTIONS, Ranked, sort};
use super::sections::{SectionRange, heading_path, sections};
use crate::text::outline::Heading;

/// A section that was found, with what to show of it.
#[derive(Debug, Clone, PartialEq)]
pub struct FoundSection {
    /// The section, and how well it matches.
    pub hit: Hit,
    /// The fragment of its heading in a URI.
    pub slug: Option<String>,
    /// Its heading, after those in whose sections it is.
    pub path: Vec<String>,
    /// The number of the passage's first line in the text, from 1.
    pub line: usize,
    /// The passage that matches best: up to three lines.
    pub passage: String,
}

/// Ranks sections again: those in which words are close to each other, or in the order of
/// the query, are better. `open` returns the text of a document and its headings, or
/// `None` if it cannot be read any more. Returns the words that were found, too, folded.
///
/// # Errors
///
/// What `open` returns.
pub fn refine<E>(
    query: &Query,
    ranked: &Ranked,
    language: &Language,
    mut open: impl FnMut(u32) -> Result<Option<(String, Vec<Heading>)>, E>,
) -> Result<(Vec<FoundSection>, Vec<String>), E> {
    let mut finder = Finder::new(query, &ranked.terms, language);
    let mut hits = ranked.hits.clone();
    hits.sort_by_key(|hit| hit.document);
    let mut rows = Vec::new();
    for hits in hits.chunk_by(|a, b| a.document == b.document) {
        let Some((text, headings)) = open(hits[0].document)? else {
            continue;
        };
        let sections = sections(&text, &headings);
        for hit in with_quoted(query, hits, &text, &sections) {
            // The text may be another by now.
            let Some(section) = sections.get(usize::from(hit.section)) else {
                continue;
            };
            let (factor, passage) = finder.inspect(&text, section);
            let path = heading_path(&headings, section.heading).into_iter();
            let heading = section.heading.and_then(|at| headings.get(at));
            rows.push(FoundSection {
                hit: Hit {
                    score: hit.score * factor,
                    ..hit
                },
                slug: heading.map(|heading| heading.slug.clone()),
                path: path.map(str::to_owned).collect(),
                line: 1 + line_ends(&text[..passage.start]),
                passage: text[passage].to_owned(),
            });
        }
    }
    sort(&mut rows, |row| row.hit);
    Ok((rows, finder.into_words().collect()))
}

/// Returns the hits in a document. If something is quoted, these are the sections that hold
/// it, whether other words are there or not.
fn with_quoted(query: &Query, hits: &[Hit], text: &str, sections: &[SectionRange]) -> Vec<Hit> {
    let quoted = sections.iter().zip(0..).filter(|(section, _)| {
        let places = query.places(&text[section.range.clone()], 1);
        !places.is_empty()
    });
    let quoted = quoted.map(|(_, section)| {
        let hit = hits.iter().find(|hit| hit.section == section).copied();
        hit.unwrap_or(Hit {
            document: hits[0].document,
            section,
            score: 0.0,
        })
    });
    let mut quoted: Vec<Hit> = quoted.collect();
    if quoted.is_empty() {
        return hits.to_vec();
    }
    sort(&mut quoted, |hit| *hit);
    quoted.truncate(MAX_SECTIONS);
    quoted
}
