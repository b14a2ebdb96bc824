//! Tokens of an authorization server, which stands here: one with generated keys.

use std::io::{BufRead, BufReader, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use ring::rand::SystemRandom;
use ring::signature::{
    ECDSA_P256_SHA256_FIXED_SIGNING, EcdsaKeyPair, Ed25519KeyPair, KeyPair, RSA_PKCS1_SHA256,
    RSA_PSS_SHA256, RsaEncoding, RsaKeyPair, RsaPublicKeyComponents,
};
use serde_json::{Value, json};

use super::client::{Http, call};
use crate::process::{GUIDE, PATIENCE, binary, project};

const AUDIENCE: &str = "https://guide.example/mcp";
const PUBLIC: &str = "https://guide.example/mcp";
/// A key for tests alone: ring makes none of its kind.
const RSA: &[u8] = include_bytes!("rsa.p8");

/// A key of the issuer's.
enum Key {
    Ec(EcdsaKeyPair),
    Ed(Ed25519KeyPair),
    Rsa(Box<RsaKeyPair>, &'static dyn RsaEncoding),
}

impl Key {
    fn ec() -> Self {
        let random = SystemRandom::new();
        let algorithm = &ECDSA_P256_SHA256_FIXED_SIGNING;
        let made = EcdsaKeyPair::generate_pkcs8(algorithm, &random).expect("a key");
        let pair = EcdsaKeyPair::from_pkcs8(algorithm, made.as_ref(), &random);
        Self::Ec(pair.expect("a key"))
    }

    fn ed() -> Self {
        let made = Ed25519KeyPair::generate_pkcs8(&SystemRandom::new()).expect("a key");
        Self::Ed(Ed25519KeyPair::from_pkcs8(made.as_ref()).expect("a key"))
    }

    fn rsa(padding: &'static dyn RsaEncoding) -> Self {
        Self::Rsa(Box::new(RsaKeyPair::from_pkcs8(RSA).expect("a key")), padding)
    }

    fn sign(&self, text: &[u8]) -> Vec<u8> {
        let random = SystemRandom::new();
        match self {
            Self::Ec(pair) => pair.sign(&random, text).expect("signed").as_ref().to_vec(),
            Self::Ed(pair) => pair.sign(text).as_ref().to_vec(),
            Self::Rsa(pair, padding) => {
                let mut signature = vec![0; pair.public().modulus_len()];
                pair.sign(*padding, &random, text, &mut signature).expect("signed");
                signature
            }
        }
    }

    /// As the issuer publishes it.
    fn jwk(&self, name: &str) -> Value {
        match self {
            Self::Ec(pair) => {
                let point = pair.public_key().as_ref();
                let (x, y) = (base64(&point[1..33]), base64(&point[33..]));
                json!({ "kty": "EC", "crv": "P-256", "x": x, "y": y, "kid": name, "alg": "ES256" })
            }
            Self::Ed(pair) => {
                let x = base64(pair.public_key().as_ref());
                json!({ "kty": "OKP", "crv": "Ed25519", "x": x, "kid": name, "use": "sig" })
            }
            Self::Rsa(pair, _) => {
                let public = RsaPublicKeyComponents::<Vec<u8>>::from(pair.public());
                let (n, e) = (base64(&public.n), base64(&public.e));
                json!({ "kty": "RSA", "n": n, "e": e, "kid": name, "use": "sig" })
            }
        }
    }
}

fn base64(bytes: &[u8]) -> String {
    const LETTERS: &[u8] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    let mut text = String::new();
    for three in bytes.chunks(3) {
        let whole = three.iter().fold(0_u32, |whole, byte| whole << 8 | u32::from(*byte));
        let whole = whole << (8 * (3 - three.len()));
        for at in 0..=three.len() {
            let six = usize::try_from(whole >> (18 - 6 * at) & 63).expect("few");
            text.push(char::from(LETTERS[six]));
        }
    }
    text
}

fn token(header: &Value, claims: &Value, sign: impl FnOnce(&[u8]) -> Vec<u8>) -> String {
    let encoded = |value: &Value| base64(value.to_string().as_bytes());
    let text = format!("{}.{}", encoded(header), encoded(claims));
    let signature = base64(&sign(text.as_bytes()));
    format!("{text}.{signature}")
}

fn now() -> u64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH);
    since.expect("after 1970").as_secs()
}

/// An issuer on this machine.
struct Issuer {
    url: String,
    keys: Arc<Mutex<Vec<Value>>>,
    /// How often its keys were asked for.
    asked: Arc<AtomicUsize>,
}

impl Issuer {
    fn start(keys: Vec<Value>) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
        let url = format!("http://{}", listener.local_addr().expect("an address"));
        let issuer = Self {
            url: url.clone(),
            keys: Arc::new(Mutex::new(keys)),
            asked: Arc::default(),
        };
        let (keys, asked) = (Arc::clone(&issuer.keys), Arc::clone(&issuer.asked));
        std::thread::spawn(move || {
            for stream in listener.incoming().map_while(Result::ok) {
                let keys = keys.lock().expect("no panic holds it").clone();
                answer(stream, &url, &keys, &asked);
            }
        });
        issuer
    }

    fn claims(&self) -> Value {
        json!({ "iss": self.url, "aud": AUDIENCE, "exp": now() + 600, "sub": "somebody" })
    }

    /// A server that takes its tokens.
    fn server(&self, folder: &std::path::Path) -> Http {
        let arguments = [
            "--auth-issuer",
            &self.url,
            "--auth-audience",
            AUDIENCE,
            "--public-url",
            PUBLIC,
        ];
        Http::start_with(folder, &arguments, &[])
    }
}

fn answer(stream: TcpStream, url: &str, keys: &[Value], asked: &AtomicUsize) {
    let mut stream = BufReader::new(stream);
    let mut lines = (&mut stream).lines().map_while(Result::ok);
    let first = lines.next().unwrap_or_default();
    while lines.next().is_some_and(|line| !line.is_empty()) {}
    let body = match first.split(' ').nth(1) {
        Some("/.well-known/oauth-authorization-server") => {
            json!({ "issuer": url, "jwks_uri": format!("{url}/keys") })
        }
        Some("/keys") => {
            asked.fetch_add(1, Ordering::Relaxed);
            json!({ "keys": keys })
        }
        _ => Value::Null,
    };
    let status = if body.is_null() { "404 Not Found" } else { "200 OK" };
    let body = body.to_string();
    let length = body.len();
    let head = format!("HTTP/1.1 {status}\r\ncontent-length: {length}\r\nconnection: close\r\n\r\n");
    let _ = stream.get_mut().write_all(format!("{head}{body}").as_bytes());
}

#[track_caller]
fn status(server: &Http, token: &str) -> u16 {
    let sent = format!("Bearer {token}");
    server.post(&call("a"), &[("authorization", &sent)]).status
}

#[test]
fn tokens_of_the_issuer_are_taken_and_no_others() {
    let folder = project(&[GUIDE, ("docs/a.md", "a")]);
    let (ec, ed, other) = (Key::ec(), Key::ed(), Key::ec());
    let rsa = Key::rsa(&RSA_PKCS1_SHA256);
    let secret = json!({ "kty": "oct", "k": base64(b"secret"), "kid": "secret", "alg": "HS256" });
    let strange = json!({ "kty": "strange", "kid": "strange" });
    let keys = [ec.jwk("ec"), ed.jwk("ed"), rsa.jwk("rsa"), secret, strange];
    let issuer = Issuer::start(keys.to_vec());
    let server = issuer.server(folder.path());
    let with = |field: &str, value: Value| {
        let mut claims = issuer.claims();
        claims[field] = value;
        claims
    };
    let without = |field: &str| {
        let mut claims = issuer.claims();
        claims.as_object_mut().expect("an object").remove(field);
        claims
    };
    let claims = issuer.claims();
    let es = json!({ "alg": "ES256", "kid": "ec", "typ": "at+jwt" });
    let by_ec = |claims: &Value| token(&es, claims, |text| ec.sign(text));
    let good = [
        ("ES256", by_ec(&claims)),
        ("EdDSA", token(&json!({ "alg": "EdDSA", "kid": "ed" }), &claims, |text| ed.sign(text))),
        ("RS256", token(&json!({ "alg": "RS256", "kid": "rsa" }), &claims, |text| rsa.sign(text))),
        (
            "PS256",
            token(&json!({ "alg": "PS256", "kid": "rsa" }), &claims, |text| {
                Key::rsa(&RSA_PSS_SHA256).sign(text)
            }),
        ),
        ("one key for the algorithm", token(&json!({ "alg": "ES256" }), &claims, |it| ec.sign(it))),
        ("several audiences", by_ec(&with("aud", json!(["else", AUDIENCE])))),
        ("valid since a while", by_ec(&with("nbf", json!(now() - 60)))),
    ];
    for (name, token) in &good {
        assert_eq!(status(&server, token), 200, "{name}");
    }
    let hs = json!({ "alg": "HS256", "kid": "secret" });
    let hmac = |text: &[u8]| {
        let key = ring::hmac::Key::new(ring::hmac::HMAC_SHA256, b"secret");
        ring::hmac::sign(&key, text).as_ref().to_vec()
    };
    let mut altered: Vec<String> = by_ec(&claims).split('.').map(str::to_owned).collect();
    altered[1] = base64(with("sub", json!("another")).to_string().as_bytes());
    let bad = [
        ("expired", by_ec(&with("exp", json!(now() - 60)))),
        ("without an end", by_ec(&without("exp"))),
        ("an end that is none", by_ec(&with("exp", json!("never")))),
        ("not valid yet", by_ec(&with("nbf", json!(now() + 60)))),
        ("another audience", by_ec(&with("aud", json!("https://other.example/mcp")))),
        ("an audience that begins so", by_ec(&with("aud", json!(format!("{AUDIENCE}/more"))))),
        ("no audience", by_ec(&without("aud"))),
        ("another issuer", by_ec(&with("iss", json!("https://other.example")))),
        ("no issuer", by_ec(&without("iss"))),
        ("alg none", token(&json!({ "alg": "none", "kid": "ec" }), &claims, |_| Vec::new())),
        ("alg None", token(&json!({ "alg": "None", "kid": "ec" }), &claims, |_| Vec::new())),
        ("no signature", token(&es, &claims, |_| Vec::new())),
        ("another's signature", token(&es, &claims, |text| other.sign(text))),
        ("altered", altered.join(".")),
        ("a secret of the issuer's", token(&hs, &claims, hmac)),
        (
            "a public key as a secret",
            token(&json!({ "alg": "HS256", "kid": "ec" }), &claims, |text| match &ec {
                Key::Ec(pair) => {
                    let key = pair.public_key().as_ref();
                    let key = ring::hmac::Key::new(ring::hmac::HMAC_SHA256, key);
                    ring::hmac::sign(&key, text).as_ref().to_vec()
                }
                _ => Vec::new(),
            }),
        ),
        (
            "a key of another kind",
            token(&json!({ "alg": "ES256", "kid": "rsa" }), &claims, |text| ec.sign(text)),
        ),
        (
            "a key that it brings along",
            token(&json!({ "alg": "ES256", "jwk": other.jwk("ec") }), &claims, |it| other.sign(it)),
        ),
        (
            "something critical",
            token(&json!({ "alg": "ES256", "kid": "ec", "crit": ["exp"] }), &claims, |it| {
                ec.sign(it)
            }),
        ),
        ("no token", "a.b.c".to_owned()),
        ("two parts", "a.b".to_owned()),
        ("a long one", "a".repeat(20_000)),
        (
            "an unknown key",
            token(&json!({ "alg": "ES256", "kid": "else" }), &claims, |text| ec.sign(text)),
        ),
    ];
    let metadata = "https://guide.example/.well-known/oauth-protected-resource/mcp";
    for (name, token) in &bad {
        let sent = format!("Bearer {token}");
        let response = server.post(&call("a"), &[("authorization", &sent)]);
        assert_eq!(response.status, 401, "{name}: {}", response.json());
        let challenge = response.header("www-authenticate").unwrap_or_default();
        let due = format!("Bearer error=\"invalid_token\", resource_metadata=\"{metadata}\"");
        assert_eq!(challenge, due, "{name}");
    }
    let response = server.post(&call("a"), &[]);
    assert_eq!(response.status, 401);
    let challenge = format!("Bearer resource_metadata=\"{metadata}\"");
    assert_eq!(response.header("www-authenticate"), Some(&*challenge));
    for path in ["", "/mcp"] {
        let response = server.get(&format!("/.well-known/oauth-protected-resource{path}"));
        assert_eq!(response.status, 200);
        let said = response.json();
        assert_eq!(said["resource"], PUBLIC);
        assert_eq!(said["authorization_servers"], json!([issuer.url]));
    }
    for path in [
        "/.well-known/oauth-protected-resource/else",
        "/.well-known/oauth-authorization-server",
    ] {
        assert_eq!(server.get(path).status, 404, "{path}");
    }
    // It is reached by its public name.
    let sent = format!("Bearer {}", good[0].1);
    let headers = [("authorization", sent.as_str()), ("host", "guide.example")];
    assert_eq!(server.post(&call("a"), &headers).status, 200);
    let log = server.log(|log| log.len() > bad.len());
    assert!(!log.concat().contains(&good[0].1), "{log:?}");
}

/// Tokens that name keys which nobody has do not have the issuer asked each time.
#[test]
fn keys_are_asked_for_when_one_is_unknown() {
    let folder = project(&[GUIDE, ("docs/a.md", "a")]);
    let (old, new) = (Key::ec(), Key::ed());
    let issuer = Issuer::start(vec![old.jwk("old")]);
    let server = issuer.server(folder.path());
    assert_eq!(issuer.asked.load(Ordering::Relaxed), 0);
    let claims = issuer.claims();
    let of_old = token(&json!({ "alg": "ES256", "kid": "old" }), &claims, |it| old.sign(it));
    let of_new = token(&json!({ "alg": "EdDSA", "kid": "new" }), &claims, |it| new.sign(it));
    assert_eq!(status(&server, &of_old), 200);
    assert_eq!(issuer.asked.load(Ordering::Relaxed), 1);
    for nth in 0..50 {
        let header = json!({ "alg": "ES256", "kid": format!("made up {nth}") });
        let made_up = token(&header, &claims, |it| old.sign(it));
        assert_eq!(status(&server, &made_up), 401);
    }
    assert!(issuer.asked.load(Ordering::Relaxed) <= 2);
    issuer.keys.lock().expect("no panic holds it").push(new.jwk("new"));
    let started = Instant::now();
    while status(&server, &of_new) != 200 {
        assert!(started.elapsed() < PATIENCE, "the new key is not asked for");
        std::thread::sleep(Duration::from_millis(500));
    }
    assert_eq!(status(&server, &of_old), 200);
}

/// What cannot be told is no refusal of the token.
#[test]
fn an_issuer_that_is_gone_is_said() {
    let folder = project(&[GUIDE, ("docs/a.md", "a")]);
    let key = Key::ec();
    let mut issuer = Issuer::start(vec![key.jwk("key")]);
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    issuer.url = format!("http://{}", listener.local_addr().expect("an address"));
    drop(listener);
    let server = issuer.server(folder.path());
    let header = json!({ "alg": "ES256", "kid": "key" });
    let good = token(&header, &issuer.claims(), |text| key.sign(text));
    let sent = format!("Bearer {good}");
    let response = server.post(&call("a"), &[("authorization", &sent)]);
    assert_eq!(response.status, 503, "{}", response.json());
    assert_eq!(response.header("retry-after"), Some("1"));
    assert_eq!(server.get("/health").status, 200);
    server.log(|log| log.iter().any(|line| line.contains("keys cannot be had")));
}

#[test]
fn what_belongs_together_is_given_together() {
    let folder = project(&[GUIDE, ("docs/a.md", "a")]);
    let issuer = ["--auth-issuer", "https://issuer.example"];
    let audience = ["--auth-audience", AUDIENCE];
    let url = ["--public-url", PUBLIC];
    let rows: [(&[[&str; 2]], &[&str]); 8] = [
        (&[issuer], &["--auth-audience"]),
        (&[issuer, audience], &["--public-url"]),
        (&[audience, url], &["--auth-issuer"]),
        (&[issuer, audience, ["--public-url", "guide"]], &["'guide'", "--public-url"]),
        (&[issuer, audience, ["--public-url", "http://guide.example"]], &["--public-url"]),
        (&[["--auth-issuer", "https://a?b"], audience, url], &["'https://a?b'"]),
        (&[["--auth-issuer", "http://10.0.0.1"], audience, url], &["--auth-issuer"]),
        (
            &[issuer, audience, url, ["--token-file", "token"]],
            &["--token-file", "--auth-issuer"],
        ),
    ];
    std::fs::write(folder.path().join("token"), "0123456789abcdef").expect("it is written");
    for (given, words) in rows {
        let output = binary()
            .current_dir(folder.path())
            .args(["--project", ".", "serve", "--http", "127.0.0.1:0"])
            .args(given.iter().flatten())
            .output()
            .expect("it ends");
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(2), "{given:?}: {said}");
        for words in words {
            assert!(said.contains(words), "{given:?}: {said}");
        }
    }
}
