//! Only the table holds what agents call and are told: none of it stands in Rust.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use mcp_guide::table::EMBEDDED;
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

pub fn sources(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).expect("it can be listed");
    let paths = entries.map(|entry| entry.expect("an entry").path());
    paths.flat_map(|path| if path.is_dir() { sources(&path) } else { vec![path] }).collect()
}

/// The literals of some code. Its documentation and other attributes, and what is logged, is not
/// said to agents.
fn literals(code: TokenStream, found: &mut Vec<String>) {
    let (mut attribute, mut logged) = (false, false);
    for token in code {
        match token {
            TokenTree::Group(group) => {
                if !(attribute || logged) {
                    literals(group.stream(), found);
                }
                (attribute, logged) = (false, false);
            }
            TokenTree::Literal(literal) => found.push(literal.to_string()),
            TokenTree::Punct(punct) => {
                attribute = punct.as_char() == '#' || attribute && punct.as_char() == '!';
                logged &= punct.as_char() != ';';
            }
            TokenTree::Ident(name) => {
                attribute = false;
                logged |= name == "tracing";
            }
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

/// The modules that write answers, in which no sentence stands either.
const WRITERS: [&str; 4] = ["server", "operation", "write", "search"];

/// Whether a literal has a word of letters beside another one, or beside a placeholder.
fn is_said(literal: &str) -> bool {
    let word = |word: &str| word.len() > 1 && word.chars().all(|c| c.is_ascii_alphabetic());
    let words = literal.trim_matches('"').split(' ').map(|it| it.trim_end_matches([',', ':', '.']));
    let words: Vec<(bool, bool)> = words.map(|it| (word(it), it.starts_with('{'))).collect();
    words.windows(2).any(|pair| (pair[0].0 || pair[1].0) && pair.iter().all(|it| it.0 || it.1))
}

#[test]
fn no_sentence_stands_where_answers_are_written() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    assert!(is_said("\"and {count}\"") && is_said("\"no rows\"") && !is_said("\"{a} {b}\""));
    for module in WRITERS {
        let mut files = sources(&root.join(module));
        files.push(root.join(format!("{module}.rs")));
        for file in files.iter().filter(|file| file.exists()) {
            let code = std::fs::read_to_string(file).expect("it can be read");
            let mut found = Vec::new();
            literals(code.parse().expect("it is Rust"), &mut found);
            found.retain(|literal| is_said(literal));
            assert_eq!(found, [""; 0], "{}", file.display());
        }
    }
}
