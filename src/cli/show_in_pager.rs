//! Shows text that is longer than the terminal in the user's pager, which is started without a shell.

use std::env;
use std::io::Write;
use std::process::{Command, Stdio};

use terminal_size::{Height, Width, terminal_size_of};
use textwrap::core::display_width;

use super::linked::unlinked;
use super::system::on_termination;

/// The environment variable that selects the pager.
const VARIABLE: &str = "PAGER";
/// The pager if the variable is not set.
const DEFAULT: &str = "less";
/// The variables that make `less` and `lv` show colours, unless the environment sets them. `less` also
/// exits if the text fits on the screen, and leaves the text there.
const OPTIONS: [(&str, &str); 2] = [("LESS", "FRX"), ("LV", "-c")];

/// Shows text in the pager, and waits until the pager exits. Returns whether the text was shown.
/// Returns false if it fits on the terminal, or if no pager can be started.
pub(super) fn show_in_pager(text: &str) -> bool {
    let is_dumb = env::var("TERM").is_ok_and(|terminal| terminal == "dumb");
    if is_dumb || fits(text) {
        return false;
    }
    let named = env::var(VARIABLE).unwrap_or_else(|_| DEFAULT.to_owned());
    let words = shlex::split(&named).unwrap_or_default();
    let Some((program, arguments)) = words.split_first().filter(|(program, _)| *program != "cat")
    else {
        return false;
    };
    let mut command = Command::new(program);
    let unset = OPTIONS
        .into_iter()
        .filter(|(name, _)| env::var_os(name).is_none());
    command.args(arguments).envs(unset).stdin(Stdio::piped());
    // An interrupt reaches both processes. This process ignores it, so that the pager decides.
    let _ = on_termination(|| {});
    let Ok(mut pager) = command.spawn() else {
        return false;
    };
    if let Some(mut input) = pager.stdin.take() {
        // The user may quit the pager before it has read everything.
        let _ = input.write_all(unlinked(text).as_bytes());
    }
    let _ = pager.wait();
    true
}

/// Returns whether the text has fewer rows than the terminal, which needs one row for the prompt.
fn fits(text: &str) -> bool {
    let Some((Width(width), Height(height))) = terminal_size_of(std::io::stdout()) else {
        return true;
    };
    let (width, height) = (usize::from(width.max(1)), usize::from(height));
    let rows = text
        .lines()
        .map(|line| display_width(line).div_ceil(width).max(1));
    let mut sum = 0;
    // Stops as soon as the text no longer fits.
    rows.take_while(|rows| {
        sum += rows;
        sum < height
    })
    .count()
        == text.lines().take(height).count()
}
