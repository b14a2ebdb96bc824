//! What is said beside a result, or of what there is in place of one.

use indexmap::IndexSet;

use crate::documents::error::Unreadable;
use crate::documents::rules::RuleError;
use crate::operation::error::{Error, Item, Missing, UnreadableList, quoted};
use crate::project::error::ProjectError;
use crate::text::message::{
    MessageArg, MessageDef, QuotedName, ToArg, ToMessage, Uri, WithReason, messages,
};
use crate::text::names::Truncated;
use crate::text::paths::hidden_name;

messages! {
    /// What is said beside a result, in the order in which it is shown.
    #[derive(Debug, Clone, PartialEq)]
    pub enum Note {
        Stale(problem: ProjectError) = "message_stale";
        Incomplete {
            collection: String,
            categories: Truncated<Missing>,
        } = "message_categories";
        Pattern(pattern: QuotedName) = "message_pattern";
        Endings(endings: Truncated<QuotedName>) = "message_endings";
        Hidden(categories: Truncated<QuotedName>) = "message_hidden";
        HiddenName(name: QuotedName) = "message_hidden_name";
        Unreadable(documents: UnreadableList) = "message_unreadable";
        Without(count: usize) = "message_without";
        LeftOut {
            limit: u64,
            documents: Truncated<Item>,
        } = "message_budget";
        Large {
            limit: u64,
            document: Item,
        } = "message_large";
        Directories(limit: u64) = "message_directories";
        Members(limit: u64) = "message_members";
        Rest(limit: u64) = "message_rest";
        RestNames(limit: u64) = "message_rest_names";
        Headings(limit: u64) = "message_headings";
        LeftOutWords(words: Truncated<QuotedName>) = "message_left_out";
        Unquoted(quoted: Truncated<QuotedName>) = "message_unquoted";
        Replaced(words: Truncated<Item>) = "message_replaced";
        Ignored {
            count: usize,
            limit: usize,
        } = "message_ignored";
        NoGuidance(paths: Truncated<QuotedName>) = "guidance_none";
        OtherGuidance {
            paths: Truncated<QuotedName>,
            names: Truncated<QuotedName>,
        } = "guidance_nothing";
        Headers(documents: Truncated<WithReason<String, RuleError>>) = "guidance_headers";
        Described(documents: Truncated<WithReason<String, String>>) = "guidance_described";
        Unlisted(what: Unlisted) = "message_unlisted";
        Imports(paths: Truncated<Import>) = "guidance_imports";
        Skill(files: Truncated<QuotedName>) = "message_skill";
        Lone(document: String) = "message_lone";
        Templates(documents: Truncated<String>) = "message_templates";
        Variables(variables: Truncated<Item>) = "message_variables";
    }
}

/// What is said beside a result.
pub type Notes = Vec<Note>;

/// Something that a listing cannot show.
#[derive(Debug, Clone, PartialEq)]
pub enum Unlisted {
    /// It matched and cannot be opened.
    Unreadable(Unreadable),
    /// A category whose documents cannot be found.
    Failed(Box<WithReason<String, Error>>),
    /// A collection that is incomplete.
    Incomplete(Box<Note>),
}

impl Unlisted {
    /// Returns what is said of a category whose documents cannot be found.
    pub fn failed(name: &str, error: Error) -> Self {
        Self::Failed(Box::new(WithReason(name.to_owned(), error)))
    }

    /// Returns what is said of an incomplete collection.
    pub fn incomplete(note: Note) -> Self {
        Self::Incomplete(Box::new(note))
    }

    fn message(&self) -> &dyn ToMessage {
        match self {
            Self::Unreadable(unreadable) => unreadable,
            Self::Failed(failed) => failed,
            Self::Incomplete(note) => note,
        }
    }
}

impl ToMessage for Unlisted {
    fn def(&self) -> &'static MessageDef {
        self.message().def()
    }

    fn args(&self) -> Vec<(&'static str, MessageArg<'_>)> {
        self.message().args()
    }
}

/// What an import leads to: its path, and its URI if a category serves it.
#[derive(Debug, Clone, PartialEq)]
pub enum Import {
    Served(WithReason<QuotedName, Uri>),
    Other(QuotedName),
}

impl ToArg for Import {
    fn to_arg(&self) -> MessageArg<'_> {
        match self {
            Self::Served(served) => served.to_arg(),
            Self::Other(path) => path.to_arg(),
        }
    }
}

impl UnreadableList {
    /// Returns the note on what could not be read, if there is any.
    pub fn note(self) -> Option<Note> {
        (!self.0.is_empty()).then_some(Note::Unreadable(self))
    }
}

/// How a call's pattern was read otherwise than it is written.
#[derive(Debug, Clone, Default)]
pub struct PatternReading {
    /// As this, which finds names in any folder.
    pub pattern: Option<String>,
    /// Within names that end so.
    pub endings: IndexSet<String>,
}

impl PatternReading {
    /// Adds how it was read in another category.
    pub fn add(&mut self, other: &Self) {
        self.pattern = self.pattern.take().or(other.pattern.clone());
        self.endings.extend(other.endings.iter().cloned());
    }

    /// Returns what has to be said of it.
    pub fn notes(&self) -> impl Iterator<Item = Note> {
        let pattern = self.pattern.clone().map(QuotedName).map(Note::Pattern);
        let endings = quoted(&self.endings).note(Note::Endings);
        pattern.into_iter().chain(endings)
    }
}

/// Returns the note that a path is hidden, if it is.
pub fn hidden(path: &str) -> Option<Note> {
    let name = hidden_name(path)?;
    Some(Note::HiddenName(QuotedName(name.to_owned())))
}

/// Returns the note that a collection is incomplete, if it is.
pub fn incomplete(collection: &str, missing: impl IntoIterator<Item = Missing>) -> Option<Note> {
    let missing: Truncated<Missing> = missing.into_iter().collect();
    missing.note(|categories| Note::Incomplete {
        collection: collection.to_owned(),
        categories,
    })
}
