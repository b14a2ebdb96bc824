//! Why an operation has no result.

mod argument;

use serde::Serialize;

use crate::documents::error::{Cancelled, FileError, Unreadable};
use crate::documents::pattern::{PatternError, PatternErrorKind};
use crate::project::error::SessionError;
use crate::spec::{Argument, JsonType, SearchKind};
use crate::text::message::{Joined, MessageArg, QuotedName, ToArg, ToMessage, Uri, messages};
use crate::text::names::{Truncated, near};
use crate::text::texts::PATTERN_HELP;

pub use crate::operation::note::{
    Import, Note, Notes, PatternReading, Unlisted, UnreadableList, incomplete,
};
pub use argument::{ArgumentError, ArgumentErrorKind};

/// Why an operation has no result.
#[derive(Debug)]
pub enum OperationError {
    /// It failed, and notes beside the error.
    Failed(Box<(Error, Notes)>),
    /// The caller gave up.
    Cancelled,
    /// The caller has to be asked first where the project is.
    NeedsRoots,
}

impl OperationError {
    /// Returns a failure with notes beside it.
    pub fn failed(error: Error, notes: Notes) -> Self {
        Self::Failed(Box::new((error, notes)))
    }
}

impl From<Cancelled> for OperationError {
    fn from(_: Cancelled) -> Self {
        Self::Cancelled
    }
}

impl From<Error> for OperationError {
    fn from(error: Error) -> Self {
        Self::failed(error, Notes::default())
    }
}

/// The closed set of error types that a result can carry in `error_type`: the kinds of
/// `Error`, in its order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum ErrorKind {
    /// A category or a collection does not exist, or has no directory.
    NotFound,
    /// A document or a section does not exist, and its category does.
    NoDocument,
    /// The patterns match no document.
    NoMatches,
    /// The pattern's syntax is invalid, or it would leave the category.
    InvalidPattern,
    /// No project is bound.
    NoSession,
    /// Nothing that matched could be read.
    IoError,
    /// The arguments do not fit the tool's row.
    InvalidArgument,
    /// An error that nobody foresaw.
    Unknown,
}

impl ErrorKind {
    const ALL: [Self; 8] = [
        Self::NotFound,
        Self::NoDocument,
        Self::NoMatches,
        Self::InvalidPattern,
        Self::NoSession,
        Self::IoError,
        Self::InvalidArgument,
        Self::Unknown,
    ];

    /// Returns the type as `error_type` and the table spell it.
    pub const fn name(self) -> &'static str {
        Error::MESSAGES.all[self as usize].key
    }
}

messages! {
    /// Why a call failed.
    #[derive(Debug, Clone, PartialEq)]
    pub enum Error {
        NotFound {
            kind: Kind,
            name: String,
            cause: Option<Box<MissingCause>>,
            suggestion: Option<Suggestion>,
        } = "not_found";
        NoDocument {
            kind: Kind,
            name: String,
            cause: Box<Item>,
            suggestion: Joined<Nearby>,
        } = "no_document";
        NoMatches {
            kind: Scope,
            name: String,
            patterns: OrNone<QuotedName>,
            nearby: Joined<Nearby>,
        } = "no_matches";
        InvalidPattern {
            pattern: String,
            place: Joined<PatternPlace>,
            reason: PatternErrorKind,
        } = "invalid_pattern" with help = PatternHelp;
        NoSession(reason: SessionError) = "no_session";
        Io(documents: UnreadableList) = "io_error";
        InvalidArgument {
            reasons: Vec<ArgumentError>,
            arguments: OrNone<Item>,
        } = "invalid_argument" within tool;
        Unknown = "unknown" within tool;
    }
}

impl Error {
    /// Returns the error's type.
    pub fn kind(&self) -> ErrorKind {
        let mut kinds = ErrorKind::ALL.iter();
        let found = kinds.find(|kind| kind.name() == self.def().key);
        found.copied().unwrap_or(ErrorKind::Unknown)
    }

    /// Returns the error of an invalid pattern: of a category or a member, or else of a call.
    pub fn invalid_pattern(pattern: &str, of: Option<&str>, error: &PatternError) -> Self {
        let of = of.map(|name| PatternPlace::Of(name.to_owned()));
        Self::InvalidPattern {
            pattern: pattern.to_owned(),
            place: Joined(
                PatternPlace::in_pattern(error)
                    .into_iter()
                    .chain(of)
                    .collect(),
            ),
            reason: error.kind.clone(),
        }
    }

    /// Returns the error of invalid arguments of a call, with those that are valid.
    pub fn invalid_arguments<'a>(
        reasons: Vec<ArgumentError>,
        valid: impl IntoIterator<Item = (&'a String, &'a Argument)>,
    ) -> Self {
        let row = |(name, row): (&String, &Argument)| Item::Argument {
            argument: name.clone(),
            type_: row.json_type,
            need: match row.required {
                true => Need::Required,
                false => Need::Optional,
            },
        };
        Self::InvalidArgument {
            reasons,
            arguments: OrNone(valid.into_iter().map(row).collect(), Nothing::Arguments),
        }
    }
}

messages! {
    /// What there is, at the beginning of a sentence.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum Kind {
        Category = "kind_category";
        Collection = "kind_collection";
        Skill = "kind_skill";
        Either = "kind_either";
        Document = "kind_document";
        Section = "kind_section";
    }
}

messages! {
    /// Which kinds of name a tool looks up, or a name turned out to be; within a sentence.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum Scope {
        Category = "in_category";
        Collection = "in_collection";
        Either = "in_either";
    }
}

impl Scope {
    /// Returns the scope of these kinds.
    pub fn of(kinds: &[SearchKind]) -> Self {
        match kinds {
            [SearchKind::Category] => Self::Category,
            [SearchKind::Collection] => Self::Collection,
            _ => Self::Either,
        }
    }

    /// Returns it for the beginning of a sentence.
    pub const fn kind(self) -> Kind {
        match self {
            Self::Category => Kind::Category,
            Self::Collection => Kind::Collection,
            Self::Either => Kind::Either,
        }
    }
}

messages! {
    /// Why a name was not found, although the project has it.
    #[derive(Debug, Clone, PartialEq, Eq)]
    pub enum MissingCause {
        Directory(path: String) = "cause_directory";
        Unopened {
            path: String,
            reason: FileError,
        } = "cause_unopened";
        Directories(names: Truncated<QuotedName>) = "cause_directories";
    }
}

messages! {
    /// What to say in place of a name that is not known.
    #[derive(Debug, Clone, PartialEq, Eq)]
    pub enum Suggestion {
        Nearest(names: Truncated<QuotedName>) = "suggestion_nearest";
        Valid(names: Truncated<QuotedName>) = "suggestion_valid";
        Empty = "suggestion_empty";
        Argument(names: Truncated<QuotedName>) = "argument_nearest";
    }
}

impl Suggestion {
    /// Returns the names that are near to one that is not valid, else all valid ones.
    pub fn of(name: &str, valid: &[&str]) -> Self {
        match (valid, &*near(name, valid)) {
            ([], _) => Self::Empty,
            (_, []) => Self::Valid(quoted(valid)),
            (_, near) => Self::Nearest(quoted(near)),
        }
    }

    /// Returns the arguments that are near to one that is not valid, if there are any.
    pub fn of_argument(name: &str, valid: &[&str]) -> Option<Self> {
        let near = quoted(near(name, valid));
        (!near.is_empty()).then_some(Self::Argument(near))
    }
}

messages! {
    /// What there is in place of what was asked for.
    #[derive(Debug, Clone, PartialEq, Eq)]
    pub enum Nearby {
        Defaults = "nearby_defaults";
        Directory(path: QuotedName) = "nearby_directory";
        Cased(names: Truncated<QuotedName>) = "nearby_case";
        Deeper(pattern: QuotedName) = "nearby_deeper";
        Near(names: Truncated<QuotedName>) = "nearby_near";
        Holds(names: Truncated<QuotedName>) = "nearby_holds";
        Partly(names: Truncated<QuotedName>) = "nearby_partly";
        Nothing = "nearby_nothing";
        Headings(headings: Truncated<Item>) = "nearby_headings";
        OtherHeadings(headings: Truncated<Item>) = "nearby_other_headings";
        NoHeadings = "nearby_no_headings";
    }
}

messages! {
    /// Where a pattern is wrong.
    #[derive(Debug, Clone, PartialEq, Eq, Hash)]
    pub enum PatternPlace {
        AtCharacter(position: usize) = "at_character";
        Of(name: String) = "pattern_of";
    }
}

impl PatternPlace {
    /// Returns the position of an error in a pattern, if it has one.
    pub fn in_pattern(error: &PatternError) -> Option<Self> {
        error.position.map(Self::AtCharacter)
    }
}

messages! {
    /// A member or a category of a collection that cannot be searched.
    #[derive(Debug, Clone, PartialEq, Eq, Hash)]
    pub enum Missing {
        Member(name: String) = "member_unknown";
        Pattern {
            name: String,
            pattern: String,
            place: Option<PatternPlace>,
            reason: PatternErrorKind,
        } = "member_pattern";
        Directory {
            path: String,
            name: String,
        } = "category_directory";
        Unopened {
            path: String,
            name: String,
            reason: FileError,
        } = "category_unopened";
    }
}

impl Missing {
    /// Returns the directory that cannot be opened, if it is one.
    pub fn unreadable(self) -> Option<Unreadable> {
        let (path, error) = match self {
            Self::Directory { path, .. } => (path, FileError::Missing),
            Self::Unopened { path, reason, .. } => (path, reason),
            Self::Member(_) | Self::Pattern { .. } => return None,
        };
        Some(Unreadable { path, error })
    }

    /// Returns the error of a category's directory, which the project spells so.
    pub fn directory(category: &str, path: String, error: FileError) -> Self {
        let name = category.to_owned();
        match error {
            FileError::Missing => Self::Directory { path, name },
            reason => Self::Unopened { path, name, reason },
        }
    }
}

messages! {
    /// An item of a list, or a part of a sentence.
    #[derive(Debug, Clone, PartialEq, Eq)]
    pub enum Item {
        /// Where a document or a section was looked for.
        Within {
            kind: Scope,
            name: String,
        } = "cause_elsewhere";
        Heading {
            heading: QuotedName,
            uri: Uri,
        } = "heading_place";
        Argument {
            argument: String,
            type_: JsonType,
            need: Need,
        } = "argument_row";
        Bytes {
            uri: Uri,
            bytes: u64,
        } = "document_bytes";
        Sections {
            uri: Uri,
            bytes: u64,
            sections: Truncated<Item>,
        } = "document_sections";
        Word {
            word: String,
            names: Truncated<QuotedName>,
        } = "search_replaced";
        Variable {
            name: String,
            path: String,
        } = "variable";
    }
}

messages! {
    /// Whether a call must have an argument.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum Need {
        Required = "argument_required";
        Optional = "argument_optional";
    }
}

messages! {
    /// What is said in place of an empty list.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum Nothing {
        Arguments = "arguments_none";
        Patterns = "no_patterns";
    }
}

/// What an error of a pattern ends with: how patterns are written.
#[derive(Debug)]
struct PatternHelp;

impl ToArg for PatternHelp {
    fn to_arg(&self) -> MessageArg<'_> {
        MessageArg::Row(PATTERN_HELP)
    }
}

/// A list, and what is said in its place if it is empty.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OrNone<T>(pub Truncated<T>, pub Nothing);

impl<T: ToArg> ToArg for OrNone<T> {
    fn to_arg(&self) -> MessageArg<'_> {
        match self.0.is_empty() {
            true => self.1.to_arg(),
            false => self.0.to_arg(),
        }
    }
}

/// Returns names that messages show in quotes.
pub fn quoted<T: AsRef<str>>(names: impl IntoIterator<Item = T>) -> Truncated<QuotedName> {
    let names = names.into_iter();
    names
        .map(|name| QuotedName(name.as_ref().to_owned()))
        .collect()
}
