//! The laws of templates, and subjects that break them.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use laws::dispatch::found as engine;
use laws::template::{Piece, reaches, rendered, stored, template};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;
use serde_json::{Map, Value, json};

use super::strategies::listed;
use super::trial::{Tally, catch, catch_together, hold, hold_together};

type Made = (Vec<Piece>, Value, BTreeMap<String, Vec<Piece>>);

fn name() -> impl Strategy<Value = String> {
    let names = ["a", "a", "b", "c", "a.b", "b.c", "c.a.b", ".", "none", "a.none"];
    select(names.to_vec()).prop_map(str::to_owned)
}

fn pieces() -> impl Strategy<Value = Vec<Piece>> {
    let texts = ["x", "\n", " ", "é<&>\"", "{ ", "}}", "\r\n", "{ {a}}", "<%a%>"];
    let piece = prop_oneof![
        3 => select(texts.to_vec()).prop_map(|text| Piece::Text(text.to_owned())),
        3 => name().prop_map(Piece::Value),
        1 => Just(Piece::Comment),
        1 => name().prop_map(Piece::Other),
        1 => select(vec!["p", "q"]).prop_map(|name| Piece::Partial(name.to_owned())),
    ];
    let nested = piece.prop_recursive(4, 24, 4, |inner| {
        let section = (name(), any::<bool>(), vec(inner, 0..4));
        section.prop_map(|(name, inverted, inner)| Piece::Section(name, inverted, inner))
    });
    vec(nested, 0..6)
}

fn value() -> impl Strategy<Value = Value> {
    let scalar = select(vec![
        json!(null),
        json!(false),
        json!(true),
        json!(0),
        json!(1.5),
        json!(""),
        json!("<t>\n"),
        json!("{{a}}"),
    ]);
    scalar.prop_recursive(3, 16, 4, |inner| {
        let names = select(vec!["a", "b", "c"]).prop_map(str::to_owned);
        prop_oneof![
            vec(inner.clone(), 0..4).prop_map(Value::from),
            vec((names, inner), 0..4).prop_map(|of| Value::Object(of.into_iter().collect())),
        ]
    })
}

fn values() -> impl Strategy<Value = Value> {
    [value(), value(), value()].prop_map(|[a, b, c]| json!({ "a": a, "b": b, "c": c }))
}

fn made() -> impl Strategy<Value = Made> {
    (pieces(), values(), pieces(), pieces()).prop_map(|(pieces, values, p, q)| {
        let partials = [("p", p), ("q", q)].map(|(name, of)| (name.to_owned(), of));
        (pieces, values, BTreeMap::from(partials))
    })
}

#[test]
fn templates() {
    let tally = Tally::default();
    hold(made(), |(pieces, values, partials)| {
        let decided = template(&pieces, &values, &partials, |text, values, partials| {
            rendered(text, values, partials, u64::MAX)
        })?;
        tally.add("templates", usize::from(decided));
        Ok(())
    });
    tally.at_least("templates", 1000);
}

#[test]
fn the_template_law_catches_escaping() {
    catch(made(), |(pieces, values, partials)| {
        template(&pieces, &values, &partials, |text, values, partials| {
            let mut found = rendered(text, values, partials, u64::MAX)?;
            found.text = found.text.replace('<', "&lt;");
            Ok(found)
        })
        .map(drop)
    });
}

type Reaching = (String, Vec<(String, String)>);

/// A template of tags that lead somewhere, and other files.
fn reaching() -> impl Strategy<Value = Reaching> {
    let names = "part sub/part _part doc link _link linked/secret absolute/secret \
                 ../out/secret kept/secret no _no .hid /etc/hostname x/../kept/secret \
                 ./kept/secret .d/x wrong";
    let tag = select(listed(names)).prop_map(|name| format!("{{{{>{name}}}}}"));
    let texts = "a \n {{a}} {{#a}} {{/a}} {{^none}} {{/none}} {{b.c}} é";
    let text = select(listed(texts));
    let piece = prop_oneof![3 => tag, 4 => text];
    let text = move |most: usize| vec(piece.clone(), 0..most).prop_map(|pieces| pieces.concat());
    let paths = ["_part.md.mustache", "sub/_part.mustache", "part.mustache", "_part.md", "wrong.mustache"];
    let file = (select(paths.to_vec()).prop_map(str::to_owned), text(4));
    (text(4), vec(file, 0..4))
}

#[test]
fn templates_reach_nothing_outside() {
    let place = |(text, files): &Reaching| stored(text, files);
    hold_together(reaching(), place, |folder, (text, _)| reaches(folder.path(), text, engine));
}

/// One that opens partials by their paths, and so follows every link and name.
#[test]
fn the_reaching_law_catches_partials_opened_by_path() {
    let by_path = |folder: &Path, _: &str, _: &Map<String, Value>| {
        let mut text = fs::read_to_string(folder.join("in/doc.md.mustache")).unwrap_or_default();
        while let Some((before, rest)) = text.clone().split_once("{{>") {
            let Some((name, after)) = rest.split_once("}}") else {
                break;
            };
            let path = folder.join("in").join(format!("{name}.md.mustache"));
            let included = fs::read_to_string(path).unwrap_or_default();
            text = format!("{before}{}{after}", included.replace("{{", ""));
        }
        Ok(json!({ "success": true, "value": text }).to_string())
    };
    // Only what it reaches counts: each has a tag.
    let tagged = reaching().prop_map(|(text, files)| (format!("{text}{{{{!}}}}"), files));
    let place = |(text, files): &Reaching| stored(text, files);
    catch_together(tagged, place, |folder, (text, _)| reaches(folder.path(), text, by_path));
}
