//! A call with any arguments, checked by the engine and by its published schema.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| laws::bytes::hold(laws::bytes::arguments, data));
