//! docs/session.svg, a picture of a session at a terminal. `UPDATE=1 cargo test --test
//! readme picture` draws it from a real run.

use std::fmt::Write;
use std::path::Path;

use super::at_terminal::{At, run};
use super::page::ROOT;
use super::process::project;

const PICTURE: &str = "docs/session.svg";
const SESSION: [&[&str]; 5] = [
    &["init"],
    &["check"],
    &["list"],
    &["get", "docs", "'**/{style,testing}'"],
    &["get", "dosc", "style"],
];

/// In pixels.
const LINE: usize = 19;
const MARGIN: usize = 16;

/// The escape sequences that the program writes, and what the picture has for them.
const STYLES: [(&str, &str); 6] = [
    (
        "\u{1b}[1m\u{1b}[36m",
        r##"</tspan><tspan fill="#56b6c2" font-weight="bold">"##,
    ),
    (
        "\u{1b}[1m\u{1b}[31m",
        r##"</tspan><tspan fill="#e06c75" font-weight="bold">"##,
    ),
    (
        "\u{1b}[1m\u{1b}[33m",
        r##"</tspan><tspan fill="#e5c07b" font-weight="bold">"##,
    ),
    ("\u{1b}[1m", r#"</tspan><tspan font-weight="bold">"#),
    ("\u{1b}[36m", r##"</tspan><tspan fill="#56b6c2">"##),
    ("\u{1b}[0m", "</tspan><tspan>"),
];

/// What stands on the terminal.
fn session() -> String {
    let folder = project(&[
        ("README.md", "# Acme\n"),
        (
            "docs/guidelines/style.md",
            "# Style\n\nWrite short functions.\n",
        ),
        (
            "docs/guidelines/testing.md",
            "# Tests\n\nEvery fix has a test — name it after the issue.\n",
        ),
        ("docs/examples/retry.md", "# An example\n"),
    ]);
    let mut shown = String::new();
    for arguments in SESSION {
        let _ = writeln!(shown, "$ mcp-guide {}", arguments.join(" "));
        let plain: Vec<&str> = arguments
            .iter()
            .map(|word| word.trim_matches('\''))
            .collect();
        shown += run(folder.path(), At::All, &[], &plain).1.trim_end();
        shown += "\n\n";
    }
    shown.trim_end().to_owned()
}

/// The same as a picture.
fn drawn(session: &str) -> String {
    let mut plain = session.to_owned();
    for (escape, _) in STYLES {
        plain = plain.replace(escape, "");
    }
    assert!(
        !plain.contains('\u{1b}'),
        "a style without a colour: {plain:?}"
    );
    let lines = plain.lines().count();
    let columns = plain.lines().map(|line| line.chars().count()).max();
    // A letter of 14 pixels is 8.4 wide.
    let width = columns.unwrap_or_default() * 42 / 5 + 2 * MARGIN;
    let height = lines * LINE + 2 * MARGIN;
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" viewBox=\"0 0 {width} {height}\">\n\
         <rect width=\"100%\" height=\"100%\" rx=\"8\" fill=\"#1e2127\"/>\n\
         <g fill=\"#dcdfe4\" font-family=\"ui-monospace, Menlo, Consolas, monospace\" font-size=\"14\">\n"
    );
    for (row, line) in session.lines().enumerate() {
        let mut text = line.replace('&', "&amp;").replace('<', "&lt;");
        for (escape, style) in STYLES {
            text = text.replace(escape, style);
        }
        let (y, weight) = (
            MARGIN + 14 + row * LINE,
            if line.starts_with("$ ") {
                " font-weight=\"bold\""
            } else {
                ""
            },
        );
        let _ = writeln!(
            svg,
            "<text x=\"{MARGIN}\" y=\"{y}\"{weight} xml:space=\"preserve\"><tspan>{text}</tspan></text>"
        );
    }
    svg.replace("<tspan></tspan>", "") + "</g>\n</svg>\n"
}

#[test]
fn the_picture_shows_what_the_program_prints() {
    let (drawn, place) = (drawn(&session()), Path::new(ROOT).join(PICTURE));
    if std::env::var_os("UPDATE").is_some() {
        std::fs::write(&place, &drawn).expect("it is written");
    }
    let kept = std::fs::read_to_string(place).expect("a picture");
    assert!(
        kept == drawn,
        "{PICTURE} is stale: UPDATE=1 cargo test --test readme picture\n{drawn}"
    );
}
