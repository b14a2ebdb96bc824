//! The law of sections, and subjects that break it.

use mcp_guide::text::outline::Heading;
use mcp_guide::text::rst;

use laws::sections::{Block, Engine, RstBlock, Subject, pieces, rst, rst_pieces, sections};

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
        tally.add("titles", rst(&blocks, end, rst::headings)?);
        Ok(())
    });
    tally.at_least("titles", 1_000);
    hold(strategies::any_rst(), |text| rst_pieces(&text, rst::headings));
}

#[test]
fn the_law_of_rst_catches_levels_by_character() {
    let blocks = [RstBlock::Title("A", '-', false), RstBlock::Title("B", '=', false)];
    assert_eq!(rst(&blocks, "\n", rst::headings), Ok(2));
    let levels = |text: &str| {
        let mut headings = rst::headings(text);
        headings.iter_mut().for_each(|of| of.level = 3 - of.level);
        headings
    };
    assert!(rst(&blocks, "\n", levels).is_err());
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
