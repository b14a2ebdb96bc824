//! MCP ↔ prompts, and the rest of what is being written.

use rmcp::model::{
    CompleteRequestParams, CompleteResult, CompletionInfo, ContentBlock, ErrorData,
    GetPromptRequestParams, GetPromptResponse, GetPromptResult, ListPromptsResult, Prompt,
    PromptArgument, PromptMessage, Reference, Role,
};
use rmcp::service::{RequestContext, RoleServer};

use crate::dispatch::completion::{Begun, Of};
use crate::dispatch::prompts;
use crate::mcp::handler::Handler;
use crate::mcp::resources::{Asked, caching, document};
use crate::render::answer::Contents;

impl Handler {
    /// The prompts.
    pub(super) async fn prompts(
        &self,
        context: RequestContext<RoleServer>,
    ) -> Result<ListPromptsResult, ErrorData> {
        let listed = self.listed(&context, |dispatcher, asker| dispatcher.prompts(asker));
        let prompts = listed.await?.unwrap_or_default();
        let prompts = prompts.into_iter().map(prompt).collect();
        let mut result = ListPromptsResult::with_all_items(prompts);
        let row = self.desk.dispatcher.table.caching.prompts;
        (result.ttl_ms, result.cache_scope) = caching(row, &context);
        Ok(result)
    }

    /// A prompt.
    pub(super) async fn prompt(
        &self,
        request: GetPromptRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<GetPromptResponse, ErrorData> {
        let answers = request.input_responses.as_ref();
        let roots = match self.roots(true, answers, &context).await? {
            Ok(roots) => roots,
            Err(question) => return Ok((*question).into()),
        };
        let (token, turn) = self.turn(&context).await?;
        let name = request.name.clone();
        let given = request.arguments.unwrap_or_default();
        let put = self.run(roots, &token, move |dispatcher, asker| {
            let (contents, description) = dispatcher.prompt(asker, &name, &given)?;
            Ok((messages(contents), description))
        });
        let put = put.await;
        let put = put.unwrap_or_else(|| Err(self.desk.dispatcher.unforeseen_of(&request.name)));
        let put = put.map_err(|refused| self.refused(refused, Asked::Prompt));
        let (messages, description) = put?;
        self.connection.hold(&context.id, turn);
        let result = GetPromptResult::new(messages).with_description(description);
        Ok(result.into())
    }

    /// What an argument or a variable can become.
    pub(super) async fn completed(
        &self,
        request: CompleteRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<CompleteResult, ErrorData> {
        let others = request.context.and_then(|context| context.arguments);
        let begun = Begun {
            of: match request.r#ref {
                Reference::Resource(template) => Of::Template(template.uri),
                Reference::Prompt(prompt) => Of::Prompt(prompt.name),
                // None that is known has this name.
                _ => Of::Prompt(String::new()),
            },
            argument: request.argument.name,
            value: request.argument.value,
            others: others.into_iter().flatten().collect(),
        };
        let completed = self.listed(&context, move |dispatcher, asker| {
            dispatcher.complete(asker, &begun)
        });
        let mut values = completed.await?.unwrap_or_default();
        let total = values.len();
        values.truncate(CompletionInfo::MAX_VALUES);
        let mut info = CompletionInfo::default();
        info.has_more = Some(values.len() < total);
        info.total = u32::try_from(total).ok();
        info.values = values;
        Ok(CompleteResult::new(info))
    }
}

/// Each document as a message, with what has to be said beside them as the last.
fn messages(contents: Contents<'_>) -> Vec<PromptMessage> {
    let parts = contents.parts.into_iter();
    let parts = parts.map(|part| ContentBlock::resource(document(part)));
    let said = contents.said.map(ContentBlock::text);
    let content = parts.chain(said);
    content
        .map(|content| PromptMessage::new(Role::User, content))
        .collect()
}

fn prompt(listed: prompts::Prompt) -> Prompt {
    let arguments = listed.row.tool.arguments.iter().map(|(name, row)| {
        PromptArgument::new(name)
            .with_description(&row.description)
            .with_required(row.required)
    });
    let arguments = arguments.collect();
    Prompt::new(listed.name, Some(listed.description), Some(arguments)).with_title(listed.title)
}
