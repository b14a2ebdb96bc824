//! The reference for braces and for where a set ends, from the syntax alone.

use super::glob::NoPattern;

/// Expands the braces of `text` up to its end, or `inside` a brace up to the
/// `,` or `}` that ends it, which the rest begins with.
pub fn expand(text: &[char], inside: bool) -> Result<(Vec<String>, &[char]), NoPattern> {
    let mut heads = vec![String::new()];
    let mut rest = text;
    while let Some((&first, after)) = rest.split_first() {
        let tails;
        (tails, rest) = match first {
            ',' | '}' if inside => return Ok((heads, rest)),
            '{' => group(after)?,
            '[' => {
                let (set, after) = rest.split_at(set_length(rest)?);
                (vec![set.iter().collect()], after)
            }
            other => (vec![other.to_string()], after),
        };
        if heads.len() * tails.len() > 64 {
            return Err(NoPattern);
        }
        heads = heads.iter().flat_map(|head| tails.iter().map(move |tail| format!("{head}{tail}"))).collect();
    }
    if inside { Err(NoPattern) } else { Ok((heads, rest)) }
}

/// What a brace stands for, from after its `{` to after its `}`: one of its
/// alternatives, or without a comma itself.
fn group(text: &[char]) -> Result<(Vec<String>, &[char]), NoPattern> {
    let (mut choices, mut rest) = expand(text, true)?;
    if rest[0] == '}' {
        let literal = choices.iter().map(|text| format!("{{{text}}}")).collect();
        return Ok((literal, &rest[1..]));
    }
    while rest[0] == ',' {
        let (more, after) = expand(&rest[1..], true)?;
        choices.extend(more);
        rest = after;
        if choices.len() > 64 {
            return Err(NoPattern);
        }
    }
    Ok((choices, &rest[1..]))
}

/// How many characters the set has that begins here. Its first member may be
/// `]`, and it never reaches over a `/`.
pub fn set_length(text: &[char]) -> Result<usize, NoPattern> {
    let first = if matches!(text.get(1), Some('!' | '^')) { 2 } else { 1 };
    let end = (first + 1..text.len()).find(|&at| text[at] == ']');
    match end {
        Some(end) if !text[..end].contains(&'/') => Ok(end + 1),
        _ => Err(NoPattern),
    }
}
