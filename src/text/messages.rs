//! Messages that agents and clients read. The code declares the key and the placeholders of each
//! message with `messages!`. The text of the message is a row of the table.
//!
//! The check of the table, the rendering of a message and the reference in `spec/reference.md` use
//! the same declaration.

use std::fmt;

use crate::limits::MAX_MESSAGE_NAMES;
use crate::text::escaped::{Escaped, MAX_NAME, escape_at_most, escape_truncated};
use crate::text::texts::{MessageTemplate, Texts, keyed};
use crate::text::truncated::Truncated;

/// The declaration of one message: a row of the table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MessageDef {
    /// The key in the table.
    pub key: &'static str,
    /// The placeholders that the text may contain.
    pub placeholders: &'static [&'static str],
}

/// The messages of one type.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MessageGroup {
    /// The name of the type.
    pub of: &'static str,
    /// The subject of the messages, from the doc comment of the type.
    pub title: &'static str,
    /// The messages, in the order of the variants.
    pub all: &'static [MessageDef],
}

/// A value that has a message in the table.
pub trait ToMessage: fmt::Debug {
    /// Returns the declaration of the message.
    fn def(&self) -> &'static MessageDef;

    /// Returns the placeholders and their values, rendered with `texts`.
    fn values(&self, texts: &Texts) -> Vec<(&'static str, String)>;
}

impl<T: ToMessage> ToMessage for Box<T> {
    fn def(&self) -> &'static MessageDef {
        (**self).def()
    }

    fn values(&self, texts: &Texts) -> Vec<(&'static str, String)> {
        (**self).values(texts)
    }
}

/// A name or a pattern, which messages show in quotes.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct QuotedName(pub String);

impl<T: Into<String>> From<T> for QuotedName {
    fn from(name: T) -> Self {
        Self(name.into())
    }
}

/// A URI, which messages truncate at a greater length than other strings.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Uri(pub String);

/// Messages that are joined into one text without a separator.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Joined<T>(pub Vec<T>);

/// A path, and the reason why it is mentioned.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct WithReason<P, R> {
    /// The path, or the text that is shown instead.
    pub path: P,
    /// The reason.
    pub reason: R,
}

impl<P: ToArg, R: ToArg> ToMessage for WithReason<P, R> {
    fn def(&self) -> &'static MessageDef {
        ListPartKind::WithReason.def()
    }

    fn values(&self, texts: &Texts) -> Vec<(&'static str, String)> {
        let [path, reason] = [self.path.render(texts), self.reason.render(texts)];
        vec![("path", path), ("reason", reason)]
    }
}

/// Text that messages show in full and unchanged, because it is already rendered or escaped.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Verbatim(pub String);

impl From<Escaped<'_>> for Verbatim {
    fn from(text: Escaped<'_>) -> Self {
        Self(text.to_string())
    }
}

/// A value that can replace a placeholder.
pub trait ToArg: fmt::Debug {
    /// Renders the value with `texts`.
    fn render(&self, texts: &Texts) -> String;
}

impl<T: ToMessage> ToArg for T {
    fn render(&self, texts: &Texts) -> String {
        texts.render_message(self)
    }
}

/// Renders `None` as an empty string.
impl<T: ToArg> ToArg for Option<T> {
    fn render(&self, texts: &Texts) -> String {
        let shown = self.as_ref().map(|shown| shown.render(texts));
        shown.unwrap_or_default()
    }
}

impl<T: ToArg> ToArg for Truncated<T> {
    fn render(&self, texts: &Texts) -> String {
        let items = self.first.iter().map(|item| item.render(texts));
        texts.render_list(items, self.more, &ListPart::Separator)
    }
}

/// Renders the first [`MAX_MESSAGE_NAMES`] reasons, and the number of further reasons.
impl<T: ToMessage> ToArg for Vec<T> {
    fn render(&self, texts: &Texts) -> String {
        let first = self.iter().take(MAX_MESSAGE_NAMES);
        let first = first.map(|reason| reason.render(texts));
        let more = self.len().saturating_sub(MAX_MESSAGE_NAMES);
        texts.render_list(first, more, &ListPart::ReasonSeparator)
    }
}

impl<T: ToMessage> ToArg for Joined<T> {
    fn render(&self, texts: &Texts) -> String {
        self.0.iter().map(|message| message.render(texts)).collect()
    }
}

macro_rules! numbers {
    ($($number:ty)*) => {$(
        impl ToArg for $number {
            fn render(&self, _: &Texts) -> String {
                self.to_string()
            }
        }
    )*};
}

numbers! { usize u64 i32 }

/// Escapes and truncates the string, which is from outside the program.
impl ToArg for String {
    fn render(&self, _: &Texts) -> String {
        escape_truncated(self)
    }
}

impl ToArg for Verbatim {
    fn render(&self, _: &Texts) -> String {
        self.0.clone()
    }
}

impl ToArg for QuotedName {
    fn render(&self, texts: &Texts) -> String {
        let text = escape_truncated(&self.0);
        texts.render_quoted(text)
    }
}

impl ToArg for Uri {
    fn render(&self, _: &Texts) -> String {
        escape_at_most(&self.0, MAX_NAME)
    }
}

/// Renders a name that the program defines, such as the name of a field or a JSON type.
impl ToArg for &'static str {
    fn render(&self, _: &Texts) -> String {
        (*self).to_owned()
    }
}

/// Renders names that the program defines.
impl ToArg for Vec<&'static str> {
    fn render(&self, texts: &Texts) -> String {
        let names: Truncated<QuotedName> = self.iter().map(|name| (*name).into()).collect();
        names.render(texts)
    }
}

/// Declares an enum of messages. Each variant has the key of its message. The fields of a variant
/// are its placeholders, and `with` adds placeholders with constant values.
///
/// `or VARIANT(TYPE)` adds the messages of another enum, whose declarations stay with that enum.
///
/// `of OWNER` declares the kinds of the error `OWNER`, a struct with a field `kind`. `ToMessage` is
/// then implemented for the struct. `from` adds placeholders whose values are returned by methods
/// of the struct.
///
/// `by KINDS` also declares the enum `KINDS`, which has the same variants without fields.
///
/// `for KINDS as GROUP` gives messages to `KINDS`, an enum of another crate, and declares the group
/// `GROUP` of them.
macro_rules! messages {
    (
        $(#[doc = $title:literal])+
        for $name:ident as $group:ident
        {$(
            $variant:ident
            $(( $($item:ident),+ ))?
            $({ $($field:ident),+ $(,)? })?
            = $key:literal
            $(with $($constant:ident = $value:expr),+)?;
        )+}
    ) => {
        $(#[doc = $title])+
        pub const $group: &$crate::text::messages::MessageGroup =
            &$crate::text::messages::MessageGroup {
                of: stringify!($name),
                title: concat!($($title),+),
                all: &[$($crate::text::messages::messages!(
                    @def $key [$($($item)+)?] [$($($field)+)?] [$($($constant)+)?]
                ),)+],
            };

        impl $crate::text::messages::ToMessage for $name {
            fn def(&self) -> &'static $crate::text::messages::MessageDef {
                match self {$(
                    Self::$variant { .. } => const {
                        &$crate::text::messages::messages!(
                            @def $key [$($($item)+)?] [$($($field)+)?] [$($($constant)+)?]
                        )
                    },
                )+}
            }

            #[allow(unused_variables, reason = "a variant may have no placeholder")]
            fn values(&self, texts: &$crate::text::texts::Texts) -> Vec<(&'static str, String)> {
                #[allow(unused_imports, reason = "a variant may have no placeholder")]
                use $crate::text::messages::ToArg;
                match self {$(
                    Self::$variant $(( $($item),+ ))? $({ $($field),+ })? => vec![
                        $($((stringify!($item), $item.render(texts)),)+)?
                        $($((stringify!($field), $field.render(texts)),)+)?
                        $($((stringify!($constant), ToArg::render(&$value, texts)),)+)?
                    ],
                )+}
            }
        }
    };

    (
        $(#[doc = $title:literal])+
        #[derive($($derive:ident),+)]
        pub enum $name:ident $(of $owner:ident)? $(or $($inner:ident($inner_type:ty)),+)?
            $(by $(#[doc = $kinds_doc:literal])+ $kinds:ident)?
        {$(
            $(#[doc = $when:literal])*
            $variant:ident
            $(( $($item:ident: $item_type:ty),+ ))?
            $({ $($(#[doc = $field_doc:literal])* $field:ident: $field_type:ty),+ $(,)? })?
            = $key:literal
            $(from $($around:ident),+)?
            $(with $($constant:ident = $value:expr),+)?;
        )+}
    ) => {
        $(#[doc = $title])+
        #[derive($($derive),+)]
        #[allow(missing_docs, reason = "`spec/reference.md` says when each is sent")]
        pub enum $name {$(
            $(#[doc = $when])*
            $variant $(( $($item_type),+ ))? $({ $($(#[doc = $field_doc])* $field: $field_type),+ })?,
        )+ $($($inner($inner_type),)+)?}

        $crate::text::messages::messages! {
            @declare $name [$($(#[doc = $kinds_doc])+ $kinds)?] {$($($inner)+)?}
            concat!($($title),+);
            $([$(#[doc = $when])*] $variant $crate::text::messages::MessageDef {
                key: $key,
                placeholders: &[
                    $($($crate::text::texts::placeholder(stringify!($item)),)+)?
                    $($($crate::text::texts::placeholder(stringify!($field)),)+)?
                    $($(stringify!($around),)+)?
                    $($(stringify!($constant),)+)?
                ],
            };)+
        }

        impl $crate::text::messages::ToMessage
            for $crate::text::messages::messages!(@message $name $($owner)?)
        {
            fn def(&self) -> &'static $crate::text::messages::MessageDef {
                $crate::text::messages::messages!(@kind self $($owner)?).declaration()
            }

            #[allow(unused_variables, reason = "a variant may have no placeholder")]
            fn values(&self, texts: &$crate::text::texts::Texts) -> Vec<(&'static str, String)> {
                #[allow(unused_imports, reason = "a variant may have no placeholder")]
                use $crate::text::{messages::ToArg, texts::placeholder};
                match $crate::text::messages::messages!(@kind self $($owner)?) {$(
                    $name::$variant $(( $($item),+ ))? $({ $($field),+ })? => vec![
                        $($((placeholder(stringify!($item)), $item.render(texts)),)+)?
                        $($((placeholder(stringify!($field)), $field.render(texts)),)+)?
                        $($((stringify!($around), self.$around().render(texts)),)+)?
                        $($((stringify!($constant), ToArg::render(&$value, texts)),)+)?
                    ],
                )+ $($($name::$inner(inner) => {
                    $crate::text::messages::ToMessage::values(inner, texts)
                })+)?}
            }
        }

        $crate::text::messages::messages!(@display $name $($owner)?);
    };

    (@display $name:ident) => {
        /// Writes the key and the values, without a table.
        impl std::fmt::Display for $name {
            fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                formatter.write_str(&$crate::text::texts::Texts::default().render(self))
            }
        }

        impl std::error::Error for $name {}
    };
    (@display $name:ident $owner:ident) => {
        /// Writes the key.
        impl std::fmt::Display for $name {
            fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                formatter.write_str(self.declaration().key)
            }
        }

        impl std::error::Error for $name {}
    };

    (@def $key:literal [$($item:ident)*] [$($field:ident)*] [$($constant:ident)*]) => {
        $crate::text::messages::MessageDef {
            key: $key,
            placeholders: &[
                $(stringify!($item),)*
                $(stringify!($field),)*
                $(stringify!($constant),)*
            ],
        }
    };
    (@message $name:ident) => { $name };
    (@message $name:ident $owner:ident) => { $owner };
    (@kind $self:ident) => { $self };
    (@kind $self:ident $owner:ident) => { (&$self.kind) };

    (@declare $name:ident [] {$($inner:ident)*} $title:expr;
        $([$($doc:tt)*] $variant:ident $def:expr;)+
    ) => {
        impl $name {
            /// The messages, in the order of the variants.
            pub const MESSAGES: &'static $crate::text::messages::MessageGroup =
                &$crate::text::messages::MessageGroup {
                    of: stringify!($name),
                    title: $title,
                    all: &[$($def),+],
                };

            /// Returns the declaration of the message.
            pub(crate) const fn declaration(&self) -> &'static $crate::text::messages::MessageDef {
                match self {
                    $( Self::$variant { .. } => const { &$def }, )+
                    $( Self::$inner(inner) => inner.declaration(), )*
                }
            }
        }
    };

    (@declare $name:ident [$(#[doc = $kinds_doc:literal])+ $kinds:ident] {} $title:expr;
        $([$($doc:tt)*] $variant:ident $def:expr;)+
    ) => {
        $crate::text::messages::messages! {
            @declare $name [] {} $title;
            $([$($doc)*] $variant $def;)+
        }

        $(#[doc = $kinds_doc])+
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        #[allow(missing_docs, reason = "`spec/reference.md` says when each is sent")]
        pub enum $kinds {$( $($doc)* $variant, )+}

        impl $kinds {
            /// Returns the declaration of the message.
            pub const fn def(self) -> &'static $crate::text::messages::MessageDef {
                match self {$( Self::$variant => const { &$def }, )+}
            }
        }

        impl $name {
            /// Returns the variant, without its fields.
            #[allow(dead_code, reason = "of some groups only the declarations are used")]
            pub const fn kind(&self) -> $kinds {
                match self {$( Self::$variant { .. } => $kinds::$variant, )+}
            }
        }
    };
}

pub(crate) use messages;

messages! {
    /// The parts of a list.
    #[derive(Debug, Clone, PartialEq, Eq)]
    pub enum ListPart by
        /// The part of a list that a message is for.
        ListPartKind
    {
        WithReason {
            path: String,
            reason: String,
        } = "unreadable";
        Separator = "separator";
        ReasonSeparator = "reason_separator";
        Quoted(text: Verbatim) = "quoted";
        More(count: usize) = "more";
    }
}

impl Texts {
    /// Renders `value`: a message, or any other value of a placeholder.
    pub fn render(&self, value: &dyn ToArg) -> String {
        value.render(self)
    }

    /// Renders `items` as a list with `separator` between them. If `more` is not 0, the list ends
    /// with this number of further items.
    pub(crate) fn render_list(
        &self,
        items: impl IntoIterator<Item = String>,
        more: usize,
        separator: &ListPart,
    ) -> String {
        let more = (more > 0).then(|| self.render(&ListPart::More(more)));
        let items: Vec<String> = items.into_iter().chain(more).collect();
        if self.0.is_empty() {
            items.join(", ")
        } else {
            items.join(&self.render(separator))
        }
    }

    /// Returns the text of `template`, with its placeholders replaced with the values of `message`.
    pub fn fill(&self, template: &MessageTemplate, message: &dyn ToMessage) -> String {
        template.fill(&message.values(self))
    }

    fn render_quoted(&self, text: String) -> String {
        if self.0.is_empty() {
            text
        } else {
            self.render(&ListPart::Quoted(Verbatim(text)))
        }
    }

    fn render_message(&self, message: &dyn ToMessage) -> String {
        let key = message.def().key;
        match self.0.get(key) {
            Some(template) => self.fill(template, message),
            None => keyed(key, &message.values(self)),
        }
    }
}
