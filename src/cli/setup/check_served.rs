//! Checks that entries for a folder would serve a project.

use camino::Utf8Path;

use crate::cli::Context;
use crate::cli::init::{absolute, open, shadowed};
use crate::cli::output::quoted;
use crate::cli::system::UserFolder;
use crate::documents::dir_error::DirError;
use crate::documents::sandbox::{Tree, ambient};
use crate::project::bound_project::BoundProject;
use crate::project::project_error::{SearchStep, SessionError};
use crate::project::project_file::FILE_NAME;
use crate::project::session::{Roots, Session, Source};
use crate::text::escaped::Escaped;

/// Checks that entries for `folder` would serve its project. Returns a warning for the person if
/// nothing is served yet, or if categories are left out. A project that is given explicitly is not
/// checked.
///
/// # Errors
///
/// Returns an error if the folder cannot be opened, is in another project without `--start`, or is
/// served only if it is given explicitly.
pub(super) fn check_served(
    context: &Context,
    folder: &Utf8Path,
    client: &str,
) -> Result<Option<String>, String> {
    let (table, source) = (&context.table, &context.source);
    let tree = open(table, folder)?;
    let is_start = match source {
        Source::Named(_) => return Ok(None),
        Source::Folder(_) | Source::Start(_) => true,
        Source::Search { .. } => false,
    };
    let name_it = format!("mcp-guide --project . setup {client}");
    let bound = context.session().bind(&Roots::None);
    if !tree.has(FILE_NAME) && is_home(&tree) {
        return Err(only_named(context, folder, "your home folder", client)?);
    }
    match bound {
        Ok(bound) if is_start || bound.folder() == &tree => Ok(outside(&bound, &name_it)),
        Ok(bound) => Err(elsewhere(&bound.folder().path().unwrap_or_default())),
        Err(error @ SessionError::Unloadable(_)) => {
            match guide_above(&tree, folder).filter(|_| !is_start) {
                Some(above) => Err(elsewhere(&above)),
                None if is_loaded(Source::Named(folder.to_owned())) => Err(format!(
                    "{}. To serve it anyway: {name_it}. Nothing was written.",
                    table.render(&error)
                )),
                None => Ok(Some(table.render(&error))),
            }
        }
        Err(SessionError::Nowhere(steps)) => {
            let whose = match () {
                () if steps.contains(&SearchStep::HomeRepository) => "your home folder, or in it",
                () if steps.contains(&SearchStep::OthersRepository) => "another user's",
                () => {
                    let shown = absolute(table, folder)?;
                    return Ok(Some(format!(
                        "Nothing is served yet: {} is not a repository, and has no rule file, \
                         README, docs or guide.yaml.",
                        Escaped(shown.as_str())
                    )));
                }
            };
            Err(only_named(context, folder, whose, client)?)
        }
    }
}

/// Returns whether a folder is the user's home folder.
fn is_home(tree: &Tree) -> bool {
    let home = UserFolder::Home.path();
    home.is_ok_and(|home| Tree::ambient(&home).is_ok_and(|home| home == *tree))
}

fn is_loaded(source: Source) -> bool {
    Session::new(source).bind(&Roots::None).is_ok()
}

/// Returns the message about a folder that is served only if it is given explicitly.
///
/// # Errors
///
/// Returns an error if the folder's full path cannot be written.
fn only_named(
    context: &Context,
    folder: &Utf8Path,
    whose: &str,
    client: &str,
) -> Result<String, String> {
    let shown = absolute(&context.table, folder)?;
    Ok(format!(
        "{} is {whose}, and is served only with --project: mcp-guide --project . setup {client}. \
         To edit your own file for all projects: mcp-guide setup {client} --user. Nothing was \
         written.",
        Escaped(shown.as_str())
    ))
}

/// Returns the folder of the nearest guide above `folder`, if any. Returns `None` if `folder` has
/// its own guide.
fn guide_above(tree: &Tree, folder: &Utf8Path) -> Option<String> {
    let above = shadowed(folder).filter(|_| !tree.has(FILE_NAME))?;
    Some(ambient::folder_of(&above).to_string())
}

/// Returns the message about a folder that is in another project.
fn elsewhere(above: &str) -> String {
    format!(
        "This folder is in the project {}. Nothing was written. Run this command there; or to \
         edit the files of this folder, add: --start .",
        Escaped(above)
    )
}

/// Returns the message about categories whose directories are not in the project's folder, if any.
fn outside(bound: &BoundProject, name_it: &str) -> Option<String> {
    let categories = bound.project.categories.iter();
    let outside = categories
        .filter(|(_, category)| bound.open(category).err() == Some(DirError::OutsideProject));
    let names: Vec<String> = outside.map(|(name, _)| quoted(name)).collect();
    (!names.is_empty()).then(|| {
        format!(
            "Not served, because it is not in the project's folder: {}. To allow it: {name_it}",
            names.join(", ")
        )
    })
}
