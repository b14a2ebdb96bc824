//! `check`: that it reports what an answer leaves out, and nothing of this repository.

use crate::process::{project, run};

/// What a check says is left out is what an answer leaves out.
#[test]
fn check_leaves_out_what_an_answer_does() {
    // Bodies that are not ASCII, or hold a delimiter, weigh more.
    let bodies = ["plain", "\u{fc}ber", "--guide-boundary\n", "x\n--guide-boundary-more"];
    for limit in (280..900).step_by(13) {
        let guide = format!(
            "categories:\n  a: {{dir: a, patterns: ['*']}}\n  b: {{dir: b, patterns: ['*']}}\n\
             collections: {{both: {{categories: [a, b]}}, parts: {{categories: ['b/2*', a, 'b/*']}}, \
             outer: {{categories: ['a/2.md', both]}}}}\nlimits: {{response_bytes: {limit}}}\n"
        );
        let folder = project(&[
            ("guide.yaml", &guide),
            ("a/1.md", bodies[0]),
            ("a/2.md", bodies[1]),
            ("b/1.txt", bodies[2]),
            ("b/2.txt", bodies[3]),
        ]);
        let report = run(folder.path(), &["check"]).out;
        for (path, name) in [
            ("categories.a", "a"),
            ("categories.b", "b"),
            ("collections.both", "both"),
            ("collections.parts", "parts"),
            ("collections.outer", "outer"),
        ] {
            let got = run(folder.path(), &["get", name]).err;
            let left = got.matches(" B").count();
            let line = format!("{path}: an answer leaves out {left} of ");
            let held = match left {
                0 => !report.contains(&format!("{path}: an answer")),
                _ => report.contains(&line),
            };
            assert!(held, "{limit}: {line}\n{report}{got}");
        }
    }
}

/// What this repository serves of itself can be served whole.
#[test]
fn check_of_this_repository_finds_nothing() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
    let ran = run(folder, &["--project", ".", "check", "--strict"]);
    assert_eq!(ran.code, 0, "{}", ran.out);
}
