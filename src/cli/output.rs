//! Standard output and standard error: exact bytes for a pipe, readable text for a terminal.

use std::io::{self, BufWriter, IsTerminal, Write};

use anstream::AutoStream;
use clap::{Args, ColorChoice};

use crate::cli::here::Here;
use crate::cli::screen::{RED, Screen, error_width, width};
use crate::cli::show_in_pager::show_in_pager;
use crate::cli::system::{stderr, stdout};
use crate::cli::wrapped::wrapped_lines;
use crate::documents::file_error::FileError;
use crate::project::bound_project::BoundProject;
use crate::table::{Table, Tool};
use crate::text::escaped::{Escaped, EscapedLines};
use crate::write::reply::{Reply, ReplyValue};

/// The advice to print if there is no project.
pub(super) const INIT: &str =
    "To write one here: mcp-guide init. To use a project elsewhere: mcp-guide --project PATH";

/// The exit code of a failure, including a failure to write to standard output.
pub(super) const FAILURE: u8 = 1;

/// Returns the reason why a user's file is not edited. Unlike a document, the file cannot be left
/// out.
pub(super) fn unedited(table: &Table, error: &FileError) -> String {
    match error {
        FileError::Binary(at) => format!("it contains a NUL at byte {at}; remove it first"),
        FileError::Utf16 => "it is UTF-16; save it as UTF-8 first".to_owned(),
        FileError::Encoding(at) => {
            format!("it is not UTF-8: invalid at byte {at}; save it as UTF-8 first")
        }
        error => table.render(error),
    }
}

/// How standard output is written.
#[derive(Debug, Default, Args)]
#[command(next_help_heading = "Global options")]
pub struct OutputOptions {
    /// When to use colour: auto (at a terminal, unless NO_COLOR is set), always (implies --pretty)
    /// or never
    #[arg(
        long,
        global = true,
        value_name = "WHEN",
        default_value = "auto",
        hide_possible_values = true,
        hide_default_value = true
    )]
    pub color: ColorChoice,
    /// Print plain output, as in a pipe, even at a terminal
    #[arg(long, global = true)]
    pub plain: bool,
    /// Print output as at a terminal, even in a pipe; COLUMNS sets its width
    #[arg(long, global = true, conflicts_with = "plain")]
    pub pretty: bool,
    /// Show long output without a pager (PAGER, or less)
    #[arg(long, global = true)]
    pub no_pager: bool,
}

/// The process's output streams.
#[derive(Debug, Clone, Copy)]
pub(super) struct Output {
    /// Whether standard output is a terminal.
    terminal: bool,
    /// Whether standard output gets the format for people.
    is_for_people: bool,
    /// Whether standard output is coloured.
    color: bool,
    /// Whether paths are links to their files.
    has_links: bool,
    /// Whether long text is shown in a pager.
    is_paged: bool,
    /// Whether standard error is coloured.
    error_color: bool,
}

impl Output {
    /// Returns the process's streams. Only the format for people has colour, so `--color always`
    /// selects that format.
    pub fn new(options: &OutputOptions) -> Self {
        let color = options.color;
        let is_colored = |automatic: anstream::ColorChoice| match color {
            ColorChoice::Auto => automatic != anstream::ColorChoice::Never,
            ColorChoice::Always => true,
            ColorChoice::Never => false,
        };
        let terminal = io::stdout().is_terminal();
        let asked = options.pretty || color == ColorChoice::Always;
        Self {
            terminal,
            is_for_people: !options.plain && (terminal || asked),
            color: is_colored(AutoStream::choice(&io::stdout())),
            has_links: supports_hyperlinks::on(supports_hyperlinks::Stream::Stdout),
            is_paged: terminal && !options.no_pager,
            error_color: is_colored(AutoStream::choice(&io::stderr())),
        }
    }

    /// Returns these streams, with the pager switched off unless `is_of_use` is true.
    pub fn paged(self, is_of_use: bool) -> Self {
        Self {
            is_paged: self.is_paged && is_of_use,
            ..self
        }
    }

    /// Returns the writer of the format for people, if standard output gets that format.
    pub fn screen<'a>(
        self,
        table: &'a Table,
        bound: Option<&'a BoundProject>,
    ) -> Option<Screen<'a>> {
        self.is_for_people.then(|| Screen {
            here: bound.map(Here::new),
            table,
            bound,
            color: self.color,
            has_links: self.has_links,
            width: width(),
        })
    }

    /// Prints text that is formatted for a terminal, and returns the exit code.
    pub fn shown(self, text: &str) -> u8 {
        if self.is_paged && show_in_pager(text) {
            0
        } else {
            print(|stdout| stdout.write_all(text.as_bytes()))
        }
    }

    /// Prints text, at a terminal with hidden characters escaped. Returns the exit code.
    pub fn print(self, text: &str) -> u8 {
        if self.terminal {
            self.shown(&EscapedLines(text).to_string())
        } else {
            print(|stdout| stdout.write_all(text.as_bytes()))
        }
    }

    /// Returns whether standard output is a terminal.
    pub fn is_terminal(self) -> bool {
        self.terminal
    }

    /// Prints the output of `write`, unchanged and without a pager. Returns the exit code.
    pub fn stream(self, write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> u8 {
        print(write)
    }

    /// Prints sentences. At a terminal, wraps each line at the terminal's width and keeps its indent.
    pub fn prose(self, text: &str) -> u8 {
        let Some(width) = self.terminal.then(width) else {
            return self.print(text);
        };
        let lines = text.lines().map(|line| {
            let indent = &line[..line.len() - line.trim_start().len()];
            wrapped_lines(&EscapedLines(line).to_string(), width, indent)
        });
        self.shown(&lines.collect::<String>())
    }

    /// Prints the whole result of a call as JSON, and returns the exit code.
    pub fn result(self, reply: &Reply) -> u8 {
        let printed = self.print(&format!("{reply}\n"));
        if reply.is_failure() { FAILURE } else { printed }
    }

    /// Prints the value of a success, formatted with `screen` if there is one. Otherwise, prints it
    /// unformatted.
    pub fn value(self, value: &ReplyValue, screen: Option<&Screen<'_>>) -> u8 {
        let Some(screen) = screen else {
            return if self.terminal {
                self.print(&value.to_string())
            } else {
                print(|stdout| write!(stdout, "{value}"))
            };
        };
        self.shown(&match value {
            ReplyValue::Empty => String::new(),
            ReplyValue::Listing(listing) => screen.listing(listing),
            ReplyValue::Found(found) => screen.found(found),
            ReplyValue::Message(message) => screen.documents(message),
            ReplyValue::Text { body, media_type } => screen.document(body, media_type),
        })
    }

    /// Prints an error and advice to standard error, and returns the exit code for a failure.
    pub fn complain(self, wrong: &str, advice: &str) -> u8 {
        if self.error_color {
            failed(&format!("{RED}{wrong}{RED:#}\n{advice}"))
        } else {
            failed(&format!("{wrong}\n{advice}"))
        }
    }
}

/// Quotes a word for a shell, and escapes hidden characters.
pub(super) fn quoted(word: &str) -> String {
    let quoted = shlex::try_quote(word).unwrap_or_default();
    Escaped(&quoted).to_string()
}

/// Tells a person at a terminal that the project has no `guide.yaml`.
pub(super) fn say_found() {
    if io::stderr().is_terminal() {
        say("No guide.yaml: using what `mcp-guide init` would write.");
    }
}

/// Prints lines to standard error, wrapped at the terminal's width. Ignores errors of writing.
pub(super) fn say(lines: &str) {
    let lines = match error_width() {
        Some(width) => wrapped_lines(lines, width, ""),
        None => format!("{lines}\n"),
    };
    let _ = stderr().write_all(lines.as_bytes());
}

/// Prints an error to standard error, and returns the exit code for a failure.
pub(super) fn failed(line: &str) -> u8 {
    say(line);
    FAILURE
}

/// Prints to standard output, and returns the exit code. It is not a failure if the reader has closed
/// the pipe.
fn print(write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> u8 {
    let mut stdout = BufWriter::new(stdout());
    let written = write(&mut stdout).and_then(|()| stdout.flush());
    match written {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => failed(&format!(
            "mcp-guide: cannot write to standard output: {error}"
        )),
        _ => 0,
    }
}

/// Returns advice on how to see the arguments of a command.
pub(super) fn arguments_of(tool: &Tool) -> String {
    format!("To see its arguments: {} --help", tool.name)
}
