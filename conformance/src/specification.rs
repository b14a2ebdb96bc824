//! Writes the features as OpenSpec Markdown: a page for each, a requirement for each rule.

use std::path::Path;

use crate::features;

/// Writes `NAME/spec.md` below a folder for each feature.
pub fn write(folder: &Path) -> std::io::Result<()> {
    for (name, text) in pages() {
        let folder = folder.join(name);
        std::fs::create_dir_all(&folder)?;
        std::fs::write(folder.join("spec.md"), text)?;
    }
    Ok(())
}

/// Returns the name and the text of each page, in the order of the features.
pub fn pages() -> Vec<(String, String)> {
    let pages = features::sources();
    pages.map(|(name, feature)| (name.to_owned(), page(name, feature))).collect()
}

/// Returns the page of a feature. It is read line by line, since the parser of the runner
/// drops the blank lines of a description.
fn page(name: &str, feature: &str) -> String {
    let mut page = Page(format!("# {name} Specification\n\n## Purpose\n"));
    let rules = feature.lines().any(|line| line.trim_start().starts_with("Rule: "));
    // The requirement of a feature without rules, which its first paragraph precedes.
    let mut whole = None;
    let (mut steps, mut given, mut quoted) = (false, false, false);
    // How far the prose is indented, and the data of the last step.
    let (mut margin, mut data) = (None, None);
    for line in feature.lines() {
        let text = line.trim();
        let quote = text.starts_with("\"\"\"") || text.starts_with("```");
        if steps && (quoted || quote || text.starts_with(['|', '#'])) {
            quoted ^= quote;
            let margin = *data.get_or_insert_with(|| {
                page.0 += "\n  ````gherkin\n";
                line.len() - text.len()
            });
            page.line(&format!("  {}", dedented(line, margin)));
            continue;
        }
        if data.take().is_some() {
            page.line("  ````");
        }
        let (keyword, rest) = text.split_once(' ').unwrap_or((text, ""));
        match keyword {
            "Feature:" => whole = (!rules).then_some(rest),
            "Rule:" => {
                if !page.0.contains("\n## Requirements") {
                    page.heading("## Requirements");
                }
                page.heading(&format!("### Requirement: {rest}"));
                (steps, margin) = (false, None);
            }
            "Background:" => {
                page.heading("Every scenario begins with:");
                steps = true;
            }
            "Scenario:" => {
                page.heading(&format!("#### Scenario: {rest}"));
                steps = true;
            }
            "Scenario" if rest.starts_with("Outline: ") => {
                page.heading(&format!("#### Scenario: {}", &rest["Outline: ".len()..]));
                steps = true;
            }
            "Examples:" => page.line("- **EXAMPLES**"),
            _ if text.starts_with(['@', '#']) => {}
            "Given" | "When" | "Then" if steps => {
                given = keyword == "Given";
                page.line(&format!("- **{}** {rest}", keyword.to_uppercase()));
            }
            "And" if steps => page.line(&format!("- **{}** {rest}", if given { "GIVEN" } else { "AND" })),
            "" if !page.0.ends_with("\n\n") && !steps => {
                page.line("");
                if let Some(requirement) = whole.take() {
                    page.heading("## Requirements");
                    page.heading(&format!("### Requirement: {requirement}"));
                }
            }
            "" => {}
            _ => {
                let margin = *margin.get_or_insert(line.len() - text.len());
                page.line(dedented(line, margin));
            }
        }
    }
    if data.is_some() {
        page.line("  ````");
    }
    page.0
}

struct Page(String);

impl Page {
    fn line(&mut self, line: &str) {
        self.0 += line.trim_end();
        self.0.push('\n');
    }

    /// Writes a line with a blank one on either side.
    fn heading(&mut self, line: &str) {
        if !self.0.ends_with("\n\n") {
            self.0.push('\n');
        }
        self.line(line);
        self.0.push('\n');
    }
}

/// Returns a line without at most so many blanks at its start.
fn dedented(line: &str, margin: usize) -> &str {
    let blanks = line.len() - line.trim_start().len();
    &line[blanks.min(margin)..]
}
