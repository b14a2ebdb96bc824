//! Linked worktrees: one is of a repository only if each names the other.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| laws::bytes::hold(laws::bytes::worktree, data));
