//! Skills (SEP-2640). Clients list and read them by their URIs, and tools find them by name.

use std::cmp::Reverse;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use rmcp::model::{
    GetSkillResult, ListSkillsResult, Resource, ResourceContents, Skill as SkillEntry,
    SkillResource, SkillResources,
};
use serde_json::{Map, Value};

use super::next_page::{next_page, one_line, sized};
use super::{CallError, Caller, Server};
use crate::documents::discover::FileInfo;
use crate::documents::document_error::{DocumentError, Unreadable};
use crate::documents::file_error::{Cancelled, FileError};
use crate::documents::formats::PLAIN_TEXT;
use crate::limits::{MAX_SKILL_BYTES, MAX_SKILL_FILES};
use crate::operation::OperationContext;
use crate::operation::OperationError;
use crate::operation::call::{Call, DocumentsCall, NameRef, Selection};
use crate::operation::error::{Error, UnreadableList, quoted};
use crate::operation::find::skill_folder::{self, Skill, SkillFolder, WantedSkills};
use crate::operation::note::Note;
use crate::project::skill_fields::{SKILL_FILE, is_name, parse};
use crate::table::Phrase;
use crate::text::location::{Location, UriTemplate};
use crate::text::paths::{is_within, join};
use rule_files::pattern::Pattern;

/// The media type of binary content whose type is unknown.
const BYTES: &str = "application/octet-stream";

impl Server {
    /// Lists one page of the skills. `cursor` is the URI of the last skill on the previous page.
    /// Skills that cannot be served are left out.
    ///
    /// # Errors
    ///
    /// Returns a [`CallError`] if there is no project, if the cursor is unknown, or if the call was
    /// cancelled.
    pub fn skills(
        &self,
        caller: Caller<'_>,
        cursor: Option<&str>,
    ) -> Result<ListSkillsResult, CallError> {
        self.check_length("cursor", cursor.unwrap_or_default())?;
        let page = usize::from(self.table.resources.page.get());
        let listed = self.ask(caller, "skills/list", WantedSkills::None, |context| {
            let Some(rest) = folders_after(context, cursor)? else {
                return Ok(None);
            };
            let skills = rest.iter().filter_map(|folder| folder.load(context).ok());
            let entries = skills.filter_map(|skill| entry(context, &skill).transpose());
            let entries = entries.take(page.saturating_add(1));
            let mut entries = entries.collect::<Result<Vec<_>, _>>()?;
            let next_cursor = next_page(&mut entries, page, |entry| &entry.uri);
            let mut listed = ListSkillsResult::with_all_items(entries);
            listed.next_cursor = next_cursor;
            Ok(Some(listed))
        })?;
        let unknown = || self.unknown_cursor(cursor.unwrap_or_default()).into();
        listed.ok_or_else(unknown)
    }

    /// Returns the skill whose SKILL.md has this URI.
    ///
    /// # Errors
    ///
    /// Returns a [`CallError`] if the skill does not exist, if there is no project, or if the call
    /// was cancelled.
    pub(super) fn skill(&self, caller: Caller<'_>, uri: &str) -> Result<GetSkillResult, CallError> {
        self.check_length("uri", uri)?;
        let got = self.ask(
            caller,
            "skills/get",
            WantedSkills::None,
            |context| match holder(context, uri)? {
                Some((skill, path)) if path == SKILL_FILE => entry(context, &skill),
                _ => Ok(None),
            },
        )?;
        let unknown = || {
            let uri = uri.to_owned();
            self.invalid_params(&Phrase::SkillUnknown { uri }).into()
        };
        got.map(GetSkillResult::new).ok_or_else(unknown)
    }

    /// Reads a file of a skill. Returns its content and media type.
    ///
    /// # Errors
    ///
    /// Returns a [`CallError`] if the file does not exist or cannot be read, if there is no
    /// project, or if the call was cancelled.
    pub fn skill_file(
        &self,
        caller: Caller<'_>,
        uri: &str,
    ) -> Result<(Vec<u8>, String), CallError> {
        self.check_length("uri", uri)?;
        let content = self.ask(caller, "resources/read", WantedSkills::None, |context| {
            let Some((skill, path)) = holder(context, uri)? else {
                return Ok(None);
            };
            let files = skill.files(context)?;
            let file = files.iter().find(|file| skill.path_of(file) == path);
            match file.map(|file| skill.read(context, file)) {
                None | Some(Err(DocumentError::File(FileError::Missing))) => Ok(None),
                Some(Err(error)) => Err(failed(path, error)),
                Some(Ok(content)) => Ok(Some((
                    content,
                    self.table.formats.media_type(&path).to_owned(),
                ))),
            }
        })?;
        content.ok_or_else(|| self.unknown_resource(uri).into())
    }

    /// Returns whether a URI is for skills and their files.
    pub(super) fn is_skill_uri(&self, uri: &str) -> bool {
        uri.starts_with(&UriTemplate::skill_uris().prefix)
    }

    /// Returns the SKILL.md of a skill as a resource.
    pub(super) fn skill_resource(&self, skill: &Skill) -> Resource {
        let resource = Resource::new(skill_uri(skill, SKILL_FILE), skill.name());
        let described = resource.with_description(one_line(skill.description()));
        sized(described, SKILL_FILE, Some(skill.totals), &self.table)
    }

    /// Returns the note that lists the other files of a skill, if the call reads its SKILL.md.
    pub(super) fn about_skill(
        &self,
        context: &OperationContext<'_>,
        call: &Call<'_>,
    ) -> Result<Option<Note>, Cancelled> {
        let Call::Retrieve(DocumentsCall {
            name: NameRef { name, .. },
            selection: Selection::Defaults,
            section: None,
        }) = call
        else {
            return Ok(None);
        };
        let category = context.bound.project.categories.get(&**name);
        let folder = category.filter(|category| category.skill().is_some());
        let Some(folder) = folder else {
            return Ok(None);
        };
        let files = context.walk(name, folder, Pattern::parse("**/*").ok())?;
        let others = files
            .iter()
            .flatten()
            .filter(|file| file.error.is_none() && file.document() != SKILL_FILE);
        let files = quoted(others.map(|file| self.table.formats.document_uri(file)));
        Ok((!files.is_empty()).then_some(Note::Skill(files)))
    }
}

/// Returns the folders of skills that follow `cursor`. The skill at the cursor may no longer exist.
/// Returns `None` if the project has no category for the cursor.
pub(super) fn folders_after<'p>(
    context: &OperationContext<'p>,
    cursor: Option<&str>,
) -> Result<Option<Vec<SkillFolder<'p>>>, Cancelled> {
    let mut found = skill_folder::find(context, None)?;
    if let Some(cursor) = cursor {
        let Some((category, path)) = located(context, cursor) else {
            return Ok(None);
        };
        let index = |name: &str| context.bound.project.categories.get_index_of(name);
        let place = (index(category), path);
        let passed = |folder: &SkillFolder<'_>| {
            (index(folder.category), join(&folder.path, SKILL_FILE)) <= place
        };
        found.drain(..found.partition_point(passed));
    }
    Ok(Some(found))
}

/// Parses a URI for skills. Returns its category and the path in that category, or `None` if the
/// project has no category with skills for the URI.
fn located<'r>(context: &OperationContext<'r>, uri: &str) -> Option<(&'r str, String)> {
    let location = UriTemplate::skill_uris().parse_uri(uri)?;
    let name = skill_folder::category(&context.bound.project, &location.category)?;
    Some((name, location.path.into_owned()))
}

/// Returns the innermost skill whose folder contains the file at `uri`, and the file's path in that
/// folder. The file may not exist.
fn holder(context: &OperationContext<'_>, uri: &str) -> Result<Option<(Skill, String)>, Cancelled> {
    let Some((category, path)) = located(context, uri) else {
        return Ok(None);
    };
    let mut found = skill_folder::find(context, Some(category))?;
    found.retain(|folder| is_within(&path, &folder.path));
    found.sort_by_key(|folder| Reverse(folder.path.len()));
    let skill = found.iter().find_map(|folder| folder.load(context).ok());
    Ok(skill.and_then(|skill| {
        let rest = path.get(skill.path.len() + 1..)?.to_owned();
        Some((skill, rest))
    }))
}

/// Returns the item for `skill` in `skills/list`. Sizes and digests describe the bytes that are
/// read here. Returns `None` if the skill can no longer be served, or if clients would reject its
/// name or files.
fn entry(
    context: &OperationContext<'_>,
    skill: &Skill,
) -> Result<Option<SkillEntry>, OperationError> {
    let told = |fields: Map<String, Value>, resources| {
        let fields = serde_json::from_value(fields.into()).ok()?;
        let uri = skill_uri(skill, SKILL_FILE);
        Some(SkillEntry::new(uri, fields, resources))
    };
    if !is_name(skill.name()) {
        return Ok(None);
    }
    let files = skill.files(context)?;
    if skill.folder.render && files.iter().any(FileInfo::is_template) {
        return Ok(told(skill.fields.clone(), SkillResources::Dynamic));
    }
    let (mut fields, mut resources, mut bytes) = (None, Vec::new(), 0);
    for file in &files {
        context.check_cancelled()?;
        // The file was removed or became unreadable, so it no longer belongs to the skill.
        let Ok(content) = skill.read(context, file) else {
            continue;
        };
        let path = skill.path_of(file);
        if path == SKILL_FILE {
            fields = parse(skill.name(), &content).ok().map(|(fields, _)| fields);
        }
        bytes += content.len() as u64;
        resources.push(SkillResource::from_bytes(skill_uri(skill, path), &content));
        if resources.len() > MAX_SKILL_FILES || bytes > MAX_SKILL_BYTES {
            return Ok(None);
        }
    }
    Ok(fields.and_then(|fields| told(fields, SkillResources::Files(resources))))
}

fn skill_uri(skill: &Skill, path: &str) -> String {
    let path = join(&skill.path, path);
    uri_in(&UriTemplate::skill_uris(), &skill.category, &path)
}

/// Returns the URI of a path in a category.
pub(super) fn uri_in(template: &UriTemplate, category: &str, path: &str) -> String {
    template.build(&Location {
        collection: None,
        category: category.into(),
        path: path.into(),
    })
}

/// Returns the error for a document or directory at `path` that cannot be read.
pub(super) fn failed(path: String, error: DocumentError) -> OperationError {
    let unreadable = [Unreadable {
        path,
        reason: error,
    }]
    .into_iter()
    .collect();
    Error::Io(UnreadableList(unreadable)).into()
}

/// Converts a file of a skill to the contents of the resource at `uri`. Valid UTF-8 becomes text.
/// Any other content is encoded as base64.
pub(super) fn skill_file((content, media_type): (Vec<u8>, String), uri: &str) -> ResourceContents {
    match String::from_utf8(content) {
        Ok(text) => ResourceContents::text(text, uri).with_mime_type(media_type),
        Err(error) => {
            let media_type = match media_type.as_str() {
                PLAIN_TEXT => BYTES.to_owned(),
                _ => media_type,
            };
            let bytes = STANDARD.encode(error.as_bytes());
            ResourceContents::blob(bytes, uri).with_mime_type(media_type)
        }
    }
}
