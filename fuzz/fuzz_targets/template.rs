//! A template and its partials, rendered: nothing that is not served is in what comes.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| laws::bytes::hold(laws::bytes::template, data));
