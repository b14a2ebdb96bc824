//! Messages that agents and clients read. Code declares the key and the placeholders of
//! each with `messages!`; its text is a row of the table.
//!
//! The check of the table, the rendering of a message and the reference in
//! `spec/reference.md` come from one declaration.

use std::collections::HashMap;
use std::fmt::{self, Display};
use std::sync::LazyLock;

use serde::Deserialize;

use crate::limits::MAX_MESSAGE_NAMES;
use crate::text::escape::{MAX_NAME, escape_at_most, escape_truncated};
use crate::text::names::Truncated;
use crate::text::texts::{EMBEDDED_JSON, MessageTemplate, Texts};

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

/// A value that has a message in the table.
pub trait ToMessage: fmt::Debug {
    /// Returns the declaration of the message.
    fn def(&self) -> &'static MessageDef;

    /// Returns its placeholders, each with what takes its place in the words of these texts.
    fn args(&self, texts: &Texts) -> Vec<(&'static str, String)>;
}

impl<T: ToMessage> ToMessage for Box<T> {
    fn def(&self) -> &'static MessageDef {
        (**self).def()
    }

    fn args(&self, texts: &Texts) -> Vec<(&'static str, String)> {
        (**self).args(texts)
    }
}

/// A name or a pattern that messages show in quotes.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct QuotedName(pub String);

impl<T: Into<String>> From<T> for QuotedName {
    fn from(name: T) -> Self {
        Self(name.into())
    }
}

/// A URI, which messages show longer than other strings.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Uri(pub String);

/// Messages that are shown one after another, as one text.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Joined<T>(pub Vec<T>);

/// A name, and the reason why something is the matter with it.
#[derive(Debug, Clone, PartialEq)]
pub struct WithReason<N, R>(pub N, pub R);

impl<N: ToArg, R: ToArg> ToMessage for WithReason<N, R> {
    fn def(&self) -> &'static MessageDef {
        ListPart::WITH_REASON
    }

    fn args(&self, texts: &Texts) -> Vec<(&'static str, String)> {
        vec![("path", self.0.said(texts)), ("reason", self.1.said(texts))]
    }
}

/// What can take the place of a placeholder.
pub trait ToArg: fmt::Debug {
    /// Renders it in the words of these texts.
    fn said(&self, texts: &Texts) -> String;
}

impl<T: ToMessage> ToArg for T {
    fn said(&self, texts: &Texts) -> String {
        texts.said(self)
    }
}

/// Nothing is shown of what is not there.
impl<T: ToArg> ToArg for Option<T> {
    fn said(&self, texts: &Texts) -> String {
        let shown = self.as_ref().map(|shown| shown.said(texts));
        shown.unwrap_or_default()
    }
}

impl<T: ToArg> ToArg for Truncated<T> {
    fn said(&self, texts: &Texts) -> String {
        texts.list(&self.first, self.more, &ListPart::Separator)
    }
}

/// The first few reasons.
impl<T: ToMessage> ToArg for Vec<T> {
    fn said(&self, texts: &Texts) -> String {
        let first = self.iter().take(MAX_MESSAGE_NAMES);
        let more = self.len().saturating_sub(MAX_MESSAGE_NAMES);
        texts.list(first, more, &ListPart::ReasonSeparator)
    }
}

impl<T: ToMessage> ToArg for Joined<T> {
    fn said(&self, texts: &Texts) -> String {
        self.0.iter().map(|message| texts.said(message)).collect()
    }
}

macro_rules! numbers {
    ($($number:ty)*) => {$(
        impl ToArg for $number {
            fn said(&self, _: &Texts) -> String {
                self.to_string()
            }
        }
    )*};
}

numbers! { usize u64 i32 }

/// A string from outside is escaped and truncated.
impl ToArg for String {
    fn said(&self, _: &Texts) -> String {
        escape_truncated(self)
    }
}

impl ToArg for QuotedName {
    fn said(&self, texts: &Texts) -> String {
        let text = escape_truncated(&self.0);
        texts.said_with(&ListPart::Quoted, &[("text", &text)])
    }
}

impl ToArg for Uri {
    fn said(&self, _: &Texts) -> String {
        escape_at_most(&self.0, MAX_NAME)
    }
}

/// A name of the program's own, such as a field's or a JSON type's.
impl ToArg for &'static str {
    fn said(&self, _: &Texts) -> String {
        (*self).to_owned()
    }
}

/// Names of the program's own.
impl ToArg for Vec<&'static str> {
    fn said(&self, texts: &Texts) -> String {
        let names: Truncated<QuotedName> = self.iter().map(|name| (*name).into()).collect();
        names.said(texts)
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
                            $($(stringify!($item),)+)?
                            $($(stringify!($field),)+)?
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

            #[allow(unused_variables, reason = "a variant may have no placeholder")]
            fn args(&self, texts: &$crate::text::texts::Texts) -> Vec<(&'static str, String)> {
                #[allow(unused_imports, reason = "a variant may have no placeholder")]
                use $crate::text::message::ToArg;
                match self {$(
                    Self::$variant $(( $($item),+ ))? $({ $($field),+ })? => vec![
                        $($((stringify!($item), $item.said(texts)),)+)?
                        $($((stringify!($field), $field.said(texts)),)+)?
                        $($((stringify!($constant), ToArg::said(&$value, texts)),)+)?
                    ],
                )+}
            }
        }

        /// In the words of the built-in table.
        impl std::fmt::Display for $name {
            fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                formatter.write_str(&$crate::text::message::by_default(self))
            }
        }

        impl std::error::Error for $name {}
    };
}

pub(crate) use messages;

messages! {
    /// The parts of a list.
    #[derive(Debug, Clone, PartialEq, Eq)]
    pub enum ListPart {
        WithReason {
            path: String,
            reason: String,
        } = "unreadable";
        Separator = "separator";
        ReasonSeparator = "reason_separator";
        Quoted = "quoted" within text;
        More(count: usize) = "more";
    }
}

impl ListPart {
    /// The declaration of a name with a reason.
    pub(crate) const WITH_REASON: &'static MessageDef = &Self::MESSAGES.all[0];
}

impl Texts {
    /// Renders a message.
    pub fn said(&self, message: &dyn ToMessage) -> String {
        self.said_with(message, &[])
    }

    /// Renders a message; `others` are the placeholders that it does not fill itself.
    pub fn said_with(&self, message: &dyn ToMessage, others: &[(&str, &dyn Display)]) -> String {
        let args = message.args(self);
        let args = args.iter().map(|(name, text)| (*name, text as _));
        let values: Vec<(&str, &dyn Display)> = args.chain(others.iter().copied()).collect();
        // The check of a table has seen every key.
        self.0[message.def().key].fill(&values)
    }

    /// Renders a list, which ends with how many more there are.
    pub(crate) fn list<'i, T: ToArg + 'i>(
        &self,
        items: impl IntoIterator<Item = &'i T>,
        more: usize,
        separator: &ListPart,
    ) -> String {
        let more = (more > 0).then(|| self.said(&ListPart::More(more)));
        let items = items.into_iter().map(|item| item.said(self));
        let items: Vec<String> = items.chain(more).collect();
        items.join(&self.said(separator))
    }
}

/// Renders a message in the words of the built-in table. Placeholders that its caller fills
/// stay visible.
pub(crate) fn by_default(message: &dyn ToMessage) -> String {
    #[derive(Deserialize)]
    struct Rows {
        errors: HashMap<String, ErrorText>,
        phrases: Texts,
    }
    #[derive(Deserialize)]
    struct ErrorText {
        message: MessageTemplate,
    }
    static TEXTS: LazyLock<Texts> = LazyLock::new(|| {
        let Ok(rows) = serde_json::from_str::<Rows>(EMBEDDED_JSON) else {
            return Texts::default();
        };
        let mut texts = rows.phrases;
        let errors = rows.errors.into_iter();
        texts.0.extend(errors.map(|(key, row)| (key, row.message)));
        texts
    });
    let names = message.def().placeholders.iter();
    let kept: Vec<_> = names.map(|name| (*name, format!("{{{name}}}"))).collect();
    let kept: Vec<_> = kept.iter().map(|(name, text)| (*name, text as _)).collect();
    TEXTS.said_with(message, &kept)
}
