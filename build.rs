//! The built-in tables as JSON, which is read many times faster: that is a good part
//! of what the program does before it can answer. `tests/robustness/spec_table.rs` holds the
//! two to be the same.

#![allow(
    clippy::disallowed_methods,
    reason = "the sandbox is for what the program opens"
)]

use std::error::Error;
use std::path::Path;

const TABLES: [&str; 2] = ["content-tools", "dialects"];

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
    Ok(())
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
