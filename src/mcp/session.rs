//! What a client on two streams has said of itself, and which of its requests are answered.

use std::sync::Arc;

use rmcp::model::InitializeRequestParams;

use super::connection::Job;
use crate::server::method::{ClientRequest, Method};
use crate::server::protocol::{check_revision, is_newest, negotiate};
use crate::server::refusal::Refusal;

/// A session, from the view of the thread that reads its messages.
#[derive(Debug, Default)]
pub(super) struct ClientSession {
    pub(super) initialized: Option<Box<InitializeRequestParams>>,
    /// Whether a request began a session without `initialize`, by what its `_meta` says
    /// (from revision 2026-07-28 on).
    inline: bool,
}

impl ClientSession {
    /// Returns a request with its revision, and whether its client lists its roots: by what it says
    /// itself, or `initialize` said.
    pub(super) fn job(&self, request: ClientRequest) -> Job {
        let session = self.initialized.as_ref();
        let revision = request.meta.protocol_version();
        let capabilities = request.meta.client_capabilities();
        let capabilities = capabilities.or_else(|| Some(session?.capabilities.clone()));
        Job {
            revision: revision.or_else(|| Some(negotiate(&session?.protocol_version))),
            offers_roots: capabilities.is_some_and(|all| all.roots.is_some()),
            cancelled: Arc::default(),
            request,
        }
    }

    /// Checks that a request may be answered: after `initialize`, which begins the session once,
    /// or by what its `_meta` has in its place.
    ///
    /// # Errors
    ///
    /// Why it is refused.
    pub(super) fn check(&mut self, request: &ClientRequest) -> Result<(), Refusal> {
        let revision = request.meta.protocol_version();
        let newest = is_newest(revision.as_ref());
        // The newest revision has no `initialize` and no `ping`.
        let unknown = || Refusal::Method(request.name.clone());
        let in_session = self.initialized.is_some() && !newest;
        let has_begun = self.initialized.is_some() || self.inline;
        match &request.method {
            Method::Initialize(_) if has_begun && newest => return Err(unknown()),
            Method::Initialize(_) if has_begun => return Err(Refusal::Begun),
            Method::Initialize(params) => {
                self.initialized = Some(params.clone());
                return Ok(());
            }
            Method::Ping if in_session || !has_begun => return Ok(()),
            Method::Discover => request.check_meta()?,
            _ if in_session => {}
            _ => request.check_meta()?,
        }
        if let Some(revision) = &revision {
            check_revision(revision.as_str())?;
        }
        if matches!(request.method, Method::Ping) {
            return Err(unknown());
        }
        self.inline |= self.initialized.is_none() && !matches!(request.method, Method::Discover);
        Ok(())
    }
}
