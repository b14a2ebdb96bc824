//! `spec/guide.schema.json` has the fields of `guide.yaml` that the program reads, with the same
//! defaults and bounds. The law `schema` compares both on generated files.

use std::collections::BTreeSet;

use mcp_guide::cli::docs::GUIDE_SCHEMA;
use mcp_guide::project::Project;
use mcp_guide::project::project_error::{ProjectError, ProjectErrorKind};
use rule_files::yaml::YamlErrorKind;
use serde_json::{Map, Value, from_str, json};

/// A name that is like no field, no word and no language.
const UNKNOWN: &str = "zzzzzzzzzzzzzzzz";
/// The keywords that say nothing about what is accepted, or that `Shape` reads.
const READ: [&str; 20] = [
    "$schema", "$defs", "$ref", "title", "description", "format", "type", "properties", "required",
    "additionalProperties", "propertyNames", "items", "anyOf", "oneOf", "const", "enum", "default", "not",
    "pattern", "maximum",
];
/// The bounds, which `bounds` tries.
const BOUNDS: [&str; 5] = ["minimum", "minLength", "maxLength", "minItems", "maximum"];

fn load(file: &Value) -> Result<Project, ProjectError> {
    Project::parse(file.to_string().as_bytes())
}

/// A schema with its references resolved. Of text or a map, it is the map.
#[derive(Clone, Copy)]
struct Shape<'s> {
    root: &'s Value,
    schema: &'s Value,
}

impl<'s> Shape<'s> {
    fn new(root: &'s Value, schema: &'s Value) -> Self {
        let read = |keyword: &String| READ.contains(&&**keyword) || BOUNDS.contains(&&**keyword);
        let keywords = schema.as_object().expect("a schema");
        assert!(keywords.keys().all(read), "a keyword that this test does not try: {schema}");
        if let Some(name) = schema["$ref"].as_str() {
            let place = name.strip_prefix('#').expect("a place in the schema");
            return Self::new(root, root.pointer(place).expect("a definition"));
        }
        if let Some(forms) = schema["anyOf"].as_array() {
            assert!(forms.len() == 2 && forms[0] == json!({ "type": "string" }), "{schema}");
            return Self::new(root, &forms[1]);
        }
        Self { root, schema }
    }

    fn of(self, schema: &'s Value) -> Self {
        Self::new(self.root, schema)
    }

    /// The fields, if it has fields of its own.
    fn fields(self) -> Option<&'s Map<String, Value>> {
        self.schema["properties"].as_object()
    }

    fn required(self) -> BTreeSet<&'s str> {
        let names = self.schema["required"].as_array().into_iter().flatten();
        names.filter_map(Value::as_str).collect()
    }

    /// The words of a text that may be one of several only.
    fn words(self) -> Option<BTreeSet<&'s str>> {
        if let Some(words) = self.schema["enum"].as_array() {
            return Some(words.iter().filter_map(Value::as_str).collect());
        }
        let forms = self.schema["oneOf"].as_array()?;
        Some(forms.iter().filter_map(|form| form["const"].as_str()).collect())
    }

    /// A value that it accepts; with all fields, or only with those that are required.
    fn sample(self, is_full: bool) -> Value {
        if let Some(words) = self.words() {
            return json!(words.first().expect("a word"));
        }
        if let Some(fields) = self.fields() {
            let required = self.required();
            let mut map = Map::new();
            for (name, field) in fields.iter().filter(|(name, _)| is_full || required.contains(&***name)) {
                map.insert(name.clone(), self.of(field).sample(is_full));
            }
            return map.into();
        }
        match self.schema["type"].as_str() {
            Some("string") => json!("x"),
            Some("boolean") => json!(true),
            Some("integer") => json!(1),
            Some("array") => json!([self.of(&self.schema["items"]).sample(is_full)]),
            Some("object") => match &self.schema["additionalProperties"] {
                Value::Bool(true) => json!({ "x": 1 }),
                values => json!({ "x": self.of(values).sample(is_full) }),
            },
            _ => panic!("a type that this test does not know: {}", self.schema),
        }
    }

    /// Each map with fields, and its place in a sample.
    fn maps(self, place: &str, found: &mut Vec<(String, Self)>) {
        if let Some(fields) = self.fields() {
            found.push((place.to_owned(), self));
            for (name, field) in fields {
                self.of(field).maps(&format!("{place}/{name}"), found);
            }
        }
        if self.schema["items"].is_object() {
            self.of(&self.schema["items"]).maps(&format!("{place}/0"), found);
        }
        if self.schema["additionalProperties"].is_object() {
            self.of(&self.schema["additionalProperties"]).maps(&format!("{place}/x"), found);
        }
    }
}

/// The file `file` with `value` at `place`.
fn with(file: &Value, place: &str, value: Value) -> Value {
    let mut file = file.clone();
    let (map, name) = place.rsplit_once('/').expect("a field");
    file.pointer_mut(map).expect("a map")[name] = value;
    file
}

fn without(file: &Value, place: &str) -> Value {
    let mut file = file.clone();
    let (map, name) = place.rsplit_once('/').expect("a field");
    let map = file.pointer_mut(map).and_then(Value::as_object_mut);
    map.expect("a map").remove(name).expect("a field");
    file
}

/// The names that the program expects at a place, instead of a name or a word that it does not know.
fn expected(file: &Value) -> BTreeSet<&'static str> {
    let kind = load(file).expect_err("it is unknown").kind;
    match kind {
        ProjectErrorKind::Syntax(kind) | ProjectErrorKind::Field(kind) => match kind {
            YamlErrorKind::UnknownField(_, names) | YamlErrorKind::UnknownWord(_, names) => {
                names.into_iter().collect()
            }
            kind => panic!("{kind:?}"),
        },
        ProjectErrorKind::Language { languages, .. } => languages.into_iter().collect(),
        kind => panic!("{kind:?}"),
    }
}

/// The least and the greatest values that a schema accepts, and those beyond.
fn bounds(schema: &Value) -> Vec<(Value, bool)> {
    let mut tried = Vec::new();
    let number = |name: &str| schema[name].as_i64();
    let length = |name: &str| schema[name].as_u64().map(|length| length as usize);
    for (name, beyond) in [("minimum", -1), ("maximum", 1)] {
        if let Some(bound) = number(name) {
            tried.extend([(json!(bound), true), (json!(bound + beyond), false)]);
        }
    }
    if let Some(least) = length("minLength") {
        tried.extend([(json!("x".repeat(least)), true), (json!("x".repeat(least - 1)), false)]);
    }
    if let Some(most) = length("maxLength") {
        tried.extend([(json!("x".repeat(most)), true), (json!("x".repeat(most + 1)), false)]);
    }
    if let Some(least) = length("minItems") {
        tried.extend([(json!(vec!["x"; least]), true), (json!(vec!["x"; least - 1]), false)]);
    }
    if let Some(names) = schema["not"]["enum"].as_array() {
        tried.extend(names.iter().map(|name| (name.clone(), false)));
    }
    if schema["not"]["pattern"] == "-->" {
        tried.push((json!("a --> b"), false));
    }
    if let Some(pattern) = schema["pattern"].as_str() {
        assert_eq!(pattern, r"^[^\u0000-\u001f\u007f-\u009f\u2028\u2029]*$");
        let refused = ["\u{1}", "\u{1f}", "\u{7f}", "\u{9f}", "\u{2028}", "\u{2029}"];
        tried.extend(refused.map(|text| (json!(text), false)));
        tried.extend([" ", "~", "\u{a0}", "\u{2027}", "\u{202a}"].map(|text| (json!(text), true)));
    }
    tried
}

#[test]
fn the_schema_has_the_fields_that_the_program_reads() {
    let root: Value = from_str(GUIDE_SCHEMA).expect("JSON");
    let shape = Shape::new(&root, &root);
    let full = shape.sample(true);
    load(&full).unwrap_or_else(|error| panic!("{error}: {full}"));
    let mut maps = Vec::new();
    shape.maps("", &mut maps);
    assert_eq!(
        maps.len(),
        root["$defs"].as_object().expect("definitions").len(),
        "but Frontmatter, with the file"
    );
    for (place, map) in maps {
        let fields = map.fields().expect("fields");
        assert_eq!(map.schema["additionalProperties"], false, "{place}");
        let names: BTreeSet<&str> = fields.keys().map(String::as_str).collect();
        assert_eq!(names, expected(&with(&full, &format!("{place}/{UNKNOWN}"), json!(1))), "{place}");
        for name in names {
            let field = format!("{place}/{name}");
            let is_optional = load(&without(&full, &field)).is_ok();
            assert_eq!(is_optional, !map.required().contains(name), "{field}");
            assert!(load(&with(&full, &field, Value::Null)).is_err(), "{field} is null");
            if let Some(words) = map.of(&fields[name]).words() {
                assert_eq!(words, expected(&with(&full, &field, json!(UNKNOWN))), "{field}");
            }
        }
    }
}

#[test]
fn the_schema_has_the_defaults_and_bounds_of_the_program() {
    let root: Value = from_str(GUIDE_SCHEMA).expect("JSON");
    let shape = Shape::new(&root, &root);
    let full = shape.sample(true);
    let mut maps = Vec::new();
    shape.maps("", &mut maps);
    let (mut defaults, mut tried) = (0, 0);
    for (place, map) in maps {
        for (name, schema) in map.fields().expect("fields") {
            let field = format!("{place}/{name}");
            if let Some(default) = schema.get("default") {
                let [absent, given] = [without(&full, &field), with(&full, &field, default.clone())]
                    .map(|file| format!("{:?}", load(&file).expect("a guide")));
                assert_eq!(absent, given, "{field}");
                defaults += 1;
            }
            for (value, is_accepted) in bounds(schema) {
                let file = with(&full, &field, value.clone());
                assert_eq!(load(&file).is_ok(), is_accepted, "{field}: {value}");
                tried += 1;
            }
            for (value, is_accepted) in bounds(&schema["propertyNames"]) {
                let Value::String(key) = &value else { panic!("{value}") };
                let one = full[name]["x"].clone();
                let mut file = with(&full, &field, json!({ &**key: one }));
                // What is called so is in no collection.
                file["collections"] = if name == "collections" { file[name].take() } else { json!({}) };
                assert_eq!(load(&file).is_ok(), is_accepted, "{field}: {value}");
                tried += 1;
            }
        }
    }
    assert!(defaults > 10 && tried > 40, "{defaults} defaults, {tried} bounds");
}
