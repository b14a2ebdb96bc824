//! `export`: prints every section of the documents as a line of JSON, or the differences from an
//! earlier export.

pub mod earlier;

use std::io::{self, Write};
use std::ops::ControlFlow;

use serde::Serialize;
use serde_json::json;
use sha2::{Digest, Sha256};

use crate::cli::Context;
use crate::cli::advice::{advice, no_project};
use crate::cli::call::given_values;
use crate::cli::command::ExportArguments;
use crate::cli::output::{FAILURE, say};
use crate::documents::file_error::FileError;
use crate::operation::error::Error;
use crate::operation::export::{Exported, ExportedSection};
use crate::server::Server;
use crate::table::{Role, Subcommand};
use crate::text::escaped::{EscapedLines, escape_truncated};
use earlier::{Earlier, SectionChange};

/// The part of a section from which its digest is computed. The keys are in byte order.
#[derive(Serialize)]
struct Canonical<'s> {
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    applies_to: &'s [String],
    headings: &'s [&'s str],
    line: usize,
    path: &'s str,
    text: &'s str,
    title: &'s str,
    uri: &'s str,
}

/// A section as it is printed.
#[derive(Serialize)]
struct SectionLine<'s> {
    uri: &'s str,
    path: &'s str,
    line: usize,
    title: &'s str,
    headings: &'s [&'s str],
    text: &'s str,
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    applies_to: &'s [String],
    digest: &'s str,
    #[serde(skip_serializing_if = "Option::is_none")]
    change: Option<SectionChange>,
}

/// The destination and the options of an export.
pub struct Export<'w> {
    /// The destination of the lines.
    pub out: &'w mut dyn Write,
    /// The earlier export to compare with, if any.
    pub earlier: Option<Earlier>,
    /// Whether hidden characters are escaped for a terminal.
    pub is_escaped: bool,
}

impl Export<'_> {
    /// Writes the sections of `name`, or of all categories if `name` is `None`. Returns whether the
    /// export is complete. Calls `wrong` with a message for everything that was left out.
    ///
    /// # Errors
    ///
    /// Returns an error if the lines cannot be written.
    pub fn write(
        mut self,
        server: &Server,
        name: Option<&str>,
        wrong: &mut dyn FnMut(&str),
    ) -> io::Result<Result<bool, Error>> {
        let (mut written, mut is_whole) = (Ok(()), true);
        let exported = server.export(name, &mut |exported| {
            let text = match exported {
                Exported::Section(section) => {
                    written = self.section(&section);
                    return match written {
                        Ok(()) => ControlFlow::Continue(()),
                        Err(_) => ControlFlow::Break(()),
                    };
                }
                Exported::Unreadable(document) => {
                    // Documents outside the sandbox are left out on purpose.
                    is_whole &= document.reason == FileError::Outside.into();
                    let reason = server.table.render(&document.reason);
                    format!("'{}': {reason}", escape_truncated(&document.path))
                }
                Exported::Missing(missing) => {
                    is_whole = false;
                    server.table.render(&missing)
                }
            };
            wrong(&text);
            ControlFlow::Continue(())
        });
        written?;
        if exported.is_ok() {
            self.gone()?;
        }
        Ok(exported.map(|()| is_whole))
    }

    fn section(&mut self, section: &ExportedSection<'_>) -> io::Result<()> {
        let canonical = Canonical {
            applies_to: section.applies_to,
            headings: &section.headings,
            line: section.line,
            path: section.path,
            text: section.text,
            title: section.title,
            uri: &section.uri,
        };
        let digest = Sha256::digest(serde_json::to_vec(&canonical)?);
        let change = match &mut self.earlier {
            Some(earlier) => match earlier.change(&section.uri, digest.into()) {
                None => return Ok(()),
                change => change,
            },
            None => None,
        };
        let digest: String = digest.iter().map(|byte| format!("{byte:02x}")).collect();
        self.line(&SectionLine {
            uri: &section.uri,
            path: section.path,
            line: section.line,
            title: section.title,
            headings: &section.headings,
            text: section.text,
            applies_to: section.applies_to,
            digest: &digest,
            change,
        })
    }

    /// Writes a line for each section that no longer exists, in the order of the earlier export.
    fn gone(&mut self) -> io::Result<()> {
        let earlier = self.earlier.take();
        for uri in earlier.iter().flat_map(Earlier::gone) {
            self.line(&json!({ "uri": uri, "change": SectionChange::Removed }))?;
        }
        Ok(())
    }

    fn line(&mut self, line: &impl Serialize) -> io::Result<()> {
        let line = serde_json::to_string(line)?;
        if self.is_escaped {
            writeln!(self.out, "{}", EscapedLines(&line))
        } else {
            writeln!(self.out, "{line}")
        }
    }
}

/// Prints the sections that `arguments` select, or their differences from an earlier export.
/// Returns the exit code.
///
/// # Errors
///
/// Returns a usage error if the earlier export cannot be read.
pub(super) fn run(context: Context, arguments: &ExportArguments) -> Result<u8, String> {
    let file = arguments.since.as_deref();
    let earlier = file.map(|file| Earlier::of_file(file, &context.table));
    let earlier = earlier.transpose()?;
    let (output, source) = (context.output, context.source.clone());
    let server = context.server();
    let name = arguments.name.as_deref();
    let mut exported = Ok(true);
    let printed = output.stream(|out| {
        let export = Export {
            out,
            earlier,
            is_escaped: output.is_terminal(),
        };
        exported = export.write(&server, name, &mut |wrong| say(wrong))?;
        Ok(())
    });
    Ok(match exported {
        Ok(true) => printed,
        Ok(false) => FAILURE,
        Err(error) => {
            let given = given_values([(Role::Name, arguments.name.clone())]);
            let mut tools = server.table.tools.iter();
            let tool = tools.find(|tool| tool.command == Some(Subcommand::Search));
            let tool = tool.ok_or("the table has no row for this command")?;
            let advice = advice(error.kind(), tool, &given, &server, &source);
            let wrong = no_project(&server, error.kind());
            let error = server.table.render(&error);
            output.complain(wrong.as_deref().unwrap_or(&error), &advice)
        }
    })
}
