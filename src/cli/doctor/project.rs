//! The report on the project: what it serves, and what it cannot serve.

use std::sync::Arc;

use super::Doctor;
use crate::cli::output::quoted;
use crate::cli::setup::found_file;
use crate::cli::{Context, no_project};
use crate::documents::dir_error::DirError;
use crate::project::bound_project::BoundProject;
use crate::project::session::{Session, Source};
use crate::server::Server;
use crate::text::counted::counted;
use crate::text::escaped::Escaped;

/// Returns a server for the project of `source`.
pub(super) fn server(context: &Context, source: Source) -> Server {
    Server::new(Arc::clone(&context.table), Session::new(source))
}

impl Doctor<'_> {
    pub(super) fn project(&mut self) {
        self.text += &format!("mcp-guide {}\n", env!("CARGO_PKG_VERSION"));
        let context = self.context;
        let here = server(context, context.source.clone());
        match here.bound() {
            Ok(bound) => self.served(bound, ""),
            Err(error) => {
                let said = no_project::here(&context.table, &here.session, &error);
                let named = found_file::named(context, &error);
                match named.and_then(|named| server(context, named).bound().ok()) {
                    Some(bound) if self.has_named() => {
                        self.unserved = Some("nothing is served".to_owned());
                        self.served(bound, ", only with --project");
                    }
                    Some(_) => self.wrong(&format!(
                        "project: {said}. It is served only with --project: mcp-guide --project . \
                         setup CLIENT"
                    )),
                    None => self.wrong(&format!("project: {said}")),
                }
            }
        }
    }

    /// Reports what the project serves.
    fn served(&mut self, bound: BoundProject, only: &str) {
        let (source, how) = if bound.is_found() {
            ("without a guide.yaml", ", found by file names")
        } else {
            ("from its guide.yaml", "")
        };
        let project = &bound.project;
        let folder = bound.folder().path().unwrap_or_default();
        let folder = Escaped(&folder);
        let (categories, collections) = (project.categories.len(), project.collections.len());
        if bound.is_found() && categories == 0 {
            self.wrong(&format!(
                "project: {folder}, {source}: nothing is served (0 categories). There is no rule \
                 file, README or docs here: go to the project's folder, or add a rule file"
            ))
        } else {
            self.line(&format!(
                "project: {folder}, {source}: {} and {}{how}{only}",
                counted(categories as u64, "category", "categories"),
                counted(collections as u64, "collection", "collections"),
            ))
        }
        for missing in no_project::missing(&self.context.table, &bound) {
            self.line(&format!("include: {missing}"));
        }
        self.directories(&bound);
        self.bound = Some(bound);
    }

    /// Reports the categories whose directories cannot be opened: nothing in them is served.
    fn directories(&mut self, bound: &BoundProject) {
        let context = self.context;
        let mut only_named = Vec::new();
        for (name, category) in &bound.project.categories {
            let Err(error) = bound.open(category) else {
                continue;
            };
            // If a client's settings start the server with --project, the categories of that project
            // may lead out of its folder.
            let is_named = || {
                let named = server(context, Source::Named(found_file::folder(context))).bound();
                named.is_ok_and(|named| named.open(category).is_ok())
            };
            if error == DirError::OutsideProject && self.has_named() && is_named() {
                let name = quoted(name);
                self.line(&format!("category {name}: served only with --project"));
                only_named.push(name);
                continue;
            }
            self.wrong(&format!(
                "category {}: cannot open directory '{}': {}. Run: mcp-guide check",
                quoted(name),
                Escaped(category.dir.as_str()),
                context.table.render(&error)
            ));
        }
        if !only_named.is_empty() {
            let names = only_named.join(", ");
            self.unserved = Some(format!("it does not serve {names}"));
        }
    }

    /// Returns whether an entry in a client's project file gives the path of the project.
    fn has_named(&self) -> bool {
        let mut files = self.clients.iter().flat_map(|(_, files)| files);
        files.any(|file| !file.is_of_user && file.names_project())
    }
}
