//! The project to which a file belongs.

use camino::{Utf8Path, Utf8PathBuf};

use super::unbound::Unbound;
use super::{HookRun, Received};
use crate::cli::setup::client::HookEvent;
use crate::documents::file_error::FileError;
use crate::documents::sandbox::ambient;
use crate::operation::find::found_rules::is_elsewhere;
use crate::project::bound_project::BoundProject;
use crate::project::project_error::SessionError;
use crate::project::session::{Roots, Session, Source};
use crate::server::Server;
use crate::text::paths::slashed;

impl HookRun {
    /// Binds the project of a message: the project that was given, or the project of the client's
    /// folder. If the first file at hand is outside this project, binds the project that is found
    /// from the file instead. If a project was given, the project of the file must be in a
    /// different working tree of the same repository.
    ///
    /// # Errors
    ///
    /// Returns an error if there is no project.
    pub(super) fn project(&self, call: &Received<'_>) -> Result<(Server, BoundProject), Unbound> {
        let bind = |source| {
            let server = Server::new(self.table.clone(), Session::new(source));
            match server.session.bind(&Roots::None) {
                Ok(bound) => Ok((server, bound)),
                Err(error) => {
                    let (error, folder) = (Box::new(error), server.session.last_folder());
                    Err(Unbound { error, folder })
                }
            }
        };
        let from = |from: Option<Utf8PathBuf>| bind(Source::Search { from });
        let of_client = match &self.project {
            Some(project) => bind(Source::Named(project.clone())),
            None => from(ambient::canonical(&call.message.cwd).ok()),
        };
        let touched = call.message.tool_files();
        let first = touched.paths.first().filter(|_| !touched.is_guessed);
        let Some(file) = first.filter(|_| call.kind == HookEvent::Tool) else {
            return of_client;
        };
        let is_own = |(_, bound): &(Server, BoundProject)| has_file(bound, file);
        if of_client.as_ref().is_ok_and(is_own) {
            return of_client;
        }
        // A new file may be in a new folder.
        let mut above = file.ancestors().skip(1);
        let folder = above.find_map(|folder| ambient::canonical(folder).ok());
        let of_file = from(folder);
        if let (None, Err(of_client), Err(of_file)) = (&self.project, &of_client, &of_file)
            && matches!(*of_client.error, SessionError::Nowhere(_))
        {
            // The file's project may be the one that does not load.
            return Err(of_file.clone());
        }
        let of_file = of_file.ok().filter(is_own);
        let is_due = |(_, found): &(Server, BoundProject)| match &of_client {
            Ok((_, named)) if self.project.is_some() => found.is_of_same_repository(named),
            _ => self.project.is_none(),
        };
        of_file.filter(is_due).map_or(of_client, Ok)
    }
}

/// Returns whether `file` is in the project's folder, and not in another repository inside this
/// folder.
fn has_file(bound: &BoundProject, file: &Utf8Path) -> bool {
    let folder = bound.folder();
    // The path of a removed folder is unknown. Then only the repositories are compared.
    let top = folder.path().unwrap_or_default();
    // A new file has no real path yet, but its folder may have one.
    let real = ambient::canonical(file).or_else(|_| {
        let above = ambient::canonical(ambient::folder_of(file))?;
        Ok(above.join(file.file_name().unwrap_or_default()))
    });
    let real = real.unwrap_or_else(|_: FileError| file.to_owned());
    let Ok(path) = real.strip_prefix(&top) else {
        return false;
    };
    !is_elsewhere(folder, slashed(path).as_str())
}
