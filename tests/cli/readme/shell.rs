//! Every block of shell commands is run, or says why it is not.

use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::Path;
use std::process::Stdio;

use super::page::{self, Block, Page, ROOT};
use crate::process::{binary, project};

/// A home, and in it a project `acme` as the pages speak of it; without `guide.yaml`
/// on the pages that begin without it.
fn home(page: &Page) -> tempfile::TempDir {
    let guide = Page::read("docs/guide-yaml.md");
    #[rustfmt::skip] // One case, one line.
    let mut files = vec![
        ("acme/README.md", "# Acme\n"),
        ("acme/docs/guidelines/style.md", "# Style\n\nWrite short functions.\n"),
        ("acme/docs/guidelines/testing.md", "# Tests\n"),
        ("acme/docs/guidelines/retries.md", "# Retry\n\n## Limits\n\nThree.\n"),
        ("acme/docs/examples/intro.md", "# An example\n"),
    ];
    if !["README.md", "docs/getting-started.md"].contains(&&*page.path) {
        files.push(("acme/guide.yaml", guide.code("yaml")[0]));
    }
    project(&files)
}

/// Programs beside which a block runs: this one, and a `cargo` whose `run` is this
/// program in the repository, as cargo itself would build once more.
fn programs() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a temporary folder");
    symlink(binary().get_program(), folder.path().join("mcp-guide")).expect("a link");
    let cargo = folder.path().join("cargo");
    let script = format!(
        "#!/bin/sh\n[ \"$1 $2\" = 'run --' ] || exit 3\nshift 2\ncd '{ROOT}' && exec mcp-guide \"$@\"\n"
    );
    std::fs::write(&cargo, script).expect("a file");
    std::fs::set_permissions(&cargo, PermissionsExt::from_mode(0o755)).expect("it is ours");
    folder
}

/// Runs a block in the project of a home: its output, or what went wrong. One that
/// does not end is ended, and failed.
fn run(block: &Block<'_>, home: &Path, programs: &Path) -> Result<String, String> {
    let path = std::env::var("PATH").expect("a PATH");
    let output = laws::command("timeout")
        .args(["120", "sh", "-euc", block.text])
        .current_dir(home.join("acme"))
        .env("PATH", format!("{}:{path}", programs.display()))
        .env("HOME", home)
        .stdin(Stdio::null())
        .output()
        .map_err(|error| error.to_string())?;
    let told = String::from_utf8_lossy(&output.stderr).into_owned();
    if output.status.success() {
        Ok(String::from_utf8_lossy(&output.stdout).into_owned())
    } else {
        Err(format!("{}: {told}", output.status))
    }
}

#[test]
fn every_block_runs_or_says_why_not() {
    let programs = programs();
    let mut faults = Vec::new();
    for page in page::written() {
        let home = home(&page);
        let shell = page.blocks().into_iter().filter(|block| block.language == "sh");
        for block in shell.filter(|block| block.not_run.is_none()) {
            if let Err(fault) = run(&block, home.path(), programs.path()) {
                faults.push(format!("{}:{}: {fault}\n{}", page.path, block.line, block.text));
            }
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

/// What is pasted has no comment: zsh, the shell of macOS, takes none at its prompt.
#[test]
fn no_block_has_a_comment() {
    for page in page::written() {
        let shell = page.blocks().into_iter().filter(|block| block.language == "sh");
        for block in shell {
            let mut lines = block.text.lines();
            let found = lines.find(|line| line.split_whitespace().any(|word| word == "#"));
            assert_eq!(found, None, "{}:{}", page.path, block.line);
        }
    }
}

/// Commands are in `sh` blocks, which are run, and in no others.
#[test]
fn no_command_escapes() {
    for page in page::written() {
        for block in page.blocks() {
            let other = ["bash", "shell", "zsh", ""].contains(&block.language);
            assert!(!other, "{}:{}: {:?}", page.path, block.line, block.language);
        }
    }
}

/// Every `guide.yaml` and every table of dialects that a page shows loads.
#[test]
fn every_guide_loads() {
    for page in page::written() {
        for block in page.blocks() {
            if block.language != "yaml" || block.not_run.is_some() {
                continue;
            }
            if block.text.starts_with("dialects:") {
                let mut table = mcp_guide::Table::embedded().expect("the built-in table");
                let loaded = table.load_dialects(block.text.as_bytes(), &page.path);
                assert!(loaded.is_ok(), "{}:{}: {loaded:?}", page.path, block.line);
                continue;
            }
            let guide = if block.text.starts_with("collections:") {
                let first = Page::read("docs/guide-yaml.md");
                let first = first.code("yaml")[0].to_owned();
                let categories = first.split("collections:").next().expect("categories");
                format!("{categories}{}", block.text)
            } else {
                block.text.to_owned()
            };
            let parsed = super::Project::parse(guide.as_bytes());
            assert!(parsed.is_ok(), "{}:{}: {:?}", page.path, block.line, parsed.err());
        }
    }
}
