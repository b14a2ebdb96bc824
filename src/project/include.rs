//! `include`: other guides whose categories and collections a project has, too. They are read,
//! and looked at again.

use std::collections::VecDeque;
use std::iter;
use std::rc::Rc;
use std::sync::Arc;
use std::time::Duration;

use camino::{Utf8Path, Utf8PathBuf};
use indexmap::IndexMap;

use super::{Project, Unused};
use crate::documents::error::FileError;
use crate::documents::sandbox::{MTIME_GRANULARITY, Reach, Version, ambient};
use crate::limits::{MAX_INCLUDE_DEPTH, MAX_INCLUDED_EVENTS, MAX_INCLUDES};
use crate::project::clone_command::{CloneCommand, ShellPath};
use crate::project::compile::{compile, compile_alone};
use crate::project::error::{ProjectError, ProjectErrorKind};
use crate::project::guide_file::{GuideFile, IncludeFields};
use crate::project::include_origin::IncludeOrigin;
use crate::project::project_file::{
    FILE_NAME, ProjectFile, as_project_error, explain_spelling, misspelt_file,
};
use crate::project::submodules::submodules;
use crate::text::escape::Escaped;
use crate::text::heading_path::SEPARATOR;
use crate::text::message::QuotedName;
use crate::text::paths::{is_within, join, normal, slashed};

/// How addresses begin.
const ADDRESSES: [&str; 4] = ["https", "http", "ssh", "git"];

/// The file at the path of an include, as it was read.
#[derive(Debug)]
pub(super) struct IncludedFile {
    /// The file that includes it, and the path there.
    from: ProjectFile,
    path: Utf8PathBuf,
    /// How long the file had been unchanged when it was read.
    pub age: Option<Duration>,
    /// What it held; nothing if it could not be read.
    pub content: Vec<u8>,
    read: Result<(ProjectFile, Version), FileError>,
}

impl IncludedFile {
    /// Reads the file at the path of an include.
    fn read(from: &ProjectFile, path: &Utf8Path) -> Self {
        let mut content = Vec::new();
        let read = locate(from, path).and_then(|file| {
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

    /// Returns the path of the file that was read, or else that of the include.
    pub fn path(&self) -> String {
        let read = self.read.as_ref();
        read.map_or_else(|_| self.path.to_string(), |(file, _)| file.path())
    }

    /// Returns true if its file is the one that was read, unchanged, or is still missing.
    pub fn is_current(&self) -> bool {
        let now = locate(&self.from, &self.path);
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

/// Returns the file at the path of an include.
fn locate(from: &ProjectFile, path: &Utf8Path) -> Result<ProjectFile, FileError> {
    let reach = from.reach;
    // As in a `dir`: a guide is the same on all systems.
    if cfg!(windows) && path.as_str().contains('\\') {
        return Err(FileError::Missing);
    }
    let path = match path.strip_prefix("~") {
        Ok(_) if reach == Reach::Beneath => return Err(FileError::OutsideProject),
        Ok(below) => &Utf8PathBuf::from(join(slashed(&ambient::home()?), below)),
        Err(_) => path,
    };
    let file = ProjectFile::at(path, reach, |path| {
        from.folder.below(path, reach)?.movable()
    });
    let file = file.map(|file| ProjectFile {
        is_named: from.is_named,
        ..file
    });
    file.map_err(|error| explain_spelling(path, as_project_error(error)))
}

/// A guide whose includes are to be read.
struct Includer {
    file: ProjectFile,
    guide: GuideFile,
    /// How it is included itself; `None` of the project's own.
    origin: Option<Arc<IncludeOrigin>>,
    /// The guide that includes it, and the index of the include there.
    above: Option<(Rc<Includer>, usize)>,
    /// The patterns of the files to which its documents apply, if nothing nearer says.
    applies_to: Option<Vec<String>>,
}

impl Includer {
    /// Returns its folder from the project's own; nothing if it does not lie in that.
    fn folder(self: &Rc<Self>) -> String {
        let path = |of: &Rc<Self>| of.file.folder.path();
        let own = self.chain().last().and_then(path);
        let folder = path(self).zip(own).and_then(|(path, own)| {
            let below = Utf8Path::new(&path).strip_prefix(own).ok()?;
            Some(slashed(below).into_string())
        });
        folder.unwrap_or_default()
    }

    /// Returns it, and those by which it is included, the project's own last.
    fn chain(self: &Rc<Self>) -> impl Iterator<Item = &Rc<Self>> {
        iter::successors(Some(self), |&from| Some(&from.above.as_ref()?.0))
    }
}

/// Compiles the content of a project's file, and adds what it includes, the nearest guides
/// first. What was read for that is added to `read`.
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
            let included = include(&from, index, &mut project.unused, read);
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

/// Returns an error of an included guide as one of the project's file.
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

/// Reads and compiles an include. Returns `None`, and adds to `unused`, if it is missing, and need
/// not be there.
fn include(
    from: &Rc<Includer>,
    index: usize,
    unused: &mut Vec<Unused>,
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
    let Some(IncludedFile { content, read, .. }) = read.last() else {
        return Ok(None);
    };
    let (file, version) = match read.clone() {
        Ok(read) => read,
        Err(reason) if reason.is_no_directory() => {
            return missing(from, include, path, reason).map(|missing| {
                unused.push(missing);
                None
            });
        }
        Err(FileError::OutsideProject) => return error(ProjectErrorKind::Outside),
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
    let mut project = compile(&guide, Some(&origin))?;
    let applies_to = include.applies_to.as_ref().or(from.applies_to.as_ref());
    if let Some(patterns) = applies_to {
        for category in project.categories.values_mut() {
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
    Ok(Some((next, project)))
}

/// Returns what is said of an include whose file is missing, if it need not be there.
fn missing(
    from: &Rc<Includer>,
    include: &IncludeFields,
    path: String,
    reason: FileError,
) -> Result<Unused, ProjectError> {
    let scheme = (include.path.as_str().split_once(':')).map(|(scheme, _)| scheme);
    let is_address = scheme.is_some_and(|of| ADDRESSES.contains(&of) || of.contains('@'));
    if is_address {
        return Err(ProjectError::unread(ProjectErrorKind::Address));
    }
    let module = submodule(&from.file, &include.path);
    let is_submodule = module.is_some();
    let command = match module {
        Some(path) => CloneCommand::Submodule(ShellPath(path)),
        None => CloneCommand::Repository(ShellPath(include.folder().to_string())),
    };
    let command = command.within(&from.folder());
    if !include.required {
        tracing::warn!(include = %Escaped(&path), %reason, "is left out");
        let guide = QuotedName(path);
        return Ok(match is_submodule {
            true => Unused::NotCloned { guide, command },
            false => Unused::Missing { guide, command },
        });
    }
    let is_near = || {
        let file = locate(&from.file, &include.path).ok()?;
        misspelt_file(&file.folder).filter(|_| file.name == FILE_NAME)
    };
    Err(ProjectError::unread(match (reason, is_near()) {
        _ if is_submodule => ProjectErrorKind::NotCloned(command),
        (FileError::Missing, Some(name)) => ProjectErrorKind::Misspelt(name),
        (FileError::Missing, None) => ProjectErrorKind::NoInclude(command),
        (reason, _) => ProjectErrorKind::Unreadable(reason),
    }))
}

/// Returns the submodule in which a path lies, if it is not cloned: its folder is empty, or not
/// there.
fn submodule(from: &ProjectFile, path: &Utf8Path) -> Option<String> {
    let path = normal(slashed(path).as_str()).unwrap_or_default();
    let is_uncloned = |module: &String| match from.folder.list(Utf8Path::new(module), 1) {
        Ok((entries, _)) => entries.is_empty(),
        Err(error) => error == FileError::Missing,
    };
    let mut modules = submodules(&from.folder).into_iter();
    modules.find(|module| is_within(&path, module) && is_uncloned(module))
}

impl Project {
    /// Adds the categories and collections of an included guide whose names are new.
    fn add(&mut self, mut part: Self, from: &Includer) {
        let path = from.origin.as_ref().map(|origin| origin.path.clone());
        let guide = QuotedName(path.unwrap_or_default());
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
            self.unused
                .extend(names.into_iter().map(|name| Unused::Name {
                    field,
                    name,
                    guide: guide.clone(),
                }));
        }
        let fields = from.guide.overriding_fields();
        if !fields.is_empty() {
            self.unused.push(Unused::Fields { fields, guide });
        }
    }
}

/// Moves what has a new name. Returns the other names.
fn merge<T>(into: &mut IndexMap<String, T>, from: &mut IndexMap<String, T>) -> Vec<String> {
    let (known, new) = from
        .drain(..)
        .partition(|(name, _)| into.contains_key(name));
    into.extend::<IndexMap<_, _>>(new);
    IndexMap::<String, T>::into_keys(known).collect()
}
