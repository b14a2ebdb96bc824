//! The reference for patterns: written to be read, not to be fast, from the
//! syntax alone. It imports nothing of the engine.

use super::braces::{expand, set_length};

/// Which alternatives, each a list of components, a text stands for. The last of one with a set or
/// braces is the path that it spells.
#[derive(Debug, Clone)]
pub struct Reference {
    pub alternatives: Vec<Vec<Component>>,
}

/// One name of an alternative.
#[derive(Debug, Clone, PartialEq)]
pub enum Component {
    /// `**`: any number of directories, or every file below.
    Any,
    /// What one name has to look like.
    Name(Vec<Token>),
    /// A name, without any extension more.
    Exact(String),
}

/// What stands for one character of a name, or for several.
#[derive(Debug, Clone, PartialEq)]
pub enum Token {
    Char(char),
    One,
    Run,
    Set { negated: bool, ranges: Vec<(char, char)> },
}

/// Which leading dots wildcards match.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Dots {
    None,
    All,
}

/// The most characters of names with `?` or a set.
const MAX_WILD: usize = 1024;

/// The text is not a pattern.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct NoPattern;

impl Reference {
    /// Reads a pattern.
    pub fn parse(text: &str) -> Result<Self, NoPattern> {
        let names = text.split('/').filter(|name| !name.is_empty()).count();
        if text.is_empty() || text.len() > 1024 || names > 63 || text.contains(['\0', '\\']) {
            return Err(NoPattern);
        }
        let glyphs: Vec<char> = text.chars().collect();
        let (expanded, rest) = expand(&glyphs, false)?;
        assert!(rest.is_empty(), "outside braces nothing ends an expansion");
        let alternatives = expanded.iter().map(|text| alternative(text));
        let mut alternatives: Vec<Vec<Component>> = alternatives.collect::<Result<_, _>>()?;
        if expanded.iter().map(|text| wild(text)).sum::<usize>() > MAX_WILD {
            return Err(NoPattern);
        }
        if text.contains(['[', '{']) {
            let names = text.split('/').filter(|name| !matches!(*name, "" | "."));
            let mut verbatim: Vec<Component> = names.map(|name| Component::Exact(name.to_owned())).collect();
            if text.ends_with('/') || text.ends_with("/.") {
                verbatim.push(Component::Any);
            }
            alternatives.push(verbatim);
        }
        Ok(Self { alternatives })
    }

    /// Whether a document of this path is meant.
    pub fn matches(&self, path: &str) -> bool {
        let names: Vec<(&str, bool)> = path.split('/').map(|name| (name, false)).collect();
        let mut alternatives = self.alternatives.iter();
        alternatives.any(|alternative| finds(alternative, &names, Dots::None))
    }
}

/// How many characters an expansion has in names with `?` or a set, and once more with any
/// extension, if that may follow.
fn wild(text: &str) -> usize {
    let of = |text: &str| {
        let names = text.split('/').filter(|name| name.contains(['?', '[']));
        names.map(|name| name.chars().count()).sum::<usize>()
    };
    let last = text.rsplit('/').next().unwrap_or_default();
    if last.is_empty() || last.contains('.') || last.ends_with('*') {
        of(text)
    } else {
        of(text) + of(&format!("{text}.*"))
    }
}

/// Whether a dot was written there.
fn is_dot(token: &Token) -> bool {
    match token {
        Token::Char(character) => *character == '.',
        Token::Set { ranges, .. } => ranges.iter().any(|&(a, z)| a == '.' || z == '.'),
        _ => false,
    }
}

fn alternative(text: &str) -> Result<Vec<Component>, NoPattern> {
    let drive = matches!(text.as_bytes(), [letter, b':', ..] if letter.is_ascii_alphabetic());
    if text.is_empty() || text.starts_with(['/', '!']) || drive {
        return Err(NoPattern);
    }
    let mut components = Vec::new();
    let names: Vec<&str> = text.split('/').collect();
    for (index, name) in names.iter().enumerate() {
        match *name {
            ".." => return Err(NoPattern),
            "**" => components.push(Component::Any),
            // Nothing to match, but what ends in a slash means what is below.
            "" | "." if index + 1 < names.len() => {}
            "" | "." => components.push(Component::Any),
            name => components.push(Component::Name(tokens(name)?)),
        }
    }
    Ok(components)
}

fn tokens(name: &str) -> Result<Vec<Token>, NoPattern> {
    let glyphs: Vec<char> = name.chars().collect();
    let mut tokens = Vec::new();
    let mut at = 0;
    while at < glyphs.len() {
        let mut length = 1;
        tokens.push(match glyphs[at] {
            '*' if tokens.last() == Some(&Token::Run) => return Err(NoPattern),
            '*' => Token::Run,
            '?' => Token::One,
            '[' => {
                length = set_length(&glyphs[at..])?;
                set(&glyphs[at + 1..at + length - 1])?
            }
            other => Token::Char(other),
        });
        at += length;
    }
    Ok(tokens)
}

/// Reads what stands between a set's brackets.
fn set(members: &[char]) -> Result<Token, NoPattern> {
    let negated = matches!(members, ['!' | '^', ..]);
    let mut rest = if negated { &members[1..] } else { members };
    let mut ranges = Vec::new();
    while let [first, after @ ..] = rest {
        let (last, after) = match after {
            ['-', last, after @ ..] => (last, after),
            _ => (first, after),
        };
        if first > last {
            return Err(NoPattern);
        }
        ranges.push((*first, *last));
        rest = after;
    }
    Ok(Token::Set { negated, ranges })
}

/// Whether the components lead to the document at these names, each of which
/// says whether it is a link to a directory: only a name that is spelled out
/// leads through one.
pub fn finds(components: &[Component], names: &[(&str, bool)], dots: Dots) -> bool {
    // reach[c]: the components before c lead to the names before the current one.
    let Some((&(last, _), directories)) = names.split_last() else {
        return false;
    };
    let reach = walked(components, directories, dots);
    match components.split_last() {
        None => false,
        Some((Component::Any, _)) => {
            (reach[components.len()] || reach[components.len() - 1]) && shown(last, dots)
        }
        Some((Component::Name(tokens), _)) => {
            reach[components.len() - 1] && names_document(tokens, last, dots)
        }
        Some((Component::Exact(own), _)) => reach[components.len() - 1] && own == last,
    }
}

/// For each number of components, whether so many lead through exactly these
/// directories.
pub fn walked(components: &[Component], directories: &[(&str, bool)], dots: Dots) -> Vec<bool> {
    let mut reach = vec![false; components.len() + 1];
    reach[0] = true;
    skip_any(components, &mut reach);
    for &(name, link) in directories {
        let mut next = vec![false; components.len() + 1];
        for (at, component) in components.iter().enumerate() {
            next[at + 1] |= match component {
                // Once more, or for the first time.
                Component::Any => (reach[at] || reach[at + 1]) && !link && shown(name, dots),
                Component::Exact(own) => reach[at] && own == name,
                Component::Name(tokens) => {
                    reach[at] && (!link || literal(tokens).is_some()) && fits(tokens, name, dots)
                }
            };
        }
        reach = next;
        skip_any(components, &mut reach);
    }
    reach
}

/// `**` may stand for no directory at all, so that what follows it may be next;
/// as the last component it has to find a file all the same.
fn skip_any(components: &[Component], reach: &mut [bool]) {
    for (at, component) in components.iter().enumerate() {
        if *component == Component::Any && reach[at] {
            reach[at + 1] = true;
        }
    }
}

/// The name that the tokens spell out, where they hold no wildcard.
pub fn literal(tokens: &[Token]) -> Option<String> {
    tokens
        .iter()
        .map(|token| match token {
            Token::Char(character) => Some(character),
            _ => None,
        })
        .collect()
}

/// Whether the last component means a document of this name: itself or, where
/// it has no dot, with any extension.
fn names_document(tokens: &[Token], name: &str, dots: Dots) -> bool {
    let ends = name.match_indices('.').filter(|(at, _)| *at > 0);
    let mut stems = ends.map(|(at, _)| &name[..at]);
    let extended = !tokens.iter().any(is_dot) && stems.any(|stem| fits(tokens, stem, dots));
    fits(tokens, name, dots) || extended
}

/// Whether wildcards match how a name begins.
fn shown(name: &str, dots: Dots) -> bool {
    dots == Dots::All || !name.starts_with('.')
}

/// Whether one name fits; a leading dot may have to be spelled out.
fn fits(tokens: &[Token], name: &str, dots: Dots) -> bool {
    let hidden = !shown(name, dots) && tokens.first() != Some(&Token::Char('.'));
    // ends[i]: the tokens so far can stand for the first i characters.
    let glyphs: Vec<char> = name.chars().collect();
    let mut ends = vec![false; glyphs.len() + 1];
    ends[0] = true;
    for token in tokens {
        let mut next = vec![false; glyphs.len() + 1];
        if *token == Token::Run {
            let from = ends.iter().position(|&end| end).unwrap_or(ends.len());
            next[from..].fill(true);
        } else {
            for (at, &glyph) in glyphs.iter().enumerate() {
                next[at + 1] = ends[at] && stands_for(token, glyph);
            }
        }
        ends = next;
    }
    !hidden && ends[glyphs.len()]
}

fn stands_for(token: &Token, glyph: char) -> bool {
    match token {
        Token::Char(character) => *character == glyph,
        Token::One | Token::Run => true,
        Token::Set { negated, ranges } => {
            let inside = ranges.iter().any(|&(a, z)| (a..=z).contains(&glyph));
            inside != *negated
        }
    }
}
