//! From a string to a [`Pattern`].

use std::collections::HashSet;

use super::braces::{SpannedChar, expand, set_length};
use super::component::Component;
use super::{
    MAX_BYTES, MAX_COMPONENTS, MAX_STEPS, METACHARACTERS, Pattern, PatternError, PatternErrorKind,
};

pub(super) fn parse(text: &str) -> Result<Pattern, PatternError> {
    check_whole(text)?;
    let expansions = expand(text)?;
    let mut parser = Parser { steps: 0 };
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
    if outside || !file || path.contains('\0') || path.len() > MAX_BYTES {
        return None;
    }
    let names = names.into_iter().filter(|name| !matches!(*name, "" | "."));
    let components: Vec<Component> = names.map(Component::literal).collect();
    (components.len() <= MAX_COMPONENTS).then(|| Pattern {
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
    if text.len() > MAX_BYTES {
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
    if components > MAX_COMPONENTS {
        return Err(PatternError::whole(PatternErrorKind::TooDeep(components)));
    }
    Ok(())
}

/// How many steps it takes to begin at another character of a name.
const STEPS: usize = 2;

/// Parses the alternatives of one pattern, and counts what they cost together.
struct Parser {
    steps: usize,
}

impl Parser {
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
                    components.push(self.component(name, &text, extend)?);
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
    fn component(
        &mut self,
        name: &[SpannedChar],
        text: &str,
        extend: bool,
    ) -> Result<Component, PatternError> {
        if !text.contains(['*', '?', '[']) {
            let name = text.to_owned();
            return Ok(Component::Literal { name, extend });
        }
        // For the glob crate, which knows no `[^…]`.
        let mut source = String::with_capacity(text.len() + 2);
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
        if self.steps > MAX_STEPS {
            return Err(PatternError::at(PatternErrorKind::TooCostly, name[0].1));
        }
        Component::wildcard(&source, extend)
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
