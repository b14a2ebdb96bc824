//! Edits of objects and lists in JSON text, which may contain comments and trailing commas.

use std::ops::Range;

use jsonc_parser::ast::{Array, Object, Value};
use jsonc_parser::common::Ranged;
use jsonc_parser::tokens::{Token, TokenAndRange};
use jsonc_parser::{
    CollectOptions, CommentCollectionStrategy, ParseOptions, ParseResult, parse_to_ast,
};
use serde_json::Value as Json;

use super::edits::{BLANKS, Edits, LINE_ENDS};

/// The indentation of a level if the text has no indentation.
const UNIT: &str = "  ";
/// The accepted syntax: JSON with comments and trailing commas.
const OPTIONS: ParseOptions = ParseOptions {
    allow_comments: true,
    allow_trailing_commas: true,
    allow_loose_object_property_names: false,
    allow_missing_commas: false,
    allow_single_quoted_strings: false,
    allow_hexadecimal_numbers: false,
    allow_unary_plus_numbers: false,
    allow_bare_decimal_point_numbers: false,
    allow_non_finite_numbers: false,
    allow_extended_string_escapes: false,
};

/// The ranges of an object or a list, and of its members.
pub(super) struct Members {
    around: Range<usize>,
    members: Vec<Range<usize>>,
}

impl Members {
    /// Returns the ranges of `around`, an object or a list, and of its `members`.
    fn of<'m, T: Ranged + 'm>(
        around: &impl Ranged,
        members: impl IntoIterator<Item = &'m T>,
    ) -> Self {
        let range = |member: &T| member.start()..member.end();
        Self {
            around: around.start()..around.end(),
            members: members.into_iter().map(range).collect(),
        }
    }

    /// Returns the range between the brackets.
    fn inner(&self) -> Range<usize> {
        self.around.start + 1..self.around.end - 1
    }

    /// Returns the ranges before, between and after the members.
    fn gaps(&self) -> impl Iterator<Item = Range<usize>> {
        let inner = self.inner();
        let starts = self.members.iter().map(|member| member.start);
        let ends = self.members.iter().map(|member| member.end);
        let begins = [inner.start].into_iter().chain(ends);
        begins
            .zip(starts.chain([inner.end]))
            .map(|(from, to)| from..to)
    }
}

impl From<&Object<'_>> for Members {
    fn from(object: &Object<'_>) -> Self {
        Self::of(object, &object.properties)
    }
}

impl From<&Array<'_>> for Members {
    fn from(array: &Array<'_>) -> Self {
        Self::of(array, &array.elements)
    }
}

/// A new member: a key and a value for an object, or only a value for a list.
pub(super) type Added<'a> = (Option<&'a str>, Json);

/// JSON text, and its edits.
pub(super) struct JsonText<'t> {
    edits: Edits<'t>,
    /// The tokens, including comments.
    tokens: Vec<TokenAndRange<'t>>,
    /// The spaces or tabs by which each level is indented.
    indentation: String,
    /// Whether the text contains no white space except at its end.
    is_compact: bool,
}

impl<'t> JsonText<'t> {
    /// Parses `text`. Returns its value, and the text for editing.
    ///
    /// # Errors
    ///
    /// Returns an error if the text is invalid. The message says where the problem is.
    pub fn parse(text: &'t str) -> Result<(Value<'t>, Self), String> {
        let collect = CollectOptions {
            comments: CommentCollectionStrategy::AsTokens,
            tokens: true,
        };
        let parsed = parse_to_ast(text, &collect, &OPTIONS).map_err(|error| {
            let (line, column) = (error.line_display(), error.column_display());
            format!("line {line} column {column}: {}", error.kind())
        })?;
        let ParseResult {
            value: Some(value),
            tokens: Some(tokens),
            ..
        } = parsed
        else {
            return Err("it has no value".to_owned());
        };
        let is_joined = |pair: &[TokenAndRange<'_>]| pair[0].end() == pair[1].start();
        let is_compact = tokens.windows(2).all(is_joined) && tokens[0].start() == 0;
        let edits = Edits::of(text);
        // The first field of the root shows how the file is indented.
        let first = value.as_object().and_then(|root| root.properties.first());
        let begins_line = first.filter(|first| edits.begins_line(first.start()));
        let indentation = match begins_line.map(|first| edits.indent(first.start())) {
            None | Some("") => UNIT.to_owned(),
            Some(indentation) => indentation.to_owned(),
        };
        Ok((
            value,
            Self {
                edits,
                tokens,
                indentation,
                is_compact,
            },
        ))
    }

    pub fn is_unchanged(&self) -> bool {
        self.edits.is_empty()
    }

    pub fn applied(self) -> String {
        self.edits.applied()
    }

    /// Replaces the value `old` with `new`.
    pub fn replace(&mut self, old: &impl Ranged, new: &Json) {
        let text = self.written(new, None);
        self.edits.put(old.start()..old.end(), text);
    }

    /// Removes the members with the indices in `removed`, and adds `added` after the members that
    /// remain.
    pub fn change(&mut self, container: &Members, removed: &[usize], added: &[Added<'_>]) {
        let last = (0..container.members.len()).rfind(|at| !removed.contains(at));
        let kept = last.map(|at| container.members[at].clone());
        let mut all = container.members.first().into_iter();
        let has_lines = all.any(|first| self.edits.begins_line(first.start));
        if kept.is_none() && added.is_empty() && has_lines && !self.has_comment(container) {
            return self.edits.cut(container.inner());
        }
        let mut all = container.members.iter().rev();
        let ends_with_comma = all.next().and_then(|last| self.comma_after(last.end));
        let has_comma = kept.is_some() && ends_with_comma.is_some();
        let mut end = container.inner().start;
        if let Some(kept) = &kept {
            end = kept.end;
            match self.comma_after(kept.end) {
                Some(comma) if has_comma || !added.is_empty() => end = comma.end,
                Some(comma) => self.edits.cut(comma),
                None if !added.is_empty() => self.edits.put(kept.end..kept.end, ","),
                None => {}
            }
        }
        for at in removed {
            let behind = Some(end).filter(|_| last.is_none_or(|last| last < *at));
            self.cut(&container.members[*at], behind);
        }
        if !added.is_empty() {
            self.add(container, kept, added, has_comma);
        }
    }

    /// Adds members after `kept`, the last member that remains.
    fn add(
        &mut self,
        container: &Members,
        kept: Option<Range<usize>>,
        added: &[Added<'_>],
        has_comma: bool,
    ) {
        let text = self.edits.text;
        let is_empty = container.inner().is_empty();
        let mut gaps = container.gaps();
        let has_lines =
            gaps.any(|gap| text[gap].contains(LINE_ENDS)) || is_empty && !self.is_compact;
        let place = match &kept {
            Some(kept) => {
                let comma = self.comma_after(kept.end);
                self.end_of_comments(comma.map_or(kept.end, |comma| comma.end))
            }
            None if container.members.is_empty() => self
                .comments(container.inner())
                .last()
                .unwrap_or(container.inner().start),
            None => container.inner().start,
        };
        let outer = self.edits.indent(container.around.start);
        let first = container
            .members
            .first()
            .filter(|first| self.edits.begins_line(first.start));
        let line = self.edits.line_end(place).to_owned();
        let inner = line.clone()
            + &match first {
                Some(first) => self.edits.indent(first.start).to_owned(),
                None => outer.to_owned() + &self.indentation,
            };
        let inner = Some(inner).filter(|_| has_lines);
        let blank = if self.is_compact { "" } else { " " };
        let mut new = String::new();
        for (at, (key, value)) in added.iter().enumerate() {
            new += inner.as_deref().unwrap_or(blank);
            new += &key.map_or(String::new(), |key| self.key(key));
            new += &self.written(value, inner.as_deref());
            new += if at + 1 < added.len() || has_comma {
                ","
            } else {
                ""
            };
        }
        if is_empty && has_lines {
            new += &(line + outer);
        }
        self.edits.put(place..place, new);
    }

    /// Removes a member with its comma, and its line if nothing else is on it. If no kept member
    /// follows, `behind` is the end of the last one, and the white space before the removed member
    /// on the same line is removed as well.
    fn cut(&mut self, member: &Range<usize>, behind: Option<usize>) {
        let text = self.edits.text;
        let comma = self.comma_after(member.end);
        let end = comma.as_ref().map_or(member.end, |comma| comma.end);
        let is_joined = text[member.end..end]
            .trim_end_matches(',')
            .trim()
            .is_empty();
        let after = &text[end + self.edits.blanks(end)..];
        // The closing bracket must not end up in the line of a comment.
        let closes = behind
            .filter(|_| after.starts_with(['}', ']']))
            .is_some_and(|end| {
                let tokens = &self.tokens[self.token_at(end)..self.token_at(member.start)];
                !tokens
                    .iter()
                    .any(|token| matches!(token.token, Token::CommentLine(_)))
            });
        let ends_line = closes || self.edits.ends_line(text.len() - after.len());
        if is_joined && ends_line && self.edits.begins_line(member.start) {
            return self.edits.cut(self.edits.line_before(member.start)..end);
        }
        let begins_line = self.edits.begins_line(member.start);
        let blanks = member.start - text[..member.start].trim_end_matches(BLANKS).len();
        let before = if begins_line { 0 } else { blanks };
        match comma {
            Some(_) if is_joined && behind.is_some() => {
                self.edits.cut(member.start - before..end);
            }
            Some(_) if is_joined => self.edits.cut(member.start..end + self.edits.blanks(end)),
            Some(comma) => {
                self.edits.cut(member.clone());
                self.edits.cut(comma);
            }
            None => self.edits.cut(member.start - before..member.end),
        }
    }

    /// Returns the number of tokens that begin before the byte `at`.
    fn token_at(&self, at: usize) -> usize {
        self.tokens.partition_point(|token| token.start() < at)
    }

    /// Returns the range of the next comma after `at`, if only comments precede it.
    fn comma_after(&self, at: usize) -> Option<Range<usize>> {
        let mut tokens = self.tokens[self.token_at(at)..].iter();
        let next = tokens.find(|token| !is_comment(token))?;
        (next.token == Token::Comma).then(|| next.start()..next.end())
    }

    /// Returns the ends of the comments within a range.
    fn comments(&self, within: Range<usize>) -> impl DoubleEndedIterator<Item = usize> {
        let tokens = &self.tokens[self.token_at(within.start)..self.token_at(within.end)];
        tokens
            .iter()
            .filter(|token| is_comment(token))
            .map(|token| token.end())
    }

    /// Returns whether an object or a list has comments before, between or after its members.
    pub fn has_comment(&self, container: &Members) -> bool {
        container
            .gaps()
            .any(|gap| self.comments(gap).next().is_some())
    }

    /// Returns whether the text contains comments outside of `property`.
    pub fn has_comment_outside(&self, property: &impl Ranged) -> bool {
        let (before, after) = (0..property.start(), property.end()..self.edits.text.len());
        self.comments(before)
            .chain(self.comments(after))
            .next()
            .is_some()
    }

    /// Returns whether a comment follows `property` on the same line, before or after the comma.
    pub fn has_comment_behind(&self, property: &impl Ranged) -> bool {
        let end = property.end();
        let ends = [end]
            .into_iter()
            .chain(self.comma_after(end).map(|comma| comma.end));
        ends.into_iter().any(|end| self.end_of_comments(end) > end)
    }

    /// Returns the end of the comments that follow `at` on the same line.
    fn end_of_comments(&self, at: usize) -> usize {
        let mut end = at;
        for token in self.tokens[self.token_at(at)..].iter() {
            if !is_comment(token) || self.edits.text[end..token.start()].contains(LINE_ENDS) {
                break;
            }
            end = token.end();
        }
        end
    }

    /// Returns `key` as JSON, followed by its colon.
    fn key(&self, key: &str) -> String {
        let gap = if self.is_compact { "" } else { " " };
        format!("{}:{gap}", Json::from(key))
    }

    /// Returns the text of `value`. If the value may have several lines, `line` is the line ending
    /// and the indentation before the closing bracket.
    fn written(&self, value: &Json, line: Option<&str>) -> String {
        let members: Vec<(String, &Json)> = match value {
            Json::Array(values) => values.iter().map(|entry| (String::new(), entry)).collect(),
            Json::Object(map) => map
                .iter()
                .map(|(key, entry)| (self.key(key), entry))
                .collect(),
            _ => return value.to_string(),
        };
        let is_plain = |(_, value): &(String, &Json)| !value.is_array() && !value.is_object();
        let line = line.filter(|_| value.is_object() || !members.iter().all(is_plain));
        let inner = line.map(|line| line.to_owned() + &self.indentation);
        let member = |(key, value): (String, &Json)| key + &self.written(value, inner.as_deref());
        let members: Vec<String> = members.into_iter().map(member).collect();
        let between = match &inner {
            Some(inner) => format!(",{inner}"),
            None if self.is_compact => ",".to_owned(),
            None => ", ".to_owned(),
        };
        let (before, after) = (inner.unwrap_or_default(), line.unwrap_or_default());
        let members = members.join(&between);
        if value.is_array() {
            format!("[{before}{members}{after}]")
        } else {
            format!("{{{before}{members}{after}}}")
        }
    }
}

fn is_comment(token: &TokenAndRange<'_>) -> bool {
    matches!(token.token, Token::CommentLine(_) | Token::CommentBlock(_))
}
