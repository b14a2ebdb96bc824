//! Proposed categories for the rule files of clients.

use std::collections::{BTreeMap, BTreeSet};

use camino::{Utf8Path, Utf8PathBuf};

use super::category::CategoryProposal;
use super::scan::{DirectoryScan, GITHUB, exact};
use crate::documents::discover::{CategorySearch, discover};
use crate::documents::filter::FilterRules;
use crate::documents::pattern::Pattern;
use crate::documents::sandbox::{Folder, Reach};
use crate::text::paths::join;

/// Names, directories, patterns and descriptions of what clients have in folders of their own.
const FOLDERS: [(&str, &str, &[&str], &str); 3] = [
    (
        "claude-rules",
        ".claude/rules",
        &["**/*.md"],
        "Rules of Claude Code",
    ),
    (
        "cursor-rules",
        ".cursor/rules",
        &["**/*.mdc"],
        "Rules of Cursor",
    ),
    (
        "copilot",
        GITHUB,
        &[
            "copilot-instructions.md",
            "instructions/**/*.instructions.md",
        ],
        "Instructions of GitHub Copilot",
    ),
];
/// Files that apply to the folder that holds them.
const NESTED: [&str; 2] = ["AGENTS.md", "CLAUDE.md"];
/// The most nested files that have a pattern each.
const MAX_NAMED: usize = 20;

/// Proposes a category for each dialect that a folder has, with the patterns that find
/// something. Their documents are taken out of the scans of other categories.
pub(super) fn propose(
    root: &Folder,
    directories: &mut BTreeMap<String, DirectoryScan>,
) -> Vec<CategoryProposal> {
    let mut found = Vec::new();
    for (name, dir, patterns, description) in FOLDERS {
        let Ok(sandbox) = root.sandbox(Utf8Path::new(dir), Reach::Beneath) else {
            continue;
        };
        let finds = |text: &&str| {
            let pattern = Pattern::parse(text).ok()?;
            let patterns = [&pattern];
            let search = CategorySearch::new(name, &patterns, &[], FilterRules::default());
            let files = discover(&sandbox, &search, &|| false).ok()?;
            (!files.is_empty()).then(|| (*text).to_owned())
        };
        let patterns: Vec<String> = patterns.iter().filter_map(finds).collect();
        if dir == GITHUB
            && let Some(scan) = directories.get_mut(GITHUB)
        {
            let parsed: Vec<_> = patterns
                .iter()
                .filter_map(|of| Pattern::parse(of).ok())
                .collect();
            scan.documents
                .retain(|path| !parsed.iter().any(|pattern| pattern.matches(path.as_str())));
            scan.left_to_rules.clone_from(&patterns);
        }
        if !patterns.is_empty() {
            found.push(CategoryProposal {
                name: Some(name),
                dir: dir.to_owned(),
                patterns,
                description: description.to_owned(),
                ..CategoryProposal::default()
            });
        }
    }
    found.extend(nested(directories));
    found
}

/// Proposes a category for the files of [`NESTED`] in any folder.
fn nested(directories: &mut BTreeMap<String, DirectoryScan>) -> Option<CategoryProposal> {
    let mut paths: BTreeSet<Utf8PathBuf> = BTreeSet::new();
    for (top, scan) in directories {
        for documents in [&mut scan.documents, &mut scan.links] {
            documents.retain(|path| {
                let is_nested = path.file_name().is_some_and(|name| NESTED.contains(&name));
                if is_nested {
                    paths.insert(join(top, path).into());
                }
                !is_nested
            });
        }
    }
    let names = NESTED
        .into_iter()
        .filter(|name| paths.iter().any(|path| path.ends_with(name)));
    let nested: Vec<String> = names.map(str::to_owned).collect();
    let mut ordered: Vec<&Utf8PathBuf> = paths.iter().collect();
    ordered.sort_by_key(|path| path.components().count());
    (!nested.is_empty()).then(|| CategoryProposal {
        name: Some("agents"),
        dir: ".".to_owned(),
        patterns: match ordered.len() <= MAX_NAMED {
            true => ordered.into_iter().map(|path| exact(path)).collect(),
            false => nested.iter().map(|name| format!("**/{name}")).collect(),
        },
        nested,
        description: "What agents are told about each folder".to_owned(),
        ..CategoryProposal::default()
    })
}
