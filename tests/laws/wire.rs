//! The wire law: every request is answered once, whatever else is on the lines,
//! and the server lives on.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;
use std::time::Duration;

use camino::Utf8PathBuf;
use mcp_guide::End;
use mcp_guide::Server;
use mcp_guide::project::session::{Session, Source};
use serde_json::value::RawValue;
use serde_json::{Value, json};
use tempfile::TempDir;
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader, DuplexStream};
use tokio::sync::Mutex;

use super::lines::Lines;
use super::serving::serve;
use super::{PATIENCE, Verdict, ensure, folder, table, utf8};

/// The last requests of every client: the second is sent when the first is answered,
/// so that the server has asked by then what it asks.
const LAST: [&str; 2] = ["the last but one", "the last"];
/// How much the client and the server may be apart, in bytes: the client says all
/// before it hears anything.
const ROOM: usize = 1 << 26;
/// After this long what has not ended never will, however busy the machine is.
const STANDSTILL: Duration = Duration::from_secs(180);

const PROJECT: &str = r#"
categories:
  docs: { dir: docs, patterns: ["*.md"] }
  all: { dir: ., patterns: ["**"], description: Everything }
collections:
  both: { categories: [docs, all, gone] }
"#;

/// What a server reads, and what it writes to.
pub type Streams = (DuplexStream, DuplexStream);
/// A server: it takes these streams and says how it ended.
pub type Subject = fn(Source, Streams) -> Ending;
/// How a server ends; it runs until then.
pub type Ending = std::pin::Pin<Box<dyn Future<Output = End>>>;

/// The engine: one client served by the whole program but its command line.
pub fn engine(source: Source, streams: Streams) -> Ending {
    let server = Server::new(table().clone(), Session::new(source));
    Box::pin(serve(server, streams, PATIENCE, std::future::pending()))
}

/// A small project, made once for each thread and removed when it ends.
fn fixture() -> Utf8PathBuf {
    thread_local! {
        static FIXTURE: TempDir = stored();
    }
    FIXTURE.with(|folder| utf8(folder).to_owned())
}

fn stored() -> TempDir {
    let folder = folder();
    std::fs::create_dir_all(folder.path().join("docs")).expect("a new directory");
    for (path, content) in [
        ("guide.yaml", PROJECT),
        ("docs/a.md", "# A\n"),
        ("docs/b.md", "\u{fc}\"\\\n"),
        ("docs/long.md", &"long \u{e9}\n".repeat(12_000)),
    ] {
        std::fs::write(folder.path().join(path), content).expect("a new file");
    }
    folder
}

/// What came up.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
pub struct Seen {
    /// Requests that had to be answered.
    pub requests: usize,
    /// Results among the answers.
    pub results: usize,
    /// Times that the server asked for roots.
    pub questions: usize,
}

/// Every line that the server writes is JSON-RPC; every request is answered once,
/// under its id, with what its method's answers look like; what is no request gets
/// one answer at most, a notification none; a request that comes last is answered;
/// and when the client hangs up, the server ends and has said everything.
pub fn wire(said: &Lines, subject: Subject) -> Result<Seen, String> {
    thread_local! {
        static RUNTIME: tokio::runtime::Runtime = tokio::runtime::Builder::new_current_thread()
            .enable_all().build().expect("a runtime");
    }
    let talk = RUNTIME.with(|runtime| {
        let talk = runtime.block_on(async { tokio::time::timeout(STANDSTILL, talk(said, subject)).await });
        talk.map_err(|_| "no end, or no answer to what came last".to_owned())?
    })?;
    let expected = Owed::of(said);
    let mut seen =
        Seen { requests: expected.must.values().map(Vec::len).sum(), questions: talk.questions, results: 0 };
    let (mut answers, mut spare) = (HashMap::<String, usize>::new(), 0);
    for answer in &talk.answers {
        let id = sound(answer).map_err(|problem| format!("{problem}: {answer}"))?;
        seen.results += usize::from(answer.get("result").is_some());
        let Some(id) = id else {
            spare += 1;
            continue;
        };
        let count = answers.entry(id.clone()).or_default();
        *count += 1;
        let asked = expected.must.get(&id).map_or(&[][..], Vec::as_slice);
        spare += usize::from(*count > asked.len());
        let asked = asked.iter().filter(|_| !expected.unclear.contains(&id));
        if let ([method], Some(result)) = (&asked.collect::<Vec<_>>()[..], answer.get("result")) {
            ensure(fits(method, result), || format!("to {method:?}: {answer}"))?;
        }
    }
    ensure(spare <= expected.may, || format!("{spare} answers that nobody asked for: {:?}", talk.answers))?;
    for (id, methods) in &expected.must {
        let given_up = expected.cancelled.get(id).copied().unwrap_or_default();
        let count = answers.get(id).copied().unwrap_or_default();
        ensure(count + given_up >= methods.len(), || {
            format!("{count} answers to {} requests of id {id}", methods.len())
        })?;
    }
    ensure(talk.end == End::Whole, || "the server was cut off".into())?;
    Ok(seen)
}

struct Talk {
    answers: Vec<Value>,
    questions: usize,
    end: End,
}

async fn talk(said: &Lines, subject: Subject) -> Result<Talk, String> {
    let (reader, say) = tokio::io::duplex(ROOM);
    let (writer, hear) = tokio::io::duplex(ROOM);
    let source = if said.roots && said.revision.is_some() {
        Source::Search { from: None }
    } else {
        Source::Named(fixture())
    };
    let place = fixture();
    let serving = tokio::task::LocalSet::new();
    let mut ending = serving.spawn_local(subject(source, (reader, writer)));
    let heard = serving.run_until(async {
        let say = Arc::new(Mutex::new(Some(say)));
        let mut first = said.handshake().map(|line| line.to_string() + "\n").unwrap_or_default().into_bytes();
        for line in &said.lines {
            first.extend_from_slice(line);
            first.push(b'\n');
        }
        first.extend_from_slice(ping(LAST[0]).as_bytes());
        tell(&say, &first).await?;
        let mut lines = BufReader::new(hear).lines();
        let (mut answers, mut questions, mut is_open) = (Vec::new(), 0, true);
        loop {
            let line = tokio::select! {
                line = lines.next_line() => line.map_err(|error| error.to_string())?,
                _ = &mut ending, if is_open => return Err("the server ended before its client".to_owned()),
            };
            let Some(line) = line else {
                break;
            };
            ensure(!line.contains(place.as_str()), || format!("a path of the machine: {line}"))?;
            let message: Value = serde_json::from_str(&line).map_err(|error| format!("{error}: {line:?}"))?;
            if message["id"] == LAST[0] {
                tell(&say, ping(LAST[1]).as_bytes()).await?;
            } else if message["id"] == LAST[1] {
                // Everything else is still answered.
                say.lock().await.take();
                is_open = false;
            } else if message.get("method").is_some() {
                questions += 1;
                tell(&say, answer_to(&message)?.as_bytes()).await?;
            } else {
                answers.push(message);
            }
        }
        ensure(!is_open, || "what came last is not answered".into())?;
        Ok::<_, String>((answers, questions))
    });
    let (answers, questions) = heard.await?;
    let end = serving.run_until(ending).await.map_err(|error| error.to_string())?;
    Ok(Talk { answers, questions, end })
}

fn ping(id: &str) -> String {
    let ping = json!({ "jsonrpc": "2.0", "id": id, "method": "ping" });
    format!("{ping}\n")
}

async fn tell(say: &Mutex<Option<DuplexStream>>, bytes: &[u8]) -> Verdict {
    match &mut *say.lock().await {
        Some(say) => say.write_all(bytes).await.map_err(|error| format!("the server does not read: {error}")),
        None => Ok(()),
    }
}

/// The client's answer to the one question that a server may ask.
fn answer_to(question: &Value) -> Result<String, String> {
    let known = question["method"] == "roots/list" && question["jsonrpc"] == "2.0";
    ensure(known && !question["id"].is_null(), || format!("the server asks {question}"))?;
    let roots = json!({ "roots": [{ "uri": format!("file://{}", fixture()) }] });
    let answer = json!({ "jsonrpc": "2.0", "id": question["id"], "result": roots });
    Ok(format!("{answer}\n"))
}

/// The id of a sound answer, as JSON.
fn sound(answer: &Value) -> Result<Option<String>, String> {
    let fields = answer.as_object().ok_or("no object")?;
    ensure(answer["jsonrpc"] == "2.0", || "not JSON-RPC 2.0".into())?;
    let known = ["jsonrpc", "id", "result", "error"];
    ensure(fields.keys().all(|key| known.contains(&key.as_str())), || "another field".into())?;
    let id = answer.get("id");
    ensure(id.is_none_or(is_id), || "no id of a request".into())?;
    match (answer.get("result"), answer.get("error")) {
        (Some(result), None) => ensure(result.is_object() && id.is_some(), || "no result".into())?,
        (None, Some(error)) => {
            let message = error["message"].as_str();
            let said = message.is_some_and(|text| !text.is_empty());
            ensure(error["code"].is_i64() && said, || "no error".into())?;
        }
        _ => return Err("a result and an error, or neither".into()),
    }
    Ok(id.map(Value::to_string))
}

/// Whether a result can be one of this method.
fn fits(method: &str, result: &Value) -> bool {
    let has = |field: &str| result.get(field).is_some();
    match method {
        "ping" => result
            .as_object()
            .is_some_and(|fields| fields.keys().all(|key| key == "_meta" || key == "resultType")),
        "tools/list" => has("tools"),
        "tools/call" => {
            let text = result["content"][0]["text"].as_str().unwrap_or_default();
            let failed = result["isError"] == true;
            let told = serde_json::from_str::<Value>(text).ok();
            has("inputRequests") || told.is_some_and(|told| told["success"] == !failed)
        }
        "resources/list" => has("resources"),
        "resources/templates/list" => has("resourceTemplates"),
        "resources/read" => result["contents"].is_array() || has("inputRequests"),
        "prompts/list" => has("prompts"),
        "completion/complete" => result["completion"]["values"].is_array(),
        "initialize" => has("protocolVersion"),
        "server/discover" => has("supportedVersions"),
        _ => true,
    }
}

/// What the lines have to be answered with, as far as it can be told from each
/// alone.
#[derive(Debug, Default)]
struct Owed {
    /// The methods of the requests by their ids, as JSON.
    must: HashMap<String, Vec<String>>,
    /// How many more answers there may be.
    may: usize,
    /// The ids of what may be more requests.
    unclear: HashSet<String>,
    /// How often each id was given up.
    cancelled: HashMap<String, usize>,
}

impl Owed {
    fn of(said: &Lines) -> Self {
        let mut owed = Self::default();
        if let Some(handshake) = said.handshake() {
            owed.message(&handshake, "");
        }
        for line in &said.lines {
            // A line of the input's own may hold the end of one.
            for line in line.split(|byte| *byte == b'\n') {
                owed.line(line);
            }
        }
        owed
    }

    fn line(&mut self, line: &[u8]) {
        let line = line.strip_prefix("\u{feff}".as_bytes()).unwrap_or(line);
        if line.iter().all(|byte| b" \t\r\n".contains(byte)) {
            return;
        }
        let text = String::from_utf8_lossy(line);
        match serde_json::from_slice(line) {
            Ok(Value::Object(message)) => self.message(&message.into(), &text),
            _ => {
                self.may += 1;
                // A value that no [`Value`] holds may be passed over, and then this is a request.
                let fields: HashMap<String, &RawValue> = serde_json::from_slice(line).unwrap_or_default();
                let id = fields.get("id").and_then(|id| serde_json::from_str::<Value>(id.get()).ok());
                self.unclear.extend(id.map(|id| id.to_string()));
            }
        }
    }

    fn message(&mut self, message: &Value, text: &str) {
        let once = |key: &str| text.matches(key).count() <= 1;
        let clear = once("\"id\"") && once("\"method\"") && !text.contains("\\u");
        let (id, method) = (message.get("id"), message.get("method"));
        match (id.filter(|id| is_id(id)), method) {
            (Some(id), Some(method)) if clear => {
                let method = method.as_str().unwrap_or_default().to_owned();
                self.must.entry(id.to_string()).or_default().push(method);
            }
            // Nobody waits for an answer to a notification.
            (None, Some(method)) if clear && id.is_none() && method.is_string() => {}
            (id, _) => {
                self.may += 1;
                self.unclear.extend(id.map(Value::to_string));
            }
        }
        if method.is_some_and(|method| method == "notifications/cancelled") {
            let id = message["params"]["requestId"].to_string();
            *self.cancelled.entry(id).or_default() += 1;
        }
    }
}

fn is_id(id: &Value) -> bool {
    id.is_string() || id.is_i64()
}
