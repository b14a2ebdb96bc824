//! The built-in tables as JSON, which is read many times faster: that is a good part
//! of what the program does before it can answer. `tests/robustness/spec_table.rs` holds the
//! two to be the same, for the server's tables.

#![allow(
    clippy::disallowed_methods,
    reason = "the sandbox is for what the program opens"
)]

use std::error::Error;
use std::path::Path;

const TABLES: [&str; 2] = ["content-tools", "clients"];

fn main() -> Result<(), Box<dyn Error>> {
    let folder = std::env::var("OUT_DIR")?;
    for name in TABLES {
        let file = format!("spec/{name}.yaml");
        println!("cargo::rerun-if-changed={file}");
        let text = std::fs::read_to_string(&file)?;
        // An untyped value refuses repeated keys, and keeps the order of the rows.
        let table: serde_yaml::Value =
            serde_yaml::from_str(&text).map_err(|error| format!("{file}: {error}"))?;
        let json = serde_json::to_string(&table)?;
        std::fs::write(Path::new(&folder).join(format!("{name}.json")), json)?;
    }
    std::fs::write(Path::new(&folder).join("stop-words.txt"), stop_words())?;
    if at_fixed_address() {
        println!("cargo::rustc-link-arg-bins=-no-pie");
    }
    Ok(())
}

/// Returns whether the program is linked at a fixed address, so that nothing is relocated at a
/// start: DESIGN.md says what that saves. `packaging/build` does the same with a C library in it.
fn at_fixed_address() -> bool {
    let is = |name: &str, value: &str| std::env::var(name).is_ok_and(|set| set == value);
    let features = std::env::var("CARGO_CFG_TARGET_FEATURE").unwrap_or_default();
    is("PROFILE", "release")
        && is("CARGO_CFG_TARGET_OS", "linux")
        && is("CARGO_CFG_TARGET_ENV", "gnu")
        && features.split(',').all(|feature| feature != "crt-static")
}

/// Returns a line for each language: its code and its stop words, separated by tabs. Lists of
/// strings would be relocated at each start, and take a megabyte of memory.
fn stop_words() -> String {
    let codes = stop_words::available_languages().iter();
    let lines = codes.map(|code| {
        let words = stop_words::lookup(code).unwrap_or_default();
        [&[*code], words].concat().join("\t") + "\n"
    });
    lines.collect()
}
