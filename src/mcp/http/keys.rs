//! The keys of an authorization server, which are fetched when needed, and the verification of
//! signatures.

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

use super::host_policy::Url;
use crate::limits::{
    ISSUER_RESPONSE_TIMEOUT, KEYS_FETCH_INTERVAL, KEYS_FETCH_WAIT, MAX_ISSUER_KEYS,
    MAX_ISSUER_RESPONSE_BYTES,
};
use crate::server::refusal::HttpError;
use crate::text::escaped::escape_truncated;

/// The age at which keys are stale and are fetched again. Stale keys are used until the fetch ends.
const STALE_AGE: Duration = Duration::from_secs(3600);
/// The maximum age at which keys are still used if they cannot be fetched again.
const MAX_AGE: Duration = Duration::from_secs(24 * 3600);
/// The path of an issuer's metadata in RFC 8414.
const RFC_8414: &str = "/.well-known/oauth-authorization-server";
/// The path of an issuer's metadata in OpenID Connect, appended to the issuer's path.
const OPENID: &str = "/.well-known/openid-configuration";

/// The keys of one issuer.
#[derive(Clone)]
pub(super) struct Keys {
    issuer: Url,
    /// The state of the keys. Subscribers are notified at the end of each fetch.
    state: Arc<watch::Sender<State>>,
}

/// A key, with the issuer's metadata about it.
type Key = (CommonParameters, DecodingKey);

#[derive(Default)]
struct State {
    keys: Vec<Key>,
    /// The time at which the keys were received.
    since: Option<Instant>,
    /// The time at which the last fetch ended, even if it failed.
    ended: Option<Instant>,
    /// The time at which the current fetch began, if there is one.
    began: Option<Instant>,
}

impl Keys {
    /// Creates the keys of `issuer`. None are fetched until one is needed.
    pub(super) fn new(issuer: Url) -> Self {
        // A second call has no effect.
        let _ = PROVIDER.install_default();
        Self {
            issuer,
            state: Arc::default(),
        }
    }

    /// Returns the key named `name` for `algorithm`. Without a name, returns the only key for the
    /// algorithm.
    ///
    /// A known key is returned immediately. If it is stale, it is fetched again in the background.
    /// For an unknown key, starts a fetch or joins a running one, and waits until the fetch ends,
    /// but at most until [`KEYS_FETCH_WAIT`] after its beginning.
    ///
    /// # Errors
    ///
    /// Returns [`HttpError::TokenInvalid`] if the issuer does not have the key. Returns
    /// [`HttpError::TokenUnverifiable`] if the issuer was not contacted or did not answer.
    pub(super) async fn get(
        &self,
        name: Option<&str>,
        algorithm: Algorithm,
    ) -> Result<DecodingKey, HttpError> {
        let (found, is_stale) = {
            let state = self.state.borrow();
            (state.find(name, algorithm), state.is_older_than(STALE_AGE))
        };
        let (asked_at, mut ended) = (Instant::now(), self.state.subscribe());
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
            // If neither condition is true, the issuer may have a new key with this name.
            None if is_known || state.since.is_some_and(|since| since >= asked_at) => {
                Err(invalid("its issuer has no such key for its algorithm"))
            }
            None => Err(HttpError::TokenUnverifiable),
        }
    }

    /// Starts a fetch, unless one is running or has just ended.
    pub(super) fn fetch(&self) {
        let mut begins = false;
        self.state.send_if_modified(|state| {
            let recent = |ended: Instant| ended.elapsed() < KEYS_FETCH_INTERVAL;
            begins = state.began.is_none() && !state.ended.is_some_and(recent);
            if begins {
                state.began = Some(Instant::now());
            }
            // Subscribers are notified only at the end of a fetch.
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
    /// Returns whether the keys were received longer than `age` ago, or never.
    fn is_older_than(&self, age: Duration) -> bool {
        self.since.is_none_or(|since| since.elapsed() >= age)
    }

    /// Returns the keys named `name`, or all keys if `name` is `None`. Returns nothing if the keys
    /// are older than [`MAX_AGE`].
    fn named(&self, name: Option<&str>) -> impl Iterator<Item = &Key> {
        let keys = self.keys.iter().filter(|_| !self.is_older_than(MAX_AGE));
        keys.filter(move |key| name.is_none() || key.0.key_id.as_deref() == name)
    }

    /// Returns the key named `name` that may verify signatures by `algorithm`. Without a name,
    /// returns the only such key.
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
        // Without a name, the key must be the only match.
        (name.is_some() || keys.next().is_none()).then(|| found.clone())
    }
}

/// Logs why a token is invalid, and returns an error that does not contain the reason.
pub(super) fn invalid(reason: impl fmt::Display) -> HttpError {
    tracing::info!(%reason, "a token is not valid");
    HttpError::TokenInvalid
}

/// Fetches the keys of an issuer. Blocks.
fn fetch(issuer: &Url) -> Result<Vec<Key>, String> {
    let openid = format!("{}{OPENID}", issuer.as_str().trim_end_matches('/'));
    let metadata = get(&issuer.well_known(RFC_8414))
        .or_else(|error| get(&openid).map_err(|other| format!("{error}; {other}")))?;
    let field = |name: &str| metadata.get(name).and_then(Value::as_str);
    let (owner, due) = (field("issuer").unwrap_or("nobody"), issuer.as_str());
    if owner != due {
        return Err(format!(
            "the metadata are of the issuer '{owner}', not of '{due}'"
        ));
    }
    let url = field("jwks_uri").ok_or("the metadata have no jwks_uri")?;
    let mut set = get(url)?;
    let keys = set.get_mut("keys").and_then(Value::as_array_mut);
    let keys = keys.map(std::mem::take).unwrap_or_default();
    let (count, used) = (keys.len(), MAX_ISSUER_KEYS);
    if count > used {
        tracing::warn!(count, used, "the issuer has more keys than are used");
    }
    // RFC 7517 §5 says that keys of unknown types should be ignored.
    let first = keys.into_iter().take(MAX_ISSUER_KEYS);
    let keys: Vec<_> = first
        .filter_map(|key| {
            let key: Jwk = serde_json::from_value(key).ok()?;
            let decoding = DecodingKey::from_jwk(&key).ok()?;
            Some((key.common, decoding))
        })
        .collect();
    if keys.is_empty() {
        Err(format!("{url}: there is no key that can be used"))
    } else {
        Ok(keys)
    }
}

/// Downloads the JSON at `url`. Uses no proxy for the loopback interface. Follows no redirect,
/// because a redirect could lead to a host that was not configured.
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

/// The provider that makes jsonwebtoken verify signatures with ring. Signing is not supported.
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

/// A verifier for signatures of one algorithm and key.
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
