//! Writes the result of a search: the best sections with their texts, then the URIs of further
//! sections.

use crate::operation::error::quoted;
use crate::operation::note::{Note, Notes};
use crate::operation::search::Found;
use crate::operation::search::entry::{FoundEntry, documents};
use crate::table::{Phrase, Table};
use crate::text::truncated::Truncated;
use crate::write::list_table::FoundList;
use crate::write::table::fit;

/// The beginning of each line of a section's text. No other line begins with this indent.
const INDENT: &str = "  ";

/// Writes as much of a search result as fits, and returns it with the notes to show. Each section
/// begins with a line that starts with its URI. The lines of the section's text are indented.
pub(super) fn found(table: &Table, mut found: Found) -> (FoundList, Notes) {
    let texts: Vec<String> = found.sections.iter().map(section).collect();
    let uncounted = uncounted(table, &found);
    let distinct = |kept: usize| {
        let sections = found.sections[..kept].iter();
        documents(sections.map(|section| section.document))
    };
    let limit = found.budget.saturating_sub(uncounted.len());
    // Returns the line that counts the other documents if `kept` sections are kept.
    let others = |kept: usize| match found.more + distinct(texts.len()) - distinct(kept) {
        0 => String::new(),
        documents => table.render(&Phrase::SearchRest(documents)) + "\n",
    };
    let (kept, rest) = fit(&texts, 1, limit, str::len, others);
    let rest = if texts.is_empty() {
        nothing(table, &found) + "\n"
    } else {
        rest
    };
    let rest = rest + &uncounted;
    found.sections.truncate(kept);
    let mut templates = Truncated::default();
    let sections = found.sections.iter();
    for shown in sections.filter_map(|section| section.template.as_ref()) {
        templates.push_new(shown.clone());
    }
    found.notes.extend(templates.note(Note::Templates));
    let list = FoundList {
        text: texts[..kept].concat() + &rest,
        sections: found.sections,
        rest,
        words: found.marked,
    };
    (list, found.notes)
}

/// Writes a section: the line with its URI, and the lines of its text.
fn section(entry: &FoundEntry) -> String {
    let mut text = entry.place.uri.clone();
    if !entry.headings.is_empty() {
        text.push(' ');
        text.push_str(&entry.headings);
    }
    text.push('\n');
    for line in &entry.passage {
        if !line.is_empty() {
            text.push_str(INDENT);
            text.push_str(line);
        }
        text.push('\n');
    }
    text
}

/// Writes the lines that count unreadable documents and links, if there are any.
fn uncounted(table: &Table, found: &Found) -> String {
    let counts = [
        (Phrase::SearchUnreadable as fn(_) -> _, found.unsearched),
        (Phrase::SearchLinks, found.links),
    ];
    let counts = counts.into_iter().filter(|(_, count)| *count > 0);
    let lines = counts.map(|(phrase, count)| table.render(&phrase(count)) + "\n");
    lines.collect()
}

/// Writes that nothing was found, or that there was nothing to search.
fn nothing(table: &Table, found: &Found) -> String {
    let words = quoted(&found.words);
    if found.searched {
        table.render(&Phrase::SearchNothing { words })
    } else {
        table.render(&Phrase::SearchNone)
    }
}
