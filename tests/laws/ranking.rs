//! The law of ranking: it depends on the documents only, not on what is kept of them or of
//! others, nor on what was searched for before.

use std::cell::Cell;

use mcp_guide::search::block::counter::Counter;
use mcp_guide::search::language::Language;
use mcp_guide::search::passage::{Finder, is_line_end};
use mcp_guide::search::query::Query;
use mcp_guide::search::rank::rank;
use mcp_guide::search::refine::{FoundSection, refine, show};
use mcp_guide::search::replace_unknown::Findable;
use mcp_guide::search::sections::sections;
use mcp_guide::search::terms::Terms;
use mcp_guide::search::vocabulary::Vocabulary;
use mcp_guide::text::markup::headings::{Heading, headings};

use super::{Verdict, ensure};

/// How many bytes of the texts are shown.
const MOST: usize = 400;

/// A text with its headings, and how many quoted parts it holds.
type Text<'t> = (&'t str, Vec<Heading>, usize);

/// How the blocks of documents come to a ranking.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kept {
    /// Of a vocabulary of all of them, after this many documents, which are gone.
    After(usize),
    /// Of a vocabulary of their own, with the words only that the query may find.
    Not,
}

/// The query finds the same in the documents, with the same scores, however their blocks
/// are kept. Sections that hold more of what is quoted come first, and of the best the line is
/// shown that holds it.
///
/// # Errors
///
/// What is violated.
pub fn ranking(texts: &[String], query: &str, language: &str) -> Verdict {
    ranking_with(texts, query, language, answer)
}

/// The same of another subject.
pub fn ranking_with(
    texts: &[String],
    query: &str,
    language: &str,
    subject: impl Fn(&[Text<'_>], &Query, &Language, Kept) -> String,
) -> Verdict {
    let language = Language::named(language).ok_or("an unknown language")?;
    let Some(query) = Query::parse(query) else {
        return Ok(());
    };
    let texts: Vec<Text<'_>> = texts
        .iter()
        .map(|text| (&**text, headings(text).unwrap_or_default(), query.held(text).len()))
        .collect();
    for gone in 0..texts.len() {
        let rest = &texts[gone..];
        let due = answer(rest, &query, &language, Kept::Not);
        let came = subject(&texts, &query, &language, Kept::After(gone));
        ensure(came == due, || format!("{query:?} after {gone}:\n{came}\ninstead of\n{due}"))?;
    }
    Ok(())
}

/// The engine.
pub fn answer(texts: &[Text<'_>], query: &Query, language: &Language, kept: Kept) -> String {
    let mut vocabulary = Vocabulary::default();
    let mut counter = Counter::new(&vocabulary);
    let mut block = |(text, headings, _): &Text<'_>, vocabulary: &mut Vocabulary| {
        let title = headings.first().map_or("", |heading| &*heading.text);
        counter.count("docs/a.md", title, (text, headings));
        counter.block(vocabulary, language)
    };
    let gone = match kept {
        Kept::After(gone) => gone,
        Kept::Not => 0,
    };
    let terms = Terms::new(query, language);
    let mut findable = Findable::new(&terms);
    let mut blocks = Vec::new();
    for text in texts {
        let mut block = block(text, &mut vocabulary);
        if kept == Kept::Not {
            findable.reduce(&mut block, &vocabulary);
        } else {
            let words = query.words_of_quoted(&vocabulary);
            let (may, does) = (query.may_be_held(&block, &words), query.held(text.0));
            assert!(may || does.is_empty(), "{text:?} holds what is quoted");
        }
        blocks.push(block);
    }
    let texts = &texts[gone..];
    let documents = (0..).zip(&blocks[gone..]).zip(texts);
    let documents: Vec<_> = documents.map(|((at, block), text)| (at, block, text.2)).collect();
    let left = Cell::new(documents.len() - 1);
    let stop = || left.get().checked_sub(1).map(|less| left.set(less)).ok_or(());
    assert!(rank(terms.clone(), || &vocabulary, &documents, stop).is_err(), "no end");
    let go_on = || Ok::<_, ()>(());
    let ranked = rank(terms.clone(), || &vocabulary, &documents, go_on);
    let ranked = ranked.expect("nothing fails");
    let open = |document: u32| {
        let (text, headings, _) = &texts[document as usize];
        Some(((*text).to_owned(), headings.clone()))
    };
    let mut finder = Finder::new(query, &ranked.terms, language);
    let rows = refine(query, &ranked, &mut finder, |document| Ok::<_, ()>(open(document)));
    let rows = rows.expect("nothing fails").into_iter();
    let mut rows: Vec<((), FoundSection)> = rows.map(|row| ((), row)).collect();
    show(&mut rows, &mut finder, MOST, open);
    let rows: Vec<FoundSection> = rows.into_iter().map(|(_, row)| row).collect();
    let mut words: Vec<String> = finder.into_words().collect();
    words.sort();
    let mut bytes = 0;
    for (document, (text, ..)) in (0..).zip(texts) {
        let own = text.split(is_line_end).map(|own| own.trim_start_matches('\u{feff}').trim_end());
        let mut left: Vec<&str> = own.collect();
        for row in rows.iter().filter(|row| row.hit.document == document) {
            goes_on(text, &row.passage);
            bytes += row.passage.iter().map(|line| line.len() + 1).sum::<usize>();
            for line in row.passage.iter().filter(|line| !line.is_empty() && !line.contains("[…]")) {
                let at = left.iter().position(|own| own == line);
                assert!(at.is_some(), "{line:?} is no line of the text, or shown more often: {rows:?}");
                left.remove(at.expect("it is one"));
            }
        }
    }
    assert!(bytes <= MOST, "{bytes} bytes are shown");
    if let Some(row) = rows.first().filter(|_| query.quoted().len() == 1) {
        let (text, headings, _) = &texts[row.hit.document as usize];
        let body = sections(text, headings)[usize::from(row.hit.section)].body.clone();
        let mut lines = text[body].split(is_line_end);
        let line = lines.find(|line| !query.held(line).is_empty()).filter(|line| line.len() < MOST / 4);
        let is_shown = line.is_none() || !query.held(&row.passage.join("\n")).is_empty();
        assert!(is_shown, "{line:?} is not shown: {row:?}");
    }
    for row in &rows {
        let (text, headings, _) = &texts[row.hit.document as usize];
        let own = sections(text, headings)[usize::from(row.hit.section)].range.clone();
        assert_eq!(row.hit.quoted, query.held(&text[own]).len(), "{row:?}");
    }
    assert!(rows.is_sorted_by(|a, b| a.hit.quoted >= b.hit.quoted), "{rows:?}");
    format!("{rows:#?}\n{words:?}\n{:?}\n{}", ranked.terms.list, ranked.more)
}

/// If a passage ends where its text goes on, the number is that of a line with text, behind the
/// last one that is shown.
fn goes_on(text: &str, passage: &[String]) {
    let [.., shown, last] = passage else {
        return;
    };
    let Some(number) = last.strip_prefix("[…]:") else {
        return;
    };
    let number: usize = number.parse().expect("the number of a line");
    let lines: Vec<&str> = text.split('\n').collect();
    let next = lines.get(number - 1).map(|line| line.trim());
    assert!(next.is_some_and(|line| !line.is_empty()), "nothing is on line {number}: {passage:?}");
    let before = lines[..number].join("\n");
    assert!(before.contains(shown.as_str()), "{shown:?} is not before line {number}");
}
