//! One document that a call asks for, as the reference reads it.

use std::fs;
use std::path::Path;

use super::super::links::{Leads, leads, resolve};
use super::super::multipart::percent_decoded;
use super::super::served::Served;
use super::super::walk::{Found, template};

/// A document by its path or its URI.
#[derive(Debug)]
pub struct Wanted {
    pub given: String,
    pub place: Option<Place>,
}

/// What a URI says.
#[derive(Debug, Clone, PartialEq)]
pub struct Place {
    pub collection: Option<String>,
    pub category: String,
    pub path: String,
}

impl Wanted {
    pub fn new(given: &str) -> Self {
        Self { given: given.to_owned(), place: Place::read(given) }
    }

    /// Its path in the category that the call names.
    pub fn in_category(&self) -> Option<&str> {
        match &self.place {
            None => Some(&self.given),
            Some(place) => place.collection.is_none().then_some(&place.path),
        }
    }

    /// Its path in a member of the collection that the call names.
    pub fn in_member(&self, member: &str) -> Option<&str> {
        match &self.place {
            None => self.given.strip_prefix(&format!("{member}/")),
            Some(place) => {
                let here = place.collection.is_some() && place.category == member;
                here.then_some(&place.path)
            }
        }
    }
}

impl Place {
    /// What a URI of the built-in shapes says, a directory's too.
    pub fn read(uri: &str) -> Option<Self> {
        let uri = uri.split_once('#').map_or(uri, |(uri, _)| uri);
        let segments: Vec<String> =
            (uri.strip_prefix("guide://")?.split('/')).map(decoded).collect::<Option<_>>()?;
        let segments: Vec<&str> = segments.iter().map(String::as_str).collect();
        let (collection, category, path) = match segments[..] {
            ["category", category, ref path @ ..] => (None, category, path),
            ["collection", collection, "category", category, ref path @ ..] => {
                (Some(collection), category, path)
            }
            _ => return None,
        };
        let name = |name: &&str| !matches!(*name, "" | "." | "..");
        // A directory's ends with a slash.
        let names = match path {
            [names @ .., ""] if !names.is_empty() => names,
            names => names,
        };
        let named = collection.iter().chain([&category]).all(name);
        // Who fills in a template encodes the slashes of a path, too.
        let divided = names.join("/");
        let is_path = divided.split('/').all(|part| name(&part)) && !divided.contains('\0');
        (named && is_path).then(|| Self {
            collection: collection.map(str::to_owned),
            category: category.to_owned(),
            path: path.join("/"),
        })
    }

    /// What kind its name is.
    pub fn kind(&self) -> &'static str {
        match self.collection {
            Some(_) => "collection",
            None => "category",
        }
    }

    /// The name under which it is looked for.
    pub fn name(&self) -> &str {
        self.collection.as_ref().unwrap_or(&self.category)
    }
}

fn decoded(text: &str) -> Option<String> {
    String::from_utf8(percent_decoded(text)).ok()
}

/// The one document of these names, or what stands there.
pub fn exactly(root: &Path, names: &[&str], served: &Served, suffixes: &[String]) -> Option<Found> {
    let (name, directory) = names.split_last().expect("a name");
    let own = template(name, suffixes).unwrap_or(0);
    let as_template = suffixes.iter().map(|suffix| (format!("{name}{suffix}"), suffix.len()));
    let mut stored = std::iter::once(((*name).to_owned(), own)).chain(as_template);
    stored.find_map(|(stored, suffix)| {
        let names: Vec<&str> = directory.iter().copied().chain([stored.as_str()]).collect();
        let above = resolve(root, directory).ok()?;
        let there = fs::symlink_metadata(above.join(&stored)).is_ok();
        let leads = leads(root, &names);
        let found = there && leads != Leads::Directory && served.document(&names, suffixes);
        found.then(|| Found { path: names.join("/"), suffix, readable: leads == Leads::File })
    })
}

/// The names of a path that a document can have.
pub fn names(path: &str) -> Option<Vec<&str>> {
    let names: Vec<&str> = path.split('/').collect();
    let file = !matches!(names.last(), Some(&("" | ".")));
    let inside = !path.starts_with('/') && !names.contains(&"..") && !path.contains('\0');
    let names: Vec<&str> = (names.into_iter()).filter(|name| !matches!(*name, "" | ".")).collect();
    (file && inside && path.len() <= 1024 && names.len() <= 63).then_some(names)
}
