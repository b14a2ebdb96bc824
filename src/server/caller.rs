//! The client that sent a request, and its roots.

use std::collections::BTreeMap;

use rmcp::model::{InputRequest, InputRequiredResult, InputResponses};
use serde_json::Value;

use crate::project::session::Roots;

/// The key of the roots in a client's answers to the server's questions.
const KEY: &str = "roots";

/// The client that sent a request.
#[derive(Clone, Copy)]
pub struct Caller<'a> {
    /// Returns the client's roots, or `None` if the client can only send them in another request.
    /// Since revision 2026-07-28, a server sends no requests. Called only if the roots could decide
    /// which project is bound. May block.
    pub roots: &'a dyn Fn() -> Option<Roots>,
    /// Returns whether the client has given up. Called for each document and each directory entry.
    pub gave_up: &'a dyn Fn() -> bool,
}

impl Caller<'_> {
    /// A client that has no roots and does not give up.
    pub const WITHOUT_ROOTS: Self = Self {
        roots: &|| Some(Roots::None),
        gave_up: &|| false,
    };
}

/// Returns the roots from a client's answers, or `None` if the client sent no answers.
pub(super) fn answered(responses: Option<&InputResponses>) -> Option<Roots> {
    responses.map(|all| all.get(KEY).map_or(Roots::Failed, offered))
}

/// Returns the result that asks a client for its roots.
pub(super) fn question() -> InputRequiredResult {
    #[expect(
        deprecated,
        reason = "MCP has nothing else that names a client's folder"
    )]
    let request = InputRequest::ListRoots(rmcp::model::ListRootsRequest::default());
    InputRequiredResult::from_input_requests(BTreeMap::from([(KEY.to_owned(), request)]))
}

/// Reads the roots from a client's answer. A malformed root becomes an empty URI, and the other
/// roots are still used.
pub(crate) fn offered(answer: &Value) -> Roots {
    let Some(roots) = answer.get("roots").and_then(Value::as_array) else {
        return Roots::Failed;
    };
    let uris = roots.iter().map(|root| match root.get("uri") {
        Some(Value::String(uri)) => uri.clone(),
        _ => String::new(),
    });
    Roots::Offered(uris.collect())
}
