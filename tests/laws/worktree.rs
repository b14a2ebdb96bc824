//! The law of linked worktrees: one is of a repository only if each names the other.

use std::fs;
use std::path::{Path, PathBuf};

use camino::Utf8Path;
use mcp_guide::documents::survey;

use super::{Verdict, ensure, folder};

/// Returns the main working tree that a folder is said to be of.
pub type Read<'a> = dyn Fn(&Path) -> Option<PathBuf> + 'a;

/// The program's own reading.
pub fn engine(folder: &Path) -> Option<PathBuf> {
    survey::worktree(Utf8Path::from_path(folder)?).map(|of| of.main.into_std_path_buf())
}

/// Checks what is made of these contents of the `.git` file of a worktree, and of the file in the
/// repository that leads back. `@` in them is the folder of both.
pub fn worktree(git: &[u8], back: &[u8], read: &Read<'_>) -> Verdict {
    let top = folder();
    let top = top.path().canonicalize().map_err(|error| error.to_string())?;
    let placed = |content: &[u8]| {
        let parts = content.split(|byte| *byte == b'@');
        parts.collect::<Vec<_>>().join(top.as_os_str().as_encoded_bytes())
    };
    let (git, back) = (placed(git), placed(back));
    let [main, linked] = ["main", "linked"].map(|name| top.join(name));
    let own = main.join(".git/worktrees/w");
    let write = |path: PathBuf, content: &[u8]| {
        fs::create_dir_all(path.parent().expect("a folder")).expect("a new folder");
        fs::write(path, content).expect("a new file");
    };
    write(main.join(".git/HEAD"), b"ref: refs/heads/main\n");
    write(top.join("other/.git/HEAD"), b"ref: refs/heads/main\n");
    write(own.join("commondir"), b"../..\n");
    write(own.join("gitdir"), &back);
    write(linked.join(".git"), &git);
    let named = |content: &[u8], word: &str, folder: &Path| {
        let text = std::str::from_utf8(content).ok().filter(|text| text.len() <= 4_096)?;
        Some(folder.join(text.strip_prefix(word)?.trim()))
    };
    let whole = |path: Option<PathBuf>| path.and_then(|path| path.canonicalize().ok());
    let is_there = whole(named(&git, "gitdir:", &linked)).as_ref() == Some(&own);
    let file = named(&back, "", &own).filter(|file| file.file_name().is_some_and(|name| name == ".git"));
    let is_back = whole(file.and_then(|file| Some(file.parent()?.to_owned()))).as_ref() == Some(&linked);
    let due = (is_there && is_back).then_some(main);
    let found = read(&linked);
    ensure(found == due, || format!("{found:?} instead of {due:?}"))
}
