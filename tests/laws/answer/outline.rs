//! What a Markdown document says of itself, read line by line.

use std::ops::Range;

use serde_yaml::Value;

use super::super::sections::named;
use super::gathered::Document;
use super::table::Rows;

/// The text without the block at its beginning.
pub fn body(text: &str) -> &str {
    let lines: Vec<&str> = text.split_inclusive('\n').collect();
    let is_fence = |line: &&str| line.trim_end() == "---";
    let first = lines
        .first()
        .map(|line| line.trim_start_matches('\u{feff}'));
    if !first.is_some_and(|line| is_fence(&line) && line.ends_with('\n')) {
        return text;
    }
    let Some(inside) = lines[1..].iter().position(is_fence) else {
        return text;
    };
    let block = lines[1..=inside].concat();
    let bytes: usize = lines[..inside + 2].iter().map(|line| line.len()).sum();
    match serde_yaml::from_str::<Value>(&block) {
        Ok(said) if said.is_mapping() && bytes <= 1 << 15 => &text[bytes..],
        _ => text,
    }
}

/// What is delivered of a text.
pub fn delivered<'a>(rows: &Rows, document: &Document, text: &'a str) -> &'a str {
    match document.strips && document.media_type(rows) == "text/markdown" {
        true => body(text),
        false => text,
    }
}

/// A heading as it is read by the rules for what these documents hold: no code, no
/// lists, no HTML.
#[derive(Debug)]
pub struct Heading {
    pub text: String,
    pub slug: String,
    pub section: Range<usize>,
    /// Those in whose sections it is, the outermost first.
    pub path: Vec<String>,
}

impl Heading {
    /// Whether a text means it: the path that ends with it, some of which may be left out.
    pub fn is_meant(&self, wanted: &str) -> bool {
        let steps = wanted.split(" > ").map(str::to_lowercase);
        let steps: Vec<String> = steps.collect();
        let (last, outer) = steps.split_last().expect("a step");
        let mut around = self.path.iter().map(|text| text.to_lowercase());
        *last == self.text.to_lowercase()
            && outer.iter().all(|step| around.any(|text| text == *step))
    }
}

/// The headings of a text without frontmatter.
pub fn headings(text: &str) -> Vec<Heading> {
    let mut found: Vec<(usize, usize, String)> = Vec::new();
    let mut paragraph: Vec<&str> = Vec::new();
    let (mut at, mut begun) = (0, 0);
    while at < text.len() {
        let rest = &text[at..];
        let end = rest.find(['\r', '\n']).unwrap_or(rest.len());
        let line = rest[..end].trim();
        let under = |mark: char| !line.is_empty() && line.chars().all(|c| c == mark);
        let marks = line.len() - line.trim_start_matches('#').len();
        let marked = (1..=6).contains(&marks) && line[marks..].starts_with(' ');
        match line {
            "" => paragraph.clear(),
            _ if marked => {
                found.push((at, marks, line[marks..].trim().to_owned()));
                paragraph.clear();
            }
            _ if (under('-') || under('=')) && !paragraph.is_empty() => {
                let level = if under('=') { 1 } else { 2 };
                found.push((begun, level, paragraph.join(" ")));
                paragraph.clear();
            }
            // A line that divides.
            _ if under('-') && line.len() > 2 => {}
            _ => {
                if paragraph.is_empty() {
                    begun = at;
                }
                paragraph.push(line);
            }
        }
        at += end
            + if rest[end..].starts_with("\r\n") {
                2
            } else {
                1
            };
    }
    let mut slugs: Vec<String> = Vec::new();
    let each = |(index, (at, level, said)): (usize, &(usize, usize, String))| {
        let after = found[index + 1..].iter().find(|next| next.1 <= *level);
        let mut path: Vec<(usize, String)> = Vec::new();
        for (_, level, text) in &found[..=index] {
            path.retain(|(outer, _)| outer < level);
            path.push((*level, text.clone()));
        }
        path.pop();
        let slug = named(said, &slugs);
        slugs.push(slug.clone());
        Heading {
            text: said.clone(),
            slug,
            section: *at..after.map_or(text.len(), |next| next.0),
            path: path.into_iter().map(|(_, text)| text).collect(),
        }
    };
    found.iter().enumerate().map(each).collect()
}

/// The headings of a document that can be read, with their sections.
pub fn sections(rows: &Rows, document: &Document, text: &str) -> Vec<(Heading, String)> {
    if document.media_type(rows) != "text/markdown" {
        return Vec::new();
    }
    let body = body(text);
    let headings = headings(body).into_iter();
    let with = headings.map(|heading| {
        let section = body[heading.section.clone()].to_owned();
        (heading, section)
    });
    with.collect()
}
