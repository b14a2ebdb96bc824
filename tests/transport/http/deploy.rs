//! The files of docs/deploy are linked by the page, and the program takes their arguments.

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

#[test]
fn the_document_links_each_file() {
    let entries = fs::read_dir(folder()).expect("a folder");
    let there: BTreeSet<String> = entries
        .map(|entry| entry.expect("an entry").file_name())
        .map(|name| name.to_string_lossy().into_owned())
        .collect();
    let linked = DOCUMENT.split("](deploy/").skip(1);
    let linked: BTreeSet<String> =
        linked.filter_map(|rest| Some(rest.split_once(')')?.0.to_owned())).collect();
    assert_eq!(linked, there);
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
        let named = |word: &String| {
            if word.ends_with("/token") { token.to_string_lossy().into_owned() } else { word.clone() }
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
