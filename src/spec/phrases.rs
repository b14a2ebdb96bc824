//! The words of the table: a template for each sentence that can be said.

use std::collections::{HashMap, HashSet};

use serde::Deserialize;

use crate::documents::fault::Fault;
use crate::documents::pattern::PatternFault;
use crate::project::fault::{ProjectFault, SessionError, Way, WaySeparator};
use crate::spec::fault::{ArgumentFault, Problem, problem};
use crate::spec::{Phrase, Template, values};
use crate::text::http::HttpError;
use crate::text::jsonrpc::{ParamsFault, Refusal};
use crate::text::mustache::TemplateFault;
use crate::text::sentence::{Filling, Say, Sentence, Sentences};
use crate::text::yaml::{YamlFault, YamlType, YamlValue};

/// The faults that have sentences, in the order of the reference.
const FAULTS: &[&Sentences] = &[
    PatternFault::SENTENCES,
    SessionError::SENTENCES,
    Way::SENTENCES,
    WaySeparator::SENTENCES,
    ProjectFault::SENTENCES,
    YamlFault::SENTENCES,
    YamlType::SENTENCES,
    YamlValue::SENTENCES,
    Fault::SENTENCES,
    TemplateFault::SENTENCES,
    ArgumentFault::SENTENCES,
    Refusal::SENTENCES,
    ParamsFault::SENTENCES,
    HttpError::SENTENCES,
];

/// Everything that can be said: the keys of the table's `phrases`, closed both ways.
pub fn sentences() -> impl Iterator<Item = &'static Sentences> {
    FAULTS.iter().chain(Phrase::SENTENCES).copied()
}

fn every() -> impl Iterator<Item = &'static Sentence> {
    sentences().flat_map(|sentences| sentences.all)
}

/// The templates of all messages, by their keys.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(transparent)]
pub(super) struct Phrases(HashMap<String, Template>);

impl Phrases {
    /// Checks that each message has its template, and each template a message.
    pub fn check(&self) -> Result<(), Problem> {
        for sentence in every() {
            let place = format!("phrases.{}", sentence.key);
            match self.0.get(sentence.key) {
                Some(template) => template.check(&place, sentence.placeholders)?,
                None => return problem(place, "this phrase is missing"),
            }
        }
        let known: HashSet<&str> = every().map(|sentence| sentence.key).collect();
        match self.0.keys().find(|key| !known.contains(key.as_str())) {
            Some(key) => problem(format!("phrases.{key}"), "unknown phrase"),
            None => Ok(()),
        }
    }

    /// A phrase's template.
    pub fn phrase(&self, phrase: Phrase) -> &Template {
        self.template(phrase.key())
    }

    /// A sentence, filled.
    pub fn said(&self, say: &dyn Say) -> String {
        let fillings = say.fillings();
        self.template(say.sentence().key).fill_by(|placeholder| {
            let filling = fillings.iter().find(|(name, _)| *name == placeholder);
            filling.map(|(_, filling)| self.filled(filling))
        })
    }

    fn filled(&self, filling: &Filling<'_>) -> String {
        match filling {
            Filling::Text(text) => text.clone(),
            Filling::Sentence(say) => self.said(*say),
            Filling::Sentences(all, between) => {
                let said: Vec<String> = all.iter().map(|say| self.said(*say)).collect();
                said.join(&self.said(*between))
            }
            Filling::Names(names) => {
                let quoted = self.phrase(Phrase::Quoted);
                let names: Vec<String> = names
                    .iter()
                    .map(|name| quoted.fill(values!(text = name)))
                    .collect();
                names.join(&self.phrase(Phrase::Separator).fill(&[]))
            }
        }
    }

    fn template(&self, key: &str) -> &Template {
        // `check` has seen every key.
        &self.0[key]
    }
}
