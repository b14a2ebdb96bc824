//! What is wrapped for a terminal is the same text, and fits.

use mcp_guide::cli::wrapped::{Fit, Layout};

/// What wraps a text to a width.
pub type Wrap<'w> = dyn Fn(&str, usize) -> String + 'w;

/// Wraps as the program does.
pub fn engine(layout: Layout, wraps_code: bool) -> impl Fn(&str, usize) -> String {
    move |text, width| Fit { width, layout, wraps_code }.document(text, str::to_owned)
}

/// Returns how many columns a line takes, if its characters are letters, signs and those of CJK.
fn columns(line: &str) -> usize {
    line.chars().map(|of| if of < '\u{2e80}' { 1 } else { 2 }).sum()
}

/// Nothing is lost or added but white space and the marks of quotes, and no block becomes part of
/// another; a text that fits stays as it is; and a line that is too wide was one of the text, or cannot be broken. Returns how many lines
/// were broken.
pub fn wrapped(text: &str, width: usize, wrap: &Wrap<'_>) -> Result<usize, String> {
    let shown = wrap(text, width);
    let visible =
        |text: &str| -> String { text.chars().filter(|of| !of.is_whitespace() && *of != '>').collect() };
    if visible(&shown) != visible(text) {
        return Err(format!("{text:?} has become {shown:?}"));
    }
    // Blocks between empty lines stay apart: paragraphs, code, formulas.
    let blocks = |text: &str| -> Vec<String> {
        let mut blocks = vec![String::new()];
        for line in text.lines() {
            match (line.trim().is_empty(), blocks.last_mut()) {
                (false, Some(last)) => last.push_str(&visible(line)),
                _ => blocks.push(String::new()),
            }
        }
        blocks.retain(|block| !block.is_empty());
        blocks
    };
    if blocks(&shown) != blocks(text) {
        return Err(format!("the blocks of {text:?} are others in {shown:?}"));
    }
    let fits = |line: &str| columns(&line.replace('\t', &" ".repeat(8))) <= width;
    if text.lines().all(fits) && shown != text {
        return Err(format!("{text:?} fits {width} columns, and has become {shown:?}"));
    }
    for line in shown.lines().filter(|line| !fits(line)) {
        let is_start = |of: char| of.is_whitespace() || of.is_ascii_digit() || ">-*+.)".contains(of);
        let bare = line.trim_start_matches(is_start);
        if bare.contains(' ') && !text.lines().any(|whole| whole == line) {
            return Err(format!("{line:?} is wider than {width} columns, of {text:?}"));
        }
    }
    Ok(shown.lines().count().saturating_sub(text.lines().count()))
}
