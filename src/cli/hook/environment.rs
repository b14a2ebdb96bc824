//! The environment variables that describe a hook's client.

use camino::Utf8PathBuf;

use crate::cli::setup::client::Client;
use crate::documents::sandbox::ambient;

/// A client's folders and version, according to the hook's environment variables.
#[derive(Debug, Clone, Default)]
pub struct Environment {
    /// The folder in which the client was started.
    pub start: Option<Utf8PathBuf>,
    /// The folder of the user's settings.
    pub settings: Option<Utf8PathBuf>,
    /// The raw value of the variable that contains the client's version.
    pub version: Option<String>,
}

impl Environment {
    /// Reads the variables that the client's row lists. `variable` looks up an environment
    /// variable.
    pub fn of(client: &Client, variable: impl Fn(&str) -> Option<String>) -> Self {
        let Some(hook) = &client.hook else {
            return Self::default();
        };
        let mut folders = client.reads.folder.iter();
        // Only the row for the client's mode says which variable contains the version.
        let since = client.reads.mode.as_ref().map(|mode| &mode.since);
        Self {
            start: (hook.start.variable.as_ref()).and_then(|name| Some(variable(name)?.into())),
            settings: folders.find_map(|path| settings_folder(path, &variable)),
            version: since.and_then(|since| variable(&since.variable)),
        }
    }
}

/// Expands a path such as `$CODEX_HOME/rules` or `~/.codex`. If the first component is a variable,
/// its value replaces it; otherwise, the home directory does. Returns `None` if the result is not
/// an absolute path.
pub(in crate::cli) fn settings_folder(
    path: &str,
    variable: impl Fn(&str) -> Option<String>,
) -> Option<Utf8PathBuf> {
    let (first, rest) = path.split_once('/').unwrap_or((path, ""));
    let folder = match first.strip_prefix('$') {
        Some(name) => variable(name).map(Utf8PathBuf::from),
        None => ambient::home().ok(),
    };
    Some(folder.filter(|path| path.is_absolute())?.join(rest))
}
