//! What one client, or many, can take.

use std::io::{BufReader, Read, Write};
use std::net::{Ipv4Addr, TcpStream};
use std::thread::{self, Builder};
use std::time::{Duration, Instant};

use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
use serde_json::json;

use super::client::{Http, call, large, response, sent};
use crate::process::{PATIENCE, one_document, request, result_of};

const MIB: u64 = 1 << 20;
/// The address of a client that takes all that it can have.
const GREEDY: Ipv4Addr = Ipv4Addr::new(127, 0, 0, 2);

#[test]
fn a_body_is_4_mib_at_most() {
    let folder = one_document();
    let server = Http::start(folder.path());
    let body = |bytes: usize| {
        let ping = br#"{"jsonrpc":"2.0","id":1,"method":"ping"}"#.to_vec();
        let mut body = vec![b' '; bytes - ping.len()];
        body.extend(ping);
        body
    };
    let whole = 4 << 20;
    for bytes in [whole + 1, whole + 100_000] {
        assert_eq!(server.ask("POST /mcp", &[], &body(bytes)).status, 413);
        // Without a length that was told before.
        let headers = [("content-length", ""), ("transfer-encoding", "chunked")];
        let mut request = server.head("POST /mcp", &headers, 0);
        for chunk in body(bytes).chunks(1 << 16) {
            request.extend(format!("{:x}\r\n", chunk.len()).into_bytes());
            request.extend(chunk);
            request.extend(b"\r\n");
        }
        request.extend(b"0\r\n\r\n");
        assert_eq!(server.raw(&request).status, 413);
    }
    // Who says before how much it will be is not waited for.
    let headers = [("expect", "100-continue"), ("content-length", "99999999999")];
    let response = server.ask("POST /mcp", &headers, b"");
    assert_eq!(response.status, 413);
    let head = [b"POST /mcp HTTP/1.1\r\nx: ".as_slice(), &vec![b'x'; 1 << 20]].concat();
    assert_eq!(server.raw(&head).status, 431);
    assert!(server.most_resident() < 128 * MIB);
}

/// Each waits half a minute: so all do at once.
#[test]
fn who_keeps_a_place_and_does_nothing_is_given_up() {
    let waits: [(&str, fn()); 4] = [
        ("bodies", bodies_that_never_end_leave_no_room_for_a_while),
        ("slow", who_is_slow_is_given_up),
        ("unread", clients_that_never_read_keep_nobody_waiting),
        ("idle", idle_connections_do_not_keep_others_out_for_ever),
    ];
    thread::scope(|scope| {
        for (name, wait) in waits {
            let thread = Builder::new().name(name.into());
            thread.spawn_scoped(scope, wait).expect("a thread");
        }
    });
}

/// What all bodies take together is bounded, and so is the half of it that one client
/// may take: others still have theirs.
fn bodies_that_never_end_leave_no_room_for_a_while() {
    let folder = one_document();
    let server = Http::start(folder.path());
    let head = server.head("POST /mcp", &[], 4 << 20);
    let body = vec![b' '; (4 << 20) - 1];
    let fill = |count: usize, connect: &dyn Fn() -> TcpStream| -> Vec<TcpStream> {
        let one = |_| {
            let mut stream = connect();
            stream.write_all(&head).expect("it is taken");
            // One that is refused is not read to its end.
            let _ = stream.write_all(&body);
            stream
        };
        (0..count).map(one).collect()
    };
    let greedy = || server.connect_from(GREEDY);
    let held = fill(10, &greedy);
    std::thread::sleep(Duration::from_secs(3));
    let refused = sent(greedy(), &server.request(&call("a"), &[]));
    let refused = response(&mut BufReader::new(refused)).expect("a response");
    assert_eq!(refused.status, 503);
    assert_eq!(refused.header("retry-after"), Some("1"));
    assert_eq!(server.call("a")["value"], "a");
    // Two clients can take all.
    let own = || server.connect();
    let more = fill(10, &own);
    let started = Instant::now();
    while server.post(&call("a"), &[]).status != 200 {
        assert!(started.elapsed() < PATIENCE, "nothing is free again");
        std::thread::sleep(Duration::from_millis(100));
    }
    let peak = server.most_resident();
    println!("{} MiB", peak / MIB);
    assert!(peak < 256 * MIB, "{peak}");
    drop((held, more));
}

/// Clients that stop in a request's head or body keep nobody waiting, and are not
/// waited for.
fn who_is_slow_is_given_up() {
    let folder = one_document();
    let server = Http::start(folder.path());
    let started = Instant::now();
    let mut in_body = server.connect();
    let head = server.head("POST /mcp", &[], 100);
    in_body.write_all(&head).expect("it is taken");
    in_body.write_all(b"{").expect("it is taken");
    let mut in_head = server.connect();
    in_head.write_all(&head[..20]).expect("it is taken");
    let mut idle = server.connect();
    assert_eq!(server.call("a")["value"], "a");
    let response = response(&mut BufReader::new(in_body)).expect("a response");
    assert_eq!(response.status, 408);
    assert_eq!(response.header("connection"), Some("close"));
    let message = response.json()["error"]["message"].to_string();
    assert!(message.contains("20 seconds"));
    assert!(started.elapsed() >= Duration::from_secs(15));
    for stream in [&mut in_head, &mut idle] {
        let mut rest = Vec::new();
        stream.read_to_end(&mut rest).expect("it is closed");
        assert_eq!(rest, b"");
    }
    assert!(started.elapsed() >= Duration::from_secs(25));
    assert_eq!(server.call("a")["value"], "a");
}

/// More of them than calls run at once. Who reads does not wait for another client that
/// does not.
fn clients_that_never_read_keep_nobody_waiting() {
    let (folder, text) = large();
    let server = Http::start_with(folder.path(), &["-v"], &[]);
    let big = server.request(&call("big"), &[]);
    let unread: Vec<_> = (0..70).map(|_| sent(server.connect_from(GREEDY), &big)).collect();
    // All that was answered before is taken by then.
    std::thread::sleep(Duration::from_secs(5));
    assert_eq!(server.call("a")["value"], "a");
    server.has_given_up_nobody();
    let peak = server.most_resident();
    println!("{} MiB", peak / MIB);
    // 32 answers, and what they are made from.
    assert!(peak < 1300 * MIB, "{peak}");
    drop(unread);
    let own = sent(server.connect_from(GREEDY), &big);
    let answer = response(&mut BufReader::new(own)).expect("a response");
    let result = result_of(&answer.json()["result"]);
    assert!(result["value"] == *text);
}

/// As many idle connections of one client as this process may have, up to 10,000. Others
/// come in at once, and it comes in again when its own are closed.
fn idle_connections_do_not_keep_others_out_for_ever() {
    let limit = getrlimit(Resource::Nofile);
    let raised = Rlimit { current: limit.maximum, maximum: limit.maximum };
    let _ = setrlimit(Resource::Nofile, raised);
    let may = getrlimit(Resource::Nofile).current.unwrap_or(u64::MAX);
    let count = usize::try_from(may.saturating_sub(1_000).min(10_000)).expect("few");
    println!("{count} connections");
    let folder = one_document();
    let started = Instant::now();
    let server = Http::start(folder.path());
    let idle: Vec<TcpStream> = (0..count).map(|_| server.connect_from(GREEDY)).collect();
    let peak = server.most_resident();
    println!("{} MiB", peak / MIB);
    assert!(peak < 256 * MIB, "{peak}");
    assert_eq!(server.call("a")["value"], "a");
    let ping = request(1, "ping", json!({}));
    if count > 5_000 {
        loop {
            let mut stream = server.connect_from(GREEDY);
            let _ = stream.write_all(&server.request(&ping, &[]));
            // One more is closed.
            if let Some(answer) = response(&mut BufReader::new(stream)) {
                assert_eq!(answer.status, 200);
                break;
            }
            assert!(started.elapsed() < PATIENCE, "nobody comes in");
            std::thread::sleep(Duration::from_millis(200));
        }
        let told = |line: &&String| line.contains("connections were closed");
        let log = server.log(|log| log.iter().any(|line| told(&line)));
        let most = 2 + started.elapsed().as_secs() / 10;
        assert!(log.iter().filter(told).count() as u64 <= most, "{log:?}");
    }
    assert_eq!(server.call("a")["value"], "a");
    drop(idle);
}

/// A thousand clients at once, each with one call: all are answered.
#[test]
fn a_flood_is_answered() {
    let folder = one_document();
    let server = Http::start(folder.path());
    for _ in 0..4 {
        let asked: Vec<_> = (0..250).map(|_| server.posted(&call("a"))).collect();
        for stream in asked {
            let answer = response(&mut BufReader::new(stream)).expect("a response");
            assert_eq!(answer.status, 200);
        }
    }
    let peak = server.most_resident();
    assert!(peak < 128 * MIB, "{peak}");
}

/// A call whose client goes away is given up: its turn is another's.
#[test]
fn who_goes_away_takes_nothing_along() {
    let (folder, _) = large();
    let server = Http::start(folder.path());
    for _ in 0..200 {
        drop(server.posted(&call("big")));
    }
    assert_eq!(server.call("a")["value"], "a");
}
