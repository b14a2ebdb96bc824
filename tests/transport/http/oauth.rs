//! Tokens of an authorization server, which stands here.

mod issuer;

use std::io::BufReader;
use std::net::TcpListener;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use mcp_guide::limits::KEYS_FETCH_INTERVAL;
use ring::signature::{KeyPair, RSA_PKCS1_SHA256, RSA_PSS_SHA256};
use serde_json::{Value, json};

use super::client::{Http, call, large, response, sent};
use super::projects::{serve, two};
use super::tokens::refused;
use crate::process::{PATIENCE, one_document};

use issuer::{AUDIENCE, Issuer, Key, PUBLIC, base64, now, token};

#[track_caller]
fn status(server: &Http, token: &str) -> u16 {
    let sent = format!("Bearer {token}");
    server.post(&call("a"), &[("authorization", &sent)]).status
}

/// Returns a token whose header names an algorithm and a key.
fn signed(key: &Key, (alg, kid): (&str, &str), claims: &Value) -> String {
    let header = json!({ "alg": alg, "kid": kid });
    token(&header, claims, |text| key.sign(text))
}

#[test]
fn tokens_of_the_issuer_are_taken_and_no_others() {
    let folder = one_document();
    let (ec, ed, other) = (Key::ec(), Key::ed(), Key::ec());
    let rsa = Key::rsa(&RSA_PKCS1_SHA256);
    let secret = json!({ "kty": "oct", "k": base64(b"secret"), "kid": "secret", "alg": "HS256" });
    let strange = json!({ "kty": "strange", "kid": "strange" });
    let mut sealed = ec.jwk("sealed");
    sealed["key_ops"] = json!(["encrypt"]);
    let keys = [ec.jwk("ec"), ed.jwk("ed"), rsa.jwk("rsa"), secret, strange, sealed];
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
    let of = |alg: &str, kid: &str| json!({ "alg": alg, "kid": kid });
    let by = |header: Value, key: &Key| token(&header, &claims, |text| key.sign(text));
    let unsigned = |header: Value| token(&header, &claims, |_| Vec::new());
    let secret = |header: Value, secret: &[u8]| {
        let key = ring::hmac::Key::new(ring::hmac::HMAC_SHA256, secret);
        let sign = |text: &[u8]| ring::hmac::sign(&key, text).as_ref().to_vec();
        token(&header, &claims, sign)
    };
    let es = json!({ "alg": "ES256", "kid": "ec", "typ": "at+jwt" });
    let by_ec = |claims: &Value| token(&es, claims, |text| ec.sign(text));
    let pss = Key::rsa(&RSA_PSS_SHA256);
    let several = with("aud", json!(["else", AUDIENCE]));
    let good = [
        ("ES256", by_ec(&claims)),
        ("EdDSA", by(of("EdDSA", "ed"), &ed)),
        ("RS256", by(of("RS256", "rsa"), &rsa)),
        ("PS256", by(of("PS256", "rsa"), &pss)),
        ("one key for the alg", by(json!({ "alg": "ES256" }), &ec)),
        ("several audiences", by_ec(&several)),
        ("valid since", by_ec(&with("nbf", json!(now() - 60)))),
    ];
    for (name, token) in &good {
        assert_eq!(status(&server, token), 200, "{name}");
    }
    let mut altered: Vec<String> = by_ec(&claims).split('.').map(str::to_owned).collect();
    altered[1] = base64(with("sub", json!("another")).to_string().as_bytes());
    let Key::Ec(pair) = &ec else {
        panic!("another kind of key");
    };
    let public = pair.public_key().as_ref();
    let elsewhere = json!("https://other.example/mcp");
    let brought = json!({ "alg": "ES256", "jwk": other.jwk("ec") });
    let critical = json!({ "alg": "ES256", "kid": "ec", "crit": ["exp"] });
    let identity = json!({ "alg": "ES256", "kid": "ec", "typ": "id_token+jwt" });
    #[rustfmt::skip] // One case, one line.
    let bad = [
        ("expired", by_ec(&with("exp", json!(now() - 60)))),
        ("without an end", by_ec(&without("exp"))),
        ("an end of another type", by_ec(&with("exp", json!("never")))),
        ("not valid yet", by_ec(&with("nbf", json!(now() + 60)))),
        ("another audience", by_ec(&with("aud", elsewhere.clone()))),
        ("an audience that begins so", by_ec(&with("aud", json!(format!("{AUDIENCE}/more"))))),
        ("no audience", by_ec(&without("aud"))),
        ("another issuer", by_ec(&with("iss", elsewhere))),
        ("no issuer", by_ec(&without("iss"))),
        ("alg none", unsigned(of("none", "ec"))),
        ("alg None", unsigned(of("None", "ec"))),
        ("no signature", unsigned(es.clone())),
        ("another's signature", by(es.clone(), &other)),
        ("altered", altered.join(".")),
        ("an issuer's secret", secret(of("HS256", "secret"), b"secret")),
        ("a public key as secret", secret(of("HS256", "ec"), public)),
        ("a key of another kind", by(of("ES256", "rsa"), &ec)),
        ("a key that it brings along", by(brought, &other)),
        ("something critical", by(critical, &ec)),
        ("no token", "a.b.c".to_owned()),
        ("two parts", "a.b".to_owned()),
        ("a long one", "a".repeat(20_000)),
        ("issuers", by_ec(&with("iss", json!([issuer.url])))),
        ("one that is bound to its sender", by_ec(&with("cnf", json!({ "jkt": "x" })))),
        ("one that says who somebody is", by(identity, &ec)),
        ("a key for something else", by(of("ES256", "sealed"), &ec)),
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
    for path in ["/.well-known/oauth-protected-resource/else", "/.well-known/oauth-authorization-server"] {
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
    let folder = one_document();
    let (old, new) = (Key::ec(), Key::ed());
    let issuer = Issuer::start(vec![old.jwk("old")]);
    let server = issuer.server(folder.path());
    let begun = Instant::now();
    let claims = issuer.claims();
    let of_old = signed(&old, ("ES256", "old"), &claims);
    let of_new = signed(&new, ("EdDSA", "new"), &claims);
    assert_eq!(status(&server, &of_old), 200);
    assert_eq!(issuer.asked.load(Ordering::Relaxed), 1);
    for nth in 0..50 {
        let made_up = signed(&old, ("ES256", &format!("made up {nth}")), &claims);
        // It cannot be told where the issuer was asked just now.
        let status = status(&server, &made_up);
        assert!(status == 503 || begun.elapsed() > KEYS_FETCH_INTERVAL, "{status}");
    }
    let intervals = begun.elapsed().as_secs() / KEYS_FETCH_INTERVAL.as_secs();
    assert!(issuer.asked.load(Ordering::Relaxed) as u64 <= 2 + intervals);
    issuer.keys.lock().expect("no panic holds it").push(new.jwk("new"));
    // One that asks for it, and one that asks for another: both wait at once.
    let other = issuer.server(folder.path());
    assert_eq!(status(&other, &of_old), 200);
    let made_up = signed(&old, ("ES256", "nobody's"), &claims);
    assert_eq!(status(&other, &made_up), 503);
    for (server, token, due) in [(&server, &of_new, 200), (&other, &made_up, 401)] {
        let started = Instant::now();
        while status(server, token) != due {
            assert!(started.elapsed() < PATIENCE, "{due} is not answered");
            std::thread::sleep(Duration::from_millis(500));
        }
        assert_eq!(status(server, &of_old), 200);
    }
}

/// Keys of this machine are asked for by no proxy, and what an issuer says that is no
/// list of keys is said, and ends nothing.
#[test]
fn an_issuer_of_this_machine_is_asked_itself() {
    let folder = one_document();
    let key = Key::ec();
    let issuer = Issuer::start(vec![key.jwk("key")]);
    let nobody = "http://127.0.0.1:1";
    let server = issuer.server_with(
        folder.path(),
        &[],
        &[("HTTP_PROXY", nobody), ("http_proxy", nobody), ("HTTPS_PROXY", nobody), ("ALL_PROXY", nobody)],
    );
    let good = signed(&key, ("ES256", "key"), &issuer.claims());
    assert_eq!(status(&server, &good), 200);
    for (body, words) in [
        ("[]", "no key that can be used"),
        ("\"x\"", "no key that can be used"),
        ("{\"keys\":[]}", "no key that can be used"),
        ("oops", "line 1"),
    ] {
        let issuer = Issuer::start_with(body);
        let server = issuer.server(folder.path());
        assert_eq!(status(&server, &good), 503, "{body}");
        let log = server.log(|log| log.iter().any(|line| line.contains(words)));
        assert!(!log.concat().contains("panicked"), "{log:?}");
        assert!(log.concat().contains(&issuer.url), "{log:?}");
    }
}

/// Requests do not queue for an issuer that does not answer: it is asked once, and all
/// are told before that is given up, unless this machine is too busy to tell so many.
#[test]
fn nobody_waits_for_an_issuer_that_hangs() {
    assert!((0..5).any(|_| all_are_told_before_an_issuer_is_given_up()));
}

fn all_are_told_before_an_issuer_is_given_up() -> bool {
    let folder = one_document();
    let key = Key::ec();
    let issuer = Issuer::hanging();
    let server = issuer.server(folder.path());
    let started = Instant::now();
    while issuer.asked.load(Ordering::Relaxed) == 0 {
        assert!(started.elapsed() < PATIENCE, "it is not asked");
        std::thread::sleep(Duration::from_millis(5));
    }
    let post = |nth: usize| {
        let kid = format!("key {nth}");
        let sent = signed(&key, ("ES256", &kid), &issuer.claims());
        let sent = format!("Bearer {sent}");
        let request = server.request(&call("a"), &[("authorization", &sent)]);
        self::sent(server.connect(), &request)
    };
    let asked: Vec<_> = (0..40).map(post).collect();
    for stream in asked {
        let answer = response(&mut BufReader::new(stream)).expect("a response");
        assert_eq!(answer.status, 503);
    }
    let given_up = issuer.given_up.load(Ordering::Relaxed);
    assert!(given_up > 0 || issuer.asked.load(Ordering::Relaxed) == 1);
    given_up == 0
}

/// What is left out of a long list of keys is said.
#[test]
fn keys_that_are_too_many_are_said() {
    let folder = one_document();
    let (first, last) = (Key::ec(), Key::ec());
    let mut keys = vec![first.jwk("first")];
    keys.extend((1..256).map(|nth| first.jwk(&format!("key {nth}"))));
    let all = Issuer::start(keys.clone());
    keys.push(last.jwk("last"));
    let more = Issuer::start(keys);
    let of = |issuer: &Issuer, name: &str, key: &Key| signed(key, ("ES256", name), &issuer.claims());
    for (issuer, said) in [(&all, false), (&more, true)] {
        let server = issuer.server(folder.path());
        assert_eq!(status(&server, &of(issuer, "first", &first)), 200);
        assert_ne!(status(&server, &of(issuer, "last", &last)), 200);
        let log = server.log(|log| !log.is_empty()).concat();
        assert_eq!(log.contains("count=257"), said, "{log}");
    }
}

/// Who is known by a token's subject waits for nobody else's unread answers, also at one
/// address.
#[test]
fn subjects_at_one_address_do_not_wait_for_each_other() {
    let (folder, _) = large();
    let key = Key::ec();
    let issuer = Issuer::start(vec![key.jwk("key")]);
    let server = issuer.server_with(folder.path(), &["-v"], &[]);
    let bearer = |subject: &str| {
        let mut claims = issuer.claims();
        claims["sub"] = json!(subject);
        format!("Bearer {}", signed(&key, ("ES256", "key"), &claims))
    };
    let (greedy, other) = (bearer("greedy"), bearer("other"));
    assert_eq!(status(&server, &greedy["Bearer ".len()..]), 200);
    let request = server.request(&call("big"), &[("authorization", &greedy)]);
    let unread: Vec<_> = (0..70).map(|_| sent(server.connect(), &request)).collect();
    std::thread::sleep(Duration::from_secs(5));
    assert_eq!(status(&server, &other["Bearer ".len()..]), 200);
    server.has_given_up_nobody();
    drop(unread);
}

/// What cannot be told is no refusal of the token.
#[test]
fn an_issuer_that_is_gone_is_said() {
    let folder = one_document();
    let key = Key::ec();
    let mut issuer = Issuer::start(vec![key.jwk("key")]);
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    issuer.url = format!("http://{}", listener.local_addr().expect("an address"));
    drop(listener);
    let server = issuer.server(folder.path());
    let good = signed(&key, ("ES256", "key"), &issuer.claims());
    let sent = format!("Bearer {good}");
    let response = server.post(&call("a"), &[("authorization", &sent)]);
    assert_eq!(response.status, 503, "{}", response.json());
    assert_eq!(response.header("retry-after"), Some("1"));
    assert_eq!(server.get("/health").status, 200);
    server.log(|log| log.iter().any(|line| line.contains("keys cannot be fetched")));
}

#[test]
fn what_belongs_together_is_given_together() {
    let folder = one_document();
    let issuer = ["--auth-issuer", "https://issuer.example"];
    let audience = ["--auth-audience", AUDIENCE];
    let url = ["--public-url", PUBLIC];
    #[rustfmt::skip] // One case, one line.
    let rows: [(&[[&str; 2]], &[&str]); 10] = [
        (&[issuer], &["--auth-audience"]),
        (&[issuer, audience], &["--public-url"]),
        (&[audience, url], &["--auth-issuer"]),
        (&[issuer, audience, ["--public-url", "guide"]], &["'guide'", "--public-url"]),
        (&[issuer, audience, ["--public-url", "http://guide.example"]], &["--public-url"]),
        (&[["--auth-issuer", "https://a?b"], audience, url], &["'https://a?b'"]),
        (&[issuer, audience, ["--public-url", "https://a/b\"c"]], &["--public-url"]),
        (&[issuer, audience, ["--public-url", "https://*"]], &["--public-url"]),
        (&[["--auth-issuer", "http://10.0.0.1"], audience, url], &["--auth-issuer"]),
        (&[issuer, audience, url, ["--token-file", "token"]], &["--token-file", "--auth-issuer"]),
    ];
    std::fs::write(folder.path().join("token"), "0123456789abcdef").expect("it is written");
    let fixed = ["127.0.0.1:0", "--project", "."];
    for (given, words) in rows {
        let arguments = [&fixed, given.as_flattened()].concat();
        refused(folder.path(), &arguments, None, words);
    }
}

/// Each project has its audience and its metadata, and a name that is no project has them too.
#[test]
fn a_token_is_for_one_project() {
    let folder = two();
    let key = Key::ec();
    let issuer = Issuer::start(vec![key.jwk("key")]);
    let options = ["--auth-issuer", issuer.url.as_str(), "--auth-audience", AUDIENCE, "--public-url", PUBLIC];
    let server = serve(folder.path(), &options);
    let of = |audience: Value| {
        let mut claims = issuer.claims();
        claims["aud"] = audience;
        format!("Bearer {}", signed(&key, ("ES256", "key"), &claims))
    };
    let post = |name: &str, sent: &str| {
        let body = call("a").to_string();
        server.ask(&format!("POST /mcp/{name}"), &[("authorization", sent)], body.as_bytes())
    };
    let audience = |name: &str| format!("{AUDIENCE}/{name}");
    let own = of(json!(audience("alpha")));
    assert_eq!(post("alpha", &own).status, 200);
    for wrong in [
        json!(audience("bravo")),
        json!(AUDIENCE),
        json!(format!("{AUDIENCE}/")),
        json!(audience("alpha/")),
        json!(audience("Alpha")),
        json!([AUDIENCE, audience("bravo")]),
    ] {
        assert_eq!(post("alpha", &of(wrong.clone())).status, 401, "{wrong}");
    }
    // With a token that is for it, and with another's.
    for sent in
        [of(json!(audience("ghost"))), of(json!(audience("bravo"))), "Bearer x".to_owned(), String::new()]
    {
        let wrong = if sent == of(json!(audience("ghost"))) { &of(json!(audience("bravo"))) } else { &sent };
        let (known, unknown) = (post("alpha", wrong), post("ghost", &sent));
        assert_eq!((known.status, unknown.status), (401, 401));
        assert_eq!(known.body, unknown.body);
        let challenge = known.header("www-authenticate").unwrap_or_default();
        let due =
            "resource_metadata=\"https://guide.example/.well-known/oauth-protected-resource/mcp/alpha\"";
        assert!(challenge.contains(due), "{challenge}");
        let challenge = challenge.replace("alpha", "ghost");
        assert_eq!(unknown.header("www-authenticate"), Some(&*challenge));
    }
    for name in ["alpha", "ghost"] {
        let response = server.get(&format!("/.well-known/oauth-protected-resource/mcp/{name}"));
        assert_eq!(response.status, 200);
        assert_eq!(response.json()["resource"], format!("{PUBLIC}/{name}"));
    }
    for path in ["/mcp/.x", "/mcp/a/b", "/mcp/", "/else/alpha"] {
        let response = server.get(&format!("/.well-known/oauth-protected-resource{path}"));
        assert_eq!(response.status, 404, "{path}");
    }
    // What is of the process needs a token for that.
    for path in ["/metrics", "/ready?search"] {
        let status = |sent: &str| server.ask(&format!("GET {path}"), &[("authorization", sent)], b"").status;
        assert_eq!(status(&own), 401, "{path}");
        assert_ne!(status(&of(json!(AUDIENCE))), 401, "{path}");
    }
    let metrics = server.ask("GET /mcp/alpha/metrics", &[("authorization", &own)], b"");
    assert_eq!(metrics.status, 200);
    refused(
        folder.path(),
        &[&["127.0.0.1:0", "--projects", "projects", "--tokens", "tokens"], &options[..]].concat(),
        None,
        &["--tokens", "--auth-issuer"],
    );
}
