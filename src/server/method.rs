//! The methods that the server answers, and the types of their parameters.

use std::collections::HashMap;

use rmcp::model::{
    CallToolRequestParams, CompleteRequestParams, GetPromptRequestParams, GetSkillRequestParams,
    InitializeRequestParams, PaginatedRequestParams, ProtocolVersion,
    ReadResourceDirectoryRequestParams, ReadResourceRequestParams, RequestId, RequestMetaObject,
    RequestParamsMeta,
};
use serde::de::{DeserializeOwned, IgnoredAny};
use serde_json::value::RawValue;

use super::refusal::Refusal;
use super::request_result::is_newest;

/// A parse error of parameters, with the path to the invalid field.
pub(crate) type PathError = serde_path_to_error::Error<serde_json::Error>;

/// A request for a method that this server answers.
#[derive(Debug)]
pub(crate) struct ClientRequest {
    pub(crate) id: RequestId,
    /// The name of the method.
    pub(crate) name: String,
    pub(crate) method: Method,
    pub(crate) meta: RequestMetaObject,
}

impl ClientRequest {
    /// Checks that `_meta` has the fields that replace `initialize`.
    ///
    /// # Errors
    ///
    /// Returns a refusal if fields that revision 2026-07-28 requires are missing.
    pub(crate) fn check_meta(&self) -> Result<(), Refusal> {
        let newest = &ProtocolVersion::V_2026_07_28;
        let missing = self.meta.missing_required_keys(newest);
        if missing.is_empty() {
            Ok(())
        } else {
            Err(Refusal::Meta(self.name.clone(), missing))
        }
    }
}

/// A method that this server answers, with the parameters of a request.
#[derive(Debug)]
pub(crate) enum Method {
    Initialize(Box<InitializeRequestParams>),
    Ping,
    Discover,
    ListTools(PaginatedRequestParams),
    CallTool(CallToolRequestParams),
    ListResources(PaginatedRequestParams),
    ListResourceTemplates(PaginatedRequestParams),
    ReadResource(ReadResourceRequestParams),
    ListPrompts(PaginatedRequestParams),
    GetPrompt(GetPromptRequestParams),
    Complete(CompleteRequestParams),
    ListSkills(PaginatedRequestParams),
    GetSkill(GetSkillRequestParams),
    ReadDirectory(ReadResourceDirectoryRequestParams),
}

impl Method {
    /// Parses the parameters of the method `name` and their `_meta`. Returns `None` if the method
    /// does not exist.
    ///
    /// # Errors
    ///
    /// Returns an error for the first field with a wrong type, or for invalid JSON.
    pub(crate) fn read(
        name: &str,
        params: Option<&RawValue>,
    ) -> Result<Option<(Self, RequestMetaObject)>, PathError> {
        let params = params.map_or("{}", RawValue::get);
        Ok(Some(match name {
            "initialize" => {
                let (PaginatedRequestParams { .. }, meta) = read(params)?;
                match with_meta(params, |params| Self::Initialize(Box::new(params))) {
                    // In revisions without `initialize`, the method is unknown, even if its
                    // parameters are invalid.
                    Err(_) if is_newest(meta.protocol_version().as_ref()) => return Ok(None),
                    read => read?,
                }
            }
            // These methods have no parameters except `_meta`.
            "ping" => with_meta(params, |PaginatedRequestParams { .. }| Self::Ping)?,
            "server/discover" => with_meta(params, |PaginatedRequestParams { .. }| Self::Discover)?,
            "tools/list" => with_meta(params, Self::ListTools)?,
            "tools/call" => with_meta(params, Self::CallTool)?,
            "resources/list" => with_meta(params, Self::ListResources)?,
            "resources/templates/list" => with_meta(params, Self::ListResourceTemplates)?,
            "resources/read" => with_meta(params, Self::ReadResource)?,
            "prompts/list" => with_meta(params, Self::ListPrompts)?,
            "prompts/get" => with_meta(params, Self::GetPrompt)?,
            "completion/complete" => with_meta(params, Self::Complete)?,
            "skills/list" => with_meta(params, Self::ListSkills)?,
            "skills/get" => with_meta(params, Self::GetSkill)?,
            "resources/directory/read" => with_meta(params, Self::ReadDirectory)?,
            _ => return Ok(None),
        }))
    }
}

/// Returns the refusal of a request in which a parameter has the wrong type.
pub(crate) fn params_error(method: String, error: &PathError) -> Refusal {
    let path = error.path().to_string();
    let field = match path.as_str() {
        "." => "params".to_owned(),
        path => format!("params.{path}"),
    };
    let inner = error.inner();
    let problem = inner.to_string();
    // Line and column are removed, because they count from the start of the parameters.
    let split = problem.rsplit_once(" at ").filter(|_| inner.line() > 0);
    let problem = split.map_or(&*problem, |(problem, _)| problem).to_owned();
    Refusal::Field {
        method,
        field,
        problem,
    }
}

/// Parses the parameters of a request, and passes them to `method`. Returns the method and the
/// metadata of the request.
fn with_meta<T: DeserializeOwned + RequestParamsMeta>(
    params: &str,
    method: impl FnOnce(T) -> Method,
) -> Result<(Method, RequestMetaObject), PathError> {
    let (params, meta) = read(params)?;
    Ok((method(params), meta))
}

/// Parses the parameters of a request, and removes their metadata from them. Missing parameters
/// count as an empty object.
fn read<T: DeserializeOwned + RequestParamsMeta>(
    params: &str,
) -> Result<(T, RequestMetaObject), PathError> {
    let params = match params {
        "null" => "{}",
        params => params,
    };
    if !params.starts_with('{') {
        // Without this check, serde would read a list as the fields in order.
        parse::<HashMap<String, IgnoredAny>>(params)?;
    }
    let mut params: T = parse(params)?;
    let meta = params.meta_mut().take().unwrap_or_default();
    Ok((params, meta))
}

fn parse<T: DeserializeOwned>(params: &str) -> Result<T, PathError> {
    serde_path_to_error::deserialize(&mut serde_json::Deserializer::from_str(params))
}
