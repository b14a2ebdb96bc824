//! The law of resources: what is listed can be read, and what is read is what a call
//! of the same thing returns.

use std::path::Path;

use camino::Utf8PathBuf;
use mailparse::{MailHeaderMap, ParsedMail, parse_mail};
use mcp_guide::project::session::{Roots, Session, Source};
use mcp_guide::{CallContext, Dispatcher, Refused};
use serde_json::{Map, Value, json};

use super::dispatch::{Answer, ask};
use super::{ensure, table};

/// A page: each URI with its size, and where the list goes on.
pub type Page = (Vec<(String, Option<u64>)>, Option<String>);

/// What lists and reads resources, and answers calls.
pub trait Subject {
    /// A page of so many.
    fn list(&self, page: usize, cursor: Option<&str>) -> Result<Page, String>;
    /// The contents of a resource as JSON, or the error's type.
    fn read(&self, uri: &str) -> Result<Value, String>;
    /// Whether some documents come without their frontmatter.
    fn strips(&self) -> bool {
        false
    }
    /// A call.
    fn call(&self, tool: &str, arguments: &Map<String, Value>) -> Answer;
}

/// The engine on the project in a folder.
#[derive(Debug)]
pub struct Engine(Utf8PathBuf);

impl Engine {
    pub fn new(folder: &Path) -> Self {
        Self(Utf8PathBuf::from_path_buf(folder.to_owned()).expect("a UTF-8 path"))
    }

    fn dispatcher(&self) -> Dispatcher {
        let session = Session::new(Source::Named(self.0.clone()));
        Dispatcher::new(table().clone(), session)
    }
}

const ASKER: CallContext<'static> = CallContext { roots: &Roots::None, cancelled: &|| false };

impl Subject for Engine {
    fn list(&self, page: usize, cursor: Option<&str>) -> Result<Page, String> {
        let mut dispatcher = self.dispatcher();
        dispatcher.table.resources.page = page;
        let listed = dispatcher.resources(&ASKER, cursor).map_err(|refused| match refused {
            Refused::Failed(failure) => failure.error,
            Refused::Protocol(error) => error.message.into_owned(),
        })?;
        let resources = listed.resources.into_iter();
        let resources = resources.map(|resource| (resource.uri, resource.size));
        Ok((resources.collect(), listed.next_cursor))
    }

    fn read(&self, uri: &str) -> Result<Value, String> {
        let dispatcher = self.dispatcher();
        let contents = dispatcher.read(&ASKER, uri).map_err(|refused| match refused {
            Refused::Failed(failure) => failure.error_type.to_owned(),
            Refused::Protocol(error) => error.message.into_owned(),
        })?;
        let parts = contents.parts.iter();
        let parts = parts.map(|part| json!({ "uri": part.location, "text": part.body }));
        let said = contents.said.map(|said| json!({ "uri": uri, "text": said }));
        Ok(parts.chain(said).collect())
    }

    fn strips(&self) -> bool {
        let guide = std::fs::read_to_string(self.0.join("guide.yaml"));
        guide.is_ok_and(|guide| guide.contains("strip"))
    }

    fn call(&self, tool: &str, arguments: &Map<String, Value>) -> Answer {
        ask(&self.dispatcher(), tool, arguments)
    }
}

/// Pages of any size are the list; what it names once can be read, and is what a call
/// returns, whole, in order, with what is said beside it.
///
/// Returns what came up.
pub fn resources(page: usize, subject: &impl Subject) -> Result<Vec<&'static str>, String> {
    let all = listed(usize::MAX, subject)?;
    let paged = listed(page, subject)?;
    ensure(all == paged, || format!("in pages of {page}:\n{paged:?}\nand at once:\n{all:?}"))?;
    let mut seen = Vec::new();
    for (uri, size) in all.iter().filter(|(uri, _)| uri != "guide://help") {
        let wrong = |problem: String| format!("{uri}: {problem}");
        seen.push(read(uri, *size, subject).map_err(wrong)?);
    }
    Ok(seen)
}

fn listed(page: usize, subject: &impl Subject) -> Result<Vec<(String, Option<u64>)>, String> {
    let mut all: Vec<(String, Option<u64>)> = Vec::new();
    let mut cursor: Option<String> = None;
    loop {
        let (resources, next) = subject.list(page, cursor.as_deref())?;
        ensure(resources.len() <= page, || format!("over {page}"))?;
        ensure(next.is_none() || !resources.is_empty(), || "it does not go on".to_owned())?;
        for resource in resources {
            ensure(!all.contains(&resource), || format!("{resource:?} twice"))?;
            all.push(resource);
        }
        match next {
            Some(next) => cursor = Some(next),
            None => return Ok(all),
        }
    }
}

/// The location and the body of each part of a message.
fn parts(message: &str) -> Result<Vec<(String, String)>, String> {
    let mail = parse_mail(message.as_bytes()).map_err(|error| error.to_string())?;
    let part = |part: &ParsedMail<'_>| {
        let body = part.get_body_raw().map_err(|error| error.to_string())?;
        let location = part.headers.get_first_value("Content-Location");
        Ok((
            location.ok_or("no Content-Location")?,
            String::from_utf8(body).map_err(|error| error.to_string())?,
        ))
    };
    mail.subparts.iter().map(part).collect()
}

/// What a URI names, of this size where that is listed, is what a call returns. Says
/// what it was.
pub fn read(uri: &str, size: Option<u64>, subject: &impl Subject) -> Result<&'static str, String> {
    let segments: Vec<&str> = uri.split('/').skip(2).collect();
    let (tool, argument, given) = match segments[..] {
        ["category", name] => ("get_category_content", "category", name),
        ["collection", name] => ("get_collection_content", "collection", name),
        // As the name: a URI names one document.
        _ => ("get_category_content", "category", uri),
    };
    let arguments = Map::from_iter([(argument.to_owned(), json!(given))]);
    let result = subject.call(tool, &arguments)?;
    let result: Map<String, Value> = serde_json::from_str(&result).map_err(|e| e.to_string())?;
    let text = |field: &str| result.get(field).and_then(Value::as_str);
    let contents = match (subject.read(uri), text("error_type")) {
        (Err(read), Some(called)) if read == called => return Ok("nothing"),
        (Ok(contents), None) => contents,
        (read, called) => return Err(format!("{read:?}, and a call {called:?}")),
    };
    let value = text("value").unwrap_or_default();
    let lone = text("message").is_some_and(|message| message.contains("one document"));
    let several = value.starts_with("Content-Type: multipart/mixed;") && !lone;
    let contents = contents.as_array().cloned().unwrap_or_default();
    let part = |at: usize| {
        let part = |field: &str| contents.get(at)?.get(field)?.as_str();
        Some((part("uri")?.to_owned(), part("text")?.to_owned()))
    };
    let mut due = match several {
        true => parts(value)?,
        // Its URI is not in the value.
        false => vec![(part(0).unwrap_or_default().0, value.to_owned())],
    };
    // What is said of a document that looks like several is not said here.
    let said: Vec<&str> = [text("message"), text("instruction")].into_iter().flatten().collect();
    if !said.is_empty() && !lone {
        due.push((uri.to_owned(), said.join(" ")));
    }
    let came: Option<Vec<(String, String)>> = (0..contents.len()).map(part).collect();
    let came = came.ok_or("a content without its fields")?;
    let came = if lone { &came[..1] } else { &came[..] };
    ensure(came == due, || format!("\n{came:?}\nand a call:\n{due:?}"))?;
    if let Some(size) = size {
        ensure(came[0].0 == uri, || format!("under {}", came[0].0))?;
        let length = came[0].1.len() as u64;
        ensure(length == size || subject.strips() && length < size, || format!("not {size} bytes"))?;
    }
    Ok(match size {
        Some(_) => "a document",
        None => "a name",
    })
}
