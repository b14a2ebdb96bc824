//! The law of sessions: each rule for the files that an agent touches comes once, whole and in order,
//! within what its client passes on.

use std::fmt::{Debug, Formatter, Result as FmtResult};
use std::io::Result as IoResult;

use mcp_guide::cli::hook::{HookRun, receive};

use super::course::Course;
use super::world::{Event, Rule, Start};
use super::written::Written;

/// The clients, each with its tools that read a file, write one and run a command.
pub const CLIENTS: [(&str, [&str; 3]); 4] = [
    ("claude-code", ["Read", "Write", "Bash"]),
    ("codex", ["Bash", "apply_patch", "Bash"]),
    ("gemini-cli", ["read_file", "write_file", "run_shell_command"]),
    ("qwen-code", ["read_file", "write_file", "run_shell_command"]),
];

/// A session, and an agent in it.
pub type Who = (u8, Option<u8>);

/// What happens.
#[derive(Debug, Clone)]
pub enum Step {
    /// A tool touches these of `PATHS`.
    Tool(Who, Event, Vec<usize>),
    /// A tool names no file.
    Idle(Who),
    /// A context begins, for this cause.
    Start(Who, Option<&'static str>),
    /// A context is emptied, for this cause.
    Forget(Who, &'static str),
    /// Another event at which an agent reads a text.
    More(Who, usize),
    /// The files of sessions grow by lines that are no rows.
    Grow,
    /// A rule gets another text, or only its first copy.
    Rewrite(usize, Written, bool),
    /// A rule is removed.
    Remove(usize),
    /// Anything else is sent.
    Bytes(Vec<u8>),
}

/// What says where the client was started.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Told {
    /// A variable, if the client has one.
    Variable,
    /// The first message of a session.
    First,
    Nothing,
}

/// What goes wrong with an answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fault {
    None,
    /// It cannot be printed.
    Unprinted,
    /// The hook is ended while it prints.
    Ended,
    /// Nothing can be remembered.
    Unremembered,
}

/// A project, and what happens in it.
#[derive(Clone)]
pub struct Sessions {
    /// The index of a client.
    pub client: usize,
    pub strict: bool,
    pub rules: Vec<Rule>,
    /// The folder of a `CLAUDE.md` that only imports an `AGENTS.md`.
    pub alone: Option<usize>,
    /// Where the client was started.
    pub start: Start,
    pub told: Told,
    /// Whether the project's folder is a repository.
    pub is_repository: bool,
    pub steps: Vec<(Step, Fault)>,
}

/// A line for each rule and each step.
impl Debug for Sessions {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> FmtResult {
        let client = CLIENTS[self.client % CLIENTS.len()].0;
        writeln!(formatter, "{client}, strict: {:?}, alone: {:?}", self.strict, self.alone)?;
        let Self { start, told, is_repository, .. } = self;
        writeln!(formatter, "{start:?}, told: {told:?}, repository: {is_repository}")?;
        self.rules.iter().try_for_each(|rule| writeln!(formatter, "{rule:?}"))?;
        self.steps.iter().try_for_each(|step| writeln!(formatter, "{step:?}"))
    }
}

/// What came up.
#[derive(Debug, Default, Clone, Copy)]
pub struct Seen {
    pub texts: usize,
    pub parts: usize,
    pub lines: usize,
    pub denials: usize,
    pub lost: usize,
}

/// Answers a message, by the hook; what it is given to print may fail.
pub type Subject<'a> = dyn Fn(&HookRun, &[u8], &mut dyn FnMut(&str) -> IoResult<()>) + 'a;

/// The program's own answer.
pub fn engine(hook: &HookRun, message: &[u8], print: &mut dyn FnMut(&str) -> IoResult<()>) {
    let received = receive(&hook.client, hook.memory.as_ref(), message);
    if let Some(prepared) = received.ok().and_then(|received| hook.prepare(&received).ok()) {
        let _ = prepared.give(print);
    }
}

/// Checks each answer of a session, and that at its end nothing is due.
///
/// # Errors
///
/// What an answer has too much, or lacks.
pub fn sessions(of: &Sessions, subject: &Subject<'_>) -> Result<Seen, String> {
    let mut course = Course::new(of, subject);
    for (at, (step, fault)) in of.steps.iter().enumerate() {
        course.step(step, *fault).map_err(|error| format!("{error}\nat step {at}: {step:?}, {fault:?}"))?;
    }
    let all: Vec<Who> = course.minds.keys().copied().collect();
    for who in all {
        // It ends, since what is due has only so many events left.
        while !course.minds[&who].due.is_empty() {
            course.idle(who).map_err(|error| format!("{error}\nin what follows, of {who:?}"))?;
        }
        course.idle(who).map_err(|error| format!("{error}\nin the end, of {who:?}"))?;
    }
    Ok(course.seen)
}
