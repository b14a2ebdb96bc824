//! The first heading of a document.

use mcp_guide::text::heading::Markup::{AsciiDoc, Markdown, Rest};
use mcp_guide::text::heading::first_heading;

#[test]
fn first_headings() {
    for (markup, text, heading) in [
        (Markdown, "# A\n", Some("A")),
        (Markdown, "\u{feff}# A", Some("A")),
        (Markdown, "text\n\n## A ##\n# B\n", Some("A")),
        (Markdown, "#A\n#######  B\n", None),
        (Markdown, "# C#\n", Some("C#")),
        (Markdown, "# A {#anchor}\n", Some("A")),
        (Markdown, "A\n===\n", Some("A")),
        (Markdown, "a\nA\n===\n", Some("a A")),
        (Markdown, "- a\n---\n", None),
        (Markdown, "| a |\n|---|\n", None),
        (Markdown, "```\n# no\n```\n# A\n", Some("A")),
        (Markdown, "~~~\n# no\n```\n# no\n~~~\n# A\n", Some("A")),
        (Markdown, "<!-- # no\n# no -->\n# A\n", Some("A")),
        (Markdown, "<!-- open\n# no\n", None),
        (Markdown, "---\nid: a\n---\n# A\n", Some("A")),
        (Markdown, "---\ntitle: 'T: x'\n---\n# A\n", Some("T: x")),
        (Markdown, "---\n# A\n", Some("A")),
        (Markdown, "<h1 align=\"x\">\n  <b>A</b>\n</h1>\n", Some("A")),
        (Markdown, "<h1>open\n", None),
        (Markdown, "<h1><img alt=\"Logo\"></h1>\n", Some("Logo")),
        (Markdown, "# ![b](c)\n# A\n", Some("b")),
        (Markdown, "#   \n# A\n", Some("A")),
        (Markdown, "# A [![b](c)](d) [![e][f]][g]\n", Some("A")),
        (
            Markdown,
            "# [A](b) and [C][d] [WIP]\n",
            Some("A and C [WIP]"),
        ),
        (
            Markdown,
            "# **a** _b_ *c* ~~d~~ snake_case 2 * 3 ~e\n",
            Some("a b c d snake_case 2 * 3 ~e"),
        ),
        (
            Markdown,
            "# `Vec<T>` <br> ``a`b`` `open\n",
            Some("Vec<T> a`b `open"),
        ),
        (
            Markdown,
            "# a\\_b &amp; &lt;c&gt; &other;\n",
            Some("a_b & <c> &other;"),
        ),
        (Markdown, "# A &emsp; &mdash; B\n", Some("A — B")),
        (Markdown, "# a\tb\u{7}c\u{200b}d\n", Some("a b c d")),
        (Markdown, "# [[[[(\n", None),
        (Rest, "A\n===\n", Some("A")),
        (Rest, "===\n A\n===\n", Some("A")),
        (Rest, "# A\n\nB\n~~~\n", Some("B")),
        (Rest, "a\nb\n---\n", None),
        (AsciiDoc, "// c\n= A `b`\n", Some("A b")),
        (AsciiDoc, "A\n===\n", None),
        (AsciiDoc, "```\n= no\n```\n= A\n", Some("A")),
        (Markdown, "A\n---\n", Some("A")),
        (Markdown, "> # A\n- # B\n\n# C\n", Some("C")),
        (Markdown, "<h1>\n\nA\n\n</h1>\n", Some("A")),
        (Markdown, "A\n", None),
        (Markdown, "", None),
    ] {
        let found = first_heading(text, markup);
        assert_eq!(found.as_deref(), heading, "{markup:?} {text:?}");
    }
}

/// Brackets within brackets, and what never ends.
#[test]
fn a_heading_of_brackets_is_read_soon() {
    for open in ["[", "![", "[a](", "<h1>", "`", "*_", "&lt;"] {
        let text = format!("# {}\n", open.repeat(8_000));
        let _ = first_heading(&text, Markdown);
        let _ = first_heading(&format!("{open}\n").repeat(8_000), Markdown);
    }
}
