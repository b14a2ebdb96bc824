//! Reads the guides that a project includes, whose categories and collections are also part of the
//! project. Checks whether they have changed.

use std::collections::VecDeque;
use std::iter;
use std::rc::Rc;
use std::sync::Arc;
use std::time::Duration;

use camino::{Utf8Path, Utf8PathBuf};
use indexmap::IndexMap;

use super::{Project, Unused};
use crate::documents::dir_error::DirError;
use crate::documents::file_error::FileError;
use crate::documents::sandbox::{MTIME_GRANULARITY, Version};
use crate::limits::{MAX_INCLUDE_DEPTH, MAX_INCLUDED_EVENTS, MAX_INCLUDES};
use crate::project::absence::Absence;
use crate::project::compile::{compile, compile_alone};
use crate::project::guide_file::GuideFile;
use crate::project::include_origin::IncludeOrigin;
use crate::project::missing_include::MissingInclude;
use crate::project::project_error::{ProjectError, ProjectErrorKind};
use crate::project::project_file::{FILE_NAME, ProjectFile, as_project_error, misspelt_file};
use crate::text::escaped::Escaped;
use crate::text::markup::heading_path::SEPARATOR;
use crate::text::messages::QuotedName;
use crate::text::paths::slashed;

/// The schemes with which addresses of repositories begin.
const ADDRESSES: [&str; 4] = ["https", "http", "ssh", "git"];

/// The file at the path of an include, as it was read.
#[derive(Debug)]
pub(super) struct IncludedFile {
    /// The file that contains the include. `path` is the path of the include.
    from: ProjectFile,
    path: Utf8PathBuf,
    /// The time for which the file had been unchanged when it was read.
    pub age: Option<Duration>,
    /// The content of the file, which is empty if it could not be read.
    pub content: Vec<u8>,
    read: Result<(ProjectFile, Version), DirError>,
}

impl IncludedFile {
    /// Reads the file at `path`, the path of an include in the file `from`.
    fn read(from: &ProjectFile, path: &Utf8Path) -> Self {
        let mut content = Vec::new();
        let read = from.included(path).and_then(|file| {
            let (text, _, version) = file.read().map_err(as_project_error)?;
            content = text;
            Ok((file, version))
        });
        Self {
            from: from.clone(),
            path: path.to_owned(),
            age: read.as_ref().ok().and_then(|(_, version)| version.age()),
            content,
            read,
        }
    }

    /// Returns the path to the file that was read, or else the path of the include.
    pub fn path(&self) -> String {
        let read = self.read.as_ref();
        read.map_or_else(|_| self.path.to_string(), |(file, _)| file.path())
    }

    /// Returns whether reading the include again would have the same result: the same unchanged
    /// file, or the same error.
    pub fn is_current(&self) -> bool {
        let now = self.from.included(&self.path);
        let now = now.and_then(|file| Ok((file.version().map_err(as_project_error)?, file)));
        match (&self.read, &now) {
            (Ok((file, version)), Ok((now, found))) => {
                let is_old = self.age.is_some_and(|age| age >= MTIME_GRANULARITY);
                is_old && version == now && file == found
            }
            (Err(error), Err(now)) => error == now,
            _ => false,
        }
    }
}

/// A guide whose includes are to be read.
struct Includer {
    file: ProjectFile,
    guide: GuideFile,
    /// The include through which this guide is part of the project; `None` for the project's own
    /// guide.
    origin: Option<Arc<IncludeOrigin>>,
    /// The guide that includes this one, and the index of the include there.
    above: Option<(Rc<Includer>, usize)>,
    /// Patterns of the files to which the guide's documents apply. A document, its category or a
    /// nearer include takes precedence if it says to which files they apply.
    applies_to: Option<Vec<String>>,
}

impl Includer {
    /// Returns the path to the guide's folder, relative to the project's folder. The path is empty
    /// if the guide's folder is outside the project's folder.
    fn folder(self: &Rc<Self>) -> String {
        let path = |includer: &Rc<Self>| includer.file.folder.path();
        let own = self.chain().last().and_then(path);
        let folder = path(self).zip(own).and_then(|(path, own)| {
            let below = Utf8Path::new(&path).strip_prefix(own).ok()?;
            Some(slashed(below).into_string())
        });
        folder.unwrap_or_default()
    }

    /// Returns the index of the project's own include that leads to the include at `index` of this
    /// guide.
    fn top(&self, index: usize) -> usize {
        match &self.above {
            Some((above, index)) => above.top(*index),
            None => index,
        }
    }

    /// Returns this guide, followed by the guides through which it is included. The project's own
    /// guide is last.
    fn chain(self: &Rc<Self>) -> impl Iterator<Item = &Rc<Self>> {
        iter::successors(Some(self), |&from| Some(&from.above.as_ref()?.0))
    }
}

/// Compiles `content`, the content of the project's `file`, and adds the guides that it includes,
/// the nearest ones first. Adds the files that it reads for this to `read`.
pub(super) fn load(
    file: &ProjectFile,
    content: &[u8],
    read: &mut Vec<IncludedFile>,
) -> Result<Project, ProjectError> {
    let guide = GuideFile::parse(content)?;
    if guide.fields.include.is_empty() {
        return compile_alone(&guide);
    }
    let mut project = compile(&guide, None)?;
    let mut events = guide.events();
    let own = Rc::new(Includer {
        file: file.clone(),
        guide,
        origin: None,
        above: None,
        applies_to: None,
    });
    let mut waiting = VecDeque::from([Rc::clone(&own)]);
    while let Some(from) = waiting.pop_front() {
        for index in 0..from.guide.fields.include.len() {
            let included = include(&from, index, &mut project, read);
            let included = included.and_then(|included| {
                events += included.as_ref().map_or(0, |(next, _)| next.guide.events());
                match events {
                    ..=MAX_INCLUDED_EVENTS => Ok(included),
                    _ => Err(ProjectError::unread(ProjectErrorKind::LargeIncludes)),
                }
            });
            let included = included.map_err(|problem| include_error(&from, index, problem))?;
            if let Some((next, part)) = included {
                project.add(part, &next);
                waiting.push_back(Rc::new(next));
            }
        }
    }
    match project.resolve_members() {
        Ok(()) => Ok(project),
        Err((_, kind)) => Err(ProjectError {
            path: "include".to_owned(),
            ..own.guide.error(&["include", "[0]"], kind)
        }),
    }
}

/// Converts `problem`, an error in the include at `index` of `from`, into an error of the project's
/// file.
fn include_error(from: &Includer, index: usize, problem: ProjectError) -> ProjectError {
    let kind = ProjectErrorKind::Included {
        file: from.guide.fields.include[index].0.path.to_string(),
        problem: Box::new(problem),
    };
    let error = (from.guide).error(&["include", &format!("[{index}]")], kind);
    match &from.above {
        Some((above, index)) => include_error(above, *index, error),
        None => error,
    }
}

/// Reads and compiles the include at `index` of `from`, and adds its file to `read`. Returns `None`
/// if the guide is missing and not required, or if the include repeats an earlier one. Records both
/// cases in `project`.
fn include(
    from: &Rc<Includer>,
    index: usize,
    project: &mut Project,
    read: &mut Vec<IncludedFile>,
) -> Result<Option<(Includer, Project)>, ProjectError> {
    let error = |kind| Err(ProjectError::unread(kind));
    let include = &from.guide.fields.include[index].0;
    if from.chain().count() > MAX_INCLUDE_DEPTH {
        return error(ProjectErrorKind::DeepInclude);
    }
    if read.len() == MAX_INCLUDES {
        return error(ProjectErrorKind::ManyIncludes);
    }
    let (mut path, mut prefix) = match &from.origin {
        Some(origin) => (origin.path.clone() + SEPARATOR, origin.prefix.clone()),
        None => Default::default(),
    };
    path += include.path.as_str();
    prefix.extend(include.name.iter().flat_map(|name| [name, "."]));
    read.push(IncludedFile::read(&from.file, &include.path));
    // A repeated include also counts towards the limit, which bounds the number of these checks.
    let mut before = from.guide.fields.include[..index].iter();
    if before.any(|entry| entry.0.is_same(include)) {
        let guide = QuotedName(path);
        project
            .unused
            .push((from.top(index), Unused::Twice { guide }));
        return Ok(None);
    }
    let Some(IncludedFile { content, read, .. }) = read.last() else {
        return Ok(None);
    };
    let (file, version) = match read.clone() {
        Ok(read) => read,
        Err(reason) if reason.is_missing() => {
            return missing(from, index, path, prefix, reason).map(|missing| {
                project.missing.push(missing);
                None
            });
        }
        Err(DirError::OutsideProject) => return error(ProjectErrorKind::Outside),
        Err(reason) => return error(ProjectErrorKind::Unreadable(reason)),
    };
    if from.chain().any(|includer| includer.file == file) {
        return error(ProjectErrorKind::Circle);
    }
    if !file.is_own(&version) {
        return error(ProjectErrorKind::OtherOwner);
    }
    let origin = Arc::new(IncludeOrigin {
        path,
        prefix,
        folder: Arc::clone(&file.folder),
    });
    let guide = GuideFile::parse(content)?;
    let mut part = compile(&guide, Some(&origin))?;
    let applies_to = include.applies_to.as_ref().or(from.applies_to.as_ref());
    if let Some(patterns) = applies_to {
        for category in part.categories.values_mut() {
            category.applies_to.get_or_insert_with(|| patterns.clone());
        }
    }
    let next = Includer {
        file,
        guide,
        origin: Some(origin),
        above: Some((Rc::clone(from), index)),
        applies_to: applies_to.cloned(),
    };
    Ok(Some((next, part)))
}

/// Returns a record of the include at `index` of `from`, whose file is missing. Returns an error if
/// the file is required, or if the path is an address.
fn missing(
    from: &Rc<Includer>,
    index: usize,
    path: String,
    prefix: String,
    reason: DirError,
) -> Result<MissingInclude, ProjectError> {
    let include = &from.guide.fields.include[index].0;
    let scheme = (include.path.as_str().split_once(':')).map(|(scheme, _)| scheme);
    let is_address =
        scheme.is_some_and(|scheme| ADDRESSES.contains(&scheme) || scheme.contains('@'));
    if is_address {
        return Err(ProjectError::unread(Absence::of_address(&include.path)));
    }
    let absence = Absence::of(&from.file, include, &reason).within(&from.folder());
    if !include.required {
        let why = ProjectErrorKind::from(absence.clone());
        let why = ProjectError::unread(why);
        tracing::warn!(include = %Escaped(&path), %why, "is left out");
        return Ok(MissingInclude {
            index: from.top(index),
            prefix,
            guide: QuotedName(path),
            absence,
        });
    }
    let is_near = || {
        let file = from.file.included(&include.path).ok()?;
        misspelt_file(&file.folder).filter(|_| file.name == FILE_NAME)
    };
    Err(ProjectError::unread(match (absence, reason) {
        (absence @ Absence::NotCloned(_), _) => absence.into(),
        (absence, DirError::File(FileError::Missing)) => match is_near() {
            Some(name) => ProjectErrorKind::Misspelt(name),
            None => absence.into(),
        },
        (_, reason) => ProjectErrorKind::Unreadable(reason),
    }))
}

impl Project {
    /// Adds the categories and collections of `part`, the content of the included guide `from`,
    /// whose names are new. Records the names of the others as unused.
    fn add(&mut self, mut part: Self, from: &Includer) {
        let path = from.origin.as_ref().map(|origin| origin.path.clone());
        let guide = QuotedName(path.unwrap_or_default());
        let index = from.top(0);
        for (field, names) in [
            (
                "categories",
                merge(&mut self.categories, &mut part.categories),
            ),
            (
                "collections",
                merge(&mut self.collections, &mut part.collections),
            ),
        ] {
            let unused = names.into_iter().map(|name| Unused::Name {
                field,
                name,
                guide: guide.clone(),
            });
            self.unused.extend(unused.map(|unused| (index, unused)));
        }
        let fields = from.guide.overriding_fields();
        if !fields.is_empty() {
            self.unused.push((index, Unused::Fields { fields, guide }));
        }
    }
}

/// Moves the items of `from` with new names to `into`. Returns the names that `into` already
/// contains.
fn merge<T>(into: &mut IndexMap<String, T>, from: &mut IndexMap<String, T>) -> Vec<String> {
    let (known, new) = from
        .drain(..)
        .partition(|(name, _)| into.contains_key(name));
    into.extend::<IndexMap<_, _>>(new);
    IndexMap::<String, T>::into_keys(known).collect()
}
