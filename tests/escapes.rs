//! What is escaped on its way out is what `serde_json` writes, once and twice.

#![allow(
    clippy::expect_used,
    missing_docs,
    reason = "a test says by a panic what did not hold"
)]

use mcp_guide::text::blocks::Blocks;
use mcp_guide::text::text::Text;
use proptest::prelude::*;

/// The inside of a JSON string.
fn inside(text: &str) -> String {
    let json = serde_json::to_string(text).expect("JSON");
    json[1..json.len() - 1].to_owned()
}

/// What is written after so many bytes that are there already.
fn written(before: usize, text: &str, times: u8) -> Vec<u8> {
    let mut blocks = Blocks::default();
    blocks.write(&"b".repeat(before), 0).expect("room");
    blocks.write(text, times).expect("room");
    let all: Vec<&[u8]> = blocks.pieces(0..blocks.bytes()).collect();
    let all = all.concat();
    assert_eq!(all.len() as u64, blocks.bytes());
    assert!(all[..before].iter().all(|byte| *byte == b'b'), "it stays");
    let after: Vec<&[u8]> = blocks.pieces(before as u64..blocks.bytes()).collect();
    assert!(after.concat() == all[before..]);
    all[before..].to_owned()
}

fn escaped(text: &str, times: u8) -> String {
    let out = String::from_utf8(written(6, text, times)).expect("UTF-8");
    let of = Text::of(&[("before", 0), (text, times)]).to_string();
    assert_eq!(of.strip_prefix("before"), Some(&*out));
    out
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

/// Where one block ends and the next begins, nothing is lost.
#[test]
fn what_crosses_blocks_stays_whole() {
    let text = format!("{}\"\n\u{1}é", "x".repeat(50)).repeat(3);
    let [once, twice] = [inside(&text), inside(&inside(&text))];
    for end in [16 << 10, 128 << 10, 512 << 10, (512 << 10) + (2 << 20)] {
        for before in end - 700..end + 40 {
            assert!(
                written(before, &text, 0) == text.as_bytes(),
                "after {before}"
            );
            assert!(
                written(before, &text, 1) == once.as_bytes(),
                "after {before}"
            );
            assert!(
                written(before, &text, 2) == twice.as_bytes(),
                "after {before}"
            );
        }
    }
}

/// What was taken back is written over, from any block.
#[test]
fn what_is_taken_back_leaves_what_was_before() {
    let sizes = [0, 1, 16_000, 17_000, 130_000, 140_000, 3_000_000];
    for (kept, gone) in sizes
        .iter()
        .flat_map(|kept| sizes.map(|gone| (*kept, gone)))
    {
        let mut blocks = Blocks::default();
        blocks.write(&"k".repeat(kept), 1).expect("room");
        let mark = blocks.bytes();
        blocks.write(&"g".repeat(gone), 1).expect("room");
        blocks.truncate(mark);
        assert_eq!(blocks.bytes(), kept as u64);
        blocks.write("after", 1).expect("room");
        let all: Vec<&[u8]> = blocks.pieces(0..blocks.bytes()).collect();
        assert!(all.concat() == ["k".repeat(kept), "after".into()].concat().as_bytes());
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
