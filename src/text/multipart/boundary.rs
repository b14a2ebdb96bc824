//! How the boundary of a message is chosen.

use std::fmt;

use uuid::Uuid;

/// The longest boundary that RFC 2046 §5.1.1 allows, in characters.
pub const MAX_BOUNDARY: usize = 70;

/// How many characters a UUID and what stands before it add to a boundary.
pub(super) const UNIQUE: usize = 1 + uuid::fmt::Hyphenated::LENGTH;

/// How the boundary is chosen.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Boundary {
    /// What all of its boundaries begin with.
    pub(super) base: String,
    /// Whether each message has a UUID.
    pub(super) always: bool,
}

/// Why a text is no boundary.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BoundaryError {
    /// It holds a character that a boundary may not hold.
    Character(char),
    /// It has no characters, or more than these.
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
    /// A boundary that begins with `base`. With `always` every message gets a
    /// random UUID after it; otherwise a message gets one only where a body
    /// would be mistaken for a delimiter.
    ///
    /// # Errors
    ///
    /// When `base` holds a character that a boundary may not hold, is empty, or
    /// leaves no room for `-` and a UUID within [`MAX_BOUNDARY`].
    pub fn new(base: &str, always: bool) -> Result<Self, BoundaryError> {
        let room = MAX_BOUNDARY - UNIQUE;
        let legal = |c: char| c.is_ascii_alphanumeric() || "'()+_,-./:=?".contains(c);
        if let Some(character) = base.chars().find(|&c| !legal(c)) {
            return Err(BoundaryError::Character(character));
        }
        if base.is_empty() || base.len() > room {
            return Err(BoundaryError::Length(room));
        }
        Ok(Self {
            base: base.to_owned(),
            always,
        })
    }

    /// The first attempt at a message: with the base alone, unless each is to be
    /// unique.
    pub fn attempt(&self) -> Attempt {
        Attempt(self.always.then(Uuid::new_v4))
    }

    /// The boundary of an attempt.
    pub(super) fn text(&self, attempt: Attempt) -> String {
        match attempt.0 {
            None => self.base.clone(),
            Some(unique) => format!("{}-{unique}", self.base),
        }
    }
}

/// One attempt at a message, by what stands behind the base of its boundary. Whether
/// that begins a line of some body is seen only while the bodies pass; then they pass
/// again, for the next attempt.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Attempt(Option<Uuid>);

impl Attempt {
    /// Whether its boundary has a UUID.
    pub(super) fn is_unique(self) -> bool {
        self.0.is_some()
    }

    /// The attempt after this one, whose boundary begins a line of a message of so
    /// many bytes. The same message has the same boundary, until somebody foresees
    /// it.
    pub(super) fn next(self, bytes: u64) -> Self {
        Self(Some(match self.0 {
            None => Uuid::new_v5(&Uuid::NAMESPACE_URL, &bytes.to_be_bytes()),
            Some(_) => Uuid::new_v4(),
        }))
    }
}
