//! The law of sections, and subjects that break it.

use mcp_guide::text::markup::headings::Heading;
use mcp_guide::text::markup::{adoc, rst_headings::rst_headings};

use laws::Verdict;
use laws::sections::{
    AdocBlock, AdocTitle, Block, Engine, RstBlock, Subject, adoc as adoc_titles, adoc_pieces, engine_meant,
    pieces, rst, rst_pieces, sections, steps,
};
use proptest::collection::vec;

use super::strategies;
use super::trial::{Tally, hold};

/// The headings of a document are those that were written into it.
#[test]
fn sections_are_runs_of_pieces() {
    let tally = Tally::default();
    hold(strategies::blocks(), |(blocks, end)| {
        tally.add("headings", sections(&blocks, end, &Engine)?);
        Ok(())
    });
    tally.at_least("headings", 1_000);
}

/// Whatever the text is.
#[test]
fn a_section_of_a_section_is_inside_it() {
    hold(strategies::anything(), |text| pieces(&text, &Engine));
}

/// The headings of a reStructuredText are its titles.
#[test]
fn titles_of_rst() {
    let tally = Tally::default();
    hold(strategies::rst_blocks(), |(blocks, end)| {
        tally.add("titles", rst(&blocks, end, rst_headings)?);
        Ok(())
    });
    tally.at_least("titles", 1_000);
    hold(strategies::any_rst(), |text| rst_pieces(&text, rst_headings));
}

#[test]
fn the_law_of_rst_catches_levels_by_character() {
    let blocks = [RstBlock::Title("A", '-', false), RstBlock::Title("B", '=', false)];
    assert_eq!(rst(&blocks, "\n", rst_headings), Ok(2));
    let levels = |text: &str| {
        let mut headings = rst_headings(text);
        headings.iter_mut().for_each(|of| of.level = 3 - of.level);
        headings
    };
    assert!(rst(&blocks, "\n", levels).is_err());
}

/// The headings of an AsciiDoc text are its titles.
#[test]
fn titles_of_adoc() {
    let tally = Tally::default();
    hold(strategies::adoc_blocks(), |(blocks, end)| {
        tally.add("titles", adoc_titles(&blocks, end, adoc::headings)?);
        Ok(())
    });
    tally.at_least("titles", 500);
    hold(strategies::any_adoc(), |text| adoc_pieces(&text, adoc::headings));
}

#[test]
fn the_law_of_adoc_catches_anchors_of_github() {
    let title = |text| AdocBlock::Title(2, AdocTitle::Below, text, None);
    let blocks = [title("A b"), AdocBlock::Other("text"), title("A b")];
    assert_eq!(adoc_titles(&blocks, "\n", adoc::headings), Ok(2));
    let github = |text: &str| {
        let mut headings = adoc::headings(text);
        headings.iter_mut().for_each(|of| of.slug = of.slug.trim_matches('_').replace('_', "-"));
        headings
    };
    assert!(adoc_titles(&blocks, "\n", github).is_err());
}

/// Sections that end at the next heading of any level.
struct Short;

impl Subject for Short {
    fn headings(&self, text: &str) -> Vec<Heading> {
        let mut headings = Engine.headings(text);
        for at in 1..headings.len() {
            headings[at - 1].section.end = headings[at].section.start;
        }
        headings
    }

    fn meant(&self, headings: &[Heading], wanted: &str) -> Vec<usize> {
        Engine.meant(headings, wanted)
    }
}

#[test]
fn the_sections_law_catches_sections_that_end_early() {
    let blocks = [
        Block::Marked(1, "A", 0, false),
        Block::Marked(2, "B", 2, true),
        Block::Marked(3, "B", 0, false),
        Block::Marked(1, "A b", 0, false),
    ];
    assert_eq!(sections(&blocks, "\n", &Engine), Ok(4));
    assert!(sections(&blocks, "\n", &Short).is_err());
}

/// A path of headings is found in time linear in them and in its names.
#[test]
fn a_path_takes_linear_time() {
    let tally = Tally::default();
    hold((vec("[AB]{1,2}", 1..32), vec("[AB]{1,2}", 1..20)), |(titles, names)| {
        tally.add("steps", steps(&titles, &names, engine_meant)?);
        Ok(())
    });
    tally.at_least("steps", 100_000);
}

/// Finds what precedes a heading once for each way to it.
fn for_each_way(
    at: usize,
    names: &[&str],
    of: &[Heading],
    step: &dyn Fn() -> Verdict,
) -> Result<bool, String> {
    step()?;
    let Some((_, before)) = names.split_last().filter(|(last, _)| **last == of[at].text) else {
        return Ok(false);
    };
    let mut enclosing = std::iter::successors(of[at].parent, |at| of[*at].parent);
    Ok(before.is_empty()
        || enclosing
            .try_fold(false, |any, at| Ok::<_, String>(for_each_way(at, before, of, step)? || any))?)
}

#[test]
fn the_law_catches_a_path_that_takes_exponential_time() {
    let titles = vec!["A".to_owned(); 31];
    let names = [vec!["B".to_owned()], vec!["A".to_owned(); 16]].concat();
    assert_eq!(steps(&titles, &names, engine_meant), Ok(31 * 17));
    let slow = |of: &[Heading], wanted: &str, step: &dyn Fn() -> Verdict| {
        let names: Vec<&str> = wanted.split(" > ").collect();
        let found = (0..of.len()).map(|at| Ok(for_each_way(at, &names, of, step)?.then_some(at)));
        Ok(found.collect::<Result<Vec<_>, String>>()?.into_iter().flatten().collect())
    };
    assert!(steps(&titles, &names, slow).is_err());
    assert!(steps(&titles[..3], &names[16..], slow).is_ok());
}
