//! The report on entries whose project is not the one here.

use super::Doctor;
use super::project::server;
use crate::cli::setup::client::Client;
use crate::cli::setup::found_file::{self, EntryKind, FoundFile};
use crate::cli::source::project_folder;
use crate::documents::file_error::FileError;
use crate::documents::sandbox::{Tree, ambient};
use crate::project::session::{Roots, Source};
use crate::text::escaped::Escaped;

/// What the folder of an entry is, if it is not in the project here.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Elsewhere {
    Missing,
    Unopened(FileError),
    /// The folder is in another project.
    Other,
}

impl Doctor<'_> {
    /// Reports the entries of a file whose folder does not exist, or is in another project. `files`
    /// are all files of the client.
    pub(super) fn places(&mut self, client: &Client, file: &FoundFile, files: &[FoundFile]) {
        let mut found: Vec<(Source, Elsewhere, Vec<&str>)> = Vec::new();
        for (kind, source) in file.sources(client) {
            let Some(elsewhere) = self.elsewhere(kind, &source) else {
                continue;
            };
            let kind = match kind {
                EntryKind::Server => "server",
                EntryKind::Hook => "hook",
            };
            match found
                .iter_mut()
                .find(|(known, problem, _)| (known, problem) == (&source, &elsewhere))
            {
                Some((_, _, kinds)) if kinds.contains(&kind) => {}
                Some((_, _, kinds)) => kinds.push(kind),
                None => found.push((source, elsewhere, vec![kind])),
            }
        }
        for (source, elsewhere, kinds) in found {
            let kinds = kinds.join(" and ");
            self.place(client, file, files, &source, &elsewhere, &kinds);
        }
    }

    fn place(
        &mut self,
        client: &Client,
        file: &FoundFile,
        files: &[FoundFile],
        source: &Source,
        elsewhere: &Elsewhere,
        kinds: &str,
    ) {
        let shown = Escaped(&file.shown);
        let path = project_folder(source);
        let path = Escaped(path.as_str());
        let what = match elsewhere {
            Elsewhere::Missing => "which does not exist".to_owned(),
            Elsewhere::Unopened(error) => {
                let reason = self.context.table.render(error);
                format!("which cannot be opened: {reason}")
            }
            Elsewhere::Other if file.is_of_user => {
                // The user's file of this client serves one project, which need not be this one.
                let has_own = files
                    .iter()
                    .any(|found| !found.is_of_user && found.has_server());
                let setup = format!("mcp-guide setup {}", client.name);
                let remedy = if !client.has_project_file() {
                    format!(". To serve this project instead: {setup} --force")
                } else if has_own {
                    String::new()
                } else {
                    format!(". To serve this project: {setup}")
                };
                return self.line(&format!(
                    "{shown} starts the {kinds} only for another project, {path}{remedy}"
                ));
            }
            Elsewhere::Other => "which is another project".to_owned(),
        };
        let is_named = matches!(source, Source::Named(_));
        let setup = found_file::setup_command(client, file, is_named);
        self.wrong(&format!(
            "{shown} starts the {kinds} in {path}, {what}. Run: {setup}"
        ));
    }

    /// Returns what the folder of an entry is, or `None` if it is in the project here.
    fn elsewhere(&self, kind: EntryKind, source: &Source) -> Option<Elsewhere> {
        let folder = match ambient::canonical(&project_folder(source)) {
            Ok(folder) => folder,
            Err(FileError::Missing | FileError::NotDirectory) => return Some(Elsewhere::Missing),
            Err(error) => return Some(Elsewhere::Unopened(error)),
        };
        if let Err(error) = Tree::ambient(&folder) {
            return Some(Elsewhere::Unopened(error));
        }
        let source = match source {
            Source::Start(_) => Source::Start(folder.clone()),
            source => source.clone(),
        };
        let there = server(self.context, source).session;
        let bound = there.bind(&Roots::None).ok();
        let here = server(self.context, self.context.source.clone()).session;
        let own = here.bind(&Roots::None).ok();
        // A hook finds the project of a linked working tree, whatever project its entry gives.
        let is_of_hook = kind == EntryKind::Hook;
        let both = own.as_ref().zip(bound.as_ref()).filter(|_| is_of_hook);
        if both.is_some_and(|(own, bound)| own.is_of_same_repository(bound)) {
            return None;
        }
        // The folder of a project that cannot be loaded is known, too.
        let other = there.last_folder().unwrap_or(folder);
        let known = here.last_folder();
        let known = known.unwrap_or_else(|| found_file::folder(self.context));
        (Tree::ambient(&other) != Tree::ambient(&known)).then_some(Elsewhere::Other)
    }
}
