//! Paths of files in the arguments of a call, one per line.

use indexmap::IndexSet;

use crate::limits::{MAX_PATTERN_BYTES, MAX_PATTERN_COMPONENTS};
use crate::operation::error::{ArgumentErrorKind, JsonType};

/// The separators between the components of a path. On Windows, shells and editors also write a
/// backslash.
const SEPARATORS: &[char] = if cfg!(windows) { &['/', '\\'] } else { &['/'] };

/// Splits `text`, the value of an argument, into all paths that it may mean, without duplicates.
/// The text contains one path per line, a JSON list, or names that each end with NUL. Names with
/// NUL are taken literally. Brackets, braces and parentheses are always literal.
///
/// # Errors
///
/// Returns an error if there is no path, or if there are more than `most` paths. Otherwise, returns
/// an error for the first path that no file in the project's folder can have.
pub(super) fn split_paths(text: &str, most: usize) -> Result<Vec<String>, ArgumentErrorKind> {
    let is_exact = text.contains('\0');
    let list = serde_json::from_str(text.trim()).unwrap_or_else(|_| Vec::<String>::new());
    let given: IndexSet<&str> = match list.as_slice() {
        _ if is_exact => text.split('\0').collect(),
        [] => text.lines().map(str::trim).collect(),
        list => list.iter().map(|path| path.trim()).collect(),
    };
    let (mut counted, mut paths) = (IndexSet::new(), IndexSet::new());
    for path in given.into_iter().filter(|path| !path.is_empty()) {
        let reading = if is_exact {
            Reading::exact(path)
        } else {
            Reading::of(path)
        };
        counted.extend(reading.counted);
        paths.extend(reading.paths);
    }
    if counted.is_empty() {
        return Err(ArgumentErrorKind::Missing(JsonType::String));
    }
    if counted.len() > most {
        return Err(ArgumentErrorKind::ManyPaths(counted.len()));
    }
    paths.iter().try_for_each(|path| check(path, is_exact))?;
    Ok(paths.into_iter().collect())
}

/// The interpretations of one line of an argument.
struct Reading {
    /// The path, or the paths of a list: what the user wrote. Only these count towards the limit.
    counted: Vec<String>,
    /// All paths that the line may mean, which can be several for each path that was written.
    paths: Vec<String>,
}

impl Reading {
    /// Interprets `name` literally.
    fn exact(name: &str) -> Self {
        let counted = vec![name.to_owned()];
        let paths = counted.clone();
        Self { counted, paths }
    }

    /// Interprets `line` without quotes, both as it is and without the `@` of a mention and a line
    /// number. A line with commas or tabs may also be a list of paths.
    fn of(line: &str) -> Self {
        let whole = unquoted(line);
        let mut paths = vec![undecorated(&whole).to_owned()];
        let mut parts = Vec::new();
        for part in whole.split([',', '\t']).map(str::trim) {
            if !part.is_empty() {
                parts.push(undecorated(&unquoted(part)).to_owned());
            }
        }
        let mut counted = vec![whole.clone()];
        if parts.len() > 1 {
            paths.extend(parts.iter().cloned());
            counted = parts;
        }
        // The line as it is may be a file name, too.
        paths.push(whole);
        Self { counted, paths }
    }
}

/// Returns `text` without the quotes around it. Within `"`, also decodes the escapes that Git
/// writes.
pub(crate) fn unquoted(text: &str) -> String {
    for quote in ['`', '\'', '"'] {
        let inner = text
            .strip_prefix(quote)
            .and_then(|rest| rest.strip_suffix(quote));
        match inner {
            None | Some("") => {}
            Some(inner) if quote == '"' => {
                return unescaped(inner).unwrap_or_else(|| inner.to_owned());
            }
            Some(inner) => return inner.to_owned(),
        }
    }
    text.to_owned()
}

/// Decodes the escapes in a name that Git has quoted. Returns `None` if an escape or the result is
/// not valid.
fn unescaped(text: &str) -> Option<String> {
    let mut bytes = Vec::new();
    let mut rest = text.bytes();
    while let Some(byte) = rest.next() {
        if byte != b'\\' {
            bytes.push(byte);
            continue;
        }
        let escaped = rest.next()?;
        bytes.push(
            match b"abtnvfr".iter().position(|letter| *letter == escaped) {
                Some(at) => 7 + at as u8,
                None if matches!(escaped, b'"' | b'\\') => escaped,
                None => {
                    let digits = [escaped, rest.next()?, rest.next()?];
                    u8::from_str_radix(std::str::from_utf8(&digits).ok()?, 8).ok()?
                }
            },
        );
    }
    String::from_utf8(bytes).ok()
}

/// Returns `path` without the `@` of a mention and without a line number at the end: `:12`, `:12:5`
/// or `#L12`.
pub(crate) fn undecorated(path: &str) -> &str {
    let path = path
        .strip_prefix('@')
        .filter(|path| !path.is_empty())
        .unwrap_or(path);
    let is_place = |at: usize| {
        let place = &path[at + 1..];
        let is_number = |c: char| c.is_ascii_digit() || ":-LC".contains(c);
        at > 0 && place.contains(|c: char| c.is_ascii_digit()) && place.chars().all(is_number)
    };
    let mut marks = path.match_indices([':', '#']).map(|(at, _)| at);
    marks
        .find(|at| is_place(*at))
        .map_or(path, |at| &path[..at])
}

/// Returns whether a call can use `path` literally as the path to a file.
pub(crate) fn is_exact(path: &str) -> bool {
    check(path, true).is_ok()
}

/// Returns an error if no file in the project's folder can have this path. Wildcards, and
/// backslashes on systems other than Windows, are allowed only if `is_exact` is true.
pub(super) fn check(path: &str, is_exact: bool) -> Result<(), ArgumentErrorKind> {
    let given = || path.to_owned();
    let last = path.rsplit(SEPARATORS).next().unwrap_or_default();
    Err(if path.len() > MAX_PATTERN_BYTES {
        too_long(path, MAX_PATTERN_BYTES)
    } else if path.contains(['*', '?']) && !is_exact {
        ArgumentErrorKind::PathPattern(given())
    } else if path.contains('\\') && !cfg!(windows) && !is_exact {
        ArgumentErrorKind::PathBackslash(given())
    } else if path.split(SEPARATORS).count() > MAX_PATTERN_COMPONENTS {
        ArgumentErrorKind::PathDeep(given())
    } else if path.starts_with("~/")
        || path.contains("://")
        || path.split(SEPARATORS).any(|name| name == "..")
    {
        ArgumentErrorKind::PathOutside(given())
    } else if matches!(last, "" | ".") {
        ArgumentErrorKind::PathFolder(given())
    } else {
        return Ok(());
    })
}

/// Returns `path` relative to the project's folder. `folder` returns the path to the project's
/// folder. `links` returns pairs: a path through links, and the path to which it leads.
///
/// # Errors
///
/// Returns an error if `path` is absolute and not in the folder.
pub(super) fn relative(
    path: &str,
    folder: impl FnOnce() -> Option<String>,
    links: impl FnOnce() -> Vec<[String; 2]>,
) -> Result<String, ArgumentErrorKind> {
    let counted = names(path);
    let is_drive = path.as_bytes().get(1) == Some(&b':')
        && path.as_bytes()[0].is_ascii_alphabetic()
        && (cfg!(windows) || path.as_bytes().get(2) == Some(&b'/'));
    if !path.starts_with(SEPARATORS) && !is_drive {
        return Ok(counted.join("/"));
    }
    let folder = folder().unwrap_or_default();
    let folder = names(&folder);
    let below = |counted: &[&str]| {
        let rest = after(counted, &folder).filter(|rest| !rest.is_empty() && !folder.is_empty())?;
        Some(rest.join("/"))
    };
    let through = |[link, to]: &[String; 2]| {
        let rest = after(&counted, &names(link))?;
        below(&[names(to).as_slice(), rest].concat())
    };
    let found = below(&counted).or_else(|| links().iter().find_map(through));
    found.ok_or_else(|| ArgumentErrorKind::PathOutside(path.to_owned()))
}

/// Returns the components of `path`, except empty ones and `.`.
fn names(path: &str) -> Vec<&str> {
    let names = path.split(SEPARATORS);
    names.filter(|name| !matches!(*name, "" | ".")).collect()
}

/// Returns the components of `path` that follow `folder`, or `None` if the path is not in that
/// folder.
fn after<'n, 'p>(path: &'n [&'p str], folder: &[&str]) -> Option<&'n [&'p str]> {
    let (begin, rest) = path.split_at_checked(folder.len())?;
    let is_same = |(one, other): (&&str, &&str)| {
        if cfg!(windows) {
            one.eq_ignore_ascii_case(other)
        } else {
            one == other
        }
    };
    begin.iter().zip(folder).all(is_same).then_some(rest)
}

/// Returns the error for `text`, which is longer than `limit` bytes.
pub(super) fn too_long(text: &str, limit: usize) -> ArgumentErrorKind {
    ArgumentErrorKind::TooLong {
        bytes: text.len(),
        limit,
    }
}
