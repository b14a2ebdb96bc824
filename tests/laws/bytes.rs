//! The laws over byte strings: what the fuzz targets run and the replays rerun.
//! A byte string is cut into the inputs of a law; whatever is left out is zero.

use std::fmt::Debug;

use mcp_guide::multipart::Boundary;
use serde_json::{Map, Value};

use super::multipart::Document;
use super::plan::Plan;
use super::{Verdict, dispatch, loaded, multipart, pattern, sandbox, uri, yaml};

/// A law that takes a byte string.
pub type Law = fn(&[u8]) -> Verdict;

/// The fuzz targets and their laws.
pub const TARGETS: [(&str, Law); 6] = [
    ("multipart", multipart),
    ("pattern", pattern),
    ("sandbox", sandbox),
    ("dispatch", dispatch),
    ("spec_table", spec_table),
    ("project", project),
];

/// Fails with the input, so that it can be read as well as replayed.
#[track_caller]
pub fn hold(law: Law, data: &[u8]) {
    if let Err(violation) = law(data) {
        panic!("{violation}\ninput: {:?}", String::from_utf8_lossy(data));
    }
}

/// Documents between 0xFF bytes, each a path, 0xFE and a body; paths go through
/// the URI law too.
pub fn multipart(data: &[u8]) -> Verdict {
    let documents: Vec<Document> = (data.split(|byte| *byte == 0xFF).take(8))
        .map(|document| {
            let mut halves = document.splitn(2, |byte| *byte == 0xFE);
            let path = text(halves.next()).replace('\0', "");
            Document {
                path: if path.is_empty() { "x".into() } else { path },
                body: text(halves.next()),
            }
        })
        .collect();
    for Document { path, body } in &documents {
        uri::uri(&(None, body.clone(), path.clone()), &uri::Engine)?;
        uri::uri(
            &(Some(body.clone()), path.clone(), path.clone()),
            &uri::Engine,
        )?;
    }
    let boundary = Boundary::new("guide-boundary", false)?;
    multipart::multipart(&documents, multipart::engine(&boundary))
}

/// A pattern, and paths after each newline.
pub fn pattern(data: &[u8]) -> Verdict {
    let data = text(Some(data));
    let mut lines = data.split('\n');
    let pattern = lines.next().unwrap_or_default();
    let paths: Vec<String> = lines
        .filter(|path| path.split('/').all(|name| !name.is_empty()))
        .take(16)
        .map(str::to_owned)
        .collect();
    pattern::pattern(pattern, &paths, pattern::engine).map(drop)
}

/// A plan of changes and readings.
pub fn sandbox(data: &[u8]) -> Verdict {
    sandbox::sandbox(&Plan::decode(data), sandbox::Engine::open)
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

/// A spec table.
pub fn spec_table(data: &[u8]) -> Verdict {
    yaml::yaml(data, yaml::load_table)?;
    loaded::spec_table(data).map(drop)
}

/// A `guide.yaml`.
pub fn project(data: &[u8]) -> Verdict {
    yaml::yaml(data, yaml::load_project)?;
    yaml::events(data, yaml::engine)?;
    // A project's file has to stand still for a moment: a fuzzer uses few of them.
    let used = !cfg!(fuzzing) || data.len().is_multiple_of(16);
    match loaded::stored(data).filter(|_| used) {
        Some(folder) => loaded::project(folder.path(), data, loaded::engine).map(drop),
        None => Ok(()),
    }
}

fn text(bytes: Option<&[u8]>) -> String {
    String::from_utf8_lossy(bytes.unwrap_or_default()).into_owned()
}

/// Numbers out of a byte string, zeros after its end.
#[derive(Debug)]
pub struct Bytes<'a>(pub &'a [u8]);

impl Bytes<'_> {
    /// The next byte.
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
