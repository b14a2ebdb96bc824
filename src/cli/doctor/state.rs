//! The report on the state folder, in which hooks remember what they gave.

use super::Doctor;
use crate::cli::hook::memory::Memory;
use crate::cli::system::{UserFolder, from_home, state_folder};
use crate::documents::file_error::FileError;
use crate::documents::sandbox::PrivateFolder;
use crate::text::escaped::Escaped;

impl Doctor<'_> {
    /// Opens the hooks' memory, and reports its folder.
    pub(super) fn state(&mut self) {
        let folder = match state_folder() {
            Ok(folder) => folder,
            Err(error) => return self.forgetful(&error),
        };
        let shown = Escaped(&from_home(&folder)).to_string();
        let memory = Memory::existing();
        let (cannot, note) = match &memory {
            Err(FileError::Missing) => ("cannot be created", ", not created yet"),
            _ => ("cannot be used", ""),
        };
        let writable = match &memory {
            Ok(_) | Err(FileError::Missing) => PrivateFolder::probe(&folder),
            Err(error) => Err(error.clone()),
        };
        self.memory = memory.ok();
        match writable {
            Ok(()) => self.line(&format!("state folder: {shown}{note}")),
            Err(error) => {
                let reason = self.context.table.render(&error);
                self.forgetful(&format!("{shown} {cannot}: {reason}"));
            }
        }
    }

    /// Reports why hooks cannot remember anything.
    fn forgetful(&mut self, reason: &str) {
        self.is_forgetful = true;
        let variable = UserFolder::State.variable();
        self.wrong(&format!(
            "state folder: {reason}. Hooks give the same rules again and again: set {variable} to \
             a folder that you can write"
        ));
    }
}
