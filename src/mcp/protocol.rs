//! What differs between the revisions of MCP.

use rmcp::model::{
    CacheScope, ErrorCode, ErrorData, ProtocolVersion, RequestMetaObject, ServerResult,
};
use serde_json::json;

use crate::dispatch::Dispatcher;
use crate::mcp::method::Method;
use crate::spec::CachingRow;
use crate::text::jsonrpc::{ParamsError, Refusal};

/// Tells whether a revision is 2026-07-28 or later: it has no `initialize`, its requests
/// say in `_meta` what that said, and its results have `resultType` and caching hints.
pub(super) fn is_newest(revision: Option<&ProtocolVersion>) -> bool {
    revision.is_some_and(|revision| !revision.has_initialize())
}

/// Tells whether a revision has batches of messages.
pub(super) fn has_batches(revision: &ProtocolVersion) -> bool {
    *revision == ProtocolVersion::V_2025_03_26
}

/// Returns the revision of a session, by what the client's `initialize` asks for.
pub(super) fn negotiate(asked: &ProtocolVersion) -> ProtocolVersion {
    let known = ProtocolVersion::KNOWN_VERSIONS.contains(asked);
    match known && asked.has_initialize() {
        true => asked.clone(),
        false => ProtocolVersion::LATEST_WITH_INITIALIZE,
    }
}

/// Checks a request that says in its `_meta` what `initialize` says in a session.
///
/// # Errors
///
/// The refusal of a request without the fields that revision 2026-07-28 requires.
pub(super) fn check_meta(method: Method, meta: &RequestMetaObject) -> Result<(), Refusal> {
    let missing = meta.missing_required_keys(&ProtocolVersion::V_2026_07_28);
    match missing.is_empty() {
        true => Ok(()),
        false => Err(Refusal::Params {
            method: method.name().to_owned(),
            reason: ParamsError::Meta(missing),
        }),
    }
}

/// Checks the revision that a request names in its `_meta` or a header.
///
/// # Errors
///
/// Error -32022 with the supported revisions, where it is none of them.
pub(super) fn check_revision(asked: &str, dispatcher: &Dispatcher) -> Result<(), Box<ErrorData>> {
    let known = ProtocolVersion::KNOWN_VERSIONS;
    if known.iter().any(|revision| revision.as_str() == asked) {
        return Ok(());
    }
    let mut error = dispatcher.refuse(&Refusal::Revision(asked.to_owned()));
    error.data = Some(json!({ "requested": asked, "supported": known }));
    Err(Box::new(error))
}

/// Gives an answer the form that it has in a revision.
pub(super) fn adapt(
    answer: Result<ServerResult, ErrorData>,
    revision: Option<&ProtocolVersion>,
) -> Result<ServerResult, ErrorData> {
    match (answer, is_newest(revision)) {
        (Ok(mut result), true) => {
            result.fill_missing_cache_hints();
            Ok(result)
        }
        (Ok(mut result), false) => {
            result.strip_result_type_for_legacy_peer();
            Ok(result)
        }
        (Err(mut error), true) if error.code == ErrorCode::RESOURCE_NOT_FOUND => {
            error.code = ErrorCode::INVALID_PARAMS;
            Err(error)
        }
        (answer, _) => answer,
    }
}

/// Returns how long a result may be kept, in milliseconds, and by whom, if the revision
/// has such hints.
pub(super) fn cache_hints(
    row: CachingRow,
    revision: Option<&ProtocolVersion>,
) -> (Option<u64>, Option<CacheScope>) {
    if !is_newest(revision) {
        return (None, None);
    }
    (Some(row.ttl_ms), Some(row.scope))
}
