//! What a walk found, in the order of the patterns.

use std::cmp::Ordering;
use std::collections::HashSet;

use super::FileInfo;
use super::order::{AT_ONCE, bring_in_order, preference};
use crate::documents::fault::Cancelled;
use crate::documents::work::Work;

/// The documents that were found, each with the rank of its pattern.
#[derive(Default)]
pub(super) struct Found {
    pub files: Vec<(usize, FileInfo)>,
    /// Whether some did not come in the order of their paths.
    pub disordered: bool,
}

impl Found {
    /// Orders what was found by pattern and path, each document once.
    pub(super) fn settle(
        mut self,
        suffixes: &[String],
        work: &Work<'_>,
    ) -> Result<Vec<(usize, FileInfo)>, Cancelled> {
        if self.disordered {
            self.sort(suffixes, work)?;
        } else if self.files.windows(2).any(|pair| pair[0].0 != pair[1].0) {
            if self.files.len() > AT_ONCE {
                bring_in_order(&mut self.files, work, in_order)?;
            } else {
                self.files.sort_by_key(|(rank, _)| *rank);
            }
        }
        Ok(self.files)
    }

    fn sort(&mut self, suffixes: &[String], work: &Work<'_>) -> Result<(), Cancelled> {
        let found = &mut self.files;
        if found.iter().any(|(_, info)| info.is_template()) {
            bring_in_order(found, work, |(first, a), (second, b)| {
                let [of_a, of_b] = [a, b].map(|info| {
                    let path = info.path.as_str();
                    preference(&path[path.len() - info.suffix..], suffixes)
                });
                (a.document().cmp(b.document()))
                    .then_with(|| of_a.cmp(&of_b))
                    .then_with(|| first.cmp(second))
            })?;
            found.dedup_by(|(_, template), (_, plain)| template.document() == plain.document());
        }
        bring_in_order(found, work, in_order)?;
        // A file that one pattern spells out and another finds is one document.
        if found.windows(2).any(|pair| pair[0].0 != pair[1].0) {
            let mut seen = HashSet::new();
            let mut ended = Ok(());
            found.retain(|(_, info)| {
                ended = ended.and_then(|()| work.add(32));
                ended.is_err() || seen.insert(info.path.clone())
            });
            ended?;
        }
        Ok(())
    }
}

/// By the rank of the pattern, then by the bytes of the path.
pub(super) fn in_order(
    (first, a): &(usize, FileInfo),
    (second, b): &(usize, FileInfo),
) -> Ordering {
    (first.cmp(second)).then_with(|| a.document().cmp(b.document()))
}
