//! The pattern of a `.gitignore` line, with the same meaning as in Git's `wildmatch.c`.
//!
//! Git tries all ways in which stars may match, one after another. A compiled regular expression is
//! exponential in size for patterns like `*a????`. This module instead keeps all positions in a
//! path that the beginning of a pattern reaches. The number of steps is at most the length of the
//! pattern times the length of the path.

/// The number of steps that every comparison costs, even if the pattern obviously does not match.
pub(super) const PATTERN_STEPS: u64 = 16;

/// A pattern without a leading `!` or `/` and without a final `/`. Names are compared as bytes.
#[derive(Debug)]
pub(super) struct Wildmatch {
    /// The bytes before the first wildcard.
    prefix: Vec<u8>,
    tokens: Vec<Wildcard>,
    /// The bytes after the last wildcard.
    suffix: Vec<u8>,
}

#[derive(Debug)]
enum Wildcard {
    Byte(u8),
    /// `?`
    One,
    /// `*`: any run of bytes within a name.
    Star,
    /// `**` as the last component: any run of bytes.
    Anything,
    /// `**/`: nothing, or any run of bytes that ends with a `/`.
    Folders,
    /// `[…]`: one byte whose entry in the array is true.
    Set(Box<[bool; 256]>),
}

/// A function that returns whether a byte is in a class.
type Holds = fn(&u8) -> bool;

/// The names of the classes, for example `[:digit:]`, and their members.
const CLASSES: [(&[u8], Holds); 12] = [
    (b"alnum", u8::is_ascii_alphanumeric),
    (b"alpha", u8::is_ascii_alphabetic),
    (b"blank", |byte| matches!(byte, b' ' | b'\t')),
    (b"cntrl", u8::is_ascii_control),
    (b"digit", u8::is_ascii_digit),
    (b"graph", u8::is_ascii_graphic),
    (b"lower", u8::is_ascii_lowercase),
    (b"print", |byte| matches!(byte, b' '..=b'~')),
    (b"punct", u8::is_ascii_punctuation),
    (b"space", |byte| {
        matches!(byte, b' ' | b'\t' | b'\n' | b'\r')
    }),
    (b"upper", u8::is_ascii_uppercase),
    (b"xdigit", u8::is_ascii_hexdigit),
];

impl Wildmatch {
    /// Parses a pattern. Returns `None` if it matches nothing, because a set or an escape is
    /// invalid.
    pub fn parse(pattern: &[u8]) -> Option<Self> {
        let is_special = |byte: &u8| b"*?[\\".contains(byte);
        let at = pattern.iter().position(is_special);
        let (prefix, mut rest) = pattern.split_at(at.unwrap_or(pattern.len()));
        // Git compares the prefix separately, so a `**` after it counts as the beginning of a name.
        let (mut tokens, mut begins_name) = (Vec::new(), true);
        while let Some((&byte, after)) = rest.split_first() {
            let (token, after) = match byte {
                b'?' => (Wildcard::One, after),
                b'*' => stars(after, begins_name),
                b'[' => set(after)?,
                b'\\' => (Wildcard::Byte(*after.first()?), &after[1..]),
                byte => (Wildcard::Byte(byte), after),
            };
            begins_name = byte == b'/' || matches!(token, Wildcard::Folders);
            tokens.push(token);
            rest = after;
        }
        let mut suffix = Vec::new();
        while let Some(Wildcard::Byte(byte)) =
            tokens.pop_if(|token| matches!(token, Wildcard::Byte(_)))
        {
            suffix.push(byte);
        }
        suffix.reverse();
        Some(Self {
            prefix: prefix.to_owned(),
            tokens,
            suffix,
        })
    }

    /// Returns whether the pattern matches all of `path`. Subtracts [`PATTERN_STEPS`] from `left`,
    /// and the number of positions in the path for each token that is compared.
    pub fn matches(&self, path: &[u8], left: &mut u64) -> bool {
        *left = left.saturating_sub(PATTERN_STEPS);
        // Most patterns do not match because their last byte is different.
        if self
            .suffix
            .last()
            .is_some_and(|last| path.last() != Some(last))
        {
            return false;
        }
        let path = path.strip_prefix(&*self.prefix);
        let Some(path) = path.and_then(|path| path.strip_suffix(&*self.suffix)) else {
            return false;
        };
        match &*self.tokens {
            [] => path.is_empty(),
            [Wildcard::Star] => !path.contains(&b'/'),
            tokens => {
                // For each position, whether the tokens so far match the bytes before it.
                let mut reached = vec![false; path.len() + 1];
                reached[0] = true;
                tokens.iter().all(|token| {
                    *left = left.saturating_sub(reached.len() as u64);
                    token.advance(path, &mut reached);
                    reached.contains(&true)
                }) && reached[path.len()]
            }
        }
    }
}

impl Wildcard {
    /// Replaces the positions in `reached`, which are those before the token, with the positions
    /// after it.
    fn advance(&self, path: &[u8], reached: &mut [bool]) {
        match self {
            Self::Byte(literal) => pass(path, reached, |byte| byte == *literal),
            Self::One => pass(path, reached, |byte| byte != b'/'),
            Self::Set(set) => pass(path, reached, |byte| set[usize::from(byte)]),
            Self::Star => spread(path, reached, |byte| byte != b'/'),
            Self::Anything => spread(path, reached, |_| true),
            Self::Folders => {
                let mut any = false;
                for (at, byte) in path.iter().enumerate() {
                    any |= reached[at];
                    reached[at + 1] |= any && *byte == b'/';
                }
            }
        }
    }
}

/// Advances each reached position by one byte if that byte fits.
fn pass(path: &[u8], reached: &mut [bool], fits: impl Fn(u8) -> bool) {
    for (at, byte) in path.iter().enumerate().rev() {
        reached[at + 1] = reached[at] && fits(*byte);
    }
    reached[0] = false;
}

/// Advances each reached position by any run of bytes that fit.
fn spread(path: &[u8], reached: &mut [bool], fits: impl Fn(u8) -> bool) {
    for (at, byte) in path.iter().enumerate() {
        reached[at + 1] |= reached[at] && fits(*byte);
    }
}

/// Parses a run of stars after its first star. Returns the wildcard and the bytes after it.
fn stars(rest: &[u8], begins_name: bool) -> (Wildcard, &[u8]) {
    let more = rest.iter().take_while(|byte| **byte == b'*').count();
    match &rest[more..] {
        after if more == 0 || !begins_name => (Wildcard::Star, after),
        after @ ([] | [b'\\', b'/', ..]) => (Wildcard::Anything, after),
        [b'/', after @ ..] => (Wildcard::Folders, after),
        after => (Wildcard::Star, after),
    }
}

/// Parses a set after its `[`. Returns the set and the bytes after it, or `None` if the set has no
/// end or contains an unknown class.
fn set(rest: &[u8]) -> Option<(Wildcard, &[u8])> {
    let is_negated = matches!(rest, [b'!' | b'^', ..]);
    let begin = &rest[usize::from(is_negated)..];
    let (mut set, mut rest) = (Box::new([false; 256]), begin);
    // The byte with which a range may begin.
    let mut last = None;
    loop {
        rest = match rest {
            [b']', after @ ..] if rest.len() < begin.len() => {
                rest = after;
                break;
            }
            [b'\\', byte, after @ ..] => {
                (set[usize::from(*byte)], last) = (true, Some(*byte));
                after
            }
            [b'-', b'\\', to, after @ ..] | [b'-', to, after @ ..]
                if last.is_some() && (*to != b']' || rest[1] == b'\\') =>
            {
                let from = last.take()?;
                (from..=*to).for_each(|byte| set[usize::from(byte)] = true);
                after
            }
            [b'[', b':', after @ ..] => {
                let end = after.iter().position(|byte| *byte == b']')?;
                match after[..end].strip_suffix(b":") {
                    Some(class) => {
                        let (_, holds) = CLASSES.iter().find(|(name, _)| *name == class)?;
                        (0..=u8::MAX)
                            .filter(holds)
                            .for_each(|byte| set[usize::from(byte)] = true);
                        last = None;
                        &after[end + 1..]
                    }
                    None => {
                        (set[usize::from(b'[')], last) = (true, Some(b'['));
                        &rest[1..]
                    }
                }
            }
            [b'\\'] | [] => return None,
            [byte, after @ ..] => {
                (set[usize::from(*byte)], last) = (true, Some(*byte));
                after
            }
        };
    }
    set.iter_mut().for_each(|flag| *flag ^= is_negated);
    set[usize::from(b'/')] = false;
    Some((Wildcard::Set(set), rest))
}
