//! Prompts, which people choose by a name of the project, and completions.

use std::borrow::Cow;

use indexmap::IndexMap;
use serde_json::{Map, Value};

use super::arguments::Arguments;
use super::{Asker, Dispatcher, NoReply, Refused};
use crate::operation::Request;
use crate::operation::catalog::{complete_pattern, complete_variable};
use crate::render::answer::Contents;
use crate::render::resource::one_line;
use crate::spec::resource::{PromptRow, UriVariable};
use crate::spec::{MessageTemplate, Phrase, Role, SearchKind, Tool, values};
use crate::text::escape::{Escaped, escape_truncated};

/// A prompt.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Prompt {
    /// The name of a category, a collection, or both.
    pub name: String,
    /// The name that clients show.
    pub title: String,
    /// What it is for.
    pub description: String,
    /// Its row.
    pub row: PromptRow,
}

/// What a client wants to complete.
#[derive(Debug, Clone)]
pub struct CompletionRequest {
    /// What the argument is of.
    pub of: CompletionRef,
    /// The argument or the variable.
    pub argument: String,
    /// The beginning of its value.
    pub value: String,
    /// The names and values of the other arguments or variables.
    pub others: Vec<(String, String)>,
}

/// What a completed argument or variable is of.
#[derive(Debug, Clone)]
pub enum CompletionRef {
    /// This URI template.
    Template(String),
    /// The prompt of this name.
    Prompt(String),
}

impl Dispatcher {
    /// Lists the prompts: one for each name, in the order in which they are looked up.
    ///
    /// # Errors
    ///
    /// [`Refused`]: no project, or it was cancelled.
    pub fn prompts(&self, asker: &Asker<'_>) -> Result<Vec<Prompt>, Refused> {
        self.ask(asker, "prompts/list", |request| {
            let mut prompts = IndexMap::new();
            for row in &self.table.prompts {
                for name in row.search.iter().flat_map(|kind| names(request, *kind)) {
                    let prompt = || prompt(request, row, name);
                    prompts.entry(name).or_insert_with(prompt);
                }
            }
            Ok(prompts.into_values().collect())
        })
    }

    /// Returns the documents of a prompt, and its description.
    ///
    /// # Errors
    ///
    /// [`Refused`]: no project, it failed as a call does, or it was cancelled.
    pub fn prompt(
        &self,
        asker: &Asker<'_>,
        name: &str,
        given: &Map<String, Value>,
    ) -> Result<(Contents<'_>, String), Refused> {
        self.bounded("name", name)?;
        let subject = escape_truncated(name);
        let (row, description) = self.ask(asker, &subject, |request| {
            let row = self.prompt_row(request, name);
            let row = row.unwrap_or(&self.table.prompts[0]);
            Ok((row, prompt(request, row, name).description))
        })?;
        let tool = Tool {
            name: subject,
            ..row.tool()
        };
        let contents = self.contents(&tool, || {
            let mut arguments = Arguments::check(&self.table, &tool, given)?;
            arguments.name = Some(Cow::Borrowed(name));
            self.run(&tool, &arguments, asker)
        });
        Ok((contents?, description))
    }

    /// Returns the first row that looks up this name and finds it.
    fn prompt_row(&self, request: &Request<'_>, name: &str) -> Option<&PromptRow> {
        let mut rows = self.table.prompts.iter();
        rows.find(|row| {
            let mut search = row.search.iter();
            search.any(|kind| names(request, *kind).any(|of| of == name))
        })
    }

    /// Returns every value that completes an argument, in order.
    ///
    /// # Errors
    ///
    /// [`Refused`]: there is no such argument, no project, or it was cancelled.
    pub fn complete(
        &self,
        asker: &Asker<'_>,
        completion: &CompletionRequest,
    ) -> Result<Vec<String>, Refused> {
        let CompletionRequest {
            of: CompletionRef::Template(of) | CompletionRef::Prompt(of),
            argument,
            value,
            others,
        } = completion;
        let others = others.iter().map(|(name, value)| (&**name, &**value));
        let context = others.clone().flat_map(|(name, value)| [name, value]);
        let context = context.map(|text| ("context", text));
        let named = [("ref", &**of), ("argument", argument), ("argument", value)];
        for (parameter, text) in named.into_iter().chain(context) {
            self.bounded(parameter, text)?;
        }
        let what = "completion/complete";
        let completed = match &completion.of {
            CompletionRef::Template(uri) => {
                let mut rows = self.table.resources.templates.iter();
                let row = rows.find(|row| row.uri == *uri);
                let variable = row.and_then(|row| Some((row, *row.variables.get(argument)?)));
                variable.map(|(row, variable)| {
                    let value_of = |of: UriVariable| {
                        let is = |name: &str| row.variables.get(name) == Some(&of);
                        let mut others = others.clone();
                        others.find(|(name, _)| is(name)).map(|(_, value)| value)
                    };
                    let (category, collection) = (
                        value_of(UriVariable::Category),
                        value_of(UriVariable::Collection),
                    );
                    self.ask(asker, what, |request| {
                        complete_variable(request, variable, value, category, collection)
                    })
                })
            }
            CompletionRef::Prompt(name) => {
                let completed = self.ask(asker, what, |request| {
                    let row = self.prompt_row(request, name);
                    let argument = row.and_then(|row| Some((row, row.arguments.get(argument)?)));
                    match argument {
                        Some((row, argument)) if argument.role == Role::Pattern => {
                            complete_pattern(request, &row.search, name, value).map(Some)
                        }
                        _ => Ok(None),
                    }
                });
                completed.transpose()
            }
        };
        completed.unwrap_or_else(|| {
            let argument = escape_truncated(argument);
            let message = self.phrase(Phrase::CompletionUnknown, values!(argument));
            Err(NoReply::Unknown(message).into())
        })
    }
}

/// Returns the prompt of a row and a name.
fn prompt(request: &Request<'_>, row: &PromptRow, name: &str) -> Prompt {
    let project = &request.bound.project;
    let shown = Escaped(name);
    let fill = |template: &MessageTemplate| template.fill(values!(name = shown));
    let described = row.search.iter().find_map(|kind| match kind {
        SearchKind::Category => project.categories.get(name)?.description.as_deref(),
        SearchKind::Collection => project.collections.get(name)?.description.as_deref(),
    });
    Prompt {
        name: name.to_owned(),
        title: fill(&row.title),
        description: described.map_or_else(|| fill(&row.description), one_line),
        row: row.clone(),
    }
}

fn names<'a>(request: &Request<'a>, kind: SearchKind) -> Box<dyn Iterator<Item = &'a String> + 'a> {
    let project = &request.bound.project;
    match kind {
        SearchKind::Category => Box::new(project.categories.keys()),
        SearchKind::Collection => Box::new(project.collections.keys()),
    }
}
