//! Reads features: a backslash that Gherkin does not know is kept, and each row of an
//! outline's examples is a scenario of its own.

use std::path::Path;

use cucumber::gherkin::{Feature, GherkinEnv, Scenario};

/// Returns the feature of a file, its outlines not expanded.
///
/// # Errors
///
/// The file cannot be read, or is no feature.
pub fn read(file: &Path) -> Result<Feature, String> {
    let text = std::fs::read_to_string(file).map_err(|e| format!("{}: {e}", file.display()))?;
    parse(file, &text)
}

/// Returns the feature of a text; `file` is its path.
///
/// # Errors
///
/// The text is no feature.
pub fn parse(file: &Path, text: &str) -> Result<Feature, String> {
    let mut feature = Feature::parse(escaped(text), GherkinEnv::default())
        .map_err(|error| format!("{}: {error}", file.display()))?;
    feature.path = Some(file.to_owned());
    Ok(feature)
}

/// Returns the text with each backslash of a table doubled that is none of `\n`, `\|`
/// and `\\`: the reference keeps it, and the parser refuses it.
fn escaped(text: &str) -> String {
    let mut quoted = false;
    let line = |line: &str| {
        let start = line.trim_start();
        quoted ^= start.starts_with("\"\"\"") || start.starts_with("```");
        if quoted || !start.starts_with('|') {
            return line.to_owned();
        }
        let mut escaped = String::with_capacity(line.len());
        let mut characters = line.chars().peekable();
        while let Some(c) = characters.next() {
            escaped.push(c);
            match (c, characters.peek()) {
                ('\\', Some(&next @ ('n' | '|' | '\\'))) => {
                    escaped.push(next);
                    characters.next();
                }
                ('\\', _) => escaped.push(c),
                _ => {}
            }
        }
        escaped
    };
    text.split_inclusive('\n').map(line).collect()
}

/// Returns what tells a scenario from the others of its outline; empty for one that is
/// no outline's.
pub fn shown(scenario: &Scenario) -> String {
    let row = scenario.examples.first().and_then(|examples| examples.table.as_ref()?.rows.get(1));
    row.map(|row| row.join(", ")).unwrap_or_default()
}
