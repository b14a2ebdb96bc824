//! The scenarios of a specification in Markdown, and the files of the features.

use std::path::{Path, PathBuf};

/// One scenario: its key is requirement and title, since titles repeat.
#[derive(Debug, PartialEq, Eq)]
pub struct Scenario {
    pub requirement: String,
    pub title: String,
    /// `WHEN sentence`, `THEN sentence`, `AND sentence`.
    pub sentences: Vec<String>,
}

/// Returns the scenarios of the Markdown. Headings inside code fences do not count; line
/// ends and the kind of bullet do not matter.
pub fn of_markdown(text: &str) -> Vec<Scenario> {
    let mut scenarios: Vec<Scenario> = Vec::new();
    let mut requirement = String::new();
    let mut fence: Option<String> = None;
    for line in text.lines().map(str::trim) {
        let ticks: String = line.chars().take_while(|c| matches!(c, '`' | '~')).collect();
        match &fence {
            Some(open) if line == ticks && ticks.starts_with(open.as_str()) => fence = None,
            None if ticks.len() >= 3 => fence = Some(ticks),
            _ => {}
        }
        if fence.is_some() {
            continue;
        }
        if let Some(name) = line.strip_prefix("### Requirement:") {
            requirement = name.trim().to_owned();
        } else if let Some(title) = line.strip_prefix("#### Scenario:") {
            let (requirement, title) = (requirement.clone(), title.trim().to_owned());
            scenarios.push(Scenario { requirement, title, sentences: Vec::new() });
        } else if let (Some(sentence), Some(scenario)) = (bullet(line), scenarios.last_mut()) {
            scenario.sentences.push(sentence);
        }
    }
    scenarios
}

/// `- **WHEN** sentence` as `WHEN sentence`.
fn bullet(line: &str) -> Option<String> {
    let rest = line.strip_prefix("- ").or_else(|| line.strip_prefix("* "))?;
    let (keyword, sentence) = rest.trim().strip_prefix("**")?.split_once("**")?;
    matches!(keyword, "WHEN" | "THEN" | "AND").then(|| format!("{keyword} {}", sentence.trim()))
}

/// Every feature file below a folder, in order.
pub fn files(folder: &Path) -> Result<Vec<PathBuf>, String> {
    let mut files = Vec::new();
    let entries = std::fs::read_dir(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    for entry in entries.flatten() {
        let path = entry.path();
        if path.is_dir() {
            files.extend(self::files(&path)?);
        } else if path.extension().is_some_and(|extension| extension == "feature") {
            files.push(path);
        }
    }
    files.sort();
    Ok(files)
}
