//! The imports of a `CLAUDE.md`: `@path` in its text, outside of code.

/// Returns the paths that a Markdown text imports, in order.
///
/// ```
/// use mcp_guide::text::imports::imports;
///
/// let text = "See @docs/style.md, and mail me@example.org or `@types/node`.\n";
/// assert_eq!(imports(text), ["docs/style.md"]);
/// ```
pub fn imports(text: &str) -> Vec<String> {
    let mut fence = None;
    let mut found = Vec::new();
    for line in text.lines() {
        let start = line.trim_start();
        let mark = ["```", "~~~"]
            .into_iter()
            .find(|mark| start.starts_with(mark));
        match (fence, mark) {
            (None, Some(mark)) => fence = Some(mark),
            (Some(open), Some(mark)) if open == mark => fence = None,
            (None, None) => {
                let words = line.split('`').step_by(2).flat_map(str::split_whitespace);
                let paths = words.filter_map(|word| word.strip_prefix('@'));
                let paths = paths.map(|path| path.trim_end_matches([',', '.', ';', ':', ')']));
                let paths = paths.filter(|path| path.contains(['/', '.']));
                found.extend(paths.map(str::to_owned));
            }
            (Some(_), _) => {}
        }
    }
    found
}
