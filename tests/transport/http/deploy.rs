//! What docs/deploy.md shows is what `benches/scale/run` runs, and what the program takes.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use super::client::{Http, call};
use crate::process::{GUIDE, project};

const DOCUMENT: &str = include_str!("../../../docs/deploy.md");
const TOKEN: &str = "0123456789abcdef";

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/deploy")
}

fn file(name: &str) -> String {
    fs::read_to_string(folder().join(name)).expect("a file")
}

/// Each file that the document links, and the block that comes after.
fn shown() -> Vec<(&'static str, &'static str)> {
    let linked = DOCUMENT.split("](deploy/").skip(1);
    linked
        .map(|rest| {
            let (name, rest) = rest.split_once("):\n\n").expect("a block of its own");
            let (mark, rest) = rest.split_once("```").expect("a block after the link");
            let marked = mark.is_empty() || mark.starts_with("<!--");
            assert!(marked, "{name}: {mark}");
            let (_, block) = rest.split_once('\n').expect("a language");
            (name, block.split("```").next().expect("it ends"))
        })
        .collect()
}

#[test]
fn the_document_shows_the_files_that_are_run() {
    for (name, block) in shown() {
        assert_eq!(block, file(name), "{name}");
    }
    let entries = fs::read_dir(folder()).expect("a folder");
    let there: BTreeSet<String> = entries
        .map(|entry| entry.expect("an entry").file_name())
        .map(|name| name.to_string_lossy().into_owned())
        .collect();
    let shown: BTreeSet<String> = shown().iter().map(|(name, _)| (*name).to_owned()).collect();
    assert_eq!(shown, there);
}

/// The words of a unit's command.
fn of_unit() -> Vec<String> {
    let unit = file("mcp-guide@.service");
    let line = unit.lines().find_map(|it| it.strip_prefix("ExecStart="));
    let words = shlex::split(line.expect("a command")).expect("words");
    words.into_iter().skip(1).collect()
}

/// The arguments of a pod's container.
fn of_pod() -> Vec<String> {
    let manifest = file("kubernetes.yaml");
    let documents = manifest.split("\n---\n");
    let documents: Vec<serde_json::Value> =
        documents.map(|document| serde_yaml::from_str(document).expect("YAML")).collect();
    let arguments = &documents[0]["spec"]["template"]["spec"]["containers"][0]["args"];
    let words = arguments.as_array().expect("a list").iter();
    words.flat_map(|word| word.as_str().expect("a word").split('=')).map(str::to_owned).collect()
}

/// The program takes them, and they mean what the document says: who has the token,
/// and asks for the public name, comes in.
#[test]
fn the_program_takes_the_arguments() {
    let folder = project(&[GUIDE, ("docs/a.md", "a"), ("token", TOKEN)]);
    let token = folder.path().join("token");
    for words in [of_unit(), of_pod()] {
        let [option, _, serve, http, _, rest @ ..] = words.as_slice() else {
            panic!("{words:?}");
        };
        let due = ["--project", "serve", "--http"];
        assert_eq!([option, serve, http], due, "{words:?}");
        let named = |word: &String| match word.ends_with("/token") {
            true => token.to_string_lossy().into_owned(),
            false => word.clone(),
        };
        let rest: Vec<String> = rest.iter().map(named).collect();
        let rest: Vec<&str> = rest.iter().map(String::as_str).collect();
        let server = Http::start_with(folder.path(), &rest, &[]);
        let bearer = format!("Bearer {TOKEN}");
        let host = ("host", "guide.example.com");
        let authorized = ("authorization", bearer.as_str());
        let status = |headers: &[(&str, &str)]| server.post(&call("a"), headers).status;
        assert_eq!(status(&[host, authorized]), 200);
        assert_eq!(status(&[host]), 401);
        assert_eq!(status(&[("host", "other.example.com"), authorized]), 403);
        assert_eq!(server.get("/ready").status, 200);
    }
}
