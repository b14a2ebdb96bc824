//! Numbers that decide how much is done at once, each on both sides of where it
//! changes.

mod costs;
mod page;
mod rules;

use std::path::Path;

use camino::Utf8PathBuf;
use mcp_guide::limits::{
    MAX_GUIDANCE_COMPARED, MAX_GUIDANCE_PATHS, MAX_PATTERN_BYTES, MAX_PATTERN_COMPONENTS, MAX_RULE_COMPONENTS,
};
use mcp_guide::{Caller, Server, Session, Source};
use rule_files::pattern::Pattern;
use serde_json::{Value, json};

/// Of a document's headings as many are listed as there is room for, to the byte: what
/// was listed is listed again where its own length is the budget.
#[test]
fn headings_fill_the_budget() {
    let headings: Vec<_> = (0..30).map(|number| format!("# {number}\n")).collect();
    let folder = laws::folder();
    write(folder.path(), "a.md", &headings.concat());
    let arguments = json!({ "category_or_collection": "docs" });
    let listed = |limit: u64| {
        let categories = "categories: {docs: {dir: docs, patterns: ['*.md']}}";
        let guide = format!("{categories}\nlimits: {{response_bytes: {limit}}}\n");
        std::fs::write(folder.path().join(format!("{limit}.yaml")), guide).expect("a project");
        let path = Utf8PathBuf::from_path_buf(folder.path().join(format!("{limit}.yaml")));
        let result = asked(path.expect("a UTF-8 path"), "list_content", &arguments);
        result["value"].as_str().unwrap_or_default().to_owned()
    };
    let whole = listed(1 << 24);
    let mut shorter = 0;
    for limit in (500..whole.len()).step_by(13) {
        let text = listed(limit as u64);
        assert!(text.len() <= limit, "{limit}");
        assert_eq!(listed(text.len() as u64), text, "{limit}");
        shorter += usize::from(text != whole && text.contains("| 1 | 0 |"));
    }
    assert_eq!(listed(whole.len() as u64), whole);
    assert!(shorter > 40, "{shorter}");
}

/// What is near to a section that is not there is looked for among the first thousand
/// headings of all documents.
#[test]
fn so_many_headings_are_compared() {
    let numbered = |count: usize| -> String { (1..=count).map(|n| format!("# {n}\n")).collect() };
    for (others, compared) in [(999, true), (1_000, false), (1_001, false)] {
        let folder = laws::folder();
        write(folder.path(), "a.md", &numbered(others));
        write(folder.path(), "b.md", "# Retry\n");
        let result = called(
            folder.path(),
            "categories: {docs: {dir: docs, patterns: ['*.md']}}\n",
            &json!({ "category_or_collection": "docs", "section": "Retri" }),
        );
        let error = result["error"].as_str().unwrap_or_default();
        assert_eq!(error.contains("'Retry'"), compared, "{others}: {error}");
        let more = format!("and {} more", others + 1 - 10);
        assert_eq!(error.contains(&more), !compared, "{others}: {error}");
    }
}

/// Of three documents over the budget sections are named.
#[test]
fn so_many_documents_are_read_for_headings() {
    let folder = laws::folder();
    for name in ["a", "b", "c", "d"] {
        let text = format!("{}\n# {name}\n", "x".repeat((1 << 20) - 5));
        write(folder.path(), &format!("{name}.md"), &text);
    }
    let result = called(
        folder.path(),
        "categories: {docs: {dir: docs, patterns: ['*.md']}}\n",
        &json!({ "category_or_collection": "docs" }),
    );
    let message = result["message"].as_str().unwrap_or_default();
    for (name, read) in [("a", true), ("c", true), ("d", false)] {
        let section = format!("{name}.md#{name} (4 B)");
        assert_eq!(message.contains(&section), read, "{name}: {message}");
    }
}

/// A partial that is known costs 128 steps, however long its name.
#[test]
fn a_partial_costs_steps() {
    for (count, name, fits) in [(30, "n".repeat(200), true), (34, "n".repeat(15), false)] {
        let numbers = vec!["0"; count].join(", ");
        let guide = format!(
            "context: {{ l: [{numbers}] }}
categories: {{docs: {{dir: docs, patterns: ['*.md'], render: true}}}}\n"
        );
        let folder = laws::folder();
        let uses = format!("{{{{#l}}}}{{{{#l}}}}{{{{#l}}}}{{{{>{name}}}}}{{{{/l}}}}{{{{/l}}}}{{{{/l}}}}");
        write(folder.path(), "a.md.mustache", &uses);
        write(folder.path(), &format!("_{name}.mustache"), "");
        let arguments = json!({ "category_or_collection": "docs" });
        let result = called(folder.path(), &guide, &arguments);
        assert_eq!(result["success"], fits, "{count}: {result}");
        let error = result["error"].as_str().unwrap_or_default();
        assert_eq!(error.contains("takes more than 4194304 steps"), !fits, "{error}");
    }
}

/// Of a call's rules so many are compared with its paths: components of patterns, times bytes.
#[test]
fn so_much_is_compared() {
    let path = |number: usize| format!("{number:02}/{}", "aaaaaaaaaaaaaaaaaaaaa/".repeat(46) + "aaaaaaaa");
    let paths: Vec<String> = (0..MAX_GUIDANCE_PATHS).map(path).collect();
    let bytes: usize = paths.iter().map(String::len).sum();
    let components = MAX_GUIDANCE_COMPARED as usize / bytes - MAX_RULE_COMPONENTS;
    let rule = |components: usize| {
        let patterns: String = (0..components).map(|at| format!("- p{at}\n")).collect();
        format!("---\napplies_to:\n{patterns}---\n")
    };
    // Whether a rule is for every file is compared, too, for a few bytes.
    for (more, compared) in [(components - 1, true), (components + 1, false)] {
        let folder = laws::folder();
        write(folder.path(), "a.md", &rule(MAX_RULE_COMPONENTS));
        write(folder.path(), "b.md", &rule(more));
        let guide = "categories: {docs: {dir: docs, patterns: ['*.md']}}\n";
        let result = answered(folder.path(), guide, "get_guidance", &json!({ "path": paths.join("\n") }));
        let message = result["message"].as_str().unwrap_or_default();
        let said = message.contains("docs/b.md (it was not compared") && message.contains("with fewer paths");
        assert_eq!(said, !compared, "{more}: {result}");
        assert!(!message.contains("docs/a.md"), "{result}");
    }
}

/// A path that is meant as it is written is bounded as a pattern is.
#[test]
fn a_path_is_as_long_and_deep_as_a_pattern() {
    for (length, taken) in [(MAX_PATTERN_BYTES, true), (MAX_PATTERN_BYTES + 1, false)] {
        let path = "x".repeat(length);
        assert_eq!(Pattern::exact(&path).is_some(), taken, "{length} bytes");
        assert_eq!(Pattern::parse(&path).is_ok(), taken, "{length} bytes");
    }
    for (names, taken) in [(MAX_PATTERN_COMPONENTS, true), (MAX_PATTERN_COMPONENTS + 1, false)] {
        let path = vec!["x"; names].join("/");
        assert_eq!(Pattern::exact(&path).is_some(), taken, "{names} names");
        assert_eq!(Pattern::parse(&path).is_ok(), taken, "{names} names");
    }
}

fn write(folder: &Path, name: &str, text: &str) {
    let docs = folder.join("docs");
    std::fs::create_dir_all(&docs).expect("a folder");
    std::fs::write(docs.join(name), text).expect("a file");
}

/// The Result of `get_content` in a folder with this guide.yaml.
fn called(folder: &Path, guide: &str, arguments: &Value) -> Value {
    answered(folder, guide, "get_content", arguments)
}

/// The Result of a tool in a folder with this guide.yaml.
fn answered(folder: &Path, guide: &str, tool: &str, arguments: &Value) -> Value {
    std::fs::write(folder.join("guide.yaml"), guide).expect("a file");
    asked(Utf8PathBuf::from_path_buf(folder.into()).expect("a UTF-8 path"), tool, arguments)
}

/// The Result of a tool in the project at a path.
fn asked(path: Utf8PathBuf, tool: &str, arguments: &Value) -> Value {
    let server = Server::new(laws::table().clone(), Session::new(Source::Named(path)));
    let reply =
        server.call(Caller::WITHOUT_ROOTS, tool, arguments.as_object().expect("arguments are an object"));
    serde_json::from_str(&reply.expect("a reply").to_string()).expect("a Result is JSON")
}
