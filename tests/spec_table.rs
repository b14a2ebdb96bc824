//! The table: what a faulty one is told, and that another one is an edit of
//! YAML alone.

#![allow(
    clippy::expect_used,
    clippy::panic,
    missing_docs,
    reason = "a test says by a panic what did not hold"
)]

use std::sync::Arc;

use mcp_guide::dispatch::{Call, Dispatcher};
use mcp_guide::operation::{Operation, Operations};
use mcp_guide::server::Server;
use mcp_guide::session::{Roots, Session, Source};
use mcp_guide::spec::{EMBEDDED, Table};
use rmcp::ServiceExt;
use rmcp::model::CallToolRequestParams;
use serde_json::{Map, Value, json};

/// The fault of the default table with one stretch of it replaced.
#[track_caller]
fn fault(old: &str, new: &str) -> String {
    assert!(
        EMBEDDED.contains(old),
        "the default table no longer holds {old:?}"
    );
    let text = EMBEDDED.replacen(old, new, 1);
    Table::load(text.as_bytes(), "own.yaml", &Operations::native())
        .err()
        .unwrap_or_else(|| panic!("the table loads with {new:?}"))
        .to_string()
}

#[track_caller]
fn refuses(old: &str, new: &str, words: &[&str]) {
    let said = fault(old, new);
    assert!(said.starts_with("own.yaml: "), "{said}");
    for words in words {
        assert!(said.contains(words), "{words:?} is not in {said:?}");
    }
}

#[test]
fn the_default_table_loads() {
    Table::embedded(&Operations::native()).expect("it is sound");
}

#[test]
fn yaml_faults_have_a_line() {
    refuses("outcomes:", "outcomes: [", &["line "]);
    refuses(
        "outcomes:",
        "server: {}\noutcomes:",
        &["duplicate", "server"],
    );
    refuses(
        "  title: mcp-guide",
        "  title: mcp-guide\n  title: twice",
        &["duplicate", "title"],
    );
}

#[test]
fn unknown_and_missing_fields_are_named() {
    refuses(
        "outcomes:\n",
        "outcome: {}\noutcomes:\n",
        &["unknown field `outcome`", "line ", "`outcomes`"],
    );
    refuses(
        "    operation: list\n",
        "",
        &["tools[3]", "missing field `operation`"],
    );
    refuses(
        "role: name",
        "rule: name",
        &[
            "tools[0].arguments.category_or_collection",
            "unknown field `rule`",
        ],
    );
}

#[test]
fn references_are_checked_with_what_would_be_valid() {
    refuses(
        "operation: list",
        "operation: lists",
        &["tools[3].operation", "lists", "retrieve, list"],
    );
    refuses(
        "role: name",
        "role: nam",
        &["tools[0].arguments.category_or_collection", "nam", "`name`"],
    );
    refuses(
        "  unknown:\n    message",
        "  odd:\n    message",
        &["errors.unknown", "no row"],
    );
    refuses(
        "  unknown:\n    message",
        "  odd: {message: '', instruction: ''}\n  unknown:\n    message",
        &["errors.odd", "not_found"],
    );
    refuses(
        "  separator: \", \"\n",
        "",
        &["phrases.separator", "missing"],
    );
    refuses(
        "  separator: \", \"\n",
        "  separator: \", \"\n  seperator: x\n",
        &["phrases.seperator", "unknown phrase"],
    );
    refuses(
        "search: [category]",
        "search: [categories]",
        &["tools[1].search[0]", "`category`"],
    );
    refuses("search: [category]", "search: []", &["tools[1].search"]);
    refuses(
        "search: [category]",
        "search: [category, category]",
        &["tools[1].search", "twice"],
    );
    refuses(
        "no_matches: failure",
        "no_matches: maybe",
        &["outcomes.no_matches", "`success`"],
    );
    refuses(
        "type: string",
        "type: number",
        &["tools[0].arguments", "`string`"],
    );
}

#[test]
fn placeholders_are_checked() {
    refuses(
        "{kind} '{name}' not found",
        "{sort} '{name}' not found",
        &["errors.not_found.message", "{sort}", "{kind}, {name}"],
    );
    refuses(
        "and {count} more",
        "and {number} more",
        &["phrases.more", "{number}", "{count}"],
    );
    refuses(
        "and {count} more",
        "and } more",
        &["phrases.more", "write it twice"],
    );
    refuses(
        "and {count} more",
        "and {count more",
        &["phrases.more", "write it twice"],
    );
}

#[test]
fn names_are_checked() {
    refuses(
        "name: get_content\n",
        "name: get content\n",
        &["tools[0].name", "[A-Za-z0-9_.-]{1,64}"],
    );
    refuses(
        "      category:\n",
        "      a category:\n",
        &["tools[1].arguments", "\"a category\""],
    );
    let long = format!("name: {}\n", "x".repeat(65));
    refuses("name: get_content\n", &long, &["tools[0].name"]);
    refuses(
        "name: get_category_content\n",
        "name: get_content\n",
        &["tools[1].name", "twice"],
    );
    refuses("command: list", "command: get", &["tools[3].command"]);
    refuses(
        "        role: name\n        type: string\n        required: true\n        description: Exact name of the category\n",
        "        role: pattern\n        type: string\n        required: true\n        description: Exact name of the category\n",
        &["tools[1].arguments.pattern.role", "another argument"],
    );
    refuses(
        "        role: name\n        type: string\n        required: true\n        description: Exact name of the category\n",
        "        role: name\n        type: string\n        description: Exact name of the category\n",
        &["tools[1].arguments", "required argument of role name"],
    );
}

#[test]
fn the_document_role_is_reserved() {
    refuses(
        "role: name",
        "role: document",
        &[
            "tools[0].arguments.category_or_collection.role",
            "reserved",
            "name, pattern",
        ],
    );
}

#[test]
fn descriptions_are_bounded() {
    let long = format!(
        "description: Exact name of the category {}\n",
        "x".repeat(2000)
    );
    refuses(
        "description: Exact name of the category\n",
        &long,
        &["tools[1].arguments.category.description", "limit of 2000"],
    );
}

#[test]
fn what_stands_in_headers_is_checked() {
    refuses(
        "base: guide-boundary",
        "base: 'guide boundary'",
        &["multipart.boundary.base", "' '"],
    );
    refuses(
        "base: guide-boundary",
        "base: 'guide\"'",
        &["multipart.boundary.base"],
    );
    let long = format!("base: {}", "x".repeat(34));
    refuses(
        "base: guide-boundary",
        &long,
        &["multipart.boundary.base", "1 to 33"],
    );
    refuses(
        "  md: text/markdown",
        "  md: text",
        &["media_types.md", "text/markdown"],
    );
    refuses(
        "  md: text/markdown",
        "  md: \"text/x\\r\\nBcc: a\"",
        &["media_types.md"],
    );
    refuses(
        "  md: text/markdown",
        "  md: multipart/mixed",
        &["media_types.md"],
    );
    refuses(
        "guide://category/{category}/{path}",
        "guide://category/{category}",
        &["locations.category", "{path}"],
    );
    refuses(
        "guide://category/{category}/{path}",
        "guide://{categories}/{category}/{path}",
        &["locations.category"],
    );
    refuses(
        "guide://category/{category}/{path}",
        "/{category}/{path}",
        &["locations.category", "URI"],
    );
    refuses(
        "template_suffixes: [.mustache]",
        "template_suffixes: [mustache]",
        &["template_suffixes[0]"],
    );
}

#[test]
fn the_longest_boundary_is_taken() {
    let text = EMBEDDED.replace("base: guide-boundary", &format!("base: {}", "x".repeat(33)));
    Table::load(text.as_bytes(), "own.yaml", &Operations::native()).expect("33 and a UUID make 70");
}

/// A dispatcher over one more operation, which a fifth tool runs.
#[test]
fn the_built_in_table_is_the_yaml_file() {
    let operations = Operations::native();
    let embedded = Table::embedded(&operations).expect("it is sound");
    let loaded = Table::load(EMBEDDED.as_bytes(), "table.yaml", &operations).expect("it is sound");
    assert_eq!(embedded, loaded);
    // Equal maps may differ in their order, which clients see.
    let order = |table: &Table| format!("{:?}", table.tools);
    assert_eq!(order(&embedded), order(&loaded));
}

fn with_operation(operation: Operation) -> Dispatcher {
    let row = format!(
        "\n  - name: fifth\n    title: Fifth\n    description: x\n    operation: {}\n    search: [category]\n    arguments: {{}}\n",
        operation.name
    );
    let operations = Operations::native().with(operation);
    let text = format!("{}{row}", EMBEDDED.trim_end());
    let table = Table::load(text.as_bytes(), "own.yaml", &operations).expect("it is sound");
    let session = Session::new(Source::Named(env!("CARGO_MANIFEST_DIR").into()));
    Dispatcher::new(table, session, operations)
}

fn panicking() -> Dispatcher {
    with_operation(Operation {
        name: "panic",
        needs_name: false,
        run: |request| panic!("nobody foresaw {:?}", request.name),
    })
}

#[test]
fn a_panic_is_a_failure_of_type_unknown() {
    let dispatcher = panicking();
    let call = |tool| {
        let reply = dispatcher.call(&Call {
            tool,
            arguments: &Map::new(),
            roots: &Roots::None,
            cancelled: &|| false,
        });
        let json = reply.expect("a reply").to_json();
        serde_json::from_str::<Value>(&json).expect("JSON")
    };
    for _ in 0..2 {
        let reply = call("fifth");
        assert_eq!(
            reply,
            json!({
                "success": false,
                "error": "Unexpected error while running fifth; the server's log has the details",
                "error_type": "unknown",
                "instruction": "Present this error to the user and take no further action. Do NOT retry.",
            })
        );
        assert_eq!(call("list_content")["success"], true);
    }
}

#[tokio::test]
async fn the_server_lives_on_after_a_panic() {
    let (client, server) = tokio::io::duplex(1 << 16);
    tokio::spawn(async move {
        let service = Server::new(Arc::new(panicking())).serve(server).await;
        service.expect("it initializes").waiting().await
    });
    let client = ().serve(client).await.expect("the server initializes");
    for _ in 0..3 {
        let result = client
            .call_tool(CallToolRequestParams::new("fifth"))
            .await
            .expect("a result");
        assert_eq!(result.is_error, Some(true));
        let result = client
            .call_tool(CallToolRequestParams::new("list_content"))
            .await
            .expect("a result");
        assert_eq!(result.is_error, Some(false));
    }
}

#[test]
fn composite_media_types_are_refused_in_any_case() {
    for composite in [
        "Multipart/mixed",
        "MULTIPART/x",
        "message/rfc822",
        "Message/rfc822",
        "MESSAGE/partial",
    ] {
        let row = format!("  md: {composite}");
        refuses(
            "  md: text/markdown",
            &row,
            &["media_types.md", "neither a multipart nor a message type"],
        );
    }
}

#[test]
fn a_media_type_is_two_restricted_names() {
    let long = format!("text/{}", "x".repeat(128));
    let longer = format!("{}/x", "x".repeat(128));
    for bad in [
        "'text/'",
        "'/x'",
        "text/x/y",
        "'text/x; a=b'",
        "'text /x'",
        "text/.x",
        "+x/y",
        "text/ä",
        "'text/*'",
        "\"text/x\\0\"",
        "''",
        &long,
        &longer,
    ] {
        let row = format!("  md: {bad}");
        refuses(
            "  md: text/markdown",
            &row,
            &["media_types.md", "type/subtype"],
        );
    }
    let longest = format!("{}/{}", "x".repeat(127), "y".repeat(127));
    for good in [
        "Text/Markdown",
        "application/vnd.a.b+json",
        "x/1!#$&-^_.+",
        &longest,
    ] {
        let text = EMBEDDED.replacen("md: text/markdown", &format!("md: '{good}'"), 1);
        let table = Table::load(text.as_bytes(), "own.yaml", &Operations::native());
        let table = table.unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(table.media_type("a.md"), good);
    }
}

#[test]
fn an_extension_in_capitals_is_another_one() {
    let rows = "  md: text/markdown\n  C: text/x-capital\n  MD: text/x-shouted";
    let text = EMBEDDED.replacen("  md: text/markdown", rows, 1);
    let table = Table::load(text.as_bytes(), "own.yaml", &Operations::native());
    let table = table.unwrap_or_else(|error| panic!("{error}"));
    let types = ["a.c", "a.C", "a.md", "a.MD", "a.Md"].map(|name| table.media_type(name));
    assert_eq!(
        types,
        [
            "text/x-c",
            "text/x-capital",
            "text/markdown",
            "text/x-shouted",
            "text/markdown"
        ]
    );
}

const CATEGORY: &str = "guide://category/{category}/{path}";
const COLLECTION: &str = "guide://collection/{collection}/category/{category}/{path}";

#[test]
fn locations_under_which_two_documents_share_a_uri_are_refused() {
    // Each beside the other shape of the default table, or beside the one here.
    for (category, collection) in [
        (CATEGORY, "guide://category/{collection}/{category}/{path}"),
        (CATEGORY, "guide://category/{category}/{collection}/{path}"),
        (
            "guide://a/{category}/{path}",
            "guide://a/{collection}/b/{category}/{path}",
        ),
        (
            "guide://a/b/{category}/{path}",
            "guide://a/{collection}/{category}/{path}",
        ),
        (
            "guide://a/{category}/b/{path}",
            "guide://a/b/{collection}/{category}/{path}",
        ),
    ] {
        let text = EMBEDDED
            .replacen(CATEGORY, category, 1)
            .replacen(COLLECTION, collection, 1);
        let error = Table::load(text.as_bytes(), "own.yaml", &Operations::native())
            .err()
            .unwrap_or_else(|| panic!("{category} beside {collection} loads"));
        assert_eq!(error.path, "locations");
        assert!(error.problem.contains("the same URI"), "{error}");
    }
}

#[test]
fn locations_that_stay_apart_load() {
    for (category, collection) in [
        (CATEGORY, COLLECTION),
        (
            "guide://a/{category}/{path}",
            "guide://b/{collection}/{category}/{path}",
        ),
        (
            "guide://a/x/{category}/{path}",
            "guide://a/y/{collection}/{category}/{path}",
        ),
        (
            "guide://a/{category}/x/{path}",
            "guide://a/{collection}/y/{category}/{path}",
        ),
        (
            "guide://a/{category}/{path}",
            "guide://a/{collection}/@/{category}/{path}",
        ),
        (
            "one://a/{category}/{path}",
            "two://a/{collection}/{category}/{path}",
        ),
    ] {
        let text = EMBEDDED
            .replacen(CATEGORY, category, 1)
            .replacen(COLLECTION, collection, 1);
        Table::load(text.as_bytes(), "own.yaml", &Operations::native())
            .unwrap_or_else(|error| panic!("{category} beside {collection}: {error}"));
    }
}

#[test]
fn a_location_that_others_would_read_differently_is_refused() {
    for shape in [
        "guide://a?b/{category}/{path}",
        "guide://a/x?y/{category}/{path}",
        "guide://a/x#y/{category}/{path}",
        "guide://a/%zz/{category}/{path}",
        "guide://a/%41/{category}/{path}",
        "guide://a//{category}/{path}",
        "guide://a/./{category}/{path}",
        "guide://a/../{category}/{path}",
        "guide:///{category}/{path}",
        "guide://{category}/{path}",
        "guide://A/{category}/{path}",
        "Guide://a/{category}/{path}",
        "guide://a:1/{category}/{path}",
        "guide://me@a/{category}/{path}",
        "guide://a/[x]/{category}/{path}",
        "guide://a/x{category}/{path}",
        "guide://a/{category}{path}",
        "guide://a/{category}/{path}/",
        "guide://a/{category}/{path}/x",
        "guide://a/{category}/{category}/{path}",
        "guide://a/{collection}/{category}/{path}",
        "guide://a/ä/{category}/{path}",
        "guide://a/|/{category}/{path}",
        "guide:/a/{category}/{path}",
        "//a/{category}/{path}",
    ] {
        let quoted = format!("\"{shape}\"");
        refuses(CATEGORY, &quoted, &["locations.category: "]);
    }
}

#[test]
fn a_fault_shows_nothing_that_is_hidden_and_no_more_than_it_must() {
    let long = format!("\"\\x1b\\u202e{}\": x", "x".repeat(5_000));
    for (old, new) in [
        (
            "  md: text/markdown",
            format!("  \"\\x1b\\u202e\\n.{}\": x", "x".repeat(5_000)),
        ),
        (
            "  separator: \", \"\n",
            format!("  separator: x\n  {long}\n"),
        ),
        ("outcomes:\n", format!("{long}\noutcomes:\n")),
        (
            "name: get_content\n",
            format!("name: \"\\e\\u202e{}\"\n", "x".repeat(5_000)),
        ),
        (
            "operation: list\n",
            format!("operation: \"\\e\\u202e{}\"\n", "x".repeat(300)),
        ),
        (
            "and {count} more",
            format!("and {{\\e\\u202e{}}} more", "x".repeat(5_000)),
        ),
        (
            CATEGORY,
            "\"guide://a/\\e\\u202e/{category}/{path}\"".to_owned(),
        ),
    ] {
        let said = fault(old, &new);
        let hidden = |c: char| c.is_control() || c == '\u{202e}';
        assert!(!said.contains(hidden), "{said:?}");
        assert!(said.len() < 5_000, "{} bytes are said", said.len());
        assert!(
            said.contains("\\u{1b}") || said.contains("line "),
            "{said:?}"
        );
    }
}

#[test]
fn the_reference_hides_nothing_and_its_cells_hold() {
    let text = EMBEDDED
        .replacen("Exact name of the category\n", "\"\\e a|b \\u202E `\"\n", 1)
        .replacen(
            "examples: [guidelines]",
            "examples: [\"\\u2066|\\u0085\"]",
            1,
        );
    let table = Table::load(text.as_bytes(), "own.yaml", &Operations::native()).expect("sound");
    let reference = mcp_guide::docs::markdown(&table);
    let hidden = |c: char| c != '\n' && c.is_control() || matches!(c, '\u{202e}' | '\u{2066}');
    assert!(!reference.contains(hidden), "{reference}");
    let row =
        "| `category` | string | required | \\u{1b} a\\|b \\u{202e} \\` | \\u{2066}\\|\\u{85} |\n";
    assert!(reference.contains(row), "{reference}");
}
