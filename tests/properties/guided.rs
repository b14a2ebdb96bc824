//! The laws of rules.

use laws::guidance::{self, Kind, Subject, by_row, header, matching};
use proptest::collection::vec;
use proptest::prelude::*;
use serde_json::{Value, json};

use super::trial::{Tally, catch, hold};

#[test]
fn headers() {
    let line =
        "(applies_to|paths|globs|applyTo|alwaysApply|trigger|inclusion): ?[-a-z*.,{}\\[\\]\"'!/ ]{0,20}\n";
    let text = vec(prop_oneof![line, "[ -~]{0,9}\n", "  - [!-~]{0,9}\n"], 0..5);
    let path = "(src/|web/|a/|\\.b/){0,3}(a\\.ts|b\\.rs|\\.c|a)";
    hold((text, path), |(lines, path)| header(&format!("---\n{}---\nBody.\n", lines.concat()), &path));
}

/// Patterns, and a path that they may match.
fn patterns() -> impl Strategy<Value = (bool, Vec<String>, String)> {
    let name = "(a|a|A|b|\\*|\\*|\\*\\*|\\*\\*|a\\*|\\*\\.ts|\\?|\\?|\\[ab\\]|\\{a,b\\}|\\{a,b/a\\}\\*?|a\\.ts|\\.\\*|\\\\a)";
    let pattern = format!("(|||||!)(|||/){name}(|/{name}|/{name}/{name})(||||/)");
    let path = "(|||(a|A|b|\\.b)/|(a|b)/(a|b|A)/)(a|a|b|A|a\\.ts|a\\.ts|\\.b)";
    (any::<bool>(), vec(proptest::string::string_regex(&pattern).expect("a regular expression"), 1..4), path)
}

#[track_caller]
fn compare(kind: Kind) {
    let tally = Tally::default();
    hold(patterns(), |(ignores_case, patterns, path)| {
        let seen = matching(kind, ignores_case, &patterns, &path, guidance::engine)?;
        tally.add("compared", seen.is_some().into());
        tally.add("matched", (seen == Some(true)).into());
        Ok(())
    });
    tally.at_least("compared", 500);
    tally.at_least("matched", 200);
}

#[test]
fn gitignore_patterns() {
    compare(Kind::Gitignore);
}

#[test]
fn glob_patterns() {
    compare(Kind::Glob);
}

fn with(mut row: Value, column: &str, value: &str) -> Value {
    row["matching"][column] = json!(value);
    row
}

/// Each takes one column of a row for another.
#[test]
fn matching_catches_rows_that_are_wrong() {
    let caught = |kind: Kind, subject: Subject| {
        catch(patterns(), |(ignores_case, patterns, path)| {
            matching(kind, ignores_case, &patterns, &path, subject).map(drop)
        });
    };
    caught(Kind::Gitignore, |kind, case, all, path| {
        by_row(kind, case, all, path, |row| with(row, "negation", "except"))
    });
    caught(Kind::Gitignore, |kind, case, all, path| {
        by_row(kind, case, all, path, |row| with(row, "drops_final_stars", "yes"))
    });
    caught(Kind::Gitignore, |kind, case, all, path| {
        by_row(Kind::Glob, case, all, path, |row| row).filter(|_| kind == Kind::Gitignore)
    });
    caught(Kind::Glob, |kind, _, all, path| by_row(kind, true, all, path, |row| row));
    caught(Kind::Glob, |kind, case, all, path| {
        by_row(kind, case, all, path, |row| with(row, "name_alone", "yes"))
    });
    caught(Kind::Glob, |kind, case, all, path| {
        by_row(kind, case, all, path, |row| with(row, "negation", "complement"))
    });
    caught(Kind::Glob, |kind, case, all, path| {
        by_row(kind, case, all, path, |row| with(row, "leading_slash", "yes"))
    });
    caught(Kind::Glob, |kind, case, all, path| {
        by_row(kind, case, all, path, |row| with(row, "backslash", "separator"))
    });
}
