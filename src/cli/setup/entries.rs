//! What a client's file has: the server's entry, and the hook's.

use camino::Utf8PathBuf;
use serde_json::Value;

use super::client::{Client, ConfigFormat, SERVER};
use super::json_text::JsonText;
use super::{BOM, hooks, own, toml, words};

/// Returns the words by which an entry of a client's file starts the server, whichever that is; `None`
/// if there is none, or the file cannot be read.
pub(super) fn server(client: &Client, text: &str) -> Option<Vec<String>> {
    let text = text.strip_prefix(BOM).unwrap_or(text);
    let found = match client.format {
        ConfigFormat::Toml => toml::words(text, &client.key)?,
        ConfigFormat::Json => {
            let (value, _) = JsonText::parse(text).ok()?;
            let mut value = Value::from(value);
            words(value.get_mut(&client.key)?.get(SERVER)?)
        }
    };
    Some(found).filter(|found| !found.is_empty())
}

/// Returns the words of the commands of a client's file that call our hook.
pub(super) fn hook(client: &Client, text: &str) -> Vec<Vec<String>> {
    let text = text.strip_prefix(BOM).unwrap_or(text);
    let hook = client.hook.as_ref();
    hook.map_or(Vec::new(), |hook| {
        hooks::commands(text, (hook, hook.words(&client.name)[1]))
    })
}

/// Returns the folder that an entry of ours names, as the project or where the search for it begins.
pub(super) fn project(client: &Client, text: &str) -> Option<Utf8PathBuf> {
    own::project(&server(client, text)?)
}
