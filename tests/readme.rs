//! What the README shows is what the program does: its examples are run, and its
//! tables and figures are held against where they come from.

#![allow(
    clippy::disallowed_methods,
    clippy::expect_used,
    clippy::panic,
    missing_docs,
    reason = "a test makes its files, and says by a panic what did not hold"
)]

mod process;

use mcp_guide::cli::init::MAX_CATEGORIES;
use mcp_guide::documents::pattern;
use mcp_guide::documents::survey::Bounds;
use mcp_guide::format::{mustache, named, shown, yaml};
use mcp_guide::mcp::{handler, serve, transport};
use mcp_guide::project::guide::{Limits, MAX_EXCLUDED, MAX_LIMIT, Project};
use mcp_guide::spec::EMBEDDED;
use process::{project, run};
use serde_json::Value;

const README: &str = include_str!("../README.md");
const SECURITY: &str = include_str!("../SECURITY.md");

/// The code blocks of the README in one language, in order.
fn blocks(language: &str) -> Vec<&'static str> {
    let fence = format!("```{language}\n");
    let mut blocks = README.split(&*fence).skip(1);
    let cut = |block: &'static str| block.split("```").next().expect("a block");
    blocks.by_ref().map(cut).collect()
}

/// The rows of the README's table with this head, their cells trimmed.
#[track_caller]
fn table(head: &str) -> Vec<Vec<&'static str>> {
    let (_, after) = README.split_once(head).expect("a table with this head");
    let rows = after.lines().skip(2);
    rows.take_while(|line| line.starts_with('|'))
        .map(|line| {
            let cells = line.trim_matches('|').split(" | ");
            cells.map(str::trim).collect()
        })
        .collect()
}

fn built_in() -> Value {
    serde_yaml::from_str(EMBEDDED).expect("YAML")
}

#[test]
fn the_examples_print_what_they_show() {
    let style = "# Style\n\nWrite short functions.\n";
    let tests = "# Tests\n\nEvery fix has a test — name it after the issue.\n";
    let guide = blocks("yaml")[0];
    let folder = project(&[
        ("guide.yaml", guide),
        ("docs/guidelines/style.md", style),
        ("docs/guidelines/testing.md", tests),
        ("docs/examples/a.md", "a"),
    ]);
    let examples = blocks("console");
    assert_eq!(examples.len(), 3);
    for example in examples {
        let (command, shown) = example
            .split_once('\n')
            .expect("a command, then its output");
        let command = command.strip_prefix("$ mcp-guide ").expect("a command");
        let ran = run(folder.path(), &command.split(' ').collect::<Vec<_>>());
        assert_eq!(ran.out.replace("\r\n", "\n"), shown, "{command}");
    }
    // Header and delimiter lines end in CRLF, and no others do.
    let ran = run(folder.path(), &["get", "guidelines"]);
    let between = "\r\nContent-Length: 32\r\n\r\n# Style\n\nWrite short functions.\n\r\n--guide";
    assert!(ran.out.contains(between), "{:?}", ran.out);
    let ran = run(folder.path(), &["get", "onboarding", "style.md"]);
    assert_eq!(ran.out, style);
    let ran = run(folder.path(), &["get", "onboarding", "*"]);
    for category in ["guidelines/style.md", "examples/a.md"] {
        let location =
            format!("Content-Location: guide://collection/onboarding/category/{category}\r\n");
        assert!(ran.out.contains(&location), "{}", ran.out);
    }
}

#[test]
fn the_example_of_a_project_has_the_defaults_as_its_limits() {
    let shown = Project::parse(blocks("yaml")[0].as_bytes()).expect("it loads");
    let silent = Project::parse(b"categories: {}").expect("it loads");
    let Limits {
        file_bytes,
        response_bytes,
    } = silent.limits;
    assert_eq!(shown.limits.file_bytes, file_bytes);
    assert_eq!(shown.limits.response_bytes, response_bytes);
    for (field, default) in [
        ("limits.file_bytes", file_bytes),
        ("limits.response_bytes", response_bytes),
    ] {
        let row = format!("| `{field}` | number, default {default}, at most {MAX_LIMIT} |");
        assert!(README.contains(&row), "{row}");
    }
}

#[test]
fn the_tools_are_the_tables() {
    let table_rows = table("| tool | arguments | returns |");
    let built_in = built_in();
    let tools = built_in["tools"].as_array().expect("tools");
    assert_eq!(table_rows.len(), tools.len());
    for (row, tool) in table_rows.iter().zip(tools) {
        let arguments = tool["arguments"].as_object().expect("arguments");
        let arguments: Vec<String> = (arguments.iter())
            .map(|(name, argument)| {
                let required = argument["required"] == true;
                format!("`{name}`{}", if required { "" } else { "?" })
            })
            .collect();
        let name = tool["name"].as_str().expect("a name");
        assert_eq!(row[..2], [format!("`{name}`"), arguments.join(", ")]);
    }
}

#[test]
fn the_error_types_and_instructions_are_the_tables() {
    let rows = table("| `error_type` | when | `instruction` |");
    let built_in = built_in();
    let errors = built_in["errors"].as_object().expect("errors");
    assert_eq!(rows.len(), errors.len());
    for (row, (kind, error)) in rows.iter().zip(errors) {
        assert_eq!(row[0], format!("`{kind}`"));
        assert_eq!(row[2], error["instruction"].as_str().expect("words"));
    }
}

#[test]
fn the_commands_are_the_programs() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let help = run(folder.path(), &["--help"]).out;
    let (_, after) = help.split_once("Commands:\n").expect("commands");
    let lines = after.lines().take_while(|line| !line.is_empty());
    let names = lines.filter_map(|line| line.split_whitespace().next());
    let mut names: Vec<&str> = names.filter(|name| *name != "help").collect();
    let rows = table("| command | does | exit code |");
    let first = |row: &Vec<&'static str>| row[0].trim_matches('`').split(' ').next();
    let mut told: Vec<&str> = rows.iter().filter_map(first).collect();
    names.sort_unstable();
    told.sort_unstable();
    assert_eq!(told, names);
}

#[test]
fn the_limits_are_the_programs() {
    let limits = table("| what | limit |");
    let bounds = Bounds::default();
    let figures = [
        (
            "`guide.yaml`, a table",
            format!("{} lists and mappings", yaml::MAX_DEPTH),
        ),
        (
            "`guide.yaml`, a table",
            format!("{} events", thousands(yaml::MAX_EVENTS)),
        ),
        (
            "`guide.yaml`, a table",
            format!("or {} KiB", yaml::MIN_EXPANSION >> 10),
        ),
        (
            "one rendered template",
            format!("{} partials", mustache::MAX_DEPTH),
        ),
        (
            "one rendered template",
            format!("{} steps", thousands(mustache::MAX_STEPS)),
        ),
        (
            "what `init` looks at",
            format!("{} files and directories", thousands(bounds.all)),
        ),
        (
            "what `init` looks at",
            format!("{} of one directory", thousands(bounds.of_one)),
        ),
        (
            "what `init` looks at",
            format!("{} categories", thousands(MAX_CATEGORIES)),
        ),
        (
            "a pattern",
            format!("{} bytes", thousands(pattern::MAX_BYTES)),
        ),
        (
            "a pattern",
            format!("{} components", pattern::MAX_COMPONENTS),
        ),
        (
            "a pattern",
            format!("{} alternatives", pattern::MAX_ALTERNATIVES),
        ),
        (
            "`exclude` of all categories",
            format!("{} patterns", thousands(MAX_EXCLUDED)),
        ),
        ("names in a message", format!("{},", named::MAX_NAMED)),
        (
            "what a listing cannot read",
            format!("{} lines", named::MAX_NAMED),
        ),
        (
            "calls that run or wait to be sent",
            format!("{};", handler::MAX_CALLS),
        ),
        (
            "answers that the client has not read",
            format!("{};", transport::MAX_UNSENT),
        ),
        (
            "after the end of input",
            format!("{} seconds", serve::PATIENCE.as_secs()),
        ),
        (
            "`limits.file_bytes`, `limits.response_bytes`",
            format!("{} GiB", MAX_LIMIT >> 30),
        ),
    ];
    for (what, figure) in figures {
        let row = limits.iter().find(|row| row[0] == what);
        let row = row.unwrap_or_else(|| panic!("no row {what}"));
        assert!(
            row[1].contains(&figure),
            "{what}: {figure} is not in {:?}",
            row[1]
        );
    }
    let echoed = format!("of {} characters each", shown::MAX_ECHO);
    assert!(SECURITY.contains(&echoed), "{echoed}");
}

/// A number as the README writes it.
fn thousands(number: usize) -> String {
    match number {
        0..1_000 => number.to_string(),
        _ => format!("{},{:03}", thousands(number / 1_000), number % 1_000),
    }
}

/// What the README says of a category that excludes and hides something.
#[test]
fn a_category_serves_what_is_said() {
    let folder = project(&[
        ("guide.yaml", blocks("yaml")[1]),
        ("intro.md", "intro"),
        ("drafts/a.md", "a"),
        ("x/node_modules/b.md", "b"),
        ("c.key", "c"),
        (".c.key", "c"),
        (".env", "KEY=1"),
        (".git/config", "[core]"),
        (".github/a/d.md", "d"),
    ]);
    for (pattern, found) in [
        ("intro.md", "intro"),
        (".github/a/d.md", "d"),
        ("drafts/a.md", ""),
        ("x/node_modules/b.md", ""),
        ("c.key", ""),
        (".c.key", ""),
        (".env", ""),
        (".git/config", ""),
        (".git/**", ""),
    ] {
        let ran = run(folder.path(), &["get", "docs", pattern]);
        assert_eq!(ran.out, found, "{pattern}: {}", ran.err);
    }
}

/// Every pattern of the README's table, on a tree made for it.
#[test]
fn the_patterns_match_what_the_table_says() {
    let folder = project(&[
        (
            "guide.yaml",
            "categories: {c: {dir: c, patterns: ['**'], hidden: true}}\n",
        ),
        ("c/intro.md", "1"),
        ("c/intro.tar.gz", "2"),
        ("c/intro", "3"),
        ("c/intro.md.bak", "4"),
        ("c/a.md", "5"),
        ("c/b.md", "6"),
        ("c/x/y/z.py", "7"),
        ("c/z.py", "8"),
        ("c/[slug].md", "9"),
        ("c/s.md", "10"),
        ("c/.github/ci.yml", "11"),
        ("c/!a.md", "12"),
    ]);
    let cases: &[(&str, &[&str])] = &[
        (
            "*.md",
            &["!a.md", "[slug].md", "a.md", "b.md", "intro.md", "s.md"],
        ),
        ("?.md", &["a.md", "b.md", "s.md"]),
        ("[ab].md", &["a.md", "b.md"]),
        ("[a-b].md", &["a.md", "b.md"]),
        ("[!a].md", &["b.md", "s.md"]),
        ("[^a].md", &["b.md", "s.md"]),
        ("**/*.py", &["x/y/z.py", "z.py"]),
        ("x/**", &["x/y/z.py"]),
        ("{a,{b,nothing}}.md", &["a.md", "b.md"]),
        (
            "intro",
            &["intro", "intro.md", "intro.md.bak", "intro.tar.gz"],
        ),
        ("intro.md", &["intro.md"]),
        ("x/", &["x/y/z.py"]),
        ("[slug].md", &["[slug].md"]),
        (".github/*", &[".github/ci.yml"]),
        ("./!a.md", &["!a.md"]),
        ("*/*.yml", &[]),
        ("INTRO.md", &[]),
    ];
    for (pattern, paths) in cases {
        let ran = run(folder.path(), &["list", "c", pattern]);
        let rows = ran.out.lines().filter_map(|line| {
            let location = line.strip_prefix("| guide://category/c/")?;
            location.split(' ').next()
        });
        let rows: Vec<String> = rows
            .map(|path| {
                path.replace("%21", "!")
                    .replace("%5B", "[")
                    .replace("%5D", "]")
            })
            .collect();
        assert_eq!(rows, *paths, "{pattern}: {}{}", ran.out, ran.err);
    }
    for refused in ["../a", "/a", "C:/a", "a\\b"] {
        let ran = run(folder.path(), &["get", "c", refused, "--json"]);
        assert!(
            ran.out.contains("\"invalid_pattern\""),
            "{refused}: {}",
            ran.out
        );
    }
}

/// The example of templates, and what is said of it.
#[test]
fn a_category_renders_as_is_said() {
    let guide = blocks("yaml")
        .into_iter()
        .find(|block| block.contains("render: true"));
    let template = "{{product}}{{#versions}} {{.}}{{/versions}}{{^versions}}none{{/versions}}{{! x }} {{tone}}";
    let folder = project(&[
        ("guide.yaml", guide.expect("an example of templates")),
        ("docs/a.md.mustache", template),
        (
            "docs/b.md.mustache",
            "{{>parts/head}} {{document.path}}{{more}}",
        ),
        ("docs/parts/_head.md.mustache", "{{category.name}}"),
        ("docs/parts/head.mustache", "another"),
    ]);
    let ran = run(folder.path(), &["get", "docs", "a"]);
    assert_eq!((&*ran.out, &*ran.err), ("Acme 1 2 plain", ""));
    let ran = run(folder.path(), &["get", "docs", "b"]);
    assert_eq!(ran.out, "docs b.md");
    assert!(ran.err.contains("more in b.md.mustache"), "{}", ran.err);
}
