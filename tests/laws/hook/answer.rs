//! What an agent reads of a hook's text, by the sentences of the table.

use std::collections::HashMap;
use std::sync::OnceLock;

use mcp_guide::table::EMBEDDED;
use serde_json::Value;

use crate::ensure;

/// A hook's text.
#[derive(Debug, Default)]
pub struct Said {
    /// The names of the files in its first line; none where a context begins.
    pub files: Option<Vec<String>>,
    pub entries: Vec<Entry>,
    pub end: End,
}

/// A rule of it.
#[derive(Debug)]
pub struct Entry {
    /// Whether it waited.
    pub waited: bool,
    pub path: String,
    pub pattern: String,
    pub body: Body,
}

#[derive(Debug)]
pub enum Body {
    /// Its text, or one of so many parts; only its beginning with `goes_on`.
    Text { text: String, part: Option<(usize, usize)>, goes_on: bool },
    /// That it is the text of another one.
    Same(String),
}

/// Its last line.
#[derive(Debug, Default, PartialEq, Eq)]
pub enum End {
    #[default]
    Nothing,
    /// That nothing is due.
    All,
    /// That something is, which comes later: names, and how many more.
    Next(Vec<String>, usize),
    /// That something is, which a command prints.
    Rest(Vec<String>, usize),
}

/// Reads a hook's text.
///
/// # Errors
///
/// The line that is none of a hook.
pub fn read(text: &str) -> Result<Said, String> {
    let mut said = Said::default();
    let mut waited = false;
    let mut is_headed = false;
    let mut lines = text.strip_suffix('\n').ok_or("its last line has no end")?.split('\n').peekable();
    while let Some(line) = lines.next() {
        ensure(said.end == End::Nothing, || format!("a line after the last one: {line:?}"))?;
        let head = fit("hook_head", line);
        if head.is_some() || fit("hook_start", line).is_some() {
            ensure(!is_headed && !waited, || format!("another head: {line:?}"))?;
            is_headed = true;
            said.files = head.map(|head| listed(head["paths"])).transpose()?.map(|(names, _)| names);
        } else if fit("hook_waiting", line).is_some() {
            ensure(!waited, || "two heads of those that wait".to_owned())?;
            waited = true;
        } else if let Some(rule) = fit("hook_part", line).or_else(|| fit("hook_rule", line)) {
            ensure(is_headed || waited, || format!("it has no head: {line:?}"))?;
            let mut body = String::new();
            while let Some(line) = lines.next_if(|line| line.is_empty() || line.starts_with("  ")) {
                body += line.strip_prefix("  ").unwrap_or(line);
                body.push('\n');
            }
            let number = |name: &str| rule.get(name).map(|of| of.parse::<usize>().map_err(|e| e.to_string()));
            let part = number("part").transpose()?.zip(number("parts").transpose()?);
            let path = name(rule["name"])?;
            let long = lines.peek().and_then(|line| fit("hook_long", line));
            let goes_on = long.is_some_and(|long| name(long["name"]).is_ok_and(|of| of == path));
            if goes_on {
                lines.next();
            }
            let body = Body::Text { text: body, part, goes_on };
            said.entries.push(Entry { waited, path, pattern: name(rule["pattern"])?, body });
        } else if let Some(rule) = fit("hook_same", line) {
            let body = Body::Same(name(rule["same"])?);
            let (path, pattern) = (name(rule["name"])?, name(rule["pattern"])?);
            said.entries.push(Entry { waited, path, pattern, body });
        } else if fit("hook_end", line).is_some() {
            said.end = End::All;
        } else if let Some(left) = fit("hook_next", line) {
            let (names, more) = listed(left["names"])?;
            said.end = End::Next(names, more);
        } else if let Some(left) = fit("hook_rest", line) {
            let (names, more) = listed(left["names"])?;
            said.end = End::Rest(names, more);
        } else {
            return Err(format!("a line of nothing: {line:?}"));
        }
    }
    Ok(said)
}

/// Returns the values in a line that a sentence of the table makes.
fn fit<'l>(sentence: &str, line: &'l str) -> Option<HashMap<&'static str, &'l str>> {
    let mut template = phrase(sentence);
    let mut values = HashMap::new();
    let mut rest = line;
    while let Some((before, after)) = template.split_once('{') {
        rest = rest.strip_prefix(before)?;
        let (name, after) = after.split_once('}')?;
        let literal = after.split_once('{').map_or(after, |(literal, _)| literal);
        let is_last = literal.len() == after.len();
        let end = if is_last { rest.len().checked_sub(literal.len())? } else { rest.find(literal)? };
        values.insert(name, rest.get(..end)?);
        rest = rest.get(end..)?;
        template = after;
    }
    (rest == template).then_some(values)
}

/// Returns a sentence of the table.
fn phrase(name: &str) -> &'static str {
    static PHRASES: OnceLock<Value> = OnceLock::new();
    let phrases = PHRASES.get_or_init(|| {
        let table: Value = serde_yaml::from_str(EMBEDDED).expect("a table");
        table["phrases"].clone()
    });
    phrases[name].as_str().unwrap_or_else(|| panic!("the table has no {name}"))
}

/// Returns the name in quotes.
fn name(quoted: &str) -> Result<String, String> {
    let name = quoted.strip_prefix('\'').and_then(|name| name.strip_suffix('\''));
    let name = name.filter(|name| !name.contains('\''));
    name.map(str::to_owned).ok_or_else(|| format!("no name: {quoted}"))
}

/// Returns the names in quotes, and how many more there are.
fn listed(names: &str) -> Result<(Vec<String>, usize), String> {
    let parts: Vec<&str> = names.split('\'').collect();
    let named = parts.iter().skip(1).step_by(2).map(|name| (*name).to_owned()).collect();
    let last = parts.last().copied().unwrap_or_default();
    let digits: String = last.chars().filter(char::is_ascii_digit).collect();
    match (parts.len() % 2, digits.is_empty()) {
        (1, true) => Ok((named, 0)),
        (1, false) => digits.parse::<usize>().map(|more| (named, more)).map_err(|error| error.to_string()),
        _ => Err(format!("no names: {names}")),
    }
}
