//! Which rules a client loads by itself, when it starts or with a file.

use std::cell::OnceCell;
use std::collections::HashSet;

use camino::Utf8PathBuf;

use super::given::PendingFile;
use super::occasion::Occasion;
use super::start::StartFolder;
use crate::cli::setup::client::Hook;
use crate::operation::guidance::{Rule, RuleCopy};
use crate::project::session::BoundProject;
use crate::server::Server;
use crate::spec::dialect::{Event, Load};
use crate::text::paths::{is_within, join};

/// The events at which clients load the rules of a file.
const FILE_EVENTS: [Event; 3] = [Event::Read, Event::Write, Event::Shell];
/// How many imports clients follow, one in another.
const MAX_IMPORTS: usize = 4;

/// What a client loads by itself. In doubt it loads nothing.
pub(super) struct Loads<'a> {
    server: &'a Server,
    bound: &'a BoundProject,
    client: &'a str,
    hook: &'a Hook,
    told: &'a dyn Fn() -> Option<Utf8PathBuf>,
    start: OnceCell<Option<StartFolder>>,
}

impl<'a> Loads<'a> {
    /// Takes a client and what says where it was started, which is looked up only if it matters.
    pub fn new(
        (server, bound): (&'a Server, &'a BoundProject),
        (client, hook): (&'a str, &'a Hook),
        told: &'a dyn Fn() -> Option<Utf8PathBuf>,
    ) -> Self {
        Self {
            server,
            bound,
            client,
            hook,
            told,
            start: OnceCell::new(),
        }
    }

    /// Returns the indices of the rules that the client loads by itself for one of the files, with
    /// what they import; and of those that it loads only for a file, where a context begins.
    /// Only so many files count.
    pub fn of(
        &self,
        rules: &[Rule],
        occasion: &Occasion<'_>,
        most: usize,
    ) -> (HashSet<usize>, HashSet<usize>) {
        let (mut loaded, mut later) = (HashSet::new(), HashSet::new());
        let mut imported = HashSet::new();
        for (at, rule) in rules.iter().enumerate() {
            for copy in rule.copies() {
                let reasons = || occasion.reasons(copy).filter(|(at, _)| *at < most);
                let files = || reasons().map(|(_, file)| file);
                if let Some(load) = files().find_map(|file| self.load(copy, file, file.event)) {
                    loaded.insert(at);
                    if load.imports {
                        imported.extend(self.imports(copy));
                    }
                }
                let mut begun = files().filter(|file| file.path.is_none());
                let is_later = |file| {
                    let mut events = FILE_EVENTS.iter();
                    events.any(|event| self.load(copy, file, *event).is_some())
                };
                if begun.any(is_later) {
                    later.insert(at);
                }
            }
            let mut reasons = rule.copies().flat_map(|copy| occasion.reasons(copy));
            // A file is there with which it was not loaded.
            if reasons.any(|(at, file)| at < most && file.path.is_some()) {
                later.remove(&at);
            }
        }
        let copies = || {
            let rules = rules.iter().enumerate();
            rules.flat_map(|(at, rule)| rule.copies().map(move |copy| (at, copy)))
        };
        // An import imports, too.
        for _ in 1..MAX_IMPORTS {
            let more = copies().filter(|(_, copy)| imported.contains(&copy.path));
            let more: Vec<&String> = more.flat_map(|(_, copy)| self.imports(copy)).collect();
            imported.extend(more);
        }
        let read = copies().filter(|(_, copy)| imported.contains(&copy.path));
        loaded.extend(read.map(|(at, _)| at));
        (loaded, later)
    }

    /// Returns what is certainly imported: a client may ask before it reads what lies elsewhere.
    fn imports<'c>(&self, copy: &'c RuleCopy) -> impl Iterator<Item = &'c String> {
        let start = self.start();
        let imports = copy.about.certain_imports.iter();
        imports.filter(move |path| start.is_some_and(|start| start.holds(path)))
    }

    /// Returns how the client loads a copy by itself at an event of a file: when it starts what is
    /// for all of its folder, or of one above, and later what is for the files there.
    fn load(&self, copy: &RuleCopy, file: &PendingFile, event: Event) -> Option<&Load> {
        let dialects = &self.server.table.dialects;
        let (row, of, _) = dialects.of(&copy.path)?;
        if !row.loads.iter().any(|load| load.client == self.client) {
            return None;
        }
        let start = self.start()?;
        let is_whole = copy.pattern == "**" || copy.pattern == join(of, "**");
        let is_general = is_whole && start.reads(of);
        let is_near = |path: &String| is_within(path, of) && start.holds(path);
        let is_read = is_general
            || (start.reads(of) || start.holds(of)) && file.path.as_ref().is_none_or(is_near);
        let has = |path: &str| {
            let found = self.bound.folder().file_type(path.into());
            matches!(found, Ok(Some(_)))
        };
        let rule = (&*copy.path, is_general);
        let is_below = |file: &str| start.is_below(file);
        let load = dialects.loaded(rule, (self.client, event), has, is_below);
        load.filter(|_| is_read)
    }

    /// Returns where the client was started, if that is known.
    fn start(&self) -> Option<&StartFolder> {
        let find = || {
            let folder = (self.told)()?;
            StartFolder::find(&folder, self.bound.folder(), self.hook.start.above)
        };
        self.start.get_or_init(find).as_ref()
    }
}
