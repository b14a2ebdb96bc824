//! A one-line description of a folder, derived from a document in the folder.

use pulldown_cmark::{Event, Tag, TagEnd};

use super::escaped::one_line;
use super::markup::Markup;
use super::markup::headings::{events, titles};
use rule_files::header::{Header, after_fence, block};

/// The minimum number of letters and digits in a paragraph of prose: first for ASCII text, then for
/// other text.
const FEWEST: [usize; 2] = [16, 8];

/// Returns a one-line description of a document that begins with `lines`: its title, else its first
/// sentence, else its first heading. Titles and headings for which `generic` returns true are
/// skipped, for example "Overview".
///
/// ```
/// use mcp_guide::text::markup::Markup;
/// use mcp_guide::text::gist::gist;
///
/// let text = "![Logo](a.png)\n\nRetries requests that *failed*. It waits.\n\n## Sponsors\n";
/// let said = gist(text, Markup::Markdown, |of| of == "Sponsors");
/// assert_eq!(said.as_deref(), Some("Retries requests that failed"));
/// ```
pub fn gist(lines: &str, markup: Markup, generic: impl Fn(&str) -> bool) -> Option<String> {
    let says = |text: &String| !generic(text) && !is_list(text);
    if markup != Markup::Markdown {
        let headings = markup.headings(lines)?.into_iter();
        let mut headings = headings.filter_map(|heading| one_line(&heading.text));
        return headings.find(says);
    }
    if after_fence(lines).is_some() && block(lines).is_none() {
        // These lines may all be frontmatter.
        return None;
    }
    let header = Header::of(lines).ok().flatten();
    let body = header.as_ref().map_or(lines, |header| header.body);
    let said = |key| {
        header
            .as_ref()
            .and_then(|header| one_line(header.text(key)?))
            .filter(says)
    };
    let mut first = None;
    let heading = || {
        let mut titles = titles(body)?;
        titles.find_map(|(level, title)| {
            let title = one_line(&title).filter(says)?;
            first.get_or_insert_with(|| title.clone());
            (level == 1).then_some(title)
        })
    };
    let title = said("title")
        .or_else(heading)
        .or_else(|| said("description"));
    title.or_else(|| sentence(body)).or(first)
}

/// Returns true if `title` looks like a list, for example of links.
fn is_list(title: &str) -> bool {
    title.contains(['·', '•']) || title.matches(" | ").count() > 1
}

/// Returns the first sentence of the first paragraph of prose in `text`, outside quotes, lists and
/// tables.
fn sentence(text: &str) -> Option<String> {
    let (mut within, mut linked, mut images) = (0, 0, 0);
    let mut paragraph: Option<String> = None;
    // The numbers of letters and digits outside links, and inside links.
    let mut counts = [0, 0];
    for (event, _) in events(text)? {
        match event {
            Event::Start(Tag::BlockQuote(_) | Tag::List(_) | Tag::Table(_)) => within += 1,
            Event::End(TagEnd::BlockQuote(_) | TagEnd::List(_) | TagEnd::Table) => within -= 1,
            Event::Start(Tag::Link { .. }) => linked += 1,
            Event::End(TagEnd::Link) => linked -= 1,
            Event::Start(Tag::Image { .. }) => images += 1,
            Event::End(TagEnd::Image) => images -= 1,
            Event::Start(Tag::Paragraph) if within == 0 => {
                (paragraph, counts) = (Some(String::new()), [0, 0]);
            }
            Event::End(TagEnd::Paragraph) => {
                if let Some(text) = paragraph.take().filter(|text| is_prose(text, counts)) {
                    return one_line(first_sentence(text.trim()));
                }
            }
            Event::Text(text) | Event::Code(text) if images == 0 => {
                let letters = text.chars().filter(|c| c.is_alphanumeric()).count();
                counts[usize::from(linked > 0)] += letters;
                paragraph.iter_mut().for_each(|prose| prose.push_str(&text));
            }
            Event::SoftBreak | Event::HardBreak | Event::InlineHtml(_) => {
                paragraph.iter_mut().for_each(|prose| prose.push(' '));
            }
            _ => {}
        }
    }
    None
}

/// Returns true if the paragraph `text` is prose: not a list of links, a line of code or markup of
/// a site generator. `own` and `linked` are the numbers of letters and digits outside and inside
/// links.
fn is_prose(text: &str, [own, linked]: [usize; 2]) -> bool {
    let text = text.trim_start();
    let is_code = ["import ", "export "]
        .iter()
        .any(|keyword| text.starts_with(keyword));
    let is_mark = text.starts_with(|c: char| c.is_ascii_punctuation() && !"\"'(".contains(c));
    let fewest = FEWEST[usize::from(!text.is_ascii())];
    own >= fewest && own > linked && !is_code && !is_mark
}

/// Returns the first sentence of `text`, without its full stop. A full stop after a word of one or
/// two letters ends no sentence, because it may belong to an abbreviation.
fn first_sentence(text: &str) -> &str {
    let mut marks = text.match_indices(['.', '!', '?', '。', '！', '？']);
    let end = marks.find(|(at, mark)| {
        let rest = &text[at + mark.len()..];
        let goes_on = |c: char| c.is_lowercase() || c.is_ascii_digit();
        let is_end = !mark.is_ascii()
            || rest.is_empty()
            || rest.starts_with(char::is_whitespace) && !rest.trim_start().starts_with(goes_on);
        let word = || text[..*at].rsplit(char::is_whitespace).next();
        // As in "e.g. this" and "St. Paul".
        let may_be_abbreviation =
            |word: &str| word.contains('.') || word.chars().count() < 3 && *mark == ".";
        is_end && !word().is_some_and(may_be_abbreviation)
    });
    let end = end.map_or(text.len(), |(at, mark)| match mark {
        "." | "。" => at,
        _ => at + mark.len(),
    });
    &text[..end]
}
