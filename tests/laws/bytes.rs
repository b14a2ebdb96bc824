//! The laws over byte strings: what the fuzz targets run and the replays rerun.
//! A byte string is cut into the inputs of a law; whatever is left out is zero.

use std::fmt::Debug;

use mcp_guide::cli::hook::text_unit::TextUnit;
use mcp_guide::text::markup::headings::headings;
use mcp_guide::text::markup::{adoc, rst_headings::rst_headings};
use mcp_guide::text::multipart_message::Boundary;
use serde_json::{Map, Value, json};

use super::filter::{Without, without_openat2};
use super::forest::Forest;
use super::hook::{cutting, damage};
use super::lines::Lines;
use super::multipart::Document;
use super::plan::Plan;
use super::{
    Verdict, arguments, blocks, discover, dispatch, header, hook as hooks, multipart, pattern, places,
};
use super::{
    ranking, resolvers, sandbox, sections, session, settings as client_settings, template, uri, wire,
    worktree as linked, yaml,
};

/// A law that takes a byte string.
pub type Law = fn(&[u8]) -> Verdict;

/// The fuzz targets and their laws.
pub const TARGETS: [(&str, Law); 19] = [
    ("multipart", multipart),
    ("pattern", pattern),
    ("discover", discover),
    ("sandbox", sandbox),
    ("arguments", arguments),
    ("dispatch", dispatch),
    ("session", session),
    ("wire", wire),
    ("spec_table", spec_table),
    ("project", project),
    ("template", template),
    ("search", search),
    ("header", header),
    ("hook", hook),
    ("parts", parts),
    ("memory", memory),
    ("settings", settings),
    ("worktree", worktree),
    ("names", names),
];

/// Fails with the input, so that it can be read as well as replayed.
#[track_caller]
pub fn hold(law: Law, data: &[u8]) {
    if let Err(violation) = law(data) {
        panic!("{violation}\ninput: {:?}", String::from_utf8_lossy(data));
    }
}

/// Bases of boundaries, and whether each message gets its own.
const BOUNDARIES: [(&str, bool); 6] = [
    ("guide-boundary", true),
    ("-", false),
    ("--", false),
    ("a", false),
    ("a'()+_,-./:=?z", false),
    ("guide-boundary-that-takes-a-whole", true),
];

/// Documents between 0xFF bytes, each a path, 0xFE and a body; paths go through
/// the URI law too. After 0xFD at the start a byte picks another boundary; 0xFC and a
/// byte are passed over. The sections of the bodies are parts of another one.
pub fn multipart(data: &[u8]) -> Verdict {
    let (base, data) = match data {
        [0xFD, choice, rest @ ..] => (BOUNDARIES[usize::from(*choice) % BOUNDARIES.len()], rest),
        data => ((multipart::BASE, false), data),
    };
    let data = match data {
        [0xFC, _, rest @ ..] => rest,
        data => data,
    };
    let documents: Vec<Document> = (data.split(|byte| *byte == 0xFF).take(8))
        .map(|document| {
            let mut halves = document.splitn(2, |byte| *byte == 0xFE);
            let path = text(halves.next()).replace('\0', "");
            Document { path: if path.is_empty() { "x".into() } else { path }, body: text(halves.next()) }
        })
        .collect();
    for Document { path, body } in &documents {
        uri::uri(&(None, body.clone(), path.clone()), &uri::Engine)?;
        uri::uri(&(Some(body.clone()), path.clone(), path.clone()), &uri::Engine)?;
    }
    let boundary = Boundary::new(base.0, base.1).map_err(|error| error.to_string())?;
    let engine = multipart::engine(&boundary);
    multipart::multipart_with(base.0, base.1, &documents, &engine)?;
    // And their sections, each a part of its own.
    let mut parts: Vec<Document> = Vec::new();
    for Document { path, body } in &documents {
        sections::pieces(body, &sections::Engine)?;
        sections::rst_pieces(body, rst_headings)?;
        sections::adoc_pieces(body, adoc::headings)?;
        for heading in headings(body).into_iter().flatten().take(4) {
            let body = body[heading.section].to_owned();
            let path = path.clone();
            parts.push(Document { path, body });
        }
    }
    if parts.is_empty() { Ok(()) } else { multipart::multipart_with(base.0, base.1, &parts, &engine) }
}

/// A query, and documents after each 0xFF, in one of these languages.
pub fn search(data: &[u8]) -> Verdict {
    let language = ["english", "none", "greek", "turkish"][data.len() % 4];
    let mut texts = data.split(|byte| *byte == 0xFF);
    let query = text(texts.next());
    let texts: Vec<String> = texts.map(|of| text(Some(of))).take(8).collect();
    texts.iter().try_for_each(|text| blocks::blocks(text, blocks::engine).map(drop))?;
    ranking::ranking(&texts, &query, language)
}

/// A document's text, and a path after 0xFF.
pub fn header(data: &[u8]) -> Verdict {
    let mut texts = data.split(|byte| *byte == 0xFF);
    let (document, path) = (text(texts.next()), text(texts.next()));
    header::header(&document, &path)
}

/// A pattern, and paths after each newline; or each after 0xFF, where there is one,
/// so that they may hold newlines.
pub fn pattern(data: &[u8]) -> Verdict {
    let between = if data.contains(&0xFF) { 0xFF } else { b'\n' };
    let mut texts = data.split(|byte| *byte == between);
    let pattern = text(texts.next());
    let paths: Vec<String> = (texts.map(|path| text(Some(path))))
        .filter(|path| path.split('/').all(|name| !name.is_empty()))
        .take(16)
        .collect();
    pattern::pattern(&pattern, &paths, pattern::engine).map(drop)
}

/// A template, and other files of its category after each 0xFF: a path, 0xFE and a
/// text.
pub fn template(data: &[u8]) -> Verdict {
    let mut texts = data.split(|byte| *byte == 0xFF);
    let template = text(texts.next());
    let files: Vec<(String, String)> = (texts.take(8))
        .map(|file| {
            let mut halves = file.splitn(2, |byte| *byte == 0xFE);
            (text(halves.next()), text(halves.next()))
        })
        .collect();
    let folder = template::stored(&template, &files);
    template::reaches(folder.path(), &template, dispatch::found)
}

/// A plan of changes and readings, with `openat2` and without.
pub fn sandbox(data: &[u8]) -> Verdict {
    let plan = Plan::decode(data);
    sandbox::sandbox(&plan, sandbox::Engine::open)?;
    without_openat2(Without::Forbidden, || sandbox::sandbox(&plan, sandbox::Engine::open))?;
    resolvers::resolvers(&plan, resolvers::Engine::open, resolvers::Engine::open).map(drop)
}

/// A tree, and what is looked for in it.
pub fn discover(data: &[u8]) -> Verdict {
    let Forest { nodes, patterns, suffixes, served } = Forest::decode(data);
    let found = discover::within(&nodes, &patterns, &suffixes, &served, discover::bounded);
    found.map(drop).map_err(|problem| format!("{problem}\n{suffixes:?} {nodes:?}"))
}

/// A tool by the first byte, and arguments as JSON, or chosen by the bytes.
pub fn arguments(data: &[u8]) -> Verdict {
    let (first, rest) = data.split_first().unwrap_or((&0, &[]));
    let tools = &super::table().tools;
    let tool = &tools[usize::from(*first) % tools.len()];
    let given = match serde_json::from_slice(rest) {
        Ok(Value::Object(given)) => given,
        _ => chosen(&mut Bytes(rest)),
    };
    arguments::plain(tool)?;
    arguments::arguments(tool, &given, arguments::engine).map(drop)
}

/// Arguments of any tool and of none, with values of any type.
fn chosen(bytes: &mut Bytes<'_>) -> Map<String, Value> {
    let tools = super::table().tools.iter();
    let known = tools.flat_map(|tool| tool.arguments.keys().cloned());
    let names: Vec<String> = known.chain(["Pattern".into(), String::new()]).collect();
    let values = [
        json!("docs"),
        json!(""),
        json!(null),
        json!(true),
        json!(false),
        json!(7),
        json!(-1.5),
        json!([]),
        json!(["docs"]),
        json!({}),
        json!({ "category": "docs" }),
        json!("\u{0}"),
    ];
    let mut given = Map::new();
    while !bytes.0.is_empty() && given.len() < 6 {
        given.insert(bytes.pick(&names), bytes.pick(&values));
    }
    given
}

/// A tool by the first byte, and arguments as JSON, or as two texts.
pub fn dispatch(data: &[u8]) -> Verdict {
    let (first, rest) = data.split_first().unwrap_or((&0, &[]));
    let tool = super::table().tools.get(usize::from(*first));
    let tool = tool.map_or("no_tool", |tool| &tool.name);
    let arguments = match serde_json::from_slice(rest) {
        Ok(Value::Object(arguments)) => arguments,
        _ => spelled(tool, &text(Some(rest))),
    };
    dispatch::dispatch(tool, &arguments, dispatch::engine).map(drop)
}

/// The tool's own arguments with these lines as their values.
fn spelled(tool: &str, lines: &str) -> Map<String, Value> {
    let row = super::table().tool(tool);
    let names = row.into_iter().flat_map(|row| row.arguments.keys());
    let values = lines.split('\n').map(Value::from);
    names.cloned().zip(values).collect()
}

/// What is done to projects, and calls in between.
pub fn session(data: &[u8]) -> Verdict {
    let plan = places::Plan::decode(data);
    let answers = session::session(&plan, session::Engine::new);
    answers.map(drop).map_err(|problem| format!("{problem}\n{plan:?}"))
}

/// What a client sends.
pub fn wire(data: &[u8]) -> Verdict {
    let said = Lines::decode(data);
    wire::wire(&said, wire::engine).map(drop).map_err(|problem| {
        let mut lines = said.lines.clone();
        lines.dedup();
        let shown = |line: &Vec<u8>| String::from_utf8_lossy(&line[..line.len().min(200)]).into_owned();
        let lines: Vec<String> = lines.iter().map(shown).collect();
        format!("{:?} {lines:#?}\n{problem}", said.revision)
    })
}

/// A spec table.
pub fn spec_table(data: &[u8]) -> Verdict {
    yaml::yaml(data, yaml::load_table)
}

/// A `guide.yaml`.
pub fn project(data: &[u8]) -> Verdict {
    yaml::yaml(data, yaml::load_project)?;
    yaml::events(data, yaml::engine)
}

fn text(bytes: Option<&[u8]>) -> String {
    String::from_utf8_lossy(bytes.unwrap_or_default()).into_owned()
}

/// Numbers out of a byte string, zeros after its end.
#[derive(Debug)]
pub struct Bytes<'a>(pub &'a [u8]);

impl Bytes<'_> {
    /// The next byte.
    #[allow(clippy::should_implement_trait, reason = "an iterator ends, and this does not")]
    pub fn next(&mut self) -> usize {
        let (first, rest) = self.0.split_first().unwrap_or((&0, &[]));
        self.0 = rest;
        usize::from(*first)
    }

    /// One of several.
    pub fn pick<T: Clone + Debug>(&mut self, choices: &[T]) -> T {
        choices[self.next() % choices.len()].clone()
    }
}

/// Returns the word of a list that a number chooses. A space separates them.
pub fn word(list: &'static str, number: usize) -> &'static str {
    let words: Vec<&str> = list.split(' ').collect();
    words[number % words.len()]
}

/// A message of a client, in which `@` is the project's path.
pub fn hook(data: &[u8]) -> Verdict {
    hooks::message_of_anybody(data, &hooks::engine)
}

/// A byte for the unit, one for the room, and a text.
pub fn parts(data: &[u8]) -> Verdict {
    let mut bytes = Bytes(data);
    let unit = bytes.pick(&[TextUnit::Bytes, TextUnit::Utf16]);
    let room = bytes.pick(&[cutting::LEAST - 1, cutting::LEAST, 333, 1_000, 9_000, 29_000]);
    let rest = text(Some(bytes.0));
    cutting::parts(&rest, room, unit, &cutting::engine).map(drop)
}

/// Steps of a session, and changes of what it remembers.
pub fn memory(data: &[u8]) -> Verdict {
    damage::damage(data, &hooks::session::engine)
}

/// A byte for the client, then the user's settings, and after `FF` the project's.
pub fn settings(data: &[u8]) -> Verdict {
    let (client, texts) = data.split_first().map_or((0, data), |(client, rest)| (usize::from(*client), rest));
    let mut texts = texts.splitn(2, |byte| *byte == 0xff).map(String::from_utf8_lossy);
    let (user, project) = (texts.next().unwrap_or_default(), texts.next().unwrap_or_default());
    client_settings::settings(client, &user, &project, &client_settings::engine)
}

/// The `.git` file of a worktree, and after `FF` the file of its repository that leads back.
pub fn worktree(data: &[u8]) -> Verdict {
    let mut contents = data.splitn(2, |byte| *byte == 0xff);
    let (git, back) = (contents.next().unwrap_or_default(), contents.next().unwrap_or_default());
    linked::worktree(git, back, &linked::engine)
}

/// A folder, and after each `FF` a file, or a category, `FE` and its directory.
pub fn names(data: &[u8]) -> Verdict {
    super::names::of_bytes(data)
}
