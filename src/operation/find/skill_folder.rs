//! Skills: the folders of a category that contain a SKILL.md.

use std::sync::Arc;

use serde_json::{Map, Value};

use crate::documents::discover::{FileInfo, Origin, discover};
use crate::documents::document_error::DocumentError;
use crate::documents::file_error::Cancelled;
use crate::documents::sandbox::{Reach, Tree};
use crate::operation::OperationContext;
use crate::operation::find::totals::Totals;
use crate::project::Project;
use crate::project::bound_project::BoundProject;
use crate::project::category::Category;
use crate::project::skill_fields::{SKILL_FILE, SkillError, parse, text_of};
use crate::text::escaped::one_line;
use rule_files::pattern::Pattern;

/// The skills that a request may mention.
#[derive(Debug, Clone, Copy)]
pub enum WantedSkills<'a> {
    None,
    /// The skill with this name, unless a category or a collection has the name. All skills if
    /// nothing has this name.
    Of(&'a str),
    /// All skills. SKILL.md files are read until the names and descriptions take up this many
    /// bytes. The remaining skills have no description.
    All(usize),
}

/// A folder that contains a SKILL.md, which has not been read yet.
#[derive(Debug)]
pub struct SkillFolder<'p> {
    /// The name of the category that contains the folder.
    pub category: &'p str,
    container: &'p Category,
    /// The folder's path in the category.
    pub path: String,
    /// The SKILL.md, as a document of the category.
    file: FileInfo,
}

/// A skill that can be served, with its SKILL.md read.
#[derive(Debug)]
pub struct Skill {
    /// The name of the category that contains the skill.
    pub category: String,
    /// The path to the skill's folder in the category.
    pub path: String,
    /// The skill's folder as a category.
    pub folder: Category,
    /// The frontmatter of the SKILL.md, with the folder's name as `name`.
    pub fields: Map<String, Value>,
    /// The deviations of the SKILL.md from the specification.
    pub deviations: Vec<SkillError>,
    /// The size of the SKILL.md.
    pub totals: Totals,
    tree: Arc<Tree>,
}

impl<'p> SkillFolder<'p> {
    /// Returns the folder of `file` if it is a SKILL.md and `category` has skills. `name` is the
    /// category's name.
    pub fn of(name: &'p str, category: &'p Category, file: &FileInfo) -> Option<Self> {
        let path = stored(category, file);
        let (path, last) = path.rsplit_once('/').unwrap_or(("", path));
        let is_skill = category.has_skills() && last == SKILL_FILE && file.error.is_none();
        is_skill.then(|| Self {
            category: name,
            container: category,
            path: path.to_owned(),
            file: file.clone(),
        })
    }

    /// Returns the name of the skill.
    pub fn name(&self) -> &str {
        name_of(&self.path)
    }

    /// Reads the SKILL.md, and returns the skill.
    ///
    /// # Errors
    ///
    /// Returns all problems of the SKILL.md if the skill cannot be served.
    pub fn load(&self, context: &OperationContext<'_>) -> Result<Skill, Vec<SkillError>> {
        if self.path.is_empty() {
            return Err(vec![SkillError::Root]);
        }
        let unreadable = |error: DocumentError| vec![SkillError::Unreadable(error)];
        let mut folder = self.container.skill_at(&self.path);
        let tree = &self.file.origin.tree;
        let tree = tree.below(self.path.as_ref(), Reach::Beneath);
        let tree = Arc::new(tree.map_err(|error| unreadable(error.into()))?);
        let first = FileInfo {
            path: self.file.path.file_name().unwrap_or_default().into(),
            origin: Arc::new(Origin {
                category: self.name().into(),
                collection: None,
                tree: Arc::clone(&tree),
            }),
            ..self.file.clone()
        };
        let document = context.document_of(Some(&folder), &first);
        let content = document.content().map_err(unreadable)?;
        let totals = Totals {
            bytes: content.len() as u64,
            ..Totals::of(&document).map_err(unreadable)?
        };
        let (fields, deviations) = parse(self.name(), &content)?;
        folder.description = text_of(&fields, "description").map(str::to_owned);
        Ok(Skill {
            category: self.category.to_owned(),
            path: self.path.clone(),
            folder,
            fields,
            deviations,
            totals,
            tree,
        })
    }
}

impl Skill {
    /// Returns the skill's name, which is the name of its folder.
    pub fn name(&self) -> &str {
        name_of(&self.path)
    }

    /// Returns the skill's description.
    pub fn description(&self) -> &str {
        self.folder.description.as_deref().unwrap_or_default()
    }

    /// Finds the skill's files, including SKILL.md, in the order of their paths. Some may be
    /// unreadable.
    pub fn files(&self, context: &OperationContext<'_>) -> Result<Vec<FileInfo>, Cancelled> {
        let everything = Pattern::parse("**/*").ok();
        let patterns: Vec<&Pattern> = everything.iter().collect();
        let walk = context.category_walk(self.name(), &self.folder, &patterns);
        discover(&self.tree, &walk, context.cancelled).map(|found| found.files)
    }

    /// Returns the path to `file` relative to the skill's folder.
    pub fn path_of<'f>(&self, file: &'f FileInfo) -> &'f str {
        stored(&self.folder, file)
    }

    /// Returns the content of a file of the skill. A template is rendered if the category renders
    /// templates.
    pub fn read(
        &self,
        context: &OperationContext<'_>,
        file: &FileInfo,
    ) -> Result<Vec<u8>, DocumentError> {
        context.document_of(Some(&self.folder), file).content()
    }
}

/// Returns the path under which a skill serves `file`. For a rendered template, this is the path to
/// the document that it produces.
fn stored<'f>(folder: &Category, file: &'f FileInfo) -> &'f str {
    if folder.render {
        file.document()
    } else {
        file.path.as_str()
    }
}

/// Returns the last component of `path`.
fn name_of(path: &str) -> &str {
    path.rsplit_once('/').map_or(path, |(_, name)| name)
}

/// Finds the folders with a SKILL.md in all categories that have skills, or only in the category
/// `category_name`. The folders are sorted by category, in the project's order, then by
/// path. Reads no files.
pub fn find<'p>(
    context: &OperationContext<'p>,
    category_name: Option<&str>,
) -> Result<Vec<SkillFolder<'p>>, Cancelled> {
    let mut folders = Vec::new();
    for (name, category) in &context.bound.project.categories {
        if !category.has_skills() || category_name.is_some_and(|only| only != name) {
            continue;
        }
        let first = Pattern::parse("**/SKILL.md").ok();
        // If the directory cannot be opened, a call that reads the category reports the error.
        let files = context.walk(name, category, first)?;
        let found = files.iter().flatten();
        folders.extend(found.filter_map(|file| SkillFolder::of(name, category, file)));
    }
    Ok(folders)
}

/// Returns the category with skills that is named `name`, or else one whose name differs only in
/// case. A client may convert the host in a URI, which is the category here, to lower case (RFC
/// 3986 §6.2.2.1).
pub fn category<'p>(project: &'p Project, name: &str) -> Option<&'p str> {
    let named = project.categories.iter();
    let named = named.filter(|(_, category)| category.has_skills());
    let mut names = named.map(|(name, _)| &**name);
    let exact = names.clone().find(|candidate| *candidate == name);
    exact.or_else(|| names.find(|candidate| candidate.eq_ignore_ascii_case(name)))
}

/// Returns the project with skills as additional categories. Leaves out a skill if a category, a
/// collection or an earlier skill has its name. Returns `None` if no skills are wanted or found.
pub fn with_skills(
    context: &OperationContext<'_>,
    wanted: WantedSkills<'_>,
) -> Result<Option<BoundProject>, Cancelled> {
    let bound = context.bound;
    let (name, mut room) = match wanted {
        WantedSkills::None => return Ok(None),
        WantedSkills::Of(name) if bound.has(name) => return Ok(None),
        WantedSkills::Of(name) => (Some(name), usize::MAX),
        WantedSkills::All(bytes) => (None, bytes),
    };
    let folders = find(context, None)?;
    if folders.is_empty() {
        return Ok(None);
    }
    let mut project = Project::clone(&bound.project);
    for only in name.map(Some).into_iter().chain([None]) {
        for folder in &folders {
            context.check_cancelled()?;
            let skill_name = folder.name();
            let is_taken = bound.has(skill_name) || project.categories.contains_key(skill_name);
            if is_taken || only.is_some_and(|only| only != skill_name) {
                continue;
            }
            let skill = match room {
                0 if !folder.path.is_empty() => folder.container.skill_at(&folder.path),
                _ => match folder.load(context) {
                    Ok(skill) => skill.folder,
                    Err(_) => continue,
                },
            };
            let shown = skill.description.as_deref().and_then(one_line);
            let bytes = skill_name.len() + shown.map_or(0, |shown| shown.len());
            room = room.saturating_sub(bytes);
            project.categories.insert(skill_name.to_owned(), skill);
        }
        if only.is_some_and(|only| project.categories.contains_key(only)) {
            break;
        }
    }
    Ok(Some(bound.with(project)))
}
