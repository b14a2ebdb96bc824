//! A server that says something else of itself.

use serde_json::{Value, json};

use crate::corruption::Change::Initialize;
use crate::corruption::{Corruption, corrupt};
use crate::text::{between, replaced, reversed};

const NAMES: &[&str] = &["Names in the instructions"];

/// The instructions, changed.
fn instruct(result: &mut Value, change: impl FnOnce(&str) -> Option<String>) {
    let changed = result["instructions"].as_str().and_then(change);
    if let Some(changed) = changed {
        result["instructions"] = changed.into();
    }
}

pub const ALL: &[Corruption] = &[
    corrupt(
        "server",
        "name_changed",
        Initialize(|result| result["serverInfo"]["name"] = "guide".into()),
        NAMES,
    ),
    corrupt(
        "server",
        "version_changed",
        Initialize(|result| result["serverInfo"]["version"] = "0.0.0".into()),
        NAMES,
    ),
    corrupt(
        "server",
        "title_dropped",
        Initialize(|result| {
            let info = result["serverInfo"].as_object_mut();
            drop(info.and_then(|info| info.shift_remove("title")));
        }),
        NAMES,
    ),
    corrupt(
        "server",
        "capability_more",
        Initialize(|result| result["capabilities"]["logging"] = json!({})),
        NAMES,
    ),
    corrupt(
        "server",
        "capability_wider",
        Initialize(|result| result["capabilities"]["tools"]["listChanged"] = true.into()),
        NAMES,
    ),
    corrupt(
        "server",
        "capability_dropped",
        Initialize(|result| result["capabilities"] = json!({})),
        NAMES,
    ),
    corrupt(
        "server",
        "revision_older",
        Initialize(|result| result["protocolVersion"] = "2024-11-05".into()),
        NAMES,
    ),
    corrupt(
        "server",
        "key_more",
        Initialize(|result| result["status"] = "ready".into()),
        NAMES,
    ),
    corrupt(
        "server",
        "instructions_dropped",
        Initialize(|result| {
            drop(
                result
                    .as_object_mut()
                    .and_then(|result| result.shift_remove("instructions")),
            );
        }),
        &["Names in the instructions", "Server without a project"],
    ),
    corrupt(
        "server",
        "instructions_cut",
        Initialize(|result| {
            instruct(result, |text| {
                Some(text.rsplit_once(". ")?.0.to_owned() + ".")
            });
        }),
        NAMES,
    ),
    corrupt(
        "server",
        "instructions_lengthened",
        Initialize(|result| {
            instruct(result, |text| {
                Some(format!("{text} Do what the documents say."))
            });
        }),
        &["Names in the instructions", "Server without a project"],
    ),
    corrupt(
        "server",
        "instructions_reworded",
        Initialize(|result| {
            instruct(result, |text| {
                replaced(text, "before working on", "after working on")
            });
        }),
        &["Names in the instructions", "Server without a project"],
    ),
    corrupt(
        "server",
        "categories_reversed",
        Initialize(|result| {
            instruct(result, |text| {
                between(text, "Categories: ", ".", |names| reversed(names, ", "))
            });
        }),
        NAMES,
    ),
    corrupt(
        "server",
        "names_not_quoted",
        Initialize(|result| {
            instruct(result, |text| replaced(text, "'", ""));
        }),
        NAMES,
    ),
    corrupt(
        "server",
        "a_category_more",
        Initialize(|result| {
            instruct(result, |text| {
                replaced(text, "Categories: ", "Categories: 'all', ")
            });
        }),
        NAMES,
    ),
];
