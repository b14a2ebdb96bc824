//! The law of location shapes: under shapes that load no two documents share a
//! URI, in anybody's reading, and shapes are refused only for a reason.

use std::collections::HashMap;

use fluent_uri::Uri;
use mcp_guide::text::uri::{Location, LocationShape};

use super::uri::Named;
use super::{Verdict, ensure};

/// Builds and parses the locations of categories and collections.
pub trait Shapes: Sized {
    /// The shapes, or whether they are refused for the sake of the other.
    fn load(category: &str, collection: &str) -> Result<Self, Refused>;
    /// The URI of a document.
    fn build(&self, named: &Named) -> String;
    /// All that a URI could name.
    fn parse(&self, uri: &str) -> Vec<Named>;
}

/// Why shapes do not load.
#[derive(Debug, PartialEq, Eq)]
pub enum Refused {
    /// One is no shape.
    Shape,
    /// Together they would share a URI.
    Overlap,
}

/// What loaded.
#[derive(Debug, PartialEq, Eq)]
pub enum Seen {
    /// It holds for every name.
    Apart,
    /// Two documents would share a URI.
    Overlap,
    /// One is no shape.
    Shape,
}

/// The program's shapes.
pub struct Engine(LocationShape, LocationShape);

impl Shapes for Engine {
    fn load(category: &str, collection: &str) -> Result<Self, Refused> {
        let category = LocationShape::parse(category, false).map_err(|_| Refused::Shape)?;
        let collection = LocationShape::parse(collection, true).map_err(|_| Refused::Shape)?;
        if category.overlaps(&collection) != collection.overlaps(&category) {
            panic!("one overlaps the other, and not the other way round");
        }
        match category.overlaps(&collection) {
            true => Err(Refused::Overlap),
            false => Ok(Self(category, collection)),
        }
    }

    fn build(&self, (collection, category, path): &Named) -> String {
        let shape = if collection.is_some() {
            &self.1
        } else {
            &self.0
        };
        shape.build(&Location {
            collection: collection.as_deref().map(Into::into),
            category: category.as_str().into(),
            path: path.as_str().into(),
        })
    }

    fn parse(&self, uri: &str) -> Vec<Named> {
        let parsed = [&self.0, &self.1].map(|shape| shape.parse_uri(uri));
        let named = |location: Location<'_>| {
            (
                location.collection.map(|name| name.into_owned()),
                location.category.into_owned(),
                location.path.into_owned(),
            )
        };
        parsed.into_iter().flatten().map(named).collect()
    }
}

/// Names that are the literals of the shapes, in which a URI of one shape is most
/// likely one of the other.
const NAMES: [&str; 2] = ["a", "b"];
/// One more segment than shapes differ by.
const DEEPEST: u32 = 4;

/// Every document of the categories and the collections of these names.
fn documents(names: &[&str]) -> Vec<Named> {
    let mut paths: Vec<String> = Vec::new();
    for depth in 1..=DEEPEST {
        for number in 0..names.len().pow(depth) {
            let names = (0..depth).map(|at| names[number / names.len().pow(at) % names.len()]);
            paths.push(names.collect::<Vec<_>>().join("/"));
        }
    }
    let mut documents = Vec::new();
    for path in &paths {
        for category in names {
            let of = |collection: Option<&str>| {
                (
                    collection.map(str::to_owned),
                    (*category).to_owned(),
                    path.clone(),
                )
            };
            documents.push(of(None));
            documents.extend(names.iter().map(|collection| of(Some(collection))));
        }
    }
    documents
}

/// `odd` are further documents; what they are called must not matter.
pub fn locations<S: Shapes>(
    category: &str,
    collection: &str,
    odd: &[Named],
) -> Result<Seen, String> {
    let shapes = match S::load(category, collection) {
        Ok(shapes) => shapes,
        Err(Refused::Shape) => return Ok(Seen::Shape),
        Err(Refused::Overlap) => {
            return naive_overlap(category, collection)
                .then_some(Seen::Overlap)
                .ok_or_else(|| format!("{category} and {collection} share no URI"));
        }
    };
    let mut seen: HashMap<String, Named> = HashMap::new();
    for named in documents(&NAMES) {
        let uri = shapes.build(&named);
        if let Some(other) = seen.insert(uri.clone(), named.clone()) {
            return Err(format!("{uri} is {named:?} and {other:?}"));
        }
    }
    for (uri, named) in seen.iter().take(40) {
        normal(uri)?;
        let parsed = shapes.parse(uri);
        ensure(parsed == [named.clone()], || {
            format!("{uri} of {named:?} is parsed as {parsed:?}")
        })?;
    }
    for named in odd {
        let uri = shapes.build(named);
        normal(&uri)?;
        let parsed = shapes.parse(&uri);
        ensure(parsed == [named.clone()], || {
            format!("{uri} of {named:?} is parsed as {parsed:?}")
        })?;
    }
    Ok(Seen::Apart)
}

/// Whether texts made by mere replacement meet, the shapes' literals being names.
fn naive_overlap(category: &str, collection: &str) -> bool {
    let literals = category.split('/').chain(collection.split('/')).skip(3);
    let mut names = NAMES.to_vec();
    names.extend(literals.filter(|text| ["@", "a,b"].contains(text)));
    names.dedup();
    let fill = |named: &Named| {
        let shape = if named.0.is_some() {
            collection
        } else {
            category
        };
        shape
            .replace("{collection}", named.0.as_deref().unwrap_or(""))
            .replace("{category}", &named.1)
            .replace("{path}", &named.2)
    };
    let (of_collections, of_categories): (Vec<Named>, Vec<Named>) = documents(&names)
        .into_iter()
        .partition(|named| named.0.is_some());
    let uris: std::collections::HashSet<String> = of_categories.iter().map(fill).collect();
    of_collections
        .iter()
        .any(|named| uris.contains(&fill(named)))
}

/// It is a URI that another maker's library neither normalises nor cuts, and a
/// fragment can follow it.
fn normal(uri: &str) -> Verdict {
    let parsed = Uri::parse(uri).map_err(|error| format!("{uri} is no URI: {error}"))?;
    ensure(parsed.normalize().as_str() == uri, || {
        format!("{uri} is normalised to {}", parsed.normalize().as_str())
    })?;
    let marked = format!("{uri}#section");
    let marked = Uri::parse(marked.as_str()).map_err(|error| format!("{uri}#section: {error}"))?;
    let whole = marked.query().is_none()
        && marked
            .fragment()
            .is_some_and(|fragment| fragment == "section");
    ensure(whole, || format!("{uri} has a query or a fragment"))
}
