//! The changes to `guide.yaml`, field by field.

use indexmap::IndexMap;
use serde_json::Value;

use super::rule_comparison::add;
use crate::cli::check::finding_kind::FindingKind;
use crate::cli::check::report::{Report, Severity};
use crate::text::escaped::escape_truncated;
use crate::text::field_path::FieldPath;
use rule_files::yaml::{self, YamlNode};

/// The fields that only people and agents read.
const WORDS: [&str; 2] = ["description", "use_when"];
/// The fields in which more values mean that less is served.
const RESTRICTING: [&str; 3] = ["exclude", "limits", "allow"];

/// The values of a field: a single value, or the items of a list.
#[derive(Debug, Default, PartialEq)]
struct Field {
    values: Vec<String>,
    is_list: bool,
}

/// Reports each field of the guide at `path` that was changed, removed or added. Reports no fields
/// if one of the two texts cannot be parsed.
pub(super) fn compare_guides(
    path: &str,
    old: Option<&str>,
    new: Option<&str>,
    report: &mut Report,
) {
    let mut say =
        |severity, text: &str| add(report, (severity, FindingKind::GuideChanged), path, text);
    let (old, new) = match (old, new) {
        (Some(old), Some(new)) => (old, new),
        (Some(_), None) => return say(Severity::Warning, "it was removed"),
        (None, Some(_)) => {
            return say(
                Severity::Warning,
                "it was added, so only its categories are served",
            );
        }
        (None, None) => return,
    };
    let read = |text: &str| yaml::from_slice::<Value>(text).ok();
    let (Some(before), Some(after)) = (read(old), read(new)) else {
        return;
    };
    let (before, after) = (fields(&before), fields(&after));
    let root = yaml::parse(new).ok();
    let none = Field::default();
    let new = after.keys().filter(|field| !before.contains_key(*field));
    for field in before.keys().chain(new) {
        let (was, is) = (before.get(field), after.get(field));
        let Some((severity, text)) = said(field, was.unwrap_or(&none), is.unwrap_or(&none)) else {
            continue;
        };
        add(
            report,
            (severity, FindingKind::GuideChanged),
            path,
            &format!("{field} {text}"),
        );
        set_line(report, root.as_ref(), field);
    }
}

/// Returns the severity of a change to `field`, and a description of it. Returns `None` if the
/// values are equal.
fn said(field: &FieldPath, was: &Field, is: &Field) -> Option<(Severity, String)> {
    let quoted = |values: &[&String]| -> String {
        let shown: Vec<String> = values
            .iter()
            .map(|scalar| format!("'{}'", escape_truncated(scalar)))
            .collect();
        shown.join(", ")
    };
    let without = |one: &Field, other: &Field| -> String {
        let values = one
            .values
            .iter()
            .filter(|scalar| !other.values.contains(scalar));
        quoted(&values.collect::<Vec<_>>())
    };
    let (gone, new) = (without(was, is), without(is, was));
    let steps = field.steps();
    let has = |names: &[&str]| steps.iter().any(|step| names.contains(&&**step));
    let text = match (&*gone, &*new) {
        ("", "") if was == is => return None,
        ("", "") => "has its values in a different order".to_owned(),
        (gone, new) if !was.is_list && !is.is_list && !gone.is_empty() && !new.is_empty() => {
            format!("is now {new}, and was {gone}")
        }
        (gone, "") if is.values.is_empty() => format!("was removed; it was {gone}"),
        (gone, "") => format!("no longer has {gone}"),
        ("", new) => format!("now has {new}"),
        (gone, new) => format!("now has {new}, and no longer {gone}"),
    };
    // A pattern with `!` excludes what the other patterns match.
    let mut values = is
        .values
        .iter()
        .filter(|scalar| !was.values.contains(scalar));
    let takes_out = has(&RESTRICTING) || values.any(|scalar| scalar.starts_with('!'));
    let only_more = gone.is_empty() && !takes_out;
    let is_harmless = has(&WORDS) || only_more;
    let severity = if is_harmless {
        Severity::Note
    } else {
        Severity::Warning
    };
    Some((severity, text))
}

/// Sets the line of the last finding to the line of `field`.
fn set_line(report: &mut Report, root: Option<&YamlNode>, field: &FieldPath) {
    let steps = field.steps();
    let steps: Vec<&str> = steps.iter().map(String::as_str).collect();
    let position = root.map(|root| root.at(&steps).0);
    if let (Some(finding), Some(position)) = (report.findings.last_mut(), position) {
        finding.line = position.line;
    }
}

/// Returns the fields of the guide whose parsed content is `root`, with their values.
fn fields(root: &Value) -> IndexMap<FieldPath, Field> {
    let mut all = IndexMap::new();
    collect(root, &FieldPath::default(), &mut all);
    all
}

fn collect(value: &Value, path: &FieldPath, all: &mut IndexMap<FieldPath, Field>) {
    match value {
        Value::Object(object) => {
            for (name, value) in object {
                collect(value, &path.field(name), all);
            }
        }
        Value::Array(items) => {
            let values = items.iter().map(shown).collect();
            all.insert(
                path.clone(),
                Field {
                    values,
                    is_list: true,
                },
            );
        }
        value => {
            let values = vec![shown(value)];
            all.insert(
                path.clone(),
                Field {
                    values,
                    is_list: false,
                },
            );
        }
    }
}

fn shown(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        value => value.to_string(),
    }
}
