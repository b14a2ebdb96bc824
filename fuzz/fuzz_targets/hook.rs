//! Messages of clients to their hook: whatever is sent, nothing is decided.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| laws::bytes::hold(laws::bytes::hook, data));
