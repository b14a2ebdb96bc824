//! What a client on two streams has said of itself, and which of its requests are answered.

use rmcp::model::ProtocolVersion;

use crate::server::method::{ClientRequest, Method};
use crate::server::protocol::{self, check_revision, is_newest};
use crate::server::refusal::Refusal;

/// A session, from the view of the thread that reads its messages.
#[derive(Debug, Default)]
pub(super) struct ClientSession {
    /// What `initialize` said.
    pub(super) client: Option<ClientInfo>,
    /// Whether a request began a session without `initialize`, by what its `_meta` says
    /// (from revision 2026-07-28 on).
    inline: bool,
}

#[derive(Debug)]
pub(super) struct ClientInfo {
    revision: ProtocolVersion,
    offers_roots: bool,
}

impl ClientSession {
    /// Returns the revision of a request: its own, or the session's.
    pub(super) fn revision(&self, request: &ClientRequest) -> Option<ProtocolVersion> {
        let client = self.client.as_ref();
        let revision = request.meta.protocol_version();
        revision.or_else(|| client.map(|client| client.revision.clone()))
    }

    /// Returns true if the client lists its roots, by the request or by `initialize`.
    pub(super) fn offers_roots(&self, request: &ClientRequest) -> bool {
        match request.meta.client_capabilities() {
            Some(capabilities) => capabilities.roots.is_some(),
            None => (self.client.as_ref()).is_some_and(|client| client.offers_roots),
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
        let in_session = self.client.is_some() && !newest;
        let has_begun = self.client.is_some() || self.inline;
        match &request.method {
            Method::Initialize(_) if has_begun && newest => return Err(unknown()),
            Method::Initialize(_) if has_begun => return Err(Refusal::Begun),
            Method::Initialize(params) => {
                self.client = Some(ClientInfo {
                    revision: protocol::negotiate(&params.protocol_version),
                    offers_roots: params.capabilities.roots.is_some(),
                });
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
        self.inline |= self.client.is_none() && !matches!(request.method, Method::Discover);
        Ok(())
    }
}
