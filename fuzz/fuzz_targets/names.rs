//! Names at a shell: what is printed of a document means the same when it is given back.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| laws::bytes::hold(laws::bytes::names, data));
