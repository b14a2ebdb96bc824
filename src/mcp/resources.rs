//! Resources, prompts and completions, as MCP has them.

use rmcp::model::{
    CompleteRequestParams, CompleteResult, CompletionInfo, ContentBlock, ErrorData,
    GetPromptRequestParams, GetPromptResult, PromptMessage, ReadResourceRequestParams,
    ReadResourceResult, ResourceContents, Role,
};
use serde_json::json;

use crate::dispatch::{CallContext, Dispatcher, Refused};
use crate::limits::MAX_ARGUMENT_BYTES;
use crate::mcp::server::{RequestContext, Server, Unanswered, Wanted};
use crate::mcp::skills::skill_file;
use crate::render::answer::{Contents, ErrorKind};
use crate::spec::PLAIN_TEXT;
use crate::text::multipart::Part;

impl Server {
    /// Answers `resources/read`.
    pub(super) fn read_resource(
        &self,
        params: &ReadResourceRequestParams,
        context: &RequestContext<'_>,
    ) -> Result<ReadResourceResult, Unanswered> {
        let needs_project = !self.dispatcher.needs_no_project(&params.uri);
        let roots = self.roots(needs_project, params.input_responses.as_ref(), context)?;
        let read = self.ask(
            &roots,
            context,
            Wanted::Resource,
            |dispatcher, asker| match dispatcher.skill_file(asker, &params.uri)? {
                Some(file) => Ok(vec![skill_file(file, &params.uri)]),
                None => dispatcher
                    .read(asker, &params.uri)
                    .map(|contents| contents_of(contents, &params.uri)),
            },
        );
        let contents = read.map_err(|unanswered| match unanswered {
            Unanswered::Error(mut error) => {
                if params.uri.len() <= MAX_ARGUMENT_BYTES {
                    error.data.get_or_insert_with(|| json!({}))["uri"] = (&*params.uri).into();
                }
                Unanswered::Error(error)
            }
            question => question,
        })?;
        Ok(ReadResourceResult::new(contents))
    }

    /// Answers `prompts/get`.
    pub(super) fn get_prompt(
        &self,
        params: &GetPromptRequestParams,
        context: &RequestContext<'_>,
    ) -> Result<GetPromptResult, Unanswered> {
        let roots = self.roots(true, params.input_responses.as_ref(), context)?;
        let arguments = params.arguments.clone().unwrap_or_default();
        let got = self.ask(&roots, context, Wanted::Prompt, |dispatcher, asker| {
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

    /// Lists something of the project. Returns `None` where the client would have to be
    /// asked first which project that is, and cannot be.
    pub(super) fn list<'a, T>(
        &'a self,
        context: &RequestContext<'_>,
        list: impl FnOnce(&'a Dispatcher, &CallContext<'_>) -> Result<T, Refused>,
    ) -> Result<Option<T>, Unanswered> {
        match self.roots(true, None, context) {
            Ok(roots) => self.ask(&roots, context, Wanted::Other, list).map(Some),
            Err(Unanswered::Question(_)) => Ok(None),
            Err(error) => Err(error),
        }
    }

    /// Returns an error of the protocol: what went wrong and what is to be done, with the
    /// error's type beside it. What was wanted decides between InvalidParams, which the
    /// caller can mend, and InternalError.
    pub(super) fn error(&self, refused: Refused, wanted: Wanted) -> ErrorData {
        let failure = match refused {
            Refused::Protocol(error) => return error,
            Refused::Failed(failure) => failure,
        };
        let message = self.dispatcher.sentence(&failure);
        let kind = failure.error_type;
        let data = Some(json!({ "error_type": kind, "instruction": failure.instruction }));
        let not_found = matches!(
            kind,
            ErrorKind::NotFound | ErrorKind::NoDocument | ErrorKind::NoMatches
        );
        let invalid = matches!(kind, ErrorKind::InvalidPattern | ErrorKind::InvalidArgument);
        match wanted {
            Wanted::Resource if not_found => ErrorData::resource_not_found(message, data),
            Wanted::Prompt if not_found => ErrorData::invalid_params(message, data),
            Wanted::Prompt | Wanted::Resource if invalid => {
                ErrorData::invalid_params(message, data)
            }
            _ => ErrorData::internal_error(message, data),
        }
    }
}

/// Returns documents as the contents of a resource, and what has to be said beside them
/// as the last.
fn contents_of(contents: Contents, uri: &str) -> Vec<ResourceContents> {
    let parts = contents.parts.into_iter().map(document);
    let said = contents
        .said
        .map(|said| ResourceContents::text(said, uri).with_mime_type(PLAIN_TEXT));
    parts.chain(said).collect()
}

/// Returns a document as the contents of its own URI.
fn document(part: Part) -> ResourceContents {
    ResourceContents::text(part.body, part.location).with_mime_type(part.media_type)
}

/// Returns each document as a message, and what has to be said beside them as the last.
fn messages(contents: Contents) -> Vec<PromptMessage> {
    let parts = contents.parts.into_iter();
    let parts = parts.map(|part| ContentBlock::resource(document(part)));
    let said = contents.said.map(ContentBlock::text);
    let content = parts.chain(said);
    content
        .map(|content| PromptMessage::new(Role::User, content))
        .collect()
}
