//! The laws of guidance, and subjects that break them.

use std::path::Path;

use proptest::collection::vec;
use proptest::option::of;
use proptest::prelude::*;
use proptest::sample::select;

use super::trial::{Tally, catch_together, hold, hold_together};
use laws::guidance::{Globs, Rule, engine, guidance, header, stored};

type Case = (Vec<Rule>, Vec<String>, Vec<String>);

fn component() -> impl Strategy<Value = &'static str> {
    select(vec!["src", "web", "a", "*", "**", "{src,web}", "*.ts"])
}

fn globs() -> impl Strategy<Value = Globs> {
    let last = select(vec!["*", "**", "*.ts", "a.ts", "b.rs"]);
    let pattern = (vec(component(), 0..3), last).prop_map(|(mut names, last)| {
        names.push(last);
        // No `**` follows another.
        names.dedup_by(|next, before| *next == "**" && *before == "**");
        names
    });
    vec(pattern, 0..3)
}

fn path() -> impl Strategy<Value = String> {
    let folder = select(vec!["src", "web", "a", ".b"]);
    let file = select(vec!["a.ts", "b.rs", ".c", "a"]);
    (vec(folder, 0..4), file).prop_map(|(mut names, file)| {
        names.push(file);
        names.join("/")
    })
}

fn cases() -> impl Strategy<Value = Case> {
    let rule = (0..4_usize, 0..9_usize, of(globs()), any::<bool>())
        .prop_map(|(place, name, patterns, always)| Rule { place, name, patterns, always });
    let folders = vec(select(vec!["src", "web", "a"]), 0..3).prop_map(|names| names.join("/"));
    (vec(rule, 0..12), vec(folders, 0..4), vec(path(), 1..4))
}

fn place((rules, nested, _): &Case) -> tempfile::TempDir {
    stored(rules, nested)
}

#[test]
fn what_applies() {
    let tally = Tally::default();
    hold_together(cases(), place, |folder, (rules, nested, paths)| {
        let found = guidance(folder.path(), (rules, nested), paths, &engine)?;
        tally.add("files to which several documents apply", usize::from(found > 1));
        Ok(())
    });
    tally.at_least("files to which several documents apply", 1000);
}

#[test]
fn the_law_catches_what_applies_to_another_file() {
    catch_together(cases(), place, |folder, (rules, nested, paths)| {
        let other = |folder: &Path, paths: &[String]| {
            let paths: Vec<String> = paths.iter().map(|path| format!("{path}.ts")).collect();
            engine(folder, &paths)
        };
        guidance(folder.path(), (rules, nested), paths, &other).map(drop)
    });
}

#[test]
fn the_law_catches_the_specific_before_the_general() {
    catch_together(cases(), place, |folder, (rules, nested, paths)| {
        let reversed = |folder: &Path, paths: &[String]| {
            let mut found = engine(folder, paths);
            found.reverse();
            found
        };
        guidance(folder.path(), (rules, nested), paths, &reversed).map(drop)
    });
}

#[test]
fn headers() {
    let line = "(applies_to|paths|globs|applyTo|alwaysApply): ?[-a-z*.,{}\\[\\]\"'!/ ]{0,20}\n";
    let text = vec(prop_oneof![line, "[ -~]{0,9}\n", "  - [!-~]{0,9}\n"], 0..5);
    hold((text, path()), |(lines, path)| header(&format!("---\n{}---\nBody.\n", lines.concat()), &path));
}
