//! Why a table cannot be loaded, and what does not fit one of its rows.

use std::fmt;

use crate::spec::error_kind::ErrorKind;
use crate::spec::phrases::Phrases;
use crate::spec::template::TemplateError;
use crate::spec::{Operation, Role, list};
use crate::text::multipart::BoundaryError;
use crate::text::sentence::sentences;
use crate::text::shown::{Shown, echo};
use crate::text::uri::ShapeError;
use crate::text::yaml::{Place, YamlFault};

/// The longest description, in bytes: longer ones crowd an agent's context.
pub const MAX_DESCRIPTION: usize = 2000;
/// The longest tool name, in characters.
pub const MAX_NAME: usize = 64;
/// The longest type or subtype of a media type, in characters (RFC 6838 §4.2).
pub const MAX_MEDIA_NAME: usize = 127;

sentences! {
    /// What is wrong with an argument of a call; its type is that of the row.
    #[derive(Debug, Clone, PartialEq, Eq)]
    pub enum ArgumentFault {
        /// Required and not there.
        Missing = "argument_missing" within argument, type;
        /// Required and `""` or `null`.
        Empty = "argument_empty" within argument, type;
        /// Of another JSON type, named here.
        Type(got: &'static str) = "argument_type" within argument, type;
        /// Not an argument of the tool; the suggestion is empty or `argument_nearest`.
        Unknown = "argument_unknown" within argument, suggestion;
        /// Given beside the argument named here, which names one document already.
        Together(other: String) = "argument_together" within argument;
        /// Given beside the argument named here, whose URI names a section already.
        OfSection(other: String) = "argument_section" within argument;
        /// Longer than any argument may be.
        TooLong {
            /// Its size in bytes.
            bytes: usize,
            /// The limit in bytes.
            limit: usize,
        } = "argument_too_long" within argument;
        /// More words than are searched for at once.
        Words(limit: usize) = "argument_words" within argument;
        /// A document of this category, where the call names something else.
        OfCategory(category: String) = "argument_of_category" within argument;
        /// A document of this collection, where the call names something else.
        OfCollection(collection: String) = "argument_of_collection" within argument;
    }
}

/// What is wrong with one argument of a call.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ArgumentError {
    /// The argument's name as given or as the row spells it.
    pub argument: String,
    /// What is wrong.
    pub fault: ArgumentFault,
}

impl fmt::Display for ArgumentError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{:?}: {}", self.argument, self.fault)
    }
}

impl std::error::Error for ArgumentError {}

/// Why a table cannot be loaded. Its words are for whoever writes the table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TableError {
    /// The table's file.
    pub file: String,
    /// The place, such as `tools[2].arguments.pattern.role`; empty for the whole.
    pub path: String,
    /// What is wrong, and what would be valid.
    pub fault: TableFault,
}

impl fmt::Display for TableError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let fault = self.fault.to_string();
        let (file, fault) = (Shown(&self.file), Shown(&fault));
        match self.path.as_str() {
            "" => write!(formatter, "{file}: {fault}"),
            path => write!(formatter, "{file}: {}: {fault}", echo(path)),
        }
    }
}

impl std::error::Error for TableError {}

/// What is wrong with a table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum TableFault {
    /// Not YAML, or not of the right shape.
    Yaml(YamlFault, Place),
    /// No tool.
    NoTools,
    /// A text that is no template.
    Template(TemplateError),
    /// A boundary that is none.
    Boundary(BoundaryError),
    /// A shape of locations that is none.
    Shape(ShapeError),
    /// Two shapes that could give the same URI.
    SameShape,
    /// An error type without a row.
    NoError,
    /// A row of no error type.
    UnknownError,
    /// A phrase that is not there.
    NoPhrase,
    /// A phrase that there is not; those that there are.
    UnknownPhrase(Vec<&'static str>),
    /// An extension that no name can have.
    Extension,
    /// A media type that is none.
    MediaType,
    /// A media type whose body would have to be made for it.
    Composite,
    /// A type that no extension has.
    UnusedType,
    /// A type that stands there already.
    RepeatedType,
    /// A template's suffix that is none.
    Suffix,
    /// A suffix that stands there already.
    RepeatedSuffix,
    /// A tool's or an argument's name that clients do not take.
    Name(String),
    /// The name of another tool.
    RepeatedName(String),
    /// The command of another tool.
    RepeatedCommand,
    /// A tool that looks nowhere.
    NoSearch,
    /// A tool that looks twice at the same place.
    RepeatedSearch,
    /// A role for which the operation takes no argument.
    UnusedRole(Role, Operation),
    /// The role of another argument.
    RepeatedRole,
    /// An operation without the name that it needs.
    NoRole(Operation, Role),
    /// A page that lists nothing or more than this.
    Page(usize),
    /// A row of resources whose variables stand for nothing together.
    Variables,
    /// No URI, where it is not made of `locations`.
    NoUri,
    /// A URI of documents, which is made of `locations`.
    OtherLocation,
    /// A URI that could be another row's too.
    SameUri,
    /// No prompt.
    NoPrompts,
    /// A prompt with an argument for its own name.
    NamedPrompt,
    /// Words for what is never listed.
    ListedMembers,
    /// A description of more bytes than are allowed; this many.
    LongDescription(usize),
}

impl fmt::Display for TableFault {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let told = match self {
            // Only the table has words for these: the built-in one.
            Self::Yaml(fault, place) => match Phrases::embedded() {
                Some(phrases) => return write!(formatter, "{} at {place}", phrases.said(fault)),
                None => return write!(formatter, "{fault} at {place}"),
            },
            Self::Template(error) => return error.fmt(formatter),
            Self::Boundary(error) => return error.fmt(formatter),
            Self::Shape(error) => return error.fmt(formatter),
            Self::UnknownError => {
                let valid = list(ErrorKind::ALL.iter().map(|kind| kind.name()));
                return write!(formatter, "unknown error type; valid are: {valid}");
            }
            Self::UnknownPhrase(valid) => {
                return write!(formatter, "unknown phrase; valid are: {}", list(valid));
            }
            Self::MediaType => {
                return write!(
                    formatter,
                    "a media type is type/subtype, such as text/markdown, each at most \
                     {MAX_MEDIA_NAME} of A-Z a-z 0-9 !#$&^_.+- and first a letter or a digit"
                );
            }
            Self::Name(name) => {
                let name = echo(name);
                return write!(
                    formatter,
                    "\"{name}\" does not fit [A-Za-z0-9_.-]{{1,{MAX_NAME}}}"
                );
            }
            Self::RepeatedName(name) => {
                return write!(formatter, "the name {name} is used twice");
            }
            Self::NoRole(operation, role) => {
                return write!(
                    formatter,
                    "operation {} needs a required argument of role {}",
                    operation.name(),
                    role.name()
                );
            }
            Self::LongDescription(bytes) => {
                return write!(
                    formatter,
                    "{bytes} bytes, over the limit of {MAX_DESCRIPTION}"
                );
            }
            Self::Page(most) => {
                return write!(formatter, "a page lists 1 to {most} resources");
            }
            Self::Variables => {
                "the variables stand for a category, a collection, a category and a path, or a \
                 collection, a category and a path; nothing else is read by its URI"
            }
            Self::OtherLocation => "a document's URI is the one of locations; leave it out",
            Self::NoUri => "a URI template is needed, such as guide://category/{name}",
            Self::NoPrompts => "at least one row of prompts is needed",
            Self::NamedPrompt => "a prompt's name is the name that it looks up",
            Self::SameUri => "something else could have the same URI",
            Self::ListedMembers => {
                "documents are listed in their categories, and not through collections"
            }
            Self::NoTools => "at least one tool is needed",
            Self::SameShape => {
                "a document of a category and one of a collection could have the same URI; \
                 let both begin differently, such as guide://category/ and guide://collection/"
            }
            Self::NoError => "this error type has no row",
            Self::NoPhrase => "this phrase is missing",
            Self::Extension => "an extension has no dot and no slash, such as md",
            Self::Composite => "a document is neither a multipart nor a message type",
            Self::Suffix => "a suffix begins with a dot and has no slash, such as .mustache",
            Self::RepeatedSuffix => "this suffix is listed twice",
            Self::UnusedType => "no row of media_types has this type",
            Self::RepeatedType => "the type is listed twice",
            Self::RepeatedCommand => "another tool has this command",
            Self::NoSearch => "name category, collection or both",
            Self::RepeatedSearch => "a kind is listed twice",
            Self::UnusedRole(role, operation) => {
                return write!(
                    formatter,
                    "the operation {} takes no argument of role {}; valid are: {}",
                    operation.name(),
                    role.name(),
                    list(operation.roles().iter().map(|role| role.name()))
                );
            }
            Self::RepeatedRole => "another argument of this tool has this role",
        };
        formatter.write_str(told)
    }
}

impl std::error::Error for TableFault {}
