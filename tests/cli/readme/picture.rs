//! docs/session.svg, a picture of a session at a terminal. `SNAPSHOTS=overwrite` draws it
//! from what the program prints.

use std::path::Path;

use snapbox::data::DataFormat::TermSvg;
use snapbox::{Data, assert_data_eq};

use super::page::ROOT;
use crate::at_terminal::{At, run};
use crate::process::project;

const SESSION: [&str; 4] =
    ["init", "for --explain src/api/users.rs", "for src/api/users.rs", "search how are failed calls retried"];

#[test]
fn the_picture_shows_what_the_program_prints() {
    let rule = "---\npaths: [\"src/api/**/*.rs\"]\n---\n# API\n\nEvery handler returns `ApiError`.\n";
    let agents = "# Agents\n\nRun `make test` before you commit.\n";
    let errors =
        "# Errors\n\n## Messages\n\nSay what failed.\n\n## Retry\n\nRetry failed calls three times.\n";
    let folder = project(&[
        ("README.md", "# Acme\n"),
        ("AGENTS.md", agents),
        (".claude/rules/api.md", rule),
        (".claude/rules/tests.md", "---\npaths: [\"**/*_test.rs\"]\n---\n# Tests\n"),
        ("docs/errors.md", errors),
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
