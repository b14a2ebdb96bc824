//! The boundary of a message: which texts are legal, and which one a message gets.

use std::fmt;

use memchr::memmem;
use uuid::Uuid;

/// The longest boundary that RFC 2046 §5.1.1 allows, in characters.
pub const MAX_BOUNDARY: usize = 70;

/// How many characters `-` and a UUID add to a boundary.
pub(super) const UNIQUE: usize = 1 + uuid::fmt::Hyphenated::LENGTH;

/// How boundaries are chosen.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Boundary {
    /// What every boundary begins with.
    pub(super) base: String,
    /// Whether each message has a random UUID.
    pub(super) always: bool,
    /// `--` and the base.
    delimiter: String,
}

/// Why a text is not a boundary.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BoundaryError {
    /// It has a character that is not legal in a boundary.
    Character(char),
    /// It is empty, or has more characters than this.
    Length(usize),
}

impl fmt::Display for BoundaryError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Character(character) => write!(
                formatter,
                "a boundary may not hold {character:?}; letters, digits and '()+_,-./:=? are legal"
            ),
            Self::Length(most) => write!(
                formatter,
                "a boundary's base must have 1 to {most} characters"
            ),
        }
    }
}

impl std::error::Error for BoundaryError {}

impl Boundary {
    /// Returns a boundary that begins with `base`. With `always` every message gets a
    /// random UUID after it; otherwise a message gets a UUID only if a line of a body
    /// could be taken for a delimiter.
    ///
    /// # Errors
    ///
    /// If `base` has a character that is not legal in a boundary, is empty, or is too
    /// long for `-` and a UUID to follow within [`MAX_BOUNDARY`].
    pub fn new(base: &str, always: bool) -> Result<Self, BoundaryError> {
        let most = MAX_BOUNDARY - UNIQUE;
        let legal = |c: char| c.is_ascii_alphanumeric() || "'()+_,-./:=?".contains(c);
        if let Some(character) = base.chars().find(|&c| !legal(c)) {
            return Err(BoundaryError::Character(character));
        }
        if base.is_empty() || base.len() > most {
            return Err(BoundaryError::Length(most));
        }
        Ok(Self {
            base: base.to_owned(),
            always,
            delimiter: format!("--{base}"),
        })
    }

    /// Returns the delimiter of the base, without the line end before it.
    pub(super) fn base_delimiter(&self) -> &str {
        &self.delimiter
    }

    /// Chooses the boundary of a message of `bytes` bytes with these bodies, one of
    /// which has the base's delimiter if `collides`. The same message gets the same
    /// boundary, unless a body already has that one too: then the UUID is random.
    pub(super) fn choose<'b, I>(&self, collides: bool, bytes: u64, bodies: impl Fn() -> I) -> String
    where
        I: Iterator<Item = &'b str>,
    {
        let mut unique = match (self.always, collides) {
            (true, _) => Uuid::new_v4(),
            (false, true) => Uuid::new_v5(&Uuid::NAMESPACE_URL, &bytes.to_be_bytes()),
            (false, false) => return self.base.clone(),
        };
        loop {
            let boundary = format!("{}-{unique}", self.base);
            let delimiter = format!("--{boundary}");
            if !collides || !bodies().any(|body| begins_line(&delimiter, body)) {
                return boundary;
            }
            unique = Uuid::new_v4();
        }
    }
}

/// Returns true if a line of the text begins with the delimiter: parsers compare only
/// a prefix of a line. A line begins at the start and after CR or LF.
pub(super) fn begins_line(delimiter: &str, text: &str) -> bool {
    let text = text.as_bytes();
    let mut found = memmem::find_iter(text, delimiter);
    found.any(|at| at == 0 || matches!(text[at - 1], b'\r' | b'\n'))
}
