//! Documents and URIs.

use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;
use proptest::sample::select;

use super::listed;
use laws::multipart::Document;
use laws::uri::Named;

/// Texts in which a parser's delimiters, line ends and odd characters meet.
fn hostile() -> impl Strategy<Value = String> {
    let tokens = listed(
        "a \r\n \n \r --guide-boundary --guide-boundary-- -- - \u{feff} ä 😀 ␣ \t \
         Content-Type:␣text/html : % %0D%0A ? # \u{85} =?utf-8?q?x?= \" ;␣charset=x",
    );
    let token = prop_oneof![8 => select(tokens), 1 => ".{0,6}"];
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

fn documents() -> impl Strategy<Value = Vec<Document>> {
    let large =
        (4_097..5_000_usize, hostile()).prop_map(|(lines, end)| "A line of text.\n".repeat(lines) + &end);
    let body = prop_oneof![24 => hostile(), 1 => large];
    let document = (path(), body).prop_map(|(path, body)| Document { path, body });
    let document = document.boxed();
    prop_oneof![40 => vec(document.clone(), 1..6), 1 => vec(document, 60..120)]
}

/// How boundaries begin, whether each is unique, and documents with lines that
/// begin with just that.
pub fn framed() -> impl Strategy<Value = (String, bool, Vec<Document>)> {
    let base = prop_oneof![
        select(listed("guide-boundary b - -- =_ guide-boundary-of-another a␣b")),
        "[A-Za-z0-9'()+_,./:=?-]{1,33}",
    ];
    let base = base.prop_map(|base| base.replace(' ', ""));
    let forged = vec((any::<prop::sample::Index>(), select(vec!["--", "\n--", "\r\n--", " --"])), 0..2);
    (base, any::<bool>(), documents(), forged).prop_map(|(base, always, mut documents, forged)| {
        for (index, start) in forged {
            let body = &mut index.get_mut(&mut documents).body;
            body.push_str(&format!("{start}{base}"));
        }
        (base, always, documents)
    })
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
