//! Trees, what is looked for in them, and plans.

use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;
use proptest::sample::select;

use super::patterns::text_pattern;
use laws::plan::Plan;
use laws::served::Served;
use laws::tree::Node;

/// A tree, the patterns and the template suffixes of one search.
pub type Walk = (Vec<(String, Node)>, Vec<String>, Vec<String>);

const NAMES: &str = "a b sub doc.md doc.md.mustache doc.md.tpl intro intro.md .env .env.md \
                     [a].md x.mustache doc.txt {a,b} .env.mustache _doc.md.mustache _a.md general.mustache .mustache !a.md 0123456789abcdef-a.md 0123456789abcdef-b.md \
                     0123456789abcdef line␤feed.md \
                     0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef-a.md \
                     0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef-b.md";
/// Stands for a line feed where words are separated by blanks.
const LINE_FEED: &str = "␤";
const TARGETS: &str = "a b sub doc.md . .. ../a ../sub sub/doc.md ../../rootless/a.md ../rootless \
                       / nowhere sub/ a/../doc.md";
const COMPONENTS: &str = "* * ** a b sub *.md doc* doc.md intro doc *.* .* {a,b} {a,sub} [ab] \
                          [a].md *.mustache doc.md.mustache .env ? *o* [!a]* . line␤* 0123456789abcdef*";

fn words(words: &'static str) -> impl Strategy<Value = String> + Clone {
    let words = words.split_whitespace().map(|word| word.replace(LINE_FEED, "\n"));
    select(words.collect::<Vec<_>>())
}

fn tree() -> impl Strategy<Value = Vec<(String, Node)>> {
    let node = prop_oneof![
        5 => Just(Node::File),
        4 => Just(Node::Directory),
        3 => words(TARGETS).prop_map(Node::Link),
        1 => Just(Node::Fifo),
    ];
    let folders = select(vec!["", "", "a/", "sub/", "b/", "a/sub/", "sub/b/", ".h/", ".h/a/"]);
    let path = (folders, words(NAMES)).prop_map(|(folder, name)| format!("{folder}{name}"));
    let directory = words("a sub a/sub b sub/b .h .h/a").prop_map(|path| (path, Node::Directory));
    (vec(directory, 0..5), vec((path, node), 2..14))
        .prop_map(|(directories, nodes)| [directories, nodes].concat())
}

/// The pattern for a path of which each name is made more general by a choice.
fn generalised(path: &str, choices: &[u8]) -> String {
    let name = |(name, choice): (&str, &u8)| {
        let stem = name.split('.').next().unwrap_or_default();
        match choice % 8 {
            0 | 1 => name.to_owned(),
            2 => "*".to_owned(),
            3 => "**".to_owned(),
            4 => format!("{{{name},b}}"),
            5 => format!("{}*", name.chars().next().unwrap_or('x')),
            6 if !stem.is_empty() => stem.to_owned(),
            _ => format!("*{}", &name[stem.len()..]),
        }
    };
    let names: Vec<String> = path.split('/').zip(choices).map(name).collect();
    names.join("/")
}

/// A search of a tree: patterns that were made of its paths, and others.
fn walk() -> impl Strategy<Value = Walk> {
    let fitting = (any::<prop::sample::Index>(), any::<[u8; 3]>());
    let free = vec(words(COMPONENTS), 1..4).prop_map(|components| components.join("/"));
    let free = prop_oneof![6 => free, 1 => text_pattern()];
    let suffixes = select(vec![&[".mustache"][..], &[".tpl", ".mustache"], &[], &[".md"]]);
    (tree(), vec(fitting, 1..3), vec(free, 0..3), suffixes).prop_map(
        |(nodes, fitting, mut patterns, suffixes)| {
            for (index, choices) in fitting {
                let (path, _) = index.get(&nodes);
                patterns.insert(index.index(patterns.len() + 1), generalised(path, &choices));
            }
            let suffixes = suffixes.iter().map(|text| (*text).to_owned());
            (nodes, patterns, suffixes.collect())
        },
    )
}

/// A search, and what may be served: patterns of paths of the tree and others, and a
/// hidden name in the search more often than not.
pub fn bounded_walk() -> impl Strategy<Value = (Walk, Served)> {
    let fitting = (any::<prop::sample::Index>(), any::<[u8; 3]>(), 0..8_usize);
    let free = vec(words(COMPONENTS), 1..4).prop_map(|components| components.join("/"));
    let own = option::of(vec(fitting.clone(), 0..3));
    let asked = option::weighted(0.7, fitting.clone());
    let broad = option::weighted(0.8, select(vec!["**", "**", ".*", ".h/**", "{**/,}.env"]));
    // What is excluded by another name than that of the file, or by its text.
    let pair = select(vec![
        ("doc.md.mustache", "doc.md"),
        (".env.mustache", ".env"),
        ("general.mustache", "general"),
        ("doc.txt.tpl", "*.txt"),
        ("[a].md", "[a].md"),
        ("{a,sub}.md", "{a,sub}.md"),
    ]);
    let pair = option::weighted(0.3, pair);
    let pair = (pair, any::<bool>());
    let bounds = (vec(fitting, 0..3), vec(free, 0..2), own, asked, broad, pair);
    (walk(), bounds).prop_map(
        |((mut nodes, mut patterns, suffixes), (fitting, free, own, asked, broad, (pair, partials)))| {
            let hidden: Vec<&String> = (nodes.iter())
                .map(|(path, _)| path)
                .filter(|path| path.split('/').any(|name| name.starts_with('.')))
                .collect();
            let pattern = |(index, choices, end): &(prop::sample::Index, [u8; 3], usize)| {
                let path = if hidden.is_empty() || end % 2 == 0 {
                    &index.get(&nodes).0
                } else {
                    *index.get(&hidden)
                };
                let ends = ["", "", "", "", "/**", "/", "/*", "/.env"];
                generalised(path, choices) + ends[*end]
            };
            patterns.extend(asked.as_ref().map(pattern));
            patterns.extend(broad.map(str::to_owned));
            let mut exclude: Vec<String> = fitting.iter().map(pattern).chain(free).collect();
            let hidden = own.map(|own| own.iter().map(pattern).collect());
            if let Some((path, excluded)) = pair {
                nodes.push((path.to_owned(), Node::File));
                exclude.push(excluded.to_owned());
            }
            let served = Served { exclude, hidden, partials };
            ((nodes, patterns, suffixes), served)
        },
    )
}

/// Any bytes are a plan.
pub fn plan() -> impl Strategy<Value = Plan> {
    vec(any::<u8>(), 1..100).prop_map(|bytes| Plan::decode(&bytes))
}
