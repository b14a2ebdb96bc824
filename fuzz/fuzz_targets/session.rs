//! A plan of edits, roots, renames and calls, answered as the model of a session answers.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| laws::bytes::hold(laws::bytes::session, data));
