//! The law of location shapes: under shapes that load no two documents, categories or
//! collections share a URI, in anybody's reading, and shapes are refused only for a reason.

use std::collections::HashMap;

use fluent_uri::Uri;
use mcp_guide::text::uri::{Location, UriTemplate};

use super::uri::Named;
use super::{Verdict, ensure};

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
    /// Their URIs begin alike.
    Overlap,
    /// One is no shape.
    Shape,
}

/// The program's shapes.
pub struct Engine(UriTemplate, UriTemplate);

impl Engine {
    /// The shapes, or whether they are refused for the sake of the other.
    pub fn load(category: &str, collection: &str) -> Result<Self, Refused> {
        let Self(category, collection) = Self::parse_alone(category, collection)?;
        if category.conflicts_with(&collection) != collection.conflicts_with(&category) {
            panic!("one conflicts with the other, and not the other way round");
        }
        match category.conflicts_with(&collection) {
            true => Err(Refused::Overlap),
            false => Ok(Self(category, collection)),
        }
    }

    /// The shapes, each read by itself.
    pub fn parse_alone(category: &str, collection: &str) -> Result<Self, Refused> {
        let category = UriTemplate::parse(category, false).ok_or(Refused::Shape)?;
        let collection = UriTemplate::parse(collection, true).ok_or(Refused::Shape)?;
        Ok(Self(category, collection))
    }

    /// The URI of a document.
    fn build(&self, (collection, category, path): &Named) -> String {
        let shape = if collection.is_some() { &self.1 } else { &self.0 };
        shape.build(&Location {
            collection: collection.as_deref().map(Into::into),
            category: category.as_str().into(),
            path: path.as_str().into(),
        })
    }

    /// All documents that a URI could name.
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

    /// The URIs of a category and of a collection of this name.
    fn containers(&self, name: &str) -> [String; 2] {
        [&self.0, &self.1].map(|template| template.build_container(name))
    }

    /// The category and the collection that a URI could name.
    fn parse_container(&self, uri: &str) -> [Option<String>; 2] {
        [&self.0, &self.1].map(|template| template.parse_container(uri))
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
                (collection.map(str::to_owned), (*category).to_owned(), path.clone())
            };
            documents.push(of(None));
            documents.extend(names.iter().map(|collection| of(Some(collection))));
        }
    }
    documents
}

/// `odd` are further documents; what they are called must not matter.
pub fn locations(
    category: &str,
    collection: &str,
    odd: &[Named],
    load: impl Fn(&str, &str) -> Result<Engine, Refused>,
) -> Result<Seen, String> {
    let shapes = match load(category, collection) {
        Ok(shapes) => shapes,
        Err(Refused::Shape) => return Ok(Seen::Shape),
        Err(Refused::Overlap) => {
            return begin_alike(category, collection)
                .then_some(Seen::Overlap)
                .ok_or_else(|| format!("{category} and {collection} begin differently"));
        }
    };
    let mut seen: HashMap<String, Named> = HashMap::new();
    for named in documents(&NAMES) {
        let uri = shapes.build(&named);
        if let Some(other) = seen.insert(uri.clone(), named.clone()) {
            return Err(format!("{uri} is {named:?} and {other:?}"));
        }
    }
    let odd_names = odd.iter().map(|(_, category, _)| category.as_str());
    for name in NAMES.into_iter().chain(odd_names) {
        containers(&shapes, name, &seen)?;
    }
    for (uri, named) in seen.iter().take(40) {
        normal(uri)?;
        let parsed = shapes.parse(uri);
        ensure(parsed == [named.clone()], || format!("{uri} of {named:?} is parsed as {parsed:?}"))?;
    }
    for named in odd {
        let uri = shapes.build(named);
        normal(&uri)?;
        let parsed = shapes.parse(&uri);
        ensure(parsed == [named.clone()], || format!("{uri} of {named:?} is parsed as {parsed:?}"))?;
    }
    Ok(Seen::Apart)
}

/// A category and a collection have URIs of their own, which no document has, and which
/// are read back.
fn containers(shapes: &Engine, name: &str, documents: &HashMap<String, Named>) -> Verdict {
    let uris = shapes.containers(name);
    ensure(uris[0] != uris[1], || format!("{} is two", uris[0]))?;
    for (at, uri) in uris.iter().enumerate() {
        normal(uri)?;
        let mut due = [None, None];
        due[at] = Some(name.to_owned());
        let parsed = shapes.parse_container(uri);
        ensure(parsed == due, || format!("{uri} of {name:?} is {parsed:?}"))?;
        ensure(shapes.parse(uri).is_empty(), || format!("{uri} is a document"))?;
        ensure(!documents.contains_key(uri), || format!("{uri} is a document"))?;
    }
    Ok(())
}

/// Whether the text before the first variable of one begins that of the other.
fn begin_alike(category: &str, collection: &str) -> bool {
    let before = |text: &str| text.split('{').next().unwrap_or_default().to_owned();
    let (category, collection) = (before(category), before(collection));
    category.starts_with(&collection) || collection.starts_with(&category)
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
    let whole = marked.query().is_none() && marked.fragment().is_some_and(|fragment| fragment == "section");
    ensure(whole, || format!("{uri} has a query or a fragment"))
}
