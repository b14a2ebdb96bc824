//! From text to [`Pattern`].

use super::braces::{Glyph, expand, set_length};
use super::{
    Alternative, Component, MAX_BYTES, MAX_COMPONENTS, Pattern, PatternError, PatternFault,
};

pub(super) fn parse(text: &str) -> Result<Pattern, PatternError> {
    guard(text)?;
    let alternatives = expand(text)?
        .iter()
        .map(|glyphs| alternative(glyphs))
        .collect::<Result<_, _>>()?;
    Ok(Pattern {
        text: text.to_owned(),
        literal: literal(text),
        alternatives,
    })
}

/// The text read as a path, where a file of that path is all that is meant: it
/// has metacharacters, or it spells its extension out.
fn literal(text: &str) -> Option<String> {
    let names: Vec<&str> = text
        .split('/')
        .filter(|name| !name.is_empty() && *name != ".")
        .collect();
    let exact =
        text.contains(['*', '?', '[', '{']) || names.last().is_some_and(|name| name.contains('.'));
    let below = text.ends_with('/') || text == "." || text.ends_with("/.");
    (exact && !below && !names.is_empty()).then(|| names.join("/"))
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

fn alternative(glyphs: &[Glyph]) -> Result<Alternative, PatternError> {
    match glyphs {
        [] => return Err(PatternError::whole(PatternFault::Empty)),
        [('/', at), ..] => return Err(PatternError::at(PatternFault::Absolute, *at)),
        [(letter, at), (':', _), ..] if letter.is_ascii_alphabetic() => {
            return Err(PatternError::at(PatternFault::Drive, *at));
        }
        _ => {}
    }
    let mut components = Vec::new();
    let mut text = String::new();
    let mut names = glyphs.split(|&(character, _)| character == '/').peekable();
    while let Some(name) = names.next() {
        text = name.iter().map(|&(character, _)| character).collect();
        let below = match (text.as_str(), names.peek().is_none()) {
            ("" | ".", is_last) => is_last,
            ("..", _) => return Err(PatternError::at(PatternFault::Traversal, name[0].1)),
            ("**", _) => true,
            _ => {
                components.push(component(name, &text)?);
                false
            }
        };
        if below && !matches!(components.last(), Some(Component::AnyDirectories)) {
            components.push(Component::AnyDirectories);
        }
    }
    let extended = match components.last() {
        Some(last) if !text.contains('.') => extend(last),
        _ => None,
    };
    Ok(Alternative {
        components,
        extended,
    })
}

/// The component followed by any extension.
fn extend(component: &Component) -> Option<Component> {
    match component {
        Component::Literal(name) => Some(Component::Extended(name.clone())),
        Component::Glob(glob) => glob::Pattern::new(&format!("{}.*", glob.as_str()))
            .ok()
            .map(Component::Glob),
        Component::Suffix(suffix) if !suffix.is_empty() => {
            glob::Pattern::new(&format!("*{suffix}.*"))
                .ok()
                .map(Component::Glob)
        }
        _ => None,
    }
}

/// Parses one component that is neither empty nor `**`.
fn component(name: &[Glyph], text: &str) -> Result<Component, PatternError> {
    if !text.contains(['*', '?', '[']) {
        return Ok(Component::Literal(text.to_owned()));
    }
    let mut source = String::with_capacity(text.len());
    let mut index = 0;
    while let Some(&(character, at)) = name.get(index) {
        let length = match character {
            '[' => {
                let length = set_length(&name[index..])?;
                set(&name[index..index + length], &mut source)?;
                length
            }
            '*' => {
                let run = name[index..].iter().take_while(|(c, _)| *c == '*').count();
                match run {
                    1 => source.push('*'),
                    2 => return Err(PatternError::at(PatternFault::Recursive, at)),
                    _ => return Err(PatternError::at(PatternFault::Stars, at)),
                }
                run
            }
            _ => {
                source.push(character);
                1
            }
        };
        index += length;
    }
    if let Some(suffix) = source.strip_prefix('*')
        && !suffix.contains(['*', '?', '['])
    {
        return Ok(Component::Suffix(suffix.to_owned()));
    }
    glob::Pattern::new(&source)
        .map(Component::Glob)
        .map_err(|_| PatternError::at(PatternFault::OpenBracket, name[0].1))
}

/// Checks the ranges of a set, and appends it with `!` for negation.
fn set(glyphs: &[Glyph], source: &mut String) -> Result<(), PatternError> {
    let mut members = &glyphs[1..glyphs.len() - 1];
    source.push('[');
    if let [('!' | '^', _), rest @ ..] = members {
        source.push('!');
        members = rest;
    }
    source.extend(members.iter().map(|(character, _)| character));
    source.push(']');
    while let [(first, at), rest @ ..] = members {
        members = match rest {
            [('-', _), (last, _), after @ ..] => {
                if first > last {
                    let range = PatternFault::Range(format!("{first}-{last}"));
                    return Err(PatternError::at(range, *at));
                }
                after
            }
            _ => rest,
        };
    }
    Ok(())
}
