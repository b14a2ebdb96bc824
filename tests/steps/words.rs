//! Which words a scenario has given: what its calls, its files and its table hold,
//! and what the protocol says. Where every text of the table is in other letters,
//! every other word that comes back was fixed in Rust.

use std::collections::BTreeSet;
use std::path::Path;

use mcp_guide::text::outline::headings;
use mcp_guide::text::yaml::{self, YamlErrorKind};
use serde_yaml::Value;

/// What the protocol, a message's headers and a time of day are written with, and
/// the fields of `guide.yaml`.
const ALWAYS: &[&str] = &[
    "Content-Type",
    "Content-Location",
    "Content-Length",
    "multipart",
    "mixed",
    "boundary",
    "charset",
    "utf",
    "user",
    "resource",
    "text",
    "public",
    "private",
    "complete",
    "T",
    "Z",
    "object",
    "array",
    "string",
    "number",
    "boolean",
    "null",
    "params",
    "_meta",
    "name",
    "arguments",
    "inputResponses",
    "ref",
    "argument",
    "categories",
    "collections",
    "limits",
    "dir",
    "patterns",
    "exclude",
    "hidden",
    "render",
    "context",
    "frontmatter",
    "keep",
    "strip",
    "description",
    "file_bytes",
    "response_bytes",
];

/// The words that a scenario has given.
#[derive(Debug, Clone, Default)]
pub struct Words {
    /// Those that a sentence may repeat.
    named: BTreeSet<String>,
    /// Those that stand in documents and their locations.
    stored: BTreeSet<String>,
}

impl Words {
    /// The words of others too.
    pub fn add(&mut self, others: &Self) {
        self.named.extend(others.named.iter().cloned());
        self.stored.extend(others.stored.iter().cloned());
    }

    /// What a sentence may repeat: a call, a path, the project's file.
    pub fn name(&mut self, text: &str) {
        gather(text, &mut self.named);
    }

    /// What documents hold, or their headers.
    pub fn store(&mut self, text: &str) {
        gather(text, &mut self.stored);
    }

    /// A file of the scenario.
    pub fn file(&mut self, path: &str, content: &[u8]) {
        let text = String::from_utf8_lossy(content);
        self.name(path);
        // A sentence may repeat the names in a template's tags.
        let tags = text.split("{{").filter(|_| path.ends_with(".mustache"));
        for tag in tags.filter_map(|tag| tag.split_once("}}")) {
            self.name(tag.0);
        }
        if !path.ends_with(".yaml") {
            // What its headings say, and how they name sections, stands in sentences too.
            for heading in headings(&text).into_iter().flatten() {
                self.name(&heading.text);
                self.name(&heading.slug);
            }
            return self.store(&text);
        }
        self.name(&text);
        match yaml::from_slice::<Value>(content) {
            Ok(value) => self.name_all(&value),
            // What a parser says of the syntax is as it says it.
            Err(error) => {
                if let YamlErrorKind::Syntax(said) = error.kind {
                    self.name(&said);
                }
            }
        }
    }

    /// What a project's file says, whatever escapes it is written with.
    fn name_all(&mut self, value: &Value) {
        match value {
            Value::String(text) => self.name(text),
            Value::Sequence(items) => items.iter().for_each(|item| self.name_all(item)),
            Value::Mapping(map) => {
                for (key, value) in map {
                    self.name_all(key);
                    self.name_all(value);
                }
            }
            _ => {}
        }
    }

    /// The paths below a folder, and where its links lead.
    pub fn folder(&mut self, folder: &Path) {
        let Ok(entries) = std::fs::read_dir(folder) else {
            return;
        };
        for entry in entries.flatten() {
            self.name(&entry.file_name().to_string_lossy());
            if entry.file_type().is_ok_and(|kind| kind.is_dir()) {
                self.folder(&entry.path());
            }
        }
    }

    /// What of a table has no other name.
    pub fn table(&mut self, table: &Value) {
        for field in ["multipart", "locations", "media_types", "template_suffixes"] {
            self.store_all(&table[field]);
        }
        let resources = &table["resources"];
        self.store_all(&resources["help"]["uri"]);
        for row in resources["templates"].as_sequence().into_iter().flatten() {
            self.store_all(&row["uri"]);
        }
        for tool in table["tools"].as_sequence().into_iter().flatten() {
            self.store_all(&tool["meta"]);
            for argument in tool["arguments"].as_mapping().into_iter().flatten() {
                self.store_all(&argument.1["examples"]);
            }
        }
    }

    fn store_all(&mut self, value: &Value) {
        match value {
            Value::String(text) => self.store(text),
            Value::Sequence(items) => items.iter().for_each(|item| self.store_all(item)),
            Value::Mapping(map) => map.values().for_each(|value| self.store_all(value)),
            _ => {}
        }
    }

    /// The first word of a sentence that nobody has given.
    pub fn foreign_in_sentence(&self, text: &str) -> Option<String> {
        // What a URI is made of stands in the table.
        let (uris, words): (Vec<&str>, Vec<&str>) =
            (text.split(' ')).partition(|word| word.contains("://"));
        let said = foreign(
            &words.join(" "),
            |word| self.named.contains(word) || is_range(word) && self.holds(word),
            |start| begins(&self.named, start),
        );
        said.or_else(|| self.foreign_in_value(&uris.join(" ")))
    }

    fn holds(&self, part: &str) -> bool {
        self.named.iter().any(|word| word.contains(part))
    }

    /// The first word of documents or of a listing that nobody has given.
    pub fn foreign_in_value(&self, text: &str) -> Option<String> {
        let both = [&self.named, &self.stored];
        foreign(
            text,
            |word| both.iter().any(|words| words.contains(word)),
            |start| both.iter().any(|words| begins(words, start)),
        )
    }
}

/// A boundary has one where it must be told from a document's line.
fn without_uuids(text: &str) -> String {
    let is_uuid = |text: &str| {
        text.bytes().enumerate().all(|(at, byte)| match at {
            8 | 13 | 18 | 23 => byte == b'-',
            _ => byte.is_ascii_digit() || matches!(byte, b'a'..=b'f'),
        })
    };
    let mut without = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find("-") {
        let start = at.saturating_sub(8);
        match rest.get(start..start + 36).filter(|text| is_uuid(text)) {
            Some(_) => {
                without.push_str(&rest[..start]);
                rest = &rest[start + 36..];
            }
            None => {
                without.push_str(&rest[..=at]);
                rest = &rest[at + 1..];
            }
        }
    }
    without + rest
}

fn foreign(
    text: &str,
    given: impl Fn(&str) -> bool,
    begins: impl Fn(&str) -> bool,
) -> Option<String> {
    let text = unescaped(text);
    words(&text)
        .find(|(word, cut)| !(ALWAYS.contains(word) || given(word) || *cut && begins(word)))
        .map(|(word, _)| word.to_owned())
}

/// Whether it is a range of a pattern's set, which is cut out of it.
fn is_range(word: &str) -> bool {
    word.contains('-') && word.split('-').all(|letter| letter.len() == 1)
}

fn begins(words: &BTreeSet<String>, start: &str) -> bool {
    let after =
        words.range::<str, _>((std::ops::Bound::Included(start), std::ops::Bound::Unbounded));
    after.take(1).any(|word| word.starts_with(start))
}

fn gather(text: &str, into: &mut BTreeSet<String>) {
    into.extend(words(text).map(|(word, _)| word.to_owned()));
    into.extend(words(&unescaped(text)).map(|(word, _)| word.to_owned()));
}

/// The words of a text, each with whether it was cut off.
fn words(text: &str) -> impl Iterator<Item = (&str, bool)> {
    let part = |c: char| c.is_ascii_alphabetic() || matches!(c, '-' | '_');
    text.split_inclusive(move |c: char| !part(c))
        .filter_map(move |piece| {
            let word = piece.trim_end_matches(|c| !part(c));
            let whole = word.trim_matches('-');
            let letters = whole.contains(|c: char| c.is_ascii_alphabetic());
            letters.then_some((whole, piece.ends_with('…')))
        })
}

/// A text with a blank for each character that stands in it by its number, in a
/// URI and where it would be hidden, and without UUIDs.
fn unescaped(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    let text = without_uuids(text);
    let mut rest = &*text;
    while let Some(at) = rest.find(['%', '\\']) {
        let (before, escape) = rest.split_at(at);
        plain.push_str(before);
        let digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_hexdigit());
        let code = |from: usize| (escape.get(from..from + 2)).filter(|code| digits(code));
        let length = match escape.as_bytes() {
            [b'\\', b'u', b'{', ..] => escape.find('}').map(|end| end + 1),
            [b'\\', b'x', ..] => code(2).map(|_| 4),
            [b'%', ..] => code(1).map(|_| 3),
            [b'\\', b'n' | b'r' | b't' | b'0', ..] => Some(2),
            _ => None,
        };
        plain.push(' ');
        rest = &escape[length.unwrap_or(1)..];
    }
    plain.push_str(rest);
    plain
}

/// Sentences, and the word of each that nobody has given; of a project with a file
/// `docs/a b.md`, a pattern of many `x`, and the text `for` in a document.
const SENTENCES: &[(&str, Option<&str>)] = &[
    ("Ｎｏ 'docs' ｆｏｕｎｄ: 7, b.md", None),
    ("'docs' not found", Some("not")),
    ("ｉｎ 'doc'", Some("doc")),
    ("ｉｎ 'doc…'", None),
    ("ｉｎ 'docs.e…'", Some("e")),
    ("'xxx…' ａｔ b\\u{202e}\\nb", None),
    ("ｆｏｒ for", Some("for")),
    ("expected u64", Some("expected")),
    ("`dir`: ａ string", None),
];

/// The same of what documents and listings hold.
const VALUES: &[(&str, Option<&str>)] = &[
    (
        "guide://category/docs/a%20b.md | text/markdown | 2026-01-02T03:04:05Z",
        None,
    ),
    ("guide://category/docs/a%20c.md", Some("c")),
    (
        "--guide-boundary-4fd90845-bfce-550b-8885-64b1b5bb77d0\r\nContent-Type: text/markdown\r\n\r\nfor",
        None,
    ),
    ("and 7 more documents", Some("and")),
];

/// What is not told as it is: a check that notices nothing would pass by itself.
pub fn check() -> Vec<String> {
    let mut words = Words::default();
    words.table(&super::targets::default_table());
    words.file("docs/a b.md", b"for");
    words.name(&"x".repeat(300));
    let told = |(text, due): &(&str, Option<&str>), foreign: Option<String>| {
        (foreign.as_deref() != *due).then(|| format!("{text:?}: {foreign:?}, due is {due:?}"))
    };
    let sentences = SENTENCES.iter();
    let values = VALUES.iter();
    sentences
        .filter_map(|row| told(row, words.foreign_in_sentence(row.0)))
        .chain(values.filter_map(|row| told(row, words.foreign_in_value(row.0))))
        .collect()
}
