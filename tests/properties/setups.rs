//! The law of `setup`, and subjects that break it.

use std::path::Path;

use laws::setup::{File, engine, hooks, servers, setup, tables, undone};
use laws::{Verdict, ensure};
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

/// Runs the program with this home.
fn program(home: &Path, folder: &Path, words: &[&str]) -> Verdict {
    let mut command = laws::command(env!("CARGO_BIN_EXE_mcp-guide"));
    let output = command.current_dir(folder).env("HOME", home).args(words).output().expect("it runs");
    let said = || String::from_utf8_lossy(&output.stderr).into_owned();
    ensure(output.status.success(), said)
}

fn all_undone(cases: u32, file: fn(&[u8]) -> File, client: (&str, &str)) {
    let home = laws::folder();
    hold_each(cases, bytes(), |data| {
        let file = file(&data);
        if file.has_own() {
            Ok(())
        } else {
            undone(&file, client, |folder, words| program(home.path(), folder, words))
        }
    });
}

#[test]
fn a_file_is_as_it_was_when_its_entries_are_removed() {
    all_undone(150, servers, ("gemini-cli", ".gemini/settings.json"));
    all_undone(150, hooks, ("claude-code", ".claude/settings.local.json"));
    all_undone(150, tables, ("codex", ".codex/config.toml"));
}

#[test]
fn undone_catches_what_is_not_remembered() {
    catch(bytes(), |data| {
        undone(&servers(&data), ("gemini-cli", ".gemini/settings.json"), |folder, words| {
            program(laws::folder().path(), folder, words)
        })
    });
}
