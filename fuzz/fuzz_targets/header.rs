//! Headers of rules, and paths: what a document applies to depends on its header only.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| laws::bytes::hold(laws::bytes::header, data));
