//! Parses a string into a [`Pattern`].

use std::borrow::Cow;

use super::pattern_set::Component;
use super::{METACHARACTERS, Pattern, PatternError, PatternErrorKind};
use crate::limits::{MAX_PATTERN_ALTERNATIVES, MAX_PATTERN_BYTES, MAX_PATTERN_COMPONENTS};

impl Pattern {
    /// Parses a pattern (see [the syntax](super#syntax)).
    pub fn parse(text: &str) -> Result<Self, PatternError> {
        Self::parse_names(text, true)
    }

    /// Parses a pattern for files that are not documents. Unlike in [`Self::parse`], a last
    /// component without a dot does not also match names with an extension.
    pub fn parse_of_files(text: &str) -> Result<Self, PatternError> {
        Self::parse_names(text, false)
    }

    fn parse_names(text: &str, extend: bool) -> Result<Self, PatternError> {
        check_whole(text)?;
        let chars: Vec<SpannedChar> = text.chars().zip(1..).collect();
        let expansions = expand(&chars)?;
        let mut wild = 0;
        let (mut alternatives, mut others) = (Vec::new(), Vec::new());
        for chars in &expansions {
            alternatives.push(alternative(chars, &mut wild)?);
            let name = chars.rsplit(|&(character, _)| character == '/').next();
            let name = string(name.unwrap_or_default());
            // A `*` at the end already matches any extension.
            if extend && !name.is_empty() && !name.contains('.') && !name.ends_with('*') {
                let extended = [&chars[..], &[('.', 0), ('*', 0)]].concat();
                others.push(alternative(&extended, &mut wild)?);
            }
        }
        others.extend(verbatim(text));
        alternatives.append(&mut others);
        Ok(Self {
            text: text.to_owned(),
            alternatives,
            written: expansions.len(),
            is_anywhere: false,
        })
    }

    /// Parses `prepared`, a client's file pattern that is shown as `text`. Passes each expansion of
    /// its braces to `rewritten`, which returns `None` to drop the expansion. Splits the result
    /// into components. `**` matches any number of folders, and several stars within a component
    /// count as one.
    pub fn of_client(
        text: &str,
        prepared: &str,
        rewritten: impl Fn(&str) -> Option<String>,
    ) -> Result<Self, PatternError> {
        check_length(prepared)?;
        let expansions = if prepared.contains(['{', '[']) {
            expand(&prepared.chars().zip(1..).collect::<Vec<_>>())?
        } else {
            Vec::new()
        };
        let expanded = expansions
            .iter()
            .map(|expansion| Cow::Owned(string(expansion)));
        let whole = expansions.is_empty().then_some(Cow::Borrowed(prepared));
        let mut wild = 0;
        let mut alternatives = Vec::new();
        for text in expanded
            .chain(whole)
            .filter_map(|expansion| rewritten(&expansion))
        {
            let mut components = Vec::new();
            for name in text.split('/') {
                match name {
                    "**" if components.last() == Some(&Component::AnyDirectories) => {}
                    "**" => components.push(Component::AnyDirectories),
                    _ if !name.contains(METACHARACTERS) => {
                        components.push(Component::literal(name));
                    }
                    _ => {
                        let mut chars: Vec<SpannedChar> = name.chars().zip(1..).collect();
                        chars.dedup_by(|next, last| (next.0, last.0) == ('*', '*'));
                        components.push(component(&chars, &mut wild)?);
                    }
                }
            }
            alternatives.push(components);
        }
        Ok(Self {
            text: text.to_owned(),
            written: alternatives.len(),
            alternatives,
            is_anywhere: false,
        })
    }

    /// Returns a pattern that matches only `path`, without wildcards and added extensions.
    ///
    /// Returns `None` if no file in a category can have this path because the path is empty or
    /// absolute, ends in `/`, or contains `..` or a NUL. Also returns `None` if the path is longer
    /// or deeper than a pattern may be.
    pub fn exact(path: &str) -> Option<Self> {
        let names: Vec<&str> = path.split('/').collect();
        let outside = path.starts_with('/') || names.contains(&"..");
        let file = !matches!(names.last(), None | Some(&("" | ".")));
        if outside || !file || path.contains('\0') || path.len() > MAX_PATTERN_BYTES {
            return None;
        }
        let names = names.into_iter().filter(|name| !matches!(*name, "" | "."));
        let components: Vec<Component> = names.map(Component::literal).collect();
        (components.len() <= MAX_PATTERN_COMPONENTS).then(|| Self {
            text: path.to_owned(),
            alternatives: vec![components],
            written: 1,
            is_anywhere: false,
        })
    }
}

/// Returns the components of the path that `text` spells literally, or `None` if `text` has neither
/// a set nor braces.
fn verbatim(text: &str) -> Option<Vec<Component>> {
    let names = text.split('/').filter(|name| !matches!(*name, "" | "."));
    let below = text.ends_with('/') || text.ends_with("/.");
    let below = below.then_some(Component::AnyDirectories);
    let components = names.map(Component::literal).chain(below);
    text.contains(['[', '{']).then(|| components.collect())
}

fn string(chars: &[SpannedChar]) -> String {
    chars.iter().map(|&(character, _)| character).collect()
}

/// Checks the length, the depth and the characters of a pattern before its expansion.
fn check_whole(text: &str) -> Result<(), PatternError> {
    check_length(text)?;
    for (character, position) in text.chars().zip(1..) {
        match character {
            '\0' => return Err(PatternErrorKind::Nul.at(position)),
            '\\' => return Err(PatternErrorKind::Backslash.at(position)),
            _ => {}
        }
    }
    Ok(())
}

/// Checks the length and the depth of a pattern before its expansion.
fn check_length(text: &str) -> Result<(), PatternError> {
    if text.len() > MAX_PATTERN_BYTES {
        return Err(PatternErrorKind::TooLong(text.len()).into());
    }
    let components = text.split('/').filter(|name| !name.is_empty()).count();
    if components > MAX_PATTERN_COMPONENTS {
        return Err(PatternErrorKind::TooDeep(components).into());
    }
    Ok(())
}

/// Parses one alternative. Adds the number of characters in its components with `?` or a set to
/// `wild`.
fn alternative(chars: &[SpannedChar], wild: &mut usize) -> Result<Vec<Component>, PatternError> {
    match chars {
        [] => return Err(PatternErrorKind::Empty.into()),
        [('/', at), ..] => return Err(PatternErrorKind::Absolute.at(*at)),
        [(letter, at), (':', _), ..] if letter.is_ascii_alphabetic() => {
            return Err(PatternErrorKind::Absolute.at(*at));
        }
        [('!', at), ..] => return Err(PatternErrorKind::Negated.at(*at)),
        _ => {}
    }
    let mut components = Vec::new();
    let mut names = chars.split(|&(character, _)| character == '/').peekable();
    while let Some(name) = names.next() {
        let text = string(name);
        let is_last = names.peek().is_none();
        let below = match text.as_str() {
            "" | "." => is_last,
            ".." => return Err(PatternErrorKind::Traversal.at(name[0].1)),
            "**" => true,
            _ => {
                components.push(component(name, wild)?);
                false
            }
        };
        if below && !matches!(components.last(), Some(Component::AnyDirectories)) {
            components.push(Component::AnyDirectories);
        }
    }
    Ok(components)
}

/// Parses a component that is neither empty nor `**`. If it has `?` or a set, adds its length in
/// characters to `wild`, which is limited. Other components are matched in linear time.
fn component(name: &[SpannedChar], wild: &mut usize) -> Result<Component, PatternError> {
    // The source for the glob crate, which does not support `[^…]`.
    let mut source = String::new();
    let mut index = 0;
    while let Some(&(character, at)) = name.get(index) {
        let mut length = 1;
        match character {
            '[' => {
                length = set_length(&name[index..])?;
                set(&name[index..index + length], &mut source)?;
            }
            '*' if matches!(name.get(index + 1), Some(('*', _))) => {
                return Err(PatternErrorKind::Recursive.at(at));
            }
            _ => source.push(character),
        }
        index += length;
    }
    if source.contains(['?', '[']) {
        *wild += name.len();
    }
    if *wild > MAX_PATTERN_BYTES {
        return Err(PatternErrorKind::TooCostly.at(name[0].1));
    }
    Component::parse(&source).map_err(|_| PatternErrorKind::OpenBracket.at(name[0].1))
}

/// Appends the set `chars` to `source`, a pattern for the glob crate, where `!` negates a set.
fn set(chars: &[SpannedChar], source: &mut String) -> Result<(), PatternError> {
    let mut members = &chars[1..chars.len() - 1];
    source.push('[');
    if let [('!' | '^', _), rest @ ..] = members {
        source.push('!');
        members = rest;
    }
    source.extend(members.iter().map(|(character, _)| character));
    source.push(']');
    while let [(first, at), rest @ ..] = members {
        let (last, after) = match rest {
            [('-', _), (last, _), after @ ..] => (last, after),
            _ => (first, rest),
        };
        if first > last {
            return Err(PatternErrorKind::Range(format!("{first}-{last}")).at(*at));
        }
        members = after;
    }
    Ok(())
}

/// A character and its position in the user's pattern, counted from 1.
type SpannedChar = (char, usize);

/// Expands the braces in `chars`. In the result, the choice of the last braces changes fastest.
/// Sets (`[…]`) are copied.
fn expand(chars: &[SpannedChar]) -> Result<Vec<Vec<SpannedChar>>, PatternError> {
    let mut all = Vec::new();
    expand_rest(Vec::new(), chars, &mut all)?;
    Ok(all)
}

/// Expands `rest`, and adds each result to `all`, preceded by `before`.
fn expand_rest(
    mut before: Vec<SpannedChar>,
    mut rest: &[SpannedChar],
    all: &mut Vec<Vec<SpannedChar>>,
) -> Result<(), PatternError> {
    while let Some(&(character, _)) = rest.first() {
        let mut length = 1;
        if character == '[' {
            length = set_length(rest)?;
        } else if character == '{'
            && let Some((choices, after)) = choices(rest)?
        {
            for choice in choices {
                expand_rest(before.clone(), &[choice, after].concat(), all)?;
            }
            return Ok(());
        }
        before.extend(&rest[..length]);
        rest = &rest[length..];
    }
    if all.len() == MAX_PATTERN_ALTERNATIVES {
        return Err(PatternErrorKind::TooManyAlternatives.into());
    }
    all.push(before);
    Ok(())
}

/// The choices of a pair of braces, and the characters after it.
type Choices<'c> = (Vec<&'c [SpannedChar]>, &'c [SpannedChar]);

/// Returns the choices of the braces that open at the start of `chars`, and the characters after
/// these braces. Returns `None` if the braces have no comma and are therefore literal.
fn choices(chars: &[SpannedChar]) -> Result<Option<Choices<'_>>, PatternError> {
    let (mut depth, mut start, mut at) = (0, 1, 0);
    let mut choices = Vec::new();
    while let Some(&(character, _)) = chars.get(at) {
        match character {
            '[' => at += set_length(&chars[at..])? - 1,
            '{' => depth += 1,
            '}' => depth -= 1,
            _ => {}
        }
        if depth == 0 || depth == 1 && character == ',' {
            choices.push(&chars[start..at]);
            start = at + 1;
        }
        at += 1;
        if depth == 0 {
            return Ok((choices.len() > 1).then_some((choices, &chars[at..])));
        }
    }
    Err(PatternErrorKind::OpenBrace.at(chars[0].1))
}

/// Returns the length in characters of the set at the start of `chars`, including its brackets.
fn set_length(chars: &[SpannedChar]) -> Result<usize, PatternError> {
    // A `]` in the first place is a member and does not end the set.
    let first = 1 + usize::from(matches!(chars.get(1), Some(('!' | '^', _))));
    for (index, &(character, _)) in chars.iter().enumerate().skip(first) {
        match character {
            '/' => break,
            ']' if index > first => return Ok(index + 1),
            _ => {}
        }
    }
    Err(PatternErrorKind::OpenBracket.at(chars[0].1))
}
