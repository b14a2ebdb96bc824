//! Collections within collections, as many and as deep as a file can have them.

use serde_json::{Value, json};

use crate::process::{Server, project, run};

/// A project of these collections, each a name and its members.
fn nested(collections: impl Iterator<Item = (String, String)>) -> tempfile::TempDir {
    let mut guide = "categories: {docs: {dir: docs, patterns: ['*']}}\ncollections:\n".to_owned();
    for (name, members) in collections {
        guide.push_str(&format!("  {name}: {{categories: [{members}]}}\n"));
    }
    project(&[("guide.yaml", &guide), ("docs/a.md", "a")])
}

/// Each is the only member of the one before; the last holds the category.
fn chain(count: usize) -> tempfile::TempDir {
    nested((0..count).map(|number| {
        let next = format!("c{}", number + 1);
        let member = if number + 1 < count { next } else { "docs".into() };
        (format!("c{number}"), member)
    }))
}

fn ask(server: &mut Server, name: &str) -> Value {
    server.call("get_collection_content", json!({ "collection": name }))
}

#[test]
fn a_chain_of_collections_is_followed_to_its_end_or_refused() {
    // The first visits all of them, the next one fewer, and so on: 100,000 in all.
    for (count, fits) in [(446, true), (447, false), (10_000, false)] {
        let folder = chain(count);
        let mut server = Server::start(folder.path());
        let first = ask(&mut server, "c0");
        let listed = server.call("list_content", json!({}));
        let last = ask(&mut server, &format!("c{}", count - 1));
        for result in [first, listed, last] {
            assert_eq!(result["success"], fits, "{count}: {result}");
            if !fits {
                let error = result["error"].as_str().expect("an error");
                assert_eq!(result["error_type"], "no_session");
                assert!(error.contains("more than 100000 members"), "{error}");
            }
        }
        let code = if fits { 0 } else { 1 };
        assert_eq!(run(folder.path(), &["check"]).code, code, "{count}");
    }
}

#[test]
fn ten_thousand_collections_in_one_are_visited_once_each() {
    const COUNT: usize = 10_000;
    let names: Vec<String> = (0..COUNT).map(|number| format!("c{number}")).collect();
    let all = names.join(", ");
    let folder =
        nested((names.iter().map(|name| (name.clone(), "docs".to_owned()))).chain([("all".to_owned(), all)]));
    let mut server = Server::start(folder.path());
    assert_eq!(ask(&mut server, "all")["value"], "a");
    assert_eq!(server.call("list_content", json!({}))["success"], true);
}

#[test]
fn a_circle_of_collections_ends() {
    const COUNT: usize = 300;
    let folder = nested((0..COUNT).map(|number| {
        let next = (number + 1) % COUNT;
        let member = if number == 0 { ", docs" } else { "" };
        (format!("c{number}"), format!("c{next}{member}"))
    }));
    let mut server = Server::start(folder.path());
    for name in ["c0", "c1", "c299"] {
        assert_eq!(ask(&mut server, name)["value"], "a", "{name}");
    }
    let ran = run(folder.path(), &["check"]);
    let said = "error[collection-invalid]: collections.c1: the collection contains itself, as a member of 'c0'; it is visited once";
    assert!(ran.out.contains(said), "{:.2000}", ran.out);
    assert_eq!(ran.out.matches("contains itself").count(), COUNT);
}

/// Where a member's category ends is found among very many names and slashes.
#[test]
fn a_member_of_nothing_but_slashes_is_read_soon() {
    let mut guide = "categories:\n  docs: {dir: docs, patterns: ['*']}\n".to_owned();
    for length in 1..127 {
        guide.push_str(&format!("  a{}: {{dir: docs, patterns: ['*']}}\n", "/".repeat(length)));
    }
    let long = format!("'b{}'", "/".repeat(1_000));
    let members = vec![long; 600].join(", ");
    guide.push_str(&format!("collections: {{all: {{categories: [docs, {members}]}}}}\n"));
    assert!(guide.len() < 1 << 20);
    let folder = project(&[("guide.yaml", &guide), ("docs/a.md", "a")]);
    let mut server = Server::start(folder.path());
    assert_eq!(ask(&mut server, "all")["value"], "a");
}
