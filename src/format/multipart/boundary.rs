//! How the boundary of a message is chosen, and which one an attempt at it has.

use std::fmt;

use uuid::Uuid;

/// The longest boundary that RFC 2046 §5.1.1 allows, in characters.
pub const MAX_BOUNDARY: usize = 70;

/// How many characters a UUID and what stands before it add to a boundary.
pub(super) const UNIQUE: usize = 1 + uuid::fmt::Hyphenated::LENGTH;

/// How the boundary is chosen.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Boundary {
    base: String,
    always: bool,
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
        let choice = match self.always {
            true => Choice::Random(Uuid::new_v4()),
            false => Choice::Base,
        };
        Attempt { choice, after: 0 }
    }

    /// What all of its boundaries begin with.
    pub(super) fn base(&self) -> &str {
        &self.base
    }

    /// Whether each message has a UUID.
    pub(super) fn is_always_unique(&self) -> bool {
        self.always
    }

    /// The boundary of an attempt; `None` where it only looks.
    pub(super) fn text(&self, attempt: &Attempt) -> Option<String> {
        let unique = match attempt.choice {
            Choice::Base => return Some(self.base.clone()),
            Choice::Sum => return None,
            Choice::Unique(sum, count) => Uuid::new_v5(&sum, &count.to_be_bytes()),
            Choice::Random(unique) => unique,
        };
        Some(format!("{}-{unique}", self.base))
    }
}

/// One attempt at a message. Whether its boundary begins a line of some body is seen
/// only while the bodies pass; then they pass again, for the next attempt.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Attempt {
    choice: Choice,
    /// How many there were before.
    after: u32,
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum Choice {
    /// The base alone.
    Base,
    /// None yet: the parts are summed up.
    Sum,
    /// A UUID of the parts, by their sum, and of a count.
    Unique(Uuid, u64),
    /// A UUID that nothing can foresee.
    Random(Uuid),
}

/// What an attempt met.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Met {
    /// A line begins with the base.
    pub base: bool,
    /// A line begins with the attempt's own boundary.
    pub own: bool,
    /// The sum of the parts, where they were summed up.
    pub sum: Uuid,
}

/// After how many attempts no further one is made in order: the documents do not
/// stay the same for as long as that takes.
const ENOUGH: u32 = 5;

impl Attempt {
    /// Whether it only looks, and writes nothing.
    pub(super) fn looks(&self) -> bool {
        self.choice == Choice::Sum
    }

    /// The attempt after this one; `None` where this one is the message.
    pub(super) fn next(&self, met: Met) -> Option<Self> {
        let choice = match self.choice {
            Choice::Base if met.base => Choice::Sum,
            Choice::Sum if met.base => Choice::Unique(met.sum, 0),
            Choice::Sum => Choice::Base,
            Choice::Unique(sum, count) if met.own => Choice::Unique(sum, count + 1),
            // The documents are others now.
            Choice::Unique(..) if !met.base => Choice::Base,
            Choice::Random(_) if met.own => Choice::Random(Uuid::new_v4()),
            _ => return None,
        };
        let after = self.after + 1;
        Some(match after > ENOUGH {
            true => Self {
                choice: Choice::Random(Uuid::new_v4()),
                after,
            },
            false => Self { choice, after },
        })
    }
}
