//! The reference of what the table says: one declaration, one place in it, and
//! `spec/reference.md` has what is declared.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::path::Path;

use mcp_guide::text::messages::MessageGroup;
use mcp_guide::{ERRORS, MESSAGES, ROWS};
use proc_macro2::{TokenStream, TokenTree};

use super::alone::sources;

const ROOT: &str = env!("CARGO_MANIFEST_DIR");

/// Every key of `phrases`, as Markdown. The page itself says when each is sent.
fn phrase_reference(written: &str) -> String {
    let tables: Vec<String> = MESSAGES.iter().map(|group| reference(group, written)).collect();
    tables.join("\n")
}

fn reference(group: &MessageGroup, written: &str) -> String {
    let title = group.title.trim().trim_end_matches('.');
    let mut text = format!("| {title} | placeholders | when |\n|---|---|---|\n");
    for def in group.all {
        let held: Vec<String> = (def.placeholders.iter()).map(|name| format!("`{{{name}}}`")).collect();
        let begin = format!("| `{}` | {} | ", def.key, held.join(" "));
        let described = written.lines().find_map(|row| row.strip_prefix(&begin));
        let described = described.unwrap_or("(describe it) |");
        let _ = writeln!(text, "{begin}{described}");
    }
    text
}

/// What stands between the two lines that name a reference is what is declared.
/// `UPDATE=1` writes it.
#[test]
fn the_reference_is_what_is_declared() {
    let file = Path::new(ROOT).join("spec/reference.md");
    let written = std::fs::read_to_string(&file).expect("it is there");
    let (begin, end) = ("<!-- phrases -->\n", "<!-- /phrases -->");
    let (before, rest) = written.split_once(begin).expect("the reference begins");
    let (phrases, after) = rest.split_once(end).expect("it ends");
    let reference = phrase_reference(phrases);
    let due = format!("{before}{begin}\n{reference}\n{end}{after}");
    if std::env::var_os("UPDATE").is_some() {
        std::fs::write(&file, due).expect("it is written");
        return;
    }
    assert!(
        written == due && !written.contains("(describe it)") && !phrases.contains("|  |\n"),
        "stale: UPDATE=1 cargo test --test robustness reference"
    );
}

/// Each error type has a row that describes its placeholders, in order.
#[test]
fn the_error_types_are_described() {
    let file = Path::new(ROOT).join("spec/README.md");
    let written = std::fs::read_to_string(file).expect("it is there");
    let (_, rest) = written.split_once("<!-- errors -->").expect("a table");
    let (table, _) = rest.split_once("<!-- /errors -->").expect("its end");
    let mut rows = table.lines().filter(|line| line.starts_with("| `"));
    for kind in ERRORS.all {
        let row = rows.next().unwrap_or_default();
        let begin = format!("| `{}` | ", kind.key);
        let described = row.strip_prefix(&begin).unwrap_or_else(|| panic!("{row}"));
        assert!(!described.starts_with(['|', ' ']), "{row}");
        let named = described.split("`{").skip(1);
        let named: Vec<&str> = named.filter_map(|rest| rest.split("}`").next()).collect();
        assert_eq!(named, kind.placeholders, "{row}");
    }
    assert_eq!(rows.next(), None);
}

#[test]
fn a_message_is_declared_once() {
    let mut keys = BTreeMap::new();
    for group in MESSAGES {
        for def in group.all {
            let other = keys.insert(def.key, group.of);
            assert_eq!(other, None, "{} and {}", def.key, group.of);
        }
    }
}

/// The enums that `messages!` declares in some code.
fn declared(code: TokenStream, names: &mut BTreeSet<String>) {
    let tokens: Vec<TokenTree> = code.into_iter().collect();
    let is = |at: usize, word: &str| tokens.get(at).is_some_and(|token| token.to_string() == word);
    for (at, token) in tokens.iter().enumerate() {
        match token {
            TokenTree::Group(group) if at > 1 && is(at - 2, "messages") && is(at - 1, "!") => {
                let tokens: Vec<String> = group.stream().into_iter().map(|token| token.to_string()).collect();
                let enums = tokens.windows(2).filter(|pair| pair[0] == "enum" || pair[0] == "for");
                names.extend(enums.map(|pair| pair[1].clone()));
            }
            TokenTree::Group(group) => declared(group.stream(), names),
            _ => {}
        }
    }
}

/// What is declared and not in the list would be said without a word.
#[test]
fn every_fault_that_is_declared_has_its_words_checked() {
    let mut found = BTreeSet::new();
    for file in sources(&Path::new(ROOT).join("src")) {
        let code = std::fs::read_to_string(&file).expect("it can be read");
        declared(code.parse().expect("it is Rust"), &mut found);
    }
    let listed = MESSAGES.iter().chain([&ERRORS, &ROWS]).map(|group| group.of.to_owned());
    let listed: BTreeSet<String> = listed.collect();
    assert_eq!(found, listed);
    assert!(listed.contains("FileError"));
}
