//! Where the commands that tests start can write: not into the folders of whoever runs the tests.

use std::path::Path;

/// Returns the files below a folder in which the text stands, with how often.
fn holding(folder: &Path, text: &str, found: &mut Vec<(String, usize)>) {
    for entry in std::fs::read_dir(folder).expect("a folder").flatten() {
        let path = entry.path();
        if path.is_dir() {
            holding(&path, text, found);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            let code = std::fs::read_to_string(&path).expect("a file");
            let count = code.matches(text).count();
            found.extend((count > 0).then(|| (path.display().to_string(), count)));
        }
    }
}

/// Only `laws::command` makes commands, but for `cargo`, which needs what its user has.
#[test]
fn a_command_of_a_test_has_no_folder_of_the_user() {
    let tests = concat!(env!("CARGO_MANIFEST_DIR"), "/tests");
    let mut found = Vec::new();
    holding(Path::new(tests), concat!("Command", "::new("), &mut found);
    found.sort();
    let due = ["laws/lib.rs", "properties/mustache.rs"].map(|file| (format!("{tests}/{file}"), 1));
    assert_eq!(found, due, "take laws::command");
}

#[test]
fn nobody_can_write_into_the_home_of_a_command() {
    let script = "env | grep ^XDG_; mkdir -p \"$HOME/.local/state\"";
    let output = laws::command("sh").args(["-c", script]).output().expect("a shell");
    assert_eq!(String::from_utf8_lossy(&output.stdout), "");
    assert!(!output.status.success(), "{output:?}");
}
