//! `serve --projects`: several projects in one process, of which none knows another.

use std::collections::BTreeMap;
use std::fs;
use std::os::unix::fs::symlink;
use std::path::Path;
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tempfile::TempDir;

use super::client::{Http, Response, call, large, sent};
use super::tokens::refused;
use crate::process::{GUIDE, PATIENCE, binary, get_docs, project, request, result_of};

/// The token of a project.
pub fn token(name: &str) -> String {
    format!("a-token-of-the-project-{name}")
}

/// Two projects, `alpha` and `bravo`, whose documents, names and words differ.
pub fn two() -> TempDir {
    let guide = |name: &str| {
        format!(
            "categories:\n  {name}-docs: {{dir: docs, patterns: ['*.md'], description: '{name} pages'}}\n  \
             docs: {{dir: docs, patterns: ['*.md']}}\n\
             collections:\n  {name}-all: {{categories: [docs]}}\n"
        )
    };
    let folder = project(&[]);
    for name in ["alpha", "bravo"] {
        let at = folder.path().join("projects").join(name);
        fs::create_dir_all(at.join("docs")).expect("a folder");
        fs::write(at.join("guide.yaml"), guide(name)).expect("a file");
        fs::write(at.join("docs/a.md"), name).expect("a file");
        let page = format!("# The {name} page\n\nThe {name} word.\n");
        fs::write(at.join(format!("docs/{name}-page.md")), page).expect("a file");
        fs::create_dir_all(folder.path().join("tokens")).expect("a folder");
        write_token(folder.path(), name, &token(name));
    }
    folder
}

fn write_token(folder: &Path, name: &str, token: &str) {
    fs::write(folder.join("tokens").join(name), token).expect("a file");
}

/// Serves the folder `projects` of this one.
#[track_caller]
pub fn serve(folder: &Path, arguments: &[&str]) -> Http {
    let mut command = binary();
    command.current_dir(folder);
    command.args(["serve", "--http", "127.0.0.1:0", "--projects", "projects"]).args(arguments);
    Http::spawn(command)
}

/// Serves them with the tokens of the folder `tokens`.
#[track_caller]
pub fn serve_with_tokens(folder: &Path) -> Http {
    serve(folder, &["--tokens", "tokens"])
}

#[track_caller]
fn post(server: &Http, name: &str, token: &str, message: &Value) -> Response {
    let sent = format!("Bearer {token}");
    let sent = if token.is_empty() { "" } else { &sent };
    let line = format!("POST /mcp/{name}");
    server.ask(&line, &[("authorization", sent)], message.to_string().as_bytes())
}

/// Asks until the status is this one.
#[track_caller]
fn until(server: &Http, name: &str, token: &str, status: u16) {
    let started = Instant::now();
    loop {
        let now = post(server, name, token, &call("a")).status;
        if now == status {
            return;
        }
        assert!(started.elapsed() < PATIENCE, "{name}: {now}");
        std::thread::sleep(Duration::from_millis(100));
    }
}

#[track_caller]
fn until_ready(server: &Http, status: u16) {
    let started = Instant::now();
    loop {
        let response = server.get("/ready");
        assert_eq!(response.json(), json!({ "version": env!("CARGO_PKG_VERSION") }));
        if response.status == status {
            return;
        }
        assert!(started.elapsed() < PATIENCE, "{}", response.status);
        std::thread::sleep(Duration::from_millis(100));
    }
}

/// The Result of a call of `docs`.
#[track_caller]
fn value(response: &Response) -> Value {
    assert_eq!(response.status, 200, "{}", response.json());
    result_of(&response.json()["result"])
}

#[test]
fn each_project_has_its_path() {
    let folder = two();
    let server = serve(folder.path(), &[]);
    for (path, answered) in [("/mcp/alpha", "alpha"), ("/mcp/bravo", "bravo"), ("/mcp/alpha/", "alpha")] {
        let message = call("a").to_string();
        let response = server.ask(&format!("POST {path}"), &[], message.as_bytes());
        assert_eq!(value(&response)["value"], answered, "{path}");
    }
    for path in [
        "/mcp", "/mcp/", "/mcp/none", "/mcp/ALPHA", "/mcp/alpha/docs", "/mcp//alpha", "/mcp/alpha//",
        "/mcp/..", "/mcp/.", "/mcp/%61lpha", "/mcp/alpha%2f", "/mcp/bravo/../alpha", "/mcp/docs", "/alpha",
        "/ready/none", "/ready/", "/ready/alpha/", "/mcp/guide.yaml",
    ] {
        for method in ["POST", "GET"] {
            let response = server.ask(&format!("{method} {path}"), &[], call("a").to_string().as_bytes());
            assert_eq!(response.status, 404, "{method} {path}");
            let said = response.json()["error"]["message"].to_string();
            assert!(said.contains("/mcp/NAME"), "{said}");
            assert!(!said.contains("bravo") || path.contains("bravo"), "{said}");
        }
    }
    let response = server.get("/mcp/alpha");
    assert_eq!((response.status, response.header("allow")), (405, Some("POST")));
    for (path, status) in [("/health", 200), ("/ready", 200), ("/ready/alpha", 200)] {
        let response = server.get(path);
        assert_eq!(response.status, status, "{path}");
        assert_eq!(response.json(), json!({ "version": env!("CARGO_PKG_VERSION") }));
    }
    for path in ["/mcp/alpha", "/ready/alpha", "/ready"] {
        let response = server.ask(&format!("GET {path}"), &[("host", "evil.example")], b"");
        assert_eq!(response.status, 403, "{path}");
    }
}

/// What is answered but for its time.
fn answered(response: &Response) -> (u16, BTreeMap<String, String>, String) {
    let mut headers = response.headers.clone();
    headers.remove("date");
    (response.status, headers, String::from_utf8_lossy(&response.body).into_owned())
}

/// Nobody learns which projects there are: neither with another project's token nor without one.
#[test]
fn a_project_that_is_not_there_answers_as_one_whose_token_is_wrong() {
    let folder = two();
    let server = serve_with_tokens(folder.path());
    let (alpha, bravo) = (token("alpha"), token("bravo"));
    for (name, own, other) in [("alpha", &alpha, &bravo), ("bravo", &bravo, &alpha)] {
        assert_eq!(value(&post(&server, name, own, &call("a")))["value"], name);
        for wrong in [other.as_str(), "", "wrong", &own[1..], &format!("{own}x")] {
            let known = answered(&post(&server, name, wrong, &call("a")));
            assert_eq!(known.0, 401, "{name} {wrong}");
            for unknown in ["none", "docs", "Alpha", "tokens", "alpha-docs", "a.b-c_9"] {
                assert_eq!(answered(&post(&server, unknown, wrong, &call("a"))), known, "{unknown} {wrong}");
            }
        }
    }
    let bearer = format!("Bearer {bravo}");
    for (line, headers) in [
        ("GET /mcp/NAME", vec![("authorization", bearer.as_str())]),
        ("DELETE /mcp/NAME", vec![("authorization", &bearer)]),
        ("POST /mcp/NAME", vec![("authorization", &bearer), ("content-type", "text/plain")]),
        ("POST /mcp/NAME", vec![("authorization", &bearer), ("accept", "text/html")]),
        ("POST /mcp/NAME", vec![("authorization", &bearer), ("content-length", "9999999")]),
        ("POST /mcp/NAME", vec![("authorization", &bearer), ("authorization", &bearer)]),
        ("POST /mcp/NAME", vec![("authorization", "Basic YTpi")]),
        ("POST /mcp/NAME", vec![("authorization", &bearer), ("host", "evil.example")]),
        ("POST /mcp/NAME", vec![("authorization", &bearer), ("origin", "http://evil.example")]),
        ("POST /mcp/NAME/", vec![("authorization", &bearer)]),
        ("GET /ready/NAME", vec![("authorization", &bearer)]),
        ("GET /ready/NAME", vec![]),
        ("POST /ready/NAME", vec![("authorization", &bearer)]),
        ("GET /ready/NAME", vec![("host", "evil.example")]),
        ("GET /.well-known/oauth-protected-resource/mcp/NAME", vec![]),
    ] {
        let of = |name: &str| {
            let response = server.ask(&line.replace("NAME", name), &headers, b"{}");
            let (status, headers, body) = answered(&response);
            (status, headers, body.replace(name, "NAME"))
        };
        let known = of("alpha");
        assert!([401, 403, 404].contains(&known.0), "{line}: {known:?}");
        assert_eq!(of("ghost"), known, "{line} {headers:?}");
    }
    // With its token it is as ready as it is.
    let own = format!("Bearer {alpha}");
    let ready = server.ask("GET /ready/alpha", &[("authorization", &own)], b"");
    assert_eq!(ready.status, 200);
    assert_eq!(server.get("/ready").status, 200);
    let log = server.log(|_| true).concat();
    assert!(!log.contains(&alpha[2..]) && !log.contains(&bravo[2..]), "{log}");
}

/// Everything that a client can ask of one project, with whatever it knows of another.
#[test]
fn nothing_of_one_project_is_known_to_another() {
    let folder = two();
    let server = serve_with_tokens(folder.path());
    let own = token("alpha");
    let other_path = folder.path().join("projects/bravo/docs/a.md");
    let other_path = other_path.to_str().expect("UTF-8");
    let missing_path = other_path.replace("bravo", "xrayx");
    let tool = |name: &str, arguments: Value| ("tools/call", json!({ "name": name, "arguments": arguments }));
    // Each is asked of what the other project has, and of what nobody has: the answers are the same.
    let asked = |other: &str| {
        let path = if other == "bravo" { other_path } else { &missing_path };
        let complete = |reference: Value| {
            (
                "completion/complete",
                json!({ "ref": reference, "argument": { "name": "uri", "value": &other[..2] } }),
            )
        };
        vec![
            tool("get_content", json!({ "category_or_collection": format!("{other}-docs") })),
            tool(
                "get_content",
                json!({ "category_or_collection": format!("guide://category/{other}-docs/a.md") }),
            ),
            tool(
                "get_content",
                json!({ "category_or_collection": "docs", "document": format!("{other}-page.md") }),
            ),
            tool(
                "get_content",
                json!({ "category_or_collection": "docs", "document": format!("../../{other}/docs/a.md") }),
            ),
            tool(
                "get_content",
                json!({ "category_or_collection": "docs", "pattern": format!("../../{other}/**") }),
            ),
            tool("get_content", json!({ "category_or_collection": path })),
            tool("list_content", json!({ "category_or_collection": format!("{other}-all") })),
            tool(
                "list_content",
                json!({ "category_or_collection": "docs", "pattern": format!("../../{other}/docs/*") }),
            ),
            tool("search_content", json!({ "query": format!("{other} page") })),
            tool("get_guidance", json!({ "paths": [path] })),
            tool("get_guidance", json!({ "paths": [format!("../{other}/docs/a.md")] })),
            ("resources/read", json!({ "uri": format!("guide://category/{other}-docs/a.md") })),
            ("resources/read", json!({ "uri": format!("guide://collection/{other}-all") })),
            ("resources/read", json!({ "uri": format!("guide://for/../{other}/docs/a.md") })),
            ("resources/read", json!({ "uri": format!("file://{path}") })),
            ("resources/list", json!({ "cursor": format!("{other}-docs") })),
            ("prompts/get", json!({ "name": format!("{other}-docs") })),
            ("prompts/get", json!({ "name": format!("{other}-all"), "arguments": { "pattern": "*" } })),
            complete(json!({ "type": "ref/prompt", "name": format!("{other}-docs") })),
            complete(json!({ "type": "ref/resource", "uri": "guide://category/{name}" })),
            ("skills/list", json!({})),
        ]
    };
    let answers = |other: &str| -> Vec<String> {
        let messages = asked(other).into_iter();
        let texts = messages.map(|(method, params)| {
            let response = post(&server, "alpha", &own, &request(1, method, params));
            String::from_utf8_lossy(&response.body).replace(other, "OTHER")
        });
        texts.collect()
    };
    for (theirs, nobodys) in answers("bravo").into_iter().zip(answers("xrayx")) {
        assert_eq!(theirs, nobodys);
        assert!(!theirs.contains("bravo") && !theirs.contains("projects/alpha"), "{theirs}");
    }
    for method in [
        "tools/list", "resources/list", "resources/templates/list", "prompts/list", "initialize",
        "skills/list",
    ] {
        let params = match method {
            "initialize" => crate::process::hello("2025-06-18", json!({})),
            _ => json!({}),
        };
        let response = post(&server, "alpha", &own, &request(1, method, params));
        let text = String::from_utf8_lossy(&response.body).into_owned();
        assert!(!text.contains("bravo"), "{method}: {text}");
        assert!(
            text.contains("alpha")
                || ["tools/list", "skills/list"].contains(&method)
                || text.contains("guide://"),
            "{method}: {text}"
        );
    }
}

/// A cursor stands for a place in a list, and says nothing of another project's.
#[test]
fn a_cursor_of_one_project_shows_nothing_in_another() {
    let folder = two();
    for name in ["alpha", "bravo"] {
        for nth in 0..600 {
            let at = format!("projects/{name}/docs/{name}{nth:03}.md");
            fs::write(folder.path().join(at), "x").expect("a file");
        }
    }
    let server = serve(folder.path(), &[]);
    let list =
        |name: &str, params: Value| post(&server, name, "", &request(1, "resources/list", params)).json();
    let first = list("bravo", json!({}));
    let cursor = &first["result"]["nextCursor"];
    assert!(cursor.is_string(), "{first}");
    let second = list("alpha", json!({ "cursor": cursor }));
    let mut text = second.to_string();
    // What the client gave is what it may be told.
    text = text.replace(cursor.as_str().expect("a text"), "");
    assert!(!text.contains("bravo"), "{text}");
}

/// `..`, a link and an absolute path lead out of a project, into another one.
#[test]
fn no_directory_leads_into_another_project() {
    let folder = two();
    let at = |path: &str| folder.path().join("projects").join(path);
    let outer = at("bravo/docs");
    let guide = format!(
        "categories:\n  docs: {{dir: docs, patterns: ['*.md']}}\n  \
         up: {{dir: ../bravo/docs, patterns: ['*.md']}}\n  \
         absolute: {{dir: '{}', patterns: ['*.md']}}\n  \
         linked: {{dir: link, patterns: ['*.md']}}\n  \
         through: {{dir: link/../docs, patterns: ['*.md']}}\n",
        outer.display()
    );
    fs::write(at("alpha/guide.yaml"), guide).expect("a file");
    symlink("../bravo/docs", at("alpha/link")).expect("a link");
    symlink("../../bravo/docs/a.md", at("alpha/docs/linked.md")).expect("a link");
    // A guide that is a link to another's, or includes it.
    fs::create_dir_all(at("charlie")).expect("a folder");
    symlink("../bravo/guide.yaml", at("charlie/guide.yaml")).expect("a link");
    fs::create_dir_all(at("delta")).expect("a folder");
    fs::write(at("delta/guide.yaml"), "include: [{path: ../bravo}]\ncategories: {}\n").expect("a file");
    let server = serve(folder.path(), &[]);
    let get = |project: &str, name: &str| {
        let mut call = get_docs(1);
        call["params"]["arguments"] = json!({ "category": name });
        value(&post(&server, project, "", &call))
    };
    for name in ["up", "absolute", "linked", "through"] {
        let result = get("alpha", name);
        assert!(
            result["error"].to_string().contains("leads out of the project's folder"),
            "{name}: {result}"
        );
        assert!(!result.to_string().contains("The bravo"), "{result}");
    }
    let docs = get("alpha", "docs").to_string();
    assert!(docs.contains("alpha") && !docs.contains("The bravo"), "{docs}");
    for name in ["charlie", "delta"] {
        let result = get(name, "docs");
        assert!(result["error"].to_string().contains("leads out of the project's folder"), "{result}");
    }
    let said = server.log(|log| log.len() >= 6).join("\n");
    for name in ["up", "absolute", "linked", "through"] {
        assert!(said.contains(&format!("The category '{name}' of 'alpha' is not served")), "{said}");
    }
    for name in ["charlie", "delta"] {
        assert!(said.contains(&format!("All calls of '{name}' fail")), "{said}");
    }
    assert_eq!(value(&post(&server, "bravo", "", &call("a")))["value"], "bravo");
}

/// Each name is a link to a complete version, and is exchanged by a rename.
#[test]
fn a_link_is_switched() {
    let folder = two();
    let at = |path: &str| folder.path().join(path);
    fs::rename(at("projects"), at("versions")).expect("a folder");
    fs::create_dir_all(at("projects")).expect("a folder");
    symlink("../versions/alpha", at("projects/current")).expect("a link");
    symlink("../versions/bravo", at("projects/other")).expect("a link");
    let server = serve(folder.path(), &[]);
    let value_of = |name: &str| value(&post(&server, name, "", &call("a")))["value"].clone();
    for to in ["alpha", "bravo", "alpha", "bravo", "alpha"] {
        symlink(format!("../versions/{to}"), at("projects/.next")).expect("a link");
        fs::rename(at("projects/.next"), at("projects/current")).expect("a link");
        assert_eq!(value_of("current"), to);
        assert_eq!(value_of("other"), "bravo");
    }
    // One that leads nowhere is no project, and nobody else's problem.
    symlink("../versions/none", at("projects/.next")).expect("a link");
    fs::rename(at("projects/.next"), at("projects/current")).expect("a link");
    let result = value(&post(&server, "current", "", &call("a")));
    assert_eq!(result["error_type"], "no_session", "{result}");
    assert_eq!(value_of("other"), "bravo");
    until_ready(&server, 503);
}

#[test]
fn a_project_that_does_not_load_leaves_the_others_alone() {
    let folder = two();
    let guide = folder.path().join("projects/bravo/guide.yaml");
    let good = fs::read(&guide).expect("a file");
    fs::write(&guide, "categories: [").expect("a file");
    let server = serve_with_tokens(folder.path());
    let (alpha, bravo) = (token("alpha"), token("bravo"));
    let ready = |name: &str, token: &str| {
        server
            .ask(&format!("GET /ready/{name}"), &[("authorization", &format!("Bearer {token}"))], b"")
            .status
    };
    until_ready(&server, 503);
    assert_eq!(value(&post(&server, "alpha", &alpha, &call("a")))["value"], "alpha");
    assert_eq!(value(&post(&server, "bravo", &bravo, &call("a")))["error_type"], "no_session");
    assert_eq!((ready("alpha", &alpha), ready("bravo", &bravo)), (200, 503));
    fs::write(&guide, &good).expect("a file");
    until_ready(&server, 200);
    assert_eq!(value(&post(&server, "bravo", &bravo, &call("a")))["value"], "bravo");
    // The last good version stays.
    fs::remove_file(&guide).expect("a file");
    until_ready(&server, 503);
    let result = value(&post(&server, "bravo", &bravo, &call("a")));
    assert_eq!(result["value"], "bravo");
    assert!(result["message"].to_string().contains("guide.yaml"), "{result}");
    // Whoever runs the server learns which one it is.
    let log = server.log(|log| log.iter().any(|line| line.contains("project{name=\"bravo\"}"))).join("\n");
    assert!(!log.contains("project{name=\"alpha\"}"), "{log}");
}

#[test]
fn folders_and_tokens_that_come_and_go_count_within_a_second() {
    let folder = two();
    let at = |path: &str| folder.path().join(path);
    let server = serve_with_tokens(folder.path());
    let (alpha, bravo) = (token("alpha"), token("bravo"));
    // A folder without a token is served to nobody.
    fs::create_dir_all(at("projects/late/docs")).expect("a folder");
    fs::write(at("projects/late/docs/a.md"), "late").expect("a file");
    fs::write(at("projects/late/guide.yaml"), GUIDE.1).expect("a file");
    server.log(|log| {
        let is_told = |line: &String| line.contains("'late' is not served");
        post(&server, "late", &alpha, &call("a"));
        log.iter().any(is_told)
    });
    write_token(folder.path(), "late", &token("late"));
    until(&server, "late", &token("late"), 200);
    assert_eq!(post(&server, "late", &alpha, &call("a")).status, 401);
    // A token is exchanged, and one is taken away.
    write_token(folder.path(), "alpha", "another-token-of-alpha");
    until(&server, "alpha", &alpha, 401);
    until(&server, "alpha", "another-token-of-alpha", 200);
    fs::remove_file(at("tokens/bravo")).expect("a file");
    until(&server, "bravo", &bravo, 401);
    write_token(folder.path(), "bravo", "short");
    write_token(folder.path(), "bravo", &bravo);
    until(&server, "bravo", &bravo, 200);
    // A folder is taken away: the others are ready, and nobody takes its place.
    fs::rename(at("projects/late"), at("late")).expect("a folder");
    until_ready(&server, 200);
    let result = value(&post(&server, "late", &token("late"), &call("a")));
    assert_eq!(result["error_type"], "no_session", "{result}");
    fs::write(at("projects/late"), "categories: {docs: {dir: ., patterns: ['**/*']}}").expect("a file");
    let result = value(&post(&server, "late", &token("late"), &call("**/*")));
    assert_eq!(result["error_type"], "no_session", "{result}");
    // The folder of all is gone for a moment.
    fs::rename(at("projects"), at("elsewhere")).expect("a folder");
    std::thread::sleep(Duration::from_millis(1_200));
    let result = value(&post(&server, "alpha", "another-token-of-alpha", &call("a")));
    assert_eq!(result["error_type"], "no_session", "{result}");
    fs::rename(at("elsewhere"), at("projects")).expect("a folder");
    assert_eq!(value(&post(&server, "alpha", "another-token-of-alpha", &call("a")))["value"], "alpha");
}

#[test]
fn what_is_left_out_is_named() {
    let folder = two();
    let at = |path: &str| folder.path().join("projects").join(path);
    for name in ["with blank", ".hidden", "ünder", "good.name-1_x", "plain"] {
        fs::create_dir_all(at(name)).expect("a folder");
    }
    for name in ["with blank", ".hidden", "ünder", "good.name-1_x"] {
        fs::write(at(name).join("guide.yaml"), "categories: {}\n").expect("a file");
    }
    fs::write(at("file"), "x").expect("a file");
    symlink("nowhere", at("dangling")).expect("a link");
    let server = serve(folder.path(), &[]);
    let said = server.log(|log| log.len() >= 3).join("\n");
    let line = |begin: &str| said.lines().find(|line| line.contains(begin)).unwrap_or_default();
    for name in ["with blank", ".hidden", "ünder"] {
        assert!(line("a project's name").contains(name), "{said}");
    }
    for name in ["plain", "file", "dangling"] {
        assert!(line("not folders with a guide.yaml").contains(name), "{said}");
    }
    assert!(said.contains("3 projects: alpha, bravo, good.name-1_x"), "{said}");
    assert_eq!(post(&server, "good.name-1_x", "", &request(1, "ping", json!({}))).status, 200);
    drop(server);
    // A project without a token, and one with another's, are named too.
    fs::remove_file(folder.path().join("tokens/bravo")).expect("a file");
    write_token(folder.path(), "good.name-1_x", &token("alpha"));
    let server = serve_with_tokens(folder.path());
    let said = server.log(|log| log.len() >= 5).join("\n");
    assert!(said.contains("The project 'bravo' is not served: --tokens"), "{said}");
    assert!(said.contains("the same token") && said.contains("alpha, good.name-1_x"), "{said}");
    assert!(said.contains("every user of this machine can read") == (umask() & 0o4 == 0), "{said}");
    assert!(!said.contains(&token("alpha")), "{said}");
    assert_eq!(post(&server, "bravo", &token("bravo"), &call("a")).status, 401);
}

fn umask() -> u32 {
    let folder = project(&[("file", "")]);
    let mode = fs::metadata(folder.path().join("file")).expect("a file").permissions();
    !std::os::unix::fs::PermissionsExt::mode(&mode) & 0o777
}

#[test]
fn it_does_not_start_with_what_contradicts_itself() {
    let folder = two();
    let at = folder.path();
    let local = ["127.0.0.1:0", "--projects", "projects"];
    let token = token("alpha");
    let with = |more: &[&str], token: Option<&str>, words: &[&str]| {
        refused(at, &[&local, more].concat(), token, words);
    };
    with(&["--token-file", "tokens/alpha"], None, &["--projects", "--token-file"]);
    with(&[], Some(&token), &["MCP_GUIDE_TOKEN", "--tokens"]);
    with(&["--tokens", "tokens"], Some(&token), &["MCP_GUIDE_TOKEN", "--tokens"]);
    with(&["--project", "projects/alpha"], None, &["--projects", "--project"]);
    with(&["--start", "projects/alpha"], None, &["--projects", "--start"]);
    with(&["--tokens", "nowhere"], None, &["--tokens 'nowhere'"]);
    refused(at, &["127.0.0.1:0", "--projects", "nowhere"], None, &["--projects 'nowhere'"]);
    refused(at, &["127.0.0.1:0", "--project", ".", "--tokens", "tokens"], None, &["--projects"]);
    refused(at, &["0.0.0.0:0", "--projects", "projects"], None, &["0.0.0.0:0", "--tokens"]);
}

/// One project's clients do not take what another's have, also from one address.
#[test]
fn clients_of_one_project_do_not_wait_for_those_of_another() {
    let folder = two();
    let (big, _) = large();
    for name in ["big", "bodies"] {
        symlink(big.path(), folder.path().join("projects").join(name)).expect("a link");
    }
    let server = serve(folder.path(), &["-v"]);
    let body = call("big").to_string();
    let mut request = server.head("POST /mcp/big", &[], body.len());
    request.extend(body.as_bytes());
    let unread: Vec<_> = (0..70).map(|_| sent(server.connect(), &request)).collect();
    std::thread::sleep(Duration::from_secs(2));
    assert_eq!(value(&post(&server, "alpha", "", &call("a")))["value"], "alpha");
    // Bodies that do not come to an end.
    let head = server.head("POST /mcp/bodies", &[], 4 << 20);
    let held: Vec<_> = (0..8).map(|_| sent(server.connect(), &head)).collect();
    std::thread::sleep(Duration::from_millis(500));
    assert_eq!(post(&server, "bodies", "", &call("a")).status, 503);
    assert_eq!(value(&post(&server, "alpha", "", &call("a")))["value"], "alpha");
    let log = server.log(|_| true);
    assert!(!log.iter().any(|line| line.contains("error writing a body")), "{log:?}");
    drop((unread, held));
}

/// What is counted of a project is told with its token, and what is counted of all with one of its own.
#[test]
fn each_project_has_its_metrics() {
    let folder = two();
    let server = serve_with_tokens(folder.path());
    let (alpha, bravo) = (token("alpha"), token("bravo"));
    for _ in 0..3 {
        assert_eq!(value(&post(&server, "alpha", &alpha, &call("a")))["value"], "alpha");
    }
    assert_eq!(value(&post(&server, "bravo", &bravo, &call("a")))["value"], "bravo");
    assert_eq!(post(&server, "bravo", "wrong", &call("a")).status, 401);
    let get = |path: &str, token: &str| {
        let sent = format!("Bearer {token}");
        let response = server.ask(&format!("GET {path}"), &[("authorization", &sent)], b"");
        (response.status, String::from_utf8_lossy(&response.body).into_owned())
    };
    let calls = |count: usize| {
        format!("mcp_guide_calls_total{{tool=\"get_category_content\",outcome=\"ok\"}} {count}\n")
    };
    for (name, own, other, count) in [("alpha", &alpha, &bravo, 3), ("bravo", &bravo, &alpha, 1)] {
        let path = format!("/mcp/{name}/metrics");
        let (status, text) = get(&path, own);
        assert_eq!(status, 200, "{text}");
        assert!(text.contains(&calls(count)), "{text}");
        assert!(!text.contains("alpha") && !text.contains("bravo") && !text.contains("401"), "{text}");
        assert_eq!(get(&path, other).0, 401);
        for path in ["/metrics", "/ready?search"] {
            assert_eq!(get(path, own).0, 401, "{path}");
        }
    }
    let (known, unknown) = (get("/mcp/alpha/metrics", &bravo), get("/mcp/ghost/metrics", &bravo));
    assert_eq!(known, unknown);
    write_token(folder.path(), ".server", "the-token-of-the-server");
    let (status, text) = get("/metrics", "the-token-of-the-server");
    assert_eq!(status, 200, "{text}");
    assert!(text.contains(&calls(4)) && text.contains("status=\"401\""), "{text}");
    assert!(!text.contains("alpha") && !text.contains("bravo"), "{text}");
    assert_eq!(get("/mcp/alpha/metrics", "the-token-of-the-server").0, 401);
    assert_eq!(get("/mcp/.server", "the-token-of-the-server").0, 404);
    let started = Instant::now();
    while get("/ready?search", "the-token-of-the-server").0 != 200 {
        assert!(started.elapsed() < PATIENCE);
        std::thread::sleep(Duration::from_millis(200));
    }
    assert_eq!(get("/ready/alpha?search", &alpha).0, 200);
    drop(server);
    let open = serve(folder.path(), &[]);
    for path in ["/metrics", "/mcp/alpha/metrics", "/ready?search", "/ready/alpha?search"] {
        let status = open.get(path).status;
        assert!(status == 200 || status == 503 && path.ends_with("search"), "{path}: {status}");
    }
    assert_eq!(open.get("/mcp/ghost/metrics").status, 404);
}
