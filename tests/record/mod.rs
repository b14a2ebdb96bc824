//! What the tests behind the criteria record: that each came to its end in this
//! run of `cargo test`. `tests/z_criteria.rs` reads it.

#![allow(dead_code, reason = "each test file uses its part of this")]

use std::collections::BTreeSet;
use std::path::PathBuf;

/// Records that a test, `tests/wire.rs::name`, came to its end.
pub fn shown(test: &str) {
    if let Some(folder) = folder() {
        std::fs::create_dir_all(&folder).expect("the run's folder");
        std::fs::write(folder.join(test.replace('/', "+")), "").expect("a record");
    }
}

/// What was recorded in this run.
pub fn all() -> BTreeSet<String> {
    let entries = folder().and_then(|folder| std::fs::read_dir(folder).ok());
    let names = entries.into_iter().flatten().flatten();
    names
        .map(|entry| entry.file_name().to_string_lossy().replace('+', "/"))
        .collect()
}

/// Forgets this run, and those whose process has ended.
pub fn forget() {
    let this = folder();
    let entries = std::fs::read_dir(above()).into_iter().flatten().flatten();
    for entry in entries {
        let name = entry.file_name().to_string_lossy().into_owned();
        let process = name.split('-').next().unwrap_or_default().to_owned();
        let over = !PathBuf::from(format!("/proc/{process}")).exists();
        if over || this.as_ref() == Some(&entry.path()) {
            let _ = std::fs::remove_dir_all(entry.path());
        }
    }
}

fn above() -> PathBuf {
    PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("criteria")
}

/// A run is a process of cargo: its number, and when it began. None where the
/// system does not tell.
fn folder() -> Option<PathBuf> {
    let parent = std::os::unix::process::parent_id();
    let stat = std::fs::read_to_string(format!("/proc/{parent}/stat")).ok()?;
    // After the program's name, which may hold anything, the 20th field.
    let began = stat.rsplit_once(") ")?.1.split(' ').nth(19)?;
    Some(above().join(format!("{parent}-{began}")))
}

/// The words of the command that this run was started by.
pub fn command() -> Vec<String> {
    let parent = std::os::unix::process::parent_id();
    let line = std::fs::read(format!("/proc/{parent}/cmdline")).unwrap_or_default();
    line.split(|byte| *byte == 0)
        .map(|word| String::from_utf8_lossy(word).into_owned())
        .collect()
}
