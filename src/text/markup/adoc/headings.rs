//! The headings, the title and the description of an AsciiDoc document, as Asciidoctor finds them.

use std::iter::successors;
use std::ops::Range;

use super::adoc_line::AdocLine;
use super::attributes::{Attributes, style_and_id};
use super::ids::{self, Ids};
use super::plain_title;
use crate::limits::{MAX_HEADING_CHARACTERS, MAX_HEADINGS};
use crate::text::markup::headings::{Heading, first_characters, nest};

/// The maximum number of lines for authors and revision in a document header. Attributes and
/// comments do not count.
const MAX_HEADER_LINES: usize = 2;
/// The styles of paragraphs in which markup has no meaning.
const VERBATIM: [&str; 4] = ["literal", "listing", "source", "verse"];

/// Returns the headings of `text` in order, up to [`MAX_HEADINGS`]. Headings are the titles of the
/// document and its sections, outside blocks, lists and paragraphs. Included files are not read,
/// and all conditions are treated as true.
pub fn headings(text: &str) -> Vec<Heading> {
    let mut scan = Scan::new(text);
    scan.run(MAX_HEADINGS);
    scan.finish()
}

/// Returns the title and the description of a document that begins with `text`. The description is
/// the attribute `description`, or else the first paragraph between the first two titles.
pub(in crate::text) fn about(text: &str) -> (Option<String>, Option<String>) {
    let mut scan = Scan::new(text);
    // Only text before the second title may describe the document.
    scan.run(2);
    let given = scan.attributes.get("description").map(str::to_owned);
    let first = scan.introduction.clone().map(|place| {
        let line = |at: usize| AdocLine::at(&text[..place.end], at);
        let lines = successors(line(place.start), |before| line(before.end));
        let lines = lines.filter(|line| !line.is_comment() && !line.is_include());
        let lines: Vec<&str> = lines.map(|line| line.text).collect();
        scan.attributes
            .substitute(&plain_title::plain(&lines.join(" ")).text)
    });
    let title = scan.finish().into_iter().next();
    (title.map(|title| title.text), given.or(first))
}

/// The lines above a block that set its id, style or title.
#[derive(Default)]
struct BlockHead {
    /// The byte offset of the first line that is neither a comment nor a document attribute.
    start: Option<usize>,
    id: Option<String>,
    style: Option<String>,
    /// Whether one of the lines is a block title.
    is_titled: bool,
}

/// A scan of a document from its beginning.
struct Scan<'t> {
    text: &'t str,
    /// The byte offset of the next line.
    at: usize,
    attributes: Attributes,
    ids: Ids,
    above: BlockHead,
    headings: Vec<Heading>,
    /// The plain text of the document title, if the title has no explicit anchor.
    untitled: Option<String>,
    /// The byte range of the first paragraph after the first title.
    introduction: Option<Range<usize>>,
}

impl<'t> Scan<'t> {
    fn new(text: &'t str) -> Self {
        Self {
            text,
            at: 0,
            attributes: Attributes::default(),
            ids: Ids::default(),
            above: BlockHead::default(),
            headings: Vec::new(),
            untitled: None,
            introduction: None,
        }
    }

    /// Reads blocks until the end of the text, or until `most` titles are found.
    fn run(&mut self, most: usize) {
        let mut is_first = true;
        while let Some(line) = self.peek().filter(|_| self.headings.len() < most) {
            self.at = line.end;
            if line.text.is_empty() || self.is_above(&line) {
                continue;
            }
            if !self.is_title(&line, is_first) {
                self.pass(&line);
            }
            // An include above the title does not count as a block, because it may include
            // attributes.
            is_first &= line.is_include();
        }
    }

    fn peek(&self) -> Option<AdocLine<'t>> {
        AdocLine::at(self.text, self.at)
    }

    /// Reads `line` if it is a comment, an attribute, an anchor or a block title, and returns true.
    /// Returns false for any other line.
    fn is_above(&mut self, line: &AdocLine<'t>) -> bool {
        if self.is_entry(line) {
            return true;
        }
        if let Some(list) = line.block_attributes() {
            let list = self.attributes.substitute(list);
            let (style, id) = style_and_id(&list);
            self.above.style = style.or(self.above.style.take());
            self.above.id = id.or(self.above.id.take());
        } else if let Some(anchor) = line.block_anchor() {
            self.above.id = Some(anchor.to_owned());
        } else if line.is_block_title() {
            self.above.is_titled = true;
        } else {
            return false;
        }
        self.above.start.get_or_insert(line.start);
        true
    }

    /// Reads the document attribute or the comment that begins at `line`, and returns true. Returns
    /// false if `line` begins neither.
    fn is_entry(&mut self, line: &AdocLine<'t>) -> bool {
        if line.is_comment() {
            return true;
        }
        if line.text.starts_with("////") && line.terminator().is_some() {
            self.pass_to(line.text);
            return true;
        }
        let Some((name, value)) = line.entry() else {
            return false;
        };
        let mut rest = line.continued();
        let mut value = rest.unwrap_or(value).to_owned();
        while rest.is_some() {
            let next = self.peek().filter(|next| !next.text.is_empty());
            let Some(next) = next else { break };
            self.at = next.end;
            rest = next.continued();
            // Once the value is longer than a heading may be, further lines are dropped.
            if value.len() <= MAX_HEADING_CHARACTERS {
                value = value + " " + rest.unwrap_or(next.text).trim_start();
            }
        }
        self.attributes.set(name, &value);
        true
    }

    /// Reads the title of the document or of a section that begins at `line`, and returns true.
    /// Returns false if `line` does not begin a title. `is_first` is true if no other block
    /// precedes `line`.
    fn is_title(&mut self, line: &AdocLine<'t>, is_first: bool) -> bool {
        if is_discrete(self.above.style.as_deref()) {
            return false;
        }
        let Some((level, title, end)) = self.title(line) else {
            return false;
        };
        self.at = end;
        let above = std::mem::take(&mut self.above);
        let (title, own) = plain_title::split_anchor(title);
        let given = above.id.or(own.map(str::to_owned));
        let is_header = is_first && level == 1 && above.style.is_none() && !above.is_titled;
        if is_header {
            // Attributes in the header also apply to the document title.
            self.header();
        }
        let plain = plain_title::plain(title);
        let text = self.attributes.substitute(&plain.text);
        let mut ids = plain.anchors;
        let slug = match given {
            Some(given) => self.ids.unique(&given, "_"),
            None => {
                ids.push(ids::id(&text, "", "-"));
                // Asciidoctor gives the document title no anchor, so it must not use up the anchor
                // of a section.
                if is_header {
                    self.untitled = Some(text.clone());
                    String::new()
                } else {
                    self.auto_id(&text)
                }
            }
        };
        ids.retain(|id| *id != slug && !id.is_empty());
        self.headings.push(Heading {
            level,
            text: first_characters(&text, MAX_HEADING_CHARACTERS).to_owned(),
            slug,
            ids,
            section: above.start.unwrap_or(line.start)..self.text.len(),
            end,
            parent: None,
        });
        true
    }

    /// Returns the level and text of the title that begins at `line`, and the byte offset after its
    /// last line. Returns `None` if `line` does not begin a title.
    fn title(&self, line: &AdocLine<'t>) -> Option<(u8, &'t str, usize)> {
        if let Some((level, title)) = line.title() {
            return Some((level, title, line.end));
        }
        let below = self.peek()?;
        let level = line.title_above(&below)?;
        Some((level, line.text, below.end))
    }

    /// Returns the anchor that Asciidoctor generates for a title with the plain text `text`. Later
    /// titles get different anchors.
    fn auto_id(&mut self, text: &str) -> String {
        let prefix = self.attributes.get("idprefix").unwrap_or("_");
        let separator = self.attributes.get("idseparator").unwrap_or("_");
        let separator = first_characters(separator, 1).to_owned();
        let id = ids::id(text, prefix, &separator);
        self.ids.unique(&id, &separator)
    }

    /// Reads the lines of the document header below the document title.
    fn header(&mut self) {
        let mut others = 0;
        while let Some(line) = self.peek().filter(|line| !line.text.is_empty()) {
            let before = std::mem::replace(&mut self.at, line.end);
            if !self.is_entry(&line) && !line.is_include() {
                others += 1;
                if others > MAX_HEADER_LINES {
                    self.at = before;
                    return;
                }
            }
        }
    }

    /// Skips the block that begins at `line`.
    fn pass(&mut self, line: &AdocLine<'t>) {
        let above = std::mem::take(&mut self.above);
        let style = above.style.as_deref();
        let title = is_discrete(style).then(|| self.title(line)).flatten();
        if let Some(id) = &above.id {
            self.ids.unique(id, "_");
        }
        if let Some((_, title, end)) = title {
            self.at = end;
            let text = self.attributes.substitute(&plain_title::plain(title).text);
            if above.id.is_none() {
                // Records the anchor, so that later titles get different ones.
                self.auto_id(&text);
            }
        } else if let Some(terminator) = line.terminator() {
            self.pass_to(terminator);
        } else if style.is_some_and(|style| VERBATIM.contains(&style)) {
            while let Some(line) = self.peek().filter(|line| !line.text.is_empty()) {
                self.at = line.end;
            }
        } else if line.is_alone() || line.is_include() {
            // The next line begins a new block.
        } else if line.is_list() {
            self.pass_list(line);
        } else {
            self.pass_paragraph(line, style.is_none());
        }
    }

    /// Skips lines up to and including the next line that equals `terminator`.
    fn pass_to(&mut self, terminator: &str) {
        while let Some(line) = self.peek() {
            self.at = line.end;
            if line.text == terminator {
                return;
            }
        }
    }

    /// Skips the paragraph that begins with `first`. `is_plain` is true if the paragraph may
    /// describe the document.
    fn pass_paragraph(&mut self, first: &AdocLine<'t>, is_plain: bool) {
        let mut end = first.end;
        while let Some(line) = self.peek() {
            let is_block = line.terminator().is_some() || line.is_block_attributes();
            if line.text.is_empty() || is_block {
                break;
            }
            (self.at, end) = (line.end, line.end);
        }
        let is_text = is_plain && !first.is_indented() && self.headings.len() == 1;
        if is_text && self.introduction.is_none() {
            self.introduction = Some(first.start..end);
        }
    }

    /// Skips the list that begins with `first`, and the blocks attached to its items.
    fn pass_list(&mut self, first: &AdocLine<'t>) {
        let is_of_terms = first.is_term();
        // Whether the next line is attached to an item, whether a blank line precedes it, and
        // whether it is the first text of an item.
        let (mut attached, mut blank, mut lacks) = (false, false, first.lacks_text());
        while let Some(line) = self.peek() {
            if line.text.is_empty() {
                self.at = line.end;
                (attached, blank) = (attached && !blank, true);
                continue;
            }
            let is_item = line.is_list();
            let is_own = is_item || line.is_indented() || line.text == "+" || lacks || attached;
            let is_block = line.terminator().is_some() || line.is_block_attributes() && is_of_terms;
            if (is_block || blank && !is_own) && !attached {
                return;
            }
            self.at = line.end;
            (lacks, blank) = (is_item && line.lacks_text(), false);
            if let Some(terminator) = line.terminator() {
                self.pass_to(terminator);
                attached = false;
            } else {
                let is_above = line.is_block_attributes() || line.is_block_title();
                attached = line.text == "+" || attached && (is_above || line.entry().is_some());
            }
        }
    }

    /// Sets the slug of the document title and the ends of the sections, and returns the headings.
    fn finish(mut self) -> Vec<Heading> {
        if let Some(text) = self.untitled.take() {
            let slug = self.auto_id(&text);
            if let Some(title) = self.headings.first_mut() {
                title.ids.retain(|id| *id != slug);
                title.slug = slug;
            }
        }
        nest(&mut self.headings);
        self.headings
    }
}

/// Returns true if a title with this block style does not begin a section.
fn is_discrete(style: Option<&str>) -> bool {
    matches!(style, Some("discrete" | "float"))
}
