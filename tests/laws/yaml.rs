//! The YAML law: any bytes load, or give an error with a place, in bounded time.

use mcp_guide::error::ProjectProblem;
use mcp_guide::operation::Operations;
use mcp_guide::project::Project;
use mcp_guide::spec::Table;

use super::{Verdict, ensure, watched};

/// What could not be loaded.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Refusal {
    /// The place; empty for the whole file.
    pub path: String,
    /// What is wrong there.
    pub problem: String,
}

/// The engine's spec table.
pub fn load_table(content: &[u8]) -> Result<(), Refusal> {
    match Table::load(content, "table.yaml", &Operations::native()) {
        Ok(_) => Ok(()),
        Err(error) => Err(Refusal {
            path: error.path,
            problem: error.problem,
        }),
    }
}

/// The engine's project file.
pub fn load_project(content: &[u8]) -> Result<(), Refusal> {
    match Project::parse(content) {
        Ok(_) => Ok(()),
        Err(fault) => Err(Refusal {
            path: fault.path,
            problem: match fault.problem {
                ProjectProblem::Syntax(text) => text,
                other => format!("{other:?}"),
            },
        }),
    }
}

/// How a problem without a path says where it is. The last ones concern the
/// content as a whole.
const PLACES: [&str; 8] = [
    " line ",
    " byte ",
    " position ",
    "missing field",
    "invalid type",
    "EOF",
    "more than one document",
    "repetition limit",
];

/// It loads or is refused, without a panic and soon; a refusal says what is
/// wrong, and where: by a path, by a line, by a byte, or because the content as
/// a whole is not a mapping with the fields that it needs.
pub fn yaml(content: &[u8], load: fn(&[u8]) -> Result<(), Refusal>) -> Verdict {
    let Some(refusal) = refused(content, load)? else {
        return Ok(());
    };
    ensure(!refusal.problem.is_empty(), || "nothing is said".into())?;
    if placed(&refusal) {
        return Ok(());
    }
    // The parser leaves out the place of the very first character: behind an
    // empty line the same fault has one.
    let moved = refused(&[b"\n", content].concat(), load)?;
    ensure(moved.as_ref().is_some_and(placed), || {
        format!("a refusal without a place: {refusal:?}")
    })
}

fn refused(
    content: &[u8],
    load: fn(&[u8]) -> Result<(), Refusal>,
) -> Result<Option<Refusal>, String> {
    let content = content.to_owned();
    watched("loading", move || load(&content).err())
}

fn placed(refusal: &Refusal) -> bool {
    let says = |word: &&str| refusal.problem.contains(*word);
    !refusal.path.is_empty() || PLACES.iter().any(says)
}
