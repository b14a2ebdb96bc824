//! Skills: the folders of a category that hold a SKILL.md.

use serde_json::{Map, Value};

use crate::documents::discover::FileInfo;
use crate::documents::error::{Cancelled, FileError, Unreadable};
use crate::documents::pattern::Pattern;
use crate::limits::{MAX_SKILL_BYTES, MAX_SKILL_FILES};
use crate::operation::Request;
use crate::operation::list::Totals;
use crate::project::guide::{Category, Project};
use crate::project::session::BoundProject;
use crate::project::skill::{SKILL_FILE, SkillError, parse, text_of};
use crate::text::paths::join;

/// A folder that holds a SKILL.md.
#[derive(Debug)]
pub struct SkillFolder {
    /// The name of the category that holds it.
    pub category: String,
    /// The folder's path in that.
    pub path: String,
    /// The skill, or all that is wrong with it.
    pub skill: Result<Skill, Vec<SkillError>>,
}

/// A skill that can be served.
#[derive(Debug)]
pub struct Skill {
    /// The name of the category that holds it.
    pub category: String,
    /// Its folder's path in that.
    pub path: String,
    /// The category that its folder is.
    pub folder: Category,
    /// The frontmatter of its SKILL.md, with its folder's name.
    pub fields: Map<String, Value>,
    /// In what it is not as the specification asks.
    pub deviations: Vec<SkillError>,
    /// The size of its SKILL.md.
    pub totals: Totals,
    /// Its files, SKILL.md among them, in the order of their paths.
    pub files: Vec<FileInfo>,
    /// What its folder holds and cannot be read.
    pub unreadable: Vec<Unreadable>,
}

impl Skill {
    /// Returns its name, which is its folder's.
    pub fn name(&self) -> &str {
        name_of(&self.path)
    }

    /// Returns its description.
    pub fn description(&self) -> &str {
        self.folder.description.as_deref().unwrap_or_default()
    }

    /// Returns the path of one of its files in its folder.
    pub fn path_of<'f>(&self, file: &'f FileInfo) -> &'f str {
        stored(&self.folder, file)
    }

    /// Returns whether a document of its category is its SKILL.md.
    pub fn has_first(&self, file: &FileInfo) -> bool {
        *file.origin.category == *self.category && file.document() == join(&self.path, SKILL_FILE)
    }

    /// Returns whether some of its files are rendered when they are read.
    pub fn is_dynamic(&self) -> bool {
        self.folder.render && self.files.iter().any(FileInfo::is_template)
    }

    /// Reads one of its files, or renders it.
    pub fn read(&self, request: &Request<'_>, file: &FileInfo) -> Result<Vec<u8>, FileError> {
        request.document_of(Some(&self.folder), file).content()
    }
}

/// Returns the path by which a skill serves a file: of a template that is rendered that of its
/// document.
fn stored<'f>(folder: &Category, file: &'f FileInfo) -> &'f str {
    match folder.render {
        true => file.document(),
        false => file.path.as_str(),
    }
}

/// Returns the last name of a path.
fn name_of(path: &str) -> &str {
    path.rsplit_once('/').map_or(path, |(_, name)| name)
}

/// Finds the folders with a SKILL.md in the categories that have skills, in the order of
/// the categories, then of their paths: of each category and path that is `wanted`.
pub fn find(
    request: &Request<'_>,
    wanted: impl Fn(&str, &str) -> bool,
) -> Result<Vec<SkillFolder>, Cancelled> {
    let mut folders = Vec::new();
    for (name, category) in &request.bound.project.categories {
        if !category.has_skills() {
            continue;
        }
        // A call says what is wrong with the directory.
        let Ok(sandbox) = request.bound.open(category) else {
            continue;
        };
        for file in request.walk(
            (name, category),
            &sandbox,
            Pattern::parse("**/SKILL.md").ok(),
        )? {
            let path = stored(category, &file).strip_suffix(SKILL_FILE);
            let Some(path) = path.filter(|_| file.error.is_none()) else {
                continue;
            };
            let path = path.trim_end_matches('/');
            if wanted(name, path) {
                folders.push(SkillFolder {
                    category: name.clone(),
                    path: path.to_owned(),
                    skill: load(request, name, category, path)?,
                });
            }
        }
    }
    Ok(folders)
}

/// Returns the skills among them.
pub fn valid(folders: Vec<SkillFolder>) -> impl Iterator<Item = Skill> {
    folders.into_iter().filter_map(|one| one.skill.ok())
}

/// Returns the category with skills that a name means. The first name of a URI may have
/// lost its upper case (RFC 3986 §6.2.2.1).
pub fn category<'p>(project: &'p Project, name: &str) -> Option<&'p str> {
    let categories = project.categories.iter();
    let mut names: Vec<&str> = categories
        .filter(|(_, category)| category.has_skills())
        .map(|(name, _)| &**name)
        .filter(|of| of.eq_ignore_ascii_case(name))
        .collect();
    names.sort_by_key(|of| *of != name);
    names.first().copied()
}

/// Returns the project with each skill, or each of a name, as a category of its own name, which
/// neither a category nor a collection has, nor a skill before it.
pub fn with_skills(request: &Request<'_>, name: Option<&str>) -> Result<BoundProject, Cancelled> {
    let project = &request.bound.project;
    if !project
        .categories
        .values()
        .any(|category| category.has_skills())
    {
        return Ok(request.bound.clone());
    }
    let mut project = Project::clone(project);
    let wanted = |_: &str, path: &str| name.is_none_or(|name| name_of(path) == name);
    for skill in valid(find(request, wanted)?) {
        let name = skill.name().to_owned();
        if !project.collections.contains_key(&name) && !project.categories.contains_key(&name) {
            project.categories.insert(name, skill.folder);
        }
    }
    Ok(request.bound.with(project))
}

/// Loads the skill in the folder at a path of a category, or returns all that is wrong.
fn load(
    request: &Request<'_>,
    category: &str,
    of: &Category,
    path: &str,
) -> Result<Result<Skill, Vec<SkillError>>, Cancelled> {
    if path.is_empty() {
        return Ok(Err(vec![SkillError::Root]));
    }
    let mut folder = of.of_skill(path);
    let name = name_of(path);
    let sandbox = match request.bound.open(&folder) {
        Ok(sandbox) => sandbox,
        Err(error) => return Ok(Err(vec![SkillError::Unreadable(error)])),
    };
    let (mut files, mut unreadable, mut bytes) = (Vec::new(), Vec::new(), 0u64);
    let mut first = Err(FileError::Missing);
    for file in request.walk((name, &folder), &sandbox, Pattern::parse("**/*").ok())? {
        request.check_cancelled()?;
        let document = request.document_of(Some(&folder), &file);
        if stored(&folder, &file) == SKILL_FILE {
            first = document.content().and_then(|content| {
                let bytes = content.len() as u64;
                let totals = Totals::of(&document)?;
                Ok((content, Totals { bytes, ..totals }))
            });
        }
        match document.bytes() {
            Ok(size) => {
                bytes = bytes.saturating_add(size);
                files.push(file);
            }
            Err(error) => {
                let path = file.path.to_string();
                unreadable.push(Unreadable { path, error });
            }
        }
    }
    let mut errors = Vec::new();
    if files.len() > MAX_SKILL_FILES {
        errors.push(SkillError::Files(files.len()));
    }
    if bytes > MAX_SKILL_BYTES {
        errors.push(SkillError::Bytes(bytes));
    }
    let first = first.map_err(|error| vec![SkillError::Unreadable(error)]);
    let parsed = first.and_then(|(content, totals)| Ok((parse(name, &content)?, totals)));
    let ((fields, deviations), totals) = match parsed {
        Ok(parsed) if errors.is_empty() => parsed,
        parsed => {
            errors.extend(parsed.err().into_iter().flatten());
            return Ok(Err(errors));
        }
    };
    folder.description = text_of(&fields, "description").map(str::to_owned);
    Ok(Ok(Skill {
        category: category.to_owned(),
        path: path.to_owned(),
        folder,
        fields,
        deviations,
        totals,
        files,
        unreadable,
    }))
}

/// Returns whether a path is the directory at another one, or in it.
pub fn is_within(path: &str, directory: &str) -> bool {
    let rest = path.strip_prefix(directory);
    rest.is_some_and(|rest| directory.is_empty() || rest.is_empty() || rest.starts_with('/'))
}
