//! The headings of a Markdown text.

use std::collections::HashMap;
use std::ops::Range;

use pulldown_cmark::{BrokenLink, CowStr, Event, LinkType, Options, Parser, Tag, TagEnd};
use unicode_general_category::{GeneralCategory, get_general_category};

use super::escape::collapse_whitespace;
use super::frontmatter::split;
use super::turns::Turns;

/// What GitHub reads beside CommonMark, as far as it decides what a heading is and says.
const OPTIONS: Options = Options::ENABLE_TABLES.union(Options::ENABLE_STRIKETHROUGH);

/// What stands between the headings of a path.
pub const SEPARATOR: &str = " > ";

/// How many characters of HTML are read for the heading that it may hold.
const HTML_CHARACTERS: usize = 4096;

/// How many headings of a text are told: what follows belongs to the last.
pub const MAX_HEADINGS: usize = 16_384;
/// The longest name of a heading in a URI, in characters, without its number.
const MAX_SLUG: usize = 200;
/// From how many bytes on a text is long: its parse can take a hundred times as many.
/// So many are parsed at once, in all calls.
const LONG: usize = 64 * 1024;
static ROOM: Turns = Turns::new(2);

/// A heading that divides a text: not inside a quote or a list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Heading {
    /// From 1 to 6.
    pub level: u8,
    /// What it says, on one line and without markup.
    pub text: String,
    /// How GitHub names it in a URI; no two of a text have the same.
    pub slug: String,
    /// Its section, in bytes: from the beginning of its line up to the next heading
    /// of its level or a higher one.
    pub section: Range<usize>,
    /// The heading in whose section it is.
    pub parent: Option<usize>,
}

/// The headings of a text, in order, up to [`MAX_HEADINGS`]. Frontmatter has none.
pub fn headings(text: &str) -> Vec<Heading> {
    let _turn = (text.len() >= LONG).then(|| ROOM.take());
    let body = split(text).map_or(text, |(_, body)| body);
    let first = text.len() - body.len();
    let body = body.strip_prefix('\u{feff}').unwrap_or(body);
    let before = text.len() - body.len();
    let mut headings: Vec<Heading> = Vec::new();
    // Those whose sections go on.
    let mut open: Vec<usize> = Vec::new();
    let mut slugs = Slugs::default();
    let mut events = Parser::new_ext(body, OPTIONS).into_offset_iter();
    let mut depth = 0;
    while let Some((event, place)) = events.next() {
        match event {
            Event::Start(Tag::BlockQuote(_) | Tag::List(_)) => depth += 1,
            Event::End(TagEnd::BlockQuote(_) | TagEnd::List(_)) => depth -= 1,
            Event::Start(Tag::Heading { level, .. }) if depth == 0 => {
                let end = body[..place.start].rfind(['\n', '\r']);
                // A byte order mark belongs to the first line.
                let from = end.map_or(first, |end| before + end + 1);
                let level = level as u8;
                while let Some(closed) = open.pop_if(|last| headings[*last].level >= level) {
                    headings[closed].section.end = from;
                }
                let ([said, _], bare) = plain(&mut events);
                let heading = Heading {
                    level,
                    slug: slugs.next(&bare),
                    text: collapse_whitespace(&said),
                    section: from..text.len(),
                    parent: open.last().copied(),
                };
                open.push(headings.len());
                headings.push(heading);
                if headings.len() == MAX_HEADINGS {
                    break;
                }
            }
            _ => {}
        }
    }
    headings
}

/// The headings that are meant: by what they say, without case and markup, or by a path
/// of headings, `A > B`, each inside the one before.
pub fn meant(headings: &[Heading], wanted: &str) -> Vec<usize> {
    let [plain, _] = line(wanted);
    let paths = [key(wanted), key(&plain)];
    let keys: Vec<String> = headings.iter().map(|heading| key(&heading.text)).collect();
    let leads = |at: &usize| paths.iter().any(|path| leads(headings, &keys, *at, path));
    (0..headings.len()).filter(leads).collect()
}

/// Whether a path ends with a heading, and so on with those around it.
fn leads(headings: &[Heading], keys: &[String], at: usize, path: &str) -> bool {
    let before = match path.strip_suffix(&*keys[at]) {
        Some(before) if !keys[at].is_empty() => before,
        _ => return false,
    };
    let Some(before) = before.strip_suffix(SEPARATOR) else {
        return before.is_empty();
    };
    let mut around = std::iter::successors(headings[at].parent, |at| headings[*at].parent);
    around.any(|at| leads(headings, keys, at, before))
}

fn key(text: &str) -> String {
    collapse_whitespace(text).to_lowercase()
}

/// The names of headings in URIs.
#[derive(Default)]
struct Slugs(HashMap<String, usize>);

impl Slugs {
    /// The name of the next heading: what it says in lower case, of which letters,
    /// digits, `_` and `-` are left, and spaces as `-`, of very long ones the beginning;
    /// with a number where another heading has that name.
    fn next(&mut self, text: &str) -> String {
        let lower = text.to_lowercase();
        let kept = lower
            .chars()
            .filter(|c| matches!(c, ' ' | '-') || is_word(*c));
        let own = kept.take(MAX_SLUG).collect::<String>().replace(' ', "-");
        let mut slug = own.clone();
        while self.0.contains_key(&slug) {
            let repeated = self.0.entry(own.clone()).or_default();
            *repeated += 1;
            slug = format!("{own}-{repeated}");
        }
        self.0.insert(slug.clone(), 0);
        slug
    }
}

/// Letters with their marks, digits, and what connects them.
fn is_word(character: char) -> bool {
    use GeneralCategory as G;
    // Numbers that are letters, and letters in circles, too.
    let marked = matches!(
        get_general_category(character),
        G::NonspacingMark
            | G::SpacingMark
            | G::EnclosingMark
            | G::DecimalNumber
            | G::ConnectorPunctuation
    );
    marked || character.is_alphabetic()
}

/// The texts of what stands in a text as a heading, one after another: each without
/// its markup, and once more with what stands for its images. What is inside quotes and
/// lists is none.
pub(super) fn titles(text: &str) -> impl Iterator<Item = [String; 2]> {
    // Of the beginning of a text the definitions of its links may be missing.
    let defined = |link: BrokenLink<'_>| {
        let named = link.link_type == LinkType::Reference;
        named.then_some((CowStr::Borrowed(""), CowStr::Borrowed("")))
    };
    let parser = Parser::new_with_broken_link_callback(text, OPTIONS, Some(defined));
    let mut events = parser.into_offset_iter();
    let mut depth = 0;
    std::iter::from_fn(move || {
        loop {
            match events.next()? {
                (Event::Start(Tag::BlockQuote(_) | Tag::List(_)), _) => depth += 1,
                (Event::End(TagEnd::BlockQuote(_) | TagEnd::List(_)), _) => depth -= 1,
                _ if depth > 0 => {}
                (Event::Start(Tag::Heading { .. }), _) => return Some(plain(&mut events).0),
                (Event::Start(Tag::HtmlBlock), place) => {
                    if let Some(html) = html_heading(text, place) {
                        return Some(line(&html));
                    }
                }
                _ => {}
            }
        }
    })
}

/// The same of one line of Markdown.
pub(super) fn line(text: &str) -> [String; 2] {
    let text = format!("# {}", text.replace(['\n', '\r'], " "));
    titles(&text).next().unwrap_or_default()
}

/// What a heading holds, up to its end; and the same without what stands for its tags,
/// by which it is named.
fn plain<'a>(
    events: &mut impl Iterator<Item = (Event<'a>, Range<usize>)>,
) -> ([String; 2], String) {
    let mut texts = [String::new(), String::new()];
    let mut bare = String::new();
    let mut images = 0;
    for (event, _) in events {
        let [without, with] = &mut texts;
        let text = match event {
            Event::End(TagEnd::Heading(_)) => break,
            Event::Start(Tag::Image { .. }) => {
                images += 1;
                continue;
            }
            Event::End(TagEnd::Image) => {
                images -= 1;
                continue;
            }
            Event::InlineHtml(tag) => {
                let alt = tag.split_once("alt=\"").map(|(_, alt)| alt);
                with.push_str(alt.and_then(|alt| alt.split('"').next()).unwrap_or(" "));
                if images == 0 {
                    without.push(' ');
                }
                continue;
            }
            Event::Text(text) | Event::Code(text) => {
                with.push_str(&text);
                text
            }
            Event::SoftBreak | Event::HardBreak => {
                with.push(' ');
                CowStr::Borrowed(" ")
            }
            _ => continue,
        };
        if images == 0 {
            without.push_str(&text);
            bare.push_str(&text);
        }
    }
    (texts, bare)
}

/// What stands in the heading with which a block of HTML at this place begins, or that
/// it holds.
fn html_heading(text: &str, place: Range<usize>) -> Option<String> {
    let block = &text[place.clone()];
    if block.trim_start().starts_with("<!--") {
        return None;
    }
    let opens = |at: &usize| {
        let tag = &block.as_bytes()[*at..];
        matches!(tag, [b'<', b'h' | b'H', b'1'..=b'6', ..])
    };
    let at = memchr::memchr_iter(b'<', block.as_bytes()).find(opens)?;
    // It may end behind a blank line, with which the block does.
    let rest = &text[place.start + at..];
    let most = rest.char_indices().nth(HTML_CHARACTERS);
    let rest = &rest[..most.map_or(rest.len(), |(most, _)| most)];
    let mut ends = memchr::memmem::find_iter(rest.as_bytes(), "</");
    let end = ends.find(|end| matches!(rest.as_bytes().get(end + 2), Some(b'h' | b'H')))?;
    Some(rest[..end].to_owned())
}
