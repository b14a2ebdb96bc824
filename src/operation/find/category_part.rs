//! The members of a category or a collection that are searched, grouped by category.

use std::collections::HashMap;

use crate::operation::error::{Missing, PatternPlace};
use crate::operation::find::named::Named;
use crate::operation::kind::NameKind;
use crate::project::Project;
use crate::project::category::{Category, GuidePattern};
use crate::project::collection::Meaning;
use crate::project::skill_fields::SKILL_FILE;
use crate::text::paths::normal;
use rule_files::pattern::Pattern;

/// The part of a category that is searched.
pub(in crate::operation) struct CategoryPart<'a> {
    pub name: &'a str,
    pub category: &'a Category,
    /// The index of each member in the collection, and the member's pattern if it has one.
    pub members: Vec<(usize, Option<&'a Pattern>)>,
}

/// Returns the categories that can be searched for `container`, in the order of their first
/// members. Also returns the members and categories that cannot be searched, with their names. If
/// `needs_defaults` is true, a category with invalid default patterns cannot be searched.
pub(in crate::operation) fn parts<'a>(
    project: &'a Project,
    container: Named<'a>,
    needs_defaults: bool,
) -> (Vec<CategoryPart<'a>>, Vec<(&'a str, Missing)>) {
    let (mut parts, mut missing) = (Vec::<CategoryPart<'_>>::new(), Vec::new());
    // The index of each category's part.
    let mut part_indices: HashMap<&str, usize> = HashMap::new();
    let mut add = |number, text: &str, index, own: Option<&'a GuidePattern>| {
        let (name, category) = project.categories.get_index(index)?;
        let own = match own {
            Some(own) => own.as_ref().map(Some),
            None => {
                let patterns = category.patterns.iter();
                let bad = patterns.filter_map(|pattern| pattern.as_ref().err());
                bad.take(needs_defaults.into())
                    .map(Err)
                    .next()
                    .unwrap_or(Ok(None))
            }
        };
        match own {
            Err((pattern, error)) => {
                let pattern = Missing::Pattern {
                    pattern: pattern.clone(),
                    place: PatternPlace::of(error, Some(text)),
                    reason: error.kind.clone(),
                };
                return Some((&**name, pattern));
            }
            Ok(own) => {
                let index = *part_indices.entry(name).or_insert(parts.len());
                match parts.get_mut(index) {
                    Some(part) => part.members.push((number, own)),
                    None => parts.push(CategoryPart {
                        name,
                        category,
                        members: vec![(number, own)],
                    }),
                }
            }
        }
        None
    };
    match container.kind {
        NameKind::Category => {
            let index = project.categories.get_index_of(container.name);
            missing.extend(index.and_then(|index| add(0, container.name, index, None)));
        }
        NameKind::Collection => {
            for (number, member) in project.flattened(container.name).enumerate() {
                let text = &*member.text;
                missing.extend(match &member.meaning {
                    Meaning::Category(index) => add(number, text, *index, None),
                    Meaning::Part(index, own) => add(number, text, *index, Some(own)),
                    Meaning::Collection(_) => None,
                    Meaning::Unknown => Some((text, Missing::Member(text.to_owned()))),
                });
            }
        }
    }
    (parts, missing)
}

impl<'a> CategoryPart<'a> {
    /// Returns the patterns of the members that precede the first member without a pattern, each
    /// with the index of the member. Also returns the index of that first member, or `None` if all
    /// members have a pattern.
    pub(in crate::operation) fn own(&self) -> (Vec<(usize, &'a Pattern)>, Option<usize>) {
        let members = self.members.iter();
        let with_pattern = members.map_while(|(index, pattern)| Some((*index, (*pattern)?)));
        let own: Vec<_> = with_pattern.collect();
        let rest = self.members.get(own.len()).map(|(index, _)| *index);
        (own, rest)
    }

    /// Returns the patterns of all members, each with the index of the member. For a member without
    /// a pattern, returns the category's default patterns.
    pub(in crate::operation) fn patterns(&self) -> Vec<(usize, &'a Pattern)> {
        let mut patterns = Vec::new();
        for (index, own) in &self.members {
            let default = self.category.patterns.iter().flatten();
            let default = default.filter(|_| own.is_none());
            let all = own.iter().copied().chain(default);
            patterns.extend(all.map(|pattern| (*index, pattern)));
        }
        patterns
    }

    /// Returns patterns for the Markdown documents in the folders of the skills that
    /// [`Self::patterns`] find. For `*/SKILL.md`, the pattern is `*/**/*.md`.
    pub(in crate::operation) fn beside_skills(&self) -> Vec<(usize, Pattern)> {
        if !self.category.has_skills() && self.category.skill().is_none() {
            return Vec::new();
        }
        let folders = self.patterns().into_iter();
        let folders = folders.filter_map(|(member, pattern)| {
            let folder = pattern.as_str().strip_suffix(SKILL_FILE)?;
            let folder = folder.strip_suffix("**/").unwrap_or(folder);
            Some((member, Pattern::parse(&format!("{folder}**/*.md")).ok()?))
        });
        folders.collect()
    }

    /// Returns `pattern` without the category's directory or name at its beginning. Patterns that
    /// are relative to the project's folder begin this way. Returns `None` for any other pattern.
    pub(in crate::operation) fn below(&self, pattern: &Pattern) -> Option<Pattern> {
        let dir = normal(self.category.dir.as_str()).filter(|dir| !dir.is_empty());
        let rest = |folder: &str| pattern.as_str().strip_prefix(folder)?.strip_prefix('/');
        let mut folders = dir.as_deref().into_iter().chain([self.name]);
        match folders.find_map(rest)? {
            "" => Pattern::parse("**").ok(),
            rest => Pattern::parse(rest).ok(),
        }
    }

    /// Returns the literal endings of the patterns in this part, followed by the endings of the
    /// alternatives in `other`. Returns `None` if a pattern of the category is invalid or has no
    /// literal ending.
    pub(in crate::operation) fn endings(&self, other: &'a Pattern) -> Option<Vec<&'a str>> {
        let patterns = self.patterns().into_iter();
        let endings = patterns.flat_map(|(_, pattern)| pattern.endings());
        let endings: Option<Vec<&str>> = endings.collect();
        let endings = endings.filter(|_| self.category.patterns.iter().all(Result::is_ok));
        Some([endings?, other.endings().flatten().collect()].concat())
    }
}
