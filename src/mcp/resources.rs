//! Resources, as MCP has them.

use rmcp::model::{
    ErrorData, ListResourceTemplatesResult, ListResourcesResult, MetaObject,
    ReadResourceRequestParams, ReadResourceResult, ResourceContents, ResourceTemplate,
};
use serde_json::{Map, Value, json};

use crate::dispatch::{CallContext, Dispatcher, Refused};
use crate::mcp::method::Method;
use crate::mcp::protocol::cache_hints;
use crate::mcp::server::{RequestContext, Server, Unanswered};
use crate::render::answer::Contents;
use crate::spec::error::ErrorKind;
use crate::spec::resource::ResourceRow;
use crate::spec::{PLAIN_TEXT, Tool};
use crate::text::multipart::Part;

/// How long a URI is at most, in bytes, that is repeated in an error's data.
const MAX_URI: usize = 4096;

impl Server {
    /// Answers `resources/list`.
    pub(super) fn list_resources(
        &self,
        cursor: Option<&str>,
        context: &RequestContext<'_>,
    ) -> Result<ListResourcesResult, Unanswered> {
        let listed = self.list(context, |dispatcher, asker| {
            dispatcher.resources(asker, cursor)
        })?;
        let mut result = listed.unwrap_or_else(|| self.dispatcher.resources_of_none());
        let hints = self.dispatcher.table.caching.resources;
        (result.ttl_ms, result.cache_scope) = cache_hints(hints, context.revision.as_ref());
        Ok(result)
    }

    /// Answers `resources/templates/list`.
    pub(super) fn list_resource_templates(
        &self,
        context: &RequestContext<'_>,
    ) -> ListResourceTemplatesResult {
        let table = &self.dispatcher.table;
        let rows = table.resources.templates.iter();
        let mut result = ListResourceTemplatesResult::with_all_items(rows.map(template).collect());
        let revision = context.revision.as_ref();
        (result.ttl_ms, result.cache_scope) = cache_hints(table.caching.templates, revision);
        result
    }

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
            Method::ReadResource,
            |dispatcher, asker| dispatcher.read(asker, &params.uri),
        );
        let contents = read.map_err(|unanswered| match unanswered {
            Unanswered::Error(mut error) => {
                if params.uri.len() <= MAX_URI {
                    error.data.get_or_insert_with(|| json!({}))["uri"] = (&*params.uri).into();
                }
                Unanswered::Error(error)
            }
            question => question,
        })?;
        let mut result = ReadResourceResult::new(contents_of(contents, &params.uri));
        let hints = self.dispatcher.table.caching.documents;
        (result.ttl_ms, result.cache_scope) = cache_hints(hints, context.revision.as_ref());
        Ok(result)
    }

    /// Lists something of the project. Returns `None` where the client would have to be
    /// asked first which project that is, and cannot be.
    pub(super) fn list<'a, T>(
        &'a self,
        context: &RequestContext<'_>,
        list: impl FnOnce(&'a Dispatcher, &CallContext<'_>) -> Result<T, Refused>,
    ) -> Result<Option<T>, Unanswered> {
        match self.roots(true, None, context) {
            Ok(roots) => self.ask(&roots, context, Method::ListTools, list).map(Some),
            Err(Unanswered::Question(_)) => Ok(None),
            Err(error) => Err(error),
        }
    }

    /// Returns an error of the protocol: what went wrong and what is to be done, with the
    /// error's type beside it. The code says whether the caller can mend it, by the
    /// method that has no result.
    pub(super) fn error(&self, refused: Refused, method: Method) -> ErrorData {
        let failure = match refused {
            Refused::Protocol(error) => return error,
            Refused::Failed(failure) => failure,
        };
        let message = self.dispatcher.sentence(&failure);
        let kind = failure.error_type;
        let data = Some(json!({ "error_type": kind, "instruction": failure.instruction }));
        let is = |kinds: &[ErrorKind]| kinds.iter().any(|of| of.name() == kind);
        let not_found = is(&[ErrorKind::NotFound, ErrorKind::NoMatches]);
        let invalid = is(&[ErrorKind::InvalidPattern, ErrorKind::InvalidArgument]);
        match method {
            Method::ReadResource if not_found => ErrorData::resource_not_found(message, data),
            Method::GetPrompt if not_found || invalid => ErrorData::invalid_params(message, data),
            _ => ErrorData::internal_error(message, data),
        }
    }
}

/// Returns documents as the contents of a resource, and what has to be said beside them
/// as the last.
fn contents_of(contents: Contents<'_>, uri: &str) -> Vec<ResourceContents> {
    let parts = contents.parts.into_iter().map(document);
    let said = contents
        .said
        .map(|said| ResourceContents::text(said, uri).with_mime_type(PLAIN_TEXT));
    parts.chain(said).collect()
}

/// Returns a document as the contents of its own URI.
pub(super) fn document(part: Part<'_>) -> ResourceContents {
    ResourceContents::text(part.body, part.location).with_mime_type(part.media_type)
}

fn template(row: &ResourceRow) -> ResourceTemplate {
    ResourceTemplate::new(&row.uri, &row.name)
        .with_title(&row.title)
        .with_description(&row.description)
}

/// Returns the `_meta` that a row has for some clients.
pub(super) fn meta(row: &Tool) -> Option<MetaObject> {
    let fields = row.meta.iter();
    let fields: Map<String, Value> = fields
        .map(|(key, value)| (key.clone(), value.clone()))
        .collect();
    (!fields.is_empty()).then(|| MetaObject(fields))
}
