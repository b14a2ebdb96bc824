//! The messages of `init` about the parts of a folder that are not in its proposal.

use crate::cli::omitted_words::OmittedWords;
use crate::operation::error::UnreadableList;
use crate::proposal::foreign_format::ForeignFormat;
use crate::proposal::{LeftOut, Proposal};
use crate::table::Table;
use crate::text::escaped::escape_truncated;

/// Removes the lists of left-out parts from `proposal`, and returns a sentence for each reason why
/// parts were left out.
pub(super) fn notes(table: &Table, proposal: &mut Proposal) -> Vec<String> {
    let omitted = std::mem::take(&mut proposal.omitted);
    let words = OmittedWords::new(table, omitted);
    let passed_over = words.passed_over.map(|[reason, list]| {
        format!("Check the proposal for these, which were {reason}: {list}.")
    });
    let cut = words
        .cut
        .map(|cut| format!("Add what is missing by hand: {cut}."));
    let notes = [
        note("Left out because it could not be read", &words.unreadable),
        passed_over,
        cut,
    ];
    let left_out = std::mem::take(&mut proposal.left_out);
    let left_out = left_out.into_iter().map(|left_out| left(table, left_out));
    notes.into_iter().chain(left_out).flatten().collect()
}

/// Returns the sentence for the reason in `left_out`, or `None` if nothing was left out for this
/// reason.
fn left(table: &Table, left_out: LeftOut) -> Option<String> {
    let (reason, list) = match left_out {
        LeftOut::Ignored(ignored) => (
            "Left out because .gitignore lists them, tracked or not",
            ignored.to_string(),
        ),
        LeftOut::IgnoredRules(paths) => (
            "Not written because .gitignore lists it; served where it exists",
            table.render_names(&paths),
        ),
        LeftOut::Named(paths) => ("Left out by name", table.render_names(&paths)),
        LeftOut::Copies(paths) => (
            "Left out as translations or old versions",
            table.render_names(&paths),
        ),
        LeftOut::Refused(paths) => (
            "Left out because it has no description",
            table.render_names(&paths),
        ),
        LeftOut::Unserved(files) => (
            "Left out because it could not be served",
            table.render(&UnreadableList(files)),
        ),
        LeftOut::Linked(links) => ("Not followed", table.render(&UnreadableList(links))),
        LeftOut::Unread(paths) => (
            "Not proposed, because no client is known to read it there",
            table.render_names(&paths),
        ),
        LeftOut::Foreign(formats) => {
            let format = |foreign: &ForeignFormat| {
                let example = escape_truncated(foreign.example.as_str());
                format!(
                    "{} of .{}, for example '{example}'",
                    foreign.count, foreign.extension
                )
            };
            let formats: Vec<String> = formats.iter().map(format).collect();
            let reason = "Not proposed, because their format is not supported";
            return note(reason, &formats.join("; "));
        }
        LeftOut::Full(note) => return Some(note),
    };
    note(reason, &list)
}

/// Returns a note with `list`, or `None` if `list` is empty.
fn note(reason: &str, list: &str) -> Option<String> {
    (!list.is_empty()).then(|| format!("{reason}: {list}."))
}
