//! Which template suffixes a table may name.

use mcp_guide::table::{EMBEDDED, Table};

const DEFAULT: &str = "template_suffixes: [.mustache]";

#[test]
fn one_character_after_the_dot_is_enough() {
    let text = EMBEDDED.replacen(DEFAULT, "template_suffixes: [.j, .ä, ..]", 1);
    let table = Table::load(text.as_bytes(), "own.yaml").expect("it loads");
    assert_eq!(table.formats.template_suffixes, [".j", ".ä", ".."]);
}
