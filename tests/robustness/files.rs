//! Files that change while they are read, and what is no regular file.

use std::io;
use std::os::unix::fs::symlink;
use std::os::unix::net::UnixListener;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use mcp_guide::documents::discover::{CategoryWalk, Listings, discover};
use mcp_guide::documents::file_error::FileError;
use mcp_guide::documents::sandbox::Tree;
use mcp_guide::documents::served::Served;
use rule_files::pattern::Pattern;
use rustix::fs::{CWD, FileType, Mode, mknodat};
use rustix::io::Errno;
use serde_json::{Value, json};

use crate::process::{Done, GUIDE, PATIENCE, Server, left_out, one_document, project};

#[track_caller]
pub fn get(server: &mut Server, pattern: &str) -> Value {
    server.call("get_category_content", json!({ "category": "docs", "pattern": pattern }))
}

/// The one document could not be read, and the error says which and why.
#[track_caller]
pub fn refused(result: &Value, why: &str) {
    assert_eq!(result["error_type"], "io_error", "{result}");
    let instruction = "Present this error to the user. File system issue requires user intervention.";
    assert_eq!(result["instruction"], instruction);
    assert_eq!(result["error"], format!("Could not read {why}"));
}

#[test]
fn a_file_removed_between_list_and_open_is_named() {
    let folder = project(&[GUIDE]);
    let docs = folder.path().join("docs");
    std::fs::create_dir(&docs).expect("a folder");
    for number in 0..200 {
        std::fs::write(docs.join(format!("{number:03}.md")), "x").expect("a file");
    }
    let (last, done) = (docs.join("z.md"), AtomicBool::new(false));
    let mut server = Server::start(folder.path());
    std::thread::scope(|scope| {
        let _done = Done(&done);
        scope.spawn(|| {
            while !done.load(Ordering::Relaxed) {
                std::fs::write(&last, "z").expect("a file");
                std::fs::remove_file(&last).expect("it is there");
            }
        });
        let (started, mut seen) = (Instant::now(), false);
        while !seen && started.elapsed() < PATIENCE {
            let result = get(&mut server, "*.md");
            assert_eq!(result["success"], true, "{result}");
            if let Some(message) = result["message"].as_str() {
                assert_eq!(message, "Left out because it could not be read: z.md (it does not exist).");
                seen = true;
            }
        }
        assert!(seen, "it was never removed at the right moment");
    });
}

#[test]
fn a_sparse_file_of_2_gib_is_refused_by_its_size() {
    let folder = project(&[GUIDE, ("docs/big.md", "")]);
    let bytes = 2_u64 << 30;
    let file = std::fs::File::options().write(true).open(folder.path().join("docs/big.md"));
    file.and_then(|file| file.set_len(bytes)).expect("a sparse file");
    let mut server = Server::start(folder.path());
    let before = server.has_read();
    let why = format!(
        "big.md ({bytes} bytes, over the limit of 1048576, which is limits.file_bytes of guide.yaml)"
    );
    refused(&get(&mut server, "big.md"), &why);
    let read = server.has_read() - before;
    assert!(read < 1 << 20, "{read} bytes");
    assert!(server.resident() < 100 << 20, "{} bytes", server.resident());
}

#[test]
fn what_is_no_regular_file_is_refused_at_once() {
    let folder = project(&[GUIDE]);
    let docs = folder.path().join("docs");
    std::fs::create_dir(&docs).expect("a folder");
    let mode = Mode::RUSR | Mode::WUSR;
    mknodat(CWD, docs.join("fifo.md"), FileType::Fifo, mode, 0).expect("a FIFO");
    let _listener = UnixListener::bind(docs.join("socket.md")).expect("a socket");
    symlink("/dev/zero", docs.join("zero.md")).expect("a link");
    symlink("fifo.md", docs.join("to-fifo.md")).expect("a link");
    symlink("socket.md", docs.join("to-socket.md")).expect("a link");
    let mut server = Server::start(folder.path());
    for name in ["fifo.md", "socket.md", "to-fifo.md", "to-socket.md"] {
        refused(&get(&mut server, name), &format!("{name} (not a regular file)"));
    }
    refused(
        &get(&mut server, "zero.md"),
        "zero.md (the link leads out of the category; only what is inside can be served)",
    );
    let zero = rustix::fs::makedev(1, 5);
    match mknodat(CWD, docs.join("device.md"), FileType::CharacterDevice, mode, zero) {
        Ok(()) => refused(&get(&mut server, "device.md"), "device.md (not a regular file)"),
        Err(error) => left_out("superuser", &format!("a device cannot be made: {error}")),
    }
}

/// Makes a pipe, and checks that nobody opens it while something is done.
#[track_caller]
pub fn is_not_opened(pipe: &Path, meanwhile: impl FnOnce()) {
    mknodat(CWD, pipe, FileType::Fifo, Mode::from(0o644), 0).expect("a FIFO");
    std::thread::scope(|scope| {
        let waiting = scope.spawn(|| std::fs::OpenOptions::new().write(true).open(pipe));
        std::thread::sleep(Duration::from_millis(50));
        meanwhile();
        std::thread::sleep(Duration::from_millis(50));
        let waits = !waiting.is_finished();
        // So that it ends.
        let _reader = std::fs::File::open(pipe).expect("a reader");
        waiting.join().expect("it opens").expect("it opens");
        assert!(waits, "it was opened");
    });
}

#[test]
fn whoever_waits_for_the_reader_of_a_pipe_goes_on_waiting() {
    let folder = one_document();
    symlink("pipe.md", folder.path().join("docs/link.md")).expect("a link");
    let mut server = Server::start(folder.path());
    is_not_opened(&folder.path().join("docs/pipe.md"), || {
        for pattern in ["pipe.md", "link.md", "*.md", "pipe"] {
            get(&mut server, pattern);
        }
    });
}

/// What the system says, in whatever way it is asked, and what a reader is told.
#[test]
fn what_the_system_says_is_told() {
    let at = io::Error::from_raw_os_error;
    for (error, fault) in [
        (Errno::NOENT, FileError::Missing),
        (Errno::ACCESS, FileError::Permission),
        (Errno::PERM, FileError::Permission),
        (Errno::NOTDIR, FileError::NotDirectory),
        (Errno::ISDIR, FileError::NotRegular),
        (Errno::NAMETOOLONG, FileError::TooLong),
        (Errno::NOMEM, FileError::Memory),
        (Errno::ROFS, FileError::ReadOnly),
        (Errno::NOSPC, FileError::Full),
        (Errno::DQUOT, FileError::Full),
        (Errno::FBIG, FileError::Full),
        (Errno::MFILE, FileError::Busy),
        (Errno::NFILE, FileError::Busy),
        (Errno::NODEV, FileError::NotRegular),
        (Errno::NOTTY, FileError::System(25)),
    ] {
        let said = at(error.raw_os_error());
        let shown = said.to_string();
        assert_eq!(FileError::from(said), fault, "{shown}");
    }
    let unnumbered = io::Error::other("of no number");
    assert_eq!(FileError::from(unnumbered), FileError::System(0));
}

#[test]
fn the_walks_of_one_call_list_a_directory_once() {
    let folder = project(&[("docs/deep/a.md", "a")]);
    let find = |listings: &Listings| {
        let path = folder.path().join("docs");
        let tree = Arc::new(Tree::ambient(path.to_str().expect("UTF-8").into()).expect("a folder"));
        let pattern = Pattern::parse("**/*.md").expect("a pattern");
        let patterns = [&pattern];
        let mut walk = CategoryWalk::new("docs", &patterns, Served::default());
        walk.listings = Some(listings);
        discover(&tree, &walk, &|| false).expect("nobody cancels").files.len()
    };
    let call = Listings::default();
    assert_eq!(find(&call), 1);
    std::fs::write(folder.path().join("docs/deep/b.md"), "b").expect("a file");
    assert_eq!(find(&call), 1, "it was listed anew");
    assert_eq!(find(&Listings::default()), 2);
}
