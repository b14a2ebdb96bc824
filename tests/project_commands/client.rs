//! `init --client`: what a client's own file takes.

use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt;
use std::path::Path;

use serde_json::{Value, json};

use super::process::{project, run};

const PAGE: &str = include_str!("../../docs/clients.md");
const CLIENTS: &str = include_str!("../../spec/clients.yaml");

/// The clients' rows, in their order.
fn clients() -> serde_json::Map<String, Value> {
    serde_yaml::from_str(CLIENTS).expect("YAML")
}

/// The path of a folder as the working directory says it.
fn real(folder: &Path) -> String {
    let path = std::fs::canonicalize(folder).expect("it is there");
    path.to_str().expect("UTF-8").to_owned()
}

/// Every section of the page is what the program prints, with `/path/to` in its paths.
#[test]
fn the_page_shows_what_is_printed() {
    let folder = project(&[("guide.yaml", "categories: {}\n")]);
    let sections: Vec<&str> = PAGE.split("\n## ").skip(1).collect();
    let program = env!("CARGO_BIN_EXE_mcp-guide");
    for (name, row) in clients() {
        let ran = run(folder.path(), &["init", "--client", &name]);
        assert_eq!(ran.code, 0, "{}", ran.err);
        let title = row["title"].as_str().expect("a title");
        let section = sections
            .iter()
            .find(|section| section.lines().next() == Some(title));
        let section = section.unwrap_or_else(|| panic!("no section {title}"));
        let printed = ran.out.replace(program, "/path/to/mcp-guide");
        let printed = printed.replace(&real(folder.path()), "/path/to/project");
        let format = row["format"].as_str().expect("a format");
        let block = format!("```{format}\n{printed}```\n");
        assert!(section.contains(&block), "{title}\n{block}");
        let command = format!("`mcp-guide init --client {name}`");
        let file = row["file"].as_str().expect("a file");
        for said in [&*command, file] {
            assert!(section.contains(said), "{title}: {said}");
        }
        let told = format!("For {title}, add this to {file}, beside the servers that it has:\n");
        assert_eq!(ran.err, told);
    }
    assert_eq!(sections.len(), clients().len());
}

#[test]
fn a_block_is_read_as_it_was_meant_and_starts_the_server() {
    let folder = project(&[("a \"b\"\\c/guide.yaml", "categories: {}\n")]);
    let home = real(folder.path());
    let inner = format!("{home}/a \"b\"\\c");
    let args = json!(["--project", inner, "serve"]);
    for named in ["a \"b\"\\c", "./a \"b\"\\c/", &inner] {
        let ran = run(folder.path(), &["init", named, "--client", "cursor"]);
        let block: Value = serde_json::from_str(&ran.out).expect("JSON");
        let entry = &block["mcpServers"]["guide"];
        let told = entry["args"][1].as_str().expect("a path");
        assert_eq!(told.trim_end_matches('/'), inner, "{named}");
        let named = run(folder.path(), &["--project", told, "list"]);
        assert_eq!(named.code, 0, "{}", named.err);
    }
    let file = format!("{inner}/guide.yaml");
    let ran = run(
        folder.path(),
        &["--project", &file, "init", "--client", "codex"],
    );
    let (head, rest) = ran.out.split_once('\n').expect("lines");
    assert_eq!(head, "[mcp_servers.guide]");
    let line = |line: &str| -> (String, Value) {
        let (key, value) = line.split_once(" = ").expect("a key");
        (
            key.to_owned(),
            serde_json::from_str(value).expect("a value"),
        )
    };
    let entry: serde_json::Map<String, Value> = rest.lines().map(line).collect();
    assert_eq!(entry["args"], args);
    assert_eq!(entry["command"], env!("CARGO_BIN_EXE_mcp-guide"));
}

#[test]
fn nothing_is_written_and_a_project_that_is_not_there_is_said() {
    let folder = project(&[("docs/a.md", "a")]);
    let ran = run(folder.path(), &["init", "--client", "zed"]);
    assert_eq!(ran.code, 0);
    let empty = format!(
        "There is no guide.yaml in {}. To write one: mcp-guide init .\n",
        real(folder.path())
    );
    assert!(ran.err.ends_with(&empty), "{}", ran.err);
    assert_eq!(super::init::names(folder.path()), ["docs"]);
    let ran = run(folder.path(), &["init", "nowhere", "--client", "zed"]);
    assert_eq!((ran.code, &*ran.out), (1, ""), "{}", ran.err);
}

/// What a client's file cannot hold is said with its place, and so for `--from`.
#[test]
fn a_folder_whose_path_is_not_utf8_is_told() {
    let folder = project(&[("config.yaml", "projects: {}\n")]);
    let odd = folder.path().join(OsStr::from_bytes(b"caf\xE9"));
    std::fs::create_dir(&odd).expect("a folder");
    let ran = run(&odd, &["init", "--client", "cursor"]);
    let said = "the full path of . is not UTF-8; rename that folder\n";
    assert_eq!((ran.code, &*ran.out, &*ran.err), (1, "", said));
    let ran = run(&odd, &["init", "--from", "../config.yaml"]);
    let said = "Cannot import ../config.yaml: the full path of . is not UTF-8; rename that folder. \
                Nothing was written.\n";
    assert_eq!((ran.code, &*ran.out, &*ran.err), (1, "", said));
}

/// The program is named by its full path, too.
#[test]
fn a_program_whose_path_is_not_utf8_is_told() {
    let folder = project(&[("guide.yaml", "categories: {}\n")]);
    let program = folder.path().join(OsStr::from_bytes(b"caf\xE9"));
    std::fs::copy(env!("CARGO_BIN_EXE_mcp-guide"), &program).expect("a copy");
    let output = std::process::Command::new(&program)
        .args(["init", "--client", "cursor"])
        .env_remove("MCP_GUIDE_PROJECT")
        .current_dir(folder.path())
        .output()
        .expect("it runs");
    let said = String::from_utf8_lossy(&output.stderr);
    let due = "the path of this program is not UTF-8; install it elsewhere\n";
    assert_eq!((output.status.code(), &*said), (Some(1), due));
}

#[test]
fn an_unknown_client_is_told_the_names_and_help_has_them() {
    let folder = project(&[]);
    let names: Vec<String> = clients().keys().cloned().collect();
    let ran = run(folder.path(), &["init", "--client", "emacs\u{1b}"]);
    let said = format!(
        "' for '--client <NAME>': the clients are {}\n",
        names.join(", ")
    );
    assert_eq!(ran.code, 2);
    assert!(ran.err.contains(&said), "{}", ran.err);
    assert!(!ran.err.contains('\u{1b}'), "{:?}", ran.err);
    let help = run(folder.path(), &["init", "--help"]).out;
    let help: Vec<&str> = help.split_whitespace().collect();
    let (last, others) = names.split_last().expect("names");
    let told = format!("{} or {last}", others.join(", "));
    assert!(help.join(" ").contains(&told), "{told}");
    for option in ["--dry-run", "--force"] {
        assert_eq!(
            run(folder.path(), &["init", "--client", "zed", option]).code,
            2
        );
    }
}
