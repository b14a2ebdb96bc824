//! Patterns and the paths that they may match.

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;

use super::listed;

/// Names that patterns made of the same letters often match.
fn name() -> impl Strategy<Value = String> {
    let tokens =
        ["a", "b", "ab", ".", ".", ".md", "-", "]", "[", "{", "}", ",", "*", "?", "!", "ä", "^", "\n"];
    vec(select(tokens.to_vec()), 1..5).prop_map(|tokens| tokens.concat())
}

pub fn text_pattern() -> impl Strategy<Value = String> {
    let common =
        listed("a b ab .md . * * ? / / **/ /** {a,b} { , } [ab] [!a] [^b] [a-b] {a, b} {.md,} {**/,}a");
    let rare = listed(
        "[ ] ! ^ - ** *** .. ./ // \\ \0 ä []a] [a-] [!]] []-a] [b-a] [--a] [*?] [{,}] C: {a} {} \
         {,} [a/b] [.] [+-9] {{a,b},{a,b},{a,b}} \n [\n] [!\n] [\t-a]",
    );
    let token = prop_oneof![6 => select(common), 1 => select(rare)];
    vec(token, 1..8).prop_map(|tokens| tokens.concat())
}

/// A list of patterns, each with what it matches.
fn paired(list: &str) -> Vec<(String, String)> {
    let pair = |text: String| {
        let (pattern, matched) = text.split_once("=>").expect("a pair");
        (pattern.to_owned(), matched.to_owned())
    };
    listed(list).into_iter().map(pair).collect()
}

/// A pattern, a path that it should match, and paths that it may match.
pub fn pattern() -> impl Strategy<Value = (String, Vec<String>)> {
    let tokens = paired(
        "a=>a ab=>ab .md=>.md .=>. *=>b.a *=> ?=>b [ab]=>b [!a]=>b [^.]=>a [a-b]=>b {a,b}=>b \
         /=>/ {.md,}=> **/=> **/=>a/.b/ **/=>ab/b/ /**=>/a/b {a/,}=>a/ []a]=>] {b}=>{b} ./=> \
         //=>/ =>.txt *.*=>.a *.[ab]=>a.b [!b].?=>.b \n=>\n *=>a\nb ?=>\n [!a]=>\n",
    );
    let both = vec(select(tokens), 1..6).prop_map(|tokens| {
        let (pattern, path): (Vec<String>, Vec<String>) = tokens.into_iter().unzip();
        (pattern.concat(), path.concat())
    });
    let free = text_pattern().prop_map(|pattern| (pattern, String::new()));
    let path = vec(name(), 1..4).prop_map(|names| names.join("/"));
    let texts = prop_oneof![both, free];
    (texts, vec(path, 3..8)).prop_map(|((pattern, path), mut paths)| {
        paths.push(path);
        // A document's path has no empty name.
        paths.retain(|path| path.split('/').all(|name| !name.is_empty()));
        (pattern, paths)
    })
}

/// A component of many wildcards, a name that it matches, and names that differ
/// from it in one place. No alternatives, so that it can be long.
pub fn wildcards() -> impl Strategy<Value = (String, Vec<String>)> {
    let tokens = paired(
        "a=>a b=>b ä=>ä 😀=>😀 aba=>aba .=>. ?=>a ?=>ä ?=>\u{10ffff} *=> *=>ab \
         *=>abababababababababababab *=>ä.b [ab]=>b [!b]=>a [!b]=>😀 [a-y]=>b [!a-y]=>ä \
         [␣-~]=>~ [ä-ü]=>ö [b\u{80}-\u{10ffff}]=>\u{80} []*?]=>?",
    );
    let tokens = vec((select(tokens), 1..12_usize), 1..16).prop_map(|tokens| {
        let mut texts = (String::new(), String::new());
        for ((pattern, name), times) in tokens {
            // Two runs, one beside the other, are an error.
            if pattern == "*" {
                if !texts.0.ends_with('*') {
                    texts.0.push('*');
                    texts.1.push_str(&name);
                }
            } else {
                texts.0.push_str(&pattern.repeat(times));
                texts.1.push_str(&name.repeat(times));
            }
        }
        texts
    });
    let change = (any::<prop::sample::Index>(), select(vec!["a", "b", "ö", ".", ""]));
    (tokens, vec(change, 2..6)).prop_map(|((pattern, name), changes)| {
        let characters: Vec<char> = name.chars().collect();
        let mut names: Vec<String> = (changes.iter())
            .filter(|_| !characters.is_empty())
            .map(|(place, change)| {
                let at = place.index(characters.len());
                let (before, after) = (&characters[..at], &characters[at + 1..]);
                let [before, after] = [before, after].map(|part| part.iter().collect::<String>());
                format!("{before}{change}{after}")
            })
            .collect();
        names.push(name);
        names.retain(|name| !name.is_empty());
        (pattern, names)
    })
}
