//! A MIME multipart value: its parts, their headers and the boundary.

use mailparse::{MailHeader, ParsedMail};
use serde_json::Value;

use super::difference::difference;
use super::{content, holds};
use crate::cells;
use crate::world::World;

fn parse(message: &str) -> Result<ParsedMail<'_>, String> {
    let mail = mailparse::parse_mail(message.as_bytes()).map_err(|error| error.to_string())?;
    if mail.ctype.mimetype == "multipart/mixed" {
        Ok(mail)
    } else {
        Err(format!("the value is no multipart/mixed message: {message:?}"))
    }
}

fn message(result: &Value) -> Result<&str, String> {
    Ok(result["value"].as_str().ok_or("the value is absent")?)
}

fn header(part: &ParsedMail<'_>, name: &str) -> String {
    let header = part.headers.iter().find(|header| header.get_key() == name);
    header.map(MailHeader::get_value).unwrap_or_default()
}

/// Compares all parts, in order: media type, location and body; and with them the
/// whole message.
///
/// # Errors
///
/// Every part that is another.
pub fn parts(world: &World, result: &Value, rows: &[Vec<String>]) -> Result<(), String> {
    let mail = parse(message(result)?)?;
    let named = |part: &ParsedMail<'_>| {
        let (kind, location) = (header(part, "Content-Type"), header(part, "Content-Location"));
        format!("{kind} at {location}\n")
    };
    let due: String =
        rows.iter().map(|row| format!("{} at {}\n", cells::text(&row[0]), cells::text(&row[1]))).collect();
    let came: String = mail.subparts.iter().map(named).collect();
    if due != came {
        return Err(difference(&due, &came));
    }
    let mut problems = Vec::new();
    for (part, row) in mail.subparts.iter().zip(rows) {
        let came = part.get_body_raw().map_err(|error| error.to_string())?;
        let due = content(world, &row[2])?;
        if came != due {
            let (due, came) = (String::from_utf8_lossy(&due), String::from_utf8_lossy(&came));
            problems.push(format!("the body of {} {}", row[1], difference(&due, &came)));
        }
    }
    if problems.is_empty() { whole(world, message(result)?, &mail, rows) } else { Err(problems.join("\n")) }
}

/// Compares the message with these parts as they are to be written down: every
/// header and every delimiter, and nothing before, between or after them.
fn whole(world: &World, came: &str, mail: &ParsedMail<'_>, rows: &[Vec<String>]) -> Result<(), String> {
    let boundary = mail.ctype.params.get("boundary");
    let boundary = boundary.ok_or("the message names no boundary")?;
    let mut due = format!("Content-Type: multipart/mixed; boundary=\"{boundary}\"\r\n");
    for row in rows {
        let body = content(world, &row[2])?;
        let (kind, location) = (cells::text(&row[0]), cells::text(&row[1]));
        let length = body.len();
        due += &format!("\r\n--{boundary}\r\nContent-Type: {kind}\r\n");
        due += &format!("Content-Location: {location}\r\nContent-Length: {length}\r\n");
        if let Some(applies) = row.get(3).filter(|applies| !applies.is_empty()) {
            due += &format!("Guide-Applies: {}\r\n", cells::text(applies));
        }
        due += "\r\n";
        due += &String::from_utf8_lossy(&body);
    }
    due += &format!("\r\n--{boundary}--\r\n");
    if came == due { Ok(()) } else { Err(difference(&due, came)) }
}

/// Returns the media type, the location and the body of each part, and why it applies.
///
/// # Errors
///
/// The value is no multipart message, or a body is no text.
pub fn all(result: &Value) -> Result<Vec<Vec<String>>, String> {
    let mail = parse(message(result)?)?;
    let parts = mail.subparts.iter().map(|part| {
        let body = part.get_body_raw().map_err(|error| error.to_string())?;
        let body = String::from_utf8(body).map_err(|error| error.to_string())?;
        let (kind, location) = ("Content-Type", "Content-Location");
        let mut cells = vec![header(part, kind), header(part, location), body];
        cells.extend(Some(header(part, "Guide-Applies")).filter(|applies| !applies.is_empty()));
        Ok(cells)
    });
    parts.collect()
}

/// How many parts there are.
///
/// # Errors
///
/// The value is no multipart message.
pub fn count(result: &Value) -> Result<usize, String> {
    Ok(parse(message(result)?)?.subparts.len())
}

/// Each part has these headers, and each is as it has to be.
///
/// # Errors
///
/// What is not so.
pub fn headers(result: &Value, names: &str) -> Result<(), String> {
    // What mailparse takes too: a line feed alone. RFC 2046 wants CRLF.
    for part in &parse(message(result)?)?.subparts {
        let came: Vec<String> = part.headers.iter().map(MailHeader::get_key).collect();
        holds(came.join(", ") == names, &came.join(", "))?;
        let bytes = part.get_body_raw().map_err(|error| error.to_string())?.len();
        let length = header(part, "Content-Length");
        holds(length == bytes.to_string(), &format!("Content-Length {length} for {bytes} bytes"))?;
        let head = &part.raw_bytes[..part.raw_bytes.len() - bytes];
        let bare =
            head.iter().enumerate().any(|(at, byte)| *byte == b'\n' && (at == 0 || head[at - 1] != b'\r'));
        holds(!bare, &"a header line that does not end in CRLF")?;
    }
    Ok(())
}

/// The boundary is this, or with `{uuid}` this with any UUID.
///
/// # Errors
///
/// The boundary that there is.
pub fn boundary(result: &Value, due: &str) -> Result<(), String> {
    let came = parse(message(result)?)?.ctype.params.get("boundary").cloned().unwrap_or_default();
    let Some((before, after)) = due.split_once("{uuid}") else {
        return holds(came == due, &came);
    };
    let unique = came
        .strip_prefix(before)
        .and_then(|rest| rest.strip_suffix(after))
        .is_some_and(|uuid| uuid.len() == 36 && uuid::Uuid::try_parse(uuid).is_ok());
    holds(unique, &came)
}
