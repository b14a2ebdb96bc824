//! Standard output and standard error: for a pipe byte for byte, at a terminal to be read.

use std::io::{self, BufWriter, IsTerminal, Write};

use anstream::AutoStream;
use anstyle::{AnsiColor, Style};
use clap::ColorChoice;

use crate::cli::system::{stderr, stdout};
use crate::cli::terminal::{RED, Screen};
use crate::documents::error::FileError;
use crate::project::bound_project::BoundProject;
use crate::table::{Table, Tool};
use crate::text::escape::{Escaped, EscapedLines};
use crate::text::multipart::Message;
use crate::write::answer::{Reply, ReplyValue};

/// What can be done without a project.
pub(super) const INIT: &str =
    "To write one here: mcp-guide init. To use a project elsewhere: mcp-guide --project PATH";

/// The exit code of a failure, also where standard output could not be written.
pub(super) const FAILURE: u8 = 1;
/// The style of the rule above a document.
const RULE: Style = AnsiColor::Cyan.on_default().bold();

/// Returns why a file of the user's is not edited: it is no document, which could be left out.
pub(super) fn unedited(table: &Table, error: &FileError) -> String {
    match error {
        FileError::Binary(at) => format!("it holds a NUL at byte {at}; remove that first"),
        FileError::Utf16 => "it is UTF-16; save it as UTF-8 first".to_owned(),
        FileError::Encoding(at) => {
            format!("it is not UTF-8: invalid at byte {at}; save it so first")
        }
        error => table.render(error),
    }
}

/// The process's output streams.
#[derive(Debug, Clone, Copy)]
pub(super) struct Output {
    /// Whether standard output is a terminal.
    terminal: bool,
    /// Whether it gets what agents get.
    plain: bool,
    /// Whether standard output has colour.
    color: bool,
    /// Whether standard error has colour.
    error_color: bool,
}

impl Output {
    /// Returns the process's streams, with colour by the option.
    pub fn new(color: ColorChoice, plain: bool) -> Self {
        let is_colored = |automatic: anstream::ColorChoice| match color {
            ColorChoice::Auto => automatic != anstream::ColorChoice::Never,
            ColorChoice::Always => true,
            ColorChoice::Never => false,
        };
        Self {
            terminal: io::stdout().is_terminal(),
            plain,
            color: is_colored(AutoStream::choice(&io::stdout())),
            error_color: is_colored(AutoStream::choice(&io::stderr())),
        }
    }

    /// Returns what writes for a person, if one reads.
    pub fn screen<'a>(
        self,
        table: &'a Table,
        bound: Option<&'a BoundProject>,
    ) -> Option<Screen<'a>> {
        let color = self.color;
        (self.terminal && !self.plain).then_some(Screen {
            table,
            bound,
            color,
        })
    }

    /// Prints a text that is written for a terminal.
    pub fn shown(self, text: &str) -> u8 {
        print(|stdout| stdout.write_all(text.as_bytes()))
    }

    /// Prints a text, at a terminal with hidden characters escaped.
    pub fn print(self, text: &str) -> u8 {
        print(|stdout| match self.terminal {
            true => write!(stdout, "{}", EscapedLines(text)),
            false => stdout.write_all(text.as_bytes()),
        })
    }

    /// Prints the whole result of a call as JSON.
    pub fn result(self, reply: &Reply) -> u8 {
        let printed = self.print(&format!("{reply}\n"));
        if reply.is_failure() { FAILURE } else { printed }
    }

    /// Prints the value of a success: at a terminal to be read, else byte for byte.
    pub fn value(self, value: &ReplyValue) -> u8 {
        print(|stdout| match value {
            value if !self.terminal => write!(stdout, "{value}"),
            value if self.plain => write!(stdout, "{}", EscapedLines(&value.to_string())),
            ReplyValue::Message(message) => write_parts(message, self.color, stdout),
            ReplyValue::Text(text) => write_document(text, stdout),
            ReplyValue::Listing(listing) => write_document(&listing.text, stdout),
            ReplyValue::Found(found) => write_document(&found.text, stdout),
            ReplyValue::Empty => Ok(()),
        })
    }

    /// Prints an error and what can be done about it to standard error.
    pub fn complain(self, wrong: &str, advice: &str) -> u8 {
        match self.error_color {
            true => failed(&format!("{RED}{wrong}{RED:#}\n{advice}")),
            false => failed(&format!("{wrong}\n{advice}")),
        }
    }
}

/// Quotes a word for a shell.
pub(super) fn quoted(word: &str) -> String {
    let quoted = shlex::try_quote(word).unwrap_or_default();
    Escaped(&quoted).to_string()
}

/// Says to a person at a terminal that a project has no `guide.yaml`.
pub(super) fn say_found() {
    if io::stderr().is_terminal() {
        say("No guide.yaml: this is what `mcp-guide init` would write.");
    }
}

/// Prints a line to standard error; an error of that is ignored.
pub(super) fn say(line: &str) {
    let _ = stderr().write_all(format!("{line}\n").as_bytes());
}

/// Prints an error, and returns the exit code of a failure.
pub(super) fn failed(line: &str) -> u8 {
    say(line);
    FAILURE
}

/// Prints to standard output. A reader that closed it wants no more: that is not a failure.
fn print(write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> u8 {
    let mut stdout = BufWriter::new(stdout());
    let written = write(&mut stdout).and_then(|()| stdout.flush());
    match written {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => failed(&format!(
            "mcp-guide: standard output cannot be written: {error}"
        )),
        _ => 0,
    }
}

/// Writes the parts of a message, each under a rule with its location.
fn write_parts(message: &Message, color: bool, out: &mut dyn Write) -> io::Result<()> {
    let style = if color { RULE } else { Style::new() };
    for (at, part) in message.parts.iter().enumerate() {
        let between = if at == 0 { "" } else { "\n" };
        let location = EscapedLines(&part.location);
        writeln!(out, "{between}{style}── {location} ──{style:#}")?;
        write_document(&part.body, out)?;
    }
    Ok(())
}

/// Writes a document, and a line end if its last line has none.
fn write_document(text: &str, out: &mut dyn Write) -> io::Result<()> {
    write!(out, "{}", EscapedLines(text))?;
    match text.is_empty() || text.ends_with('\n') {
        true => Ok(()),
        false => writeln!(out),
    }
}

/// Returns where the arguments of a command are described.
pub(super) fn arguments_of(tool: &Tool) -> String {
    format!("To see its arguments: {} --help", tool.name)
}
