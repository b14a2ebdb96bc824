//! How templates are filled.

use mcp_guide::spec::MessageTemplate;

/// A message never says less than it was written to say.
#[test]
fn a_placeholder_without_a_value_stays_visible() {
    let template = MessageTemplate::try_from("{name} of {kind}".to_owned()).expect("it is sound");
    assert_eq!(template.fill(&[("kind", &"b"), ("name", &"a")]), "a of b");
    assert_eq!(template.fill(&[("name", &"a")]), "a of {kind}");
}
