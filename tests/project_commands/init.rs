//! `init`: that it writes its file whole, or not at all.

use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::os::unix::process::CommandExt;
use std::path::Path;

use mcp_guide::cli::init::MAX_CATEGORIES;
use mcp_guide::limits::MAX_CONFIG_BYTES;

use super::process::{self, project, run};

/// What is said where a file is there.
pub(super) const EXISTS: &str = "guide.yaml already exists; nothing was written. \
    Use --force to replace it, or --dry-run to see what would be written.\n";

/// What begins with a dot is nobody's category, but `.github` at the top.
#[test]
fn init_passes_over_what_is_hidden() {
    let folder = project(&[
        (".hidden/a.md", "a"),
        (".github/.hidden/a.md", "a"),
        ("docs/.hidden/a.md", "a"),
        ("docs/.github/a.md", "a"),
        ("deep/1/2/3/4/5/6/7/a.md", "a"),
        (".a.md", "a"),
    ]);
    assert_eq!(run(folder.path(), &["init"]).code, 0);
    let ran = run(folder.path(), &["check"]);
    let said = "deep: 1 document, 1 byte\n0 errors, 0 warnings\n";
    assert_eq!((ran.code, &*ran.out), (0, said));
}

#[test]
fn init_writes_a_project_that_checks_and_never_overwrites() {
    let folder = project(&[
        ("README.md", "# R\n"),
        ("docs/guide/a.md", "# A\n"),
        ("odd: name/b.txt", "b"),
        ("target/c.md", "not ours"),
        ("src/main.rs", "fn main() {}"),
    ]);
    let ran = run(folder.path(), &["init"]);
    assert_eq!(ran.code, 0, "{}", ran.err);
    let written =
        std::fs::read_to_string(folder.path().join("guide.yaml")).expect("it was written");
    assert!(written.starts_with('#'), "{written}");
    let ran = run(folder.path(), &["check"]);
    assert_eq!(
        (ran.code, &*ran.out),
        (
            0,
            "project: 1 document, 4 bytes\ndocs: 1 document, 4 bytes\nodd: name: 1 document, 1 byte\n0 errors, 0 warnings\n"
        )
    );
    let ran = run(folder.path(), &["init"]);
    assert_eq!((ran.code, &*ran.err), (1, EXISTS));
    let after = std::fs::read_to_string(folder.path().join("guide.yaml")).expect("it is there");
    assert_eq!(after, written);
}

#[test]
fn init_takes_the_file_or_its_folder() {
    let folder = project(&[("sub/a.md", "a")]);
    let ran = run(folder.path(), &["--project", "sub/guide.yaml", "init"]);
    assert_eq!(ran.code, 0, "{}", ran.err);
    assert!(folder.path().join("sub/guide.yaml").is_file());
}

/// What the loaded project's categories are called, from the counts of `check`.
#[track_caller]
pub(super) fn categories(folder: &Path) -> Vec<String> {
    let ran = run(folder, &["check"]);
    assert_eq!(ran.code, 0, "{}{}", ran.out, ran.err);
    let counts = ran.out.lines().filter_map(|line| line.rsplit_once(": "));
    counts.map(|(name, _)| name.to_owned()).collect()
}

/// Everything in a folder.
pub(super) fn names(folder: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(folder).expect("a folder");
    let name = |entry: std::io::Result<std::fs::DirEntry>| entry.expect("an entry").file_name();
    let mut names: Vec<String> = entries
        .map(|entry| name(entry).to_string_lossy().into_owned())
        .collect();
    names.sort();
    names
}

#[test]
fn init_keeps_names_apart() {
    let folder = project(&[
        ("README.md", "r"),
        ("project/a.md", "a"),
        ("project-2/b.md", "b"),
        ("all/c.md", "c"),
    ]);
    let ran = run(folder.path(), &["init"]);
    assert_eq!(ran.code, 0, "{}", ran.err);
    assert_eq!(
        categories(folder.path()),
        ["project-3", "all", "project", "project-2"]
    );
    let ran = run(folder.path(), &["list", "all-2"]);
    assert_eq!(ran.out.lines().count(), 2 + 4, "{}", ran.out);
}

#[test]
fn init_writes_names_that_yaml_and_people_would_read_differently() {
    let odd = [
        "\u{7f}", "\u{80}", "\u{85}", "\u{2028}", "\u{2029}", "\u{fffe}", "\u{feff}", "\u{202e}",
        "a\nb", "- x", "? x", "! x", "& x", "* x", "# x", ": x", " x ", "1.10", "true", "~",
        "null", "\"x'", "\\", "😀",
    ];
    let longest = "\u{7f}".repeat(255);
    let folder = laws::folder();
    for name in odd.iter().copied().chain([&*longest]) {
        let path = folder.path().join(name);
        std::fs::create_dir(&path).expect("a folder");
        std::fs::write(path.join("a.md"), "a").expect("a file");
    }
    let ran = run(folder.path(), &["init"]);
    assert_eq!(ran.code, 0, "{}", ran.err);
    assert_eq!(categories(folder.path()).len(), odd.len() + 1);
    for name in odd {
        let ran = run(folder.path(), &["get", "--", name, "a.md"]);
        assert_eq!((ran.code, &*ran.out), (0, "a"), "{name:?}: {}", ran.err);
    }
}

#[test]
fn init_of_more_folders_than_a_file_has_room_for() {
    // By their number, and by the bytes of their names.
    for (folders, name) in [
        (MAX_CATEGORIES + 100, "x".to_owned()),
        (700, "\u{7f}".repeat(250)),
    ] {
        let folder = laws::folder();
        for number in 0..folders {
            let path = folder.path().join(format!("{name}{number:04}"));
            std::fs::create_dir(&path).expect("a folder");
            std::fs::write(path.join("a.md"), "a").expect("a file");
        }
        let ran = run(folder.path(), &["init"]);
        assert_eq!(ran.code, 0, "{}", ran.err);
        let written = std::fs::read_to_string(folder.path().join("guide.yaml")).expect("a file");
        assert!(
            written.len() as u64 <= MAX_CONFIG_BYTES,
            "{} bytes",
            written.len()
        );
        let proposed = categories(folder.path()).len();
        let said = format!(
            "{} more folders with documents did not fit; add what matters by hand.",
            folders - proposed
        );
        assert!(proposed < folders && proposed > 100, "{proposed}");
        assert!(ran.out.ends_with(&format!("\n{said}\n")), "{}", ran.out);
        assert!(written.contains(&format!("\n# {said}\n")), "{said}");
    }
}

#[test]
fn init_on_a_full_disk_leaves_nothing() {
    let folder = project(&[("docs/a.md", "a")]);
    // No byte can be written, and the program is told so instead of being killed.
    let script = "trap '' XFSZ; ulimit -f 0; exec \"$0\" init";
    let output = std::process::Command::new("sh")
        .args(["-c", script, env!("CARGO_BIN_EXE_mcp-guide")])
        .env_remove("MCP_GUIDE_PROJECT")
        .current_dir(folder.path())
        .output()
        .expect("a shell");
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{said}");
    assert!(
        said.starts_with("Cannot write guide.yaml: there is no room for it"),
        "{said}"
    );
    assert_eq!(names(folder.path()), ["docs"]);
    // With room again, nothing is in the way.
    assert_eq!(run(folder.path(), &["init"]).code, 0);
    assert_eq!(names(folder.path()), ["docs", "guide.yaml"]);
}

#[test]
fn init_never_writes_over_a_link_or_a_directory() {
    let folder = project(&[("docs/a.md", "a")]);
    let guide = folder.path().join("guide.yaml");
    let exists = (1, EXISTS.to_owned());
    symlink("nowhere", &guide).expect("a link");
    let ran = run(folder.path(), &["init"]);
    assert_eq!((ran.code, ran.err), exists);
    assert_eq!(names(folder.path()), ["docs", "guide.yaml"]);
    assert_eq!(
        std::fs::read_link(&guide).expect("a link"),
        Path::new("nowhere")
    );
    std::fs::remove_file(&guide).expect("a link");
    std::fs::create_dir(&guide).expect("a folder");
    let ran = run(folder.path(), &["init"]);
    assert_eq!((ran.code, ran.err), exists);
    assert_eq!(names(&guide), [""; 0]);
}

#[test]
fn of_many_inits_at_once_one_writes() {
    let folder = project(&[("docs/a.md", "a")]);
    let codes: Vec<i32> = std::thread::scope(|scope| {
        let ran: Vec<_> = (0..12)
            .map(|_| scope.spawn(|| run(folder.path(), &["init"]).code))
            .collect();
        ran.into_iter()
            .map(|ran| ran.join().expect("a run"))
            .collect()
    });
    assert_eq!(
        codes.iter().filter(|code| **code == 0).count(),
        1,
        "{codes:?}"
    );
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
    std::fs::copy(env!("CARGO_BIN_EXE_mcp-guide"), &program).expect("a copy");
    for path in [folder, elsewhere.path(), &program] {
        std::fs::set_permissions(path, PermissionsExt::from_mode(0o777)).expect("a mode");
    }
    let output = std::process::Command::new(&program)
        .env_remove("MCP_GUIDE_PROJECT")
        .current_dir(folder)
        .args(arguments)
        .uid(NOBODY)
        .gid(NOBODY)
        .output();
    let Ok(output) = output else {
        println!("skipped: this superuser cannot run a program as nobody");
        return None;
    };
    Some(process::Ran {
        code: output.status.code().expect("an exit code"),
        out: String::from_utf8(output.stdout).expect("UTF-8"),
        err: String::from_utf8(output.stderr).expect("UTF-8"),
    })
}
