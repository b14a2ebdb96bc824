//! Names of entries: those that are not UTF-8, and those that Windows reserves.

use super::FileType;

/// Names that Windows takes for devices, whatever follows a dot.
const DEVICES: [&str; 6] = ["CON", "PRN", "AUX", "NUL", "CONIN$", "CONOUT$"];
/// The beginnings of such names that a digit follows.
const NUMBERED: [&str; 2] = ["COM", "LPT"];

/// Returns whether a name is that of a device on Windows, or ends in a dot or a blank, which
/// Windows drops ("Naming Files, Paths, and Namespaces" of its documentation).
pub fn is_reserved(name: &str) -> bool {
    let stem = name.split('.').next().unwrap_or(name);
    let stem = stem.trim_end_matches(' ').to_ascii_uppercase();
    let is_numbered = |start: &&str| {
        let digit = stem.strip_prefix(start).map(|digit| digit.parse::<char>());
        matches!(digit, Some(Ok('0'..='9' | '¹' | '²' | '³')))
    };
    let is_device = DEVICES.contains(&&*stem) || NUMBERED.iter().any(is_numbered);
    !matches!(name, "." | "..") && (is_device || name.ends_with(['.', ' ']))
}

/// One entry of a directory.
#[derive(Debug)]
pub struct DirEntry {
    /// Its name.
    pub name: Result<String, NonUtf8Name>,
    /// Its type; links are not followed.
    pub kind: FileType,
}

/// A name that is not UTF-8.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NonUtf8Name {
    /// What patterns are matched against: U+FFFD in place of what is not UTF-8.
    pub matched: String,
    /// What messages show: those bytes as `\xNN`.
    pub shown: String,
}

impl NonUtf8Name {
    pub(super) fn of(name: &[u8]) -> Self {
        let mut shown = String::new();
        for chunk in name.utf8_chunks() {
            shown.push_str(chunk.valid());
            for byte in chunk.invalid() {
                shown.push_str(&format!("\\x{byte:02x}"));
            }
        }
        Self {
            matched: String::from_utf8_lossy(name).into_owned(),
            shown,
        }
    }
}
