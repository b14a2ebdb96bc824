//! The message about a project that does not load. Without this message, nobody would notice that
//! rules are missing.

use camino::{Utf8Path, Utf8PathBuf};
use uuid::Uuid;

use super::given::GivenRow;
use super::memory::Memory;
use super::trusted::client_trusts;
use super::{HookRun, Prepared, Received};
use crate::project::project_error::SessionError;
use crate::table::Phrase;
use crate::text::messages::Verbatim;

/// The reason why no project is bound.
#[derive(Debug, Clone)]
pub(super) struct Unbound {
    pub error: Box<SessionError>,
    /// The folder of the project that does not load.
    pub folder: Option<Utf8PathBuf>,
}

impl HookRun {
    /// Prepares a message, once in a session, about why a `guide.yaml` does not load. For a hook in
    /// the user's file, the folder must be trusted.
    ///
    /// # Errors
    ///
    /// Returns the reason if there is nothing to report, if it was reported before, or if the
    /// report cannot be remembered.
    pub(super) fn report(
        &self,
        call: &Received<'_>,
        unbound: &Unbound,
    ) -> Result<Prepared<'_>, String> {
        let reason = self.table.render(&*unbound.error);
        let folder = match *unbound.error {
            SessionError::Nowhere(_) => return Err(reason),
            SessionError::Unloadable(_) => unbound.folder.as_deref(),
        };
        if self.user && !folder.is_some_and(|folder| self.trusts_folder(folder)) {
            return Err(reason);
        }
        let folder = folder.unwrap_or(Utf8Path::new(""));
        let id = format!("{folder}\n{reason}");
        let note = Uuid::new_v5(&Uuid::NAMESPACE_OID, id.as_bytes());
        let given = self.given(call).filter(|given| !given.has_note(note));
        let Some(given) = given else {
            return Err(reason);
        };
        self.log(Some(call), &reason);
        let text = Phrase::HookUnloaded {
            reason: Verbatim(reason),
        };
        Ok(Prepared {
            given: Some(given),
            rows: vec![GivenRow::Note(note)],
            ..Prepared::new(self, call, self.table.render(&text))
        })
    }

    /// Returns whether a person trusts `folder`, whose project was found but does not load.
    fn trusts_folder(&self, folder: &Utf8Path) -> bool {
        let trusts = |memory: &Memory| memory.trusts_folder(folder);
        self.project.is_none()
            && (self.memory.as_ref().is_some_and(trusts) || client_trusts(&self.client, folder))
    }
}
