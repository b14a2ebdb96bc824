//! What is escaped on its way out is what `serde_json` writes, once and twice.

#![allow(
    clippy::expect_used,
    missing_docs,
    reason = "a test says by a panic what did not hold"
)]

use mcp_guide::format::json::escape;
use proptest::prelude::*;

/// The inside of a JSON string.
fn inside(text: &str) -> String {
    let json = serde_json::to_string(text).expect("JSON");
    json[1..json.len() - 1].to_owned()
}

fn escaped(text: &str, times: u8) -> String {
    // What is there already stays.
    let mut out = b"before".to_vec();
    escape(text, times, &mut out);
    let out = String::from_utf8(out).expect("UTF-8");
    out.strip_prefix("before").expect("it stays").to_owned()
}

fn check(text: &str) {
    assert_eq!(escaped(text, 0), text);
    assert_eq!(escaped(text, 1), inside(text));
    assert_eq!(escaped(text, 2), inside(&inside(text)));
}

/// Each character of ASCII and some beyond, at each place of the words in which text
/// is looked at, and in each distance from another.
#[test]
fn every_character_at_every_place() {
    let beyond = ['\u{7f}', '\u{80}', 'é', '€', '\u{2028}', '\u{feff}', '🦀'];
    for character in (0..0x7f_u8).map(char::from).chain(beyond) {
        for before in 0..40 {
            for between in [0, 1, 7, 16, 33] {
                let [before, between] = [before, between].map(|count| "x".repeat(count));
                check(&format!("{before}{character}{between}{character}\"y"));
            }
        }
    }
}

/// What is escaped at once is full of what grows most.
#[test]
fn blocks_that_grow_as_much_as_can_be() {
    for length in [1, 15, 16, 17, 1023, 1024, 1025, 4096, 10_000] {
        for character in ["\u{1}", "\\", "\"", "\n", "é"] {
            check(&character.repeat(length));
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_text(text in prop::collection::vec(
        prop_oneof![8 => "[a-z ]{0,20}", 1 => "[\\x00-\\x1f\"\\\\/]", 1 => "\\PC{0,3}"],
        0..400,
    )) {
        check(&text.concat());
    }
}
