//! What can be read by its URI: listed page by page, and read.

use std::borrow::Cow;

use super::arguments::{Arguments, scope_name};
use super::{Asker, Dispatcher, NoReply, Refused, caught};
use crate::limits::MAX_ARGUMENT_BYTES;
use crate::operation::catalog::{self, ResourceTarget};
use crate::operation::error::OperationError;
use crate::operation::matches::DocumentRef;
use crate::operation::section::Section;
use crate::render::answer::{Answer, Contents};
use crate::render::parse_uri;
use crate::render::resource::Resource;
use crate::spec::resource::{ResourceKind, ResourceRow};
use crate::spec::{Phrase, Tool, values};
use crate::text::escape::escape_truncated;
use crate::text::multipart::{Part, PartHeaders};

/// A page of the list of resources.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct ResourcePage {
    /// The resources, in order.
    pub resources: Vec<Resource>,
    /// Where the list goes on; `None` at its end.
    pub cursor: Option<String>,
}

impl Dispatcher {
    /// Lists what can be read: the help, the names, then what their default patterns
    /// find. A cursor is the URI of the last resource of a page, so that any server of
    /// the same project can go on, whatever came or went.
    ///
    /// # Errors
    ///
    /// [`Refused`]: no project, an unknown cursor, or it was cancelled.
    pub fn resources(
        &self,
        asker: &Asker<'_>,
        cursor: Option<&str>,
    ) -> Result<ResourcePage, Refused> {
        self.bounded("cursor", cursor.unwrap_or_default())?;
        let rows = &self.table.resources;
        let after = match cursor {
            Some(cursor) if cursor != rows.help.uri => match self.located(cursor) {
                Some((_, target, None)) => Some(target),
                _ => return Err(self.unknown_cursor(cursor).into()),
            },
            _ => None,
        };
        let mut resources = Vec::new();
        if cursor.is_none() {
            resources.push(Resource::help(&self.table));
        }
        let (mut more, mut bytes) = (false, 0);
        let found = self.ask(asker, "resources/list", |request| {
            let limit = request.bound.project.limits.response_bytes;
            catalog::list(
                request,
                &rows.templates,
                after.as_ref(),
                rows.page.saturating_add(1),
                &mut |row, item| {
                    let Some(resource) = Resource::new(row, &item, &self.table) else {
                        return true;
                    };
                    bytes += resource.length();
                    // One more says that there is one; the first always fits.
                    more = resources.len() == rows.page || !resources.is_empty() && bytes > limit;
                    if !more {
                        resources.push(resource);
                    }
                    !more
                },
            )
        })?;
        if let Some(cursor) = cursor.filter(|_| !found) {
            return Err(self.unknown_cursor(cursor).into());
        }
        let last = resources.last().filter(|_| more);
        Ok(ResourcePage {
            cursor: last.map(|last| last.uri.clone()),
            resources,
        })
    }

    /// Returns the error of an unknown cursor: of any cursor of a list that is one page.
    pub fn unknown_cursor(&self, cursor: &str) -> NoReply {
        let cursor = escape_truncated(cursor);
        NoReply::Unknown(self.phrase(Phrase::CursorUnknown, values!(cursor)))
    }

    /// Returns what can be read without a project: the help.
    pub fn resources_of_none(&self) -> ResourcePage {
        ResourcePage {
            resources: vec![Resource::help(&self.table)],
            cursor: None,
        }
    }

    /// Returns whether this can be read without a project.
    pub fn needs_no_project(&self, uri: &str) -> bool {
        uri.len() > MAX_ARGUMENT_BYTES
            || uri == self.table.resources.help.uri
            || self.located(uri).is_none()
    }

    /// Reads the documents that a URI names.
    ///
    /// # Errors
    ///
    /// [`Refused`]: no row has such URIs, it failed as a call does, or it was cancelled.
    pub fn read(&self, asker: &Asker<'_>, uri: &str) -> Result<Contents<'_>, Refused> {
        self.bounded("uri", uri)?;
        let help = &self.table.resources.help;
        if uri == help.uri {
            let headers = PartHeaders {
                media_type: &help.media_type,
                location: uri.to_owned(),
            };
            let body = help.text.clone();
            let part = Part { headers, body };
            return Ok(Contents::new(vec![part], [None, None], &self.table));
        }
        let unknown = || {
            let uri = escape_truncated(uri);
            NoReply::UnknownResource(self.phrase(Phrase::ResourceUnknown, values!(uri)))
        };
        let (row, target, fragment) = self.located(uri).ok_or_else(unknown)?;
        let (name, document) = match target {
            ResourceTarget::Category(name) | ResourceTarget::Collection(name) => (name, None),
            ResourceTarget::Document(location) => {
                let name = scope_name(&location).to_owned();
                let (given, location) = (uri, Some(location));
                (name, Some(DocumentRef { given, location }))
            }
        };
        let arguments = Arguments {
            name: Some(Cow::Owned(name)),
            document,
            section: fragment.map(|slug| Section::Fragment { uri, slug }),
            ..Arguments::default()
        };
        let tool = row.tool();
        self.contents(&tool, || self.run(&tool, &arguments, asker))
    }

    /// Returns the documents of an answer, or what the table makes of its failure.
    pub(super) fn contents<'a>(
        &'a self,
        tool: &Tool,
        run: impl FnOnce() -> Result<Answer<'a>, OperationError>,
    ) -> Result<Contents<'a>, Refused> {
        match caught(&tool.name, run) {
            Ok(answer) => Ok(answer.into_contents(&self.table)),
            Err(error) => match self.refused(&tool.name, &error) {
                Refused::Failed(failure) => {
                    let success = failure.by_table(&self.table).map_err(Refused::Failed)?;
                    let sentences = [success.message, success.instruction];
                    Ok(Contents::new(Vec::new(), sentences, &self.table))
                }
                no_reply => Err(no_reply),
            },
        }
    }

    /// Returns the row of a URI, what it names, and its fragment: a section of a document.
    fn located(&self, uri: &str) -> Option<(&ResourceRow, ResourceTarget, Option<String>)> {
        let document = parse_uri(uri, &self.table);
        let document = document.filter(|(of, _)| !of.path.ends_with('/'));
        let locations = &self.table.locations;
        self.table.resources.templates.iter().find_map(|row| {
            let (target, fragment) = match row.kind {
                ResourceKind::Category => {
                    let name = locations.category.parse_container(uri)?;
                    (ResourceTarget::Category(name), None)
                }
                ResourceKind::Collection => {
                    let name = locations.collection.parse_container(uri)?;
                    (ResourceTarget::Collection(name), None)
                }
                ResourceKind::Document | ResourceKind::CollectionDocument => {
                    let through = row.kind == ResourceKind::CollectionDocument;
                    let (location, fragment) = document
                        .clone()
                        .filter(|(of, _)| of.collection.is_some() == through)?;
                    (ResourceTarget::Document(location), fragment)
                }
            };
            Some((row, target, fragment))
        })
    }
}
