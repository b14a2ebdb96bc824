//! The guides that a project includes: read, and looked at again.

use std::collections::VecDeque;
use std::sync::Arc;
use std::time::Duration;

use camino::{Utf8Path, Utf8PathBuf};

use super::cached::{ProjectFile, of_project, of_spelling};
use crate::documents::error::FileError;
use crate::documents::sandbox::{MTIME_GRANULARITY, Reach, Version, ambient};
use crate::limits::{MAX_INCLUDE_DEPTH, MAX_INCLUDED_EVENTS, MAX_INCLUDES};
use crate::project::error::{ProjectError, ProjectErrorKind};
use crate::project::guide::Project;
use crate::project::include::{Include, IncludeOrigin, Unused};
use crate::text::escape::Escaped;
use crate::text::outline::SEPARATOR;
use crate::text::paths::{join, slashed};

/// An include, and what it led to.
#[derive(Debug)]
pub(super) struct Layer {
    /// The file that includes it, and the path there.
    from: ProjectFile,
    path: Utf8PathBuf,
    /// How long the file had been unchanged when it was read.
    pub age: Option<Duration>,
    read: Result<(ProjectFile, Version), FileError>,
}

impl Layer {
    /// Reads the file at the path of an include. Returns its content, too.
    fn read(from: &ProjectFile, path: &Utf8Path) -> (Self, Vec<u8>) {
        let mut text = Vec::new();
        let read = locate(from, path).and_then(|file| {
            let (content, _, version) = file.read().map_err(of_project)?;
            text = content;
            Ok((file, version))
        });
        let layer = Self {
            from: from.clone(),
            path: path.to_owned(),
            age: read.as_ref().ok().and_then(|(_, version)| version.age()),
            read,
        };
        (layer, text)
    }

    /// Returns what its file holds; nothing if it cannot be read.
    pub fn content(&self) -> Vec<u8> {
        let read = (self.read.as_ref().ok()).map(|(file, _)| file.read());
        read.map_or_else(Vec::new, |read| {
            read.map_or_else(|_| Vec::new(), |(text, ..)| text)
        })
    }

    /// Returns true if its file is the one that was read, unchanged, or is still missing.
    pub fn is_current(&self) -> bool {
        let now = locate(&self.from, &self.path);
        let now = now.and_then(|file| Ok((file.version().map_err(of_project)?, file)));
        match (&self.read, &now) {
            (Ok((file, version)), Ok((now, found))) => {
                let is_old = self.age.is_some_and(|age| age >= MTIME_GRANULARITY);
                is_old && version == now && file.is(found)
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
        Ok(below) => &in_home(below)?,
        Err(_) => path,
    };
    let file = ProjectFile::at(path, reach, |path| from.folder.folder(path, reach));
    file.map_err(|error| of_spelling(path, of_project(error)))
}

/// Returns a path below the user's home directory, with `/` on every system.
fn in_home(below: &Utf8Path) -> Result<Utf8PathBuf, FileError> {
    Ok(join(slashed(&ambient::home()?), below).into())
}

/// A guide whose includes are to be read.
#[derive(Default)]
struct Guide {
    /// The project's file, and those that were included on the way to the guide's.
    files: Vec<ProjectFile>,
    /// The includes on the way, each with its index.
    way: Vec<(usize, Include)>,
    /// What precedes its names.
    prefix: String,
    includes: Vec<Include>,
}

/// Adds what a project includes to the project, the nearest guides first, and what was
/// read for that to `layers`.
pub(super) fn include(
    file: &ProjectFile,
    mut project: Project,
    layers: &mut Vec<Layer>,
) -> Result<Project, ProjectError> {
    let Some(first) = project.include.first() else {
        return Ok(project);
    };
    let position = first.position;
    let mut guides = VecDeque::from([Guide {
        files: vec![file.clone()],
        includes: project.include.clone(),
        ..Guide::default()
    }]);
    while let Some(guide) = guides.pop_front() {
        for include in guide.includes.iter().cloned().enumerate() {
            let way: Vec<_> = guide.way.iter().cloned().chain([include]).collect();
            let read = guide.read(&way, &mut project, layers);
            guides.extend(read.map_err(|error| way.iter().rev().fold(error, included))?);
        }
    }
    project.resolve_members().map_err(|_| ProjectError {
        path: "include".to_owned(),
        position,
        kind: ProjectErrorKind::ManyMembers,
    })?;
    Ok(project)
}

/// Returns an error of an included guide as one of the file that includes it.
fn included(problem: ProjectError, (index, include): &(usize, Include)) -> ProjectError {
    ProjectError {
        path: format!("include[{index}]"),
        position: include.position,
        kind: ProjectErrorKind::Included {
            file: include.path.to_string(),
            problem: Box::new(problem),
        },
    }
}

impl Guide {
    /// Reads the include at the end of the way, and adds it to the project. Returns `None`
    /// if it is missing, and need not be there.
    fn read(
        &self,
        way: &[(usize, Include)],
        project: &mut Project,
        layers: &mut Vec<Layer>,
    ) -> Result<Option<Self>, ProjectError> {
        let error = |kind| Err(ProjectError::unread(kind));
        let (Some(from), Some((_, include))) = (self.files.last(), way.last()) else {
            return Ok(None);
        };
        if way.len() > MAX_INCLUDE_DEPTH {
            return error(ProjectErrorKind::DeepInclude);
        }
        if layers.len() == MAX_INCLUDES {
            return error(ProjectErrorKind::ManyIncludes);
        }
        let paths = way.iter().map(|(_, include)| include.path.as_str());
        let path = paths.collect::<Vec<_>>().join(SEPARATOR);
        let (layer, content) = Layer::read(from, &include.path);
        let read = layer.read.clone();
        layers.push(layer);
        let (file, version) = match &read {
            Ok(read) => read,
            Err(reason) if reason.is_no_directory() && !include.required => {
                tracing::warn!(include = %Escaped(&path), %reason, "is left out");
                project.unused.push((path, Unused::Missing));
                return Ok(None);
            }
            Err(reason) => {
                use FileError::{Above, Absolute, Missing, OutsideProject};
                return error(match reason.clone() {
                    Missing => ProjectErrorKind::Missing,
                    reason @ (OutsideProject | Absolute | Above) => {
                        ProjectErrorKind::Outside(reason)
                    }
                    reason => ProjectErrorKind::Unreadable(reason),
                });
            }
        };
        if self.files.iter().any(|other| other.is(file)) {
            return error(ProjectErrorKind::Circle);
        }
        if !file.is_own(version) {
            return error(ProjectErrorKind::OtherOwner);
        }
        let own = include.name.iter().map(|name| format!("{name}."));
        let prefix = own.fold(self.prefix.clone(), |prefix, own| prefix + &own);
        let mut guide = Project::parse_included(&content, &prefix)?;
        if project.events + guide.events > MAX_INCLUDED_EVENTS {
            return error(ProjectErrorKind::LargeIncludes);
        }
        let includes = std::mem::take(&mut guide.include);
        let folder = Arc::clone(&file.folder);
        project.add(guide, &prefix, &Arc::new(IncludeOrigin { path, folder }));
        Ok(Some(Self {
            files: self.files.iter().chain([file]).cloned().collect(),
            way: way.to_vec(),
            prefix,
            includes,
        }))
    }
}
