//! Names and paths that are long.

use std::path::Path;

use rustix::fs::{CWD, Mode, OFlags, mkdirat, openat};

use super::files::get;
use crate::process::{GUIDE, Server, one_document, project};

/// No server that another test starts meanwhile inherits it.
const DIRECTORY: OFlags = OFlags::DIRECTORY.union(OFlags::CLOEXEC);

#[test]
fn a_name_of_255_bytes_is_a_name() {
    let name = format!("{}.md", "ä".repeat(126));
    assert_eq!(name.len(), 255);
    let folder = project(&[GUIDE, (&format!("docs/{name}"), "long"), ("docs/b.md", "b")]);
    let mut server = Server::start(folder.path());
    assert_eq!(get(&mut server, &name)["value"], "long");
    let value = get(&mut server, "*.md");
    let location = format!("guide://category/docs/{}.md\r\n", "%C3%A4".repeat(126));
    assert!(value["value"].as_str().expect("a message").contains(&location));
}

/// Makes directories of 200-byte names below `docs`, and a document in the last.
fn deep(folder: &Path, depth: usize) -> String {
    let (name, mut path) = ("d".repeat(200), String::new());
    let mut directory = openat(CWD, folder.join("docs"), DIRECTORY, Mode::empty()).expect("docs");
    for _ in 0..depth {
        mkdirat(&directory, &name, Mode::RWXU).expect("a folder");
        directory = openat(&directory, &name, DIRECTORY, Mode::empty()).expect("it is there");
        path.push_str(&name);
        path.push('/');
    }
    let flags = OFlags::CREATE | OFlags::WRONLY | OFlags::CLOEXEC;
    let file = openat(&directory, "deep.md", flags, Mode::RUSR | Mode::WUSR).expect("a file");
    rustix::io::write(file, b"deep").expect("room");
    path + "deep.md"
}

#[test]
fn a_path_of_4000_bytes_is_a_path_and_a_longer_one_is_named() {
    let folder = one_document();
    let path = deep(folder.path(), 19);
    assert!(path.len() > 3800 && path.len() < 4096, "{}", path.len());
    let mut server = Server::start(folder.path());
    assert_eq!(get(&mut server, "**/deep.md")["value"], "deep");

    let folder = one_document();
    deep(folder.path(), 22);
    let mut server = Server::start(folder.path());
    let result = get(&mut server, "**/*.md");
    let message = result["message"].as_str().unwrap_or_else(|| panic!("{result}"));
    assert!(message.contains("(the path is too long)"), "{message}");
}
