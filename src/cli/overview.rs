//! What `mcp-guide` alone says to a person: what the project serves, and what to do next.

use clap::CommandFactory;

use super::arguments::{Cli, session};
use super::output::{INIT, counted, quoted, say};
use super::terminal::{aligned, width};
use super::{Context, USAGE};
use crate::project::error::SessionError;
use crate::project::session::Roots;
use crate::text::escape::{Escaped, escape_truncated};

/// How many categories are named.
const MOST: usize = 5;
/// What to do in a project.
const NEXT: &str = "\
Next:
  mcp-guide setup CLIENT         connects an agent, and gives it the rules
  mcp-guide for --explain FILE   shows which rules apply to a file
  mcp-guide search WORDS         finds passages
  mcp-guide check                finds what cannot be served
All commands: mcp-guide --help
";

/// Prints it, and returns the exit code: that of a usage error where there is no project.
pub(super) fn run(context: &Context) -> u8 {
    let session = session(context.project.as_deref());
    let bound = match session.bind(&Roots::None) {
        Ok(bound) => bound,
        Err(SessionError::Nowhere(_)) => {
            say(&format!("{}\n{INIT}", Cli::command().render_usage()));
            return USAGE;
        }
        Err(error) => {
            say(&context.table.said(&error));
            return USAGE;
        }
    };
    let project = &bound.project;
    let (categories, collections) = (project.categories.len(), project.collections.len());
    let mut text = format!(
        "{} serves {} and {}:\n",
        Escaped(&session.file_name()),
        counted(categories as u64, "category", "categories"),
        counted(collections as u64, "collection", "collections"),
    );
    let named = project
        .categories
        .iter()
        .take(MOST)
        .map(|(name, category)| {
            let description = category.description.as_deref().unwrap_or_default();
            vec![format!("  {}", quoted(name)), escape_truncated(description)]
        });
    text += &aligned(&named.collect::<Vec<_>>(), width());
    if categories > MOST {
        text += &format!("  and {} more: mcp-guide list\n", categories - MOST);
    }
    context.output.print(&(text + NEXT))
}
