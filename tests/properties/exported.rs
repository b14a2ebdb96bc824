//! The law of the export, and subjects that break it.

use std::collections::BTreeMap;

use laws::exported::{Documents, engine, exported, stored};
use mcp_guide::Server;
use proptest::collection::{btree_map, vec};
use proptest::prelude::*;
use proptest::sample::select;

use super::trial::{Tally, catch_together, hold_each_together};

/// Lines that begin sections, and such that do not.
const LINES: [&str; 22] = [
    "# Zebra", "## Zebra", "### ???", "# ???", "Zebra\n===", "zebra", "> # quoted", "- # item",
    "```\n# code\n```", "<h2>Tag</h2>", "", "", "---", "title: Red", "# zebra-1", "## Zebra {#zebra}",
    "# <a id=\"x\"></a>Red", "{{word}}", "== Red", "[[zebra]]", "# ärger \u{202e}", "plain\r# Red",
];

fn name() -> impl Strategy<Value = String> {
    let stems = ["a", "b", "b/a", "b/b", "c d"];
    let ends = ["md", "md", "md.mustache", "rst", "adoc", "txt", "no", ""];
    (select(stems.to_vec()), select(ends.to_vec()))
        .prop_map(|(stem, end)| if end.is_empty() { "README".to_owned() } else { format!("{stem}.{end}") })
}

fn document() -> impl Strategy<Value = String> {
    let begin = select(vec![
        "", "", "---\ntitle: Red\n---\n", "---\n---\n\n", "\u{feff}", "\u{feff}---\nx: 1\n---\n",
    ]);
    let end = select(vec!["\n", "\n", "\r\n"]);
    (begin, vec(select(LINES.to_vec()), 0..9), end, any::<bool>()).prop_map(|(begin, lines, end, ends)| {
        let text = format!("{begin}{}{}", lines.join("\n"), if ends { "\n" } else { "" });
        text.replace('\n', end)
    })
}

fn documents() -> impl Strategy<Value = Documents> {
    btree_map(name(), document(), 0..6)
}

/// Documents before and after changes: some are kept, some are others.
fn edits() -> impl Strategy<Value = [Documents; 2]> {
    (documents(), documents(), vec(any::<bool>(), 6)).prop_map(|(before, other, kept)| {
        let kept = before.iter().zip(kept).filter(|(_, kept)| *kept);
        let mut after: BTreeMap<_, _> = kept.map(|((name, text), _)| (name.clone(), text.clone())).collect();
        for (name, text) in other {
            after.entry(name).or_insert(text);
        }
        [before, after]
    })
}

#[test]
fn an_export_is_all_that_can_be_asked_for() {
    let tally = Tally::default();
    hold_each_together(
        500,
        edits(),
        |_| stored(),
        |folder, [before, after]| {
            let (sections, changed) = exported(folder, [before, after], &engine)?;
            tally.add("exports of several sections", usize::from(sections > 3));
            tally.add("changes", usize::from(changed > 1));
            Ok(())
        },
    );
    tally.at_least("exports of several sections", 200);
    tally.at_least("changes", 200);
}

/// The engine, with something done to its lines.
#[track_caller]
fn caught(wrong: impl Fn(String, bool) -> String) {
    catch_together(
        edits(),
        |_| stored(),
        |folder, [before, after]| {
            let subject =
                |server: &Server, earlier: Option<&str>| wrong(engine(server, earlier), earlier.is_some());
            exported(folder, [before, after], &subject).map(drop)
        },
    );
}

#[test]
fn the_law_of_exports_catches_what_is_wrong() {
    // The first section of each export is missing.
    caught(|lines, is_change| match lines.split_once('\n') {
        Some((_, rest)) if !is_change => rest.to_owned(),
        _ => lines,
    });
    // Fragments name another section.
    caught(|lines, _| lines.replace("#zebra-1", "#zebra"));
    // Removed sections are not named.
    caught(|lines, is_change| {
        if is_change {
            lines
                .lines()
                .filter(|line| !line.contains("\"removed\""))
                .map(|line| format!("{line}\n"))
                .collect()
        } else {
            lines
        }
    });
}
