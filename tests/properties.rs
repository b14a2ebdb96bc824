//! The laws on generated inputs, and each law on a subject that breaks it.
//!
//! `PROPTEST_CASES` raises the number of cases. What was found once is tried
//! first from then on: `tests/properties.proptest-regressions` keeps it.

#![allow(
    clippy::disallowed_methods,
    clippy::expect_used,
    clippy::panic,
    missing_docs,
    reason = "a test may use the file system, and fails by a panic"
)]

#[path = "laws/adversarial.rs"]
mod adversarial;
#[path = "laws/caught.rs"]
mod caught;
mod laws;
#[path = "laws/plans.rs"]
mod plans;
#[path = "laws/recommended.rs"]
mod recommended;
#[path = "laws/strategies/mod.rs"]
mod strategies;
#[path = "laws/walks.rs"]
mod walks;
#[path = "laws/wrong/mod.rs"]
mod wrong;

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::fmt::Debug;

use mcp_guide::multipart::Boundary;
use mcp_guide::shown::{MAX_ECHO, Shown, echo};
use mcp_guide::spec::EMBEDDED;
use proptest::strategy::Strategy;
use proptest::test_runner::{
    Config, FileFailurePersistence, RngSeed, TestCaseError, TestError, TestRunner,
};

use laws::cells::Row;
use laws::tree::Node;
use laws::{Verdict, table};

/// The fewest cases of each law.
const CASES: u32 = 2_000;
const REGRESSIONS: &str = "tests/properties.proptest-regressions";

fn config() -> Config {
    config_for(CASES)
}

fn config_for(cases: u32) -> Config {
    let config = Config::default();
    // What `PROPTEST_CASES` asks for, unless that is what there is without.
    let asked = std::env::var_os("PROPTEST_CASES").map_or(0, |_| config.cases);
    Config {
        cases: asked.max(cases),
        max_shrink_iters: 4_000,
        failure_persistence: Some(Box::new(FileFailurePersistence::Direct(REGRESSIONS))),
        source_file: Some(file!()),
        ..config
    }
}

/// Holds a law on every generated input.
#[track_caller]
fn hold<S: Strategy>(strategy: S, law: impl Fn(S::Value) -> Verdict)
where
    S::Value: Debug,
{
    hold_each(CASES, strategy, law);
}

/// The same on at least so many, where each takes long.
#[track_caller]
fn hold_each<S: Strategy>(cases: u32, strategy: S, law: impl Fn(S::Value) -> Verdict)
where
    S::Value: Debug,
{
    let law = |input| law(input).map_err(TestCaseError::fail);
    if let Err(error) = TestRunner::new(config_for(cases)).run(&strategy, law) {
        panic!("{error}");
    }
}

/// Shows that a law catches a wrong subject, and on what.
#[track_caller]
fn catch<S: Strategy>(strategy: S, law: impl Fn(S::Value) -> Verdict)
where
    S::Value: Debug,
{
    let config = Config {
        failure_persistence: None,
        max_shrink_iters: 1_000,
        // Whether a wrong subject is caught may not be a matter of luck.
        rng_seed: RngSeed::Fixed(2046),
        ..config()
    };
    let law = |input| law(input).map_err(TestCaseError::fail);
    match TestRunner::new(config).run(&strategy, law) {
        Err(TestError::Fail(reason, input)) => println!("caught: {reason}\non {input:?}"),
        other => panic!("the law holds for a wrong subject: {other:?}"),
    }
}

/// Counts what came up, so that a law cannot hold by never being tried.
#[derive(Debug, Default)]
struct Tally(RefCell<BTreeMap<String, usize>>);

impl Tally {
    fn add(&self, what: impl Into<String>, count: usize) {
        *self.0.borrow_mut().entry(what.into()).or_default() += count;
    }

    #[track_caller]
    fn at_least(&self, what: &str, count: usize) {
        let seen = self.0.borrow().get(what).copied().unwrap_or_default();
        println!("{what}: {seen}");
        assert!(seen >= count, "only {seen} × {what}: {:?}", self.0.borrow());
    }
}

#[test]
fn multipart() {
    let boundary = Boundary::new("guide-boundary", false).expect("a legal boundary");
    let tally = Tally::default();
    hold(strategies::documents(), |documents| {
        let forged = |body: &str| body.contains("--guide-boundary");
        let collides = documents.iter().any(|document| forged(&document.body));
        tally.add("forged delimiters", usize::from(collides));
        laws::multipart::multipart(&documents, laws::multipart::engine(&boundary))
    });
    tally.at_least("forged delimiters", 200);
}

#[test]
fn budget() {
    let tally = Tally::default();
    hold(strategies::tree(), |tree| {
        let shorter = laws::budget::budget(&tree, laws::budget::engine)?;
        tally.add("answers made shorter", shorter);
        Ok(())
    });
    tally.at_least("answers made shorter", 1_000);
}

#[test]
fn pattern() {
    let tally = Tally::default();
    hold(strategies::pattern(), |(text, paths)| {
        let seen = laws::pattern::pattern(&text, &paths, laws::pattern::engine)?;
        tally.add("matches", seen.matched);
        tally.add("misses", seen.missed);
        tally.add("refusals", seen.refused);
        tally.add("names that the glob crate matched too", seen.compared);
        Ok(())
    });
    for what in ["matches", "misses", "refusals"] {
        tally.at_least(what, 300);
    }
    tally.at_least("names that the glob crate matched too", 300);
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
        tally.add("names that the glob crate matched too", seen.compared);
        Ok(())
    });
    for what in ["matches", "misses", "names that the glob crate matched too"] {
        tally.at_least(what, 1_000);
    }
}

#[test]
fn discover() {
    let tally = Tally::default();
    hold(strategies::walk(), |(nodes, patterns, suffixes)| {
        let found = laws::discover::discover(&nodes, &patterns, &suffixes, laws::discover::engine)?;
        tally.add("walks that find something", usize::from(found > 0));
        tally.add("documents", found);
        Ok(())
    });
    tally.at_least("walks that find something", 500);
}

/// Further down than directories are held open, past links, and with names whose
/// order among files differs from their order among directories.
#[test]
fn discover_far_below() {
    let mut nodes = Vec::new();
    let mut path = String::new();
    for depth in 0..24 {
        for directory in ["a", "a-b", "a0", "b", "c"] {
            nodes.push((format!("{path}{directory}"), Node::Directory));
        }
        for file in ["a.md", "a/x.md", "a-b/x.md", "a0/x.md", "b/x.md"] {
            nodes.push((format!("{path}{file}"), Node::File));
        }
        path = format!("{path}{}/", if depth % 2 == 0 { "a" } else { "c" });
    }
    nodes.push(("a/to".into(), Node::Link(".".into())));
    let through = "a/to/c/*/c/**/*.md";
    for patterns in [
        vec!["**/*.md"],
        vec!["**/x.md", "**/*.md"],
        vec![through],
        vec!["*/to/c/**/x.md"],
    ] {
        let patterns: Vec<String> = patterns.into_iter().map(String::from).collect();
        let found = laws::discover::discover(&nodes, &patterns, &[], laws::discover::engine);
        let found = found.unwrap_or_else(|problem| panic!("{problem}"));
        assert!(found > 20, "{patterns:?} finds {found}");
    }
}

#[test]
fn sandbox() {
    hold(strategies::plan(), |plan| {
        laws::sandbox::sandbox(&plan, laws::sandbox::Engine::open)
    });
}

#[test]
fn uri() {
    hold(strategies::named(), |named| {
        laws::uri::uri(&named, &laws::uri::Engine)
    });
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
fn locations() {
    let tally = Tally::default();
    let input = (strategies::shapes(), strategies::odd_documents());
    hold(input, |((category, collection), odd)| {
        use laws::locations::{Engine, locations};
        let seen = locations::<Engine>(&category, &collection, &odd)?;
        tally.add(format!("{seen:?}"), 1);
        Ok(())
    });
    for seen in ["Apart", "Overlap", "Shape"] {
        tally.at_least(seen, 200);
    }
}

#[test]
fn shown() {
    let tally = Tally::default();
    hold(strategies::words(), |text| {
        let odd = text.contains(laws::shown::is_hidden);
        tally.add("texts with what is not seen", usize::from(odd));
        let long = text.chars().count() > MAX_ECHO;
        tally.add("texts that are cut", usize::from(long));
        laws::shown::shown(&text, |text| Shown(text).to_string())?;
        laws::shown::echoed(&text, MAX_ECHO, echo)
    });
    tally.at_least("texts with what is not seen", 500);
    tally.at_least("texts that are cut", 50);
}

#[test]
fn cells() {
    let tally = Tally::default();
    hold(strategies::cells(), |rows| {
        let bar = |(name, description, pattern): &Row| {
            [name, description, pattern]
                .iter()
                .any(|text| text.contains("\\|"))
        };
        tally.add("escaped bars", usize::from(rows.iter().any(bar)));
        laws::cells::cells(&rows, laws::cells::engine)
    });
    tally.at_least("escaped bars", 200);
}

#[test]
fn init() {
    let tally = Tally::default();
    let input = (strategies::folders(), proptest::bool::ANY);
    hold(input, |(names, here)| {
        let has = |wanted: &str| usize::from(here && names.contains(wanted));
        tally.add("a folder that is called as the root is", has("project"));
        let odd = names
            .iter()
            .any(|name| name.contains(laws::shown::is_hidden));
        tally.add("names with what is not seen", usize::from(odd));
        laws::init::init(&names, here, laws::init::engine)
    });
    tally.at_least("a folder that is called as the root is", 5);
    tally.at_least("names with what is not seen", 300);
}

#[test]
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
    for kind in [
        "success",
        "not_found",
        "no_matches",
        "invalid_pattern",
        "invalid_argument",
    ] {
        tally.at_least(kind, 20);
    }
}

#[test]
fn spec_table() {
    hold(strategies::edited(EMBEDDED), |bytes| {
        laws::yaml::yaml(&bytes, laws::yaml::load_table)
    });
}

#[test]
fn project() {
    hold(strategies::edited(include_str!("../guide.yaml")), |bytes| {
        laws::yaml::yaml(&bytes, laws::yaml::load_project)?;
        laws::yaml::events(&bytes, laws::yaml::engine)
    });
}

#[test]
fn yaml_in_any_style() {
    hold(strategies::node(), |node| {
        laws::yaml::agree(&node, laws::yaml::engine)
    });
}

#[test]
fn yaml_with_a_repeated_key() {
    let styles = (strategies::style(), strategies::style());
    let entries = (strategies::node(), strategies::text(), styles);
    hold(entries, |(node, key, styles)| {
        laws::yaml::repeated(&node, &key, styles, laws::yaml::engine)
    });
}
