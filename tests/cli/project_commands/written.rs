//! What `agents`, `init` and `setup` write, while others write, look and rename in the same folder.

use std::fs;
use std::io::Write;
use std::os::unix::fs::{MetadataExt, PermissionsExt, chown, symlink};
use std::path::Path;
use std::process::Child;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use rustix::fs::{CWD, RenameFlags, renameat_with};

use super::init::run_bound_by_permissions;
use crate::process::{Ran, binary, project};

const GUIDE: (&str, &str) = ("guide.yaml", "categories: {}\n");
/// Where the program has its state.
const STATE: &str = ".state";
/// What an owner's file may say.
const SECRET: &str = "a token";

#[track_caller]
fn started(folder: &Path, line: &str) -> Child {
    let mut command = binary();
    command.current_dir(folder).env("XDG_STATE_HOME", folder.join(STATE)).args(line.split(' '));
    command.stdout(std::process::Stdio::null()).stderr(std::process::Stdio::null());
    command.spawn().expect("the program runs")
}

/// Does one thing over and over while another is done.
fn beside(mut again: impl FnMut() + Send, act: impl FnOnce()) {
    let done = AtomicBool::new(false);
    thread::scope(|scope| {
        scope.spawn(|| {
            while !done.load(Ordering::Relaxed) {
                again();
            }
        });
        act();
        done.store(true, Ordering::Relaxed);
    });
}

/// The temporary files of a folder.
fn temporary(folder: &Path) -> Vec<fs::DirEntry> {
    let entries = fs::read_dir(folder).expect("a folder").flatten();
    let is_temporary = |entry: &fs::DirEntry| entry.file_name().to_string_lossy().starts_with(".mcp-guide-");
    entries.filter(is_temporary).collect()
}

/// How many of 20 writes of another program, each after the file was read, are in no file
/// afterwards. One may fall between the last look and the rename.
fn lost(file: &str, line: &str) -> usize {
    let is_lost = |_: &usize| {
        let content = format!("{{\"a\": \"{}\"}}\n", "x".repeat(500_000));
        let folder = project(&[GUIDE, (file, &content), ("other", "{\"other\": 1}\n")]);
        let path = folder.path().join(file);
        let mut child = started(folder.path(), line);
        while temporary(folder.path()).is_empty() && child.try_wait().expect("it ends").is_none() {}
        fs::rename(folder.path().join("other"), &path).expect("it is replaced");
        child.wait().expect("it ends");
        !fs::read_to_string(&path).expect("a file").contains("other")
    };
    (0..20).filter(is_lost).count()
}

#[test]
fn what_another_program_writes_meanwhile_stays() {
    for (file, line) in [(".mcp.json", "setup claude-code"), ("AGENTS.md", "agents")] {
        let lost = lost(file, line);
        assert!(lost <= 5, "{line}: {lost} of 20");
    }
}

/// Who writes in place empties the file first, and holds it open.
#[test]
fn what_another_program_writes_in_place_stays() {
    for (file, line) in [(".mcp.json", "setup claude-code"), ("AGENTS.md", "agents")] {
        let folder = project(&[GUIDE, (file, "{\"a\": 1}\n")]);
        let mut open = fs::File::create(folder.path().join(file)).expect("a file");
        let mut child = started(folder.path(), line);
        thread::sleep(Duration::from_millis(30));
        open.write_all(b"{\"other\": 1}\n").expect("it is written");
        assert!(child.wait().expect("it ends").success(), "{line}");
        let text = fs::read_to_string(folder.path().join(file)).expect("a file");
        assert!(text.contains("other") && text.contains("mcp-guide"), "{line}: {text}");
    }
}

/// With what says which copy it is, its name would be longer than a name may be.
#[test]
fn a_copy_of_a_long_name_is_kept() {
    let name = format!("{}.json", "b".repeat(247));
    let folder = project(&[GUIDE, (&name, "{}")]);
    symlink(&name, folder.path().join(".mcp.json")).expect("a link");
    assert!(started(folder.path(), "setup claude-code --no-hook").wait().expect("it ends").success());
    let copies = folder.path().join(STATE).join("mcp-guide/copies");
    let copy = super::init::names(&copies).into_iter().find(|name| name.starts_with("1-b"));
    assert_eq!(fs::read_to_string(copies.join(copy.expect("a copy"))).expect("a file"), "{}");
}

#[test]
fn a_folder_that_becomes_a_link_leads_nobody_out() {
    let outside = project(&[("AGENTS.md", "outside\n"), ("mcp.json", "{}")]);
    let folder = project(&[GUIDE, ("sub/AGENTS.md", "inside\n"), (".vscode/mcp.json", "{}")]);
    for name in ["sub", ".vscode"] {
        let line = |round: usize| match name {
            "sub" => format!("agents --file sub/{round}/NEW.md"),
            _ => format!("setup vscode{}", ["", " --remove"][round % 2]),
        };
        let [here, link] = [name, "link"].map(|name| folder.path().join(name));
        symlink(outside.path(), &link).expect("a link");
        let exchange = || {
            renameat_with(CWD, &here, CWD, &link, RenameFlags::EXCHANGE).expect("both");
            thread::sleep(Duration::from_micros(200));
        };
        let act = || {
            for round in 0..80 {
                started(folder.path(), &line(round)).wait().expect("it ends");
            }
        };
        beside(exchange, act);
        let link = [here, link].into_iter().find(|path| path.is_symlink()).expect("one is the link");
        fs::remove_file(link).expect("it is there");
        let _ = fs::rename(folder.path().join("link"), folder.path().join(name));
    }
    assert_eq!(super::init::names(outside.path()), ["AGENTS.md", "mcp.json"]);
    for (file, content) in [("AGENTS.md", "outside\n"), ("mcp.json", "{}")] {
        assert_eq!(fs::read_to_string(outside.path().join(file)).expect("a file"), content);
    }
    assert!(super::init::names(&folder.path().join("sub")).len() > 1, "nothing was written");
}

#[test]
fn nobody_else_may_open_what_an_owner_keeps() {
    let content = format!("{{\"{SECRET}\": \"{}\"}}", "x".repeat(1 << 20));
    let folder = project(&[GUIDE, (".mcp.json", &content)]);
    let path = folder.path().join(".mcp.json");
    fs::set_permissions(&path, fs::Permissions::from_mode(0o600)).expect("it is ours");
    let mut seen = 0;
    let look = || {
        for found in temporary(folder.path()).iter().flat_map(fs::DirEntry::metadata) {
            seen += 1;
            assert_eq!(found.mode() & 0o077, 0, "{:o}", found.mode());
        }
    };
    let act = || {
        for _ in 0..20 {
            started(folder.path(), "setup claude-code").wait().expect("it ends");
            fs::write(&path, &content).expect("it is ours");
        }
    };
    beside(look, act);
    assert!(seen > 0, "nothing was seen");
}

#[test]
fn owner_and_group_stay() {
    if !rustix::process::geteuid().is_root() {
        println!("skipped: only the superuser may give files away");
        return;
    }
    let folder = project(&[GUIDE, (".mcp.json", "{}"), ("AGENTS.md", "x\n"), ("docs/a.md", "a")]);
    let state = laws::folder();
    let owned = |file: &str| {
        let found = fs::metadata(folder.path().join(file)).expect("a file");
        (found.uid(), found.gid(), found.mode() & 0o777)
    };
    for file in [".mcp.json", "AGENTS.md", "guide.yaml"] {
        let path = folder.path().join(file);
        chown(&path, Some(1000), Some(1001)).expect("it is ours");
        fs::set_permissions(&path, fs::Permissions::from_mode(0o640)).expect("it is ours");
    }
    chown(folder.path(), Some(1002), Some(1003)).expect("it is ours");
    let project = folder.path().join("guide.yaml");
    let named = ["--project", project.to_str().expect("UTF-8")];
    for line in ["setup claude-code", "setup cursor", "agents", "agents --file new/x.md", "init --force"] {
        let arguments: Vec<&str> = named.into_iter().chain(line.split(' ')).collect();
        let mut command = binary();
        command.current_dir(folder.path()).env("XDG_STATE_HOME", state.path()).args(arguments);
        let ran = Ran::of(command.output().expect("the program runs"));
        assert_eq!(ran.code, 0, "{line}: {}", ran.err);
    }
    for file in [".mcp.json", "AGENTS.md", "guide.yaml"] {
        assert_eq!(owned(file), (1000, 1001, 0o640), "{file}");
    }
    for file in [".cursor", ".cursor/mcp.json", "new", "new/x.md"] {
        let (owner, group, _) = owned(file);
        assert_eq!((owner, group), (1002, 1003), "{file}");
    }
    // Who is not the superuser cannot keep them.
    let other = folder.path().join("AGENTS.md");
    fs::write(&other, "y\n").expect("it is ours");
    chown(&other, Some(1000), Some(65534)).expect("it is ours");
    fs::set_permissions(&other, fs::Permissions::from_mode(0o664)).expect("it is ours");
    chown(&project, Some(65534), Some(65534)).expect("it is ours");
    let Some(ran) = run_bound_by_permissions(folder.path(), &["--project", ".", "agents"]) else {
        return;
    };
    assert!(ran.err.contains("its owner and group cannot be kept"), "{}", ran.err);
    assert_eq!(fs::read_to_string(&other).expect("a file"), "y\n");
}
