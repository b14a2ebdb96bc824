//! The law of the export: each section can be asked for, together they are the documents, and what
//! `--since` prints is the difference of two exports.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use camino::Utf8PathBuf;
use mcp_guide::cli::export::Export;
use mcp_guide::cli::export::earlier::Earlier;
use mcp_guide::{Server, Session, Source};
use rule_files::header;
use serde_json::{Map, Value, json};
use tempfile::TempDir;

use super::dispatch::ask;
use super::{ensure, folder, table};

/// The texts of documents, by their names.
pub type Documents = BTreeMap<String, String>;

/// What is exported: lines, also of what differs from earlier ones.
pub type Subject<'s> = &'s dyn Fn(&Server, Option<&str>) -> String;

/// A folder with a project, whose documents are written later.
pub fn stored() -> TempDir {
    let folder = folder();
    let guide = json!({
        "categories": {
            "docs": { "dir": "docs", "patterns": ["a*", "**/*"], "exclude": ["*.no"] },
            "again": {
                "dir": "docs", "patterns": ["**/b*", "**/*.no"], "render": true, "frontmatter": "strip",
                "context": { "word": "## Zebra\nred" },
            },
            "rendered": {
                "dir": "rendered", "patterns": ["**/*"], "render": true, "frontmatter": "strip",
                "context": { "word": "## Zebra\nred" },
            },
        },
    });
    fs::write(folder.path().join("guide.yaml"), guide.to_string()).expect("a guide");
    folder
}

/// Writes documents, in place of those that were there, into both directories.
fn write(folder: &Path, documents: &Documents) {
    for directory in ["docs", "rendered"] {
        let directory = folder.join(directory);
        let _ = fs::remove_dir_all(&directory);
        fs::create_dir_all(directory.join("b")).expect("a directory");
        for (name, text) in documents {
            fs::write(directory.join(name), text).expect("a document");
        }
    }
}

fn server(folder: &Path) -> Server {
    let path = Utf8PathBuf::from_path_buf(folder.to_owned()).expect("a UTF-8 path");
    Server::new(table().clone(), Session::new(Source::Named(path)))
}

/// The engine.
pub fn engine(server: &Server, earlier: Option<&str>) -> String {
    let mut out = Vec::new();
    let earlier = earlier.map(|lines| Earlier::read(lines.as_bytes(), "-").expect("an export"));
    let export = Export { out: &mut out, earlier, is_escaped: false };
    let written = export.write(server, None, &mut |wrong| panic!("{wrong}"));
    let _ = written.expect("a vector takes all").expect("there is a project");
    String::from_utf8(out).expect("JSON")
}

/// Objects by their URIs, each without its digest, and that.
type Objects = BTreeMap<String, (Map<String, Value>, Value)>;

/// Returns the lines as objects.
fn objects(lines: &str) -> Result<Objects, String> {
    let mut objects = BTreeMap::new();
    for line in lines.lines() {
        let mut object: Map<String, Value> = serde_json::from_str(line).map_err(|error| error.to_string())?;
        let digest = object.remove("digest").unwrap_or_default();
        let uri = text(&object, "uri").to_owned();
        ensure(objects.insert(uri, (object, digest)).is_none(), || format!("twice: {line}"))?;
    }
    Ok(objects)
}

fn text<'o>(object: &'o Map<String, Value>, key: &str) -> &'o str {
    object.get(key).and_then(Value::as_str).unwrap_or_default()
}

/// Returns what a call answers for a URI.
fn got(server: &Server, uri: &str) -> Result<String, String> {
    let arguments = json!({ "category_or_collection": uri });
    let answer = ask(server, "get_content", arguments.as_object().expect("an object"))?;
    let answer: Map<String, Value> = serde_json::from_str(&answer).map_err(|error| error.to_string())?;
    let value = answer.get("value").and_then(Value::as_str);
    value.map(str::to_owned).ok_or_else(|| format!("{uri} is not answered: {answer:?}"))
}

/// Each URI is there once, and is answered with a text that holds that of its line. The texts of a
/// document, joined, are what is delivered of it behind its frontmatter. After documents have changed,
/// what differs is the difference of two exports, and nothing differs from the last. Two lines are the
/// same if, and only if, their digests are.
///
/// Returns how many sections there were, and how many changed.
///
/// # Errors
///
/// What is violated.
pub fn exported(
    folder: &TempDir,
    [before, after]: [&Documents; 2],
    subject: Subject<'_>,
) -> Result<(usize, usize), String> {
    write(folder.path(), before);
    let first = subject(&server(folder.path()), None);
    check(&server(folder.path()), &first)?;
    write(folder.path(), after);
    let server = server(folder.path());
    let second = subject(&server, None);
    check(&server, &second)?;
    let same = subject(&server, Some(&second));
    ensure(same.is_empty(), || format!("nothing has changed, and there is {same}"))?;
    let (old, new) = (objects(&first)?, objects(&second)?);
    let mut due = BTreeMap::new();
    for (uri, (object, digest)) in &new {
        let change = match old.get(uri) {
            None => "added",
            Some((was, known)) => {
                ensure((was == object) == (known == digest), || format!("the digest of {uri}"))?;
                if was == object {
                    continue;
                }
                "changed"
            }
        };
        let mut object = object.clone();
        object.insert("change".to_owned(), change.into());
        due.insert(uri.clone(), (object, digest.clone()));
    }
    for uri in old.keys().filter(|uri| !new.contains_key(*uri)) {
        let object = json!({ "uri": uri, "change": "removed" });
        due.insert(uri.clone(), (object.as_object().expect("an object").clone(), Value::Null));
    }
    let found = objects(&subject(&server, Some(&first)))?;
    ensure(found == due, || format!("found {found:#?}, due {due:#?}"))?;
    // What changed, behind the first export, is the second.
    let log = format!("{first}{}", subject(&server, Some(&first)));
    let same = subject(&server, Some(&log));
    ensure(same.is_empty(), || format!("of a log there is left {same}"))?;
    Ok((new.len(), due.len()))
}

/// Checks an export against what calls answer.
fn check(server: &Server, lines: &str) -> Result<(), String> {
    let mut joined: Vec<(String, String)> = Vec::new();
    objects(lines)?;
    for line in lines.lines() {
        let object: Map<String, Value> = serde_json::from_str(line).expect("it was read");
        let (uri, text) = (text(&object, "uri"), text(&object, "text"));
        let got = got(server, uri)?;
        ensure(got.contains(text), || format!("{uri} has {got:?}, not {text:?}"))?;
        let document = uri.split('#').next().unwrap_or_default();
        match joined.last_mut().filter(|(last, _)| last == document) {
            Some((_, texts)) => *texts += text,
            None => joined.push((document.to_owned(), text.to_owned())),
        }
    }
    for (document, texts) in &joined {
        let whole = got(server, document)?;
        let rest = whole
            .strip_suffix(&**texts)
            .ok_or_else(|| format!("{document} is {whole:?}, of which the sections are {texts:?}"))?;
        let is_header = !document.contains(".txt") && header::body(&whole).trim() == texts.trim();
        ensure(rest.trim().is_empty() || is_header, || format!("{document} lacks {rest:?}"))?;
    }
    let mut documents: Vec<&String> = joined.iter().map(|(document, _)| document).collect();
    let count = documents.len();
    documents.sort();
    documents.dedup();
    ensure(documents.len() == count, || format!("a document comes in parts: {lines}"))
}
