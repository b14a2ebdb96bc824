//! The URI law: build then parse is identity, and the URI is one.

use fluent_uri::Uri;
use mcp_guide::text::location::{Location, UriTemplate};

use super::{Verdict, ensure, table};

/// What a URI names: collection, category, path.
pub type Named = (Option<String>, String, String);

/// A builder and its parser.
pub trait Subject {
    /// The URI of a document.
    fn build(&self, named: &Named) -> String;
    /// What a URI names.
    fn parse(&self, uri: &str, with_collection: bool) -> Option<Named>;
}

/// The engine with the embedded table's locations.
pub struct Engine;

impl Engine {
    fn shape(with_collection: bool) -> &'static UriTemplate {
        if with_collection {
            &table().formats.locations.collection
        } else {
            &table().formats.locations.category
        }
    }
}

impl Subject for Engine {
    fn build(&self, (collection, category, path): &Named) -> String {
        Self::shape(collection.is_some()).build(&Location {
            collection: collection.as_deref().map(Into::into),
            category: category.as_str().into(),
            path: path.as_str().into(),
        })
    }

    fn parse(&self, uri: &str, with_collection: bool) -> Option<Named> {
        let location = Self::shape(with_collection).parse_uri(uri)?;
        Some((
            location.collection.map(|name| name.into_owned()),
            location.category.into_owned(),
            location.path.into_owned(),
        ))
    }
}

/// Whether a project can have it: neither a name nor one in the path is empty,
/// `.` or `..`.
fn exists((collection, category, path): &Named) -> bool {
    let mut names = collection.iter().map(String::as_str).chain([category.as_str()]);
    let is_name = |name: &str| !matches!(name, "" | "." | "..");
    names.all(is_name) && path.split('/').all(is_name) && !path.contains('\0')
}

/// What is built is read back the same, and as nothing else; it holds only what RFC 3986 lets
/// stand in a path, and has as many segments as its kind and the document's path. What
/// no project can have is not read back. A category and a collection have URIs of their own.
pub fn uri(named: &Named, subject: &impl Subject) -> Verdict {
    let (collection, _, path) = named;
    let uri = subject.build(named);
    if !exists(named) {
        let parsed = subject.parse(&uri, collection.is_some());
        return ensure(parsed.is_none(), || format!("{named:?} came back from {uri} as {parsed:?}"));
    }
    let rest = (uri.strip_prefix("guide://")).ok_or_else(|| format!("{uri} is no guide URI"))?;
    let mut bytes = rest.bytes();
    while let Some(byte) = bytes.next() {
        let legal = match byte {
            b'%' => [bytes.next(), bytes.next()]
                .iter()
                .all(|digit| digit.is_some_and(|digit| digit.is_ascii_hexdigit())),
            _ => byte.is_ascii_alphanumeric() || b"-._~/".contains(&byte),
        };
        ensure(legal, || format!("{uri} holds {:?}", char::from(byte)))?;
    }
    let fixed = if collection.is_some() { 4 } else { 2 };
    let segments = fixed + path.split('/').count();
    ensure(rest.split('/').count() == segments, || format!("{uri} has not {segments} segments"))?;
    let parsed = subject.parse(&uri, collection.is_some());
    ensure(parsed.as_ref() == Some(named), || format!("{named:?} came back from {uri} as {parsed:?}"))?;
    let other = subject.parse(&uri, collection.is_none());
    ensure(other.is_none(), || format!("{uri} is also {other:?}"))?;
    normal(&uri)?;
    containers(&named.1)
}

fn containers(name: &str) -> Verdict {
    for with_collection in [false, true] {
        let uri = Engine::shape(with_collection).build_container(name);
        normal(&uri)?;
        for other in [false, true] {
            let parsed = Engine::shape(other).parse_container(&uri);
            let due = (other == with_collection).then(|| name.to_owned());
            ensure(parsed == due, || format!("{uri} of {name:?} is {parsed:?}"))?;
            ensure(Engine.parse(&uri, other).is_none(), || format!("{uri} is a document"))?;
        }
    }
    Ok(())
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
