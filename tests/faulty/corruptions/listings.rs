//! Listings that are not what was found.

use crate::corruption::Change::Text;
use crate::corruption::{Corruption, corrupt};
use crate::text::{cells, counted_up, listing, replaced, reversed};

const TWO: &[&str] = &["Size and modification time"];
const OVERVIEW: &[&str] = &["Overview"];
const UNREADABLE: &[&str] = &["Unreadable documents in a listing"];

pub const ALL: &[Corruption] = &[
    corrupt(
        "listings",
        "rows_swapped",
        Text("value", |value| listing(value, |lines| lines.swap(2, 3))),
        TWO,
    ),
    corrupt(
        "listings",
        "last_row_dropped",
        Text("value", |value| listing(value, |lines| drop(lines.pop()))),
        TWO,
    ),
    corrupt(
        "listings",
        "last_row_repeated",
        Text("value", |value| {
            listing(value, |lines| lines.extend(lines.last().cloned()))
        }),
        TWO,
    ),
    corrupt(
        "listings",
        "row_before_the_head",
        Text("value", |value| {
            listing(value, |lines| lines.rotate_right(1))
        }),
        TWO,
    ),
    corrupt(
        "listings",
        "head_renamed",
        Text("value", |value| replaced(value, "| Bytes |", "| Size |")),
        TWO,
    ),
    corrupt(
        "listings",
        "separator_lacks_a_column",
        Text("value", |value| {
            replaced(value, "| --- | --- | --- |", "| --- | --- |")
        }),
        TWO,
    ),
    corrupt(
        "listings",
        "separator_aligned",
        Text("value", |value| replaced(value, "| --- |\n", "| --: |\n")),
        TWO,
    ),
    corrupt(
        "listings",
        "separator_dropped",
        Text("value", |value| {
            listing(value, |lines| drop(lines.remove(1)))
        }),
        TWO,
    ),
    corrupt(
        "listings",
        "no_line_end",
        Text("value", |value| {
            value.starts_with("| ").then(|| value.trim_end().to_owned())
        }),
        TWO,
    ),
    corrupt(
        "listings",
        "blank_line_after",
        Text("value", |value| {
            listing(value, |lines| lines.push(String::new()))
        }),
        TWO,
    ),
    corrupt(
        "listings",
        "text_after_the_end",
        Text("value", |value| {
            listing(value, |lines| lines.push("End of listing.".into()))
        }),
        TWO,
    ),
    corrupt(
        "listings",
        "an_hour_off",
        Text("value", |value| {
            cells(value, "Modified (UTC)", |cell| {
                let time = humantime::parse_rfc3339(cell).ok()?;
                let later = time + std::time::Duration::from_secs(3600);
                Some(humantime::format_rfc3339_seconds(later).to_string())
            })
        }),
        TWO,
    ),
    corrupt(
        "listings",
        "a_second_off",
        Text("value", |value| {
            cells(value, "Modified (UTC)", |cell| {
                let time = humantime::parse_rfc3339(cell).ok()?;
                let later = time + std::time::Duration::from_secs(1);
                Some(humantime::format_rfc3339_seconds(later).to_string())
            })
        }),
        TWO,
    ),
    corrupt(
        "listings",
        "zone_as_an_offset",
        Text("value", |value| {
            cells(value, "Modified (UTC)", |cell| {
                replaced(cell, "Z", "+00:00")
            })
        }),
        TWO,
    ),
    corrupt(
        "listings",
        "a_byte_more",
        Text("value", |value| {
            cells(value, "Bytes", |cell| counted_up(cell, ""))
        }),
        TWO,
    ),
    corrupt(
        "listings",
        "media_type_of_all_text",
        Text("value", |value| {
            cells(value, "Media type", |_| Some("text/plain".into()))
        }),
        TWO,
    ),
    corrupt(
        "listings",
        "collection_left_out_of_the_uri",
        Text("value", |value| {
            cells(value, "URI", |cell| {
                replaced(cell, "guide://collection/onboarding/", "guide://")
            })
        }),
        &["Category and collection of a document"],
    ),
    corrupt(
        "listings",
        "members_reversed",
        Text("value", |value| {
            cells(value, "Patterns or members", |cell| reversed(cell, ", "))
        }),
        OVERVIEW,
    ),
    corrupt(
        "listings",
        "description_dropped",
        Text("value", |value| {
            cells(value, "Description", |_| Some(String::new()))
        }),
        OVERVIEW,
    ),
    corrupt(
        "listings",
        "a_document_more",
        Text("value", |value| {
            cells(value, "Documents", |cell| counted_up(cell, ""))
        }),
        OVERVIEW,
    ),
    corrupt(
        "listings",
        "bytes_in_thousands",
        Text("value", |value| replaced(value, "| 200 |", "| 0.2 kB |")),
        OVERVIEW,
    ),
    corrupt(
        "listings",
        "kind_in_lower_case",
        Text("value", |value| {
            cells(value, "Kind", |cell| Some(cell.to_lowercase()))
        }),
        OVERVIEW,
    ),
    corrupt(
        "listings",
        "bar_not_escaped",
        Text("value", |value| replaced(value, "\\|", "|")),
        &["Markdown in names and descriptions"],
    ),
    corrupt(
        "listings",
        "unreadable_not_listed",
        Text("value", |value| {
            listing(value, |lines| lines.retain(|line| !line.starts_with("- ")))
        }),
        UNREADABLE,
    ),
    corrupt(
        "listings",
        "unreadable_without_their_heading",
        Text("value", |value| {
            listing(value, |lines| {
                lines.retain(|line| line.is_empty() || line.starts_with(['|', '-']));
            })
        }),
        UNREADABLE,
    ),
    corrupt(
        "listings",
        "unreadable_with_another_bullet",
        Text("value", |value| replaced(value, "\n- ", "\n* ")),
        UNREADABLE,
    ),
    corrupt(
        "listings",
        "no_blank_line_before_the_unreadable",
        Text("value", |value| {
            listing(value, |lines| lines.retain(|line| !line.is_empty()))
        }),
        UNREADABLE,
    ),
    corrupt(
        "listings",
        "directory_counts_one_more",
        Text("value", |value| {
            cells(value, "Media type", |cell| {
                counted_up(cell, "directory, documents: ")
            })
        }),
        &["Directories over the budget"],
    ),
    corrupt(
        "listings",
        "rest_counts_one_more",
        Text("value", |value| {
            listing(value, |lines| {
                if let Some(last) = lines.last_mut()
                    && let Some(counted) = counted_up(last, "| and ")
                {
                    *last = counted;
                }
            })
        }),
        &["Documents of one directory over the budget"],
    ),
];
