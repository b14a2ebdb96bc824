//! The floor: what the kernel is asked for, and nothing else.
//!
//! Each directory that a pattern has to list is opened and listed. A document is text, lies
//! beneath its category whatever is renamed meanwhile, is a regular file, and is delivered
//! whole. No program that promises this can ask the kernel for less than, for each document
//!
//! - `openat2` with `RESOLVE_BENEATH`, of its path below the category's directory;
//! - `fstat`: it is a regular file, and has as many bytes as were read;
//! - one `read` into one buffer that is used for every document, and `close`;
//! - a check that these bytes are UTF-8.

use std::ffi::CString;
use std::hint::black_box;
use std::mem::MaybeUninit;
use std::os::fd::{AsFd, OwnedFd};
use std::path::Path;

use rustix::fs::{CWD, FileType, Mode, OFlags, RawDir, ResolveFlags, fstat, openat, openat2};
use rustix::io::{Errno, Result, read};

const FLAGS: OFlags = OFlags::RDONLY.union(OFlags::NONBLOCK).union(OFlags::NOCTTY).union(OFlags::CLOEXEC);
const BENEATH: ResolveFlags = ResolveFlags::BENEATH.union(ResolveFlags::NO_MAGICLINKS);

/// Directories to list and files to read, by names that are ready for the kernel.
pub struct Floor {
    root: OwnedFd,
    directories: Vec<CString>,
    files: Vec<CString>,
    entries: Vec<MaybeUninit<u8>>,
    buffer: Vec<u8>,
}

impl Floor {
    /// The paths are relative to `root`; `most` is the size of the largest file.
    pub fn new(root: &Path, directories: &[String], files: &[String], most: usize) -> Result<Self> {
        let names = |paths: &[String]| -> Vec<CString> {
            let names = paths.iter().map(|path| if path.is_empty() { "." } else { path });
            names.map(|name| CString::new(name).expect("the trees' names hold no NUL")).collect()
        };
        Ok(Self {
            root: openat(CWD, root, OFlags::RDONLY | OFlags::DIRECTORY, Mode::empty())?,
            directories: names(directories),
            files: names(files),
            entries: vec![MaybeUninit::uninit(); 1 << 16],
            // One more than the document, so that one read sees its end.
            buffer: vec![0; most + 1],
        })
    }

    /// Lists, and returns how many names there are.
    pub fn list(&mut self) -> Result<usize> {
        let mut seen = 0;
        for name in &self.directories {
            let directory = openat(
                &self.root,
                name,
                OFlags::RDONLY | OFlags::DIRECTORY | OFlags::CLOEXEC,
                Mode::empty(),
            )?;
            let mut listing = RawDir::new(directory.as_fd(), &mut self.entries);
            while let Some(entry) = listing.next() {
                black_box(entry?);
                seen += 1;
            }
        }
        Ok(seen)
    }

    /// Lists and reads, and returns how many bytes the files have.
    pub fn read(&mut self) -> Result<usize> {
        self.list()?;
        let mut seen = 0;
        for name in &self.files {
            let file = openat2(&self.root, name, FLAGS, Mode::empty(), BENEATH)?;
            let stat = fstat(&file)?;
            let bytes = read(&file, &mut *self.buffer)?;
            let regular = FileType::from_raw_mode(stat.st_mode) == FileType::RegularFile;
            if !regular || u64::try_from(stat.st_size) != Ok(bytes as u64) {
                return Err(Errno::IO);
            }
            black_box(std::str::from_utf8(&self.buffer[..bytes]).map_err(|_| Errno::ILSEQ)?);
            seen += bytes;
        }
        Ok(seen)
    }
}
