//! The message about a project that the person has not trusted, and who gets it.

use super::memory::Memory;
use super::trusted::trusted_by_client;
use super::{HookRun, Prepared, Received};
use crate::project::bound_project::BoundProject;
use crate::table::Phrase;

/// The reason that is logged if a hook in the user's file gives nothing because the project is not
/// trusted.
const UNTRUSTED: &str = "the project is not trusted: mcp-guide hook --trust";
/// The message that tells the person, once, that the project is not trusted.
const TOLD: &str = "mcp-guide gives the agent no rules of this project, because you have not \
                    trusted it. To trust it, run in its folder: mcp-guide hook --trust";

impl HookRun {
    /// Returns whether the person trusts the project `bound`, by `hook --trust` or in the client
    /// itself.
    pub(super) fn is_trusted(&self, bound: &BoundProject) -> bool {
        let trusts = |memory: &Memory| memory.trusts(bound);
        self.memory.as_ref().is_some_and(trusts) || trusted_by_client(&self.client, bound)
    }

    /// Prepares a message that the project `bound` is not trusted. The message goes to the person
    /// if the client can show it, and otherwise to the model. It contains no text from the project.
    ///
    /// # Errors
    ///
    /// Returns an error if the message was given before, or if the hook cannot record that it was
    /// given.
    pub(super) fn untrusted(
        &self,
        call: &Received<'_>,
        bound: &BoundProject,
    ) -> Result<Prepared<'_>, String> {
        let asks = |memory: &Memory| memory.asks(bound, &self.client.name);
        if !self.memory.as_ref().is_some_and(asks) {
            return Err(UNTRUSTED.to_owned());
        }
        self.log(Some(call), UNTRUSTED);
        let text = self.table.render(&Phrase::HookUntrusted);
        let prepared = Prepared::new(self, call, text);
        Ok(Prepared {
            told: Some(TOLD),
            ..prepared
        })
    }
}
