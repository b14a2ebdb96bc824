//! Calls of the table's tools.

use mcp_guide::table::Role;
use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;
use proptest::sample::select;
use serde_json::{Map, Value};

use super::listed;
use super::patterns::text_pattern;
use laws::table;

fn texts(texts: &[String]) -> impl Strategy<Value = Value> + use<> {
    select(texts.to_vec()).prop_map(Value::from)
}

/// Any JSON.
fn json() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        ".{0,12}".prop_map(Value::from),
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        any::<f64>().prop_map(Value::from),
    ];
    leaf.prop_recursive(2, 8, 3, |inner| {
        let fields = vec((".{0,4}", inner.clone()), 0..3);
        prop_oneof![
            vec(inner, 0..3).prop_map(Value::from),
            fields.prop_map(|fields| Value::Object(fields.into_iter().collect())),
        ]
    })
}

/// A tool's name and arguments that often, not always, fit it.
pub fn call() -> impl Strategy<Value = (String, Map<String, Value>)> {
    let names = listed("docs all broken gone both partly none doc ALL ");
    let patterns = listed(
        "*.md ** [slug].md etc/* up/** ../x /etc/passwd sub/* intro  {docs,sub}/* loop \
         docs/sub/binary.bin *.html",
    );
    let pattern = prop_oneof![2 => texts(&patterns), 1 => text_pattern().prop_map(Value::from)];
    let name = prop_oneof![12 => texts(&names), 1 => json()];
    let pattern = prop_oneof![12 => pattern, 1 => json()];
    let documents = listed(
        "intro.md intro page.md page.md.mustache [slug].md sub/long.txt ./sub//long.txt \
         sub/binary.bin sub sub/ docs/intro.md all/docs/intro.md INTRO.md ../guide.yaml \
         /etc/passwd etc/passwd etc loop guide.yaml guide.yaml/x ",
    );
    let located = listed(
        "guide://category/docs/intro.md guide://category/docs/page.md guide://category/docs/sub/ \
         guide://category/all/docs/%5Bslug%5D.md guide://category/doc/intro.md \
         guide://category/docs/..%2Fguide.yaml \
         guide://collection/both/category/all/docs/intro.md \
         guide://collection/docs/category/docs/intro.md \
         guide://collection/partly/category/gone/x",
    );
    let documents = [documents, located.clone()].concat();
    let name = prop_oneof![6 => name, 1 => texts(&located)];
    let document = prop_oneof![12 => texts(&documents), 1 => json()];
    let strange = listed("category_or_collection category collection document Pattern ");
    let strange = (select(strange), prop_oneof![texts(&listed("docs ")), json()]);
    let tools: Vec<String> = table().tools.iter().map(|tool| tool.name.clone()).collect();
    let own =
        (option::weighted(0.95, name), option::weighted(0.5, pattern), option::weighted(0.25, document));
    (select(tools), own, option::weighted(0.15, strange)).prop_map(|(tool, own, strange)| {
        let row = table().tool(&tool).expect("a tool of the table");
        let of_role = |role| row.argument(role).map(|(name, _)| name.to_owned());
        let own =
            [(of_role(Role::Name), own.0), (of_role(Role::Pattern), own.1), (of_role(Role::Document), own.2)];
        let own = own.into_iter().filter_map(|(name, value)| Some((name?, value?)));
        let strange = strange.map(|(name, value)| (name.to_owned(), value));
        (tool, own.chain(strange).collect())
    })
}
