//! `schema`: what it prints accepts what the program accepts, and nothing else.

use std::path::Path;

use laws::schema::{Accepted, GUIDE, accepted};
use serde_json::{Value, json};

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
fn this_repositorys_files_are_accepted() {
    let guide = std::fs::read_to_string(Path::new(ROOT).join("guide.yaml")).expect("a file");
    assert_eq!(accepted(&GUIDE, &yaml(&guide)), Ok(Accepted::Yes));
    let page = std::fs::read_to_string(Path::new(ROOT).join("docs/guide-yaml.md"));
    let page = page.expect("a file");
    let example = page
        .split("```yaml\n")
        .nth(1)
        .and_then(|block| block.split("```").next());
    assert_eq!(
        accepted(&GUIDE, &yaml(example.expect("an example"))),
        Ok(Accepted::Yes)
    );
}

/// A sound value with something else at a place; both refuse it.
#[track_caller]
fn refused(files: &laws::schema::Files, sound: &Value, cases: &[(&str, Value)]) {
    assert_eq!(accepted(files, sound), Ok(Accepted::Yes));
    for (place, other) in cases {
        let mut value = sound.clone();
        let (parent, name) = place.rsplit_once('/').expect("a pointer");
        let parent = value.pointer_mut(parent).expect(place);
        match (parent, other) {
            (Value::Object(fields), Value::String(gone)) if gone == "(gone)" => {
                fields.remove(name).expect(place);
            }
            (Value::Object(fields), other) => {
                fields.insert(name.to_owned(), other.clone());
            }
            (Value::Array(items), other) => {
                items[name.parse::<usize>().expect("an index")] = other.clone();
            }
            _ => panic!("{place}"),
        }
        assert_eq!(accepted(files, &value), Ok(Accepted::No), "{place} {other}");
    }
}

#[test]
fn what_no_guide_may_hold_is_refused_by_both() {
    let sound = json!({
        "categories": { "docs": {
            "dir": "docs", "patterns": ["*.md"], "exclude": ["x"], "description": "d",
        } },
        "collections": { "all": { "categories": ["docs"], "description": "d" } },
        "limits": { "file_bytes": 1, "response_bytes": 1u64 << 24 },
    });
    let cases = [
        ("/other", json!(1)),
        ("/categories", json!("(gone)")),
        ("/categories", json!(null)),
        ("/categories", json!([])),
        ("/categories/", json!({ "dir": "a", "patterns": ["a"] })),
        ("/categories/.", json!({ "dir": "a", "patterns": ["a"] })),
        ("/categories/..", json!({ "dir": "a", "patterns": ["a"] })),
        ("/categories/docs", json!(null)),
        ("/categories/docs/glob", json!("x")),
        ("/categories/docs/dir", json!("(gone)")),
        ("/categories/docs/dir", json!(1)),
        ("/categories/docs/patterns", json!("(gone)")),
        ("/categories/docs/patterns", json!([])),
        ("/categories/docs/patterns", json!("*.md")),
        ("/categories/docs/patterns/0", json!(1)),
        ("/categories/docs/exclude", json!("x")),
        ("/categories/docs/exclude", json!(null)),
        ("/categories/docs/description", json!(null)),
        ("/categories/docs/description", json!(true)),
        ("/collections", json!(null)),
        ("/collections/", json!({ "categories": [] })),
        ("/collections/all/categories", json!("docs")),
        ("/collections/all/of", json!([])),
        ("/limits", json!(null)),
        ("/limits/file_bytes", json!(0)),
        ("/limits/file_bytes", json!(-1)),
        ("/limits/file_bytes", json!(1.5)),
        ("/limits/file_bytes", json!("1")),
        ("/limits/response_bytes", json!((1u64 << 24) + 1)),
        ("/limits/bytes", json!(1)),
    ];
    refused(&GUIDE, &sound, &cases);
}
