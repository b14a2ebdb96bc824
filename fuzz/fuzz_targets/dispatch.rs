//! A call with any arguments, answered by a well-formed Result.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| laws::bytes::hold(laws::bytes::dispatch, data));
