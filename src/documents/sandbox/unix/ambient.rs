//! Files and directories on Unix with the process's whole authority.

use std::fs::File;
use std::io;
use std::os::fd::AsFd;
#[cfg(not(target_vendor = "apple"))]
use std::os::fd::AsRawFd;

use camino::{Utf8Path, Utf8PathBuf};
use cap_std::fs::Dir;
use rustix::fs::{AtFlags, CWD, Mode, OFlags};

use super::{DIRECTORY, FILE, LOOKED_AT, converted, stat_of};
use crate::documents::sandbox::beneath::spelled;
use crate::documents::sandbox::stat::Stat;

/// How a directory is opened that may be searched, and perhaps not be listed.
const SEARCHED: OFlags = LOOKED_AT.union(OFlags::DIRECTORY).union(OFlags::CLOEXEC);

/// An open directory, from which paths lead anywhere. It may be one that cannot be listed.
#[derive(Debug)]
pub(in crate::documents::sandbox) struct Anchor {
    pub dir: Dir,
}

impl Anchor {
    /// Opens the directory at `path`, anywhere the process may; links are followed.
    pub fn ambient(path: &Utf8Path) -> io::Result<Self> {
        Self::open_at(CWD, path, SEARCHED)
    }

    fn open_at(from: impl AsFd, path: &Utf8Path, flags: OFlags) -> io::Result<Self> {
        let opened = rustix::fs::openat(from, path.as_str(), flags, Mode::empty())?;
        Ok(Self {
            dir: Dir::from_std_file(opened.into()),
        })
    }

    /// Opens the directory at `path` from here; links are followed.
    pub fn at(&self, path: &Utf8Path) -> io::Result<Self> {
        Self::open_at(&self.dir, path, SEARCHED)
    }

    /// Opens the directory of this name, which is no link.
    pub fn child(&self, name: &str) -> io::Result<Self> {
        Self::open_at(&self.dir, name.into(), SEARCHED | OFlags::NOFOLLOW)
    }

    /// Takes a directory at `path` that was opened from here.
    pub fn beneath(&self, _: &Utf8Path, opened: File) -> io::Result<Self> {
        Self::open_at(opened, ".".into(), SEARCHED)
    }

    /// Opens the directory above; at `/` it is the same one.
    pub fn above(&self) -> io::Result<Self> {
        self.at("..".into())
    }

    /// Opens the directory at `path` to be listed.
    pub fn listed(&self, path: &Utf8Path) -> io::Result<File> {
        list(&self.dir, path)
    }

    /// Opens the file at `path`.
    pub fn file(&self, path: &Utf8Path) -> io::Result<File> {
        Ok(rustix::fs::openat(&self.dir, path.as_str(), FILE, Mode::empty())?.into())
    }

    /// Returns the metadata of what is at `path`; links are followed.
    pub fn stat(&self, path: &Utf8Path) -> io::Result<Stat> {
        let stat = rustix::fs::statat(&self.dir, path.as_str(), AtFlags::empty())?;
        Ok(converted(&stat))
    }

    /// Returns the metadata of the directory.
    pub fn own_stat(&self) -> io::Result<Stat> {
        stat_of(&self.dir)
    }

    /// Returns whether it has an entry of this name.
    pub fn has(&self, name: &str) -> bool {
        rustix::fs::statat(&self.dir, name, AtFlags::SYMLINK_NOFOLLOW).is_ok()
    }

    /// Returns whether it was removed.
    pub fn is_removed(&self) -> bool {
        rustix::fs::fstat(&self.dir).is_ok_and(|stat| stat.st_nlink == 0)
    }

    /// Returns its path without links, as the system has it.
    #[cfg(not(target_vendor = "apple"))]
    pub fn path(&self) -> Option<Utf8PathBuf> {
        let number = self.dir.as_fd().as_raw_fd();
        let path = rustix::fs::readlink(format!("/proc/self/fd/{number}"), Vec::new()).ok()?;
        path.into_string().ok().map(Utf8PathBuf::from)
    }

    /// Returns its path without links, as the system has it.
    #[cfg(target_vendor = "apple")]
    pub fn path(&self) -> Option<Utf8PathBuf> {
        let path = rustix::fs::getpath(&self.dir).ok()?;
        path.into_string().ok().map(Utf8PathBuf::from)
    }
}

/// Opens the directory at `path` to be listed, anywhere the process may.
pub(in crate::documents::sandbox) fn list_ambient(path: &Utf8Path) -> io::Result<File> {
    list(CWD, path)
}

fn list(from: impl AsFd, path: &Utf8Path) -> io::Result<File> {
    let opened = rustix::fs::openat(from, spelled(path).as_str(), DIRECTORY, Mode::empty())?;
    Ok(opened.into())
}

/// Opens the file at `path`, anywhere the process may.
pub(in crate::documents::sandbox) fn file_ambient(path: &Utf8Path) -> io::Result<File> {
    Ok(rustix::fs::open(path.as_str(), FILE, Mode::empty())?.into())
}

/// Returns a path as it is: it has no other form.
pub(in crate::documents::sandbox) fn plain(path: Utf8PathBuf) -> Utf8PathBuf {
    path
}

/// Returns the metadata of what is at `path`, anywhere the process may; links are followed.
pub(in crate::documents::sandbox) fn stat_ambient(path: &Utf8Path) -> io::Result<Stat> {
    Ok(converted(&rustix::fs::stat(path.as_str())?))
}

/// Returns whether users other than the owner and its group may read a file.
pub(in crate::documents::sandbox) fn is_world_readable(path: &Utf8Path) -> io::Result<bool> {
    let mode = rustix::fs::stat(path.as_str())?.st_mode;
    Ok(Mode::from_raw_mode(mode).contains(Mode::ROTH))
}
