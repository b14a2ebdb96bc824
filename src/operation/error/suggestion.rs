//! Parts of errors and notes: alternatives to something not found, the places that were searched,
//! and items of lists.

use super::JsonType;
use crate::documents::dir_error::DirError;
use crate::documents::document_error::{DocumentError, Unreadable};
use crate::documents::file_error::FileError;
use crate::limits::{MAX_MESSAGE_BINARY, MAX_MESSAGE_LINKS};
use crate::operation::kind::Kind;
use crate::project::absence::Absence;
use crate::project::clone_command::CloneCommand;
use crate::project::missing_include::MissingInclude;
use crate::text::messages::{Joined, ListPart, QuotedName, ToArg, Uri, messages};
use crate::text::texts::Texts;
use crate::text::truncated::{Truncated, near};
use rule_files::pattern::{PatternError, PatternErrorKind};

messages! {
    /// Suggestions in place of an unknown name.
    #[derive(Debug, Clone, PartialEq, Eq)]
    pub enum Suggestion {
        Nearest(names: Truncated<QuotedName>) = "suggestion_nearest";
        Valid(names: Truncated<QuotedName>) = "suggestion_valid";
        Empty = "suggestion_empty";
        Argument(names: Truncated<QuotedName>) = "argument_nearest";
        /// The name may be in a guide whose submodule is not cloned.
        NotCloned {
            guide: QuotedName,
            command: CloneCommand,
        } = "suggestion_not_cloned";
        /// The name may be in a guide that does not exist.
        NoGuide {
            guide: QuotedName,
            command: CloneCommand,
        } = "suggestion_no_guide";
        NearGuide {
            guide: QuotedName,
            meant: QuotedName,
        } = "suggestion_near_guide";
    }
}

impl Suggestion {
    /// Suggests the names in `valid` that are similar to `name`, or all of them if none is similar.
    pub fn of(name: &str, valid: &[&str]) -> Self {
        match (valid, &*near(name, valid)) {
            ([], _) => Self::Empty,
            (_, []) => Self::Valid(quoted(valid)),
            (_, near) => Self::Nearest(quoted(near)),
        }
    }

    /// Returns the suggestion for a missing include if `name` begins with the prefix of that
    /// include. Otherwise, returns `None`.
    pub fn of_missing(name: &str, missing: &[MissingInclude]) -> Option<Self> {
        let mut missing = missing.iter().rev();
        let include = missing.find(|include| include.has_prefix_of(name))?;
        let guide = include.guide.clone();
        Some(match include.absence.clone() {
            Absence::NotCloned(command) => Self::NotCloned { guide, command },
            Absence::NoGuide(command) | Absence::Nothing(command) => {
                Self::NoGuide { guide, command }
            }
            Absence::NearGuide(meant) => Self::NearGuide { guide, meant },
        })
    }

    /// Suggests the arguments in `valid` that are similar to `name`, or else those that contain
    /// `name` as a word. Returns `None` if no argument is similar.
    pub fn of_argument(name: &str, valid: &[&str]) -> Option<Self> {
        let holding = valid
            .iter()
            .filter(|one| one.split('_').any(|word| word == name));
        let near = match near(name, valid) {
            near if near.is_empty() => holding.copied().collect(),
            near => near,
        };
        (!near.is_empty()).then(|| Self::Argument(quoted(near)))
    }
}

messages! {
    /// Alternatives if nothing was found.
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
        NoCategories = "nearby_no_categories";
    }
}

messages! {
    /// Places of an error in a pattern.
    #[derive(Debug, Clone, PartialEq, Eq, Hash)]
    pub enum PatternPlace {
        AtCharacter(position: usize) = "at_character";
        Of(name: String) = "pattern_of";
    }
}

impl PatternPlace {
    /// Returns the place of an error in a pattern. `name` is the category or member that has the
    /// pattern, or `None` if the pattern is from the call.
    pub fn of(error: &PatternError, name: Option<&str>) -> Joined<Self> {
        let position = error.position.map(Self::AtCharacter);
        let name = name.map(|name| Self::Of(name.to_owned()));
        Joined(position.into_iter().chain(name).collect())
    }
}

messages! {
    /// Members of a collection, and categories, that cannot be searched.
    #[derive(Debug, Clone, PartialEq, Eq, Hash)]
    pub enum Missing {
        Member(name: String) = "member_unknown";
        Pattern {
            pattern: String,
            place: Joined<PatternPlace>,
            reason: PatternErrorKind,
        } = "member_pattern";
        Directory {
            path: String,
            name: String,
            reason: DirError,
        } = "category_directory";
    }
}

messages! {
    /// Items of a list, and parts of a sentence.
    #[derive(Debug, Clone, PartialEq, Eq)]
    pub enum Item {
        /// The category or collection in which a document or a section was searched for.
        Within {
            kind: Kind,
            name: String,
        } = "cause_elsewhere";
        /// The reason why a name was not found although the project defines it.
        Missing(missing: Truncated<Missing>) = "cause_missing";
        Name(name: QuotedName) = "item_name";
        At {
            name: QuotedName,
            uri: Uri,
        } = "item_at";
        Required {
            argument: String,
            json_type: JsonType,
        } = "argument_required";
        Optional {
            argument: String,
            json_type: JsonType,
        } = "argument_optional";
        NoArguments = "arguments_none";
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

/// Converts names to a list that messages show in quotes.
pub fn quoted<T: AsRef<str>>(names: impl IntoIterator<Item = T>) -> Truncated<QuotedName> {
    let names = names.into_iter();
    names
        .map(|name| QuotedName(name.as_ref().to_owned()))
        .collect()
}

/// The files that could not be read. Messages list at most [`MAX_MESSAGE_BINARY`] binary files and
/// [`MAX_MESSAGE_LINKS`] links to folders.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct UnreadableList(pub Truncated<Unreadable>);

impl ToArg for UnreadableList {
    fn render(&self, texts: &Texts) -> String {
        let all = &self.0;
        let (mut links, mut binary) = (0..MAX_MESSAGE_LINKS, 0..MAX_MESSAGE_BINARY);
        let is_named = |document: &&Unreadable| match &document.reason {
            DocumentError::File(FileError::Binary(_)) => binary.next().is_some(),
            error if error.is_linked_folder() => links.next().is_some(),
            _ => true,
        };
        let named = all.first.iter().filter(is_named);
        let items: Vec<String> = named.map(|document| document.render(texts)).collect();
        let more = all.count() - items.len();
        texts.render_list(items, more, &ListPart::Separator)
    }
}
