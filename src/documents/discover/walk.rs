//! The walk: one directory after the other, in the order of the paths.

use std::collections::HashSet;
use std::ops::ControlFlow;
use std::rc::Rc;
use std::sync::Arc;

use camino::{Utf8Path, Utf8PathBuf};

use super::entry::Here;
use super::found::Found;
use super::names::{Meaning, Names};
use super::{FileInfo, Origin, Search, suffix};
use crate::documents::fault::{Cancelled, Fault};
use crate::documents::pattern::{By, Pattern, PatternSet, States};
use crate::documents::sandbox::{Directory, Kind, Sandbox};
use crate::documents::served::{Gate, Place};
use crate::documents::work::Work;

/// How many steps of work an entry of a directory is, before it is matched.
const ENTRY: usize = 256;
/// How many steps of work it is to ask the system for a path.
pub(super) const LOOK: usize = 1024;
/// How many directories are held open at most while what is below them is visited;
/// those further down are found from the last of these.
const MAX_HELD: usize = 6;

/// A walk through the directories in which something can match.
pub(super) struct Walk<'a> {
    pub(super) sandbox: &'a Sandbox,
    pub(super) search: &'a Search<'a>,
    origin: Arc<Origin>,
    pub(super) set: PatternSet<'a>,
    pub(super) work: &'a Work<'a>,
    /// What may be found.
    pub(super) gate: Gate<'a>,
    /// The directory to which the path leads, as the gate stands to it.
    pub(super) place: Place,
    /// The files that a pattern spells out: documents, and in nobody's way.
    pub(super) literal: HashSet<Utf8PathBuf>,
    /// The directories that are being visited, each below the one before.
    levels: Vec<Level<'a>>,
    /// The path of the innermost of them, with its `/`.
    path: String,
    found: Found,
}

/// A directory that is being visited.
struct Level<'a> {
    /// Open as long as something below it may be entered, unless many are.
    directory: Option<Directory<'a>>,
    /// How many bytes of the walk's path lead to it.
    path: usize,
    /// What can match in it; one with the level above where it is the same.
    states: Rc<States>,
    names: Names,
}

impl<'a> Walk<'a> {
    pub(super) fn new(
        sandbox: &'a Sandbox,
        search: &'a Search<'a>,
        work: &'a Work<'a>,
    ) -> Result<Self, Cancelled> {
        Ok(Self {
            sandbox,
            search,
            origin: Arc::new(Origin {
                category: Arc::clone(&search.category),
                collection: search.collection.clone(),
            }),
            set: PatternSet::new(search.patterns.iter().copied(), work)?,
            work,
            gate: Gate::new(&search.served, search.suffixes, work)?,
            place: Place::default(),
            literal: HashSet::new(),
            levels: Vec::new(),
            path: String::new(),
            found: Found::default(),
        })
    }

    /// Finds what matches.
    pub(super) fn run(mut self) -> Result<Found, Cancelled> {
        let done = self.files_spelled_out()?;
        let states = (self.set).start_with(|rank| !done.contains(&rank), self.work)?;
        if !states.is_empty() {
            self.visit(Rc::new(states), false)?;
        }
        while let Some(level) = self.levels.last_mut() {
            self.path.truncate(level.path);
            let Some((name, suffix, meaning)) = level.names.next() else {
                self.levels.pop();
                continue;
            };
            match meaning {
                Meaning::Document { rank, fault } => {
                    let path = [&self.path, name].concat();
                    self.push(rank, path.into(), suffix, fault);
                }
                Meaning::Directory { states, linked } => {
                    let states = match states {
                        Some(states) => *states,
                        None => {
                            let by = if linked { By::Link } else { By::Name };
                            let name = name.trim_end_matches('/');
                            self.set.descend(&level.states, name, by, self.work)?
                        }
                    };
                    let states = if states == *level.states {
                        Rc::clone(&level.states)
                    } else {
                        Rc::new(states)
                    };
                    self.path.push_str(name);
                    self.visit(states, linked)?;
                }
            }
        }
        Ok(self.found)
    }

    /// Finds the files that are exactly a pattern's path: the ranks of these
    /// patterns. One with metacharacters means something else only where nothing
    /// is there: where the path leads out or cannot be followed, that is found.
    fn files_spelled_out(&mut self) -> Result<HashSet<usize>, Cancelled> {
        let mut done = HashSet::new();
        for (rank, pattern) in self.search.patterns.iter().enumerate() {
            let Some(path) = pattern.literal_path() else {
                continue;
            };
            if !self.serves(path)? {
                continue;
            }
            self.work.add(LOOK)?;
            let (suffix, fault) = match self.no_directory(path) {
                // What is no regular file is not opened to find that out: whoever
                // waits for a reader would take that for one.
                Ok(Some(kind)) => {
                    let fault = (kind == Kind::Other).then_some(Fault::NotRegular);
                    (suffix(path, self.search.suffixes), fault)
                }
                Err(fault) if self.ends_at_metacharacters(pattern) => (0, Some(fault)),
                _ => continue,
            };
            let path = path.strip_suffix("/.").unwrap_or(path);
            done.insert(rank);
            self.literal.insert(path.into());
            self.found.disordered = true;
            self.push(rank, path.into(), suffix, fault.map(Box::new));
        }
        Ok(done)
    }

    /// Takes what can match in the directory to which the path leads.
    fn visit(&mut self, states: Rc<States>, linked: bool) -> Result<(), Cancelled> {
        self.work.add(LOOK)?;
        if let Some((names, states)) = self.spelled_out(&states)? {
            let before = self.path.len();
            self.path.push_str(&names);
            // One of the names on the way may be a link. Where nothing below may be
            // found, one of them may still stand in the way.
            if self.stand()?
                && let Ok(directory) = self.enter(true)
            {
                return self.list(directory, Rc::new(states));
            }
            self.path.truncate(before);
        }
        if !self.stand()? {
            return Ok(());
        }
        if let Some(literals) = self.set.literals(&states, self.work)? {
            let mut names = Names::new();
            for (name, states) in &literals {
                self.look_up(&literals, name, states, &mut names)?;
            }
            return self.descend(None, states, names);
        }
        match self.enter(linked) {
            Ok(directory) => self.list(directory, states),
            Err(fault) => {
                self.unreadable(&states, fault);
                Ok(())
            }
        }
    }

    /// Turns to the directory to which the path leads: whether anything in it may be
    /// found.
    fn stand(&mut self) -> Result<bool, Cancelled> {
        let place = self.gate.at(&self.path, self.work)?;
        let any = place.is_some();
        self.place = place.unwrap_or_default();
        Ok(any)
    }

    /// Whether what is exactly at a path may be found; all that is below it, where
    /// that ends in `/.`.
    fn serves(&self, path: &str) -> Result<bool, Cancelled> {
        match path.strip_suffix("/.") {
            None => self.gate.serves(path, self.work),
            Some(directory) => Ok(self.gate.at(directory, self.work)?.is_some()),
        }
    }

    /// The names that are spelled out one after the other from here on, each with a
    /// `/`, and what can match where they lead. `None`: there are none, or they have
    /// to be looked at one by one. Nothing is opened.
    fn spelled_out(&self, from: &States) -> Result<Option<(String, States)>, Cancelled> {
        let (mut names, mut reached) = (String::new(), None);
        loop {
            let here = reached.as_ref().unwrap_or(from);
            let Some(literals) = self.set.literals(here, self.work)? else {
                return Ok(reached.map(|states| (names, states)));
            };
            let [(name, _)] = literals.as_slice() else {
                return Ok(None);
            };
            if self.ends_with(here, name)? {
                return Ok(None);
            }
            names.push_str(name);
            names.push('/');
            reached = Some(self.set.descend(here, name, By::Name, self.work)?);
        }
    }

    /// Takes what can match in an open directory.
    fn list(&mut self, directory: Directory<'a>, states: Rc<States>) -> Result<(), Cancelled> {
        let mut names = Names::new();
        match self.scan(&directory, &states, &mut names)? {
            Ok(ControlFlow::Continue(())) => self.descend(Some(directory), states, names),
            Ok(ControlFlow::Break(cancelled)) => Err(cancelled),
            Err(fault) => {
                self.unreadable(&states, fault);
                Ok(())
            }
        }
    }

    /// Goes on with what is in a directory, in order.
    fn descend(
        &mut self,
        directory: Option<Directory<'a>>,
        states: Rc<States>,
        mut names: Names,
    ) -> Result<(), Cancelled> {
        names.sort(self.search.suffixes, self.work)?;
        let held = names.directories && self.levels.len() < MAX_HELD;
        self.levels.push(Level {
            directory: directory.filter(|_| held),
            path: self.path.len(),
            states,
            names,
        });
        Ok(())
    }

    /// The directory to which the path leads cannot be read.
    fn unreadable(&mut self, states: &States, fault: Fault) {
        // Its path does not stand where that of what is below it would.
        self.found.disordered = true;
        let path = self.path.trim_end_matches('/').to_owned();
        self.push(states.rank(), path.into(), 0, Some(Box::new(fault)));
    }

    /// Opens the directory to which the path leads.
    fn enter(&self, linked: bool) -> Result<Directory<'a>, Fault> {
        let path = Utf8Path::new(self.path.trim_end_matches('/'));
        if path.as_str().is_empty() {
            return Ok(self.sandbox.directory());
        }
        match self.levels.last() {
            Some(Level {
                directory: Some(above),
                path: known,
                ..
            }) if !linked => self.sandbox.enter_from(above, path, *known),
            _ => self.sandbox.enter(path),
        }
    }

    fn scan(
        &self,
        directory: &Directory<'_>,
        states: &States,
        names: &mut Names,
    ) -> Result<Result<ControlFlow<Cancelled>, Fault>, Cancelled> {
        let here = Here {
            states,
            literal: self.set.spells_out(states, self.work)?,
            of_one: false,
        };
        Ok(directory.scan(|name, kind| {
            let taken = self.work.add(ENTRY).and_then(|()| match name {
                Ok(name) => self.entry(here, name, kind, names),
                Err(foreign) => self.foreign(states, &foreign, kind, names),
            });
            match taken {
                Ok(()) => ControlFlow::Continue(()),
                Err(cancelled) => ControlFlow::Break(cancelled),
            }
        }))
    }

    /// Whether a document, and not a directory, of this name is meant.
    pub(super) fn ends_with(&self, states: &States, name: &str) -> Result<bool, Cancelled> {
        Ok(self.set.accepts(states, name, self.work)?.is_some())
    }

    pub(super) fn path_of(&self, name: &str) -> Utf8PathBuf {
        [&self.path, name].concat().into()
    }

    /// Whether a path that cannot be followed can be up to its first name with
    /// metacharacters. What is wrong before is found by walking.
    fn ends_at_metacharacters(&self, pattern: &Pattern) -> bool {
        let directory = pattern.literal_directory();
        directory.is_some_and(|path| self.sandbox.look(path.as_str().into()).is_ok())
    }

    /// What is there that is no directory; a link is followed if that can be.
    fn no_directory(&self, path: &str) -> Result<Option<Kind>, Fault> {
        let path = Utf8Path::new(path);
        let kind = match self.sandbox.look(path)? {
            Some(Kind::Link) => Some(self.sandbox.follow(path).unwrap_or(Kind::Link)),
            kind => kind,
        };
        Ok(kind.filter(|kind| *kind != Kind::Directory))
    }

    /// Whether what stands there is a directory, or a link to one.
    pub(super) fn is_directory(&self, path: &Utf8Path, kind: Kind) -> bool {
        match kind {
            Kind::Link => self.sandbox.follow(path) == Ok(Kind::Directory),
            kind => kind == Kind::Directory,
        }
    }

    fn push(&mut self, rank: usize, path: Utf8PathBuf, suffix: usize, fault: Option<Box<Fault>>) {
        let info = FileInfo {
            path: path.into_boxed_path(),
            suffix,
            origin: Arc::clone(&self.origin),
            fault,
        };
        self.found.files.push((rank, info));
    }
}
