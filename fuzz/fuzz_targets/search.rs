//! A query and documents: what is kept of them makes no difference to their ranking.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| laws::bytes::hold(laws::bytes::search, data));
