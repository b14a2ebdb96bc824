//! Sends the messages of a session, and checks what is printed.

use std::collections::{HashMap, HashSet};
use std::fs;
use std::io::Error;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};

use camino::Utf8PathBuf;
use mcp_guide::cli::hook::memory::Memory;
use mcp_guide::cli::hook::{Environment, HookRun};
use mcp_guide::cli::setup::client::{Hook, HookEvent};
use serde_json::{Value, json};
use tempfile::TempDir;

use super::answer::{Body, End, Said, read};
use super::client as known;
use super::mind::{Mind, Occasion, Place};
use super::session::{CLIENTS, Fault, Seen, Sessions, Step, Subject, Told, Who};
use super::world::{Event, INSIDE, PATHS, Start, World};
use crate::{Verdict, ensure, folder, table, utf8};

/// A session that is under way.
pub struct Course<'a> {
    hook: Hook,
    run: HookRun,
    tools: [&'static str; 3],
    project: Utf8PathBuf,
    state: Utf8PathBuf,
    _folder: TempDir,
    world: World,
    start: Start,
    told: Told,
    /// What the first message of a session says of that.
    place: Utf8PathBuf,
    /// The sessions that have begun.
    begun: HashSet<u8>,
    pub minds: HashMap<Who, Mind>,
    subject: &'a Subject<'a>,
    pub seen: Seen,
}

impl<'a> Course<'a> {
    /// Makes the project.
    pub fn new(of: &Sessions, subject: &'a Subject<'a>) -> Self {
        let folder = folder();
        let root = utf8(&folder).canonicalize_utf8().expect("it is there");
        let (client, tools) = CLIENTS[of.client % CLIENTS.len()];
        let client = known(client);
        let project = root.join("project");
        let place = match of.start {
            Start::Above => root.clone(),
            Start::In(folder) => project.join(folder),
        };
        let hook = client.hook.as_ref().expect("a client with hooks");
        let told = match of.told {
            Told::Variable if hook.start.variable.is_none() => Told::First,
            told => told,
        };
        let variable = Some(()).filter(|()| told == Told::Variable);
        let environment = Environment { start: variable.map(|()| place.clone()), ..Environment::default() };
        let mut world = World::new(&project, &of.rules, of.alone);
        world.is_repository = of.is_repository;
        if of.is_repository {
            fs::create_dir(project.join(".git")).expect("a folder");
        }
        Self {
            hook: client.hook.clone().expect("a client with hooks"),
            run: HookRun {
                table: table().clone(),
                client,
                program: vec!["mcp-guide".to_owned()],
                // Above it none would be found.
                project: (of.start == Start::Above || told == Told::Nothing).then(|| project.clone()),
                memory: None,
                until: None,
                user: false,
                strict: of.strict,
                environment,
            },
            tools,
            world,
            start: of.start,
            told,
            place: if told == Told::Nothing { ".".into() } else { place },
            begun: HashSet::new(),
            project,
            state: root.join("state"),
            _folder: folder,
            minds: HashMap::new(),
            subject,
            seen: Seen::default(),
        }
    }

    /// Takes a step. Where the first message of a session says where its client was started, there is one.
    pub fn step(&mut self, step: &Step, fault: Fault) -> Verdict {
        let who = match step {
            Step::Tool(who, ..) | Step::Idle(who) | Step::Start(who, _) => Some(who),
            Step::Forget(who, _) | Step::More(who, _) => Some(who),
            Step::Grow | Step::Rewrite(..) | Step::Remove(_) | Step::Bytes(_) => None,
        };
        if let Some((session, _)) = who.filter(|who| self.told == Told::First && self.begun.insert(who.0)) {
            self.start((*session, None), Some("startup"), Fault::None)?;
        }
        match step {
            Step::Rewrite(at, text, only_first) => {
                self.change(|world| world.rewrite(*at, *text, *only_first));
                Ok(())
            }
            Step::Remove(at) => {
                self.change(|world| world.remove(*at));
                Ok(())
            }
            Step::Grow => {
                let names = self.state.read_dir_utf8().into_iter().flatten().flatten();
                let is_session = |name: &str| name.starts_with("session-") && !name.contains('.');
                for file in names.filter(|entry| is_session(entry.file_name())) {
                    let held = fs::read_to_string(file.path()).expect("it is ours");
                    fs::write(file.path(), held + &"a b\n".repeat(1 << 14)).expect("it is ours");
                }
                Ok(())
            }
            Step::Bytes(bytes) => {
                let said = self.said(bytes, fault);
                ensure(said.is_none(), || format!("{said:?} answers it"))
            }
            Step::Tool(who, event, paths) => self.tool(*who, *event, paths, fault),
            Step::Idle(who) => {
                let input = json!({ "command": "true" });
                let message = json!({ "tool_name": self.tools[2], "tool_input": input });
                self.event(*who, HookEvent::Tool, message, (Event::Shell, Vec::new()), fault)
            }
            Step::Start(who, source) => self.start(*who, *source, fault),
            Step::Forget(who, cause) => {
                let is_new = self.hook.forgets.iter().any(|of| of == cause);
                let Some(name) = self.name(HookEvent::Forget, 0) else {
                    return Ok(());
                };
                if is_new {
                    self.minds.entry(*who).or_default().clear(false);
                }
                let message = self.message(*who, &name, json!({ "trigger": cause }));
                let said = self.said(message.as_bytes(), Fault::None);
                ensure(said.is_none(), || format!("{said:?} is seen by nobody"))
            }
            Step::More(who, at) => {
                let message = json!({ "prompt": "Go on.", "at": at });
                self.event(*who, HookEvent::More, message, (Event::Shell, Vec::new()), fault)
            }
        }
    }

    /// Begins a context.
    fn start(&mut self, who: Who, source: Option<&str>, fault: Fault) -> Verdict {
        let is_one = |list: &[String]| source.is_some_and(|source| list.iter().any(|of| of == source));
        let (is_new, is_seen) = (is_one(&self.hook.forgets), !is_one(&self.hook.unseen));
        let Some(name) = self.name(HookEvent::Start, 0) else {
            return Ok(());
        };
        // What cannot be noted is not forgotten.
        let is_noted = is_new || fault != Fault::Unremembered;
        let fault = if is_new && fault == Fault::Unremembered { Fault::None } else { fault };
        let mind = self.minds.entry(who).or_default();
        match (is_new, is_seen) {
            (true, _) => mind.clear(is_seen),
            (false, true) if is_noted && !self.hook.lost.is_empty() => mind.resume(),
            _ => {}
        }
        let mut message = source.map_or(json!({}), |source| json!({ "source": source }));
        message["cwd"] = self.place.to_string().into();
        if is_seen {
            return self.event(who, HookEvent::Start, message, (Event::Start, vec![None]), fault);
        }
        let message = self.message(who, &name, message);
        let said = self.said(message.as_bytes(), fault);
        ensure(said.is_none(), || format!("{said:?} is seen by nobody"))
    }

    /// Returns a message of the client.
    fn message(&self, who: Who, event: &str, mut message: Value) -> String {
        message["hook_event_name"] = event.into();
        message["session_id"] = format!("s{}", who.0).into();
        if message["cwd"].is_null() {
            message["cwd"] = self.project.to_string().into();
        }
        if let Some(agent) = who.1 {
            message["agent_id"] = format!("a{agent}").into();
        }
        message.to_string()
    }

    /// Changes files of the project.
    fn change(&mut self, change: impl FnOnce(&mut World)) {
        let before: Vec<_> = self.world.docs.values().cloned().collect();
        change(&mut self.world);
        for doc in before {
            let now = self.world.docs.get(&doc.path).map(|doc| doc.key);
            if now != Some(doc.key) {
                for mind in self.minds.values_mut() {
                    mind.rewritten(&self.world, doc.key, now);
                }
            }
        }
    }

    fn tool(&mut self, who: Who, event: Event, paths: &[usize], fault: Fault) -> Verdict {
        let (reads, is_codex) = (event == Event::Read, self.run.client.name == "codex");
        let (tool, event) = match event {
            Event::Write => (self.tools[1], Event::Write),
            Event::Read if !is_codex => (self.tools[0], Event::Read),
            _ => (self.tools[2], Event::Shell),
        };
        let most = if is_codex || event == Event::Shell { paths.len() } else { 1 };
        let paths = &paths[..most.min(paths.len())];
        let names: Vec<&str> = paths.iter().map(|at| PATHS[*at]).collect();
        let first = names.first().copied().unwrap_or_default();
        let input = match (event, is_codex) {
            (Event::Shell, _) => json!({ "command": format!("cat -n '{}' >/dev/null", names.join("' '")) }),
            (_, true) => {
                let files = names.iter().map(|name| format!("*** Update File: {name}\n@@\n-x\n"));
                json!({ "command": format!("*** Begin Patch\n{}*** End Patch\n", files.collect::<String>()) })
            }
            _ if reads => json!({ "file_path": self.project.join(first) }),
            _ => json!({ "file_path": first, "content": "x" }),
        };
        let exists = |path: &str| self.project.join(path).is_file();
        let own = paths.iter().filter(|at| **at < INSIDE).map(|at| PATHS[*at]);
        let mut own: Vec<Place> =
            own.filter(|path| event != Event::Shell || exists(path)).map(Some).collect();
        own.sort_unstable();
        own.dedup();
        let mut message = json!({ "tool_name": tool, "tool_input": input });
        if paths.first().is_some_and(|at| at % 2 == 0) {
            // Fields of other events, and with other types.
            message["source"] = "clear".into();
            message["sessionId"] = 7.into();
            message["agentId"] = json!({});
        }
        self.event(who, HookEvent::Tool, message, (event, own), fault)
    }

    /// Sends a message that is about no file.
    pub fn idle(&mut self, who: Who) -> Verdict {
        match self.name(HookEvent::More, 0) {
            Some(_) => self.step(&Step::More(who, 0), Fault::None),
            None => self.step(&Step::Idle(who), Fault::None),
        }
    }

    /// Returns the name of an event of a kind, if the client has one.
    fn name(&self, kind: HookEvent, at: usize) -> Option<String> {
        let names: Vec<&String> =
            self.hook.events.iter().filter(|(_, of)| **of == kind).map(|(name, _)| name).collect();
        (!names.is_empty()).then(|| names[at % names.len()].clone())
    }

    /// Sends a message, and checks its answer.
    fn event(
        &mut self,
        who: Who,
        kind: HookEvent,
        message: Value,
        (event, own): (Event, Vec<Place>),
        fault: Fault,
    ) -> Verdict {
        let at = message["at"].as_u64().unwrap_or_default() as usize;
        let Some(name) = self.name(kind, at) else {
            return Ok(());
        };
        let message = self.message(who, &name, message);
        let said = self.said(message.as_bytes(), fault);
        let client = self.run.client.name.clone();
        let bound = self.hook.bound;
        let is_lost = self.hook.lost.contains(&name);
        let is_known =
            self.run.environment.start.is_some() || self.told == Told::First && fault != Fault::Unremembered;
        let start = Some(self.start).filter(|_| is_known);
        let (bound, unit) = (bound.most, bound.unit);
        let occasion = Occasion { client: &client, start, own, event, bound, unit, is_lost };
        let answer = said.as_deref().map(|said| Answer::read(said, &name, &occasion)).transpose()?;
        let writes =
            self.run.strict && event == Event::Write && client != "gemini-cli" && client != "qwen-code";
        let mut mind = self.minds.remove(&who).unwrap_or_default();
        let verdict = match fault {
            Fault::None => {
                mind.touch(&occasion);
                self.keep(&mut mind, &occasion, answer.as_ref(), writes)
            }
            Fault::Unprinted | Fault::Ended => {
                // What is printed is what would be; and nothing of it counts.
                let mut tried = mind.clone();
                tried.touch(&occasion);
                let verdict = self.keep(&mut tried, &occasion, answer.as_ref(), writes);
                if answer.is_none() {
                    mind = tried;
                } else if fault == Fault::Ended && answer.as_ref().is_some_and(|answer| answer.denies) {
                    mind.denied = tried.denied;
                }
                verdict
            }
            Fault::Unremembered => {
                let denies = answer.as_ref().is_some_and(|answer| answer.denies);
                ensure(!denies, || "it is denied without a memory".to_owned())?;
                self.forgetful(&occasion, answer.as_ref().map(|answer| &answer.said))
            }
        };
        self.minds.insert(who, mind);
        self.seen.lost += usize::from(fault != Fault::None);
        verdict.map_err(|error| format!("{error}\n{}", short(said.as_deref().unwrap_or_default())))
    }

    /// Checks an answer that is remembered.
    fn keep(
        &mut self,
        mind: &mut Mind,
        occasion: &Occasion<'_>,
        answer: Option<&Answer>,
        writes: bool,
    ) -> Verdict {
        mind.begin(&self.world, occasion);
        let begins = answer.is_some_and(|answer| mind.begins(&self.world, &answer.said));
        let denies = answer.is_some_and(|answer| answer.denies);
        ensure(writes || !denies, || "what is no strict write is denied".to_owned())?;
        mind.read(&self.world, occasion, answer.map(|answer| &answer.said))?;
        if writes {
            mind.deny(occasion, begins, denies)?;
        }
        for entry in answer.into_iter().flat_map(|answer| &answer.said.entries) {
            match &entry.body {
                Body::Same(_) => self.seen.lines += 1,
                Body::Text { part: Some(_), .. } => self.seen.parts += 1,
                Body::Text { .. } => self.seen.texts += 1,
            }
        }
        self.seen.denials += usize::from(denies);
        Ok(())
    }

    /// Checks an answer that cannot be remembered: of each rule at hand the whole text, its beginning or
    /// its name.
    fn forgetful(&self, occasion: &Occasion<'_>, said: Option<&Said>) -> Verdict {
        let mut fresh = Mind::default();
        fresh.touch(occasion);
        fresh.begin(&self.world, occasion);
        let Some(said) = said else {
            return ensure(fresh.due.is_empty(), || "nothing came without a memory".to_owned());
        };
        let mut left = fresh.due.clone();
        for entry in &said.entries {
            let doc = self.world.docs.get(&entry.path).ok_or_else(|| format!("{} is no rule", entry.path))?;
            ensure(fresh.due.contains_key(&doc.key), || format!("{} is not due", doc.path))?;
            let Body::Text { text, part, goes_on } = &entry.body else {
                continue;
            };
            ensure(part.is_none(), || format!("{} has parts without a memory", doc.path))?;
            let (whole, text) = (self.world.text(doc.key), text.trim_end());
            ensure(whole.starts_with(text), || format!("{} has another text", doc.path))?;
            if *goes_on || whole.trim_end() == text {
                left.remove(&doc.key);
            }
        }
        match &said.end {
            End::Rest(names, more) => ensure(names.len() + more >= left.len(), || "more are left".to_owned()),
            End::Next(..) => Err("nothing comes next without a memory".to_owned()),
            _ => ensure(left.is_empty(), || "what is left is not named".to_owned()),
        }
    }

    /// Returns what a hook prints, or would print.
    fn said(&mut self, message: &[u8], fault: Fault) -> Option<String> {
        self.run.memory = match fault {
            Fault::Unremembered => None,
            _ => Some(Memory::at(&self.state).expect("a folder")),
        };
        let mut said = None;
        let mut print = |answer: &str| {
            said = Some(answer.to_owned());
            match fault {
                Fault::Unprinted => Err(Error::other("nobody reads")),
                Fault::Ended => resume_unwind(Box::new("ended")),
                Fault::None | Fault::Unremembered => Ok(()),
            }
        };
        let answer = || (self.subject)(&self.run, message, &mut print);
        if let Err(cause) = catch_unwind(AssertUnwindSafe(answer))
            && fault != Fault::Ended
        {
            resume_unwind(cause);
        }
        said
    }
}

/// What a client takes from an answer.
struct Answer {
    said: Said,
    denies: bool,
}

impl Answer {
    fn read(answer: &str, event: &str, occasion: &Occasion<'_>) -> Result<Self, String> {
        let answer: Value = serde_json::from_str(answer).map_err(|error| error.to_string())?;
        let inner = &answer["hookSpecificOutput"];
        let denies = inner["permissionDecision"] == "deny";
        let key = if denies { "permissionDecisionReason" } else { "additionalContext" };
        let text = inner[key].as_str().ok_or_else(|| format!("there is no text: {answer}"))?;
        let mut whole = json!({ "hookSpecificOutput": { "hookEventName": event } });
        if denies {
            whole["hookSpecificOutput"]["permissionDecision"] = "deny".into();
        }
        whole["hookSpecificOutput"][key] = text.into();
        ensure(answer == whole, || format!("it has other fields: {answer}"))?;
        let length = occasion.length(text);
        ensure(length <= occasion.bound, || format!("its text has {length} units"))?;
        let said = read(text)?;
        let files: Option<Vec<&str>> = said.files.as_ref().map(|of| of.iter().map(String::as_str).collect());
        let own: Vec<&str> = occasion.own.iter().filter_map(|path| *path).take(4).collect();
        let is_own = files.is_none_or(|files| files == own);
        ensure(is_own, || format!("its first line names {:?}, not {own:?}", said.files))?;
        Ok(Self { said, denies })
    }
}

/// Returns an answer with the first words of each text in it.
fn short(answer: &str) -> String {
    let (mut lines, mut is_text) = (String::new(), false);
    for line in answer.split("\\n").filter(|line| !line.is_empty()) {
        if !line.starts_with("  ") || !is_text {
            lines.extend(line.chars().take(300));
            lines.push('\n');
        }
        is_text = line.starts_with("  ");
    }
    lines
}
