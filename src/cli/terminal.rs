//! What is read at a terminal: documents under rules, and nothing that steers it.

use std::io::{self, Write};

use crate::render::reply::Shape;
use crate::text::multipart;
use crate::text::query::Query;
use crate::text::shown::{Page, seen};
use anstyle::{AnsiColor, Style};

/// How a rule is shown where there is colour.
const RULE: Style = AnsiColor::Cyan.on_default().bold();

/// How a word that was searched for is shown there.
const WORD: Style = AnsiColor::Red.on_default().bold();

/// Writes a value: several documents each under a rule with its location. The last
/// line is always ended.
pub(super) fn content(
    text: &str,
    shape: Shape,
    color: bool,
    out: &mut dyn Write,
) -> io::Result<()> {
    if shape != Shape::Message {
        return document(text, out);
    }
    let style = if color { RULE } else { Style::new() };
    for (at, (location, body)) in multipart::parts(text).enumerate() {
        let between = if at == 0 { "" } else { "\n" };
        let location = Page(location);
        writeln!(out, "{between}{style}── {location} ──{style:#}")?;
        document(body, out)?;
    }
    Ok(())
}

/// Writes a text in which words are marked.
pub(super) fn marked(text: &str, query: &Query, out: &mut dyn Write) -> io::Result<()> {
    let mut at = 0;
    for place in query.places(text) {
        let (before, word) = (Page(&text[at..place.start]), Page(&text[place.clone()]));
        write!(out, "{before}{WORD}{word}{WORD:#}")?;
        at = place.end;
    }
    write!(out, "{}", Page(&text[at..]))
}

fn document(text: &str, out: &mut dyn Write) -> io::Result<()> {
    let end = match text.is_empty() || text.ends_with('\n') {
        true => "",
        false => "\n",
    };
    write!(out, "{}{end}", Page(text))
}

/// Writes JSON whose strings hide nothing; it means the same.
pub(super) fn json(text: &str, out: &mut dyn Write) -> io::Result<()> {
    for (character, hidden) in seen(text) {
        if hidden {
            for unit in character.encode_utf16(&mut [0; 2]) {
                write!(out, "\\u{unit:04x}")?;
            }
        } else {
            write!(out, "{character}")?;
        }
    }
    Ok(())
}
