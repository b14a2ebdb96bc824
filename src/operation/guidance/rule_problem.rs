//! The reasons why a rule does not apply as its author meant.

use rule_files::RuleError;

use crate::text::messages::{MessageDef, ToMessage, messages};
use crate::text::texts::Texts;

messages! {
    /// Reasons why a document was not read as a rule.
    #[derive(Debug, Clone, PartialEq, Eq)]
    pub enum UnreadRule {
        /// The document contains only the path to a different file, as Git writes a link on some
        /// systems.
        LinkAsText { to: String } = "rule_link_as_text";
        /// The document was not compared, because the call would compare too many patterns.
        NotCompared = "rule_not_compared";
    }
}

/// The reason why a rule does not apply as its author meant.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum RuleProblem {
    /// A part of the header cannot be read.
    Header(RuleError),
    /// The document was not read as a rule.
    Unread(UnreadRule),
}

impl RuleProblem {
    /// The document was not compared, because the call would compare too many patterns.
    pub const NOT_COMPARED: Self = Self::Unread(UnreadRule::NotCompared);

    /// Returns the problems of a document: the errors in its header, and `link`, the path that is
    /// its whole text.
    pub fn all(errors: Vec<RuleError>, link: Option<String>) -> Vec<Self> {
        let link = link.map(|to| Self::Unread(UnreadRule::LinkAsText { to }));
        errors.into_iter().map(Self::from).chain(link).collect()
    }
}

impl From<RuleError> for RuleProblem {
    fn from(error: RuleError) -> Self {
        Self::Header(error)
    }
}

impl ToMessage for RuleProblem {
    fn def(&self) -> &'static MessageDef {
        match self {
            Self::Header(error) => error.def(),
            Self::Unread(problem) => problem.def(),
        }
    }

    fn values(&self, texts: &Texts) -> Vec<(&'static str, String)> {
        match self {
            Self::Header(error) => error.values(texts),
            Self::Unread(problem) => problem.values(texts),
        }
    }
}
