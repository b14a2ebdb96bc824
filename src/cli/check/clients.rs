//! The checks of how clients read rules: which parts they cut off, and what their documentation does
//! not say.

use super::Check;
use super::finding_kind::FindingKind;
use super::finding_place::FindingPlace;
use crate::documents::document::Document;
use crate::text::counted::counted;
use crate::text::escaped::escape_truncated;
use crate::text::paths::join;
use rule_files::dialect::{Cut, Extent, Load, Unit};
use rule_files::rule_scope::RulePlace;

/// A rule file that a client reads only in part.
#[derive(Debug, Clone)]
pub(super) struct CutRule {
    place: FindingPlace,
    /// The folder that contains the file. For a file in a folder of rules, the folder that contains
    /// this folder of rules.
    folder: String,
    client: String,
    cut: Cut,
    /// The size of the file, in the unit of the cut.
    size: u64,
}

impl CutRule {
    /// Returns whether `other` is about the same client, and its folder is the same or further down,
    /// so that the client reads this file first.
    fn is_above(&self, other: &Self) -> bool {
        let folder = other.folder.strip_prefix(&*self.folder);
        self.client == other.client
            && folder.is_some_and(|rest| {
                rest.is_empty() || self.folder.is_empty() || rest.starts_with('/')
            })
    }
}

impl Check<'_> {
    /// Records what the clients' documentation does not say about the kind of rule file at `path`,
    /// and which clients read the file only in part.
    pub(super) fn of_clients(&mut self, document: &Document<'_>, path: &str, text: &str) {
        let place = RulePlace::of(&self.table.formats.dialects, path);
        let Some(dialect) = place.dialect else { return };
        let unstated = self.unstated.entry(dialect.name.clone());
        unstated.or_insert_with(|| dialect.unknown());
        // Clients do not look for rule files in the folder of an included guide.
        let category = &*document.file.origin.category;
        let category = self.bound.project.categories.get(category);
        if category.is_some_and(|category| category.origin.is_some()) {
            return;
        }
        let root = self.bound.folder();
        let has = |name: &String| {
            let file = join(place.base, name);
            matches!(root.file_type(file.as_str().into()), Ok(Some(_)))
        };
        let read = |load: &&Load| !load.replaced.iter().any(has);
        for load in dialect.loads.iter().filter(read) {
            let Some(cut) = &load.cuts else { continue };
            let rule = CutRule {
                place: FindingPlace::document(document.file),
                folder: place.base.to_owned(),
                client: load.client.clone(),
                cut: cut.clone(),
                size: cut.size(text),
            };
            self.cut
                .insert((path.to_owned(), load.client.clone()), rule);
        }
    }

    /// Reports the rule files that clients read only in part. In verbose mode, also reports what the
    /// clients' documentation does not say.
    pub(super) fn clients(&mut self) {
        let rules: Vec<CutRule> = std::mem::take(&mut self.cut).into_values().collect();
        let mut said = Vec::new();
        for rule in &rules {
            let CutRule { client, cut, .. } = rule;
            let sum = |files: &mut dyn Iterator<Item = &CutRule>| {
                files.map(|file| file.size).sum::<u64>()
            };
            let of_client = || rules.iter().filter(|file| file.client == *client);
            let size = match cut.of {
                Extent::File => rule.size,
                Extent::Chain => sum(&mut of_client().filter(|file| file.is_above(rule))),
                Extent::All | Extent::Unknown => sum(&mut of_client()),
            };
            let is_first = cut.of != Extent::Chain || size - rule.size <= cut.most;
            if size <= cut.most || !is_first {
                continue;
            }
            let place = match cut.of {
                Extent::File | Extent::Chain => rule.place.clone(),
                Extent::All | Extent::Unknown => FindingPlace::Project,
            };
            let text = cut_words(client, cut, rule.size, size);
            let finding = (place, text);
            if !said.contains(&finding) {
                said.push(finding);
            }
        }
        for (place, text) in said {
            self.note(FindingKind::RuleCut, place, &text);
        }
        if self.is_verbose {
            self.unstated();
        }
    }

    fn unstated(&mut self) {
        for (name, columns) in std::mem::take(&mut self.unstated) {
            let columns: Vec<&str> = columns.iter().filter_map(|column| words(column)).collect();
            if !columns.is_empty() {
                let text = format!(
                    "{}: the client does not document {}",
                    escape_truncated(&name),
                    columns.join("; ")
                );
                self.note(FindingKind::RuleUnstated, FindingPlace::Project, &text);
            }
        }
    }
}

/// Returns the message that `client` reads only a part of a file, or of several files together. `own`
/// is the size of the file, and `size` is the size of all files, in the unit of `cut`.
pub(in crate::cli) fn cut_words(client: &str, cut: &Cut, own: u64, size: u64) -> String {
    let (one, many) = match cut.unit {
        Unit::Characters => ("character", "characters"),
        Unit::Bytes | Unit::Unknown => ("byte", "bytes"),
    };
    let is_alone = own == size;
    let (most, size) = (counted(cut.most, one, many), counted(size, one, many));
    let raised = cut.setting.as_ref().map_or(String::new(), |setting| {
        format!(", or raise its setting '{}'", escape_truncated(setting))
    });
    match cut.of {
        Extent::File => format!(
            "{client} itself reads only its first {most}, but it has {size}: split it{raised}"
        ),
        Extent::Chain if is_alone => format!(
            "{client} itself reads only its first {most}, but it has {size}: shorten it{raised}"
        ),
        Extent::Chain => format!(
            "{client} itself reads only {most} of this file and of such files in the folders \
             above together, but they have {size}: shorten them{raised}"
        ),
        Extent::All | Extent::Unknown => format!(
            "{client} itself reads only {most} of its rule files together, but they have {size}: \
             shorten them{raised}"
        ),
    }
}

/// Describes what is unknown if the row of a kind of rule file has no value in `column`, and what is
/// assumed instead. Returns `None` for columns whose absence is not reported.
fn words(column: &str) -> Option<&'static str> {
    Some(match column {
        "depth" => "whether it reads such files in subfolders of the project (assumed: yes)",
        "without" => {
            "when a rule without patterns applies (assumed: when the agent chooses it by its \
             description)"
        }
        "matcher" => "how patterns match (assumed: as globs)",
        "relative_to" => {
            "where patterns begin (assumed: in the folder that contains the rules folder)"
        }
        "negation" => "what a '!' before a pattern does (assumed: exclude what it matches)",
        "ignores_case" => "whether A matches a (assumed: no)",
        "name_alone" => "whether *.ts matches in every folder (assumed: yes)",
        "leading_slash" => "whether a pattern may begin with / (assumed: yes)",
        "splits_items" => "whether an item of a list may be a,b (assumed: yes, two patterns)",
        "drops_final_stars" => "whether src/** matches src itself (assumed: no)",
        "plain_sets" => "whether [!a] is a set that contains ! (assumed: no)",
        _ => return None,
    })
}
