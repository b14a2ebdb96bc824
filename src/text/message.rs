//! Messages that agents and clients read. Code declares the key and the placeholders of
//! each with `messages!`; its text is a row of the table.
//!
//! The check of the table, the rendering of a message and the reference in
//! `spec/reference.md` come from one declaration.

use std::fmt;

use crate::text::escape::escape_truncated;

/// The declaration of one message: a row of the table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MessageDef {
    /// Its key in the table.
    pub key: &'static str,
    /// The placeholders that its text may hold.
    pub placeholders: &'static [&'static str],
}

/// The messages of one type.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MessageGroup {
    /// The name of the type.
    pub of: &'static str,
    /// Their subject: the doc comment of the type.
    pub title: &'static str,
    /// The messages, in the order of its variants.
    pub all: &'static [MessageDef],
}

/// The value of a placeholder.
#[derive(Debug)]
pub enum MessageArg<'a> {
    /// A string, as it is shown.
    Text(String),
    /// Names, each to be quoted.
    Names(&'a [&'static str]),
    /// Another message.
    Message(&'a dyn ToMessage),
    /// Other messages.
    Messages(Vec<&'a dyn ToMessage>),
}

/// A value that has a message in the table.
pub trait ToMessage: fmt::Debug {
    /// Returns the declaration of the message.
    fn def(&self) -> &'static MessageDef;

    /// Returns the values of its placeholders, by name.
    fn args(&self) -> Vec<(&'static str, MessageArg<'_>)>;
}

impl<T: ToMessage> ToMessage for Box<T> {
    fn def(&self) -> &'static MessageDef {
        (**self).def()
    }

    fn args(&self) -> Vec<(&'static str, MessageArg<'_>)> {
        (**self).args()
    }
}

impl<'a, T: ToMessage> From<&'a T> for MessageArg<'a> {
    fn from(message: &'a T) -> Self {
        Self::Message(message)
    }
}

macro_rules! numbers {
    ($($number:ty)*) => {$(
        impl From<&$number> for MessageArg<'_> {
            fn from(number: &$number) -> Self {
                Self::Text(number.to_string())
            }
        }
    )*};
}

numbers! { usize u64 i32 }

/// A string from outside is escaped and truncated.
impl From<&String> for MessageArg<'_> {
    fn from(text: &String) -> Self {
        Self::Text(escape_truncated(text))
    }
}

/// A name of the program's own, such as a field's or a JSON type's.
impl From<&&'static str> for MessageArg<'_> {
    fn from(name: &&'static str) -> Self {
        Self::Text((*name).to_owned())
    }
}

impl<'a> From<&'a Vec<&'static str>> for MessageArg<'a> {
    fn from(names: &'a Vec<&'static str>) -> Self {
        Self::Names(names)
    }
}

impl From<&&'static [&'static str]> for MessageArg<'_> {
    fn from(names: &&'static [&'static str]) -> Self {
        Self::Names(names)
    }
}

/// Returns the name of a placeholder from that of its field, without the `_` that a field
/// has after a keyword of Rust.
pub(crate) const fn placeholder(field: &'static str) -> &'static str {
    match field.as_bytes() {
        [.., b'_'] => field.split_at(field.len() - 1).0,
        _ => field,
    }
}

/// Declares an enum of errors. Each variant has the key of its message and, as fields, its
/// placeholders; after `within` those that the caller of the rendering supplies, and after
/// `with` those of a constant value.
macro_rules! messages {
    (
        $(#[doc = $title:literal])+
        #[derive($($derive:ident),+)]
        pub enum $name:ident {$(
            $(#[doc = $when:literal])*
            $variant:ident
            $(( $($item:ident: $item_type:ty),+ ))?
            $({ $($(#[doc = $field_doc:literal])* $field:ident: $field_type:ty),+ $(,)? })?
            = $key:literal
            $(within $($around:ident),+)?
            $(with $($constant:ident = $value:expr),+)?;
        )+}
    ) => {
        $(#[doc = $title])+
        #[derive($($derive),+)]
        #[allow(missing_docs, reason = "`spec/reference.md` says when each is sent")]
        pub enum $name {$(
            $(#[doc = $when])*
            $variant $(( $($item_type),+ ))? $({ $($(#[doc = $field_doc])* $field: $field_type),+ })?,
        )+}

        impl $name {
            /// Its messages, in the order of its variants.
            pub const MESSAGES: &'static $crate::text::message::MessageGroup =
                &$crate::text::message::MessageGroup {
                    of: stringify!($name),
                    title: concat!($($title),+),
                    all: &[$($crate::text::message::MessageDef {
                        key: $key,
                        placeholders: &[
                            $($($crate::text::message::placeholder(stringify!($item)),)+)?
                            $($($crate::text::message::placeholder(stringify!($field)),)+)?
                            $($(stringify!($around),)+)?
                            $($(stringify!($constant),)+)?
                        ],
                    }),+],
                };
        }

        impl $crate::text::message::ToMessage for $name {
            fn def(&self) -> &'static $crate::text::message::MessageDef {
                #[allow(non_camel_case_types, reason = "they stand for the variants")]
                enum Nth { $($variant),+ }
                let at = match self {$(
                    Self::$variant { .. } => Nth::$variant,
                )+};
                &Self::MESSAGES.all[at as usize]
            }

            fn args(&self) -> Vec<(&'static str, $crate::text::message::MessageArg<'_>)> {
                #[allow(unused_imports, reason = "a variant may have no placeholder")]
                use $crate::text::message::{MessageArg, placeholder};
                match self {$(
                    Self::$variant $(( $($item),+ ))? $({ $($field),+ })? => vec![
                        $($((placeholder(stringify!($item)), MessageArg::from($item)),)+)?
                        $($((placeholder(stringify!($field)), MessageArg::from($field)),)+)?
                        $($((stringify!($constant), MessageArg::from(&$value)),)+)?
                    ],
                )+}
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                std::fmt::Debug::fmt(self, formatter)
            }
        }

        impl std::error::Error for $name {}
    };
}

pub(crate) use messages;
