//! Messages of several documents.

use std::io::Write;

use laws::ensure;
use laws::multipart::{Document, engine, multipart_with};
use mcp_guide::text::in_string::InString;
use mcp_guide::text::multipart_message::Boundary;
use proptest::collection::vec;
use proptest::prelude::{Strategy, any, prop_oneof};

use crate::strategies;
use crate::trial::{Tally, hold};

/// Boundaries that begin as the table's or otherwise, and such as are always unique.
#[test]
fn multipart() {
    let tally = Tally::default();
    hold(strategies::framed(), |(base, always, documents)| {
        let boundary = Boundary::new(&base, always).map_err(|error| error.to_string())?;
        let forged = |one: &Document| one.body.contains(&format!("\n--{base}"));
        let collides = documents.iter().any(forged);
        tally.add("forged delimiters", usize::from(collides));
        let further = documents.iter().skip(1).any(forged);
        tally.add("further on", usize::from(further));
        let large = documents.iter().any(|document| document.body.len() > 1 << 16);
        tally.add("documents of more than 64 KiB", usize::from(large));
        tally.add("messages of many", usize::from(documents.len() > 50));
        multipart_with(&base, always, &documents, engine(&boundary))
    });
    tally.at_least("forged delimiters", 200);
    tally.at_least("further on", 50);
    tally.at_least("documents of more than 64 KiB", 20);
    tally.at_least("messages of many", 10);
}

/// A document that holds the boundary that one of its length got gets another, and the same one each time.
#[test]
fn a_boundary_that_is_foreseen_is_another() {
    let base = Boundary::new("guide-boundary", false).expect("a legal boundary");
    let of = |message: &str| {
        let head = message.split_once("boundary=\"").and_then(|(_, rest)| rest.split_once('"'));
        head.expect("a boundary").0.to_owned()
    };
    let documents = |boundary: &str| {
        let body = format!("a line\n--{boundary}\nanother\n");
        let [path, other] = ["a.md", "b.md"].map(str::to_owned);
        let second = Document { path: other, body: "b".into() };
        [Document { path, body }, second]
    };
    let zero = "guide-boundary-00000000-0000-0000-0000-000000000000";
    let foreseen = of(&engine(&base)(&documents(zero)));
    assert_eq!(foreseen.len(), zero.len());
    let forged = documents(&foreseen);
    let message = engine(&base)(&forged);
    let boundary = of(&message);
    assert_ne!(boundary, foreseen);
    assert_eq!(engine(&base)(&forged), message);
    // It is of the documents, and not of their number and length alone.
    assert_ne!(of(&engine(&base)(&documents(&zero.replace('0', "1")))), foreseen);
    assert!(boundary.starts_with("guide-boundary-"), "{boundary}");
    assert_eq!(message.matches(&format!("\r\n--{boundary}\r\n")).count(), 2);
    assert!(forged.iter().all(|one| message.contains(&one.body)));
}

/// JSON in a string of JSON, written in pieces, is what serde_json makes of the text twice.
#[test]
fn json_in_json() {
    let character = prop_oneof![4 => " -~", 1 => "[\0-\u{1f}\"\\\\\u{7f}-\u{ff}]", 1 => any::<char>().prop_map(String::from)];
    let text = vec(character, 0..60).prop_map(|characters| characters.concat());
    let tally = Tally::default();
    hold(vec(text, 0..4), |pieces| {
        let mut json = Vec::new();
        for piece in &pieces {
            write!(InString(&mut json), "{piece}").map_err(|error| error.to_string())?;
        }
        let twice = |text: &str| serde_json::to_string(text).map_err(|error| error.to_string());
        let expected = twice(&twice(&pieces.concat())?)?;
        let expected = &expected[r#""\""#.len()..expected.len() - r#"\"""#.len()];
        tally.add("escaped", usize::from(json.len() > pieces.concat().len()));
        ensure(json == expected.as_bytes(), || {
            format!("{:?}, not {expected:?}", String::from_utf8_lossy(&json))
        })
    });
    tally.at_least("escaped", 200);
}
