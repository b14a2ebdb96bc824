//! What else a name or a document may mean: agents repeat what a message shows.

use super::Arguments;
use crate::operation::Request;
use crate::operation::error::{Error, OperationError};
use crate::operation::matches::DocumentRef;
use crate::operation::section::Section;
use crate::render::answer::Answer;
use crate::text::uri::split_fragment;

/// A call whose name or document is read in another way.
pub(super) struct Reading<'a> {
    name: &'a str,
    document: DocumentRef<'a>,
    section: Option<Section<'a>>,
}

impl<'a> Reading<'a> {
    /// Returns the other readings of a call: `CATEGORY/PATH` as its name or its document, and
    /// `PATH#SECTION` as its document.
    pub(super) fn all(arguments: &'a Arguments<'_>, request: &Request<'_>) -> Vec<Self> {
        let name = arguments.name.as_deref();
        let Some(name) = name.filter(|_| arguments.pattern.is_none()) else {
            return Vec::new();
        };
        let below = |name: &str, text: &'a str| text.strip_prefix(name)?.strip_prefix('/');
        let (name, texts) = match &arguments.document {
            Some(of) if of.location.is_none() => {
                (name, vec![Some(of.given), below(name, of.given)])
            }
            Some(_) => return Vec::new(),
            None => {
                let kinds = request.search.iter();
                let known = kinds.flat_map(|kind| request.names(*kind));
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
            let is_call = arguments
                .document
                .as_ref()
                .is_some_and(|of| of.given == given);
            let whole = (!is_call).then_some((given, None));
            let split = split_fragment(given).and_then(|(path, slug)| Some((path, Some(slug?))));
            [whole, split].into_iter().flatten()
        });
        let readings = readings.map(|(given, slug)| Self {
            name,
            document: DocumentRef {
                given,
                location: None,
            },
            section: slug.map(|slug| Section::Fragment { uri: given, slug }),
        });
        readings.collect()
    }

    /// Returns the call in this reading.
    pub(super) fn request<'r>(&'r self, request: &Request<'r>) -> Request<'r> {
        Request {
            name: Some(self.name),
            document: Some(&self.document),
            section: self.section.as_ref().or(request.section),
            ..*request
        }
    }

    /// Returns whether an answer is that there is no such name or document.
    pub(super) fn is_missing(answer: &Result<Answer<'_>, OperationError>) -> bool {
        let Err(OperationError::Failed(failed)) = answer else {
            return false;
        };
        matches!(failed.0, Error::NotFound { .. } | Error::NoDocument { .. })
    }
}
