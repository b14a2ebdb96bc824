//! Projects whose folder or file changes, or cannot be reached.

use std::os::unix::fs::PermissionsExt;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

use mcp_guide::documents::sandbox::Reach;
use mcp_guide::project::project_error::{ProjectErrorKind, SessionError};
use mcp_guide::project::session::{Roots, Session, Source};
use serde_json::{Value, json};

use crate::process::{Done, GUIDE, Server, binary, copy_binary, one_document, project, superuser};

/// A server in this working directory, without a named project, that runs as nobody
/// where the caller is the superuser, whom no permission binds.
fn searching(program: &Path, working_directory: &Path) -> Server {
    let mut command = laws::command(program);
    command.current_dir(working_directory).arg("serve");
    if rustix::process::geteuid().is_root() {
        command.uid(NOBODY).gid(NOBODY);
    }
    Server::spawn(command)
}

pub const NOBODY: u32 = 65534;

#[track_caller]
fn owner(path: &Path, user: u32) {
    std::os::unix::fs::chown(path, Some(user), None).expect("an owner");
}

/// A copy of the program in a folder that every user can reach.
#[track_caller]
pub fn reachable_program(folder: &Path) -> PathBuf {
    let program = folder.join("mcp-guide");
    copy_binary(&program);
    for open in [folder, &program] {
        mode(open, 0o755);
    }
    program
}

#[track_caller]
pub fn mode(path: &Path, mode: u32) {
    std::fs::set_permissions(path, PermissionsExt::from_mode(mode)).expect("a mode");
}

/// A project two folders above the working directory, the folder between of this
/// mode; what a server there says that exists.
#[track_caller]
fn found_through(between: u32, project_folder: u32) -> Value {
    let folder = project(&[
        ("project/guide.yaml", "categories: {docs: {dir: docs, patterns: ['*.md']}}\n"),
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
    assert!(error.contains("no guide.yaml and no repository was found"), "{error}");
}

/// What a server says that exists of a project whose folder and file have these
/// owners, found from a folder below it. The server runs as this user, by `sudo` of
/// that one.
#[track_caller]
fn found_by(folder_owner: u32, file_owner: u32, user: u32, sudo: Option<u32>) -> Value {
    let folder = project(&[("shared/guide.yaml", GUIDE.1), ("shared/docs/a.md", "a"), ("shared/work/x", "")]);
    let program = reachable_program(folder.path());
    let shared = folder.path().join("shared");
    mode(&shared, 0o1777);
    owner(&shared, folder_owner);
    owner(&shared.join("guide.yaml"), file_owner);
    let mut command = laws::command(program);
    command
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
    if !superuser() {
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
    if !superuser() {
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

/// The roots of a client that has one.
pub fn root(folder: &Path) -> Roots {
    Roots::Offered(vec![format!("file://{}", folder.display())])
}

pub fn unnamed() -> Session {
    Session::new(Source::Search { from: None })
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
    let shell = laws::command("sh")
        .args(["-c", script])
        .arg(env!("CARGO_BIN_EXE_mcp-guide"))
        .current_dir(here.join("w"))
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
    let opened = sandbox.open("a.md".into(), Reach::Beneath).expect("it is there");
    let content = opened.read(1 << 10).expect("it is read");
    Ok(String::from_utf8(content).expect("UTF-8"))
}

#[test]
fn a_search_begins_at_what_has_the_path_now() {
    let folder = here_and_there();
    let path = |name: &str| folder.path().join(name);
    let from = camino::Utf8PathBuf::from_path_buf(path("here/w")).expect("UTF-8");
    let session = Session::new(Source::Search { from: Some(from) });
    assert_eq!(found_upward(&session).as_deref(), Ok("here"));
    // Nothing has its name.
    std::fs::rename(path("here"), path("moved")).expect("a name");
    let found = found_upward(&session);
    assert!(matches!(found, Err(SessionError::Nowhere(_))), "{found:?}");
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
    let output = binary().args(["get", "docs"]).current_dir(&odd).output().expect("it runs");
    assert_eq!(String::from_utf8_lossy(&output.stdout), "a");
}
