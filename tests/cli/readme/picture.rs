//! docs/session.svg, a picture of a session at a terminal, in this repository with its own
//! rules. `SNAPSHOTS=overwrite` draws it from what the program prints.

use std::path::Path;

use snapbox::data::DataFormat::TermSvg;
use snapbox::{Data, assert_data_eq};

use super::page::ROOT;
use crate::at_terminal::{At, run};

const SESSION: [&str; 2] = ["for --explain src/documents/sandbox/tree.rs", "get rules sandbox"];

#[test]
fn the_picture_shows_what_the_program_prints() {
    let mut shown = String::new();
    for command in SESSION {
        let words = shlex::split(command).expect("words");
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        let (_, printed) = run(Path::new(ROOT), At::All, &[], &words);
        let printed = printed.trim_end();
        shown += &format!("\u{1b}[1m$ mcp-guide {command}\u{1b}[0m\n{printed}\n\n");
    }
    let kept = Data::read_from(&Path::new(ROOT).join("docs/session.svg"), Some(TermSvg));
    assert_data_eq!(Data::text(shown.trim_end()), kept.raw());
}
