//! Only the table holds what agents call and are told: none of it stands in Rust.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use mcp_guide::spec::EMBEDDED;
use proc_macro2::{TokenStream, TokenTree};
use serde_yaml::Value;

/// What the table says that is an agent's: names of tools, and whole texts.
fn said() -> BTreeSet<String> {
    let table: Value = serde_yaml::from_str(EMBEDDED).expect("YAML");
    let mut said = BTreeSet::new();
    for tool in table["tools"].as_sequence().expect("tools") {
        texts(tool, &["name", "title", "description"], &mut said);
    }
    for (_, error) in table["errors"].as_mapping().expect("errors") {
        texts(error, &["message", "instruction"], &mut said);
    }
    // The server's title is the program's name, which the command line has too.
    texts(&table["server"], &["instructions", "no_names"], &mut said);
    // A phrase of one word or sign may stand anywhere.
    let phrases = table["phrases"].as_mapping().expect("phrases").values();
    let phrases = phrases.map(|phrase| phrase.as_str().expect("a text").trim());
    said.extend(phrases.filter(|phrase| phrase.matches(' ').count() > 2).map(str::to_owned));
    said
}

fn texts(row: &Value, fields: &[&str], said: &mut BTreeSet<String>) {
    for field in fields {
        let text = row[*field].as_str().expect("a text").trim();
        assert!(!text.is_empty(), "{field}");
        said.insert(text.to_owned());
    }
}

fn sources(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).expect("it can be listed");
    let paths = entries.map(|entry| entry.expect("an entry").path());
    paths.flat_map(|path| if path.is_dir() { sources(&path) } else { vec![path] }).collect()
}

/// The literals of some code. Its documentation is not said to agents.
fn literals(code: TokenStream, found: &mut Vec<String>) {
    let mut documentation = false;
    for token in code {
        match token {
            TokenTree::Group(group) => {
                let of = group.stream().into_iter().next();
                let attribute = matches!(of, Some(TokenTree::Ident(name)) if name == "doc");
                if !(documentation && attribute) {
                    literals(group.stream(), found);
                }
                documentation = false;
            }
            TokenTree::Literal(literal) => found.push(literal.to_string()),
            TokenTree::Punct(punct) => documentation |= punct.as_char() == '#',
            TokenTree::Ident(_) => documentation = false,
        }
    }
}

/// What of these texts stands in some code.
fn held(code: &str, said: &BTreeSet<String>) -> Vec<String> {
    let mut found = Vec::new();
    literals(code.parse().expect("it is Rust"), &mut found);
    let holds = |text: &&String| found.iter().any(|literal| literal.contains(text.as_str()));
    said.iter().filter(holds).cloned().collect()
}

#[test]
fn nothing_that_agents_are_told_stands_in_rust() {
    let said = said();
    let files = sources(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src"));
    assert!(files.len() > 50, "{}", files.len());
    let instruction = "Present this error to the user and take no further action. Do NOT retry.";
    for code in ["x!(\"`list_content`\")", &format!("const A: &str = {instruction:?};")] {
        assert!(!held(code, &said).is_empty(), "{code} is passed over");
    }
    for file in files {
        let code = std::fs::read_to_string(&file).expect("it can be read");
        let held = held(&code, &said);
        assert!(held.is_empty(), "{}: {held:?}", file.display());
    }
}
