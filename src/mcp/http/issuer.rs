//! Access tokens of an authorization server (OAuth 2.1). This server is a resource server (RFC
//! 9728) and issues no tokens.

use jsonwebtoken::{AlgorithmFamily, Validation, decode, decode_header};
use serde::Deserialize;
use serde::de::IgnoredAny;
use serde_json::{Value, json};

use super::host_policy::Url;
use super::is_project_name::{below, is_project_name};
use super::keys::{Keys, invalid};
use crate::server::refusal::HttpError;

/// The path of a resource's metadata, to which the resource's path is appended (RFC 9728 §3.1).
const WELL_KNOWN: &str = "/.well-known/oauth-protected-resource";
/// The accepted values of `typ`, in lower case: access tokens (RFC 9068), and JWTs of no specific
/// kind.
const TYPES: [&str; 4] = ["jwt", "application/jwt", "at+jwt", "application/at+jwt"];
/// The tolerated difference between the clocks of this server and the issuer, in seconds.
const LEEWAY: u64 = 30;

/// The claims that jsonwebtoken does not check, or does not check completely.
#[derive(Deserialize)]
struct Claims {
    /// The issuer. It must be a string, but jsonwebtoken also accepts a list.
    #[serde(rename = "iss")]
    _issuer: String,
    /// The owner of the token.
    #[serde(rename = "sub", default)]
    subject: Option<String>,
    /// The key whose possession the sender would have to prove (RFC 7800).
    #[serde(rename = "cnf")]
    confirmation: Option<IgnoredAny>,
}

/// A verifier for one issuer's tokens for this server.
pub struct Issuer {
    /// The `iss` of the tokens, compared byte by byte.
    issuer: Url,
    /// The `aud` that the tokens must contain.
    audience: String,
    /// The URL by which clients reach the server.
    resource: Url,
    keys: Keys,
}

impl Issuer {
    /// Creates a verifier that accepts tokens of `issuer` for `audience`, from clients that reach
    /// the server at `resource`. Must be called in a Tokio runtime.
    pub fn new(issuer: Url, audience: String, resource: Url) -> Self {
        let keys = Keys::new(issuer.clone());
        // Fetches the keys now, so that the first request need not wait, and problems are logged at
        // startup.
        keys.fetch();
        Self {
            keys,
            issuer,
            audience,
            resource,
        }
    }

    /// Verifies that a token is valid now for this server, or for `project` if given. Returns the
    /// token's subject.
    ///
    /// # Errors
    ///
    /// Returns [`HttpError::TokenInvalid`], or [`HttpError::TokenUnverifiable`] if the issuer's
    /// keys cannot be fetched.
    pub(super) async fn check(
        &self,
        token: &str,
        project: Option<&str>,
    ) -> Result<Option<String>, HttpError> {
        let header = decode_header(token).map_err(invalid)?;
        // Shared secrets and critical extensions (RFC 7515 §4.1.11) are not accepted.
        if header.alg.family() == AlgorithmFamily::Hmac || header.crit.is_some() {
            return Err(invalid(
                "its algorithm or a critical extension is not accepted",
            ));
        }
        let kind = header.typ.as_ref().map(|kind| kind.to_ascii_lowercase());
        if kind.is_some_and(|kind| !TYPES.contains(&kind.as_str())) {
            return Err(invalid("by its type it is not an access token"));
        }
        let key = self.keys.get(header.kid.as_deref(), header.alg).await?;
        let mut validation = Validation::new(header.alg);
        validation.validate_nbf = true;
        validation.leeway = LEEWAY;
        validation.set_issuer(&[self.issuer.as_str()]);
        validation.set_audience(&[below(&self.audience, project)]);
        validation.set_required_spec_claims(&["exp", "iss", "aud"]);
        let claims: Claims = decode(token, &key, &validation).map_err(invalid)?.claims;
        match claims.confirmation {
            None => Ok(claims.subject),
            Some(IgnoredAny) => Err(invalid("it is bound to a key of its sender")),
        }
    }

    /// Returns the URL of the resource's metadata, or of the metadata of `project` if given.
    pub(super) fn metadata_url(&self, project: Option<&str>) -> String {
        below(&self.resource.well_known(WELL_KNOWN), project)
    }

    /// Returns the resource's metadata (RFC 9728 §2) if `path` is the path of the metadata. With
    /// several projects, the path can contain a project's name. Does not check whether that project
    /// exists.
    pub(super) fn metadata(&self, path: &str, are_several: bool) -> Option<Value> {
        let suffix = path.strip_prefix(WELL_KNOWN)?;
        let resource_paths = ["", super::MCP, self.resource.path()];
        let is_project = |(resource, name): &(&str, &str)| {
            resource_paths[1..].contains(resource) && is_project_name(name)
        };
        let split = suffix.rsplit_once('/').filter(|_| are_several);
        let project = split.filter(is_project).map(|(_, name)| name);
        (resource_paths.contains(&suffix) || project.is_some()).then(|| {
            let project = project.filter(|_| !resource_paths.contains(&suffix));
            json!({
                "resource": below(self.resource.as_str(), project),
                "authorization_servers": [self.issuer.as_str()],
                "bearer_methods_supported": ["header"],
            })
        })
    }
}
