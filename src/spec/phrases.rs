//! The words of the table: a template for each sentence that can be said.

use std::collections::HashMap;

use indexmap::IndexMap;
use serde::Deserialize;

use crate::documents::fault::Fault;
use crate::documents::pattern::PatternFault;
use crate::project::fault::{ProjectFault, SessionError, Way, WaySeparator};
use crate::spec::fault::{ArgumentFault, TableFault};
use crate::spec::{Phrase, Template, values};
use crate::text::http::HttpError;
use crate::text::jsonrpc::{ParamsFault, Refusal};
use crate::text::mustache::TemplateFault;
use crate::text::sentence::{Filling, Say, Sentence, Sentences};
use crate::text::shown::echo;
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

/// The words for all of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Phrases {
    templates: HashMap<&'static str, Template>,
    /// What is said where there is no template: nothing.
    silence: Template,
}

impl Phrases {
    /// Takes the table's rows.
    ///
    /// # Errors
    ///
    /// What is wrong, with the key as it is shown.
    pub fn new(rows: &IndexMap<String, String>) -> Result<Self, (String, TableFault)> {
        let mut templates = HashMap::new();
        for sentence in every() {
            let key = sentence.key;
            let text = rows.get(key).ok_or((key.into(), TableFault::NoPhrase))?;
            let template = Template::parse(text, sentence.placeholders)
                .map_err(|error| (key.into(), TableFault::Template(error)))?;
            templates.insert(key, template);
        }
        match rows
            .keys()
            .find(|key| !templates.contains_key(key.as_str()))
        {
            None => Ok(Self {
                templates,
                silence: Template::default(),
            }),
            Some(key) => {
                let valid = every().map(|sentence| sentence.key).collect();
                Err((echo(key), TableFault::UnknownPhrase(valid)))
            }
        }
    }

    /// The words of the built-in table, whatever else is wrong with it.
    pub fn embedded() -> Option<Self> {
        #[derive(Deserialize)]
        struct PhraseRows {
            phrases: IndexMap<String, String>,
        }
        let part: PhraseRows = serde_json::from_str(super::EMBEDDED_JSON).ok()?;
        Self::new(&part.phrases).ok()
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
        self.templates.get(key).unwrap_or(&self.silence)
    }
}
