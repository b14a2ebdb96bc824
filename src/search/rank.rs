//! Ranks sections by the words of a query, with BM25F over the selected documents.

use std::ops::Deref;

use super::block::{Block, Counts, FIELDS, RankedDocument};
use super::replace_unknown::replace_unknown;
use super::terms::Terms;
use super::unheld::look_within;
use super::vocabulary::Vocabulary;

/// The maximum number of documents in a result.
pub const MAX_DOCUMENTS: usize = 50;
/// The maximum number of sections per document.
pub const MAX_SECTIONS: usize = 5;

/// The weight of a word in each field. The text of a section includes its heading.
const WEIGHTS: [f64; FIELDS] = [1.0, 1.0, 2.0, 1.0];
/// The influence of each field's length, from 0 to 1: BM25's b.
const LENGTH: [f64; FIELDS] = [0.3, 0.3, 0.3, 0.75];
/// The maximum length that counts, as a multiple of the average. The limit lets a search find a
/// rare word in a section that is far longer than the others.
const MAX_LENGTH: f64 = 8.0;
/// The rate at which repetitions of a word stop mattering: BM25's k1.
const SATURATION: f64 = 1.2;

/// A section found by a search.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Hit {
    /// The number of the document.
    pub document: u32,
    /// The index of the section in the document.
    pub section: u16,
    /// The number of quoted parts in the section. In [`Ranked`], the number of quoted parts in its
    /// whole document.
    pub quoted: usize,
    /// The score of the match. Higher is better.
    pub score: f64,
}

/// The result of a ranking.
#[derive(Debug)]
pub struct Ranked {
    /// The best sections of the best documents, best first.
    pub hits: Vec<Hit>,
    /// The number of further documents that match.
    pub more: usize,
    /// The words of the query.
    pub terms: Terms,
}

/// Ranks documents by the number of quoted parts that they contain, then by the terms. `vocabulary`
/// returns the words of the blocks. A term that no document contains is replaced with near words.
/// `check` is called before each document.
///
/// # Errors
///
/// Returns the error of `check`.
pub fn rank<V: Deref<Target = Vocabulary>, E>(
    mut terms: Terms,
    vocabulary: impl Fn() -> V,
    documents: &[RankedDocument<'_>],
    check: impl Fn() -> Result<(), E>,
) -> Result<Ranked, E> {
    terms.look_up(&vocabulary());
    let mut ranking = Ranking::new(terms, documents, &check)?;
    let terms = &mut ranking.terms;
    let has_near = replace_unknown(terms, vocabulary(), documents, &check)?;
    if look_within(terms, vocabulary(), documents, &check)? || has_near {
        terms.look_up(&vocabulary());
        ranking = Ranking::new(ranking.terms, documents, &check)?;
    }
    Ok(ranking.finish())
}

/// The ranking of one query. Everything is counted anew for each query, in integers, so that the
/// result depends only on the documents.
struct Ranking<'d> {
    /// The words of the query, each with the number of sections that contain it so far.
    terms: Terms,
    /// The number of sections so far.
    sections: u64,
    /// The sums of the field lengths of all sections.
    lengths: [u64; FIELDS],
    /// The documents that match, each with the index in `words` after its last word.
    found: Vec<(RankedDocument<'d>, usize)>,
    /// The query words in all documents that match.
    words: Vec<FoundWord>,
}

/// A query word in a document: its part, its term, and its count in each field of the part.
type FoundWord = (u16, u16, [u8; FIELDS]);

impl<'d> Ranking<'d> {
    /// Counts the terms in `documents`.
    fn new<E>(
        mut terms: Terms,
        documents: &[RankedDocument<'d>],
        check: impl Fn() -> Result<(), E>,
    ) -> Result<Self, E> {
        (terms.list.iter_mut()).for_each(|term| term.sections = 0);
        let mut ranking = Self {
            terms,
            sections: 0,
            lengths: [0; FIELDS],
            found: Vec::new(),
            words: Vec::new(),
        };
        for document in documents {
            check()?;
            ranking.add(*document);
        }
        Ok(ranking)
    }

    /// Adds `document` to the counts.
    fn add(&mut self, document: RankedDocument<'d>) {
        let (_, block, quoted) = document;
        let begin = self.words.len();
        let found = block.find(&self.terms.found);
        self.words
            .extend(found.map(|(term, part, counts)| (part, term, counts)));
        self.words[begin..].sort_unstable();
        let terms = &mut self.terms.list;
        each_section(
            block,
            &self.words[begin..],
            terms.len(),
            |_, lengths, counts| {
                let held = terms.iter_mut().zip(counts);
                let held = held.filter(|(_, counts)| **counts != [0; FIELDS]);
                held.for_each(|(term, _)| term.sections += 1);
                self.sections += 1;
                add_up(&mut self.lengths, lengths.map(u64::from));
            },
        );
        // A quoted part may be part of a word, or consist of words that do not count.
        if self.words.len() > begin || quoted > 0 {
            self.found.push((document, self.words.len()));
        }
    }

    /// Weighs the terms and returns the best sections.
    fn finish(mut self) -> Ranked {
        self.terms.weigh(self.sections);
        let average = self
            .lengths
            .map(|sum| (sum as f64 / self.sections as f64).max(1.0));
        let mut documents: Vec<Vec<Hit>> = Vec::new();
        let mut begin = 0;
        for ((document, block, quoted), end) in self.found {
            let mut hits = Vec::new();
            let (words, width) = (&self.words[begin..end], self.terms.list.len());
            each_section(block, words, width, |section, lengths, counts| {
                let score = score(&self.terms, counts, &lengths, &average);
                // A section without a score contains no word that counts.
                if score > 0.0 || quoted > 0 && section == 0 {
                    hits.push(Hit {
                        document,
                        section,
                        quoted,
                        score,
                    });
                }
            });
            begin = end;
            sort(&mut hits, |hit| *hit);
            hits.truncate(MAX_SECTIONS);
            hits.shrink_to_fit();
            documents.extend(Some(hits).filter(|hits| !hits.is_empty()));
        }
        sort(&mut documents, |hits| hits[0]);
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

/// Calls `found` with the index of each section of `block`, the lengths of the section's fields,
/// and the counts of each term in these fields. `words` are the query words in the document, sorted
/// by part, and `terms` is the number of terms.
fn each_section(
    block: &Block,
    words: &[FoundWord],
    terms: usize,
    mut found: impl FnMut(u16, Counts, &[Counts]),
) {
    let mut counts = vec![[0; FIELDS]; terms];
    for ((lengths, _), section) in block.sections().zip(0..) {
        counts.fill([0; FIELDS]);
        for part in std::iter::successors(Some(section + 1), |part| block.above(*part)) {
            let of_part = &words[words.partition_point(|word| word.0 < part)..];
            for (_, term, more) in of_part.iter().take_while(|word| word.0 == part) {
                let mut more = more.map(u32::from);
                if part <= section {
                    // The text of a parent section is not part of this section.
                    more[FIELDS - 1] = 0;
                }
                add_up(&mut counts[usize::from(*term)], more);
            }
        }
        found(section, lengths, &counts);
    }
}

fn add_up<T: std::ops::AddAssign>(sums: &mut [T; FIELDS], numbers: [T; FIELDS]) {
    (sums.iter_mut().zip(numbers)).for_each(|(sum, number)| *sum += number);
}

/// Sorts `items` by quoted parts and then by score, best first. Items with equal scores are sorted
/// by document and section. `hit` returns the hit of an item.
pub fn sort<T>(items: &mut [T], hit: impl Fn(&T) -> Hit) {
    items.sort_by(|a, b| {
        let (a, b) = (hit(a), hit(b));
        let order = (a.document, a.section).cmp(&(b.document, b.section));
        let quoted = b.quoted.cmp(&a.quoted);
        quoted.then(b.score.total_cmp(&a.score)).then(order)
    });
}

/// Returns the BM25F score of a section from the counts of each term, the `lengths` of its fields,
/// and the average length of each field.
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
