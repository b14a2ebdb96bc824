//! The law of search, and subjects that break it.

use std::ops::Range;
use std::path::Path;

use laws::calls::engine;
use laws::search::{Line, Shelf, search, stored};
use proptest::collection::{btree_map, vec};
use proptest::prelude::*;
use proptest::sample::{select, subsequence};
use serde_json::{Map, Value};

use super::trial::{Tally, catch_together, hold_each_together, hold_together};

const WORDS: [&str; 9] = [
    "zebra", "Zebra", "zeb", "red", "bra red", "a", "b c", "IV", "x-1",
];
/// Those of lines alone: what a URI would escape.
const OTHERS: [&str; 5] = ["ärger", "Ärger", "\u{130}x", "\u{212a}", "ΑΒΣ αβς"];

fn said(most: usize, words: Vec<&'static str>) -> impl Strategy<Value = String> {
    vec(select(words), 1..most).prop_map(|words| words.join(" "))
}

fn line() -> impl Strategy<Value = Line> {
    let all = [&WORDS[..], &OTHERS].concat();
    prop_oneof![
        1 => (1..4_usize, said(3, WORDS.to_vec())).prop_map(|(level, text)| Line::Heading(level, text)),
        3 => said(4, all).prop_map(Line::Text),
        1 => Just(Line::Text(String::new())),
    ]
}

fn name() -> impl Strategy<Value = String> {
    let stems = ["zebra", "red", "n", "IV", "b"];
    (select(stems.to_vec()), 0..30_u32, select(vec!["md", "txt"]))
        .prop_map(|(stem, number, extension)| format!("{stem}{number}.{extension}"))
}

/// Documents, and a query of some of these words.
fn shelf(
    documents: Range<usize>,
    query: impl Strategy<Value = Vec<&'static str>>,
) -> impl Strategy<Value = (Shelf, Vec<String>)> {
    let query = query.prop_map(|words| words.into_iter().map(str::to_owned).collect());
    (btree_map(name(), vec(line(), 0..9), documents), query)
}

fn few() -> impl Strategy<Value = (Shelf, Vec<String>)> {
    let query = [
        &WORDS[..],
        &OTHERS,
        &["kx", "αβ", "βς", "i\u{307}x", "none", "md"],
    ]
    .concat();
    shelf(1..7, subsequence(query, 1..4))
}

#[test]
fn searches() {
    let tally = Tally::default();
    let place = |(shelf, _): &(Shelf, Vec<String>)| stored(shelf);
    hold_together(few(), place, |folder, (shelf, words)| {
        let found = search(folder.path(), shelf, words, engine)?;
        tally.add("searches that find several", usize::from(found > 1));
        tally.add("searches that find nothing", usize::from(found == 0));
        Ok(())
    });
    tally.at_least("searches that find several", 200);
    tally.at_least("searches that find nothing", 200);
}

/// The same where more is found than is shown.
#[test]
fn searches_of_many() {
    let tally = Tally::default();
    let place = |(shelf, _): &(Shelf, Vec<String>)| stored(shelf);
    hold_each_together(
        50,
        shelf(90..150, subsequence(WORDS.to_vec(), 1)),
        place,
        |folder, (shelf, words)| {
            let found = search(folder.path(), shelf, words, engine)?;
            tally.add(
                "searches that find more than is shown",
                usize::from(found > 50),
            );
            Ok(())
        },
    );
    tally.at_least("searches that find more than is shown", 5);
}

/// The engine, with phrases taken apart.
#[test]
fn the_search_law_catches_phrases_taken_apart() {
    let place = |(shelf, _): &(Shelf, Vec<String>)| stored(shelf);
    catch_together(few(), place, |folder, (shelf, words)| {
        let apart = |folder: &Path, tool: &str, given: &Map<String, Value>| {
            let mut given = given.clone();
            let query = given["query"].as_str().expect("a text").replace('"', "");
            given.insert("query".to_owned(), query.into());
            engine(folder, tool, &given)
        };
        search(folder.path(), shelf, words, apart).map(drop)
    });
}
