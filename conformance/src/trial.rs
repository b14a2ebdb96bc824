//! A scenario against a server as a trial.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use libtest_mimic::{Completion, Trial};

use crate::client::NO_ANSWER;
use crate::recorder::Outcome;
use crate::report;
use crate::run::Case;
use crate::server::Server;

/// After so many calls without an answer, no other scenario runs against the server.
const MAX_UNANSWERED: usize = 3;

/// What is said of the others.
const NOT_RUN: &str = "not run: too many calls had no answer; their scenarios say which";

/// How many calls had no answer in time.
static UNANSWERED: AtomicUsize = AtomicUsize::new(0);

/// Returns the trial `features::SERVER::REQUIREMENT::TITLE`. A scenario that cannot run
/// against the server is ignored, and says why.
pub fn of(server: &'static dyn Server, case: Arc<Case>) -> Trial {
    let name = format!("features::{}::{}", server.name(), case.name);
    Trial::ignorable_test(name, move || {
        let outcome = match case.excluded(server) {
            Some(why) => Err(why),
            None if UNANSWERED.load(Ordering::Relaxed) >= MAX_UNANSWERED => {
                Ok(Outcome { time: Duration::ZERO, failure: Some(NOT_RUN.to_owned()) })
            }
            None => Ok(case.run(server)),
        };
        if let Ok(Outcome { failure: Some(failure), .. }) = &outcome
            && failure.contains(NO_ANSWER)
        {
            UNANSWERED.fetch_add(1, Ordering::Relaxed);
        }
        let completion = match &outcome {
            Err(why) => Ok(Completion::ignored_with(why)),
            Ok(Outcome { failure: Some(failure), .. }) => Err(failure.into()),
            Ok(_) => Ok(Completion::Completed),
        };
        report::add(server, case, outcome);
        completion
    })
}
