//! How templates are filled, and how a message is written without them.

use mcp_guide::documents::document_error::DocumentError;
use mcp_guide::documents::file_error::FileError;
use mcp_guide::table::MessageTemplate;
use mcp_guide::text::messages::ListPart;
use mcp_guide::text::texts::Texts;
use rule_files::yaml::YamlErrorKind;

fn template(text: &str) -> MessageTemplate {
    MessageTemplate::try_from(text.to_owned()).expect("it is sound")
}

/// A message never says less than it was written to say: a placeholder that the message does
/// not declare, which no table may have, stays visible.
#[test]
fn a_placeholder_without_a_value_stays_visible() {
    let message = ListPart::WithReason { path: "a".into(), reason: "b".into() };
    let filled = |text| Texts::default().fill(&template(text), &message);
    assert_eq!(filled("{reason} of {path}, {{path}}"), "b of a, {path}");
    assert_eq!(filled("{path} of {kind}"), "a of {kind}");
}

/// Logs have keys and values: no table is at hand, and a sentence could be in any language.
#[test]
fn a_displayed_error_is_its_key_and_its_values() {
    let reason = Box::new(FileError::Binary(7).into());
    let error = DocumentError::Template { reason, line: 2, column: 3 };
    let due = "fault_template (reason: fault_binary (position: 7), line: 2, column: 3)";
    assert_eq!(error.to_string(), due);
    assert_eq!(FileError::Missing.to_string(), "fault_missing");
    let partial =
        DocumentError::Partial { partial: "a\n\u{202e}b".into(), reason: Box::new(FileError::Loop.into()) };
    let due = r"fault_partial (partial: a\n\u{202e}b, reason: fault_loop)";
    assert_eq!(partial.to_string(), due);
    // Nothing is written of an empty value, and no quotes and words of a table are in a list.
    let field = YamlErrorKind::UnknownField(String::new(), vec!["name", "files"]);
    assert_eq!(Texts::default().render(&field), "yaml_unknown_field (fields: name, files)");
}
