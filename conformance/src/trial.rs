//! A scenario against a server as a trial.

use std::sync::Arc;

use libtest_mimic::{Completion, Trial};

use crate::recorder::Outcome;
use crate::report;
use crate::run::Case;
use crate::server::Server;

/// Returns the trial `features::SERVER::REQUIREMENT::TITLE`. A scenario that cannot run
/// against the server is ignored, and says why.
pub fn of(server: &'static dyn Server, case: Arc<Case>) -> Trial {
    let name = format!("features::{}::{}", server.name(), case.name);
    Trial::ignorable_test(name, move || {
        let outcome = match case.excluded(server) {
            Some(why) => Err(why),
            None => Ok(case.run(server)),
        };
        let completion = match &outcome {
            Err(why) => Ok(Completion::ignored_with(why)),
            Ok(Outcome { failure: Some(failure), .. }) => Err(failure.into()),
            Ok(_) => Ok(Completion::Completed),
        };
        report::add(server, case, outcome);
        completion
    })
}
