//! Compares headings, ignoring punctuation and leading numbers.

use super::heading_path::SEPARATOR;
use super::headings::Heading;
use crate::text::escaped::collapse_whitespace;

/// A heading, split into its words and the numbers before them.
#[derive(Debug)]
struct HeadingName {
    /// The whole heading in lower case.
    lower: String,
    numbers: Vec<String>,
    words: Vec<String>,
}

impl HeadingName {
    /// Splits `heading` at spaces and punctuation. If it has only numbers, the numbers are its
    /// words.
    fn of(heading: &str) -> Self {
        let lower = collapse_whitespace(heading).to_lowercase();
        let joined = lower.replace(['\'', '’'], "");
        let words = joined.split(|character: char| !is_of_word(character));
        let mut numbers: Vec<String> = words
            .filter(|word| !word.is_empty())
            .map(str::to_owned)
            .collect();
        let is_word = |word: &String| !word.chars().all(char::is_numeric);
        let first = numbers.iter().position(is_word).unwrap_or(0);
        let words = numbers.split_off(first);
        Self {
            lower,
            numbers,
            words,
        }
    }

    /// Returns true if both headings have the same words. Their numbers must also be equal, unless
    /// one of the headings has none.
    fn is_like(&self, other: &Self) -> bool {
        let may_differ = self.numbers.is_empty() || other.numbers.is_empty();
        self.words == other.words && (may_differ || self.numbers == other.numbers)
    }
}

/// Returns true if `character` is part of a word. Signs that distinguish names, as in C++ and C#,
/// are also part of a word.
fn is_of_word(character: char) -> bool {
    character.is_alphanumeric() || "+#=<>&%$@^~|\\".contains(character)
}

/// Returns the indices of the headings that match `path`. The last name of `path` must match the
/// heading itself. Each earlier name must match a heading that encloses the next one. If headings
/// are equal to the last name except for case, only these headings are returned.
///
/// `check` is called once for each heading, and for each enclosing heading that is compared.
///
/// # Errors
///
/// Returns the error of `check`.
pub fn alike<E>(
    path: &str,
    headings: &[Heading],
    mut check: impl FnMut() -> Result<(), E>,
) -> Result<Vec<usize>, E> {
    let path: Vec<HeadingName> = path.split(SEPARATOR).map(HeadingName::of).collect();
    let mut found = Vec::new();
    if path.iter().any(|name| name.words.is_empty()) {
        return Ok(found);
    }
    let names: Vec<HeadingName> = headings
        .iter()
        .map(|heading| HeadingName::of(&heading.text))
        .collect();
    for (at, name) in names.iter().enumerate() {
        check()?;
        let mut wanted = path.iter().rev().peekable();
        if wanted.next_if(|wanted| wanted.is_like(name)).is_none() {
            continue;
        }
        let mut around = headings[at].parent;
        while let Some(above) = around.filter(|_| wanted.peek().is_some()) {
            check()?;
            wanted.next_if(|wanted| wanted.is_like(&names[above]));
            around = headings[above].parent;
        }
        if wanted.peek().is_none() {
            found.push(at);
        }
    }
    let is_equal = |at: &usize| {
        path.last()
            .is_some_and(|name| name.lower == names[*at].lower)
    };
    if found.iter().any(is_equal) {
        found.retain(is_equal);
    }
    Ok(found)
}
