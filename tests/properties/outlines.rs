//! The law of sections, and subjects that break it.

use mcp_guide::text::outline::Heading;

use laws::sections::{Block, Engine, Subject, pieces, sections};

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

/// The engine with one thing wrong.
struct Wrong(fn(&str, &mut Vec<Heading>));

impl Subject for Wrong {
    fn headings(&self, text: &str) -> Vec<Heading> {
        let mut headings = Engine.headings(text);
        (self.0)(text, &mut headings);
        headings
    }

    fn meant(&self, headings: &[Heading], wanted: &str) -> Vec<usize> {
        Engine.meant(headings, wanted)
    }
}

#[test]
fn sections_that_are_wrong_are_noticed() {
    let blocks = [
        Block::Marked(1, "A", 0, false),
        Block::Marked(2, "B", 2, true),
        Block::Marked(3, "B", 0, false),
        Block::Marked(1, "A b", 0, false),
    ];
    assert_eq!(sections(&blocks, "\n", &Engine), Ok(4));
    type Misread = fn(&str, &mut Vec<Heading>);
    let wrong: [(&str, Misread); 6] = [
        ("up to the next of any level", |_, headings| {
            for at in 1..headings.len() {
                headings[at - 1].section.end = headings[at].section.start;
            }
        }),
        ("behind the indentation", |_, headings| {
            headings
                .iter_mut()
                .filter(|heading| heading.level == 2)
                .for_each(|heading| {
                    heading.section.start += 2;
                });
        }),
        ("names that repeat", |_, headings| {
            for heading in headings {
                heading.slug = heading.slug.trim_end_matches("-1").to_owned();
            }
        }),
        ("another level", |_, headings| {
            headings.iter_mut().for_each(|heading| heading.level = 1)
        }),
        ("one left out", |_, headings| drop(headings.pop())),
        ("markup left in", |text, headings| {
            for heading in headings {
                heading.text = text[heading.section.clone()]
                    .lines()
                    .next()
                    .unwrap_or("")
                    .to_owned();
            }
        }),
    ];
    for (fault, wrong) in wrong {
        assert!(sections(&blocks, "\n", &Wrong(wrong)).is_err(), "{fault}");
    }
    /// What is inside another is not looked for.
    struct Flat;
    impl Subject for Flat {
        fn headings(&self, text: &str) -> Vec<Heading> {
            Engine.headings(text)
        }
        fn meant(&self, headings: &[Heading], wanted: &str) -> Vec<usize> {
            let last = wanted.rsplit(" > ").next().unwrap_or_default();
            Engine.meant(headings, last)
        }
    }
    assert!(sections(&blocks, "\n", &Flat).is_err());
}
