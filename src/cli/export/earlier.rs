//! An earlier export: its sections, and the digest of each section.

use std::borrow::Cow;
use std::io::{self, BufRead, BufReader};

use camino::Utf8Path;
use indexmap::IndexMap;
use serde::{Deserialize, Serialize};

use crate::documents::sandbox::ambient;
use crate::table::Table;
use crate::text::escaped::escape_truncated;

/// Advice on how to create a file that can be read.
const REMEDY: &str = "To write one: mcp-guide export > FILE";

/// A SHA-256 digest.
type Digest = [u8; 32];

/// How a section differs from an earlier export.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum SectionChange {
    /// The section is new.
    Added,
    /// A part of the section has changed.
    Changed,
    /// The section is gone.
    Removed,
}

/// The fields that are read from a line.
#[derive(Deserialize)]
struct EarlierLine<'l> {
    #[serde(borrow)]
    uri: Cow<'l, str>,
    #[serde(borrow)]
    digest: Option<Cow<'l, str>>,
    change: Option<SectionChange>,
}

/// The sections of an earlier export.
#[derive(Debug, Default)]
pub struct Earlier(IndexMap<Box<str>, KnownSection>);

#[derive(Debug)]
struct KnownSection {
    /// The digest, or `None` if the section was already gone.
    digest: Option<Digest>,
    /// Whether the section has not yet appeared in the current export.
    is_gone: bool,
}

impl Earlier {
    /// Reads a file, or standard input if `file` is `-`.
    ///
    /// # Errors
    ///
    /// Returns a usage error if the file cannot be read, or if a line is not from an export.
    pub(super) fn of_file(file: &Utf8Path, table: &Table) -> Result<Self, String> {
        if file == "-" {
            return Self::read(io::stdin().lock(), "standard input");
        }
        let name = escape_truncated(file.as_str());
        let opened = ambient::open(file).map_err(|error| {
            let error = table.render(&error);
            format!("--since {name}: {error}. {REMEDY}")
        })?;
        Self::read(BufReader::new(opened), &name)
    }

    /// Reads the lines of an earlier export. Later exports of changes may be appended to it: for
    /// each section, the last line is used. `name` is the file's name in messages.
    ///
    /// # Errors
    ///
    /// Returns an error with advice for the first line that is not from an export.
    pub fn read(mut lines: impl BufRead, name: &str) -> Result<Self, String> {
        let (mut earlier, mut content) = (Self::default(), Vec::new());
        for number in 1.. {
            content.clear();
            let wrong = |why: &str| format!("--since {name}, line {number}: {why}. {REMEDY}");
            let read = lines.read_until(b'\n', &mut content);
            match read.map_err(|error| wrong(&error.to_string()))? {
                0 => break,
                _ if content.trim_ascii().is_empty() => continue,
                _ => {}
            }
            let line: EarlierLine<'_> = serde_json::from_slice(&content)
                .map_err(|_| wrong("it is not a JSON object with the strings uri and digest"))?;
            let digest = line.digest.as_deref().and_then(digest);
            if digest.is_none() && line.change != Some(SectionChange::Removed) {
                return Err(wrong("its digest does not have 64 hexadecimal digits"));
            }
            let is_gone = true;
            let section = KnownSection { digest, is_gone };
            earlier.0.insert(line.uri.into(), section);
        }
        Ok(earlier)
    }

    /// Records that the section at `uri` exists. Returns how it differs from the earlier export, or
    /// `None` if it is unchanged.
    pub(super) fn change(&mut self, uri: &str, digest: Digest) -> Option<SectionChange> {
        let Some(known) = self.0.get_mut(uri) else {
            return Some(SectionChange::Added);
        };
        known.is_gone = false;
        match known.digest {
            None => Some(SectionChange::Added),
            Some(earlier) => (earlier != digest).then_some(SectionChange::Changed),
        }
    }

    /// Returns the URIs of the sections that no longer exist.
    pub(super) fn gone(&self) -> impl Iterator<Item = &str> {
        let is_gone = |known: &KnownSection| known.is_gone && known.digest.is_some();
        let gone = self.0.iter().filter(move |(_, known)| is_gone(known));
        gone.map(|(uri, _)| &**uri)
    }
}

/// Parses the hexadecimal digits of a digest. Returns `None` if they are invalid.
fn digest(digits: &str) -> Option<Digest> {
    let mut digest = Digest::default();
    let is_digits =
        digits.len() == 2 * digest.len() && digits.bytes().all(|byte| byte.is_ascii_hexdigit());
    for (at, byte) in digest.iter_mut().enumerate().filter(|_| is_digits) {
        *byte = u8::from_str_radix(&digits[2 * at..2 * at + 2], 16).ok()?;
    }
    is_digits.then_some(digest)
}
