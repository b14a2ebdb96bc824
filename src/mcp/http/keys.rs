//! The keys of an authorization server, fetched when they are needed, and the
//! verification of signatures.

use std::fmt;
use std::io;
use std::sync::Arc;
use std::time::Duration;

use jsonwebtoken::crypto::{CryptoProvider, JwtVerifier, KeyUtils};
use jsonwebtoken::errors::ErrorKind;
use jsonwebtoken::jwk::{Jwk, KeyOperations, PublicKeyUse};
use jsonwebtoken::{Algorithm, DecodingKey, DecodingKeyKind};
use ring::signature::{
    ECDSA_P256_SHA256_FIXED, ECDSA_P384_SHA384_FIXED, ED25519, RSA_PKCS1_2048_8192_SHA256,
    RSA_PKCS1_2048_8192_SHA384, RSA_PKCS1_2048_8192_SHA512, RSA_PSS_2048_8192_SHA256,
    RSA_PSS_2048_8192_SHA384, RSA_PSS_2048_8192_SHA512, RsaParameters, RsaPublicKeyComponents,
    UnparsedPublicKey, VerificationAlgorithm,
};
use serde_json::Value;
use signature::Verifier;
use tokio::sync::watch;
use tokio::time::{Instant, timeout_at};

use super::issuer::Url;
use crate::text::escape::escape_truncated;

/// The age from which keys are fetched again, while they are still used.
const STALE_AGE: Duration = Duration::from_secs(3600);
/// The age up to which keys are used where they cannot be fetched again.
const MAX_AGE: Duration = Duration::from_secs(24 * 3600);
/// The minimum interval between fetches, as the `kid` of a token is its sender's choice.
/// Until it has passed an unknown `kid` gives 503 and not 401.
const FETCH_INTERVAL: Duration = Duration::from_secs(10);
/// How long after a fetch has begun requests wait for its keys.
const FETCH_WAIT: Duration = Duration::from_secs(3);
/// How long the issuer may take for each of its responses.
const RESPONSE_TIMEOUT: Duration = Duration::from_secs(5);
/// The most bytes of a response.
const MAX_RESPONSE: u64 = 1 << 20;
/// The most keys that are used.
const MAX_KEYS: usize = 256;
/// Where an issuer publishes its metadata by RFC 8414.
const RFC_8414: &str = "/.well-known/oauth-authorization-server";
/// Where an issuer publishes its metadata by OpenID Connect: after the issuer's path.
const OPENID: &str = "/.well-known/openid-configuration";

/// The keys of one issuer.
#[derive(Debug, Clone)]
pub(super) struct Keys {
    issuer: Url,
    /// Changes when a fetch has ended.
    state: Arc<watch::Sender<State>>,
}

#[derive(Debug, Default)]
struct State {
    keys: Vec<Key>,
    /// When the keys came.
    since: Option<Instant>,
    /// When the last fetch ended.
    fetched: Option<Instant>,
    /// Whether it failed.
    failed: bool,
    /// When the fetch began that is going on.
    fetching: Option<Instant>,
}

/// A key of the issuer.
#[derive(Debug)]
struct Key {
    name: Option<String>,
    /// The only algorithm that it is for, where it names one.
    algorithm: Option<Algorithm>,
    /// `None` where it is not for verifying signatures, or cannot be used.
    decoding: Option<DecodingKey>,
}

/// Why there is no key.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum NoKey {
    /// The issuer has no key of this name for this algorithm.
    Unknown,
    /// The issuer's keys cannot be fetched now.
    Unreachable,
}

impl Keys {
    pub(super) fn new(issuer: Url) -> Self {
        Self {
            issuer,
            state: Arc::default(),
        }
    }

    /// Returns the key of this name for this algorithm; without a name the only key for
    /// it. A known key is returned at once, and fetched again in the background when it
    /// is stale. Otherwise this waits for one fetch, until [`FETCH_WAIT`] after it began.
    ///
    /// # Errors
    ///
    /// [`NoKey`].
    pub(super) async fn get(
        &self,
        name: Option<&str>,
        algorithm: Algorithm,
    ) -> Result<DecodingKey, NoKey> {
        let (found, stale) = {
            let state = self.state.borrow();
            (state.find(name, algorithm), state.is_older_than(STALE_AGE))
        };
        if let Ok(key) = found {
            if stale {
                self.fetch();
            }
            return Ok(key);
        }
        let asked = Instant::now();
        let mut ended = self.state.subscribe();
        self.fetch();
        let fetching = self.state.borrow().fetching;
        if let Some(began) = fetching {
            let _ = timeout_at(began + FETCH_WAIT, ended.changed()).await;
        }
        let state = self.state.borrow();
        match state.find(name, algorithm) {
            // The issuer may have a newer key of this name: it was not asked since.
            Err(NoKey::Unknown)
                if !state.has_name(name) && state.fetched.is_none_or(|ended| ended < asked) =>
            {
                Err(NoKey::Unreachable)
            }
            found => found,
        }
    }

    /// Begins a fetch, unless one is going on or has just ended.
    pub(super) fn fetch(&self) {
        // Nobody is told: only the end of a fetch is a change.
        let mut begins = false;
        self.state.send_if_modified(|state| {
            let recent = |ended: Instant| ended.elapsed() < FETCH_INTERVAL;
            begins = state.fetching.is_none() && !state.fetched.is_some_and(recent);
            if begins {
                state.fetching = Some(Instant::now());
            }
            false
        });
        if !begins {
            return;
        }
        let keys = self.clone();
        tokio::spawn(async move {
            let issuer = keys.issuer.clone();
            let fetched = tokio::task::spawn_blocking(move || fetch(&issuer)).await;
            let fetched = fetched.unwrap_or_else(|error| Err(io::Error::other(error)));
            keys.state.send_modify(|state| state.update(fetched));
        });
    }
}

impl State {
    fn update(&mut self, fetched: io::Result<Vec<Key>>) {
        let now = Some(Instant::now());
        self.fetching = None;
        self.fetched = now;
        self.failed = fetched.is_err();
        match fetched {
            Ok(keys) => {
                self.keys = keys;
                self.since = now;
            }
            // The keys that are known are used up to their maximum age.
            Err(error) => {
                let error = escape_truncated(&error.to_string());
                tracing::warn!(%error, "the issuer's keys cannot be fetched");
            }
        }
    }

    fn is_older_than(&self, age: Duration) -> bool {
        self.since.is_none_or(|since| since.elapsed() >= age)
    }

    /// Whether there is a key of this name, for whatever algorithm.
    fn has_name(&self, name: Option<&str>) -> bool {
        name.is_some() && self.keys.iter().any(|key| key.name.as_deref() == name)
    }

    fn find(&self, name: Option<&str>, algorithm: Algorithm) -> Result<DecodingKey, NoKey> {
        let missing = match self.failed {
            true => NoKey::Unreachable,
            false => NoKey::Unknown,
        };
        if self.is_older_than(MAX_AGE) {
            return Err(missing);
        }
        let fitting = self.keys.iter().filter_map(|key| {
            let decoding = key.decoding.as_ref()?;
            let fits = key.algorithm.is_none_or(|only| only == algorithm)
                && decoding.family() == algorithm.family();
            (fits && (name.is_none() || key.name.as_deref() == name)).then_some(decoding)
        });
        let mut fitting = fitting.take(2);
        match (name, fitting.next(), fitting.next()) {
            (Some(_), Some(key), _) | (None, Some(key), None) => Ok(key.clone()),
            _ => Err(missing),
        }
    }
}

impl From<Jwk> for Key {
    fn from(key: Jwk) -> Self {
        let common = &key.common;
        let verifies = (common.public_key_use.as_ref())
            .is_none_or(|key_use| *key_use == PublicKeyUse::Signature)
            && (common.key_operations.as_ref())
                .is_none_or(|all| all.contains(&KeyOperations::Verify));
        let algorithm = common.key_algorithm.map(|named| named.to_string().parse());
        let (algorithm, signs) = match algorithm {
            Some(Ok(algorithm)) => (Some(algorithm), true),
            Some(Err(_)) => (None, false),
            None => (None, true),
        };
        let decoding = DecodingKey::from_jwk(&key).ok();
        Self {
            algorithm,
            decoding: decoding.filter(|_| verifies && signs),
            name: key.common.key_id,
        }
    }
}

/// Fetches the keys of an issuer. It blocks.
fn fetch(issuer: &Url) -> io::Result<Vec<Key>> {
    let openid = format!("{}{OPENID}", issuer.as_str().trim_end_matches('/'));
    let metadata = get(&issuer.well_known(RFC_8414), issuer).or_else(|error| {
        get(&openid, issuer).map_err(|other| failed(&format!("{error}; {other}")))
    })?;
    let field = |name: &str| metadata.get(name).and_then(Value::as_str);
    match field("issuer") {
        Some(it) if it == issuer.as_str() => {}
        other => {
            let other = other.unwrap_or("nobody");
            return Err(failed(&format!(
                "the metadata are of the issuer '{other}', not of '{issuer}'"
            )));
        }
    }
    let jwks_uri = field("jwks_uri").ok_or_else(|| failed("the metadata have no jwks_uri"))?;
    let url = Url::new(jwks_uri);
    let url = url.ok_or_else(|| failed(&format!("the jwks_uri '{jwks_uri}' is not by https")))?;
    let mut set = get(url.as_str(), &url)?;
    let set = set.get_mut("keys").and_then(Value::as_array_mut);
    let set = set.map(std::mem::take).unwrap_or_default();
    let count = set.len();
    if count > MAX_KEYS {
        tracing::warn!(
            count,
            used = MAX_KEYS,
            "the issuer has more keys than are used"
        );
    }
    // A key of an unknown kind is ignored, as RFC 7517 §5 has it.
    let keys = set.into_iter().take(MAX_KEYS);
    let keys = keys.filter_map(|key| serde_json::from_value::<Jwk>(key).ok());
    let keys: Vec<Key> = keys.map(Key::from).collect();
    match keys.is_empty() {
        true => Err(failed(&format!("{url}: there is no key that can be used"))),
        false => Ok(keys),
    }
}

/// Gets the JSON at a URL whose host is that of `host`. No proxy is used for the loopback.
fn get(url: &str, host: &Url) -> io::Result<Value> {
    let config = ureq::Agent::config_builder()
        .timeout_global(Some(RESPONSE_TIMEOUT))
        // A redirect would lead to a host that was not named.
        .max_redirects(0);
    let config = match host.is_local() {
        true => config.proxy(None),
        false => config,
    };
    let agent: ureq::Agent = config.build().into();
    let at_url = |error: &dyn fmt::Display| failed(&format!("{url}: {error}"));
    let mut response = agent.get(url).call().map_err(|error| at_url(&error))?;
    if response.status().is_redirection() {
        return Err(at_url(&"it redirects, which is not followed"));
    }
    let body = response.body_mut().with_config().limit(MAX_RESPONSE);
    let body = body.read_to_vec().map_err(|error| at_url(&error))?;
    serde_json::from_slice(&body).map_err(|error| at_url(&error))
}

fn failed(reason: &str) -> io::Error {
    io::Error::other(reason)
}

/// Verifies signatures by ring, and makes none.
static PROVIDER: CryptoProvider = CryptoProvider {
    signer_factory: |_, _| Err(ErrorKind::UnsupportedAlgorithm.into()),
    verifier_factory: verifier,
    key_utils: KeyUtils::new_unimplemented(),
};

/// Makes jsonwebtoken verify signatures by ring. A second call has no effect.
pub(super) fn install_provider() {
    let _ = PROVIDER.install_default();
}

/// One algorithm with a key.
struct Verify {
    algorithm: Algorithm,
    key: DecodingKey,
}

fn verifier(
    algorithm: &Algorithm,
    key: &DecodingKey,
) -> jsonwebtoken::errors::Result<Box<dyn JwtVerifier>> {
    match key.family() == algorithm.family() {
        true => Ok(Box::new(Verify {
            algorithm: *algorithm,
            key: key.clone(),
        })),
        false => Err(ErrorKind::InvalidKeyFormat.into()),
    }
}

impl JwtVerifier for Verify {
    fn algorithm(&self) -> Algorithm {
        self.algorithm
    }
}

impl Verifier<Vec<u8>> for Verify {
    fn verify(&self, message: &[u8], signature: &Vec<u8>) -> Result<(), signature::Error> {
        let verified = match self.key.kind() {
            DecodingKeyKind::RsaModulusExponent { n, e } => {
                let parameters = rsa(self.algorithm).ok_or_else(signature::Error::new)?;
                RsaPublicKeyComponents { n, e }.verify(parameters, message, signature)
            }
            DecodingKeyKind::SecretOrDer(key) => {
                let algorithm = curve(self.algorithm).ok_or_else(signature::Error::new)?;
                UnparsedPublicKey::new(algorithm, key).verify(message, signature)
            }
        };
        verified.map_err(|_| signature::Error::new())
    }
}

fn rsa(algorithm: Algorithm) -> Option<&'static RsaParameters> {
    Some(match algorithm {
        Algorithm::RS256 => &RSA_PKCS1_2048_8192_SHA256,
        Algorithm::RS384 => &RSA_PKCS1_2048_8192_SHA384,
        Algorithm::RS512 => &RSA_PKCS1_2048_8192_SHA512,
        Algorithm::PS256 => &RSA_PSS_2048_8192_SHA256,
        Algorithm::PS384 => &RSA_PSS_2048_8192_SHA384,
        Algorithm::PS512 => &RSA_PSS_2048_8192_SHA512,
        _ => return None,
    })
}

fn curve(algorithm: Algorithm) -> Option<&'static dyn VerificationAlgorithm> {
    Some(match algorithm {
        Algorithm::ES256 => &ECDSA_P256_SHA256_FIXED,
        Algorithm::ES384 => &ECDSA_P384_SHA384_FIXED,
        Algorithm::EdDSA => &ED25519,
        _ => return None,
    })
}
