//! A line of an AsciiDoc document, and the constructs that it may begin.

const BLANKS: [char; 2] = [' ', '\t'];
/// The marks at the end of a line that continues on the next line.
const CONTINUED: [&str; 2] = [" \\", " +"];

/// A line without trailing white space.
#[derive(Debug, Clone, Copy)]
pub(super) struct AdocLine<'t> {
    pub text: &'t str,
    /// The byte offset of the line.
    pub start: usize,
    /// The byte offset of the next line.
    pub end: usize,
}

impl<'t> AdocLine<'t> {
    /// Returns the first line of `text` at or after the byte offset `at` that is not a condition.
    /// Returns `None` at the end of `text`.
    pub fn at(text: &'t str, mut at: usize) -> Option<Self> {
        loop {
            let line = text.get(at..)?.split_inclusive('\n').next()?;
            let (start, end) = (at, at + line.len());
            let line = line.trim_end().trim_start_matches('\u{feff}');
            if !is_condition(line) {
                let text = line;
                return Some(Self { text, start, end });
            }
            at = end;
        }
    }

    /// Returns the text of the line that ends the block, if this line begins a delimited block.
    pub fn terminator(&self) -> Option<&'t str> {
        let line = self.text;
        if let Some(language) = line.strip_prefix("```") {
            return (!language.starts_with('`')).then(|| &line[..3]);
        }
        let is_block = match line.as_bytes() {
            b"--" => true,
            [b'|' | b',' | b':' | b'!', b'=', b'=', b'=', rest @ ..] => {
                rest.iter().all(|mark| *mark == b'=')
            }
            [mark, _, _, _, ..] if b"-.=*_+/~".contains(mark) => {
                is_uniform(line, char::from(*mark))
            }
            _ => false,
        };
        is_block.then_some(line)
    }

    /// Returns the level and the text of the title, if this line is a title such as `== Text`.
    pub fn title(&self) -> Option<(u8, &'t str)> {
        let mark = self
            .text
            .chars()
            .next()
            .filter(|mark| "=#".contains(*mark))?;
        let rest = self.text.trim_start_matches(mark);
        let marks = &self.text[..self.text.len() - rest.len()];
        let title = rest.trim_start_matches(BLANKS);
        if marks.len() > 6 || title.len() == rest.len() || title.is_empty() {
            return None;
        }
        let closed = title.strip_suffix(marks);
        let closed = closed.filter(|before| before.ends_with(BLANKS));
        let closed = closed.map(|before| before.trim_end_matches(BLANKS));
        let shown = closed.filter(|before| !before.is_empty()).unwrap_or(title);
        Some((marks.len() as u8, shown))
    }

    /// Returns the level of the title, if this line is a title and `below` is the line of marks
    /// below it.
    pub fn title_above(&self, below: &Self) -> Option<u8> {
        let mark = below.text.chars().next()?;
        let level = "=-~^+".find(mark)? as u8 + 1;
        let is_title = is_uniform(below.text, mark)
            && !self.text.starts_with('.')
            && self.text.contains(char::is_alphanumeric);
        let length = || self.text.chars().count().abs_diff(below.text.len());
        (is_title && length() < 2).then_some(level)
    }

    pub fn is_comment(&self) -> bool {
        let comment = self.text.strip_prefix("//");
        comment.is_some_and(|rest| !rest.starts_with('/'))
    }

    pub fn is_include(&self) -> bool {
        self.text.starts_with("include::") && self.text.ends_with(']')
    }

    pub fn is_indented(&self) -> bool {
        self.text.starts_with(BLANKS)
    }

    /// Returns the name and the value of the document attribute, if this line sets or removes one.
    pub fn entry(&self) -> Option<(&'t str, &'t str)> {
        let (name, value) = self.text.strip_prefix(':')?.split_once(':')?;
        let is_name = name.trim_start_matches('!').starts_with(is_word);
        let is_value = value.is_empty() || value.starts_with(BLANKS);
        (is_name && is_value).then(|| (name, value.trim_start_matches(BLANKS)))
    }

    /// Returns the text of this line without the mark at its end, if the text continues on the next
    /// line. If this line sets an attribute, returns only the value.
    pub fn continued(&self) -> Option<&'t str> {
        let value = self.entry().map_or(self.text, |(_, value)| value);
        let value = CONTINUED.iter().find_map(|end| value.strip_suffix(end));
        value.map(str::trim_end)
    }

    /// Returns the list in brackets, if this line contains block attributes.
    pub fn block_attributes(&self) -> Option<&'t str> {
        let list = self.text.strip_prefix('[')?.strip_suffix(']')?;
        let is_list = |character: char| is_word(character) || ".#%{,\"'".contains(character);
        (list.is_empty() || list.starts_with(is_list)).then_some(list)
    }

    /// Returns the id, if this line is a block anchor.
    pub fn block_anchor(&self) -> Option<&'t str> {
        let anchor = self.text.strip_prefix("[[")?.strip_suffix("]]")?;
        anchor_id(anchor)
    }

    pub fn is_block_attributes(&self) -> bool {
        self.block_attributes().is_some() || self.block_anchor().is_some()
    }

    pub fn is_block_title(&self) -> bool {
        let title = self.text.strip_prefix('.');
        let title = title.map(|title| title.strip_prefix('.').unwrap_or(title));
        title.is_some_and(|title| !title.is_empty() && !title.starts_with(['.', ' ', '\t']))
    }

    /// Returns true if the line is a complete block: a break or a macro.
    pub fn is_alone(&self) -> bool {
        let line = self.text;
        let is_macro = ["image", "video", "audio", "toc"].iter().any(|name| {
            let rest = line.strip_prefix(name);
            rest.is_some_and(|rest| rest.starts_with("::") && rest.ends_with(']'))
        });
        let marks: String = line.split(' ').collect();
        let is_rule = |mark: char| marks.len() == 3 && is_uniform(&marks, mark);
        let is_break = |mark: char| line.len() >= 3 && is_uniform(line, mark);
        is_macro || "'<".chars().any(is_break) || "-*_".chars().any(is_rule)
    }

    pub fn is_list(&self) -> bool {
        let line = self.text.trim_start_matches(BLANKS);
        let marker = line.split(BLANKS).next().unwrap_or_default();
        let number = marker.strip_suffix('.').unwrap_or_default();
        let is_marker = marker == "-"
            || marker == "\u{2022}"
            || is_uniform(marker, '*')
            || is_uniform(marker, '.')
            || is_uniform_of(number, |character| character.is_ascii_digit())
            || number.len() == 1
                && number.starts_with(|character: char| character.is_ascii_alphabetic())
            || marker
                .strip_suffix(')')
                .is_some_and(|numeral| is_uniform_of(numeral, |digit| "IVXivx".contains(digit)));
        let callout = self
            .text
            .strip_prefix('<')
            .and_then(|rest| rest.split_once('>'));
        let is_callout = callout.is_some_and(|(number, rest)| {
            rest.starts_with(BLANKS)
                && (number == "." || is_uniform_of(number, |character| character.is_ascii_digit()))
        });
        is_marker && marker.len() < line.len() || is_callout || self.is_term()
    }

    /// Returns true if the line begins with a term such as `CPU::`.
    pub fn is_term(&self) -> bool {
        self.term().is_some()
    }

    /// Returns true if the line is a term without text.
    pub fn lacks_text(&self) -> bool {
        self.term().is_some_and(|text| text.trim().is_empty())
    }

    /// Returns the text after the term, if the line begins with a term.
    fn term(&self) -> Option<&'t str> {
        let line = self.text.trim_start_matches(BLANKS);
        if self.is_comment() {
            return None;
        }
        let mut end = 0;
        line.split_inclusive(BLANKS).find_map(|word| {
            let start = end;
            end += word.len();
            let word = word.trim_end_matches(BLANKS);
            let is_mark = word.ends_with("::") || word.ends_with(";;");
            (is_mark && start + word.len() > 2).then(|| &line[end..])
        })
    }
}

/// Returns the id in an anchor such as `id` or `id, text`, or `None` if the id is invalid.
pub(super) fn anchor_id(anchor: &str) -> Option<&str> {
    let id = anchor.split(',').next().unwrap_or_default();
    let is_id = id
        .starts_with(|character: char| character.is_alphabetic() || "_:".contains(character))
        && id
            .chars()
            .all(|character| is_word(character) || "-:.".contains(character));
    is_id.then_some(id)
}

/// Returns true if `line` begins or ends a condition, for example with `ifdef` or `endif`.
fn is_condition(line: &str) -> bool {
    let names = ["ifdef::", "ifndef::", "ifeval::", "endif::"];
    line.ends_with(']') && names.iter().any(|name| line.starts_with(name))
}

fn is_uniform(text: &str, mark: char) -> bool {
    is_uniform_of(text, |character| character == mark)
}

fn is_uniform_of(text: &str, fits: impl Fn(char) -> bool) -> bool {
    !text.is_empty() && text.chars().all(fits)
}

pub(super) fn is_word(character: char) -> bool {
    character.is_alphanumeric() || character == '_'
}
