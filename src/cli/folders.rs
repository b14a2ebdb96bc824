//! The folders of programs in a user's home directory.

use std::env;

use camino::Utf8PathBuf;

/// A folder in which programs have what is a user's.
#[derive(Debug, Clone, Copy)]
pub enum UserFolder {
    /// The home directory.
    Home,
    /// The settings of programs.
    Config,
    /// What programs remember.
    State,
}

impl UserFolder {
    /// Returns its path, from the environment.
    ///
    /// # Errors
    ///
    /// That no variable has an absolute path.
    pub fn path(self) -> Result<Utf8PathBuf, String> {
        let (variable, place) = self.place();
        let value = env::var(variable).ok().map(Utf8PathBuf::from);
        match (value.filter(|path| path.is_absolute()), self) {
            (Some(path), _) => Ok(path),
            (None, Self::Home) => Err(format!(
                "the environment variable {variable} has no absolute path"
            )),
            (None, _) => Ok(Self::Home.path()?.join(place)),
        }
    }

    /// Returns the environment variable that names it, and its place in the home directory.
    fn place(self) -> (&'static str, &'static str) {
        let is_apple = cfg!(target_vendor = "apple");
        match self {
            Self::Home if cfg!(windows) => ("USERPROFILE", ""),
            Self::Home => ("HOME", ""),
            Self::Config if cfg!(windows) => ("APPDATA", "AppData/Roaming"),
            Self::State if cfg!(windows) => ("LOCALAPPDATA", "AppData/Local"),
            Self::Config if is_apple => ("XDG_CONFIG_HOME", "Library/Application Support"),
            Self::State if is_apple => ("XDG_STATE_HOME", "Library/Application Support"),
            Self::Config => ("XDG_CONFIG_HOME", ".config"),
            Self::State => ("XDG_STATE_HOME", ".local/state"),
        }
    }
}
