//! The keys of an authorization server, fetched when they are needed, and the
//! verification of signatures.

use std::error::Error;
use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use jsonwebtoken::crypto::{CryptoProvider, JwtVerifier, KeyUtils};
use jsonwebtoken::errors::ErrorKind;
use jsonwebtoken::jwk::{CommonParameters, Jwk, KeyOperations, PublicKeyUse};
use jsonwebtoken::{Algorithm, DecodingKey, DecodingKeyKind};
use ring::error::Unspecified;
use ring::signature as sig;
use serde_json::Value;
use signature::Verifier;
use tokio::sync::watch;
use tokio::time::{Instant, timeout_at};

use super::hosts::Url;
use crate::limits::{
    ISSUER_RESPONSE_TIMEOUT, KEYS_FETCH_INTERVAL, KEYS_FETCH_WAIT, MAX_ISSUER_KEYS,
    MAX_ISSUER_RESPONSE_BYTES,
};
use crate::server::refusal::HttpError;
use crate::text::escape::escape_truncated;

/// The age from which keys are fetched again, while they are still used.
const STALE_AGE: Duration = Duration::from_secs(3600);
/// The age up to which keys are used where they cannot be fetched again.
const MAX_AGE: Duration = Duration::from_secs(24 * 3600);
/// Where an issuer publishes its metadata by RFC 8414.
const RFC_8414: &str = "/.well-known/oauth-authorization-server";
/// Where an issuer publishes its metadata by OpenID Connect: after the issuer's path.
const OPENID: &str = "/.well-known/openid-configuration";

/// The keys of one issuer.
#[derive(Clone)]
pub(super) struct Keys {
    issuer: Url,
    /// Changes when a fetch has ended.
    state: Arc<watch::Sender<State>>,
}

/// What an issuer says of a key, and the key.
type Key = (CommonParameters, DecodingKey);

#[derive(Default)]
struct State {
    keys: Vec<Key>,
    /// When the keys came.
    since: Option<Instant>,
    /// When the last fetch ended, also where it failed.
    ended: Option<Instant>,
    /// When the fetch began that is going on.
    began: Option<Instant>,
}

impl Keys {
    pub(super) fn new(issuer: Url) -> Self {
        // A second call has no effect.
        let _ = PROVIDER.install_default();
        Self {
            issuer,
            state: Arc::default(),
        }
    }

    /// Returns the key of this name for this algorithm; without a name the only key for
    /// it. A known key is returned at once, and fetched again in the background when it
    /// is stale. Otherwise this waits for one fetch, until [`KEYS_FETCH_WAIT`] after it began.
    ///
    /// # Errors
    ///
    /// [`HttpError::TokenInvalid`] where the issuer has no such key, or
    /// [`HttpError::TokenUnverifiable`] where it was not asked, or has not answered.
    pub(super) async fn get(
        &self,
        name: Option<&str>,
        algorithm: Algorithm,
    ) -> Result<DecodingKey, HttpError> {
        let (found, is_stale) = {
            let state = self.state.borrow();
            (state.find(name, algorithm), state.is_older_than(STALE_AGE))
        };
        let (asked, mut ended) = (Instant::now(), self.state.subscribe());
        if found.is_none() || is_stale {
            self.fetch();
        }
        if let Some(key) = found {
            return Ok(key);
        }
        let began = self.state.borrow().began;
        if let Some(began) = began {
            let _ = timeout_at(began + KEYS_FETCH_WAIT, ended.changed()).await;
        }
        let state = self.state.borrow();
        let is_known = name.is_some() && state.named(name).next().is_some();
        match state.find(name, algorithm) {
            Some(key) => Ok(key),
            // Otherwise the issuer may have a newer key of this name.
            None if is_known || state.since.is_some_and(|since| since >= asked) => {
                Err(invalid("its issuer has no such key for its algorithm"))
            }
            None => Err(HttpError::TokenUnverifiable),
        }
    }

    /// Begins a fetch, unless one is going on or has just ended.
    pub(super) fn fetch(&self) {
        let mut begins = false;
        self.state.send_if_modified(|state| {
            let recent = |ended: Instant| ended.elapsed() < KEYS_FETCH_INTERVAL;
            begins = state.began.is_none() && !state.ended.is_some_and(recent);
            if begins {
                state.began = Some(Instant::now());
            }
            // Only the end of a fetch is a change that requests wait for.
            false
        });
        if !begins {
            return;
        }
        let keys = self.clone();
        tokio::spawn(async move {
            let issuer = keys.issuer.clone();
            let fetched = tokio::task::spawn_blocking(move || fetch(&issuer)).await;
            let fetched = fetched.unwrap_or_else(|error| Err(error.to_string()));
            keys.state.send_modify(|state| {
                (state.began, state.ended) = (None, Some(Instant::now()));
                match fetched {
                    Ok(keys) => (state.keys, state.since) = (keys, state.ended),
                    Err(error) => {
                        let error = escape_truncated(&error);
                        tracing::warn!(%error, "the issuer's keys cannot be fetched");
                    }
                }
            });
        });
    }
}

impl State {
    fn is_older_than(&self, age: Duration) -> bool {
        self.since.is_none_or(|since| since.elapsed() >= age)
    }

    /// Returns the keys of this name, or all keys, if they are not too old to be used.
    fn named(&self, name: Option<&str>) -> impl Iterator<Item = &Key> {
        let keys = self.keys.iter().filter(|_| !self.is_older_than(MAX_AGE));
        keys.filter(move |key| name.is_none() || key.0.key_id.as_deref() == name)
    }

    fn find(&self, name: Option<&str>, algorithm: Algorithm) -> Option<DecodingKey> {
        let fits = |(common, key): &&Key| {
            let named = common.key_algorithm.map(|it| it.to_string().parse().ok());
            let key_use = common.public_key_use.as_ref();
            let operations = common.key_operations.as_ref();
            named.is_none_or(|named| named == Some(algorithm))
                && key_use.is_none_or(|it| *it == PublicKeyUse::Signature)
                && operations.is_none_or(|all| all.contains(&KeyOperations::Verify))
                && key.family() == algorithm.family()
        };
        let mut keys = self.named(name).filter(fits);
        let (_, found) = keys.next()?;
        // Without a name it must be the only one.
        (name.is_some() || keys.next().is_none()).then(|| found.clone())
    }
}

/// Logs why a token is invalid. The client is not told.
pub(super) fn invalid(reason: impl fmt::Display) -> HttpError {
    tracing::info!(%reason, "a token is not valid");
    HttpError::TokenInvalid
}

/// Fetches the keys of an issuer. It blocks.
fn fetch(issuer: &Url) -> Result<Vec<Key>, String> {
    let openid = format!("{}{OPENID}", issuer.as_str().trim_end_matches('/'));
    let metadata = get(&issuer.well_known(RFC_8414))
        .or_else(|error| get(&openid).map_err(|other| format!("{error}; {other}")))?;
    let field = |name: &str| metadata.get(name).and_then(Value::as_str);
    let (of, due) = (field("issuer").unwrap_or("nobody"), issuer.as_str());
    if of != due {
        return Err(format!(
            "the metadata are of the issuer '{of}', not of '{due}'"
        ));
    }
    let url = field("jwks_uri").ok_or("the metadata have no jwks_uri")?;
    let mut set = get(url)?;
    let set = set.get_mut("keys").and_then(Value::as_array_mut);
    let set = set.map(std::mem::take).unwrap_or_default();
    let (count, used) = (set.len(), MAX_ISSUER_KEYS);
    if count > used {
        tracing::warn!(count, used, "the issuer has more keys than are used");
    }
    // A key of an unknown kind is ignored, as RFC 7517 §5 has it.
    let keys = set.into_iter().take(MAX_ISSUER_KEYS);
    let keys: Vec<_> = keys
        .filter_map(|key| {
            let key: Jwk = serde_json::from_value(key).ok()?;
            let decoding = DecodingKey::from_jwk(&key).ok()?;
            Some((key.common, decoding))
        })
        .collect();
    match keys.is_empty() {
        true => Err(format!("{url}: there is no key that can be used")),
        false => Ok(keys),
    }
}

/// Gets the JSON at a URL. No proxy is used for the loopback, and no redirect followed,
/// which would lead to a host that was not named.
fn get(url: &str) -> Result<Value, String> {
    let get = || -> Result<Value, Box<dyn Error>> {
        let is_local = Url::new(url).ok_or("it is not by https")?.is_local();
        let mut config = ureq::Agent::config_builder()
            .timeout_global(Some(ISSUER_RESPONSE_TIMEOUT))
            .max_redirects(0);
        if is_local {
            config = config.proxy(None);
        }
        let mut response = config.build().new_agent().get(url).call()?;
        if response.status().is_redirection() {
            return Err("it redirects, which is not followed".into());
        }
        let body = response
            .body_mut()
            .with_config()
            .limit(MAX_ISSUER_RESPONSE_BYTES);
        Ok(serde_json::from_slice(&body.read_to_vec()?)?)
    };
    get().map_err(|error| format!("{url}: {error}"))
}

/// Has jsonwebtoken verify signatures by ring, and make none.
static PROVIDER: CryptoProvider = CryptoProvider {
    signer_factory: |_, _| Err(ErrorKind::UnsupportedAlgorithm.into()),
    verifier_factory: |algorithm, key| {
        Ok(Box::new(RingVerifier {
            algorithm: *algorithm,
            key: key.clone(),
        }))
    },
    key_utils: KeyUtils::new_unimplemented(),
};

/// Verifies signatures of one algorithm with a key.
struct RingVerifier {
    algorithm: Algorithm,
    key: DecodingKey,
}

impl JwtVerifier for RingVerifier {
    fn algorithm(&self) -> Algorithm {
        self.algorithm
    }
}

impl Verifier<Vec<u8>> for RingVerifier {
    fn verify(&self, message: &[u8], signature: &Vec<u8>) -> Result<(), signature::Error> {
        let rsa = |parameters: &sig::RsaParameters| match self.key.kind() {
            DecodingKeyKind::RsaModulusExponent { n, e } => {
                sig::RsaPublicKeyComponents { n, e }.verify(parameters, message, signature)
            }
            DecodingKeyKind::SecretOrDer(_) => Err(Unspecified),
        };
        let curve = |algorithm: &'static dyn sig::VerificationAlgorithm| match self.key.kind() {
            DecodingKeyKind::SecretOrDer(key) => {
                sig::UnparsedPublicKey::new(algorithm, key).verify(message, signature)
            }
            DecodingKeyKind::RsaModulusExponent { .. } => Err(Unspecified),
        };
        let verified = match self.algorithm {
            Algorithm::RS256 => rsa(&sig::RSA_PKCS1_2048_8192_SHA256),
            Algorithm::RS384 => rsa(&sig::RSA_PKCS1_2048_8192_SHA384),
            Algorithm::RS512 => rsa(&sig::RSA_PKCS1_2048_8192_SHA512),
            Algorithm::PS256 => rsa(&sig::RSA_PSS_2048_8192_SHA256),
            Algorithm::PS384 => rsa(&sig::RSA_PSS_2048_8192_SHA384),
            Algorithm::PS512 => rsa(&sig::RSA_PSS_2048_8192_SHA512),
            Algorithm::ES256 => curve(&sig::ECDSA_P256_SHA256_FIXED),
            Algorithm::ES384 => curve(&sig::ECDSA_P384_SHA384_FIXED),
            Algorithm::EdDSA => curve(&sig::ED25519),
            _ => Err(Unspecified),
        };
        verified.map_err(|_| signature::Error::new())
    }
}
