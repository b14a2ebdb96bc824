//! Failures that say something else than what went wrong.

use crate::corruption::Change::{Result, Text};
use crate::corruption::{Corruption, corrupt};
use crate::text::{between, counted_up, replaced, reversed, shortened};

const PRESENT: &str = "Present this error to the user and take no further action.";
const TYPES: &[&str] = &["Error type classification"];
const CLEAR: &[&str] = &["Error message clarity"];
const HELP: &[&str] = &["Syntax help"];
const UNSEEN: &[&str] = &["Invisible characters"];
const NOWHERE: &[&str] = &["No project anywhere"];
const MANY: &[&str] = &["Several faults"];

pub const ALL: &[Corruption] = &[
    corrupt(
        "errors",
        "instruction_of_not_found",
        Text("instruction", |text| {
            replaced(
                text,
                PRESENT,
                "Inform user that project context is required.",
            )
        }),
        &[
            "Agent instruction for not found",
            "Error type classification",
        ],
    ),
    corrupt(
        "errors",
        "instruction_of_no_matches",
        Text("instruction", |text| {
            text.contains("correct the pattern").then(|| PRESENT.into())
        }),
        &[
            "Agent instruction for no matches",
            "Error type classification",
        ],
    ),
    corrupt(
        "errors",
        "instruction_of_invalid_pattern",
        Text("instruction", |text| {
            text.contains("syntax help").then(|| PRESENT.into())
        }),
        &["Syntax help", "Error type classification"],
    ),
    corrupt(
        "errors",
        "instruction_of_io_error",
        Text("instruction", |text| {
            text.contains("File system").then(|| PRESENT.into())
        }),
        &["No readable document", "Error type classification"],
    ),
    corrupt(
        "errors",
        "instruction_of_invalid_argument",
        Text("instruction", |text| {
            text.contains("Correct the").then(|| PRESENT.into())
        }),
        &["Several faults", "Error type classification"],
    ),
    corrupt(
        "errors",
        "instruction_of_no_session",
        Text("instruction", |text| {
            text.contains("Inform user").then(|| PRESENT.into())
        }),
        NOWHERE,
    ),
    corrupt(
        "errors",
        "instruction_softened",
        Text("instruction", |text| {
            replaced(
                text,
                "Do NOT attempt corrective action.",
                "Avoid corrective action.",
            )
        }),
        &["Agent instruction for no matches"],
    ),
    corrupt(
        "errors",
        "instruction_dropped",
        Result(|result| {
            if result.contains_key("error") {
                result.shift_remove("instruction");
            }
        }),
        &["Failure response format"],
    ),
    corrupt(
        "errors",
        "type_of_no_matches",
        Text("error_type", |text| {
            replaced(text, "no_matches", "not_found")
        }),
        TYPES,
    ),
    corrupt(
        "errors",
        "type_of_invalid_argument",
        Text("error_type", |text| {
            replaced(text, "invalid_argument", "invalid_pattern")
        }),
        TYPES,
    ),
    corrupt(
        "errors",
        "type_of_io_error",
        Text("error_type", |text| replaced(text, "io_error", "unknown")),
        TYPES,
    ),
    corrupt(
        "errors",
        "type_with_hyphens",
        Text("error_type", |text| replaced(text, "_", "-")),
        &["Failure response format"],
    ),
    corrupt(
        "errors",
        "text_cut",
        Text("error", |error| {
            Some(error.chars().take(error.chars().count() - 8).collect())
        }),
        CLEAR,
    ),
    corrupt(
        "errors",
        "full_stop_added",
        Text("error", |error| Some(format!("{error}."))),
        CLEAR,
    ),
    corrupt(
        "errors",
        "text_in_capitals",
        Text("error", |error| replaced(error, "not found", "NOT FOUND")),
        &["Failure response format"],
    ),
    corrupt(
        "errors",
        "kind_of_another",
        Text("error", |error| {
            replaced(error, "Category '", "Collection '")
        }),
        &["Failure response format"],
    ),
    corrupt(
        "errors",
        "character_off_by_one",
        Text("error", |error| counted_up(error, "at character ")),
        &["Syntax help", "Position of a fault"],
    ),
    corrupt(
        "errors",
        "byte_off_by_one",
        Text("error", |error| counted_up(error, "NUL at byte ")),
        &["Invisible characters", "Binary document"],
    ),
    corrupt(
        "errors",
        "help_dropped",
        Text("error", |error| shortened(error, " Pattern syntax:")),
        HELP,
    ),
    corrupt(
        "errors",
        "help_cut",
        Text("error", |error| {
            replaced(error, "; hidden names need a literal dot", "")
        }),
        &["Syntax help", "Invalid pattern in every tool"],
    ),
    corrupt(
        "errors",
        "pattern_not_repeated",
        Text("error", |error| {
            between(error, "Invalid pattern '", "' at", |_| Some(String::new()))
        }),
        HELP,
    ),
    corrupt(
        "errors",
        "suggestion_dropped",
        Text("error", |error| shortened(error, " Did you mean")),
        &["get_content Tool / Not found"],
    ),
    corrupt(
        "errors",
        "suggestion_where_names_are_due",
        Text("error", |error| {
            replaced(error, "Valid names: ", "Did you mean ")
        }),
        &["Failure response format"],
    ),
    corrupt(
        "errors",
        "valid_names_reversed",
        Text("error", |error| {
            shortened(error, "Valid names: ").and_then(|_| {
                let (before, names) = error.split_once("Valid names: ")?;
                Some(format!("{before}Valid names: {}", reversed(names, ", ")?))
            })
        }),
        &["get_content Tool / Not found"],
    ),
    corrupt(
        "errors",
        "last_valid_name_left_out",
        Text("error", |error| {
            error
                .contains("Valid names: ")
                .then(|| shortened(error, ", "))?
        }),
        &["get_content Tool / Not found"],
    ),
    corrupt(
        "errors",
        "documents_reversed",
        Text("error", |error| {
            let names = error.strip_prefix("Could not read ")?;
            Some(format!("Could not read {}", reversed(names, ", ")?))
        }),
        &["No readable document"],
    ),
    corrupt(
        "errors",
        "last_document_left_out",
        Text("error", |error| {
            error
                .starts_with("Could not read ")
                .then(|| shortened(error, ", "))?
        }),
        &["No readable document"],
    ),
    corrupt(
        "errors",
        "category_left_out_of_the_path",
        Text("error", |error| {
            replaced(error, "examples/leak.md", "leak.md")
        }),
        &["Unreadable document of a collection"],
    ),
    corrupt(
        "errors",
        "note_dropped",
        Text("error", |error| shortened(error, " Collection '")),
        &["Nothing left beside a missing directory"],
    ),
    corrupt(
        "errors",
        "patterns_reversed",
        Text("error", |error| {
            let (before, patterns) = error.split_once("match ")?;
            Some(format!("{before}match {}", reversed(patterns, ", ")?))
        }),
        &["Empty directory"],
    ),
    corrupt(
        "errors",
        "quotes_dropped",
        Text("error", |error| replaced(error, "'", "")),
        CLEAR,
    ),
    corrupt(
        "errors",
        "escapes_undone",
        Text("error", |error| replaced(error, "\\u{202e}", "\u{202e}")),
        UNSEEN,
    ),
    corrupt(
        "errors",
        "escapes_in_capitals",
        Text("error", |error| replaced(error, "\\u{202e}", "\\u{202E}")),
        UNSEEN,
    ),
    corrupt(
        "errors",
        "ways_reversed",
        Text("error", |error| {
            let (before, ways) = error.split_once("Tried: ")?;
            Some(format!("{before}Tried: {}", reversed(ways, "; ")?))
        }),
        NOWHERE,
    ),
    corrupt(
        "errors",
        "last_way_left_out",
        Text("error", |error| shortened(error, "; ")),
        NOWHERE,
    ),
    corrupt(
        "errors",
        "roots_counted_one_more",
        Text("error", |error| counted_up(error, "(none of ")),
        NOWHERE,
    ),
    corrupt(
        "errors",
        "line_off_by_one",
        Text("error", |error| counted_up(error, "at line ")),
        &["YAML syntax", "Unknown field"],
    ),
    corrupt(
        "errors",
        "column_off_by_one",
        Text("error", |error| counted_up(error, " column ")),
        &["YAML syntax", "Unknown field"],
    ),
    corrupt(
        "errors",
        "faults_reversed",
        Text("error", |error| {
            between(error, ": ", ". Valid", |faults| reversed(faults, "; "))
        }),
        MANY,
    ),
    corrupt(
        "errors",
        "last_fault_left_out",
        Text("error", |error| {
            between(error, ": ", ". Valid", |faults| shortened(faults, "; "))
        }),
        MANY,
    ),
    corrupt(
        "errors",
        "arguments_reversed",
        Text("error", |error| {
            let (before, arguments) = error.split_once("Valid arguments: ")?;
            Some(format!(
                "{before}Valid arguments: {}",
                reversed(arguments, "), ")?
            ))
        }),
        &["Several faults", "Unknown argument"],
    ),
    corrupt(
        "errors",
        "argument_said_to_be_optional",
        Text("error", |error| {
            replaced(error, "(string, required)", "(string, optional)")
        }),
        &["Several faults", "Empty required argument"],
    ),
    corrupt(
        "errors",
        "tool_not_named",
        Text("error", |error| {
            between(error, "Invalid arguments", ":", |_| Some(String::new()))
        }),
        MANY,
    ),
];
