//! Texts that list the names in a project and when they are needed, as many as fit.

use crate::limits::{MAX_AGENTS_LINES, MAX_INSTRUCTIONS_BYTES};
use crate::operation::find::named::Named;
use crate::operation::kind::{Kind, NameKind};
use crate::project::Project;
use crate::project::bound_project::BoundProject;
use crate::table::{Phrase, RowText, Table};
use crate::text::escaped::Escaped;
use crate::text::escaped::one_line;
use crate::text::messages::{QuotedName, Verbatim};
use crate::write::table::fit;

/// Returns the instructions that agents receive first, in at most [`MAX_INSTRUCTIONS_BYTES`] bytes.
pub fn instructions(table: &Table, bound: Option<&BoundProject>) -> String {
    let filled = |names| {
        let names = RowText::Instructions {
            names: Verbatim(names),
        };
        table.texts.fill(&table.server.instructions, &names)
    };
    match bound {
        Some(bound) => {
            let found = if bound.is_found() {
                format!("\n{}", table.render(&Phrase::NamesFound))
            } else {
                String::new()
            };
            let filled = |names: &str| filled(format!("{names}{found}"));
            fill(
                &filled,
                table,
                &bound.project,
                MAX_INSTRUCTIONS_BYTES,
                str::len,
            )
        }
        None => filled(table.server.no_names.clone()),
    }
}

/// Returns the text of the block that `agents` writes. With its two markers and the empty line at
/// its end, the block has at most [`MAX_AGENTS_LINES`] lines.
pub fn agents_block(table: &Table, project: &Project) -> String {
    let filled = |names: &str| {
        let names = Verbatim(names.to_owned());
        table.render(&Phrase::AgentsBlock { names })
    };
    let lines = |text: &str| text.lines().count();
    fill(&filled, table, project, MAX_AGENTS_LINES - 3, lines)
}

/// Returns the text that `filled` creates from a line for each name, collections first. If some
/// names do not fit, a last line says how many. The result of `measure` for the whole text is at
/// most `most`.
///
/// The line of a name without a `use_when` contains its description instead, if all lines then fit.
fn fill(
    filled: &dyn Fn(&str) -> String,
    table: &Table,
    project: &Project,
    most: usize,
    measure: fn(&str) -> usize,
) -> String {
    let kinds = [NameKind::Collection, NameKind::Category];
    let lines = |is_described: bool| {
        let named = kinds.iter().flat_map(|kind| Named::all(project, *kind));
        named.map(move |container| line(table, container, is_described))
    };
    let limit = most.saturating_sub(measure(&filled("")));
    let mut left = Some(limit);
    let fits = |line: &String| {
        left = left.and_then(|left| left.checked_sub(measure(line)));
        left.is_some()
    };
    let described: Vec<String> = lines(true).take_while(fits).collect();
    let lines = match left {
        Some(_) => described,
        None => lines(false).collect(),
    };
    let (kept, more) = fit(&lines, 0, limit, measure, |kept| match lines.len() - kept {
        0 => String::new(),
        count => table.render(&Phrase::NamesMore { count }),
    });
    let names = if !lines.is_empty() {
        lines[..kept].concat() + &more
    } else if project.missing.is_empty() {
        table.render(&Phrase::ListNothing)
    } else {
        table.render(&Phrase::ListMissing)
    };
    filled(names.trim_end_matches('\n'))
}

/// Returns the line for `container`, with its `use_when` if it has one. Otherwise, the line
/// contains the description if `is_described` is true.
fn line(table: &Table, container: Named<'_>, is_described: bool) -> String {
    let described = || container.description.and_then(one_line);
    let use_when = match container.shown {
        // The description of a skill says when the skill is needed.
        Kind::Skill => described(),
        _ => {
            (container.use_when.map(str::to_owned)).or_else(|| described().filter(|_| is_described))
        }
    };
    let (kind, name) = (container.shown, QuotedName::from(container.name));
    let line = match use_when.as_deref().map(Escaped) {
        Some(use_when) => Phrase::NameUseWhen {
            kind,
            name,
            use_when: use_when.into(),
        },
        None => Phrase::NameAlone { kind, name },
    };
    table.render(&line) + "\n"
}
