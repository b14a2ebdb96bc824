//! What a type says of a value that it does not take, kept as it is said.
//!
//! A type tells its reader by that one's own error, and `serde_yaml`'s holds text
//! and a place. So what is told is kept beside it, and its error has the place.

use std::cell::RefCell;
use std::fmt::{self, Display};

use serde::de::{Error, Expected, Unexpected};

use super::YamlFault;

/// The first fault that was found.
#[derive(Debug, Default)]
pub(super) struct Kept(RefCell<Option<YamlFault>>);

/// What a type said, or an error of the reader that has gone through it.
#[derive(Debug)]
pub(super) enum Caught<E> {
    /// A value that is not taken, whatever it is.
    Value,
    /// Anything else.
    Fault(YamlFault),
    /// The reader's.
    Reader(E),
}

impl<E: Error> Caught<E> {
    /// The reader's error in its stead; `value` is the fault of the value itself.
    pub fn keep(self, kept: &Kept, value: impl FnOnce() -> YamlFault) -> E {
        let fault = match self {
            Self::Value => value(),
            Self::Fault(fault) => fault,
            Self::Reader(error) => return error,
        };
        kept.0.borrow_mut().get_or_insert(fault);
        E::custom("")
    }
}

impl Caught<serde_yaml::Error> {
    /// The line of the plain form, counted from 1.
    pub fn line(&self) -> Option<usize> {
        match self {
            Self::Reader(error) => error.location().map(|location| location.line()),
            _ => None,
        }
    }

    /// What is wrong.
    pub fn fault(self, kept: &Kept) -> YamlFault {
        match (self, kept.0.take()) {
            (Self::Fault(fault), _) | (_, Some(fault)) => fault,
            (Self::Reader(error), None) => YamlFault::Syntax(error.to_string()),
            (Self::Value, None) => YamlFault::Empty,
        }
    }
}

impl<E: Display> Display for Caught<E> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Value => formatter.write_str("a value"),
            Self::Fault(fault) => fault.fmt(formatter),
            Self::Reader(error) => error.fmt(formatter),
        }
    }
}

impl<E: fmt::Debug + Display> std::error::Error for Caught<E> {}

impl<E: Error> Error for Caught<E> {
    fn custom<T: Display>(said: T) -> Self {
        Self::Fault(YamlFault::Syntax(said.to_string()))
    }

    fn invalid_type(_: Unexpected<'_>, _: &dyn Expected) -> Self {
        Self::Value
    }

    fn invalid_value(_: Unexpected<'_>, _: &dyn Expected) -> Self {
        Self::Value
    }

    fn unknown_variant(word: &str, words: &'static [&'static str]) -> Self {
        Self::Fault(YamlFault::UnknownWord(word.to_owned(), words))
    }

    fn unknown_field(field: &str, fields: &'static [&'static str]) -> Self {
        Self::Fault(YamlFault::UnknownField(field.to_owned(), fields))
    }

    fn missing_field(field: &'static str) -> Self {
        Self::Fault(YamlFault::MissingField(field))
    }
}
