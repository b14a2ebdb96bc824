//! Calls `for` in the base's project, and prints the answer.

use serde_json::{Map, Value, from_str, json};

use super::effect::Changes;
use crate::cli::Context;
use crate::cli::call::{given_values, prepare, reply};
use crate::cli::check::check_arguments::ReportFormat;
use crate::cli::command::ForArguments;
use crate::cli::no_project::no_project;
use crate::cli::output::{Output, say};
use crate::project::session::Session;
use crate::server::Server;
use crate::table::{Role, Subcommand, Tool};
use crate::text::counted::counted;
use crate::text::escaped::escape_truncated;
use crate::write::reply::{ErrorKind, Failure, Reply, ReplyValue};

/// The heading of the findings.
const HEADING: &str = "What this change does to rules:\n";
/// The heading of the texts of changed rules that apply to no changed file.
const TOUCHED: &str = "\nChanged rules of the base, for other files:\n";

/// A call of the tool that `for` uses.
pub(super) struct Question {
    server: Server,
    tool: Tool,
    arguments: Map<String, Value>,
    is_empty: bool,
}

impl Question {
    /// Creates a call for the base's project. `paths` are the changed files, relative to the
    /// project's folder.
    ///
    /// # Errors
    ///
    /// Returns a usage error if the value of `--in` cannot be used.
    pub fn new(base: Context, paths: &[String], arguments: &ForArguments) -> Result<Self, String> {
        // Paths in a NUL-separated list are taken literally.
        let ended: String = paths.iter().map(|path| format!("{path}\0")).collect();
        let (name, source) = (arguments.name.clone(), base.source.clone());
        let mut given = given_values([(Role::Path, Some(ended)), (Role::Name, name)]);
        let (mut server, tool, values) = prepare(base, Subcommand::For, &mut given)?;
        server.response_bytes = arguments.reply.bytes;
        server.session = Session::new(source).confined();
        Ok(Self {
            server,
            tool,
            arguments: values,
            is_empty: paths.is_empty(),
        })
    }

    /// Returns the answer, or `None` if no file of the project has changed.
    ///
    /// # Errors
    ///
    /// Returns an error if the table has no tool for the call.
    pub fn reply(&self) -> Result<Option<Reply>, String> {
        if self.is_empty {
            Ok(None)
        } else {
            reply(&self.server, &self.tool.name, &self.arguments).map(Some)
        }
    }

    /// Prints the reason for `failure`, and returns the exit code.
    pub fn complain(&self, output: Output, failure: &Failure) -> u8 {
        // The base is in a temporary folder, so no command fixes the problem there.
        let error = self.server.bound().err();
        let error = error.filter(|_| matches!(failure.error_type, ErrorKind::NoSession));
        let wrong = error.map(|error| no_project(&self.server.table, &error));
        let wrong = wrong.as_deref().unwrap_or(&failure.error);
        output.complain(
            &format!("The rules of the base cannot be read: {wrong}"),
            "Compare with a commit whose rules can be read.",
        )
    }

    /// Prints the rules and the findings in the format that `arguments` select, and returns the
    /// exit code.
    pub fn print(
        &self,
        output: Output,
        reply: Option<&Reply>,
        changes: &Changes,
        arguments: &ForArguments,
    ) -> u8 {
        let report = &changes.report;
        if let Some(format) = arguments.change.format {
            return output.print(&report.text(format));
        }
        if arguments.reply.json {
            let whole = reply.map_or_else(
                || Value::Object(Map::new()),
                |reply| parsed(&reply.to_string()),
            );
            let Value::Object(mut whole) = whole else {
                return output.print(&report.text(ReportFormat::Json));
            };
            whole.insert(
                "changes".to_owned(),
                parsed(&report.text(ReportFormat::Json)),
            );
            let rules = changes.touched.iter();
            let rules = rules.map(|rule| json!({ "path": rule.path, "text": rule.text }));
            whole.insert("touched".to_owned(), rules.collect());
            return output.print(&format!("{}\n", Value::Object(whole)));
        }
        let success = reply.and_then(|reply| reply.result.as_ref().ok());
        if let Some(message) = success.and_then(|success| success.message.as_ref()) {
            say(message);
        }
        // An answer has an instruction only if the limit left something out.
        let is_cut = success.is_some_and(|success| success.instruction.is_some());
        let value = success.map_or(&ReplyValue::Empty, |success| &success.value);
        match value {
            ReplyValue::Empty if self.is_empty => {
                say("No file of the project differs. Uncommitted changes are not compared.");
            }
            ReplyValue::Empty => say("No rule of the base applies to the files that differ."),
            _ if is_cut => say("For the rest, raise the limit with --bytes."),
            _ => {}
        }
        let screen = output.screen(&self.server.table, None);
        let mut text = match (&screen, value) {
            (Some(screen), ReplyValue::Message(message)) => screen.documents(message),
            (Some(screen), ReplyValue::Text { body, media_type }) => {
                screen.document(body, media_type)
            }
            (_, value) => value.to_string(),
        };
        if !report.findings.is_empty() {
            if !text.is_empty() && !text.ends_with('\n') {
                text.push('\n');
            }
            if !text.is_empty() {
                text.push('\n');
            }
            text += HEADING;
            text += &match &screen {
                Some(screen) => report.shown(screen),
                None => report.text(ReportFormat::Text),
            };
        }
        text += &touched(changes, arguments.reply.bytes, &text);
        match screen {
            Some(_) => output.shown(&text),
            None => output.print(&text),
        }
    }
}

/// Returns the texts of the rules in `changes.touched`. If the text of a rule does not fit into the
/// limit in bytes after `printed`, returns a line about the rule instead.
fn touched(changes: &Changes, most: Option<u64>, printed: &str) -> String {
    let mut text = String::new();
    for rule in &changes.touched {
        let body = rule.text.as_deref().unwrap_or_default();
        let room = most.unwrap_or(changes.most_bytes);
        let path = escape_truncated(&rule.path);
        if (printed.len() + text.len() + body.len()) as u64 > room {
            text += &format!(
                "- '{path}': {}, which exceed the limit\n",
                counted(body.len(), "byte", "bytes")
            );
            continue;
        }
        text += &format!("- '{path}':\n");
        text.extend(body.lines().map(|line| format!("  {line}\n")));
    }
    if text.is_empty() {
        text
    } else {
        format!("{TOUCHED}{text}")
    }
}

/// Parses `text` as JSON. Returns null if `text` is invalid.
fn parsed(text: &str) -> Value {
    from_str(text).unwrap_or_default()
}
