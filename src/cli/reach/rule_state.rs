//! The state of each rule in a project, for a comparison with another commit.

use std::collections::{BTreeMap, BTreeSet};

use uuid::Uuid;

use super::AllRules;
use super::cell::Way;
use super::column::Column;
use crate::cli::check::Check;
use crate::cli::check::report::Report;
use crate::operation::guidance::{Rule, RuleCopy, plain};
use crate::project::bound_project::BoundProject;
use crate::server::Server;
use rule_files::header;

/// The state of the rule at one path.
#[derive(Debug, Default)]
pub(in crate::cli) struct RuleState {
    /// The rule's path relative to the project's folder, or its URI.
    pub path: String,
    /// The digest of the text; `None` if the rule applies to no file.
    pub digest: Option<Uuid>,
    /// The text without its header, if it could be read.
    pub text: Option<String>,
    /// The header, without spaces at the ends of lines.
    pub header: String,
    /// The indices of the files to which the rule applies.
    pub files: BTreeSet<usize>,
    pub patterns: Vec<String>,
    /// Whether the rule is chosen by its description.
    pub is_described: bool,
    /// How the rule reaches each client, in the order of the clients.
    pub ways: Vec<Way>,
}

impl RuleState {
    /// Returns whether both rules have the same text.
    pub fn has_text_of(&self, other: &Self) -> bool {
        self.digest.is_some() && self.digest == other.digest
    }

    /// Returns the state of each rule in a project, sorted by path: the rule's text, those of `files`
    /// to which it applies, and how it reaches the clients in `columns`.
    pub fn all(
        server: &Server,
        bound: &BoundProject,
        files: Vec<String>,
        columns: &[Column],
    ) -> Vec<Self> {
        let rules = AllRules::of(server, bound, files);
        let check = Check::new(&server.table, bound, Report::default());
        let context = check.context();
        let mut states: BTreeMap<&str, Self> = BTreeMap::new();
        let considered = rules.found.considered.iter().chain(&rules.lost.considered);
        for rule in considered {
            let state = states.entry(&*rule.path).or_default();
            state.files.extend(&rule.paths);
            if let Some(scope) = &rule.scope {
                let shown = scope.patterns.iter().map(|pattern| {
                    if pattern.negated {
                        format!("!{}", pattern.shown)
                    } else {
                        pattern.shown.clone()
                    }
                });
                state.patterns.extend(shown);
                state.is_described |= scope.description.is_some();
            }
        }
        let text = |copy: &RuleCopy| match &copy.text {
            Some(known) => Some(known.text.clone()),
            None => Some(context.document(&copy.file).text().ok()?.text),
        };
        let copies = rules.found.rules.iter().chain(&rules.lost.rules);
        for copy in copies.flat_map(Rule::copies) {
            let state = states.entry(&*copy.path).or_default();
            state.files.extend(&copy.paths);
            state.digest = Some(copy.about.digest);
            let text = text(copy);
            state.header = text.as_deref().map(header).unwrap_or_default();
            state.text = text.map(|text| plain(&text).into_owned());
        }
        for column in columns {
            let (cells, _) = rules.reached(server, column, &context);
            for (path, state) in &mut states {
                let way = cells.get(path).map_or(Way::Never, |cell| cell.way);
                state.ways.push(way);
            }
        }
        let states = states.into_iter().map(|(path, state)| Self {
            path: path.to_owned(),
            ..state
        });
        states.collect()
    }
}

/// Returns the header of a document, without spaces at the ends of lines.
fn header(text: &str) -> String {
    let header = text.strip_suffix(header::body(text)).unwrap_or_default();
    let lines = header.trim_start_matches('\u{feff}').lines();
    lines.map(str::trim_end).collect::<Vec<_>>().join("\n")
}
