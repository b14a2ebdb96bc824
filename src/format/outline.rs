//! The headings of a Markdown text.

use std::ops::Range;

use pulldown_cmark::{BrokenLink, CowStr, Event, LinkType, Options, Parser, Tag, TagEnd};

/// What GitHub reads beside CommonMark, as far as it decides what a heading is and says.
const OPTIONS: Options = Options::ENABLE_TABLES.union(Options::ENABLE_STRIKETHROUGH);

/// How many characters of HTML are read for the heading that it may hold.
const HTML_CHARACTERS: usize = 4096;

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
                (Event::Start(Tag::Heading { .. }), _) => return Some(plain(&mut events)),
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

/// What a heading holds, up to its end.
fn plain<'a>(events: &mut impl Iterator<Item = (Event<'a>, Range<usize>)>) -> [String; 2] {
    let mut texts = [String::new(), String::new()];
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
                CowStr::Borrowed(" ")
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
        }
    }
    texts
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
