//! What a cell of a table stands for.

use serde_json::Value;

/// Returns the bytes of a cell: `\r`, `\t`, `\xNN` and `\u{N}` stand for what a cell
/// cannot contain, `{N*TEXT}` for the text N times, and `{01..50*TEXT}` for the text
/// once for each number, which replaces each `#` in it.
pub fn bytes(cell: &str) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(cell.len());
    let mut rest = cell;
    while let Some(at) = rest.find(['\\', '{']) {
        bytes.extend_from_slice(&rest.as_bytes()[..at]);
        rest = &rest[at..];
        let token = escaped(rest).or_else(|| repeated(rest));
        let (stands_for, length) = token.unwrap_or_else(|| (rest.as_bytes()[..1].to_vec(), 1));
        bytes.extend_from_slice(&stands_for);
        rest = &rest[length..];
    }
    bytes.extend_from_slice(rest.as_bytes());
    bytes
}

/// Returns what the escape at the beginning stands for, and its own length.
fn escaped(text: &str) -> Option<(Vec<u8>, usize)> {
    let (code, rest) = text.strip_prefix('\\')?.split_at_checked(1)?;
    match code {
        "r" => Some((b"\r".to_vec(), 2)),
        "t" => Some((b"\t".to_vec(), 2)),
        "x" => Some((vec![u8::from_str_radix(rest.get(..2)?, 16).ok()?], 4)),
        "u" => {
            let (number, _) = rest.strip_prefix('{')?.split_once('}')?;
            let character = char::from_u32(u32::from_str_radix(number, 16).ok()?)?;
            Some((character.to_string().into(), number.len() + 4))
        }
        _ => None,
    }
}

/// Returns what the repeat at the beginning stands for, and its own length; the text
/// may contain tokens.
fn repeated(text: &str) -> Option<(Vec<u8>, usize)> {
    let (count, rest) = text.strip_prefix('{')?.split_once('*')?;
    let (first, last) = count.split_once("..").unwrap_or(("1", count));
    let numbers = number(first)?..=number(last)?;
    let mut open = 1;
    let end = rest.find(|c| {
        match c {
            '{' => open += 1,
            '}' => open -= 1,
            _ => {}
        }
        open == 0
    })?;
    let length = text.len() - rest.len() + end + 1;
    let (repeat, width) = (&rest[..end], first.len());
    if !count.contains("..") {
        return Some((bytes(repeat).repeat(*numbers.end()), length));
    }
    let numbered = numbers.flat_map(|n| bytes(&repeat.replace('#', &format!("{n:0width$}"))));
    Some((numbered.collect(), length))
}

fn number(digits: &str) -> Option<usize> {
    let valid = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    valid.then(|| digits.parse().ok())?
}

/// The text of a cell.
#[track_caller]
pub fn text(cell: &str) -> String {
    String::from_utf8(bytes(cell)).unwrap_or_else(|_| panic!("{cell:?} is not UTF-8"))
}

/// The argument that a cell gives: `None` where it is empty.
#[track_caller]
pub fn argument(cell: &str) -> Option<Value> {
    match cell {
        "" => None,
        "\"\"" => Some(Value::from("")),
        _ => Some(match cell.strip_prefix("json:") {
            Some(json) => {
                serde_json::from_str(json).unwrap_or_else(|error| panic!("{cell:?} is not JSON: {error}"))
            }
            None => Value::from(text(cell)),
        }),
    }
}

/// A doc string without the line ends that its quotes bring.
pub fn doc(doc: &str) -> String {
    let doc = doc.strip_prefix('\n').unwrap_or(doc);
    doc.trim_end_matches([' ', '\n']).to_owned()
}

/// Returns the lines of a project's file, in which a line with a range stands for one
/// line per number, and a repeat with a range for its texts.
///
/// # Errors
///
/// As [`spread`].
pub fn lines(doc: &str) -> Result<String, String> {
    let numbered = |line: &str| {
        let mut rest = line;
        let mut numbered = Vec::new();
        while let Some(at) = rest.find('{') {
            numbered.extend_from_slice(&rest.as_bytes()[..at]);
            rest = &rest[at..];
            let has_range = rest.split_once('*').is_some_and(|(count, _)| count.contains(".."));
            let token = repeated(rest).filter(|_| has_range);
            let (stands_for, length) = token.unwrap_or_else(|| (b"{".to_vec(), 1));
            numbered.extend(stands_for);
            rest = &rest[length..];
        }
        numbered.extend_from_slice(rest.as_bytes());
        String::from_utf8(numbered).map_err(|error| error.to_string())
    };
    let lines = doc.lines().map(|line| spread(&[numbered(line)?]));
    let lines: Vec<_> = lines.collect::<Result<_, _>>()?;
    Ok(lines.concat().concat().iter().map(|line| format!("{line}\n")).collect())
}

/// The rows that one row stands for: one for each number of its range
/// `{001..300}`, or itself.
///
/// # Errors
///
/// Two ranges that are not the same, or a range without a number.
pub fn spread(row: &[String]) -> Result<Vec<Vec<String>>, String> {
    let mut ranges: Vec<Range<'_>> = row.iter().flat_map(|cell| ranges(cell)).collect();
    ranges.dedup();
    let range = match ranges[..] {
        [] => return Ok(vec![row.to_vec()]),
        [range] => range,
        _ => return Err(format!("a row has one range, and {row:?} has more")),
    };
    if range.first > range.last {
        return Err(format!("{} has no number", range.written));
    }
    let rows = (range.first..=range.last).map(|number| {
        let number = format!("{number:0width$}", width = range.width);
        row.iter().map(|cell| cell.replace(range.written, &number)).collect()
    });
    Ok(rows.collect())
}

/// `{001..300}`, as it is written and what it says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Range<'a> {
    written: &'a str,
    first: usize,
    last: usize,
    width: usize,
}

fn ranges(cell: &str) -> Vec<Range<'_>> {
    let digits = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    let opened = cell.match_indices('{').filter_map(|(at, _)| {
        let end = at + cell[at..].find('}')?;
        let (first, last) = cell[at + 1..end].split_once("..")?;
        if !digits(first) || !digits(last) {
            return None;
        }
        Some(Range {
            written: &cell[at..=end],
            first: first.parse().ok()?,
            last: last.parse().ok()?,
            width: first.len(),
        })
    });
    opened.collect()
}
