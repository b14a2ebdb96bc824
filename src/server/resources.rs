//! What can be read by its URI: listed page by page, and read.

use std::borrow::Cow;

use percent_encoding::percent_decode_str;
use rmcp::model::{
    ErrorCode, ErrorData, ListResourcesResult, ReadResourceResult, Resource, ResourceContents,
};
use serde_json::json;

use super::arguments::scope_name;
use super::listed::{one_line, sized};
use super::skills::{folders_after, skill_file};
use super::{CallError, Caller, Server, paths};
use crate::limits::MAX_ARGUMENT_BYTES;
use crate::operation::OperationError;
use crate::operation::call::{Call, DocumentRef, DocumentsCall, GuidanceCall, NameRef, Selection};
use crate::operation::catalog::{self, ResourceItem, ResourceTarget};
use crate::operation::error::{ArgumentError, Error};
use crate::operation::section::Section;
use crate::operation::skills::WantedSkills;
use crate::render::answer::{Answer, Contents};
use crate::render::parse_uri;
use crate::spec::PLAIN_TEXT;
use crate::spec::resource::{ResourceKind, ResourceRow};
use crate::spec::{MessageTemplate, NameKind, Phrase, Table, Tool, values};
use crate::text::escape::{Escaped, escape_truncated};
use crate::text::multipart::Part;

impl Server {
    /// Lists what can be read: the help, the names, then what their default patterns
    /// find. A cursor is the URI of the last resource of a page, so that any server of
    /// the same project can go on, whatever came or went.
    ///
    /// # Errors
    ///
    /// [`CallError`]: no project, an unknown cursor, or it was cancelled.
    pub fn resources(
        &self,
        caller: &dyn Caller,
        cursor: Option<&str>,
    ) -> Result<ListResourcesResult, CallError> {
        self.check_length("cursor", cursor.unwrap_or_default())?;
        let rows = &self.table.resources;
        let of_skill = cursor.filter(|cursor| self.is_of_skill(cursor));
        let after = match cursor {
            Some(cursor) if cursor != rows.help.uri && of_skill.is_none() => {
                match self.located(cursor) {
                    Some((_, target, None)) => Some(target),
                    _ => return Err(self.unknown_cursor(cursor).into()),
                }
            }
            _ => None,
        };
        let mut result = self.resources_of_none();
        let resources = &mut result.resources;
        if cursor.is_some() {
            resources.clear();
        }
        let mut more = false;
        let found = self.ask(caller, "resources/list", WantedSkills::None, |context| {
            // One more than a page says that there is another.
            let most = rows.page.saturating_add(1);
            let items = match of_skill {
                Some(_) => Some(Vec::new()),
                None => catalog::list(context, &rows.templates, after.as_ref(), most)?,
            };
            let mut found = items.is_some();
            let items = items.into_iter().flatten();
            let items = items.filter_map(|(row, item)| resource(row, &item, &self.table));
            let mut items: Vec<Resource> = items.collect();
            if items.len() < most {
                let folders = folders_after(context, of_skill)?;
                found &= folders.is_some();
                let folders = folders.iter().flatten();
                let skills = folders.filter_map(|folder| folder.load(context).ok());
                let skills = skills.take(most - items.len());
                items.extend(skills.map(|skill| self.skill_resource(&skill)));
            }
            let limit = context.bound.project.limits.response_bytes;
            let mut bytes = 0;
            for resource in items {
                bytes += length(&resource) as u64;
                more = resources.len() == rows.page || !resources.is_empty() && bytes > limit;
                if more {
                    break;
                }
                resources.push(resource);
            }
            Ok(found)
        })?;
        if let Some(cursor) = cursor.filter(|_| !found) {
            return Err(self.unknown_cursor(cursor).into());
        }
        let last = result.resources.last().filter(|_| more);
        result.next_cursor = last.map(|last| last.uri.clone());
        Ok(result)
    }

    /// Returns what can be read without a project: the help.
    pub(super) fn resources_of_none(&self) -> ListResourcesResult {
        let help = &self.table.resources.help;
        let resource = Resource::new(&help.uri, &help.name)
            .with_title(&help.title)
            .with_description(&help.description)
            .with_mime_type(&help.media_type);
        ListResourcesResult::with_all_items(vec![resource])
    }

    /// Reads what a URI names.
    ///
    /// # Errors
    ///
    /// As [`read`](Self::read), with the URI in the data of an error of the protocol.
    pub(super) fn read_resource(
        &self,
        caller: &dyn Caller,
        uri: &str,
    ) -> Result<ReadResourceResult, CallError> {
        let read = match self.skill_file(caller, uri) {
            Ok(Some(file)) => Ok(vec![skill_file(file, uri)]),
            Ok(None) => self.read(caller, uri).map(|read| contents_of(read, uri)),
            Err(error) => Err(error),
        };
        let mut error = match read {
            Ok(contents) => return Ok(ReadResourceResult::new(contents)),
            Err(CallError::Failed(failure)) => {
                self.error_data(&failure, Some(ErrorCode::RESOURCE_NOT_FOUND))
            }
            Err(CallError::Protocol(error)) => error,
            Err(CallError::NeedsRoots) => return Err(CallError::NeedsRoots),
        };
        if uri.len() <= MAX_ARGUMENT_BYTES {
            error.data.get_or_insert_with(|| json!({}))["uri"] = uri.into();
        }
        Err(error.into())
    }

    /// Reads the documents that a URI names.
    ///
    /// # Errors
    ///
    /// [`CallError`]: no row has such URIs, it failed as a call does, or it was cancelled.
    pub(super) fn read(&self, caller: &dyn Caller, uri: &str) -> Result<Contents, CallError> {
        self.check_length("uri", uri)?;
        let help = &self.table.resources.help;
        if uri == help.uri {
            let part = Part::new(&help.media_type, uri.to_owned(), help.text.clone(), None);
            return Ok(Contents::new(vec![part], [None, None], &self.table));
        }
        let located = self.located(uri);
        let (row, target, fragment) = located.ok_or_else(|| self.unknown_resource(uri))?;
        let tool = row.tool();
        let retrieve = |name: String, selection| {
            Call::Retrieve(DocumentsCall {
                name: NameRef {
                    name: Cow::Owned(name),
                    kinds: &tool.kinds,
                },
                selection,
                section: fragment.map(|slug| Section::Fragment { uri, slug }),
            })
        };
        self.contents(&tool, || {
            let call = match target {
                ResourceTarget::Files(files) => {
                    let paths = paths::split(&files, self.most_paths).map_err(|kind| {
                        let argument = "uri".to_owned();
                        Error::invalid_arguments(vec![ArgumentError { argument, kind }], [])
                    })?;
                    Call::Guidance(GuidanceCall {
                        paths,
                        ..GuidanceCall::default()
                    })
                }
                ResourceTarget::Named(_, name) => retrieve(name, Selection::Defaults),
                ResourceTarget::Document(location) => {
                    let name = scope_name(&location).to_owned();
                    let (given, location) = (uri, Some(location));
                    retrieve(name, Selection::Document(DocumentRef { given, location }))
                }
            };
            self.run(caller, &tool, call)
        })
    }

    /// Returns the error of a URI that names nothing.
    pub(super) fn unknown_resource(&self, uri: &str) -> ErrorData {
        let uri = escape_truncated(uri);
        let message = self.phrase(Phrase::ResourceUnknown, values!(uri));
        ErrorData::resource_not_found(message, None)
    }

    /// Returns the documents of an answer, or what the table makes of its failure.
    pub(super) fn contents(
        &self,
        tool: &Tool,
        run: impl FnOnce() -> Result<Answer, OperationError>,
    ) -> Result<Contents, CallError> {
        match run().map_err(|error| self.error(&tool.name, &error)) {
            Ok(answer) => Ok(answer.into_contents(&self.table)),
            Err(CallError::Failed(failure)) => {
                let success = failure.by_table(&self.table).map_err(CallError::Failed)?;
                let sentences = [success.message, success.instruction];
                Ok(Contents::new(Vec::new(), sentences, &self.table))
            }
            Err(error) => Err(error),
        }
    }

    /// Returns the row of a URI, what it names, and its fragment: a section of a document.
    fn located(&self, uri: &str) -> Option<(&ResourceRow, ResourceTarget, Option<String>)> {
        let locations = &self.table.locations;
        let document = parse_uri(uri, &self.table);
        let document = document.filter(|(of, _)| !of.path.ends_with('/'));
        let mut fragment = None;
        let target = if let Some(files) = uri.strip_prefix(locations.files.prefix()) {
            let files = percent_decode_str(files).decode_utf8().ok()?;
            ResourceTarget::Files(files.into_owned())
        } else if let Some((location, of_section)) = document {
            fragment = of_section;
            ResourceTarget::Document(location)
        } else if let Some(name) = locations.category.parse_container(uri) {
            ResourceTarget::Named(NameKind::Category, name)
        } else {
            let name = locations.collection.parse_container(uri)?;
            ResourceTarget::Named(NameKind::Collection, name)
        };
        let kind = match &target {
            ResourceTarget::Named(NameKind::Category, _) => ResourceKind::Category,
            ResourceTarget::Named(NameKind::Collection, _) => ResourceKind::Collection,
            ResourceTarget::Document(of) if of.collection.is_some() => {
                ResourceKind::CollectionDocument
            }
            ResourceTarget::Document(_) => ResourceKind::Document,
            ResourceTarget::Files(_) => ResourceKind::Files,
        };
        let mut rows = self.table.resources.templates.iter();
        let row = rows.find(|row| row.kind == kind)?;
        Some((row, target, fragment))
    }
}

/// Returns what a row says of an item; `None` if it lists none.
fn resource(row: &ResourceRow, item: &ResourceItem<'_>, table: &Table) -> Option<Resource> {
    let listed = row.listed.as_ref()?;
    let mut own_title = None;
    let (uri, named, path, description) = match item {
        ResourceItem::Named(of) => {
            let template = match of.kind() {
                NameKind::Category => &table.locations.category,
                NameKind::Collection => &table.locations.collection,
            };
            let uri = template.build_container(of.name());
            (uri, of.name(), "", of.description())
        }
        ResourceItem::Document(info, about, _) => {
            own_title = about.title.as_deref();
            let (category, path) = (&*info.origin.category, info.document());
            (
                table.document_uri(info),
                category,
                path,
                about.description.as_deref(),
            )
        }
    };
    let (named, path) = (Escaped(named), Escaped(path));
    let fill = |template: &MessageTemplate| template.fill(values!(id = named, name = named, path));
    let resource = Resource::new(uri, fill(&listed.name))
        .with_title(own_title.map_or_else(|| fill(&listed.title), one_line))
        .with_description(description.map_or_else(|| fill(&listed.description), one_line));
    Some(match item {
        ResourceItem::Document(info, _, totals) => {
            sized(resource, info.basename(), Some(*totals), table)
        }
        _ => resource,
    })
}

/// Returns how many bytes the texts of a resource have.
fn length(resource: &Resource) -> usize {
    let title = resource.title.as_ref();
    let texts = [
        Some(&resource.uri),
        Some(&resource.name),
        title,
        resource.description.as_ref(),
    ];
    texts.into_iter().flatten().map(String::len).sum()
}

/// Returns documents as the contents of a resource, and what has to be said beside them
/// as the last.
fn contents_of(contents: Contents, uri: &str) -> Vec<ResourceContents> {
    let parts = contents.parts.into_iter().map(document);
    let notes = contents
        .notes
        .map(|notes| ResourceContents::text(notes, uri).with_mime_type(PLAIN_TEXT));
    parts.chain(notes).collect()
}

/// Returns a document as the contents of its own URI.
pub(super) fn document(part: Part) -> ResourceContents {
    ResourceContents::text(part.body, part.location).with_mime_type(part.media_type)
}
