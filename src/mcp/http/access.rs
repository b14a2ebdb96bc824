//! Authorization of requests.

use std::fmt;

use http::HeaderMap;
use http::header::AUTHORIZATION;
use sha2::{Digest, Sha256};
use subtle::ConstantTimeEq;

use super::clients::ClientId;
use super::hosts::single_value;
#[cfg(feature = "oauth")]
use super::issuer::Issuer;
use crate::text::http::HttpError;

/// The least characters of a static token.
pub const MIN_TOKEN: usize = 16;

/// Which requests are authorized.
#[derive(Debug)]
pub enum Access {
    /// All.
    Open,
    /// Those with this token.
    Token(StaticToken),
    /// Those with a token of an authorization server.
    #[cfg(feature = "oauth")]
    Issuer(Box<Issuer>),
}

/// The digest of a token. It is compared in constant time, which a string of unknown
/// length cannot be.
pub struct StaticToken([u8; 32]);

impl fmt::Debug for StaticToken {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("StaticToken")
    }
}

impl Access {
    /// Authorizes requests with this token. Returns `None` if it has fewer than
    /// [`MIN_TOKEN`] characters, or one that a bearer token must not have (RFC 6750 §2.1).
    pub fn token(token: &str) -> Option<Self> {
        let valid = |byte: u8| byte.is_ascii_alphanumeric() || b"-._~+/=".contains(&byte);
        let valid = token.len() >= MIN_TOKEN && token.bytes().all(valid);
        valid.then(|| Self::Token(StaticToken(digest(token))))
    }

    /// Begins to fetch what the check of the first token needs.
    pub(super) fn prepare(&self) {
        #[cfg(feature = "oauth")]
        if let Self::Issuer(issuer) = self {
            issuer.prepare();
        }
    }

    /// Checks the token of a request. Returns the client where the token names one.
    ///
    /// # Errors
    ///
    /// [`HttpError::TokenMissing`], [`HttpError::TokenInvalid`] or
    /// [`HttpError::TokenUnverifiable`].
    pub(super) async fn check(&self, headers: &HeaderMap) -> Result<Option<ClientId>, HttpError> {
        match self {
            Self::Open => Ok(None),
            Self::Token(StaticToken(expected)) => {
                match bool::from(digest(&bearer(headers)?).ct_eq(expected)) {
                    true => Ok(None),
                    false => Err(HttpError::TokenInvalid),
                }
            }
            #[cfg(feature = "oauth")]
            Self::Issuer(issuer) => {
                let subject = issuer.check(&bearer(headers)?).await?;
                Ok(subject.map(ClientId::Subject))
            }
        }
    }

    /// Returns the metadata of the resource, if they are at this path.
    pub(super) fn metadata(&self, path: &str) -> Option<serde_json::Value> {
        match self {
            #[cfg(feature = "oauth")]
            Self::Issuer(issuer) => issuer.metadata(path),
            _ => {
                let _ = path;
                None
            }
        }
    }

    /// Returns the `WWW-Authenticate` of an error of [`Self::check`] (RFC 6750 §3).
    pub(super) fn challenge(&self, error: &HttpError) -> Option<String> {
        let invalid = match error {
            HttpError::TokenInvalid => true,
            HttpError::TokenMissing => false,
            _ => return None,
        };
        let mut parameters = Vec::new();
        if invalid {
            parameters.push("error=\"invalid_token\"".to_owned());
        }
        #[cfg(feature = "oauth")]
        if let Self::Issuer(issuer) = self {
            parameters.push(format!("resource_metadata=\"{}\"", issuer.metadata_url()));
        }
        let challenge = format!("Bearer {}", parameters.join(", "));
        Some(challenge.trim_end().to_owned())
    }
}

fn digest(token: &str) -> [u8; 32] {
    Sha256::digest(token.as_bytes()).into()
}

/// Returns the bearer token of a request.
fn bearer(headers: &HeaderMap) -> Result<String, HttpError> {
    match single_value(headers, AUTHORIZATION.as_str()) {
        Ok(None) => Err(HttpError::TokenMissing),
        Ok(Some(text)) => match text.trim().split_once(' ') {
            Some((scheme, token)) if scheme.eq_ignore_ascii_case("bearer") => {
                Ok(token.trim().to_owned())
            }
            _ => Err(HttpError::TokenMissing),
        },
        Err(_) => Err(HttpError::TokenInvalid),
    }
}
