//! Searches cut out of a byte string: trees of up to 40 names and five levels, with
//! names that are patterns, no UTF-8 or of several lines, and what is looked for.

use super::bytes::{Bytes, word};
use super::served::Served;
use super::tree::{Node, ODD};

/// A tree, the patterns and the template suffixes of one search.
#[derive(Debug, Clone, PartialEq)]
pub struct Forest {
    pub nodes: Vec<(String, Node)>,
    pub patterns: Vec<String>,
    pub suffixes: Vec<String>,
    pub served: Served,
}

const MAX_NODES: usize = 40;
const MAX_LEVELS: usize = 5;
/// More links than these are left out: the reference walks through all of them,
/// one below the other.
const MAX_LINKS: usize = 4;

/// Names that meet often, then those that mean something else as a pattern.
const NAMES: &str = "\
    a b sub doc.md doc.md.mustache doc.md.tpl intro intro.md .env .env.md [a].md x.mustache \
    doc.txt {a,b} {a}.md {a}.md.tpl {a}.md.mustache [a] [ab * ** *.md ? a.md a.md.tpl \
    a.md.mustache ü.md two\nlines.md {a a} doc.md.tpl.mustache README.tar.gz";
/// Names that are no UTF-8 but for a part, and long ones that differ late.
const ODD_NAMES: [&str; 4] = ["\u{f8ff}", "x\u{f8ff}.md", "\u{f8ff}.md.tpl", "sub\u{f8ff}"];
const TARGETS: &str = "a b sub doc.md . .. ../a ../sub sub/doc.md ../../rootless/a.md \
                       ../rootless / nowhere sub/ a/../doc.md a.md [a].md {a,b} ./././a a/..";
const TOKENS: &str = "\
    * ** ? a b sub doc .md . { , } [ ] ! - / **/ /** {a,b} {a,sub} [ab] [!a] [^b] *.md doc.md \
    .mustache .tpl intro \n ./ [a].md";
const SUFFIXES: [&[&str]; 6] = [
    &[".mustache"],
    &[".tpl", ".mustache"],
    &[],
    &[".md"],
    &[".mustache", ".tpl.mustache", ".tpl"],
    &[".md.tpl", ".tpl"],
];

impl Forest {
    /// Cuts a search out of a byte string: any is one.
    pub fn decode(data: &[u8]) -> Self {
        let mut bytes = Bytes(data);
        let suffixes = bytes.pick(&SUFFIXES);
        let (count, patterns) = (bytes.next() % (MAX_NODES + 1), 1 + bytes.next() % 4);
        let mut forest = Self {
            nodes: Vec::new(),
            patterns: Vec::new(),
            suffixes: suffixes.iter().map(|text| (*text).to_owned()).collect(),
            served: Served::default(),
        };
        let (mut directories, mut links) = (vec![String::new()], 0);
        for _ in 0..count {
            if bytes.0.is_empty() {
                break;
            }
            let kind = bytes.next();
            let above = directories[bytes.next() % directories.len()].clone();
            let path = match forest.nodes.last() {
                // Forms of one document, to be told apart.
                Some((last, _)) if kind >= 160 => form(last, suffixes, &mut bytes),
                _ => format!("{above}{}", name(&mut bytes)),
            };
            let node = match kind % 16 {
                0..6 => Node::File,
                6..10 => {
                    if path.split('/').count() < MAX_LEVELS && !path.contains(ODD) {
                        directories.push(format!("{path}/"));
                    }
                    Node::Directory
                }
                10..13 if links < MAX_LINKS => {
                    links += 1;
                    Node::Link(word(TARGETS, bytes.next()).to_owned())
                }
                13 => Node::Fifo,
                14 => Node::Socket,
                15 => Node::Closed,
                _ => Node::File,
            };
            forest.nodes.push((path, node));
        }
        for _ in 0..patterns {
            let pattern = forest.pattern(&mut bytes);
            forest.patterns.push(pattern);
        }
        for _ in 0..bytes.next() % 4 {
            let pattern = forest.pattern(&mut bytes);
            forest.served.exclude.push(pattern);
        }
        if bytes.next() % 2 == 1 {
            let own = (0..bytes.next() % 3).map(|_| forest.pattern(&mut bytes));
            forest.served.hidden = Some(own.collect());
        }
        forest
    }

    /// A pattern: of a path of the tree, of tokens, or of characters as they come.
    fn pattern(&self, bytes: &mut Bytes<'_>) -> String {
        match bytes.next() % 8 {
            0..5 if !self.nodes.is_empty() => {
                let (path, _) = &self.nodes[bytes.next() % self.nodes.len()];
                let names: Vec<String> =
                    (path.split('/')).map(|name| generalised(name, bytes.next())).collect();
                let end = ["", "", "", "/", "/.", "/*", "/**", "/x"];
                names.join("/") + bytes.pick(&end)
            }
            5 => {
                let length = 1 + bytes.next() % 24;
                let text: Vec<u8> = (0..length).map(|_| bytes.next() as u8).collect();
                // Where U+FFFD stands for a byte, it is not the name's own.
                String::from_utf8_lossy(&text).replace('\u{fffd}', "a")
            }
            _ => {
                let length = 1 + bytes.next() % 8;
                (0..length).map(|_| word(TOKENS, bytes.next())).collect()
            }
        }
    }
}

/// Another form of a document: plain, or a template of one kind or of two.
fn form(path: &str, suffixes: &[&str], bytes: &mut Bytes<'_>) -> String {
    let mut plain = suffixes.iter().filter_map(|suffix| path.strip_suffix(suffix));
    let plain = plain.next().unwrap_or(path);
    let mut suffix = || match bytes.next() % (suffixes.len() + 1) {
        0 => "",
        number => suffixes[number - 1],
    };
    let (first, second) = (suffix(), suffix());
    format!("{plain}{first}{second}")
}

fn name(bytes: &mut Bytes<'_>) -> String {
    match bytes.next() {
        choice @ 0..224 => word(NAMES, choice).to_owned(),
        choice @ 224..240 => ODD_NAMES[choice % ODD_NAMES.len()].to_owned(),
        choice @ 240..252 => format!("{}{choice}.md", "n".repeat(64)),
        choice => "n".repeat(choice),
    }
}

/// The pattern for one name, made more general by a choice.
fn generalised(name: &str, choice: usize) -> String {
    let name = name.replace(ODD, "?");
    let stem = name.split('.').next().unwrap_or_default();
    match choice % 12 {
        0..4 => name,
        4 => "*".to_owned(),
        5 => "**".to_owned(),
        6 => format!("{{{name},b}}"),
        7 => format!("{}*", name.chars().next().unwrap_or('x')),
        8 if !stem.is_empty() => stem.to_owned(),
        9 => {
            let document = [".mustache", ".tpl"];
            let mut shorter = document.iter().filter_map(|suffix| name.strip_suffix(suffix));
            shorter.next().unwrap_or(&name).to_owned()
        }
        10 => {
            let spelled = |letter: char| match letter {
                '*' | '?' | '[' | ']' | '{' | '}' => format!("[{letter}]"),
                letter => letter.to_string(),
            };
            name.chars().map(spelled).collect()
        }
        _ => format!("*{}", &name[stem.len()..]),
    }
}
