//! Documents with any paths and bodies, read back by mailparse.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| laws::bytes::hold(laws::bytes::multipart, data));
