//! The scenarios as the specification's Markdown has them, and as the features
//! have them.

use std::path::{Path, PathBuf};

use cucumber::gherkin::{Feature, Rule, Scenario as Written, Step, StepType};

use crate::examples;

/// Every scenario of one side.
#[derive(Debug, Default)]
pub struct Outline {
    pub scenarios: Vec<Scenario>,
    /// With features: the files that do not open with why they exist.
    pub unopened: Vec<String>,
}

/// One scenario: its key is requirement and title, since titles repeat.
#[derive(Debug)]
pub struct Scenario {
    pub requirement: String,
    pub title: String,
    /// Where it stands: file and line.
    pub place: String,
    /// `WHEN sentence`, `THEN sentence`, `AND sentence`.
    pub sentences: Vec<String>,
    /// With a feature: the criteria that it shows.
    pub tags: Vec<String>,
    /// With a feature: every step, the backgrounds' first.
    pub steps: Vec<Step>,
    /// With an outline: the columns of its examples.
    pub columns: Vec<String>,
    /// With a feature: how many scenarios run, one for each row of the examples.
    pub runs: usize,
}

impl Scenario {
    pub fn key(&self) -> (&str, &str) {
        (&self.requirement, &self.title)
    }
}

/// The scenarios of the Markdown. Headings inside code fences do not count; line
/// ends and the kind of bullet do not matter.
pub fn markdown(root: &Path, file: &str) -> Result<Outline, String> {
    let text = std::fs::read_to_string(root.join(file)).map_err(|e| format!("{file}: {e}"))?;
    Ok(of_markdown(file, &text))
}

/// The same of a text; `file` is for the places.
pub fn of_markdown(file: &str, text: &str) -> Outline {
    let mut outline = Outline::default();
    let mut requirement = String::new();
    let mut fence: Option<String> = None;
    for (number, line) in (1..).zip(text.lines()) {
        let trimmed = line.trim();
        let ticks: String = trimmed.chars().take_while(|c| matches!(c, '`' | '~')).collect();
        match &fence {
            Some(open) if trimmed == ticks && ticks.starts_with(open.as_str()) => fence = None,
            None if ticks.len() >= 3 => fence = Some(ticks),
            _ => {}
        }
        if fence.is_some() {
            continue;
        }
        if let Some(name) = trimmed.strip_prefix("### Requirement:") {
            requirement = name.trim().to_owned();
        } else if let Some(title) = trimmed.strip_prefix("#### Scenario:") {
            outline.scenarios.push(Scenario {
                requirement: requirement.clone(),
                title: title.trim().to_owned(),
                place: format!("{file}:{number}"),
                sentences: Vec::new(),
                tags: Vec::new(),
                steps: Vec::new(),
                columns: Vec::new(),
                runs: 0,
            });
        } else if trimmed.starts_with('#') {
            // Another heading ends the scenario before it.
        } else if let (Some(sentence), Some(scenario)) = (bullet(trimmed), outline.scenarios.last_mut()) {
            scenario.sentences.push(sentence);
        }
    }
    outline
}

/// `- **WHEN** sentence` as `WHEN sentence`.
fn bullet(line: &str) -> Option<String> {
    let rest = line.strip_prefix("- ").or_else(|| line.strip_prefix("* "))?;
    let (keyword, sentence) = rest.trim().strip_prefix("**")?.split_once("**")?;
    matches!(keyword, "WHEN" | "THEN" | "AND").then(|| format!("{keyword} {}", sentence.trim()))
}

/// The scenarios of the features.
pub fn features(root: &Path) -> Result<Outline, String> {
    let mut outline = Outline::default();
    for file in files(&root.join("features"))? {
        let shown = file.strip_prefix(root).unwrap_or(&file).display().to_string();
        let feature = examples::read(&file)?;
        let opening = feature.description.as_deref().unwrap_or_default();
        if opening.trim().is_empty() {
            outline.unopened.push(shown.clone());
        }
        for scenario in &feature.scenarios {
            outline.scenarios.push(of(&feature, None, scenario, &shown));
        }
        for rule in &feature.rules {
            for scenario in &rule.scenarios {
                outline.scenarios.push(of(&feature, Some(rule), scenario, &shown));
            }
        }
    }
    Ok(outline)
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

fn of(feature: &Feature, rule: Option<&Rule>, written: &Written, file: &str) -> Scenario {
    let background = feature.background.iter().chain(rule.and_then(|rule| rule.background.as_ref()));
    let steps =
        background.flat_map(|background| background.steps.clone()).chain(written.steps.clone()).collect();
    let mut before = None;
    let sentences = written
        .steps
        .iter()
        .filter_map(|step| {
            let keyword = match (step.ty, before == Some(step.ty)) {
                (StepType::Given, _) => return None,
                (_, true) => "AND",
                (StepType::When, _) => "WHEN",
                (StepType::Then, _) => "THEN",
            };
            before = Some(step.ty);
            Some(format!("{keyword} {}", step.value))
        })
        .collect();
    Scenario {
        requirement: rule.map_or(&feature.name, |rule| &rule.name).clone(),
        title: written.name.clone(),
        place: format!("{file}:{}", written.position.line),
        sentences,
        tags: written.tags.clone(),
        steps,
        columns: columns(written),
        runs: if written.keyword.contains("Outline") { examples::runs(written) } else { 1 },
    }
}

fn columns(written: &Written) -> Vec<String> {
    let heads = written.examples.iter().filter_map(|examples| examples.table.as_ref()?.rows.first());
    heads.flatten().cloned().collect()
}
