//! The law of linked worktrees, and readings that break it.

use std::path::{Path, PathBuf};

use laws::worktree::{engine, worktree};
use proptest::prelude::*;
use proptest::sample::select;

use super::trial::{Tally, hold_each};

/// Contents of the `.git` file of a worktree, and of the file that leads back.
fn contents() -> impl Strategy<Value = (String, String)> {
    let word = select(vec!["gitdir: ", "gitdir:", "gitdir: ", "gitdir : ", ""]);
    let place = select(vec![
        "@/main/.git/worktrees/w", "@/main/.git/worktrees/w", "../main/.git/worktrees/w", "@/main/.git",
        "@/linked/../main/.git/worktrees/w", "@/other/.git", "/", "",
    ]);
    let back = select(vec![
        "@/linked/.git", "@/linked/.git", "../../../../linked/.git", "@/linked/git", "@/other/.git",
        "@/linked", "@/linked/../linked/.git", "",
    ]);
    let end = || select(vec!["\n", "\n", "", "\r\n", "\n\n", " \n", "\nx"]);
    (word, place, end(), back, end())
        .prop_map(|(word, place, end, back, other)| ([word, place, end].concat(), [back, other].concat()))
}

#[test]
fn a_worktree_and_its_repository_name_each_other() {
    let tally = Tally::default();
    hold_each(400, contents(), |(git, back)| {
        let linked = |folder: &Path| {
            let found = engine(folder);
            tally.add("linked", usize::from(found.is_some()));
            found
        };
        worktree(git.as_bytes(), back.as_bytes(), &linked)
    });
    tally.at_least("linked", 15);
}

/// Whoever believes the worktree's own file believes anybody.
#[test]
fn the_law_of_worktrees_catches_one_way() {
    let one_way = |folder: &Path| -> Option<PathBuf> {
        let text = std::fs::read_to_string(folder.join(".git")).ok()?;
        let git = folder.join(text.strip_prefix("gitdir:")?.trim()).canonicalize().ok()?;
        Some(git.parent()?.parent()?.parent()?.to_owned())
    };
    let caught = worktree(b"gitdir: @/main/.git/worktrees/w\n", b"@/other/.git\n", &one_way);
    assert!(caught.is_err_and(|problem| problem.contains("instead of None")));
}
