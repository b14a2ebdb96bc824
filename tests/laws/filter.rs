//! A system without `openat2`: one that is older, or that filters system calls.

use rustix::fs::{CWD, Mode, OFlags, ResolveFlags, openat2};
use rustix::io::Errno;
use seccompiler::{BpfProgram, SeccompAction, SeccompFilter, apply_filter};

/// The number of `openat2`, which is the same on every architecture.
const OPENAT2: i64 = 437;

/// How such a system answers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Without {
    /// As one that has no such call. It is believed for good: once this process has
    /// resolved a path so, it does not ask again.
    Missing,
    /// As one that forbids the call.
    Forbidden,
}

/// Runs something on a thread for which there is no `openat2`, nor for the threads
/// and processes that it starts. The others of this process keep theirs.
pub fn without_openat2<T: Send>(how: Without, run: impl FnOnce() -> T + Send) -> T {
    let errno = match how {
        Without::Missing => Errno::NOSYS,
        Without::Forbidden => Errno::PERM,
    };
    std::thread::scope(|scope| {
        let filtered = scope.spawn(|| {
            apply_filter(&filter(errno)).expect("a thread may do without");
            let flags = (OFlags::PATH, ResolveFlags::BENEATH);
            let answer = openat2(CWD, ".", flags.0, Mode::empty(), flags.1);
            assert_eq!(answer.err(), Some(errno), "openat2 is still there");
            run()
        });
        filtered.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
    })
}

fn filter(errno: Errno) -> BpfProgram {
    let errno = u32::try_from(errno.raw_os_error()).expect("a positive number");
    let rules = [(OPENAT2, Vec::new())].into_iter().collect();
    let architecture = std::env::consts::ARCH.try_into().expect("a known one");
    let (other, this) = (SeccompAction::Allow, SeccompAction::Errno(errno));
    SeccompFilter::new(rules, other, this, architecture).and_then(BpfProgram::try_from).expect("a filter")
}
