//! The laws on generated inputs, and each law on a subject that breaks it.
//!
//! Each is tried on 256 cases, or `PROPTEST_CASES`. What was found once is tried
//! first from then on: a file of `tests/regressions` keeps it.

#![allow(
    clippy::disallowed_methods,
    clippy::disallowed_names,
    clippy::expect_used,
    clippy::panic,
    missing_docs,
    reason = "a test may use the file system, and fails by a panic"
)]

mod adversarial;
mod caught;
mod exported;
mod found;
mod headers;
mod hooked;
mod messages;
mod mustache;
mod names;
mod outlines;
mod plans;
mod remembered;
mod replay;
mod settings;
mod setups;
mod stepwise;
mod strategies;
mod templates;
mod trial;
mod walks;
mod worktrees;
mod wraps;

use mcp_guide::table::EMBEDDED;
use mcp_guide::text::escaped::{Escaped, MAX_QUOTED, escape_truncated};

use laws::cells::Row;
use laws::table;
use trial::{Tally, hold, hold_together};

#[test]
fn pattern() {
    let tally = Tally::default();
    hold(strategies::pattern(), |(text, paths)| {
        let seen = laws::pattern::pattern(&text, &paths, laws::pattern::engine)?;
        tally.add("matches", seen.matched);
        tally.add("misses", seen.missed);
        tally.add("refusals", seen.refused);
        tally.add("names that globset matched, too", seen.compared);
        Ok(())
    });
    for what in ["matches", "misses", "refusals"] {
        tally.at_least(what, 300);
    }
    tally.at_least("names that globset matched, too", 300);
}

/// One component with many wildcards, and names that it nearly matches: long
/// ones, of few letters and of many.
#[test]
fn wildcards() {
    let tally = Tally::default();
    hold(strategies::wildcards(), |(text, names)| {
        let seen = laws::pattern::pattern(&text, &names, laws::pattern::engine)?;
        tally.add("matches", seen.matched);
        tally.add("misses", seen.missed);
        tally.add("names that globset matched, too", seen.compared);
        Ok(())
    });
    for what in ["matches", "misses"] {
        tally.at_least(what, 1_000);
    }
    tally.at_least("names that globset matched, too", 300);
}

/// A search of everything, and the same within what a category serves.
#[test]
fn discover() {
    use laws::discover::{bounded, discover, engine, within};
    use laws::served::Served;
    let tally = Tally::default();
    hold(strategies::bounded_walk(), |((nodes, patterns, suffixes), served)| {
        let found = within(&nodes, &patterns, &suffixes, &served, bounded)?;
        let all = discover(&nodes, &patterns, &suffixes, engine)?;
        let excluding = Served { hidden: None, ..served };
        let shown = within(&nodes, &patterns, &suffixes, &excluding, bounded)?;
        let counted = |what: &str, holds: bool| tally.add(what, usize::from(holds));
        counted("walks that find something", all > 0);
        counted("walks that exclude something", shown < all);
        counted("walks that hide something", found < shown);
        counted("walks that find something all the same", found > 0 && found < all);
        let alike = |(path, _): &&(String, _)| path.contains("0123456789abcdef");
        let alike = nodes.iter().filter(alike).count() > 1;
        counted("names alike in a directory", all > 1 && alike);
        let line_feed = nodes.iter().any(|(path, _)| path.contains('\n'));
        let pattern = patterns.iter().any(|pattern| pattern.contains('\n'));
        counted("patterns with a line feed", all > 0 && line_feed && pattern);
        Ok(())
    });
    tally.at_least("walks that find something", 500);
    tally.at_least("walks that exclude something", 100);
    tally.at_least("walks that hide something", 20);
    tally.at_least("walks that find something all the same", 40);
    tally.at_least("names alike in a directory", 50);
    tally.at_least("patterns with a line feed", 5);
}

#[test]
fn sandbox() {
    hold(strategies::plan(), |plan| laws::sandbox::sandbox(&plan, laws::sandbox::Engine::open));
}

#[test]
fn uri() {
    hold(strategies::named(), |named| laws::uri::uri(&named, &laws::uri::Engine));
}

/// What no project can have as a name or in a path is not read back either.
#[test]
fn uri_of_what_cannot_be() {
    for name in ["", ".", ".."] {
        let named = |collection: Option<&str>, category: &str, path: String| {
            (collection.map(str::to_owned), category.to_owned(), path)
        };
        for named in [
            named(None, name, "a.md".into()),
            named(Some(name), "a", "a.md".into()),
            named(None, "a", name.into()),
            named(None, "a", format!("{name}/a.md")),
            named(Some("a"), "a", format!("a/{name}")),
        ] {
            laws::uri::uri(&named, &laws::uri::Engine).unwrap_or_else(|error| panic!("{error}"));
        }
    }
}

#[test]
fn shown() {
    let tally = Tally::default();
    hold(strategies::words(), |text| {
        let odd = text.contains(laws::shown::is_hidden);
        tally.add("texts with what is not seen", usize::from(odd));
        let long = text.chars().count() > MAX_QUOTED;
        tally.add("texts that are cut", usize::from(long));
        laws::shown::shown(&text, |text| Escaped(text).to_string())?;
        laws::shown::echoed(&text, MAX_QUOTED, escape_truncated)
    });
    tally.at_least("texts with what is not seen", 500);
    tally.at_least("texts that are cut", 50);
}

#[test]
fn cells() {
    let tally = Tally::default();
    let stored = |rows: &Vec<Row>| laws::cells::stored(rows);
    hold_together(strategies::cells(), stored, |folder, rows| {
        let bar = |(name, description, pattern): &Row| {
            [name, description, pattern].iter().any(|text| text.contains("\\|"))
        };
        tally.add("escaped bars", usize::from(rows.iter().any(bar)));
        laws::cells::cells(folder.path(), rows, laws::cells::engine)
    });
    tally.at_least("escaped bars", 200);
}

#[test]
fn init() {
    let tally = Tally::default();
    let input = (strategies::folders(), proptest::bool::ANY, strategies::words());
    hold(input, |(names, here, heading)| {
        let has = |wanted: &str| usize::from(here && names.contains(wanted));
        tally.add("a folder that is called as the root is", has("project"));
        let odd = names.iter().any(|name| name.contains(laws::shown::is_hidden));
        tally.add("names with what is not seen", usize::from(odd));
        let odd = heading.contains(laws::shown::is_hidden);
        tally.add("headings with what is not seen", usize::from(odd));
        laws::init::init(&names, here, &heading, laws::init::engine)
    });
    tally.at_least("a folder that is called as the root is", 1);
    tally.at_least("names with what is not seen", 300);
    tally.at_least("headings with what is not seen", 100);
}

#[test]
#[cfg_attr(not(feature = "oracles"), ignore = "needs --features oracles")]
fn schema() {
    use laws::schema::{Accepted, GUIDE, accepted};
    let tally = Tally::default();
    hold(strategies::guide(), |value| {
        let accepted = accepted(&GUIDE, &value)?;
        let yes = accepted == Accepted::Yes;
        tally.add(if yes { "accepted" } else { "refused" }, 1);
        Ok(())
    });
    tally.at_least("accepted", 300);
    tally.at_least("refused", 300);
}

/// The published data of rule files is as its schema says, which refuses a word that is none.
#[test]
#[cfg_attr(not(feature = "oracles"), ignore = "needs --features oracles")]
fn rule_files() {
    let parsed = |text: &str| serde_json::from_str::<serde_json::Value>(text).expect("JSON");
    let schema = parsed(include_str!("../../rule-files/data/rule-files.schema.json"));
    let data = include_str!("../../rule-files/data/rule-files.json");
    let schema = laws::oracles::Validator::new(&schema);
    assert!(schema.is_valid(&parsed(data)));
    for (word, other) in
        [("\"measured\"", "\"guessed\""), ("\"yes\"", "\"perhaps\""), ("\"says\"", "\"say\"")]
    {
        assert!(data.contains(word) && !schema.is_valid(&parsed(&data.replacen(word, other, 1))), "{word}");
    }
}

#[test]
#[cfg_attr(not(feature = "oracles"), ignore = "needs --features oracles")]
fn arguments() {
    let tally = Tally::default();
    hold(strategies::call(), |(tool, arguments)| {
        let tool = table().tool(&tool).expect("a tool of the table");
        let accepted = laws::arguments::arguments(tool, &arguments, laws::arguments::engine)?;
        tally.add(if accepted { "accepted" } else { "refused" }, 1);
        laws::arguments::plain(tool)
    });
    tally.at_least("accepted", 300);
    tally.at_least("refused", 300);
}

#[test]
fn dispatch() {
    let tally = Tally::default();
    hold(strategies::call(), |(tool, arguments)| {
        let kind = laws::dispatch::dispatch(&tool, &arguments, laws::dispatch::engine)?;
        tally.add(kind, 1);
        Ok(())
    });
    for kind in ["success", "not_found", "no_matches", "invalid_pattern", "invalid_argument"] {
        tally.at_least(kind, 20);
    }
}

#[test]
fn spec_table() {
    hold(strategies::edited(EMBEDDED), |bytes| laws::yaml::yaml(&bytes, laws::yaml::load_table));
}

#[test]
fn project() {
    hold(strategies::edited(include_str!("../../guide.yaml")), |bytes| {
        laws::yaml::yaml(&bytes, laws::yaml::load_project)?;
        laws::yaml::events(&bytes, laws::yaml::engine)
    });
}

#[test]
fn yaml_in_any_style() {
    hold(strategies::node(), |node| laws::yaml::agree(&node, laws::yaml::engine));
}

#[test]
fn yaml_with_a_repeated_key() {
    let styles = (strategies::style(), strategies::style());
    let entries = (strategies::node(), strategies::text(), styles);
    hold(entries, |(node, key, styles)| laws::yaml::repeated(&node, &key, styles, laws::yaml::engine));
}
