//! What people choose by a name of the project: listed, and put together.

use std::borrow::Cow;

use indexmap::IndexMap;
use serde_json::{Map, Value};

use super::arguments::Arguments;
use super::{Asker, Dispatcher, Refused};
use crate::operation::Request;
use crate::render::answer::Contents;
use crate::render::resource::one_line;
use crate::render::wording::echo;
use crate::spec::resource::PromptRow;
use crate::spec::{SearchKind, Template, Tool, values};
use crate::text::escape::Escaped;

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
                for kind in &row.tool.search {
                    for name in names(request, *kind) {
                        let prompt = || of_row(request, row, name);
                        prompts.entry(name).or_insert_with(prompt);
                    }
                }
            }
            Ok(prompts.into_values().collect())
        })
    }

    /// Puts a prompt's messages together, and says what it is for.
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
        let (row, description) = self.ask(asker, &echo(name), |request| {
            let row = self.prompt_row(request, name);
            let row = row.unwrap_or(&self.table.prompts[0]);
            Ok((row.tool.clone(), of_row(request, row, name).description))
        })?;
        let tool = Tool {
            name: echo(name),
            ..row
        };
        let contents = self.contents(&tool, || {
            let mut arguments = Arguments::check(&self.table, &tool, given)?;
            arguments.name = Some(Cow::Borrowed(name));
            self.run(&tool, &arguments, asker)
        });
        Ok((contents?, description))
    }

    /// The first row that looks up this name and finds it.
    pub(super) fn prompt_row(&self, request: &Request<'_>, name: &str) -> Option<&PromptRow> {
        let mut rows = self.table.prompts.iter();
        rows.find(|row| {
            let mut search = row.tool.search.iter();
            search.any(|kind| names(request, *kind).any(|of| of == name))
        })
    }
}

fn of_row(request: &Request<'_>, row: &PromptRow, name: &str) -> Prompt {
    let project = &request.bound.project;
    let shown = Escaped(name);
    let fill = |template: &Template| template.fill(values!(name = shown));
    let described = row.tool.search.iter().find_map(|kind| match kind {
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
