//! When the hook of a client was called last, for what, and what came of it.

use std::time::SystemTime;

use serde::{Deserialize, Serialize};

use super::Received;
use crate::write::value::time;

/// The most characters of a reason.
const MAX_REASON: usize = 300;

/// The last call of a client's hook.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct LastCall {
    pub time: String,
    /// The event and the tool, if the message can be read.
    pub event: String,
    pub tool: String,
    /// The folder of the project, or of the client if there is none.
    pub folder: String,
    /// Why it gave nothing; `None` if it gave something.
    pub reason: Option<String>,
}

impl LastCall {
    /// Returns the call of a message, which ends now, with why it gave nothing.
    pub(super) fn of(received: Option<&Received<'_>>, given: &Result<(), String>) -> Self {
        let reason = given.as_ref().err();
        let tool = received.and_then(|of| of.message.tool.as_deref());
        Self {
            time: time(SystemTime::now()),
            event: received.map_or_else(String::new, |of| of.event.clone()),
            tool: tool.unwrap_or_default().to_owned(),
            folder: received.map_or_else(String::new, |of| of.folder().to_string()),
            reason: reason.map(|reason| reason.chars().take(MAX_REASON).collect()),
        }
    }
}
