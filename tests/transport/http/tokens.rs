//! A static token.

use std::path::Path;

use serde_json::json;

use super::client::{Http, call};
use crate::process::{GUIDE, binary, one_document, project, request};

const TOKEN: &str = "a-token.of/sixteen+~characters==";

#[test]
fn a_token_is_needed_where_there_is_one() {
    let folder = one_document();
    let file = folder.path().join("token");
    std::fs::write(&file, format!("{TOKEN}\n")).expect("it is written");
    let file = file.to_str().expect("UTF-8");
    let by_file = Http::start_with(folder.path(), &["--token-file", file], &[]);
    let by_variable = Http::start_with(folder.path(), &[], &[("MCP_GUIDE_TOKEN", TOKEN)]);
    for server in [by_file, by_variable] {
        let right = format!("Bearer {TOKEN}");
        let lower = format!("bearer  {TOKEN} ");
        let cut = format!("Bearer {}", &TOKEN[1..]);
        let more = format!("Bearer {TOKEN}=");
        let basic = format!("Basic {TOKEN}");
        for (sent, status) in [
            (right.as_str(), 200),
            (&lower, 200),
            ("", 401),
            ("Bearer", 401),
            (TOKEN, 401),
            (&cut, 401),
            (&more, 401),
            (&basic, 401),
        ] {
            let response = server.post(&call("a"), &[("authorization", sent)]);
            assert_eq!(response.status, status, "{sent}");
            let missing = !sent.to_lowercase().starts_with("bearer ");
            let challenge = match status {
                200 => None,
                _ if missing => Some("Bearer"),
                _ => Some("Bearer error=\"invalid_token\""),
            };
            assert_eq!(response.header("www-authenticate"), challenge, "{sent}");
            let text = String::from_utf8_lossy(&response.body).into_owned();
            assert!(!text.contains(&TOKEN[4..12]), "{text}");
        }
        let two = [("authorization", right.as_str()), ("authorization", &right)];
        assert_eq!(server.post(&call("a"), &two).status, 401);
        // A client that finds half an authorization server gives up.
        for path in [
            "/.well-known/oauth-protected-resource", "/.well-known/oauth-protected-resource/mcp",
            "/.well-known/oauth-authorization-server", "/.well-known/openid-configuration",
        ] {
            assert_eq!(server.get(path).status, 404, "{path}");
        }
        for path in ["/health", "/ready"] {
            assert_eq!(server.get(path).status, 200, "{path}");
        }
        // The token does not open the door to other pages.
        let foreign = [("authorization", right.as_str()), ("origin", "http://evil.example")];
        assert_eq!(server.post(&call("a"), &foreign).status, 403);
        let log = server.log(|log| log.len() >= 9);
        assert!(!log.concat().contains(&TOKEN[4..12]), "{log:?}");
    }
}

/// Checks that a server of this folder ends at once with these arguments and this token.
#[track_caller]
pub fn refused(folder: &Path, arguments: &[&str], token: Option<&str>, words: &[&str]) {
    let output = binary()
        .current_dir(folder)
        .args(["serve", "--http"])
        .args(arguments)
        .envs(token.map(|token| ("MCP_GUIDE_TOKEN", token)))
        .output()
        .expect("it ends");
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(2), "{arguments:?}: {said}");
    for words in words {
        assert!(said.contains(words), "{words:?} is not in {said}");
    }
}

#[test]
fn it_does_not_start_where_anybody_could_come_in() {
    let folder =
        project(&[GUIDE, ("docs/a.md", "a"), ("empty", "\n"), ("odd", "sixteen characters and blanks")]);
    let at = folder.path();
    let local = "127.0.0.1:0";
    let named = ["--project", "MCP_GUIDE_PROJECT"];
    refused(at, &[local], None, &named);
    let with = |option, value, words: &[&str]| {
        refused(at, &[local, "--project", ".", option, value], None, words);
    };
    for address in ["0.0.0.0:0", "[::]:0", "192.0.2.1:0"] {
        let words = [address, "--token-file", "MCP_GUIDE_TOKEN", "--auth-issuer"];
        refused(at, &[address, "--project", "."], None, &words);
    }
    for address in ["localhost", "guide.example:80", "8420"] {
        let words = ["--http", "127.0.0.1:8420"];
        refused(at, &[address, "--project", "."], None, &words);
    }
    for (file, words) in [
        ("empty", "16 characters"),
        ("odd", "16 characters"),
        ("nothing", "nothing"),
        ("", "--token-file ''"),
    ] {
        with("--token-file", file, &[words]);
    }
    // An empty secret does not mean that there is none.
    for token in ["short", ""] {
        let words = ["MCP_GUIDE_TOKEN", "16 characters"];
        refused(at, &[local, "--project", "."], Some(token), &words);
    }
    for host in ["a b", "*", "*.example", "a.example:65536", "a.example:", ""] {
        let words = ["--allow-host", &format!("'{host}'")];
        with("--allow-host", host, &words);
    }
}

#[test]
fn with_a_token_it_serves_others() {
    let folder = one_document();
    let mut command = binary();
    command.arg("--project").arg(folder.path());
    command.args(["serve", "--http", "0.0.0.0:0"]).env("MCP_GUIDE_TOKEN", TOKEN);
    let mut server = Http::spawn(command);
    let port = server.address.rsplit_once(':').expect("a port").1.to_owned();
    server.address = format!("127.0.0.1:{port}");
    let ping = request(1, "ping", json!({}));
    assert_eq!(server.post(&ping, &[]).status, 401);
    let sent = format!("Bearer {TOKEN}");
    assert_eq!(server.post(&ping, &[("authorization", &sent)]).status, 200);
}

/// Who runs it learns that a name without a token lets everybody in, and that a server on
/// every address is reached by none.
#[test]
fn what_a_name_and_an_address_mean_is_said() {
    let folder = one_document();
    let token = [("MCP_GUIDE_TOKEN", TOKEN)];
    let named = ["--allow-host", "guide.example"];
    for (address, arguments, variables, words) in [
        ("127.0.0.1:0", &named[..], &[][..], "a host name but no token"),
        ("0.0.0.0:0", &[], &token[..], "--allow-host NAME"),
        ("0.0.0.0:0", &named, &token, ""),
        ("127.0.0.1:0", &named, &token, ""),
        ("localhost:0", &[], &[], ""),
    ] {
        let mut command = binary();
        command.arg("--project").arg(folder.path());
        command.args(["serve", "--http", address]).args(arguments);
        command.envs(variables.iter().copied());
        let mut server = Http::spawn(command);
        server.signal(rustix::process::Signal::TERM);
        assert_eq!(server.ended().code(), Some(0));
        let log = server.log(|_| true).concat();
        match words {
            "" => assert_eq!(log, "", "{address} {arguments:?}"),
            words => assert!(log.contains(words), "{log}"),
        }
    }
}

/// A secret that others can read is said; it is used all the same, as a mounted one may
/// have no other permissions.
#[test]
fn a_token_file_that_others_can_read_is_said() {
    let folder = project(&[GUIDE, ("docs/a.md", "a"), ("token", TOKEN)]);
    let file = folder.path().join("token");
    let file = file.to_str().expect("UTF-8");
    for (mode, said) in [(0o600, false), (0o640, false), (0o644, true), (0o604, true)] {
        let permissions = std::os::unix::fs::PermissionsExt::from_mode(mode);
        std::fs::set_permissions(file, permissions).expect("its own file");
        let mut server = Http::start_with(folder.path(), &["--token-file", file], &[]);
        let sent = format!("Bearer {TOKEN}");
        let response = server.post(&call("a"), &[("authorization", &sent)]);
        assert_eq!(response.status, 200);
        server.signal(rustix::process::Signal::TERM);
        assert_eq!(server.ended().code(), Some(0));
        let log = server.log(|_| true).concat();
        let due = log.contains("--token-file") && log.contains(file) && log.contains("chmod");
        assert_eq!(due, said, "{mode:o}: {log}");
        assert!(!log.contains(TOKEN), "{log}");
    }
}
