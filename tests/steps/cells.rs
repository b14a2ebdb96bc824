//! What a cell of a table stands for.

use serde_json::Value;

/// The bytes of a cell: `<CRLF>`, `<CR>`, `<LF>`, `<TAB>`, `<SP>`, `<BOM>` and
/// `<xNN>` stand for what a cell cannot hold, `<N*TEXT>` for N times the text.
pub fn bytes(cell: &str) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(cell.len());
    let mut rest = cell;
    while let Some(at) = rest.find('<') {
        bytes.extend_from_slice(&rest.as_bytes()[..at]);
        rest = &rest[at..];
        match token(rest) {
            Some((stands_for, length)) => {
                bytes.extend_from_slice(&stands_for);
                rest = &rest[length..];
            }
            None => {
                bytes.push(b'<');
                rest = &rest[1..];
            }
        }
    }
    bytes.extend_from_slice(rest.as_bytes());
    bytes
}

/// What the token at the beginning stands for, and its own length.
fn token(text: &str) -> Option<(Vec<u8>, usize)> {
    if let Some(repeated) = repeated(text) {
        return Some(repeated);
    }
    let end = text.find('>')?;
    let stands_for = match &text[1..end] {
        "CRLF" => b"\r\n".to_vec(),
        "CR" => b"\r".to_vec(),
        "LF" => b"\n".to_vec(),
        "TAB" => b"\t".to_vec(),
        "SP" => b" ".to_vec(),
        "BOM" => "\u{feff}".into(),
        hexadecimal => {
            let digits = hexadecimal
                .strip_prefix('x')
                .filter(|digits| digits.len() == 2)?;
            vec![u8::from_str_radix(digits, 16).ok()?]
        }
    };
    Some((stands_for, end + 1))
}

/// `<N*TEXT>`; the text may hold tokens.
fn repeated(text: &str) -> Option<(Vec<u8>, usize)> {
    let (number, rest) = text[1..].split_once('*')?;
    if !number.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let number: usize = number.parse().ok()?;
    let mut open = 1;
    let end = rest.find(|c| {
        match c {
            '<' => open += 1,
            '>' => open -= 1,
            _ => {}
        }
        open == 0
    })?;
    let length = text.len() - rest.len() + end + 1;
    Some((bytes(&rest[..end]).repeat(number), length))
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
            Some(json) => serde_json::from_str(json)
                .unwrap_or_else(|error| panic!("{cell:?} is not JSON: {error}")),
            None => Value::from(text(cell)),
        }),
    }
}

/// A doc string without the line ends that its quotes bring.
pub fn doc(doc: &str) -> String {
    let doc = doc.strip_prefix('\n').unwrap_or(doc);
    doc.trim_end_matches([' ', '\n']).to_owned()
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
        row.iter()
            .map(|cell| cell.replace(range.written, &number))
            .collect()
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
