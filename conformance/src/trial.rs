//! A scenario against a server as a trial.

use std::sync::Arc;

use libtest_mimic::{Completion, Trial};

use crate::report;
use crate::run::Case;
use crate::server::Server;

/// Returns the trial `features::SERVER::REQUIREMENT::TITLE`. A scenario that cannot run
/// against the server is ignored, and says why.
pub fn of(server: &'static dyn Server, case: Arc<Case>) -> Trial {
    let name = format!("features::{}::{}", server.name(), case.name);
    Trial::ignorable_test(name, move || {
        if let Some(why) = case.excluded(server) {
            report::excluded(server, &case, &why);
            return Ok(Completion::ignored_with(why));
        }
        let outcome = case.run(server);
        let failure = outcome.failure.clone();
        report::ran(server, outcome);
        failure.map_or(Ok(Completion::Completed), |failure| Err(failure.into()))
    })
}
