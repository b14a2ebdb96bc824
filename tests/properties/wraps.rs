//! The law of what is wrapped for a terminal, and wrapping that breaks it.

use laws::wrapped::{engine, wrapped};
use mcp_guide::cli::wrapped::Layout;
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;

use super::trial::{Tally, hold};

/// What documents are made of.
const PIECES: [&str; 36] = [
    "a", "word ", "and a few words more ", "`a code span` ", "[a link](https://example.com/a/path/to/it) ",
    "https://example.com/a/path/that/is/longer/than/a/line/of/most/terminals ",
    "日本語の文章には空白がない。", "「はい」", "é ", "\n", "\n\n", "\n- ", "\n  - ", "\n* ", "\n1. ",
    "\n> ", "\n>> ", "\n> - ", "\n# ", "\n    ", "\t", "\n\t", "\n```\n", "\n~~~sh\n",
    "\n| a | b |\n|---|---|\n| some words in a cell | others |\n", "\n<div>\nsome words of HTML\n</div>\n",
    "\n[x]: https://example.com/x\n", "  \n", "\\\n", "\n===\n", "\n---\n", "\r\n", "\n.. note::\n",
    "\n+---+\n", "*", "> ",
];

fn text() -> impl Strategy<Value = String> {
    vec(select(&PIECES[..]), 0..40).prop_map(|pieces| pieces.concat())
}

#[test]
fn what_is_wrapped_is_whole_and_fits() {
    let tally = Tally::default();
    let layout = select(&[Layout::Markdown, Layout::Text, Layout::Fixed][..]);
    hold((text(), 20..100usize, layout, any::<bool>()), |(text, width, layout, wraps_code)| {
        let wrap = engine(layout, wraps_code);
        tally.add("lines that were broken", wrapped(&text, width, &wrap)?);
        Ok(())
    });
    tally.at_least("lines that were broken", 300);
}

/// It loses the marks of items, or touches what fits.
#[test]
fn the_law_of_wrapping_catches_what_is_lost_or_too_wide() {
    let text = "- some words and a few more\n";
    assert!(wrapped(text, 20, &engine(Layout::Markdown, false)).is_ok_and(|broken| broken == 1));
    let lost = |text: &str, _: usize| text.replace("- ", "  ");
    assert!(wrapped(text, 20, &lost).is_err());
    let wide = |text: &str, _: usize| text.to_owned();
    assert!(wrapped(text, 20, &wide).is_ok(), "it was so wide before");
    let joined = |text: &str, _: usize| text.replace('\n', " ");
    assert!(wrapped("some words and\na few more\n", 20, &joined).is_err());
    assert!(wrapped("a\n\nb\n", 20, &|text: &str, _: usize| text.replace("\n\n", "\n")).is_err());
}
