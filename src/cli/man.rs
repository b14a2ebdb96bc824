//! The man page.

use std::io::{self, Write};

use crate::cli::arguments::Cli;
use clap::{Command, CommandFactory};
use clap_mangen::Man;

/// The page: the program, then each command with its options.
///
/// # Errors
///
/// None but those of a writer, which a `Vec` has none of.
pub(super) fn page() -> io::Result<String> {
    let program = Cli::command();
    let mut page = Vec::new();
    let man = Man::new(program.clone());
    man.render_title(&mut page)?;
    man.render_name_section(&mut page)?;
    man.render_synopsis_section(&mut page)?;
    man.render_description_section(&mut page)?;
    man.render_options_section(&mut page)?;
    writeln!(page, ".SH COMMANDS")?;
    for command in program.get_subcommands() {
        of_command(command, &mut page)?;
    }
    man.render_extra_section(&mut page)?;
    man.render_version_section(&mut page)?;
    let page = String::from_utf8(page).map_err(io::Error::other)?;
    // Each section says anew how an apostrophe is written.
    let (says, lines): (Vec<&str>, Vec<&str>) = page
        .lines()
        .partition(|line| line.starts_with(".ie ") || line.starts_with(".el "));
    let lines: Vec<&str> = says.into_iter().take(2).chain(lines).collect();
    Ok(lines.join("\n") + "\n")
}

/// A command under a heading of its own.
fn of_command(command: &Command, page: &mut Vec<u8>) -> io::Result<()> {
    let name = format!("mcp-guide {}", command.get_name());
    let command = command.clone().disable_help_flag(true);
    let man = Man::new(command.bin_name(&name).display_name(&name));
    writeln!(page, ".SS {name}")?;
    let mut sections = Vec::new();
    man.render_synopsis_section(&mut sections)?;
    writeln!(sections, ".PP")?;
    man.render_description_section(&mut sections)?;
    man.render_options_section(&mut sections)?;
    writeln!(sections, ".PP")?;
    man.render_extra_section(&mut sections)?;
    let sections = String::from_utf8(sections).map_err(io::Error::other)?;
    for line in sections.lines().filter(|line| !line.starts_with(".SH ")) {
        writeln!(page, "{line}")?;
    }
    Ok(())
}
