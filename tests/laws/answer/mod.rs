//! The reference for calls: which documents an agent is answered with, in which order,
//! and which of them have to be named beside those, by the rules of the specification and
//! the files as `std::fs` reads them. It imports nothing of the engine, and compares no
//! sentence: those are the features'.

mod gathered;
mod listed;
mod members;
mod outline;
mod project;
mod retrieved;
mod table;
mod wanted;

use serde_json::{Map, Value};

use gathered::Search;
use table::{NAMED, Rows, Tool, is_too_long, shown};
use wanted::{Place, Wanted};

use super::glob::Reference;
use super::{Verdict, ensure};

pub use project::Project;

/// What a call is answered with.
#[derive(Debug)]
pub enum Answer {
    Success(Success),
    Failure(Failed),
}

/// A success.
#[derive(Debug)]
pub struct Success {
    value: Content,
    notes: Notes,
    /// What came up.
    facts: Vec<&'static str>,
}

/// The value of a success.
#[derive(Debug)]
enum Content {
    /// One document.
    Text(String),
    /// Several documents: the header lines and the body of each.
    Message(Vec<(String, String)>),
    Listing(listed::Listing),
}

/// What a message has to tell.
#[derive(Debug, Default)]
struct Notes {
    /// Whether there is a message.
    due: bool,
    /// The documents that it names, in this order, without those whose names cannot be
    /// seen.
    names: Vec<String>,
    /// Whether something was left out, so that an instruction is due.
    left_out: bool,
}

impl Notes {
    /// Adds documents that are told together, of which the first are named.
    fn add<'a>(&mut self, documents: impl IntoIterator<Item = &'a String>) {
        let mut documents = documents.into_iter().peekable();
        self.due |= documents.peek().is_some();
        self.names
            .extend(documents.take(NAMED).filter_map(|name| shown(name)));
    }
}

/// A failure: its type, what its text names in this order, and what came up.
#[derive(Debug)]
pub struct Failed {
    kind: &'static str,
    names: Vec<String>,
    facts: Vec<&'static str>,
}

/// Why there is no success.
#[derive(Debug)]
enum Stop {
    Failed(Failed),
    /// The reference does not decide it.
    Undecided,
}

impl Failed {
    fn stop(kind: &'static str) -> Stop {
        let (names, facts) = (Vec::new(), Vec::new());
        Stop::Failed(Self { kind, names, facts })
    }
}

/// What a call is answered with, or nothing where that is not decided: listings
/// that are made shorter have a law of their own.
pub fn answer(project: &Project, tool: &str, given: &Map<String, Value>) -> Option<Answer> {
    match answered(project, tool, given) {
        Ok(answer) => Some(answer),
        Err(Stop::Failed(failed)) => Some(Answer::Failure(failed)),
        Err(Stop::Undecided) => None,
    }
}

fn answered(project: &Project, tool: &str, given: &Map<String, Value>) -> Result<Answer, Stop> {
    let rows = Rows::table();
    let row = rows.tool(tool).ok_or(Stop::Undecided)?;
    // A search has a law of its own.
    if tool == "search_content" {
        return Err(Stop::Undecided);
    }
    // What a fragment means has scenarios of its own.
    let slug = |text: &str| {
        text.bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
    };
    let fragments = |given: &Map<String, Value>| {
        let texts = ["name", "document"].map(|role| row.given(given, role));
        let texts = texts.into_iter().flatten().map(|(_, text)| text);
        let texts = texts.filter(|text| text.starts_with("guide://"));
        texts
            .filter_map(|text| Some(text.split_once('#')?.1.to_owned()))
            .collect::<Vec<_>>()
    };
    let fragments = fragments(given);
    if !fragments.iter().all(|text| !text.is_empty() && slug(text)) {
        return Err(Stop::Undecided);
    }
    if refused(&row, given) {
        return Err(Failed::stop("invalid_argument"));
    }
    let argument = |wanted: &str| row.given(given, wanted).map(|(_, text)| text);
    let pattern = argument("pattern");
    if pattern.is_some_and(|text| Reference::parse(text).is_err()) {
        return Err(Failed::stop("invalid_pattern"));
    }
    if !fragments.is_empty() {
        return Err(Stop::Undecided);
    }
    let located = located(&row, given);
    let name = located.as_ref().map(Place::name).or(argument("name"));
    let document = match located {
        Some(_) => argument("name"),
        None => argument("document"),
    };
    let document = document.map(Wanted::new);
    let search = Search {
        rows,
        project,
        kinds: &row.search,
        pattern,
        document: document.as_ref(),
    };
    match name {
        Some(name) if row.lists => listed::listed(search, name),
        Some(name) => match argument("section") {
            Some(section) => retrieved::sectioned(search, name, section),
            None => retrieved::retrieved(search, name),
        },
        None => listed::overview(search),
    }
}

/// Whether a call names one document and something else beside it.
pub fn contradicts(tool: &str, given: &Map<String, Value>) -> bool {
    let row = Rows::table().tool(tool);
    row.is_some_and(|row| together(&row, given))
}

/// What the name says, where it is a URI of what the tool searches.
fn located(row: &Tool<'_>, given: &Map<String, Value>) -> Option<Place> {
    let place = Place::read(row.given(given, "name")?.1)?;
    row.search.contains(&place.kind()).then_some(place)
}

/// Whether a document stands beside what it cannot stand beside.
fn together(row: &Tool<'_>, given: &Map<String, Value>) -> bool {
    let text = |role: &str| row.given(given, role).map(|(_, text)| text);
    let (name, document) = (text("name"), text("document"));
    let located = located(row, given);
    let one = if located.is_some() { name } else { document };
    let several = text("pattern").is_some() || document.is_some() && located.is_some();
    let section = one.is_some_and(|text| text.contains('#') && Place::read(text).is_some())
        && (text("query").is_some() || text("section").is_some());
    let elsewhere = (name.zip(document).filter(|_| located.is_none()))
        .and_then(|(name, text)| Some((name, Place::read(text)?)))
        .is_some_and(|(name, place)| !row.search.contains(&place.kind()) || place.name() != name);
    one.is_some() && several || section || elsewhere
}

/// Whether arguments do not fit.
fn refused(row: &Tool<'_>, given: &Map<String, Value>) -> bool {
    let fits = |(name, role, required): &(&str, &str, bool)| match given.get(*name) {
        Some(Value::String(text)) => !(is_too_long(role, text) || *required && text.is_empty()),
        None | Some(Value::Null) => !required,
        _ => false,
    };
    let own = |name: &String| row.arguments.iter().any(|(known, ..)| known == name);
    !row.arguments.iter().all(fits) || together(row, given) || !given.keys().all(own)
}

impl Answer {
    /// What it is, and what came up.
    pub fn facts(&self) -> Vec<String> {
        let (kind, facts) = match self {
            Self::Failure(failed) => (failed.kind, &failed.facts),
            Self::Success(success) => match &success.value {
                Content::Message(parts) if parts.len() > 60 => ("many documents", &success.facts),
                Content::Message(_) => ("several documents", &success.facts),
                Content::Text(_) => ("one document", &success.facts),
                Content::Listing(_) => ("a listing", &success.facts),
            },
        };
        let mut facts = facts.clone();
        facts.sort_unstable();
        facts.dedup();
        let facts = [kind].into_iter().chain(facts);
        facts.map(str::to_owned).collect()
    }

    /// Whether a Result says so, but for what is not decided.
    pub fn is(&self, result: &Map<String, Value>) -> Verdict {
        let text = |key: &str| result.get(key).and_then(Value::as_str);
        let kind = match self {
            Self::Failure(failed) => Some(failed.kind),
            Self::Success(_) => None,
        };
        ensure(text("error_type") == kind, || {
            format!("error_type is {:?} instead of {kind:?}", text("error_type"))
        })?;
        let success = match self {
            Self::Failure(failed) => return named(&failed.names, text("error")),
            Self::Success(success) => success,
        };
        let value = text("value").unwrap_or_default();
        match &success.value {
            // What is made shorter has a law of its own.
            Content::Listing(listing) if listing.is_shorter(value) => return Ok(()),
            Content::Listing(listing) => listing.is(value)?,
            Content::Text(expected) => {
                ensure(value == expected, || {
                    format!("{value:?} is not {expected:?}")
                })?;
            }
            Content::Message(parts) => {
                let boundary = retrieved::boundary(Rows::table(), parts, value)?;
                let expected = retrieved::message(parts, &boundary);
                ensure(value == expected, || {
                    format!("{value:?} is not {expected:?}")
                })?;
            }
        }
        let notes = &success.notes;
        let message = text("message");
        named(&notes.names, message)?;
        ensure(message.is_some() == notes.due, || {
            format!("the message is {message:?}")
        })?;
        let instruction = text("instruction");
        ensure(instruction.is_some() == notes.left_out, || {
            format!("the instruction is {instruction:?}")
        })
    }
}

/// Whether a text names these, in this order.
fn named(names: &[String], text: Option<&str>) -> Verdict {
    let mut rest = text.unwrap_or_default();
    for name in names {
        let at = rest.find(name.as_str());
        let at = at.ok_or_else(|| format!("{name} is not named in its place: {text:?}"))?;
        rest = &rest[at + name.len()..];
    }
    Ok(())
}
