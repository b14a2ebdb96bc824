//! What the pages say of what a category serves, of patterns and of templates.

use super::page::Page;
use super::process::{project, run};

/// What the page says of a category that excludes and hides something.
#[test]
fn a_category_serves_what_is_said() {
    let page = Page::read("docs/guide-yaml.md");
    let guide = page.code("yaml")[1];
    let folder = project(&[
        ("guide.yaml", guide),
        ("intro.md", "intro"),
        ("drafts/a.md", "a"),
        ("x/node_modules/b.md", "b"),
        ("c.key", "c"),
        (".c.key", "c"),
        (".env", "KEY=1"),
        (".git/config", "[core]"),
        (".github/a/d.md", "d"),
    ]);
    for (pattern, found) in [
        ("intro.md", "intro"),
        (".github/a/d.md", "d"),
        ("drafts/a.md", ""),
        ("x/node_modules/b.md", ""),
        ("c.key", ""),
        (".c.key", ""),
        (".env", ""),
        (".git/config", ""),
        (".git/**", ""),
    ] {
        let ran = run(folder.path(), &["get", "docs", pattern]);
        assert_eq!(ran.out, found, "{pattern}: {}", ran.err);
    }
}

/// Every pattern of the page's table, on a tree made for it.
#[test]
fn the_patterns_match_what_the_table_says() {
    let folder = project(&[
        (
            "guide.yaml",
            "categories: {c: {dir: c, patterns: ['**'], hidden: true}}\n",
        ),
        ("c/intro.md", "1"),
        ("c/intro.tar.gz", "2"),
        ("c/intro", "3"),
        ("c/intro.md.bak", "4"),
        ("c/a.md", "5"),
        ("c/b.md", "6"),
        ("c/x/y/z.py", "7"),
        ("c/z.py", "8"),
        ("c/[slug].md", "9"),
        ("c/s.md", "10"),
        ("c/.github/ci.yml", "11"),
        ("c/!a.md", "12"),
    ]);
    let cases: &[(&str, &[&str])] = &[
        (
            "*.md",
            &["!a.md", "[slug].md", "a.md", "b.md", "intro.md", "s.md"],
        ),
        ("?.md", &["a.md", "b.md", "s.md"]),
        ("[ab].md", &["a.md", "b.md"]),
        ("[a-b].md", &["a.md", "b.md"]),
        ("[!a].md", &["b.md", "s.md"]),
        ("[^a].md", &["b.md", "s.md"]),
        ("**/*.py", &["x/y/z.py", "z.py"]),
        ("x/**", &["x/y/z.py"]),
        ("{a,{b,nothing}}.md", &["a.md", "b.md"]),
        (
            "intro",
            &["intro", "intro.md", "intro.md.bak", "intro.tar.gz"],
        ),
        ("intro.md", &["intro.md"]),
        ("x/", &["x/y/z.py"]),
        ("[slug].md", &["[slug].md"]),
        (".github/*", &[".github/ci.yml"]),
        ("./!a.md", &["!a.md"]),
        ("*/*.yml", &[]),
        ("INTRO.md", &[]),
    ];
    for (pattern, paths) in cases {
        let ran = run(folder.path(), &["list", "c", pattern]);
        let rows = ran.out.lines().filter_map(|line| {
            let location = line.strip_prefix("| guide://category/c/")?;
            location.split(' ').next()
        });
        let rows: Vec<String> = rows
            .map(|path| {
                path.replace("%21", "!")
                    .replace("%5B", "[")
                    .replace("%5D", "]")
            })
            .collect();
        assert_eq!(rows, *paths, "{pattern}: {}{}", ran.out, ran.err);
    }
    for refused in ["../a", "/a", "C:/a", "a\\b"] {
        let ran = run(folder.path(), &["get", "c", refused, "--json"]);
        assert!(
            ran.out.contains("\"invalid_pattern\""),
            "{refused}: {}",
            ran.out
        );
    }
}

/// The example of templates, and what is said of it.
#[test]
fn a_category_renders_as_is_said() {
    let page = Page::read("docs/templates.md");
    let blocks = page.code("yaml").into_iter();
    let guide = { blocks }.find(|block| block.contains("render: true"));
    let template = "{{product}}{{#versions}} {{.}}{{/versions}}{{^versions}}none{{/versions}}{{! x }} {{tone}}";
    let folder = project(&[
        ("guide.yaml", guide.expect("an example of templates")),
        ("docs/a.md.mustache", template),
        (
            "docs/b.md.mustache",
            "{{>parts/head}} {{document.path}}{{more}}",
        ),
        ("docs/parts/_head.md.mustache", "{{category.name}}"),
        ("docs/parts/head.mustache", "another"),
    ]);
    let ran = run(folder.path(), &["get", "docs", "a"]);
    assert_eq!((&*ran.out, &*ran.err), ("Acme 1 2 plain", ""));
    let ran = run(folder.path(), &["get", "docs", "b"]);
    assert_eq!(ran.out, "docs b.md");
    assert!(ran.err.contains("more in b.md.mustache"), "{}", ran.err);
}
