//! A client as a reader of rule files.

use super::settings::SettingsRow;
use crate::cli::setup::client::{Above, Hook};

/// What decides which files a client loads by itself, beside the rows of these files.
#[derive(Debug, Clone, Copy)]
pub(in crate::cli) struct ClientReader<'a> {
    /// Its name in those rows.
    pub client: &'a str,
    pub settings: &'a SettingsRow,
    /// The endings of the files that it imports; without any it imports all.
    pub imports: &'a [String],
    /// How far above the folder where it was started it reads files.
    pub above: Above,
}

impl<'a> ClientReader<'a> {
    /// Takes a client of a name that has hooks.
    pub fn of_hook(client: &'a str, hook: &'a Hook) -> Self {
        Self {
            client,
            settings: &hook.settings,
            imports: &hook.imports,
            above: hook.start.above,
        }
    }

    /// Takes a client of which only the rows of its files are known.
    pub fn of_rows(client: &'a str, no_settings: &'a SettingsRow) -> Self {
        Self {
            client,
            settings: no_settings,
            imports: &[],
            above: Above::default(),
        }
    }
}
