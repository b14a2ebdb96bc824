//! `init`, `check` and `for` in the shapes of public repositories (`shapes.txt`).

use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};

use camino::Utf8PathBuf;
use mcp_guide::Caller;
use mcp_guide::Server;
use mcp_guide::project::session::{Session, Source};
use serde_json::json;

use crate::process::{left_out, run};

const SHAPES: &str = include_str!("shapes.txt");

/// A file of a shape.
struct Entry {
    path: String,
    /// Its text, or what it links to.
    content: Result<String, String>,
    /// Whether Git tracks it although it ignores it.
    is_forced: bool,
}

fn entries(line: &str) -> Vec<Entry> {
    let (is_forced, line) = line.strip_prefix("! ").map_or((false, line), |line| (true, line));
    let many = line.strip_prefix('{').and_then(|line| line.split_once("} "));
    let (count, line) = many.map_or((1, line), |(count, line)| (count.parse().expect("a number"), line));
    let one = |number: usize| {
        let line = line.replace("{}", &number.to_string());
        let (path, content) = match (line.split_once(" = "), line.split_once(" -> ")) {
            (Some((path, text)), _) => (path, Ok(filled(text))),
            (None, Some((path, target))) => (path, Err(target.to_owned())),
            (None, None) => (&*line, Ok(String::new())),
        };
        Entry { path: path.to_owned(), content, is_forced }
    };
    (0..count).map(one).collect()
}

/// A text with its line ends, and `{300}` as so many bytes.
fn filled(text: &str) -> String {
    let mut text = text.replace("\\n", "\n");
    while let Some((before, count, after)) = text.split_once('{').and_then(|(before, rest)| {
        let (count, after) = rest.split_once('}')?;
        Some((before.to_owned(), count.parse::<usize>().ok()?, after.to_owned()))
    }) {
        text = format!("{before}{}{after}", "x".repeat(count));
    }
    text
}

fn git(folder: &Path, arguments: &[&str]) -> bool {
    let mut git = laws::command("git");
    git.current_dir(folder).args(arguments).output().is_ok_and(|ran| ran.status.success())
}

/// Writes a shape, and returns its files.
fn write(folder: &Path, lines: &[&str]) -> Vec<String> {
    let entries: Vec<Entry> = lines.iter().flat_map(|line| entries(line)).collect();
    for Entry { path, content, .. } in &entries {
        let at = folder.join(path);
        std::fs::create_dir_all(at.parent().expect("a folder")).expect("a folder");
        match content {
            Ok(text) => std::fs::write(at, text).expect("a file"),
            Err(target) => symlink(PathBuf::from(target), at).expect("a link"),
        }
    }
    assert!(git(folder, &["init", "-q"]) && git(folder, &["add", "-A"]));
    for entry in entries.iter().filter(|entry| entry.is_forced) {
        assert!(git(folder, &["add", "-f", "--", &entry.path]));
    }
    entries.into_iter().filter(|entry| entry.content.is_ok()).map(|entry| entry.path).collect()
}

/// The most that a call delivers for one of these files.
fn most(folder: &Path, files: &[String]) -> u64 {
    let path = Utf8PathBuf::from_path_buf(folder.to_owned()).expect("a UTF-8 path");
    let server = Server::new(laws::table().clone(), Session::new(Source::Named(path)));
    let delivered = |file: &String| {
        let given = json!({ "path": file });
        let reply = server.call(Caller::WITHOUT_ROOTS, "get_guidance", given.as_object().expect("an object"));
        let reply = reply.expect("a reply");
        let success = reply.result.as_ref().unwrap_or_else(|failure| panic!("{file}: {failure:?}"));
        assert!(success.instruction.is_none(), "{file}: over the budget");
        reply.bytes() as u64
    };
    files.iter().map(delivered).max().unwrap_or_default()
}

#[test]
fn init_check_and_for_agree() {
    let (mut failed, mut shapes) = (Vec::new(), 0);
    for shape in SHAPES.split("\n== ").skip(1) {
        let (name, lines) = shape.split_once('\n').expect("lines");
        let lines: Vec<&str> = lines.lines().filter(|line| !line.is_empty()).collect();
        shapes += 1;
        let folder = laws::folder();
        let folder = folder.path();
        if !git(folder, &["--version"]) {
            return left_out("git", "there is no git");
        }
        let files = write(folder, &lines);
        let mut said = String::new();
        for arguments in [&["init"][..], &["check", "--strict"]] {
            let ran = run(folder, arguments);
            said += &format!("{}{}", ran.out, ran.err);
            // init proposes a category for each folder of rules.
            if ran.code != 0 || said.contains(" of clients: ") {
                failed.push(format!("== {name}\n{arguments:?} is {}\n{said}", ran.code));
            }
        }
        let guide = folder.join("guide.yaml");
        let text = std::fs::read_to_string(&guide).expect("a guide");
        std::fs::write(&guide, format!("{text}limits: {{ response_bytes: 16000000 }}\n")).expect("room");
        let ran = run(folder, &["check"]);
        let note = ran
            .out
            .lines()
            .find_map(|line| Some(line.split_once("note[guidance-size]: most guidance for one file: ")?.1));
        let note = note.and_then(|note| note.split(' ').next());
        let noted = note.map_or(0, |bytes| bytes.replace(',', "").parse().expect("a number"));
        let due = most(folder, &files);
        if due != noted {
            failed.push(format!("== {name}\n{due} bytes are delivered\n{}{text}", ran.out));
        }
    }
    assert_eq!(shapes, 43);
    assert!(failed.is_empty(), "{} of {shapes}:\n{}", failed.len(), failed.join("\n"));
}
