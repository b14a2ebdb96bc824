//! Standard output and standard error: for a pipe byte for byte, at a terminal to be read.

use std::fmt::Display;
use std::io::{self, BufWriter, IsTerminal, Write};
use std::thread;
use std::time::Duration;

use crate::cli::arguments::Color;
use crate::cli::system::Stdout;
use crate::render::reply::{Reply, Shape, Success};
use crate::text::escape::{Escaped, EscapedLines, classify_chars};
use crate::text::multipart;
use crate::text::query::Query;
use anstream::{AutoStream, ColorChoice};
use anstyle::{AnsiColor, Style};

/// The exit code of a failure, also where standard output could not be written.
pub(super) const FAILURE: u8 = 1;
/// The pause before a write to a pipe that is full is tried again.
pub(super) const RETRY_DELAY: Duration = Duration::from_millis(10);
/// The style of an error, and of a word that was searched for.
const RED: Style = AnsiColor::Red.on_default().bold();
/// The style of the rule above a document.
const RULE: Style = AnsiColor::Cyan.on_default().bold();

/// The process's output streams.
#[derive(Debug, Clone, Copy)]
pub(super) struct Output {
    /// Whether standard output is a terminal.
    terminal: bool,
    /// Whether standard output has colour.
    color: bool,
    /// Whether standard error has colour.
    error_color: bool,
}

impl Output {
    /// Returns the process's streams, with colour by the option.
    pub fn new(color: Color) -> Self {
        let auto = |choice: ColorChoice| choice != ColorChoice::Never;
        let (stdout, stderr) = match color {
            Color::Auto => (
                auto(AutoStream::choice(&io::stdout())),
                auto(AutoStream::choice(&io::stderr())),
            ),
            Color::Always => (true, true),
            Color::Never => (false, false),
        };
        Self {
            terminal: io::stdout().is_terminal(),
            color: stdout,
            error_color: stderr,
        }
    }

    /// Prints a text, at a terminal with hidden characters escaped.
    pub fn print(self, text: impl Display, newline: bool) -> u8 {
        let end = if newline { "\n" } else { "" };
        match self.terminal {
            true => printed(|stdout| write!(stdout, "{}{end}", EscapedLines(&text.to_string()))),
            false => printed(|stdout| write!(stdout, "{text}{end}")),
        }
    }

    /// Prints the whole result of a call as JSON.
    pub fn result(self, reply: &Reply) -> u8 {
        printed(|stdout| {
            match self.terminal {
                true => json(&reply.to_json()?, stdout)?,
                false => stdout.write_all(reply.to_json()?.as_bytes())?,
            }
            stdout.write_all(b"\n")
        })
    }

    /// Prints the value of a success: with the words of a query marked where there is
    /// colour, at a terminal to be read, else byte for byte.
    pub fn value(self, success: &Success, marked: Option<&Query>) -> u8 {
        let query = marked.filter(|_| self.color);
        let value = &success.value;
        printed(|stdout| match (self.terminal, query) {
            (_, Some(query)) => highlight(value, query, stdout),
            (true, None) => content(value, success.shape, self.color, stdout),
            (false, _) => stdout.write_all(value.as_bytes()),
        })
    }

    /// Prints an error and what can be done about it to standard error.
    pub fn complain(self, wrong: &str, advice: &str) -> u8 {
        match self.error_color {
            true => say(&format!("{RED}{wrong}{RED:#}\n{advice}")),
            false => say(&format!("{wrong}\n{advice}")),
        }
        FAILURE
    }
}

/// Quotes a word for a shell.
pub(super) fn quoted(word: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_./:=@%+,".contains(c);
    match !word.is_empty() && word.chars().all(plain) {
        true => word.to_owned(),
        false => format!("'{}'", Escaped(&word.replace('\'', "'\\''"))),
    }
}

/// Returns a count with its noun, as `1 document` or `2 documents`.
pub(super) fn counted<N: Display + PartialEq + From<u8>>(
    count: N,
    one: &str,
    many: &str,
) -> String {
    let noun = if count == N::from(1) { one } else { many };
    format!("{count} {noun}")
}

/// Prints a line to standard error; an error of that is ignored.
pub(super) fn say(said: &str) {
    let _ = whole(&mut io::stderr().lock(), format!("{said}\n").as_bytes());
}

/// Prints an error, and returns the exit code of a failure.
pub(super) fn failed(said: &str) -> u8 {
    say(said);
    FAILURE
}

/// Writes all bytes, also to a pipe that its reader made non-blocking.
pub(super) fn whole(out: &mut impl Write, mut bytes: &[u8]) -> io::Result<()> {
    while !bytes.is_empty() {
        match out.write(bytes) {
            Ok(0) => return Err(io::ErrorKind::WriteZero.into()),
            Ok(written) => bytes = &bytes[written..],
            Err(error) => match error.kind() {
                io::ErrorKind::Interrupted => {}
                io::ErrorKind::WouldBlock => thread::sleep(RETRY_DELAY),
                _ => return Err(error),
            },
        }
    }
    Ok(())
}

/// Prints to standard output. A reader that closed it wants no more: that is not a failure.
fn printed(print: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> u8 {
    let mut stdout = BufWriter::new(Waiting(Stdout));
    let written = print(&mut stdout).and_then(|()| stdout.flush());
    match written {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => failed(&format!(
            "mcp-guide: standard output cannot be written: {error}"
        )),
        _ => 0,
    }
}

/// A writer whose writes wait until all is written.
struct Waiting<W>(W);

impl<W: Write> Write for Waiting<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        whole(&mut self.0, bytes)?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}

/// Writes a value to be read: several documents each under a rule with its location. The
/// last line always ends.
fn content(text: &str, shape: Shape, color: bool, out: &mut dyn Write) -> io::Result<()> {
    if shape != Shape::Message {
        return document(text, out);
    }
    let style = if color { RULE } else { Style::new() };
    for (at, (location, body)) in multipart::parts(text).enumerate() {
        let between = if at == 0 { "" } else { "\n" };
        let location = EscapedLines(location);
        writeln!(out, "{between}{style}── {location} ──{style:#}")?;
        document(body, out)?;
    }
    Ok(())
}

/// Writes a text with the words of a query marked.
fn highlight(text: &str, query: &Query, out: &mut dyn Write) -> io::Result<()> {
    let mut at = 0;
    for place in query.places(text) {
        let (before, word) = (
            EscapedLines(&text[at..place.start]),
            EscapedLines(&text[place.clone()]),
        );
        write!(out, "{before}{RED}{word}{RED:#}")?;
        at = place.end;
    }
    write!(out, "{}", EscapedLines(&text[at..]))
}

fn document(text: &str, out: &mut dyn Write) -> io::Result<()> {
    let end = match text.is_empty() || text.ends_with('\n') {
        true => "",
        false => "\n",
    };
    write!(out, "{}{end}", EscapedLines(text))
}

/// Writes JSON with hidden characters escaped; it means the same.
fn json(text: &str, out: &mut dyn Write) -> io::Result<()> {
    for (character, hidden) in classify_chars(text) {
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
