//! Prompts and completions, as MCP has them.

use rmcp::model::{
    CompleteRequestParams, CompleteResult, CompletionInfo, ContentBlock, GetPromptRequestParams,
    GetPromptResult, ListPromptsResult, PromptMessage, Role,
};

use crate::mcp::method::Method;
use crate::mcp::protocol::cache_hints;
use crate::mcp::resources::document;
use crate::mcp::server::{RequestContext, Server, Unanswered};
use crate::render::answer::Contents;

impl Server {
    /// Answers `prompts/list`.
    pub(super) fn list_prompts(
        &self,
        context: &RequestContext<'_>,
    ) -> Result<ListPromptsResult, Unanswered> {
        let prompts = self.list(context, |dispatcher, asker| dispatcher.prompts(asker))?;
        let mut result = ListPromptsResult::with_all_items(prompts.unwrap_or_default());
        let hints = self.dispatcher.table.caching.prompts;
        (result.ttl_ms, result.cache_scope) = cache_hints(hints, context.revision.as_ref());
        Ok(result)
    }

    /// Answers `prompts/get`.
    pub(super) fn get_prompt(
        &self,
        params: &GetPromptRequestParams,
        context: &RequestContext<'_>,
    ) -> Result<GetPromptResult, Unanswered> {
        let roots = self.roots(true, params.input_responses.as_ref(), context)?;
        let arguments = params.arguments.clone().unwrap_or_default();
        let got = self.ask(&roots, context, Method::GetPrompt, |dispatcher, asker| {
            dispatcher.prompt(asker, &params.name, &arguments)
        });
        let (contents, description) = got?;
        Ok(GetPromptResult::new(messages(contents)).with_description(description))
    }

    /// Answers `completion/complete`.
    pub(super) fn complete(
        &self,
        params: &CompleteRequestParams,
        context: &RequestContext<'_>,
    ) -> Result<CompleteResult, Unanswered> {
        let completed = self.list(context, |dispatcher, asker| {
            dispatcher.complete(asker, params)
        })?;
        let mut values = completed.unwrap_or_default();
        let total = values.len();
        values.truncate(CompletionInfo::MAX_VALUES);
        let mut info = CompletionInfo::default();
        info.has_more = Some(values.len() < total);
        info.total = u32::try_from(total).ok();
        info.values = values;
        Ok(CompleteResult::new(info))
    }
}

/// Returns each document as a message, and what has to be said beside them as the last.
fn messages(contents: Contents<'_>) -> Vec<PromptMessage> {
    let parts = contents.parts.into_iter();
    let parts = parts.map(|part| ContentBlock::resource(document(part)));
    let said = contents.said.map(ContentBlock::text);
    let content = parts.chain(said);
    content
        .map(|content| PromptMessage::new(Role::User, content))
        .collect()
}
