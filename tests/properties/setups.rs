//! The law of `setup`, and subjects that break it.

use laws::setup::{File, engine, hooks, servers, setup, tables};
use proptest::collection::vec;
use proptest::prelude::*;

use super::trial::{Tally, catch, hold_each};

fn bytes() -> impl Strategy<Value = Vec<u8>> {
    vec(any::<u8>(), 0..160)
}

fn kept(cases: u32, file: fn(&[u8]) -> File, client: &str) {
    // To parse the commands of hooks takes long.
    let (tally, subject) = (Tally::default(), engine(client, cases < 1_000));
    hold_each(cases, bytes(), |data| {
        let file = file(&data);
        tally.add("files with our entry", usize::from(file.has_own()));
        tally.add("files without", usize::from(!file.has_own()));
        setup(&file, client != "codex", &subject)
    });
    for kind in ["files with our entry", "files without"] {
        tally.at_least(kind, cases as usize / 5);
    }
}

#[test]
fn a_file_of_servers_keeps_what_it_holds() {
    kept(2_000, servers, "claude-code");
}

#[test]
fn a_file_of_hooks_keeps_what_it_holds() {
    kept(400, hooks, "claude-code");
}

#[test]
fn a_file_of_tables_keeps_what_it_holds() {
    kept(2_000, tables, "codex");
}

#[test]
fn setup_catches_line_ends_and_comments() {
    for (from, to) in [("\r\n", "\n"), ("@", "")] {
        let subject = engine("codex", false);
        let wrong = |text: &str, removes| Ok(subject(text, removes)?.replace(from, to));
        catch(bytes(), |data| setup(&tables(&data), false, wrong));
    }
}
