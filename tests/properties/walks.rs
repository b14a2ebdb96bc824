//! Walks picked by hand, through the discovery law: each tree is a line of
//! names, where `name/` is a directory, `name -> target` a link and `name |` a
//! FIFO.

use laws::discover::{discover, engine};
use laws::ensure;
use laws::tree::Node;
use mcp_guide::documents::survey::IgnoreRules;
use proptest::collection::vec;
use proptest::sample::select;

use super::trial::{Tally, hold};

fn node(line: &str) -> (String, Node) {
    if let Some((name, target)) = line.split_once(" -> ") {
        (name.to_owned(), Node::Link(target.to_owned()))
    } else if let Some(name) = line.strip_suffix(" |") {
        (name.to_owned(), Node::Fifo)
    } else if let Some(name) = line.strip_suffix('/') {
        (name.to_owned(), Node::Directory)
    } else {
        (line.to_owned(), Node::File)
    }
}

/// Asserts that the law holds, and that so many are found.
#[track_caller]
fn finds(count: usize, tree: &str, patterns: &[&str]) {
    let nodes: Vec<_> = tree.split(", ").map(node).collect();
    let patterns: Vec<String> = patterns.iter().map(|text| (*text).to_owned()).collect();
    let suffixes = [".mustache".to_owned(), ".tpl".to_owned()];
    match discover(&nodes, &patterns, &suffixes, engine) {
        Ok(found) => assert_eq!(found, count, "{tree}: {patterns:?}"),
        Err(violation) => panic!("{tree}: {violation}"),
    }
}

#[test]
fn a_run_does_not_match_a_leading_dot() {
    finds(1, ".env, a.b", &["*.*"]);
}

#[test]
fn a_template_stands_in_for_a_link_to_a_directory() {
    finds(1, "sub/, doc.md -> sub, doc.md.mustache", &["doc.md"]);
    finds(1, "sub/, doc.md -> sub, doc.md.mustache", &["*.md"]);
}

#[test]
fn a_document_stands_at_the_first_pattern_that_finds_it() {
    finds(2, "[a].md, y.md", &["*.md", "[a].md"]);
    // Nor does it matter whether a template is found as well.
    finds(3, "[a].md, x.md.mustache, y.md", &["*.md", "[a].md"]);
}

#[test]
fn a_template_does_not_stand_in_for_what_cannot_be_read() {
    finds(1, "doc.md |, doc.md.mustache", &["doc.md"]);
    finds(1, "doc.md -> nowhere, doc.md.mustache", &["*.md"]);
}

#[test]
fn of_several_templates_the_first_suffix_wins() {
    finds(1, "doc.md.tpl, doc.md.mustache", &["*.md"]);
    finds(2, "doc.md.tpl, doc.md.mustache, a.md", &["**"]);
    // Also where one is spelled out that cannot be read.
    let tree = "{a}.md.tpl |, {a}.md.mustache";
    finds(1, tree, &["{a}.md.tpl", "{a}.*"]);
    finds(1, "a.md.tpl |, a.md.mustache -> b", &["a.md.tpl", "*"]);
}

#[test]
fn a_template_has_a_template_too() {
    let tree = "doc.md.tpl, doc.md.tpl.mustache";
    for pattern in ["doc.md.tpl", "doc.md.tp?", "{doc.md.tpl,doc.md}", "{doc.md.tpl,x*}", "*"] {
        finds(2, tree, &[pattern]);
    }
    finds(1, "doc.md, doc.md.tpl", &["doc.md"]);
    finds(1, "doc.md.tpl.mustache", &["doc.md.tpl"]);
    finds(1, "doc.md.tpl/, doc.md.tpl.mustache", &["doc.md.tpl"]);
}

#[test]
fn links_are_walked_through_where_they_are_spelled_out() {
    finds(1, "sub/, sub/a.md, link -> sub", &["link/*", "*/*.txt"]);
    finds(1, "sub/, sub/a.md, link -> sub", &["**"]);
    finds(1, "a -> .., b -> a/x", &["a/x"]);
}

#[test]
fn a_loop_ends() {
    finds(1, "sub/, sub/up -> ../sub, sub/d.md", &["sub/up/up/up/d.md"]);
    finds(2, "a -> b, b -> a", &["a/x", "*"]);
}

#[test]
fn what_is_spelled_out_and_in_the_way_is_unreadable() {
    finds(1, "a", &["a/b"]);
    finds(1, "a |", &["a/**"]);
    finds(1, "sub/, sub/a", &["**/a/b"]);
    finds(0, "a", &["*/b"]);
}

#[test]
fn what_is_in_the_way_stays_so_beside_its_template() {
    let tree = "{a}.md, {a}.md.mustache |";
    finds(2, tree, &["{a}.md.mustache/", "{a}.md/"]);
}

#[test]
fn a_document_is_not_in_the_way() {
    finds(1, "x.md", &["x.md/*", "x.md"]);
    finds(1, "{a}", &["{a}/x", "{a}"]);
}

#[test]
fn a_pattern_that_is_a_file_finds_that_file_too() {
    finds(2, "[a].md, a.md", &["[a].md"]);
    finds(1, "a.md", &["[a].md"]);
    finds(1, "sub/, sub/[a].md, link -> sub", &["link/[a].md"]);
    finds(1, "[a]", &["[a]/"]);
}

#[test]
fn a_path_of_a_pattern_that_leads_out_or_in_a_circle_is_found_beside_others() {
    for link in ["[a] -> ..", "[a] -> /", "[a] -> [a]", "[a] -> b/../.."] {
        let tree = format!("{link}, b/, a/, a/x.md");
        for pattern in ["[a]/x.md", "[a]/", "[a]/.", "./[a]//"] {
            finds(2, &tree, &[pattern]);
        }
        finds(1, &tree, &["[a]/x/"]);
        finds(2, &tree, &["[a]/x.md", "a/*"]);
    }
    finds(2, "{a,b} -> .., a/, a/x", &["{a,b}/x"]);
    finds(1, "{a,b}.md.mustache -> .., a/", &["{a,b}.md.mustache/"]);
}

#[test]
fn a_path_of_a_pattern_may_be_a_directory_or_blocked() {
    let tree = "a/, a/x.md";
    finds(1, tree, &["[a]/x.md"]);
    finds(1, &format!("{tree}, [a]/, [a]/x.md/"), &["[a]/x.md"]);
    for there in ["[a]", "[a] -> nowhere"] {
        finds(2, &format!("{tree}, {there}"), &["[a]/x.md"]);
        finds(2, &format!("{tree}, {there}"), &["[a]/"]);
    }
    finds(2, &format!("{tree}, [a]/, [a]/y.md"), &["[a]/"]);
    finds(2, &format!("{tree}, [a]/, [a]/**"), &["[a]/"]);
}

#[test]
fn a_file_that_stands_aside_is_not_in_the_way() {
    let tree = "doc.md, doc.md.mustache";
    finds(1, tree, &["doc.md", "doc.md.mustache/*"]);
    finds(1, tree, &["doc.?d", "doc.md.mustache/*"]);
    finds(1, "{a}.md, {a}.md.mustache", &["{a}.md", "{a}.md.mustache/*"]);
    // Of several that are spelled out at once, too.
    finds(1, "doc.md.mustache", &["{doc.md,b/c}", "{doc.md.mustache/a,b/d}"]);
    let tree = "doc.md.mustache/, doc.md.mustache/a";
    finds(1, tree, &["{doc.md,b/c}", "{doc.md.mustache/a,b/d}"]);
}

/// Further down than directories are held open, past links, and with names whose
/// order among files differs from their order among directories.
#[test]
fn what_is_far_below_is_found() {
    let mut nodes = Vec::new();
    let mut path = String::new();
    for depth in 0..24 {
        for directory in ["a", "a-b", "a0", "b", "c"] {
            nodes.push((format!("{path}{directory}"), Node::Directory));
        }
        for file in ["a.md", "a/x.md", "a-b/x.md", "a0/x.md", "b/x.md"] {
            nodes.push((format!("{path}{file}"), Node::File));
        }
        path = format!("{path}{}/", if depth % 2 == 0 { "a" } else { "c" });
    }
    nodes.push(("a/to".into(), Node::Link(".".into())));
    let through = "a/to/c/*/c/**/*.md";
    for patterns in [vec!["**/*.md"], vec!["**/x.md", "**/*.md"], vec![through], vec!["*/to/c/**/x.md"]] {
        let patterns: Vec<String> = patterns.into_iter().map(String::from).collect();
        let found = discover(&nodes, &patterns, &[], engine);
        let found = found.unwrap_or_else(|problem| panic!("{problem}"));
        assert!(found > 20, "{patterns:?} finds {found}");
    }
}

/// Whatever a line of `.gitignore` is, a path is compared with it in so many steps as the line has bytes, times
/// those of the path.
#[test]
fn lines_of_gitignore_take_bounded_time() {
    let tally = Tally::default();
    let pieces = vec![
        "*", "*", "?", "a", "b", "**/", "/**", "[ab]", "[!b]", "[a-c[:digit:]]", "\\a", "[", "!", "\u{e9}",
    ];
    hold((vec(select(pieces), 0..20), "[ab/]{0,80}"), |(pieces, path)| {
        let line = pieces.concat();
        let rules = IgnoreRules::parse(line.as_bytes(), "".into());
        let mut left = u64::MAX;
        let matched = rules.matched(&path, false, &mut left);
        let (taken, most) = (u64::MAX - left, 32 + (line.len() * (path.len() + 2)) as u64);
        tally.add("matches", usize::from(matched.is_some()));
        tally.add("steps", usize::try_from(taken).unwrap_or_default());
        ensure(taken <= most, || format!("{taken} steps, over {most}: {line:?}, {path:?}"))
    });
    tally.at_least("matches", 20);
    tally.at_least("steps", 20_000);
}
