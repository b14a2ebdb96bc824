//! Proposes categories of skills: one for each folder that contains skills, or one for several
//! folders of the same shape.

use std::collections::{BTreeMap, BTreeSet};

use camino::{Utf8Path, Utf8PathBuf};

use super::category_proposal::{CategoryProposal, found_by, target};
use super::folder_scan::{FolderScan, SKILLS};
use crate::documents::escaped_pattern::escaped_pattern;
use crate::documents::sandbox::Tree;
use crate::project::skill_fields::SKILL_FILE;

/// The minimum number of folders of the same shape that share a category.
const FEWEST_ALIKE: usize = 3;

/// Folders of skills that share a category.
#[derive(Debug)]
struct SkillFolders {
    /// The directory of the category.
    dir: String,
    /// The pattern that matches the folders in the directory, or `None` if there is only one
    /// folder.
    shape: Option<String>,
    folders: Vec<Utf8PathBuf>,
}

/// Proposes categories for the folders that contain skills: scanned folders with matching names,
/// and the folders of skills in hidden folders. For a link, its target is used. Removes everything
/// in the folders from the scan.
pub(super) fn propose_skills(root: &Tree, scan: &mut FolderScan<'_>) -> Vec<CategoryProposal> {
    let found = folders(root, scan);
    let found = alike(found).into_iter();
    found.map(|group| group.propose(scan)).collect()
}

/// Returns the folders that contain skills, nearest to the top first. Leaves out folders inside
/// other folders of skills. The order matters because the first of two skills with the same name is
/// used.
fn folders(root: &Tree, scan: &FolderScan<'_>) -> Vec<Utf8PathBuf> {
    let files = scan.documents.iter();
    let files = files.filter(|path| path.ends_with(SKILL_FILE));
    let scanned = files
        .filter_map(|path| of_skills(path))
        .map(Utf8Path::to_owned);
    let hidden = scan.hidden.iter().map(|hidden| hidden.join(SKILLS));
    let hidden = hidden.filter(|dir| !scan.skips(dir.as_str()));
    let real = |dir: Utf8PathBuf| target(root, &dir);
    let dirs: BTreeSet<Utf8PathBuf> = scanned.chain(hidden).filter_map(real).collect();
    let mut dirs: Vec<Utf8PathBuf> = dirs.into_iter().collect();
    dirs.sort_by_key(|dir| dir.components().count());
    let (mut found, mut known) = (Vec::new(), BTreeSet::new());
    for dir in dirs {
        let is_within = dir.ancestors().any(|folder| known.contains(folder));
        if !is_within
            && !found_by(root, dir.as_str(), &[format!("**/{SKILL_FILE}")], scan).is_empty()
        {
            known.insert(dir.clone());
            found.push(dir);
        }
    }
    found
}

/// Returns the folder of skills to which `file`, a SKILL.md, belongs: the nearest folder above the
/// skill's own folder whose name ends in `skills`. The folder directly above the skill's own folder
/// also matches if its name merely contains `skill`.
fn of_skills(file: &Utf8Path) -> Option<&Utf8Path> {
    let mut above = file.ancestors().skip(2).enumerate();
    let is_called = |at: usize, name: &str| {
        let name = name.to_ascii_lowercase();
        name.ends_with(SKILLS) || at == 0 && name.contains("skill")
    };
    above
        .find(|(at, dir)| dir.file_name().is_some_and(|name| is_called(*at, name)))
        .map(|(_, dir)| dir)
}

/// Groups folders that have the same shape in a directory, for example `plugins/*/skills`. A group
/// has at least [`FEWEST_ALIKE`] folders. Hidden folders are not grouped because a wildcard does
/// not find them.
fn alike(folders: Vec<Utf8PathBuf>) -> Vec<SkillFolders> {
    let mut shapes: BTreeMap<(String, String), Vec<usize>> = BTreeMap::new();
    for (number, folder) in folders.iter().enumerate() {
        let names: Vec<&str> = folder.iter().collect();
        let is_hidden = names.iter().any(|name| name.starts_with('.'));
        for at in 1..names.len().saturating_sub(1) {
            let shape = (names[..at].join("/"), names[at + 1..].join("/"));
            if !is_hidden {
                shapes.entry(shape).or_default().push(number);
            }
        }
    }
    let mut shapes: Vec<_> = shapes.into_iter().collect();
    shapes.sort_by_key(|(_, folders)| std::cmp::Reverse(folders.len()));
    let mut found: BTreeMap<usize, SkillFolders> = BTreeMap::new();
    let mut taken = BTreeSet::new();
    for ((dir, below), mut numbers) in shapes {
        numbers.retain(|number| !taken.contains(number));
        if numbers.len() < FEWEST_ALIKE {
            continue;
        }
        let of_shape = SkillFolders {
            dir,
            shape: Some(format!("*/{}", escaped_pattern(&below))),
            folders: numbers
                .iter()
                .map(|number| folders[*number].clone())
                .collect(),
        };
        found.insert(numbers[0], of_shape);
        taken.extend(numbers);
    }
    for (number, folder) in folders.into_iter().enumerate() {
        if !taken.contains(&number) {
            let alone = SkillFolders {
                dir: folder.to_string(),
                shape: None,
                folders: vec![folder],
            };
            found.insert(number, alone);
        }
    }
    found.into_values().collect()
}

impl SkillFolders {
    /// Returns the category for the folders, and removes everything in the folders from the scan.
    fn propose(self, scan: &mut FolderScan<'_>) -> CategoryProposal {
        // Every file of a skill is served.
        let exclude = scan.excluded(self.dir.as_str().into(), &["**".to_owned()]);
        let Some(shape) = self.shape else {
            self.folders.iter().for_each(|folder| scan.take(folder));
            return CategoryProposal {
                patterns: vec![format!("**/{SKILL_FILE}")],
                exclude,
                description: format!("Skills in {}", self.dir),
                dir: self.dir,
                skills: true,
                ..CategoryProposal::default()
            };
        };
        let below = shape.trim_start_matches("*/");
        let name = format!("{}-{below}", self.dir).replace('/', "-");
        let category = CategoryProposal {
            name: Some(name),
            patterns: vec![format!("{shape}/**/{SKILL_FILE}")],
            exclude,
            description: format!("Skills in the folders {}/{shape}", self.dir),
            dir: self.dir.clone(),
            skills: true,
            ..CategoryProposal::default()
        };
        scan.take_alike(&self.dir, &shape, &self.folders);
        category
    }
}
