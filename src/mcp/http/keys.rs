//! The keys of an authorization server, fetched when they are needed, and the
//! verification of signatures.

use std::error::Error;
use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use jsonwebtoken::crypto::{CryptoProvider, JwtVerifier, KeyUtils};
use jsonwebtoken::errors::ErrorKind;
use jsonwebtoken::jwk::{Jwk, KeyOperations, PublicKeyUse};
use jsonwebtoken::{Algorithm, DecodingKey, DecodingKeyKind};
use ring::error::Unspecified;
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

use super::hosts::Url;
use crate::text::escape::escape_truncated;
use crate::text::jsonrpc::HttpError;

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
#[derive(Clone)]
pub(super) struct Keys {
    issuer: Url,
    /// Changes when a fetch has ended.
    state: Arc<watch::Sender<State>>,
}

#[derive(Default)]
struct State {
    keys: Vec<IssuerKey>,
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
struct IssuerKey {
    name: Option<String>,
    /// The only algorithm that it is for, where it names one.
    algorithm: Option<Algorithm>,
    /// `None` where it is not for verifying signatures, or cannot be used.
    decoding: Option<DecodingKey>,
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
        let fetching = self.state.borrow().fetching;
        if let Some(began) = fetching {
            let _ = timeout_at(began + FETCH_WAIT, ended.changed()).await;
        }
        let state = self.state.borrow();
        let is_fetched = state.fetched.is_some_and(|ended| ended >= asked);
        match state.find(name, algorithm) {
            Some(key) => Ok(key),
            // Otherwise the issuer may have a newer key of this name.
            None if !state.failed && (is_fetched || state.has_name(name)) => {
                Err(invalid("its issuer has no such key for its algorithm"))
            }
            None => Err(HttpError::TokenUnverifiable),
        }
    }

    /// Begins a fetch, unless one is going on or has just ended.
    pub(super) fn fetch(&self) {
        let mut begins = false;
        self.state.send_if_modified(|state| {
            let recent = |ended: Instant| ended.elapsed() < FETCH_INTERVAL;
            begins = state.fetching.is_none() && !state.fetched.is_some_and(recent);
            if begins {
                state.fetching = Some(Instant::now());
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
            keys.state.send_modify(|state| state.update(fetched));
        });
    }
}

impl State {
    /// Ends a fetch. After an error the keys that are known are used up to [`MAX_AGE`].
    fn update(&mut self, fetched: Result<Vec<IssuerKey>, String>) {
        let now = Some(Instant::now());
        self.fetching = None;
        self.fetched = now;
        self.failed = fetched.is_err();
        match fetched {
            Ok(keys) => {
                self.keys = keys;
                self.since = now;
            }
            Err(error) => {
                let error = escape_truncated(&error);
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

    fn find(&self, name: Option<&str>, algorithm: Algorithm) -> Option<DecodingKey> {
        if self.is_older_than(MAX_AGE) {
            return None;
        }
        let mut fitting = self.keys.iter().filter_map(|key| {
            let decoding = key.decoding.as_ref()?;
            let fits = key.algorithm.is_none_or(|only| only == algorithm)
                && decoding.family() == algorithm.family();
            (fits && (name.is_none() || key.name.as_deref() == name)).then_some(decoding)
        });
        let found = fitting.next()?;
        // Without a name it must be the only one.
        (name.is_some() || fitting.next().is_none()).then(|| found.clone())
    }
}

impl IssuerKey {
    /// Parses a key (RFC 7517 §4). Returns `None` if it is of an unknown kind.
    fn parse(key: Value) -> Option<Self> {
        let key: Jwk = serde_json::from_value(key).ok()?;
        let common = &key.common;
        let key_use = common.public_key_use.as_ref();
        let operations = common.key_operations.as_ref();
        let verifies = key_use.is_none_or(|it| *it == PublicKeyUse::Signature)
            && operations.is_none_or(|all| all.contains(&KeyOperations::Verify));
        let algorithm = common.key_algorithm.map(|named| named.to_string().parse());
        let algorithm = algorithm.transpose();
        let usable = verifies && algorithm.is_ok();
        Some(Self {
            algorithm: algorithm.unwrap_or_default(),
            decoding: DecodingKey::from_jwk(&key).ok().filter(|_| usable),
            name: key.common.key_id,
        })
    }
}

/// Logs why a token is invalid. The client is not told.
pub(super) fn invalid(reason: impl fmt::Display) -> HttpError {
    tracing::info!(%reason, "a token is not valid");
    HttpError::TokenInvalid
}

/// Fetches the keys of an issuer. It blocks.
fn fetch(issuer: &Url) -> Result<Vec<IssuerKey>, String> {
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
    let (count, used) = (set.len(), MAX_KEYS);
    if count > used {
        tracing::warn!(count, used, "the issuer has more keys than are used");
    }
    // A key of an unknown kind is ignored, as RFC 7517 §5 has it.
    let keys = set.into_iter().take(MAX_KEYS);
    let keys: Vec<_> = keys.filter_map(IssuerKey::parse).collect();
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
            .timeout_global(Some(RESPONSE_TIMEOUT))
            .max_redirects(0);
        if is_local {
            config = config.proxy(None);
        }
        let mut response = config.build().new_agent().get(url).call()?;
        if response.status().is_redirection() {
            return Err("it redirects, which is not followed".into());
        }
        let body = response.body_mut().with_config().limit(MAX_RESPONSE);
        Ok(serde_json::from_slice(&body.read_to_vec()?)?)
    };
    get().map_err(|error| format!("{url}: {error}"))
}

/// Verifies signatures by ring, and makes none.
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

/// Makes jsonwebtoken verify signatures by ring. A second call has no effect.
pub(super) fn install_provider() {
    let _ = PROVIDER.install_default();
}

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
        let rsa = |parameters: &RsaParameters| match self.key.kind() {
            DecodingKeyKind::RsaModulusExponent { n, e } => {
                RsaPublicKeyComponents { n, e }.verify(parameters, message, signature)
            }
            DecodingKeyKind::SecretOrDer(_) => Err(Unspecified),
        };
        let curve = |algorithm: &'static dyn VerificationAlgorithm| match self.key.kind() {
            DecodingKeyKind::SecretOrDer(key) => {
                UnparsedPublicKey::new(algorithm, key).verify(message, signature)
            }
            DecodingKeyKind::RsaModulusExponent { .. } => Err(Unspecified),
        };
        let verified = match self.algorithm {
            Algorithm::RS256 => rsa(&RSA_PKCS1_2048_8192_SHA256),
            Algorithm::RS384 => rsa(&RSA_PKCS1_2048_8192_SHA384),
            Algorithm::RS512 => rsa(&RSA_PKCS1_2048_8192_SHA512),
            Algorithm::PS256 => rsa(&RSA_PSS_2048_8192_SHA256),
            Algorithm::PS384 => rsa(&RSA_PSS_2048_8192_SHA384),
            Algorithm::PS512 => rsa(&RSA_PSS_2048_8192_SHA512),
            Algorithm::ES256 => curve(&ECDSA_P256_SHA256_FIXED),
            Algorithm::ES384 => curve(&ECDSA_P384_SHA384_FIXED),
            Algorithm::EdDSA => curve(&ED25519),
            _ => Err(Unspecified),
        };
        verified.map_err(|_| signature::Error::new())
    }
}
