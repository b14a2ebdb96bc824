//! What a session remembers, cut, filled and replaced: what is left of a rule still comes.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| laws::bytes::hold(laws::bytes::memory, data));
