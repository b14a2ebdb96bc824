//! Any lines on the wire: every request answered once, and the server lives on.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| laws::bytes::hold(laws::bytes::wire, data));
