//! References to sections, as they are written in calls.

use super::headings::{Heading, of_line};
use crate::text::escaped::collapse_whitespace;

/// The separator between the headings of a path.
pub const SEPARATOR: &str = " > ";

/// A reference to a section: the text of its heading, or a path of headings. Each heading in a path
/// such as `A > B` is in the section of the previous heading.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HeadingPath([String; 2]);

impl HeadingPath {
    /// Parses `path`, which may contain Markdown markup.
    pub fn parse(path: &str) -> Self {
        let plain = of_line(path).unwrap_or_default();
        Self([key(path), key(&plain.text)])
    }

    /// Returns the indices of the headings that match this path, ignoring case and markup. `check`
    /// is called once for each combination of a heading and a name of the path, or twice if the
    /// path contains markup.
    ///
    /// # Errors
    ///
    /// Returns the error of `check`.
    pub fn matches<E>(
        &self,
        headings: &[Heading],
        mut check: impl FnMut() -> Result<(), E>,
    ) -> Result<Vec<usize>, E> {
        let keys: Vec<String> = headings.iter().map(|heading| key(&heading.text)).collect();
        let [given, plain] = &self.0;
        let mut found = ending(headings, &keys, given, &mut check)?;
        if plain != given {
            found.extend(ending(headings, &keys, plain, &mut check)?);
            found.sort_unstable();
            found.dedup();
        }
        Ok(found)
    }
}

/// Returns the indices of the headings with which `path` ends. The part of `path` before the
/// heading must in turn end with a heading that encloses it, and so on. `keys` contains the texts
/// of `headings` as [`key`] returns them. Each prefix of `path` is compared once with each heading.
fn ending<E>(
    headings: &[Heading],
    keys: &[String],
    path: &str,
    mut check: impl FnMut() -> Result<(), E>,
) -> Result<Vec<usize>, E> {
    // The ends of the prefixes of `path`. A heading may contain a separator, and two separators may
    // overlap.
    let separators =
        (0..path.len()).filter(|at| path.as_bytes()[*at..].starts_with(SEPARATOR.as_bytes()));
    let ends: Vec<usize> = separators.chain([path.len()]).collect();
    // The headings whose sections have not ended, each inside the previous one. Each flag says
    // whether a prefix ends with the heading, or with a heading that encloses it.
    let mut open: Vec<(usize, Vec<bool>)> = Vec::new();
    let mut found = Vec::new();
    for (at, heading) in headings.iter().enumerate() {
        while open
            .pop_if(|(index, _)| Some(*index) != heading.parent)
            .is_some()
        {}
        let around = open.last().map(|(_, ended)| ended);
        let mut ended = around.cloned().unwrap_or_else(|| vec![false; ends.len()]);
        for (index, end) in ends.iter().enumerate() {
            check()?;
            let before = path[..*end].strip_suffix(&*keys[at]);
            let Some(before) = before.filter(|_| !keys[at].is_empty()) else {
                continue;
            };
            let is_path = match before.strip_suffix(SEPARATOR) {
                None => before.is_empty(),
                Some(above) => {
                    let above = ends.binary_search(&above.len());
                    above.is_ok_and(|above| around.is_some_and(|around| around[above]))
                }
            };
            if is_path && index + 1 == ends.len() {
                found.push(at);
            }
            ended[index] |= is_path;
        }
        open.push((at, ended));
    }
    Ok(found)
}

fn key(text: &str) -> String {
    collapse_whitespace(text).to_lowercase()
}
