//! What a client's file has: the server's entry, and the hook's.

use camino::Utf8PathBuf;
use serde_json::Value;

use super::client::{Client, ConfigFormat, SERVER};
use super::json_text::JsonText;
use super::{BOM, check_ours, hooks, own, toml, words};

/// Returns the words by which an entry of a client's file starts the server, whichever that is; `None`
/// if there is none, or the file cannot be read.
pub(super) fn server(client: &Client, text: &str) -> Option<Vec<String>> {
    entry(client, text).filter(|words| !words.is_empty())
}

/// Returns whether the entry of a client's file is another program's.
pub(super) fn is_foreign(client: &Client, text: &str) -> bool {
    entry(client, text).is_some_and(|words| check_ours(&words).is_err())
}

/// Returns the words of the entry of a client's file, which has none if it starts no program.
fn entry(client: &Client, text: &str) -> Option<Vec<String>> {
    let text = text.strip_prefix(BOM).unwrap_or(text);
    match client.format {
        ConfigFormat::Toml => toml::words(text, &client.key),
        ConfigFormat::Json => {
            let (value, _) = JsonText::parse(text).ok()?;
            let mut value = Value::from(value);
            Some(words(value.get_mut(&client.key)?.get(SERVER)?))
        }
    }
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
