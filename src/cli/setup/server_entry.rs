//! The entries for the server and the hook in a client's file.

use camino::Utf8PathBuf;
use serde_json::Value;

use super::client::{Client, ConfigFormat, SERVER};
use super::json_text::JsonText;
use super::{BOM, check_ours, edit_toml, hook_command, own_command, words};
use crate::cli::source::project_folder;

/// Returns the words of the server's entry in `text`, the content of a client's file, even if the
/// entry starts a different program. Returns `None` if there is no entry, or if the file cannot be
/// parsed.
pub(super) fn server_entry(client: &Client, text: &str) -> Option<Vec<String>> {
    entry(client, text).filter(|words| !words.is_empty())
}

/// Returns whether the server's entry in a client's file belongs to another program.
pub(super) fn is_foreign(client: &Client, text: &str) -> bool {
    entry(client, text).is_some_and(|words| check_ours(&words).is_err())
}

/// Returns the words of the server's entry in `text`. The list is empty if the entry starts no
/// program. Returns `None` if there is no entry, or if `text` cannot be parsed.
fn entry(client: &Client, text: &str) -> Option<Vec<String>> {
    let text = text.strip_prefix(BOM).unwrap_or(text);
    match client.format {
        ConfigFormat::Toml => edit_toml::words(text, &client.key),
        ConfigFormat::Json => {
            let (value, _) = JsonText::parse(text).ok()?;
            let mut value = Value::from(value);
            Some(words(value.get_mut(&client.key)?.get(SERVER)?))
        }
    }
}

/// Returns the words of the commands in a client's file that call our hook.
pub(super) fn hook_entries(client: &Client, text: &str) -> Vec<Vec<String>> {
    let text = text.strip_prefix(BOM).unwrap_or(text);
    let hook = client.hook.as_ref();
    hook.map_or(Vec::new(), |hook| {
        hook_command::commands(text, hook, hook.words(&client.name)[1])
    })
}

/// Returns the folder in our server's entry: the project, or the folder where the search for it
/// begins. Returns `None` if there is no folder.
pub(super) fn project(client: &Client, text: &str) -> Option<Utf8PathBuf> {
    own_command::source(&server_entry(client, text)?).map(|source| project_folder(&source))
}
