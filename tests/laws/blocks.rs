//! The law of blocks: what is kept of a document is bounded by its words.

use mcp_guide::search::block::Block;
use mcp_guide::search::block::counter::Counter;
use mcp_guide::search::language::Language;
use mcp_guide::search::vocabulary::Vocabulary;
use mcp_guide::search::words::each;
use mcp_guide::text::markup::headings::{Heading, headings};

use super::ensure;

const PATH: &str = "docs/a.md";
const TITLE: &str = "zebras";

/// The engine.
pub fn engine(text: (&str, &[Heading]), vocabulary: &mut Vocabulary, language: &Language) -> Block {
    let mut counter = Counter::new(vocabulary);
    counter.count(PATH, TITLE, text);
    counter.block(vocabulary, language)
}

/// The block of a text has at most twice as many entries as the text, its path and its title
/// have words. `subject` makes it.
///
/// Returns how many headings the text has.
///
/// # Errors
///
/// What is violated.
pub fn blocks(
    text: &str,
    subject: impl Fn((&str, &[Heading]), &mut Vocabulary, &Language) -> Block,
) -> Result<usize, String> {
    let headings = headings(text).unwrap_or_default();
    let mut words = 0;
    for text in [PATH, TITLE, text] {
        each(text, |_| words += 1);
    }
    let mut vocabulary = Vocabulary::default();
    let language = Language::named("english").ok_or("an unknown language")?;
    let block = subject((text, &headings), &mut vocabulary, &language);
    let all: Vec<_> = (0..vocabulary.count()).map(|id| (id, ())).collect();
    let entries = block.find(&all).count();
    ensure(entries <= 2 * words, || format!("{entries} entries of {words} words: {text:?}"))?;
    Ok(headings.len())
}
