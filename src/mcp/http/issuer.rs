//! Access tokens of an authorization server (OAuth 2.1). This server is a resource
//! server (RFC 9728) and issues none.

use std::fmt;

use http::Uri;
use jsonwebtoken::{Algorithm, Validation, decode, decode_header};
use serde::Deserialize;
use serde::de::IgnoredAny;
use serde_json::{Value, json};

use super::hosts;
use super::keys::{self, Keys, NoKey};
use crate::text::http::HttpError;

/// Where the metadata of a resource are; its path follows (RFC 9728 §3.1).
const WELL_KNOWN: &str = "/.well-known/oauth-protected-resource";
/// The algorithms of tokens. None is by a shared secret, and `none` is not among them.
const ALGORITHMS: [Algorithm; 9] = [
    Algorithm::RS256,
    Algorithm::RS384,
    Algorithm::RS512,
    Algorithm::PS256,
    Algorithm::PS384,
    Algorithm::PS512,
    Algorithm::ES256,
    Algorithm::ES384,
    Algorithm::EdDSA,
];
/// The values of `typ` in lower case: access tokens (RFC 9068), and JWTs of no kind.
const TYPES: [&str; 4] = ["jwt", "application/jwt", "at+jwt", "application/at+jwt"];
/// The tolerated difference between the clocks, in seconds.
const LEEWAY: u64 = 30;
/// The most bytes of a token.
const MAX_TOKEN: usize = 16 * 1024;

/// An absolute URL without a query, by `https`, or by `http` to this machine's loopback.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Url {
    text: String,
    uri: Uri,
}

/// The server as clients and their authorization server know it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Resource {
    /// The issuer of the tokens: their `iss`, compared byte by byte.
    pub issuer: Url,
    /// The audience of the tokens: one of their `aud`.
    pub audience: String,
    /// Where clients reach the server.
    pub url: Url,
}

/// The claims that jsonwebtoken does not check, or not in full.
#[derive(Deserialize)]
struct Claims {
    /// A string: jsonwebtoken also takes a list.
    #[serde(rename = "iss")]
    _issuer: String,
    /// Whose token it is.
    #[serde(rename = "sub", default)]
    subject: Option<String>,
    /// The key that the sender would have to prove possession of (RFC 7800).
    #[serde(rename = "cnf")]
    confirmation: Option<IgnoredAny>,
}

/// Verifies tokens of one issuer.
#[derive(Debug)]
pub struct Issuer {
    resource: Resource,
    keys: Keys,
}

impl Url {
    /// Parses a URL; `None` if it is not of this kind.
    pub fn new(text: &str) -> Option<Self> {
        let uri = Uri::try_from(text).ok()?;
        hosts::is_host(uri.authority()?.as_str()).then_some(())?;
        let plain = |byte: u8| byte.is_ascii_graphic() && !b"#?@\"\\<>^`{|}".contains(&byte);
        let plain = text.bytes().all(plain) && !uri.path().starts_with("//");
        let url = Self {
            text: text.to_owned(),
            uri,
        };
        let scheme = match url.uri.scheme_str()? {
            "https" => true,
            "http" => url.is_local(),
            _ => false,
        };
        (scheme && plain).then_some(url)
    }

    /// Whether its host is this machine's loopback.
    pub(super) fn is_local(&self) -> bool {
        hosts::LOOPBACK.contains(&self.uri.host().unwrap_or_default())
    }

    /// Returns the URL as it was given.
    pub fn as_str(&self) -> &str {
        &self.text
    }

    /// Returns its host, with its port where there is one.
    pub fn authority(&self) -> &str {
        self.uri.authority().map_or("", |it| it.as_str())
    }

    /// Returns its path, without a `/` at the end.
    fn path(&self) -> &str {
        self.uri.path().trim_end_matches('/')
    }

    /// Returns the well-known URL of this one, for a path that begins with `/.well-known`.
    pub(super) fn well_known(&self, well_known: &str) -> String {
        let scheme = self.uri.scheme_str().unwrap_or_default();
        format!("{scheme}://{}{well_known}{}", self.authority(), self.path())
    }
}

impl fmt::Display for Url {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.text)
    }
}

/// Logs why a token is invalid. The client is not told.
fn invalid(reason: impl fmt::Display) -> HttpError {
    tracing::info!(%reason, "a token is not valid");
    HttpError::TokenInvalid
}

impl Issuer {
    /// Accepts the tokens of an issuer. Its keys are fetched when they are needed.
    pub fn new(resource: Resource) -> Self {
        keys::install_provider();
        Self {
            keys: Keys::new(resource.issuer.clone()),
            resource,
        }
    }

    /// Verifies a token for this server and this time, and returns its subject.
    ///
    /// # Errors
    ///
    /// [`HttpError::TokenInvalid`], or [`HttpError::TokenUnverifiable`] where the
    /// issuer's keys cannot be fetched.
    pub(super) async fn check(&self, token: &str) -> Result<Option<String>, HttpError> {
        if token.len() > MAX_TOKEN {
            return Err(invalid(format_args!("it has more than {MAX_TOKEN} bytes")));
        }
        let header = decode_header(token).map_err(invalid)?;
        // No critical extension is supported (RFC 7515 §4.1.11).
        if !ALGORITHMS.contains(&header.alg) || header.crit.is_some() {
            return Err(invalid(
                "its algorithm or a critical extension is not accepted",
            ));
        }
        let kind = header.typ.as_ref().map(|kind| kind.to_ascii_lowercase());
        if kind.is_some_and(|kind| !TYPES.contains(&kind.as_str())) {
            return Err(invalid("by its type it is not an access token"));
        }
        let key = self.keys.get(header.kid.as_deref(), header.alg).await;
        let key = key.map_err(|error| match error {
            NoKey::Unknown => invalid("its issuer has no such key for its algorithm"),
            NoKey::Unreachable => HttpError::TokenUnverifiable,
        })?;
        let mut validation = Validation::new(header.alg);
        validation.validate_nbf = true;
        validation.leeway = LEEWAY;
        validation.set_issuer(&[&self.resource.issuer]);
        validation.set_audience(&[&self.resource.audience]);
        validation.set_required_spec_claims(&["exp", "iss", "aud"]);
        let claims: Claims = decode(token, &key, &validation).map_err(invalid)?.claims;
        match claims.confirmation {
            None => Ok(claims.subject),
            Some(IgnoredAny) => Err(invalid("it is bound to a key of its sender")),
        }
    }

    /// Begins to fetch the keys, so that the first token does not wait for them and a
    /// problem is logged at the start.
    pub(super) fn prepare(&self) {
        self.keys.fetch();
    }

    /// Returns the URL of the resource's metadata.
    pub(super) fn metadata_url(&self) -> String {
        self.resource.url.well_known(WELL_KNOWN)
    }

    /// Returns the resource's metadata (RFC 9728 §2), if they are at this path.
    pub(super) fn metadata(&self, path: &str) -> Option<Value> {
        let of = path.strip_prefix(WELL_KNOWN)?;
        let known = ["", super::MCP, self.resource.url.path()];
        known.contains(&of).then(|| {
            json!({
                "resource": self.resource.url.as_str(),
                "authorization_servers": [self.resource.issuer.as_str()],
                "bearer_methods_supported": ["header"],
            })
        })
    }
}
