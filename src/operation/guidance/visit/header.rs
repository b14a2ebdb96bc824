//! To which files a document applies: by its header, and by `guide.yaml`.

use std::rc::Rc;

use super::Visitor;
use crate::documents::discover::FileInfo;
use crate::documents::document::BEGINNING;
use crate::documents::error::FileError;
use crate::documents::rules::{APPLIES_TO, RuleError, RuleHeader, RulePlace, RuleScope};
use crate::documents::sandbox::FileType;
use crate::limits::MAX_PATTERN_BYTES;
use crate::operation::OperationContext;
use crate::operation::guidance::scope_source::ScopeSource;
use crate::project::category::Category;
use crate::text::field_path::FieldPath;
use crate::text::message::WithReason;
use crate::text::mustache::Rendered;
use crate::text::paths::{join, normal};

/// Reads what a document says, and its whole text if that is small or rendered; and whether it
/// is only the path of another file of the project, which is added to what cannot be read. `path`
/// is from the project's folder, if it lies there.
pub fn read_rule(
    context: &OperationContext<'_>,
    file: &FileInfo,
    place: &RulePlace<'_>,
    path: Option<&str>,
) -> Result<(RuleHeader, Option<Rendered>, bool), FileError> {
    if let Some(error) = &file.error {
        return Err(FileError::clone(error));
    }
    let document = context.document(file);
    if !context.formats.is_markdown(file.basename()) && !place.is_rule_file() {
        return Ok((place.read(""), None, false));
    }
    if document.templates.is_none() && document.bytes()? > BEGINNING as u64 {
        return Ok((place.read(&document.head()?), None, false));
    }
    let text = document.text()?;
    let mut header = place.read(&text.text);
    let path = path.filter(|_| place.dialect.is_some());
    let link = path.and_then(|path| link_as_text(context, path, &text.text));
    let is_link = link.is_some();
    header
        .errors
        .extend(link.map(|to| RuleError::LinkAsText { to }));
    Ok((header, Some(text), is_link))
}

/// Returns the path of another file of the project, if a text is only that, from the folder of
/// the document at a path.
fn link_as_text(context: &OperationContext<'_>, path: &str, text: &str) -> Option<String> {
    let folder = path.rsplit_once('/').map_or("", |(folder, _)| folder);
    let is_path = text.len() <= MAX_PATTERN_BYTES && !text.trim_end().contains(['\n', ' ']);
    let to = normal(&join(folder, text.trim_end())).filter(|to| is_path && !to.is_empty())?;
    let (bound, suffixes) = (context.bound, &context.formats.template_suffixes);
    let kind = bound.folder().target_type(to.as_str().into());
    let is_file = kind == Ok(FileType::RegularFile) && to != path;
    (is_file && bound.may_name(&to, suffixes)).then_some(to)
}

/// Returns whether rule files of a client may be in a folder of a category.
pub fn may_hold_rules(context: &OperationContext<'_>, category: &Category, path: &str) -> bool {
    let place = (context.bound).relative_path(category, path.trim_start_matches('/'));
    context.formats.dialects.holds(&place)
}

impl Visitor<'_, '_> {
    /// Parses the `applies_to` list of a name in `guide.yaml`, which is in the field `key` of it. An
    /// invalid one matches nothing and adds a note.
    pub(super) fn field(
        &mut self,
        texts: &[String],
        (path, key): (&FieldPath, Option<&str>),
    ) -> Rc<RuleScope> {
        let mut bad = Vec::new();
        let mut scope = RuleScope::read(APPLIES_TO, texts, "", None, &mut bad);
        scope.source = format!("guide.yaml:{path}");
        scope.field = Some(key.map_or_else(|| path.clone(), |key| path.field(key)));
        if let Some(error) = bad.into_iter().next() {
            scope.patterns.clear();
            self.header(ScopeSource::Field(path.clone()), error);
        }
        Rc::new(scope)
    }

    /// Adds why something applies to nothing; all of them if the rules are to be explained.
    pub(super) fn header(&mut self, by: ScopeSource, error: RuleError) {
        let problem = WithReason {
            path: by,
            reason: error,
        };
        match self.is_explained {
            true => self.found.headers.first.push(problem),
            false => self.found.headers.push_new(problem),
        }
    }
}
