//! `for --changed`: prints the base's rules for the changed files, and the effect of the change on
//! rules.

pub mod changed_arguments;
mod checkout;
mod compare_guides;
mod effect;
mod git;
mod question;
mod rule_comparison;
mod side;

use std::sync::Arc;

use camino::Utf8Path;

use super::Context;
use super::check::exit_code;
use super::command::ForArguments;
use super::reach::column::Column;
use super::source::project_folder;
use super::with_progress::with_progress;
use crate::documents::file_error::FileError;
use crate::documents::sandbox::{Tree, ambient};
use crate::server::is_exact;
use checkout::{Checkout, is_safe};
use effect::Effect;
use git::{Commit, Git};
use question::Question;
use side::below;

/// The two commits that are compared.
struct Range {
    base: Commit,
    head: Commit,
}

impl Range {
    /// Parses `BASE`, `BASE..HEAD` or `BASE...HEAD` as git does. With three dots, the base is the merge
    /// base.
    ///
    /// # Errors
    ///
    /// Returns an error if one of the commits is not in the repository.
    fn of(git: &Git, given: &str) -> Result<Self, String> {
        let mut dots = ["...", ".."].into_iter();
        let parts = dots.find_map(|dots| Some((given.split_once(dots)?, dots)));
        let ((base, head), dots) = parts.unwrap_or(((given, ""), ".."));
        let named = git.commit(base)?;
        let head = git.commit(if head.is_empty() { "HEAD" } else { head })?;
        Ok(Self {
            base: match dots {
                "..." => git.merge_base(&named, &head)?,
                _ => named,
            },
            head,
        })
    }
}

/// Prefixes `path` with `./` if it could be mistaken for a path in the home folder or on a drive.
fn as_name(path: &str) -> String {
    let is_taken_for_another = path.starts_with("~/") || path.get(1..2) == Some(":");
    format!("{}{path}", if is_taken_for_another { "./" } else { "" })
}

/// Prints the base's rules for the files that differ in `range`, and the effect of the change on rules.
/// Returns the same exit code as `check`.
///
/// # Errors
///
/// Returns a usage error if the commits do not exist or cannot be read.
pub(super) fn run(context: Context, range: &str, arguments: ForArguments) -> Result<u8, String> {
    let named = context.named();
    let folder = project_folder(&context.source);
    // The project may also be given as the path to its `guide.yaml`.
    let folder = match Tree::ambient(&folder) {
        Err(FileError::NotDirectory) => ambient::folder_of(&folder),
        _ => &folder,
    };
    let git = Git::of(folder)?;
    let range = Range::of(&git, range)?;
    let (mut changes, mut unnamed) = git.changes(&range.base, &range.head)?;
    changes.retain(|change| {
        let is_safe = is_safe(&change.path);
        unnamed += usize::from(!is_safe);
        is_safe
    });
    let table = Arc::clone(&context.table);
    let columns = Column::all(&table, Utf8Path::new(""), &[])?;
    let settings = columns.iter().flat_map(Column::project_files);
    let settings = settings.map(str::to_owned).collect();
    let place = (named.as_deref(), &*git.prefix);
    let mut checkout = with_progress("Reading the base", || {
        Checkout::new(&git, &table, &range.base, place, settings)
    })?;
    let (source, top) = checkout.project();
    let names = changes
        .iter()
        .filter_map(|change| below(&change.path, &top).map(as_name));
    let (paths, unnameable): (Vec<String>, Vec<String>) = names.partition(|path| is_exact(path));
    unnamed += unnameable.len();
    let output = context.output;
    let base = Context {
        table: context.table.clone(),
        dialects: context.dialects.clone(),
        source: source.clone(),
        ..context
    };
    let question = Question::new(base, &paths, &arguments)?;
    let reply = with_progress("Reading documents", || question.reply())?;
    if let Some(Err(failure)) = reply.as_ref().map(|reply| &reply.result) {
        return Ok(question.complain(output, failure));
    }
    let effect = Effect {
        table: &table,
        changes: &changes,
        unnamed,
        here: &git.prefix,
    };
    let changes = with_progress("Comparing the rules", || {
        effect.report(&mut checkout, source, top, &arguments.change)
    })?;
    drop(checkout);
    let printed = question.print(output, reply.as_ref(), &changes, &arguments);
    let strict = arguments.change.strict;
    Ok(exit_code(&changes.report, strict, printed))
}
