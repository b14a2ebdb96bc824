//! Sentences: what can be said, declared once; the words are the table's.
//!
//! A wing declares its faults with `sentences!`: each variant with its key in the
//! table and its placeholders. The check of the table, the words of an answer and
//! the reference in `spec/README.md` come from that.

use std::fmt;

use crate::text::shown::echo;

/// One sentence that the table has a row for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Sentence {
    /// Its key in the table.
    pub key: &'static str,
    /// The placeholders that it is supplied.
    pub placeholders: &'static [&'static str],
    /// When it is said, as the documentation of its variant has it.
    pub when: &'static str,
}

/// The sentences of one type.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Sentences {
    /// The name of the type.
    pub of: &'static str,
    /// What they have in common, as the documentation of the type has it.
    pub title: &'static str,
    /// The sentences, in the order of its variants.
    pub all: &'static [Sentence],
}

/// What stands at a placeholder.
#[derive(Debug)]
pub enum Filling<'a> {
    /// A text, as it is to be shown.
    Text(String),
    /// Names, each to be quoted.
    Names(&'a [&'static str]),
    /// A sentence of its own.
    Sentence(&'a dyn Say),
    /// Sentences, and what stands between them.
    Sentences(Vec<&'a dyn Say>, &'static dyn Say),
}

/// What is said by a sentence of the table.
pub trait Say: fmt::Debug {
    /// The sentence.
    fn sentence(&self) -> &'static Sentence;

    /// What stands at its placeholders.
    fn fillings(&self) -> Vec<(&'static str, Filling<'_>)>;
}

impl<T: Say> Say for Box<T> {
    fn sentence(&self) -> &'static Sentence {
        (**self).sentence()
    }

    fn fillings(&self) -> Vec<(&'static str, Filling<'_>)> {
        (**self).fillings()
    }
}

/// A sentence with what stands around it.
#[derive(Debug)]
pub struct Within<'a> {
    /// What is said.
    pub said: &'a dyn Say,
    /// The placeholders that it does not fill itself, as texts to be shown.
    pub around: &'a [(&'static str, &'a str)],
}

impl Say for Within<'_> {
    fn sentence(&self) -> &'static Sentence {
        self.said.sentence()
    }

    fn fillings(&self) -> Vec<(&'static str, Filling<'_>)> {
        let mut fillings = self.said.fillings();
        let around = self.around.iter();
        fillings.extend(around.map(|(name, text)| (*name, Filling::Text((*text).to_owned()))));
        fillings
    }
}

/// What can stand at a placeholder.
pub trait Fill {
    /// What stands there.
    fn filling(&self) -> Filling<'_>;
}

impl<T: Say> Fill for T {
    fn filling(&self) -> Filling<'_> {
        Filling::Sentence(self)
    }
}

macro_rules! numbers {
    ($($number:ty)*) => {$(
        impl Fill for $number {
            fn filling(&self) -> Filling<'_> {
                Filling::Text(self.to_string())
            }
        }
    )*};
}

numbers! { usize u64 i32 }

/// What came from outside.
impl Fill for String {
    fn filling(&self) -> Filling<'_> {
        Filling::Text(echo(self))
    }
}

/// A name that is the program's own, such as a field's or a JSON type's.
impl Fill for &'static str {
    fn filling(&self) -> Filling<'_> {
        Filling::Text((*self).to_owned())
    }
}

impl Fill for Vec<&'static str> {
    fn filling(&self) -> Filling<'_> {
        Filling::Names(self)
    }
}

impl Fill for &'static [&'static str] {
    fn filling(&self) -> Filling<'_> {
        Filling::Names(self)
    }
}

/// What is said, for logs and developers: the key and what fills it, no words.
pub(crate) fn bare(said: &dyn Say, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
    formatter.write_str(said.sentence().key)?;
    for (name, filling) in said.fillings() {
        write!(formatter, " {name}=")?;
        match filling {
            Filling::Text(text) => write!(formatter, "{text:?}")?,
            Filling::Names(names) => write!(formatter, "{names:?}")?,
            Filling::Sentence(said) => {
                formatter.write_str("(")?;
                bare(said, formatter)?;
                formatter.write_str(")")?;
            }
            Filling::Sentences(all, _) => {
                for said in all {
                    formatter.write_str("(")?;
                    bare(said, formatter)?;
                    formatter.write_str(")")?;
                }
            }
        }
    }
    Ok(())
}

/// The name of a placeholder: that of a field, which has `_` after it where Rust
/// has a word for itself.
pub(crate) const fn placeholder(field: &'static str) -> &'static str {
    match field.as_bytes() {
        [.., b'_'] => field.split_at(field.len() - 1).0,
        _ => field,
    }
}

/// Declares an enum of faults. Each variant has the key of its sentence and, as
/// fields, its placeholders; after `within` those that are supplied by whoever
/// holds it, and after `with` those that are the same each time.
macro_rules! sentences {
    (
        $(#[doc = $title:literal])+
        #[derive($($derive:ident),+)]
        pub enum $name:ident {$(
            $(#[doc = $when:literal])+
            $variant:ident
            $(( $($item:ident: $item_type:ty),+ ))?
            $({ $($(#[doc = $field_doc:literal])+ $field:ident: $field_type:ty),+ $(,)? })?
            = $key:literal
            $(within $($around:ident),+)?
            $(with $($constant:ident = $value:expr),+)?;
        )+}
    ) => {
        $(#[doc = $title])+
        #[derive($($derive),+)]
        pub enum $name {$(
            $(#[doc = $when])+
            $variant $(( $($item_type),+ ))? $({ $($(#[doc = $field_doc])+ $field: $field_type),+ })?,
        )+}

        impl $name {
            /// What it says, in the order of its variants.
            pub const SENTENCES: &'static $crate::text::sentence::Sentences =
                &$crate::text::sentence::Sentences {
                    of: stringify!($name),
                    title: concat!($($title),+),
                    all: &[$($crate::text::sentence::Sentence {
                        key: $key,
                        placeholders: &[
                            $($($crate::text::sentence::placeholder(stringify!($item)),)+)?
                            $($($crate::text::sentence::placeholder(stringify!($field)),)+)?
                            $($(stringify!($around),)+)?
                            $($(stringify!($constant),)+)?
                        ],
                        when: concat!($($when),+),
                    }),+],
                };
        }

        impl $crate::text::sentence::Say for $name {
            fn sentence(&self) -> &'static $crate::text::sentence::Sentence {
                #[allow(non_camel_case_types, reason = "they stand for the variants")]
                enum Nth { $($variant),+ }
                let at = match self {$(
                    Self::$variant { .. } => Nth::$variant,
                )+};
                &Self::SENTENCES.all[at as usize]
            }

            fn fillings(&self) -> Vec<(&'static str, $crate::text::sentence::Filling<'_>)> {
                #[allow(unused_imports, reason = "a variant may have no placeholder")]
                use $crate::text::sentence::{Fill, placeholder};
                match self {$(
                    Self::$variant $(( $($item),+ ))? $({ $($field),+ })? => vec![
                        $($((placeholder(stringify!($item)), $item.filling()),)+)?
                        $($((placeholder(stringify!($field)), $field.filling()),)+)?
                        $($((stringify!($constant), (&$value).filling()),)+)?
                    ],
                )+}
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                $crate::text::sentence::bare(self, formatter)
            }
        }

        impl std::error::Error for $name {}
    };
}

pub(crate) use sentences;
