//! The messages of `init` and `check` about the parts of a folder that were not read.

use crate::documents::survey::{Bounds, Omitted};
use crate::limits::{MAX_IGNORE_BYTES, MAX_IGNORE_LINE_BYTES};
use crate::operation::error::UnreadableList;
use crate::table::Table;
use crate::text::paths::shown_folder;

/// Descriptions of what a walk left out. A field is empty if nothing was left out for its reason.
pub struct OmittedWords {
    /// The files and folders that could not be read, and why.
    pub unreadable: String,
    /// The reason why directories were left out, and a list of them.
    pub passed_over: Option<[String; 2]>,
    /// The places at which the walk ended early.
    pub cut: Option<String>,
}

impl OmittedWords {
    /// Describes what was left out.
    pub fn new(table: &Table, mut omitted: Omitted) -> Self {
        let bounds = Bounds::default();
        omitted
            .unreadable
            .sort_by(|one, other| one.path.cmp(&other.path));
        let large = [omitted.crowded, omitted.not_applied, omitted.large].concat();
        let large: Vec<&str> = large.iter().map(|path| shown_folder(path)).collect();
        let reason = format!(
            "left out, read in part, or read without .gitignore (a .gitignore that cannot be \
             read; more than {} entries in a folder, {} KiB in all .gitignore files or {} KiB in \
             a line; or too many lines to compare)",
            bounds.of_one,
            MAX_IGNORE_BYTES / 1024,
            MAX_IGNORE_LINE_BYTES / 1024
        );
        let cut = format!("only the first {} files and folders were read", bounds.all);
        Self {
            unreadable: table.render(&UnreadableList(omitted.unreadable.into_iter().collect())),
            passed_over: (!large.is_empty()).then(|| [reason, table.render_names(&large)]),
            cut: omitted.cut.then_some(cut),
        }
    }
}
