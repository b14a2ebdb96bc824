//! The first heading of a document, as plain text.

use super::escape::{MAX_QUOTED, classify_chars, collapse_whitespace, replace_hidden};
use super::frontmatter::split;
use super::outline;

/// How a document marks its headings.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Markup {
    /// `# Heading`, `Heading` above `===`, `<h1>Heading</h1>`.
    Markdown,
    /// `Heading` above, or between, lines of punctuation; a text, where `#` begins what
    /// is no heading, too.
    Rest,
    /// `= Heading`.
    AsciiDoc,
}

/// How many characters of a heading are read, markup counted.
const MAX_HEADING: usize = 1_000;

/// The first heading that holds a text, on one line, without markup, and without
/// what cannot be seen. Frontmatter is passed over, but for its `title`, which
/// comes first.
pub fn first_heading(text: &str, markup: Markup) -> Option<String> {
    match split(text) {
        Ok((about, body)) if markup != Markup::Rest => {
            about.title.or_else(|| heading_below(body, markup))
        }
        _ => heading_below(text, markup),
    }
}

/// The same of a text without frontmatter.
pub(super) fn heading_below(text: &str, markup: Markup) -> Option<String> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    if markup == Markup::Markdown {
        return outline::titles(text).find_map(plain);
    }
    let lines: Vec<&str> = text.lines().map(str::trim_end).collect();
    let mut fenced: Option<&str> = None;
    (0..lines.len()).find_map(|at| {
        let mark = ["```", "~~~"]
            .into_iter()
            .find(|mark| lines[at].trim_start().starts_with(mark));
        match (markup, fenced, mark) {
            (Markup::Rest, ..) | (_, None, None) => {
                let heading = heading(&lines, at, markup)?;
                let end = heading.char_indices().nth(MAX_HEADING);
                plain(outline::line(
                    end.map_or(heading, |(end, _)| &heading[..end]),
                ))
            }
            (_, None, Some(_)) => {
                fenced = mark;
                None
            }
            (_, Some(open), mark) => {
                fenced = fenced.filter(|_| mark != Some(open));
                None
            }
        }
    })
}

/// The heading that begins at a line, with its markup.
fn heading<'a>(lines: &[&'a str], at: usize, markup: Markup) -> Option<&'a str> {
    let line = lines[at];
    if markup == Markup::AsciiDoc {
        let marked = |mark: char| {
            let text = line.trim_start_matches(mark);
            let level = line.len() - text.len();
            ((1..=6).contains(&level) && text.starts_with([' ', '\t'])).then(|| text.trim())
        };
        return marked('=').or_else(|| marked('#'));
    }
    let under = lines.get(at + 1)?;
    let rule = |line: &str| {
        let mut characters = line.chars();
        let first = characters.next()?;
        ("=-~^\"'`#*+:.<>_".contains(first) && characters.all(|other| other == first))
            .then_some(first)
    };
    let begins = match at.checked_sub(1) {
        None => true,
        Some(before) => lines[before].is_empty() || rule(lines[before]).is_some(),
    };
    let heads = begins && !line.trim().is_empty() && rule(line).is_none() && under.len() >= 3;
    (heads && rule(under).is_some()).then(|| line.trim())
}

/// One of two texts on one line; the second where nothing is left of the first:
/// badges say nothing beside a text, and alone they may be the name.
fn plain(texts: [String; 2]) -> Option<String> {
    texts.into_iter().find_map(|text| {
        let seen: String = replace_hidden(&text).take(MAX_HEADING).collect();
        let text = collapse_whitespace(&seen);
        let text = match text
            .strip_suffix('}')
            .and_then(|text| text.rsplit_once(" {#"))
        {
            Some((before, _)) => before.to_owned(),
            None => text,
        };
        text.contains(char::is_alphanumeric).then_some(text)
    })
}

/// Whether what a Markdown text is called may be what no line of it says: by markup, by
/// frontmatter, on several lines. It is told without reading the text as Markdown, and
/// more often than it is so.
pub fn says_more(text: &str) -> bool {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let bytes = text.as_bytes();
    // A return that stands alone may end a line, too.
    let mut returns = memchr::memchr_iter(b'\r', bytes);
    if returns.any(|at| bytes.get(at + 1) != Some(&b'\n')) {
        return true;
    }
    let mut begin = 0;
    let ends = memchr::memchr_iter(b'\n', bytes);
    ends.chain([text.len()]).any(|end| {
        let line = &text[begin..end];
        begin = end + 1;
        let line = line.strip_suffix('\r').unwrap_or(line);
        let line = line.trim_start_matches([' ', '\t']);
        match line.as_bytes().first() {
            Some(b'<') => true,
            Some(mark @ (b'=' | b'-')) => {
                let rest = line.trim_end_matches([' ', '\t']);
                rest.bytes().all(|byte| byte == *mark)
            }
            Some(b'#') => !is_plain(line.trim_start_matches('#')),
            _ => false,
        }
    })
}

/// Whether a heading says what its line does.
fn is_plain(heading: &str) -> bool {
    let heading = heading.trim_matches([' ', '\t']);
    let marked = |byte: u8| b"*_`[]<>&\\!~|{}#\r\t".contains(&byte);
    !heading.bytes().any(marked)
        && !heading.contains("  ")
        && heading.len() <= MAX_QUOTED
        && !classify_chars(heading).any(|(_, hidden)| hidden)
}
