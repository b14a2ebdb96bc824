//! Guides that a project includes: bounds, owners, and changes that are seen late.

use std::fs;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use camino::Utf8Path;
use mcp_guide::limits::{MAX_INCLUDE_DEPTH, MAX_INCLUDES, MAX_NAME_BYTES, MAX_PREFIXED_NAME_BYTES};
use mcp_guide::project::bound_project::BoundProject;
use mcp_guide::project::project_error::{ProjectError, ProjectErrorKind, SessionError};
use mcp_guide::project::session::{Roots, Session, Source};

use crate::process::{project, superuser};
use crate::projects::{NOBODY, root, unnamed};

const NONE: &str = "categories: {}\n";
const ONE: &str = "categories: {docs: {dir: ., patterns: ['*.md']}}\n";

fn named(folder: &Path) -> Session {
    let path = Utf8Path::from_path(folder).expect("UTF-8");
    Session::new(Source::Named(path.to_owned()))
}

/// The innermost error of a project that does not load.
#[track_caller]
fn refused(bound: Result<BoundProject, SessionError>) -> ProjectErrorKind {
    let Err(SessionError::Unloadable(ProjectError { mut kind, .. })) = bound else {
        panic!("it loads, or is not found");
    };
    while let ProjectErrorKind::Included { problem, .. } = kind {
        kind = problem.kind;
    }
    kind
}

/// A chain of files, each of which includes the next, and a file that includes many.
#[test]
fn includes_are_bounded_in_depth_and_number() {
    let chain = |length: usize| {
        let folder = project(&[("0", NONE)]);
        for link in 1..length {
            fs::write(folder.path().join(link.to_string()), format!("{NONE}include: ['{}']\n", link - 1))
                .expect("a file");
        }
        let last = format!("{NONE}include: ['{}']\n", length - 1);
        fs::write(folder.path().join("guide.yaml"), last).expect("a file");
        named(folder.path()).bind(&Roots::None)
    };
    chain(MAX_INCLUDE_DEPTH).expect("it loads");
    assert_eq!(refused(chain(MAX_INCLUDE_DEPTH + 1)), ProjectErrorKind::DeepInclude);
    let many = |count: usize| {
        let guide = format!("{NONE}include: [{}]\n", "one, ".repeat(count));
        let folder = project(&[("guide.yaml", &guide), ("one", ONE)]);
        named(folder.path()).bind(&Roots::None)
    };
    assert_eq!(many(MAX_INCLUDES).expect("it loads").project.categories.len(), 1);
    assert_eq!(refused(many(MAX_INCLUDES + 1)), ProjectErrorKind::ManyIncludes);
}

/// A name of 128 bytes fits by itself, and with what two includes put before it only if that
/// has 128 bytes, too.
#[test]
fn names_are_bounded_with_their_prefixes() {
    let name = "n".repeat(MAX_NAME_BYTES);
    let of = |outer: usize| {
        let (outer, inner) = ("o".repeat(outer), "i".repeat(60));
        let guide = format!("{NONE}include: [{{path: a, as: {outer}}}]\n");
        let a = format!("{NONE}include: [{{path: b, as: {inner}}}]\n");
        let b = format!("categories: {{{name}: {{dir: ., patterns: ['*']}}}}\n");
        let folder = project(&[("guide.yaml", &guide), ("a", &a), ("b", &b)]);
        named(folder.path()).bind(&Roots::None)
    };
    let names = of(66).expect("it loads").project.categories.keys().map(String::len).max();
    assert_eq!(names, Some(MAX_PREFIXED_NAME_BYTES));
    assert_eq!(refused(of(67)), ProjectErrorKind::LongPrefixedName);
}

/// Guides of 50,000 events each, of which the project's own is one.
#[test]
fn what_guides_hold_is_bounded_together() {
    let values = |count: usize| format!("categories: {{}}\ncontext: {{a: [{}]}}\n", "1, ".repeat(count));
    // Beside the values there are 11 events.
    let guide = |count: usize, include: &str| values(count - 11) + include;
    let of = |last: usize| {
        let include = "include: [a, b, c]\n";
        // One event for the key, two for the list, three for its items.
        let folder = project(&[("guide.yaml", &guide(49_994, include))]);
        for (name, count) in [("a", 50_000), ("b", 50_000), ("c", last)] {
            fs::write(folder.path().join(name), guide(count, "")).expect("a file");
        }
        named(folder.path()).bind(&Roots::None)
    };
    of(50_000).expect("it loads");
    assert_eq!(refused(of(50_001)), ProjectErrorKind::LargeIncludes);
}

/// Each of the guides has 60,500 members.
#[test]
fn members_of_all_guides_are_bounded_together() {
    let nesting: String = (0..200).map(|n| format!("  c{n}: {{categories: [a]}}\n")).collect();
    let collections = format!("collections:\n  a: {{categories: [{}]}}\n{nesting}", "m, ".repeat(300));
    let guide = format!("{NONE}include: [org]\n{collections}");
    let folder = project(&[("guide.yaml", &guide), ("org/guide.yaml", &format!("{NONE}{collections}"))]);
    named(folder.path()).bind(&Roots::None).expect("all names are taken");
    let guide = guide.replace("org", "{path: org, as: org}");
    fs::write(folder.path().join("guide.yaml"), guide).expect("a file");
    let refused = named(folder.path()).bind(&Roots::None).map(drop);
    let Err(SessionError::Unloadable(error)) = refused else { panic!("{refused:?}") };
    assert_eq!((&*error.path, error.kind), ("include", ProjectErrorKind::ManyMembers));
    assert_eq!(error.position.map(|at| (at.line, at.column)), Some((2, 11)));
}

/// Circles of one, two and three files, of a named and of a found project.
#[test]
fn circles_are_refused() {
    for (guide, a, b) in [(".", "x", "x"), ("a", "guide.yaml", "x"), ("a", "b", "./a")] {
        let [guide, a, b] = [guide, a, b].map(|next| format!("{NONE}include: ['{next}']\n"));
        let folder = project(&[("guide.yaml", &guide), ("a", &a), ("b", &b)]);
        let found = unnamed().bind(&root(folder.path()));
        for bound in [found, named(folder.path()).bind(&Roots::None)] {
            assert_eq!(refused(bound), ProjectErrorKind::Circle);
        }
    }
}

#[test]
fn an_included_guide_of_another_owner_is_refused_in_a_found_project() {
    if !superuser() {
        return;
    }
    let guide = format!("{NONE}include: [org]\n");
    let folder = project(&[("guide.yaml", &guide), ("org/guide.yaml", ONE)]);
    let owned = folder.path().join("org/guide.yaml");
    std::os::unix::fs::chown(owned, Some(NOBODY), None).expect("an owner");
    assert_eq!(refused(unnamed().bind(&root(folder.path()))), ProjectErrorKind::OtherOwner);
    named(folder.path()).bind(&Roots::None).expect("the user named it");
}

/// Once its files are old, a project is not read again until one is another: by its
/// content, by its folder, or as it appears.
#[test]
fn a_change_is_seen_when_all_files_are_old() {
    let guide = format!("{NONE}include: [org, later]\n");
    let other = ONE.replace("docs", "new");
    let folder = project(&[("guide.yaml", &guide), ("v1/guide.yaml", ONE), ("v2/a.md", "a")]);
    let path = |name: &str| folder.path().join(name);
    fs::hard_link(path("v1/guide.yaml"), path("v2/guide.yaml")).expect("a second name");
    std::os::unix::fs::symlink("v1", path("org")).expect("a link");
    let session = named(folder.path());
    let bind = || session.bind(&Roots::None).expect("it loads").project;
    std::thread::sleep(Duration::from_millis(3100));
    let first = bind();
    assert!(Arc::ptr_eq(&first, &bind()));
    fs::remove_file(path("org")).expect("a link");
    std::os::unix::fs::symlink("v2", path("org")).expect("a link");
    let second = bind();
    assert!(!Arc::ptr_eq(&first, &second));
    assert!(Arc::ptr_eq(&second, &bind()));
    fs::create_dir(path("later")).expect("a folder");
    fs::write(path("later/guide.yaml"), &other).expect("a file");
    assert_eq!(bind().categories.keys().collect::<Vec<_>>(), ["docs", "new"]);
    fs::write(path("v2/guide.yaml"), ONE.replace("docs", "changed")).expect("a file");
    assert_eq!(bind().categories.keys().collect::<Vec<_>>(), ["changed", "new"]);
}
