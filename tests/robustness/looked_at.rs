//! What a hook looks at first, as its time may be over before it has looked at everything.

use std::cell::Cell;
use std::fmt::Write;

use camino::Utf8PathBuf;
use mcp_guide::{KnownHeaders, Roots, Server, Session, Source};

use crate::process::project;

/// Documents that may be rules by their headers, and how many of these are looked at.
const DOCUMENTS: usize = 300;
const LOOKED_AT: usize = 100;

/// What `guide.yaml` says to be a rule comes before documents of which the headers are read, wherever
/// its category stands.
#[test]
fn rules_by_guide_yaml_come_before_the_headers_of_documents() {
    let guide = "categories:\n  docs: {dir: docs, patterns: ['*.md']}\n  rules: {dir: rules, patterns: ['*.md'], \
                 applies_to: ['src/**']}\n  notes: {dir: notes, patterns: ['*.md']}\ncollections:\n  some: \
                 {categories: [{category: notes, applies_to: ['src/**']}]}\n";
    let mut files = vec![
        ("guide.yaml".to_owned(), guide),
        ("rules/a.md".to_owned(), "A.\n"),
        ("notes/b.md".to_owned(), "B.\n"),
    ];
    for at in 0..DOCUMENTS {
        let mut name = String::new();
        write!(name, "docs/{at}.md").expect("a string");
        files.push((name, "Text.\n"));
    }
    let files: Vec<(&str, &str)> = files.iter().map(|(name, text)| (&**name, *text)).collect();
    let folder = project(&files);
    let path = Utf8PathBuf::from_path_buf(folder.path().to_owned()).expect("UTF-8");
    let server = Server::new(laws::table().clone(), Session::new(Source::Named(path)));
    let bound = server.session.bind(&Roots::None).expect("it loads");
    let looked_at = Cell::new(0);
    let is_over = || {
        looked_at.set(looked_at.get() + 1);
        looked_at.get() > LOOKED_AT
    };
    let known = KnownHeaders::default();
    let paths = ["src/a.rs".to_owned()];
    let (found, _) = server.rules(&bound, (&paths, 1), false, (&known, &is_over)).expect("not cancelled");
    let names: Vec<String> = found.rules.iter().map(|rule| rule.named.file.document().to_string()).collect();
    assert_eq!(names, ["a.md", "b.md"]);
    assert_eq!(found.not_reached, ["docs", "notes"]);
}
