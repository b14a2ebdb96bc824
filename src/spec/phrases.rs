//! The message catalog: a template for each message that the code declares.

use std::collections::{HashMap, HashSet};

use serde::Deserialize;

use crate::documents::error::FileError;
use crate::documents::pattern::PatternErrorKind;
use crate::project::error::{ProjectErrorKind, SessionError, Way};
use crate::spec::error::{ArgumentErrorKind, Problem, problem};
use crate::spec::{MessageTemplate, Phrase, values};

use crate::text::jsonrpc::{HttpError, ParamsFault, Refusal};
use crate::text::message::{MessageArg, MessageDef, MessageGroup, ToMessage};
use crate::text::mustache::TemplateError;
use crate::text::yaml::{YamlErrorKind, YamlType, YamlValue};

/// The errors that have messages, in the order of the reference.
const ERRORS: &[&MessageGroup] = &[
    PatternErrorKind::MESSAGES,
    SessionError::MESSAGES,
    Way::MESSAGES,
    ProjectErrorKind::MESSAGES,
    YamlErrorKind::MESSAGES,
    YamlType::MESSAGES,
    YamlValue::MESSAGES,
    FileError::MESSAGES,
    TemplateError::MESSAGES,
    ArgumentErrorKind::MESSAGES,
    Refusal::MESSAGES,
    ParamsFault::MESSAGES,
    HttpError::MESSAGES,
];

/// Returns every declared message: the keys of the table's `phrases`, closed both ways.
pub fn message_groups() -> impl Iterator<Item = &'static MessageGroup> {
    ERRORS.iter().chain(Phrase::MESSAGES).copied()
}

fn message_defs() -> impl Iterator<Item = &'static MessageDef> {
    message_groups().flat_map(|group| group.all)
}

/// The templates of all messages, by their keys.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(transparent)]
pub(super) struct MessageCatalog(HashMap<String, MessageTemplate>);

impl MessageCatalog {
    /// Checks that each message has its template, and each template a message.
    pub fn check(&self) -> Result<(), Problem> {
        for def in message_defs() {
            let place = format!("phrases.{}", def.key);
            match self.0.get(def.key) {
                Some(template) => template.check(&place, def.placeholders)?,
                None => return problem(place, "this phrase is missing"),
            }
        }
        let known: HashSet<&str> = message_defs().map(|def| def.key).collect();
        match self.0.keys().find(|key| !known.contains(key.as_str())) {
            Some(key) => problem(format!("phrases.{key}"), "unknown phrase"),
            None => Ok(()),
        }
    }

    /// Returns the template of a phrase.
    pub fn phrase(&self, phrase: Phrase) -> &MessageTemplate {
        // `check` has seen every key.
        &self.0[phrase.key()]
    }

    /// Renders a message; `others` are the placeholders that it does not fill itself.
    pub fn render(&self, message: &dyn ToMessage, others: &[(&str, &str)]) -> String {
        let args = message.args();
        self.0[message.def().key].fill_by(|placeholder| {
            if let Some((_, arg)) = args.iter().find(|(name, _)| *name == placeholder) {
                return Some(self.render_arg(arg));
            }
            let other = others.iter().find(|(name, _)| *name == placeholder);
            other.map(|(_, text)| (*text).to_owned())
        })
    }

    fn render_arg(&self, arg: &MessageArg<'_>) -> String {
        match arg {
            MessageArg::Text(text) => text.clone(),
            MessageArg::Message(message) => self.render(*message, &[]),
            MessageArg::Messages(all) => {
                let all: Vec<String> = all.iter().map(|one| self.render(*one, &[])).collect();
                all.join(&self.phrase(Phrase::SessionSeparator).fill(&[]))
            }
            MessageArg::Names(names) => {
                let quoted = self.phrase(Phrase::Quoted);
                let names: Vec<String> = names
                    .iter()
                    .map(|name| quoted.fill(values!(text = name)))
                    .collect();
                names.join(&self.phrase(Phrase::Separator).fill(&[]))
            }
        }
    }
}
