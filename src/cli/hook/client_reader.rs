//! A client as a reader of rule files.

use super::settings::SettingsRow;
use crate::cli::setup::client::{Above, Hook};

/// The properties of a client that decide, together with the rows of rule files, which files the
/// client loads by itself.
#[derive(Debug, Clone, Copy)]
pub(in crate::cli) struct ClientReader<'a> {
    /// The client's name in the rows of rule files.
    pub client: &'a str,
    pub settings: &'a SettingsRow,
    /// The extensions of the files that the client imports. If the list is empty, it imports files
    /// with any extension.
    pub imports: &'a [String],
    /// The folders above its start folder in which the client reads files.
    pub above: Above,
}

impl<'a> ClientReader<'a> {
    /// Creates the reader for a client with hooks.
    pub fn of_hook(client: &'a str, hook: &'a Hook) -> Self {
        Self {
            client,
            settings: &hook.settings,
            imports: &hook.imports,
            above: hook.start.above,
        }
    }

    /// Creates the reader for a client that is known only from the rows of rule files.
    pub fn of_rows(client: &'a str, no_settings: &'a SettingsRow) -> Self {
        Self {
            client,
            settings: no_settings,
            imports: &[],
            above: Above::default(),
        }
    }
}
