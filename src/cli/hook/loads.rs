//! The rules that a client loads by itself, at its start or together with a file.

use std::collections::HashSet;

use camino::Utf8Path;
use rule_files::loading::{AnyFile, Loading};
use rule_files::{Client, ClientSession, Event, Surroundings};

use super::client_surroundings::ClientSurroundings;
use super::given::PendingFile;
use super::occasion::Occasion;
use crate::operation::guidance::{Rule, RuleCopy};

/// The events at which clients load the rules for a file.
pub(in crate::cli) const FILE_EVENTS: [Event; 3] = [Event::Read, Event::Write, Event::Shell];
/// The depth to which clients follow nested imports.
const MAX_IMPORTS: usize = 4;

/// The rules that a client loads by itself. If in doubt, a rule counts as not loaded.
pub(in crate::cli) struct Loads<'a> {
    pub client: &'a Client,
    surroundings: &'a ClientSurroundings<'a>,
    session: ClientSession<'a>,
}

impl<'a> Loads<'a> {
    /// Prepares the checks for a session of `client`.
    pub fn new(
        client: &'a Client,
        surroundings: &'a ClientSurroundings<'a>,
        session: ClientSession<'a>,
    ) -> Self {
        Self {
            client,
            surroundings,
            session,
        }
    }

    /// Returns the indices of the rules that the client loads by itself for the first `most` files
    /// of `occasion`, including imports. The second set contains rules that are not needed at the
    /// beginning of a context, because the client loads them later with a file.
    pub(super) fn of(
        &self,
        rules: &[Rule],
        occasion: &Occasion<'_>,
        most: usize,
    ) -> (HashSet<usize>, HashSet<usize>) {
        let (mut loaded, mut later) = (HashSet::new(), HashSet::new());
        let mut importing = Vec::new();
        for (at, rule) in rules.iter().enumerate() {
            for copy in rule.copies() {
                let reasons = || occasion.reasons(copy).filter(|(at, _)| *at < most);
                let files = || reasons().map(|(_, file)| file);
                let mut loading = files().map(|file| self.load(copy, file, file.event));
                if let Some(loading) = loading.find(Loading::is_done) {
                    loaded.insert(at);
                    importing.extend(loading.imports().then_some(copy));
                }
                let mut begun = files().filter(|file| file.path.is_none());
                let is_later = |file| {
                    let mut events = FILE_EVENTS.iter();
                    events.any(|event| self.load(copy, file, *event).is_done())
                };
                if begun.any(is_later) {
                    later.insert(at);
                }
            }
            let mut reasons = rule.copies().flat_map(|copy| occasion.reasons(copy));
            // The rule applies to a file of this event, so it is not left for later.
            if reasons.any(|(at, file)| at < most && file.path.is_some()) {
                later.remove(&at);
            }
        }
        let imported = self.imported(importing, rules.iter());
        let is_imported = |rule: &Rule| rule.copies().any(|copy| imported.contains(&copy.path));
        let read = rules
            .iter()
            .enumerate()
            .filter(|(_, rule)| is_imported(rule));
        loaded.extend(read.map(|(at, _)| at));
        (loaded, later)
    }

    /// Returns the paths that the copies in `importing` import, directly or through other `rules`.
    pub fn imported<'r>(
        &self,
        importing: Vec<&'r RuleCopy>,
        rules: impl Iterator<Item = &'r Rule> + Clone,
    ) -> HashSet<&'r String> {
        let imports = importing.into_iter().flat_map(|copy| self.imports(copy));
        let mut imported: HashSet<&String> = imports.collect();
        if imported.is_empty() {
            return imported;
        }
        for _ in 1..MAX_IMPORTS {
            let copies = rules.clone().flat_map(Rule::copies);
            let more = copies.filter(|copy| imported.contains(&copy.path));
            let more: Vec<&String> = more.flat_map(|copy| self.imports(copy)).collect();
            imported.extend(more);
        }
        imported
    }

    /// Returns the paths that `copy` certainly imports. Paths outside the start folder are left
    /// out, because the client may ask before it reads them.
    fn imports<'c>(&self, copy: &'c RuleCopy) -> impl Iterator<Item = &'c String> {
        let start = self.surroundings.start();
        let endings = &*self.client.imports;
        let is_read = |path: &str| {
            let ending = Utf8Path::new(path).extension();
            endings.is_empty()
                || ending.is_none_or(|ending| {
                    endings
                        .iter()
                        .any(|known| known.eq_ignore_ascii_case(ending))
                })
        };
        let imports = copy.about.certain_imports.iter();
        imports.filter(move |path| {
            let is_near = start.is_some_and(|start| start.holds(path));
            is_near && is_read(path) && !self.session.is_excluded(path)
        })
    }

    /// Returns how the client loads `copy` by itself at an event about `file`.
    fn load(&self, copy: &RuleCopy, file: &PendingFile, event: Event) -> Loading<'a> {
        let path = file.path.as_deref();
        self.loading(copy, event, &|is_near| path.is_none_or(is_near))
    }

    /// Returns how the client loads `copy` by itself at `event`. `any` tests a condition on the files
    /// of the event.
    pub fn loading(&self, copy: &RuleCopy, event: Event, any: &AnyFile<'_>) -> Loading<'a> {
        self.session
            .loading_by(&copy.path, &copy.pattern, event, any)
    }
}
