//! The methods of MCP: each turns a request into a result or an error.

use std::sync::Arc;

use rmcp::model::{
    DiscoverResult, ErrorData, Implementation, InitializeRequestParams, ListPromptsResult,
    ListResourceTemplatesResult, ListResourcesResult, ListToolsResult, MetaObject,
    PaginatedRequestParams, ProtocolVersion, RequestMetaObject, ResourceTemplate,
    SKILLS_EXTENSION_ID, ServerCapabilities, ServerConfig, ServerResult, Tool, ToolAnnotations,
};
use serde_json::{Map, json};

use super::caller::{Caller, answered, question};
use super::method::{ClientRequest, Method};
#[cfg(feature = "http")]
use super::refusal::HttpError;
use super::refusal::Refusal;
use super::request_result::{self, RequestResult};
use super::{CallError, Server, caught};
use crate::operation::error::Error;
use crate::project::session::Roots;
use crate::table;

impl Server {
    /// Answers `request` according to the protocol's `revision`. May block to read files or to wait
    /// for the client.
    pub(crate) fn answer(
        self: &Arc<Self>,
        request: ClientRequest,
        revision: Option<&ProtocolVersion>,
        caller: Caller<'_>,
    ) -> Result<RequestResult, ErrorData> {
        let name = request.name.clone();
        let run = || self.run_method(request, revision, caller);
        let answer = caught(&name, run);
        let answer = answer.unwrap_or_else(|| Err(self.error(&name, Error::unknown(&name).into())));
        let answer = answer.or_else(|error| match error {
            CallError::Protocol(error) => Err(error),
            CallError::NeedsRoots => {
                let question = ServerResult::InputRequiredResult(question());
                Ok(RequestResult::Other(question))
            }
        });
        request_result::adapt(answer, revision, &self.table.caching)
    }

    /// Runs the method of `request`. A later round of a request may contain the client's roots, which
    /// are used if `caller` has none.
    fn run_method(
        self: &Arc<Self>,
        request: ClientRequest,
        revision: Option<&ProtocolVersion>,
        caller: Caller<'_>,
    ) -> Result<RequestResult, CallError> {
        if is_of_skills(&request.method) && !request_result::is_newest(revision) {
            return Err(self.refuse(&Refusal::Method(request.name)).into());
        }
        let given = given_roots(&request.method);
        let roots = || (caller.roots)().or_else(|| given.clone());
        let caller = Caller {
            roots: &roots,
            ..caller
        };
        let result = match request.method {
            Method::Initialize(params) => ServerResult::InitializeResult(self.initialize(&params)),
            Method::Ping => ServerResult::empty(()),
            Method::Discover => ServerResult::DiscoverResult(self.discover(&request.meta)),
            Method::ListTools(params) => {
                self.check_single_page(&params)?;
                let tools = self.table.tools.iter().map(tool).collect();
                ServerResult::ListToolsResult(ListToolsResult::with_all_items(tools))
            }
            Method::CallTool(params) => {
                let arguments = params.arguments.unwrap_or_default();
                let reply = self.call(caller, &params.name, &arguments)?;
                return Ok(RequestResult::Call(reply, true));
            }
            Method::ListResources(params) => {
                let listed = self.resources(caller, params.cursor.as_deref());
                let of_none =
                    || ListResourcesResult::with_all_items(self.resources_without_project());
                let listed = or_without_roots(listed, of_none)?;
                ServerResult::ListResourcesResult(listed)
            }
            Method::ListResourceTemplates(params) => {
                self.check_single_page(&params)?;
                ServerResult::ListResourceTemplatesResult(self.resource_templates())
            }
            Method::ReadResource(params) => {
                ServerResult::ReadResourceResult(self.read_resource(caller, &params.uri)?)
            }
            Method::ListPrompts(params) => {
                self.check_single_page(&params)?;
                let prompts = or_without_roots(self.prompts(caller), Vec::new)?;
                ServerResult::ListPromptsResult(ListPromptsResult::with_all_items(prompts))
            }
            Method::GetPrompt(params) => {
                let arguments = params.arguments.unwrap_or_default();
                let got = self.prompt(caller, &params.name, &arguments)?;
                ServerResult::GetPromptResult(got)
            }
            Method::Complete(params) => {
                ServerResult::CompleteResult(self.complete(caller, &params)?)
            }
            // The list is empty if the client would first have to be asked for its roots.
            Method::ListSkills(params) => {
                let listed = self.skills(caller, params.cursor.as_deref());
                ServerResult::ListSkillsResult(or_without_roots(listed, Default::default)?)
            }
            Method::GetSkill(params) => {
                ServerResult::GetSkillResult(self.skill(caller, &params.uri)?)
            }
            Method::ReadDirectory(params) => {
                let read = self.directory(caller, &params.uri, params.cursor.as_deref())?;
                ServerResult::ListResourcesResult(read)
            }
        };
        Ok(RequestResult::Other(result))
    }

    /// Returns the templates of resources, one for each row of the table.
    fn resource_templates(&self) -> ListResourceTemplatesResult {
        let rows = self.table.resources.templates.iter();
        let templates = rows.map(|row| {
            ResourceTemplate::new(
                row.kind.uri_template(&self.table.formats.locations),
                &row.name,
            )
            .with_title(&row.title)
            .with_description(&row.description)
        });
        ListResourceTemplatesResult::with_all_items(templates.collect())
    }

    /// Returns the server's description for a client of an earlier revision, with the revision for
    /// the session.
    fn initialize(self: &Arc<Self>, params: &InitializeRequestParams) -> ServerConfig {
        let mut result = self.config(params.capabilities.roots.is_some());
        result.protocol_version = request_result::negotiate(&params.protocol_version);
        result
    }

    /// Returns the server's description for a client of the newest revision. `meta` contains the
    /// client's capabilities.
    fn discover(self: &Arc<Self>, meta: &RequestMetaObject) -> DiscoverResult {
        let versions = ProtocolVersion::KNOWN_VERSIONS.to_vec();
        let capabilities = meta.client_capabilities();
        let mut config = self.config(capabilities.is_some_and(|all| all.roots.is_some()));
        let settings = Map::from_iter([("directoryRead".to_owned(), true.into())]);
        let skills = (SKILLS_EXTENSION_ID.to_owned(), settings);
        config.capabilities.extensions = Some([skills].into());
        DiscoverResult::from_server_info(versions, config)
    }

    /// Returns the server's capabilities and description, with the instructions.
    fn config(self: &Arc<Self>, offers_roots: bool) -> ServerConfig {
        let implementation = Implementation::new(env!("CARGO_PKG_NAME"), env!("CARGO_PKG_VERSION"))
            .with_title(self.table.server.title.clone());
        let mut capabilities = ServerCapabilities::default();
        capabilities.completions = Some(Default::default());
        capabilities.prompts = Some(Default::default());
        capabilities.resources = Some(Default::default());
        capabilities.tools = Some(Default::default());
        ServerConfig::new(capabilities)
            .with_server_info(implementation)
            .with_instructions(self.instructions_in_time(offers_roots))
    }

    /// Returns the JSON-RPC error for a refused message.
    pub(crate) fn refuse(&self, refusal: &Refusal) -> ErrorData {
        let data = match refusal {
            Refusal::Revision(asked) => {
                let supported = ProtocolVersion::KNOWN_VERSIONS;
                Some(json!({ "requested": asked, "supported": supported }))
            }
            _ => None,
        };
        ErrorData::new(refusal.code(), self.table.render(refusal), data)
    }

    /// Returns the JSON-RPC error for a refused HTTP request.
    #[cfg(feature = "http")]
    pub(crate) fn http_error(&self, error: &HttpError) -> ErrorData {
        ErrorData::new(error.code(), self.table.render(error), None)
    }

    /// Checks that the request for a list with a single page has no cursor.
    fn check_single_page(&self, params: &PaginatedRequestParams) -> Result<(), ErrorData> {
        match &params.cursor {
            Some(cursor) => Err(self.unknown_cursor(cursor)),
            None => Ok(()),
        }
    }
}

/// Returns `listed`, or `instead` if the client would first have to be asked for its roots. The
/// parameters of lists cannot contain the client's answer.
pub(super) fn or_without_roots<T>(
    listed: Result<T, CallError>,
    instead: impl FnOnce() -> T,
) -> Result<T, CallError> {
    match listed {
        Err(CallError::NeedsRoots) => Ok(instead()),
        listed => listed,
    }
}

/// Returns whether a method belongs to the extension for skills, which requires revision 2026-07-28
/// or later.
fn is_of_skills(method: &Method) -> bool {
    matches!(
        method,
        Method::ListSkills(_) | Method::GetSkill(_) | Method::ReadDirectory(_)
    )
}

/// Returns the roots that a request contains as an answer, if its method allows answers.
fn given_roots(method: &Method) -> Option<Roots> {
    match method {
        Method::CallTool(params) => answered(params.input_responses.as_ref()),
        Method::ReadResource(params) => answered(params.input_responses.as_ref()),
        Method::GetPrompt(params) => answered(params.input_responses.as_ref()),
        // The parameters of these methods cannot contain answers.
        Method::GetSkill(_) | Method::ReadDirectory(_) => Some(Roots::None),
        _ => None,
    }
}

/// Converts a row of the table to an MCP tool.
fn tool(row: &table::Tool) -> Tool {
    let hints = &row.annotations;
    let annotations = ToolAnnotations::from_raw(
        None,
        hints.read_only_hint,
        hints.destructive_hint,
        hints.idempotent_hint,
        hints.open_world_hint,
    );
    let mut tool = Tool::new(
        row.name.clone(),
        row.description.clone(),
        Arc::new(row.input_schema()),
    )
    .with_title(row.title.clone())
    .with_annotations(annotations);
    // Extra fields that only some clients read.
    let meta = Map::from_iter(row.meta.clone());
    tool.meta = (!meta.is_empty()).then_some(MetaObject(meta));
    tool
}
