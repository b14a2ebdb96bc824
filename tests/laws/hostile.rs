//! YAML files that make parsers slow or deep, and ordinary ones to compare them
//! with.

use mcp_guide::table::EMBEDDED;

/// Files of about so many bytes that make parsers slow or deep, each with what
/// is repeated in it.
pub fn hostile(size: usize) -> Vec<(&'static str, String)> {
    let repeated = |text: &str| text.repeat(size / text.len());
    let mut files: Vec<(&str, String)> = [
        "{\"}\": ", "[", "{", "- ", "? ", "&a [*a, ", "&a ", "*a ", "!!a ", "!a ", "[]: ", "{a: ", "a: [",
        "a, ", "%TAG !a! a\n", "---\n", "...\n", "\"", "'", "\"\\", "\\", "''", "#\n", "#[", "\t", "|\n ",
        "- a\n", "a\n", ": ", "<<: ", "a: ", "\u{85}", "\u{2028}[", "\u{feff}", "\r",
    ]
    .map(|text| (text, repeated(text)))
    .into();
    let block = |text: &str| format!("a: |\n {}", repeated(text));
    files.push(("a block of \\", block("\\")));
    files.push(("a block of tabs", block("\t")));
    files.push(("a block of \"[", block("\"[")));
    let tags: String = (0..size / 16).map(|n| format!("%TAG !{n}! a{n}\n")).collect();
    files.push(("%TAG of many names", tags));
    let anchors: String = (0..size / 16).map(|n| format!("- &a{n} a\n")).collect();
    files.push(("many anchors", anchors));
    let aliases = format!("a: &a {}\nb: [{}]", "x".repeat(size / 2), "*a, ".repeat(size / 20));
    files.push(("aliases of half the file", aliases));
    let chain: String = (1..size / 24).map(|n| format!("- &a{n} [*a{}]\n", n - 1)).collect();
    files.push(("a chain of aliases", format!("- &a0 x\n{chain}")));
    let category = |patterns: String| format!("categories: {{docs: {{dir: x, patterns: [{patterns}]}}}}");
    files.push(("many patterns", category("'*.md', ".repeat(size / 8))));
    files.push(("as many patterns as may be", category("a, ".repeat((size / 3).min(99_000)))));
    files.push(("patterns with braces", category("'{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}', ".repeat(size / 34))));
    // Those are parsed at once; there are at most as many as MAX_EXCLUDED.
    let exclude = |patterns: String| {
        let file = format!("categories: {{d: {{dir: x, patterns: [a], exclude: [{patterns}]}}}} # ");
        let rest = size.saturating_sub(file.len());
        file + &"x".repeat(rest)
    };
    let braces = "{a,b}".repeat(6);
    for (name, tail) in [
        ("long patterns that exclude, with braces", "x".repeat(990)),
        ("sets that exclude, with braces", "[a-z]".repeat(198)),
        ("names that exclude, with braces", "x/".repeat(50) + &"?".repeat(890)),
    ] {
        files.push((name, exclude(format!("'{braces}{tail}', ").repeat(32))));
    }
    for (name, pattern) in
        [("patterns that exclude", "?[b]".repeat(124)), ("the same excluded by itself", "[aaaa]/".repeat(62))]
    {
        files.push((name, exclude(format!("'{pattern}', ").repeat(2048))));
    }
    let name = "a".repeat(size - 64);
    files.push(("one name", format!("categories: {{{name}: {{dir: x, patterns: [a]}}}}")));
    files.push(("one long key", format!("categories:\n  ? {name}\n  : {{dir: x, patterns: [a]}}")));
    files.push(("one field", format!("? {name}\n: 1")));
    files.push(("one text for a list", format!("categories: \"{name}\"")));
    files.push(("one comment", format!("categories: {{}} # {name}")));
    let keys: String = (0..size / 12).map(|n| format!("k{n}: 1\n")).collect();
    files.push(("many keys", keys));
    files.push((
        "many suffixes",
        EMBEDDED.replace(
            "[.mustache]",
            &format!("[{}]", (0..size / 20).map(|n| format!(".s{n}, ")).collect::<String>()),
        ),
    ));
    let tool = |n| {
        format!(
            "  - {{name: t{n}, title: t, description: t, operation: list, search: [category], arguments: {{}}}}\n"
        )
    };
    files.push(("many tools", format!("{EMBEDDED}\n{}", (0..size / 110).map(tool).collect::<String>())));
    files
}

/// An ordinary project of about so many bytes.
pub fn ordinary(size: usize) -> String {
    let mut text = String::from("# What is served\ncategories:\n");
    for number in 0.. {
        let category = format!(
            "  category{number}:\n    dir: docs/category{number} # below the file\n    patterns: [\"*.md\"]\n    description: What category {number} holds, in words for an agent.\n"
        );
        if text.len() + category.len() > size {
            break;
        }
        text.push_str(&category);
    }
    text
}
