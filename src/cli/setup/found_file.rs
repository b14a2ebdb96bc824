//! The clients' files that exist here, and our entries in them.

use camino::{Utf8Path, Utf8PathBuf};

use super::client::{Client, ClientFiles};
use super::file_edit::{MAX_BYTES, user_file};
use super::trusts::plugin;
use super::{
    BOM,
    own_command::{self, own_command},
    server_entry::{self, server_entry},
};
use crate::cli::Context;
use crate::cli::command::Command;
use crate::cli::output::unedited;
use crate::cli::screen::{aligned, width};
use crate::cli::source::project_folder;
use crate::cli::system::from_home;
use crate::documents::file_error::FileError;
use crate::documents::sandbox::{Tree, ambient};
use crate::project::project_error::SessionError;
use crate::project::project_file::FILE_NAME;
use crate::project::session::Source;
use crate::table::Table;
use crate::text::escaped::Escaped;

/// What an entry of ours starts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::cli) enum EntryKind {
    Server,
    Hook,
}

/// A client's file that exists.
pub(in crate::cli) struct FoundFile {
    /// The path for display.
    pub shown: String,
    pub is_of_user: bool,
    /// The words of the server's entry, even if it starts another program.
    pub server: Option<Vec<String>>,
    /// The words of the commands that call our hook, without duplicates.
    pub hooks: Vec<Vec<String>>,
    /// Whether the server's entry belongs to another program.
    pub is_foreign: bool,
    /// The reason why the file cannot be read or edited, if any.
    pub error: Option<String>,
}

impl FoundFile {
    /// Returns whether the file starts our server.
    pub fn has_server(&self) -> bool {
        let command = self.server.as_deref().and_then(own_command);
        matches!(command, Some(Command::Serve { .. }))
    }

    /// Returns whether the file contains none of our entries.
    pub fn is_without(&self) -> bool {
        !self.has_server() && self.hooks.is_empty()
    }

    /// Returns whether the file has entries of ours, and all of them give the project explicitly. A
    /// project that is given explicitly may read files outside its folder.
    pub fn names_project(&self) -> bool {
        let server = self.server.iter().filter(|_| self.has_server());
        !self.is_without()
            && server
                .chain(&self.hooks)
                .all(|words| own_command::names_project(words))
    }

    /// Returns the programs that our entries start.
    pub fn programs(&self) -> Vec<&str> {
        let server = self.server.iter().filter(|_| self.has_server());
        let words = server.chain(&self.hooks);
        let mut programs: Vec<&str> = Vec::new();
        for program in words.flat_map(|words| words.first()) {
            if !programs.contains(&&**program) {
                programs.push(program);
            }
        }
        programs
    }

    /// Returns where our entries look for the project, if they give an absolute path that the
    /// client does not expand.
    pub fn sources(&self, client: &Client) -> Vec<(EntryKind, Source)> {
        let server = self.server.iter().filter(|_| self.has_server());
        let server = server.map(|words| (EntryKind::Server, words));
        let hooks = self.hooks.iter().map(|words| (EntryKind::Hook, words));
        let entries = server.chain(hooks);
        let entries = entries.filter_map(|(kind, words)| Some((kind, own_command::source(words)?)));
        let is_plain = |(_, source): &(EntryKind, Source)| {
            let path = project_folder(source);
            let mut marks = client.expands.iter();
            path.is_absolute() && !marks.any(|mark| path.as_str().contains(mark))
        };
        entries.filter(is_plain).collect()
    }

    /// Returns the programs that our entries start and that do not exist.
    pub fn missing(&self) -> impl Iterator<Item = &str> {
        let programs = self.programs().into_iter();
        programs.filter(|program| !ambient::has_program(program))
    }
}

/// Returns the requested folder, or the nearest folder above it with a guide or a repository. The
/// project there need not be loaded. If a project is given explicitly, returns the requested
/// folder.
pub(in crate::cli) fn folder(context: &Context) -> Utf8PathBuf {
    let asked = project_folder(&context.source);
    let Ok(full) = ambient::canonical(&asked) else {
        return asked;
    };
    let is_top = |folder: &&Utf8Path| {
        let has = |tree: &Tree| tree.has(FILE_NAME) || tree.has(".git");
        Tree::ambient(folder).is_ok_and(|tree| has(&tree))
    };
    let top = full
        .ancestors()
        .find(is_top)
        .filter(|_| context.named().is_none());
    top.map_or(full.clone(), Utf8Path::to_owned)
}

/// Returns a source that gives the project explicitly. Returns `None` unless the project was found
/// by a search and, according to `error`, cannot be loaded.
pub(in crate::cli) fn named(context: &Context, error: &SessionError) -> Option<Source> {
    let is_found = context.named().is_none() && matches!(error, SessionError::Unloadable(_));
    is_found.then(|| Source::Named(folder(context)))
}

/// Returns the files of a client that exist in a folder and in the home directory.
pub(in crate::cli) fn files(table: &Table, client: &Client, folder: &Utf8Path) -> Vec<FoundFile> {
    let mut all: Vec<ClientFiles<'_>> = vec![client.files()];
    all.extend(client.hook.iter().flat_map(|hook| hook.files()));
    let mut seen: Vec<Utf8PathBuf> = Vec::new();
    let mut found = Vec::new();
    let in_project = all.iter().flat_map(|pair| Some((pair.0?, *pair)));
    let in_project =
        in_project.map(|(file, pair)| (folder.join(file), file.to_string(), false, pair));
    let of_user = all
        .iter()
        .flat_map(|pair| Some((user_file(client, pair.1).ok()?, *pair)));
    let of_user = of_user.map(|(path, pair)| (path.clone(), from_home(&path), true, pair));
    for (path, shown, is_of_user, pair) in in_project.chain(of_user) {
        if seen.contains(&path) {
            continue;
        }
        let text = ambient::read_at_most(&path, MAX_BYTES).and_then(|text| {
            String::from_utf8(text)
                .map_err(|error| FileError::Encoding(error.utf8_error().valid_up_to()))
        });
        let (text, error) = match text {
            Err(FileError::Missing | FileError::NotDirectory) => continue,
            Err(error) => (String::new(), Some(unedited(table, &error))),
            Ok(text) => (text, None),
        };
        let is_foreign = pair == client.files() && server_entry::is_foreign(client, &text);
        let error = error.or_else(|| {
            let text = text.strip_prefix(BOM).unwrap_or(&text);
            let bare = client.bare(pair, text).err();
            bare.filter(|_| !is_foreign && !text.is_empty())
        });
        let mut hooks = server_entry::hook_entries(client, &text);
        hooks.dedup();
        found.push(FoundFile {
            shown,
            is_of_user,
            server: server_entry(client, &text),
            hooks,
            is_foreign,
            error,
        });
        seen.push(path);
    }
    found
}

/// Returns all clients, each with its files that exist here. A client has no files if all of them
/// are hook files that it shares with another client, and only the other client is set up.
pub(in crate::cli) fn clients(context: &Context) -> Vec<(Client, Vec<FoundFile>)> {
    let folder = folder(context);
    let clients = Client::all().unwrap_or_default().into_iter();
    let mut clients: Vec<_> = clients
        .map(|client| {
            let files = files(&context.table, &client, &folder);
            (client, files)
        })
        .collect();
    let is_others = |(client, files): &(Client, Vec<FoundFile>)| {
        let has_server = |files: &[FoundFile]| files.iter().any(FoundFile::has_server);
        let is_set_up = |(other, found): &&(Client, Vec<FoundFile>)| {
            other.name != client.name
                && other.hook_name() == client.hook_name()
                && (has_server(found)
                    || plugin(other).is_some()
                    || other.name == client.hook_name())
        };
        let has = |file: &FoundFile, found: &[FoundFile]| {
            found.iter().any(|other| other.shown == file.shown)
        };
        let mut others = clients.iter().filter(is_set_up);
        !has_server(files) && others.any(|(_, found)| files.iter().all(|file| has(file, found)))
    };
    let others: Vec<bool> = clients.iter().map(is_others).collect();
    for ((_, files), is_others) in clients.iter_mut().zip(others) {
        if is_others {
            files.clear();
        }
    }
    clients
}

/// Returns a list of the clients' files that exist here, and of our entries in them.
///
/// # Errors
///
/// Returns an error if the table of clients cannot be read.
pub(super) fn list(context: &Context) -> Result<String, String> {
    let folder = folder(context);
    let mut rows = vec![vec![
        "Client".to_owned(),
        "File".to_owned(),
        "Has".to_owned(),
    ]];
    let clients = Client::all()?;
    for client in &clients {
        for file in files(&context.table, client, &folder) {
            let has = match (file.has_server(), !file.hooks.is_empty()) {
                (true, true) => "server, hook",
                (true, false) => "server",
                (false, true) => "hook",
                (false, false) => "–",
            };
            rows.push(vec![client.name.clone(), file.shown, has.to_owned()]);
        }
    }
    let names: Vec<&str> = clients.iter().map(|client| &*client.name).collect();
    let mut text = match rows.len() {
        1 => "No client has files here or in your home folder.\n".to_owned(),
        _ => aligned(rows, width()),
    };
    text += &format!(
        "To connect a client: mcp-guide setup CLIENT\nTo see what does not work: mcp-guide doctor\nThe clients: {}\n",
        names.join(", ")
    );
    Ok(text)
}

/// Returns a line for each of our entries that starts a program that does not exist.
pub(in crate::cli) fn missing_programs(context: &Context) -> Vec<String> {
    let mut lines = Vec::new();
    for (client, files) in &clients(context) {
        for file in files {
            lines.extend(file.missing().map(|program| missing(client, file, program)));
        }
    }
    lines
}

/// Returns a message that a program does not exist, with a remedy.
pub(in crate::cli) fn missing(client: &Client, file: &FoundFile, program: &str) -> String {
    if Utf8Path::new(program).components().count() == 1 {
        return format!(
            "{} starts {}, which is not on PATH: install it, or add its folder to PATH",
            Escaped(&file.shown),
            Escaped(program)
        );
    }
    format!(
        "{} starts {}, which does not exist. Run: {}",
        Escaped(&file.shown),
        Escaped(program),
        setup_command(client, file, file.names_project())
    )
}

/// Returns the command that writes our entries in `file` again. `names_project` says whether they
/// give the project's path. Entries in the user's file never do.
pub(in crate::cli) fn setup_command(
    client: &Client,
    file: &FoundFile,
    names_project: bool,
) -> String {
    let user = if file.is_of_user && client.has_project_file() {
        " --user"
    } else {
        ""
    };
    let is_named = !file.is_of_user && names_project;
    let project = if is_named { "--project . " } else { "" };
    format!("mcp-guide {project}setup {}{user}", client.name)
}
