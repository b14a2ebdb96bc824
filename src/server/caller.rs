//! The client that sent a request, as far as the project depends on it.

use std::collections::BTreeMap;

use rmcp::model::{InputRequest, InputRequiredResult, InputResponses};
use serde_json::Value;

use crate::project::session::Roots;

/// The key of the roots in the answers to a question.
const KEY: &str = "roots";

/// The client that sent a request.
pub trait Caller {
    /// Returns its roots. It is asked where they could decide which project is bound, and may
    /// wait for them.
    ///
    /// # Errors
    ///
    /// [`NeedsRoots`] if only another request can have them.
    fn roots(&self) -> Result<Roots, NeedsRoots>;

    /// Returns whether it gave up; looked at for each document and each entry of a directory.
    fn gave_up(&self) -> bool;
}

/// The client has to be asked for its roots by the answer to its request: from revision
/// 2026-07-28 on a server sends no requests.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NeedsRoots;

/// A client whose roots are known, and that waits for its answer.
impl Caller for Roots {
    fn roots(&self) -> Result<Roots, NeedsRoots> {
        Ok(self.clone())
    }

    fn gave_up(&self) -> bool {
        false
    }
}

/// A client, and the roots that stand for those that it cannot be asked for.
pub(super) struct Answered<'a> {
    caller: &'a dyn Caller,
    roots: Option<Roots>,
}

impl<'a> Answered<'a> {
    /// Returns a client whose request has these answers to a question.
    pub(super) fn with(caller: &'a dyn Caller, responses: Option<&InputResponses>) -> Self {
        let roots = responses.map(|all| all.get(KEY).map_or(Roots::Failed, offered));
        Self { caller, roots }
    }

    /// Returns a client whose request has no place for answers.
    pub(super) fn without(caller: &'a dyn Caller) -> Self {
        let roots = Some(Roots::None);
        Self { caller, roots }
    }
}

impl Caller for Answered<'_> {
    fn roots(&self) -> Result<Roots, NeedsRoots> {
        let roots = self.caller.roots();
        roots.or_else(|needed| self.roots.clone().ok_or(needed))
    }

    fn gave_up(&self) -> bool {
        self.caller.gave_up()
    }
}

/// Returns the answer that asks a client for its roots.
pub(super) fn question() -> InputRequiredResult {
    #[expect(
        deprecated,
        reason = "MCP has nothing else that names a client's folder"
    )]
    let request = InputRequest::ListRoots(rmcp::model::ListRootsRequest::default());
    InputRequiredResult::from_input_requests(BTreeMap::from([(KEY.to_owned(), request)]))
}

/// Reads the roots in an answer. An entry of another shape costs only itself.
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
