//! The names of a project and when they are needed, as many as there is room for.

use crate::limits::{MAX_AGENTS_LINES, MAX_INSTRUCTIONS_BYTES};
use crate::operation::find::named::Named;
use crate::operation::kind::{Kind, NameKind};
use crate::project::Project;
use crate::project::bound_project::BoundProject;
use crate::table::{Phrase, RowText, Table};
use crate::text::escape::Escaped;
use crate::text::frontmatter::one_line;
use crate::text::message::{QuotedName, Verbatim};
use crate::write::table::fit;

/// Returns what agents are told first, in at most [`MAX_INSTRUCTIONS_BYTES`].
pub fn instructions(table: &Table, bound: Option<&BoundProject>) -> String {
    let filled = |names| {
        let names = RowText::Instructions {
            names: Verbatim(names),
        };
        table.texts.fill(&table.server.instructions, &names)
    };
    match bound {
        Some(bound) => {
            let found = match bound.is_found() {
                true => format!("\n{}", table.render(&Phrase::NamesFound)),
                false => String::new(),
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

/// Returns the lines of the block of `agents`: with its two markers and the empty line at its
/// end at most [`MAX_AGENTS_LINES`].
pub fn agents_block(table: &Table, project: &Project) -> String {
    let filled = |names: &str| {
        let names = Verbatim(names.to_owned());
        table.render(&Phrase::AgentsBlock { names })
    };
    let lines = |text: &str| text.lines().count();
    fill(&filled, table, project, MAX_AGENTS_LINES - 3, lines)
}

/// Fills a template with a line for each name, the collections first, and with the count of
/// those for which there is no room: all together measures at most `most`. A name without a
/// `use_when` has its description, if all fit so.
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
        named.map(move |of| line(table, of, is_described))
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
    let names = match lines.is_empty() {
        true if project.missing.is_empty() => table.render(&Phrase::ListNothing),
        true => table.render(&Phrase::ListMissing),
        false => lines[..kept].concat() + &more,
    };
    filled(names.trim_end_matches('\n'))
}

/// Returns the line of a name: when it is needed, or else what it is for if `is_described`.
fn line(table: &Table, of: Named<'_>, is_described: bool) -> String {
    let described = || of.description.and_then(one_line);
    let use_when = match of.shown {
        // It says itself when it is needed.
        Kind::Skill => described(),
        _ => (of.use_when.map(str::to_owned)).or_else(|| described().filter(|_| is_described)),
    };
    let (kind, name) = (of.shown, QuotedName::from(of.name));
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
