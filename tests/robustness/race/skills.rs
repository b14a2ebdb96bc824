//! Entries of skills while their files are replaced.

use std::collections::BTreeSet;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

use camino::Utf8PathBuf;
use mcp_guide::{Caller, Server, Session, Source};
use rmcp::model::SkillResources;

use crate::process::{Done, project};

/// Two versions of every file, of which one has a license.
const VERSIONS: [&str; 2] = [
    "---\nname: one\ndescription: The first.\n---\n",
    "---\nname: one\ndescription: The second.\nlicense: MIT\n---\n# Two\n",
];
const GUIDE: &str = "categories: {team: {dir: team, patterns: ['*'], skills: true}}";

/// Replaces both files, each whole, by one version.
fn write(folder: &Path, number: usize) {
    for name in ["SKILL.md", "a b.md"] {
        let next = folder.join("next");
        std::fs::write(&next, VERSIONS[number % 2]).expect("room");
        std::fs::rename(&next, folder.join("team/one").join(name)).expect("a name");
    }
}

/// Checks the entries once, and returns the version that an entry's frontmatter and its digest have.
fn version(server: &Server) -> usize {
    let listed = server.skills(Caller::WITHOUT_ROOTS, None).expect("a list").skills;
    let [skill] = &listed[..] else { panic!("{listed:?}") };
    let SkillResources::Files(files) = &skill.resources else { panic!("{skill:?} is dynamic") };
    let mut main = None;
    for file in files {
        let of = VERSIONS.iter().position(|version| file.verify(version.as_bytes()).is_ok());
        let of = of.unwrap_or_else(|| panic!("{file:?} is of no version"));
        if file.uri == skill.uri {
            main = Some(of);
        }
    }
    let main = main.expect("SKILL.md is listed");
    assert_eq!(skill.frontmatter.extra.contains_key("license"), main == 1, "a mixture: {skill:?}");
    main
}

/// An entry is of versions that there were, and its frontmatter is of the SKILL.md whose digest it has.
#[test]
fn an_entry_is_of_one_version() {
    let folder =
        project(&[("guide.yaml", GUIDE), ("team/one/SKILL.md", VERSIONS[0]), ("team/one/a b.md", "")]);
    let folder = folder.path();
    write(folder, 0);
    let path = Utf8PathBuf::from_path_buf(folder.to_owned()).expect("a UTF-8 path");
    let server = Server::new(laws::table().clone(), Session::new(Source::Named(path)));
    let done = AtomicBool::new(false);
    std::thread::scope(|scope| {
        scope.spawn(|| {
            (1..).take_while(|_| !done.load(Ordering::Relaxed)).for_each(|number| write(folder, number))
        });
        let _done = Done(&done);
        let seen: BTreeSet<usize> = (0..500).map(|_| version(&server)).collect();
        assert_eq!(seen.len(), 2, "no file was replaced meanwhile");
    });
}
