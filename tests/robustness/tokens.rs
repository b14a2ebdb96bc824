//! The estimate of tokens, against two public tokenizers.

use std::path::Path;

use mcp_guide::text::estimated_tokens::estimated_tokens;

/// Over the Markdown of this repository the estimate is wrong by less than 15 percent.
#[test]
#[cfg_attr(not(feature = "oracles"), ignore = "needs --features oracles")]
fn the_tokens_of_english_markdown_are_estimated() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let listed = laws::command("find")
        .current_dir(root)
        .args([".", "-name", "target", "-prune", "-o", "-name", "*.md", "-print"])
        .output()
        .expect("find runs");
    let names = String::from_utf8(listed.stdout).expect("names");
    let texts: Vec<String> =
        (names.lines()).map(|name| std::fs::read_to_string(root.join(name)).expect("a text")).collect();
    let bytes = texts.iter().map(|text| text.len() as u64).sum();
    assert!(bytes > 250_000, "{bytes} bytes");
    for (name, tokens) in laws::oracles::tokens(&texts.concat()) {
        let error = estimated_tokens(bytes) as f64 / tokens as f64 - 1.0;
        println!("{name}: {bytes} bytes, {tokens} tokens, {:+.1} %", error * 100.0);
        assert!(error.abs() < 0.15, "{name}: {tokens} tokens, {error:+.3}");
    }
}
