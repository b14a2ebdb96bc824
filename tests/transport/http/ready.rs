//! `/health` and `/ready`.

use std::mem::MaybeUninit;
use std::time::{Duration, Instant};

use rustix::fs::inotify;

use super::client::Http;
use crate::process::{GUIDE, PATIENCE, one_document, project};

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
    let guide = format!("{}include: [org]\n", GUIDE.1);
    let org = ("org/guide.yaml", "categories: {}\n");
    let files = [(GUIDE.0, &*guide), org, ("docs/a.md", "a"), ("docs/b.md", "b")];
    let (one, other) = (project(&files), project(&files));
    // It was made at another time.
    let servers = [Http::start(one.path()), Http::start(other.path())];
    let is_ready = |status: u16, digest: &str| status == 200 && digest.len() == 64;
    let first = once(&servers[0], is_ready);
    assert_eq!(first, once(&servers[1], is_ready));
    let same = |_: u16, digest: &str| digest == first;
    let another = |status: u16, digest: &str| is_ready(status, digest) && digest != first;
    let changes: [(&str, &str, &str); 4] = [
        ("docs/a.md", "longer", "a"),
        ("docs/c.md", "c", ""),
        ("guide.yaml", &format!("{guide}\n# another\n"), &guide),
        (org.0, "categories: {} # another\n", org.1),
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
    let folder = one_document();
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
    let folder = one_document();
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

/// Who asks for another host does not learn what is served; `/health` says nothing of it.
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
        let digest = response.json().get("project").is_some();
        assert_eq!(digest, (path, status) == ("/ready", 200), "{path} {host}");
    }
}

/// A digest of paths and sizes reads no document, and opens none.
#[test]
fn no_document_is_opened_for_it() {
    let folder = project(&[GUIDE, ("docs/a.md", "a"), ("docs/b.md", "b")]);
    let server = Http::start(folder.path());
    let first = once(&server, |status, _| status == 200);
    let watch = inotify::init(inotify::CreateFlags::NONBLOCK).expect("inotify");
    let docs = folder.path().join("docs");
    inotify::add_watch(&watch, &docs, inotify::WatchFlags::OPEN).expect("a watch");
    // Another size in place of the first: whoever says so has looked.
    rustix::fs::rename(docs.join("b.md"), docs.join("c.md")).expect("it is renamed");
    once(&server, |status, digest| status == 200 && digest != first);
    let mut opened = Vec::new();
    let mut buffer = [MaybeUninit::uninit(); 4096];
    let mut events = inotify::Reader::new(&watch, &mut buffer);
    while let Ok(event) = events.next() {
        opened.extend(event.file_name().map(|name| name.to_owned()));
    }
    assert!(opened.is_empty(), "{opened:?}");
    // The watch sees what is opened.
    assert_eq!(server.call("a")["value"], "a");
    assert!(events.next().is_ok());
}

/// A look that takes long is made more rarely: whoever asks has a small part of a
/// processor, however large the project is.
#[test]
fn it_costs_a_twentieth_of_a_processor() {
    let categories: String =
        (0..32).map(|nth| format!("  docs{nth}: {{ dir: docs, patterns: ['*.md'] }}\n")).collect();
    let guide = format!("categories:\n{categories}");
    let folder = project(&[("guide.yaml", &guide)]);
    let docs = folder.path().join("docs");
    std::fs::create_dir(&docs).expect("a folder");
    for nth in 0..1_000 {
        std::fs::write(docs.join(format!("{nth}.md")), "a").expect("written");
    }
    let server = Http::start(folder.path());
    once(&server, |status, _| status == 200);
    let mut looks = Vec::new();
    let started = Instant::now();
    let mut last = once(&server, |status, _| status == 200);
    let mut asked = 0;
    while looks.len() < 2 {
        assert!(started.elapsed() < PATIENCE, "it is not looked at again");
        asked += 1;
        std::fs::write(docs.join("0.md"), "a".repeat(asked % 4096)).expect("written");
        let began = Instant::now();
        let ready = server.get("/ready").json();
        if let Some(digest) = ready["project"].as_str().filter(|digest| *digest != last) {
            looks.push((began, began.elapsed()));
            last = digest.to_owned();
        }
        std::thread::sleep(Duration::from_millis(5));
    }
    let [(first, cost), (second, _)] = looks[..] else {
        panic!("{looks:?}");
    };
    let apart = second - first;
    println!("{cost:?} each {apart:?}, of {asked}");
    assert!(apart >= 10 * cost, "{cost:?} each {apart:?}");
}
