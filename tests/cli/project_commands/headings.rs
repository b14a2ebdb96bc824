//! The first heading of a document.

use mcp_guide::text::about::About;
use mcp_guide::text::markup::Markup;

#[test]
fn first_headings() {
    #[rustfmt::skip] // One case, one line.
    let cases = [
        ("# A\n", Some("A")),
        ("\u{feff}# A", Some("A")),
        ("text\n\n## A ##\n# B\n", Some("A")),
        ("#A\n#######  B\n", None),
        ("# C#\n", Some("C#")),
        ("# A {#anchor}\n", Some("A")),
        ("A\n===\n", Some("A")),
        ("a\nA\n===\n", Some("a A")),
        ("- a\n---\n", None),
        ("| a |\n|---|\n", None),
        ("```\n# no\n```\n# A\n", Some("A")),
        ("~~~\n# no\n```\n# no\n~~~\n# A\n", Some("A")),
        ("<!-- # no\n# no -->\n# A\n", Some("A")),
        ("<!-- open\n# no\n", None),
        ("---\nid: a\n---\n# A\n", Some("A")),
        ("---\ntitle: 'T: x'\n---\n# A\n", Some("T: x")),
        ("---\n# A\n", Some("A")),
        ("<h1 align=\"x\">\n  <b>A</b>\n</h1>\n", Some("A")),
        ("<h1>open\n", None),
        ("<h1><img alt=\"Logo\"></h1>\n", Some("Logo")),
        ("# ![b](c)\n# A\n", Some("b")),
        ("#   \n# A\n", Some("A")),
        ("# A [![b](c)](d) [![e][f]][g]\n", Some("A")),
        ("# [A](b) and [C][d] [WIP]\n", Some("A and C [WIP]")),
        ("# **a** _b_ *c* ~~d~~ snake_case 2 * 3 ~e\n", Some("a b c d snake_case 2 * 3 ~e")),
        ("# `Vec<T>` <br> ``a`b`` `open\n", Some("Vec<T> a`b `open")),
        ("# a\\_b &amp; &lt;c&gt; &other;\n", Some("a_b & <c> &other;")),
        ("# A &emsp; &mdash; B\n", Some("A — B")),
        ("# a\tb\u{7}c\u{200b}d\n", Some("a b c d")),
        ("# [[[[(\n", None),
        ("A\n---\n", Some("A")),
        ("> # A\n- # B\n\n# C\n", Some("C")),
        ("<h1>\n\nA\n\n</h1>\n", Some("A")),
        ("A\n", None),
        ("", None),
    ];
    for (text, heading) in cases {
        let found = About::of(text, true, Markup::Markdown).title;
        assert_eq!(found.as_deref(), heading, "{text:?}");
    }
}

/// Brackets within brackets, and what never ends.
#[test]
fn a_heading_of_brackets_is_read_soon() {
    for open in ["[", "![", "[a](", "<h1>", "`", "*_", "&lt;"] {
        let text = format!("# {}\n", open.repeat(8_000));
        let _ = About::of(&text, true, Markup::Markdown);
        let _ = About::of(&format!("{open}\n").repeat(8_000), true, Markup::Markdown);
    }
}
