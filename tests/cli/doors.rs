//! The wings of `src` and their one-way doors, as CONTRIBUTING.md writes them down.

mod names;

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use proc_macro2::{TokenStream, TokenTree};

const ROOT: &str = env!("CARGO_MANIFEST_DIR");

/// Wing → the wings that it may import, in the order in which they are written.
type Doors = Vec<(String, Vec<String>)>;

/// A path of the code: its file, the wing that it is in, and what it begins with.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Import {
    file: String,
    from: String,
    to: String,
}

/// The doors: the lines of the block `doors`, each a wing, a colon, and wings.
fn doors() -> Doors {
    let text =
        std::fs::read_to_string(Path::new(ROOT).join("CONTRIBUTING.md")).expect("it is there");
    let (_, block) = text.split_once("```doors\n").expect("a block that says so");
    let (block, _) = block.split_once("```").expect("it ends");
    let door = |line: &str| {
        let (wing, others) = line
            .split_once(':')
            .unwrap_or_else(|| panic!("no colon: {line}"));
        (
            wing.trim().to_owned(),
            others.split_whitespace().map(str::to_owned).collect(),
        )
    };
    block.lines().map(door).collect()
}

/// Every file below a folder.
fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).expect("it can be listed");
    let paths = entries.map(|entry| entry.expect("an entry").path());
    paths
        .flat_map(|path| {
            if path.is_dir() {
                files(&path)
            } else {
                vec![path]
            }
        })
        .collect()
}

/// The module that a file of `src` is: `documents/pattern/set.rs` is
/// `documents`, `pattern`, `set`, and `lib.rs` is the root.
fn module(file: &Path) -> Vec<String> {
    let parts = file.with_extension("");
    let parts: Vec<String> = parts
        .iter()
        .map(|part| part.to_string_lossy().into_owned())
        .collect();
    match parts.as_slice() {
        [root] if root == "lib" => Vec::new(),
        [above @ .., last] if last == "mod" => above.to_vec(),
        all => all.to_vec(),
    }
}

/// What the paths of some code begin with that name the crate or a module above:
/// each as a whole path up to where a wing is known.
fn paths(code: TokenStream, module: &[String], found: &mut Vec<Vec<String>>) {
    let tokens: Vec<TokenTree> = code.into_iter().collect();
    let mut at = 0;
    while let Some(token) = tokens.get(at) {
        match token {
            TokenTree::Group(group) => paths(group.stream(), module, found),
            TokenTree::Ident(ident) if ident == "crate" || ident == "super" => {
                let before = at.checked_sub(1).and_then(|before| tokens.get(before));
                let visible = matches!(before, Some(TokenTree::Ident(word)) if word == "in");
                let mut base = if ident == "crate" {
                    Vec::new()
                } else {
                    module[..module.len().saturating_sub(1)].to_vec()
                };
                let mut next = at + 1;
                while is_separator(&tokens, next) {
                    match tokens.get(next + 2) {
                        Some(TokenTree::Ident(word)) if word == "super" => {
                            base.pop();
                            next += 3;
                        }
                        Some(TokenTree::Ident(word)) => {
                            base.push(word.to_string());
                            next += 3;
                        }
                        Some(TokenTree::Group(group)) => {
                            for first in firsts(group.stream()) {
                                let path = base.iter().cloned().chain([first]).collect();
                                found.push(path);
                            }
                            base.clear();
                            next += 3;
                        }
                        // `*`
                        _ => break,
                    }
                }
                if !visible && !base.is_empty() {
                    found.push(base);
                }
                at = next.max(at + 1);
                continue;
            }
            _ => {}
        }
        at += 1;
    }
}

fn is_separator(tokens: &[TokenTree], at: usize) -> bool {
    let colon = |at: usize| matches!(tokens.get(at), Some(TokenTree::Punct(punct)) if punct.as_char() == ':');
    colon(at) && colon(at + 1)
}

/// The first name of each path in `{…}`.
fn firsts(group: TokenStream) -> Vec<String> {
    let mut firsts = Vec::new();
    let mut begins = true;
    for token in group {
        match token {
            TokenTree::Ident(word) if begins => {
                firsts.push(word.to_string());
                begins = false;
            }
            TokenTree::Punct(punct) if punct.as_char() == ',' => begins = true,
            _ => {}
        }
    }
    firsts
}

/// Every path of `src` that leads from one wing into another, or to what is no
/// wing. `main.rs` is a crate of its own.
fn imports(folder: &Path) -> Vec<Import> {
    let mut imports = Vec::new();
    for file in files(folder) {
        let relative = file.strip_prefix(folder).expect("it is below");
        if relative == Path::new("main.rs") || file.extension().is_none_or(|kind| kind != "rs") {
            continue;
        }
        let module = module(relative);
        let code = std::fs::read_to_string(&file).expect("it can be read");
        let mut found = Vec::new();
        paths(code.parse().expect("it is Rust"), &module, &mut found);
        let from = module.first().cloned().unwrap_or_default();
        imports.extend(
            found
                .into_iter()
                .filter(|path| path[0] != from)
                .map(|path| Import {
                    file: relative.to_string_lossy().into_owned(),
                    from: from.clone(),
                    to: path[0].clone(),
                }),
        );
    }
    imports.sort();
    imports
}

/// What the doors forbid of these.
fn against(doors: &Doors, imports: &[Import]) -> Vec<String> {
    let doors: BTreeMap<&str, &[String]> = doors
        .iter()
        .map(|(wing, others)| (wing.as_str(), others.as_slice()))
        .collect();
    let wrong = imports.iter().filter_map(|import| {
        let Import { file, from, to } = import;
        let place = format!("src/{file}");
        match doors.get(from.as_str()) {
            None => Some(format!("{place}: no door is written for '{from}'")),
            Some(_) if !doors.contains_key(to.as_str()) => Some(format!(
                "{place}: crate::{to} is no wing; name it where it is"
            )),
            Some(others) if !others.contains(to) => {
                Some(format!("{place}: '{from}' may not import '{to}'"))
            }
            Some(_) => None,
        }
    });
    wrong.collect()
}

fn source() -> PathBuf {
    Path::new(ROOT).join("src")
}

#[test]
fn no_import_is_against_the_doors() {
    let wrong = against(&doors(), &imports(&source()));
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn the_doors_are_those_of_the_wings_and_lead_one_way() {
    let doors = doors();
    let written: BTreeSet<&str> = doors.iter().map(|(wing, _)| wing.as_str()).collect();
    let files = files(&source());
    let wings: BTreeSet<String> = files
        .iter()
        .map(|file| module(file.strip_prefix(source()).expect("it is below")))
        .filter_map(|module| module.first().cloned())
        .filter(|wing| wing != "main")
        .collect();
    assert_eq!(written, wings.iter().map(String::as_str).collect());
    for (at, (wing, others)) in doors.iter().enumerate() {
        for other in others {
            let before = doors[..at].iter().any(|(before, _)| before == other);
            assert!(
                before,
                "{wing} imports {other}, which is not written before it"
            );
        }
    }
}

/// A door that nobody goes through is a wall.
#[test]
fn every_door_is_used() {
    let used: BTreeSet<(String, String)> = imports(&source())
        .into_iter()
        .map(|import| (import.from, import.to))
        .collect();
    for (wing, others) in doors() {
        for other in others {
            assert!(
                used.contains(&(wing.clone(), other.clone())),
                "{wing} imports nothing of {other}"
            );
        }
    }
}

/// What is found in code, whatever form it has.
#[test]
fn paths_of_every_form_are_seen() {
    let code = "
        use crate::spec::Table;
        use super::{shown, uri::file_path};
        pub(in crate::documents) fn here() {}
        fn body() { let x: crate::answer::Reply = super::super::mcp::f(\"crate::no\"); }
        // crate::not
        fn in_macro() { tracing::warn!(x = crate::cli::log()); self::own(); }
    ";
    let mut found = Vec::new();
    let module: Vec<String> = ["format", "yaml"].map(str::to_owned).into();
    paths(code.parse().expect("it is Rust"), &module, &mut found);
    let found: Vec<String> = found.into_iter().map(|path| path.join("::")).collect();
    assert_eq!(
        found,
        [
            "spec::Table",
            "format::shown",
            "format::uri",
            "answer::Reply",
            "mcp::f",
            "cli::log"
        ]
    );
}
