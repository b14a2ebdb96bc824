//! What the system's permissions forbid.

use std::os::unix::process::CommandExt;
use std::path::Path;

use serde_json::json;

use super::files::{get, refused};
use super::projects::{NOBODY, mode, reachable_program};
use crate::process::{GUIDE, Server, project};

/// A server whom the system's permissions bind. The superuser is bound by none,
/// so for it the server runs as nobody.
#[track_caller]
fn bound_by_permissions(folder: &Path) -> Server {
    if !rustix::process::geteuid().is_root() {
        return Server::start(folder);
    }
    let mut command = laws::command(reachable_program(folder));
    command.uid(NOBODY).gid(NOBODY);
    command.arg("--project").arg(folder).arg("serve");
    let mut server = Server::spawn(command);
    server.initialize(json!({}));
    server
}

#[test]
fn permission_denied_on_a_file() {
    let folder = project(&[GUIDE, ("docs/a.md", "a"), ("docs/closed.md", "closed")]);
    mode(&folder.path().join("docs/closed.md"), 0o000);
    let mut server = bound_by_permissions(folder.path());
    refused(&get(&mut server, "closed.md"), "closed.md (permission denied)");
    let result = get(&mut server, "*.md");
    assert_eq!(result["message"], "Left out because it could not be read: closed.md (permission denied).");
}

#[test]
fn permission_denied_on_a_directory() {
    let folder = project(&[GUIDE, ("docs/a.md", "a"), ("docs/closed/b.md", "b")]);
    mode(&folder.path().join("docs/closed"), 0o000);
    let mut server = bound_by_permissions(folder.path());
    refused(&get(&mut server, "closed/*.md"), "closed (permission denied)");
    refused(&get(&mut server, "closed/b.md"), "closed/b.md (permission denied)");
    let [closed, spelled] = ["closed", "[a]"].map(|name| folder.path().join("docs").join(name));
    std::fs::rename(&closed, &spelled).expect("another name");
    refused(&get(&mut server, "[a]/"), "[a] (permission denied)");
    std::fs::rename(&spelled, &closed).expect("its name");
    let result = get(&mut server, "**/*.md");
    assert_eq!(result["message"], "Left out because it could not be read: closed (permission denied).");
    // So that the folder can be removed.
    mode(&closed, 0o755);
}

#[test]
fn permission_denied_on_the_path_that_a_pattern_spells() {
    let folder = project(&[GUIDE, ("docs/s/b.md", "s"), ("docs/[slug]/b.md", "slug")]);
    let closed = folder.path().join("docs/[slug]");
    mode(&closed, 0o000);
    let mut server = bound_by_permissions(folder.path());
    let result = get(&mut server, "[slug]/b.md");
    assert_eq!(result["message"], "Left out because it could not be read: [slug]/b.md (permission denied).");
    // So that the folder can be removed.
    mode(&closed, 0o755);
}

/// A directory that cannot be listed may hold what a call's pattern and a member's
/// match both: it is named, whichever of them needs the list.
#[test]
fn a_directory_that_one_of_two_patterns_cannot_list() {
    let guide = "categories: {docs: {dir: docs, patterns: ['*']}}\ncollections: \
                 {spelled: {categories: [docs/d/x.md]}, all: {categories: ['docs/**/*.md']}, \
                 other: {categories: ['docs/e/**']}}\n";
    let folder = project(&[("guide.yaml", guide), ("docs/d/x.md", "x"), ("docs/e/a.md", "a")]);
    let closed = folder.path().join("docs/d");
    mode(&closed, 0o311);
    let mut server = bound_by_permissions(folder.path());
    let mut ask = |name: &str, pattern: &str| {
        let arguments = json!({ "collection": name, "pattern": pattern });
        server.call("get_collection_content", arguments)
    };
    refused(&ask("spelled", "**"), "docs/d (permission denied)");
    refused(&ask("all", "d/x.md"), "docs/d (permission denied)");
    assert_eq!(ask("spelled", "d/x.md")["value"], "x");
    // What a member does not look into is not named.
    let result = ask("other", "**");
    assert_eq!((&result["value"], &result["message"]), (&json!("a"), &json!(null)));
}
