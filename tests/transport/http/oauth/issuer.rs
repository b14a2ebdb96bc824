//! An authorization server on this machine, with generated keys.

use std::io::{BufRead, BufReader, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{SystemTime, UNIX_EPOCH};

use ring::rand::SystemRandom;
use ring::signature::{
    ECDSA_P256_SHA256_FIXED_SIGNING, EcdsaKeyPair, Ed25519KeyPair, KeyPair, RsaEncoding, RsaKeyPair,
    RsaPublicKeyComponents,
};
use serde_json::{Value, json};

use super::super::client::Http;

pub const AUDIENCE: &str = "https://guide.example/mcp";
pub const PUBLIC: &str = "https://guide.example/mcp";
/// A key for tests alone: ring makes none of its kind.
const RSA: &[u8] = include_bytes!("rsa.p8");

/// A key of the issuer's.
pub enum Key {
    Ec(EcdsaKeyPair),
    Ed(Ed25519KeyPair),
    Rsa(Box<RsaKeyPair>, &'static dyn RsaEncoding),
}

impl Key {
    pub fn ec() -> Self {
        let random = SystemRandom::new();
        let algorithm = &ECDSA_P256_SHA256_FIXED_SIGNING;
        let made = EcdsaKeyPair::generate_pkcs8(algorithm, &random).expect("a key");
        let pair = EcdsaKeyPair::from_pkcs8(algorithm, made.as_ref(), &random);
        Self::Ec(pair.expect("a key"))
    }

    pub fn ed() -> Self {
        let made = Ed25519KeyPair::generate_pkcs8(&SystemRandom::new()).expect("a key");
        Self::Ed(Ed25519KeyPair::from_pkcs8(made.as_ref()).expect("a key"))
    }

    pub fn rsa(padding: &'static dyn RsaEncoding) -> Self {
        Self::Rsa(Box::new(RsaKeyPair::from_pkcs8(RSA).expect("a key")), padding)
    }

    pub fn sign(&self, text: &[u8]) -> Vec<u8> {
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
    pub fn jwk(&self, name: &str) -> Value {
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

pub fn base64(bytes: &[u8]) -> String {
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

pub fn token(header: &Value, claims: &Value, sign: impl FnOnce(&[u8]) -> Vec<u8>) -> String {
    let encoded = |value: &Value| base64(value.to_string().as_bytes());
    let text = format!("{}.{}", encoded(header), encoded(claims));
    let signature = base64(&sign(text.as_bytes()));
    format!("{text}.{signature}")
}

pub fn now() -> u64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH);
    since.expect("after 1970").as_secs()
}

/// An issuer on this machine.
pub struct Issuer {
    pub url: String,
    pub keys: Arc<Mutex<Vec<Value>>>,
    /// How often its keys were asked for.
    pub asked: Arc<AtomicUsize>,
    /// How many of its connections were given up by who asks, where it answers none.
    pub given_up: Arc<AtomicUsize>,
}

impl Issuer {
    pub fn start(keys: Vec<Value>) -> Self {
        Self::saying(keys, None)
    }

    /// One whose keys are this text.
    pub fn start_with(text: &'static str) -> Self {
        Self::saying(Vec::new(), Some(text))
    }

    fn saying(keys: Vec<Value>, text: Option<&'static str>) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
        let url = format!("http://{}", listener.local_addr().expect("an address"));
        let issuer = Self {
            url: url.clone(),
            keys: Arc::new(Mutex::new(keys)),
            asked: Arc::default(),
            given_up: Arc::default(),
        };
        let (keys, asked) = (Arc::clone(&issuer.keys), Arc::clone(&issuer.asked));
        std::thread::spawn(move || {
            for stream in listener.incoming().map_while(Result::ok) {
                let keys = keys.lock().expect("no panic holds it").clone();
                answer(stream, &url, &keys, text, &asked);
            }
        });
        issuer
    }

    /// One that takes connections and answers nothing.
    pub fn hanging() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
        let issuer = Self {
            url: format!("http://{}", listener.local_addr().expect("an address")),
            keys: Arc::default(),
            asked: Arc::default(),
            given_up: Arc::default(),
        };
        let (asked, given_up) = (Arc::clone(&issuer.asked), Arc::clone(&issuer.given_up));
        std::thread::spawn(move || {
            for mut stream in listener.incoming().map_while(Result::ok) {
                asked.fetch_add(1, Ordering::Relaxed);
                let given_up = Arc::clone(&given_up);
                std::thread::spawn(move || {
                    let _ = std::io::copy(&mut stream, &mut std::io::sink());
                    given_up.fetch_add(1, Ordering::Relaxed);
                });
            }
        });
        issuer
    }

    pub fn claims(&self) -> Value {
        json!({ "iss": self.url, "aud": AUDIENCE, "exp": now() + 600, "sub": "somebody" })
    }

    /// A server that takes its tokens.
    pub fn server(&self, folder: &std::path::Path) -> Http {
        self.server_with(folder, &[], &[])
    }

    /// The same with these arguments and variables.
    pub fn server_with(
        &self,
        folder: &std::path::Path,
        arguments: &[&str],
        variables: &[(&str, &str)],
    ) -> Http {
        let own = ["--auth-issuer", &self.url, "--auth-audience", AUDIENCE, "--public-url", PUBLIC];
        Http::start_with(folder, &[&own, arguments].concat(), variables)
    }
}

fn answer(stream: TcpStream, url: &str, keys: &[Value], text: Option<&str>, asked: &AtomicUsize) {
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
    let body = match text.filter(|_| body.get("keys").is_some()) {
        Some(text) => text.to_owned(),
        None => body.to_string(),
    };
    let length = body.len();
    let head = format!("HTTP/1.1 {status}\r\ncontent-length: {length}\r\nconnection: close\r\n\r\n");
    let _ = stream.get_mut().write_all(format!("{head}{body}").as_bytes());
}
