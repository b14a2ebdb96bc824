//! The swap race: files and directories are swapped for links that lead out, as
//! fast as it goes, while documents are retrieved.

#![allow(
    clippy::disallowed_methods,
    clippy::expect_used,
    clippy::panic,
    missing_docs,
    reason = "a test makes its files, and says by a panic what did not hold"
)]

use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use rustix::fs::{CWD, RenameFlags, renameat_with};

#[path = "race/documents.rs"]
mod documents;
#[path = "laws/filter.rs"]
mod filter;
#[path = "race/projects.rs"]
mod projects;

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

/// Says that it is done when it is dropped, also by a failed assertion: or nothing
/// would end.
struct Done<'a>(&'a AtomicBool);

impl Drop for Done<'_> {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}
