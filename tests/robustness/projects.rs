//! Projects whose folder or file changes, or cannot be reached.

use std::io::Write;
use std::os::unix::fs::PermissionsExt;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use mcp_guide::project::error::{ProjectErrorKind, SessionError};
use mcp_guide::project::session::{DEBOUNCE, Roots, Session, Source};
use serde_json::{Value, json};

use crate::process::{Done, GUIDE, Server, binary, copy_binary, one_document, project};

fn listed(server: &mut Server) -> Value {
    server.call("list_content", json!({}))
}

/// A server in this working directory, without a named project, that runs as nobody
/// where the caller is the superuser, whom no permission binds.
fn searching(program: &Path, working_directory: &Path) -> Server {
    let mut command = Command::new(program);
    command
        .env_remove("MCP_GUIDE_PROJECT")
        .current_dir(working_directory)
        .arg("serve");
    if rustix::process::geteuid().is_root() {
        command.uid(NOBODY).gid(NOBODY);
    }
    Server::spawn(command)
}

const NOBODY: u32 = 65534;

#[track_caller]
fn owner(path: &Path, user: u32) {
    std::os::unix::fs::chown(path, Some(user), None).expect("an owner");
}

/// A copy of the program in a folder that every user can reach.
#[track_caller]
fn reachable_program(folder: &Path) -> PathBuf {
    let program = folder.join("mcp-guide");
    copy_binary(&program);
    for open in [folder, &program] {
        mode(open, 0o755);
    }
    program
}

#[track_caller]
fn mode(path: &Path, mode: u32) {
    std::fs::set_permissions(path, PermissionsExt::from_mode(mode)).expect("a mode");
}

/// A project two folders above the working directory, the folder between of this
/// mode; what a server there says that exists.
#[track_caller]
fn found_through(between: u32, project_folder: u32) -> Value {
    let folder = project(&[
        (
            "project/guide.yaml",
            "categories: {docs: {dir: docs, patterns: ['*.md']}}\n",
        ),
        ("project/docs/a.md", "a"),
        ("project/between/here/x", ""),
    ]);
    let program = reachable_program(folder.path());
    if rustix::process::geteuid().is_root() {
        for path in ["project", "project/guide.yaml"] {
            owner(&folder.path().join(path), NOBODY);
        }
    }
    let mut server = searching(&program, &folder.path().join("project/between/here"));
    mode(&folder.path().join("project/between"), between);
    mode(&folder.path().join("project"), project_folder);
    server.initialize(json!({}));
    let result = server.call("get_content", json!({ "category_or_collection": "docs" }));
    for path in ["project", "project/between"] {
        mode(&folder.path().join(path), 0o755);
    }
    result
}

#[test]
fn a_folder_that_can_be_searched_and_not_listed_is_looked_into_and_passed() {
    assert_eq!(found_through(0o111, 0o755)["value"], "a");
    assert_eq!(found_through(0o755, 0o111)["value"], "a");
    assert_eq!(found_through(0o111, 0o111)["value"], "a");
}

#[test]
fn a_folder_that_cannot_be_searched_counts_as_having_no_project() {
    assert_eq!(found_through(0o600, 0o755)["value"], "a");
    let result = found_through(0o755, 0o600);
    assert_eq!(result["error_type"], "no_session", "{result}");
    let error = result["error"].as_str().expect("words");
    assert!(error.contains("no guide.yaml was found"), "{error}");
}

/// What a server says that exists of a project whose folder and file have these
/// owners, found from a folder below it. The server runs as this user, by `sudo` of
/// that one.
#[track_caller]
fn found_by(folder_owner: u32, file_owner: u32, user: u32, sudo: Option<u32>) -> Value {
    let folder = project(&[
        ("shared/guide.yaml", GUIDE.1),
        ("shared/docs/a.md", "a"),
        ("shared/work/x", ""),
    ]);
    let program = reachable_program(folder.path());
    let shared = folder.path().join("shared");
    mode(&shared, 0o1777);
    owner(&shared, folder_owner);
    owner(&shared.join("guide.yaml"), file_owner);
    let mut command = Command::new(program);
    command
        .env_remove("MCP_GUIDE_PROJECT")
        .env_remove("SUDO_UID")
        .envs(sudo.map(|user| ("SUDO_UID", user.to_string())))
        .current_dir(shared.join("work"))
        .uid(user)
        .arg("serve");
    let mut server = Server::spawn(command);
    server.initialize(json!({}));
    let result = server.call("get_content", json!({ "category_or_collection": "docs" }));
    assert!(!result.to_string().contains(&*shared.to_string_lossy()));
    result
}

#[test]
fn a_found_project_of_another_owner_is_refused() {
    const OTHER: u32 = 4242;
    // Nobody else may give a file away.
    if !rustix::process::geteuid().is_root() {
        return;
    }
    for (folder_owner, file_owner, user, sudo) in [
        (NOBODY, NOBODY, NOBODY, None),
        (0, 0, 0, None),
        (0, 0, 0, Some(OTHER)),
        (OTHER, OTHER, 0, Some(OTHER)),
        (0, OTHER, 0, Some(OTHER)),
    ] {
        let result = found_by(folder_owner, file_owner, user, sudo);
        assert_eq!(result["value"], "a", "{folder_owner} {file_owner} {user}");
    }
    for (folder_owner, file_owner, user, sudo) in [
        (0, OTHER, NOBODY, None),
        (NOBODY, OTHER, NOBODY, None),
        (OTHER, NOBODY, NOBODY, None),
        (0, 0, NOBODY, None),
        (0, NOBODY, NOBODY, Some(0)),
        (0, OTHER, 0, None),
        (OTHER, 0, 0, None),
        (0, OTHER, 0, Some(NOBODY)),
    ] {
        let result = found_by(folder_owner, file_owner, user, sudo);
        assert_eq!(result["error_type"], "no_session", "{result}");
        assert_eq!(
            result["error"],
            "No active project session: guide.yaml cannot be loaded: it or its folder belongs to \
             another user than the one that the server runs as; if you trust it, name it by \
             --project or MCP_GUIDE_PROJECT",
        );
    }
}

#[test]
fn a_root_of_another_owner_is_refused_and_a_named_project_is_not() {
    if !rustix::process::geteuid().is_root() {
        return;
    }
    let folder = project(&[GUIDE]);
    owner(&folder.path().join("guide.yaml"), NOBODY);
    let refused = unnamed().bind(&root(folder.path())).map(drop);
    let Err(SessionError::Unloadable(error)) = refused else {
        panic!("{refused:?}");
    };
    assert_eq!(error.kind, ProjectErrorKind::OtherOwner);
    let path = camino::Utf8Path::from_path(folder.path()).expect("UTF-8");
    let named = Session::new(Source::Named(path.to_owned()));
    named.bind(&Roots::None).expect("the user named it");
    // The last good version stays in use.
    let session = unnamed();
    owner(&folder.path().join("guide.yaml"), 0);
    session.bind(&root(folder.path())).expect("it is one's own");
    owner(&folder.path().join("guide.yaml"), NOBODY);
    let bound = session.bind(&root(folder.path())).expect("it is known");
    let stale = bound.stale.map(|error| error.kind);
    assert_eq!(stale, Some(ProjectErrorKind::OtherOwner));
}

/// The median time of five calls to bind a project, while another thread repeats `write`
/// with the time since the call began and a number that is another each time.
fn median_time(session: &Session, roots: &Roots, write: impl Fn(Duration, u64) + Sync) -> Duration {
    let (done, begun) = (AtomicBool::new(false), Mutex::new(Instant::now()));
    std::thread::scope(|scope| {
        let _done = Done(&done);
        scope.spawn(|| {
            for number in 0.. {
                if done.load(Ordering::Relaxed) {
                    break;
                }
                let elapsed = begun.lock().expect("no panic").elapsed();
                write(elapsed, number);
                std::thread::sleep(Duration::from_millis(3));
            }
        });
        let mut times: Vec<Duration> = (0..5)
            .map(|_| {
                let started = Instant::now();
                *begun.lock().expect("no panic") = started;
                let _ = session.bind(roots);
                started.elapsed()
            })
            .collect();
        println!("{times:?}");
        times.sort();
        times[2]
    })
}

/// Between the 0.2 s that a call waits and twice as much.
const ONE_WAIT: Duration = Duration::from_millis(330);

#[test]
fn a_call_waits_once_however_often_a_link_is_switched() {
    const VERSIONS: u64 = 5;
    let folder = project(&[]);
    let path = |name: String| folder.path().join(name);
    for version in 0..VERSIONS {
        std::fs::create_dir(path(version.to_string())).expect("a folder");
    }
    let current = path("current".into());
    let switch = |elapsed: Duration, number: u64| {
        for version in 0..VERSIONS {
            let broken = format!("categories: [{number}");
            std::fs::write(path(format!("{version}/guide.yaml")), broken).expect("room");
        }
        // Another one after each time that a call may wait.
        let version = (elapsed.as_millis() as u64 / 150) % VERSIONS;
        let next = path("next".into());
        std::os::unix::fs::symlink(version.to_string(), &next).expect("a link");
        std::fs::rename(&next, &current).expect("a name");
    };
    switch(Duration::ZERO, 0);
    let current = camino::Utf8PathBuf::from_path_buf(current.clone()).expect("UTF-8");
    let session = Session::new(Source::Named(current));
    let median = median_time(&session, &Roots::None, switch);
    assert!(median < ONE_WAIT, "{median:?}");
}

#[test]
fn a_call_waits_once_for_a_broken_file_that_pauses() {
    let folder = project(&[]);
    let file = folder.path().join("guide.yaml");
    let write = |elapsed: Duration, number: u64| {
        // It pauses long enough to be read shortly before the call gives up.
        if !(150..190).contains(&elapsed.as_millis()) {
            std::fs::write(&file, format!("categories: [{number}")).expect("room");
        }
    };
    write(Duration::ZERO, 0);
    let (session, roots) = (unnamed(), root(folder.path()));
    let median = median_time(&session, &roots, write);
    assert!(median < ONE_WAIT, "{median:?}");
}

/// 40 categories, so that a file that breaks off is a project of fewer.
fn forty() -> String {
    let mut guide = String::from("categories:\n");
    for number in 0..40 {
        guide.push_str(&format!(
            "  c{number}:\n    dir: docs\n    patterns: ['*.md']\n"
        ));
    }
    guide
}

/// Calls while another thread rewrites the file of forty categories, and after that
/// rests a little; each answer has to be of one version of it, unless the writer
/// itself was kept waiting for so long that nobody could know of its next piece.
fn rewritten(write: impl Fn(&Path, &str, &mut dyn FnMut()) + Sync) {
    // Less than what makes a file whole, in microseconds.
    const KEPT_WAITING: u128 = DEBOUNCE.as_micros() * 3 / 4;
    const CALLS: usize = 100;
    let folder = project(&[
        (
            "guide.yaml",
            "categories: {parents: {dir: ., patterns: ['*']}}\n",
        ),
        ("inner/guide.yaml", &forty()),
        ("inner/docs/a.md", "a"),
    ]);
    let inner = folder.path().join("inner");
    let mut server = Server::searching(&inner);
    server.initialize(json!({}));
    listed(&mut server);
    let (file, guide, done) = (inner.join("guide.yaml"), forty(), AtomicBool::new(false));
    // How long the writer was kept waiting at most; and since when it is now.
    let (longest, since) = (AtomicU64::new(0), AtomicU64::new(u64::MAX));
    let started = Instant::now();
    let now = || started.elapsed().as_micros() as u64;
    let noted = std::thread::scope(|scope| {
        let _done = Done(&done);
        scope.spawn(|| {
            while !done.load(Ordering::Relaxed) {
                since.store(now(), Ordering::SeqCst);
                write(&file, &guide, &mut || {
                    std::thread::sleep(Duration::from_micros(500));
                    let waited = now() - since.load(Ordering::SeqCst);
                    longest.fetch_max(waited, Ordering::SeqCst);
                    since.store(now(), Ordering::SeqCst);
                });
                // It is whole: this is no wait.
                since.store(u64::MAX, Ordering::SeqCst);
                std::thread::sleep(Duration::from_millis(30));
            }
        });
        let mut noted = 0;
        for _ in 0..CALLS {
            let result = listed(&mut server);
            let value = result["value"]
                .as_str()
                .unwrap_or_else(|| panic!("{result}"));
            assert!(!value.contains("parents"), "the project above answered");
            let rows = |first: &str| value.lines().filter(|line| line.starts_with(first)).count();
            let (of_one, of_other) = (rows("| c"), rows("| d"));
            let waiting = now().saturating_sub(since.load(Ordering::SeqCst));
            let longest = u128::from(longest.load(Ordering::SeqCst).max(waiting));
            assert!(
                [(40, 0), (0, 40)].contains(&(of_one, of_other)) || longest > KEPT_WAITING,
                "{of_one} categories of one version and {of_other} of the other"
            );
            noted += usize::from(result["message"].is_string());
        }
        noted
    });
    println!("{noted} of {CALLS} answers were of the last good version, and say so");
}

#[test]
fn a_guide_yaml_that_is_written_in_pieces_is_never_taken_for_whole() {
    rewritten(|file, guide, pause| {
        let mut file = std::fs::File::create(file).expect("a file");
        for (number, category) in guide.split("  c").enumerate() {
            let first = if number == 0 { "" } else { "  c" };
            write!(file, "{first}{category}").expect("room");
            pause();
        }
    });
}

#[test]
fn a_guide_yaml_that_is_removed_and_made_anew_does_not_give_way_to_the_one_above() {
    rewritten(|file, guide, pause| {
        std::fs::remove_file(file).expect("it is there");
        pause();
        std::fs::write(file, guide).expect("room");
    });
}

#[test]
fn a_guide_yaml_that_is_overwritten_in_place_is_read_as_one_version() {
    use std::os::unix::fs::FileExt;
    let (other, turn) = (forty().replace("  c", "  d"), AtomicBool::new(false));
    rewritten(|path, guide, pause| {
        let text = if turn.fetch_xor(true, Ordering::Relaxed) {
            guide
        } else {
            &other
        };
        let file = std::fs::OpenOptions::new()
            .write(true)
            .open(path)
            .expect("a file");
        for (number, piece) in text.as_bytes().chunks(256).enumerate() {
            file.write_all_at(piece, 256 * number as u64).expect("room");
            pause();
        }
    });
}

/// The processor time that this thread has used.
fn processor_time() -> Duration {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    Duration::try_from(time).expect("a time that passes")
}

/// The roots of a client that has one.
pub fn root(folder: &Path) -> Roots {
    Roots::Offered(vec![format!("file://{}", folder.display())])
}

pub fn unnamed() -> Session {
    Session::new(Source::Search { from: None })
}

#[test]
fn a_broken_guide_yaml_is_parsed_once() {
    let mut guide = forty();
    while guide.len() < 300_000 {
        let number = guide.len();
        guide.push_str(&format!("  n{number}: {{dir: docs, patterns: ['*.md']}}\n"));
    }
    guide.push_str("  broken: {dir: docs, patterns: []}\n");
    let folder = project(&[("guide.yaml", &guide)]);
    let (session, roots) = (unnamed(), root(folder.path()));
    let before = processor_time();
    session.bind(&roots).expect_err("it is broken");
    let first = processor_time() - before;
    let before = processor_time();
    for _ in 0..20 {
        session.bind(&roots).expect_err("it is broken");
    }
    let others = processor_time() - before;
    println!("{first:?} for the first call, {others:?} for twenty more");
    assert!(
        others < first,
        "{others:?} for twenty calls, {first:?} for the first"
    );
}

#[test]
fn the_projects_of_many_roots_are_not_kept_for_ever() {
    let folders: Vec<_> = (0..60).map(|_| project(&[GUIDE])).collect();
    // Other tests of this process open and close files too.
    let open = || {
        let all = std::fs::read_dir("/proc/self/fd").expect("a list");
        let paths = all.filter_map(|one| std::fs::read_link(one.ok()?.path()).ok());
        let here = |path: &PathBuf| folders.iter().any(|folder| path.starts_with(folder.path()));
        paths.filter(here).count()
    };
    let session = unnamed();
    for folder in &folders {
        session.bind(&root(folder.path())).expect("it loads");
    }
    let open = open();
    assert!((1..40).contains(&open), "{open} files are open");
    // The last one is still known: its last good version stays.
    let last = folders.last().expect("sixty");
    std::fs::remove_file(last.path().join("guide.yaml")).expect("it is there");
    let bound = session.bind(&root(last.path())).expect("it is known");
    assert!(bound.stale.is_some());
}

#[test]
fn a_change_of_the_same_length_and_time_is_seen() {
    let folder = project(&[(
        "guide.yaml",
        "categories: {one: {dir: ., patterns: ['*']}}\n",
    )]);
    let file = folder.path().join("guide.yaml");
    let (session, roots) = (unnamed(), root(folder.path()));
    let time = std::time::SystemTime::now() - Duration::from_secs(100);
    for name in ["one", "two", "six"] {
        let guide = format!("categories: {{{name}: {{dir: ., patterns: ['*']}}}}\n");
        let mut open = std::fs::File::options()
            .write(true)
            .open(&file)
            .expect("a file");
        open.write_all(guide.as_bytes()).expect("room");
        open.set_modified(time).expect("a time");
        let bound = session.bind(&roots).expect("it loads");
        assert!(bound.project.categories.contains_key(name), "{name}");
    }
}

/// Two projects of one shape, the second one outside, and a link to it beside the
/// first: `here/w` and `there/w` are folders in them.
fn here_and_there() -> tempfile::TempDir {
    let guide = "categories: {docs: {dir: docs, patterns: ['*.md']}}\n";
    let folder = project(&[
        ("here/guide.yaml", guide),
        ("here/docs/a.md", "here"),
        ("here/w/x", ""),
        ("there/guide.yaml", guide),
        ("there/docs/a.md", "there"),
        ("there/w/x", ""),
    ]);
    std::os::unix::fs::symlink("there", folder.path().join("link")).expect("a link");
    folder
}

#[test]
fn no_link_is_followed_to_where_the_search_begins_when_the_program_starts() {
    let folder = here_and_there();
    let (here, link) = (folder.path().join("here"), folder.path().join("link"));
    // The shell goes there before anything is swapped, and stays.
    let script = "for n in $(seq 150); do \"$0\" get docs 2>&1; echo; done";
    let shell = Command::new("sh")
        .args(["-c", script])
        .arg(env!("CARGO_BIN_EXE_mcp-guide"))
        .current_dir(here.join("w"))
        .env_remove("MCP_GUIDE_PROJECT")
        .stdout(std::process::Stdio::piped())
        .spawn()
        .expect("a shell");
    let done = AtomicBool::new(false);
    let output = std::thread::scope(|scope| {
        let _done = Done(&done);
        scope.spawn(|| {
            while !done.load(Ordering::Relaxed) {
                let swap = rustix::fs::RenameFlags::EXCHANGE;
                rustix::fs::renameat_with(rustix::fs::CWD, &here, rustix::fs::CWD, &link, swap)
                    .expect("both are there");
            }
        });
        shell.wait_with_output().expect("it ends")
    });
    let said = String::from_utf8(output.stdout).expect("UTF-8");
    let answers = |text: &str| said.lines().filter(|line| *line == text).count();
    println!("{} answers from here", answers("here"));
    assert_eq!(answers("there"), 0, "{} from there", answers("there"));
    assert!(answers("here") > 0, "{said}");
}

fn found_upward(session: &Session) -> Result<String, SessionError> {
    let bound = session.bind(&Roots::None)?;
    let category = &bound.project.categories["docs"];
    let sandbox = bound.open(category).expect("it is there");
    let opened = sandbox.open("a.md".into()).expect("it is there");
    let content = opened.read(1 << 10).expect("it is read");
    Ok(String::from_utf8(content).expect("UTF-8"))
}

#[test]
fn a_folder_that_moves_keeps_its_project_until_another_has_its_name() {
    let folder = here_and_there();
    let path = |name: &str| folder.path().join(name);
    let from = camino::Utf8PathBuf::from_path_buf(path("here/w")).expect("UTF-8");
    let session = Session::new(Source::Search { from: Some(from) });
    assert_eq!(found_upward(&session).as_deref(), Ok("here"));
    // Nothing has its name: it is where it went.
    std::fs::rename(path("here"), path("moved")).expect("a name");
    assert_eq!(found_upward(&session).as_deref(), Ok("here"));
    // Another folder has it.
    std::fs::rename(path("there"), path("here")).expect("a name");
    assert_eq!(found_upward(&session).as_deref(), Ok("there"));
    // It is gone, and so is what was known of it.
    std::fs::remove_dir_all(path("here")).expect("it is there");
    std::fs::remove_dir_all(path("moved")).expect("it is there");
    let found = found_upward(&session);
    assert!(matches!(found, Err(SessionError::Nowhere(_))), "{found:?}");
}

#[test]
fn a_working_directory_that_is_no_utf8_is_searched_from() {
    use std::os::unix::ffi::OsStrExt;
    let folder = one_document();
    let odd = folder.path().join(std::ffi::OsStr::from_bytes(b"x\xff/y"));
    std::fs::create_dir_all(&odd).expect("a folder");
    let output = binary()
        .args(["get", "docs"])
        .current_dir(&odd)
        .output()
        .expect("it runs");
    assert_eq!(String::from_utf8_lossy(&output.stdout), "a");
}

#[test]
fn a_guide_yaml_whose_writer_is_slow_is_waited_for() {
    let folder = project(&[GUIDE]);
    let file = folder.path().join("guide.yaml");
    let (session, roots) = (unnamed(), root(folder.path()));
    session.bind(&roots).expect("it loads");
    let mut waited = 0;
    for _ in 0..10 {
        std::fs::write(&file, "categories: {docs: {").expect("room");
        std::thread::scope(|scope| {
            scope.spawn(|| {
                std::thread::sleep(Duration::from_millis(60));
                std::fs::write(&file, GUIDE.1).expect("room");
            });
            let bound = session.bind(&roots).expect("it is known");
            waited += usize::from(bound.stale.is_none());
        });
    }
    // A machine that is busy may keep the writer from it a few times.
    assert!(waited >= 3, "{waited} of 10 were waited for");
}
