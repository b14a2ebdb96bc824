//! The last call of a client's hook: its time, its event and its result.

use std::time::SystemTime;

use serde::{Deserialize, Serialize};

use super::Received;
use crate::write::list_table::time;

/// The maximum length of a reason, in characters.
const MAX_REASON: usize = 300;

/// The last call of a client's hook.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct LastCall {
    pub time: String,
    /// The event. Like `tool`, it is empty if the message cannot be read.
    pub event: String,
    pub tool: String,
    /// The folder of the project, or of the client if no project was found.
    pub folder: String,
    /// The reason why the hook gave nothing, or `None` if it gave something.
    pub reason: Option<String>,
}

impl LastCall {
    /// Creates the record of a call that ends now. If the hook gave nothing, `given` contains the
    /// reason.
    pub(super) fn of(received: Option<&Received<'_>>, given: &Result<(), String>) -> Self {
        let reason = given.as_ref().err();
        let tool = received.and_then(|received| received.message.tool.as_deref());
        Self {
            time: time(SystemTime::now()),
            event: received.map_or_else(String::new, |received| received.event.clone()),
            tool: tool.unwrap_or_default().to_owned(),
            folder: received.map_or_else(String::new, |received| received.folder().to_string()),
            reason: reason.map(|reason| reason.chars().take(MAX_REASON).collect()),
        }
    }
}
