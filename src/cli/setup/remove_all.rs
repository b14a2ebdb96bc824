//! Removes the entries of all clients, and lists what is left.

use super::file_edit::NOTHING;
use super::found_file::{self, FoundFile};
use super::{Client, Setup};
use crate::cli::Context;
use crate::cli::agents;
use crate::cli::command::SetupArguments;
use crate::cli::output::failed;
use crate::cli::screen::{aligned, width};
use crate::cli::source::project_folder;
use crate::cli::system::{from_home, state_folder};
use crate::documents::sandbox::Tree;
use crate::project::project_file::FILE_NAME;
use crate::text::escaped::Escaped;

/// Removes the entries from all files of the project, or from the user's files, and prints what was
/// done. Returns the exit code, which indicates a failure if a file cannot be edited.
pub(super) fn remove_all(context: &Context, arguments: &SetupArguments) -> u8 {
    let (mut text, mut errors) = (String::new(), Vec::new());
    let clients = match Client::all() {
        Ok(clients) => clients,
        Err(error) => return failed(&error),
    };
    for client in &clients {
        let setup = Setup::new(context, arguments, client);
        let done = setup.edits().and_then(|mut edits| {
            edits.retain(|edit| arguments.user || edit.files.0.is_some());
            edits.iter_mut().for_each(|edit| edit.is_quiet = true);
            setup.edit_all(&edits)
        });
        match done {
            Ok(done) => text += &done.text,
            Err(error) => errors.push(error.replace(NOTHING, "")),
        }
    }
    errors.dedup();
    if text.is_empty() && errors.is_empty() {
        text += "No file has an entry.\n";
    }
    text += &if arguments.dry_run {
        "Nothing was written.\n".to_owned()
    } else {
        left(context, arguments, &clients)
    };
    let printed = context.output.print(&text);
    if errors.is_empty() {
        printed
    } else {
        failed(&errors.join("\n"))
    }
}

/// Returns a list of what is left of this program, and how to remove it.
fn left(context: &Context, arguments: &SetupArguments, clients: &[Client]) -> String {
    let folder = project_folder(&context.source);
    let (has_guide, has_block) = Tree::ambient(&folder).map_or((false, false), |tree| {
        (tree.has(FILE_NAME), agents::has_block(&tree))
    });
    let has_entry = |is_of_user: bool| {
        let files = clients
            .iter()
            .flat_map(|client| found_file::files(&context.table, client, &folder));
        let mut files = files.filter(|file| file.is_of_user == is_of_user);
        files.any(|file: FoundFile| !file.is_without())
    };
    let state = state_folder()
        .ok()
        .filter(|folder| Tree::ambient(folder).is_ok());
    let shown = state.as_deref().map(from_home).unwrap_or_default();
    let shown = Escaped(&shown).to_string();
    let rows = [
        (has_guide, FILE_NAME, ""),
        (
            has_block,
            "blocks in AGENTS.md and similar files",
            "mcp-guide agents --remove",
        ),
        (
            arguments.user && has_entry(false),
            "entries in this project's files",
            "mcp-guide setup --remove --all",
        ),
        (
            !arguments.user && has_entry(true),
            "entries in your own files",
            "mcp-guide setup --remove --all --user",
        ),
        (
            state.is_some(),
            "the state of hooks, and copies of files",
            &shown,
        ),
    ];
    let left = rows.into_iter().filter(|(is_left, ..)| *is_left);
    let rows: Vec<Vec<String>> = left
        .map(|(_, what, how)| vec![format!("  {what}"), how.to_owned()])
        .collect();
    if rows.is_empty() {
        return String::new();
    }
    format!("What is left:\n{}", aligned(rows, width()))
}
