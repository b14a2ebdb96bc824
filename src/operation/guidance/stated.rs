//! Determines to which files a document applies, from its header, its category and the members of
//! collections.

use super::document_scope::DocumentScope;
use std::rc::Rc;

use crate::documents::discover::FileInfo;
use crate::documents::sandbox::FileType;
use crate::limits::MAX_PATTERN_BYTES;
use crate::operation::OperationContext;
use crate::project::category::Category;
use crate::project::collection::Meaning;
use crate::text::paths::{join, normal};
use rule_files::RuleError;
use rule_files::pattern::Pattern;
use rule_files::rule_scope::{APPLIES_TO, RuleHeader, RulePlace, RuleScope};

/// The patterns in `guide.yaml` for the files to which the documents of a category apply.
#[derive(Debug)]
pub struct Stated<'p> {
    category: &'p Category,
    own: Option<Rc<DocumentScope>>,
    /// For each collection, the members of the category that have `applies_to`, each with its
    /// pattern if it has one.
    members: Vec<Vec<(Option<&'p Pattern>, RuleScope)>>,
}

impl<'p> Stated<'p> {
    /// Reads the `applies_to` fields in `guide.yaml` for the category `name`.
    pub fn of(context: &OperationContext<'p>, name: &str, category: &'p Category) -> Self {
        let project = &context.bound.project;
        let own_index = project.categories.get_index_of(name);
        let collections = project.collections.keys().map(|collection| {
            let members = project.flattened(collection);
            let members = members.filter_map(|member| {
                let texts = member.applies_to.as_ref()?;
                let (index, pattern) = match &member.meaning {
                    Meaning::Category(index) => (index, None),
                    Meaning::Part(index, pattern) => (index, Some(pattern.as_ref().ok()?)),
                    Meaning::Collection(_) | Meaning::Unknown => return None,
                };
                (Some(*index) == own_index).then(|| (pattern, scope(texts).0))
            });
            members.collect::<Vec<_>>()
        });
        Self {
            category,
            own: category
                .applies_to
                .as_ref()
                .map(|texts| Rc::new(scope(texts).0.into())),
            members: collections.filter(|members| !members.is_empty()).collect(),
        }
    }

    /// Returns the patterns of the files to which `file` applies. `text` is the whole text of the
    /// file. Negated patterns begin with `!`. Returns an empty list if the document is not a rule,
    /// or is chosen by its description.
    pub fn patterns(
        &self,
        context: &OperationContext<'_>,
        file: &FileInfo,
        text: &str,
    ) -> Vec<String> {
        let path = context.bound.relative_path(self.category, file.document());
        let (place, is_lost) = place(context, self.category, &path);
        let is_inside = context.bound.relative_dir(self.category).is_some();
        let inside = is_inside.then_some(&*path);
        let (header, link) = header_of(context, file, &place, inside, text);
        if link.is_some() {
            return Vec::new();
        }
        let says = header.scope.is_some();
        let otherwise = header.fallback.filter(|_| !is_lost);
        let nested = inside.unwrap_or(file.document());
        let by_category = || default(self.category, nested, self.own.as_ref(), otherwise);
        let own = header.scope.map(|scope| Rc::new(scope.into()));
        let scope = own.or_else(by_category);
        let mut patterns = Vec::new();
        let mut add = |scope: &RuleScope| {
            for pattern in &scope.patterns {
                let sign = if pattern.negated { "!" } else { "" };
                let shown = format!("{sign}{}", pattern.shown);
                if !patterns.contains(&shown) {
                    patterns.push(shown);
                }
            }
        };
        scope.iter().for_each(|scope| add(scope));
        for members in self.members.iter().filter(|_| !says) {
            let mut members = members.iter();
            let found = members.find(|(pattern, _)| match pattern {
                Some(pattern) => [file.document(), file.path.as_str()]
                    .iter()
                    .any(|path| pattern.matches(path)),
                None => self.category.matches(file.document()),
            });
            found.iter().for_each(|(_, scope)| add(scope));
        }
        patterns
    }
}

/// Reads an `applies_to` list of `guide.yaml`. An invalid list matches nothing, and its first error
/// is returned.
pub(super) fn scope(texts: &[String]) -> (RuleScope, Option<RuleError>) {
    let mut bad = Vec::new();
    let mut scope = RuleScope::read(APPLIES_TO, texts, "", None, &mut bad);
    if !bad.is_empty() {
        scope.patterns.clear();
    }
    (scope, bad.into_iter().next())
}

/// Returns the place of the document at `path` among rule files. Also returns true if the
/// document's folder does not correspond to a folder of the project, because the category is
/// outside the project.
pub(super) fn place<'p>(
    context: &'p OperationContext<'_>,
    category: &Category,
    path: &'p str,
) -> (RulePlace<'p>, bool) {
    let mut place = RulePlace::of(&context.formats.dialects, path);
    let is_inside = context.bound.relative_dir(category).is_some();
    let dir = category.relative_dir().unwrap_or_default();
    let is_lost = !is_inside && !place.base.is_empty() && place.base != dir;
    if !is_inside {
        place.base = "";
    }
    (place, is_lost)
}

/// Reads the header of `file` from its `text`. Also returns the path to another file in the project
/// if the text is only that path. `path` is the document's path relative to the project's folder, or
/// `None` for a document outside that folder.
pub(super) fn header_of(
    context: &OperationContext<'_>,
    file: &FileInfo,
    place: &RulePlace<'_>,
    path: Option<&str>,
    text: &str,
) -> (RuleHeader, Option<String>) {
    if !may_have_header(context, file, place) {
        return (place.read(""), None);
    }
    let path = path.filter(|_| place.dialect.is_some());
    let link = path.and_then(|path| link_as_text(context, path, text));
    (place.read(text), link)
}

/// Returns whether a document may contain a header.
pub(super) fn may_have_header(
    context: &OperationContext<'_>,
    file: &FileInfo,
    place: &RulePlace<'_>,
) -> bool {
    context.formats.is_markdown(file.basename()) || place.is_rule_file()
}

/// Returns the path to another file in the project if `text` consists only of that path. The path
/// in the text is relative to the folder of the document at `path`.
fn link_as_text(context: &OperationContext<'_>, path: &str, text: &str) -> Option<String> {
    let folder = path.rsplit_once('/').map_or("", |(folder, _)| folder);
    let is_path = text.len() <= MAX_PATTERN_BYTES && !text.trim_end().contains(['\n', ' ']);
    let to = normal(&join(folder, text.trim_end())).filter(|to| is_path && !to.is_empty())?;
    let (bound, suffixes) = (context.bound, &context.formats.template_suffixes);
    let kind = bound.folder().target_type(to.as_str().into());
    let is_file = kind == Ok(FileType::RegularFile) && to != path;
    (is_file && bound.may_name(&to, suffixes)).then_some(to)
}

/// Returns the scope of a document whose header contains no scope: `stated` if given, or a scope
/// for the folder of a nested rule file, or else `otherwise`. `path` is the document's path
/// relative to the project's folder, or to the category's directory if the document is outside that
/// folder.
pub(super) fn default(
    category: &Category,
    path: &str,
    stated: Option<&Rc<DocumentScope>>,
    otherwise: Option<RuleScope>,
) -> Option<Rc<DocumentScope>> {
    match stated {
        Some(stated) => Some(Rc::clone(stated)),
        None if !category.nested().is_empty() => {
            let (folder, name) = path.rsplit_once('/').unwrap_or(("", path));
            Some(Rc::new(RuleScope::everything(name, folder).into()))
        }
        None => otherwise.map(|scope| Rc::new(scope.into())),
    }
}
