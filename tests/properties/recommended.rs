//! The law of what a shortened listing recommends: tried, it finds all that the
//! row stands for.

use std::collections::BTreeSet;
use std::fs;
use std::os::unix::fs::symlink;
use std::path::Path;

use camino::Utf8PathBuf;
use mcp_guide::Dispatcher;
use mcp_guide::project::session::{Session, Source};
use serde_json::{Value, json};

use laws::budget::UNBOUNDED;
use laws::dispatch::ask;
use laws::{folder, table};

/// The message of a listing, and its rows' URIs.
fn list(folder: &Path, limit: u64, arguments: &Value) -> (String, BTreeSet<String>) {
    let content = fs::read_to_string(folder.join("project.yaml")).expect("a project");
    let content = format!("{content}limits: {{ response_bytes: {limit} }}\n");
    let file = folder.join(format!("{limit}.yaml"));
    fs::write(&file, content).expect("a project");
    let file = Utf8PathBuf::from_path_buf(file).expect("a UTF-8 path");
    let session = Session::new(Source::Named(file));
    let dispatcher = Dispatcher::new(table().clone(), session);
    let arguments = arguments.as_object().expect("an object");
    let reply = ask(&dispatcher, "list_content", arguments).expect("a reply");
    let result: Value = serde_json::from_str(&reply).expect("JSON");
    let value = result["value"].as_str().unwrap_or_default();
    let rows = value.lines().filter_map(|line| line.split(' ').nth(1));
    let rows = rows.filter(|uri| uri.starts_with("guide:"));
    let message = result["message"].as_str().unwrap_or_default();
    (message.to_owned(), rows.map(str::to_owned).collect())
}

/// What stands in the message between these quotation marks.
fn recommended(message: &str) -> Option<&str> {
    let (_, after) = message.split_once("such as '")?;
    after.strip_suffix("'.")
}

/// Asserts what is recommended of these directories, each with as many documents
/// as do not fit. One with an arrow is a link.
#[track_caller]
fn recommends(expected: Option<&str>, patterns: &[&str], directories: &[&str]) {
    let folder = folder();
    let docs = folder.path().join("docs");
    let project = json!({ "docs": { "dir": "docs", "patterns": patterns } });
    let project = format!("categories: {project}\n");
    fs::write(folder.path().join("project.yaml"), project).expect("a project");
    for directory in directories {
        if let Some((link, target)) = directory.split_once(" -> ") {
            symlink(target, docs.join(link)).expect("a new link");
            continue;
        }
        let directory = docs.join(directory);
        fs::create_dir_all(&directory).expect("a new directory");
        for number in 10..40 {
            for end in ["md", "txt"] {
                fs::write(directory.join(format!("{number}.{end}")), "x").expect("a new file");
            }
        }
    }
    let name = json!({ "category_or_collection": "docs" });
    let (message, rows) = list(folder.path(), 1600, &name);
    let (_, whole) = list(folder.path(), UNBOUNDED, &name);
    assert!(message.starts_with("Directories have"), "{message}");
    assert_eq!(recommended(&message), expected, "{message}");
    let Some(pattern) = expected else { return };
    let arguments = json!({ "category_or_collection": "docs", "pattern": pattern });
    let (message, found) = list(folder.path(), UNBOUNDED, &arguments);
    let finds_all = |row: &&String| {
        let mut below = whole.iter().filter(|uri| uri.starts_with(row.as_str()));
        row.ends_with('/') && below.all(|uri| found.contains(uri))
    };
    assert!(rows.iter().any(|row| finds_all(&row)), "{pattern}: {message}");
}

#[test]
fn a_directory_is_recommended_by_its_name() {
    recommends(Some("p/**"), &["*/*.md"], &["p", "z"]);
    recommends(Some(".p/**"), &[".p/*.md", "z/*"], &[".p", "z"]);
}

#[test]
fn what_has_a_meaning_in_patterns_is_escaped() {
    recommends(Some("a[*][[][?][{],]}/**"), &["*/*.md"], &["a*[?{,]}", "b"]);
    recommends(Some("C[:]/**"), &["*/*.md"], &["C:", "D"]);
    recommends(Some("a/C:/**"), &["**/*.md"], &["a/C:", "a/D"]);
    recommends(Some("./![*]/**"), &["*/*.md"], &["!*", "z"]);
    recommends(Some("b?c/**"), &["*/*.md"], &["b\\c", "d"]);
}

#[test]
fn what_is_not_seen_is_any_character() {
    recommends(Some("q?r/**"), &["*/*.md"], &["q\nr", "s"]);
    recommends(Some("q?r/**"), &["*/*.md"], &["q\u{202e}r", "s"]);
    recommends(Some("q\u{e9}\u{200d}\u{e9}/**"), &["*/*.md"], &["q\u{e9}\u{200d}\u{e9}", "s"]);
}

#[test]
fn where_the_first_cannot_be_written_another_is_recommended() {
    let (long, just) = ("a".repeat(198), "a".repeat(197));
    recommends(Some("b/**"), &["*/*.md"], &[&long, "b"]);
    recommends(Some(&format!("{just}/**")), &["*/*.md"], &[&just, "b"]);
    let deep = ["d/", "e/"].map(|name| name.repeat(65));
    recommends(None, &["**/*.md"], &[&deep[0], &deep[1]]);
    recommends(None, &["*/*.md"], &[&long, &format!("b{long}")]);
}

#[test]
fn what_is_found_through_a_hidden_name_is_not_recommended() {
    let hidden: Vec<String> = (10..60).map(|number| format!("p/.{number}")).collect();
    let mut directories: Vec<&str> = hidden.iter().map(String::as_str).collect();
    directories.extend(["a"]);
    recommends(Some("a/**"), &["a/*.md", "p/.*/*.md"], &directories);
    directories.pop();
    directories.push(".a/.b/c");
    recommends(None, &[".*/.b/*/*.md", "p/.*/*.md"], &directories);
}

#[test]
fn what_is_found_through_a_link_is_recommended_where_its_name_can_be_spelled() {
    recommends(Some("l/**"), &["l/*.md", "m/*.md"], &["p", "m", "l -> p"]);
    recommends(Some("m/**"), &["l\nk/*.md", "m/*.md"], &["p", "m", "l\nk -> p"]);
}

#[test]
fn what_is_found_through_links_further_down_is_not_recommended() {
    let links: Vec<String> = (10..60).map(|at| format!("a/l{at} -> ../p")).collect();
    let mut directories = vec!["a/x", "m", "p"];
    directories.extend(links.iter().map(String::as_str));
    let patterns: Vec<String> = (10..60).map(|at| format!("a/l{at}/*.md")).collect();
    let mut patterns: Vec<&str> = patterns.iter().map(String::as_str).collect();
    patterns.push("m/*.md");
    recommends(Some("m/**"), &patterns, &directories);
}

#[test]
fn what_means_something_else_is_not_recommended() {
    recommends(Some("b/**"), &["*/*.md"], &["a*", "b", "a[*] -> /"]);
}

#[test]
fn a_category_is_recommended_whose_name_is_shown_as_it_is() {
    let long = "c".repeat(201);
    for (names, expected) in
        [(["a\nb", "d"], Some("d")), (["d", &long], Some("d")), ([&long, "e\u{202e}"], None)]
    {
        let folder = folder();
        let mut categories = serde_json::Map::new();
        for (number, name) in names.iter().enumerate() {
            let dir = folder.path().join(number.to_string());
            fs::create_dir(&dir).expect("a new directory");
            for document in 10..60 {
                fs::write(dir.join(format!("{document}.md")), "x").expect("a new file");
            }
            let category = json!({ "dir": number.to_string(), "patterns": ["*.md"] });
            categories.insert((*name).to_owned(), category);
        }
        let all = json!({ "all": { "categories": names } });
        let project = format!("categories: {}\ncollections: {all}\n", Value::Object(categories));
        fs::write(folder.path().join("project.yaml"), project).expect("a project");
        let all = json!({ "category_or_collection": "all" });
        let (message, _) = list(folder.path(), 1600, &all);
        assert!(message.starts_with("Categories have"), "{message}");
        assert_eq!(recommended(&message), expected, "{message}");
    }
}
