//! `init`: many at once, and folders that cannot be read.

use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::PermissionsExt;
use std::os::unix::process::CommandExt;
use std::path::Path;

use crate::process::{self, project, run};

/// What the loaded project's categories are called, from the counts of `check`.
#[track_caller]
pub(super) fn categories(folder: &Path) -> Vec<String> {
    let ran = run(folder, &["check"]);
    assert_eq!(ran.code, 0, "{}{}", ran.out, ran.err);
    let lines = ran.out.lines().filter(|line| !line.contains(": note["));
    let counts = lines.filter_map(|line| line.rsplit_once(": "));
    counts.map(|(name, _)| name.to_owned()).collect()
}

/// Everything in a folder.
pub(super) fn names(folder: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(folder).expect("a folder");
    let name = |entry: std::io::Result<std::fs::DirEntry>| entry.expect("an entry").file_name();
    let mut names: Vec<String> = entries.map(|entry| name(entry).to_string_lossy().into_owned()).collect();
    names.sort();
    names
}

#[test]
fn of_many_inits_at_once_one_writes() {
    let folder = project(&[("docs/a.md", "a")]);
    let codes: Vec<i32> = std::thread::scope(|scope| {
        let ran: Vec<_> = (0..12).map(|_| scope.spawn(|| run(folder.path(), &["init"]).code)).collect();
        ran.into_iter().map(|ran| ran.join().expect("a run")).collect()
    });
    let made = codes.iter().filter(|code| **code == 0).count();
    assert_eq!(made, 1, "{codes:?}");
    assert_eq!(names(folder.path()), ["docs", "guide.yaml"]);
    assert_eq!(categories(folder.path()), ["docs"]);
}

#[test]
fn init_goes_on_past_what_it_cannot_read() {
    let folder = project(&[
        ("docs/a.md", "a"),
        ("docs/closed/b.md", "b"),
        ("docs/deep/c.rst", "c"),
        ("shut/d.md", "d"),
        ("open/e.md", "e"),
    ]);
    let foreign = std::ffi::OsStr::from_bytes(b"caf\xE9");
    std::fs::create_dir(folder.path().join(foreign)).expect("a folder");
    for closed in ["docs/closed", "shut"] {
        let closed = folder.path().join(closed);
        std::fs::set_permissions(closed, PermissionsExt::from_mode(0o000)).expect("a mode");
    }
    let Some(ran) = run_bound_by_permissions(folder.path(), &["init"]) else {
        return;
    };
    assert_eq!(ran.code, 0, "{}", ran.err);
    assert_eq!(
        ran.out,
        "Wrote guide.yaml with 2 categories. Review it, then run: mcp-guide check\n\
         Left out because it could not be read: caf\\xe9 (the name is not UTF-8), \
         docs/closed (permission denied), shut (permission denied).\n"
    );
    let written = std::fs::read_to_string(folder.path().join("guide.yaml")).expect("a file");
    assert!(written.contains("[\"**/*.md\", \"**/*.rst\"]"), "{written}");
    let shut = folder.path().join("shut");
    std::fs::set_permissions(shut, PermissionsExt::from_mode(0o311)).expect("a mode");
    let ran = run_bound_by_permissions(folder.path(), &["init", "shut"]).expect("as before");
    let said = "Cannot read shut: permission denied. Nothing was written.\n";
    assert_eq!((ran.code, &*ran.out, &*ran.err), (1, "", said));
}

/// Runs a command whom the system's permissions bind: the superuser runs it as
/// nobody. `None`, with the reason printed, where that cannot be.
#[track_caller]
pub(super) fn run_bound_by_permissions(folder: &Path, arguments: &[&str]) -> Option<process::Ran> {
    if !rustix::process::geteuid().is_root() {
        return Some(run(folder, arguments));
    }
    const NOBODY: u32 = 65534;
    let elsewhere = laws::folder();
    let program = elsewhere.path().join("mcp-guide");
    process::copy_binary(&program);
    for path in [folder, elsewhere.path(), &program] {
        std::fs::set_permissions(path, PermissionsExt::from_mode(0o777)).expect("a mode");
    }
    let output = laws::command(&program).current_dir(folder).args(arguments).uid(NOBODY).gid(NOBODY).output();
    let Ok(output) = output else {
        process::left_out("nobody", "this superuser cannot run a program as nobody");
        return None;
    };
    Some(process::Ran {
        code: output.status.code().expect("an exit code"),
        out: String::from_utf8(output.stdout).expect("UTF-8"),
        err: String::from_utf8(output.stderr).expect("UTF-8"),
    })
}
