//! Markdown texts with headings, and with what is none.

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;

use super::listed;
use laws::sections::{ADOC_NAME, AdocAnchor, AdocBlock, AdocTitle, Block, RstBlock};

const TEXTS: [&str; 8] = ["A", "B", "A b", "a, B!", "*A* `b`", "B-1", "\u{dc}ber_1 x", "1"];
const LINES: [&[&str]; 3] = [&["A"], &["Two", "lines"], &["B `c`"]];
const FORMS: [&str; 7] = [
    "<h1>@</h1>", "<H1 id=\"a\">\n  @\n</H1>",
    "<div>\n      <h1 align=center><b>@</b></h1> more <h1>no</h1>\n</div>", "<h1>\n\n@\n\n</h1>",
    "<!-- <h1>no</h1> --> <h1>@</h1>", "<p><h1>no <h1>@</h1></p>", " <h1 name='a'>@</h1>",
];
const OTHERS: [&str; 20] = [
    "Some words.", "Two\nlines", "```\n# no\n\n# no\n```", "~~~~ md\n# no\n~~~\n# no\n~~~~",
    "> # no\n> text", "- # no\n- a", "1. # no", "<!-- # no\n\n# no -->", "<div>\n# no\n</div>", "#no",
    "####### no", "    # no", "| a | b |\n|---|---|\n| c | d |", "***", "<pre>\n<h1>no</h1>\n</pre>",
    "<!--\n<h1>no</h1>\n\n<h1>no</h1> -->", "```\n<h1>no</h1>\n```", "    <h1>no</h1>", "text <h1>no</h1>",
    "<h1>no\n\ntext",
];
/// Bits of which any text is made.
const BITS: &str = "\
    \n \n \n\n \r\n \r ␣ ␣␣␣␣ \t #␣ ##␣ # a B === --- \n---\n \n===\n ``` \n```\n ~~~ >␣ -␣ 1.␣ \
    <!-- --> <div> \n#␣A\n <h1> </h1> \n<h1>A</h1> \n␣<h2␣id=\"a\">B</h2> <pre> </pre> \n##␣B\n [a] [a]:␣b\n * ` |␣a␣|\n|---|\n \u{feff}";

fn block() -> impl Strategy<Value = Block> {
    // Further in it would be part of a list before it.
    let level = 1..=4_u8;
    let marked = (level, select(TEXTS.to_vec()), 0..2_usize, any::<bool>());
    let marked = marked.prop_map(|(level, text, indent, closed)| Block::Marked(level, text, indent, closed));
    let underlined = (1..=2_u8, select(LINES.to_vec()));
    let underlined = underlined.prop_map(|(level, lines)| Block::Underlined(level, lines));
    let html = (1..=6_u8, select(vec!["A", "B", "A b", "B-1", "\u{dc}ber_1 x"]), select(FORMS.to_vec()));
    let html = html.prop_map(|(level, text, form)| Block::Html(level, text, form));
    let other = select(OTHERS.to_vec()).prop_map(Block::Other);
    prop_oneof![4 => marked, 1 => underlined, 2 => html, 3 => other]
}

/// Blocks, and how their lines end.
pub fn blocks() -> impl Strategy<Value = (Vec<Block>, &'static str)> {
    (vec(block(), 0..12), select(vec!["\n", "\n", "\r\n"]))
}

/// Any text that looks like Markdown.
pub fn anything() -> impl Strategy<Value = String> {
    // No return stands alone: see the law.
    let text = |bits: Vec<String>| bits.concat().replace("\r\n", "\n").replace('\r', "\r\n");
    vec(select(listed(BITS)), 0..40).prop_map(text)
}

const RST: [&str; 14] = [
    "Some words.",
    "Two\nlines",
    "=====\n",
    "::\n\n    No\n    ==",
    ".. code-block:: rst\n\n   No\n   ==\n\n   No\n   --",
    "- No\n\n  No\n  --",
    "=====  =====\na      b\n=====  =====\nNo     c\n------------\nd      e\n=====  =====",
    "+---+\n| a |\n+---+",
    ">>> print('----')\n----",
    "Two lines\nof text\n-------",
    "Short\n--",
    ".. _target: https://no.org",
    ".. A comment\n   No\n   --",
    "Term\n  No\n  --",
];
const RST_BITS: &str = "\
    \n \n \n\n \r\n ␣ ␣␣ \t = - == ---- ==== ~~~~ .. ..␣a ..␣_a:\n ..␣_b:␣c\n :: >>> a␣b A *a* `` ` :m:` ␣<b>`_ é \u{feff} \nA\n=\n \n====\nB\n====\n";

/// Blocks of reStructuredText, and how their lines end.
pub fn rst_blocks() -> impl Strategy<Value = (Vec<RstBlock>, &'static str)> {
    let texts = vec!["A", "A b", "``A`` b", "B-1", "Über 1", "**A** c", "A. B"];
    let title = (select(texts), select(vec!['=', '-', '~', '"']), any::<bool>());
    let title = title.prop_map(|(text, of, above)| RstBlock::Title(text, of, above));
    let other = select(RST.to_vec()).prop_map(RstBlock::Other);
    let label = select(vec!["a", "A b", "`a: b`"]).prop_map(RstBlock::Label);
    (vec(prop_oneof![title, other, label], 0..12), select(vec!["\n", "\n", "\r\n"]))
}

/// Any text that looks like reStructuredText.
pub fn any_rst() -> impl Strategy<Value = String> {
    vec(select(listed(RST_BITS)), 0..40).prop_map(|bits| bits.concat())
}

const ADOC: [&str; 30] = [
    "Some words.", "Two\nlines", "text\n== no", "text\n\n=no", "======= no", "Some text\n~~~",
    "----\n== no\n\n====\n== no\n----", "====\n== no\n\n----\n== no\n====", "....\n== no\n....",
    "--\n== no\n--", "|===\n| a\n\n== no\n|===", "////\n== no\n////", "```rb\n== no\n```",
    "++++\n== no\n++++", "// == no", "[discrete]\n== no", "* a\n== no", "* a\n+\n== no",
    "* a\n\n** b\n+\n--\n== no\n--\n== no", "term::\n\n== no", "term:: text\n== no", "  literal\n== no",
    "image::a.png[]", "ifdef::a[]\ntext\nendif::[]", "include::a.adoc[]",
    ".Name\n[source,rb]\n----\n== no\n----", "[source]\ntext\n[.no]\n== no", "'''", ":other: a \\\n== no",
    ADOC_NAME,
];
const ADOC_BITS: &str = "\
    \n \n \n\n \n\n \r\n ␣ =␣A =␣A\nB\n ==␣A ===␣B\n ##␣C␣## = - ---- -- ==== |=== ``` //// //␣c [[a]] \n[[a]]\n [#b] \n[.c]\n \
    [discrete]\n [source]\n .T\n *␣a\n .␣b + \n+\n a:: a::␣b :a:␣b\n {a} \nA\n-\n \nBc\n==\n include::a[]\n ifdef::a[]\n ''' text \\ é \u{feff}";

/// Blocks of AsciiDoc, and how their lines end.
pub fn adoc_blocks() -> impl Strategy<Value = (Vec<AdocBlock>, &'static str)> {
    let texts = vec!["A", "A b", "*A* `b`", "B.1 b-c", "Über 1", "What's _new_?", "{name}s"];
    let marks = select(vec![
        AdocTitle::Before('=', false),
        AdocTitle::Before('=', true),
        AdocTitle::Before('#', false),
        AdocTitle::Below,
    ]);
    let above = (
        select(vec!["[[@]]", "[#@.wide]", "[.wide#@]", "[id=@]", "[[@, Text]]"]),
        select(vec!["a", "_a", "d-1"]),
    );
    let above = above.prop_map(|(line, id)| AdocAnchor::Above(line, id));
    let anchor = prop_oneof![above, select(vec!["a", "b.c"]).prop_map(AdocAnchor::Behind)];
    let title = (1..=6_u8, marks, select(texts), proptest::option::of(anchor));
    let title = title.prop_map(|(level, mark, text, anchor)| AdocBlock::Title(level, mark, text, anchor));
    let other = select(ADOC.to_vec()).prop_map(AdocBlock::Other);
    (vec(prop_oneof![title, other], 0..12), select(vec!["\n", "\n", "\r\n"]))
}

/// Any text that looks like AsciiDoc.
pub fn any_adoc() -> impl Strategy<Value = String> {
    vec(select(listed(ADOC_BITS)), 0..40).prop_map(|bits| bits.concat())
}
