//! Templates against the tests of the Mustache specification, which the sources of the
//! crate `mustache` hold; and what is not in them: places, bounds, time.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use std::sync::Arc;

use laws::template::{Partials, rendered};
use laws::timed;
use mcp_guide::text::mustache::{ParseBudget, Template, render};
use serde_json::{Value, json};

/// The specification's modules but the one of lambdas, each with how many tests it has.
const MODULES: [(&str, usize); 6] = [
    ("comments", 11),
    ("delimiters", 14),
    ("interpolation", 30),
    ("inverted", 21),
    ("partials", 12),
    ("sections", 27),
];

/// Where a template is another here, and what it comes to: nothing is escaped, and a
/// partial that is not there is a fault.
#[rustfmt::skip] // One case, one line.
const DIFFERENCES: [(&str, &str, Result<&str, &str>); 3] = [
    ("interpolation", "HTML Escaping", Ok("These characters should be HTML escaped: & \" < >\n")),
    ("sections", "Implicit Iterator - HTML Escaping", Ok("\"(&)(\")(<)(>)\"")),
    ("partials", "Failed Lookup", Err("line 1 column 2: template_no_partial name=\"text\"")),
];

/// Where the sources of the crate lie: `cargo fetch` brings them.
fn sources() -> PathBuf {
    let metadata = Command::new(env!("CARGO"))
        .args(["metadata", "--format-version=1", "--locked"])
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .expect("cargo runs");
    let metadata: Value = serde_json::from_slice(&metadata.stdout).expect("cargo's metadata");
    let packages = metadata["packages"].as_array().expect("a list of packages");
    let package = packages.iter().find(|package| package["name"] == "mustache");
    let manifest = package.and_then(|package| package["manifest_path"].as_str());
    let manifest = manifest.expect("mustache is a dependency of the tests");
    let folder = Path::new(manifest).parent().expect("a folder");
    folder.join("spec/specs")
}

#[test]
fn the_specification_holds_but_for_lambdas_and_escaping() {
    let sources = sources();
    let mut different = Vec::new();
    for (module, count) in MODULES {
        let path = sources.join(format!("{module}.json"));
        let text = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path:?}: {error}"));
        let module_tests: Value = serde_json::from_str(&text).expect("JSON");
        let tests = module_tests["tests"].as_array().expect("a list of tests");
        assert_eq!(tests.len(), count, "tests of {module}");
        for test in tests {
            let name = test["name"].as_str().expect("a name");
            let partials = test.get("partials").and_then(Value::as_object);
            let partials = partials.into_iter().flatten();
            let partials: Partials = partials
                .map(|(name, text)| (name.clone(), text.as_str().expect("a text").to_owned()))
                .collect();
            let template = test["template"].as_str().expect("a template");
            let result = rendered(template, &test["data"], &partials, u64::MAX);
            let result = result.map(|rendered| rendered.text);
            let mut differences = DIFFERENCES.iter();
            match differences.find(|(of, title, _)| *of == module && *title == name) {
                Some((_, _, own)) => {
                    different.push(name.to_owned());
                    let own = own.map(str::to_owned).map_err(str::to_owned);
                    assert_eq!(result, own, "{module}: {name}");
                    assert_ne!(result.ok().as_deref(), test["expected"].as_str());
                }
                None => {
                    let expected = test["expected"].as_str().expect("a text").to_owned();
                    assert_eq!(result, Ok(expected), "{module}: {name}: {template:?}");
                }
            }
        }
    }
    assert_eq!(different.len(), DIFFERENCES.len());
    assert_eq!(MODULES.iter().map(|(_, count)| count).sum::<usize>(), 115);
}

#[track_caller]
fn check(template: &str, values: Value, expected: Result<&str, &str>) {
    let partials = [
        ("self", "{{>self}}"),
        ("list", "{{#items}}\n- {{.}}\n{{/items}}\n"),
        ("wrong", "a\n {{#b}}"),
        ("two", "one\n\ntwo\n"),
        ("tail", "{{#yes}}a{{/yes}}\n{{! b }}c\n"),
    ];
    let partials = partials.map(|(name, text)| (name.to_owned(), text.to_owned()));
    let result = rendered(template, &values, &Partials::from(partials), 1 << 20);
    let result = result.map(|rendered| rendered.text);
    let expected = expected.map(str::to_owned).map_err(str::to_owned);
    assert_eq!(result, expected, "{template:?}");
}

/// A name takes a step for each map in which it is looked up, and not for those around them.
#[test]
fn a_name_of_the_innermost_map_is_found_there() {
    let [begin, end] = ["{{#a}}", "{{/a}}"].map(|tag| tag.repeat(60));
    let template = format!("{begin}{{{{#items}}}}{}{{{{/items}}}}{end}", "{{x}}".repeat(30));
    let items = vec![json!({"x": 1}); 2_500];
    check(&template, json!({"a": {"items": items}}), Ok(&"1".repeat(30 * 2_500)));
}

#[test]
fn values_are_rendered_as_they_are() {
    #[rustfmt::skip] // One case, one line.
    let cases = [
        ("{{a}} {{{a}}} {{&a}}", json!({"a": "<&\">"}), "<&\"> <&\"> <&\">"),
        ("  {{>list}}\nx", json!({"items": ["a\nb", 2]}), "  - a\nb\n  - 2\nx"),
        (" {{>two}}", json!({}), " one\n \n two\n"),
        (" {{>tail}}", json!({"yes": true}), " a\n c\n"),
        ("{{!\r\n}}\r\n{{#a}}\r\nb\r\n{{/a}}\r\n", json!({"a": 1}), "b\r\n"),
    ];
    for (template, values, expected) in cases {
        check(template, values, Ok(expected));
    }
}

#[test]
fn faults_have_their_places() {
    #[rustfmt::skip] // One case, one line.
    let cases = [
        ("a\n é{{b", "line 2 column 3: template_open_tag"),
        ("{{{a}}", "line 1 column 1: template_open_tag"),
        ("{{}}", "line 1 column 1: template_no_name"),
        ("{{# }}", "line 1 column 1: template_no_name"),
        ("{{a b}}", "line 1 column 1: template_name name=\"a b\""),
        ("{{<a}}", "line 1 column 1: template_name name=\"<a\""),
        ("{{ #a}}", "line 1 column 1: template_name name=\"#a\""),
        ("{{>*a}}", "line 1 column 1: template_name name=\"*a\""),
        ("{{=a=}}", "line 1 column 1: template_delimiters"),
        ("{{== ==}}", "line 1 column 1: template_delimiters"),
        ("{{=a b c=}}", "line 1 column 1: template_delimiters"),
        ("{{#a}}\n{{#b}}", "line 2 column 1: template_open_section name=\"b\""),
        ("{{#a}}\n {{/b}}", "line 2 column 2: template_other_section name=\"b\" open=\"a\""),
        ("\n{{/b}}", "line 2 column 1: template_no_section name=\"b\""),
        ("\r\n {{>b}}", "line 2 column 2: template_no_partial name=\"b\""),
        ("{{>self}}", "self line 1 column 1: template_depth limit=\"64\""),
        ("{{>wrong}}", "wrong line 2 column 2: template_open_section name=\"b\""),
    ];
    for (template, fault) in cases {
        check(template, json!({}), Err(fault));
    }
}

/// What renders nothing has no output that would end it.
#[test]
fn output_and_steps_are_bounded() {
    let numbers: Vec<u32> = (0..2000).collect();
    let values = json!({"n": numbers, "t": "0123456789".repeat(100)});
    let large = "{{#n}}{{#n}}{{t}}{{/n}}{{/n}}";
    check(large, values.clone(), Err("line 1 column 13: template_too_large limit=\"1048576\""));
    let long = "{{#n}}{{#n}}{{#n}}{{/n}}{{/n}}{{/n}}";
    let result = rendered(long, &values, &Partials::new(), 1 << 20);
    let fault = result.map(|rendered| rendered.text).expect_err("it is refused");
    assert!(fault.ends_with("template_steps limit=\"4194304\""), "{fault}");
}

/// Including a partial takes 128 steps, and one as any part.
#[test]
fn partials_take_steps() {
    let parse = |text: &str| {
        let template = Template::parse("", text.to_owned(), "", &mut ParseBudget::default());
        template.expect("a template")
    };
    let empty = Arc::new(parse(""));
    for (count, is_rendered) in [(32_500, true), (32_600, false)] {
        let template = parse(&"{{>p}}".repeat(count));
        let result = render(&template, &[], 1, &mut |_, _, _| Some(Arc::clone(&empty)));
        assert_eq!(result.is_ok(), is_rendered, "{count}");
    }
}

/// A hostile template is read, and rendered or refused, in a time that grows as its
/// length does.
#[test]
fn hostile_templates_take_linear_time() {
    let repeated: [(&str, &str, &str); 12] = [
        ("", "{{", ""),
        ("", "{{#a}}", ""),
        ("", "{{^a}}", ""),
        ("", "{{/a}}", ""),
        ("", "{{a}}", ""),
        ("", "{{{a}} ", ""),
        ("", " \t", "{{!}}"),
        ("", "{{!}} \t", ""),
        ("", "{{=a b=}}a= {{ }} =b", ""),
        ("{{a", ".a", "}}"),
        ("{{=", "<", " > =}}"),
        ("", "\n{{>two}} ", ""),
    ];
    for (before, part, after) in repeated {
        let made = |length: usize| format!("{before}{}{after}", part.repeat(length / part.len()));
        let partials = Partials::from([("two".to_owned(), "one\n\ntwo\n".to_owned())]);
        let (template, values) = (made(1 << 20), json!({"a": {"a": 1}}));
        let result = timed(part, || rendered(&template, &values, &partials, 1 << 30));
        println!("{part:?}: {:?}", result.expect("it ends soon").map(|_| ()));
    }
    // It recurses, within bounds: a deeper section or partial is refused.
    let deep = |depth: usize| format!("{}x{}", "{{#a}}".repeat(depth), "{{/a}}".repeat(depth));
    check(&deep(64), json!({"a": true}), Ok("x"));
    for depth in [65, 80_000] {
        check(&deep(depth), json!({"a": true}), Err("line 1 column 385: template_depth limit=\"64\""));
    }
    let partials: Partials =
        (0..80).map(|number| (format!("p{number}"), format!("{{{{>p{}}}}}", number + 1))).collect();
    let refused = rendered("{{#a}}{{>p3}}{{/a}}", &json!({"a": true}), &partials, 10);
    let depth = "p65 line 1 column 1: template_depth limit=\"64\"";
    assert_eq!(refused.map(|rendered| rendered.text), Err(depth.to_owned()));
}
