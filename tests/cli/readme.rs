//! What the README and the pages show is what the program does: their examples are run,
//! their links lead somewhere, and their tables and figures are held against where they
//! come from.

mod answers;
mod declared;
mod links;
mod page;
mod picture;
mod shell;

use std::path::Path;

use crate::process::{project, run};
use mcp_guide::limits::{MAX_BYTES_LIMIT, MAX_INDEX_LIMIT};
use mcp_guide::project::Project;
use mcp_guide::project::guide_file::Limits;
use mcp_guide::table::EMBEDDED;
use page::Page;
use serde_json::Value;
use snapbox::{Data, assert_data_eq};

fn built_in() -> Value {
    serde_yaml::from_str(EMBEDDED).expect("YAML")
}

#[test]
fn the_examples_print_what_they_show() {
    let style = "# Style\n\nWrite short functions.\n";
    let tests = "# Tests\n\nEvery fix has a test — name it after the issue.\n";
    let pages = Page::read("docs/guide-yaml.md");
    let guide = pages.code("yaml")[0];
    let folder = project(&[
        ("guide.yaml", guide),
        ("docs/guidelines/style.md", style),
        ("docs/guidelines/testing.md", tests),
        ("docs/examples/a.md", "a"),
    ]);
    let answers = Page::read("docs/answers.md");
    let examples = answers.code("console");
    assert_eq!(examples.len(), 3);
    for example in examples {
        let (command, shown) = example.split_once('\n').expect("a command, then its output");
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
        let location = format!("Content-Location: guide://collection/onboarding/category/{category}\r\n");
        assert!(ran.out.contains(&location), "{}", ran.out);
    }
}

#[test]
fn the_example_of_a_project_has_the_defaults_as_its_limits() {
    let page = Page::read("docs/guide-yaml.md");
    let shown = Project::parse(page.code("yaml")[0].as_bytes()).expect("it loads");
    let silent = Project::parse(b"categories: {}").expect("it loads");
    let Limits { file_bytes, response_bytes, index_bytes } = silent.limits;
    assert_eq!(shown.limits.file_bytes, file_bytes);
    assert_eq!(shown.limits.response_bytes, response_bytes);
    for (field, default, most) in [
        ("limits.file_bytes", file_bytes, MAX_BYTES_LIMIT),
        ("limits.response_bytes", response_bytes, MAX_BYTES_LIMIT),
        ("limits.index_bytes", index_bytes, MAX_INDEX_LIMIT),
    ] {
        let row = format!("| `{field}` | number, default {default}, at most {most} |");
        assert!(page.text.contains(&row), "{row}");
    }
}

#[test]
fn the_tools_are_the_tables() {
    let page = Page::read("README.md");
    assert!(page.text.lines().count() <= 110, "the front page is short");
    let table_rows = page.table("| tool | arguments | returns |");
    let built_in = built_in();
    let tools = built_in["tools"].as_array().expect("tools");
    for tool in tools {
        let name = format!("`{}`", tool["name"].as_str().expect("a name"));
        let Some(row) = table_rows.iter().find(|row| row[0] == name) else {
            assert!(page.text.contains(&name), "{name}");
            continue;
        };
        let arguments = tool["arguments"].as_object().expect("arguments");
        let arguments: Vec<String> = (arguments.iter())
            .map(|(name, argument)| {
                let required = argument["required"] == true;
                format!("`{name}`{}", if required { "" } else { "?" })
            })
            .collect();
        assert_eq!(row[1], arguments.join(", "));
    }
    let known = |row: &&Vec<&str>| {
        tools.iter().any(|tool| row[0] == format!("`{}`", tool["name"].as_str().unwrap_or_default()))
    };
    assert_eq!(table_rows.iter().filter(known).count(), table_rows.len());
}

#[test]
fn the_error_types_are_the_tables() {
    let page = Page::read("docs/answers.md");
    let rows = page.table("| `error_type` | when |");
    let built_in = built_in();
    let errors = built_in["errors"].as_object().expect("errors");
    assert_eq!(rows.len(), errors.len());
    for (row, kind) in rows.iter().zip(errors.keys()) {
        assert_eq!(row[0], format!("`{kind}`"));
    }
}

#[test]
fn the_commands_are_the_programs() {
    let folder = laws::folder();
    let help = run(folder.path(), &["--help"]).out;
    let (_, after) = help.split_once("Commands:\n").expect("commands");
    let lines = after.lines().take_while(|line| !line.is_empty());
    let names = lines.filter_map(|line| line.split_whitespace().next());
    let mut names: Vec<&str> = names.filter(|name| *name != "help").collect();
    let page = Page::read("docs/command-line.md");
    let rows = page.table("| command | does | exit code |");
    let first = |row: &Vec<&str>| row[0].trim_matches('`').split(' ').next().map(str::to_owned);
    let mut told: Vec<String> = rows.iter().filter_map(first).collect();
    names.sort_unstable();
    told.sort_unstable();
    assert_eq!(told, names);
}

/// The fields of `guide.yaml`, in the table and in the schema.
#[test]
fn the_fields_are_the_schemas() {
    fn fields(schema: &Value, node: &Value, at: &str, found: &mut Vec<String>) {
        let node = match node["$ref"].as_str() {
            Some(path) => schema.pointer(path.trim_start_matches('#')).expect("a definition"),
            None => node,
        };
        for one in node["anyOf"].as_array().into_iter().flatten() {
            fields(schema, one, at, found);
        }
        for (name, node) in node["properties"].as_object().into_iter().flatten() {
            let at = format!("{at}{name}");
            found.push(at.clone());
            fields(schema, node, &format!("{at}."), found);
        }
        if node["additionalProperties"].is_object() {
            let at = at.strip_suffix('.').map(|at| format!("{at}.NAME."));
            let at = at.unwrap_or_default();
            fields(schema, &node["additionalProperties"], &at, found);
        }
    }
    let folder = laws::folder();
    let schema = run(folder.path(), &["schema"]).out;
    let schema: Value = serde_json::from_str(&schema).expect("JSON");
    let mut due = Vec::new();
    fields(&schema, &schema, "", &mut due);
    // Told by its fields.
    due.retain(|field| !["limits", "search", "check"].contains(&&**field));
    let page = Page::read("docs/guide-yaml.md");
    let rows = page.table("| field | type | meaning |");
    let mut told: Vec<&str> = rows.iter().map(|row| row[0].trim_matches('`')).collect();
    due.sort_unstable();
    told.sort_unstable();
    assert_eq!(told, due);
}

/// `SNAPSHOTS=overwrite` writes docs/tools.md.
#[test]
fn the_tools_reference_is_the_programs() {
    let folder = laws::folder();
    let printed = run(folder.path(), &["docs"]).out;
    let kept = Path::new(page::ROOT).join("docs/tools.md");
    assert_data_eq!(printed, Data::read_from(&kept, None).raw());
}

/// The clients whose patterns were measured, header by header, as a table.
fn measured_cells() -> String {
    let data = include_str!("../../rule-files/data/rule-files.json");
    let data: Value = serde_json::from_str(data).expect("JSON");
    let mut table =
        "| client | measured | headers | cells | headers that are read otherwise |\n|---|---|--:|--:|--:|\n"
            .to_owned();
    for client in data["cells"].as_array().expect("clients") {
        let rows = client["rows"].as_array().expect("rows");
        let text = |key: &str| client[key].as_str().expect("a string");
        let cells: usize = rows.iter().map(|row| row["cells"].as_array().map_or(0, Vec::len)).sum();
        let differ = rows.iter().filter(|row| !row["differs"].is_null()).count();
        let (name, version, date) = (text("client"), text("version"), text("date"));
        table += &format!("| {name} {version} | {date} | {} | {cells} | {differ} |\n", rows.len());
    }
    table
}

/// `UPDATE=1` writes the tables of docs/rule-files.md.
#[allow(clippy::disallowed_methods, reason = "it writes the page")]
#[test]
fn the_dialects_are_the_tables() {
    let table: Value = serde_yaml::from_str(rule_files::DIALECTS_YAML).expect("YAML");
    let texts = |value: &Value| -> Vec<String> {
        let items = value.as_array().into_iter().flatten();
        items.map(|item| item.as_str().map_or_else(|| item.to_string(), str::to_owned)).collect()
    };
    let code =
        |texts: Vec<String>| texts.iter().map(|text| format!("`{text}`")).collect::<Vec<_>>().join(", ");
    let mut loaded = "| files | loaded by | source |\n|---|---|---|\n".to_owned();
    // Rows that follow each other and differ by their files only are one.
    let mut rows: Vec<(String, String)> = Vec::new();
    for of in table["dialects"].as_array().expect("rows") {
        // Rows that others add may lack these.
        for column in ["depth", "loads", "category", "url", "date", "evidence"] {
            assert!(!of[column].is_null(), "{}: {column}", of["name"]);
        }
        let columns = of["matching"].as_object().map_or(0, serde_json::Map::len);
        let due = if of["matcher"] == "folder" { 0 } else { 8 };
        assert_eq!(columns, due, "{}", of["name"]);
        let text = |key: &str| of[key].as_str().unwrap_or_default().to_owned();
        let mut keys = code(texts(&of["keys"]));
        let modes = &of["modes"];
        let meanings = [
            ("always", "always"),
            ("never", "never"),
            ("described", "described"),
            ("matched", "only by its patterns"),
        ];
        for (mode, meaning) in meanings {
            let values = texts(&modes[mode]);
            if !values.is_empty() {
                let between = if keys.is_empty() { "" } else { "; " };
                keys = format!(
                    "{keys}{between}`{}: {}`: {meaning}",
                    modes["key"].as_str().expect("a key"),
                    values.join("`, `")
                );
            }
        }
        let without = match of["empty"].as_str() {
            Some(empty) => format!("{}; `[]`: {empty}", text("without")),
            None => text("without"),
        };
        let loads = of["loads"].as_array().into_iter().flatten().map(|load| {
            let mut when = texts(&load["always"]);
            when.extend(texts(&load["matched"]));
            when.dedup();
            let unless: Vec<String> = texts(&load["unless"]).iter().map(|name| format!("`{name}`")).collect();
            let unless = match &*unless {
                [] => String::new(),
                names => format!(", unless {}", names.join(", ")),
            };
            let replaced = texts(&load["replaced"]);
            let replaced = replaced.iter().map(|name| format!(", replaced by `{name}`")).collect::<String>();
            let cuts = load["cuts"].as_object().map_or_else(String::new, |cuts| {
                let text = |key: &str| cuts[key].as_str().expect("a word");
                let of = if text("of") == "file" { "each" } else { "in total" };
                format!(", at most {} {} {of}", cuts["most"], text("unit"))
            });
            let imports = if load["imports"] == true { ", with imports" } else { "" };
            format!(
                "{} ({}{imports}{cuts}{unless}{replaced})",
                load["client"].as_str().expect("a client"),
                when.join(", ")
            )
        });
        let loads = loads.collect::<Vec<_>>().join("; ");
        let loads = if loads.is_empty() { "no client" } else { &loads };
        let versions = of["with"].as_str().map(|with| {
            let measured = with.split(", ").filter_map(|client| client.rsplit_once(' '));
            let measured = measured
                .map(|(name, version)| format!("{} {version}", name.to_lowercase().replace(' ', "-")));
            measured.collect::<Vec<_>>().join(", ")
        });
        let from = versions.unwrap_or_else(|| text("date"));
        let from = format!("[page]({}), {from}", text("url"));
        let files = code(texts(&of["files"]));
        loaded += &format!("| {files} | {loads} | {from} |\n");
        // The page says of all others that they apply to their folder.
        if keys.is_empty() {
            assert_eq!((&*without, &*text("matcher")), ("always", "folder"), "{}", of["name"]);
        } else {
            let cells = format!("{keys} | {without} | `{}`", text("matcher"));
            match rows.last_mut() {
                Some((all, last)) if *last == cells => *all += &format!(", {files}"),
                _ => rows.push((files, cells)),
            }
        }
    }
    let mut patterns = "| files | patterns | without | matcher |\n|---|---|---|---|\n".to_owned();
    patterns.extend(rows.iter().map(|(files, cells)| format!("| {files} | {cells} |\n")));
    let path = Path::new(page::ROOT).join("docs/rule-files.md");
    let page = std::fs::read_to_string(&path).expect("a page").replace("\r\n", "\n");
    let mut due = page.clone();
    for (name, rows) in [("loads", loaded), ("patterns", patterns), ("cells", measured_cells())] {
        let begin = format!("<!-- dialects: {name} -->\n");
        let (before, rest) = due.split_once(&begin).expect("a beginning");
        let (_, after) = rest.split_once("<!-- end -->").expect("an end");
        due = format!("{before}{begin}{rows}<!-- end -->{after}");
    }
    if std::env::var_os("UPDATE").is_some() {
        std::fs::write(&path, &due).expect("it can be written");
    }
    assert!(page == due, "run it with UPDATE=1 to write the table");
    assert_eq!(
        Some(serde_json::from_value(table).expect("rows")),
        mcp_guide::Table::embedded().ok().map(|of| of.formats.dialects)
    );
}
