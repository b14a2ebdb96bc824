//! The names of a project and when they are needed, as many as there is room for.

use crate::limits::{MAX_AGENTS_LINES, MAX_INSTRUCTIONS_BYTES};
use crate::operation::error::Scope;
use crate::project::guide::Project;
use crate::render::messages::MessageFormatter;
use crate::render::table::fit_by;
use crate::spec::{Phrase, SearchKind, Table, values};
use crate::text::escape::Escaped;
use crate::text::frontmatter::one_line;

/// Returns what agents are told first, in at most [`MAX_INSTRUCTIONS_BYTES`].
pub fn instructions(table: &Table, project: Option<&Project>) -> String {
    let template = &table.server.instructions;
    match project {
        Some(project) => {
            let filled = |names: &str| template.fill(values!(names));
            fill(&filled, table, project, MAX_INSTRUCTIONS_BYTES, str::len)
        }
        None => template.fill(values!(names = table.server.no_names)),
    }
}

/// Returns the lines of the block of `agents`: with its two markers and the empty line at its
/// end at most [`MAX_AGENTS_LINES`].
pub fn agents_block(table: &Table, project: &Project) -> String {
    let filled = |names: &str| table.said_with(&Phrase::AgentsBlock, values!(names));
    let lines = |text: &str| text.lines().count();
    fill(&filled, table, project, MAX_AGENTS_LINES - 3, lines)
}

/// Fills a template with a line for each name, the collections first, and with the count of
/// those for which there is no room: all together measures at most `most`.
fn fill(
    filled: &dyn Fn(&str) -> String,
    table: &Table,
    project: &Project,
    most: usize,
    measure: fn(&str) -> usize,
) -> String {
    let messages = MessageFormatter::new(table);
    let kind = |kind| messages.kind(Scope::of(&[kind]));
    let collections = project.collections.iter().map(|(name, of)| {
        let kind = kind(SearchKind::Collection);
        (kind, name, of.use_when.clone())
    });
    let categories = project.categories.iter().map(|(name, of)| match &of.skill {
        None => (kind(SearchKind::Category), name, of.use_when.clone()),
        // It says itself when it is needed.
        Some(_) => {
            let description = of.description.as_deref().and_then(one_line);
            (messages.phrase(Phrase::KindSkill, &[]), name, description)
        }
    });
    let lines = collections.chain(categories).map(|(kind, name, use_when)| {
        let name = messages.quote(name);
        let line = match use_when.as_deref().map(Escaped) {
            Some(use_when) => {
                let values = values!(kind, name, use_when);
                messages.phrase(Phrase::NameUseWhen, values)
            }
            None => messages.phrase(Phrase::NameAlone, values!(kind, name)),
        };
        line + "\n"
    });
    let lines: Vec<String> = lines.collect();
    let limit = most.saturating_sub(measure(&filled("")));
    let (kept, more) = fit_by(&lines, 0, limit, measure, |kept| match lines.len() - kept {
        0 => String::new(),
        count => messages.phrase(Phrase::NamesMore, values!(count)),
    });
    let names = match lines.is_empty() {
        true => messages.phrase(Phrase::ListNothing, &[]),
        false => lines[..kept].concat() + &more,
    };
    filled(names.trim_end_matches('\n'))
}
