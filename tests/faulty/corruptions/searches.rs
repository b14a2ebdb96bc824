//! Searches that do not say where the words stand.

use crate::corruption::Change::{Result, Text};
use crate::corruption::{Corruption, corrupt};
use crate::text::{cells, counted_up, listing, replaced};

const FOUND: &[&str] = &["Every word must occur"];
const ORDER: &[&str] = &["Order of results"];
const PLACES: &[&str] = &["Sections of one document"];
const NOTHING: &[&str] = &["No match"];
const MORE: &[&str] = &["Results over the budget"];
const LONG: &[&str] = &["Long lines"];
const UNREADABLE: &[&str] = &["Unreadable documents in a search"];
const DELIVERED: &[&str] = &["Search covers the delivered text"];
const NO_QUERY: &[&str] = &["Invalid query"];
const NAMES: &[&str] = &["Names and patterns that find nothing"];

pub const ALL: &[Corruption] = &[
    corrupt(
        "searches",
        "the_best_is_second",
        Text("value", |value| {
            listing(value, |lines| {
                if lines.len() > 3 {
                    lines.swap(2, 3);
                }
            })
        }),
        ORDER,
    ),
    corrupt(
        "searches",
        "the_last_is_forgotten",
        Text("value", |value| {
            listing(value, |lines| {
                if lines.len() > 3 {
                    lines.pop();
                }
            })
        }),
        FOUND,
    ),
    corrupt(
        "searches",
        "places_of_a_document_in_order_of_lines",
        Text("value", |value| {
            listing(value, |lines| {
                if lines.len() == 5 {
                    lines[2..].rotate_left(1);
                }
            })
        }),
        PLACES,
    ),
    corrupt(
        "searches",
        "one_place_of_a_document",
        Text("value", |value| listing(value, |lines| lines.truncate(3))),
        PLACES,
    ),
    corrupt(
        "searches",
        "lines_counted_from_zero",
        Text("value", |value| {
            cells(value, "Line", |line| {
                Some((line.parse::<usize>().ok()?.checked_sub(1)?).to_string())
            })
        }),
        FOUND,
    ),
    corrupt(
        "searches",
        "no_fragment",
        Text("value", |value| {
            cells(value, "URI", |uri| Some(uri.split_once('#')?.0.to_owned()))
        }),
        FOUND,
    ),
    corrupt(
        "searches",
        "fragment_of_the_heading_above",
        Text("value", |value| replaced(value, "#retry |", "#errors |")),
        FOUND,
    ),
    corrupt(
        "searches",
        "the_heading_without_those_above",
        Text("value", |value| {
            cells(value, "Heading", |path| {
                Some(path.rsplit_once(" > ")?.1.to_owned())
            })
        }),
        FOUND,
    ),
    corrupt(
        "searches",
        "the_line_without_its_markup",
        Text("value", |value| replaced(value, "| ### ", "| ")),
        FOUND,
    ),
    corrupt(
        "searches",
        "a_long_line_is_not_marked_as_cut",
        Text("value", |value| replaced(value, "…", "")),
        LONG,
    ),
    corrupt(
        "searches",
        "a_word_found_in_one_more",
        Text("value", |value| counted_up(value, "'retr' (documents: ")),
        NOTHING,
    ),
    corrupt(
        "searches",
        "nothing_near",
        Text("value", |value| {
            replaced(value, " Near to them in titles and headings: 'stop'.", "")
        }),
        NOTHING,
    ),
    corrupt(
        "searches",
        "nothing_found_is_a_failure",
        Result(|result| {
            let value = result.get("value").and_then(serde_json::Value::as_str);
            if value.is_some_and(|value| value.starts_with("No document holds every word")) {
                result.insert("success".into(), false.into());
            }
        }),
        NOTHING,
    ),
    corrupt(
        "searches",
        "nothing_found_has_an_instruction",
        Result(|result| {
            let value = result.get("value").and_then(serde_json::Value::as_str);
            if value.is_some_and(|value| value.starts_with("No document holds every word")) {
                result.insert("instruction".into(), "Search again.".into());
            }
        }),
        NOTHING,
    ),
    corrupt(
        "searches",
        "what_cannot_be_read_is_not_named",
        Text("value", |value| {
            Some(value.split_once("\nCannot be read:")?.0.to_owned())
        }),
        UNREADABLE,
    ),
    corrupt(
        "searches",
        "the_rest_is_miscounted",
        Text("value", |value| counted_up(value, "| and ")),
        MORE,
    ),
    corrupt(
        "searches",
        "the_rest_is_not_said",
        Result(|result| {
            let message = result.get("message").and_then(serde_json::Value::as_str);
            if message.is_some_and(|message| message.starts_with("More documents hold")) {
                result.remove("message");
            }
        }),
        MORE,
    ),
    corrupt(
        "searches",
        "templates_are_not_named",
        Result(|result| {
            let message = result.get("message").and_then(serde_json::Value::as_str);
            if message.is_some_and(|message| message.starts_with("Unrendered templates")) {
                result.remove("message");
            }
        }),
        DELIVERED,
    ),
    corrupt(
        "searches",
        "another_bound_of_words",
        Text("error", |error| {
            replaced(error, "more than 32 words", "more than 64 words")
        }),
        NO_QUERY,
    ),
    corrupt(
        "searches",
        "a_missing_query_is_an_empty_one",
        Text("error", |error| {
            replaced(error, "and is missing", "and is empty")
        }),
        NO_QUERY,
    ),
    corrupt(
        "searches",
        "no_name_is_near",
        Text("error", |error| {
            replaced(error, " Did you mean 'docs'?", "")
        }),
        NAMES,
    ),
];
