//! What a call is answered with, whatever the files are.

use std::fs;
use std::path::Path;

use laws::calls::{Shelf, Stored, Text, calls, engine, stored};
use serde_json::{Map, Value};

use super::strategies;
use super::trial::{Tally, hold_together};

/// Whatever the files are: what is delivered, and in which order.
#[test]
fn answers() {
    let tally = Tally::default();
    hold_together(strategies::shelf(), stored, |folder, shelf| {
        for (_, stored) in &shelf.files {
            match stored {
                Stored::Text(text) if text.size > 1 << 16 => tally.add("beyond 64 KiB", 1),
                Stored::Text(text) if text.size > 1 << 10 => tally.add("beyond 1 KiB", 1),
                Stored::Many(count, _) => tally.add(format!("{} hundred", count / 100), 1),
                _ => {}
            }
        }
        let project: serde_json::Value =
            serde_json::from_str(&shelf.project).map_err(|error| error.to_string())?;
        let members = |name: &serde_json::Value| -> Vec<String> {
            let members = &project["collections"][name.as_str().unwrap_or_default()]["categories"];
            serde_json::from_value(members.clone()).unwrap_or_default()
        };
        for (_, given) in &shelf.calls {
            let names = ["collection", "category_or_collection"];
            let members = names.into_iter().filter_map(|key| given.get(key)).flat_map(members);
            let parts = members.filter(|member| member.contains('/')).count();
            let narrowed = given.contains_key("pattern") && parts > 0;
            tally.add("members that are narrowed", usize::from(narrowed));
            tally.add("members that are parts", usize::from(parts > 0));
        }
        let itself = |name: &&str| members(&(*name).into()).iter().any(|member| member == name);
        let circles = ["k", "l"].iter().filter(|name| itself(name)).count();
        tally.add("collections that hold themselves", circles);
        for kind in calls(folder.path(), shelf, engine)? {
            tally.add(kind, 1);
        }
        Ok(())
    });
    for (what, count) in [
        ("members that are narrowed", 80),
        ("members that are parts", 200),
        ("collections that hold themselves", 40),
        ("beyond 1 KiB", 150),
        ("beyond 64 KiB", 40),
        ("3 hundred", 10),
        ("one document", 100),
        ("a listing", 200),
        ("several documents", 200),
        ("many documents", 1),
        ("not_found", 300),
        ("no_matches", 300),
        ("io_error", 40),
        ("documents over the budget", 30),
    ] {
        tally.at_least(what, count);
    }
}

/// Members of collections, each misread in one way.
#[test]
fn the_law_of_calls_catches_members_that_are_misread() {
    let text = |size| Stored::Text(Text { size, at: 0, odd: b"" });
    let files = ["a/x.rs", "a/x.md", "a/y.md", "b/z.md"];
    let call = |name: &str, pattern: Option<&str>| {
        let own = [("collection", Some(name)), ("pattern", pattern)];
        let own = own.into_iter().filter_map(|(key, value)| Some((key.to_owned(), value?.into())));
        ("get_collection_content".to_owned(), own.collect())
    };
    let shelf = Shelf {
        files: (files.iter().enumerate()).map(|(size, path)| ((*path).to_owned(), text(size + 1))).collect(),
        project: "categories: {a: {dir: a, patterns: ['*']}, b: {dir: b, patterns: ['*']}}\n\
                  collections: {part: {categories: ['a/*.rs', b]}, own: {categories: [b, own, 'a/x']}, \
                  outer: {categories: ['a/y', part]}}\n"
            .to_owned(),
        calls: vec![call("part", Some("x*")), call("own", None), call("outer", None)],
    };
    let folder = stored(&shelf);
    let held = calls(folder.path(), &shelf, engine);
    held.expect("the engine reads them as they are meant");
    for (fault, from, to) in [
        ("a call's pattern in place of a member's", "'a/*.rs'", "a"),
        ("a member's pattern forgotten", "'a/x'", "a"),
        ("nested members last", "['a/y', part]", "[part, 'a/y']"),
        ("nested members left out", "'a/y', part", "'a/y'"),
        ("an end where a collection holds itself", "own, 'a/x'", "own"),
    ] {
        let misread = |folder: &Path, tool: &str, given: &Map<String, Value>| {
            assert!(shelf.project.contains(from), "{from}");
            let file = folder.join("other.yaml");
            fs::write(&file, shelf.project.replace(from, to)).expect("a new file");
            engine(&file, tool, given)
        };
        let verdict = calls(folder.path(), &shelf, misread);
        assert!(verdict.is_err(), "{fault}");
    }
}
