//! Standard output and standard error, as a person or a pipe has them.

use std::fmt::Display;
use std::io::{self, BufWriter, IsTerminal, Write};
use std::thread;
use std::time::Duration;

use crate::cli::arguments::Color;
use crate::cli::system::Stdout;
use crate::cli::terminal;
use crate::render::reply::{Reply, Success};
use crate::text::query::Query;
use crate::text::shown::Page;
use anstream::{AutoStream, ColorChoice};
use anstyle::{AnsiColor, Style};

/// A result that is a failure, or what could not be written.
pub(super) const FAILURE: u8 = 1;
/// How long a writer that takes nothing for now is left alone.
pub(super) const AGAIN: Duration = Duration::from_millis(10);
/// How what went wrong is shown where there is colour.
const WRONG: Style = AnsiColor::Red.on_default().bold();

/// Where the command line prints.
#[derive(Debug, Clone, Copy)]
pub(super) struct Output {
    /// Whether standard output is a terminal.
    terminal: bool,
    /// Whether what is printed there has colour.
    color: bool,
    /// Whether what is said on standard error has colour.
    error_color: bool,
}

impl Output {
    /// The process's own streams, with colour as it is wished.
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

    /// Prints a text, at a terminal so that it shows all that is in it.
    pub fn print(self, text: impl Display, newline: bool) -> u8 {
        let end = if newline { "\n" } else { "" };
        match self.terminal {
            true => printed(|stdout| write!(stdout, "{}{end}", Page(&text.to_string()))),
            false => printed(|stdout| write!(stdout, "{text}{end}")),
        }
    }

    /// Prints the whole result of a call, which is JSON.
    pub fn result(self, reply: &Reply) -> u8 {
        printed(|stdout| {
            match self.terminal {
                true => terminal::json(&reply.to_json()?, stdout)?,
                false => stdout.write_all(reply.to_json()?.as_bytes())?,
            }
            stdout.write_all(b"\n")
        })
    }

    /// Prints the value of a success: with these words marked where there is colour, at
    /// a terminal to be read, else as it is.
    pub fn value(self, success: &Success, marked: Option<&Query>) -> u8 {
        let marked = marked.filter(|_| self.color);
        let value = &success.value;
        printed(|stdout| match (self.terminal, marked) {
            (_, Some(query)) => terminal::marked(value, query, stdout),
            (true, None) => terminal::content(value, success.shape, self.color, stdout),
            (false, _) => stdout.write_all(value.as_bytes()),
        })
    }

    /// Says what went wrong, and then what can be done.
    pub fn complain(self, wrong: &str, advice: &str) -> u8 {
        match self.error_color {
            true => say(&format!("{WRONG}{wrong}{WRONG:#}\n{advice}")),
            false => say(&format!("{wrong}\n{advice}")),
        }
        FAILURE
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

/// Says something on standard error. Where that takes nothing, nobody is left to tell.
pub(super) fn say(said: &str) {
    let _ = whole(&mut io::stderr().lock(), format!("{said}\n").as_bytes());
}

/// Says that something went wrong.
pub(super) fn failed(said: &str) -> u8 {
    say(said);
    FAILURE
}

/// Writes all of it, also to a pipe that its reader made one that does not wait.
pub(super) fn whole(out: &mut impl Write, mut bytes: &[u8]) -> io::Result<()> {
    while !bytes.is_empty() {
        match out.write(bytes) {
            Ok(0) => return Err(io::ErrorKind::WriteZero.into()),
            Ok(written) => bytes = &bytes[written..],
            Err(error) => match error.kind() {
                io::ErrorKind::Interrupted => {}
                io::ErrorKind::WouldBlock => thread::sleep(AGAIN),
                _ => return Err(error),
            },
        }
    }
    Ok(())
}

/// Prints to stdout, or says that it cannot be written. Whoever closed it wants no
/// more: that is no failure.
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

/// A writer that waits until all is taken.
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
