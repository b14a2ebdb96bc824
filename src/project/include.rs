//! `include`: other guides whose categories and collections a project has, too. They are read,
//! and looked at again.

use std::collections::VecDeque;
use std::rc::Rc;
use std::sync::Arc;
use std::time::Duration;

use camino::{Utf8Path, Utf8PathBuf};
use indexmap::IndexMap;

use crate::documents::error::FileError;
use crate::documents::sandbox::{MTIME_GRANULARITY, Reach, Version, ambient};
use crate::limits::{MAX_CONFIG_BYTES, MAX_INCLUDE_DEPTH, MAX_INCLUDED_EVENTS, MAX_INCLUDES};
use crate::project::compile::Guide;
use crate::project::error::{ProjectError, ProjectErrorKind};
use crate::project::guide::{Project, Unused};
use crate::project::source::{IncludeOrigin, ProjectFile, as_project_error, explain_spelling};
use crate::text::escape::{Escaped, escape_truncated};
use crate::text::heading_path::SEPARATOR;
use crate::text::message::QuotedName;
use crate::text::paths::{is_within, join, normal, slashed};

/// How addresses begin.
const ADDRESSES: [&str; 4] = ["https", "http", "ssh", "git"];
/// The file that names the submodules of a repository.
const GITMODULES: &str = ".gitmodules";

/// An include, and what it led to.
#[derive(Debug)]
pub(super) struct Layer {
    /// The file that includes it, and the path there.
    from: ProjectFile,
    path: Utf8PathBuf,
    /// How long the file had been unchanged when it was read.
    pub age: Option<Duration>,
    /// What it held; nothing if it could not be read.
    pub content: Vec<u8>,
    read: Result<(ProjectFile, Version), FileError>,
}

impl Layer {
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
    file.map_err(|error| explain_spelling(path, as_project_error(error)))
}

/// A guide whose includes are to be read.
struct Including {
    file: ProjectFile,
    /// The paths of the includes that lead to it, as they are spelled.
    path: Vec<String>,
    guide: Guide,
    /// The guide that includes it, and the index of the include there.
    above: Option<(Rc<Including>, usize)>,
}

/// Compiles the content of a project's file, and adds what it includes, the nearest guides
/// first. What was read for that is added to `layers`.
pub(super) fn load(
    file: &ProjectFile,
    content: &[u8],
    layers: &mut Vec<Layer>,
) -> Result<Project, ProjectError> {
    let guide = Guide::parse(content, String::new(), None)?;
    if guide.includes.is_empty() {
        return guide.alone();
    }
    let mut project = guide.project.clone();
    let mut events = guide.node.size().0;
    let own = Rc::new(Including {
        file: file.clone(),
        path: Vec::new(),
        guide,
        above: None,
    });
    let mut sources = VecDeque::from([Rc::clone(&own)]);
    while let Some(source) = sources.pop_front() {
        for index in 0..source.guide.includes.len() {
            let read = read(&source, index, &mut project, layers);
            let read = read.and_then(|read| {
                events += read.as_ref().map_or(0, |read| read.guide.node.size().0);
                match events {
                    ..=MAX_INCLUDED_EVENTS => Ok(read),
                    _ => Err(ProjectError::unread(ProjectErrorKind::LargeIncludes)),
                }
            });
            let read = read.map_err(|problem| included(&source, index, problem))?;
            if let Some(mut read) = read {
                project.add(&mut read);
                sources.push_back(Rc::new(read));
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
fn included(source: &Including, index: usize, problem: ProjectError) -> ProjectError {
    let kind = ProjectErrorKind::Included {
        file: source.guide.includes[index].path.to_string(),
        problem: Box::new(problem),
    };
    let error = (source.guide).error(&["include", &format!("[{index}]")], kind);
    match &source.above {
        Some((above, index)) => included(above, *index, error),
        None => error,
    }
}

/// Reads an include. Returns `None` if it is missing, and need not be there.
fn read(
    from: &Rc<Including>,
    index: usize,
    project: &mut Project,
    layers: &mut Vec<Layer>,
) -> Result<Option<Including>, ProjectError> {
    let error = |kind| Err(ProjectError::unread(kind));
    let include = &from.guide.includes[index];
    let mut path = from.path.clone();
    path.push(include.path.to_string());
    if path.len() > MAX_INCLUDE_DEPTH {
        return error(ProjectErrorKind::DeepInclude);
    }
    if layers.len() == MAX_INCLUDES {
        return error(ProjectErrorKind::ManyIncludes);
    }
    let shown = path.join(SEPARATOR);
    layers.push(Layer::read(&from.file, &include.path));
    let Some(Layer { content, read, .. }) = layers.last() else {
        return Ok(None);
    };
    let (file, version) = match read.clone() {
        Ok(read) => read,
        Err(reason) if reason.is_no_directory() => {
            let guide = QuotedName(shown.clone());
            let unused = match missing(&from.file, &include.path) {
                Unreached::Address => return error(ProjectErrorKind::Address),
                Unreached::NotCloned(path) if include.required => {
                    return error(ProjectErrorKind::NotCloned(path));
                }
                Unreached::File if include.required => {
                    return error(match reason {
                        FileError::Missing => ProjectErrorKind::Missing,
                        reason => ProjectErrorKind::Unreadable(reason),
                    });
                }
                Unreached::NotCloned(path) => Unused::NotCloned { guide, path },
                Unreached::File => Unused::Missing(guide),
            };
            tracing::warn!(include = %Escaped(&shown), %reason, "is left out");
            project.unused.push(unused);
            return Ok(None);
        }
        Err(FileError::OutsideProject) => return error(ProjectErrorKind::Outside),
        Err(reason) => return error(ProjectErrorKind::Unreadable(reason)),
    };
    let mut including = Some(from);
    while let Some(source) = including {
        if source.file == file {
            return error(ProjectErrorKind::Circle);
        }
        including = source.above.as_ref().map(|(above, _)| above);
    }
    if !file.is_own(&version) {
        return error(ProjectErrorKind::OtherOwner);
    }
    let own = include.name.iter().map(|name| format!("{name}."));
    let prefix = own.fold(from.guide.prefix.clone(), |prefix, own| prefix + &own);
    let origin = Arc::new(IncludeOrigin {
        path: shown,
        folder: Arc::clone(&file.folder),
    });
    Ok(Some(Including {
        guide: Guide::parse(content, prefix, Some(origin))?,
        file,
        path,
        above: Some((Rc::clone(from), index)),
    }))
}

/// Why an include leads nowhere.
enum Unreached {
    File,
    /// It is no path.
    Address,
    /// The folder of its submodule, which this is, is empty.
    NotCloned(String),
}

fn missing(from: &ProjectFile, path: &Utf8Path) -> Unreached {
    let scheme = path.as_str().split_once(':').map(|(scheme, _)| scheme);
    if scheme.is_some_and(|of| ADDRESSES.contains(&of) || of.contains('@')) {
        return Unreached::Address;
    }
    let opened = from.folder.open(GITMODULES.into(), Reach::Beneath);
    let modules = opened.and_then(|file| file.text(MAX_CONFIG_BYTES));
    let modules = modules.unwrap_or_default();
    let paths = modules.lines().filter_map(|line| {
        let (key, path) = line.split_once('=')?;
        (key.trim() == "path").then(|| path.trim().trim_matches('"'))
    });
    let path = normal(slashed(path).as_str()).unwrap_or_default();
    let is_empty = |module: &&str| {
        let listed = from.folder.list(Utf8Path::new(module), 1);
        listed.is_ok_and(|(entries, _)| entries.is_empty())
    };
    let mut modules = paths.filter(|module| !module.is_empty() && is_within(&path, module));
    match modules.find(is_empty) {
        Some(module) => Unreached::NotCloned(escape_truncated(module)),
        None => Unreached::File,
    }
}

impl Project {
    /// Adds the categories and collections of an included guide whose names are new.
    fn add(&mut self, source: &mut Including) {
        let guide = QuotedName(source.path.join(SEPARATOR));
        let project = &mut source.guide.project;
        let taken = [
            (
                "categories",
                merge(&mut self.categories, &mut project.categories),
            ),
            (
                "collections",
                merge(&mut self.collections, &mut project.collections),
            ),
        ];
        for (field, names) in taken {
            self.unused
                .extend(names.into_iter().map(|name| Unused::Name {
                    field,
                    name,
                    guide: guide.clone(),
                }));
        }
        let fields = source.guide.overriding_fields();
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
