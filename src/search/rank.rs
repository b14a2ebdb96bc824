//! The ranking of sections by the words of a query: BM25F over the selected documents.

use std::ops::Deref;

use super::block::{Block, Counts, FIELDS};
use super::language::Language;
use super::near::NearWords;
use super::terms::{Terms, WordRole};
use super::vocabulary::Vocabulary;

/// How many documents are ranked.
pub const MAX_DOCUMENTS: usize = 50;
/// How many sections of each.
pub const MAX_SECTIONS: usize = 5;

/// How much a word counts in each field. That of a heading is in the text, too.
const WEIGHTS: [f64; FIELDS] = [1.0, 1.0, 2.0, 1.0];
/// How much the length of each field matters, from 0 to 1: BM25's b.
const LENGTH: [f64; FIELDS] = [0.3, 0.3, 0.3, 0.75];
/// How many times the average a length counts at most, so that a rare word is found in a
/// section that is far longer than the others.
const MAX_LENGTH: f64 = 8.0;
/// How soon more of a word makes no difference any more: BM25's k1.
const SATURATION: f64 = 1.2;

/// A section that was found.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Hit {
    /// The number of its document.
    pub document: u32,
    /// Its index in the document.
    pub section: u16,
    /// How well it matches.
    pub score: f64,
}

/// What a search found.
#[derive(Debug)]
pub struct Ranked {
    /// The best sections of the best documents, by score and then in order.
    pub hits: Vec<Hit>,
    /// How many documents more were found.
    pub more: usize,
    /// The words of the query.
    pub terms: Terms,
}

/// Ranks documents by terms; `all`: also those that hold none of them. `vocabulary` returns the
/// words of the blocks. `each` passes each document in order: its number, its block, and whether
/// it may be found. It counts in any case. A term that no document holds is replaced by near
/// words.
///
/// # Errors
///
/// What `each` returns.
pub fn rank<V: Deref<Target = Vocabulary>, E>(
    terms: Terms,
    all: bool,
    language: &Language,
    vocabulary: impl Fn() -> V,
    mut each: impl FnMut(&mut dyn FnMut(u32, &Block, bool)) -> Result<(), E>,
) -> Result<Ranked, E> {
    let mut ranking = Ranking::new(terms, all, &vocabulary());
    each(&mut |document, block, eligible| ranking.add(document, block, eligible))?;
    let mut near = NearWords::new(&ranking.terms, &vocabulary());
    if !near.is_empty() {
        each(&mut |_, block, _| near.add(block))?;
        if near.replace(&mut ranking.terms, language) {
            ranking = Ranking::new(ranking.terms, all, &vocabulary());
            each(&mut |document, block, eligible| ranking.add(document, block, eligible))?;
        }
    }
    Ok(ranking.finish())
}

/// The ranking of one query. All of it is counted anew for each query, in integers, so that
/// it depends on nothing but the documents.
struct Ranking {
    /// The words of the query, with how many sections hold each so far.
    terms: Terms,
    /// Whether documents are found that hold no word: they hold what is quoted.
    all: bool,
    /// How many sections there are, and the sums of their lengths.
    sections: u64,
    lengths: [u64; FIELDS],
    found: Vec<Candidate>,
    /// The terms of all that was found, of one after the other.
    counts: Vec<(u16, Counts)>,
}

/// A part of a document that holds a word.
struct Candidate {
    document: u32,
    part: u16,
    lengths: Counts,
    /// Where its terms end.
    end: usize,
    /// The index of the part that it is in.
    parent: Option<usize>,
}

impl Ranking {
    /// Begins to rank by terms, which are looked up.
    fn new(mut terms: Terms, all: bool, vocabulary: &Vocabulary) -> Self {
        terms.look_up(vocabulary);
        (terms.list.iter_mut()).for_each(|term| term.sections = 0);
        Self {
            terms,
            all,
            sections: 0,
            lengths: [0; FIELDS],
            found: Vec::new(),
            counts: Vec::new(),
        }
    }

    /// Adds a document, after those before it.
    fn add(&mut self, document: u32, block: &Block, eligible: bool) {
        let mut matched = Vec::new();
        let mut eligible = eligible;
        for (role, part, counts) in block.find(&self.terms.found) {
            match role {
                WordRole::Term(term) => matched.push((part, term, counts)),
                WordRole::LeftOut => eligible = false,
            }
        }
        matched.sort_unstable_by_key(|(part, term, _)| (*part, *term));
        matched.dedup_by(|more, kept| {
            let is_same = (more.0, more.1) == (kept.0, kept.1);
            if is_same {
                add_up(&mut kept.2, more.2);
            }
            is_same
        });
        let (first, begin) = (self.found.len(), self.counts.len());
        let mut rest = &*matched;
        let mut counts = vec![[0; FIELDS]; self.terms.list.len()];
        let parts = block
            .sections()
            .map(|(own, of)| (own, Some(first + usize::from(of))));
        let parts = std::iter::once(([0; FIELDS], None)).chain(parts);
        for ((lengths, parent), part) in parts.zip(0..) {
            let own = rest.partition_point(|(of, ..)| *of == part);
            let own = rest.split_off(..own).unwrap_or_default().iter();
            (self.counts).extend(own.map(|(_, term, counts)| (*term, *counts)));
            let end = self.counts.len();
            self.found.push(Candidate {
                document,
                part,
                lengths,
                end,
                parent,
            });
            if parent.is_some() {
                self.sections += 1;
                add_up(&mut self.lengths, lengths.map(u64::from));
                self.count(first + usize::from(part), &mut counts);
                for (term, counts) in self.terms.list.iter_mut().zip(&counts) {
                    term.sections += u32::from(*counts != [0; FIELDS]);
                }
            }
        }
        if !eligible || matched.is_empty() && !self.all {
            self.found.truncate(first);
            self.counts.truncate(begin);
        }
    }

    /// Counts each term in a section, and in path, title and headings above it.
    fn count(&self, at: usize, counts: &mut [Counts]) {
        counts.fill([0; FIELDS]);
        for part in std::iter::successors(Some(at), |part| self.found[*part].parent) {
            let begin = part.checked_sub(1).map_or(0, |last| self.found[last].end);
            for (term, more) in &self.counts[begin..self.found[part].end] {
                let mut more = *more;
                // The text above it is not its own.
                more[3] *= u32::from(part == at);
                add_up(&mut counts[usize::from(*term)], more);
            }
        }
    }

    /// Returns the best sections.
    fn finish(mut self) -> Ranked {
        self.terms.weigh(self.sections);
        let average = self
            .lengths
            .map(|sum| (sum as f64 / self.sections as f64).max(1.0));
        let mut documents: Vec<Vec<Hit>> = Vec::new();
        let mut counts = vec![[0; FIELDS]; self.terms.list.len()];
        for (at, found) in self.found.iter().enumerate() {
            if found.part == 0 {
                continue;
            }
            self.count(at, &mut counts);
            let hit = Hit {
                document: found.document,
                section: found.part - 1,
                score: score(&self.terms, &counts, &found.lengths, &average),
            };
            // It has no word that counts.
            if hit.score <= 0.0 && !(self.all && hit.section == 0) {
                continue;
            }
            match documents.last_mut() {
                Some(hits) if hits[0].document == hit.document => {
                    hits.push(hit);
                    // The first of those that are equal stays.
                    hits.sort_by(|a, b| b.score.total_cmp(&a.score));
                    hits.truncate(MAX_SECTIONS);
                }
                _ => documents.push(vec![hit]),
            }
        }
        documents.sort_by(|a, b| b[0].score.total_cmp(&a[0].score));
        let more = documents.len().saturating_sub(MAX_DOCUMENTS);
        documents.truncate(MAX_DOCUMENTS);
        let mut hits: Vec<Hit> = documents.into_iter().flatten().collect();
        sort(&mut hits, |hit| *hit);
        Ranked {
            hits,
            more,
            terms: self.terms,
        }
    }
}

fn add_up<T: std::ops::AddAssign>(sums: &mut [T; FIELDS], numbers: [T; FIELDS]) {
    (sums.iter_mut().zip(numbers)).for_each(|(sum, number)| *sum += number);
}

/// Sorts by score, the best first, and equal ones by document and section.
pub fn sort<T>(items: &mut [T], hit: impl Fn(&T) -> Hit) {
    items.sort_by(|a, b| {
        let (a, b) = (hit(a), hit(b));
        let order = (a.document, a.section).cmp(&(b.document, b.section));
        b.score.total_cmp(&a.score).then(order)
    });
}

/// Returns how well a section matches, by BM25F.
fn score(terms: &Terms, counts: &[Counts], lengths: &Counts, average: &[f64; FIELDS]) -> f64 {
    let mut score = 0.0;
    for (term, counts) in terms.list.iter().zip(counts) {
        let mut frequency = 0.0;
        for field in 0..FIELDS {
            let length = (f64::from(lengths[field]) / average[field]).min(MAX_LENGTH);
            let length = 1.0 - LENGTH[field] + LENGTH[field] * length;
            frequency += WEIGHTS[field] * f64::from(counts[field]) / length;
        }
        score += term.weight * frequency * (SATURATION + 1.0) / (SATURATION + frequency);
    }
    score
}
