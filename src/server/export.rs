//! Exports the sections of documents, for a person at a shell.

use super::proposals::Needs;
use super::{Caller, Server};
use crate::operation::OperationError;
use crate::operation::call::NameRef;
use crate::operation::error::Error;
use crate::operation::export::{Take, export};
use crate::operation::find::skill_folder::WantedSkills;
use crate::operation::kind::NameKind;

/// The kinds of names that can be exported.
const KINDS: [NameKind; 2] = [NameKind::Category, NameKind::Collection];

impl Server {
    /// Passes to `take` every section of the documents that default patterns find. `name` is a
    /// category, a collection or a skill. Without a name, exports all categories. Stops if `take`
    /// returns `Break`.
    ///
    /// # Errors
    ///
    /// Returns an error if there is no project or if the name does not exist.
    #[allow(private_interfaces, reason = "what takes is of this crate, or a test")]
    pub fn export(&self, name: Option<&str>, take: &mut Take<'_>) -> Result<(), Error> {
        let skills = name.map_or(WantedSkills::None, WantedSkills::Of);
        let scope = self.bind_request(Caller::WITHOUT_ROOTS, skills, Needs::Documents(name));
        let exported = scope.and_then(|scope| {
            let name = name.map(|name| NameRef {
                name: name.into(),
                kinds: &KINDS,
            });
            export(&self.context(&scope.bound, &|| false), name.as_ref(), take)
        });
        match exported {
            Err(OperationError::Failed(failed)) => Err(failed.0),
            Ok(()) | Err(OperationError::Cancelled | OperationError::NeedsRoots) => Ok(()),
        }
    }
}
