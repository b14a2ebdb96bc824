//! Tries the laws of rule files. The input is lines: the path of a rule file, a file, a start
//! folder and settings; the rest is the rule's text.

#![no_main]

#[path = "../../tests/laws/rules.rs"]
mod rules;

use libfuzzer_sys::fuzz_target;
use rule_files::Dialects;

fuzz_target!(|input: &str| {
    let mut parts = input.splitn(5, '\n');
    let mut next = || parts.next().unwrap_or_default();
    let (path, file, start, settings, text) = (next(), next(), next(), next(), next());
    let dialects = Dialects::built_in();
    let laws = [
        rules::verdict(&dialects, path, text, file),
        rules::loading(&dialects, path, text, start, settings),
        rules::pattern(file),
    ];
    for law in laws {
        assert_eq!(law, Ok(()));
    }
});
