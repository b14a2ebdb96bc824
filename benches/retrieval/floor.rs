//! The floor: what the kernel is asked for, and nothing else.
//!
//! A plan holds the directories that a pattern has to list and the files that it
//! has to read, found beforehand. Running it lists and reads exactly those, each
//! beneath its parent's descriptor, with names that are ready for the kernel, and
//! reads every file into one buffer that is never given back. The second floor,
//! [`guarantees`], lists the same directories the same way, and reads the same files
//! in the same order.

use std::collections::BTreeMap;
use std::ffi::CString;
use std::hint::black_box;
use std::mem::MaybeUninit;
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::os::unix::ffi::OsStrExt;
use std::path::Path;

use rustix::fs::{AtFlags, CWD, Mode, OFlags, RawDir, openat, statat};
use rustix::io::{Result, read};

use crate::guarantees;

const ENTRIES: usize = 1 << 16;

/// What a pattern needs of the kernel.
pub struct Plan {
    /// The category's directory, by its absolute path.
    root: CString,
    start: Start,
    entries: Vec<MaybeUninit<u8>>,
    buffer: Vec<u8>,
}

enum Start {
    /// Directories are listed, from this one, which is named by its absolute path.
    Directory {
        node: Node,
        /// Its path below the root; empty for the root.
        below: CString,
    },
    /// One file is opened.
    File {
        absolute: CString,
        /// Its path below the root.
        below: CString,
    },
}

#[derive(Default)]
struct Node {
    name: CString,
    files: Vec<File>,
    below: BTreeMap<String, Node>,
}

struct File {
    name: CString,
    /// Its path below the category's root.
    path: CString,
}

/// Reads a file of an open directory and returns how many bytes it has.
type Reader<'a> = &'a mut dyn FnMut(BorrowedFd<'_>, &File) -> Result<usize>;

impl Plan {
    /// Lists these directories (relative to `root`, the first is where the walk
    /// starts) and reads these files, all below the first directory.
    pub fn directories(root: &Path, directories: &[String], files: &[String]) -> Self {
        let first = &directories[0];
        let mut node = Node {
            name: absolute(&root.join(first)),
            ..Node::default()
        };
        let below = |path: &str| {
            let path = path.strip_prefix(first.as_str()).unwrap_or(path);
            path.trim_start_matches('/').to_owned()
        };
        for directory in &directories[1..] {
            node.enter(&below(directory));
        }
        for file in files {
            let within = below(file);
            let (directory, name) = within.rsplit_once('/').unwrap_or(("", &within));
            node.enter(directory).files.push(File {
                name: c_string(name.as_bytes()),
                path: c_string(file.as_bytes()),
            });
        }
        let below = c_string(first.as_bytes());
        Self::new(root, Start::Directory { node, below })
    }

    /// Opens and reads the file at this path below `root`.
    pub fn file(root: &Path, path: &str) -> Self {
        let start = Start::File {
            absolute: absolute(&root.join(path)),
            below: c_string(path.as_bytes()),
        };
        Self::new(root, start)
    }

    fn new(root: &Path, start: Start) -> Self {
        Self {
            root: absolute(root),
            start,
            entries: vec![MaybeUninit::uninit(); ENTRIES],
            buffer: vec![0; 1 << 20],
        }
    }

    /// Makes the buffer large enough for a document of this many bytes.
    pub fn reserve(&mut self, bytes: usize) {
        // One more than the document, so that one read sees its end.
        self.buffer.resize(bytes.max(self.buffer.len()) + 1, 0);
    }

    /// Lists, and no more; a single file is looked up. Returns how many names
    /// were seen, so that nothing is optimised away.
    pub fn list(&mut self) -> Result<usize> {
        match &self.start {
            Start::Directory { node, .. } => node.visit(CWD, &mut self.entries, &mut None),
            Start::File { absolute, .. } => {
                black_box(statat(CWD, absolute, AtFlags::SYMLINK_NOFOLLOW)?);
                Ok(1)
            }
        }
    }

    /// Lists, opens and reads. Returns how many bytes the files have.
    pub fn read(&mut self) -> Result<usize> {
        let buffer = &mut self.buffer[..];
        match &self.start {
            Start::Directory { node, .. } => {
                let reader: Reader<'_> = &mut |parent, file| read_file(parent, &file.name, buffer);
                node.visit(CWD, &mut self.entries, &mut Some(reader))
            }
            Start::File { absolute, .. } => read_file(CWD, absolute, buffer),
        }
    }

    /// Opens the category's root, lists, and reads with the guarantees. Returns how
    /// many bytes the files have.
    pub fn guarantee(&mut self) -> Result<usize> {
        let buffer = &mut self.buffer[..];
        let root = open_directory(CWD, &self.root)?;
        match &self.start {
            Start::Directory { node, below } => {
                let reader: Reader<'_> =
                    &mut |_, file| guarantees::read_file(root.as_fd(), &file.path, buffer);
                if below.is_empty() {
                    return node.within(root.as_fd(), &mut self.entries, &mut Some(reader));
                }
                let first = open_directory(root.as_fd(), below)?;
                node.within(first.as_fd(), &mut self.entries, &mut Some(reader))
            }
            Start::File { below, .. } => guarantees::read_file(root.as_fd(), below, buffer),
        }
    }
}

impl Node {
    fn enter(&mut self, path: &str) -> &mut Self {
        let mut node = self;
        for name in path.split('/').filter(|name| !name.is_empty()) {
            node = node.below.entry(name.to_owned()).or_insert_with(|| Self {
                name: c_string(name.as_bytes()),
                ..Self::default()
            });
        }
        node
    }

    /// Opens it from its parent, lists it and what is below.
    fn visit(
        &self,
        parent: BorrowedFd<'_>,
        entries: &mut [MaybeUninit<u8>],
        reader: &mut Option<Reader<'_>>,
    ) -> Result<usize> {
        let directory = open_directory(parent, &self.name)?;
        self.within(directory.as_fd(), entries, reader)
    }

    /// The same where it is open. Returns what was seen: names when listing, bytes
    /// when reading.
    fn within(
        &self,
        directory: BorrowedFd<'_>,
        entries: &mut [MaybeUninit<u8>],
        reader: &mut Option<Reader<'_>>,
    ) -> Result<usize> {
        let mut seen = 0;
        let mut listing = RawDir::new(directory, entries);
        while let Some(entry) = listing.next() {
            black_box(entry?);
            seen += 1;
        }
        if let Some(reader) = reader {
            seen = 0;
            for file in &self.files {
                seen += reader(directory, file)?;
            }
        }
        for below in self.below.values() {
            seen += below.visit(directory, entries, reader)?;
        }
        Ok(seen)
    }
}

fn open_directory(parent: BorrowedFd<'_>, name: &CString) -> Result<OwnedFd> {
    let flags = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::CLOEXEC;
    openat(parent, name, flags, Mode::empty())
}

fn read_file(directory: BorrowedFd<'_>, name: &CString, buffer: &mut [u8]) -> Result<usize> {
    let flags = OFlags::RDONLY | OFlags::CLOEXEC;
    let file = openat(directory, name, flags, Mode::empty())?;
    let bytes = read(file, &mut *buffer)?;
    black_box(&buffer[..bytes]);
    Ok(bytes)
}

fn absolute(path: &Path) -> CString {
    c_string(path.as_os_str().as_bytes())
}

fn c_string(bytes: &[u8]) -> CString {
    CString::new(bytes).expect("the trees' names hold no NUL")
}
