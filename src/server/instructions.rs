//! What agents are told first, with the names of the project.

use std::sync::{Arc, Condvar, Mutex, PoisonError, Weak};
use std::time::{Duration, Instant};

use super::Server;
use crate::limits::MAX_INSTRUCTIONS_BYTES;
use crate::operation::find::skills::{WantedSkills, with_skills};
use crate::sync::lock;
use crate::write::names;

/// How long `initialize` waits for the names in the project.
const TIMEOUT: Duration = Duration::from_secs(1);

/// The computation of the instructions that is under way.
pub(crate) type UnderWay = Mutex<Weak<Instructions>>;

/// The instructions, which one thread computes for all requests that come meanwhile.
#[derive(Debug, Default)]
pub(crate) struct Instructions {
    text: Mutex<Option<String>>,
    done: Condvar,
}

impl Server {
    /// Returns what agents are told first, with the names of the project if it is known
    /// without asking the client. The project is bound for it, which may wait for files. Where
    /// it is cancelled, skills are missing. Of many skills only those are read that may fit.
    pub fn instructions(&self, cancelled: &dyn Fn() -> bool) -> String {
        let bound = self.bound().ok();
        let bound = bound.map(|bound| {
            let context = self.context(&bound, cancelled);
            let with_skills = with_skills(&context, WantedSkills::All(MAX_INSTRUCTIONS_BYTES)).ok();
            with_skills.flatten().unwrap_or(bound)
        });
        names::instructions(&self.table, bound.as_ref())
    }

    /// Returns what agents are told first if no project is known. Nothing is opened for it.
    pub fn instructions_without_names(&self) -> String {
        names::instructions(&self.table, None)
    }

    /// Returns the instructions: with the names in the project, unless the project is
    /// found by roots that are not known yet, or is not read within a second.
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

    /// Returns the computation of the instructions that is under way, or starts one, which is
    /// cancelled when the first request has given up on it. `None` if no thread can be had.
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
            // Requests from now on may see another project.
            *lock(&server.describing) = Weak::new();
            *lock(&computed.text) = Some(text);
            computed.done.notify_all();
        };
        std::thread::Builder::new().spawn(compute).ok()?;
        *describing = Arc::downgrade(&shared);
        Some(shared)
    }
}
