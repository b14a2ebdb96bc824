//! `/health` and `/ready`.

use std::time::{Duration, Instant};

use super::client::Http;
use crate::process::{GUIDE, PATIENCE, one_document};

/// Waits until `/ready` has this status.
#[track_caller]
fn until(server: &Http, status: u16) {
    let started = Instant::now();
    loop {
        let response = server.get("/ready");
        assert_eq!(response.json(), version());
        if response.status == status {
            return;
        }
        assert!(started.elapsed() < PATIENCE, "{}", response.status);
        std::thread::sleep(Duration::from_millis(100));
    }
}

fn version() -> serde_json::Value {
    serde_json::json!({ "version": env!("CARGO_PKG_VERSION") })
}

#[test]
fn a_project_that_does_not_load_is_not_ready() {
    let folder = one_document();
    let server = Http::start(folder.path());
    until(&server, 200);
    std::fs::write(folder.path().join("guide.yaml"), "categories: [").expect("it is written");
    until(&server, 503);
    let health = server.get("/health");
    assert_eq!((health.status, health.json()), (200, version()));
    std::fs::write(folder.path().join("guide.yaml"), GUIDE.1).expect("it is written");
    until(&server, 200);
}

/// Who asks for another host has nothing loaded.
#[test]
fn it_is_told_to_the_servers_own_hosts_only() {
    let folder = one_document();
    let server = Http::start(folder.path());
    for (path, host, status) in [
        ("/ready", "evil.example", 403),
        ("/ready", server.address.as_str(), 200),
        ("/health", "evil.example", 200),
    ] {
        let response = server.ask(&format!("GET {path}"), &[("host", host)], b"");
        assert_eq!(response.status, status, "{path} {host}");
    }
}
