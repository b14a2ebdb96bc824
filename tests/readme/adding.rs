//! What CONTRIBUTING.md says of adding something, done to a copy of the table.

use std::path::Path;

use mcp_guide::spec::{EMBEDDED, Table};
use serde_json::{Value, json};

use super::page::{Page, ROOT};
use super::process::{GUIDE, project, run};

/// The table with one stretch of it replaced.
#[track_caller]
fn edited(old: &str, new: &str) -> String {
    assert_eq!(EMBEDDED.matches(old).count(), 1, "{old:?}");
    EMBEDDED.replace(old, new)
}

/// What a tool's call prints, with this table.
#[track_caller]
fn called(table: &str, tool: &str, arguments: &Value) -> Value {
    let folder = project(&[
        GUIDE,
        ("docs/a.md", "# A\n"),
        ("docs/b.xyz", "b\n"),
        ("table.yaml", table),
    ]);
    let arguments = arguments.to_string();
    let ran = run(
        folder.path(),
        &["--spec", "table.yaml", "call", tool, &arguments],
    );
    serde_json::from_str(&ran.out).unwrap_or_else(|error| panic!("{error}: {}{}", ran.out, ran.err))
}

#[test]
fn a_tool_is_a_row() {
    let page = Page::read("CONTRIBUTING.md");
    let row = page.code("yaml")[0];
    let table = edited("\ntools:\n", &format!("\ntools:\n{row}\n"));
    let result = called(&table, "get_rules", &json!({ "rules": "docs" }));
    assert_eq!(result, json!({ "success": true, "value": "# A\n" }));
    let result = called(&table, "get_rules", &json!({}));
    assert_eq!(result["error_type"], "invalid_argument");
}

#[test]
fn an_error_is_a_row_and_a_variant() {
    let row = "\nerrors:\n  too_old:\n    message: It is too old\n    instruction: Wait.\n";
    let fault = Table::load(edited("\nerrors:\n", row).as_bytes(), "table.yaml")
        .expect_err("there is no variant");
    assert!(fault.to_string().contains("too_old"), "{fault}");
    let head = "\nerrors:\n";
    let at = EMBEDDED.find(head).expect("errors") + head.len();
    let kind = EMBEDDED[at..]
        .trim_start()
        .split(':')
        .next()
        .expect("a row");
    let another = edited(&format!("{head}  {kind}:"), &format!("{head}  too_old:"));
    assert!(
        Table::load(another.as_bytes(), "table.yaml").is_err(),
        "a variant without its row"
    );
    // Its words are the row's.
    let said = "Inform user that project context is required.";
    let table = EMBEDDED.replace(said, "Ask for the folder.");
    let folder = laws::folder();
    std::fs::write(folder.path().join("table.yaml"), table).expect("a file");
    let ran = run(folder.path(), &["--spec", "table.yaml", "list", "--json"]);
    assert!(ran.out.contains("Ask for the folder."), "{}", ran.out);
}

#[test]
fn a_media_type_is_a_row() {
    let page = Page::read("CONTRIBUTING.md");
    assert!(page.text.contains("`xyz: text/x-xyz`"));
    let table = edited("\nmedia_types:\n", "\nmedia_types:\n  xyz: text/x-xyz\n");
    let arguments = json!({ "category_or_collection": "docs", "pattern": "*.xyz" });
    let result = called(&table, "list_content", &arguments);
    let listing = result["value"].as_str().expect("a listing");
    assert!(listing.contains("| text/x-xyz |"), "{listing}");
}

/// The files that are named are there, each kind of thing has three lines, and what is
/// named in a file stands in it.
#[test]
fn what_is_named_is_there() {
    let page = Page::read("CONTRIBUTING.md");
    let (_, section) = page
        .text
        .split_once("## Adding something\n")
        .expect("a section");
    let section = section.split("\n## ").next().expect("an end");
    let (mut kinds, mut lines, mut files) = (0, 0, 0);
    for line in section.lines() {
        kinds += usize::from(line.starts_with("**"));
        lines += usize::from(line.starts_with(|first: char| first.is_ascii_digit()));
        for word in line.split('`').skip(1).step_by(2) {
            let path = word.split(' ').next().unwrap_or_default();
            if path.contains('/') && path != "tools/list" && !path.contains("TARGET") {
                files += 1;
                assert!(Path::new(ROOT).join(path).exists(), "{path}");
            }
        }
    }
    assert_eq!((kinds, lines), (7, 21));
    assert!(files > 15, "{files} files");
    for (file, names) in [
        ("src/spec/tool.rs", &["pub enum Operation"][..]),
        (
            "src/render/answer.rs",
            &["fn new", "Operation::Retrieve =>"],
        ),
        ("src/operation/error.rs", &["pub enum Error"]),
        ("src/documents/error.rs", &["messages!"]),
        ("src/render/messages/errors.rs", &["fn error"]),
        ("tests/clients/run", &["CLIENTS = ["]),
        ("spec/content-tools.yaml", &["\nbinary_types:"]),
        ("fuzz/seed.py", &["tests/replays"]),
    ] {
        let text = Page::read(file).text;
        for name in names {
            assert!(text.contains(name), "{file} has no {name}");
        }
    }
}
