//! Folders in a user's home directory.

use std::env;

use camino::{Utf8Path, Utf8PathBuf};

/// A folder in which programs keep a user's files.
#[derive(Debug, Clone, Copy)]
pub enum UserFolder {
    /// The home directory.
    Home,
    /// The folder of settings.
    Config,
    /// The folder for data that programs keep between runs.
    State,
}

impl UserFolder {
    /// Returns the environment variable that sets the folder.
    pub fn variable(self) -> &'static str {
        self.variable_and_place().0
    }

    /// Returns the path to the folder, from the environment.
    ///
    /// # Errors
    ///
    /// Returns an error if no variable contains an absolute path.
    pub fn path(self) -> Result<Utf8PathBuf, String> {
        let (variable, place) = self.variable_and_place();
        let value = env::var(variable).ok().map(Utf8PathBuf::from);
        match (value.filter(|path| path.is_absolute()), place) {
            (Some(path), _) => Ok(path),
            (None, Some(place)) => Ok(Self::Home.path()?.join(place)),
            (None, None) => Err(format!(
                "the environment variable {variable} is not an absolute path"
            )),
        }
    }

    /// Returns the environment variable, and the place in the home directory that is used if it is not
    /// set.
    fn variable_and_place(self) -> (&'static str, Option<&'static str>) {
        const IS_APPLE: bool = cfg!(target_vendor = "apple");
        match self {
            Self::Home if cfg!(windows) => ("USERPROFILE", None),
            Self::Home => ("HOME", None),
            Self::Config if cfg!(windows) => ("APPDATA", Some("AppData/Roaming")),
            Self::State if cfg!(windows) => ("LOCALAPPDATA", Some("AppData/Local")),
            Self::Config if IS_APPLE => ("XDG_CONFIG_HOME", Some("Library/Application Support")),
            Self::State if IS_APPLE => ("XDG_STATE_HOME", Some("Library/Application Support")),
            Self::Config => ("XDG_CONFIG_HOME", Some(".config")),
            Self::State => ("XDG_STATE_HOME", Some(".local/state")),
        }
    }
}

/// Returns `path` for display. On Unix, `~` replaces the home directory.
pub fn from_home(path: &Utf8Path) -> String {
    let home = UserFolder::Home.path().ok().filter(|_| cfg!(unix));
    let below = home.and_then(|home| Some(path.strip_prefix(home).ok()?.to_owned()));
    below.map_or_else(|| path.to_string(), |below| format!("~/{below}"))
}

/// Returns the path to the program's own state folder.
pub fn state_folder() -> Result<Utf8PathBuf, String> {
    Ok(UserFolder::State.path()?.join("mcp-guide"))
}
