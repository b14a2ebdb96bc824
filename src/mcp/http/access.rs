//! Who may call.

use std::fmt;

use http::HeaderMap;
use http::header::AUTHORIZATION;
use sha2::{Digest, Sha256};
use subtle::ConstantTimeEq;

use super::gate;
#[cfg(feature = "oauth")]
use super::issuer::Issuer;
use crate::text::http::HttpRefusal;

/// How many characters a static token must have.
pub const LEAST_TOKEN: usize = 16;

/// Who may call.
#[derive(Debug)]
pub enum Access {
    /// Whoever reaches the server.
    Open,
    /// Who has the token.
    Token(StaticToken),
    /// Who has a token of an authorization server for this one.
    #[cfg(feature = "oauth")]
    Issuer(Box<Issuer>),
}

/// A token, of which only the digest is kept.
pub struct StaticToken([u8; 32]);

impl fmt::Debug for StaticToken {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("StaticToken")
    }
}

impl Access {
    /// Access by a static token. `None` where it has fewer than [`LEAST_TOKEN`]
    /// characters, or one that no bearer token has.
    pub fn token(token: &str) -> Option<Self> {
        let valid = |byte: u8| byte.is_ascii_alphanumeric() || b"-._~+/=".contains(&byte);
        let sound = token.len() >= LEAST_TOKEN && token.bytes().all(valid);
        sound.then(|| Self::Token(StaticToken(digest(token))))
    }

    /// Makes ready what is needed to tell.
    pub(super) async fn prepare(&self) {
        match self {
            Self::Open | Self::Token(_) => {}
            #[cfg(feature = "oauth")]
            Self::Issuer(issuer) => issuer.prepare().await,
        }
    }

    /// Whether a request with these headers may come in.
    pub(super) async fn check(&self, headers: &HeaderMap) -> Result<(), HttpRefusal> {
        if matches!(self, Self::Open) {
            return Ok(());
        }
        let token = bearer(headers)?;
        match self {
            Self::Open => Ok(()),
            Self::Token(StaticToken(known)) => {
                // Digests, so that not even the length can be told by the time.
                match bool::from(digest(&token).ct_eq(known)) {
                    true => Ok(()),
                    false => Err(HttpRefusal::TokenWrong),
                }
            }
            #[cfg(feature = "oauth")]
            Self::Issuer(issuer) => issuer.check(&token).await,
        }
    }

    #[cfg_attr(
        not(feature = "oauth"),
        expect(unused_variables, reason = "nothing is said anywhere")
    )]
    /// What is said at this path to who has no token yet, if anything is.
    pub(super) fn metadata(&self, path: &str) -> Option<serde_json::Value> {
        match self {
            Self::Open | Self::Token(_) => None,
            #[cfg(feature = "oauth")]
            Self::Issuer(issuer) => issuer.metadata(path),
        }
    }

    /// What is said of how to come in, beside a refusal of [`Self::check`].
    pub(super) fn challenge(&self, refusal: &HttpRefusal) -> Option<String> {
        if !matches!(refusal, HttpRefusal::TokenMissing | HttpRefusal::TokenWrong) {
            return None;
        }
        match self {
            Self::Open => None,
            Self::Token(_) => Some(match refusal {
                HttpRefusal::TokenWrong => "Bearer error=\"invalid_token\"".to_owned(),
                _ => "Bearer".to_owned(),
            }),
            #[cfg(feature = "oauth")]
            Self::Issuer(issuer) => Some(issuer.challenge(refusal)),
        }
    }
}

fn digest(token: &str) -> [u8; 32] {
    Sha256::digest(token.as_bytes()).into()
}

/// The token of a request.
fn bearer(headers: &HeaderMap) -> Result<String, HttpRefusal> {
    match gate::one(headers, AUTHORIZATION.as_str()) {
        Ok(None) => Err(HttpRefusal::TokenMissing),
        Ok(Some(text)) => match text.trim().split_once(' ') {
            Some((scheme, token)) if scheme.eq_ignore_ascii_case("bearer") => {
                Ok(token.trim().to_owned())
            }
            _ => Err(HttpRefusal::TokenMissing),
        },
        Err(_) => Err(HttpRefusal::TokenWrong),
    }
}
