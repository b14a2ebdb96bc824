//! The instructions that agents receive first, with the names in the project.

use std::sync::{Arc, Condvar, Mutex, PoisonError, Weak};
use std::time::{Duration, Instant};

use super::Server;
use crate::limits::MAX_INSTRUCTIONS_BYTES;
use crate::operation::find::skill_folder::{WantedSkills, with_skills};
use crate::sync::lock;
use crate::write::instructions::instructions;

/// The time for which `initialize` waits for the names in the project.
const TIMEOUT: Duration = Duration::from_secs(1);

/// The running computation of the instructions, if any.
pub(crate) type UnderWay = Mutex<Weak<Instructions>>;

/// The instructions. One thread computes them for all requests that arrive while it runs.
#[derive(Debug, Default)]
pub(crate) struct Instructions {
    text: Mutex<Option<String>>,
    done: Condvar,
}

impl Server {
    /// Returns the instructions that agents receive first. They include the names in the project if
    /// it can be found without asking the client. May block, because binding the project reads
    /// files.
    ///
    /// Leaves out skills if `cancelled` returns true. Reads skills only until the instructions are
    /// full.
    pub fn instructions(&self, cancelled: &dyn Fn() -> bool) -> String {
        let bound = self.bound().ok();
        let bound = bound.map(|bound| {
            let context = self.context(&bound, cancelled);
            let with_skills = with_skills(&context, WantedSkills::All(MAX_INSTRUCTIONS_BYTES)).ok();
            with_skills.flatten().unwrap_or(bound)
        });
        instructions(&self.table, bound.as_ref())
    }

    /// Returns the instructions for an unknown project. Opens no files.
    pub fn instructions_without_names(&self) -> String {
        instructions(&self.table, None)
    }

    /// Returns the instructions. They include the names in the project, unless the project depends
    /// on unknown roots or takes more than a second to read.
    pub(super) fn instructions_in_time(self: &Arc<Self>, offers_roots: bool) -> String {
        let without_names = || self.instructions_without_names();
        if offers_roots && self.session.wants_roots() {
            return without_names();
        }
        let Some(shared) = self.describe() else {
            return without_names();
        };
        let text = lock(&shared.text);
        let waited = shared
            .done
            .wait_timeout_while(text, TIMEOUT, |text| text.is_none());
        let (text, _) = waited.unwrap_or_else(PoisonError::into_inner);
        text.clone().unwrap_or_else(without_names)
    }

    /// Returns the running computation of the instructions, or starts one. The computation is
    /// cancelled when the first request stops waiting. Returns `None` if no thread can be started.
    fn describe(self: &Arc<Self>) -> Option<Arc<Instructions>> {
        let mut describing = lock(&self.describing);
        if let Some(shared) = describing.upgrade() {
            return Some(shared);
        }
        let shared = Arc::new(Instructions::default());
        let (server, computed) = (Arc::clone(self), Arc::clone(&shared));
        let deadline = Instant::now() + TIMEOUT;
        let compute = move || {
            let text = server.instructions(&|| Instant::now() >= deadline);
            // Later requests start a new computation, because the project may have changed.
            *lock(&server.describing) = Weak::new();
            *lock(&computed.text) = Some(text);
            computed.done.notify_all();
        };
        std::thread::Builder::new().spawn(compute).ok()?;
        *describing = Arc::downgrade(&shared);
        Some(shared)
    }
}
