//! Shows what is longer than the terminal through the pager of the user, which is started without a
//! shell.

use std::env;
use std::io::Write;
use std::process::{Command, Stdio};

use terminal_size::{Height, Width, terminal_size_of};
use textwrap::core::display_width;

use super::link::unlinked;
use super::system::on_termination;

/// The variable of the environment that names the pager, and what is taken without it.
const VARIABLE: &str = "PAGER";
const DEFAULT: &str = "less";
/// How `less` and `lv` show colours, unless the environment says it; `less` ends where all fits, and
/// leaves what was shown.
const OPTIONS: [(&str, &str); 2] = [("LESS", "FRX"), ("LV", "-c")];

/// Shows a text through the pager, and waits for its end. Returns whether it was shown: a text that
/// fits the terminal is not, nor any where no pager can be started.
pub(super) fn shows(text: &str) -> bool {
    let is_dumb = env::var("TERM").is_ok_and(|terminal| terminal == "dumb");
    if is_dumb || fits(text) {
        return false;
    }
    let named = env::var(VARIABLE).unwrap_or_else(|_| DEFAULT.to_owned());
    let words = shlex::split(&named).unwrap_or_default();
    let Some((program, arguments)) = words.split_first().filter(|of| of.0 != "cat") else {
        return false;
    };
    let mut command = Command::new(program);
    let unset = OPTIONS.into_iter().filter(|of| env::var_os(of.0).is_none());
    command.args(arguments).envs(unset).stdin(Stdio::piped());
    // At a terminal the keys of a pager interrupt both: it decides what they do.
    let _ = on_termination(|| {});
    let Ok(mut pager) = command.spawn() else {
        return false;
    };
    if let Some(mut input) = pager.stdin.take() {
        // A pager that was left wants no more.
        let _ = input.write_all(unlinked(text).as_bytes());
    }
    let _ = pager.wait();
    true
}

/// Returns whether a text has fewer rows than the terminal, one of which is for the prompt.
fn fits(text: &str) -> bool {
    let Some((Width(width), Height(height))) = terminal_size_of(std::io::stdout()) else {
        return true;
    };
    let (width, height) = (usize::from(width.max(1)), usize::from(height));
    let rows = text
        .lines()
        .map(|line| display_width(line).div_ceil(width).max(1));
    let mut sum = 0;
    // A long text is not measured to its end.
    rows.take_while(|rows| {
        sum += rows;
        sum < height
    })
    .count()
        == text.lines().take(height).count()
}
