//! The walk: one directory after the other, in the order of the paths.

use std::collections::HashSet;
use std::ops::ControlFlow;
use std::sync::Arc;

use camino::{Utf8Path, Utf8PathBuf};

use super::order::{Found, Meant, Names};
use super::{FileInfo, Origin, Search, suffix, template};
use crate::error::{Cancelled, Fault};
use crate::pattern::{PatternSet, States};
use crate::sandbox::{Directory, Foreign, Kind, Sandbox};

/// After how many entries of one directory it is asked whether to go on.
const CHECKED_AFTER: usize = 1024;
/// How many directories are held open at most while what is below them is visited;
/// those further down are found from the last of these.
const MAX_HELD: usize = 6;

/// A walk through the directories in which something can match.
pub(super) struct Walk<'a> {
    sandbox: &'a Sandbox,
    search: &'a Search<'a>,
    origin: Arc<Origin>,
    set: PatternSet<'a>,
    cancelled: &'a dyn Fn() -> bool,
    /// The files that a pattern spells out: documents, and in nobody's way.
    literal: HashSet<Utf8PathBuf>,
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
    /// Whether it was entered through a link.
    linked: bool,
    names: Names,
}

impl<'a> Walk<'a> {
    pub(super) fn new(
        sandbox: &'a Sandbox,
        search: &'a Search<'a>,
        cancelled: &'a dyn Fn() -> bool,
    ) -> Self {
        Self {
            sandbox,
            search,
            origin: Arc::new(Origin {
                category: Arc::clone(&search.category),
                collection: search.collection.clone(),
            }),
            set: PatternSet::new(search.patterns.iter().copied()),
            cancelled,
            literal: HashSet::new(),
            levels: Vec::new(),
            path: String::new(),
            found: Found::default(),
        }
    }

    /// Finds what matches.
    pub(super) fn run(mut self) -> Result<Found, Cancelled> {
        let mut done = HashSet::new();
        for (rank, pattern) in self.search.patterns.iter().enumerate() {
            if let Some(path) = pattern.literal_path().filter(|path| self.is_file(path)) {
                done.insert(rank);
                self.literal.insert(path.into());
                self.found.disordered = true;
                let suffix = suffix(path, self.search.suffixes);
                self.push(rank, path.into(), suffix, None);
            }
        }
        let states = self.set.start_with(|rank| !done.contains(&rank));
        if !states.is_empty() {
            self.visit(&states, false)?;
        }
        while let Some(level) = self.levels.last_mut() {
            self.path.truncate(level.path);
            let Some((name, meant)) = level.names.next() else {
                self.levels.pop();
                continue;
            };
            match meant {
                Meant::Document(rank, suffix, fault) => {
                    let path = [&self.path, name].concat();
                    self.push(rank, path.into(), suffix, fault);
                }
                Meant::Directory(states, linked) => {
                    self.path.push_str(name);
                    self.visit(&states, linked)?;
                }
            }
        }
        Ok(self.found)
    }

    fn check(&self) -> Result<(), Cancelled> {
        if (self.cancelled)() {
            Err(Cancelled)
        } else {
            Ok(())
        }
    }

    /// Takes what can match in the directory to which the path leads.
    fn visit(&mut self, states: &States, linked: bool) -> Result<(), Cancelled> {
        self.check()?;
        if let Some((directory, states)) = self.spelled_out(states) {
            // One of the names on the way may have been a link.
            return self.list(directory, &states, true);
        }
        if let Some(literals) = self.set.literals(states) {
            let mut names = Names::new();
            for name in literals {
                self.look_up(states, name, &mut names);
            }
            self.descend(None, linked, names);
            return Ok(());
        }
        match self.enter(linked) {
            Ok(directory) => self.list(directory, states, linked),
            Err(fault) => {
                self.lost(states, fault);
                Ok(())
            }
        }
    }

    /// Goes on to where names that are spelled out one after the other lead, all
    /// at once. `None`: there are none, or they have to be looked at one by one.
    fn spelled_out(&mut self, from: &States) -> Option<(Directory<'a>, States)> {
        let before = self.path.len();
        let mut states = None;
        loop {
            let here = states.as_ref().unwrap_or(from);
            match self.set.literals(here).as_deref() {
                Some([name]) if !self.ends_with(here, name) => {
                    self.path.push_str(name);
                    self.path.push('/');
                    states = Some(self.set.descend(here, name));
                }
                Some(_) => break,
                None => {
                    let states = states?;
                    if let Ok(directory) = self.enter(true) {
                        return Some((directory, states));
                    }
                    break;
                }
            }
        }
        self.path.truncate(before);
        None
    }

    /// Takes what can match in an open directory.
    fn list(
        &mut self,
        directory: Directory<'a>,
        states: &States,
        linked: bool,
    ) -> Result<(), Cancelled> {
        let mut names = Names::new();
        match self.scan(&directory, states, &mut names) {
            Ok(ControlFlow::Continue(())) => self.descend(Some(directory), linked, names),
            Ok(ControlFlow::Break(cancelled)) => return Err(cancelled),
            Err(fault) => self.lost(states, fault),
        }
        Ok(())
    }

    /// Goes on with what is in a directory, in order.
    fn descend(&mut self, directory: Option<Directory<'a>>, linked: bool, mut names: Names) {
        names.sort(self.search.suffixes);
        let held = names.directories && self.levels.len() < MAX_HELD;
        self.levels.push(Level {
            directory: directory.filter(|_| held),
            path: self.path.len(),
            linked,
            names,
        });
    }

    /// The directory to which the path leads cannot be read.
    fn lost(&mut self, states: &States, fault: Fault) {
        // Its path does not stand where that of what is below it would.
        self.found.disordered = true;
        let path = self.path.trim_end_matches('/').to_owned();
        self.push(states.rank(), path.into(), 0, Some(fault));
    }

    /// Opens the directory to which the path leads.
    fn enter(&self, linked: bool) -> Result<Directory<'a>, Fault> {
        let path = Utf8Path::new(self.path.trim_end_matches('/'));
        if path.as_str().is_empty() {
            return Ok(self.sandbox.directory());
        }
        let mut linked = linked;
        for level in self.levels.iter().rev() {
            match &level.directory {
                Some(from) if !linked => return self.sandbox.enter_from(from, path, level.path),
                Some(_) => break,
                None => linked |= level.linked,
            }
        }
        self.sandbox.enter(path)
    }

    fn scan(
        &self,
        directory: &Directory<'_>,
        states: &States,
        names: &mut Names,
    ) -> Result<ControlFlow<Cancelled>, Fault> {
        let literal = self.set.spells_out(states);
        let mut count = 0_usize;
        directory.scan(|name, kind| {
            count += 1;
            if count.is_multiple_of(CHECKED_AFTER) && (self.cancelled)() {
                return ControlFlow::Break(Cancelled);
            }
            match name {
                Ok(name) => self.entry(states, name, kind, literal, names),
                Err(foreign) => self.foreign(states, &foreign, kind, names),
            }
            ControlFlow::Continue(())
        })
    }

    /// Looks up a name that a pattern spells out, and the templates of it.
    fn look_up(&self, states: &States, name: &str, names: &mut Names) {
        if self.look_at(states, name, names) || !self.ends_with(states, name) {
            return;
        }
        for suffix in self.search.suffixes {
            self.look_at(states, &format!("{name}{suffix}"), names);
        }
    }

    /// Whether a document, and not a directory, of this name is meant.
    fn ends_with(&self, states: &States, name: &str) -> bool {
        self.set.accepts(states, name).is_some()
    }

    fn look_at(&self, states: &States, name: &str, names: &mut Names) -> bool {
        let path = self.path_of(name);
        match self.sandbox.look(&path) {
            Ok(Some(kind)) => {
                self.entry(states, name, kind, true, names);
                !self.is_directory(&path, kind)
            }
            Ok(None) => false,
            Err(fault) => {
                names.add_lost(name, states.rank(), fault);
                true
            }
        }
    }

    fn path_of(&self, name: &str) -> Utf8PathBuf {
        [&self.path, name].concat().into()
    }

    /// Takes an entry, if it or what is in it can match. `literal`: whether some
    /// pattern may spell its name out.
    fn entry(&self, states: &States, name: &str, kind: Kind, literal: bool, names: &mut Names) {
        match kind {
            Kind::Directory => {
                let below = self.set.descend(states, name);
                if !below.is_empty() {
                    names.add(name, 0, Meant::Directory(below, false));
                }
            }
            Kind::File => self.leaf(states, name, None, literal, names),
            Kind::Other => self.leaf(states, name, Some(Fault::NotRegular), literal, names),
            Kind::Link => self.link(states, name, names),
        }
    }

    /// A name that is not UTF-8: it can be told, and not asked for.
    fn foreign(&self, states: &States, name: &Foreign, kind: Kind, names: &mut Names) {
        if kind == Kind::Directory {
            let below = self.set.descend(states, &name.matched);
            if !below.is_empty() {
                names.add_lost(&name.shown, below.rank(), Fault::Name);
            }
        } else if let Some((rank, suffix)) = self.accepts(states, &name.matched) {
            let meant = Meant::Document(rank, suffix, Some(Fault::Name));
            names.add(&name.shown, suffix, meant);
        }
    }

    /// A name that is no directory: a document, or in the way of one.
    fn leaf(
        &self,
        states: &States,
        name: &str,
        fault: Option<Fault>,
        literal: bool,
        names: &mut Names,
    ) {
        if let Some((rank, suffix)) = self.accepts(states, name) {
            names.add(name, suffix, Meant::Document(rank, suffix, fault));
            return;
        }
        if !literal {
            return;
        }
        let below = self.set.descend_link(states, name);
        if !below.is_empty() && !self.literal.contains(&self.path_of(name)) {
            let fault = fault.unwrap_or(Fault::NotDirectory);
            names.add_lost(name, below.rank(), fault);
        }
    }

    fn link(&self, states: &States, name: &str, names: &mut Names) {
        let below = self.set.descend_link(states, name);
        if below.is_empty() && self.accepts(states, name).is_none() {
            return;
        }
        match self.sandbox.follow(&self.path_of(name)) {
            Ok(Kind::Directory) if below.is_empty() => {}
            Ok(Kind::Directory) => names.add(name, 0, Meant::Directory(below, true)),
            Ok(Kind::File) => self.leaf(states, name, None, true, names),
            Ok(_) => self.leaf(states, name, Some(Fault::NotRegular), true, names),
            Err(fault) => self.leaf(states, name, Some(fault), true, names),
        }
    }

    /// The rank of the pattern that a document's name matches, and the length of
    /// its template suffix: a template is found by its document's name too.
    fn accepts(&self, states: &States, name: &str) -> Option<(usize, usize)> {
        let direct = self.set.accepts(states, name);
        let Some((document, suffix)) = template(name, self.search.suffixes) else {
            return Some((direct?, 0));
        };
        let rank = match (direct, self.set.accepts(states, document)) {
            (Some(a), Some(b)) => a.min(b),
            (a, b) => a.or(b)?,
        };
        Some((rank, suffix))
    }

    fn is_file(&self, path: &str) -> bool {
        let path = Utf8Path::new(path);
        matches!(self.sandbox.look(path), Ok(Some(kind)) if !self.is_directory(path, kind))
    }

    /// Whether what stands there is a directory, or a link to one.
    fn is_directory(&self, path: &Utf8Path, kind: Kind) -> bool {
        match kind {
            Kind::Link => self.sandbox.follow(path) == Ok(Kind::Directory),
            kind => kind == Kind::Directory,
        }
    }

    fn push(&mut self, rank: usize, path: Utf8PathBuf, suffix: usize, fault: Option<Fault>) {
        let info = FileInfo {
            path: path.into_boxed_path(),
            suffix,
            origin: Arc::clone(&self.origin),
            fault: fault.map(Box::new),
        };
        self.found.files.push((rank, info));
    }
}
