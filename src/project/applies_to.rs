//! To which of the project's files documents apply, as `guide.yaml` says.

use std::fmt;
use std::sync::OnceLock;

use schemars::JsonSchema;
use serde::de::{MapAccess, Visitor};
use serde::{Deserialize, Deserializer};

use crate::documents::pattern::PatternError;
use crate::documents::rules::FilePattern;
use crate::project::collection::{Meaning, Member};

/// Patterns of files, relative to the project's folder, parsed when they are first asked for:
/// as default patterns there may be very many.
#[derive(Debug, Clone, Deserialize)]
#[serde(from = "Vec<String>")]
pub struct AppliesTo {
    texts: Vec<String>,
    parsed: OnceLock<Result<Vec<FilePattern>, (usize, PatternError)>>,
}

impl From<Vec<String>> for AppliesTo {
    fn from(texts: Vec<String>) -> Self {
        Self {
            texts,
            parsed: OnceLock::new(),
        }
    }
}

impl AppliesTo {
    /// Returns the patterns as the file spells them.
    pub fn texts(&self) -> &[String] {
        &self.texts
    }

    /// Returns the parsed patterns.
    ///
    /// # Errors
    ///
    /// The index of the first that is invalid, and its error.
    pub fn patterns(&self) -> Result<&[FilePattern], &(usize, PatternError)> {
        let parse = |(at, text): (usize, &String)| {
            FilePattern::plain(text, "").map_err(|error| (at, error))
        };
        let parsed = self
            .parsed
            .get_or_init(|| self.texts.iter().enumerate().map(parse).collect());
        parsed.as_deref()
    }
}

/// A member, as the file spells it.
#[derive(JsonSchema)]
#[schemars(untagged)]
#[allow(dead_code, reason = "it is the shape of a member in the schema only")]
pub(super) enum MemberShape {
    /// A category, a category, a `/` and a pattern, or another collection.
    Name(String),
    /// The same, and to which files its documents apply.
    Map(MemberFields),
}

/// A member with fields.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct MemberFields {
    /// A category, or a category, a `/` and a pattern.
    category: String,
    /// Patterns of the project's files to which its documents apply, if they do not say.
    #[schemars(with = "Vec<String>")]
    applies_to: AppliesTo,
}

impl<'de> Deserialize<'de> for Member {
    fn deserialize<D: Deserializer<'de>>(member: D) -> Result<Self, D::Error> {
        struct MemberVisitor;

        impl<'de> Visitor<'de> for MemberVisitor {
            type Value = Member;

            fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
                formatter.write_str("a member")
            }

            fn visit_str<E>(self, text: &str) -> Result<Member, E> {
                Ok(Member {
                    text: text.to_owned(),
                    applies_to: None,
                    meaning: Meaning::Unknown,
                })
            }

            fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Member, A::Error> {
                let map = serde::de::value::MapAccessDeserializer::new(map);
                let fields = MemberFields::deserialize(map)?;
                Ok(Member {
                    text: fields.category,
                    applies_to: Some(fields.applies_to),
                    meaning: Meaning::Unknown,
                })
            }
        }

        member.deserialize_any(MemberVisitor)
    }
}

/// Returns whether a text can be the name of a file.
pub(super) fn is_file_name(name: &str) -> bool {
    let illegal = |c: char| c.is_control() || "/\\*?[{".contains(c);
    !matches!(name, "" | "." | "..") && !name.contains(illegal)
}
