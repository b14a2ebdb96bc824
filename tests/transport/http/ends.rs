//! How it begins and ends.

use std::io::{BufReader, Read, Write};
use std::net::TcpStream;
use std::time::{Duration, Instant};

use rustix::process::Signal;

use super::client::{Http, call, large, response};
use crate::process::{GUIDE, PATIENCE, binary, one_document, project, result_of};

#[test]
fn a_port_that_is_taken_ends_it_with_1() {
    let folder = one_document();
    let server = Http::start(folder.path());
    let second = binary()
        .arg("--project")
        .arg(folder.path())
        .args(["serve", "--http", &server.address])
        .output()
        .expect("it ends");
    let said = String::from_utf8_lossy(&second.stderr).into_owned();
    assert_eq!(second.status.code(), Some(1), "{said}");
    assert!(said.contains(&server.address), "{said}");
    assert_eq!(said.lines().count(), 1, "{said}");
}

/// What was asked is answered whole; nobody else comes in.
#[test]
fn a_signal_drains_what_is_in_flight() {
    for signal in [Signal::TERM, Signal::INT] {
        let (folder, text) = large();
        let mut server = Http::start(folder.path());
        let mut stream = server.posted(&call("big"));
        let mut first = [0; 1];
        stream.read_exact(&mut first).expect("it is answered");
        server.signal(signal);
        let started = Instant::now();
        while TcpStream::connect(&server.address).is_ok() {
            assert!(started.elapsed() < PATIENCE, "it still listens");
            std::thread::sleep(Duration::from_millis(10));
        }
        let whole = first.as_slice().chain(stream);
        let answer = response(&mut BufReader::new(whole)).expect("a whole answer");
        let result = result_of(&answer.json()["result"]);
        assert!(result["value"] == *text);
        assert_eq!(server.ended().code(), Some(0));
    }
}

/// Neither one that was answered, nor one that has said nothing, or half a head.
#[test]
fn idle_connections_do_not_hold_it() {
    let folder = one_document();
    let mut server = Http::start(folder.path());
    let _fresh = server.connect();
    let mut half = server.connect();
    half.write_all(b"POST /mcp HTTP/1.1\r\nhos").expect("it is taken");
    let answered = server.posted(&call("a"));
    let answer = response(&mut BufReader::new(&answered)).expect("a response");
    assert_eq!(answer.status, 200);
    server.signal(Signal::TERM);
    // Or it would end with 1.
    assert_eq!(server.ended().code(), Some(0));
}

/// A second signal does not wait for who does not read, and the program says so.
#[test]
fn a_second_signal_ends_it_at_once() {
    let (folder, _) = large();
    let mut server = Http::start(folder.path());
    let mut stream = server.posted(&call("big"));
    let mut first = [0; 1];
    stream.read_exact(&mut first).expect("it is answered");
    let started = Instant::now();
    // Two that come at once may count as one.
    while server.try_wait().expect("a child").is_none() {
        assert!(started.elapsed() < PATIENCE, "it does not end");
        server.signal(Signal::TERM);
        std::thread::sleep(Duration::from_millis(100));
    }
    assert_eq!(server.ended().code(), Some(1));
    server.log(|log| log.iter().any(|line| line.ends_with("requests were cut: a second signal came")));
}

/// How much comes is told before, however large it is: so one that breaks off is seen
/// to, also without chunks.
#[test]
fn an_answer_tells_its_length() {
    let text = "x".repeat(200_000);
    let folder = project(&[GUIDE, ("docs/big.md", &text)]);
    let server = Http::start(folder.path());
    let body = call("big").to_string().into_bytes();
    for version in ["HTTP/1.0", "HTTP/1.1"] {
        let mut request = server.head("POST /mcp", &[], body.len());
        request.splice(10..18, version.bytes());
        request.extend(&body);
        let response = server.raw(&request);
        let length = response.header("content-length").map(str::to_owned);
        assert_eq!(response.status, 200);
        assert_eq!(length, Some(response.body.len().to_string()), "{version}");
        assert!(response.body.len() > text.len());
    }
}
