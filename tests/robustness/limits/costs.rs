//! What one call takes, for the worst input found of each argument and each kind of document, beside
//! the table in tests/costs.md: its memory, and its processor time as a ratio to that of a million steps.

use std::fmt::Write;
use std::os::unix::fs::symlink;
use std::path::Path;

use laws::yardstick;
use serde_json::{Value, json};

use crate::process::Server;

const PAGE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/costs.md");
const MIB: u64 = 1 << 20;
/// Clock ticks of `/proc/PID/stat`.
const TICKS_PER_SECOND: f64 = 100.0;
pub(super) const GUIDE: &str = "categories: {docs: {dir: docs, patterns: ['**']}}\n";

/// What a call may take: as long as so many million steps, and so much memory.
struct Bound {
    steps: f64,
    bytes: u64,
}

/// Reads the row of the page's table that begins with this cell.
fn bound(of: &str) -> Bound {
    let page = std::fs::read_to_string(PAGE).expect("the page");
    let row = page.lines().find_map(|line| {
        let cells: Vec<&str> = line.trim_matches('|').split('|').map(str::trim).collect();
        (cells.len() == 5 && cells[0] == of).then(|| (cells[2].replace(',', ""), cells[3].to_owned()))
    });
    let (steps, bytes) = row.unwrap_or_else(|| panic!("no row {of}"));
    let number = |cell: &str, unit: &str| -> f64 {
        let number = cell.strip_suffix(unit).and_then(|cell| cell.parse().ok());
        number.unwrap_or_else(|| panic!("{of}: {cell} is no number of {unit}"))
    };
    Bound { steps: number(&steps, ""), bytes: number(&bytes, " MiB") as u64 * MIB }
}

/// Makes requests of one server, each within the bounds of a row, and returns the answers. The steps are
/// timed before and after each: the machine may have slowed down meanwhile.
#[track_caller]
pub(super) fn measured(of: &str, folder: &Path, requests: &[(&str, Value)]) -> Vec<Value> {
    let Bound { steps, bytes } = bound(of);
    let mut million = yardstick();
    let mut server = Server::start(folder);
    let mut answers = Vec::new();
    for (method, params) in requests {
        let at_rest = server.child.resident();
        // The start counts with the first request: it reads guide.yaml.
        let before = if answers.is_empty() { 0 } else { server.child.ticks() };
        answers.push(server.answer(method, params.clone()));
        let spent = (server.child.ticks() - before) as f64 / TICKS_PER_SECOND;
        let memory = server.child.most_resident().saturating_sub(at_rest);
        let after = yardstick();
        let ratio = spent / million.max(after).as_secs_f64();
        million = after;
        let call: String = params.to_string().chars().take(100).collect();
        let came =
            format!("{of}: {spent} s, of {ratio:.0} million steps, {} MiB: {method} {call}", memory / MIB);
        println!("{came}");
        assert!(ratio <= steps && memory <= bytes, "{came}");
    }
    answers
}

pub(super) fn tool(name: &str, arguments: Value) -> (&'static str, Value) {
    ("tools/call", json!({ "name": name, "arguments": arguments }))
}

/// A project with these documents below `docs`.
pub(super) fn project(guide: &str, documents: &[(&str, &[u8])]) -> tempfile::TempDir {
    let folder = laws::folder();
    std::fs::write(folder.path().join("guide.yaml"), guide).expect("a file");
    std::fs::create_dir(folder.path().join("docs")).expect("a folder");
    for (path, content) in documents {
        std::fs::write(folder.path().join("docs").join(path), content).expect("a file");
    }
    folder
}

/// A Markdown text of some size whose every line continues many nested lists.
fn nested(bytes: usize) -> String {
    let k = bytes / 4;
    format!("{}(\n{}", "+ ".repeat(k), "(\n".repeat(k))
}

/// A Markdown text of some size whose every line is searched for the end of a title.
fn open_title(bytes: usize) -> String {
    format!("a[a](b '{}", "\na".repeat(bytes / 2))
}

/// A Markdown text of some size whose rows lack most of their cells.
fn cells_lacking(bytes: usize) -> String {
    let columns = 362;
    let table =
        format!("|{}\n|{}\n{}\n", "a|".repeat(columns), "-|".repeat(columns), "x\n".repeat(2 * columns));
    table.repeat(bytes / table.len())
}

fn reason(answer: &Value) -> &str {
    let message = &answer["error"]["message"];
    message.as_str().unwrap_or_else(|| panic!("{answer}"))
}

pub(super) fn text(answer: &Value) -> &str {
    let text = &answer["result"]["content"][0]["text"];
    text.as_str().unwrap_or_else(|| panic!("{answer}"))
}

#[test]
fn an_argument() {
    let folder = project(GUIDE, &[("a.md", b"# A\n")]);
    let long = "x".repeat(4 * MIB as usize);
    let named = |section: &str| json!({ "category_or_collection": "docs", section: long });
    let answers = measured(
        "any other argument",
        folder.path(),
        &[
            tool("get_content", named("section")),
            tool("get_content", named("document")),
            tool("search_content", json!({ "query": long })),
            tool("list_content", json!({ "category_or_collection": long })),
        ],
    );
    for answer in &answers {
        assert!(text(answer).contains("has 4194304 bytes, over the limit of "), "{answer}");
    }
}

#[test]
fn a_request() {
    let folder = project(GUIDE, &[("a.md", b"# A\n")]);
    let long = "x".repeat(4 * MIB as usize);
    let by_name = json!({ "type": "ref/resource", "uri": "guide://category/{name}" });
    let complete = |of: &Value, name: &str, value: &str| {
        let argument = json!({ "name": name, "value": value });
        ("completion/complete", json!({ "ref": of, "argument": argument }))
    };
    let with_context = json!({
        "ref": by_name,
        "argument": { "name": "name", "value": "d" },
        "context": { "arguments": { "path": long } },
    });
    let answers = measured(
        "a name, a URI, a cursor",
        folder.path(),
        &[
            ("resources/read", json!({ "uri": long })),
            ("resources/list", json!({ "cursor": long })),
            ("prompts/get", json!({ "name": long })),
            complete(&json!({ "type": "ref/resource", "uri": long }), "name", "d"),
            complete(&json!({ "type": "ref/prompt", "name": long }), "pattern", "d"),
            complete(&by_name, &long, "d"),
            complete(&by_name, "name", &long),
            ("completion/complete", with_context),
        ],
    );
    let names = ["uri", "cursor", "name", "ref", "ref", "argument", "argument", "context"];
    for (answer, name) in answers.iter().zip(names) {
        let due = format!("'{name}' has 4194304 bytes, over the limit of 4096");
        assert_eq!(reason(answer), due);
        assert_eq!(answer["error"]["code"], -32602);
    }
}

#[test]
fn a_pattern() {
    let folder = project(GUIDE, &[]);
    let name = "a".repeat(250);
    for number in 0..500 {
        std::fs::write(folder.path().join(format!("docs/{name}{number}")), "").expect("a file");
    }
    let stars = format!("{}b", "*a".repeat(500));
    let alternatives = format!("{{{}}}", vec!["*a*a*a*b"; 64].join(","));
    let calls: Vec<_> = ([stars, alternatives].iter())
        .map(|pattern| json!({ "category_or_collection": "docs", "pattern": pattern }))
        .map(|arguments| tool("list_content", arguments))
        .collect();
    measured("`pattern`", folder.path(), &calls);
}

#[test]
fn a_query() {
    let word = |number: usize| -> String {
        let letters = (0..8).map(|at| b"stop"[number >> (2 * at) & 3] as char);
        letters.collect()
    };
    let words: Vec<String> = (0..MIB as usize / 9).map(|at| word(at % 65_536)).collect();
    let folder = project(GUIDE, &[("a.txt", words.join(" ").as_bytes())]);
    let unknown: Vec<String> = (0..98).map(|at| word(at * 600) + "sz").collect();
    let known: Vec<String> = (0..110).map(|at| word(at * 500)).collect();
    let queries = [unknown, known].map(|words| json!({ "query": words.join(" ")[..900] }));
    let calls = queries.map(|query| tool("search_content", query));
    measured("`query`", folder.path(), &calls);
}

/// Stop words between two words of a query put them far apart in it.
#[test]
fn a_query_with_a_gap() {
    let folder = project(&format!("{GUIDE}search: {{language: english}}\n"), &[]);
    for number in 0..50 {
        let path = folder.path().join(format!("docs/{number}.md"));
        let section = format!("# A\n\n{}bar\n\n", "foo ".repeat(10_000));
        std::fs::write(path, section.repeat(3)).expect("a file");
    }
    let query = format!("foo. {}bar", "the. ".repeat(190));
    measured("`query`", folder.path(), &[tool("search_content", json!({ "query": query }))]);
}

#[test]
fn quoted_parts() {
    let letters = "etaoinsrhldcumfp".repeat(MIB as usize / 16);
    let sections = "# a\n\na\n".repeat(16_000) + &"etaoinsrhldcumfp ".repeat(50_000);
    let parts = |parts: Vec<String>| json!({ "query": format!("\"{}\"", parts.join("\" \"")) });
    let repeated = parts(vec!["a".to_owned(); 250]);
    let rest = (0..16).map(|at| letters[at..=at].to_owned()).collect();
    let pairs = (0..16).map(|at| letters[at..at + 2].to_owned()).collect();
    let calls = [repeated, parts(rest), parts(pairs)].map(|query| tool("search_content", query));
    for text in
        ["a ".repeat(524_279), letters.clone(), sections, letters[8..MIB as usize / 2].replace('e', "é")]
    {
        let folder = project(GUIDE, &[("a.md", text.as_bytes())]);
        measured("quoted parts", folder.path(), &calls);
    }
}

/// The words of a heading belong to all sections beneath it.
#[test]
fn headings_above_many() {
    let words = |level: usize| -> String {
        let words = (0..250).map(|at| format!(" {}", "etaoinsrhl".chars().nth(at % 10).expect("a letter")));
        "#".repeat(level) + &words.collect::<String>()[..499] + "\n"
    };
    let long = |level: usize| format!("{} {}\n", "#".repeat(level), "ab ".repeat(333));
    let all = "etaoinsrhl".chars().map(String::from).collect::<Vec<_>>().join(" ");
    for above in [(1..6).map(words).collect::<String>(), (1..6).map(long).collect::<String>()] {
        let document = above + &"######\n".repeat(16_370);
        let folder = project(GUIDE, &[("a.md", document.as_bytes())]);
        let calls =
            ["zzzz", "zzzz", "ab", &all].map(|query| tool("search_content", json!({ "query": query })));
        measured("16,370 headings below five", folder.path(), &calls);
    }
}

/// What may be headings costs no more than other blocks.
#[test]
fn headings_of_html_rst_and_adoc() {
    let html =
        ["<p1\n\n", "<h1\n\n", "<h1>\n\n", "<h1>\n<h1\n", "<b>\n<!--\n\n"].map(|block| ("a.md", block));
    let rst = ["a\n", "====\n", "=\n=\n", "====\na\n", "a\n\n", "..\n", "-\n"].map(|block| ("a.rst", block));
    let adoc = [
        "== a\n", "a\n-\n", "----\n====\n", "[[a]]\n", ":a: {a}{a}\n== {a}\n", ":a: \\\n", "ifdef::a[]\n",
        "a\nifdef::a[]\n\n", "* a\n+\n\n", "a::\n\n", "//\n", "== *a `b [[c link:d[ \n",
    ]
    .map(|block| ("a.adoc", block));
    let guide = "categories: {docs: {dir: docs, patterns: ['*']}}\n";
    let ticks: Vec<_> = html
        .into_iter()
        .chain(rst)
        .chain(adoc)
        .map(|(name, block)| {
            let folder = project(guide, &[(name, block.repeat(MIB as usize / block.len()).as_bytes())]);
            let section = json!({ "category_or_collection": "docs", "section": "None" });
            let mut server = Server::start(folder.path());
            let before = server.child.ticks();
            for _ in 0..4 {
                let (method, params) = tool("get_content", section.clone());
                server.answer(method, params);
            }
            server.child.ticks() - before
        })
        .collect();
    let (paragraph, headings) = ticks.split_first().expect("a paragraph");
    println!("headings {headings:?}, paragraphs {paragraph} ticks");
    assert!(
        headings.iter().all(|of| *of <= 2 * paragraph),
        "headings {headings:?}, paragraphs {paragraph} ticks"
    );
}

#[test]
fn a_plain_text() {
    let folder = project(GUIDE, &[("a.txt", &vec![b'"'; MIB as usize])]);
    let arguments = json!({ "category_or_collection": "docs" });
    measured("a plain text", folder.path(), &[tool("get_content", arguments)]);
}

#[test]
fn a_binary_file() {
    let folder = project(GUIDE, &[("a.md", &vec![0xFF; MIB as usize])]);
    let calls = ["get_content", "list_content", "search_content"].map(|name| {
        let arguments = json!({ "category_or_collection": "docs", "query": "a" });
        let mut arguments = arguments.as_object().expect("a map").clone();
        arguments.retain(|key, _| key != "query" || name == "search_content");
        tool(name, arguments.into())
    });
    measured("a binary file", folder.path(), &calls);
}

#[test]
fn a_markdown_text() {
    for document in [
        nested(MIB as usize),
        open_title(MIB as usize),
        // As nested as a text may be.
        format!("{}a\n{}", "> ".repeat(8), "a\n".repeat(500_000)),
        "[a](b \"c".repeat(130_000),
        // A line that is blank for people continues the paragraph.
        format!("[a](b 'x\n{}", "&\n\x0c\n".repeat(MIB as usize / 5)),
        "*a _b ".repeat(170_000),
        "a|".repeat(500_000),
        cells_lacking(MIB as usize),
        format!("|{}\n|{}\n{}", "a|".repeat(80_000), "-|".repeat(80_000), "x\n".repeat(300_000)),
        // With as many as a row may lack.
        format!("|{}\n|{}\n{}", "a|".repeat(8), "-|".repeat(8), "x\n".repeat(500_000)),
    ] {
        let folder = project(GUIDE, &[("a.md", document.as_bytes())]);
        let docs = json!({ "category_or_collection": "docs" });
        let section = json!({ "category_or_collection": "docs", "section": "None" });
        let query = json!({ "query": "a" });
        measured(
            "a Markdown text",
            folder.path(),
            &[tool("get_content", section), tool("list_content", docs), tool("search_content", query)],
        );
    }
}

#[test]
fn a_thousand_markdown_texts() {
    let folder = project(GUIDE, &[]);
    for number in 0..1000 {
        let document = if number % 2 == 0 { nested(8000) } else { cells_lacking(8000) };
        std::fs::write(folder.path().join(format!("docs/{number}.md")), document).expect("a file");
    }
    let docs = json!({ "category_or_collection": "docs" });
    let called = tool("list_content", docs);
    measured("1,000 Markdown texts, listed", folder.path(), &[called]);
}

#[test]
fn a_missing_section() {
    let heading = format!("# {}\n", "long ".repeat(MIB as usize / 5 - 1));
    let folder = project(GUIDE, &[("a.md", heading.as_bytes())]);
    for number in 0..60 {
        symlink("a.md", folder.path().join(format!("docs/{number}.md"))).expect("a link");
    }
    let section = json!({ "category_or_collection": "docs", "section": "None" });
    let calls = [tool("get_content", section)];
    measured("60 headings of 1 MiB", folder.path(), &calls);
    let query = json!({ "query": "long", "pattern": "[1-9].md" });
    let calls = [tool("search_content", query)];
    measured("9 headings of 1 MiB", folder.path(), &calls);
}

#[test]
fn a_template() {
    let guide = "categories: {docs: {dir: docs, patterns: ['*.md'], render: true}}\n";
    // Not rendered, which takes few steps.
    let partial = format!("{{{{#no}}}}{}{{{{/no}}}}", "{{a}}".repeat(MIB as usize / 5 - 4));
    let uses: String = (0..60).map(|number| format!("{{{{>p{number}}}}}")).collect();
    let folder = project(guide, &[("a.md.mustache", uses.as_bytes()), ("p", partial.as_bytes())]);
    for number in 0..60 {
        let link = folder.path().join(format!("docs/_p{number}.md.mustache"));
        symlink("p", link).expect("a link");
    }
    let docs = json!({ "category_or_collection": "docs" });
    let answers = measured("a template", folder.path(), &[tool("get_content", docs)]);
    let limit = "it and its partials have more than 16777216 bytes together";
    assert!(text(&answers[0]).contains(limit), "{}", answers[0]);
    // Large texts without tags.
    std::fs::write(folder.path().join("docs/p"), "x".repeat(MIB as usize)).expect("a file");
    let docs = json!({ "category_or_collection": "docs" });
    let answers = measured("a template", folder.path(), &[tool("get_content", docs)]);
    assert!(text(&answers[0]).contains("over the limit of"), "{}", answers[0]);
}

#[test]
fn frontmatter() {
    let block = format!("[{}a]", "a, ".repeat(10_000));
    let document = format!("---\ntitle: {block}\n---\n# A\n");
    let folder = project(GUIDE, &[]);
    for number in 0..100 {
        std::fs::write(folder.path().join(format!("docs/{number}.md")), &document).expect("a file");
    }
    let docs = json!({ "category_or_collection": "docs" });
    let section = json!({ "category_or_collection": "docs", "section": "None" });
    // A listing reads 8 KiB, and so no whole block; a section is looked for in all of it.
    let calls = [tool("list_content", docs), tool("get_content", section)];
    measured("100 blocks of frontmatter", folder.path(), &calls);
}

#[test]
fn a_guide() {
    let mut guide = String::from("context:\n");
    while guide.len() < MIB as usize - 100 {
        writeln!(guide, "  k{}: [a, b, c, d, e, f, g, h]", guide.len()).expect("a text");
    }
    guide += GUIDE;
    let folder = project(&guide, &[("a.md", b"# A\n")]);
    let docs = json!({ "category_or_collection": "docs" });
    measured("`guide.yaml`", folder.path(), &[tool("get_content", docs)]);
}
