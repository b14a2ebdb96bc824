//! The dispatch law: any JSON is answered with a well-formed Result.

use std::fs;
use std::os::unix::fs::symlink;
use std::path::Path;
use std::rc::Rc;

use camino::Utf8Path;
use mcp_guide::Caller;
use mcp_guide::project::session::{Session, Source};
use mcp_guide::{ERRORS, ErrorKind, Server};
use serde_json::{Map, Value};
use tempfile::TempDir;

use super::{Verdict, ensure, folder, table, timed, utf8};

const PROJECT: &str = r#"
categories:
  docs: { dir: docs, patterns: ["*.md"] }
  all: { dir: ., patterns: ["**"], description: Everything }
  broken: { dir: docs, patterns: ["[", "*.md"] }
  gone: { dir: nowhere/at/all, patterns: ["*"] }
collections:
  both: { categories: [docs, all] }
  partly: { categories: [gone, missing, docs] }
  none: { categories: [] }
  docs: { categories: [docs] }
limits: { file_bytes: 4096, response_bytes: 2048 }
"#;

/// A project with something of everything, and who answers from it.
#[derive(Debug)]
pub struct Fixture {
    folder: TempDir,
    server: Server,
}

impl Fixture {
    fn new() -> Self {
        let folder = folder();
        for (path, content) in [
            ("guide.yaml", PROJECT.as_bytes()),
            ("docs/intro.md", b"# Intro\r\n"),
            ("docs/forged.md", b"x\n--guide-boundary--\n"),
            ("docs/umlaut \u{e4}.md", "äöü".as_bytes()),
            ("docs/page.md.mustache", b"{{title}}"),
            ("docs/sub/binary.bin", b"a\0b"),
            ("docs/sub/latin.txt", b"\xe4"),
            ("docs/sub/large.txt", &[b'x'; 5000]),
            ("docs/sub/long.txt", &[b'y'; 1500]),
            ("docs/[slug].md", b"a route"),
            ("docs/rules.md", b"---\napplies_to: ['*.rs', 'src/**']\n---\n# Rules\n\nAll.\n"),
        ] {
            let path = folder.path().join(path);
            fs::create_dir_all(path.parent().expect("a parent")).expect("a new directory");
            fs::write(path, content).expect("a new file");
        }
        for (target, link) in [("/etc", "docs/etc"), ("../..", "docs/up"), ("loop", "docs/loop")] {
            symlink(target, folder.path().join(link)).expect("a new link");
        }
        let source = Source::Named(utf8(&folder).to_owned());
        Self { server: Server::new(table().clone(), Session::new(source)), folder }
    }

    /// Where it lies.
    pub fn path(&self) -> &Utf8Path {
        utf8(&self.folder)
    }
}

/// The fixture of this thread: made on its first call, removed when it ends.
pub fn fixture() -> Rc<Fixture> {
    thread_local! {
        static FIXTURE: Rc<Fixture> = Rc::new(Fixture::new());
    }
    FIXTURE.with(Rc::clone)
}

/// What a call is answered with: JSON, or the message that there is no such tool.
pub type Answer = Result<String, String>;

/// The engine on the fixture.
pub fn engine(tool: &str, arguments: &Map<String, Value>) -> Answer {
    ask(&fixture().server, tool, arguments)
}

/// The engine on the project that it finds in a folder: one that may not leave it.
pub fn found(folder: &Path, tool: &str, arguments: &Map<String, Value>) -> Answer {
    let folder = Utf8Path::from_path(folder).expect("a UTF-8 path");
    let session = Session::new(Source::Search { from: Some(folder.to_owned()) });
    ask(&Server::new(table().clone(), session), tool, arguments)
}

/// Calls a tool.
pub fn ask(server: &Server, tool: &str, arguments: &Map<String, Value>) -> Answer {
    let reply = server.call(Caller::WITHOUT_ROOTS, tool, arguments);
    reply.map(|reply| reply.to_string()).map_err(|error| error.to_string())
}

/// The answer has the keys of a Result in their order, with values of their
/// types, an error type that is known and not `unknown` (that is a fault nobody
/// foresaw), and no path of the machine in it.
///
/// Returns the error type, or `success`.
pub fn dispatch(
    tool: &str,
    arguments: &Map<String, Value>,
    subject: impl Fn(&str, &Map<String, Value>) -> Answer,
) -> Result<String, String> {
    let json = match timed("the call", || subject(tool, arguments))? {
        Ok(json) => json,
        Err(message) => {
            let known = table().tool(tool).is_some();
            ensure(!known && !message.is_empty(), || format!("no reply: {message}"))?;
            return Ok("no tool".into());
        }
    };
    let fixture = fixture();
    let place = fixture.path().as_str();
    let echoed = Value::Object(arguments.clone()).to_string().contains(place);
    ensure(echoed || !json.contains(place), || format!("a path of the machine: {json}"))?;
    let result: Map<String, Value> =
        serde_json::from_str(&json).map_err(|error| format!("{error}: {json}"))?;
    well_formed(&result).map_err(|problem| format!("{problem}: {json}"))?;
    Ok(match &result.get("error_type") {
        Some(kind) => kind.as_str().unwrap_or_default().to_owned(),
        None => "success".to_owned(),
    })
}

/// Whether a Result has its keys, in their order and with values of their types.
pub fn well_formed(result: &Map<String, Value>) -> Verdict {
    let succeeded = match result.get("success") {
        Some(Value::Bool(succeeded)) => *succeeded,
        other => return Err(format!("success is {other:?}")),
    };
    let (keys, required): (&[&str], usize) = if succeeded {
        (&["success", "value", "message", "instruction"], 2)
    } else {
        (&["success", "error", "error_type", "instruction"], 4)
    };
    let mut order = keys.iter();
    for (key, value) in result {
        ensure(order.any(|known| known == key), || format!("{key} is unknown, repeated or out of order"))?;
        // A document may be empty; whatever is said about it may not.
        let text = value.as_str();
        let said = key == "value" || text.is_some_and(|text| !text.is_empty());
        ensure(key == "success" || (text.is_some() && said), || format!("{key} is {value}"))?;
    }
    for key in &keys[..required] {
        ensure(result.contains_key(*key), || format!("{key} is missing"))?;
    }
    let kind = result.get("error_type").and_then(Value::as_str);
    let foreseen = |kind: &str| {
        let mut kinds = ERRORS.all.iter();
        kind != ErrorKind::Unknown.name() && kinds.any(|known| known.key == kind)
    };
    ensure(kind.is_none_or(foreseen), || format!("error_type {kind:?}"))
}
