//! Patterns and the paths that they may match.

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;

/// Names that patterns made of the same letters often match.
fn name() -> impl Strategy<Value = String> {
    let tokens = [
        "a", "b", "ab", ".", ".", ".md", "-", "]", "[", "{", "}", ",", "*", "?", "!", "ä", "^",
    ];
    vec(select(tokens.to_vec()), 1..5).prop_map(|tokens| tokens.concat())
}

pub fn text_pattern() -> impl Strategy<Value = String> {
    let common = vec![
        "a", "b", "ab", ".md", ".", "*", "*", "?", "/", "/", "**/", "/**", "{a,b}", "{", ",", "}",
        "[ab]", "[!a]", "[^b]", "[a-b]", "{a,", "b}", "{.md,}", "{**/,}a",
    ];
    let rare = vec![
        "[",
        "]",
        "!",
        "^",
        "-",
        "**",
        "***",
        "..",
        "./",
        "//",
        "\\",
        "\0",
        "ä",
        "[]a]",
        "[a-]",
        "[!]]",
        "[]-a]",
        "[b-a]",
        "[--a]",
        "[*?]",
        "[{,}]",
        "C:",
        "{a}",
        "{}",
        "{,}",
        "[a/b]",
        "[.]",
        "[+-9]",
        "{{a,b},{a,b},{a,b}}",
    ];
    let token = prop_oneof![6 => select(common), 1 => select(rare)];
    vec(token, 1..8).prop_map(|tokens| tokens.concat())
}

/// A pattern, a path that it should match, and paths that it may match.
pub fn pattern() -> impl Strategy<Value = (String, Vec<String>)> {
    let tokens = [
        ("a", "a"),
        ("ab", "ab"),
        (".md", ".md"),
        (".", "."),
        ("*", "b.a"),
        ("*", ""),
        ("?", "b"),
        ("[ab]", "b"),
        ("[!a]", "b"),
        ("[^.]", "a"),
        ("[a-b]", "b"),
        ("{a,b}", "b"),
        ("/", "/"),
        ("{.md,}", ""),
        ("**/", ""),
        ("**/", "a/.b/"),
        ("**/", "ab/b/"),
        ("/**", "/a/b"),
        ("{a/,}", "a/"),
        ("[]a]", "]"),
        ("{b}", "{b}"),
        ("./", ""),
        ("//", "/"),
        ("", ".txt"),
        ("*.*", ".a"),
        ("*.[ab]", "a.b"),
        ("[!b].?", ".b"),
    ];
    let paired = vec(select(tokens.to_vec()), 1..6).prop_map(|tokens| {
        let (pattern, path): (Vec<&str>, Vec<&str>) = tokens.into_iter().unzip();
        (pattern.concat(), path.concat())
    });
    let free = text_pattern().prop_map(|pattern| (pattern, String::new()));
    let path = vec(name(), 1..4).prop_map(|names| names.join("/"));
    let texts = prop_oneof![paired, free];
    (texts, vec(path, 3..8)).prop_map(|((pattern, path), mut paths)| {
        paths.push(path);
        // A document's path has no empty name.
        paths.retain(|path| path.split('/').all(|name| !name.is_empty()));
        (pattern, paths)
    })
}
