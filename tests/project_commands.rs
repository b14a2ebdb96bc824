//! `check`, `init` and `schema`: the commands for whoever sets a project up.

#![allow(
    clippy::disallowed_methods,
    clippy::expect_used,
    clippy::panic,
    missing_docs,
    reason = "a test makes its files, and says by a panic what did not hold"
)]

#[path = "project_commands/asked.rs"]
mod asked;
#[path = "project_commands/check.rs"]
mod check;
#[path = "project_commands/client.rs"]
mod client;
#[path = "project_commands/from.rs"]
mod from;
#[path = "project_commands/headings.rs"]
mod headings;
#[path = "project_commands/init.rs"]
mod init;
mod process;
#[path = "project_commands/proposals.rs"]
mod proposals;
#[path = "project_commands/schemas.rs"]
mod schemas;

use process::{project, run};

#[test]
fn names_that_no_location_can_hold_are_refused() {
    for (name, why) in [
        ("", "a name must not be empty"),
        (".", "a name must not be '.' or '..'"),
        ("..", "a name must not be '.' or '..'"),
    ] {
        for (place, content) in [
            (
                "categories",
                format!("categories: {{'{name}': {{dir: a, patterns: ['*']}}}}\n"),
            ),
            (
                "collections",
                format!("categories: {{}}\ncollections: {{'{name}': {{categories: []}}}}\n"),
            ),
        ] {
            let folder = project(&[("guide.yaml", &content)]);
            let ran = run(folder.path(), &["check"]);
            let said = format!("error: guide.yaml: {place}.{name}: {why} at line ");
            assert!(
                ran.code == 1 && ran.out.starts_with(&said),
                "{content}{}",
                ran.out
            );
        }
    }
}
