//! Writes listings as Markdown tables within the response budget. Only the first row of a listing
//! may exceed the budget.

use crate::documents::discover::FileInfo;
use crate::operation::list::{
    DocumentList, DocumentRow, NameContents, NameFields, NameList, NameRow,
};
use crate::operation::note::{Note, Notes};
use crate::operation::place_uri::PlaceUri;
use crate::table::{ColumnHeading, Phrase, Table};
use crate::text::about::About;
use crate::text::escaped::{code, escape_truncated, name, shown_line, shown_name};
use crate::text::location::fragment;
use crate::text::markup::headings::Heading;
use crate::text::messages::{ListPart, Verbatim};
use crate::text::truncated::Truncated;
use crate::write::directory_row::{DirectoryRow, folded};
use crate::write::list_table::{ListCell, Listing};
use crate::write::table::{Columns, TableRows};

/// Writes the names of a project. Returns the listing and the notes to show with it.
pub(super) fn write_names(table: &Table, mut list: NameList) -> (Listing, Notes) {
    let budget = bytes(list.budget);
    let columns = name_columns(table, list.has);
    let head = columns.head(table);
    let mut rows = TableRows::default();
    for row in &list.rows {
        rows.push(columns.row(row));
    }
    let all = list.rows.len() + list.more;
    let limit = budget.saturating_sub(head.len());
    let kept = rows.cut(1, limit, |kept| rest(table, all - kept, &columns, 0));
    let nothing = if list.notes.iter().any(Note::is_of_include) {
        Phrase::ListMissing
    } else {
        Phrase::ListNothing
    };
    let listing = if rows.texts.is_empty() {
        Listing {
            text: table.render(&nothing) + "\n",
            ..Listing::default()
        }
    } else {
        Listing {
            text: head + &rows.text(),
            tables: vec![columns.table(table, rows)],
        }
    };
    list.notes
        .extend((kept < all).then_some(Note::Rest(budget)));
    (listing, list.notes)
}

fn name_columns<'t>(table: &'t Table, has: NameFields) -> Columns<'t, NameRow> {
    let text = |field: fn(&NameRow) -> &Option<String>| {
        move |row: &NameRow| ListCell::Text(shown_line(field(row).as_deref().unwrap_or_default()))
    };
    Columns::<NameRow>(Vec::new())
        .with(ColumnHeading::Name, |row| {
            ListCell::Text(shown_name(&row.name))
        })
        .with(ColumnHeading::Kind, |row| {
            ListCell::Words(table.render(&row.kind))
        })
        .with(ColumnHeading::Description, text(|row| &row.description))
        .with_if(
            has.use_when,
            ColumnHeading::UseWhen,
            text(|row| &row.use_when),
        )
        .with(ColumnHeading::Contents, |row| {
            ListCell::Words(contents(table, &row.contents))
        })
        .with_if(has.origin, ColumnHeading::Origin, text(|row| &row.origin))
        .with(ColumnHeading::Documents, |row| {
            ListCell::Number(row.documents as u64)
        })
        .with_size(table, |row| row.bytes)
}

/// Writes the default patterns of a category, or the members of a collection.
fn contents(table: &Table, contents: &NameContents) -> String {
    let written = |list: &Truncated<String>, write: fn(&str) -> String| {
        table.render_list(list.first.iter().map(|text| write(text)), list.more)
    };
    match contents {
        NameContents::Patterns(list) => written(list, |text| code(&escape_truncated(text))),
        NameContents::Members(list) => written(list, name),
    }
}

/// Returns the columns of a table of documents and directories.
fn document_columns<'t, 'd>(
    table: &'t Table,
    documents: &[DocumentRow],
) -> Columns<'t, DirectoryRow<'d>> {
    let cell = |field: fn(&About) -> &Option<String>| {
        move |row: &DirectoryRow<'_>| {
            let about = row.document.about.as_deref();
            let about = about.filter(|_| row.directory.is_none());
            let text = about.and_then(|about| field(about).as_deref());
            ListCell::Text(text.map(shown_line).unwrap_or_default())
        }
    };
    let mut abouts = documents.iter().filter_map(|row| row.about.as_ref());
    let use_when = abouts.any(|about| about.use_when.is_some());
    Columns::<DirectoryRow<'_>>(Vec::new())
        .with(ColumnHeading::Uri, |row| ListCell::Place(place(table, row)))
        .with(ColumnHeading::Title, cell(|about| &about.title))
        .with(ColumnHeading::Description, cell(|about| &about.description))
        .with_if(
            use_when,
            ColumnHeading::UseWhen,
            cell(|about| &about.use_when),
        )
        .with(ColumnHeading::Type, |row| {
            ListCell::Words(media_type(table, row))
        })
        .with_size(table, |row| row.totals.bytes)
        .with(ColumnHeading::Modified, |row| {
            ListCell::Time(row.totals.modified)
        })
}

fn place(table: &Table, row: &DirectoryRow<'_>) -> PlaceUri {
    let info = &row.document.info;
    let path = row.directory.unwrap_or_else(|| info.document());
    let uri = table.formats.path_uri(&info.origin, path);
    PlaceUri::new(&info.origin, path, None, uri)
}

/// Writes the media type of a document, or the number of documents in a directory.
fn media_type(table: &Table, row: &DirectoryRow<'_>) -> String {
    if row.directory.is_some() {
        let documents = row.totals.documents;
        return table.render(&Phrase::ListDirectory(documents));
    }
    let media_type = table.formats.media_type(row.document.info.basename());
    if table.formats.is_binary(media_type) {
        table.render(&Phrase::ListBinary(Verbatim(media_type.to_owned())))
    } else {
        media_type.to_owned()
    }
}

/// Writes the documents of a category or collection. If there is only one document, its headings
/// follow. Returns the listing and the notes to show with it.
pub(super) fn write_documents(table: &Table, mut list: DocumentList) -> (Listing, Notes) {
    let budget = bytes(list.budget);
    let columns = document_columns(table, &list.rows);
    let head = columns.head(table);
    let limit = budget.saturating_sub(head.len());
    let (rows, shortened) = folded(table, &columns, &list.rows, limit, budget);
    list.notes.extend(shortened);
    let text = rows.text();
    let limit = limit.saturating_sub(text.len());
    let mut listing = Listing::default();
    if !list.rows.is_empty() {
        listing.text = head + &text;
        listing.tables.push(columns.table(table, rows));
    }
    if let Some((info, headings)) = &list.outline {
        let all = outline(table, info, headings, limit, &mut listing);
        list.notes.extend((!all).then_some(Note::Headings(budget)));
    }
    (listing, list.notes)
}

/// Appends a table to `listing` with as many of the document's `headings` as fit in `limit` bytes,
/// and the count of the others. Returns true if all headings fit.
fn outline(
    table: &Table,
    info: &FileInfo,
    headings: &[Heading],
    limit: usize,
    listing: &mut Listing,
) -> bool {
    let uri = table.formats.document_uri(info);
    let place = |heading: &Heading| {
        let uri = uri.clone() + &fragment(&heading.slug);
        PlaceUri::new(&info.origin, info.document(), Some(&heading.slug), uri)
    };
    let columns = Columns::<Heading>(Vec::new())
        .with(ColumnHeading::Level, |heading| {
            ListCell::Number(u64::from(heading.level))
        })
        .with(ColumnHeading::Text, |heading| {
            ListCell::Text(shown_line(&heading.text))
        })
        .with_size(table, |heading| heading.section.len() as u64)
        .with(ColumnHeading::Uri, |heading| {
            ListCell::Place(place(heading))
        });
    let head = String::from("\n") + &columns.head(table);
    let mut rows = TableRows::default();
    for heading in headings {
        rows.push(columns.row(heading));
    }
    let all = rows.texts.len();
    let limit = limit.saturating_sub(head.len());
    let kept = rows.cut(0, limit, |kept| rest(table, all - kept, &columns, 1));
    // The row that counts the headings is useless on its own.
    if kept > 0 {
        listing.text += &(head + &rows.text());
        listing.tables.push(columns.table(table, rows));
    }
    kept == all
}

/// Returns the row that shows `more` in the column `at`, or `None` if `more` is 0.
fn rest<R>(
    table: &Table,
    more: usize,
    columns: &Columns<'_, R>,
    at: usize,
) -> Option<Vec<ListCell>> {
    let words = (more > 0).then(|| table.render(&ListPart::More(more)));
    words.map(|words| columns.note(at, &words))
}

/// Converts a response budget to a length in bytes.
fn bytes(budget: u64) -> usize {
    usize::try_from(budget).unwrap_or(usize::MAX)
}
