//! The clients that `reach` shows.

use camino::Utf8Path;

use crate::cli::hook::Environment;
use crate::cli::setup::client::{Client, Hook};
use crate::cli::setup::{found_file, trusts};
use crate::table::Table;
use crate::text::escaped::escape_truncated;
use crate::text::truncated::near;
use rule_files::Dialects;

/// A client that is mentioned in the rows of rule files, or that has a row in `spec/clients.yaml`.
pub(in crate::cli) struct Column {
    pub name: String,
    /// The client's name in the rows of rule files.
    pub row: String,
    client: Option<Client>,
    /// Whether the client has files in the project or in the home folder.
    pub is_here: bool,
    /// Whether one of these files calls mcp-guide's hook.
    pub is_set_up: bool,
    /// What decides which rule files the client loads by itself.
    pub reads: rule_files::Client,
}

impl Column {
    /// Returns the clients in `asked`, or all clients with a hook or known rule files if `asked` is
    /// empty. In the second case, clients that have files in `folder` or in the home folder come
    /// first.
    ///
    /// # Errors
    ///
    /// Returns an error if a name in `asked` belongs to no client. The error suggests similar names.
    pub fn all(table: &Table, folder: &Utf8Path, asked: &[String]) -> Result<Vec<Self>, String> {
        let dialects = &table.formats.dialects;
        if !asked.is_empty() {
            let mut columns: Vec<Self> = Vec::new();
            for name in asked {
                let column = Self::named(table, folder, name)?;
                if !columns.iter().any(|known| known.name == column.name) {
                    columns.push(column);
                }
            }
            return Ok(columns);
        }
        let mut columns: Vec<Self> = Vec::new();
        for client in Client::all()? {
            let column = Self::of(table, folder, client);
            match columns.iter_mut().find(|known| known.row == column.row) {
                Some(known) => {
                    known.is_here |= column.is_here;
                    known.is_set_up |= column.is_set_up;
                }
                None => columns.push(Self {
                    name: column.row.clone(),
                    ..column
                }),
            }
        }
        columns.retain(|column| {
            column.hook().is_some() || readers(dialects).any(|name| name == column.row)
        });
        for name in readers(dialects) {
            if !columns.iter().any(|column| column.row == name) {
                columns.push(Self::of_rows(name));
            }
        }
        columns.sort_by_key(|column| !column.is_here);
        Ok(columns)
    }

    /// Finds a client by its name.
    ///
    /// # Errors
    ///
    /// Returns an error if no client has this name.
    fn named(table: &Table, folder: &Utf8Path, name: &str) -> Result<Self, String> {
        let dialects = &table.formats.dialects;
        if let Ok(client) = Client::find(name) {
            // An old name of a client may be the current name of another client in the rows.
            if client.name == name || !readers(dialects).any(|reader| reader == name) {
                return Ok(Self::of(table, folder, client));
            }
        }
        if readers(dialects).any(|reader| reader == name) {
            return Ok(Self::of_rows(name));
        }
        let clients = Client::all()?;
        let mut known: Vec<&str> = clients.iter().map(|client| &*client.name).collect();
        known.extend(
            readers(dialects).filter(|reader| !clients.iter().any(|client| client.name == *reader)),
        );
        known.dedup();
        let meant = match near(name, &known) {
            near if near.is_empty() => format!("the clients are {}", known.join(", ")),
            near => format!("did you mean {}?", near.join(" or ")),
        };
        Err(format!(
            "--client {}: unknown client; {meant}",
            escape_truncated(name)
        ))
    }

    /// Returns the column of a client that `setup` knows. `folder` is the project's folder, where the
    /// client's files are looked up.
    fn of(table: &Table, folder: &Utf8Path, client: Client) -> Self {
        let files = found_file::files(table, &client, folder);
        let plugin = trusts::plugin(&client);
        let has_hook = files.iter().any(|file| !file.hooks.is_empty());
        Self {
            name: client.name.clone(),
            row: client.hook_name().to_owned(),
            is_here: !files.is_empty() || plugin.is_some(),
            is_set_up: has_hook || plugin.is_some(),
            reads: client.reads.clone(),
            client: Some(client),
        }
    }

    /// Returns the column of a client that only the rows of rule files name.
    fn of_rows(name: &str) -> Self {
        Self {
            name: name.to_owned(),
            row: name.to_owned(),
            client: None,
            is_here: false,
            is_set_up: false,
            reads: rule_files::Client::default(),
        }
    }

    /// Returns the client's hook, if it can have one.
    pub fn hook(&self) -> Option<&Hook> {
        self.client.as_ref()?.hook.as_ref()
    }

    /// Returns the files of a project that contain the client's settings or that `setup` writes.
    pub fn project_files(&self) -> Vec<&str> {
        self.client
            .as_ref()
            .map_or_else(Vec::new, Client::project_files)
    }

    /// Returns the client's settings in the environment of this process.
    pub fn environment(&self) -> Environment {
        let client = self.client.as_ref();
        client.map_or_else(Environment::default, |client| {
            Environment::of(client, |name| std::env::var(name).ok())
        })
    }

    /// Returns whether the client's reading of rule files was measured. A client that shares another
    /// client's rows was not measured.
    pub fn is_measured(&self, dialects: &Dialects) -> bool {
        let mut rows = dialects.dialects.iter();
        self.name == self.row && rows.any(|row| row.is_measured_with(&self.row))
    }

    /// Returns whether the file at `path` is one of the client's rule files.
    pub fn reads(&self, dialects: &Dialects, path: &str) -> bool {
        let row = dialects.row_of(path).map(|(row, _)| row);
        row.is_some_and(|row| row.load_of(&self.row).is_some())
    }
}

/// Returns the clients in the rows of rule files. A client may occur several times.
fn readers(dialects: &Dialects) -> impl Iterator<Item = &str> {
    let loads = dialects.dialects.iter().flat_map(|dialect| &dialect.loads);
    loads.map(|load| &*load.client)
}
