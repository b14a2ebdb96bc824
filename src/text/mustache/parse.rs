//! A template's text → its parts, one after the other.

use std::ops::Range;
use std::sync::Arc;

use memchr::memmem::Finder;

use super::fault::{Stop, TemplateFault, Why};
use crate::limits::{MAX_TEMPLATE_BYTES, MAX_TEMPLATE_PARTS};
use crate::text::room::NoRoom;
use crate::text::yaml::{Place, shortened};

/// What a name does not begin with: it is another tag, or one that is not known.
const SIGILS: [char; 13] = [
    '#', '^', '/', '>', '!', '&', '=', '{', '}', '<', '$', '*', '%',
];

/// What a template and its partials may still hold.
#[derive(Debug)]
pub struct ParseBudget {
    bytes: usize,
    parts: usize,
}

impl Default for ParseBudget {
    fn default() -> Self {
        Self {
            bytes: MAX_TEMPLATE_BYTES,
            parts: MAX_TEMPLATE_PARTS,
        }
    }
}

/// A template whose tags were all read.
#[derive(Debug)]
pub struct Template {
    pub(super) text: String,
    pub(super) parts: Vec<Part>,
}

/// A part of a template.
#[derive(Debug)]
pub(super) struct Part {
    /// Where it begins in the text.
    pub at: usize,
    /// Whether it begins a line of what is rendered, and not only of the text.
    pub first: bool,
    pub kind: Kind,
}

/// What a part is; names and texts by where they stand.
#[derive(Debug)]
pub(super) enum Kind {
    Text(Range<usize>),
    Value(Range<usize>),
    Section {
        name: Range<usize>,
        inverted: bool,
        /// Which part ends it.
        end: usize,
    },
    /// The end of the section that is this part.
    End(usize),
    Partial {
        name: Range<usize>,
        /// What stands before it in a line of its own.
        indent: Range<usize>,
    },
}

impl Template {
    /// Reads a template, in a time that grows as its length does. `path` is what it
    /// is called where it is wrong.
    ///
    /// # Errors
    ///
    /// A [`TemplateFault`] with its place, or that there is no memory.
    pub fn parse<E: From<NoRoom>>(
        path: &Arc<str>,
        text: String,
        budget: &mut ParseBudget,
    ) -> Result<Self, Stop<E>> {
        let stop = |(at, why): (usize, Why<E>)| Stop {
            path: Arc::clone(path),
            place: Place::after(&text[..at]),
            why,
        };
        match budget.bytes.checked_sub(text.len()) {
            Some(bytes) => budget.bytes = bytes,
            None => return Err(stop((0, Why::Template(TemplateFault::Bytes)))),
        }
        let parser = TemplateParser {
            text: &text,
            left: &mut budget.parts,
            open: Finder::new("{{"),
            close: Finder::new("}}"),
            from: 0,
            parts: Vec::new(),
            sections: Vec::new(),
        };
        let parts = parser.run().map_err(stop)?;
        Ok(Self { text, parts })
    }

    /// How many bytes its text has.
    pub fn bytes(&self) -> usize {
        self.text.len()
    }
}

struct TemplateParser<'t> {
    text: &'t str,
    /// How many parts may still be pushed.
    left: &'t mut usize,
    open: Finder<'t>,
    close: Finder<'t>,
    /// Where what was not read begins.
    from: usize,
    parts: Vec<Part>,
    /// The sections that are open.
    sections: Vec<usize>,
}

impl TemplateParser<'_> {
    fn run<E: From<NoRoom>>(mut self) -> Result<Vec<Part>, (usize, Why<E>)> {
        while let Some(found) = self.find(self.from, &self.open) {
            self.tag(found)?;
        }
        self.push_text(self.text.len())?;
        let open = self.sections.pop().map(|open| &self.parts[open]);
        if let Some(Part { at, kind, .. }) = open
            && let Kind::Section { name, .. } = kind
        {
            return wrong(*at, TemplateFault::OpenSection(self.short(name)));
        }
        Ok(self.parts)
    }

    /// Reads the tag that begins there.
    fn tag<E: From<NoRoom>>(&mut self, at: usize) -> Result<(), (usize, Why<E>)> {
        let inner = at + self.open.needle().len();
        let sigil = match self.text.as_bytes().get(inner) {
            Some(sigil @ (b'{' | b'=' | b'#' | b'^' | b'/' | b'>' | b'!' | b'&')) => Some(*sigil),
            _ => None,
        };
        let inner = inner + usize::from(sigil.is_some());
        let before = match sigil {
            Some(b'{') => "}",
            Some(b'=') => "=",
            _ => "",
        };
        let Some(end) = self.end(inner, before) else {
            return wrong(at, TemplateFault::OpenTag);
        };
        let close = before.len() + self.close.needle().len();
        let (inner, end) = (inner..end, end + close);
        let line = match sigil {
            None | Some(b'{' | b'&') => None,
            _ => self.line_of_its_own(at, end),
        };
        let indent = line.as_ref().map_or(at, |line| line.start)..at;
        self.push_text(indent.start)?;
        self.from = line.as_ref().map_or(end, |line| line.end);
        let first = line.is_none() && self.begins_a_line(at);
        let kind = match sigil {
            Some(b'!') => None,
            Some(b'=') => {
                self.set_delimiters(at, inner)?;
                None
            }
            _ => {
                let name = self.name(at, inner)?;
                Some(match sigil {
                    Some(b'#' | b'^') => {
                        self.sections.push(self.parts.len());
                        Kind::Section {
                            name,
                            inverted: sigil == Some(b'^'),
                            end: 0,
                        }
                    }
                    Some(b'/') => Kind::End(self.end_section(at, &name)?),
                    Some(b'>') => Kind::Partial { name, indent },
                    _ => Kind::Value(name),
                })
            }
        };
        match kind {
            Some(kind) => self.push(Part { at, first, kind }),
            // Its line begins as any other.
            None if first => self.push(Part {
                at,
                first,
                kind: Kind::Text(at..at),
            }),
            None => Ok(()),
        }
    }

    /// The whole line in which a tag stands alone, with its end.
    fn line_of_its_own(&self, at: usize, end: usize) -> Option<Range<usize>> {
        let blank = [' ', '\t'];
        let before = self.text[self.from..at].trim_end_matches(blank);
        let start = self.from + before.len();
        let after = self.text[end..].trim_start_matches(blank);
        let rest = match after {
            "" => after,
            _ => after.strip_prefix("\r\n").or(after.strip_prefix('\n'))?,
        };
        self.begins_a_line(start)
            .then(|| start..self.text.len() - rest.len())
    }

    fn begins_a_line(&self, at: usize) -> bool {
        at == 0 || self.text.as_bytes()[at - 1] == b'\n'
    }

    fn set_delimiters<E>(&mut self, at: usize, inner: Range<usize>) -> Result<(), (usize, Why<E>)> {
        let mut words = self.text[inner].split_whitespace();
        match (words.next(), words.next(), words.next()) {
            (Some(open), Some(close), None) if !open.contains('=') && !close.contains('=') => {
                (self.open, self.close) = (Finder::new(open), Finder::new(close));
                Ok(())
            }
            _ => wrong(at, TemplateFault::Delimiters),
        }
    }

    /// Ends the section that is open: the one of this name.
    fn end_section<E>(&mut self, at: usize, name: &Range<usize>) -> Result<usize, (usize, Why<E>)> {
        let last = self.parts.len();
        let Some(open) = self.sections.pop() else {
            return wrong(at, TemplateFault::NoSection(self.short(name)));
        };
        if let Kind::Section {
            name: other, end, ..
        } = &mut self.parts[open].kind
        {
            if self.text[other.clone()] != self.text[name.clone()] {
                let open = shortened(&self.text[other.clone()]);
                let name = self.short(name);
                return wrong(at, TemplateFault::OtherSection { name, open });
            }
            *end = last;
        }
        Ok(open)
    }

    /// The name in a tag.
    fn name<E>(&self, at: usize, inner: Range<usize>) -> Result<Range<usize>, (usize, Why<E>)> {
        let text = &self.text[inner.clone()];
        let name = text.trim();
        let start = inner.start + (text.len() - text.trim_start().len());
        if name.is_empty() {
            return wrong(at, TemplateFault::NoName);
        }
        if name.contains(char::is_whitespace) || name.starts_with(SIGILS) {
            return wrong(at, TemplateFault::Name(shortened(name)));
        }
        Ok(start..start + name.len())
    }

    fn push_text<E: From<NoRoom>>(&mut self, to: usize) -> Result<(), (usize, Why<E>)> {
        let text = self.from..to;
        if text.is_empty() {
            return Ok(());
        }
        self.push(Part {
            at: text.start,
            first: self.begins_a_line(text.start),
            kind: Kind::Text(text),
        })
    }

    fn push<E: From<NoRoom>>(&mut self, part: Part) -> Result<(), (usize, Why<E>)> {
        match self.left.checked_sub(1) {
            Some(left) => *self.left = left,
            None => return wrong(part.at, TemplateFault::Parts),
        }
        if self.parts.try_reserve(1).is_err() {
            return Err((part.at, Why::Other(NoRoom.into())));
        }
        self.parts.push(part);
        Ok(())
    }

    fn find(&self, from: usize, what: &Finder<'_>) -> Option<usize> {
        let found = what.find(&self.text.as_bytes()[from..])?;
        Some(from + found)
    }

    /// Where what ends a tag stands: this, and the delimiter after it.
    fn end(&self, from: usize, before: &str) -> Option<usize> {
        if before.is_empty() {
            return self.find(from, &self.close);
        }
        let whole = [before.as_bytes(), self.close.needle()].concat();
        self.find(from, &Finder::new(&whole))
    }

    fn short(&self, name: &Range<usize>) -> String {
        shortened(&self.text[name.clone()])
    }
}

fn wrong<T, E>(at: usize, fault: TemplateFault) -> Result<T, (usize, Why<E>)> {
    Err((at, Why::Template(fault)))
}
