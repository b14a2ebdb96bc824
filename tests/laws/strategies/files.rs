//! YAML files with something wrong.

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;

/// A well-formed file with some of its pieces replaced, repeated or removed.
pub fn edited(original: &'static str) -> impl Strategy<Value = Vec<u8>> {
    let noise = select(vec![
        "\n",
        ":",
        "- ",
        "{",
        "}",
        "[",
        "]",
        "\"",
        "&x ",
        "*x ",
        "!!binary ",
        "---\n",
        "  ",
        "\t",
        "<<: ",
        "|",
        "\0",
        "null",
        "0",
        "x: y\n",
        "{x: y}",
        "%",
        "#",
        "\u{feff}",
        "''",
        "? ",
        "1e99",
    ]);
    let edit = (
        any::<prop::sample::Index>(),
        0..24_usize,
        noise,
        any::<bool>(),
    );
    (vec(edit, 0..4), any::<prop::sample::Index>()).prop_map(move |(edits, cut)| {
        let mut bytes = original.as_bytes().to_owned();
        for (index, length, noise, raw) in edits {
            let at = index.index(bytes.len() + 1);
            let end = (at + length).min(bytes.len());
            let noise = if raw {
                &[noise.as_bytes()[0] | 0x80][..]
            } else {
                noise.as_bytes()
            };
            bytes.splice(at..end, noise.iter().copied());
        }
        if cut.index(8) == 0 {
            bytes.truncate(cut.index(bytes.len() + 1));
        }
        bytes
    })
}
