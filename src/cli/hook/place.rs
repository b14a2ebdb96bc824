//! Which project a file belongs to.

use camino::Utf8Path;

use crate::documents::error::FileError;
use crate::documents::sandbox::ambient;
use crate::documents::survey::worktree;
use crate::operation::found::is_elsewhere;
use crate::project::session::BoundProject;
use crate::text::paths::slashed;

/// Returns whether projects lie in two working trees of one repository.
pub(super) fn is_of_same_repository(found: &BoundProject, named: &BoundProject) -> bool {
    let trees = [found, named].map(|bound| worktree(Utf8Path::new(&bound.folder().path()?)));
    match trees {
        [Some(found), Some(named)] => found.main == named.main && found.folder != named.folder,
        _ => false,
    }
}

/// Returns whether a file is in a project's folder, and in no other repository there.
pub(super) fn has_file(bound: &BoundProject, file: &Utf8Path) -> bool {
    let folder = bound.folder();
    let top = folder.path().unwrap_or_default();
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
