//! Finds the guide that contains an error, which may be an included one.

use camino::Utf8Path;

use crate::project::project_error::{ProjectError, ProjectErrorKind};
use crate::project::project_file::FILE_NAME;
use crate::text::paths::{join, slashed};

/// Follows `error` into included guides as long as it has a position there. Returns the path to the
/// last guide's file, relative to the project's folder, and the error in that guide. The path is
/// empty for the project's own guide.
pub(super) fn innermost(mut error: &ProjectError) -> (String, &ProjectError) {
    let mut path = String::new();
    while let ProjectErrorKind::Included { file, problem } = &error.kind
        && problem.position.is_some()
    {
        let folder = path.rsplit_once('/').map_or("", |(folder, _)| folder);
        let included = slashed(Utf8Path::new(file));
        let guide = match included.extension() {
            Some("yaml" | "yml") => included.to_string(),
            _ => join(included.as_str().trim_end_matches('/'), FILE_NAME),
        };
        let is_whole = guide.starts_with("~/") || Utf8Path::new(&guide).is_absolute();
        path = if is_whole { guide } else { join(folder, guide) };
        error = problem;
    }
    (path, error)
}
