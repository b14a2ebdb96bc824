//! What else a name or a document may mean: agents repeat what a message shows.

use crate::operation::OperationContext;
use crate::operation::OperationError;
use crate::operation::call::{Call, DocumentRef, DocumentsCall, NameRef, SearchCall, Selection};
use crate::operation::error::Error;
use crate::operation::section::Section;
use crate::render::answer::Answer;
use crate::text::uri::split_fragment;

/// Returns the other readings of a call: `CATEGORY/PATH` as its name or its document, and
/// `PATH#SECTION` as its document or its pattern.
pub(super) fn readings<'c>(call: &'c Call<'_>, context: &OperationContext<'_>) -> Vec<Call<'c>> {
    let (document, pattern) = match call {
        Call::Retrieve(DocumentsCall { selection, .. })
        | Call::List(DocumentsCall { selection, .. })
        | Call::ListNames(selection)
        | Call::Search(SearchCall { selection, .. }) => (selection.document(), selection.pattern()),
        Call::Guidance(call) => (call.document.as_ref(), None),
    };
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
        let split = split_fragment(given).and_then(|(path, slug)| Some((path, Some(slug?))));
        [whole, split].into_iter().flatten()
    });
    let readings = readings.map(|(given, slug)| {
        let section = slug.map(|slug| Section::Fragment { uri: given, slug });
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

/// Returns whether an answer is that there is no such name or document.
pub(super) fn is_missing(answer: &Result<Answer, OperationError>) -> bool {
    let Err(OperationError::Failed(failed)) = answer else {
        return false;
    };
    matches!(
        failed.0,
        Error::NotFound { .. } | Error::NoDocument { .. } | Error::NoMatches { .. }
    )
}
