//! Sizes that come from outside: limits, files, directories, projects.

use std::path::Path;

use camino::Utf8PathBuf;
use mcp_guide::limits::{MAX_CLIENT_CALLS, MAX_MESSAGE_NAMES};
use mcp_guide::project::guide_file::Limits;
use mcp_guide::{Session, Source};
use serde_json::{Value, json};

use crate::process::{GUIDE, Server, binary, project};

/// The budget of a project that sets none, in bytes.
fn budget() -> usize {
    Limits::default().response_bytes as usize
}

fn guide(dir: &str, patterns: &str, limits: &str) -> String {
    format!("categories: {{docs: {{dir: {dir}, patterns: {patterns}}}}}\nlimits: {limits}\n")
}

#[track_caller]
fn get(server: &mut Server) -> Value {
    server.call("get_category_content", json!({ "category": "docs" }))
}

#[track_caller]
fn list(server: &mut Server) -> Value {
    server.call("list_content", json!({ "category_or_collection": "docs" }))
}

#[track_caller]
fn text<'a>(result: &'a Value, field: &str) -> &'a str {
    result[field].as_str().unwrap_or_else(|| panic!("{result}"))
}

#[track_caller]
fn empty_files(folder: &Path, count: usize) {
    std::fs::create_dir_all(folder).expect("a folder");
    for number in 0..count {
        std::fs::write(folder.join(format!("{number:06}.md")), "").expect("a file");
    }
}

/// An answer for which there is no memory is an error, and no success without its
/// value; what comes after it is answered.
#[test]
fn what_memory_cannot_hold_is_an_error_and_the_server_lives() {
    let limits = format!("{{file_bytes: {0}, response_bytes: {0}}}", 1 << 24);
    let folder = project(&[("guide.yaml", &guide("docs", "['*.md']", &limits)), ("docs/a.md", "a")]);
    // Not even its buffer has space in 8 MiB more than a small answer takes.
    std::fs::write(folder.path().join("docs/big.md"), vec![1; 1 << 24]).expect("space");
    let call = |pattern: &str| {
        let arguments = json!({ "category": "docs", "pattern": pattern });
        json!({ "name": "get_category_content", "arguments": arguments })
    };
    // With this many KiB of addresses; a thread would reserve many for small allocations.
    let start = |most: &str| {
        let mut command = laws::command("sh");
        command.env("MALLOC_ARENA_MAX", "1");
        command.args(["-c", "ulimit -v $2 && exec \"$0\" --project \"$1\" serve"]);
        command.arg(binary().get_program()).arg(folder.path());
        let mut server = Server::spawn({
            command.arg(most);
            command
        });
        server.initialize(json!({}));
        server
    };
    let mut server = start("unlimited");
    server.answer("tools/call", call("a.md"));
    let usual = server.memory("VmPeak");
    let mut server = start(&(usual / 1024 + (8 << 10)).to_string());
    for _ in 0..2 {
        let answer = server.answer("tools/call", call("big.md"));
        let error_type = match answer["result"]["content"][0]["text"].as_str() {
            Some(result) => serde_json::from_str::<Value>(result).expect("a Result")["error_type"].take(),
            None => answer["error"]["data"]["error_type"].clone(),
        };
        assert!(
            ["unknown", "io_error"].map(Value::from).contains(&error_type),
            "{:.500}",
            answer.to_string()
        );
        let result = server.call("get_category_content", call("a.md")["arguments"].clone());
        assert_eq!(result["value"], "a");
    }
}

#[test]
fn answers_of_many_empty_documents_stay_within_the_budget() {
    const FILES: usize = 6_000;
    let folder = project(&[GUIDE]);
    empty_files(&folder.path().join("docs"), FILES);
    empty_files(&folder.path().join("docs/sub/below"), FILES);
    let mut server = Server::start(folder.path());
    let result = get(&mut server);
    let value = text(&result, "value");
    let parts = value.matches("Content-Length: 0\r\n").count();
    assert!(value.len() <= budget(), "{} bytes", value.len());
    assert!(parts > 200, "{parts} parts");
    let more = format!("and {} more.", 2 * FILES - parts - MAX_MESSAGE_NAMES);
    let message = text(&result, "message");
    assert!(message.ends_with(&more), "{message}");

    let result = list(&mut server);
    let value = text(&result, "value");
    assert!(value.len() <= budget(), "{} bytes", value.len());
    // The first rows are documents, and the last one counts what is left of them.
    let rows = value.lines().count() - 2;
    assert!(rows > 200, "{rows} rows");
    let rest = format!("| and {} more |  |  |", 2 * FILES - (rows - 1));
    assert!(value.contains(&rest), "{rest}: {value:.0}{:?}", value.lines().last());
    let all = "list_content";
    let result = server.call(all, json!({ "category_or_collection": "docs", "pattern": "**/*00.md" }));
    let rows = text(&result, "value").lines().count() - 2;
    assert_eq!((rows, result.get("message")), (2 * FILES / 100, None));
}

/// A project of `count` categories whose directories do not exist, and a collection
/// of all of them.
fn wide(count: usize) -> String {
    let mut text = String::from("categories:\n");
    for number in 0..count {
        text.push_str(&format!("  c{number}: {{dir: d, patterns: ['p{number}']}}\n"));
    }
    let names: Vec<String> = (0..count).map(|number| format!("c{number}")).collect();
    text.push_str(&format!("collections: {{all: {{categories: [{}]}}}}\n", names.join(", ")));
    text
}

#[test]
fn a_project_of_many_categories_is_answered_shortly() {
    const CATEGORIES: usize = 9_000;
    let folder = project(&[("guide.yaml", &wide(CATEGORIES))]);
    let path = Utf8PathBuf::from_path_buf(folder.path().into()).expect("a UTF-8 path");
    let told = mcp_guide::Server::new(laws::table().clone(), Session::new(Source::Named(path)));
    // A client is not told them if they take longer than a second.
    let said = told.instructions(&|| false).len();
    assert!((1_900..=2_000).contains(&said), "{said} bytes of instructions");

    let mut server = Server::start(folder.path());
    let result = server.call("list_content", json!({}));
    let value = text(&result, "value");
    assert!(value.len() <= budget(), "{} bytes", value.len());
    let rows = value.lines().filter(|line| line.starts_with("| c")).count();
    assert!(rows > 200, "{rows} rows");
    let rest = format!("| and {} more |", CATEGORIES + 1 - rows);
    assert!(value.contains(&rest), "{rest}");
    // Fifty of what is wrong with them are told.
    let message = text(&result, "message");
    let count = message.matches("the directory 'd' of category 'c").count();
    assert!(count == MAX_MESSAGE_NAMES && message.contains(" more."), "{count}: {message}");

    let all = json!({ "collection": "all" });
    let missing = server.call("get_collection_content", all.clone());
    let nobody = server.call("get_content", json!({ "category_or_collection": "c" }));
    std::fs::create_dir(folder.path().join("d")).expect("a folder");
    let no_matches = server.call("get_collection_content", all);
    for (result, kind) in [(missing, "not_found"), (nobody, "not_found"), (no_matches, "no_matches")] {
        assert_eq!(result["error_type"], kind, "{result}");
        let error = text(&result, "error");
        assert!(error.len() < 2_000, "{} bytes: {error:.200}", error.len());
    }
}

#[test]
fn many_listings_at_once_hold_little_for_each_file() {
    const FILES: usize = 8_000;
    // What SECURITY.md says, in bytes.
    const FOR_EACH_FILE: u64 = 200;
    let folder = project(&[GUIDE]);
    empty_files(&folder.path().join("docs"), FILES);
    let mut server = Server::start(folder.path());
    let before = server.resident();
    let arguments = json!({ "category_or_collection": "docs" });
    let params = json!({ "name": "list_content", "arguments": arguments });
    for _ in 0..MAX_CLIENT_CALLS {
        server.ask("tools/call", params.clone());
    }
    for _ in 0..MAX_CLIENT_CALLS {
        server.receive();
    }
    let held = server.most_resident() - before;
    let answers = (MAX_CLIENT_CALLS * budget()) as u64;
    let bound = (MAX_CLIENT_CALLS * FILES) as u64 * FOR_EACH_FILE + answers;
    println!(
        "{MAX_CLIENT_CALLS} listings of {FILES} files: {} MiB more, {} bytes for each file and call",
        held >> 20,
        held.saturating_sub(answers) / (MAX_CLIENT_CALLS * FILES) as u64
    );
    assert!(held < bound, "{held} bytes, over {bound}");
}

#[test]
fn a_name_as_long_as_its_file_is_refused() {
    let long = "x".repeat(900_000);
    let guide = format!("categories: {{? {long} : {{dir: d, patterns: [a]}}}}\n");
    let folder = project(&[("guide.yaml", &guide)]);
    let mut server = Server::start(folder.path());
    let asked = json!({ "category": "x".repeat(300) });
    let result = server.call("get_category_content", asked);
    assert_eq!(result["error_type"], "no_session", "{result}");
    let held = server.most_resident();
    println!("{} MiB", held >> 20);
    assert!(held < 100 << 20, "{held} bytes");
}

#[test]
fn a_search_for_words_of_headings_above_many_holds_little() {
    let words: Vec<String> = ('a'..='p').flat_map(|a| ('a'..='p').map(move |b| format!("{a}{b}"))).collect();
    let words = words[1..].join(" ");
    let text = format!("# {words}\n{}", "## b\n".repeat(16_000));
    let folder = project(&[GUIDE, ("docs/a.md", &text)]);
    let mut server = Server::start(folder.path());
    let result = server.call("search_content", json!({ "query": words }));
    assert!(result["value"].as_str().is_some_and(|value| value.contains("docs/a.md")), "{result}");
    let held = server.most_resident();
    println!("{} MiB", held >> 20);
    assert!(held < 64 << 20, "{held} bytes");
}
