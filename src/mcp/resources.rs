//! MCP ↔ what can be read by its URI.

use std::sync::Arc;

use rmcp::model::{
    Annotations, CacheScope, ErrorData, ListResourceTemplatesResult, ListResourcesResult,
    MetaObject, PaginatedRequestParams, ReadResourceRequestParams, ReadResourceResponse,
    ReadResourceResult, Resource, ResourceContents, ResourceTemplate,
};
use rmcp::service::{RequestContext, RoleServer};
use serde_json::{Map, Value, json};

use crate::dispatch::resources::Page;
use crate::dispatch::{Asker, Dispatcher, Refused};
use crate::mcp::handler::{Handler, no_reply};
use crate::mcp::transport::message::is_newest;
use crate::render::answer::Contents;
use crate::render::resource;
use crate::spec::caching::{CachingRow, CachingScope};
use crate::spec::error_kind::ErrorKind;
use crate::spec::resource::ResourceRow;
use crate::spec::{PLAIN_TEXT, Tool};
use crate::text::multipart::{Part, PartHeaders};

/// How long a URI is at most, in bytes, that is repeated in an error's data.
const MAX_URI: usize = 4096;

/// What a request asks for, as far as the codes of its errors depend on it.
#[derive(Debug, Clone, Copy)]
pub(super) enum Asked {
    Resource,
    Prompt,
    Other,
}

impl Handler {
    /// A page of what can be read.
    pub(super) async fn resources(
        &self,
        cursor: Option<String>,
        context: RequestContext<RoleServer>,
    ) -> Result<ListResourcesResult, ErrorData> {
        let listed = self.listed(&context, move |dispatcher, asker| {
            dispatcher.resources(asker, cursor.as_deref())
        });
        let dispatcher = &self.desk.dispatcher;
        let Page { resources, cursor } = match listed.await? {
            Some(page) => page,
            None => dispatcher.resources_of_none(),
        };
        let resources = resources.into_iter().map(resource).collect();
        let mut result = ListResourcesResult::with_all_items(resources);
        result.next_cursor = cursor;
        (result.ttl_ms, result.cache_scope) = caching(dispatcher.table.caching.resources, &context);
        Ok(result)
    }

    /// The templates of what can be read.
    pub(super) fn templates(
        &self,
        context: &RequestContext<RoleServer>,
    ) -> ListResourceTemplatesResult {
        let table = &self.desk.dispatcher.table;
        let rows = table.resources.templates.iter();
        let mut result = ListResourceTemplatesResult::with_all_items(rows.map(template).collect());
        (result.ttl_ms, result.cache_scope) = caching(table.caching.templates, context);
        result
    }

    /// What a URI names.
    pub(super) async fn read(
        &self,
        request: ReadResourceRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<ReadResourceResponse, ErrorData> {
        let dispatcher = &self.desk.dispatcher;
        let needs_project = !dispatcher.needs_no_project(&request.uri);
        let answers = request.input_responses.as_ref();
        let roots = match self.roots(needs_project, answers, &context).await? {
            Ok(roots) => roots,
            Err(question) => return Ok((*question).into()),
        };
        let (token, turn) = self.turn(&context).await?;
        let uri: Arc<str> = request.uri.into();
        let asked = Arc::clone(&uri);
        let read = self.run(roots, &token, move |dispatcher, asker| {
            let contents = dispatcher.read(asker, &asked)?;
            Ok(contents_of(contents, &asked))
        });
        let read = read.await;
        let read = read.unwrap_or_else(|| Err(dispatcher.unforeseen_of(&uri)));
        let contents = read.map_err(|refused| {
            let mut error = self.refused(refused, Asked::Resource);
            if uri.len() <= MAX_URI {
                error.data.get_or_insert_with(|| json!({}))["uri"] = (&*uri).into();
            }
            error
        })?;
        self.connection.hold(&context.id, turn);
        let mut result = ReadResourceResult::new(contents);
        (result.ttl_ms, result.cache_scope) = caching(dispatcher.table.caching.documents, &context);
        Ok(result.into())
    }

    /// That a list is one page.
    pub(super) fn whole(&self, request: Option<PaginatedRequestParams>) -> Result<(), ErrorData> {
        match request.and_then(|request| request.cursor) {
            Some(cursor) => Err(no_reply(self.desk.dispatcher.unknown_cursor(&cursor))),
            None => Ok(()),
        }
    }

    /// What is listed of the project; `None` where the client would have to be asked
    /// first which one that is, and cannot be.
    pub(super) async fn listed<T: Send + 'static>(
        &self,
        context: &RequestContext<RoleServer>,
        list: impl FnOnce(&Dispatcher, &Asker<'_>) -> Result<T, Refused> + Send + 'static,
    ) -> Result<Option<T>, ErrorData> {
        let Ok(roots) = self.roots(true, None, context).await? else {
            return Ok(None);
        };
        let (token, _turn) = self.turn(context).await?;
        let refused = |refused| self.refused(refused, Asked::Other);
        match self.run(roots, &token, list).await {
            Some(listed) => listed.map(Some).map_err(refused),
            None => Err(refused(self.desk.dispatcher.unforeseen_of(""))),
        }
    }

    /// Why something is not there, as an error of the protocol: the sentence and what is
    /// to be done, with the error's type beside it. What the caller can mend has the code
    /// for that, by what would have been delivered.
    pub(super) fn refused(&self, refused: Refused, asked: Asked) -> ErrorData {
        let failure = match refused {
            Refused::NoReply(none) => return no_reply(none),
            Refused::Failed(failure) => failure,
        };
        let message = self.desk.dispatcher.sentence(&failure);
        let kind = failure.error_type;
        let data = Some(json!({ "error_type": kind, "instruction": failure.instruction }));
        let is = |kinds: &[ErrorKind]| kinds.iter().any(|of| of.name() == kind);
        let nothing = is(&[ErrorKind::NotFound, ErrorKind::NoMatches]);
        let given = is(&[ErrorKind::InvalidPattern, ErrorKind::InvalidArgument]);
        match asked {
            Asked::Resource if nothing => ErrorData::resource_not_found(message, data),
            Asked::Prompt if nothing || given => ErrorData::invalid_params(message, data),
            _ => ErrorData::internal_error(message, data),
        }
    }
}

/// The contents of a resource, with what has to be said beside them as the last.
fn contents_of(contents: Contents<'_>, uri: &str) -> Vec<ResourceContents> {
    let parts = contents.parts.into_iter().map(document);
    let said = contents
        .said
        .map(|said| ResourceContents::text(said, uri).with_mime_type(PLAIN_TEXT));
    parts.chain(said).collect()
}

/// A document as the contents of its own URI.
pub(super) fn document(part: Part<'_>) -> ResourceContents {
    let PartHeaders {
        media_type,
        location,
    } = part.headers;
    ResourceContents::text(part.body, location).with_mime_type(media_type)
}

fn resource(listed: resource::Resource) -> Resource {
    let mut resource = Resource::new(listed.uri, listed.name)
        .with_title(listed.title)
        .with_description(listed.description);
    resource.mime_type = listed.media_type;
    resource.size = listed.bytes;
    if let Some(modified) = listed.modified {
        let annotations = resource.annotations.insert(Annotations::default());
        annotations.last_modified = Some(modified);
    }
    resource
}

fn template(row: &ResourceRow) -> ResourceTemplate {
    ResourceTemplate::new(&row.uri, &row.tool.name)
        .with_title(&row.tool.title)
        .with_description(&row.tool.description)
}

/// How long a result may be kept, and for whom, where its revision says so.
pub(super) fn caching(
    row: CachingRow,
    context: &RequestContext<RoleServer>,
) -> (Option<u64>, Option<CacheScope>) {
    if !is_newest(context.protocol_version().as_ref()) {
        return (None, None);
    }
    let scope = match row.scope {
        CachingScope::Public => CacheScope::Public,
        CachingScope::Private => CacheScope::Private,
    };
    (Some(row.ttl_ms), Some(scope))
}

/// What a row says to some clients.
pub(super) fn meta(row: &Tool) -> Option<MetaObject> {
    let fields = row.meta.iter();
    let fields: Map<String, Value> = fields
        .map(|(key, value)| (key.clone(), value.clone()))
        .collect();
    (!fields.is_empty()).then(|| MetaObject(fields))
}
