//! The law of headers that say to which files a document applies.

use laws::guidance::header;
use proptest::collection::vec;
use proptest::prelude::*;

use super::trial::hold;

#[test]
fn headers() {
    let line = "(applies_to|paths|globs|applyTo|alwaysApply): ?[-a-z*.,{}\\[\\]\"'!/ ]{0,20}\n";
    let text = vec(prop_oneof![line, "[ -~]{0,9}\n", "  - [!-~]{0,9}\n"], 0..5);
    let path = "(src/|web/|a/|\\.b/){0,3}(a\\.ts|b\\.rs|\\.c|a)";
    hold((text, path), |(lines, path)| header(&format!("---\n{}---\nBody.\n", lines.concat()), &path));
}
