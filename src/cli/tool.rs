//! A call of a tool from the command line, and what is said of its reply.

use crate::cli::advice::{Asked, advice, no_matches};
use crate::cli::output::{FAILURE, Output, say};
use crate::dispatch::{Call, Dispatcher};
use crate::project::session::Roots;
use crate::render::reply::{Shape, Success};
use crate::spec::{Role, Tool};
use crate::text::query::quoted;
use serde_json::{Map, Value};

/// What a person gave a subcommand.
#[derive(Debug, Default)]
pub(super) struct Given {
    pub name: Option<String>,
    pub pattern: Option<String>,
    pub document: Option<String>,
    pub section: Option<String>,
    pub query: Option<String>,
}

impl Given {
    /// The arguments of this row.
    ///
    /// # Errors
    ///
    /// When the row has none of that role.
    pub fn arguments(self, row: &Tool) -> Result<Map<String, Value>, String> {
        let roles = [
            (Role::Name, self.name),
            (Role::Pattern, self.pattern),
            (Role::Document, self.document),
            (Role::Section, self.section),
            (Role::Query, self.query),
        ];
        let mut arguments = Map::new();
        for (role, value) in roles {
            if let Some(value) = value {
                let (argument, _) = row
                    .argument(role)
                    .ok_or_else(|| format!("{} takes no such argument", row.name))?;
                arguments.insert(argument.to_owned(), Value::String(value));
            }
        }
        Ok(arguments)
    }
}

/// The query of the words of a command line, each as it stands.
pub(super) fn query(words: &[String]) -> String {
    let words = words.iter().map(|word| quoted(word));
    words.collect::<Vec<_>>().join(" ")
}

/// Runs a call and prints its reply: in a person's words where one asked, else as
/// JSON.
///
/// # Errors
///
/// When there is no such tool.
pub(super) fn answer(
    engine: &Dispatcher,
    output: Output,
    tool: &str,
    arguments: &Map<String, Value>,
    asked: Option<&Asked<'_>>,
) -> Result<u8, String> {
    let call = Call {
        tool,
        arguments,
        roots: &Roots::None,
        cancelled: &|| false,
    };
    let reply = engine
        .call(&call)
        .map_err(|no_reply| no_reply.to_string())?;
    let Some(asked) = asked else {
        let printed = output.result(&reply);
        return Ok(if reply.is_failure() { FAILURE } else { printed });
    };
    Ok(match &reply.result {
        Ok(success) => {
            let advice = beside(asked, success);
            for said in success.message.iter().chain(&advice) {
                say(said);
            }
            output.value(success, asked.query)
        }
        Err(failure) => {
            let advice = advice(engine, asked, failure.error_type);
            output.complain(&failure.error, &advice)
        }
    })
}

/// What a person can do where an agent is told to do something after a success: it
/// is one without documents, or not with all.
fn beside(asked: &Asked<'_>, success: &Success) -> Option<String> {
    success.instruction.as_ref()?;
    Some(match success.shape == Shape::Empty {
        true => no_matches(asked.name),
        false => {
            "For the rest, give a narrower pattern or raise limits.response_bytes in guide.yaml."
                .to_owned()
        }
    })
}
