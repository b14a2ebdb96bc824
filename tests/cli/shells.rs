//! Help, the man page and what shells ask.

use std::path::Path;

use super::process::{binary, project, run, two_documents};

/// The commands, as the help has them.
#[track_caller]
fn commands(folder: &Path) -> Vec<String> {
    let help = run(folder, &["--help"]).out;
    let (_, after) = help.split_once("Commands:\n").expect("commands");
    let lines = after.lines().take_while(|line| !line.is_empty());
    let first = |line: &str| line.split_whitespace().next().expect("a word").to_owned();
    lines.map(first).filter(|name| name != "help").collect()
}

#[test]
fn help_has_examples_exit_codes_and_where_to_read_on() {
    let folder = two_documents();
    let help = run(folder.path(), &["--help"]).out;
    let after = "\
Examples:
  mcp-guide init                     write a guide.yaml for this folder
  mcp-guide list                     list categories and collections
  mcp-guide get docs                 print the documents of the category docs
  mcp-guide get docs '*.md'          print those that match; quote patterns
  mcp-guide --project ~/work check   check another project

Exit codes:
  0  success
  1  failure: no such name, no match, no project, errors of check, or
     standard output could not be written
  2  usage error, or a table that does not load

README.md, which comes with the source, has more.
";
    assert!(help.ends_with(after), "{help}");
    let commands = commands(folder.path());
    assert_eq!(commands.len(), 11, "{commands:?}");
    for command in commands {
        let help = run(folder.path(), &[&command, "--help"]).out;
        let (_, examples) = help.split_once("\nExample").expect("an example");
        let example = format!("mcp-guide {command}");
        let options = "mcp-guide --project ~/work serve";
        assert!(
            examples.contains(&example) || examples.contains(options),
            "{help}"
        );
        assert!(!help.contains("more]"), "{help}");
    }
}

#[test]
fn the_man_page_has_every_command() {
    let folder = two_documents();
    let ran = run(folder.path(), &["man"]);
    assert_eq!((ran.code, &*ran.err), (0, ""));
    for command in commands(folder.path()) {
        let heading = format!("\n.SS mcp-guide {command}\n");
        assert!(ran.out.contains(&heading), "{heading}");
    }
    for heading in ["NAME", "SYNOPSIS", "OPTIONS", "COMMANDS", "EXTRA"] {
        let heading = format!("\n.SH {heading}\n");
        assert_eq!(ran.out.matches(&heading).count(), 1, "{heading}{}", ran.out);
    }
    // Examples begin a paragraph.
    let example = "\n.PP\nExample:\n  mcp\\-guide check \\-\\-strict\n";
    assert!(ran.out.contains(example), "{}", ran.out);
    let option = "\n\\fB\\-\\-document\\fR \\fI<PATH>\\fR\n";
    assert!(ran.out.contains(option), "{}", ran.out);
}

#[test]
fn every_shell_has_its_completions() {
    let folder = two_documents();
    for (shell, asks) in [
        ("bash", "MCP_GUIDE_COMPLETE=\"bash\" \\\n"),
        ("zsh", "MCP_GUIDE_COMPLETE=\"zsh\" \\\n"),
        ("fish", "MCP_GUIDE_COMPLETE=fish "),
        (
            "elvish",
            "MCP_GUIDE_COMPLETE=\"elvish\" mcp-guide -- $@words",
        ),
        ("powershell", "$env:MCP_GUIDE_COMPLETE = \"powershell\""),
    ] {
        let ran = run(folder.path(), &["completions", shell]);
        assert_eq!((ran.code, &*ran.err), (0, ""), "{shell}");
        assert!(ran.out.contains(asks), "{shell}: {}", ran.out);
    }
    assert_eq!(run(folder.path(), &["completions", "nosh"]).code, 2);
}

/// What a shell is answered that asks for the last of these words.
#[track_caller]
fn asked(folder: &Path, words: &[&str]) -> Vec<String> {
    let output = binary()
        .current_dir(folder)
        .env("MCP_GUIDE_COMPLETE", "bash")
        .env("_CLAP_IFS", "\n")
        .env("_CLAP_COMPLETE_INDEX", (words.len() - 1).to_string())
        .arg("--")
        .args(words)
        .output()
        .expect("it runs");
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!((output.status.code(), &*said), (Some(0), ""), "{words:?}");
    let answered = String::from_utf8(output.stdout).expect("UTF-8");
    answered.lines().map(str::to_owned).collect()
}

#[test]
fn a_shell_is_told_the_projects_names() {
    let folder = project(&[
        (
            "p/guide.yaml",
            "categories:\n  docs: {dir: ., patterns: ['*']}\n  drafts: {dir: ., patterns: ['*']}\n  \
             dé/1.2: {dir: ., patterns: ['*']}\n  \"d$(touch x)\": {dir: ., patterns: ['*']}\n  \
             \"d\\n\": {dir: ., patterns: ['*']}\n  \"d a\": {dir: ., patterns: ['*']}\n  -d: {dir: ., patterns: ['*']}\n\
             collections:\n  desk: {categories: [docs]}\n",
        ),
        ("broken/guide.yaml", "["),
        ("none/a", ""),
    ]);
    let names = ["desk", "docs", "drafts", "dé/1.2"];
    let inside = folder.path().join("p");
    assert_eq!(asked(&inside, &["mcp-guide", "get", "d"]), names);
    assert_eq!(asked(&inside, &["mcp-guide", "list", "do"]), ["docs"]);
    // Elsewhere it is the project that is named.
    let elsewhere = folder.path();
    let option = ["mcp-guide", "--project", "p", "get", "d"];
    assert_eq!(asked(elsewhere, &option), names);
    let option = ["mcp-guide", "--project=p", "get", "d"];
    assert_eq!(asked(elsewhere, &option), names);
    let none: [&str; 0] = [];
    for project in ["broken", "none", "gone", ""] {
        let option = ["mcp-guide", "--project", project, "get", "d"];
        assert_eq!(asked(elsewhere, &option), none, "{project}");
    }
    let shells = asked(elsewhere, &["mcp-guide", "completions", ""]);
    let shells = shells.join(" ");
    assert!(
        shells.starts_with("bash zsh fish elvish powershell"),
        "{shells}"
    );
}
