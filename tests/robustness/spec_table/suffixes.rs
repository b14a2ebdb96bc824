//! Which template suffixes a table may name.

use mcp_guide::spec::{EMBEDDED, Table};

use super::refuses;

const DEFAULT: &str = "template_suffixes: [.mustache]";

#[test]
fn a_suffix_is_a_dot_and_at_least_one_character() {
    for (bad, place) in [
        ("['']", "template_suffixes[0]"),
        ("[.]", "template_suffixes[0]"),
        ("[j]", "template_suffixes[0]"),
        ("[.j, j2]", "template_suffixes[1]"),
        ("[.j/2]", "template_suffixes[0]"),
        ("[.j, .k, .j]", "template_suffixes[2]"),
    ] {
        refuses(DEFAULT, &format!("template_suffixes: {bad}"), &[place]);
    }
}

#[test]
fn one_character_after_the_dot_is_enough() {
    let text = EMBEDDED.replacen(DEFAULT, "template_suffixes: [.j, .ä, ..]", 1);
    let table = Table::load(text.as_bytes(), "own.yaml").expect("it loads");
    assert_eq!(table.template_suffixes, [".j", ".ä", ".."]);
}
