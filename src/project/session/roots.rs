//! The roots of a client, and the local paths to which they refer.

use camino::{Utf8Path, Utf8PathBuf};
use percent_encoding::percent_decode_str;

/// The roots of a client, if they are known.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum Roots {
    /// The client offers no roots.
    #[default]
    None,
    /// The client's roots as URIs, in the client's order. A root without a URI is an empty string.
    /// Only `file:` URIs and absolute paths are used.
    Offered(Vec<String>),
    /// The client did not answer within this many seconds.
    Silent(u64),
    /// The client answered with an error, or without a list of roots.
    Failed,
}

impl Roots {
    /// Returns the local paths to which the roots refer, in the client's order. Skips a root that
    /// is not a local path.
    pub fn paths(&self) -> impl Iterator<Item = Utf8PathBuf> {
        let uris = match self {
            Self::Offered(uris) => &**uris,
            Self::None | Self::Silent(_) | Self::Failed => &[],
        };
        uris.iter().filter_map(|uri| file_path(uri))
    }
}

/// Returns the local path in `uri`, which is a `file:` URI or an absolute path, as in MCP roots.
/// The host of the URI may be empty or `localhost`. Returns `None` for any other URI, for any other
/// host, and for a path that is not UTF-8.
fn file_path(uri: &str) -> Option<Utf8PathBuf> {
    if Utf8Path::new(uri).is_absolute() {
        return (!uri.contains('\0')).then(|| uri.into());
    }
    // Schemes and hosts are case-insensitive (RFC 3986 §6.2.2.1).
    let (scheme, rest) = uri.split_once(':')?;
    let (host, path) = match rest.strip_prefix("//") {
        Some(rest) => rest.split_at(rest.find('/')?),
        None => ("", Some(rest).filter(|path| path.starts_with('/'))?),
    };
    let local = host.is_empty() || host.eq_ignore_ascii_case("localhost");
    if !scheme.eq_ignore_ascii_case("file") || !local {
        return None;
    }
    let path = path.split(['?', '#']).next()?;
    let path = percent_decode_str(path).decode_utf8().ok()?;
    let path = if cfg!(windows) {
        on_windows(&path)?
    } else {
        &path
    };
    (!path.contains('\0')).then(|| path.into())
}

/// Returns `path` without the `/` before its drive (RFC 8089 appendix E.2). A path without a drive
/// is on the drive of the working directory. Returns `None` for a path on another host, and if no
/// separator follows the drive.
fn on_windows(path: &str) -> Option<&str> {
    let is_separator = |byte: Option<&u8>| matches!(byte, Some(b'/' | b'\\'));
    match path.as_bytes().get(2) {
        Some(b':') if is_separator(path.as_bytes().get(3)) => Some(&path[1..]),
        Some(b':') => None,
        _ if is_separator(path.as_bytes().get(1)) => None,
        _ => Some(path),
    }
}
