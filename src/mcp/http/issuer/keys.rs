//! The keys of an authorization server, asked for when they are needed.

use std::io;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use jsonwebtoken::jwk::{Jwk, PublicKeyUse};
use jsonwebtoken::{Algorithm, DecodingKey};
use serde_json::Value;
use tokio::time::Instant;

use super::Url;

/// How long keys are used before they are asked for again.
const FRESH: Duration = Duration::from_secs(3600);
/// How long they are used where they cannot be had again.
const LAST: Duration = Duration::from_secs(24 * 3600);
/// How long nothing is asked after it was: tokens that anybody makes name keys.
const AGAIN: Duration = Duration::from_secs(10);
/// How long the issuer may take for each of its answers.
const PATIENCE: Duration = Duration::from_secs(5);
/// The most bytes of one.
const MAX_ANSWER: u64 = 1 << 20;
/// The most keys that are kept.
const MAX_KEYS: usize = 256;
/// Where an issuer says where its keys are: by RFC 8414 and by OpenID Connect, which
/// puts it after the issuer's path.
const SERVER: &str = "/.well-known/oauth-authorization-server";
const OPENID: &str = "/.well-known/openid-configuration";

/// The keys of one issuer.
#[derive(Debug, Clone)]
pub(super) struct Keys(Arc<Shared>);

#[derive(Debug)]
struct Shared {
    issuer: Url,
    held: Mutex<Held>,
    /// Held while they are asked for.
    asking: tokio::sync::Mutex<()>,
}

/// What is known of them.
#[derive(Debug, Default)]
struct Held {
    keys: Vec<Jwk>,
    /// When they came.
    since: Option<Instant>,
    /// When they were asked for last.
    asked: Option<Instant>,
    /// Whether they could not be had then.
    failed: bool,
}

/// Why there is no key.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum NoKey {
    /// The issuer has none of this name for this algorithm.
    Unknown,
    /// The issuer's keys cannot be had.
    Unreachable,
}

impl Keys {
    pub(super) fn new(issuer: Url) -> Self {
        Self(Arc::new(Shared {
            issuer,
            held: Mutex::default(),
            asking: tokio::sync::Mutex::default(),
        }))
    }

    /// The key of this name; without one, the only key for this algorithm. Whoever
    /// has one that is known waits for nobody.
    pub(super) async fn get(
        &self,
        name: Option<&str>,
        algorithm: Algorithm,
    ) -> Result<DecodingKey, NoKey> {
        let (found, stale) = {
            let held = self.held();
            (held.find(name, algorithm), held.is_older_than(FRESH))
        };
        if let Ok(key) = found {
            if stale {
                let keys = self.clone();
                tokio::spawn(async move { keys.ask().await });
            }
            return Ok(key);
        }
        self.ask().await;
        self.held().find(name, algorithm)
    }

    /// Asks for them, unless that was done just now. All wait for one answer.
    async fn ask(&self) {
        let _asking = self.0.asking.lock().await;
        if self
            .held()
            .asked
            .is_some_and(|asked| asked.elapsed() < AGAIN)
        {
            return;
        }
        let issuer = self.0.issuer.clone();
        let fetched = tokio::task::spawn_blocking(move || fetch(&issuer)).await;
        let fetched = fetched.unwrap_or_else(|error| Err(io::Error::other(error)));
        let mut held = self.held();
        held.asked = Some(Instant::now());
        held.failed = fetched.is_err();
        match fetched {
            Ok(keys) => {
                held.keys = keys;
                held.since = held.asked;
            }
            // What was known before is used as long as it may be.
            Err(error) => tracing::warn!(%error, "the issuer's keys cannot be had"),
        }
    }

    fn held(&self) -> MutexGuard<'_, Held> {
        // Nothing that is done under the lock can leave it unsound.
        self.0.held.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Held {
    fn is_older_than(&self, age: Duration) -> bool {
        self.since.is_none_or(|since| since.elapsed() >= age)
    }

    fn find(&self, name: Option<&str>, algorithm: Algorithm) -> Result<DecodingKey, NoKey> {
        let missing = match self.failed {
            true => NoKey::Unreachable,
            false => NoKey::Unknown,
        };
        if self.is_older_than(LAST) {
            return Err(missing);
        }
        let mut fitting = self.keys.iter().filter(|key| fits(key, algorithm));
        let named = |key: &&Jwk| key.common.key_id.as_deref() == name;
        let key = match (name, fitting.clone().count()) {
            (Some(_), _) => fitting.find(named),
            (None, 1) => fitting.next(),
            (None, _) => None,
        };
        let key = key.and_then(|key| DecodingKey::from_jwk(key).ok());
        key.ok_or(missing)
    }
}

/// Whether a key is one for signatures by this algorithm.
fn fits(key: &Jwk, algorithm: Algorithm) -> bool {
    let use_ = key.common.public_key_use.as_ref();
    let signs = use_.is_none_or(|use_| *use_ == PublicKeyUse::Signature);
    let named = key.common.key_algorithm;
    let named = named.is_none_or(|named| named.to_string().parse() == Ok(algorithm));
    let family = DecodingKey::from_jwk(key).is_ok_and(|it| it.family() == algorithm.family());
    signs && named && family
}

/// Asks an issuer for its keys.
fn fetch(issuer: &Url) -> io::Result<Vec<Jwk>> {
    let agent: ureq::Agent = ureq::Agent::config_builder()
        .timeout_global(Some(PATIENCE))
        // Where it leads is not what was named.
        .max_redirects(0)
        .max_redirects_will_error(true)
        .build()
        .into();
    let get = |url: &str| -> io::Result<Value> {
        let mut response = agent.get(url).call().map_err(io::Error::other)?;
        let body = response.body_mut().with_config().limit(MAX_ANSWER);
        let body = body.read_to_vec().map_err(io::Error::other)?;
        Ok(serde_json::from_slice(&body)?)
    };
    let openid = format!("{}{OPENID}", issuer.as_str().trim_end_matches('/'));
    let metadata = get(&issuer.well_known(SERVER)).or_else(|_| get(&openid))?;
    if metadata["issuer"] != issuer.as_str() {
        return Err(io::Error::other("the metadata are another issuer's"));
    }
    let keys = metadata["jwks_uri"].as_str().and_then(Url::new);
    let keys = keys.ok_or_else(|| io::Error::other("the metadata have no jwks_uri"))?;
    let mut keys = get(keys.as_str())?;
    let keys = keys["keys"].as_array_mut().map(std::mem::take);
    let keys = keys.ok_or_else(|| io::Error::other("there is no list of keys"))?;
    // One of a kind that nobody knows costs no other.
    let keys = keys.into_iter().take(MAX_KEYS);
    Ok(keys
        .filter_map(|key| serde_json::from_value(key).ok())
        .collect())
}
