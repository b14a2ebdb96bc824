//! The three readers of docs/answers.md, on real answers of the program.

#[allow(dead_code, reason = "its main is the example's")]
#[path = "../../../examples/answer.rs"]
mod answer;

use std::io::Write;
use std::process::Stdio;

use serde_json::{Value, json};

use super::page::Page;
use crate::process::{project, run};

/// A location, if there is one, and the bytes as a list of numbers.
type Documents = Value;

/// The program's value for a project of these documents, and what it is to be read as.
#[track_caller]
fn answered(files: &[(&str, &str)]) -> (String, Documents) {
    let mut all = vec![("guide.yaml", "categories: {d: {dir: d, patterns: ['*']}}\n")];
    let paths: Vec<String> = files.iter().map(|(path, _)| format!("d/{path}")).collect();
    all.extend(paths.iter().zip(files).map(|(path, (_, text))| (&**path, *text)));
    let folder = project(&all);
    let ran = run(folder.path(), &["get", "d", "--json"]);
    let result: Value = serde_json::from_str(&ran.out).expect("JSON");
    let documents = files.iter().map(|(path, text)| {
        let location = format!("guide://category/d/{path}");
        json!([(files.len() > 1).then_some(location), text.as_bytes()])
    });
    let value = result["value"].as_str().expect("a value").to_owned();
    (value, documents.collect())
}

/// The block of the page in this language.
fn shown(language: &str) -> String {
    let page = Page::read("docs/answers.md");
    page.code(language).first().copied().expect("a block").to_owned()
}

/// What an interpreter prints for a value; None where it is not installed.
#[track_caller]
fn ran(interpreter: &str, option: &str, script: &str, value: &str) -> Option<Documents> {
    let child = laws::command(interpreter)
        .args([option, script])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn();
    let mut child = match child {
        Err(error) if std::env::var_os("CI").is_none() => {
            println!("left out: {interpreter}: {error}");
            return None;
        }
        child => child.unwrap_or_else(|error| panic!("{interpreter}: {error}")),
    };
    let mut stdin = child.stdin.take().expect("a piped input");
    stdin.write_all(value.as_bytes()).expect("it reads");
    drop(stdin);
    let output = child.wait_with_output().expect("it ends");
    assert!(output.status.success(), "{interpreter}: {}", output.status);
    Some(serde_json::from_slice(&output.stdout).expect("JSON"))
}

fn python(value: &str) -> Option<Documents> {
    let script = format!(
        "{}\nimport json, sys\n\
         print(json.dumps([[at, list(text)] for at, text in documents(sys.stdin.buffer.read().decode())]))\n",
        shown("python")
    );
    ran("python3", "-c", &script, value)
}

fn javascript(value: &str) -> Option<Documents> {
    let script = format!(
        "{}\nconst value = require('node:fs').readFileSync(0, 'utf8');\n\
         console.log(JSON.stringify(documents(value).map(([at, text]) => [at, [...text]])));\n",
        shown("javascript")
    );
    ran("node", "-e", &script, value)
}

fn rust(value: &str) -> Option<Documents> {
    let documents = answer::documents(value).expect("a message");
    Some(documents.into_iter().map(|(at, text)| json!([at, text])).collect())
}

#[test]
fn every_reader_reads_what_the_files_hold() {
    type Reader = fn(&str) -> Option<Documents>;
    let readers: [(&str, Reader); 3] = [("Python", python), ("JavaScript", javascript), ("Rust", rust)];
    let cases: [&[(&str, &str)]; 4] = [
        &[("a.md", "# A\n")],
        &[("a.md", "# A\n"), ("b.md", "Grüße — ✓\r\n\r\n")],
        &[
            ("a.md", ""),
            ("b c.md", "no end"),
            ("c.html", "\n\n<p>\u{2028}\u{c}\r</p>\t"),
            ("d.txt", "--guide-boundary\r\nContent-Length: 3\r\n\r\nabc\r\n--guide-boundary--\r\n"),
        ],
        &[("a.md", "From here: a header?\n\nNo.\n")],
    ];
    for case in cases {
        let (value, due) = answered(case);
        let due = due.to_string().replace("b c.md", "b%20c.md");
        for (name, read) in readers {
            if let Some(documents) = read(&value) {
                assert_eq!(documents.to_string(), due, "{name}: {value:?}");
            }
        }
    }
}

#[test]
fn the_page_shows_the_example() {
    let example = include_str!("../../../examples/answer.rs");
    for part in shown("rust").trim().split("\n\n") {
        assert!(example.contains(part), "not in examples/answer.rs: {part}");
    }
}
