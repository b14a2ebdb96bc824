//! The reference for calls: which documents an agent is answered with, in which order,
//! within which budget, by the rules of the specification and the files as `std::fs`
//! reads them. It imports nothing of the engine, and compares no sentence: those are the
//! features'.

mod gathered;
mod members;
mod project;
mod retrieved;
mod table;
mod wanted;

use serde_json::{Map, Value};

use gathered::{Search, gather};
use retrieved::opened;
use table::{Rows, Tool, is_too_long};
use wanted::{Place, Wanted};

use super::glob::Reference;
use super::{Verdict, ensure};

pub use project::Project;

/// What a call is answered with.
#[derive(Debug)]
pub enum Answer {
    /// An error of this type.
    Failure(&'static str),
    /// One document.
    Text(String),
    /// Several documents, the header lines and the body of each; and whether others are
    /// over the budget.
    Message(Vec<(String, String)>, bool),
    /// The locations of these documents; and whether the budget may be too small for them.
    Listing(Vec<String>, bool),
}

/// Why there is no success.
#[derive(Debug)]
enum Stop {
    /// An error of this type.
    Failed(&'static str),
    /// The reference does not decide it.
    Undecided,
}

/// What a call is answered with, or nothing where that is not decided: listings
/// that are made shorter have a law of their own.
pub fn answer(project: &Project, tool: &str, given: &Map<String, Value>) -> Option<Answer> {
    match answered(project, tool, given) {
        Ok(answer) => Some(answer),
        Err(Stop::Failed(kind)) => Some(Answer::Failure(kind)),
        Err(Stop::Undecided) => None,
    }
}

fn answered(project: &Project, tool: &str, given: &Map<String, Value>) -> Result<Answer, Stop> {
    let rows = Rows::table();
    let row = rows.tool(tool).ok_or(Stop::Undecided)?;
    // Searches and guidance have laws of their own.
    if ["search_content", "get_guidance"].contains(&tool) {
        return Err(Stop::Undecided);
    }
    // What a fragment means has scenarios of its own.
    let slug = |text: &str| text.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-');
    let fragments = |given: &Map<String, Value>| {
        let texts = ["name", "document"].map(|role| row.given(given, role));
        let texts = texts.into_iter().flatten().map(|(_, text)| text);
        let texts = texts.filter(|text| text.starts_with("guide://"));
        texts.filter_map(|text| Some(text.split_once('#')?.1.to_owned())).collect::<Vec<_>>()
    };
    let fragments = fragments(given);
    if !fragments.iter().all(|text| !text.is_empty() && slug(text)) {
        return Err(Stop::Undecided);
    }
    if refused(&row, given) {
        return Err(Stop::Failed("invalid_argument"));
    }
    let argument = |wanted: &str| row.given(given, wanted).map(|(_, text)| text);
    let pattern = argument("pattern");
    if pattern.is_some_and(|text| Reference::parse(text).is_err()) {
        return Err(Stop::Failed("invalid_pattern"));
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
    let search = Search { rows, project, kinds: &row.search, pattern, document: document.as_ref() };
    // The project as a whole, and sections, have scenarios of their own.
    let name = name.ok_or(Stop::Undecided)?;
    let gathered = gather(search, name)?;
    if argument("section").is_some() {
        return Err(Stop::Undecided);
    }
    if row.lists {
        let documents = gathered.documents.into_iter();
        let opened = documents.filter(|one| opened(one, project.file_bytes).is_some());
        let locations = opened.map(|document| document.location).collect();
        let may_be_short = project.response_bytes < 1 << 16;
        return Ok(Answer::Listing(locations, may_be_short));
    }
    retrieved::retrieved(search, &gathered.documents)
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
    /// What it is.
    pub fn kind(&self) -> &'static str {
        match self {
            Self::Failure(kind) => kind,
            Self::Text(_) => "one document",
            Self::Message(_, true) => "documents over the budget",
            Self::Message(parts, _) if parts.len() > 60 => "many documents",
            Self::Message(..) => "several documents",
            Self::Listing(..) => "a listing",
        }
    }

    /// Whether a Result says so, but for what is not decided.
    pub fn is(&self, result: &Map<String, Value>) -> Verdict {
        let text = |key: &str| result.get(key).and_then(Value::as_str);
        let kind = match self {
            Self::Failure(kind) => Some(*kind),
            _ => None,
        };
        ensure(text("error_type") == kind, || {
            format!("error_type is {:?} instead of {kind:?}", text("error_type"))
        })?;
        let value = text("value").unwrap_or_default();
        let expected = match self {
            Self::Failure(_) => return Ok(()),
            Self::Listing(locations, may_be_short) => {
                return lists(value, locations, *may_be_short);
            }
            Self::Text(expected) => expected.clone(),
            Self::Message(parts, _) => {
                let boundary = retrieved::boundary(Rows::table(), parts, value)?;
                retrieved::message(parts, &boundary)
            }
        };
        ensure(value == expected, || format!("{value:?} is not {expected:?}"))
    }
}

/// Whether a listing gives these locations, unless it was made shorter.
fn lists(value: &str, locations: &[String], may_be_short: bool) -> Verdict {
    let more = Rows::table().more();
    let cells = value.lines().filter_map(|line| {
        let row = line.strip_prefix("| ").or(line.strip_prefix("- "))?;
        row.split(" | ").next()
    });
    let shorter = |cell: &str| cell.starts_with(more) || cell.ends_with('/');
    if may_be_short && cells.clone().any(shorter) {
        return Ok(());
    }
    let found: Vec<&str> = cells.filter(|cell| cell.starts_with("guide://")).collect();
    ensure(found == locations, || format!("{found:?} is listed instead of {locations:?}"))
}
