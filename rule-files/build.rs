//! Splits the published data, so that what a program reads at each start is small: the tables
//! without the measured cells.

#![allow(
    clippy::disallowed_methods,
    reason = "the build reads the published data"
)]

use std::error::Error;
use std::path::Path;

const DATA: &str = "data/rule-files.json";

fn main() -> Result<(), Box<dyn Error>> {
    println!("cargo::rerun-if-changed={DATA}");
    let folder = std::env::var("OUT_DIR")?;
    let data: serde_json::Value = serde_json::from_str(&std::fs::read_to_string(DATA)?)?;
    for name in ["dialects", "clients"] {
        let table = data.get(name).ok_or_else(|| format!("{DATA}: no {name}"))?;
        std::fs::write(
            Path::new(&folder).join(format!("{name}.json")),
            table.to_string(),
        )?;
    }
    Ok(())
}
