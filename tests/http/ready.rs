//! `/health` and `/ready`.

use std::time::{Duration, Instant};

use super::client::Http;
use crate::process::{GUIDE, PATIENCE, project};

/// What `/ready` says once it says another thing, or the same, than before.
#[track_caller]
fn once(server: &Http, holds: impl Fn(u16, &str) -> bool) -> String {
    let started = Instant::now();
    loop {
        let response = server.get("/ready");
        let said = response.json();
        assert_eq!(said["version"], env!("CARGO_PKG_VERSION"));
        let digest = said["project"].as_str().unwrap_or_default().to_owned();
        if holds(response.status, &digest) {
            return digest;
        }
        assert!(started.elapsed() < PATIENCE, "{said}");
        std::thread::sleep(Duration::from_millis(100));
    }
}

#[test]
fn replicas_that_differ_are_seen() {
    let files = [GUIDE, ("docs/a.md", "a"), ("docs/b.md", "b")];
    let (one, other) = (project(&files), project(&files));
    // It was made at another time.
    let servers = [Http::start(one.path()), Http::start(other.path())];
    let is_ready = |status: u16, digest: &str| status == 200 && digest.len() == 64;
    let first = once(&servers[0], is_ready);
    assert_eq!(first, once(&servers[1], is_ready));
    let same = |_: u16, digest: &str| digest == first;
    let another = |status: u16, digest: &str| is_ready(status, digest) && digest != first;
    let changes: [(&str, &str, &str); 3] = [
        ("docs/a.md", "longer", "a"),
        ("docs/c.md", "c", ""),
        ("guide.yaml", &format!("{}\n# another\n", GUIDE.1), GUIDE.1),
    ];
    for (path, content, before) in changes {
        std::fs::write(other.path().join(path), content).expect("it is written");
        once(&servers[1], another);
        match before {
            "" => std::fs::remove_file(other.path().join(path)).expect("it is there"),
            before => std::fs::write(other.path().join(path), before).expect("it is written"),
        }
        once(&servers[1], same);
    }
}

#[test]
fn a_project_that_does_not_load_is_not_ready() {
    let folder = project(&[GUIDE, ("docs/a.md", "a")]);
    let server = Http::start(folder.path());
    once(&server, |status, _| status == 200);
    std::fs::write(folder.path().join("guide.yaml"), "categories: [").expect("it is written");
    once(&server, |status, digest| status == 503 && digest.is_empty());
    let health = server.get("/health");
    assert_eq!(health.status, 200);
    assert_eq!(health.json()["version"], env!("CARGO_PKG_VERSION"));
    std::fs::write(folder.path().join("guide.yaml"), GUIDE.1).expect("it is written");
    once(&server, |status, _| status == 200);
}

/// Whoever asks how it is needs no token, and costs one look a second.
#[test]
fn it_is_looked_at_once_a_second() {
    let folder = project(&[GUIDE, ("docs/a.md", "a")]);
    let token = ("MCP_GUIDE_TOKEN", "0123456789abcdef");
    let server = Http::start_with(folder.path(), &[], &[token]);
    let started = Instant::now();
    let mut seen = vec![server.get("/ready").json()["project"].clone()];
    let mut asked = 0;
    while started.elapsed() < Duration::from_secs(3) {
        std::fs::write(folder.path().join("docs/a.md"), "a".repeat(asked + 2)).expect("written");
        let now = server.get("/ready").json()["project"].clone();
        if seen.last() != Some(&now) {
            seen.push(now);
        }
        asked += 1;
    }
    let looks = started.elapsed().as_secs() as usize + 1;
    assert!(seen.len() <= looks + 1, "{} of {asked}", seen.len());
}
