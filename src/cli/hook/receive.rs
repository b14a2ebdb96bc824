//! The event that a client reports, and whether a new context begins.

use std::cell::OnceCell;

use camino::{Utf8Path, Utf8PathBuf};

use super::given::GivenRow;
use super::hook_message::{self, HookMessage};
use super::memory::{Memory, Whom};
use crate::cli::setup::client::{Client, Hook, HookEvent};
use crate::documents::file_error::FileError;
use crate::table::Table;

/// A message that may have an answer.
#[derive(Debug)]
pub struct Received<'m> {
    pub(super) message: HookMessage<'m>,
    /// The client's name for the event.
    pub(super) event: String,
    pub(super) kind: HookEvent,
    /// Whether the message's tool writes files.
    pub(super) is_write: bool,
    /// The folder of the project, once it is found.
    pub(super) project: OnceCell<Utf8PathBuf>,
}

/// The reason why a message has no answer.
#[derive(Debug)]
pub enum Unanswered {
    /// A reason as text for a person.
    Because(String),
    /// A new context begins in the session, but the hook cannot forget what the session was given.
    NotForgotten(FileError),
}

impl<T: Into<String>> From<T> for Unanswered {
    fn from(reason: T) -> Self {
        Self::Because(reason.into())
    }
}

impl Unanswered {
    /// Returns the reason as text for a person.
    pub(super) fn render(self, table: &Table) -> String {
        match self {
            Self::Because(reason) => reason,
            Self::NotForgotten(error) => {
                let reason = table.render(&error);
                format!("the session's context begins again, but this cannot be recorded: {reason}")
            }
        }
    }
}

/// Parses a client's message. If a new context begins in a session, immediately forgets what the
/// session was given. If the model sees no text at this event, the rules for every file become
/// pending.
///
/// # Errors
///
/// Returns the reason if the message has no answer.
pub fn receive<'m>(
    client: &Client,
    memory: Option<&Memory>,
    message: &'m [u8],
) -> Result<Received<'m>, Unanswered> {
    let hook = client.hook.as_ref().ok_or("the client has no hooks")?;
    if hook_message::has_any(message, &hook.foreign) {
        return Err("another client also runs this hook".into());
    }
    let message = HookMessage::read(message)
        .map_err(|error| format!("the message cannot be read: {error}"))?;
    let (event, kind) = event(hook, &message)?;
    let is_write = message
        .tool
        .as_ref()
        .is_some_and(|tool| hook.writes.contains(tool));
    let is_write = is_write && kind == HookEvent::Tool;
    let received = Received {
        message,
        event,
        kind,
        is_write,
        project: OnceCell::new(),
    };
    received.begin(client, hook, memory)?;
    Ok(received)
}

/// Returns the name and the kind of a message's event. If the client sends no name, other fields of
/// the message decide.
fn event(hook: &Hook, message: &HookMessage<'_>) -> Result<(String, HookEvent), String> {
    let kind = match () {
        () if message.source.is_some() => HookEvent::Start,
        () if message.trigger.is_some() => HookEvent::Forget,
        () if message.prompt.is_some() => HookEvent::More,
        () => HookEvent::Tool,
    };
    let mut events = hook.events.iter();
    let found = match &message.event {
        Some(name) => events.find(|(event, _)| *event == name),
        None => events.find(|(_, known)| **known == kind),
    };
    let known = || {
        hook.events
            .keys()
            .map(String::as_str)
            .collect::<Vec<_>>()
            .join(", ")
    };
    let found = found.map(|(event, kind)| (event.clone(), *kind));
    found.ok_or_else(|| format!("the hook answers only these events: {}", known()))
}

impl Received<'_> {
    /// Returns the folder of the project, or of the client if no project was found.
    pub(super) fn folder(&self) -> &Utf8Path {
        self.project.get().unwrap_or(&self.message.cwd)
    }

    /// Records that a context begins.
    ///
    /// # Errors
    ///
    /// Returns an error if the model sees no text at this event, or if the hook cannot forget what
    /// the session was given.
    fn begin(
        &self,
        client: &Client,
        hook: &Hook,
        memory: Option<&Memory>,
    ) -> Result<(), Unanswered> {
        let cause = match self.kind {
            HookEvent::Start => self.message.source.as_ref(),
            HookEvent::Forget => self.message.trigger.as_ref(),
            HookEvent::Tool | HookEvent::More => return Ok(()),
        };
        let is_one = |list: &[String]| cause.is_some_and(|cause| list.contains(cause));
        let is_seen = self.kind == HookEvent::Start && !is_one(&hook.unseen);
        let whom = memory.zip(self.message.whom(client));
        // The current folder may change within a session. If a variable contains the start folder,
        // the message's folder is ignored when a new context begins in a running session.
        let begins = !is_one(&hook.forgets) || hook.start.variable.is_none();
        let begins = begins && self.kind == HookEvent::Start;
        let has_moved = whom.as_ref().filter(|_| begins);
        let has_moved = has_moved.is_some_and(|(memory, whom)| self.note_start(memory, whom));
        let is_new = is_one(&hook.forgets) || has_moved;
        let forgotten = whom.as_ref().filter(|_| is_new);
        let forgotten = forgotten.map_or(Ok(()), |(memory, whom)| memory.forget(whom));
        let row = match (is_new, is_seen) {
            (true, false) => Some(GivenRow::Begun),
            (false, true) if !hook.lost.is_empty() => Some(GivenRow::Resumed),
            _ => None,
        };
        if let Some(((memory, whom), row)) = whom.zip(row) {
            // If this fails, rules are given twice, or with the next file.
            let _ = memory.given(&whom).and_then(|mut given| given.add(&[row]));
        }
        match (is_new, forgotten) {
            (true, Err(error)) => Err(Unanswered::NotForgotten(error)),
            _ if is_seen => Ok(()),
            (true, Ok(())) => Err("the session's context begins again".into()),
            (false, _) => Err("the session's context continues".into()),
        }
    }

    /// Records the folder in which the client was started. Returns true if it differs from the
    /// recorded one, because the client has then loaded different rules.
    fn note_start(&self, memory: &Memory, whom: &Whom<'_>) -> bool {
        let folder = &self.message.cwd;
        if !whom.agent.is_empty() || !folder.is_absolute() {
            return false;
        }
        let before = memory.start(whom);
        if before.as_ref() != Some(folder) {
            // If this fails, the start folder is unknown and rules are given.
            let _ = memory.set_start(whom, folder);
        }
        before.is_some_and(|before| before != *folder)
    }
}
