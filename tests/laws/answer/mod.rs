//! The reference for calls: what an agent is answered with, by the rules of the
//! specification, the files as `std::fs` reads them and the words as they stand in
//! the table. It imports nothing of the engine.

mod gathered;
mod listed;
mod members;
mod outline;
mod project;
mod retrieved;
mod wanted;
mod words;

use serde_json::{Map, Value};

use gathered::{Search, invalid};
use wanted::{Place, Wanted};
use words::{ANY, MOST_BYTES, Tool, fits, is_too_long, shown};

use super::glob::Reference;
use super::{Verdict, ensure};

pub use project::Project;
pub use words::Words;

/// What a call is answered with.
#[derive(Debug)]
pub enum Answer {
    Success {
        value: Content,
        message: Option<String>,
        instruction: Option<String>,
    },
    Failure(Failed),
}

/// The value of a success.
#[derive(Debug)]
pub enum Content {
    /// A text: one document, or a listing.
    Text(String),
    /// Several documents: the header lines and the body of each.
    Message(Vec<(String, String)>),
}

/// A failure.
#[derive(Debug)]
pub struct Failed {
    pub kind: &'static str,
    pub error: String,
    /// What is said beside it.
    pub notes: Option<String>,
    /// What is said after that of hidden names that are not served.
    pub unserved: Option<String>,
}

/// Why there is no success.
#[derive(Debug)]
pub enum Stop {
    Failed(Failed),
    /// The reference does not decide it.
    Undecided,
}

impl Failed {
    fn new(kind: &'static str, error: String) -> Self {
        Self {
            kind,
            error,
            notes: None,
            unserved: None,
        }
    }

    /// The same with what has to be said beside it.
    fn with(self, notes: Option<String>) -> Self {
        Self { notes, ..self }
    }

    /// The text of both.
    fn text(&self, words: &Words) -> String {
        let notes = [&self.notes, &self.unserved].into_iter().flatten();
        let notes: Vec<&str> = notes.map(String::as_str).collect();
        match notes.as_slice() {
            [] => self.error.clone(),
            notes => {
                let notes = notes.join(&words.say("sentence_separator", &[]));
                // A sentence that has its end gets no second one.
                let error = self.error.strip_suffix('.').unwrap_or(&self.error);
                let values = [("error", error), ("notes", &*notes)];
                words.say("error_with_notes", &values)
            }
        }
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
    let words = Words::table();
    let row = words.tool(tool).ok_or(Stop::Undecided)?;
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
    if let Some(error) = refused(words, tool, &row, given) {
        return Err(Stop::Failed(Failed::new("invalid_argument", error)));
    }
    let argument = |wanted: &str| row.given(given, wanted).map(|(_, text)| text);
    let pattern = argument("pattern");
    if let Some(wrong) = pattern.filter(|text| Reference::parse(text).is_err()) {
        return Err(invalid(words, wrong));
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
        words,
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
    let Some(row) = Words::table().tool(tool) else {
        return false;
    };
    !together(Words::table(), &row, given).is_empty()
}

/// What the name says, where it is a URI of what the tool searches.
fn located(row: &Tool<'_>, given: &Map<String, Value>) -> Option<Place> {
    let place = Place::read(row.given(given, "name")?.1)?;
    row.search.contains(&place.kind()).then_some(place)
}

/// What is said of a document beside what it cannot stand beside.
fn together(words: &Words, row: &Tool<'_>, given: &Map<String, Value>) -> Vec<String> {
    let mut reasons = Vec::new();
    let (name, document) = (row.given(given, "name"), row.given(given, "document"));
    let one = match located(row, given) {
        Some(_) => name,
        None => document,
    };
    let beside = document.filter(|_| located(row, given).is_some());
    let several = row.given(given, "pattern").into_iter().chain(beside);
    for ((argument, _), (other, _)) in several.zip(one.into_iter().cycle()) {
        let values = [("argument", argument), ("other", other)];
        reasons.push(words.say("argument_together", &values));
    }
    if let Some((other, text)) = one
        && text.contains('#')
        && Place::read(text).is_some()
    {
        let beside = ["query", "section"].map(|role| row.given(given, role));
        for (argument, _) in beside.into_iter().flatten() {
            let values = [("argument", argument), ("other", other)];
            reasons.push(words.say("argument_section", &values));
        }
    }
    if let (Some((_, name)), Some((argument, text)), None) = (name, document, located(row, given))
        && let Some(place) = Place::read(text)
        && !(row.search.contains(&place.kind()) && place.name() == name)
    {
        reasons.push(place.elsewhere(words, argument));
    }
    reasons
}

/// What is said of arguments that do not fit: the tool's own first.
fn refused(
    words: &Words,
    tool: &str,
    row: &Tool<'_>,
    given: &Map<String, Value>,
) -> Option<String> {
    let mut reasons = Vec::new();
    for (name, role, required) in &row.arguments {
        let (phrase, got) = match given.get(*name) {
            Some(Value::String(text)) if is_too_long(role, text) => {
                let (bytes, limit) = (text.len().to_string(), MOST_BYTES.to_string());
                let values = [("argument", *name), ("bytes", &*bytes), ("limit", &*limit)];
                reasons.push(words.say("argument_too_long", &values));
                continue;
            }
            None if *required => ("argument_missing", ""),
            Some(Value::Null) if *required => ("argument_empty", ""),
            Some(Value::String(text)) if *required && text.is_empty() => ("argument_empty", ""),
            None | Some(Value::Null | Value::String(_)) => continue,
            Some(Value::Bool(_)) => ("argument_type", "boolean"),
            Some(Value::Number(_)) => ("argument_type", "number"),
            Some(Value::Array(_)) => ("argument_type", "array"),
            Some(Value::Object(_)) => ("argument_type", "object"),
        };
        let values = [("argument", *name), ("type", "string"), ("got", got)];
        reasons.push(words.say(phrase, &values));
    }
    reasons.extend(together(words, row, given));
    let own = |name: &String| row.arguments.iter().any(|(known, ..)| known == name);
    for name in given.keys().filter(|name| !own(name)) {
        let values = [("argument", &*shown(name)), ("suggestion", ANY)];
        reasons.push(words.say("argument_unknown", &values));
    }
    let rows = row.arguments.iter().map(|(name, _, required)| {
        let need = if *required { "required" } else { "optional" };
        let need = words.say(&format!("argument_{need}"), &[]);
        let values = [("argument", *name), ("type", "string"), ("need", &*need)];
        words.say("argument_row", &values)
    });
    let values = [
        ("tool", tool),
        (
            "reasons",
            &*reasons.join(&words.say("reason_separator", &[])),
        ),
        ("arguments", &*words.list(&rows.collect::<Vec<_>>())),
    ];
    (!reasons.is_empty()).then(|| words.error("invalid_argument", &values))
}

/// What is counted, by the phrases that say it.
const FACTS: [&str; 20] = [
    "message_without",
    "wanted_section",
    "message_categories",
    "member_pattern",
    "message_hidden",
    "message_unreadable",
    "message_budget",
    "message_lone",
    "message_templates",
    "list_unreadable",
    "list_nothing",
    "cause_directory",
    "cause_unopened",
    "cause_directories",
    "fault_binary",
    "fault_encoding",
    "fault_outside",
    "fault_loop",
    "fault_dangling",
    "fault_not_regular",
];

impl Answer {
    /// What it is, and which phrases are in it.
    pub fn facts(&self) -> Vec<String> {
        let words = Words::table();
        let (kind, text) = match self {
            Self::Failure(failed) => (failed.kind, failed.text(words)),
            Self::Success { value, message, .. } => {
                let message = message.clone().unwrap_or_default();
                match value {
                    Content::Message(parts) if parts.len() > 60 => ("many documents", message),
                    Content::Message(_) => ("several documents", message),
                    Content::Text(text) => ("a text", message + text),
                }
            }
        };
        let said = FACTS
            .into_iter()
            .filter(|phrase| text.contains(words.start(phrase)));
        let facts = [kind].into_iter().chain(said);
        facts.map(str::to_owned).collect()
    }

    /// Whether a Result says so: whole, but for what is not decided.
    pub fn is(&self, result: &Map<String, Value>) -> Verdict {
        let words = Words::table();
        let text = |key: &str| result.get(key).and_then(Value::as_str);
        let said = |key: &str, expected: Option<&str>| {
            let same = match (expected, text(key)) {
                (Some(expected), Some(found)) => fits(expected, found),
                (None, None) => true,
                _ => false,
            };
            ensure(same, || {
                format!("{key} is\n{:?}\ninstead of\n{expected:?}", text(key))
            })
        };
        match self {
            Self::Success {
                value,
                message,
                instruction,
            } => {
                said("error_type", None)?;
                said("message", message.as_deref())?;
                said("instruction", instruction.as_deref())?;
                match value {
                    Content::Text(expected) => said("value", Some(expected)),
                    Content::Message(parts) => {
                        let found = text("value").unwrap_or_default();
                        let boundary = retrieved::boundary(words, parts, found)?;
                        said("value", Some(&retrieved::message(parts, &boundary)))
                    }
                }
            }
            Self::Failure(failed) => {
                said("error_type", Some(failed.kind))?;
                said("error", Some(&failed.text(words)))?;
                said("instruction", Some(words.instruction(failed.kind)))
            }
        }
    }
}
