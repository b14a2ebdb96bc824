//! Documents and URIs.

use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;
use proptest::sample::select;

use crate::laws::multipart::Document;
use crate::laws::uri::Named;

/// Texts in which a parser's delimiters, line ends and odd characters meet.
fn hostile() -> impl Strategy<Value = String> {
    let tokens = [
        "a",
        "\r\n",
        "\n",
        "\r",
        "--guide-boundary",
        "--guide-boundary--",
        "--",
        "-",
        "\u{feff}",
        "ä",
        "😀",
        " ",
        "\t",
        "Content-Type: text/html",
        ":",
        "%",
        "%0D%0A",
        "?",
        "#",
        "\u{85}",
        "=?utf-8?q?x?=",
        "\"",
        "; charset=x",
    ];
    let token = prop_oneof![8 => select(tokens.to_vec()).prop_map(str::to_owned), 1 => ".{0,6}"];
    vec(token, 0..10).prop_map(|tokens| tokens.concat())
}

/// A file's path: any characters but NUL, no name in it empty, `.` or `..`.
fn path() -> impl Strategy<Value = String> {
    let extension = select(vec![".md", ".txt", ".json", ".svg", ""]);
    let name = (hostile(), extension).prop_map(|(name, extension)| format!("{name}{extension}"));
    vec(name, 1..4).prop_map(|names| {
        let path = names.join("/").replace('\0', "");
        let names: Vec<String> = path.split('/').map(nameable).collect();
        names.join("/")
    })
}

pub fn documents() -> impl Strategy<Value = Vec<Document>> {
    let document = (path(), hostile()).prop_map(|(path, body)| Document { path, body });
    vec(document, 1..6)
}

pub fn named() -> impl Strategy<Value = Named> {
    let name = || hostile().prop_map(|name| nameable(&name));
    (option::of(name()), name(), path())
}

/// A name that a URI can hold as a segment.
fn nameable(name: &str) -> String {
    match name {
        "" | "." | ".." => "x".into(),
        name => name.into(),
    }
}
