//! The reference for discovery: walk everything with `std::fs`, then match.
//! It imports nothing of the engine.

use std::collections::HashMap;
use std::fs;
use std::path::Path;

use super::glob::{Component, Dots, Reference, finds, literal, walked};
use super::links::{Leads, leads, resolve};
use super::served::Served;

/// A document that is found: what the law compares.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Found {
    /// Where it is stored, relative to the root.
    pub path: String,
    /// The bytes of its template suffix.
    pub suffix: usize,
    /// Whether it is a regular file that can be opened.
    pub readable: bool,
}

/// Something that is no directory, with the names that lead to it; each says
/// whether it is a link to a directory.
struct Item {
    names: Vec<(String, bool)>,
    readable: bool,
    /// The last name as it is told, where it is not UTF-8.
    odd: Option<String>,
    /// A directory whose name cannot be asked for.
    closed: bool,
}

impl Item {
    fn path(&self) -> String {
        let (last, above) = self.names.split_last().expect("at least one name");
        let mut names: Vec<&str> = above.iter().map(|(name, _)| name.as_str()).collect();
        names.push(self.odd.as_ref().unwrap_or(&last.0));
        names.join("/")
    }
}

/// The documents that the patterns find and that may be served, in order. Each
/// pattern is valid.
pub fn walk(root: &Path, patterns: &[String], suffixes: &[String], served: &Served) -> Vec<Found> {
    let ranked = walk_ranked(root, patterns, suffixes, served);
    ranked.into_iter().map(|(_, found)| found).collect()
}

/// The same, each with the place of its pattern.
pub fn walk_ranked(
    root: &Path,
    patterns: &[String],
    suffixes: &[String],
    served: &Served,
) -> Vec<(usize, Found)> {
    let mut found: Vec<(usize, Found)> = Vec::new();
    let parse = |text: &String| Reference::parse(text).expect("a valid pattern");
    let searched: Vec<(usize, Reference)> = patterns.iter().map(parse).enumerate().collect();
    let mut items = Vec::new();
    everything(root, &mut Vec::new(), crossings(&searched), &mut items);
    for item in &items {
        let entered = item.names.iter().map(|(name, link)| (name.as_str(), *link));
        let names: Vec<(&str, bool)> = entered.collect();
        let plain: Vec<&str> = names.iter().map(|(name, _)| *name).collect();
        if item.closed {
            if !served.directory(&plain) {
                continue;
            }
            let rank = ranked(&searched, &|alternative| leads_on(alternative, &names));
            found.extend(rank.map(|rank| (rank, unreadable(item.path()))));
            continue;
        }
        let mut rank = ranked(&searched, &|alternative| means(alternative, &names, suffixes))
            .filter(|_| served.document(&plain, suffixes));
        let suffix = rank.and(template(names[names.len() - 1].0, suffixes));
        let readable = rank.is_some() && item.readable;
        let path = item.path();
        let hidden = !served.obstacle(&plain, suffixes);
        if rank.is_none() && item.odd.is_none() && !hidden {
            rank = ranked(&searched, &|alternative| blocked(alternative, &names));
        }
        let suffix = suffix.unwrap_or(0);
        found.extend(rank.map(|rank| {
            let found = Found { path, suffix, readable };
            (rank, found)
        }));
    }
    settle(found, suffixes)
}

fn unreadable(path: String) -> Found {
    Found { path, suffix: 0, readable: false }
}

/// Whether these names lead to a regular file that may be read.
fn opens(root: &Path, names: &[&str]) -> bool {
    let file = || resolve(root, names).and_then(|path| fs::File::open(path).ok());
    leads(root, names) == Leads::File && file().is_some()
}

/// As many links to directories as any alternative can spell out: more of them
/// need not be walked through.
fn crossings(searched: &[(usize, Reference)]) -> usize {
    let spelled = |component: &&Component| match component {
        Component::Any => false,
        Component::Name(tokens) => literal(tokens).is_some(),
        Component::Exact(_) => true,
    };
    searched
        .iter()
        .flat_map(|(_, reference)| &reference.alternatives)
        .map(|alternative| alternative.iter().rev().skip(1).filter(spelled).count())
        .max()
        .unwrap_or(0)
}

/// Everything below a directory that is no directory itself.
fn everything(root: &Path, above: &mut Vec<(String, bool)>, crossings: usize, items: &mut Vec<Item>) {
    let names: Vec<&str> = above.iter().map(|(name, _)| name.as_str()).collect();
    let here = resolve(root, &names).expect("a directory that was walked into");
    for entry in fs::read_dir(here).expect("a directory that can be listed") {
        let entry = entry.expect("an entry");
        let kind = entry.file_type().expect("a type");
        let link = kind.is_symlink();
        let name = match entry.file_name().into_string() {
            Ok(name) => name,
            // It can be told, and not asked for.
            Err(name) => {
                let matched = name.to_string_lossy().into_owned();
                above.push((matched.clone(), false));
                items.push(Item {
                    names: above.clone(),
                    readable: false,
                    odd: Some(matched.replace('\u{fffd}', "\\xff")),
                    closed: kind.is_dir(),
                });
                above.pop();
                continue;
            }
        };
        above.push((name, link));
        let names: Vec<&str> = above.iter().map(|(name, _)| name.as_str()).collect();
        match leads(root, &names) {
            Leads::Directory if link && crossings == 0 => {}
            Leads::Directory => everything(root, above, crossings - usize::from(link), items),
            _ => items.push(Item {
                readable: opens(root, &names),
                names: above.clone(),
                odd: None,
                closed: false,
            }),
        }
        above.pop();
    }
}

type Alternative = [Component];

fn ranked(searched: &[(usize, Reference)], holds: &dyn Fn(&Alternative) -> bool) -> Option<usize> {
    let mut ranks = searched.iter().filter(|(_, reference)| {
        let mut alternatives = reference.alternatives.iter();
        alternatives.any(|alternative| holds(alternative))
    });
    ranks.next().map(|(rank, _)| *rank)
}

/// Whether a document is meant, by its own name or by that of its template.
fn means(alternative: &Alternative, names: &[(&str, bool)], suffixes: &[String]) -> bool {
    let mut shortened = names.to_vec();
    let last = shortened.len() - 1;
    let suffix = template(shortened[last].0, suffixes).unwrap_or(0);
    let document = shortened[last].0;
    shortened[last].0 = &document[..document.len() - suffix];
    [names, &shortened].iter().any(|names| finds(alternative, names, Dots::None))
}

/// Whether something below a directory of these names can be meant.
pub fn leads_on(alternative: &Alternative, names: &[(&str, bool)]) -> bool {
    let reach = walked(alternative, names, Dots::None);
    let ends = alternative.last() != Some(&Component::Any);
    reach[..alternative.len() + usize::from(!ends)].contains(&true)
}

/// Whether a directory of the last name is spelled out, which is none.
fn blocked(alternative: &Alternative, names: &[(&str, bool)]) -> bool {
    let (last, directories) = names.split_last().expect("at least one name");
    let reach = walked(alternative, directories, Dots::None);
    let mut before_last = alternative.iter().zip(reach).rev().skip(1);
    before_last.any(|(component, reached)| match component {
        Component::Name(tokens) => reached && literal(tokens).as_deref() == Some(last.0),
        Component::Exact(own) => reached && own == last.0,
        Component::Any => false,
    })
}

/// The suffix of a template, which is a name and that suffix.
pub fn template(name: &str, suffixes: &[String]) -> Option<usize> {
    let mut lengths = suffixes.iter().filter(|suffix| {
        let document = name.strip_suffix(suffix.as_str());
        document.is_some_and(|document| !["", ".", ".."].contains(&document))
    });
    lengths.next().map(String::len)
}

/// Each path once, at its first rank; of a document's forms the preferred one.
fn settle(found: Vec<(usize, Found)>, suffixes: &[String]) -> Vec<(usize, Found)> {
    let mut first: HashMap<String, (usize, Found)> = HashMap::new();
    for (rank, found) in found {
        let entry = first.entry(found.path.clone()).or_insert((rank, found));
        entry.0 = entry.0.min(rank);
    }
    let document = |found: &Found| found.path[..found.path.len() - found.suffix].to_owned();
    let preference = |found: &Found| {
        let suffix = &found.path[found.path.len() - found.suffix..];
        suffixes.iter().position(|known| known == suffix)
    };
    let mut preferred: HashMap<String, (usize, Found)> = HashMap::new();
    for (rank, found) in first.into_values() {
        let best = preferred.get(&document(&found));
        if best.is_none_or(|(_, best)| preference(&found) < preference(best)) {
            preferred.insert(document(&found), (rank, found));
        }
    }
    let mut settled: Vec<(usize, Found)> = preferred.into_values().collect();
    settled.sort_by_key(|(rank, found)| (*rank, document(found)));
    settled
}
