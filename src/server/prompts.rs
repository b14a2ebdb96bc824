//! Prompts, which people choose by a name in the project, and completions.

use indexmap::IndexMap;
use rmcp::model::{
    CompleteRequestParams, CompleteResult, CompletionInfo, ContentBlock, ErrorCode,
    GetPromptResult, Prompt, PromptArgument, PromptMessage, Reference, Role as Sender,
};
use serde_json::{Map, Value};

use super::answer::or_without_roots;
use super::next_page::one_line;
use super::proposals::Needs;
use super::resources::document;
use super::{CallError, Caller, Server, arguments};
use crate::operation::OperationContext;
use crate::operation::call::NameRef;
use crate::operation::find::named::Named;
use crate::operation::find::skill_folder::WantedSkills;
use crate::operation::kind::NameKind;
use crate::operation::resource_item::{complete_pattern, complete_variable};
use crate::table::resources::PromptRow;
use crate::table::{MessageTemplate, Phrase, Role, RowText, Tool};
use crate::text::escaped::{Escaped, escape_truncated};
use crate::text::messages::Verbatim;
use crate::write::reply::Contents;

impl Server {
    /// Lists the prompts, one for each name, in the order in which names are looked up.
    ///
    /// # Errors
    ///
    /// Returns a [`CallError`] if there is no project or if the call was cancelled.
    pub(super) fn prompts(&self, caller: Caller<'_>) -> Result<Vec<Prompt>, CallError> {
        let all = WantedSkills::All(usize::MAX);
        self.ask(caller, "prompts/list", all, |context| {
            let mut prompts = IndexMap::new();
            for row in &self.table.prompts {
                for name in row.kinds.iter().flat_map(|kind| context.names(*kind)) {
                    let prompt = || self.prompt_of(context, row, name);
                    prompts.entry(name).or_insert_with(prompt);
                }
            }
            Ok(prompts.into_values().collect())
        })
    }

    /// Returns the documents of the prompt `name`, which is the name of a category, a collection or
    /// a skill. `given` contains the arguments of the prompt.
    ///
    /// # Errors
    ///
    /// Returns a [`CallError`] if there is no project, if the documents cannot be delivered, or if
    /// the call was cancelled.
    pub(super) fn prompt(
        &self,
        caller: Caller<'_>,
        name: &str,
        given: &Map<String, Value>,
    ) -> Result<GetPromptResult, CallError> {
        self.check_length("name", name)?;
        let subject = escape_truncated(name);
        let scope = self.bind_request(caller, WantedSkills::Of(name), Needs::Documents(Some(name)));
        let scope = scope.map_err(|error| self.error(&subject, error))?;
        let context = self.context(&scope.bound, &|| false);
        // For an unknown name, the first row is run, which returns the error.
        let row = self.prompt_row(&context, name);
        let row = row.unwrap_or(&self.table.prompts[0]);
        let description = self.description(&context, row, name);
        let tool = Tool {
            name: subject,
            ..row.tool()
        };
        let contents = self.contents(&tool, ErrorCode::INVALID_PARAMS, || {
            let most = self.most_paths;
            let call = arguments::check_prompt(&self.table, &tool, name, given, most)?;
            self.run_in(&scope, caller, &tool, call)
        })?;
        Ok(GetPromptResult::new(messages(contents)).with_description(description))
    }

    /// Returns the prompt for a row and a name.
    fn prompt_of(&self, context: &OperationContext<'_>, row: &PromptRow, name: &str) -> Prompt {
        let arguments = row.arguments.iter().map(|(name, argument)| {
            PromptArgument::new(name)
                .with_description(&argument.description)
                .with_required(argument.required)
        });
        let arguments = Some(arguments.collect());
        Prompt::new(name, Some(self.description(context, row, name)), arguments)
            .with_title(self.fill(&row.title, name))
    }

    /// Returns the description of `name` in the project, or else the description in `row`. Appends
    /// the situations in which the name is needed, if the project gives them.
    fn description(&self, context: &OperationContext<'_>, row: &PromptRow, name: &str) -> String {
        let project = &context.bound.project;
        let named = |kind: &NameKind| Named::find(project, *kind, name);
        let named = || row.kinds.iter().filter_map(named);
        let described = named().find_map(|container| container.description);
        let description = described.map_or_else(|| self.fill(&row.description, name), one_line);
        let use_when = named().find_map(|container| container.use_when);
        match use_when.map(Escaped) {
            Some(use_when) => self.table.render(&Phrase::DescribedUseWhen {
                description: Verbatim(description),
                use_when: use_when.into(),
            }),
            None => description,
        }
    }

    fn fill(&self, template: &MessageTemplate, name: &str) -> String {
        let name = Escaped(name).into();
        self.table.texts.fill(template, &RowText::Prompt { name })
    }

    /// Returns the first row of the table that finds `name`.
    fn prompt_row(&self, context: &OperationContext<'_>, name: &str) -> Option<&PromptRow> {
        let mut rows = self.table.prompts.iter();
        rows.find(|row| {
            let mut kinds = row.kinds.iter();
            kinds.any(|kind| Named::find(&context.bound.project, *kind, name).is_some())
        })
    }

    /// Returns the values that complete an argument, in order. Returns no values if the client
    /// would first have to be asked for its roots.
    ///
    /// # Errors
    ///
    /// Returns a [`CallError`] if the argument does not exist, if there is no project, or if the
    /// call was cancelled.
    pub(super) fn complete(
        &self,
        caller: Caller<'_>,
        params: &CompleteRequestParams,
    ) -> Result<CompleteResult, CallError> {
        let (argument, value) = (&params.argument.name, &params.argument.value);
        let others = params.context.as_ref();
        let others = others.and_then(|context| context.arguments.as_ref());
        let reference = match &params.r#ref {
            Reference::Resource(template) => &template.uri,
            Reference::Prompt(prompt) => &prompt.name,
            _ => "",
        };
        let named = [
            ("ref", reference),
            ("argument", argument),
            ("argument", value),
        ];
        let others_texts = others
            .into_iter()
            .flatten()
            .flat_map(|(name, text)| [name, text]);
        let others_texts = others_texts.map(|text| ("context", text.as_str()));
        for (parameter, text) in named.into_iter().chain(others_texts) {
            self.check_length(parameter, text)?;
        }
        let skills = match &params.r#ref {
            Reference::Resource(_) => WantedSkills::All(usize::MAX),
            _ => WantedSkills::Of(reference),
        };
        let completed = self.ask(caller, "completion/complete", skills, |context| {
            let completed = match &params.r#ref {
                Reference::Resource(_) => {
                    let mut rows = self.table.resources.templates.iter();
                    let row = rows.find(|row| {
                        row.kind.uri_template(&self.table.formats.locations) == *reference
                    });
                    let kind = row.map(|row| row.kind);
                    let kind = kind.filter(|kind| kind.variables().contains(&&**argument));
                    let other_value = |name: &str| others?.get(name).map(String::as_str);
                    let (category, collection) = (other_value("name"), other_value("id"));
                    kind.map(|kind| {
                        complete_variable(context, kind, argument, value, category, collection)
                    })
                }
                _ => {
                    let row = self.prompt_row(context, reference).filter(|row| {
                        let argument = row.arguments.get(argument);
                        argument.is_some_and(|argument| argument.role == Role::Pattern)
                    });
                    row.map(|row| {
                        let (name, kinds) = (reference.into(), &*row.kinds);
                        complete_pattern(context, &NameRef { name, kinds }, value)
                    })
                }
            };
            completed.transpose()
        });
        let completed = or_without_roots(completed, || Some(Vec::new()))?;
        let unknown = || {
            let argument = argument.clone();
            self.invalid_params(&Phrase::CompletionUnknown { argument })
        };
        let mut values = completed.ok_or_else(unknown)?;
        let total = values.len();
        values.truncate(CompletionInfo::MAX_VALUES);
        let mut info = CompletionInfo::default();
        info.has_more = Some(values.len() < total);
        info.total = u32::try_from(total).ok();
        info.values = values;
        Ok(CompleteResult::new(info))
    }
}

/// Converts `contents` to messages: one for each document, followed by one with the notes.
fn messages(contents: Contents) -> Vec<PromptMessage> {
    let parts = contents.parts.into_iter();
    let parts = parts.map(|part| ContentBlock::resource(document(part)));
    let notes = contents.notes.map(ContentBlock::text);
    let content = parts.chain(notes);
    content
        .map(|content| PromptMessage::new(Sender::User, content))
        .collect()
}
