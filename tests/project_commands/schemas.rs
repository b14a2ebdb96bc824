//! `schema`: what it prints accepts what the program accepts, and nothing else.

use std::path::Path;

use laws::schema::{Accepted, GUIDE, accepted};
use serde_json::{Value, json};

use super::process::{project, run};

const ROOT: &str = env!("CARGO_MANIFEST_DIR");

fn yaml(text: &str) -> Value {
    serde_yaml::from_str(text).expect("YAML")
}

#[test]
fn the_schema_is_printed() {
    let folder = project(&[]);
    let ran = run(folder.path(), &["schema"]);
    assert_eq!((ran.code, &*ran.err), (0, ""));
    let schema: Value = serde_json::from_str(&ran.out).expect("JSON");
    let draft = "https://json-schema.org/draft/2020-12/schema";
    assert_eq!(
        (&schema["$schema"], &schema["title"]),
        (&json!(draft), &json!("guide.yaml"))
    );
    assert!(
        !ran.out.contains(": null") && !ran.out.contains("`]"),
        "{}",
        ran.out
    );
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

/// The projects of all features, sound or not, as far as they are YAML.
#[test]
fn the_features_projects_are_accepted_if_they_load() {
    let (mut sound, mut faulty) = (0, 0);
    for file in std::fs::read_dir(Path::new(ROOT).join("features")).expect("a folder") {
        let text = std::fs::read_to_string(file.expect("an entry").path()).expect("a feature");
        for block in text.split("\"\"\"").skip(1).step_by(2) {
            let indent = block.lines().find(|line| !line.trim().is_empty());
            let indent = indent.map_or(0, |line| line.len() - line.trim_start().len());
            let block: Vec<&str> = (block.lines())
                .map(|line| line.get(indent..).unwrap_or_default())
                .collect();
            let block = block.join("\n");
            // What else is no mapping has no shape to speak of.
            let Ok(value) = serde_yaml::from_str::<Value>(&block) else {
                continue;
            };
            if !block.contains("categories:") || !value.is_object() || block.contains("tools:") {
                continue;
            }
            match accepted(&GUIDE, &value) {
                Ok(Accepted::Yes) => sound += 1,
                Ok(Accepted::No) => faulty += 1,
                Err(said) => panic!("{said}"),
            }
        }
    }
    assert!(sound > 50 && faulty > 3, "{sound} {faulty}");
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
