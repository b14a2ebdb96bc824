//! `init --client`: what a client's own file takes.

use std::path::Path;

use serde_json::Value;

use crate::process::{project, run};

const PAGE: &str = include_str!("../../../docs/clients.md");
const CLIENTS: &str = include_str!("../../../spec/clients.yaml");

/// The clients' rows, in their order.
pub(super) fn clients() -> serde_json::Map<String, Value> {
    serde_yaml::from_str(CLIENTS).expect("YAML")
}

/// The path of a folder as the working directory says it.
fn real(folder: &Path) -> String {
    let path = std::fs::canonicalize(folder).expect("it is there");
    path.to_str().expect("UTF-8").to_owned()
}

/// Every section of the page is what the program prints, with `/path/to` in its paths.
#[test]
fn the_page_shows_what_is_printed() {
    let folder = project(&[("guide.yaml", "categories: {}\n")]);
    let sections: Vec<&str> = PAGE.split("\n## ").skip(1).collect();
    let program = env!("CARGO_BIN_EXE_mcp-guide");
    for (name, row) in clients() {
        let ran = run(folder.path(), &["init", "--client", &name]);
        assert_eq!(ran.code, 0, "{}", ran.err);
        let title = row["title"].as_str().expect("a title");
        let section = sections.iter().find(|section| section.lines().next() == Some(title));
        let section = section.unwrap_or_else(|| panic!("no section {title}"));
        let printed = ran.out.replace(program, "/path/to/mcp-guide");
        let printed = printed.replace(&real(folder.path()), "/path/to/project");
        let format = row["format"].as_str().expect("a format");
        let block = format!("```{format}\n{printed}```\n");
        assert!(section.contains(&block), "{title}\n{block}");
        let command = format!("`mcp-guide init --client {name}`");
        let file = row["file"].as_str().expect("a file");
        for said in [&*command, file] {
            assert!(section.contains(said), "{title}: {said}");
        }
        let told = |field| row.get(field).and_then(Value::as_str);
        let project = told("project_file").map_or(String::new(), |path| format!("`{path}` "));
        let user = told("user_file").expect("a file");
        let row = format!("| `{name}` | {project}| `{user}` |\n");
        assert!(PAGE.contains(&row), "{name}");
        let told = format!(
            "For {title}, add this to {file}, beside the servers that it has:\n\
             To have it written there: mcp-guide setup {name}\n\
             To tell agents when to use it: mcp-guide agents\n"
        );
        assert_eq!(ran.err, told);
    }
    assert_eq!(sections.len(), clients().len());
}
