//! The floor: what the kernel is asked for, and nothing else.
//!
//! A plan holds the directories that a pattern has to list and the files that it
//! has to read, found beforehand. Running it lists and reads exactly those, each
//! beneath its parent's descriptor, with names that are ready for the kernel, and
//! reads every file into one buffer that is never given back.

use std::collections::BTreeMap;
use std::ffi::CString;
use std::hint::black_box;
use std::io::{BufRead, Write};
use std::mem::MaybeUninit;
use std::os::fd::{AsFd, BorrowedFd};
use std::os::unix::ffi::OsStrExt;
use std::path::Path;
use std::time::Instant;

use rustix::fs::{AtFlags, CWD, Mode, OFlags, RawDir, openat, statat};
use rustix::io::{Result, read};

const ENTRIES: usize = 1 << 16;

/// What a pattern needs of the kernel.
pub struct Plan {
    start: Start,
    entries: Vec<MaybeUninit<u8>>,
    buffer: Vec<u8>,
}

enum Start {
    /// Directories are listed, from this absolute path.
    Directory(Node),
    /// One file is opened, at this absolute path.
    File(CString),
}

#[derive(Default)]
struct Node {
    name: CString,
    files: Vec<CString>,
    below: BTreeMap<String, Node>,
}

impl Plan {
    /// Lists these directories (relative to `root`, the first is where the walk
    /// starts) and reads these files, all below the first directory.
    pub fn directories(root: &Path, directories: &[String], files: &[String]) -> Self {
        let first = &directories[0];
        let mut start = Node {
            name: c_string(root.join(first).as_os_str().as_bytes()),
            ..Node::default()
        };
        let below = |path: &str| {
            let path = path.strip_prefix(first.as_str()).unwrap_or(path);
            path.trim_start_matches('/').to_owned()
        };
        for directory in &directories[1..] {
            start.enter(&below(directory));
        }
        for file in files {
            let path = below(file);
            let (directory, name) = path.rsplit_once('/').unwrap_or(("", &path));
            let name = c_string(name.as_bytes());
            start.enter(directory).files.push(name);
        }
        Self::new(Start::Directory(start))
    }

    /// Opens and reads the file at this path.
    pub fn file(path: &Path) -> Self {
        Self::new(Start::File(c_string(path.as_os_str().as_bytes())))
    }

    fn new(start: Start) -> Self {
        Self {
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

    /// Lists, and no more; a single file is looked up.
    pub fn list(&mut self) -> Result<usize> {
        self.run(false)
    }

    /// Lists, opens and reads.
    pub fn read(&mut self) -> Result<usize> {
        self.run(true)
    }

    /// Returns what was seen, so that nothing is optimised away and a check can
    /// compare it: names when listing, bytes when reading.
    fn run(&mut self, reading: bool) -> Result<usize> {
        let (entries, buffer) = (&mut self.entries[..], &mut self.buffer[..]);
        match &self.start {
            Start::Directory(node) if reading => node.visit(CWD, entries, Some(buffer)),
            Start::Directory(node) => node.visit(CWD, entries, None),
            Start::File(path) if reading => read_file(CWD, path, buffer),
            Start::File(path) => {
                black_box(statat(CWD, path, AtFlags::SYMLINK_NOFOLLOW)?);
                Ok(1)
            }
        }
    }
}

/// Serves the floor to another program: for each line on standard input, the path
/// of a directory, lists it and reads every file in it, and prints the
/// microseconds that took and the bytes that were read.
pub fn serve() -> std::result::Result<(), crate::measure::Problem> {
    let mut plans: BTreeMap<String, Plan> = BTreeMap::new();
    for line in std::io::stdin().lock().lines() {
        let line = line?;
        if !plans.contains_key(&line) {
            let mut files = Vec::new();
            for entry in std::fs::read_dir(&line)? {
                files.push(entry?.file_name().to_string_lossy().into_owned());
            }
            files.sort_unstable();
            let plan = Plan::directories(Path::new(&line), &[String::new()], &files);
            plans.insert(line.clone(), plan);
        }
        if let Some(plan) = plans.get_mut(&line) {
            let before = Instant::now();
            let bytes = plan.read()?;
            let micros = before.elapsed().as_secs_f64() * 1e6;
            println!("{micros:.2} {bytes}");
            std::io::stdout().flush()?;
        }
    }
    Ok(())
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

    fn visit(
        &self,
        parent: BorrowedFd<'_>,
        entries: &mut [MaybeUninit<u8>],
        mut buffer: Option<&mut [u8]>,
    ) -> Result<usize> {
        let flags = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::CLOEXEC;
        let directory = openat(parent, &self.name, flags, Mode::empty())?;
        let mut seen = 0;
        let mut listing = RawDir::new(directory.as_fd(), entries);
        while let Some(entry) = listing.next() {
            black_box(entry?);
            seen += 1;
        }
        if let Some(buffer) = buffer.as_deref_mut() {
            seen = 0;
            for file in &self.files {
                seen += read_file(directory.as_fd(), file, buffer)?;
            }
        }
        for below in self.below.values() {
            seen += below.visit(directory.as_fd(), entries, buffer.as_deref_mut())?;
        }
        Ok(seen)
    }
}

fn read_file(directory: BorrowedFd<'_>, name: &CString, buffer: &mut [u8]) -> Result<usize> {
    let flags = OFlags::RDONLY | OFlags::CLOEXEC;
    let file = openat(directory, name, flags, Mode::empty())?;
    let bytes = read(file, &mut *buffer)?;
    black_box(&buffer[..bytes]);
    Ok(bytes)
}

fn c_string(bytes: &[u8]) -> CString {
    CString::new(bytes).expect("the trees' names hold no NUL")
}
