//! Names of entries that are not UTF-8, and names that Windows reserves.

use super::FileType;

/// Names that Windows treats as devices, even with an extension.
const DEVICES: [&str; 6] = ["CON", "PRN", "AUX", "NUL", "CONIN$", "CONOUT$"];
/// The beginnings of further device names, which end in a digit.
const NUMBERED: [&str; 2] = ["COM", "LPT"];

/// Returns whether `name` is a device on Windows, or ends in a dot or a space, which Windows drops.
/// See "Naming Files, Paths, and Namespaces" in the Windows documentation.
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

/// An entry of a directory.
#[derive(Debug)]
pub struct DirEntry {
    /// The name of the entry.
    pub name: Result<String, NonUtf8Name>,
    /// The type of the entry. Links are not followed.
    pub kind: FileType,
}

/// A name that is not UTF-8.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NonUtf8Name {
    /// The name that patterns are matched against, with U+FFFD in place of invalid bytes.
    pub matched: String,
    /// The name that messages show, with invalid bytes as `\xNN`.
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
