//! Tokens of an authorization server, which this program is none of.

mod keys;
mod verify;

use std::fmt;

use http::Uri;
use jsonwebtoken::{Algorithm, Validation, decode, decode_header};
use serde::de::IgnoredAny;
use serde_json::{Value, json};

use crate::format::http::HttpRefusal;

use keys::{Keys, NoKey};

/// Where metadata stand; the path of what is described is inserted after it.
const WELL_KNOWN: &str = "/.well-known/oauth-protected-resource";
/// The algorithms of tokens: none by a secret, and not `none`.
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
/// How far the clocks may differ, in seconds.
const LEEWAY: u64 = 30;
/// The most bytes of a token.
const MAX_TOKEN: usize = 16 * 1024;

/// An absolute URL without a query, by `https`, or by `http` to this machine.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Url {
    text: String,
    uri: Uri,
}

/// The server as clients and their authorization server know it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Resource {
    /// Whose tokens are taken: their `iss`, letter by letter.
    pub issuer: Url,
    /// For whom they must be: one of their `aud`.
    pub audience: String,
    /// Where clients reach the server.
    pub url: Url,
}

/// Verifies tokens.
#[derive(Debug)]
pub struct Issuer {
    resource: Resource,
    keys: Keys,
}

impl Url {
    /// A URL; `None` where it is none of these.
    pub fn new(text: &str) -> Option<Self> {
        let uri = Uri::try_from(text).ok()?;
        let host = uri.host().filter(|host| !host.is_empty())?;
        let local = ["localhost", "127.0.0.1", "[::1]"].contains(&host);
        let scheme = match uri.scheme_str()? {
            "https" => true,
            "http" => local,
            _ => false,
        };
        let plain = !text.contains(['#', '?', '@']);
        (scheme && plain).then(|| Self {
            text: text.to_owned(),
            uri,
        })
    }

    /// As it was given.
    pub fn as_str(&self) -> &str {
        &self.text
    }

    /// Its host, with its port where there is one.
    pub fn authority(&self) -> &str {
        self.uri.authority().map_or("", |it| it.as_str())
    }

    /// Its path, without a `/` at the end.
    fn path(&self) -> &str {
        self.uri.path().trim_end_matches('/')
    }

    /// What comes before the path.
    fn origin(&self) -> String {
        let scheme = self.uri.scheme_str().unwrap_or_default();
        format!("{scheme}://{}", self.authority())
    }

    /// The URL of something well known about it.
    fn well_known(&self, what: &str) -> String {
        format!("{}{what}{}", self.origin(), self.path())
    }
}

impl fmt::Display for Url {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.text)
    }
}

impl Issuer {
    /// Takes the tokens of an issuer. Its keys are asked for when the first comes.
    pub fn new(resource: Resource) -> Self {
        verify::install();
        Self {
            keys: Keys::new(resource.issuer.clone()),
            resource,
        }
    }

    /// Whether a token is valid for this server now.
    pub(super) async fn check(&self, token: &str) -> Result<(), HttpRefusal> {
        if token.len() > MAX_TOKEN {
            return Err(HttpRefusal::TokenWrong);
        }
        let header = decode_header(token).map_err(|_| HttpRefusal::TokenWrong)?;
        // What is critical there is nothing that is understood here.
        if !ALGORITHMS.contains(&header.alg) || header.crit.is_some() {
            return Err(HttpRefusal::TokenWrong);
        }
        let key = self.keys.get(header.kid.as_deref(), header.alg).await;
        let key = key.map_err(|none| match none {
            NoKey::Unknown => HttpRefusal::TokenWrong,
            NoKey::Unreachable => HttpRefusal::TokenUntold,
        })?;
        let mut validation = Validation::new(header.alg);
        validation.validate_nbf = true;
        validation.leeway = LEEWAY;
        validation.set_issuer(&[&self.resource.issuer]);
        validation.set_audience(&[&self.resource.audience]);
        validation.set_required_spec_claims(&["exp", "iss", "aud"]);
        match decode::<IgnoredAny>(token, &key, &validation) {
            Ok(_) => Ok(()),
            Err(error) => {
                tracing::info!(%error, "a token is not valid");
                Err(HttpRefusal::TokenWrong)
            }
        }
    }

    /// How to come in, for who could not.
    pub(super) fn challenge(&self, refusal: &HttpRefusal) -> String {
        let metadata = self.resource.url.well_known(WELL_KNOWN);
        match refusal {
            HttpRefusal::TokenWrong => {
                format!("Bearer error=\"invalid_token\", resource_metadata=\"{metadata}\"")
            }
            _ => format!("Bearer resource_metadata=\"{metadata}\""),
        }
    }

    /// What is said of the server at this path, if anything is.
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
