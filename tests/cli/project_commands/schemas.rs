//! `schema`: what it prints accepts what the program accepts, and nothing else.

use std::path::Path;

use laws::schema::{Accepted, GUIDE, accepted};
use serde_json::Value;

const ROOT: &str = env!("CARGO_MANIFEST_DIR");

fn yaml(text: &str) -> Value {
    serde_yaml::from_str(text).expect("YAML")
}

/// Each field says what it is.
#[test]
fn every_field_is_described() {
    fn undescribed(at: &str, schema: &Value, found: &mut Vec<String>) {
        for (name, field) in schema["properties"].as_object().into_iter().flatten() {
            if field["description"].as_str().is_none_or(str::is_empty) {
                found.push(format!("{at}.{name}"));
            }
        }
        for (name, definition) in schema["$defs"].as_object().into_iter().flatten() {
            undescribed(name, definition, found);
        }
    }
    let mut found = Vec::new();
    undescribed("guide", GUIDE.schema(), &mut found);
    assert_eq!(found, [""; 0]);
}

#[test]
#[cfg_attr(not(feature = "oracles"), ignore = "needs --features oracles")]
fn this_repositorys_files_are_accepted() {
    let guide = std::fs::read_to_string(Path::new(ROOT).join("guide.yaml")).expect("a file");
    assert_eq!(accepted(&GUIDE, &yaml(&guide)), Ok(Accepted::Yes));
    let page = std::fs::read_to_string(Path::new(ROOT).join("docs/guide-yaml.md"));
    let page = page.expect("a file");
    let example = page.split("```yaml\n").nth(1).and_then(|block| block.split("```").next());
    assert_eq!(accepted(&GUIDE, &yaml(example.expect("an example"))), Ok(Accepted::Yes));
}
