//! The reference of what the table says: one declaration, one place in it, and
//! `spec/README.md` has what is declared.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use mcp_guide::spec::catalog::{error_reference, message_groups, phrase_reference};
use syn::visit::Visit;

const ROOT: &str = env!("CARGO_MANIFEST_DIR");

/// What stands between the two lines that name a reference is what is declared.
/// `UPDATE=1` writes it.
#[test]
fn the_reference_is_what_is_declared() {
    let file = Path::new(ROOT).join("spec/README.md");
    let written = std::fs::read_to_string(&file).expect("it is there");
    let mut due = written.clone();
    for (name, reference) in [
        ("errors", error_reference()),
        ("phrases", phrase_reference()),
    ] {
        let (begin, end) = (format!("<!-- {name} -->\n"), format!("<!-- /{name} -->"));
        let (before, rest) = due.split_once(&begin).expect("a reference begins");
        let (_, after) = rest.split_once(&end).expect("it ends");
        due = format!("{before}{begin}\n{reference}\n{end}{after}");
    }
    if std::env::var_os("UPDATE").is_some() {
        std::fs::write(&file, due).expect("it is written");
        return;
    }
    assert!(
        written == due,
        "stale: UPDATE=1 cargo test --test spec_table reference"
    );
}

#[test]
fn a_message_is_declared_once() {
    let mut keys = BTreeMap::new();
    for group in message_groups() {
        for def in group.all {
            let other = keys.insert(def.key, group.of);
            assert_eq!(other, None, "{} and {}", def.key, group.of);
        }
    }
}

/// The enums that `messages!` declares.
#[derive(Default)]
struct Declared(BTreeSet<String>);

impl<'ast> Visit<'ast> for Declared {
    fn visit_macro(&mut self, code: &'ast syn::Macro) {
        if code.path.is_ident("messages") {
            let tokens: Vec<String> = (code.tokens.clone().into_iter())
                .map(|token| token.to_string())
                .collect();
            let names = tokens.windows(2).filter(|pair| pair[0] == "enum");
            self.0.extend(names.map(|pair| pair[1].clone()));
        }
    }
}

fn declared(folder: PathBuf, declared: &mut Declared) {
    for entry in std::fs::read_dir(folder).expect("it can be listed") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            self::declared(path, declared);
        } else {
            let code = std::fs::read_to_string(&path).expect("it can be read");
            declared.visit_file(&syn::parse_file(&code).expect("it is Rust"));
        }
    }
}

/// What is declared and not in the list would be said without a word.
#[test]
fn every_fault_that_is_declared_has_its_words_checked() {
    let mut found = Declared::default();
    declared(Path::new(ROOT).join("src"), &mut found);
    let listed = message_groups().map(|group| group.of.to_owned());
    let listed: BTreeSet<String> = listed.filter(|name| name != "Phrase").collect();
    assert_eq!(found.0, listed);
    assert!(listed.contains("FileError"));
}
