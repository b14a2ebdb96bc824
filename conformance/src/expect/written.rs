//! How a value is written in a cell or a JSON file.

use serde_json::Value;

use crate::named;
use crate::world::World;

/// Stands for a backslash of a row, which would escape a semicolon.
const BACKSLASH: &str = "\u{e000}";

/// How long a line of a JSON file may be.
const WIDTH: usize = 160;

/// Returns the cell of a text: each named text by its name, and, in a table with files,
/// that of a Given file by its path.
pub fn text(world: &World, came: &str, files: bool) -> String {
    let given = world.given.iter();
    let mut files = given.filter(|(_, content)| files && *content == came.as_bytes());
    match files.next() {
        Some((path, _)) => format!("file:{path}"),
        None => cell(came),
    }
}

/// Returns the cell of a text.
fn cell(came: &str) -> String {
    let mut cell = inside(came);
    if came.ends_with(' ') {
        cell.replace_range(cell.len() - 1.., "\\x20");
    }
    if came.len() > 1 && came.starts_with(' ') {
        cell.replace_range(..1, "\\x20");
    }
    cell
}

/// Returns the cell of a text that others may surround.
fn inside(came: &str) -> String {
    if let Some((before, name, after)) = named::found(came) {
        return format!("{}@{name}{}", inside(before), inside(after));
    }
    let mut cell = String::with_capacity(came.len());
    for (at, c) in came.char_indices() {
        let rest = &came[at + c.len_utf8()..];
        let next = |from: &dyn Fn(char) -> bool| rest.starts_with(from);
        match c {
            '\n' => cell.push_str("\\n"),
            '\r' => cell.push_str("\\r"),
            '\t' => cell.push_str("\\t"),
            '|' => cell.push_str("\\|"),
            '\\' if next(&|c| "rtxu".contains(c)) => cell.push_str("\\x5c"),
            '\\' => cell.push_str("\\\\"),
            '{' if repeats(rest) => cell.push_str("\\x7b"),
            '@' if next(&|c| c.is_ascii_lowercase()) => cell.push_str("\\x40"),
            c if c.is_control()
                || matches!(c, '\u{feff}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}') =>
            {
                cell.push_str(&format!("\\u{{{:x}}}", u32::from(c)));
            }
            c => cell.push(c),
        }
    }
    cell
}

/// Whether what follows a brace makes it a repeat or a range.
fn repeats(rest: &str) -> bool {
    let after = rest.trim_start_matches(|c: char| c.is_ascii_digit());
    after.len() < rest.len() && (after.starts_with('*') || after.starts_with(".."))
}

/// Returns the cell of a JSON value.
pub fn json(value: &Value) -> String {
    let json = one_line(value).replace('@', "\\u0040");
    json.replace('\\', "\\\\").replace('|', "\\|")
}

/// Returns the rows of a value's lines.
pub fn lines(value: &str) -> Vec<Vec<String>> {
    let mut rows: Vec<Vec<String>> = Vec::new();
    for line in value.lines() {
        let (key, cell) = match columns(line) {
            None => ("line", cell(line)),
            Some(_) if line.starts_with("| --- |") => {
                if let Some(head) = rows.last_mut() {
                    head[0] = "head".into();
                }
                continue;
            }
            Some(cells) => ("row", self::cell(cells.trim_end()).replace(BACKSLASH, "\\x5c")),
        };
        rows.push(vec![key.to_owned(), cell]);
    }
    rows
}

/// Returns the cells of a line of a Markdown table, as a `row` has them.
fn columns(line: &str) -> Option<String> {
    let inside = line.strip_prefix("| ")?.strip_suffix(" |")?;
    let inside = inside.replace("\\|", "\0");
    let cells = inside.split(" | ");
    let cells = cells.map(|cell| {
        let cell = cell.replace('\\', BACKSLASH);
        cell.replace(';', "\\;").replace('\0', "|")
    });
    Some(cells.collect::<Vec<_>>().join("; "))
}

/// Returns the content of a JSON file: values that fit into a line, and others one entry to
/// a line.
pub fn pretty(value: &Value) -> String {
    broken(value, 0, WIDTH) + "\n"
}

fn broken(value: &Value, indent: usize, width: usize) -> String {
    let line = one_line(value);
    if line.chars().count() + indent <= width {
        return line;
    }
    let (start, end) = (" ".repeat(indent + 2), " ".repeat(indent));
    match value {
        Value::Object(fields) => {
            let field = |(name, value): (&String, &Value)| {
                let name = Value::from(name.as_str()).to_string();
                let value = broken(value, indent + 2, width.saturating_sub(name.len() + 3));
                format!("{start}{name}: {value}")
            };
            let fields: Vec<String> = fields.iter().map(field).collect();
            format!("{{\n{}\n{end}}}", fields.join(",\n"))
        }
        Value::Array(values) if values.iter().all(|value| !value.is_array() && !value.is_object()) => {
            let mut lines = vec![String::new()];
            for (at, value) in (1..).zip(values) {
                let comma = if at == values.len() { "" } else { "," };
                let item = format!("{}{comma}", one_line(value));
                let last = lines.last_mut().expect("there is one");
                let length = start.len() + last.chars().count() + 1 + item.chars().count();
                if last.is_empty() {
                    *last = item;
                } else if length > width {
                    lines.push(item);
                } else {
                    *last += &format!(" {item}");
                }
            }
            format!("[\n{start}{}\n{end}]", lines.join(&format!("\n{start}")))
        }
        Value::Array(values) => {
            let value = |value: &Value| format!("{start}{}", broken(value, indent + 2, width));
            let values: Vec<String> = values.iter().map(value).collect();
            format!("[\n{}\n{end}]", values.join(",\n"))
        }
        _ => line,
    }
}

fn one_line(value: &Value) -> String {
    match value {
        Value::Object(fields) => {
            let field = |(name, value): (&String, &Value)| {
                format!("{}: {}", Value::from(name.as_str()), one_line(value))
            };
            format!("{{{}}}", fields.iter().map(field).collect::<Vec<_>>().join(", "))
        }
        Value::Array(values) => {
            format!("[{}]", values.iter().map(one_line).collect::<Vec<_>>().join(", "))
        }
        other => other.to_string(),
    }
}
