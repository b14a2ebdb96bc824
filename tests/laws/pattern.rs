//! The pattern law: the engine and the reference agree.

use globset::GlobBuilder;
use rule_files::pattern::{Pattern, PatternError, PatternErrorKind};

use super::glob::Reference;
use super::{Verdict, ensure, timed};

/// The engine: for each path whether it matches.
pub fn engine(text: &str, paths: &[String]) -> Result<Vec<bool>, PatternError> {
    let pattern = Pattern::parse(text)?;
    assert_eq!(pattern.to_string(), text);
    Ok(paths.iter().map(|path| pattern.matches(path)).collect())
}

/// How often something worth testing came up.
#[derive(Debug, Default, Clone, Copy)]
pub struct Seen {
    pub refused: usize,
    pub matched: usize,
    pub missed: usize,
    /// Of both, how many globset was asked about, too.
    pub compared: usize,
}

/// What globset says of a name and a pattern of one component, which also matches the name that it
/// spells; `None` where its syntax is another: it matches bytes, and reads two ranges with a `-`
/// between them as one.
fn globset(text: &str, path: &str) -> Option<bool> {
    let one = !text.contains(['/', '{', '}']) && !matches!(text, "." | "**");
    let plain = text.is_ascii() && path.is_ascii() && text.matches('-').count() < 2;
    if !one || !plain || path.contains('/') {
        return None;
    }
    let says = |text: &str| {
        let mut builder = GlobBuilder::new(text);
        builder.literal_separator(true).backslash_escape(false);
        Some(builder.build().ok()?.compile_matcher().is_match(path))
    };
    let hidden = path.starts_with('.') && !text.starts_with('.');
    let extended = !text.contains('.') && says(&format!("{text}.*"))?;
    Some(path == text || !hidden && (says(text)? || extended))
}

/// A text is a pattern, and a path matches it, exactly when the reference says
/// so, and, of a name and one component, exactly when globset does; what is wrong with a
/// text is where the error says; and neither takes longer for any text.
pub fn pattern(
    text: &str,
    paths: &[String],
    subject: impl Fn(&str, &[String]) -> Result<Vec<bool>, PatternError>,
) -> Result<Seen, String> {
    let matched = timed("matching", || subject(text, paths))?;
    let mut seen = Seen::default();
    match (matched, Reference::parse(text)) {
        (Err(error), Err(_)) => {
            seen.refused += 1;
            place(text, &error)?;
        }
        (Err(error), Ok(_)) => return Err(format!("{text:?} is refused: {error:?}")),
        (Ok(_), Err(_)) => return Err(format!("{text:?} is accepted")),
        (Ok(matched), Ok(reference)) => {
            for (path, matched) in paths.iter().zip(matched) {
                ensure(matched == reference.matches(path), || {
                    format!("{text:?} matches {path:?}: {matched}, which is wrong")
                })?;
                if let Some(expected) = globset(text, path) {
                    seen.compared += 1;
                    ensure(matched == expected, || {
                        format!("{text:?} matches {path:?}: {matched}, not as globset")
                    })?;
                }
                *(if matched { &mut seen.matched } else { &mut seen.missed }) += 1;
            }
        }
    }
    Ok(seen)
}

/// A position lies inside the pattern, at a character that can be at fault.
fn place(text: &str, error: &PatternError) -> Verdict {
    let culprit = match error.kind {
        PatternErrorKind::Empty
        | PatternErrorKind::TooLong(_)
        | PatternErrorKind::TooDeep(_)
        | PatternErrorKind::TooManyAlternatives => {
            return ensure(error.position.is_none(), || format!("{error:?}"));
        }
        PatternErrorKind::Traversal => Some('.'),
        PatternErrorKind::Negated => Some('!'),
        PatternErrorKind::Backslash => Some('\\'),
        PatternErrorKind::Nul => Some('\0'),
        PatternErrorKind::OpenBrace => Some('{'),
        PatternErrorKind::OpenBracket => Some('['),
        PatternErrorKind::Recursive => Some('*'),
        PatternErrorKind::Absolute | PatternErrorKind::Range(_) | PatternErrorKind::TooCostly => None,
    };
    let index = (error.position.and_then(|position| position.checked_sub(1)))
        .ok_or_else(|| format!("{text:?}: no position: {error:?}"))?;
    let character = (text.chars().nth(index)).ok_or_else(|| format!("{text:?}: {error:?}"))?;
    ensure(culprit.is_none_or(|culprit| culprit == character), || {
        format!("{text:?}: {character:?} stands at {error:?}")
    })
}
