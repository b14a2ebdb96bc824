//! Texts of rules and rooms: the parts of a text are the whole of it, each within its room.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| laws::bytes::hold(laws::bytes::parts, data));
