//! What two clients did with rules, cell by cell. A cell is `start`, `yes` or `no`: see
//! `data/CELLS.md`.

#![allow(clippy::expect_used, reason = "a test may fail")]

use rule_files::Dialects;
use serde_json::Value;

const DATA: &str = include_str!("../data/rule-files.json");

/// Compares the verdicts with the cells of a client, and returns how many are alike.
fn compare(measured: &Value) -> usize {
    let text = |key: &str| measured[key].as_str().expect("a string");
    let files = measured["files"].as_array().expect("files");
    let rows = measured["rows"].as_array().expect("rows");
    let dialects = Dialects::built_in();
    let (mut alike, mut wrong) = (0, Vec::new());
    for (at, row) in rows.iter().enumerate() {
        let path = format!("{}/r{at:03}{}", text("folder"), text("end"));
        let rule = match row["header"].as_str() {
            Some(header) => format!("---\n{header}\n---\nBody.\n"),
            None => "Body.\n".to_owned(),
        };
        for (file, cell) in files.iter().zip(row["cells"].as_array().expect("cells")) {
            let file = file.as_str().expect("a path");
            let verdicts = dialects.verdicts(file, [(&*path, &*rule)]);
            if verdicts[0].applies.is_yes() == (cell != "no") {
                alike += 1;
            } else if row["differs"].is_null() {
                wrong.push(format!(
                    "{} for {file}: {cell}, and not {:?}",
                    row["header"], verdicts[0]
                ));
            }
        }
    }
    println!(
        "{} {}: {alike} of {} cells alike",
        text("client"),
        text("version"),
        rows.len() * files.len()
    );
    assert!(wrong.is_empty(), "{wrong:#?}");
    alike
}

#[test]
fn rules_apply_as_the_clients_were_measured() {
    let data: Value = serde_json::from_str(DATA).expect("JSON");
    let measured = data["cells"].as_array().expect("cells");
    let alike: usize = measured.iter().map(compare).sum();
    assert!(measured.len() == 2 && alike > 2_500, "{alike}");
}
