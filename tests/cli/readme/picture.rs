//! docs/session.svg, a picture of a session at a terminal. `SNAPSHOTS=overwrite` draws it
//! from what the program prints.

use std::path::Path;

use snapbox::data::DataFormat::TermSvg;
use snapbox::{Data, assert_data_eq};

use super::page::ROOT;
use crate::at_terminal::{At, run};
use crate::process::project;

const SESSION: [&str; 5] = ["init", "check", "list", "get docs '**/{style,testing}'", "get dosc style"];

#[test]
fn the_picture_shows_what_the_program_prints() {
    let style = "# Style\n\nWrite short functions.\n";
    let tests = "# Tests\n\nEvery fix has a test — name it after the issue.\n";
    let folder = project(&[
        ("README.md", "# Acme\n"),
        ("docs/guidelines/style.md", style),
        ("docs/guidelines/testing.md", tests),
        ("docs/examples/retry.md", "# An example\n"),
    ]);
    let mut shown = String::new();
    for command in SESSION {
        let words = shlex::split(command).expect("words");
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        let (_, printed) = run(folder.path(), At::All, &[], &words);
        let printed = printed.trim_end();
        shown += &format!("\u{1b}[1m$ mcp-guide {command}\u{1b}[0m\n{printed}\n\n");
    }
    let kept = Data::read_from(&Path::new(ROOT).join("docs/session.svg"), Some(TermSvg));
    assert_data_eq!(Data::text(shown.trim_end()), kept.raw());
}
