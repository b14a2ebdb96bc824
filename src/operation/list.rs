//! List: what exists, without the content.

mod names;

pub(super) use names::uncountable;

use crate::documents::discover::FileInfo;
use crate::documents::document::OpenDocument;
use crate::documents::fault::Unreadable;
use crate::documents::sandbox::Sandbox;
use crate::operation::Request;
use crate::operation::advice::{self, WildcardReach};
use crate::operation::error::NearbyHeadings;
use crate::operation::matches::{Matches, shown};
use crate::operation::nearby::found;
use crate::operation::outcome::{
    DocumentRow, Listed, Listing, Notes, Outcome, Outline, Row, Shortened, Stop, Unlisted,
};
use crate::operation::receiver::Receiver;
use crate::operation::rows::Rows;
use crate::operation::wanted::{Candidates, Section};
use crate::text::named::Named;
use crate::text::outline::{Heading, headings};

/// Lists one name's documents, or without a name all categories and collections.
pub(super) fn list(request: &Request<'_>, receiver: &mut dyn Receiver) -> Outcome {
    match request.name {
        Some(name) => documents(request, name, receiver),
        None => names::names(request, receiver),
    }
}

fn documents(request: &Request<'_>, name: &str, receiver: &mut dyn Receiver) -> Outcome {
    let mut matches = found(request, name)?;
    let mut notes = Notes::incomplete(name, std::mem::take(&mut matches.missing));
    let qualified = matches.qualified;
    let room = receiver.room(&Named::default());
    let mut rows = Rows::new(&matches.categories, room, receiver);
    let mut reach = WildcardReach::new(&matches.patterns);
    let only = matches.count() == 1;
    let (scope, mut alone) = (matches.scope, None);
    let unreadable = open(request, matches, |category, sandbox, mut row, opened| {
        row.about = request.about(sandbox.files(), &row.info, opened);
        if only && (request.is_markdown)(&row.info) {
            let text = request.text(sandbox.files(), &row.info, opened);
            let headings = text.map(|text| headings(&text.text)).unwrap_or_default();
            alone = Some((row.info.clone(), headings));
        }
        row.reach = reach.of(category, sandbox, row.info.path.as_str());
        if row.info.is_template() && !request.bound.renders(&row.info.origin.category) {
            notes.templates.push_with(|| shown(&row.info, qualified));
        }
        rows.add(category, row);
    })?;
    let unlisted = unreadable.map(Unlisted::Unreadable);
    let room = receiver.room(&unlisted);
    rows.narrow(room);
    let rows = rows.into_vec();
    notes.shortened = shortened(&rows, request);
    let mut alone = alone.filter(|(_, headings)| !headings.is_empty());
    if let Some(section) = request.section {
        alone = match within(section, alone) {
            Ok(within) => Some(within),
            Err(nearby) => return Err(section.missing(scope, name.to_owned(), nearby, notes)),
        };
    }
    let taken: usize = rows.iter().map(|row| receiver.row(row)).sum();
    let outline = alone.map(|(info, mut headings)| {
        let fitting = receiver.headings(&info, &headings, room.saturating_sub(taken));
        let more = headings.len() - fitting;
        headings.truncate(fitting);
        Outline {
            info,
            headings,
            more,
        }
    });
    if outline.as_ref().is_some_and(|outline| outline.more > 0) {
        let limit = request.bound.project.limits.response_bytes;
        notes.shortened = Some(Shortened::rest(limit, Listed::Headings));
    }
    receiver.listing(&Listing::Documents {
        rows,
        unlisted,
        outline,
    });
    Ok(notes)
}

/// A document and its headings.
type Headed = (FileInfo, Vec<Heading>);

/// The headings of a section of the only document, that of the section first.
fn within(section: &Section<'_>, alone: Option<Headed>) -> Result<Headed, NearbyHeadings> {
    let mut candidates = Candidates::default();
    if let Some((info, mut headings)) = alone {
        let meant = section.meant(&headings);
        if let Some(around) = meant.first().map(|at| headings[*at].section.clone()) {
            headings.retain(|heading| around.contains(&heading.section.start));
            return Ok((info, headings));
        }
        candidates.add(&info, headings);
    }
    Err(candidates.nearest(section))
}

/// What is to be said of rows that stand for more than one document.
fn shortened(rows: &[Row], request: &Request<'_>) -> Option<Shortened> {
    let directories = rows.iter().filter_map(|row| match row {
        Row::Directory(directory) => Some(directory),
        _ => None,
    });
    let (categories, directories): (Vec<_>, Vec<_>) =
        directories.partition(|directory| directory.path.is_empty());
    let shortened = Shortened {
        limit: request.bound.project.limits.response_bytes,
        directory: (!directories.is_empty()).then(|| {
            let mut directories = directories.iter();
            directories.find_map(|directory| advice::below(directory, request))
        }),
        category: (!categories.is_empty()).then(|| {
            let mut names = categories.iter().map(|row| &*row.origin.category);
            let name = names.find(|name| advice::sayable(name));
            name.map(str::to_owned)
        }),
        rest: matches!(rows.last(), Some(Row::Rest(_))).then_some(Listed::Documents),
    };
    let told = shortened.directory.is_some() || shortened.category.is_some();
    (told || shortened.rest.is_some()).then_some(shortened)
}

/// Opens what matches, hands on what can be opened with the search that found it,
/// and returns the rest.
fn open(
    request: &Request<'_>,
    matches: Matches,
    mut row: impl FnMut(usize, &Sandbox, DocumentRow, &OpenDocument),
) -> Result<Named<Unreadable>, Stop> {
    let mut faults: Named<Unreadable> = matches.unreadable.into_iter().collect();
    let limit = request.bound.project.limits.file_bytes;
    for category in matches.categories {
        for file in category.files {
            if (request.cancelled)() {
                return Err(Stop::Cancelled);
            }
            match OpenDocument::open(category.sandbox.files(), &file, limit) {
                Ok(opened) => row(
                    category.search,
                    &category.sandbox,
                    DocumentRow::new(file, &opened),
                    &opened,
                ),
                Err(fault) => faults.push_with(|| Unreadable {
                    path: shown(&file, matches.qualified),
                    fault,
                }),
            }
        }
    }
    Ok(faults)
}
