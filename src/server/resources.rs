//! Resources, which clients list page by page and read by URI.

use std::borrow::Cow;

use percent_encoding::percent_decode_str;
use rmcp::model::{
    ErrorCode, ErrorData, ListResourcesResult, ReadResourceResult, Resource, ResourceContents,
};
use serde_json::json;

use super::arguments::{invalid, scope_name};
use super::next_page::{next_page, one_line, sized};
use super::skills::{folders_after, skill_file};
use super::{CallError, Caller, Server, split_paths::split_paths};
use crate::documents::formats::PLAIN_TEXT;
use crate::documents::locations::ResourceKind;
use crate::limits::MAX_ARGUMENT_BYTES;
use crate::operation::call::{Call, DocumentRef, DocumentsCall, GuidanceCall, NameRef, Selection};
use crate::operation::error::ArgumentError;
use crate::operation::find::section::Section;
use crate::operation::find::skill_folder::WantedSkills;
use crate::operation::kind::NameKind;
use crate::operation::resource_item::{self, ResourceItem, ResourceTarget};
use crate::operation::{Answer, OperationError};
use crate::table::resources::ResourceRow;
use crate::table::{MessageTemplate, Phrase, RowText, Table, Tool};
use crate::text::escaped::Escaped;
use crate::text::multipart_message::Part;
use crate::write::reply::Contents;

impl Server {
    /// Lists one page of the resources: the help, the names, the documents that default patterns
    /// find, and the skills.
    ///
    /// A cursor is the URI of the last resource on a page. Any server of the same project can
    /// continue from it, even if resources were added or removed.
    ///
    /// # Errors
    ///
    /// Returns a [`CallError`] if there is no project, if the cursor is unknown, or if the call was
    /// cancelled.
    pub fn resources(
        &self,
        caller: Caller<'_>,
        cursor: Option<&str>,
    ) -> Result<ListResourcesResult, CallError> {
        self.check_length("cursor", cursor.unwrap_or_default())?;
        let rows = &self.table.resources;
        let page = usize::from(rows.page.get());
        let of_skill = cursor.filter(|cursor| self.is_skill_uri(cursor));
        let after = match cursor {
            Some(cursor) if cursor != rows.help.uri && of_skill.is_none() => {
                match self.located(cursor) {
                    Some((_, target, None)) => Some(target),
                    _ => return Err(self.unknown_cursor(cursor).into()),
                }
            }
            _ => None,
        };
        let listed = self.ask(caller, "resources/list", WantedSkills::None, |context| {
            let mut listed = match cursor {
                Some(_) => Vec::new(),
                None => self.resources_without_project(),
            };
            // One more resource than a page shows that there is another page.
            let most = page + 1;
            if of_skill.is_none() {
                let rows = rows.templates.iter().filter(|row| row.listed.is_some());
                let kinds = rows.clone().map(|row| row.kind);
                let items = resource_item::list(context, kinds, after.as_ref(), most)?;
                let Some(items) = items else { return Ok(None) };
                listed.extend(items.into_iter().filter_map(|(kind, item)| {
                    let row = rows.clone().find(|row| row.kind == kind)?;
                    resource(row, &item, &self.table)
                }));
            }
            if listed.len() < most {
                let Some(folders) = folders_after(context, of_skill)? else {
                    return Ok(None);
                };
                let skills = folders
                    .iter()
                    .filter_map(|folder| folder.load(context).ok());
                let skills = skills.take(most - listed.len());
                listed.extend(skills.map(|skill| self.skill_resource(&skill)));
            }
            let mut left = context.bound.project.limits.response_bytes;
            let fits = |resource: &&Resource| {
                let bytes = serde_json::to_vec(resource).map_or(0, |json| json.len() as u64);
                let fits = bytes <= left;
                left = left.saturating_sub(bytes);
                fits
            };
            let page = listed.iter().take(page).take_while(fits).count().max(1);
            Ok(Some((listed, page)))
        })?;
        let unknown = || self.unknown_cursor(cursor.unwrap_or_default());
        let (mut listed, page) = listed.ok_or_else(unknown)?;
        let next_cursor = next_page(&mut listed, page, |resource| &resource.uri);
        let mut result = ListResourcesResult::with_all_items(listed);
        result.next_cursor = next_cursor;
        Ok(result)
    }

    /// Returns the resources that need no project: the help.
    pub(super) fn resources_without_project(&self) -> Vec<Resource> {
        let help = &self.table.resources.help;
        let resource = Resource::new(&help.uri, &help.name)
            .with_title(&help.title)
            .with_description(&help.description)
            .with_mime_type(&help.media_type);
        vec![resource]
    }

    /// Reads the resource at a URI.
    ///
    /// # Errors
    ///
    /// Returns the same errors as [`read`](Self::read). The data of a protocol error contains the
    /// URI.
    pub(super) fn read_resource(
        &self,
        caller: Caller<'_>,
        uri: &str,
    ) -> Result<ReadResourceResult, CallError> {
        let read = if self.is_skill_uri(uri) {
            (self.skill_file(caller, uri)).map(|file| vec![skill_file(file, uri)])
        } else {
            self.read(caller, uri).map(|read| contents_of(read, uri))
        };
        let mut error = match read {
            Ok(contents) => return Ok(ReadResourceResult::new(contents)),
            Err(CallError::Protocol(error)) => error,
            Err(error) => return Err(error),
        };
        if uri.len() <= MAX_ARGUMENT_BYTES {
            error.data.get_or_insert_with(|| json!({}))["uri"] = uri.into();
        }
        Err(error.into())
    }

    /// Reads the documents at a URI.
    ///
    /// # Errors
    ///
    /// Returns a [`CallError`] if no row matches the URI, if the documents cannot be delivered, or
    /// if the call was cancelled.
    pub(super) fn read(&self, caller: Caller<'_>, uri: &str) -> Result<Contents, CallError> {
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
        self.contents(&tool, ErrorCode::RESOURCE_NOT_FOUND, || {
            let call = match target {
                ResourceTarget::Files(files) => {
                    let paths = split_paths(&files, self.most_paths).map_err(|kind| {
                        let argument = "uri".to_owned();
                        let reasons = vec![ArgumentError { argument, kind }];
                        invalid(&tool, reasons)
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

    /// Returns the error for a URI without a resource.
    pub(super) fn unknown_resource(&self, uri: &str) -> ErrorData {
        let uri = uri.to_owned();
        let message = self.table.render(&Phrase::ResourceUnknown { uri });
        ErrorData::resource_not_found(message, None)
    }

    /// Calls `run`, and returns the documents of the answer. A failure that the table counts as a
    /// success becomes a note. `not_found` is the error code for names that are not found.
    pub(super) fn contents(
        &self,
        tool: &Tool,
        not_found: ErrorCode,
        run: impl FnOnce() -> Result<Answer, OperationError>,
    ) -> Result<Contents, CallError> {
        match run() {
            Ok(Answer::Documents(documents)) => Ok(Contents::of(*documents, &self.table)),
            // Resources and prompts never list or search.
            Ok(_) => Ok(Contents::new(Vec::new(), [None, None], &self.table)),
            Err(OperationError::Failed(failed)) => {
                let result = self.failure(&tool.name, &failed).by_table(&self.table);
                let success =
                    result.map_err(|failure| self.error_data(&failure, Some(not_found)))?;
                let sentences = [success.message, success.instruction];
                Ok(Contents::new(Vec::new(), sentences, &self.table))
            }
            Err(error) => Err(self.error(&tool.name, error)),
        }
    }

    /// Parses a URI. Returns its row, its target and its fragment, which selects a section of a
    /// document. Returns `None` if no row matches the URI.
    fn located(&self, uri: &str) -> Option<(&ResourceRow, ResourceTarget, Option<String>)> {
        let locations = &self.table.formats.locations;
        let document = locations.parse_uri(uri);
        let document = document.filter(|(location, _)| !location.path.ends_with('/'));
        let (kind, target, fragment) =
            if let Some(files) = uri.strip_prefix(&locations.files.prefix) {
                let files = percent_decode_str(files).decode_utf8().ok()?;
                (
                    ResourceKind::Files,
                    ResourceTarget::Files(files.into_owned()),
                    None,
                )
            } else if let Some((location, fragment)) = document {
                let kind = match location.collection {
                    Some(_) => ResourceKind::CollectionDocument,
                    None => ResourceKind::Document,
                };
                (kind, ResourceTarget::Document(location), fragment)
            } else if let Some(name) = locations.category.parse_container(uri) {
                (
                    ResourceKind::Category,
                    ResourceTarget::Named(NameKind::Category, name),
                    None,
                )
            } else {
                let name = locations.collection.parse_container(uri)?;
                (
                    ResourceKind::Collection,
                    ResourceTarget::Named(NameKind::Collection, name),
                    None,
                )
            };
        let mut rows = self.table.resources.templates.iter();
        let row = rows.find(|row| row.kind == kind)?;
        Some((row, target, fragment))
    }
}

/// Returns the resource for `item`, or `None` if items of `row` are not listed.
fn resource(row: &ResourceRow, item: &ResourceItem<'_>, table: &Table) -> Option<Resource> {
    let listed = row.listed.as_ref()?;
    let mut own_title = None;
    let (uri, text, description) = match item {
        ResourceItem::Named(container) => {
            let (locations, name) = (&table.formats.locations, Escaped(container.name).into());
            let (template, text) = match container.kind {
                NameKind::Category => (&locations.category, RowText::Category { name }),
                NameKind::Collection => (&locations.collection, RowText::Collection { id: name }),
            };
            (
                template.build_container(container.name),
                text,
                container.description,
            )
        }
        ResourceItem::Document(info, about, _) => {
            own_title = about.title.as_deref();
            let text = RowText::Document {
                name: Escaped(&info.origin.category).into(),
                path: Escaped(info.document()).into(),
            };
            let uri = table.formats.document_uri(info);
            (uri, text, about.description.as_deref())
        }
    };
    let fill = |template: &MessageTemplate| table.texts.fill(template, &text);
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

/// Converts `contents` to the contents of the resource at `uri`: the documents, followed by the
/// notes.
fn contents_of(contents: Contents, uri: &str) -> Vec<ResourceContents> {
    let parts = contents.parts.into_iter().map(document);
    let notes = contents
        .notes
        .map(|notes| ResourceContents::text(notes, uri).with_mime_type(PLAIN_TEXT));
    parts.chain(notes).collect()
}

/// Converts a document to resource contents, which have the document's own URI.
pub(super) fn document(part: Part) -> ResourceContents {
    ResourceContents::text(part.body, part.location).with_mime_type(part.media_type)
}
