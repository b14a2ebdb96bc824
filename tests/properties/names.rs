//! The law of names at a shell, and printing that breaks it.

use laws::names::{Named, engine, names};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;

use super::trial::{Tally, hold_each};

/// Names of folders and categories, which meet.
const FOLDERS: [&str; 10] = ["docs", "web", "a b", "api", ".hidden", "-x", "@at", "x#y", "é", "docs:1"];
/// Names of files.
const FILES: [&str; 16] = [
    "a.md", "docs", "web", "-r.md", "@a.md", "'q'.md", "a#b.md", "a.md:1", "a b.md", "a,b.md", "[x].md",
    "*.md", ".dot.md", "é.md", "`c`", "a.md#a",
];

fn folder() -> impl Strategy<Value = String> {
    vec(select(&FOLDERS[..]), 0..3).prop_map(|names| names.join("/"))
}

fn project() -> impl Strategy<Value = Named> {
    let category = (select(&FOLDERS[..]), folder());
    let categories = vec(
        category.prop_map(|(name, dir)| (name.to_owned(), if dir.is_empty() { ".".into() } else { dir })),
        1..4,
    );
    let file = (folder(), select(&FILES[..]));
    let file = file.prop_map(|(folder, name)| match &*folder {
        "" => name.to_owned(),
        folder => format!("{folder}/{name}"),
    });
    (folder(), categories, vec(file, 1..12)).prop_map(|(here, categories, files)| Named {
        here,
        categories,
        files,
    })
}

#[test]
fn what_is_printed_is_read_back() {
    let tally = Tally::default();
    hold_each(1_000, project(), |project| {
        let read = names(&project, &engine)?;
        tally.add("read back", read);
        tally.add("in a folder below", usize::from(read > 0 && !project.here.is_empty()));
        Ok(())
    });
    tally.at_least("read back", 1_000);
    tally.at_least("in a folder below", 100);
}

/// Paths from the project's folder are others below it.
#[test]
fn the_law_of_names_catches_paths_from_the_project() {
    let project = Named {
        here: "web".to_owned(),
        categories: vec![("d".to_owned(), ".".to_owned())],
        files: vec!["web/a.md".to_owned(), "web/web/a.md".to_owned()],
    };
    let caught = names(&project, &|_, _, _, path| Some(path.to_owned()));
    assert!(caught.is_err_and(|problem| problem.contains("is not")));
}
