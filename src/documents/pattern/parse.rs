//! Parses a string into a [`Pattern`].

use std::collections::HashSet;

use super::set::Component;
use super::{METACHARACTERS, Pattern, PatternError, PatternErrorKind};
use crate::limits::{
    MAX_PATTERN_ALTERNATIVES, MAX_PATTERN_BYTES, MAX_PATTERN_COMPONENTS, MAX_PATTERN_STEPS,
};

pub(super) fn parse(text: &str) -> Result<Pattern, PatternError> {
    check_whole(text)?;
    let expansions = expand(text)?;
    let mut parser = AlternativeParser::default();
    let mut alternatives = Vec::new();
    let mut known = HashSet::new();
    for expansion in &expansions {
        expansion.check_not_empty()?;
        let chars = &expansion.chars[..];
        if expansions.len() == 1 || known.insert(string(chars)) {
            alternatives.push(parser.alternative(chars)?);
        }
    }
    let literal = literal(text);
    Ok(Pattern {
        text: text.to_owned(),
        as_path: literal.as_deref().and_then(as_path),
        literal,
        alternatives,
        written: expansions.len(),
    })
}

pub(super) fn exact(path: &str) -> Option<Pattern> {
    let names: Vec<&str> = path.split('/').collect();
    let outside = path.starts_with('/') || names.contains(&"..");
    let file = !matches!(names.last(), None | Some(&("" | ".")));
    if outside || !file || path.contains('\0') || path.len() > MAX_PATTERN_BYTES {
        return None;
    }
    let names = names.into_iter().filter(|name| !matches!(*name, "" | "."));
    let components: Vec<Component> = names.map(Component::literal).collect();
    (components.len() <= MAX_PATTERN_COMPONENTS).then(|| Pattern {
        text: path.to_owned(),
        literal: None,
        alternatives: vec![components],
        as_path: None,
        written: 1,
    })
}

/// Returns the components of a literal path, where the pattern of the same string need
/// not match it.
fn as_path(literal: &str) -> Option<Vec<Component>> {
    if !literal.contains(['[', '{']) {
        return None;
    }
    let component = |name: &str| match name {
        "." => Component::AnyDirectories,
        name => Component::literal(name),
    };
    Some(literal.split('/').map(component).collect())
}

fn string(chars: &[SpannedChar]) -> String {
    chars.iter().map(|&(character, _)| character).collect()
}

/// Returns the pattern read as a path, where that path can be all that is meant: it has
/// metacharacters, or it is a file's and spells its extension out.
fn literal(text: &str) -> Option<String> {
    let names: Vec<&str> = text
        .split('/')
        .filter(|name| !name.is_empty() && *name != ".")
        .collect();
    let last = names.last()?;
    let below = text.ends_with('/') || text.ends_with("/.");
    let exact = text.contains(METACHARACTERS) || (!below && last.contains('.'));
    exact.then(|| names.join("/") + if below { "/." } else { "" })
}

/// Checks the length, the depth and the characters of a pattern as given.
fn check_whole(text: &str) -> Result<(), PatternError> {
    if text.is_empty() {
        return Err(PatternError::whole(PatternErrorKind::Empty));
    }
    if text.len() > MAX_PATTERN_BYTES {
        return Err(PatternError::whole(PatternErrorKind::TooLong(text.len())));
    }
    for (character, position) in text.chars().zip(1..) {
        match character {
            '\0' => return Err(PatternError::at(PatternErrorKind::Nul, position)),
            '\\' => return Err(PatternError::at(PatternErrorKind::Backslash, position)),
            _ => {}
        }
    }
    let components = text.split('/').filter(|name| !name.is_empty()).count();
    if components > MAX_PATTERN_COMPONENTS {
        return Err(PatternError::whole(PatternErrorKind::TooDeep(components)));
    }
    Ok(())
}

/// How many steps it takes to begin at another character of a name.
const STEPS: usize = 2;

/// Parses the alternatives of one pattern.
#[derive(Default)]
struct AlternativeParser {
    /// The steps of all of them.
    steps: usize,
}

impl AlternativeParser {
    fn alternative(&mut self, chars: &[SpannedChar]) -> Result<Vec<Component>, PatternError> {
        match chars {
            [('/', at), ..] => return Err(PatternError::at(PatternErrorKind::Absolute, *at)),
            [(letter, at), (':', _), ..] if letter.is_ascii_alphabetic() => {
                return Err(PatternError::at(PatternErrorKind::Drive, *at));
            }
            [('!', at), ..] => return Err(PatternError::at(PatternErrorKind::Negated, *at)),
            _ => {}
        }
        let mut components = Vec::new();
        let mut names = chars.split(|&(character, _)| character == '/').peekable();
        while let Some(name) = names.next() {
            let text = string(name);
            let is_last = names.peek().is_none();
            let below = match text.as_str() {
                "" | "." => is_last,
                ".." => return Err(PatternError::at(PatternErrorKind::Traversal, name[0].1)),
                "**" => true,
                _ => {
                    let extend = is_last && !text.contains('.');
                    components.push(self.component(name, extend)?);
                    false
                }
            };
            if below && !matches!(components.last(), Some(Component::AnyDirectories)) {
                components.push(Component::AnyDirectories);
            }
        }
        Ok(components)
    }

    /// Parses a component that is neither empty nor `**`. With `extend` it also matches
    /// names that have any extension more.
    fn component(&mut self, name: &[SpannedChar], extend: bool) -> Result<Component, PatternError> {
        // For the glob crate, which knows no `[^…]`.
        let mut source = String::new();
        // The steps of the part behind the last `*`, and of the longest such part.
        let (mut part, mut longest) = (None, 0);
        let mut index = 0;
        while let Some(&(character, at)) = name.get(index) {
            let mut length = 1;
            let mut cost = 1;
            match character {
                '[' => {
                    length = set_length(&name[index..])?;
                    cost = set(&name[index..index + length], &mut source)?;
                }
                '*' => {
                    let stars = name[index..].iter().take_while(|(c, _)| *c == '*').count();
                    match stars {
                        1 => source.push('*'),
                        2 => return Err(PatternError::at(PatternErrorKind::Recursive, at)),
                        _ => return Err(PatternError::at(PatternErrorKind::Stars, at)),
                    }
                    part = Some(0);
                    cost = 0;
                }
                _ => source.push(character),
            }
            if let Some(part) = &mut part {
                *part += cost;
                longest = longest.max(*part);
            }
            index += length;
        }
        if source.contains(['?', '[']) {
            let tried = 1 + usize::from(extend && !source.ends_with('*'));
            self.steps += tried * (STEPS + longest);
        }
        if self.steps > MAX_PATTERN_STEPS {
            return Err(PatternError::at(PatternErrorKind::TooCostly, name[0].1));
        }
        Component::parse(&source, extend)
            .map_err(|_| PatternError::at(PatternErrorKind::OpenBracket, name[0].1))
    }
}

/// Appends a set to the glob crate's pattern, negated by `!`. Returns how many members
/// it has, a range counted as one.
fn set(chars: &[SpannedChar], source: &mut String) -> Result<usize, PatternError> {
    let mut members = &chars[1..chars.len() - 1];
    source.push('[');
    if let [('!' | '^', _), rest @ ..] = members {
        source.push('!');
        members = rest;
    }
    source.extend(members.iter().map(|(character, _)| character));
    source.push(']');
    let mut count = 0;
    while let [(first, at), rest @ ..] = members {
        let (last, after) = match rest {
            [('-', _), (last, _), after @ ..] => (last, after),
            _ => (first, rest),
        };
        if first > last {
            let range = PatternErrorKind::Range(format!("{first}-{last}"));
            return Err(PatternError::at(range, *at));
        }
        count += 1;
        members = after;
    }
    Ok(count)
}

/// A character and its position in the user's pattern, counted from 1.
type SpannedChar = (char, usize);

/// One expansion of a pattern's braces.
#[derive(Default, Clone)]
struct Expansion {
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
/// A `{` or `[` that is not closed, more than [`MAX_PATTERN_ALTERNATIVES`] expansions (equal
/// ones counted each), or an empty one that takes an empty choice.
fn expand(text: &str) -> Result<Vec<Expansion>, PatternError> {
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
    fn check_not_empty(&self) -> Result<(), PatternError> {
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
    if expansions > MAX_PATTERN_ALTERNATIVES {
        return Err(PatternError::whole(PatternErrorKind::TooManyAlternatives));
    }
    Ok(())
}

/// Returns how many characters the set has that begins here, with its brackets.
fn set_length(chars: &[SpannedChar]) -> Result<usize, PatternError> {
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
