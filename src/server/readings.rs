//! What else a name or a document may mean: agents repeat what a message shows.

use crate::operation::OperationContext;
use crate::operation::call::{Call, DocumentRef, NameRef, Selection};
use crate::operation::error::{Error, Kind};
use crate::operation::find::section::Section;
use crate::operation::{Answer, OperationError};
use crate::text::uri::split_fragment;

/// Returns the other readings of a call: `CATEGORY/PATH` as its name or its document, and
/// `PATH#SECTION` as its document or its pattern, but for a search, which has no section.
pub(super) fn readings<'c>(call: &'c Call<'_>, context: &OperationContext<'_>) -> Vec<Call<'c>> {
    let (document, pattern) = call.selected();
    let Some(NameRef { name, kinds }) = call.name() else {
        return Vec::new();
    };
    let has_section = matches!(call, Call::Retrieve(of) | Call::List(of) if of.section.is_some());
    let below = |name: &str, text: &'c str| text.strip_prefix(name)?.strip_prefix('/');
    let (name, texts) = match (document, pattern) {
        (Some(of), _) if of.location.is_none() => {
            (&**name, vec![Some(of.given), below(name, of.given)])
        }
        (Some(_), _) => return Vec::new(),
        (None, Some(_)) if has_section => return Vec::new(),
        (None, Some(pattern)) => (&**name, vec![Some(pattern.as_str())]),
        (None, None) => {
            let known = kinds.iter().flat_map(|kind| context.names(*kind));
            let within = known.filter(|known| below(known, name).is_some());
            let Some(known) = within.map(str::len).max() else {
                return Vec::new();
            };
            (&name[..known], vec![name.get(known + 1..)])
        }
    };
    let texts = texts.into_iter().flatten();
    let readings = texts.flat_map(|given| {
        // The call itself was tried.
        let is_call = pattern.is_some() || document.is_some_and(|of| of.given == given);
        let whole = (!is_call).then_some((given, None));
        let split = split_fragment(given).filter(|_| !matches!(call, Call::Search(_)));
        let section = |slug| Section::Fragment { uri: given, slug };
        let split = split.and_then(|(path, slug)| Some((path, Some(section(slug?)))));
        [whole, split].into_iter().flatten()
    });
    let readings = readings.map(|(given, section)| {
        let name = NameRef {
            name: name.into(),
            kinds,
        };
        reading(call.clone(), name, given, section)
    });
    readings.collect()
}

/// Returns a call with another name and document, and section if there is one.
fn reading<'c>(
    mut call: Call<'c>,
    name: NameRef<'c>,
    given: &'c str,
    section: Option<Section<'c>>,
) -> Call<'c> {
    let location = None;
    let document = DocumentRef { given, location };
    match &mut call {
        Call::Retrieve(of) | Call::List(of) => {
            (of.name, of.selection) = (name, Selection::Document(document));
            of.section = section.or(of.section.take());
        }
        Call::ListNames(_) => {}
        Call::Search(of) => {
            (of.name, of.selection) = (Some(name), Selection::Document(document));
        }
        Call::Guidance(of) => {
            (of.name, of.document) = (Some(name), Some(document));
            of.section = section.or(of.section.take());
        }
    }
    call
}

/// How much of what a call asks for exists.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Exists {
    Nothing,
    Name,
    /// The document, without its section.
    Document,
    Everything,
}

/// Returns how much of what it asked for an answer found.
pub(super) fn exists(answer: &Result<Answer, OperationError>) -> Exists {
    let Err(OperationError::Failed(failed)) = answer else {
        return Exists::Everything;
    };
    match failed.0 {
        Error::NotFound { .. } => Exists::Nothing,
        Error::NoDocument {
            kind: Kind::Section,
            ..
        } => Exists::Document,
        Error::NoDocument { .. } | Error::NoMatches { .. } => Exists::Name,
        _ => Exists::Everything,
    }
}
