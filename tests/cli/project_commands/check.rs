//! `check`: that it reports nothing of this repository.

use crate::process::run;

/// What this repository serves of itself can be served whole.
#[test]
fn check_of_this_repository_finds_nothing() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
    let ran = run(folder, &["--project", ".", "check", "--strict"]);
    assert_eq!(ran.code, 0, "{}", ran.out);
}
