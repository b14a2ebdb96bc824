//! The headings of a Markdown document: its title, and the beginnings of its sections.

use std::cmp::Reverse;
use std::collections::HashMap;
use std::ops::Range;

use pulldown_cmark::{BrokenLink, CowStr, Event, LinkType, Options, Parser, Tag, TagEnd};
use unicode_general_category::{GeneralCategory, get_general_category};

use super::html_heading::{self, html_heading};
use super::markdown_cost::is_linear;
use crate::limits::{MAX_HEADING_CHARACTERS, MAX_HEADINGS, MAX_SLUG_CHARACTERS};
use crate::text::escaped::{collapse_whitespace, replace_hidden};
use rule_files::header;

/// The GitHub extensions of CommonMark that affect the headings and their texts.
const OPTIONS: Options = Options::ENABLE_TABLES.union(Options::ENABLE_STRIKETHROUGH);

/// A heading outside quotes and lists, which begins a section of a document.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Heading {
    /// The level, from 1 to 6. It may be higher in reStructuredText.
    pub level: u8,
    /// The text on one line without markup, at most [`MAX_HEADING_CHARACTERS`] characters.
    pub text: String,
    /// The fragment in a URI, as GitHub, docutils or Asciidoctor generates it. It is unique in the
    /// document.
    pub slug: String,
    /// Other fragments that refer to the heading.
    pub ids: Vec<String>,
    /// The byte range of the section. It begins with the line of the heading, or with the lines
    /// above the heading that set its id. It ends where the next section of the same or a higher
    /// level begins.
    pub section: Range<usize>,
    /// The byte offset of the end of the heading's last line.
    pub end: usize,
    /// The index of the innermost heading whose section contains this heading, if any.
    pub parent: Option<usize>,
}

/// Returns the headings of `text` in order, up to [`MAX_HEADINGS`]. Frontmatter has no headings.
/// Returns `None` if parsing could take time quadratic in the length of `text`.
///
/// ```
/// let text = "# Retries\n\n## When\n\nTwice.\n";
/// let headings = mcp_guide::text::markup::headings::headings(text).ok_or("too costly")?;
/// assert_eq!(headings[1].slug, "when");
/// assert_eq!(headings[1].parent, Some(0));
/// assert_eq!(headings[1].section, 11..27);
/// # Ok::<(), &str>(())
/// ```
pub fn headings(text: &str) -> Option<Vec<Heading>> {
    let body = header::body(text);
    let first = text.len() - body.len();
    let body = body.strip_prefix('\u{feff}').unwrap_or(body);
    let before = text.len() - body.len();
    let mut headings: Vec<Heading> = Vec::new();
    let mut slugs = Slugs::default();
    let mut all = parse(body, false)?.take(MAX_HEADINGS).peekable();
    let line_start = |at: usize| body[..at].rfind(['\n', '\r']).map_or(0, |end| end + 1);
    while let Some(parsed) = all.next() {
        // An HTML heading without an end tag extends beyond the next heading.
        if (all.peek()).is_some_and(|next| line_start(next.place.start) < parsed.place.end) {
            continue;
        }
        // A byte order mark belongs to the first line.
        let start = match line_start(parsed.place.start) {
            0 => first,
            start => before + start,
        };
        headings.push(Heading {
            level: parsed.level,
            slug: match with_id(&parsed.bare) {
                (_, Some(id)) => slugs.unique(first_characters(id, MAX_SLUG_CHARACTERS)),
                (bare, None) => slugs.next(bare),
            },
            text: first_characters(
                &collapse_whitespace(with_id(&parsed.text).0),
                MAX_HEADING_CHARACTERS,
            )
            .to_owned(),
            ids: parsed.id.into_iter().collect(),
            section: start..text.len(),
            end: before + parsed.place.end,
            parent: None,
        });
    }
    nest(&mut headings);
    Some(headings)
}

/// Ends the section of each heading at the next heading of the same or a higher level, and sets the
/// parents of the headings.
pub(super) fn nest(headings: &mut [Heading]) {
    // The indices of the headings whose sections have not ended.
    let mut open: Vec<usize> = Vec::new();
    for at in 0..headings.len() {
        let (level, start) = (headings[at].level, headings[at].section.start);
        while let Some(closed) = open.pop_if(|last| headings[*last].level >= level) {
            headings[closed].section.end = start;
        }
        headings[at].parent = open.last().copied();
        open.push(at);
    }
}

/// Returns the headings of the outermost sections of a document, or of the outermost sections
/// inside the section of the heading `within`. The largest section is first. A section of more than
/// `most` bytes is replaced with the sections inside it, if there are any.
pub fn largest(headings: &[Heading], within: Option<usize>, most: u64) -> Vec<&Heading> {
    let mut divided = vec![false; headings.len()];
    let mut largest = Vec::new();
    for (at, heading) in headings.iter().enumerate() {
        let above = heading.parent;
        if above != within && !above.is_some_and(|above| divided[above]) {
            continue;
        }
        let next = headings.get(at + 1);
        let holds = next.is_some_and(|next| next.parent == Some(at));
        divided[at] = holds && heading.section.len() as u64 > most;
        if !divided[at] {
            largest.push(heading);
        }
    }
    largest.sort_by_key(|heading| Reverse(heading.section.len()));
    largest
}

/// Returns the text of the first of the [`titles`] in `text`, if any.
pub(in crate::text) fn title(text: &str) -> Option<String> {
    titles(text)?.next().map(|(_, title)| title)
}

/// Returns the level and the text of each heading in `text` that contains a letter or a digit. The
/// texts are on one line, without markup and hidden characters. HTML headings are included. `text`
/// must have no frontmatter. Returns `None` if parsing could take time quadratic in the length of
/// `text`.
pub(in crate::text) fn titles(text: &str) -> Option<impl Iterator<Item = (u8, String)>> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let titles = parse(text, true)?.filter_map(|heading| {
        // The alternative texts of images are not part of a title, unless it has no other words.
        let texts = [heading.text, heading.with_images];
        let title = texts.into_iter().find_map(|text| {
            let visible: String = replace_hidden(&text).take(MAX_HEADING_CHARACTERS).collect();
            let text = collapse_whitespace(with_id(&visible).0);
            text.contains(char::is_alphanumeric).then_some(text)
        });
        Some((heading.level, title?))
    });
    Some(titles)
}

pub(super) fn first_characters(text: &str, count: usize) -> &str {
    let end = text.char_indices().nth(count);
    &text[..end.map_or(text.len(), |(end, _)| end)]
}

/// Splits a heading such as `A {#id}` or `A { #id }` into its text and its id, if any.
fn with_id(text: &str) -> (&str, Option<&str>) {
    let attributes = text.trim_end().strip_suffix('}');
    let split = attributes.and_then(|text| text.rsplit_once('{'));
    let id = split.and_then(|(title, rest)| {
        let id = rest.trim_start_matches([':', ' ']).strip_prefix('#')?;
        Some((title, id.split_whitespace().next()?))
    });
    match id {
        Some((title, id)) if title.ends_with(char::is_whitespace) => (title, Some(id)),
        _ => (text, None),
    }
}

/// The slugs in a document so far, each with the number that was last appended to it.
#[derive(Default)]
pub(super) struct Slugs(HashMap<String, usize>);

impl Slugs {
    /// Returns the slug that GitHub generates for the next heading: the letters, digits, `_` and
    /// `-` of `text` in lower case, with `-` for each space. A slug has at most
    /// [`MAX_SLUG_CHARACTERS`] characters. A number is appended if another heading has the same
    /// slug.
    pub(super) fn next(&mut self, text: &str) -> String {
        let lower = text.to_lowercase();
        let kept = lower
            .chars()
            .filter(|c| matches!(c, ' ' | '-') || is_word(*c));
        let own = kept.take(MAX_SLUG_CHARACTERS).collect::<String>();
        self.unique(&own.replace(' ', "-"))
    }

    /// Returns the slug `own`, with a number appended if another heading already has this slug.
    fn unique(&mut self, own: &str) -> String {
        let mut slug = own.to_owned();
        while self.0.contains_key(&slug) {
            let repeated = self.0.entry(own.to_owned()).or_default();
            *repeated += 1;
            slug = format!("{own}-{repeated}");
        }
        self.0.insert(slug.clone(), 0);
        slug
    }
}

/// Returns true if `character` is a letter, a combining mark, a digit or a connector.
fn is_word(character: char) -> bool {
    use GeneralCategory as G;
    // `is_alphabetic` includes letter numbers and letters in circles.
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

/// A parsed heading.
#[derive(Default)]
pub(super) struct ParsedHeading {
    level: u8,
    /// The byte range in the text.
    place: Range<usize>,
    /// The text without markup and images.
    pub(super) text: String,
    /// The text without markup, with the alternative texts of images.
    with_images: String,
    /// The text without HTML tags, from which a slug is generated.
    bare: String,
    /// The first `id` or `name` in the HTML tags.
    id: Option<String>,
}

/// Returns the byte ranges of the code blocks in `text`, in order. The result is empty if parsing
/// could take time quadratic in the length of `text`.
pub fn code_blocks(text: &str) -> Vec<Range<usize>> {
    let body = text.strip_prefix('\u{feff}').unwrap_or(text);
    let before = text.len() - body.len();
    let code = events(body).into_iter().flatten();
    let code = code.filter(|(event, _)| matches!(event, Event::Start(Tag::CodeBlock(_))));
    code.map(|(_, place)| place.start + before..place.end + before)
        .collect()
}

/// A kind of text in which line breaks matter.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LaidOut {
    /// Frontmatter, code or HTML.
    Lines,
    /// A table.
    Rows,
}

/// Returns the byte ranges of `text` in which line breaks matter, in order, each with its kind.
/// Returns the whole of `text` if parsing could take time quadratic in its length.
pub fn laid_out(text: &str) -> Vec<(Range<usize>, LaidOut)> {
    let body = header::body(text);
    let before = text.len() - body.len();
    let header = (before > 0).then_some((0..before, LaidOut::Lines));
    let Some(events) = events(body) else {
        return vec![(0..text.len(), LaidOut::Lines)];
    };
    let blocks = events.filter_map(|(event, place)| {
        let laid_out = match event {
            Event::Start(Tag::CodeBlock(_) | Tag::HtmlBlock) => LaidOut::Lines,
            Event::Start(Tag::Table(_)) => LaidOut::Rows,
            _ => return None,
        };
        Some((place.start + before..place.end + before, laid_out))
    });
    header.into_iter().chain(blocks).collect()
}

/// Returns the targets of the links in `text`, in order. The result is empty if parsing could take
/// time quadratic in the length of `text`.
pub fn links(text: &str) -> Vec<String> {
    let destination = |(event, _)| match event {
        Event::Start(Tag::Link { dest_url, .. }) => Some(dest_url.into_string()),
        _ => None,
    };
    let events = events(header::body(text)).into_iter().flatten();
    events.filter_map(destination).collect()
}

/// Returns the parser's events for `text`, or `None` if parsing could take time quadratic in its
/// length.
pub(in crate::text) fn events(
    text: &str,
) -> Option<impl Iterator<Item = (Event<'_>, Range<usize>)>> {
    is_linear(text).then(|| Parser::new_ext(text, OPTIONS).into_offset_iter())
}

/// Parses the headings of `text` that are outside quotes and lists. If `is_beginning` is true,
/// `text` may lack the definitions of link references. Returns `None` if parsing could take time
/// quadratic in the length of `text`.
fn parse(text: &str, is_beginning: bool) -> Option<impl Iterator<Item = ParsedHeading>> {
    if !is_linear(text) {
        return None;
    }
    let defined = move |link: BrokenLink<'_>| {
        let reference = is_beginning && link.link_type == LinkType::Reference;
        reference.then_some((CowStr::Borrowed(""), CowStr::Borrowed("")))
    };
    let parser = Parser::new_with_broken_link_callback(text, OPTIONS, Some(defined));
    let mut events = parser.into_offset_iter();
    let mut depth = 0;
    // The part of an HTML block that has not been searched for headings.
    let mut block = 0..0;
    Some(std::iter::from_fn(move || {
        loop {
            if let Some((level, place)) = html_heading(text, &mut block) {
                let content = &text[place.start..place.end - html_heading::END.len()];
                // A logo may be a title, but it does not begin a section.
                let named =
                    |heading: &ParsedHeading| is_beginning || !heading.text.trim().is_empty();
                let Some(mut heading) = of_line(content).filter(named) else {
                    continue;
                };
                heading.bare = collapse_whitespace(&heading.bare);
                (heading.level, heading.place) = (level, place);
                return Some(heading);
            }
            match events.next()? {
                (Event::Start(Tag::BlockQuote(_) | Tag::List(_)), _) => depth += 1,
                (Event::End(TagEnd::BlockQuote(_) | TagEnd::List(_)), _) => depth -= 1,
                _ if depth > 0 => {}
                (Event::Start(Tag::Heading { level, .. }), place) => {
                    let mut heading = ParsedHeading {
                        level: level as u8,
                        place,
                        ..ParsedHeading::default()
                    };
                    heading.read(events.by_ref().map(|(event, _)| event));
                    return Some(heading);
                }
                (Event::Start(Tag::HtmlBlock), place) => block = place,
                _ => {}
            }
        }
    }))
}

impl ParsedHeading {
    /// Reads the text and the id of a heading from `events`, up to the end of the heading.
    fn read<'t>(&mut self, events: impl Iterator<Item = Event<'t>>) {
        let mut images = 0;
        for event in events {
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
                    let id = (tag.split_once(" id=\"")).or(tag.split_once(" name=\""));
                    let id = id.and_then(|(_, id)| id.split('"').next());
                    let id = id.map(|id| first_characters(id, MAX_SLUG_CHARACTERS).to_owned());
                    self.id = self.id.take().or(id);
                    let alt = tag.split_once("alt=\"").map(|(_, alt)| alt);
                    let alt = alt.and_then(|alt| alt.split('"').next());
                    self.with_images.push_str(alt.unwrap_or(" "));
                    if images == 0 && !tag.starts_with("</") {
                        self.text.push(' ');
                    }
                    continue;
                }
                Event::Text(text) | Event::Code(text) => text,
                Event::SoftBreak | Event::HardBreak => CowStr::Borrowed(" "),
                _ => continue,
            };
            self.with_images.push_str(&text);
            if images == 0 {
                self.text.push_str(&text);
                self.bare.push_str(&text);
            }
        }
    }
}

/// Parses `text` as a heading on one line. Returns `None` if parsing could take time quadratic in
/// its length.
pub(super) fn of_line(text: &str) -> Option<ParsedHeading> {
    parse(&format!("# {}", text.replace(['\n', '\r'], " ")), true)?.next()
}
