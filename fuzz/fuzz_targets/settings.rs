//! Settings of clients: what is known of two files is the same in any order, and leads nowhere else.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| laws::bytes::hold(laws::bytes::settings, data));
