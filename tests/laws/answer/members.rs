//! What the members of a collection mean, as the reference reads them.

use super::super::glob::Reference;
use super::super::walk::Found;
use super::project::{Category, Project};

/// The members of one category: their places, and the pattern of each that has one.
#[derive(Debug)]
pub struct Part<'a> {
    pub category: &'a Category,
    pub members: Vec<(usize, Option<String>)>,
}

/// What a collection's members come to.
#[derive(Debug)]
pub enum Entry<'a> {
    Part(Part<'a>),
    Unknown(String),
    /// A member of a category whose pattern is none.
    Invalid(&'a str),
}

impl Entry<'_> {
    /// The name with which the path of a document in it begins.
    pub fn name(&self) -> &str {
        match self {
            Self::Part(part) => &part.category.name,
            Self::Unknown(text) => text,
            Self::Invalid(category) => category,
        }
    }
}

/// The entries of a collection, each category's members where the first stands; for a
/// call that uses its categories' default patterns or one that does not.
pub fn entries<'a>(project: &'a Project, name: &str, by_default: bool) -> Vec<Entry<'a>> {
    let (mut texts, mut visited) = (Vec::new(), Vec::new());
    flatten(project, name, &mut visited, &mut texts);
    let mut entries: Vec<Entry<'a>> = Vec::new();
    for (place, text) in texts.into_iter().enumerate() {
        let (category, pattern) = match meant(project, &text) {
            Some((category, pattern)) => (category, pattern.map(str::to_owned)),
            None => {
                entries.push(Entry::Unknown(text));
                continue;
            }
        };
        let searched = match &pattern {
            Some(pattern) => vec![pattern],
            None if by_default => category.patterns.iter().collect(),
            None => Vec::new(),
        };
        let mut searched = searched.into_iter();
        if searched.any(|it| Reference::parse(it).is_err()) {
            entries.push(Entry::Invalid(&category.name));
            continue;
        }
        let known = entries.iter_mut().find_map(|entry| match entry {
            Entry::Part(part) if part.category.name == category.name => Some(part),
            _ => None,
        });
        match known {
            Some(part) => part.members.push((place, pattern)),
            None => entries.push(Entry::Part(Part { category, members: vec![(place, pattern)] })),
        }
    }
    entries
}

/// The members that are no collections, each text once, and each collection once.
fn flatten(project: &Project, name: &str, visited: &mut Vec<String>, texts: &mut Vec<String>) {
    if visited.iter().any(|known| known == name) {
        return;
    }
    visited.push(name.to_owned());
    let collection = project.collection(name).expect("a collection");
    for text in &collection.categories {
        if project.category(text).is_none() && project.collection(text).is_some() {
            flatten(project, text, visited, texts);
        } else if !texts.contains(text) {
            texts.push(text.clone());
        }
    }
}

/// The category that a member is of, and its pattern.
fn meant<'a, 'b>(project: &'a Project, text: &'b str) -> Option<(&'a Category, Option<&'b str>)> {
    if let Some(category) = project.category(text) {
        return Some((category, None));
    }
    let parts = project.categories.iter().filter_map(|category| {
        let pattern = text.strip_prefix(&format!("{}/", category.name))?;
        Some((category, Some(pattern)))
    });
    parts.max_by_key(|(category, _)| category.name.len())
}

impl<'a> Part<'a> {
    /// A category that is searched by itself.
    pub fn whole(category: &'a Category) -> Self {
        Self { category, members: vec![(0, None)] }
    }

    /// The patterns of the members that have one.
    pub fn own(&self) -> Vec<(usize, String)> {
        let own = self.members.iter();
        own.filter_map(|(place, own)| Some((*place, own.clone()?))).collect()
    }

    /// All patterns.
    pub fn patterns(&self) -> Vec<(usize, String)> {
        let mut patterns = Vec::new();
        for (place, own) in &self.members {
            match own {
                Some(own) => patterns.push((*place, own.clone())),
                None => {
                    let default = self.category.patterns.iter();
                    patterns.extend(default.map(|pattern| (*place, pattern.clone())));
                }
            }
        }
        patterns
    }

    /// What of it a call finds: all of it where the first member without a pattern
    /// stands, unless one before it finds it; without one what the members find too.
    pub fn narrow(
        &self,
        asked: Vec<Found>,
        walked: impl Fn(Vec<(usize, String)>) -> Vec<(usize, Found)>,
    ) -> Vec<(usize, Found)> {
        let rest = self.members.iter().find(|(_, own)| own.is_none());
        let rest = rest.map(|(place, _)| *place);
        let mut own = self.own();
        own.retain(|(place, _)| rest.is_none_or(|rest| *place < rest));
        let members = match own.is_empty() {
            true => Vec::new(),
            false => walked(own),
        };
        let mut narrowed = Vec::new();
        for found in &asked {
            let same = members.iter().find(|(_, member)| member.path == found.path);
            let inside = |(_, member): &&(usize, Found)| is_below(&member.path, &found.path);
            let below = members.iter().find(|it| !found.readable && inside(it));
            let place = same.or(below).map(|(place, _)| *place).or(rest);
            let whole = rest.is_some() || same.is_none_or(|(_, member)| member.readable);
            narrowed.extend(place.map(|place| {
                let readable = found.readable && whole;
                (place, Found { readable, ..found.clone() })
            }));
        }
        // What stands in the way of both is named.
        if rest.is_none() {
            let stands = |(_, member): &&(usize, Found)| {
                let below = |found: &Found| is_below(&found.path, &member.path);
                let same = asked.iter().any(|found| found.path == member.path);
                !member.readable && !same && asked.iter().any(below)
            };
            narrowed.extend(members.iter().filter(stands).cloned());
        }
        let document = |found: &Found| found.path[..found.path.len() - found.suffix].to_owned();
        narrowed.sort_by_key(|(place, found)| (*place, document(found)));
        narrowed
    }
}

fn is_below(path: &str, directory: &str) -> bool {
    path.strip_prefix(directory).is_some_and(|rest| directory.is_empty() || rest.starts_with('/'))
}
