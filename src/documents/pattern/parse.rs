//! From text to [`Pattern`].

use std::collections::HashSet;

use super::braces::{Expansion, Glyph, set_length};
use super::positions::Set;
use super::wildcard::Tokens;
use super::{
    Alternative, Component, MAX_BYTES, MAX_COMPONENTS, METACHARACTERS, Pattern, PatternError,
    PatternFault,
};

pub(super) fn parse(text: &str) -> Result<Pattern, PatternError> {
    guard(text)?;
    let expansion = Expansion::of(text)?;
    let mut alternatives = Vec::new();
    let mut sets = Vec::new();
    let mut known = HashSet::new();
    let mut glyphs = Vec::new();
    for number in 0..expansion.count() {
        expansion.write(number, &mut glyphs)?;
        if expansion.count() == 1 || known.insert(characters(&glyphs)) {
            alternatives.push(alternative(&glyphs, &mut sets)?);
        }
    }
    let literal = literal(text);
    Ok(Pattern {
        text: text.to_owned(),
        as_path: literal.as_deref().and_then(as_path).map(Box::new),
        literal,
        alternatives,
        written: expansion.count(),
        sets,
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
    let components: Vec<Component> = names.map(|name| Component::Literal(name.into())).collect();
    (components.len() <= MAX_COMPONENTS).then(|| Pattern {
        text: path.to_owned(),
        literal: None,
        alternatives: vec![Alternative {
            components,
            extended: None,
        }],
        as_path: None,
        written: 1,
        sets: Vec::new(),
    })
}

/// The alternative that a literal path is, where a pattern of this text need not
/// match it.
fn as_path(literal: &str) -> Option<Alternative> {
    if !literal.contains(['[', '{']) {
        return None;
    }
    let component = |name: &str| match name {
        "." => Component::AnyDirectories,
        name => Component::Literal(name.to_owned()),
    };
    Some(Alternative {
        components: literal.split('/').map(component).collect(),
        extended: None,
    })
}

fn characters(glyphs: &[Glyph]) -> String {
    glyphs.iter().map(|&(character, _)| character).collect()
}

/// The text read as a path, where that path can be all that is meant: it has
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

/// What is refused of the text as given, before it means anything.
fn guard(text: &str) -> Result<(), PatternError> {
    if text.is_empty() {
        return Err(PatternError::whole(PatternFault::Empty));
    }
    if text.len() > MAX_BYTES {
        return Err(PatternError::whole(PatternFault::TooLong(text.len())));
    }
    for (character, position) in text.chars().zip(1..) {
        match character {
            '\0' => return Err(PatternError::at(PatternFault::Nul, position)),
            '\\' => return Err(PatternError::at(PatternFault::Backslash, position)),
            _ => {}
        }
    }
    let components = text.split('/').filter(|name| !name.is_empty()).count();
    if components > MAX_COMPONENTS {
        return Err(PatternError::whole(PatternFault::TooDeep(components)));
    }
    Ok(())
}

fn alternative(glyphs: &[Glyph], sets: &mut Vec<Set>) -> Result<Alternative, PatternError> {
    match glyphs {
        [('/', at), ..] => return Err(PatternError::at(PatternFault::Absolute, *at)),
        [(letter, at), (':', _), ..] if letter.is_ascii_alphabetic() => {
            return Err(PatternError::at(PatternFault::Drive, *at));
        }
        [('!', at), ..] => return Err(PatternError::at(PatternFault::Negated, *at)),
        _ => {}
    }
    let mut components = Vec::new();
    let mut extended = None;
    let mut names = glyphs.split(|&(character, _)| character == '/').peekable();
    while let Some(name) = names.next() {
        let text = characters(name);
        let below = match (text.as_str(), names.peek().is_none()) {
            ("" | ".", is_last) => is_last,
            ("..", _) => return Err(PatternError::at(PatternFault::Traversal, name[0].1)),
            ("**", _) => true,
            (_, is_last) => {
                let extend = is_last && !text.contains('.');
                let (component, with_extension) = component(name, &text, extend, sets)?;
                components.push(component);
                extended = with_extension;
                false
            }
        };
        if below && !matches!(components.last(), Some(Component::AnyDirectories)) {
            components.push(Component::AnyDirectories);
        }
    }
    Ok(Alternative {
        components,
        extended,
    })
}

/// Parses one component that is neither empty nor `**`, and which may be followed
/// by any extension if it is to `extend`: by itself, or as the second component.
fn component(
    name: &[Glyph],
    text: &str,
    extend: bool,
    sets: &mut Vec<Set>,
) -> Result<(Component, Option<Component>), PatternError> {
    if !text.contains(['*', '?', '[']) {
        let extended = extend.then(|| Component::Extended(text.to_owned()));
        return Ok((Component::Literal(text.to_owned()), extended));
    }
    let mut source = String::with_capacity(text.len());
    let mut tokens = Tokens::new(sets);
    let mut index = 0;
    while let Some(&(character, at)) = name.get(index) {
        let length = match character {
            '[' => {
                let length = set_length(&name[index..])?;
                tokens.push_set(set(&name[index..index + length], &mut source)?);
                length
            }
            '*' => {
                let run = name[index..].iter().take_while(|(c, _)| *c == '*').count();
                match run {
                    1 => source.push('*'),
                    2 => return Err(PatternError::at(PatternFault::Recursive, at)),
                    _ => return Err(PatternError::at(PatternFault::Stars, at)),
                }
                tokens.push('*');
                run
            }
            _ => {
                source.push(character);
                tokens.push(character);
                1
            }
        };
        index += length;
    }
    // What is a pattern is for the glob crate to say.
    glob::Pattern::new(&source)
        .map_err(|_| PatternError::at(PatternFault::OpenBracket, name[0].1))?;
    Ok(match source.strip_prefix('*') {
        Some(suffix) if !suffix.contains(['*', '?', '[']) => {
            let extended = (extend && !suffix.is_empty()).then(|| {
                tokens.push('.');
                tokens.push('*');
                Component::Wildcard(tokens.finish(false))
            });
            (Component::Suffix(suffix.to_owned()), extended)
        }
        _ => (Component::Wildcard(tokens.finish(extend)), None),
    })
}

/// Reads a set and checks its ranges; appends it with `!` for negation.
fn set(glyphs: &[Glyph], source: &mut String) -> Result<Set, PatternError> {
    let mut members = &glyphs[1..glyphs.len() - 1];
    let mut set = Set {
        negated: false,
        ranges: Vec::new(),
    };
    source.push('[');
    if let [('!' | '^', _), rest @ ..] = members {
        source.push('!');
        set.negated = true;
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
            let range = PatternFault::Range(format!("{first}-{last}"));
            return Err(PatternError::at(range, *at));
        }
        set.ranges.push((*first, *last));
        members = after;
    }
    Ok(set)
}
