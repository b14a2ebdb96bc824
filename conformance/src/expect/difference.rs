//! How two texts differ, for people.

use std::fmt::Write as _;

use similar::TextDiff;

/// How many characters are shown around the place where two texts part.
const AROUND: usize = 60;

/// A line longer than this is no line to show whole.
const LONG: usize = 300;

/// What was due and what came: where they part, and with several lines all of
/// the lines that are not the same.
pub fn difference(due: &str, came: &str) -> String {
    let same = due
        .char_indices()
        .zip(came.chars())
        .find(|((_, due), came)| due != came)
        .map_or(due.len().min(came.len()), |((at, _), _)| at);
    let mut text =
        format!("differs from byte {same} on\n  due:  {}\n  came: {}", around(due, same), around(came, same));
    let lines = |text: &str| text.lines().count() > 1;
    let long = |text: &str| text.lines().any(|line| line.chars().count() > LONG);
    if (lines(due) || lines(came)) && !long(due) && !long(came) {
        let _ = write!(text, "\n{}", TextDiff::from_lines(due, came).unified_diff().header("due", "came"));
    }
    text.trim_end().to_owned()
}

/// The text around one of its places, quoted so that nothing in it is invisible.
fn around(text: &str, at: usize) -> String {
    let before: Vec<char> = text[..at].chars().rev().take(AROUND).collect();
    let shown: String = before.into_iter().rev().chain(text[at..].chars().take(2 * AROUND)).collect();
    let cut = |cut: bool| if cut { "…" } else { "" };
    let start = text[..at].chars().count() > AROUND;
    let end = text[at..].chars().count() > 2 * AROUND;
    format!("{}{shown:?}{}", cut(start), cut(end))
}
