//! The differences between the revisions of MCP.

use rmcp::model::{ErrorCode, ErrorData, ProtocolVersion, ServerResult};

use super::refusal::Refusal;
use crate::table::Caching;
use crate::write::reply::Reply;

/// The result of a request.
#[expect(clippy::large_enum_variant, reason = "it is moved, and not kept")]
pub(crate) enum RequestResult {
    /// The result of `tools/call`. The flag says whether the result has a `resultType`, which
    /// exists since revision 2026-07-28.
    Call(Reply, bool),
    /// The result of any other method.
    Other(ServerResult),
}

/// Returns whether a revision is 2026-07-28 or later. These revisions have no `initialize`:
/// requests contain its fields in `_meta`. Results have a `resultType` and caching hints.
pub(crate) fn is_newest(revision: Option<&ProtocolVersion>) -> bool {
    revision.is_some_and(|revision| !revision.has_initialize())
}

/// Returns the revision for a session in which the client's `initialize` requests the revision
/// `asked`.
pub(crate) fn negotiate(asked: &ProtocolVersion) -> ProtocolVersion {
    let is_known = ProtocolVersion::KNOWN_VERSIONS.contains(asked);
    if is_known && asked.has_initialize() {
        asked.clone()
    } else {
        ProtocolVersion::LATEST_WITH_INITIALIZE
    }
}

/// Checks the revision from a request's `_meta` or header.
///
/// # Errors
///
/// Returns [`Refusal::Revision`] if the revision is not known.
pub(crate) fn check_revision(asked: &str) -> Result<(), Refusal> {
    let mut versions = ProtocolVersion::KNOWN_VERSIONS.iter();
    if versions.any(|revision| revision.as_str() == asked) {
        Ok(())
    } else {
        Err(Refusal::Revision(asked.to_owned()))
    }
}

/// Adapts `answer` to `revision`. Since 2026-07-28, a result says for how many milliseconds it may
/// be cached, and by whom.
pub(crate) fn adapt(
    mut answer: Result<RequestResult, ErrorData>,
    revision: Option<&ProtocolVersion>,
    caching: &Caching,
) -> Result<RequestResult, ErrorData> {
    match (&mut answer, is_newest(revision)) {
        (Ok(RequestResult::Call(_, typed)), newest) => *typed = newest,
        (Ok(RequestResult::Other(result)), true) => set_cache_hints(result, caching),
        (Ok(RequestResult::Other(result)), false) => result.strip_result_type_for_legacy_peer(),
        (Err(error), true) if error.code == ErrorCode::RESOURCE_NOT_FOUND => {
            error.code = ErrorCode::INVALID_PARAMS;
        }
        (Err(_), _) => {}
    }
    answer
}

/// Sets in `result` how long and for whom a client may cache it, as the row for its kind says. A
/// result of another kind is not changed.
fn set_cache_hints(result: &mut ServerResult, caching: &Caching) {
    use ServerResult as Of;
    let (row, ttl, scope) = match result {
        Of::ListToolsResult(it) => (caching.tools, &mut it.ttl_ms, &mut it.cache_scope),
        Of::ListPromptsResult(it) => (caching.prompts, &mut it.ttl_ms, &mut it.cache_scope),
        Of::ListResourcesResult(it) => (caching.resources, &mut it.ttl_ms, &mut it.cache_scope),
        Of::ListResourceTemplatesResult(it) => {
            (caching.templates, &mut it.ttl_ms, &mut it.cache_scope)
        }
        Of::ReadResourceResult(it) => (caching.documents, &mut it.ttl_ms, &mut it.cache_scope),
        Of::ListSkillsResult(it) => (caching.skills, &mut it.ttl_ms, &mut it.cache_scope),
        Of::GetSkillResult(it) => (caching.skills, &mut it.ttl_ms, &mut it.cache_scope),
        _ => return,
    };
    (*ttl, *scope) = (Some(row.ttl_ms), Some(row.scope));
}
