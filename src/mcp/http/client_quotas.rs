//! Authorization of requests, and quotas that prevent a single client from using up all resources.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex};

use http::HeaderMap;
use http::header::AUTHORIZATION;
use sha2::{Digest, Sha256};
use subtle::ConstantTimeEq;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use super::host_policy::single_value;
#[cfg(feature = "oauth")]
use super::issuer::Issuer;
use crate::limits::{MAX_CLIENT_CALLS, MAX_HELD_BODY_BYTES};
use crate::server::refusal::HttpError;
use crate::sync::lock;

/// The minimum length of a static token, in characters.
pub const MIN_TOKEN: usize = 16;
/// Each limit is divided by this number for a single client, which may therefore use half of it.
/// The share is large because, without `--auth-issuer`, all clients behind a proxy count as one
/// client.
const SHARES: usize = 2;
/// The number of known clients at which idle clients are forgotten.
const MANY: usize = 1024;

/// The rule that decides which requests are authorized.
#[derive(Clone)]
pub enum Authorizer {
    /// All requests.
    Open,
    /// Requests with a token that has this SHA-256 digest. Digests can be compared in constant
    /// time, but strings of unknown length cannot.
    Token([u8; 32]),
    /// Requests with a token from an authorization server.
    #[cfg(feature = "oauth")]
    Issuer(Arc<Issuer>),
}

impl Authorizer {
    /// Creates an authorizer for requests with `token`. Returns `None` if the token is shorter than
    /// [`MIN_TOKEN`] characters or contains characters that a bearer token must not have (RFC 6750
    /// §2.1).
    pub fn token(token: &str) -> Option<Self> {
        let valid = |byte: u8| byte.is_ascii_alphanumeric() || b"-._~+/=".contains(&byte);
        let valid = token.len() >= MIN_TOKEN && token.bytes().all(valid);
        valid.then(|| Self::Token(Sha256::digest(token).into()))
    }

    /// Creates an authorizer that authorizes no request. Requests are checked against a token that
    /// nobody has.
    pub fn nobody() -> Self {
        Self::Token([0; 32])
    }

    /// Returns whether all requests are authorized.
    pub fn is_open(&self) -> bool {
        matches!(self, Self::Open)
    }

    /// Checks the token of a request. `project` is the name of the requested project if there are
    /// several projects. Returns the client, or `None` if the token does not identify the client.
    /// The duration of the check does not depend on the project.
    ///
    /// # Errors
    ///
    /// Returns [`HttpError::TokenMissing`], [`HttpError::TokenInvalid`] or
    /// [`HttpError::TokenUnverifiable`].
    pub(super) async fn check(
        &self,
        headers: &HeaderMap,
        project: Option<&str>,
    ) -> Result<Option<ClientId>, HttpError> {
        let _ = project;
        match self {
            Self::Open => Ok(None),
            Self::Token(expected) => {
                let digest: [u8; 32] = Sha256::digest(bearer(headers)?).into();
                let is_equal = bool::from(digest.ct_eq(expected));
                is_equal.then_some(None).ok_or(HttpError::TokenInvalid)
            }
            #[cfg(feature = "oauth")]
            Self::Issuer(issuer) => {
                let subject = issuer.check(bearer(headers)?, project).await?;
                Ok(subject.map(ClientId::Subject))
            }
        }
    }

    /// Returns the metadata of the protected resource if `path` is the path of the metadata, and
    /// `None` otherwise. With several projects, the path can contain any name, even if no project
    /// has it.
    pub(super) fn metadata(&self, path: &str, are_several: bool) -> Option<serde_json::Value> {
        match self {
            #[cfg(feature = "oauth")]
            Self::Issuer(issuer) => issuer.metadata(path, are_several),
            _ => {
                let _ = (path, are_several);
                None
            }
        }
    }

    /// Returns the value of the `WWW-Authenticate` header for a missing or invalid token (RFC 6750
    /// §3). Returns `None` for other errors.
    pub(super) fn challenge(&self, error: &HttpError, project: Option<&str>) -> Option<String> {
        let _ = project;
        let mut parameters = Vec::new();
        match error {
            HttpError::TokenInvalid => parameters.push("error=\"invalid_token\"".to_owned()),
            HttpError::TokenMissing => {}
            _ => return None,
        }
        #[cfg(feature = "oauth")]
        if let Self::Issuer(issuer) = self {
            let url = issuer.metadata_url(project);
            parameters.push(format!("resource_metadata=\"{url}\""));
        }
        let challenge = format!("Bearer {}", parameters.join(", "));
        Some(challenge.trim_end().to_owned())
    }
}

/// Returns the bearer token of a request.
fn bearer(headers: &HeaderMap) -> Result<&str, HttpError> {
    let value = single_value(headers, &AUTHORIZATION).map_err(|_| HttpError::TokenInvalid)?;
    match value.and_then(|value| value.trim().split_once(' ')) {
        Some((scheme, token)) if scheme.eq_ignore_ascii_case("bearer") => Ok(token.trim()),
        _ => Err(HttpError::TokenMissing),
    }
}

/// The identity of a client.
#[derive(Debug, PartialEq, Eq, Hash)]
pub(super) enum ClientId {
    /// The subject of the client's token.
    #[cfg(feature = "oauth")]
    Subject(String),
    /// The address of the client's connection.
    Address(IpAddr),
}

impl ClientId {
    /// Identifies a client by its address. Only the first 64 bits of an IPv6 address count, because
    /// a single host may use every address that begins with these bits.
    pub(super) fn of_address(address: IpAddr) -> Self {
        Self::Address(match address.to_canonical() {
            IpAddr::V6(ip) => IpAddr::V6((ip.to_bits() & !u128::from(u64::MAX)).into()),
            v4 => v4,
        })
    }
}

/// The connections, calls and bytes of request bodies that may be in use at the same time.
struct Quota {
    connections: Arc<Semaphore>,
    calls: Arc<Semaphore>,
    body_bytes: Arc<Semaphore>,
}

impl Quota {
    /// Creates a quota. Its limits are `connections` and the general limits on calls and on bytes
    /// of request bodies, each divided by `shares`.
    fn new(connections: usize, shares: usize) -> Self {
        let share = |limit: usize| Arc::new(Semaphore::new((limit / shares).max(1)));
        Self {
            connections: share(connections),
            calls: share(MAX_CLIENT_CALLS),
            body_bytes: share(MAX_HELD_BODY_BYTES),
        }
    }
}

/// The quota of one client, and the quota of all clients together.
pub(super) struct ClientQuota {
    own: Quota,
    all: Arc<Quota>,
}

/// A permit to use a part of a quota until the permit is dropped.
pub(super) struct Permit {
    _permits: [OwnedSemaphorePermit; 2],
    /// Keeps the client known. Otherwise, the same client could get a new, unused quota.
    _client: Arc<ClientQuota>,
}

impl ClientQuota {
    /// Acquires `n` permits of the semaphore that `semaphore` selects, both from the client's own
    /// quota and from that of all clients. Returns `None` if either has too few left.
    fn try_acquire(
        self: &Arc<Self>,
        semaphore: fn(&Quota) -> &Arc<Semaphore>,
        n: u32,
    ) -> Option<Permit> {
        let acquire = |quota| Arc::clone(semaphore(quota)).try_acquire_many_owned(n).ok();
        Some(Permit {
            _permits: [acquire(&self.own)?, acquire(&self.all)?],
            _client: Arc::clone(self),
        })
    }

    /// Acquires a connection. Returns `None` if the client, or all clients together, have reached
    /// the limit.
    pub(super) fn try_connect(self: &Arc<Self>) -> Option<Permit> {
        self.try_acquire(|quota| &quota.connections, 1)
    }

    /// Acquires `bytes` bytes for the body of a request. Returns `None` if too many bytes are in
    /// use.
    pub(super) fn try_hold(self: &Arc<Self>, bytes: u32) -> Option<Permit> {
        self.try_acquire(|quota| &quota.body_bytes, bytes)
    }

    /// Waits until a call may be answered. Waits for the client's own quota first, so that other
    /// clients do not wait behind it. Always returns a permit, because no semaphore is closed.
    pub(super) async fn acquire_call(self: &Arc<Self>) -> Option<Permit> {
        let own = Arc::clone(&self.own.calls).acquire_owned().await.ok()?;
        let all = Arc::clone(&self.all.calls).acquire_owned().await.ok()?;
        Some(Permit {
            _permits: [own, all],
            _client: Arc::clone(self),
        })
    }
}

/// The quotas of all known clients.
pub(super) struct ClientQuotas {
    /// The maximum number of connections of all clients together.
    connections: usize,
    all: Arc<Quota>,
    /// The quotas by client. A client is forgotten once it uses nothing and there are too many.
    clients: Mutex<HashMap<ClientId, Arc<ClientQuota>>>,
}

impl ClientQuotas {
    pub(super) fn new(connections: usize) -> Self {
        Self {
            connections,
            all: Arc::new(Quota::new(connections, 1)),
            clients: Mutex::default(),
        }
    }

    /// Returns the quota of a client.
    pub(super) fn get(&self, id: ClientId) -> Arc<ClientQuota> {
        let mut clients = lock(&self.clients);
        if clients.len() >= MANY {
            clients.retain(|_, client| Arc::strong_count(client) > 1);
        }
        let new = || {
            Arc::new(ClientQuota {
                own: Quota::new(self.connections, SHARES),
                all: Arc::clone(&self.all),
            })
        };
        Arc::clone(clients.entry(id).or_insert_with(new))
    }
}
