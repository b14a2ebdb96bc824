//! The laws of rule files, for generated inputs.

#[path = "laws/rules.rs"]
mod rules;

use proptest::prelude::*;
use proptest::sample::select;
use rule_files::{Applies, Dialects};

/// A path of short names, with names of folders that clients use.
fn path() -> impl Strategy<Value = String> {
    let name = prop_oneof![
        "[ab]{1,2}(\\.[a-c]{1,2})?",
        select(vec!["src".to_owned(), "a.ts".into(), ".github".into()])
    ];
    proptest::collection::vec(name, 1..4).prop_map(|names| names.join("/"))
}

/// The path of a rule file of some row, at the top or in a folder.
fn rule_path() -> impl Strategy<Value = String> {
    let dialects = Dialects::built_in();
    let files: Vec<String> = dialects
        .dialects
        .into_iter()
        .flat_map(|row| row.files)
        .collect();
    let place = (
        select(files),
        "[a-c]",
        prop_oneof![Just(String::new()), path().prop_map(|path| path + "/")],
    );
    place.prop_map(|(file, name, folder)| folder + &file.replace("**/*", &name).replace('*', &name))
}

/// A pattern of a client, or text that is near to one.
fn pattern() -> impl Strategy<Value = String> {
    let part = select(vec![
        "*", "**", "a", "src", "*.ts", "/", "!", "[ab]", "{a,b}", "?", "a.b", ".", "\\", "[", "{",
        ",",
    ]);
    proptest::collection::vec(part, 1..6).prop_map(|parts| parts.concat())
}

/// A rule file with a header, or any text.
fn rule() -> impl Strategy<Value = String> {
    let key = select(vec![
        "paths",
        "globs",
        "applyTo",
        "applies_to",
        "glob",
        "patterns",
        "fileMatchPattern",
        "trigger",
    ]);
    let value = prop_oneof![
        pattern(),
        pattern().prop_map(|text| format!("'{text}'")),
        proptest::collection::vec(pattern(), 0..3).prop_map(|items| format!("{items:?}")),
        select(vec![
            "always_on".to_owned(),
            "glob".into(),
            "true".into(),
            "".into(),
            "7".into()
        ]),
    ];
    let header = (key, value).prop_map(|(key, value)| format!("---\n{key}: {value}\n---\nText.\n"));
    prop_oneof![4 => header, 1 => "(---\n)?[a-z:\n -]{0,40}"]
}

/// Settings of some client, or text that is near to them.
fn settings() -> impl Strategy<Value = String> {
    let known = select(vec![
        "{}",
        r#"{"context": {"fileName": ["GEMINI.md", "AGENTS.md"]}}"#,
        r#"{"context": {"fileName": 7}}"#,
        r#"{"contextFileName": "AGENTS.md"}"#,
        r#"{"project_doc_max_bytes": 3}"#,
        r#"{"project_doc_fallback_filenames": ["RULES.md"]}"#,
        r#"{"instructions": ["**/*.md"]}"#,
        r#"{"claudeMdExcludes": ["**/AGENTS.md"]}"#,
        "{",
    ]);
    known.prop_map(str::to_owned)
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn verdicts_follow_from_the_header(path in rule_path(), text in rule(), file in path()) {
        prop_assert_eq!(rules::verdict(&Dialects::built_in(), &path, &text, &file), Ok(()));
    }

    #[test]
    fn loading_follows_from_what_is_known(path in rule_path(), text in rule(), start in prop_oneof![Just(String::new()), path()], settings in settings()) {
        prop_assert_eq!(rules::loading(&Dialects::built_in(), &path, &text, &start, &settings), Ok(()));
    }

    #[test]
    fn patterns_match_what_they_spell(text in pattern()) {
        prop_assert_eq!(rules::pattern(&text), Ok(()));
    }
}

/// The laws see what they are about: of these, each is true for some input.
#[test]
fn the_laws_have_something_to_say() {
    let dialects = Dialects::built_in();
    let rules = [(
        ".claude/rules/a.md",
        "---\npaths: [\"src/**\"]\n---\nText.\n",
    )];
    let pattern = Applies::Pattern {
        source: "paths".to_owned(),
        pattern: "src/**".to_owned(),
    };
    assert_eq!(dialects.verdicts("src/a.ts", rules)[0].applies, pattern);
    assert_eq!(
        dialects.verdicts("lib/a.ts", rules)[0].applies,
        Applies::No(vec!["src/**".to_owned()])
    );
    // Wrong readings are noticed: of rules outside of their folder, of paths outside of the
    // project, of `./`, and of a pattern that nobody wrote.
    let text = rules[0].1;
    let yes = |pattern: &str| Applies::Pattern {
        source: "paths".to_owned(),
        pattern: pattern.to_owned(),
    };
    let everywhere = |_: &str, _: &str| yes("src/**");
    assert!(rules::applies("web", text, "src/a.ts", &everywhere).is_err());
    assert!(rules::applies("", text, "src/a.ts", &everywhere).is_err());
    let plain = |file: &str, _: &str| match file {
        "src/a.ts" => yes("src/**"),
        _ => Applies::No(Vec::new()),
    };
    assert!(rules::applies("", text, "src/a.ts", &plain).is_err());
    let other = |_: &str, _: &str| yes("lib/**");
    assert!(rules::applies("", text, "src/a.ts", &other).is_err());
    assert!(rules::pattern("[").is_ok() && rules::pattern("a/b.ts").is_ok());
}
