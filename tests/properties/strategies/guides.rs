//! What a `guide.yaml` could hold, as JSON.

use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;
use proptest::sample::select;
use serde_json::{Map, Value, json};

/// Anything that is no more than a few things.
fn junk() -> impl Strategy<Value = Value> {
    select(vec![
        json!(null),
        json!(true),
        json!(0),
        json!(-1),
        json!(1.5),
        json!(1u64 << 31),
        json!(""),
        json!("text"),
        json!([]),
        json!([1]),
        json!({}),
        json!({ "a": 1 }),
    ])
}

/// Mostly what is meant, and sometimes anything.
fn mostly(meant: impl Strategy<Value = Value>) -> impl Strategy<Value = Value> {
    prop_oneof![40 => meant, 1 => junk()]
}

/// A mapping of these fields, of which some may be left out, and perhaps another.
fn fields(fields: impl Strategy<Value = Vec<(&'static str, Option<Value>)>>) -> impl Strategy<Value = Value> {
    let other = prop_oneof![40 => Just(None), 1 => junk().prop_map(Some)];
    (fields, other).prop_map(|(fields, other)| {
        let given = fields.into_iter().chain([("other", other)]);
        let given = given.filter_map(|(name, value)| Some((name.to_owned(), value?)));
        Value::Object(given.collect::<Map<String, Value>>())
    })
}

/// What is nearly always there.
fn given(value: impl Strategy<Value = Value>) -> impl Strategy<Value = Option<Value>> {
    prop_oneof![40 => value.prop_map(Some), 1 => Just(None)]
}

fn text() -> impl Strategy<Value = Value> {
    mostly("[a-z*# é]{0,6}".prop_map(Value::from))
}

fn texts(fewest: usize) -> impl Strategy<Value = Value> {
    mostly(vec(text(), fewest..4).prop_map(Value::from))
}

fn by_name(value: impl Strategy<Value = Value>) -> impl Strategy<Value = Value> {
    let name = prop_oneof![30 => "[a-zé .]{1,4}", 1 => select(vec!["", ".", ".."]).prop_map(str::to_owned)];
    let entries = vec((name, value), 0..3);
    mostly(entries.prop_map(|entries| Value::Object(entries.into_iter().collect())))
}

fn category() -> impl Strategy<Value = Value> {
    let whole = (
        given(text()),
        given(texts(1)),
        option::of(mostly(vec(Just(json!("x*")), 0..3).prop_map(Value::from))),
        option::of(text()),
        option::of(mostly(any::<bool>().prop_map(Value::from))),
        option::of(context()),
        option::of(use_when()),
    );
    fields(whole.prop_map(|(dir, patterns, exclude, description, render, context, use_when)| {
        vec![
            ("use_when", use_when),
            ("dir", dir),
            ("patterns", patterns),
            ("exclude", exclude),
            ("description", description),
            ("render", render),
            ("context", context),
        ]
    }))
}

/// Mostly a sentence that is allowed, up to the longest.
fn use_when() -> impl Strategy<Value = Value> {
    let begin = select(vec![0, 3, 199]).prop_map(|many| "é".repeat(many));
    let allowed = select(vec!["", "|", "->", "\u{202e}"]);
    let end = prop_oneof![20 => allowed, 1 => select(vec!["éé", "-->", "\n", "\u{85}", "\u{2028}"])];
    mostly((begin, end).prop_map(|(begin, end)| (begin + end).into()))
}

/// Names and any values.
fn context() -> impl Strategy<Value = Value> {
    let name = prop_oneof![9 => "[a-z.]{1,4}", 1 => Just(String::new())];
    let value = prop_oneof![text(), junk(), texts(0)];
    let entries = vec((name, value), 0..3);
    mostly(entries.prop_map(|entries| Value::Object(entries.into_iter().collect())))
}

fn include() -> impl Strategy<Value = Value> {
    let prefix = prop_oneof![9 => "[a-z.]{1,4}", 1 => select(vec!["", ".", ".."]).prop_map(str::to_owned)];
    let prefix = mostly(prefix.prop_map(Value::from));
    let required = mostly(any::<bool>().prop_map(Value::from));
    let whole = (given(text()), option::of(prefix), option::of(required));
    let map =
        fields(whole.prop_map(|(path, prefix, required)| {
            vec![("path", path), ("as", prefix), ("required", required)]
        }));
    mostly(vec(prop_oneof![text(), map], 0..3).prop_map(Value::from))
}

fn collection() -> impl Strategy<Value = Value> {
    let whole = (given(texts(0)), option::of(text()));
    fields(
        whole.prop_map(|(categories, description)| {
            vec![("categories", categories), ("description", description)]
        }),
    )
}

fn limits() -> impl Strategy<Value = Value> {
    let edges = select(vec![0u64, 1, 1 << 24, (1 << 24) + 1, u64::MAX]);
    let limit =
        move || option::of(mostly(prop_oneof![4 => 1u64..1 << 24, 1 => edges.clone()].prop_map(Value::from)));
    fields(
        (limit(), limit())
            .prop_map(|(file, response)| vec![("file_bytes", file), ("response_bytes", response)]),
    )
}

/// A `guide.yaml`, most of what it holds as it is meant.
pub fn guide() -> impl Strategy<Value = Value> {
    let whole = (
        given(by_name(mostly(category()))),
        option::of(by_name(mostly(collection()))),
        option::of(mostly(limits())),
        option::of(context()),
        option::of(include()),
    );
    mostly(fields(whole.prop_map(|(categories, collections, limits, context, include)| {
        vec![
            ("categories", categories),
            ("collections", collections),
            ("limits", limits),
            ("context", context),
            ("include", include),
        ]
    })))
}
