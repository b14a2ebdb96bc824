//! The extension for skills (SEP-2640), as MCP has it.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use rmcp::model::{
    ExtensionCapabilities, GetSkillRequestParams, ReadResourceDirectoryRequestParams,
    ResourceContents, SKILLS_EXTENSION_ID, ServerResult,
};
use serde_json::json;

use crate::mcp::server::{RequestContext, Server, Unanswered, Wanted};
use crate::project::session::Roots;
use crate::spec::PLAIN_TEXT;

/// The media type of bytes of which nothing is known.
const BYTES: &str = "application/octet-stream";

/// Returns the extension as a server declares it.
pub(super) fn extension() -> ExtensionCapabilities {
    let settings = json!({ "directoryRead": true });
    let settings = settings.as_object().cloned().unwrap_or_default();
    ExtensionCapabilities::from([(SKILLS_EXTENSION_ID.to_owned(), settings)])
}

impl Server {
    /// Answers `skills/list`. No skills are listed where the client would have to be asked
    /// first which project that is.
    pub(super) fn list_skills(
        &self,
        cursor: Option<&str>,
        context: &RequestContext<'_>,
    ) -> Result<ServerResult, Unanswered> {
        let listed = self.list(context, |dispatcher, asker| {
            dispatcher.skills(asker, cursor)
        })?;
        Ok(ServerResult::ListSkillsResult(listed.unwrap_or_default()))
    }

    /// Answers `skills/get`.
    pub(super) fn get_skill(
        &self,
        params: &GetSkillRequestParams,
        context: &RequestContext<'_>,
    ) -> Result<ServerResult, Unanswered> {
        // The client cannot be asked for its roots: the parameters have no place for them.
        let roots = Roots::None;
        let got = self.ask(&roots, context, Wanted::Other, |dispatcher, asker| {
            dispatcher.skill(asker, &params.uri)
        });
        got.map(ServerResult::GetSkillResult)
    }

    /// Answers `resources/directory/read`.
    pub(super) fn read_directory(
        &self,
        params: &ReadResourceDirectoryRequestParams,
        context: &RequestContext<'_>,
    ) -> Result<ServerResult, Unanswered> {
        let cursor = params.cursor.as_deref();
        let roots = Roots::None;
        let read = self.ask(&roots, context, Wanted::Other, |dispatcher, asker| {
            dispatcher.directory(asker, &params.uri, cursor)
        });
        read.map(ServerResult::ListResourcesResult)
    }
}

/// Returns a file of a skill as the content of its URI: as text if it is one.
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
