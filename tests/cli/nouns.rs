//! Each file of `src` has the name of a type, a function or a macro that it defines.

use std::collections::BTreeSet;
use std::path::Path;

use crate::doors::sources;

/// The files that have another name, and why.
const OTHERS: [(&str, &str); 7] = [
    ("lib.rs", "the root of the crate"),
    ("cli.rs", "the root of a module, and the program's `main`"),
    ("operation.rs", "the root of a module; `guide.yaml` serves it as a part of the tour"),
    ("operation/list.rs", "an operation that has one function for names and one for documents"),
    ("sync.rs", "two functions of a module of the layout, as in `std::sync`"),
    ("text/paths.rs", "functions on paths, none of which is the main one"),
    ("documents/sandbox/ambient.rs", "functions that use the whole authority of the process"),
];

/// The files that have what one system needs.
const SYSTEMS: [&str; 2] = ["unix", "windows"];

/// What a line defines: the kind of the item, and its name.
fn definition(line: &str) -> Option<(&str, &str)> {
    let mut words = line.split_whitespace().skip_while(|word| {
        word.starts_with("pub") || matches!(*word, "in" | "const" | "async" | "unsafe") || word.ends_with(')')
    });
    let kind = words.next()?;
    let name = words.next()?;
    let end = name.find(|c: char| !(c.is_ascii_alphanumeric() || c == '_'));
    Some((kind, &name[..end.unwrap_or(name.len())]))
}

/// Whether code in the file `stem` defines a type, a function or a macro of this name.
fn defines(code: &str, stem: &str) -> bool {
    let noun = stem.replace('_', "");
    code.lines().filter_map(definition).any(|(kind, name)| match kind {
        "struct" | "enum" | "trait" | "type" | "union" => name.eq_ignore_ascii_case(&noun),
        "fn" | "macro_rules!" => name == stem,
        _ => false,
    })
}

/// Whether code only declares modules and re-exports, or constants.
fn is_root(code: &str) -> bool {
    let item = ["struct ", "enum ", "trait ", "union ", "type ", "fn ", "impl ", "impl<", "macro_rules! "];
    !code.lines().any(|line| {
        let line = line.trim_start();
        let line =
            line.split_once(") ").filter(|(of, _)| of.starts_with("pub(")).map_or(line, |(_, rest)| rest);
        let line = line.strip_prefix("pub ").unwrap_or(line);
        item.iter().any(|item| line.starts_with(item))
    })
}

/// The commands of the command line and the options that `for` has, as file names.
fn commands() -> BTreeSet<String> {
    let page = std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("src/cli/command.rs"));
    let page = page.expect("the commands");
    let (_, commands) = page.split_once("pub enum Command {").expect("the commands");
    let (commands, _) = commands.split_once("\n}").expect("their end");
    let lines = commands.lines().filter_map(|line| line.strip_prefix("    "));
    let names = lines.filter_map(|line| line.split([' ', '(', ',']).next());
    let names = names.filter(|name| name.starts_with(|c: char| c.is_ascii_uppercase()));
    let options = ["Changed", "Explain"];
    names.chain(options).map(str::to_lowercase).collect()
}

#[test]
fn each_file_has_the_name_of_what_it_defines() {
    let commands = commands();
    assert!(commands.len() > 15, "{commands:?}");
    let mut others = BTreeSet::new();
    for (file, code) in sources() {
        let path = file.to_str().expect("UTF-8").replace('\\', "/");
        let stem = file.file_stem().and_then(|stem| stem.to_str()).expect("a name");
        let is_command = file.parent() == Some(Path::new("cli")) && commands.contains(stem);
        if !(defines(&code, stem) || is_command || is_root(&code) || SYSTEMS.contains(&stem)) {
            others.insert(path);
        }
    }
    let due = OTHERS.map(|(path, _)| path.to_owned());
    assert_eq!(others, due.into_iter().collect(), "a file that is not called as what it defines");
}

#[test]
fn definitions_of_every_form_are_found() {
    let code = "pub(in crate::cli) fn one() {}\n    pub(super) const fn two(a: u8) {}\nmacro_rules! three {\n\
                pub struct FourFive<'a>(u8);\n        pub enum Six {\ntype Seven = u8;\npub async fn eight<T>() {}\n\
                let nine = ten();\n";
    for name in ["one", "two", "three", "four_five", "six", "seven", "eight"] {
        assert!(defines(code, name), "{name}");
    }
    for name in ["nine", "ten", "four", "a"] {
        assert!(!defines(code, name), "{name}");
    }
    assert!(is_root("pub mod a;\nmod b;\npub use a::{c, d};\npub const E: u8 = 1;\n"));
    assert!(!is_root("pub mod a;\npub(crate) fn f() {}\n"));
    assert!(!is_root("impl A {\n"));
}
