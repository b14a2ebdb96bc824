//! Texts with what is not seen in them, names of folders.

use mcp_guide::limits::MAX_NAME_BYTES;
use std::collections::BTreeSet;

use proptest::collection::{btree_set, vec};
use proptest::prelude::*;
use proptest::sample::select;

use super::listed;
use laws::cells::Row;

/// What is not seen, changes how the rest is seen, or has a meaning in YAML.
const ODD: &str = "\
    \u{1} \u{1b} \t \n \r \u{7f} \u{80} \u{85} \u{9b} \u{a0} \u{ad} \u{61c} \u{200b} \u{200c} \
    \u{200d} \u{200e} \u{2028} \u{2029} \u{202e} \u{2066} \u{2069} \u{feff} \u{fffe} \u{ffff} \
    \u{fdd0} \u{10ffff} \u{e0041} \u{fff9} \u{3164} \u{115f} \u{2800} \u{e0100} \u{fe0f} \u{34f} \u{2009} ❤\u{fe0f} \
    1\u{fe0f}\u{20e3} ❤\u{fe0f}\u{200d}🔥 é\u{fe0f} 👩\u{200d}💻 م\u{200c}ی ä 😀 \" ' \\ :␣ ␣# -␣ ?␣ ! & * { \
    %";
/// Texts that YAML would take for something else.
const SCALARS: &str = "\
    1.10 true Yes ~ null Null on .inf 0x1F 1e3 --- ... - ? = << 2026-01-01 project all project-2 \
    all-2 a:␣b";

/// Any text, odd characters among ordinary ones; sometimes long.
pub fn words() -> impl Strategy<Value = String> {
    let token = || {
        prop_oneof![
            4 => select(listed(ODD)),
            3 => select(vec!["a", "word", " ", "\\", "`", "|"]).prop_map(str::to_owned),
            1 => "\\PC{0,3}",
            1 => any::<char>().prop_map(String::from),
        ]
    };
    prop_oneof![
        9 => vec(token(), 0..12).prop_map(|tokens| tokens.concat()),
        1 => (token(), 150..300_usize).prop_map(|(token, times)| token.repeat(times)),
    ]
}

/// Categories of a project; no two have the same name.
pub fn cells() -> impl Strategy<Value = Vec<Row>> {
    let markdown = || {
        let token = select(vec!["|", "\\", "`", "``", " ", "\n", "a", "*", "\u{2028}"]);
        vec(token, 0..8).prop_map(|tokens| tokens.concat())
    };
    let text = move || prop_oneof![3 => markdown(), 1 => words()];
    vec((text(), text(), text()), 1..4).prop_map(|mut rows| {
        for (number, (name, ..)) in rows.iter_mut().enumerate() {
            name.insert_str(0, &number.to_string());
            // A name is at most 128 bytes.
            while name.len() > MAX_NAME_BYTES {
                name.pop();
            }
        }
        rows
    })
}

/// Names of folders that `init` looks into.
pub fn folders() -> impl Strategy<Value = BTreeSet<String>> {
    let odd = || select(listed(ODD));
    let name = prop_oneof![
        3 => words(),
        2 => select(listed(SCALARS)),
        2 => (odd(), "[a-z]{0,3}", odd()).prop_map(|(first, middle, last)| first + &middle + &last),
        1 => odd().prop_map(|odd| odd.repeat(255 / odd.len())),
        1 => ("[a-z ]{0,4}", "[a-z ]{0,4}").prop_map(|(before, after)| format!(" {before}{after} ")),
    ];
    btree_set(name.prop_filter_map("no name of a folder", as_name), 0..4)
}

/// At most what a file system takes for a name.
fn as_name(text: String) -> Option<String> {
    let mut name = text.replace(['/', '\0'], "");
    while name.len() > 255 {
        name.pop();
    }
    let passed_over = ["build", "dist", "target", "vendor", "venv"].contains(&name.as_str());
    (!name.is_empty() && !name.starts_with('.') && !passed_over).then_some(name)
}
