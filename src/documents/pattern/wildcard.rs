//! A component with wildcards.
//!
//! It is laid over a name token by token, and each token is laid over the whole
//! name at once ([`Positions`]): the cost is the tokens times the name's length
//! in words of 64 characters, whatever the tokens and whatever the name.

use super::positions::{Positions, Set};

/// How many runs there may be for what stands between them to be searched for.
const FEW_RUNS: usize = 4;

/// A component with `*`, `?` or sets, and one at least.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) struct Wildcard {
    /// The tokens, each a character: `*`, `?`, `[` and then the number of a set,
    /// and any other for itself.
    tokens: Box<str>,
    /// How many bytes stand before the first wildcard, and after the last.
    head: usize,
    tail: usize,
    /// The fewest bytes that a name can have.
    least: usize,
    /// Whether a dot and anything may follow.
    extended: bool,
    /// Whether there are only runs, and few.
    plain: bool,
    /// Whether there are sets.
    pub sets: bool,
    cost: usize,
}

/// Tokens that are being put together, with the sets of their whole pattern.
pub(super) struct Tokens<'a> {
    text: String,
    sets: &'a mut Vec<Set>,
}

impl<'a> Tokens<'a> {
    pub(super) fn new(sets: &'a mut Vec<Set>) -> Self {
        Self {
            text: String::new(),
            sets,
        }
    }

    /// `*`, `?` or a character that stands for itself.
    pub(super) fn push(&mut self, token: char) {
        self.text.push(token);
    }

    pub(super) fn push_set(&mut self, set: Set) {
        let known = self.sets.iter().position(|known| *known == set);
        let number = known.unwrap_or_else(|| {
            self.sets.push(set);
            self.sets.len() - 1
        });
        // A pattern of 1,024 bytes has a few hundred sets.
        let number = u32::try_from(number).ok().and_then(char::from_u32);
        self.text.push('[');
        self.text.push(number.unwrap_or_default());
    }

    /// The component, which matches names with any extension too if it is
    /// `extended`.
    pub(super) fn finish(self, extended: bool) -> Wildcard {
        // A run at the end is any extension already.
        let extended = extended && !self.text.ends_with('*');
        Wildcard::new(&self.text, extended, self.sets)
    }
}

/// One token of a wildcard.
enum Token {
    Run,
    One,
    Set(usize),
    Char(char),
}

impl Wildcard {
    fn new(tokens: &str, extended: bool, sets: &[Set]) -> Self {
        const WILD: [char; 3] = ['*', '?', '['];
        let mut wildcard = Self {
            tokens: tokens.into(),
            head: tokens.find(WILD).unwrap_or(tokens.len()),
            tail: 0,
            least: 0,
            extended,
            plain: !extended,
            sets: false,
            cost: 1,
        };
        let mut runs = 0;
        for token in read(tokens) {
            wildcard.cost += 1;
            wildcard.tail += 1;
            match token {
                Token::Run => runs += 1,
                Token::One => wildcard.least += 1,
                Token::Set(number) => {
                    wildcard.least += 1;
                    wildcard.cost += sets.get(number).map_or(0, Set::cost);
                    wildcard.sets = true;
                }
                Token::Char(character) => {
                    wildcard.least += character.len_utf8();
                    wildcard.tail += character.len_utf8() - 1;
                    continue;
                }
            }
            wildcard.plain &= matches!(token, Token::Run);
            wildcard.tail = 0;
        }
        wildcard.plain &= runs <= FEW_RUNS;
        if extended {
            wildcard.tail = 0;
        }
        wildcard
    }

    /// How many steps it takes at most to lay it over a name.
    pub(super) fn cost(&self) -> usize {
        self.cost
    }

    /// Whether it spells a leading dot out.
    pub(super) fn is_hidden(&self) -> bool {
        self.tokens.starts_with('.')
    }

    /// Whether it matches a name, whatever that begins with. `sets` are those of
    /// its pattern.
    pub(super) fn matches(&self, name: &str, sets: &[Set], positions: &mut Positions) -> bool {
        let tail = self.tokens.len() - self.tail;
        if name.len() < self.least
            || !name
                .as_bytes()
                .starts_with(&self.tokens.as_bytes()[..self.head])
            || !name.as_bytes().ends_with(&self.tokens.as_bytes()[tail..])
        {
            return false;
        }
        if self.plain {
            let mut rest = &name[self.head..name.len() - self.tail];
            return self.tokens[self.head..tail].split('*').all(|part| {
                let found = rest.find(part);
                rest = found.map_or("", |at| &rest[at + part.len()..]);
                found.is_some()
            });
        }
        positions.turn_to(name);
        // `*` and `?` one after the other are so many `?` and perhaps a `*`.
        let (mut run, mut any) = (false, 0);
        for token in read(&self.tokens) {
            match token {
                Token::Run => run = true,
                Token::One => any += 1,
                Token::Set(_) | Token::Char(_) => {
                    let goes_on = positions.skip(any)
                        && match token {
                            Token::Set(number) => positions.set(sets, number, run),
                            Token::Char(character) => positions.character(character, run),
                            Token::Run | Token::One => true,
                        };
                    if !goes_on {
                        return false;
                    }
                    (run, any) = (false, 0);
                }
            }
        }
        if !positions.skip(any) {
            return false;
        }
        run || positions.at_end() || (self.extended && positions.character('.', false))
    }
}

fn read(tokens: &str) -> impl Iterator<Item = Token> {
    let mut characters = tokens.chars();
    std::iter::from_fn(move || {
        Some(match characters.next()? {
            '*' => Token::Run,
            '?' => Token::One,
            '[' => Token::Set(characters.next()? as usize),
            character => Token::Char(character),
        })
    })
}
