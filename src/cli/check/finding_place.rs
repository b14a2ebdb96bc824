//! The places that findings are about.

use std::fmt::{self, Display};

use crate::documents::discover::FileInfo;
use crate::operation::find::found_rules::FOUND;
use crate::operation::find::matches::shown;
use crate::operation::guidance::scope_source::ScopeSource;
use crate::text::escaped::escape_truncated;
use crate::text::field_path::FieldPath;

/// The place that a finding is about.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(in crate::cli) enum FindingPlace {
    /// The project as a whole.
    Project,
    /// A field of `guide.yaml`, such as `categories.docs.patterns[1]`.
    Field(FieldPath),
    /// A document: its category, its path in the category, and its path for display.
    Document {
        category: String,
        path: String,
        shown: String,
    },
    /// A file in the project's folder.
    File(&'static str),
}

impl FindingPlace {
    /// Returns the place for a finding about the document `file`.
    pub fn document(file: &FileInfo) -> Self {
        Self::from(&ScopeSource::document(file, shown(file, true)))
    }
}

impl From<&ScopeSource> for FindingPlace {
    fn from(by: &ScopeSource) -> Self {
        match by.clone() {
            ScopeSource::Field(path) => Self::Field(path),
            ScopeSource::Document {
                category,
                path,
                shown,
            } => Self::Document {
                // This category's name means nothing to a person.
                shown: if category == FOUND {
                    escape_truncated(&path)
                } else {
                    escape_truncated(&shown)
                },
                category,
                path,
            },
        }
    }
}

impl From<&FieldPath> for FindingPlace {
    fn from(path: &FieldPath) -> Self {
        Self::Field(path.clone())
    }
}

impl Display for FindingPlace {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Project => Ok(()),
            Self::Field(path) => write!(formatter, "{path}"),
            Self::Document { shown, .. } => formatter.write_str(shown),
            Self::File(file) => formatter.write_str(file),
        }
    }
}
