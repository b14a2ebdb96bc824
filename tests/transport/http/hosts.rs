//! Under which names it is asked, and by whose pages.

use serde_json::json;

use super::client::Http;
use crate::process::{one_document, request};

#[test]
fn names_that_were_given_are_its_own() {
    let folder = one_document();
    let names = ["--allow-host=guide.example", "--allow-host=inner:8080"];
    let server = Http::start_with(folder.path(), &names, &[]);
    let port = server.address.rsplit_once(':').expect("a port").1;
    let own = format!("guide.example:{port}");
    let ping = request(1, "ping", json!({}));
    for (host, origin, status) in [
        ("guide.example", "", 200),
        ("GUIDE.example", "", 200),
        ("guide.example:81", "", 403),
        ("guide.example:80", "", 200),
        ("guide.example:443", "", 200),
        (own.as_str(), "", 200),
        ("guide.example:65979", "", 403),
        ("guide.example:99999", "", 403),
        ("guide.example:+80", "", 403),
        ("guide.example:", "", 403),
        ("inner:8080", "", 200),
        ("inner", "", 403),
        ("localhost@evil.example", "", 403),
        ("guide.example", "https://guide.example", 200),
        ("guide.example", "https://guide.example:444", 403),
        ("guide.example", "https://guide.example:99999", 403),
        ("guide.example", "ftp://guide.example", 403),
    ] {
        let headers = [("host", host), ("origin", origin)];
        assert_eq!(server.post(&ping, &headers).status, status, "{headers:?}");
    }
}

/// What a browser or a proxy cannot mean: two origins, of which one is ours, and a
/// target on another host.
#[test]
fn two_origins_and_a_target_elsewhere_are_refused() {
    let folder = one_document();
    let server = Http::start(folder.path());
    let own = format!("http://{}", server.address);
    let ping = br#"{"jsonrpc":"2.0","id":1,"method":"ping"}"#;
    let foreign = "http://evil.example";
    for (origins, status) in [
        (vec![own.as_str()], 200),
        (vec![&*own, foreign], 403),
        (vec![foreign, &*own], 403),
        (vec![&*own, &*own], 403),
    ] {
        let headers: Vec<_> = origins.iter().map(|origin| ("origin", *origin)).collect();
        let response = server.ask("POST /mcp", &headers, ping);
        assert_eq!(response.status, status, "{origins:?}");
    }
    for (target, status) in [(&*own, 200), (foreign, 403)] {
        let response = server.ask(&format!("POST {target}/mcp"), &[], ping);
        assert_eq!(response.status, status, "{target}");
    }
}
