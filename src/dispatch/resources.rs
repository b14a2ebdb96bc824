//! What can be read by its URI: listed page by page, and read.

use std::borrow::Cow;

use super::arguments::Arguments;
use super::{Asker, Dispatcher, NoReply, Refused, caught};
use crate::limits::MAX_ARGUMENT_BYTES;
use crate::operation::catalog::{self, ResourceTarget};
use crate::operation::outcome::Stop;
use crate::operation::wanted::{Section, Wanted};
use crate::render::answer::{Answer, Contents};
use crate::render::location;
use crate::render::resource::Resource;
use crate::render::wording::{Subject, Wording, echo};
use crate::spec::resource::{ResourceKind, ResourceRow};
use crate::spec::{Phrase, Tool, values};
use crate::text::multipart::{Part, PartHeaders};

/// What lists them.
const LIST: &str = "resources/list";

/// Some of what is listed.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Page {
    /// What is listed, in order.
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
    /// [`Refused`]: no project, a cursor that leads nowhere, or it was cancelled.
    pub fn resources(&self, asker: &Asker<'_>, cursor: Option<&str>) -> Result<Page, Refused> {
        self.bounded("cursor", cursor.unwrap_or_default())?;
        let rows = &self.table.resources;
        let after = match cursor {
            Some(cursor) if cursor != rows.help.uri => match self.located(cursor) {
                Some((_, place, None)) => Some(place),
                _ => return Err(self.unknown_cursor(cursor).into()),
            },
            _ => None,
        };
        let mut resources = Vec::new();
        if cursor.is_none() {
            resources.push(Resource::help(&self.table));
        }
        let (mut more, mut bytes) = (false, 0);
        let found = self.ask(asker, LIST, |request| {
            let limit = request.bound.project.limits.response_bytes;
            catalog::list(
                request,
                &rows.templates,
                after.as_ref(),
                rows.page.saturating_add(1),
                &mut |row, item| {
                    let Some(resource) = Resource::of(row, &item, &self.table) else {
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
        match cursor {
            Some(cursor) if !found => Err(self.unknown_cursor(cursor).into()),
            _ => Ok(Page {
                cursor: resources
                    .last()
                    .filter(|_| more)
                    .map(|last| last.uri.clone()),
                resources,
            }),
        }
    }

    /// That a cursor leads nowhere: any of a list that is one page.
    pub fn unknown_cursor(&self, cursor: &str) -> NoReply {
        let wording = Wording::new(&self.table);
        NoReply::Unknown(wording.phrase(Phrase::CursorUnknown, values!(cursor = echo(cursor))))
    }

    /// What can be read of no project: the help.
    pub fn resources_of_none(&self) -> Page {
        Page {
            resources: vec![Resource::help(&self.table)],
            cursor: None,
        }
    }

    /// Whether this can be read without a project.
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
            let part = Part {
                headers: PartHeaders {
                    media_type: &help.media_type,
                    location: uri.to_owned(),
                },
                body: help.text.clone(),
            };
            return Ok(Contents {
                parts: vec![part],
                said: None,
            });
        }
        let (row, place, fragment) = self
            .located(uri)
            .ok_or_else(|| self.unknown_resource(uri))?;
        let (name, document) = match place {
            ResourceTarget::Category(name) | ResourceTarget::Collection(name) => (name, None),
            ResourceTarget::Document(location) => {
                let name = location.collection.as_deref().unwrap_or(&location.category);
                let (name, location, given) = (name.to_owned(), Some(location), uri);
                (name, Some(Wanted { given, location }))
            }
        };
        let arguments = Arguments {
            name: Some(Cow::Owned(name)),
            pattern: None,
            document,
            section: fragment.map(|slug| Section::Fragment { uri, slug }),
            query: None,
        };
        self.contents(&row.tool, || self.run(&row.tool, &arguments, asker))
    }

    /// Returns the documents of an answer, or what the table makes of its failure.
    pub(super) fn contents<'a>(
        &'a self,
        tool: &Tool,
        run: impl FnOnce() -> Result<Answer<'a>, Stop>,
    ) -> Result<Contents<'a>, Refused> {
        match caught(&tool.name, run) {
            Ok(answer) => Ok(answer.into_contents()),
            Err(stop) => match self.refused(Subject::Tool(tool), &stop) {
                Refused::Failed(failure) => {
                    let success = failure.by_table(&self.table).map_err(Refused::Failed)?;
                    let said = [success.message, success.instruction];
                    Ok(Contents::new(Vec::new(), said, &self.table))
                }
                no_reply => Err(no_reply),
            },
        }
    }

    /// The row of a URI, what it names, and its fragment: a section of a document.
    fn located(&self, uri: &str) -> Option<(&ResourceRow, ResourceTarget, Option<String>)> {
        let document = location::read(uri, &self.table);
        let document = document.filter(|(of, _)| !of.path.ends_with('/'));
        self.table.resources.templates.iter().find_map(|row| {
            let locations = &self.table.locations;
            let (place, fragment) = match row.kind {
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
                    let of_row = document.as_ref();
                    let of_row = of_row.filter(|(of, _)| of.collection.is_some() == through);
                    let (of_row, fragment) = of_row?.clone();
                    (ResourceTarget::Document(of_row), fragment)
                }
            };
            Some((row, place, fragment))
        })
    }

    fn unknown_resource(&self, uri: &str) -> NoReply {
        let wording = Wording::new(&self.table);
        NoReply::UnknownResource(wording.phrase(Phrase::ResourceUnknown, values!(uri = echo(uri))))
    }
}
