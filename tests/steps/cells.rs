//! What a cell of a table stands for.

use serde_json::Value;

/// The bytes of a cell: `<CRLF>`, `<CR>`, `<LF>`, `<TAB>`, `<SP>`, `<BOM>` and
/// `<xNN>` stand for what a cell cannot hold.
pub fn bytes(cell: &str) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(cell.len());
    let mut rest = cell;
    while let Some(at) = rest.find('<') {
        bytes.extend_from_slice(&rest.as_bytes()[..at]);
        rest = &rest[at..];
        let token = rest
            .find('>')
            .and_then(|end| Some((token(&rest[1..end])?, end)));
        match token {
            Some((stands_for, end)) => {
                bytes.extend_from_slice(&stands_for);
                rest = &rest[end + 1..];
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

fn token(name: &str) -> Option<Vec<u8>> {
    Some(match name {
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
    })
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
