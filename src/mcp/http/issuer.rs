//! Tokens of an authorization server, which this program is none of.

mod keys;
mod verify;

use std::fmt;

use http::Uri;
use jsonwebtoken::{Algorithm, Validation, decode, decode_header};
use serde::Deserialize;
use serde::de::IgnoredAny;
use serde_json::{Value, json};

use super::gate;
use crate::text::http::HttpRefusal;

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
/// What tokens may say that they are, in lower case: what is made for access (RFC 9068),
/// or says no more than that it is a token.
const TYPES: [&str; 4] = ["jwt", "application/jwt", "at+jwt", "application/at+jwt"];
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

/// What is looked at of a token's claims beside what the library looks at.
#[derive(Deserialize)]
struct Claims {
    /// One, and no list.
    #[serde(rename = "iss")]
    _issuer: String,
    /// To whom it is bound, who would have to prove it (RFC 7800).
    #[serde(rename = "cnf")]
    bound: Option<IgnoredAny>,
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
        gate::is_host(uri.authority()?.as_str()).then_some(())?;
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

    /// Whether it is this machine's loopback.
    fn is_local(&self) -> bool {
        gate::LOCAL.contains(&self.uri.host().unwrap_or_default())
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

/// Says to who runs the server why a token is none.
fn wrong(reason: impl fmt::Display) -> HttpRefusal {
    tracing::info!(%reason, "a token is not valid");
    HttpRefusal::TokenWrong
}

impl Issuer {
    /// Takes the tokens of an issuer. Its keys are asked for when they are needed.
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
            return Err(wrong(format_args!("it has more than {MAX_TOKEN} bytes")));
        }
        let header = decode_header(token).map_err(wrong)?;
        // What is critical there is nothing that is understood here.
        let kind = header.typ.as_ref().map(|kind| kind.to_ascii_lowercase());
        if !ALGORITHMS.contains(&header.alg) || header.crit.is_some() {
            return Err(wrong(
                "its algorithm, or what is critical in it, is not taken",
            ));
        }
        if kind.is_some_and(|kind| !TYPES.contains(&kind.as_str())) {
            return Err(wrong("it is not one for access, by its type"));
        }
        let key = self.keys.get(header.kid.as_deref(), header.alg).await;
        let key = key.map_err(|none| match none {
            NoKey::Unknown => wrong("its issuer has no such key for its algorithm"),
            NoKey::Unreachable => HttpRefusal::TokenUntold,
        })?;
        let mut validation = Validation::new(header.alg);
        validation.validate_nbf = true;
        validation.leeway = LEEWAY;
        validation.set_issuer(&[&self.resource.issuer]);
        validation.set_audience(&[&self.resource.audience]);
        validation.set_required_spec_claims(&["exp", "iss", "aud"]);
        let claims: Claims = decode(token, &key, &validation).map_err(wrong)?.claims;
        match claims.bound {
            None => Ok(()),
            Some(IgnoredAny) => Err(wrong(
                "it is bound to who would have to prove that it is theirs",
            )),
        }
    }

    /// Asks for the keys, so that the first token does not wait for them, and what is
    /// wrong with the issuer is said at once.
    pub(super) async fn prepare(&self) {
        self.keys.ask().await;
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
