//! What a client on two streams has said of itself, and which of its requests are answered.

use std::sync::Arc;

use rmcp::model::{
    ErrorData, InitializeRequestParams, ProtocolVersion, RequestMetaObject, ServerResult,
};

use crate::limits::MAX_REFUSED_LINES;
use crate::server::Server;
use crate::server::method::{ClientRequest, Method};
use crate::server::protocol::{self, check_meta, check_revision, is_newest};
use crate::server::refusal::{ParamsError, Refusal};

/// A session, from the view of the thread that reads its messages.
#[derive(Debug, Default)]
pub(super) struct ClientSession {
    /// What `initialize` said.
    client: Option<ClientInfo>,
    /// Whether a request began a session without `initialize`, by what its `_meta` says
    /// (from revision 2026-07-28 on).
    inline: bool,
    /// Lines in a row that were no messages.
    pub(super) refused: usize,
}

#[derive(Debug)]
struct ClientInfo {
    revision: ProtocolVersion,
    offers_roots: bool,
}

impl ClientSession {
    /// Returns true after `initialize`.
    pub(super) fn is_initialized(&self) -> bool {
        self.client.is_some()
    }

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

    /// Begins the session.
    ///
    /// # Errors
    ///
    /// If it has begun, or the request is malformed.
    pub(super) fn initialize(
        &mut self,
        (method, meta): (String, &RequestMetaObject),
        params: Result<InitializeRequestParams, ParamsError>,
        server: &Arc<Server>,
    ) -> Result<ServerResult, Refusal> {
        // The newest revision has no `initialize`: a request of it that cannot begin a
        // session has an unknown method.
        let newest = is_newest(meta.protocol_version().as_ref());
        let or_method = |refusal| match newest {
            true => Refusal::Method(method.clone()),
            false => refusal,
        };
        let params = params.map_err(|reason| {
            let method = method.clone();
            or_method(Refusal::Params { method, reason })
        })?;
        if self.has_begun() {
            return Err(or_method(Refusal::Begun));
        }
        let revision = protocol::negotiate(&params.protocol_version);
        let result = server.initialize(&params, revision.clone());
        self.client = Some(ClientInfo {
            revision,
            offers_roots: params.capabilities.roots.is_some(),
        });
        Ok(ServerResult::InitializeResult(result))
    }

    /// Checks that a request may be answered: after `initialize`, or by what its `_meta`
    /// has in its place.
    ///
    /// # Errors
    ///
    /// The error that answers the request.
    pub(super) fn check(
        &mut self,
        request: &ClientRequest,
        server: &Server,
    ) -> Result<(), Box<ErrorData>> {
        let refuse = |refusal: Refusal| Box::new(server.refuse(&refusal));
        let revision = request.meta.protocol_version();
        let in_session = self.client.is_some() && !is_newest(revision.as_ref());
        match request.method {
            Method::Ping if in_session || !self.has_begun() => return Ok(()),
            Method::Discover => check_meta(request).map_err(refuse)?,
            _ if in_session => {}
            _ => check_meta(request).map_err(refuse)?,
        }
        if let Some(revision) = &revision {
            check_revision(revision.as_str(), server)?;
        }
        if matches!(request.method, Method::Ping) {
            // From revision 2026-07-28 on there is no ping.
            return Err(refuse(Refusal::Method(request.name.clone())));
        }
        self.inline |= self.client.is_none() && !matches!(request.method, Method::Discover);
        Ok(())
    }

    fn has_begun(&self) -> bool {
        self.client.is_some() || self.inline
    }

    /// Counts a line that is neither a message nor a request. Returns true if it is
    /// answered.
    pub(super) fn answers_one_more(&mut self) -> bool {
        self.refused += 1;
        if self.refused == MAX_REFUSED_LINES + 1 {
            tracing::warn!("no more answers to lines that are no messages");
        }
        self.refused <= MAX_REFUSED_LINES
    }
}
