//! What the environment of a hook says of its client.

use camino::Utf8PathBuf;

use crate::cli::setup::client::Client;

/// What variables say.
#[derive(Debug, Clone, Default)]
pub struct Environment {
    /// Where the client was started.
    pub start: Option<Utf8PathBuf>,
}

impl Environment {
    /// Reads the variables of a client, of which each has this value.
    pub fn of(client: &Client, variable: impl Fn(&str) -> Option<String>) -> Self {
        let hook = client.hook.as_ref();
        let start = hook.and_then(|hook| variable(hook.start.variable.as_deref()?));
        Self {
            start: start.map(Utf8PathBuf::from),
        }
    }
}
