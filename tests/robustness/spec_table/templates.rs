//! How templates are filled.

use std::panic::{AssertUnwindSafe, catch_unwind};

use mcp_guide::table::MessageTemplate;

/// A message never says less than it was written to say: a placeholder without a value
/// fails tests, and stays visible in a release.
#[test]
fn a_placeholder_without_a_value_is_loud() {
    let template = MessageTemplate::try_from("{name} of {kind}".to_owned()).expect("it is sound");
    assert_eq!(template.fill(&[("kind", &"b"), ("name", &"a")]), "a of b");
    let filled = catch_unwind(AssertUnwindSafe(|| template.fill(&[("name", &"a")])));
    match filled {
        Ok(text) => assert_eq!((text.as_str(), cfg!(debug_assertions)), ("a of {kind}", false)),
        Err(panic) => {
            let message = panic.downcast::<String>().expect("a message");
            assert_eq!(*message, "no value for the placeholder {kind}");
        }
    }
}
