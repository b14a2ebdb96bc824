//! The words of documents and queries, folded and with their places.

use std::ops::Range;

use unicode_normalization::{UnicodeNormalization, char::is_combining_mark};
use unicode_segmentation::UnicodeSegmentation;

/// The maximum length of a folded word, in bytes. The rest of a longer word is ignored. A longer
/// identifier is found only by its parts, because long paths often begin alike.
const MAX_WORD: usize = 64;
/// The maximum number of parts in an identifier. Further parts begin another identifier.
const MAX_PARTS: usize = 16;
/// The gap between sentences, in word positions.
pub const SENTENCE: u32 = 32;
/// The maximum number of letters before the apostrophe of an elision: *l'arbre*, but not *don't*.
const MAX_ELISION: usize = 2;
/// Longer words of Italian and French that can end in an apostrophe.
const ELIDED: [&str; 15] = [
    "all", "coll", "dall", "dell", "nell", "quell", "quest", "sull", "entr", "jusqu", "lorsqu",
    "presqu", "puisqu", "quelqu", "quoiqu",
];

/// A word of a document or a query.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Token<'w> {
    /// The word in NFKC, folded to ignore case.
    pub word: &'w str,
    /// The byte range in the text.
    pub range: Range<usize>,
    /// The position among the words. Consecutive words of a sentence have consecutive positions.
    pub position: u32,
    /// The word's relation to an identifier.
    pub kind: TokenKind,
}

/// The relation of a word to an identifier.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TokenKind {
    /// A word that is not part of an identifier.
    Plain,
    /// An identifier without its separators. Its parts follow.
    Whole,
    /// A part of an identifier.
    Part,
}

/// Calls `found` with each word of `text`, in order.
///
/// Words joined by `_`, `-`, `.`, `/`, `::` or a change of case form an identifier. Both the
/// identifier and each of its parts are words: `getContent`, `get_content` and `get-content` are
/// equal. Text in Hangul, or in a script without spaces, for example Han, is split into pairs of
/// adjacent characters.
///
/// ```
/// let mut words = Vec::new();
/// mcp_guide::search::words::each("Call std::fs::readDir.", |token| words.push(token.word.to_owned()));
/// assert_eq!(words, ["call", "stdfsreaddir", "std", "fs", "read", "dir"]);
/// ```
pub fn each(text: &str, mut found: impl FnMut(Token<'_>)) {
    let mut words = Words::default();
    // Lines of pure ASCII are split into words faster.
    let mut begin = 0;
    let lines = text.split_inclusive('\n').map(|line| {
        begin += line.len();
        (begin - line.len(), line)
    });
    let segments = lines.flat_map(|(begin, line)| {
        let (words, rest) = (line.unicode_word_indices(), None);
        OneScript { words, rest }.map(move |(at, word)| (begin + at, word))
    });
    let mut segments = segments.peekable();
    let mut end = 0;
    while let Some((start, word)) = segments.next() {
        if ends_sentence(&text[end..start]) {
            words.position += SENTENCE;
        }
        let dense = word.starts_with(is_unspaced);
        let (mut next, mut count) = (Some((start, word)), 0);
        while let Some((start, word)) = next {
            end = start + word.len();
            count += 1;
            if let Some(named) = with_signs(text, start..end) {
                end = named.end;
                words.parts.push(named);
            } else if !dense {
                words.split(start, word);
            }
            next = segments.next_if(|(next, word)| {
                if dense {
                    *next == end && word.starts_with(is_unspaced)
                } else {
                    let joins = matches!(&text[end..*next], "_" | "-" | "." | "/" | "::");
                    joins && count < MAX_PARTS && !word.starts_with(is_unspaced)
                }
            });
        }
        if dense {
            words.pair(start, &text[start..end]);
        }
        words.report(text, &mut found);
    }
}

/// An iterator that splits words where Hangul begins or ends, because Korean particles directly
/// follow names in other scripts.
struct OneScript<'t, W> {
    words: W,
    /// The rest of a word that was split.
    rest: Option<(usize, &'t str)>,
}

impl<'t, W: Iterator<Item = (usize, &'t str)>> Iterator for OneScript<'t, W> {
    type Item = (usize, &'t str);

    fn next(&mut self) -> Option<Self::Item> {
        let (at, word) = self.rest.take().or_else(|| self.words.next())?;
        if word.is_ascii() {
            return Some((at, word));
        }
        let dense = word.starts_with(is_unspaced);
        let length = word.find(|character| is_unspaced(character) != dense);
        let (word, rest) = word.split_at(length.unwrap_or(word.len()));
        self.rest = Some((at + word.len(), rest)).filter(|(_, rest)| !rest.is_empty());
        Some((at, word))
    }
}

/// Returns whether `before` is one of the longer words that can be elided, and `after` can follow
/// it.
fn is_elided(before: &str, after: &str) -> bool {
    let is_listed = ELIDED.iter().any(|word| before.eq_ignore_ascii_case(word));
    is_listed && after.chars().nth(1).is_some() && !matches!(after, "re" | "ve" | "ll")
}

/// Returns the range of the name that `word` and adjacent signs form, for example C++, C# or .NET.
/// Returns `None` for any other word.
fn with_signs(text: &str, word: Range<usize>) -> Option<Range<usize>> {
    let (before, after) = (&text[..word.start], &text[word.end..]);
    let is_part = |character: Option<char>| character.is_some_and(char::is_alphanumeric);
    if word.len() == 1 && after.starts_with("++") {
        return Some(word.start..word.end + 2);
    } else if word.len() == 1 && after.starts_with('#') && !is_part(after.chars().nth(1)) {
        return Some(word.start..word.end + 1);
    }
    let before = before.strip_suffix('.')?;
    let is_name = text[word.clone()].eq_ignore_ascii_case("net");
    (is_name && !is_part(before.chars().next_back())).then_some(before.len()..word.end)
}

/// Appends `text` to `folded` in NFKC, folded to ignore case.
pub fn fold(text: &str, folded: &mut String) {
    // Most words have only letters that NFKC does not change.
    let is_plain = |c: char| c.is_ascii() || ('\u{4e00}'..='\u{9fff}').contains(&c);
    if text.is_ascii() || text.chars().all(is_plain) {
        let begin = folded.len();
        folded.push_str(text);
        folded[begin..].make_ascii_lowercase();
        return;
    }
    // Some letters that differ in lower case are equal in upper case: ß and ss, ς and σ.
    let upper = text.nfkc().flat_map(char::to_uppercase);
    let lower = upper.flat_map(char::to_lowercase).nfkc();
    folded.extend(lower.map(|c| if c == '’' { '\'' } else { c }));
}

/// The state of a call of [`each`].
#[derive(Default)]
struct Words {
    position: u32,
    /// The parts of the identifier that is being read.
    parts: Vec<Range<usize>>,
    /// Whether the parts are separate words, and not parts of one identifier.
    apart: bool,
    word: String,
}

impl Words {
    /// Adds the parts of `word`, which begins at the byte offset `start`.
    fn split(&mut self, start: usize, word: &str) {
        let mut letters = word.bytes();
        if letters
            .next()
            .is_some_and(|first| first.is_ascii_alphabetic())
            && letters.all(|letter| letter.is_ascii_lowercase())
        {
            return self.add(start..start + word.len());
        }
        let mut begin = 0;
        let mut characters = word.char_indices().peekable();
        let (mut last, mut letters) = (None, 0);
        let number = word.strip_prefix(['v', 'V']).unwrap_or(word);
        let numeric = !number.contains(char::is_alphabetic);
        if numeric && number.contains('.') {
            return self.add_version(start, word, number);
        }
        while let Some((at, character)) = characters.next() {
            let next = characters.peek().map(|(_, next)| *next);
            let elides = matches!(character, '\'' | '’')
                && ((1..=MAX_ELISION).contains(&letters)
                    || is_elided(&word[begin..at], &word[at + character.len_utf8()..]));
            if elides || !numeric && matches!(character, '_' | '.' | ':') {
                self.add(start + begin..start + at);
                self.apart |= elides;
                begin = at + character.len_utf8();
            } else if character.is_uppercase()
                && (last.is_some_and(char::is_lowercase)
                    || last.is_some_and(|last| last.is_uppercase() || last.is_numeric())
                        && next.is_some_and(char::is_lowercase)
                        // A plural: URLs.
                        && &word[at + character.len_utf8()..] != "s")
            {
                self.add(start + begin..start + at);
                begin = at;
            }
            letters += 1;
            last = Some(character);
        }
        self.add(start + begin..start + word.len());
    }

    fn add(&mut self, part: Range<usize>) {
        if !part.is_empty() {
            self.parts.push(part);
        }
    }

    /// Adds a version number and its prefixes: 3.11 finds 3.11.4, and both 18 and v18 find v18.2.
    fn add_version(&mut self, start: usize, word: &str, number: &str) {
        self.apart = true;
        let begin = start + word.len() - number.len();
        self.add(begin..begin + number.len());
        let dots = number.match_indices('.').skip(usize::from(begin == start));
        // Words have at most this many bytes.
        for (at, _) in dots.take_while(|(at, _)| *at <= MAX_WORD) {
            self.add(begin..begin + at);
        }
        if let Some((first, _)) = number.split_once('.').filter(|_| begin > start) {
            self.add(start..begin + first.len());
        }
    }

    /// Adds each pair of adjacent characters in `run`, or its only character.
    fn pair(&mut self, start: usize, run: &str) {
        self.apart = true;
        let single = run.chars().nth(1).is_none();
        let ends = run.char_indices().map(|(at, c)| start + at + c.len_utf8());
        let begins = run.char_indices().map(|(at, _)| start + at);
        let pairs = begins.zip(ends.skip(usize::from(!single)));
        self.parts.extend(pairs.map(|(begin, end)| begin..end));
    }

    /// Reports the added parts, preceded by the identifier that they form.
    fn report(&mut self, text: &str, found: &mut impl FnMut(Token<'_>)) {
        let mut parts = std::mem::take(&mut self.parts);
        let mut kind = TokenKind::Plain;
        if parts.len() > 1 && !self.apart {
            kind = TokenKind::Part;
            self.report_word(text, &parts, TokenKind::Whole, found);
            // A single letter says little as a part, so OAuth2Client also has the part OAuth2.
            if let [first, second, _, ..] = &*parts
                && text[first.clone()].chars().nth(1).is_none()
                && first.end == second.start
            {
                self.report_word(text, &parts[..2], kind, found);
            }
        }
        for part in parts.chunks(1) {
            self.report_word(text, part, kind, found);
            self.position += 1;
        }
        // Keeps the allocation for the next parts.
        parts.clear();
        self.parts = parts;
        self.apart = false;
    }

    /// Reports the word that `parts` form together.
    fn report_word(
        &mut self,
        text: &str,
        parts: &[Range<usize>],
        kind: TokenKind,
        found: &mut impl FnMut(Token<'_>),
    ) {
        self.word.clear();
        let own = parts.iter().cloned();
        own.for_each(|part| fold(&text[part], &mut self.word));
        if kind == TokenKind::Whole && self.word.len() > MAX_WORD {
            return;
        }
        found(Token {
            word: &self.word[..character_boundary(&self.word, MAX_WORD)],
            range: parts[0].start..parts[parts.len() - 1].end,
            position: self.position,
            kind,
        });
    }
}

/// Returns the last character boundary in the first `most` bytes of `text`.
pub fn character_boundary(text: &str, most: usize) -> usize {
    let mut ends = (0..=most.min(text.len())).rev();
    ends.find(|end| text.is_char_boundary(*end)).unwrap_or(0)
}

/// Returns whether a sentence ends in `between`, the text between two words.
fn ends_sentence(between: &str) -> bool {
    if matches!(between, "" | " ") {
        return false;
    }
    let mut characters = between.chars().peekable();
    let (mut lines, mut marks) = (0, false);
    while let Some(character) = characters.next() {
        match character {
            '。' | '！' | '？' => return true,
            '.' | '!' | '?' if characters.peek().is_none_or(|next| next.is_whitespace()) => {
                return true;
            }
            '\n' => lines += 1,
            // The beginning of an item, a heading, a quote or a table row.
            '-' | '*' | '+' | '#' | '>' | '|' => marks |= lines > 0,
            _ => {}
        }
    }
    lines > 1 || marks
}

/// Returns whether `character` belongs to a script that has no spaces between words or joins
/// particles to words: Thai, Lao, Myanmar, Khmer, Kana, Han or Hangul.
pub fn is_unspaced(character: char) -> bool {
    matches!(character,
        '\u{e00}'..='\u{eff}' | '\u{1000}'..='\u{109f}' | '\u{1780}'..='\u{17ff}'
        | '\u{3005}'..='\u{3007}' | '\u{3040}'..='\u{30ff}' | '\u{31f0}'..='\u{31ff}'
        | '\u{ac00}'..='\u{d7a3}' | '\u{3400}'..='\u{4dbf}' | '\u{4e00}'..='\u{9fff}' | '\u{f900}'..='\u{faff}'
        | '\u{ff66}'..='\u{ff9f}' | '\u{20000}'..='\u{3ffff}')
}

/// Returns the letters of `word` without their accents.
pub(super) fn without_accents(word: &str) -> impl Iterator<Item = char> {
    word.nfd()
        .filter(|character| !is_combining_mark(*character))
}
