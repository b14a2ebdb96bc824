//! What the fuzz targets once found, and inputs that were picked because they
//! are nasty, through the same laws: `tests/replays/{target}/{input}`.

use std::fs;
use std::path::Path;

use laws::bytes::{self, TARGETS, hold};
use laws::filter::{self, Without};

/// Replays every input of a target. Each folder holds some, so that a renamed
/// one is not passed over in silence.
#[track_caller]
fn replay(target: &str) {
    let (_, law) = (TARGETS.iter().find(|(name, _)| *name == target))
        .unwrap_or_else(|| panic!("{target} is not a fuzz target"));
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/replays").join(target);
    let entries = fs::read_dir(&folder).unwrap_or_else(|error| panic!("{folder:?}: {error}"));
    let mut paths: Vec<_> = entries.map(|entry| entry.expect("an entry").path()).collect();
    paths.sort();
    assert!(!paths.is_empty(), "{folder:?} is empty");
    for path in paths {
        println!("{}", path.display());
        let input = fs::read(&path).unwrap_or_else(|error| panic!("{path:?}: {error}"));
        hold(*law, &input);
    }
}

/// Declares a test for each target.
macro_rules! replays {
    ($($target:ident)*) => {
        $(#[test] fn $target() { replay(stringify!($target)) })*
    };
}
replays! { multipart pattern discover sandbox dispatch session wire spec_table project template search header hook parts memory settings worktree names }

#[test]
#[cfg_attr(not(feature = "oracles"), ignore = "needs --features oracles")]
fn arguments() {
    replay("arguments");
    hold(bytes::arguments, b"");
}

/// What concerns files, on a system without `openat2`. The target `sandbox` runs
/// both ways by itself.
#[test]
fn without_openat2() {
    filter::without_openat2(Without::Forbidden, || {
        for target in ["discover", "dispatch", "session", "template"] {
            replay(target);
        }
    });
}

/// A folder that no target has is replayed by nobody.
#[test]
fn every_folder_belongs_to_a_target() {
    let replays = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/replays");
    for entry in fs::read_dir(&replays).expect("the replays can be listed") {
        let name = entry.expect("an entry").file_name();
        let known = TARGETS.iter().any(|(target, _)| name == *target);
        assert!(known, "{name:?} is not a fuzz target");
    }
}

/// Any byte string is an input, the empty one too.
#[test]
fn the_empty_input_holds() {
    for (_, law) in TARGETS.iter().filter(|(target, _)| *target != "arguments") {
        hold(*law, b"");
    }
    assert_eq!(bytes::Bytes(b"").next(), 0);
}

/// Inputs too large to keep as files: what grows without bound shows here.
mod large {
    use super::{bytes, hold};
    use laws::hostile::hostile;

    /// How the time grows with the size, `adversarial` tells.
    const LARGE: usize = 1 << 15;

    #[test]
    fn hostile_yaml_is_refused_or_read() {
        for (name, file) in hostile(LARGE) {
            println!("{name}");
            hold(bytes::project, file.as_bytes());
        }
    }

    #[test]
    fn an_alias_bomb_is_refused_soon() {
        let mut bomb = String::from("a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n");
        for level in 1..40 {
            let aliases = vec![format!("*a{}", level - 1); 10].join(", ");
            bomb.push_str(&format!("a{level}: &a{level} [{aliases}]\n"));
        }
        hold(bytes::project, bomb.as_bytes());
        hold(bytes::spec_table, bomb.as_bytes());
    }

    #[test]
    fn deep_json_is_answered() {
        for text in ["[", "{\"a\":"] {
            let deep = format!("\0{{\"pattern\":{}", text.repeat(1 << 15));
            hold(bytes::dispatch, deep.as_bytes());
        }
    }
}
