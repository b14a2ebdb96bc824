//! The keys of an authorization server, asked for when they are needed.

use std::fmt;
use std::io;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use jsonwebtoken::jwk::{Jwk, KeyOperations, PublicKeyUse};
use jsonwebtoken::{Algorithm, DecodingKey};
use serde_json::Value;
use tokio::time::Instant;

use super::Url;
use crate::text::shown::echo;

/// How long keys are used before they are asked for again.
const FRESH: Duration = Duration::from_secs(3600);
/// How long they are used where they cannot be had again.
const LAST: Duration = Duration::from_secs(24 * 3600);
/// How long nothing is asked after it was: tokens that anybody makes name keys. For so
/// long it cannot be told of one that nobody knows.
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
        let begun = Instant::now();
        self.ask().await;
        let held = self.held();
        match held.find(name, algorithm) {
            // It may be newer than what is known: that was asked for before.
            Err(NoKey::Unknown)
                if !held.knows(name) && held.asked.is_none_or(|asked| asked < begun) =>
            {
                Err(NoKey::Unreachable)
            }
            found => found,
        }
    }

    /// Asks for them, unless that was done just now. All wait for one answer.
    pub(super) async fn ask(&self) {
        let _asking = self.0.asking.lock().await;
        let asked = self.held().asked;
        if asked.is_some_and(|asked| asked.elapsed() < AGAIN) {
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
            Err(error) => {
                let error = echo(&error.to_string());
                tracing::warn!(%error, "the issuer's keys cannot be had");
            }
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

    /// Whether there is a key of this name, for whatever algorithm.
    fn knows(&self, name: Option<&str>) -> bool {
        let named = |key: &Jwk| key.common.key_id.as_deref() == name;
        name.is_some() && self.keys.iter().any(named)
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
    let operations = key.common.key_operations.as_ref();
    let signs = use_.is_none_or(|use_| *use_ == PublicKeyUse::Signature)
        && operations.is_none_or(|all| all.contains(&KeyOperations::Verify));
    let named = key.common.key_algorithm;
    let named = named.is_none_or(|named| named.to_string().parse() == Ok(algorithm));
    let family = DecodingKey::from_jwk(key).is_ok_and(|it| it.family() == algorithm.family());
    signs && named && family
}

/// Asks an issuer for its keys.
fn fetch(issuer: &Url) -> io::Result<Vec<Jwk>> {
    let openid = format!("{}{OPENID}", issuer.as_str().trim_end_matches('/'));
    let metadata = get(&issuer.well_known(SERVER), issuer).or_else(|error| {
        get(&openid, issuer).map_err(|other| failed(&format!("{error}; {other}")))
    })?;
    let says = |field: &str| metadata.get(field).and_then(Value::as_str);
    match says("issuer") {
        Some(it) if it == issuer.as_str() => {}
        other => {
            let other = other.unwrap_or("nobody");
            return Err(failed(&format!(
                "the metadata are those of '{other}', and not of '{issuer}'"
            )));
        }
    }
    let at = says("jwks_uri").ok_or_else(|| failed("the metadata have no jwks_uri"))?;
    let url = Url::new(at);
    let url = url.ok_or_else(|| failed(&format!("the jwks_uri '{at}' is none by https")))?;
    let mut keys = get(url.as_str(), &url)?;
    let keys = keys.get_mut("keys").and_then(Value::as_array_mut);
    let keys = keys.map(std::mem::take).unwrap_or_default();
    // One of a kind that nobody knows costs no other.
    let keys = keys.into_iter().take(MAX_KEYS);
    let keys = keys.filter_map(|key| serde_json::from_value(key).ok());
    let keys: Vec<Jwk> = keys.collect();
    match keys.is_empty() {
        true => Err(failed(&format!("{url}: there is no key that can be used"))),
        false => Ok(keys),
    }
}

/// The JSON at a URL, of the host of another one. What is on this machine is asked for by
/// no proxy.
fn get(url: &str, host: &Url) -> io::Result<Value> {
    let config = ureq::Agent::config_builder()
        .timeout_global(Some(PATIENCE))
        // Where it leads is not what was named.
        .max_redirects(0);
    let config = match host.is_local() {
        true => config.proxy(None),
        false => config,
    };
    let agent: ureq::Agent = config.build().into();
    let told = |error: &dyn fmt::Display| failed(&format!("{url}: {error}"));
    let mut response = agent.get(url).call().map_err(|error| told(&error))?;
    if response.status().is_redirection() {
        return Err(told(&"it leads elsewhere, which is not followed"));
    }
    let body = response.body_mut().with_config().limit(MAX_ANSWER);
    let body = body.read_to_vec().map_err(|error| told(&error))?;
    serde_json::from_slice(&body).map_err(|error| told(&error))
}

fn failed(what: &str) -> io::Error {
    io::Error::other(what)
}
