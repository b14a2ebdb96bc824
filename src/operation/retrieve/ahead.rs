//! Reading on two threads, ahead of what is decided of each document.

use std::panic::resume_unwind;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::thread::{self, Builder};

use super::{Planned, Reading};
use crate::documents::document::Buffer;
use crate::documents::fault::Fault;
use crate::text::multipart::{Part, Scribe};

/// What came of a document that was read ahead: its size when it was opened, in
/// bytes, how it was read, and the variables of it that have no value.
pub(super) type Tried = Result<(u64, Result<Part, Fault>, Vec<String>), Fault>;

/// From how many documents on a second thread is worth its start, and from how many
/// bytes of an answer.
const DOCUMENTS: usize = 200;
const BYTES: u64 = 1 << 20;
/// How many documents one takes at once.
const PORTION: usize = 16;

/// How many read so many documents into an answer of at most so many bytes.
pub(super) fn readers(documents: usize, response_bytes: u64) -> usize {
    match documents >= DOCUMENTS && response_bytes >= BYTES {
        true => 2,
        false => 1,
    }
}

/// Reads documents with all scribes at once, where there are several: up to a budget
/// in bytes, or until the call is cancelled. Those that were not read are `None`, or
/// not there.
pub(super) fn read_ahead(
    plan: &[Planned<'_>],
    reading: Reading<'_>,
    scribes: &mut [Scribe],
    budget: u64,
    cancelled: &dyn Fn() -> bool,
) -> Vec<Option<Tried>> {
    let [own, other] = scribes else {
        return Vec::new();
    };
    let shared = Shared {
        plan,
        reading,
        budget,
        next: AtomicUsize::new(0),
        read: AtomicU64::new(0),
        ended: AtomicBool::new(false),
    };
    let made = thread::scope(|scope| {
        let other = Builder::new().spawn_scoped(scope, || shared.work(other, &|| false));
        let made = shared.work(own, cancelled);
        // Where no thread can be had, all of it was done here.
        let more = other.map(|other| other.join().unwrap_or_else(|panic| resume_unwind(panic)));
        [made, more.unwrap_or_default()]
    });
    let mut ahead: Vec<Option<Tried>> = Vec::new();
    ahead.resize_with(plan.len(), || None);
    for (at, tried) in made.into_iter().flatten() {
        ahead[at] = Some(tried);
    }
    ahead
}

/// What those who read share.
struct Shared<'a> {
    plan: &'a [Planned<'a>],
    reading: Reading<'a>,
    budget: u64,
    /// The first document that nobody took.
    next: AtomicUsize,
    /// The bytes of what was taken.
    read: AtomicU64,
    /// Nothing more is to be read.
    ended: AtomicBool,
}

impl Shared<'_> {
    /// Takes documents until there are no more.
    fn work(&self, scribe: &mut Scribe, cancelled: &dyn Fn() -> bool) -> Vec<(usize, Tried)> {
        let mut made = Vec::new();
        let mut buffer = Buffer::default();
        loop {
            let from = self.next.fetch_add(PORTION, Ordering::Relaxed);
            let portion = self.plan.iter().enumerate().skip(from).take(PORTION);
            if portion.len() == 0 {
                return made;
            }
            for (at, planned) in portion {
                if cancelled() {
                    self.ended.store(true, Ordering::Relaxed);
                }
                if self.ended.load(Ordering::Relaxed) {
                    return made;
                }
                let tried = match self.reading.open(*planned) {
                    Ok(opened) => {
                        let bytes = opened.bytes();
                        let before = self.read.fetch_add(bytes, Ordering::Relaxed);
                        if before.saturating_add(bytes) > self.budget {
                            self.ended.store(true, Ordering::Relaxed);
                            return made;
                        }
                        let part = self.reading.write(*planned, &opened, scribe, &mut buffer);
                        Ok((bytes, part, opened.variables()))
                    }
                    Err(fault) => Err(fault),
                };
                made.push((at, tried));
            }
        }
    }
}
