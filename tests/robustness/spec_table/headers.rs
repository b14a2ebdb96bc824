//! What a table puts into headers and before people: media types, locations,
//! and what is said of them.

use mcp_guide::table::{EMBEDDED, MAX_MEDIA_NAME, Table};

use super::{fault, refuses};

#[test]
fn a_media_type_is_two_restricted_names() {
    let long = format!("text/{}", "x".repeat(MAX_MEDIA_NAME + 1));
    let longer = format!("{}/x", "x".repeat(MAX_MEDIA_NAME + 1));
    for bad in [
        "'text/'", "'/x'", "text", "text/x/y", "\"text/x\\r\\nBcc: a\"", "'text/x; a=b'", "'text /x'",
        "text/.x", "+x/y", "text/ä", "'text/*'", "\"text/x\\0\"", "''", &long, &longer,
    ] {
        let row = format!("  md: {bad}");
        let words = &["media_types.md", "type/subtype"];
        refuses("  md: text/markdown", &row, words);
    }
    let longest = ["x", "y"].map(|name| name.repeat(MAX_MEDIA_NAME)).join("/");
    for good in ["Text/Markdown", "application/vnd.a.b+json", "x/1!#$&-^_.+", &longest] {
        let text = EMBEDDED.replacen("md: text/markdown", &format!("md: '{good}'"), 1);
        let table = Table::load(text.as_bytes(), "own.yaml");
        let table = table.unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(table.formats.media_type("a.md"), good);
    }
}

#[test]
fn an_extension_in_capitals_is_another_one() {
    let rows = "  md: text/markdown\n  C: text/x-capital\n  MD: text/x-shouted";
    let text = EMBEDDED.replacen("  md: text/markdown", rows, 1);
    let table = Table::load(text.as_bytes(), "own.yaml");
    let table = table.unwrap_or_else(|error| panic!("{error}"));
    let types = ["a.c", "a.C", "a.md", "a.MD", "a.Md"].map(|name| table.formats.media_type(name));
    assert_eq!(types, ["text/x-c", "text/x-capital", "text/markdown", "text/x-shouted", "text/markdown"]);
}

const CATEGORY: &str = "category: guide://category\n";

#[test]
fn a_location_that_others_would_read_differently_is_refused() {
    for origin in [
        "guide://a?b", "guide://a#b", "guide://a/", "guide://a/b", "guide://a/{name}/{path}", "guide://",
        "guide:///a", "guide://A", "Guide://a", "guide://a:1", "guide://me@a", "guide://%41",
        "guide://\u{e4}", "guide://[a]", "guide:/a", "guide:a", "//a", "/a", "a", "",
    ] {
        refuses(CATEGORY, &format!("category: \"{origin}\"\n"), &["locations.category: "]);
    }
}

#[test]
fn a_fault_shows_nothing_that_is_hidden_and_no_more_than_it_must() {
    let long = format!("\"\\x1b\\u202e{}\": x", "x".repeat(5_000));
    #[rustfmt::skip] // One case, one line.
    let cases = [
        ("  md: text/markdown", format!("  \"\\x1b\\u202e\\n.{}\": x", "x".repeat(5_000))),
        ("  separator: \", \"\n", format!("  separator: x\n  {long}\n")),
        ("outcomes:\n", format!("{long}\noutcomes:\n")),
        ("name: get_content\n", format!("name: \"\\e\\u202e{}\"\n", "x".repeat(5_000))),
        ("operation: list\n", format!("operation: \"\\e\\u202e{}\"\n", "x".repeat(300))),
        ("and {count} more", format!("and {{\\e\\u202e{}}} more", "x".repeat(5_000))),
        (CATEGORY, "category: \"guide://a\\e\\u202e\"\n".to_owned()),
    ];
    for (old, new) in cases {
        let said = fault(old, &new);
        let hidden = |c: char| c.is_control() || c == '\u{202e}';
        assert!(!said.contains(hidden), "{said:?}");
        assert!(said.len() < 5_000, "{} bytes are said", said.len());
        assert!(said.contains("\\u{1b}") || said.contains("line "), "{said:?}");
    }
}

#[test]
fn the_reference_hides_nothing_and_its_cells_hold() {
    let text = EMBEDDED
        .replacen("Exact name of the category\n", "\"\\e a|b \\u202E `\"\n", 1)
        .replacen("examples: [guidelines]", "examples: [\"\\u2066|\\u0085\"]", 1);
    let table = Table::load(text.as_bytes(), "own.yaml").expect("sound");
    let reference = mcp_guide::cli::docs::markdown(&table);
    let hidden = |c: char| c != '\n' && c.is_control() || matches!(c, '\u{202e}' | '\u{2066}');
    assert!(!reference.contains(hidden), "{reference}");
    let row = "| `category` | string | required | \\u{1b} a\\|b \\u{202e} \\` | \\u{2066}\\|\\u{85} |\n";
    assert!(reference.contains(row), "{reference}");
}
