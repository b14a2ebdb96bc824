//! Which servers the scenarios run against.

use std::collections::BTreeSet;

use conformance::command::{self, CommandLine};
use conformance::server::Server;

use crate::binary::{Http, Socket, Stdio, Stepwise};
use crate::engine::Engine;

/// The targets of this program, all of which run if `MCP_GUIDE_TARGET` is `all`.
const OURS: [&dyn Server; 5] = [&Engine, &Stdio, &Socket, &Stepwise, &Http];
/// How many of them run unless others are chosen.
const DEFAULT: usize = 2;

/// Returns the targets that `MCP_GUIDE_TARGET` selects; `requirements` are those that
/// `MCP_GUIDE_LACKS` may name.
///
/// # Errors
///
/// A variable that is missing or says what nothing has.
pub fn wanted(requirements: &BTreeSet<String>) -> Result<Vec<&'static dyn Server>, String> {
    let Ok(name) = std::env::var("MCP_GUIDE_TARGET") else {
        let (chosen, others) = OURS.split_at(DEFAULT);
        let others: Vec<_> = others.iter().map(|target| target.name()).collect();
        eprintln!("left out: the targets {}; MCP_GUIDE_TARGET=all runs them", others.join(", "));
        return Ok(chosen.to_vec());
    };
    if name == "all" {
        return Ok(OURS.to_vec());
    }
    if name == "command" {
        let Ok(line) = std::env::var(command::VARIABLE) else {
            return Err(format!("the target command needs {}", command::VARIABLE));
        };
        let lacks = std::env::var(command::LACKS).unwrap_or_default();
        let line = CommandLine::new(&line)
            .map_err(|problem| format!("{}: {problem}", command::VARIABLE))?
            .lacking(&lacks, requirements)?;
        let line = match std::env::var(command::URL) {
            Ok(url) => line.at(&url)?,
            Err(_) => line,
        };
        return Ok(vec![line.kept()]);
    }
    match OURS.into_iter().find(|target| target.name() == name) {
        Some(target) => Ok(vec![target]),
        None => Err(format!(
            "MCP_GUIDE_TARGET={name}: valid are all, engine, stdio, socket, stepwise, http, command"
        )),
    }
}
