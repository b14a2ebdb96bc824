//! The documents that a category's default patterns find.

use crate::documents::dir_error::DirError;
use crate::documents::discover::{CategoryWalk, Discovered, FileInfo, discover};
use crate::operation::OperationContext;
use crate::project::category::Category;
use rule_files::pattern::{Pattern, PatternSet};

/// Returns what the valid default patterns of `category` find. If `with_excluded` is true, the category's `exclude`
/// does not apply.
///
/// # Errors
///
/// Returns an error if the category's directory cannot be opened.
pub(crate) fn default_files(
    context: &OperationContext<'_>,
    name: &str,
    category: &Category,
    with_excluded: bool,
) -> Result<Discovered, DirError> {
    let tree = context.bound.open(category)?;
    let patterns: Vec<&Pattern> = category.patterns.iter().flatten().collect();
    let suffixes = &context.formats.template_suffixes;
    let served = if with_excluded {
        category.served_and_excluded(suffixes)
    } else {
        category.served(suffixes)
    };
    let walk = CategoryWalk::new(name, &patterns, served);
    Ok(discover(&tree, &walk, context.cancelled).unwrap_or_default())
}

/// Returns whether `pattern` matches none of `files`. Returns false if an entry could not be read,
/// because it may contain a match.
pub(crate) fn is_idle<'f>(pattern: &Pattern, files: impl Iterator<Item = &'f FileInfo>) -> bool {
    let set = PatternSet::of([pattern]);
    for file in files {
        let is_match = set.matches_path(file.document()) || set.matches_path(file.path.as_str());
        if is_match || file.error.is_some() {
            return false;
        }
    }
    true
}
