//! YAML files: with something wrong, and with one value in many styles.

use std::collections::HashSet;

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;

use super::listed;
use laws::yaml::{Node, Style};

/// A well-formed file with some of its pieces replaced, repeated or removed.
pub fn edited(original: &'static str) -> impl Strategy<Value = Vec<u8>> {
    let noise = select(listed(
        "\n : -␣ { } [ ] \" &x␣ *x␣ !!binary␣ ---\n ␣␣ \t <<:␣ | \0 null 0 x:␣y\n {x:␣y} % # \
         \u{feff} '' ?␣ 1e99",
    ));
    let edit = (any::<prop::sample::Index>(), 0..24_usize, noise, any::<bool>());
    (vec(edit, 0..4), any::<prop::sample::Index>()).prop_map(move |(edits, cut)| {
        let mut bytes = original.as_bytes().to_owned();
        for (index, length, noise, raw) in edits {
            let at = index.index(bytes.len() + 1);
            let end = (at + length).min(bytes.len());
            let noise = if raw { &[noise.as_bytes()[0] | 0x80][..] } else { noise.as_bytes() };
            bytes.splice(at..end, noise.iter().copied());
        }
        if cut.index(8) == 0 {
            bytes.truncate(cut.index(bytes.len() + 1));
        }
        bytes
    })
}

/// A way of writing a text.
pub fn style() -> impl Strategy<Value = Style> {
    select(vec![Style::Plain, Style::Single, Style::Double, Style::Block])
}

/// A text that may look like something else, or end a line for some reader.
pub fn text() -> impl Strategy<Value = String> {
    let strange = select(listed(
        " null ~ 5 0x1F 1e3 -.inf true no -␣a ?␣a a:␣b a␣#b # [ {\"}\":␣ ] &a *a !a %TAG --- ... \
         << ' \" \\ \n ␣a␣ \t \u{85} \u{2028}{\"}\":␣ \u{feff} \u{7f} ä 😀 | >",
    ));
    prop_oneof![strange, "[a-zA-Z_*/ ]{1,8}", ".{0,6}"]
}

/// A value, each part of it in some style.
pub fn node() -> impl Strategy<Value = Node> {
    let bare =
        select(vec!["null", "~", "true", "False", "5", "-7", "0x1F", "0o17", "1e3", "-.5", "1.5e300", "+1"]);
    let leaf = prop_oneof![
        bare.prop_map(Node::Bare),
        (text(), style()).prop_map(|(text, style)| Node::Text(text, style)),
    ];
    leaf.prop_recursive(4, 24, 4, |inner| {
        prop_oneof![
            (vec(inner.clone(), 0..4), any::<bool>()).prop_map(|(items, flow)| Node::List(items, flow)),
            (vec((text(), style(), inner.clone()), 0..4), any::<bool>()).prop_map(|(mut entries, flow)| {
                let mut seen = HashSet::new();
                entries.retain(|(key, ..)| seen.insert(key.clone()));
                let entry = |(key, style, value)| (Node::Text(key, style), value);
                Node::Map(entries.into_iter().map(entry).collect(), flow)
            }),
            inner.prop_map(|node| Node::Thrice(Box::new(node))),
        ]
    })
}
