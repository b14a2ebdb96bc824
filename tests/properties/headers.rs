//! The law of headers.

use laws::header::header;
use proptest::collection::vec;
use proptest::prelude::*;

use super::trial::hold_each;

#[test]
fn headers() {
    let line =
        "(applies_to|paths|globs|applyTo|alwaysApply|trigger|inclusion): ?[-a-z*.,{}\\[\\]\"'!/ ]{0,20}\n";
    let text = vec(prop_oneof![line, "[ -~]{0,9}\n", "  - [!-~]{0,9}\n"], 0..5);
    let path = "(src/|web/|a/|\\.b/){0,3}(a\\.ts|b\\.rs|\\.c|a)";
    // Each is read in every dialect.
    hold_each(500, (text, path), |(lines, path)| {
        header(&format!("---\n{}---\nBody.\n", lines.concat()), &path)
    });
}
