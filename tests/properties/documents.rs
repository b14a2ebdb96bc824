//! The laws of documents, and a subject that breaks each.

use std::path::Path;

use laws::documents::{CATEGORIES, Shelf, UNBOUNDED, engine, fitting, members, order, stored};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;
use serde_json::Value;

use super::trial::{Tally, catch_together, hold_together};

const PATTERNS: [&str; 11] =
    ["*.md", "**/*.md", "*", "docs/**", "sub/*", "l/*", "{x,y}.md", "[!x]*.md", "y", "docs/l/*", "none*"];
const MEMBERS: [&str; 8] = ["a", "b", "c", "d", "a/sub/*", "a/l/y", "d/docs/*.md", "b/x*"];

fn shelf() -> impl Strategy<Value = Shelf> {
    let dir = select(vec!["docs", "docs/sub"]);
    let name = select(vec!["x.md", "y.md", "y.txt", "Z.md", "a b.md", "a-b.md", "a.md", "\u{fc}.md"]);
    let size = prop_oneof![4 => 0..120_usize, 1 => 0..2_000_usize];
    let file = (dir, name, size).prop_map(|(dir, name, size)| (format!("{dir}/{name}"), "x".repeat(size)));
    let patterns = vec(vec(select(PATTERNS.to_vec()), 1..4), CATEGORIES.len());
    let members = vec(select(MEMBERS.to_vec()), 1..5);
    (vec(file, 1..14), patterns, members, 100..2_000_u64)
        .prop_map(|(files, patterns, members, limit)| Shelf { files, patterns, members, limit })
}

#[test]
fn documents_come_in_order_and_once_and_as_many_as_fit() {
    let tally = Tally::default();
    hold_together(shelf(), stored, |folder, shelf| {
        tally.add("documents that another pattern finds again", order(folder.path(), shelf, engine)?);
        tally.add("documents that another member has again", members(folder.path(), shelf, engine)?);
        tally.add("answers that are incomplete", fitting(folder.path(), shelf, engine)?);
        Ok(())
    });
    tally.at_least("documents that another pattern finds again", 1_000);
    tally.at_least("documents that another member has again", 1_000);
    tally.at_least("answers that are incomplete", 1_000);
}

/// The order of all names, whatever pattern has found them.
#[test]
fn the_law_of_order_catches_documents_in_one_order() {
    let sorted = |folder: &Path, limit, tool: &str, arguments: &Value| {
        let [value, message] = engine(folder, limit, tool, arguments);
        let mut rows: Vec<&str> = value.split_inclusive('\n').collect();
        rows.sort_unstable();
        [rows.concat(), message]
    };
    catch_together(shelf(), stored, |folder, shelf| order(folder.path(), shelf, sorted).map(drop));
}

#[test]
fn the_law_of_members_catches_documents_that_come_twice() {
    let twice = |folder: &Path, limit, tool: &str, arguments: &Value| {
        let [value, message] = engine(folder, limit, tool, arguments);
        let count = if arguments["category_or_collection"] == "k" { 2 } else { 1 };
        [value.split_inclusive('\n').map(|row| row.repeat(count)).collect(), message]
    };
    catch_together(shelf(), stored, |folder, shelf| members(folder.path(), shelf, twice).map(drop));
}

/// What was before: after the first document that does not fit nothing is delivered.
#[test]
fn the_law_of_the_budget_catches_a_gap_that_ends_the_answer() {
    const DELIMITER: &str = "\r\n--guide-boundary\r\n";
    let ends = |folder: &Path, limit, tool: &str, arguments: &Value| {
        let [whole, _] = engine(folder, UNBOUNDED, tool, arguments);
        let [value, message] = engine(folder, limit, tool, arguments);
        let parts = whole.split(DELIMITER).zip(value.split(DELIMITER));
        let same = parts.take_while(|(a, b)| a == b).count().max(2);
        let kept: Vec<&str> = value.split(DELIMITER).take(same).collect();
        let end = if same < value.split(DELIMITER).count() { "\r\n--guide-boundary--\r\n" } else { "" };
        [kept.join(DELIMITER) + end, message]
    };
    catch_together(shelf(), stored, |folder, shelf| fitting(folder.path(), shelf, ends).map(drop));
}
