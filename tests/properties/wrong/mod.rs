//! Subjects that are wrong on purpose: bugs that somebody could well write.
//! Each is small, and wrong in one way.

mod answers;
mod messages;
mod readers;
mod words;

use std::path::Path;

use mcp_guide::documents::pattern::{Pattern, PatternError};
use mcp_guide::spec::Tool;
use mcp_guide::text::yaml::YamlErrorKind;
use serde_json::{Map, Value};

use laws::arguments;
use laws::dispatch::Answer;
use laws::served::Served;
use laws::uri::{self, Named, Subject};
use laws::walk::{Found, walk};
use laws::yaml::Refusal;

pub use answers::{FAULTS, answer};
pub use messages::{Message, message};
pub use readers::{Check, Naive};
pub use words::{
    AnyText, Apart, FirstSegment, Overlapping, backslashes, bars, code_in_one_backtick,
    controls_escaped, escaped_again, headings_as_they_are, hidden_dropped, names_as_json,
    names_used_twice, names_without_quotes, nothing_left_out,
};

/// Matches a whole path at once with the glob crate: `*` crosses directories,
/// hidden names match.
pub fn whole_path(text: &str, paths: &[String]) -> Result<Vec<bool>, PatternError> {
    Pattern::parse(text)?;
    let whole = glob::Pattern::new(text);
    let matches = |path: &String| whole.as_ref().is_ok_and(|whole| whole.matches(path));
    Ok(paths.iter().map(matches).collect())
}

/// Counts positions in bytes instead of characters.
pub fn byte_positions(text: &str, paths: &[String]) -> Result<Vec<bool>, PatternError> {
    laws::pattern::engine(text, paths).map_err(|error| PatternError {
        position: error.position.map(|position| {
            let before: String = text.chars().take(position - 1).collect();
            before.len() + 1
        }),
        ..error
    })
}

/// Finds what the reference finds, by path alone: the patterns' order is lost.
pub fn sorted_by_path(root: &Path, patterns: &[String], suffixes: &[String]) -> Vec<Found> {
    let mut found = walk(root, patterns, suffixes, &Served::default());
    found.sort_by(|a, b| a.path.cmp(&b.path));
    found
}

/// Runs the patterns one by one, and forgets that two may find the same.
pub fn with_repeats(root: &Path, patterns: &[String], suffixes: &[String]) -> Vec<Found> {
    let each = patterns.iter().flat_map(|pattern| {
        let everything = Served::default();
        walk(root, std::slice::from_ref(pattern), suffixes, &everything)
    });
    each.collect()
}

/// Leaves out what cannot be read, without a word.
pub fn dropping_unreadable(root: &Path, patterns: &[String], suffixes: &[String]) -> Vec<Found> {
    let mut found = walk(root, patterns, suffixes, &Served::default());
    found.retain(|found| found.readable);
    found
}

/// Builds URIs whose segments are not encoded.
pub struct Unencoded;

impl Subject for Unencoded {
    fn build(&self, (collection, category, path): &Named) -> String {
        match collection {
            Some(id) => format!("guide://collection/{id}/category/{category}/{path}"),
            None => format!("guide://category/{category}/{path}"),
        }
    }

    fn parse(&self, uri: &str, with_collection: bool) -> Option<Named> {
        uri::Engine.parse(uri, with_collection)
    }
}

/// Builds URIs in which the slashes of a category's name stay.
pub struct Slashes;

impl Subject for Slashes {
    fn build(&self, named: &Named) -> String {
        uri::Engine.build(named).replace("%2F", "/")
    }

    fn parse(&self, uri: &str, with_collection: bool) -> Option<Named> {
        uri::Engine.parse(uri, with_collection)
    }
}

/// Lets unknown arguments through.
pub fn forgiving(tool: &Tool, given: &Map<String, Value>) -> bool {
    let mut known = given.clone();
    known.retain(|name, _| tool.arguments.contains_key(name));
    arguments::engine(tool, &known)
}

/// Takes numbers for strings.
pub fn coercing(tool: &Tool, given: &Map<String, Value>) -> bool {
    let text = |value: &Value| match value {
        Value::Number(number) => number.to_string().into(),
        other => other.clone(),
    };
    let coerced = given
        .iter()
        .map(|(name, value)| (name.clone(), text(value)));
    arguments::engine(tool, &coerced.collect())
}

/// Answers with the system's own words, which name the machine's paths.
pub fn with_host_paths(tool: &str, arguments: &Map<String, Value>) -> Answer {
    let answer = laws::dispatch::engine(tool, arguments)?;
    let path = laws::dispatch::fixture().path().join("docs");
    Ok(answer.replace("\"error\":\"", &format!("\"error\":\"{path}: ")))
}

/// Takes a name that does not exist for a fault nobody foresaw.
pub fn unknown_instead(tool: &str, arguments: &Map<String, Value>) -> Answer {
    let answer = laws::dispatch::engine(tool, arguments)?;
    Ok(answer.replace("\"not_found\"", "\"unknown\""))
}

/// Says what is wrong and not where.
pub fn without_place(content: &[u8]) -> Result<(), Refusal> {
    laws::yaml::load_project(content).map_err(|_| Refusal {
        path: String::new(),
        problem: "invalid YAML".into(),
    })
}

/// Takes what it loads to be UTF-8.
pub fn panicking(content: &[u8]) -> Result<(), Refusal> {
    let text = String::from_utf8(content.to_owned()).expect("guide.yaml is UTF-8");
    laws::yaml::load_project(text.as_bytes())
}

/// Takes the last of two equal keys.
pub fn last_key(content: &[u8]) -> Result<serde_yaml::Value, YamlErrorKind> {
    match laws::yaml::engine(content) {
        Err(YamlErrorKind::RepeatedKey(_)) => Ok(serde_yaml::Value::Null),
        read => read,
    }
}

/// Forgets that a text was quoted.
pub fn unquoted(content: &[u8]) -> Result<serde_yaml::Value, YamlErrorKind> {
    let bare = String::from_utf8_lossy(content).replace(['"', '\''], "");
    laws::yaml::engine(bare.as_bytes())
}
