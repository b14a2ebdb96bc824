//! The first heading of a document, as plain text.

use super::shown::seen;

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
    /// As Markdown, or above a line of `=` or `-`: a `README` that does not say.
    Plain,
}

/// How many characters of a heading are read, markup counted.
const MAX_HEADING: usize = 1_000;
/// The most lines over which an HTML heading is followed.
const HTML_LINES: usize = 12;

/// The first heading that holds a text, on one line, without markup, and without
/// what cannot be seen. Front matter is passed over, but for its `title`, which
/// comes first; fenced code and comments are.
pub fn first_heading(text: &str, markup: Markup) -> Option<String> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let lines: Vec<&str> = text.lines().map(str::trim_end).collect();
    let mut at = 0;
    if markup != Markup::Rest
        && lines.first() == Some(&"---")
        && let Some(end) = lines.iter().skip(1).position(|line| *line == "---")
    {
        let title = lines[1..=end].iter().find_map(|line| titled(line));
        if title.is_some() {
            return title;
        }
        at = end + 2;
    }
    let mut fence: Option<&str> = None;
    while let Some(&line) = lines.get(at) {
        let trimmed = line.trim_start();
        let mark = ["```", "~~~"]
            .into_iter()
            .find(|mark| trimmed.starts_with(mark));
        match (fence, mark) {
            (Some(open), _) => {
                if trimmed.starts_with(open) {
                    fence = None;
                }
            }
            (None, Some(mark)) if markup != Markup::Rest => fence = Some(mark),
            _ if trimmed.starts_with("<!--") && markup != Markup::Rest => {
                while lines.get(at).is_some_and(|line| !line.contains("-->")) {
                    at += 1;
                }
            }
            _ => {
                if let Some(heading) = heading(&lines, at, markup)
                    && let Some(heading) = plain(&heading)
                {
                    return Some(heading);
                }
            }
        }
        at += 1;
    }
    None
}

/// The `title` of front matter.
fn titled(line: &str) -> Option<String> {
    let value = line.strip_prefix("title:")?.trim();
    let quoted = |quote: char| value.strip_prefix(quote)?.strip_suffix(quote);
    plain(quoted('"').or_else(|| quoted('\'')).unwrap_or(value))
}

/// The heading that begins at a line, with its markup.
fn heading(lines: &[&str], at: usize, markup: Markup) -> Option<String> {
    let line = lines[at];
    let marked = |mark: char| {
        let text = line.trim_start_matches(mark);
        let level = line.len() - text.len();
        ((1..=6).contains(&level) && text.starts_with([' ', '\t'])).then(|| text.trim())
    };
    match markup {
        Markup::AsciiDoc => return marked('=').or_else(|| marked('#')).map(str::to_owned),
        Markup::Markdown | Markup::Plain => {
            if let Some(text) = marked('#') {
                let text = text.split(" {#").next().unwrap_or(text);
                let bare = text.trim_end_matches('#');
                let closed = bare.is_empty() || bare.ends_with(' ');
                return Some(if closed { bare.trim() } else { text }.to_owned());
            }
            let lower = line.trim_start().to_ascii_lowercase();
            if lower.starts_with("<h") && lower[2..].starts_with(|c: char| ('1'..='6').contains(&c))
            {
                let until = at.saturating_add(HTML_LINES).min(lines.len());
                let joined = lines[at..until].join(" ");
                let end = joined.to_ascii_lowercase().find("</h")?;
                return joined.get(..end).map(str::to_owned);
            }
        }
        Markup::Rest => {}
    }
    let under = lines.get(at + 1)?;
    let punctuation = match markup {
        Markup::Rest => "=-~^\"'`#*+:.<>_",
        _ => "=-",
    };
    let rule = |line: &str| {
        let mut characters = line.chars();
        let first = characters.next()?;
        (punctuation.contains(first) && characters.all(|other| other == first)).then_some(first)
    };
    let begins = match at.checked_sub(1) {
        None => true,
        Some(before) => lines[before].is_empty() || rule(lines[before]).is_some(),
    };
    let heads = begins && !line.trim().is_empty() && rule(line).is_none() && under.len() >= 3;
    // A list's or a table's first line is none.
    let listed = markup != Markup::Rest && line.trim_start().starts_with(['-', '*', '|', '>', '+']);
    (heads && !listed && rule(under).is_some()).then(|| line.trim().to_owned())
}

/// The text without markup; `None` where nothing is left.
fn plain(text: &str) -> Option<String> {
    let text = match text.char_indices().nth(MAX_HEADING) {
        Some((end, _)) => &text[..end],
        None => text,
    };
    let tidy = |images: bool| {
        let mut plain = String::new();
        inline(text, images, &mut plain);
        let seen: String = seen(&plain)
            .map(|(character, hidden)| if hidden { ' ' } else { character })
            .collect();
        seen.split_whitespace().collect::<Vec<_>>().join(" ")
    };
    // Badges say nothing beside a text; alone they may be the name.
    [tidy(false), tidy(true)]
        .into_iter()
        .find(|text| text.contains(char::is_alphanumeric))
}

/// Appends a text without its inline markup; `images` by what stands for them.
fn inline(text: &str, images: bool, plain: &mut String) {
    let mut rest = text;
    while let Some(character) = rest.chars().next() {
        let after = &rest[character.len_utf8()..];
        let before = plain.chars().next_back();
        let taken = match character {
            '`' => code(rest).map(|(code, after)| {
                plain.push_str(code);
                after
            }),
            '\\' if after.starts_with(|c: char| c.is_ascii_punctuation()) => {
                plain.push_str(&after[..1]);
                Some(&after[1..])
            }
            '!' if after.starts_with('[') => bracketed(after, '[', ']').map(|(alt, after)| {
                if images {
                    inline(alt, images, plain);
                }
                target(after).unwrap_or(after)
            }),
            '[' => bracketed(rest, '[', ']').and_then(|(label, after)| {
                let after = match target(after) {
                    Some(after) => after,
                    None if label.starts_with("![") => after,
                    None => return None,
                };
                inline(label, images, plain);
                Some(after)
            }),
            '<' if after.starts_with(|c: char| c.is_ascii_alphabetic() || "/!".contains(c)) => {
                after.split_once('>').map(|(tag, after)| {
                    if tag.contains("://") {
                        plain.push_str(tag);
                    } else if images && let Some((_, alt)) = tag.split_once("alt=\"") {
                        plain.push_str(alt.split('"').next().unwrap_or_default());
                    } else {
                        plain.push(' ');
                    }
                    after
                })
            }
            '*' | '_' | '~' => emphasis(rest, character, before),
            '&' => ENTITIES.iter().find_map(|(entity, stands_for)| {
                let after = after.strip_prefix(entity)?;
                plain.push_str(stands_for);
                Some(after)
            }),
            _ => None,
        };
        rest = taken.unwrap_or_else(|| {
            plain.push(character);
            after
        });
    }
}

/// The entities that stand in headings, after the `&`.
const ENTITIES: [(&str, &str); 11] = [
    ("amp;", "&"),
    ("lt;", "<"),
    ("gt;", ">"),
    ("quot;", "\""),
    ("#39;", "'"),
    ("nbsp;", " "),
    ("ensp;", " "),
    ("emsp;", " "),
    ("thinsp;", " "),
    ("ndash;", "–"),
    ("mdash;", "—"),
];

/// What stands between the run of backticks at the beginning and its like.
fn code(text: &str) -> Option<(&str, &str)> {
    let fence = &text[..text.len() - text.trim_start_matches('`').len()];
    let (code, after) = text[fence.len()..].split_once(fence)?;
    Some((code, after))
}

/// What stands between the bracket at the beginning and its like.
fn bracketed(text: &str, open: char, close: char) -> Option<(&str, &str)> {
    let mut depth = 0;
    for (at, character) in text.char_indices() {
        if character == open {
            depth += 1;
        } else if character == close {
            depth -= 1;
            if depth == 0 {
                return Some((&text[1..at], &text[at + 1..]));
            }
        }
    }
    None
}

/// What follows a link's target.
fn target(text: &str) -> Option<&str> {
    let end = bracketed(text, '(', ')').filter(|_| text.starts_with('('));
    let end = end.or_else(|| bracketed(text, '[', ']').filter(|_| text.starts_with('[')));
    end.map(|(_, after)| after)
}

/// What follows marks of emphasis; nothing where they are characters.
fn emphasis(text: &str, mark: char, before: Option<char>) -> Option<&str> {
    let after = text.trim_start_matches(mark);
    let marks = text.len() - after.len();
    let next = after.chars().next();
    let word = |side: Option<char>| side.is_some_and(char::is_alphanumeric);
    let space = |side: Option<char>| side.is_none_or(char::is_whitespace);
    let marks_emphasis = match mark {
        '~' => marks == 2,
        '_' => !(word(before) && word(next)),
        _ => true,
    };
    (marks_emphasis && !(space(before) && space(next))).then_some(after)
}
