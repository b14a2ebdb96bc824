//! Files that cannot be read, or that change while they are.

use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::os::unix::net::UnixListener;
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::Command;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use rustix::fs::{CWD, FileType, Mode, OFlags, mkdirat, mknodat, openat};
use serde_json::{Value, json};

use crate::process::{Done, GUIDE, Server, binary, project};

#[track_caller]
fn get(server: &mut Server, pattern: &str) -> Value {
    server.call(
        "get_category_content",
        json!({ "category": "docs", "pattern": pattern }),
    )
}

/// The one document could not be read, and the error says which and why.
#[track_caller]
fn refused(result: &Value, why: &str) {
    assert_eq!(result["error_type"], "io_error", "{result}");
    let instruction =
        "Present this error to the user. File system issue requires user intervention.";
    assert_eq!(result["instruction"], instruction);
    assert_eq!(result["error"], format!("Could not read {why}"));
}

/// A server whom the system's permissions bind. The superuser is bound by none,
/// so for it the server runs as nobody.
#[track_caller]
fn bound_by_permissions(folder: &Path) -> Server {
    if !rustix::process::geteuid().is_root() {
        return Server::start(folder);
    }
    const NOBODY: u32 = 65534;
    // Where nobody can reach it: the build's own folder may be closed to others.
    let program = folder.join("mcp-guide");
    std::fs::copy(env!("CARGO_BIN_EXE_mcp-guide"), &program).expect("a copy");
    for path in [folder, &program] {
        std::fs::set_permissions(path, PermissionsExt::from_mode(0o755)).expect("a mode");
    }
    let mut command = Command::new(&program);
    command
        .env_remove("MCP_GUIDE_PROJECT")
        .uid(NOBODY)
        .gid(NOBODY);
    command.arg("--project").arg(folder).arg("serve");
    let mut server = Server::spawn(command);
    server.initialize(json!({}));
    server
}

#[test]
fn permission_denied_on_a_file() {
    let folder = project(&[GUIDE, ("docs/a.md", "a"), ("docs/closed.md", "closed")]);
    std::fs::set_permissions(
        folder.path().join("docs/closed.md"),
        PermissionsExt::from_mode(0o000),
    )
    .expect("a mode");
    let mut server = bound_by_permissions(folder.path());
    refused(
        &get(&mut server, "closed.md"),
        "closed.md (permission denied)",
    );
    let result = get(&mut server, "*.md");
    assert_eq!(
        result["message"],
        "Left out because it could not be read: closed.md (permission denied)."
    );
    crate::record::shown("tests/faults/files.rs::permission_denied_on_a_file");
}

#[test]
fn permission_denied_on_a_directory() {
    let folder = project(&[GUIDE, ("docs/a.md", "a"), ("docs/closed/b.md", "b")]);
    std::fs::set_permissions(
        folder.path().join("docs/closed"),
        PermissionsExt::from_mode(0o000),
    )
    .expect("a mode");
    let mut server = bound_by_permissions(folder.path());
    refused(
        &get(&mut server, "closed/*.md"),
        "closed (permission denied)",
    );
    refused(
        &get(&mut server, "closed/b.md"),
        "closed/b.md (permission denied)",
    );
    std::fs::rename(
        folder.path().join("docs/closed"),
        folder.path().join("docs/[a]"),
    )
    .expect("another name");
    refused(&get(&mut server, "[a]/"), "[a] (permission denied)");
    std::fs::rename(
        folder.path().join("docs/[a]"),
        folder.path().join("docs/closed"),
    )
    .expect("its name");
    let result = get(&mut server, "**/*.md");
    assert_eq!(
        result["message"],
        "Left out because it could not be read: closed (permission denied)."
    );
    // So that the folder can be removed.
    std::fs::set_permissions(
        folder.path().join("docs/closed"),
        PermissionsExt::from_mode(0o755),
    )
    .expect("a mode");
    crate::record::shown("tests/faults/files.rs::permission_denied_on_a_directory");
}

#[test]
fn a_file_removed_between_list_and_open_is_named() {
    let folder = project(&[GUIDE]);
    let docs = folder.path().join("docs");
    std::fs::create_dir(&docs).expect("a folder");
    for number in 0..400 {
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
        while !seen && started.elapsed() < Duration::from_secs(20) {
            let result = get(&mut server, "*.md");
            assert_eq!(result["success"], true, "{result}");
            if let Some(message) = result["message"].as_str() {
                assert_eq!(
                    message,
                    "Left out because it could not be read: z.md (it does not exist)."
                );
                seen = true;
            }
        }
        assert!(seen, "it was never removed at the right moment");
    });
}

#[test]
fn a_file_that_grows_is_read_to_its_limit_and_no_further() {
    let limit = 100_000;
    let guide = format!(
        "categories: {{docs: {{dir: docs, patterns: ['*.md']}}}}\nlimits: {{file_bytes: {limit}}}\n"
    );
    let folder = project(&[("guide.yaml", &guide), ("docs/log.md", "")]);
    let (log, done) = (folder.path().join("docs/log.md"), AtomicBool::new(false));
    let mut server = Server::start(folder.path());
    std::thread::scope(|scope| {
        let _done = Done(&done);
        scope.spawn(|| {
            use std::io::Write;
            let mut file = std::fs::File::options()
                .append(true)
                .open(&log)
                .expect("the log");
            while !done.load(Ordering::Relaxed) {
                file.write_all(&[b'x'; 64]).expect("room");
                std::thread::sleep(Duration::from_micros(20));
            }
        });
        let mut grown = 0;
        loop {
            let result = get(&mut server, "log.md");
            let Some(value) = result["value"].as_str() else {
                let error = result["error"].as_str().expect("words");
                assert!(
                    error.contains(&format!("over the limit of {limit}")),
                    "{error}"
                );
                break;
            };
            assert!(
                value.len() >= grown && value.len() <= limit,
                "{} after {grown}",
                value.len()
            );
            assert!(value.bytes().all(|byte| byte == b'x'));
            grown = value.len();
        }
    });
}

#[test]
fn a_name_of_255_bytes_is_a_name() {
    let name = format!("{}.md", "ä".repeat(126));
    assert_eq!(name.len(), 255);
    let folder = project(&[GUIDE, (&format!("docs/{name}"), "long"), ("docs/b.md", "b")]);
    let mut server = Server::start(folder.path());
    assert_eq!(get(&mut server, &name)["value"], "long");
    let value = get(&mut server, "*.md");
    let location = format!("guide://category/docs/{}.md\r\n", "%C3%A4".repeat(126));
    assert!(
        value["value"]
            .as_str()
            .expect("a message")
            .contains(&location)
    );
}

/// Makes directories of 200-byte names below `docs`, and a document in the last.
fn deep(folder: &Path, depth: usize) -> String {
    let (name, mut path) = ("d".repeat(200), String::new());
    let mut directory =
        openat(CWD, folder.join("docs"), OFlags::DIRECTORY, Mode::empty()).expect("docs");
    for _ in 0..depth {
        mkdirat(&directory, &name, Mode::RWXU).expect("a folder");
        directory =
            openat(&directory, &name, OFlags::DIRECTORY, Mode::empty()).expect("it is there");
        path.push_str(&name);
        path.push('/');
    }
    let flags = OFlags::CREATE | OFlags::WRONLY;
    let file = openat(&directory, "deep.md", flags, Mode::RUSR | Mode::WUSR).expect("a file");
    rustix::io::write(file, b"deep").expect("room");
    path + "deep.md"
}

#[test]
fn a_path_of_4000_bytes_is_a_path_and_a_longer_one_is_named() {
    let folder = project(&[GUIDE, ("docs/a.md", "a")]);
    let path = deep(folder.path(), 19);
    assert!(path.len() > 3800 && path.len() < 4096, "{}", path.len());
    let mut server = Server::start(folder.path());
    assert_eq!(get(&mut server, "**/deep.md")["value"], "deep");

    let folder = project(&[GUIDE, ("docs/a.md", "a")]);
    deep(folder.path(), 22);
    let mut server = Server::start(folder.path());
    let result = get(&mut server, "**/*.md");
    let message = result["message"]
        .as_str()
        .unwrap_or_else(|| panic!("{result}"));
    assert!(message.contains("(the path is too long)"), "{message}");
}

#[test]
fn a_name_that_is_not_utf8_is_reported() {
    let folder = project(&[GUIDE, ("docs/a.md", "a")]);
    let docs = folder.path().join("docs");
    std::fs::write(docs.join(OsStr::from_bytes(b"caf\xe9.md")), "x").expect("a file");
    std::fs::create_dir(docs.join(OsStr::from_bytes(b"d\xff"))).expect("a folder");
    let mut server = Server::start(folder.path());
    let result = get(&mut server, "**/*.md");
    assert_eq!(
        result["message"],
        "Left out because it could not be read: caf\\xe9.md (the name is not UTF-8), d\\xff (the name is not UTF-8)."
    );
}

#[test]
fn a_sparse_file_of_2_gib_is_refused_by_its_size() {
    let folder = project(&[GUIDE, ("docs/big.md", "")]);
    let bytes = 2_u64 << 30;
    let file = std::fs::File::options()
        .write(true)
        .open(folder.path().join("docs/big.md"));
    file.and_then(|file| file.set_len(bytes))
        .expect("a sparse file");
    let mut server = Server::start(folder.path());
    let started = Instant::now();
    let why = format!("big.md ({bytes} bytes, over the limit of 1048576)");
    refused(&get(&mut server, "big.md"), &why);
    assert!(started.elapsed() < Duration::from_secs(5));
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
        refused(
            &get(&mut server, name),
            &format!("{name} (not a regular file)"),
        );
    }
    refused(
        &get(&mut server, "zero.md"),
        "zero.md (the link leads out of the category)",
    );
    let zero = rustix::fs::makedev(1, 5);
    match mknodat(
        CWD,
        docs.join("device.md"),
        FileType::CharacterDevice,
        mode,
        zero,
    ) {
        Ok(()) => refused(
            &get(&mut server, "device.md"),
            "device.md (not a regular file)",
        ),
        Err(error) => println!("the device is skipped: it cannot be made: {error}"),
    }
}

#[test]
fn guide_yaml_replaced_while_calls_run_never_loses_the_project() {
    let folder = project(&[GUIDE, ("docs/a.md", "a")]);
    let (file, done) = (folder.path().join("guide.yaml"), AtomicBool::new(false));
    let mut server = Server::start(folder.path());
    assert_eq!(get(&mut server, "a.md")["value"], "a");
    let stale = std::thread::scope(|scope| {
        let _done = Done(&done);
        scope.spawn(|| {
            while !done.load(Ordering::Relaxed) {
                std::fs::write(&file, "categories: [").expect("room");
                std::fs::remove_file(&file).expect("it is there");
                std::fs::write(&file, GUIDE.1).expect("room");
                std::thread::sleep(Duration::from_micros(500));
            }
        });
        let mut stale = 0;
        for _ in 0..100 {
            let result = get(&mut server, "a.md");
            assert_eq!(result["value"], "a", "{result}");
            stale += usize::from(
                result["message"]
                    .as_str()
                    .is_some_and(|said| said.contains("guide.yaml")),
            );
        }
        stale
    });
    println!("{stale} of 100 calls met a file that could not be loaded");
}

/// Files that abort or hang what reads them, each with a command that has 10 s
/// of processor time and 2 GiB of memory.
#[test]
fn an_alias_bomb_is_no_table_and_no_project() {
    let mut bomb = String::from("a0: &a0 [x, x, x, x, x, x, x, x, x]\n");
    for level in 1..40 {
        let before = format!("*a{}", level - 1);
        bomb.push_str(&format!(
            "a{level}: &a{level} [{}]\n",
            [before.as_str(); 9].join(", ")
        ));
    }
    let wide = format!(
        "categories: {{}}\na: &a {}\nb: [{}]\n",
        "x".repeat(500_000),
        "*a, ".repeat(50_000)
    );
    let braces = "{\"}\": ".repeat(10_000);
    let tags = "%TAG !a! tag:a\n".repeat(60_000);
    for file in [bomb, wide, braces, tags] {
        let folder = project(&[("guide.yaml", &file)]);
        let run = |arguments: &[&str]| {
            let output = Command::new("sh")
                .args(["-c", "ulimit -t 10; ulimit -v 2097152; exec \"$0\" \"$@\""])
                .arg(binary().get_program())
                .args(arguments)
                .env_remove("MCP_GUIDE_PROJECT")
                .current_dir(folder.path())
                .output()
                .expect("it runs");
            (
                output.status.code(),
                String::from_utf8_lossy(&output.stderr).into_owned(),
            )
        };
        let (code, said) = run(&["list"]);
        assert_eq!(code, Some(1), "{said}");
        assert!(said.contains("guide.yaml cannot be loaded"), "{said}");
        assert!(said.contains(" at line "), "{said}");
        let (code, said) = run(&["--spec", "guide.yaml", "list"]);
        assert_eq!(code, Some(2), "{said}");
    }
}

#[test]
fn permission_denied_on_the_path_that_a_pattern_spells() {
    let folder = project(&[GUIDE, ("docs/s/b.md", "s"), ("docs/[slug]/b.md", "slug")]);
    let closed = folder.path().join("docs/[slug]");
    std::fs::set_permissions(&closed, PermissionsExt::from_mode(0o000)).expect("a mode");
    let mut server = bound_by_permissions(folder.path());
    // What is there cannot be told, so that nothing else is taken for it.
    refused(
        &get(&mut server, "[slug]/b.md"),
        "[slug]/b.md (permission denied)",
    );
    // So that the folder can be removed.
    std::fs::set_permissions(&closed, PermissionsExt::from_mode(0o755)).expect("a mode");
}

#[test]
fn whoever_waits_for_the_reader_of_a_pipe_goes_on_waiting() {
    let folder = project(&[GUIDE, ("docs/a.md", "a")]);
    let pipe = folder.path().join("docs/pipe.md");
    mknodat(CWD, &pipe, FileType::Fifo, Mode::from(0o644), 0).expect("a FIFO");
    std::os::unix::fs::symlink("pipe.md", folder.path().join("docs/link.md")).expect("a link");
    let mut server = Server::start(folder.path());
    std::thread::scope(|scope| {
        let waiting = scope.spawn(|| std::fs::OpenOptions::new().write(true).open(&pipe));
        std::thread::sleep(Duration::from_millis(50));
        for pattern in ["pipe.md", "link.md", "*.md", "pipe"] {
            get(&mut server, pattern);
        }
        std::thread::sleep(Duration::from_millis(50));
        let waits = !waiting.is_finished();
        // So that it ends.
        let _reader = std::fs::File::open(&pipe).expect("a reader");
        waiting.join().expect("it opens").expect("it opens");
        assert!(waits, "it was opened");
    });
}
