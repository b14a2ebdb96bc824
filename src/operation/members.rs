//! A category or a collection as what is searched: its members, those of one category
//! together.

use std::collections::HashMap;

use crate::documents::pattern::{Pattern, PatternError};
use crate::operation::error::{Error, Missing, PatternPlace};
use crate::operation::named::Named;
use crate::project::category::Category;
use crate::project::collection::Meaning;
use crate::project::guide::Project;

/// What is searched of one category.
pub(super) struct CategoryPart<'a> {
    pub name: &'a str,
    pub category: &'a Category,
    /// The indices of its members in the collection, and the pattern of each that has one.
    pub members: Vec<(usize, Option<&'a Pattern>)>,
}

/// A category under a name, or what cannot be searched there.
pub(super) enum ScopeEntry<'a> {
    /// All members of a category, at the index of the first.
    Part(CategoryPart<'a>),
    /// The name of a member or its category, and what is wrong with it.
    Missing(&'a str, Missing),
}

impl ScopeEntry<'_> {
    pub(super) fn name(&self) -> &str {
        match self {
            Self::Part(CategoryPart { name, .. }) | Self::Missing(name, _) => name,
        }
    }
}

/// Returns the entries of a category or a collection, in order. With `needs_defaults` a member
/// whose default patterns are invalid cannot be searched.
pub(super) fn entries<'a>(
    project: &'a Project,
    of: Named<'a>,
    needs_defaults: bool,
) -> Vec<ScopeEntry<'a>> {
    let name = match of {
        Named::Collection(name, _) => name,
        Named::Category(name, category) => {
            return vec![ScopeEntry::Part(CategoryPart::whole(name, category))];
        }
    };
    let mut entries = Vec::new();
    let mut known: HashMap<usize, usize> = HashMap::new();
    for (number, member) in project.flattened(name).enumerate() {
        let (index, own) = match &member.meaning {
            Meaning::Category(index) => (*index, None),
            Meaning::Part(index, own) => (*index, Some(own)),
            Meaning::Collection(_) => continue,
            Meaning::Unknown => {
                let missing = Missing::Member(member.text.clone());
                entries.push(ScopeEntry::Missing(&member.text, missing));
                continue;
            }
        };
        let Some((name, category)) = project.categories.get_index(index) else {
            continue;
        };
        let pattern = match own {
            Some(own) => own.as_ref().map(Some),
            None if needs_defaults => default_patterns(category).map(|_| None),
            None => Ok(None),
        };
        let pattern = match pattern {
            Ok(pattern) => pattern,
            Err((pattern, error)) => {
                let missing = Missing::Pattern {
                    name: member.text.clone(),
                    pattern: pattern.to_owned(),
                    place: PatternPlace::in_pattern(error),
                    reason: error.kind.clone(),
                };
                entries.push(ScopeEntry::Missing(name, missing));
                continue;
            }
        };
        let at = *known.entry(index).or_insert(entries.len());
        match entries.get_mut(at) {
            Some(ScopeEntry::Part(part)) => part.members.push((number, pattern)),
            _ => entries.push(ScopeEntry::Part(CategoryPart {
                name,
                category,
                members: vec![(number, pattern)],
            })),
        }
    }
    entries
}

/// Returns the categories under a name that can be searched.
pub(super) fn parts<'a>(
    project: &'a Project,
    of: Named<'a>,
    needs_defaults: bool,
) -> impl Iterator<Item = CategoryPart<'a>> {
    let entries = entries(project, of, needs_defaults).into_iter();
    entries.filter_map(|entry| match entry {
        ScopeEntry::Part(part) => Some(part),
        ScopeEntry::Missing(..) => None,
    })
}

impl<'a> CategoryPart<'a> {
    /// Returns a whole category.
    pub(super) fn whole(name: &'a str, category: &'a Category) -> Self {
        Self {
            name,
            category,
            members: vec![(0, None)],
        }
    }

    /// Returns whether one of its members is the category without a pattern.
    pub(super) fn is_whole(&self) -> bool {
        self.members.iter().any(|(_, own)| own.is_none())
    }

    /// Returns the patterns of its members before the first without one, and the index
    /// of that.
    pub(super) fn own(&self) -> (Vec<(usize, &'a Pattern)>, Option<usize>) {
        let own = self.members.iter();
        let own: Vec<_> = own
            .map_while(|(index, own)| Some((*index, (*own)?)))
            .collect();
        let rest = self.members.get(own.len()).map(|(index, _)| *index);
        (own, rest)
    }

    /// Returns the patterns of all its members, the default ones of those without, or
    /// [`Error::InvalidPattern`] for the first default pattern that is invalid.
    pub(super) fn patterns(&self) -> Result<Vec<(usize, &'a Pattern)>, Error> {
        let mut patterns = Vec::new();
        for (index, own) in &self.members {
            match own {
                Some(own) => patterns.push((*index, *own)),
                None => {
                    let default = default_patterns(self.category);
                    let default = default.map_err(|(pattern, error)| {
                        Error::invalid_pattern(pattern, Some(self.name), error)
                    })?;
                    patterns.extend(default.into_iter().map(|pattern| (*index, pattern)));
                }
            }
        }
        Ok(patterns)
    }

    /// Returns the endings of the names that its patterns, or else the alternatives of another
    /// one, spell. `None` if one of its own has no literal ending.
    pub(super) fn endings(&self, other: &'a Pattern) -> Option<Vec<&'a str>> {
        let own = self.patterns().ok()?.into_iter();
        let own = own.flat_map(|(_, pattern)| pattern.endings());
        let endings: Option<Vec<&str>> = own.collect();
        Some([endings?, other.endings().flatten().collect()].concat())
    }
}

/// Returns a category's default patterns, or the first that is invalid, and why.
pub(super) fn default_patterns(
    category: &Category,
) -> Result<Vec<&Pattern>, &(String, PatternError)> {
    category.patterns.iter().map(Result::as_ref).collect()
}
