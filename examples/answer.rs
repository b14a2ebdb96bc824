//! Reads a Result of mcp-guide from its standard input, as `mcp-guide get NAME --json`
//! prints it, and says what documents it holds:
//!
//! ```sh
//! mcp-guide get guidelines --json | cargo run --example answer
//! ```

use mailparse::{MailHeaderMap, MailParseError, parse_mail};

/// A document's location, none where it is the only one, and its bytes.
type Document = (Option<String>, Vec<u8>);

/// The documents in a Result's `value`: several where it is a message of several.
///
/// # Errors
///
/// What looks like a message of several and is none.
pub fn documents(value: &str) -> Result<Vec<Document>, MailParseError> {
    if !value.starts_with("Content-Type: multipart/mixed; boundary=") {
        return Ok(vec![(None, value.into())]);
    }
    let message = parse_mail(value.as_bytes())?;
    let parts = message.subparts.iter().map(|part| {
        let location = part.get_headers().get_first_value("Content-Location");
        Ok((location, part.get_body_raw()?))
    });
    parts.collect()
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let result: serde_json::Value = serde_json::from_reader(std::io::stdin())?;
    let value = result["value"].as_str().ok_or("a failure")?;
    for (location, bytes) in documents(value)? {
        let location = location.as_deref().unwrap_or("one document");
        println!("{location}: {} bytes", bytes.len());
    }
    Ok(())
}
