//! The swap race: files and directories are swapped for links that lead out, as
//! fast as it goes, while documents are retrieved.

use std::path::Path;
use std::time::Duration;

use rustix::fs::{CWD, RenameFlags, renameat_with};

mod documents;
mod projects;
mod skills;

/// How long it may go on until both readers have had their chance.
const PATIENCE: Duration = Duration::from_secs(300);
/// What stands outside and nowhere else.
const SECRET: &str = "nobody may read this";

fn write(path: &Path, content: &str) {
    std::fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
    std::fs::write(path, content).expect("a file");
}

/// Each takes the other's name, in one step.
fn exchange(one: &Path, other: &Path) {
    renameat_with(CWD, one, CWD, other, RenameFlags::EXCHANGE).expect("both are there");
}
