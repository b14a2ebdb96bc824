//! Determines to which files a document applies, from its header and from `guide.yaml`.

use crate::operation::guidance::document_scope::DocumentScope;
use crate::operation::guidance::rule_problem::RuleProblem;
use std::rc::Rc;

use super::Visitor;
use crate::documents::discover::FileInfo;
use crate::documents::document::BEGINNING;
use crate::documents::document_error::DocumentError;
use crate::documents::file_error::FileError;
use crate::operation::OperationContext;
use crate::operation::guidance::scope_source::ScopeSource;
use crate::operation::guidance::stated::{header_of, may_have_header, scope};
use crate::project::category::Category;
use crate::text::field_path::FieldPath;
use crate::text::messages::WithReason;
use crate::text::mustache::Rendered;
use rule_files::{RuleHeader, RulePlace};

/// Reads the header of `file`. Also returns the whole text if the document is small or rendered,
/// and the path to another file in the project if the text is only that path. `path` is the document's
/// path relative to the project's folder, or `None` for a document outside that folder.
pub fn read_rule(
    context: &OperationContext<'_>,
    file: &FileInfo,
    place: &RulePlace<'_>,
    path: Option<&str>,
) -> Result<(RuleHeader, Option<Rendered>, Option<String>), DocumentError> {
    if let Some(error) = &file.error {
        return Err(FileError::clone(error).into());
    }
    let document = context.document(file);
    if !may_have_header(context, file, place) {
        return Ok((place.read(""), None, None));
    }
    if document.templates.is_none() && document.bytes()? > BEGINNING as u64 {
        return Ok((place.read(&document.head()?), None, None));
    }
    let text = document.text()?;
    let (header, link) = header_of(context, file, place, path, &text.text);
    Ok((header, Some(text), link))
}

/// Returns whether the folder at `path` in `category` may contain rule files of a client.
pub fn may_hold_rules(context: &OperationContext<'_>, category: &Category, path: &str) -> bool {
    let place = (context.bound).relative_path(category, path.trim_start_matches('/'));
    context.formats.dialects.is_rule_folder(&place)
}

impl Visitor<'_, '_> {
    /// Parses `texts`, an `applies_to` list in `guide.yaml`. The list belongs to the name at
    /// `path`, and is in its field `key` if given. An invalid list matches nothing and adds a note.
    pub(super) fn field(
        &mut self,
        texts: &[String],
        path: &FieldPath,
        key: Option<&str>,
    ) -> Rc<DocumentScope> {
        let (scope, bad) = scope(texts);
        let field = key.map_or_else(|| path.clone(), |key| path.field(key));
        let scope = DocumentScope::stated(scope, path, field);
        if let Some(error) = bad {
            self.add_problem(ScopeSource::Field(path.clone()), error.into());
        }
        Rc::new(scope)
    }

    /// Records `error` as the reason why `by` applies to no file. Keeps all reasons if the rules
    /// are to be explained.
    pub(super) fn add_problem(&mut self, by: ScopeSource, error: RuleProblem) {
        let problem = WithReason {
            path: by,
            reason: error,
        };
        if self.is_explained {
            self.found.headers.first.push(problem)
        } else {
            self.found.headers.push_new(problem)
        }
    }
}
