//! Brace expansion, before anything else is parsed.

use super::{MAX_ALTERNATIVES, PatternError, PatternErrorKind};

/// A character and its position in the user's pattern, counted from 1.
pub(super) type SpannedChar = (char, usize);

/// One expansion of a pattern's braces.
#[derive(Default, Clone)]
pub(super) struct Expansion {
    pub chars: Vec<SpannedChar>,
    /// The position of the `,` or `}` after the first empty choice that it took.
    empty_choice: Option<usize>,
}

/// A `{` that is not closed yet.
struct OpenBrace {
    position: usize,
    /// The expansions of what precedes it in its sequence.
    before: Vec<Expansion>,
    /// The expansions of the choices that a comma has ended.
    choices: Vec<Expansion>,
}

/// Expands the braces of a pattern, in the order of their choices: the last choice
/// changes first. Sets (`[…]`) are copied unchanged, and so are braces without a comma.
///
/// # Errors
///
/// A `{` or `[` that is not closed, more than [`MAX_ALTERNATIVES`] expansions (equal
/// ones counted each), or an empty one that takes an empty choice.
pub(super) fn expand(text: &str) -> Result<Vec<Expansion>, PatternError> {
    let chars: Vec<SpannedChar> = text.chars().zip(1..).collect();
    let mut open: Vec<OpenBrace> = Vec::new();
    let mut here = vec![Expansion::default()];
    let mut index = 0;
    while let Some(&(character, position)) = chars.get(index) {
        let mut end = index + 1;
        match (character, open.last_mut()) {
            ('{', _) => open.push(OpenBrace {
                position,
                before: std::mem::replace(&mut here, vec![Expansion::default()]),
                choices: Vec::new(),
            }),
            (',', Some(group)) => {
                group.choices.extend(choices(&mut here, position));
                at_most(group.choices.len())?;
            }
            ('}', Some(_)) => {
                if let Some(mut group) = open.pop() {
                    if group.choices.is_empty() {
                        append(&mut group.before, &[('{', group.position)]);
                        append(&mut here, &[('}', position)]);
                        group.choices = here;
                    } else {
                        group.choices.extend(choices(&mut here, position));
                        at_most(group.choices.len())?;
                    }
                    here = product(&group.before, &group.choices)?;
                }
            }
            _ => {
                if character == '[' {
                    end = index + set_length(&chars[index..])?;
                }
                append(&mut here, &chars[index..end]);
            }
        }
        index = end;
    }
    if let Some(first) = open.first() {
        return Err(PatternError::at(
            PatternErrorKind::OpenBrace,
            first.position,
        ));
    }
    Ok(here)
}

impl Expansion {
    /// Returns the error of an expansion without characters.
    pub(super) fn check_not_empty(&self) -> Result<(), PatternError> {
        match self.empty_choice {
            Some(end) if self.chars.is_empty() => {
                Err(PatternError::at(PatternErrorKind::EmptyAlternative, end))
            }
            _ => Ok(()),
        }
    }
}

/// Takes the expansions of a choice that ends at this position.
fn choices(here: &mut Vec<Expansion>, end: usize) -> Vec<Expansion> {
    let mut choices = std::mem::replace(here, vec![Expansion::default()]);
    for choice in &mut choices {
        if choice.chars.is_empty() {
            choice.empty_choice.get_or_insert(end);
        }
    }
    choices
}

fn append(expansions: &mut [Expansion], chars: &[SpannedChar]) {
    for expansion in expansions {
        expansion.chars.extend_from_slice(chars);
    }
}

/// Follows each of the first expansions by each of the second.
fn product(first: &[Expansion], second: &[Expansion]) -> Result<Vec<Expansion>, PatternError> {
    at_most(first.len() * second.len())?;
    let pairs = first
        .iter()
        .flat_map(|a| second.iter().map(move |b| (a, b)));
    Ok(pairs
        .map(|(a, b)| Expansion {
            chars: [&a.chars[..], &b.chars].concat(),
            empty_choice: a.empty_choice.or(b.empty_choice),
        })
        .collect())
}

fn at_most(expansions: usize) -> Result<(), PatternError> {
    if expansions > MAX_ALTERNATIVES {
        return Err(PatternError::whole(PatternErrorKind::TooManyAlternatives));
    }
    Ok(())
}

/// Returns how many characters the set has that begins here, with its brackets.
pub(super) fn set_length(chars: &[SpannedChar]) -> Result<usize, PatternError> {
    // A `]` in the first place is a member, not the end.
    let first = 1 + usize::from(matches!(chars.get(1), Some(('!' | '^', _))));
    for (index, &(character, _)) in chars.iter().enumerate().skip(first) {
        match character {
            '/' => break,
            ']' if index > first => return Ok(index + 1),
            _ => {}
        }
    }
    Err(PatternError::at(PatternErrorKind::OpenBracket, chars[0].1))
}
