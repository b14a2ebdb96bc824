//! The law of clients' settings, and readings that break it.

use laws::settings::{Read, engine, settings};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;
use rule_files::Told;

use super::trial::hold;

/// Text that is near to the settings of clients.
fn near() -> impl Strategy<Value = String> {
    let word = select(vec![
        "{\"context\":", "{\"fileName\":", "\"AGENTS.md\"", "[\"GEMINI.md\"]", "[\"A.md\",\"B.md\"]", "}",
        "}}", "null", "{\"claudeMdExcludes\":", "[\"**/AGENTS.md\"]", "[\"/lab/*/docs/**\"]",
        "\"/lab/project/x\"", "[", "]", ",", "{\"instructions\":", "[\"docs/*.md\"]", "[\"../docs/a.md\"]",
        "// c\n", "{}", "7", "\"contextFileName\":", "project_doc_max_bytes = ", "9", "\n",
        "project_doc_fallback_filenames = ", "[\"T.md\"]", "\u{feff}",
    ]);
    let whole = select(vec![
        "{}",
        "[]",
        "",
        r#"{"context":{"fileName":["A.md","B.md"]}}"#,
        r#"{"context":{"fileName":["B.md","A.md"]}}"#,
        r#"{"context":{"fileName":"A.md"}}"#,
        r#"{"contextFileName":"A.md"}"#,
        r#"{"context":{"fileName":7}}"#,
        r#"{"context":{"fileName":"../A.md"}}"#,
        r#"{"instructions":["docs/**/*.md"]}"#,
        r#"{"instructions":["docs/*.md"]}"#,
        r#"{"claudeMdExcludes":["**/docs/**"]}"#,
        r#"{"claudeMdExcludes":"x"}"#,
        r#"{"pluginConfigs":{"agents-md@builtin":{"options":{"instructionFiles":"claude-md"}}}}"#,
        r#"{"pluginConfigs":{"agents-md@builtin":{"options":{"instructionFiles":["a"]}}}}"#,
        "project_doc_max_bytes = 1_000",
    ]);
    prop_oneof![2 => whole.prop_map(str::to_owned), 1 => vec(word, 0..7).prop_map(|words| words.concat())]
}

#[test]
fn what_two_files_say_is_known_if_they_agree() {
    hold((0_usize..5, near(), near()), |(client, user, project)| settings(client, &user, &project, &engine));
    let last: &Read<'_> = &|row, files| engine(row, &files[files.len() - 1..]);
    let careless: &Read<'_> = &|row, files| {
        let mut settings = engine(row, files);
        settings.is_unknown = false;
        settings
    };
    let trusting: &Read<'_> = &|row, files| {
        let mut settings = engine(row, files);
        if settings.names == Told::Unknown {
            settings.names = Told::Nothing;
        }
        settings
    };
    let names = [r#"{"context":{"fileName":"A.md"}}"#, r#"{"context":{"fileName":"B.md"}}"#];
    for (why, user, project, read) in [
        ("and then", names[0], names[1], last),
        ("is known", "[]", "{}", careless),
        ("not Unknown", names[0], names[1], trusting),
    ] {
        let caught = settings(0, user, project, read);
        assert!(caught.is_err_and(|problem| problem.contains(why)), "{why}");
    }
}
