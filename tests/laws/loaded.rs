//! The laws of what loads: it can be used.

use std::fs;
use std::os::unix::fs::symlink;
use std::path::Path;

use camino::Utf8PathBuf;
use mcp_guide::Server;
use mcp_guide::project::Project as Loaded;
use mcp_guide::project::session::{Session, Source};
use mcp_guide::table::{Role, Table};
use serde_json::{Map, Value, json};
use tempfile::TempDir;

use super::dispatch::{Answer, ask, fixture, well_formed};
use super::{Verdict, ensure, folder, table, timed, yaml};

/// The most bytes of a file that is used: larger ones are there to be loaded.
const MOST: usize = 8 << 10;
/// How many names of one project are asked for.
const NAMES: usize = 8;

/// A folder with some of what this repository's own project serves, and the file
/// where it loads as a project.
pub fn stored(content: &[u8]) -> Option<TempDir> {
    let includes = content.windows(7).any(|text| text == b"include");
    let loads = content.len() <= MOST && !includes && Loaded::parse(content).is_ok();
    if !loads {
        return None;
    }
    let folder = folder();
    for (path, text) in [
        ("README.md", "# Read\n"),
        ("docs/testing.md", "# Tests\r\n"),
        ("docs/old.md.mustache", "{{old}}"),
        ("spec/README.md", "\u{dc}ber"),
        ("spec/table.yaml", "a: b\n"),
        ("features/errors.feature", "Feature: a\n--guide-boundary\n"),
        ("src/lib.rs", "//! A\n"),
        ("src/b.rs", "//! B\0\n"),
    ] {
        let path = folder.path().join(path);
        fs::create_dir_all(path.parent().expect("a parent")).expect("a new directory");
        fs::write(path, text).expect("a new file");
    }
    symlink("/", folder.path().join("src/out.rs")).expect("a new link");
    fs::write(folder.path().join("guide.yaml"), content).expect("a project");
    Some(folder)
}

/// The engine on the project that it finds in a folder: one that may not leave it.
pub fn engine(folder: &Path, tool: &str, arguments: &Map<String, Value>) -> Answer {
    let folder = Utf8PathBuf::from_path_buf(folder.to_owned()).expect("a UTF-8 path");
    let session = Session::new(Source::Search { from: Some(folder) });
    let server = Server::new(table().clone(), session);
    ask(&server, tool, arguments)
}

/// All that a project names is known: it is listed and fetched with a Result that is well
/// formed.
///
/// Returns how many answers there were.
pub fn project(
    folder: &Path,
    content: &[u8],
    subject: impl Fn(&Path, &str, &Map<String, Value>) -> Answer,
) -> Result<usize, String> {
    // How it is written has laws of its own.
    let file = yaml::engine(content).map_err(|problem| format!("no YAML: {problem}"))?;
    let mut calls = vec![("list_content".to_owned(), json!({}))];
    for (key, kind) in [("categories", "category"), ("collections", "collection")] {
        let rows = file.get(key).and_then(serde_yaml::Value::as_mapping);
        let names = rows.into_iter().flatten().filter_map(|(name, _)| name.as_str());
        for name in names.take(NAMES) {
            calls.push((format!("get_{kind}_content"), json!({ kind: name })));
            for tool in ["get_content", "list_content"] {
                calls.push((tool.to_owned(), json!({ "category_or_collection": name })));
            }
        }
    }
    for (tool, arguments) in &calls {
        let call = format!("{tool} {arguments}");
        let arguments = arguments.as_object().cloned().unwrap_or_default();
        let json = timed(&call, || subject(folder, tool, &arguments))??;
        let result = parsed(&json)?;
        let kind = result.get("error_type").and_then(Value::as_str).unwrap_or_default();
        let error = result.get("error").and_then(Value::as_str).unwrap_or_default();
        // Its directory can be missing, which is said in other words.
        let known = !["no_session", "invalid_argument"].contains(&kind) && !error.contains("Valid names");
        let held = well_formed(&result).and_then(|()| ensure(known, || error.to_owned()));
        held.map_err(|problem| format!("{call}: {problem}\n{json}"))?;
    }
    Ok(calls.len())
}

fn parsed(json: &str) -> Result<Map<String, Value>, String> {
    serde_json::from_str(json).map_err(|error| format!("{error}: {json}"))
}

/// Each tool of a table, with arguments that fit it.
fn calls(table: &Table) -> Vec<(String, Map<String, Value>)> {
    let call = |name: &str, value: &str| -> Map<String, Value> {
        let given = [(Role::Name, value), (Role::Query, "read"), (Role::Path, "src/lib.rs")];
        let tool = table.tool(name);
        let arguments = given.into_iter().filter_map(|(role, value)| {
            let (argument, _) = tool?.argument(role)?;
            Some((argument.to_owned(), value.into()))
        });
        arguments.collect()
    };
    let names = table.tools.iter().map(|tool| tool.name.clone());
    names
        .flat_map(|name| ["both", "docs", "nothing"].map(|value| (name.clone(), call(&name, value))))
        .collect()
}

/// A Result in a table's own words, of which some may be empty: the keys are those
/// of a Result, nothing is `unknown`, and nothing is an argument that does not fit.
fn answers(result: &Map<String, Value>) -> Verdict {
    let empty = |text: &Value| text.as_str().is_some_and(str::is_empty);
    let mut filled = result.clone();
    for (_, text) in filled.iter_mut().filter(|(_, text)| empty(text)) {
        *text = "an empty text".into();
    }
    well_formed(&filled)?;
    let kind = result.get("error_type").and_then(Value::as_str);
    ensure(kind != Some("invalid_argument"), || format!("{result:?}"))
}

/// A table that loads answers calls of each of its tools.
///
/// Returns how many there were.
pub fn spec_table(content: &[u8]) -> Result<usize, String> {
    let Some(table) = loaded(content) else {
        return Ok(0);
    };
    let calls = calls(&table);
    let session = Session::new(Source::Named(fixture().path().to_owned()));
    let server = Server::new(table, session);
    for (tool, arguments) in &calls {
        let json = timed(tool, || ask(&server, tool, arguments))??;
        answers(&parsed(&json)?).map_err(|problem| format!("{tool}: {problem}\n{json}"))?;
    }
    Ok(calls.len())
}

fn loaded(content: &[u8]) -> Option<Table> {
    let table = || Table::load(content, "table.yaml");
    (content.len() <= 8 * MOST).then(table)?.ok()
}

/// The same on a connection: each call is answered once, with one text that is a
/// Result, and `isError` says whether it is a failure.
///
/// Returns how many calls there were.
pub fn served(content: &[u8]) -> Result<usize, String> {
    use std::io::Cursor;

    use crate::serving::serve;
    use mcp_guide::End;
    use tokio::io::{AsyncReadExt, duplex};

    let Some(table) = loaded(content) else {
        return Ok(0);
    };
    let calls = calls(&table);
    let mut lines = vec![
        json!({ "id": "i", "method": "initialize", "params": {
            "protocolVersion": "2025-06-18",
            "capabilities": {},
            "clientInfo": { "name": "law", "version": "1" },
        }}),
        json!({ "method": "notifications/initialized" }),
        json!({ "id": "t", "method": "tools/list" }),
    ];
    for (id, (name, arguments)) in calls.iter().enumerate() {
        let params = json!({ "name": name, "arguments": arguments });
        lines.push(json!({ "id": id, "method": "tools/call", "params": params }));
    }
    let mut said = String::new();
    for mut line in lines {
        line["jsonrpc"] = "2.0".into();
        said += &format!("{line}\n");
    }
    let tools = table.tools.len();
    let session = Session::new(Source::Named(fixture().path().to_owned()));
    let server = Server::new(table, session);
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    let (writer, mut heard) = duplex(1 << 22);
    let mut text = String::new();
    let end = runtime.map_err(|error| error.to_string())?.block_on(async {
        let streams = (Cursor::new(said.into_bytes()), writer);
        let patience = std::time::Duration::from_secs(120);
        let end = serve(server, streams, patience, std::future::pending()).await;
        heard.read_to_string(&mut text).await.map(|_| end)
    });
    let end = end.map_err(|error| error.to_string())?;
    ensure(end == End::Whole, || format!("it ended {end:?}: {text}"))?;
    let mut answered = vec![0; calls.len()];
    let mut listed = 0;
    for line in text.lines() {
        let message: Value = serde_json::from_str(line).map_err(|error| format!("{error}: {line}"))?;
        let result = &message["result"];
        if message["id"] == "t" {
            listed = result["tools"].as_array().map_or(0, Vec::len);
        }
        let Some(id) = message["id"].as_u64() else {
            continue;
        };
        answered[id as usize] += 1;
        let content = result["content"].as_array().map_or(&[][..], Vec::as_slice);
        let [block] = content else {
            return Err(format!("{} blocks: {line}", content.len()));
        };
        let json = block["text"].as_str().ok_or(format!("no text: {line}"))?;
        let answer = parsed(json)?;
        answers(&answer).map_err(|problem| format!("{problem}\n{json}"))?;
        let failed = result["isError"].as_bool().unwrap_or(false);
        ensure(answer["success"] == !failed, || format!("isError: {line}"))?;
    }
    ensure(answered.iter().all(|times| *times == 1), || format!("answers to each call: {answered:?}"))?;
    ensure(listed == tools, || format!("{listed} of {tools} tools are listed"))?;
    Ok(calls.len())
}
