//! Projects with their files, and calls of them.

use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;
use proptest::sample::{select, subsequence};
use serde_json::{Map, Value, json};

use super::listed;
use laws::calls::{Shelf, Stored, Text};

/// Lengths at which some buffer or other ends.
const LENGTHS: [usize; 7] = [1 << 10, 1 << 12, 1 << 13, 1 << 14, 1 << 15, 1 << 16, (1 << 16) + 5000];
/// What no document should hold, or not at every place.
const ODD: [&[u8]; 19] = [
    b"",
    b"\0",
    b"\0",
    b"\xE4",
    b"\xE4",
    b"\xE4 \0",
    "\u{e4}".as_bytes(),
    "\u{1f600}".as_bytes(),
    b"\n--guide-boundary",
    b"\r\n--guide-boundary--\r\n",
    b"\r--guide-boundary-x",
    b" --guide-boundary",
    FRONTMATTER[0],
    FRONTMATTER[1],
    FRONTMATTER[2],
    FRONTMATTER[3],
    b"# Head\n",
    b"\nTwo\n===\n",
    b"\n## Sub\n\n### Deep\n",
];
/// What a document says of itself, and what is none; at another place a heading.
const FRONTMATTER: [&[u8]; 4] = [
    b"---\ntitle: T\ndescription: D d\n---\n", b"---\r\nid: 1\r\n---\r\n# Head\n",
    b"---\ntitle: [\n---\n# Head\n", b"---\ntitle: T\n",
];
const DIRS: [(&str, &str); 6] =
    [("a", "docs"), ("b", "docs/sub"), ("c", "more"), ("d", "gone/away"), ("e", "docs/x.md"), ("f", ".")];
const PATTERNS: [&str; 16] = [
    "*.md", "**/*.md", "*", "**", "sub/*", "{x,y}.md", "?.*", "l/*", "[!x]*.md", "y", "many/**", "many/*",
    "x.md/z", "x.md", "none*", "[",
];
/// Members of a collection that are parts of a category, or none.
const PARTS: &str = "a/*.md a/x a/** a/l/* a/x.md/z a/*.mustache a/[x].md a/sub/* a/.env b/{x,y}.md c/**/*.md \
    c/* c/o/x.md f/docs/** f/**/*.md f/docs/.h/* f/*/y* c/a** a/ missing/*";
/// What is never served, as a rule not much.
const EXCLUDE: &str = "x.md *.md **/y sub/** sub .h *env **/?env many/*1.md docs/** [x].md l";
/// Patterns that ask for hidden names.
const HIDDEN: [&str; 6] = [".env", ".h/*", ".*", "{.env,x.md}", "docs/.h/**", "**/.env"];
const ALIKE: &str = "0123456789abcdef";

/// The words of a list.
fn split(words: &'static str) -> Vec<&'static str> {
    words.split_whitespace().collect()
}

fn odd() -> impl Strategy<Value = &'static [u8]> {
    select(ODD.to_vec())
}

/// A text, small as a rule.
fn text() -> impl Strategy<Value = Text> {
    let small = (0..60_usize, 0..60_usize, prop_oneof![5 => Just(&b""[..]), 1 => odd()]);
    let text = |(size, at, odd)| Text { size, at, odd };
    prop_oneof![
        20 => small.prop_map(text),
        2 => large(),
        4 => (0..90_usize, select(FRONTMATTER.to_vec())).prop_map(|(size, odd)| Text { size, at: 0, odd }),
        2 => Just(Text { size: 48, at: 0, odd: b"content-type : Multipart/Mixed; boundary=x\r\n\r\n" }),
    ]
}

/// A text that crosses a buffer, or ends with it.
pub fn large() -> impl Strategy<Value = Text> {
    let edge = (select(LENGTHS.to_vec()), 0..4_usize).prop_map(|(length, off)| length + off - 2);
    let place = prop_oneof![3 => edge.clone(), 1 => Just(0), 1 => Just(usize::MAX)];
    (edge, place, odd()).prop_map(|(size, at, odd)| Text { size, at, odd })
}

/// One name in 16 or 64 bytes of which others begin alike.
fn name() -> impl Strategy<Value = String> {
    let plain = select(listed(
        "x.md y.md y.txt x.md.mustache y.md.mustache y.mustache _y.md.mustache .env.mustache \
         Z.MD a␣b.md \u{fc}.md .env [x].md \n.md",
    ));
    let alike =
        (select(vec![1, 4]), "[ab]{0,2}").prop_map(|(times, end)| format!("{}{end}.md", ALIKE.repeat(times)));
    prop_oneof![6 => plain, 1 => alike]
}

fn file() -> impl Strategy<Value = (String, Stored)> {
    let dir = select(vec!["docs", "docs", "docs/sub", "more", "more/l", "docs/.h"]);
    let path = (dir, name()).prop_map(|(dir, name)| format!("{dir}/{name}"));
    // None leads to a directory outside: a category may be there, and read what
    // other tests are writing.
    let target = select(split("nowhere ../../nowhere /etc/passwd x.md sub ../docs/y.md x.md.mustache"));
    let stored = prop_oneof![
        12 => text().prop_map(Stored::Text),
        1 => target.prop_map(|target| Stored::Link(target.to_owned())),
        1 => Just(Stored::Fifo),
    ];
    let link = select(vec![("docs/l", "sub"), ("more/l", "../docs"), ("docs/o", "o"), ("more/o", "../../x")]);
    let link = link.prop_map(|(path, target)| (path.to_owned(), Stored::Link(target.to_owned())));
    let count = prop_oneof![8 => 3..8_usize, 2 => 45..70_usize, 1 => 300..420_usize];
    let alike = select(vec![String::new(), ALIKE.to_owned(), ALIKE.repeat(4)]);
    let many = (count, alike).prop_map(|(count, alike)| ("docs/many".to_owned(), Stored::Many(count, alike)));
    prop_oneof![20 => (path, stored), 2 => link, 3 => many]
}

/// A project's file: YAML that is JSON.
fn project() -> impl Strategy<Value = String> {
    let patterns = vec(prop_oneof![60 => select(PATTERNS[..14].to_vec()), 1 => Just("[")], 1..3);
    let dirs = subsequence(DIRS.to_vec(), 3..=DIRS.len()).prop_shuffle();
    let dirs = prop_oneof![1 => Just(Vec::new()), 9 => dirs];
    let exclude = option::weighted(0.3, vec(select(split(EXCLUDE)), 0..3));
    let hidden = option::weighted(0.3, any::<bool>());
    let render = option::weighted(0.3, any::<bool>());
    let own = option::weighted(0.2, select(HIDDEN.to_vec()));
    let patterns = (patterns, own).prop_map(|(mut patterns, own)| {
        patterns.extend(own);
        patterns
    });
    let frontmatter = option::weighted(0.4, select(vec!["keep", "strip"]));
    let categories = (dirs, vec((patterns, exclude, (hidden, render), frontmatter), DIRS.len()));
    let whole = select(vec!["a", "a", "b", "c", "c", "d", "e", "f", "missing"]);
    let members = vec(prop_oneof![6 => whole, 4 => select(split(PARTS)), 2 => select(vec!["k", "l"])], 1..5);
    let members = prop_oneof![12 => members, 1 => Just(Vec::new())];
    let names = subsequence(vec!["k", "l", "a"], 0..=3).prop_shuffle();
    let collections = (names, vec(members, 3));
    let file_bytes = select(vec![1_u64 << 20, 1 << 20, 1 << 20, 40, 1 << 12, 1 << 16]);
    let response_bytes = prop_oneof![3 => Just(1_u64 << 18), 3 => 100..1_500_u64, 1 => 1_000..200_000_u64];
    let description = option::of(select(vec!["What it\n is", "Every | bar", ""]));
    (categories, collections, file_bytes, response_bytes, description).prop_map(
        |(categories, collections, file_bytes, response_bytes, description)| {
            let described = |mut row: Value| {
                if let Some(text) = description {
                    row["description"] = text.into();
                }
                row
            };
            let categories = categories.0.into_iter().zip(categories.1).map(
                |((name, dir), (patterns, exclude, (hidden, render), frontmatter))| {
                    let mut row = json!({ "dir": dir, "patterns": patterns });
                    for (key, value) in [
                        ("exclude", json!(exclude)),
                        ("hidden", json!(hidden)),
                        ("render", json!(render)),
                        ("frontmatter", json!(frontmatter)),
                    ] {
                        if !value.is_null() {
                            row[key] = value;
                        }
                    }
                    (name.to_owned(), described(row))
                },
            );
            let collections = collections
                .0
                .into_iter()
                .zip(collections.1)
                .map(|(name, members)| (name.to_owned(), described(json!({ "categories": members }))));
            let project = json!({
                "categories": categories.collect::<Map<_, _>>(),
                "collections": collections.collect::<Map<_, _>>(),
                "limits": { "file_bytes": file_bytes, "response_bytes": response_bytes },
            });
            project.to_string()
        },
    )
}

/// A call that fits its tool as a rule.
fn call() -> impl Strategy<Value = (String, Map<String, Value>)> {
    let tools = [
        ("get_content", "category_or_collection"),
        ("get_content", "category_or_collection"),
        ("get_category_content", "category"),
        ("get_collection_content", "collection"),
        ("list_content", "category_or_collection"),
        ("list_content", "category_or_collection"),
    ];
    let category = select(vec!["a", "b", "c", "f", "a", "b", "c", "f", "a", "f", "d", "e"]);
    let collection = select(vec!["k", "l", "a"]);
    let other = select(vec!["zz", "aa"]);
    let pattern = prop_oneof![
        24 => select(PATTERNS.to_vec()).prop_map(Value::from),
        6 => select(HIDDEN.to_vec()).prop_map(Value::from),
        1 => select(vec!["../x", "/x", "!x.md", "a**", "x\ny", "\n*", ""]).prop_map(Value::from),
        1 => Just(Value::Null),
    ];
    let names = (category, collection, other, 0..100_usize);
    let document = select(split("a/x.md a/sub/y.md c/x.md f/docs/x.md x.md a/.env missing/x.md c/l/y.md"));
    let section = select(listed("Head two sub␣>␣deep Deep sub none line id:␣1"));
    let arguments = (
        names,
        option::weighted(0.4, pattern),
        option::weighted(0.1, document),
        option::weighted(0.2, section),
        0..60_usize,
    );
    (select(tools.to_vec()), arguments).prop_map(
        |((tool, argument), (names, pattern, document, section, more))| {
            let document = document.filter(|_| pattern.is_none() && tool != "list_content");
            let (category, collection, other, which) = names;
            let name = match (which, argument) {
                (0..3, _) => None,
                (3, _) => Some(json!(5)),
                (4, _) => Some(json!("")),
                (5..9, _) => Some(json!(other)),
                (9..80, "category_or_collection") | (9.., "category") => Some(json!(category)),
                _ => Some(json!(collection)),
            };
            let name = name.filter(|_| tool != "list_content" || which > 30);
            let more = (more == 0).then(|| ("more".to_owned(), json!(true)));
            let document = document.map(Value::from);
            let section = section.filter(|_| tool != "list_content").map(Value::from);
            let own = [(argument, name), ("pattern", pattern), ("document", document), ("section", section)];
            let own = own.into_iter().filter_map(|(key, value)| Some((key.to_owned(), value?)));
            (tool.to_owned(), own.chain(more).collect())
        },
    )
}

/// A project, its files, and calls of it.
pub fn shelf() -> impl Strategy<Value = Shelf> {
    (vec(file(), 2..18), project(), vec(call(), 1..6)).prop_map(|(files, project, calls)| Shelf {
        files,
        project,
        calls,
    })
}

/// Hundreds of documents, under a budget that is met or not.
pub fn full() -> impl Strategy<Value = Shelf> {
    let size = prop_oneof![8 => 0..6_000_usize, 1 => 0..80_000_usize];
    let odd = prop_oneof![12 => Just(ODD[0]), 1 => select(ODD.to_vec())];
    let text = (size, any::<prop::sample::Index>(), odd).prop_map(|(size, at, odd)| {
        let at = at.index(size.max(1));
        Stored::Text(Text { size, at, odd })
    });
    let link = select(vec!["gone", "../more", "..", "link"]).prop_map(|to| Stored::Link(to.into()));
    let stored = prop_oneof![30 => text, 1 => link, 1 => Just(Stored::Fifo)];
    let budget = prop_oneof![1 => Just(1_usize << 24), 2 => (1_usize << 19)..(1 << 21)];
    let frontmatter = select(vec!["keep", "strip"]);
    (vec(stored, 210..420), budget, frontmatter).prop_map(|(stored, budget, frontmatter)| {
        let files = stored.into_iter().enumerate();
        Shelf {
            files: files.map(|(number, stored)| (format!("docs/{number:03}.md"), stored)).collect(),
            project: format!(
                "categories:\n  a: {{dir: docs, patterns: ['*'], frontmatter: {frontmatter}}}\n\
                 limits: {{file_bytes: 1000000, response_bytes: {budget}}}\n"
            ),
            calls: vec![("get_category_content".into(), Map::from_iter([("category".into(), json!("a"))]))],
        }
    })
}
