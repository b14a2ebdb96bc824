//! `doctor`: reports which clients are set up here, whether their setup works, and what their hooks
//! did last.

mod elsewhere;
mod project;
mod state;

use std::mem;

use camino::Utf8Path;

use super::Context;
use super::hook::memory::Memory;
use super::hook::trusted_by_client;
use super::output::FAILURE;
use super::setup::client::Client;
use super::setup::found_file::{self, FoundFile};
use super::setup::trusts::{self, trusts};
use super::system::from_home;
use crate::documents::sandbox::ambient;
use crate::project::bound_project::BoundProject;
use crate::text::counted::counted;
use crate::text::escaped::Escaped;

/// The report on each client, and the number of things that do not work.
struct Doctor<'a> {
    context: &'a Context,
    /// The clients, each with its files that exist here.
    clients: Vec<(Client, Vec<FoundFile>)>,
    bound: Option<BoundProject>,
    /// What an entry does not serve unless it gives the project's path, as the end of a sentence.
    unserved: Option<String>,
    memory: Option<Memory>,
    /// Whether hooks cannot remember anything.
    is_forgetful: bool,
    text: String,
    wrong: u64,
}

/// Prints the report. Returns the exit code for a failure if something does not work.
pub(super) fn run(context: &Context) -> u8 {
    let mut doctor = Doctor {
        context,
        clients: found_file::clients(context),
        bound: None,
        unserved: None,
        memory: None,
        is_forgetful: false,
        text: String::new(),
        wrong: 0,
    };
    doctor.project();
    doctor.state();
    doctor.clients();
    doctor.log();
    let wrong = doctor.wrong;
    if wrong > 0 {
        let sum = counted(wrong, "problem", "problems");
        doctor.text += &format!("\n{sum}: see the lines with !\n");
    }
    let printed = context.output.prose(&doctor.text);
    if wrong > 0 { FAILURE } else { printed }
}

impl Doctor<'_> {
    fn line(&mut self, line: &str) {
        self.text += &format!("  {line}\n");
    }

    fn wrong(&mut self, line: &str) {
        self.text += &format!("! {line}\n");
        self.wrong += 1;
    }

    fn clients(&mut self) {
        let mut none = Vec::new();
        for (client, files) in mem::take(&mut self.clients) {
            let plugin = trusts::plugin(&client);
            if files.is_empty() && plugin.is_none() {
                none.push(client.name)
            } else {
                self.client(&client, &files, plugin.as_deref())
            }
        }
        if !none.is_empty() {
            self.text += &format!(
                "\nNo files in this folder or your home folder: {}\n",
                none.join(", ")
            );
        }
    }

    fn log(&mut self) {
        if self.memory.as_ref().is_some_and(Memory::has_log) {
            self.text += "\nWhy hooks gave nothing, in all projects: mcp-guide hook --log\n\
                          What hooks gave last: mcp-guide hook --last\n";
        }
    }

    fn client(&mut self, client: &Client, files: &[FoundFile], plugin: Option<&Utf8Path>) {
        self.text += &format!("\n{}\n", client.name);
        for file in files {
            self.file(client, file);
            self.places(client, file, files);
        }
        if let Some(file) = plugin {
            let file = from_home(file);
            self.line(&format!(
                "{}: the plugin, with server and hook",
                Escaped(&file)
            ));
        }
        let has_hook = plugin.is_some() || files.iter().any(|file| !file.hooks.is_empty());
        if has_hook || files.iter().any(FoundFile::has_server) {
            self.trust(client, files, plugin.is_some());
        } else {
            // `setup` refuses to edit a file that has an error or that contains an entry of another
            // program.
            let mut edited = files
                .iter()
                .filter(|file| !file.is_of_user || !client.has_project_file());
            let before = edited.find_map(|file| {
                let shown = Escaped(&file.shown);
                match (&file.error, file.is_foreign) {
                    (Some(_), _) => Some(format!("correct {shown}, and run")),
                    (None, true) => Some(format!("rename \"guide\" in {shown} first, and run")),
                    (None, false) => None,
                }
            });
            let before = before.map_or_else(String::new, |before| before + ": ");
            self.line(&format!(
                "to connect it: {before}mcp-guide setup {}",
                client.name
            ));
        }
        if has_hook {
            self.last_call(client);
        }
    }

    fn file(&mut self, client: &Client, file: &FoundFile) {
        let shown = Escaped(&file.shown).to_string();
        if let Some(reason) = &file.error {
            return self.wrong(&format!("{shown} cannot be read: {reason}"));
        }
        let mut has = Vec::new();
        if file.has_server() {
            has.push("server");
        } else if file.is_foreign {
            has.push("another program's server \"guide\"");
        }
        has.extend((!file.hooks.is_empty()).then_some("hook"));
        if has.is_empty() {
            return self.line(&format!("{shown}: no entry of mcp-guide"));
        }
        let (missing, there): (Vec<&str>, Vec<&str>) = {
            let programs = file.programs().into_iter();
            programs.partition(|program| !ambient::has_program(program))
        };
        let by: Vec<String> = there
            .iter()
            .map(|program| Escaped(program).to_string())
            .collect();
        let by = if by.is_empty() {
            String::new()
        } else {
            format!(", run by {}", by.join(" and "))
        };
        self.line(&format!("{shown}: {}{by}", has.join(" and ")));
        if let Some(unserved) = &self.unserved
            && !file.is_of_user
            && !file.names_project()
        {
            self.wrong(&format!(
                "{shown} does not contain --project, so {unserved}. Run: mcp-guide --project . \
                 setup {}",
                client.name
            ));
        }
        for program in missing {
            self.wrong(&found_file::missing(client, file, program));
        }
    }

    /// Reports whether the client trusts the folder, and whether hooks in the user's file give rules
    /// here.
    fn trust(&mut self, client: &Client, files: &[FoundFile], has_plugin: bool) {
        let folder = ambient::canonical(&found_file::folder(self.context));
        if let Some((is_trusted, file)) = folder.ok().and_then(|folder| trusts(client, &folder)) {
            let file = from_home(&file);
            let file = Escaped(&file);
            match (is_trusted, client.step()) {
                (true, _) => self.line(&format!("this folder is trusted in {file}")),
                // Entries in the user's own file work in untrusted folders, too.
                (false, _)
                    if files
                        .iter()
                        .all(|found| found.is_of_user || found.is_without()) => {}
                (false, step) => self.wrong(&format!(
                    "this folder is not trusted in {file}. {}",
                    step.unwrap_or_default()
                )),
            }
        }
        let calls = files.iter().flat_map(|file| &file.hooks);
        let is_of_user = |words: &Vec<String>| words.iter().any(|word| word == "--user");
        let is_trusted = || {
            let memory = self.memory.as_ref().zip(self.bound.as_ref());
            let by_client =
                (self.bound.as_ref()).is_some_and(|bound| trusted_by_client(client, bound));
            by_client || memory.is_some_and(|(memory, bound)| memory.trusts(bound))
        };
        if has_plugin || calls.clone().any(is_of_user) {
            let whose = if has_plugin {
                "hooks in the plugin"
            } else {
                "hooks in your own file"
            };
            if is_trusted() {
                self.line(&format!("{whose} give rules here"))
            } else if calls.clone().all(is_of_user) {
                self.wrong(&format!(
                    "{whose} give no rules here. To allow them: mcp-guide hook --trust"
                ))
            } else {
                self.line(&format!(
                    "{whose} give no rules here. To allow them: mcp-guide hook --trust"
                ))
            }
        }
    }

    fn last_call(&mut self, client: &Client) {
        let name = client.hook_name();
        let Some(call) = self.memory.as_ref().and_then(|memory| memory.called(name)) else {
            if self.is_forgetful {
                return;
            }
            return self.line(
                "its hook was never called: restart the client, and trust this folder if it asks",
            );
        };
        let folder = from_home(call.folder.as_str().into());
        let here = self.bound.as_ref().and_then(|bound| bound.folder().path());
        let here = here.unwrap_or_else(|| found_file::folder(self.context).into_string());
        if !call.folder.is_empty() && !Utf8Path::new(&call.folder).starts_with(&here) {
            return self.line(&format!(
                "its hook was last called {} in another project: {}",
                Escaped(&call.time),
                Escaped(&folder)
            ));
        }
        let what = [&call.event, &call.tool].map(|name| Escaped(name).to_string());
        let what = what
            .iter()
            .filter(|name| !name.is_empty())
            .cloned()
            .collect::<Vec<_>>()
            .join(" ");
        let mut line = format!("its hook was last called {}", Escaped(&call.time));
        if !what.is_empty() {
            line += &format!(" for {what}");
        }
        if !call.folder.is_empty() {
            line += &format!(" in {}", Escaped(&folder));
        }
        line += &match &call.reason {
            None => ", and answered".to_owned(),
            Some(reason) => format!(", and gave nothing: {}", Escaped(reason)),
        };
        self.line(&line);
    }
}
