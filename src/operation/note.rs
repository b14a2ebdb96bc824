//! Notes that are shown with a result or an error.

use indexmap::IndexSet;

use crate::operation::error::{Item, Missing, UnreadableList, quoted};
use crate::operation::guidance::rule_problem::RuleProblem;
use crate::operation::guidance::scope_source::ScopeSource;
use crate::project::Project;
use crate::project::absence::Absence;
use crate::project::clone_command::CloneCommand;
use crate::project::project_error::ProjectError;
use crate::text::messages::{QuotedName, Uri, WithReason, messages};
use crate::text::truncated::Truncated;

messages! {
    /// Notes that are shown with a result, in this order.
    #[derive(Debug, Clone, PartialEq)]
    pub enum Note {
        Stale(problem: ProjectError) = "message_stale";
        NotCloned {
            guide: QuotedName,
            command: CloneCommand,
        } = "message_not_cloned";
        NoGuide {
            guide: QuotedName,
            command: CloneCommand,
        } = "message_no_guide";
        NearGuide {
            guide: QuotedName,
            meant: QuotedName,
        } = "message_near_guide";
        NotSearched(missing: Truncated<Missing>) = "message_not_searched";
        Pattern(pattern: QuotedName) = "message_pattern";
        Endings(endings: Truncated<QuotedName>) = "message_endings";
        Hidden(names: Truncated<QuotedName>) = "message_hidden";
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
        Folded(limit: usize) = "message_folded";
        Rest(limit: usize) = "message_rest";
        Headings(limit: usize) = "message_headings";
        Unquoted(quoted: Truncated<QuotedName>) = "message_unquoted";
        Replaced(words: Truncated<Item>) = "message_replaced";
        Unheld(names: Truncated<QuotedName>) = "message_unheld";
        Ignored {
            count: usize,
            limit: usize,
        } = "message_ignored";
        NoGuidance(paths: Truncated<QuotedName>) = "guidance_none";
        OtherGuidance {
            paths: Truncated<QuotedName>,
            names: Truncated<QuotedName>,
        } = "guidance_nothing";
        Headers(documents: Truncated<WithReason<ScopeSource, RuleProblem>>) = "guidance_headers";
        Described(documents: Truncated<WithReason<String, String>>) = "guidance_described";
        Imports(paths: Truncated<Item>) = "guidance_imports";
        Skill(files: Truncated<QuotedName>) = "message_skill";
        Lone(document: Uri) = "message_lone";
        Templates(documents: Truncated<String>) = "message_templates";
        Variables(variables: Truncated<Item>) = "message_variables";
    }
}

/// The notes that are shown with a result.
pub type Notes = Vec<Note>;

impl Note {
    /// Returns whether the note is about an include that is left out.
    pub fn is_of_include(&self) -> bool {
        matches!(
            self,
            Self::NotCloned { .. } | Self::NoGuide { .. } | Self::NearGuide { .. }
        )
    }

    /// Returns the notes on a project's missing includes.
    pub fn left_out(project: &Project) -> impl Iterator<Item = Self> + use<'_> {
        project.missing.iter().map(|missing| {
            let guide = missing.guide.clone();
            match missing.absence.clone() {
                Absence::NotCloned(command) => Self::NotCloned { guide, command },
                Absence::NoGuide(command) | Absence::Nothing(command) => {
                    Self::NoGuide { guide, command }
                }
                Absence::NearGuide(meant) => Self::NearGuide { guide, meant },
            }
        })
    }
}

impl UnreadableList {
    /// Returns the note on the files that could not be read, if there are any.
    pub fn note(self) -> Option<Note> {
        (!self.0.is_empty()).then_some(Note::Unreadable(self))
    }
}

/// The interpretation of a call's pattern, as far as it differs from the pattern's text.
#[derive(Debug, Clone, Default)]
pub struct PatternReading {
    /// The interpreted pattern, which finds names in any folder, if it differs from the given one.
    pub pattern: Option<String>,
    /// The file name endings to which the results were limited.
    pub endings: IndexSet<String>,
}

impl PatternReading {
    /// Adds `other`, the interpretation of the same pattern in another category.
    pub fn add(&mut self, other: &Self) {
        self.pattern = self.pattern.take().or(other.pattern.clone());
        self.endings.extend(other.endings.iter().cloned());
    }

    /// Returns the notes on the interpretation.
    pub fn notes(&self) -> impl Iterator<Item = Note> {
        let pattern = self.pattern.clone().map(QuotedName).map(Note::Pattern);
        let endings = quoted(&self.endings).note(Note::Endings);
        pattern.into_iter().chain(endings)
    }
}

/// Returns the note on members and categories that cannot be searched, if there are any.
pub fn not_searched(missing: IndexSet<Missing>) -> Option<Note> {
    Truncated::from_iter(missing).note(Note::NotSearched)
}
