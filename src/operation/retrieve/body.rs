//! What is delivered of a document: what is stored, or what a template comes to.

use std::collections::HashMap;

use super::Planned;
use crate::documents::document::{Buffer, OpenDocument};
use crate::documents::fault::Fault;
use crate::documents::rendered::Templates;
use crate::operation::Request;
use crate::operation::matches::CategoryMatches;
use crate::operation::outcome::Stop;
use crate::text::frontmatter;
use crate::text::multipart::Chunks;
use crate::text::mustache::Rendered;

/// A document that can be delivered.
pub(super) enum Body {
    Stored(OpenDocument),
    Rendered(Rendered),
}

impl Body {
    pub(super) fn open(planned: Planned<'_>, limit: u64) -> Result<Self, Fault> {
        let Planned { files, file, .. } = planned;
        let Some(templates) = planned.templates else {
            return OpenDocument::open(files, file, limit).map(Self::Stored);
        };
        let mut rendered = templates.render(file)?;
        if planned.strips {
            let body = frontmatter::split(&rendered.text).map(|(_, body)| body.len());
            let block = body.map_or(0, |body| rendered.text.len() - body);
            rendered.text.drain(..block);
        }
        Ok(Self::Rendered(rendered))
    }

    pub(super) fn bytes(&self) -> u64 {
        match self {
            Self::Stored(opened) => opened.bytes(),
            Self::Rendered(rendered) => rendered.text.len() as u64,
        }
    }

    pub(super) fn read(
        &self,
        planned: Planned<'_>,
        limit: u64,
        buffer: &mut Buffer,
        each: &mut Chunks<'_>,
    ) -> Result<(), Fault> {
        match self {
            Self::Stored(opened) if planned.strips => opened.read_body(limit, buffer, each),
            Self::Stored(opened) => opened.read(limit, buffer, each),
            Self::Rendered(rendered) => Ok(each(&rendered.text, true)?),
        }
    }

    /// The variables that have no value.
    pub(super) fn variables(self) -> Vec<String> {
        match self {
            Self::Stored(_) => Vec::new(),
            Self::Rendered(rendered) => rendered.missing.into_iter().collect(),
        }
    }
}

/// How the templates are rendered that were found, by the search of their category:
/// where there are some, and they are.
pub(super) fn templates<'a>(
    request: &Request<'a>,
    categories: &'a [CategoryMatches],
) -> Result<HashMap<usize, Templates<'a>>, Stop> {
    let mut all = HashMap::new();
    for category in categories {
        let template = category.files.iter().find(|file| file.is_template());
        let Some(template) = template.filter(|_| !all.contains_key(&category.search)) else {
            continue;
        };
        let (name, files) = (&*template.origin.category, category.sandbox.files());
        let cancelled = request.cancelled;
        let templates = request
            .bound
            .templates(name, files, request.suffixes, cancelled)?;
        all.extend(templates.map(|templates| (category.search, templates)));
    }
    Ok(all)
}
