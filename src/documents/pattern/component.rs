//! One component of a pattern, matched against one name.

use super::LeadingDots;

/// One component of an alternative.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Component {
    /// `**`
    AnyDirectories,
    /// A name without metacharacters.
    Literal {
        /// The name.
        name: String,
        /// Whether it may be followed by a dot and anything.
        extend: bool,
    },
    /// `*` and literal characters: the most frequent wildcards.
    Stars {
        /// The component.
        text: String,
        /// The component followed by any extension, if it may be.
        extended: Option<String>,
    },
    /// With `?` or a set.
    Wildcard {
        /// The component.
        pattern: glob::Pattern,
        /// The component followed by any extension, if it may be.
        extended: Option<glob::Pattern>,
    },
}

/// How the glob crate matches one component. Leading dots are checked before.
const OPTIONS: glob::MatchOptions = glob::MatchOptions {
    case_sensitive: true,
    require_literal_separator: true,
    require_literal_leading_dot: false,
};

impl Component {
    /// Returns a component that matches exactly this name.
    pub(super) fn literal(name: &str) -> Self {
        Self::Literal {
            name: name.to_owned(),
            extend: false,
        }
    }

    /// Returns a component with wildcards, in the syntax of the glob crate.
    pub(super) fn wildcard(source: &str, extend: bool) -> Result<Self, glob::PatternError> {
        // A `*` at the end matches any extension.
        let extended = (extend && !source.ends_with('*')).then(|| format!("{source}.*"));
        Ok(match source.contains(['?', '[']) {
            false => Self::Stars {
                text: source.to_owned(),
                extended,
            },
            true => Self::Wildcard {
                pattern: glob::Pattern::new(source)?,
                extended: extended.as_deref().map(glob::Pattern::new).transpose()?,
            },
        })
    }

    /// Returns whether the component begins with a dot.
    pub(super) fn is_hidden(&self) -> bool {
        match self {
            Self::Literal { name, .. } => name.starts_with('.'),
            Self::Stars { text, .. } => text.starts_with('.'),
            Self::Wildcard { pattern, .. } => pattern.as_str().starts_with('.'),
            Self::AnyDirectories => false,
        }
    }

    /// Returns whether the component matches a name without an extension more.
    pub(super) fn matches(&self, name: &str, dots: LeadingDots) -> bool {
        match self {
            Self::AnyDirectories => self.may_match(name, dots),
            Self::Literal { name: literal, .. } => name == literal,
            Self::Stars { text, .. } => self.may_match(name, dots) && matches_stars(text, name),
            Self::Wildcard { pattern, .. } => {
                self.may_match(name, dots) && pattern.matches_with(name, OPTIONS)
            }
        }
    }

    /// Returns whether the component, as the last of its pattern, matches a document's
    /// name.
    pub(super) fn matches_document(&self, name: &str, dots: LeadingDots) -> bool {
        self.matches(name, dots)
            || match self {
                Self::Literal {
                    name: stem,
                    extend: true,
                } => name
                    .strip_prefix(stem.as_str())
                    .is_some_and(|rest| rest.starts_with('.')),
                Self::Stars {
                    extended: Some(text),
                    ..
                } => self.may_match(name, dots) && matches_stars(text, name),
                Self::Wildcard {
                    extended: Some(pattern),
                    ..
                } => self.may_match(name, dots) && pattern.matches_with(name, OPTIONS),
                _ => false,
            }
    }

    /// Returns whether wildcards may match the name's first character.
    fn may_match(&self, name: &str, dots: LeadingDots) -> bool {
        dots == LeadingDots::Wildcard || !name.starts_with('.') || self.is_hidden()
    }
}

/// Returns whether a name matches literal characters and at least one `*`: the parts
/// between the first and the last `*` are found one after the other.
fn matches_stars(text: &str, name: &str) -> bool {
    let Some((prefix, rest)) = text.split_once('*') else {
        return name == text;
    };
    let Some(mut name) = name.strip_prefix(prefix) else {
        return false;
    };
    let Some((middle, suffix)) = rest.rsplit_once('*') else {
        return name.ends_with(rest);
    };
    for part in middle.split('*') {
        match name.find(part) {
            Some(at) => name = &name[at + part.len()..],
            None => return false,
        }
    }
    name.ends_with(suffix)
}
