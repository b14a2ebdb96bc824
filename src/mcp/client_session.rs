//! The session of a client on two streams, which decides whether requests may be answered.

use std::sync::Arc;

use rmcp::model::InitializeRequestParams;

use super::connection::Job;
use crate::server::method::{ClientRequest, Method};
use crate::server::refusal::Refusal;
use crate::server::request_result::{check_revision, is_newest, negotiate};

/// The state of a session that only the thread reading messages needs.
#[derive(Debug, Default)]
pub(super) struct ClientSession {
    pub(super) initialized: Option<Box<InitializeRequestParams>>,
    /// Whether the session began without `initialize`, with a request that has the required fields
    /// in its `_meta` (since revision 2026-07-28).
    inline: bool,
}

impl ClientSession {
    /// Returns a job for `request`, with the revision of the request and whether the client offers
    /// its roots. Fields in the request take precedence over `initialize`.
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

    /// Checks that a request may be answered. Either `initialize` has begun the session, which is
    /// possible only once, or the request's `_meta` replaces `initialize`.
    ///
    /// # Errors
    ///
    /// Returns the reason for the refusal.
    pub(super) fn check(&mut self, request: &ClientRequest) -> Result<(), Refusal> {
        let revision = request.meta.protocol_version();
        let newest = is_newest(revision.as_ref());
        // Since revision 2026-07-28, there is no `initialize` and no `ping`.
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
