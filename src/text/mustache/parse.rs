//! Parses a template into a tree of parts.

use std::mem::{replace, take};
use std::ops::Range;
use std::sync::Arc;

use memchr::memmem::Finder;

use super::{RenderError, TemplateError};
use crate::limits::{MAX_TEMPLATE_BYTES, MAX_TEMPLATE_DEPTH};
use rule_files::located::Position;

/// The characters that can follow the opening delimiter of a special tag, supported or not. A name
/// cannot begin with them.
const SIGILS: [char; 13] = [
    '#', '^', '/', '>', '!', '&', '=', '{', '}', '<', '$', '*', '%',
];

/// The number of bytes that each tag, and each stretch of text between two tags, counts as in
/// addition to its length.
const PART_BYTES: usize = 64;

/// The number of bytes that are left for a template and its partials.
#[derive(Debug)]
pub struct ParseBudget(usize);

impl Default for ParseBudget {
    fn default() -> Self {
        Self(MAX_TEMPLATE_BYTES)
    }
}

impl ParseBudget {
    fn spend(&mut self, bytes: usize) -> Result<(), TemplateError> {
        let left = self.0.checked_sub(bytes);
        self.0 = left.ok_or(TemplateError::Bytes)?;
        Ok(())
    }
}

/// A parsed template.
#[derive(Debug)]
pub struct Template {
    /// The path to the template, from which its partials are looked up.
    pub(super) path: Arc<str>,
    pub(super) text: String,
    /// The number of characters that were inserted before each line.
    indent: usize,
    pub(super) parts: Vec<TemplatePart>,
}

/// A tag, or the text between two tags.
#[derive(Debug)]
pub(super) struct TemplatePart {
    /// The byte offset in the text.
    pub at: usize,
    pub kind: PartKind,
}

/// The kind of a part, with byte ranges of the template's text.
#[derive(Debug)]
pub(super) enum PartKind {
    Text(Range<usize>),
    Value(Range<usize>),
    Section {
        name: Range<usize>,
        inverted: bool,
        parts: Vec<TemplatePart>,
    },
    Partial {
        name: Range<usize>,
        /// The white space before a partial that is alone on its line.
        indent: Range<usize>,
    },
}

impl Template {
    /// Parses `text`, the template at `path`, after adding `indent` before each of its lines. Takes
    /// time linear in its length, which is subtracted from `budget`.
    ///
    /// # Errors
    ///
    /// Returns an error if the template is invalid or exceeds `budget`.
    pub fn parse(
        path: impl Into<Arc<str>>,
        text: String,
        indent: &str,
        budget: &mut ParseBudget,
    ) -> Result<Self, RenderError> {
        let lines = match indent {
            "" => 0,
            _ => text.split_inclusive('\n').count(),
        };
        let bytes = text
            .len()
            .saturating_add(lines.saturating_mul(indent.len()));
        let mut template = Self {
            path: path.into(),
            text,
            indent: indent.chars().count(),
            parts: Vec::new(),
        };
        let spent = budget.spend(bytes);
        spent.map_err(|error| template.error(0, error))?;
        if lines > 0 {
            let lines = template.text.split_inclusive('\n');
            template.text = lines.flat_map(|line| [indent, line]).collect();
        }
        let mut parser = TemplateParser {
            text: &template.text,
            budget,
            open: Finder::new("{{"),
            close: Finder::new("}}"),
            at: 0,
            parsed: 0,
            parts: Vec::new(),
            sections: Vec::new(),
        };
        match parser.run() {
            Ok(()) => template.parts = parser.parts,
            Err(error) => return Err(template.error(parser.at, error)),
        }
        Ok(template)
    }

    /// Returns `error` with the position of the byte offset `at` in the text.
    pub(super) fn error(&self, at: usize, error: TemplateError) -> RenderError {
        let mut position = Position::after(&self.text[..at]);
        position.column = position.column.saturating_sub(self.indent).max(1);
        RenderError {
            path: self.path.to_string(),
            position: Some(position),
            kind: error,
        }
    }
}

struct TemplateParser<'t> {
    text: &'t str,
    budget: &'t mut ParseBudget,
    open: Finder<'t>,
    close: Finder<'t>,
    /// The byte offset of the tag that is being parsed.
    at: usize,
    /// The byte offset up to which the text is parsed.
    parsed: usize,
    /// The parts so far in the innermost open section, or in the template if no section is open.
    parts: Vec<TemplatePart>,
    /// The open sections, the innermost last.
    sections: Vec<OpenSection>,
}

/// A section whose end is not parsed yet.
struct OpenSection {
    at: usize,
    name: Range<usize>,
    inverted: bool,
    /// The parts before the section, in the section or template around it.
    before: Vec<TemplatePart>,
}

impl TemplateParser<'_> {
    fn run(&mut self) -> Result<(), TemplateError> {
        while let Some(at) = self.find(self.parsed, &self.open) {
            self.at = at;
            self.tag()?;
        }
        self.push_text(self.text.len())?;
        if let Some(open) = self.sections.pop() {
            self.at = open.at;
            return Err(TemplateError::OpenSection(self.name_text(&open.name)));
        }
        Ok(())
    }

    /// Parses the tag at `self.at`.
    fn tag(&mut self) -> Result<(), TemplateError> {
        let at = self.at;
        let begin = at + self.open.needle().len();
        let sigil = self.text.as_bytes().get(begin).copied();
        let sigil = sigil.filter(|sigil| b"{=#^/>!&".contains(sigil));
        let begin = begin + usize::from(sigil.is_some());
        let (inner, end) = self.tag_end(begin, sigil).ok_or(TemplateError::OpenTag)?;
        let line = match sigil {
            None | Some(b'{' | b'&') => None,
            _ => self.own_line(at, end),
        };
        let line = line.unwrap_or(at..end);
        self.push_text(line.start)?;
        self.parsed = line.end;
        let name = match sigil {
            Some(b'!' | b'=') => at..at,
            _ => self.name(inner.clone())?,
        };
        let kind = match sigil {
            Some(b'#' | b'^') => {
                if self.sections.len() == MAX_TEMPLATE_DEPTH {
                    return Err(TemplateError::Depth);
                }
                self.sections.push(OpenSection {
                    at,
                    name,
                    inverted: sigil == Some(b'^'),
                    before: take(&mut self.parts),
                });
                return Ok(());
            }
            Some(b'>') => PartKind::Partial {
                name,
                indent: line.start..at,
            },
            Some(b'/') => return self.end_section(&name),
            Some(b'=') => return self.set_delimiters(inner),
            Some(b'!') => return Ok(()),
            _ => PartKind::Value(name),
        };
        self.push(at, kind)
    }

    /// Returns the byte range of the content of a tag, and the byte offset after the tag. The
    /// content begins at `begin`, after `sigil`. Returns `None` if the tag is not closed.
    fn tag_end(&self, begin: usize, sigil: Option<u8>) -> Option<(Range<usize>, usize)> {
        let before: &[u8] = match sigil {
            Some(b'{') => b"}",
            Some(b'=') => b"=",
            _ => b"",
        };
        let close = [before, self.close.needle()].concat();
        let end = self.find(begin, &Finder::new(&close))?;
        Some((begin..end, end + close.len()))
    }

    /// Returns the byte range of the whole line of the tag from `at` to `end`, including the line
    /// end. Returns `None` if anything else is on the line.
    fn own_line(&self, at: usize, end: usize) -> Option<Range<usize>> {
        let blank = [' ', '\t'];
        let before = self.text[self.parsed..at].trim_end_matches(blank);
        let start = self.parsed + before.len();
        let after = self.text[end..].trim_start_matches(blank);
        let rest = match after {
            "" => after,
            _ => after.strip_prefix("\r\n").or(after.strip_prefix('\n'))?,
        };
        let begins_line = start == 0 || self.text.as_bytes()[start - 1] == b'\n';
        begins_line.then(|| start..self.text.len() - rest.len())
    }

    fn set_delimiters(&mut self, inner: Range<usize>) -> Result<(), TemplateError> {
        let mut words = self.text[inner].split_whitespace();
        match (words.next(), words.next(), words.next()) {
            (Some(open), Some(close), None) if !open.contains('=') && !close.contains('=') => {
                (self.open, self.close) = (Finder::new(open), Finder::new(close));
                Ok(())
            }
            _ => Err(TemplateError::Delimiters),
        }
    }

    /// Ends the innermost open section, which must be called `name`.
    fn end_section(&mut self, name: &Range<usize>) -> Result<(), TemplateError> {
        let Some(open) = self.sections.pop() else {
            return Err(TemplateError::NoSection(self.name_text(name)));
        };
        if self.text[open.name.clone()] != self.text[name.clone()] {
            return Err(TemplateError::OtherSection {
                name: self.name_text(name),
                open: self.name_text(&open.name),
            });
        }
        let section = PartKind::Section {
            name: open.name,
            inverted: open.inverted,
            parts: replace(&mut self.parts, open.before),
        };
        self.push(open.at, section)
    }

    /// Returns the byte range of the name in a tag with the content `inner`.
    fn name(&self, inner: Range<usize>) -> Result<Range<usize>, TemplateError> {
        let text = &self.text[inner.clone()];
        let name = text.trim();
        let start = inner.start + (text.len() - text.trim_start().len());
        if name.is_empty() {
            return Err(TemplateError::NoName);
        }
        if name.contains(char::is_whitespace) || name.starts_with(SIGILS) {
            return Err(TemplateError::Name(name.to_owned()));
        }
        Ok(start..start + name.len())
    }

    /// Adds the literal text from the end of the last tag up to byte `to`, unless it is empty. Leaves
    /// `parsed` to the caller.
    fn push_text(&mut self, to: usize) -> Result<(), TemplateError> {
        if self.parsed < to {
            self.push(self.parsed, PartKind::Text(self.parsed..to))
        } else {
            Ok(())
        }
    }

    /// Adds a part that begins at byte `at`, and subtracts its cost from the budget.
    fn push(&mut self, at: usize, kind: PartKind) -> Result<(), TemplateError> {
        self.budget.spend(PART_BYTES)?;
        self.parts.push(TemplatePart { at, kind });
        Ok(())
    }

    /// Returns the position of the next `what` in the text, at or after byte `from`.
    fn find(&self, from: usize, what: &Finder<'_>) -> Option<usize> {
        let found = what.find(&self.text.as_bytes()[from..])?;
        Some(from + found)
    }

    fn name_text(&self, name: &Range<usize>) -> String {
        self.text[name.clone()].to_owned()
    }
}
