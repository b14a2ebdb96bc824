//! What an entry of a directory means to a walk.

use super::names::{Meaning, Names};
use super::template;
use super::walk::{LOOK, Walk};
use crate::documents::fault::{Cancelled, Fault};
use crate::documents::pattern::{By, Literals, States};
use crate::documents::sandbox::{Foreign, Kind};

/// What a name is held against.
#[derive(Clone, Copy)]
pub(super) struct Here<'s> {
    pub states: &'s States,
    /// Whether some pattern may spell the name out.
    pub literal: bool,
    /// Whether the states are those of this one name, and not of a whole directory.
    pub of_one: bool,
}

impl Walk<'_> {
    /// Looks up a name that a pattern spells out, and the templates of it.
    pub(super) fn look_up(
        &self,
        literals: &Literals<'_>,
        name: &str,
        states: &States,
        names: &mut Names,
    ) -> Result<(), Cancelled> {
        let states_of = |name: &str| {
            let at = literals.binary_search_by_key(&name, |(name, _)| *name);
            at.ok().map(|at| &literals[at].1)
        };
        // It may be the template of another name that is spelled out.
        let document = template(name, self.search.suffixes).map(|(document, _)| document);
        let found = match document.and_then(states_of) {
            Some(others) => self.look_at(&states.and(others), name, names)?,
            None => self.look_at(states, name, names)?,
        };
        // Templates stand aside for a plain file, and not for a template.
        if (found && document.is_none()) || !self.ends_with(states, name)? {
            return Ok(());
        }
        for suffix in self.search.suffixes {
            let template = format!("{name}{suffix}");
            if states_of(&template).is_none() {
                self.look_at(states, &template, names)?;
            }
        }
        Ok(())
    }

    fn look_at(&self, states: &States, name: &str, names: &mut Names) -> Result<bool, Cancelled> {
        self.work.add(LOOK)?;
        let here = Here {
            states,
            literal: true,
            of_one: true,
        };
        let path = self.path_of(name);
        match self.sandbox.look(&path) {
            Ok(Some(kind)) => {
                self.entry(here, name, kind, names)?;
                Ok(!self.is_directory(&path, kind))
            }
            Ok(None) => Ok(false),
            Err(fault) => {
                if self.may_be_said(name)? {
                    names.add_unreadable(name, states.rank(), fault);
                }
                Ok(true)
            }
        }
    }

    /// Takes an entry, if it or what is in it can match.
    pub(super) fn entry(
        &self,
        here: Here<'_>,
        name: &str,
        kind: Kind,
        names: &mut Names,
    ) -> Result<(), Cancelled> {
        match kind {
            Kind::Directory => self.directory(here, name, By::Name, names),
            Kind::File => self.leaf(here, name, None, names),
            Kind::Other => self.leaf(here, name, Some(Fault::NotRegular), names),
            Kind::Link => self.link(here, name, names),
        }
    }

    /// A directory, or a link to one: to be visited if what is in it can match.
    fn directory(
        &self,
        here: Here<'_>,
        name: &str,
        by: By,
        names: &mut Names,
    ) -> Result<(), Cancelled> {
        if self.set.leads(here.states, name, by, self.work)? && self.may_be_entered(name)? {
            let below = || self.set.descend(here.states, name, by, self.work);
            let states = here.of_one.then(below).transpose()?.map(Box::new);
            let linked = by == By::Link;
            names.add(name, 0, Meaning::Directory { states, linked });
        }
        Ok(())
    }

    /// A name that is not UTF-8: it can be told, and not asked for.
    pub(super) fn foreign(
        &self,
        states: &States,
        name: &Foreign,
        kind: Kind,
        names: &mut Names,
    ) -> Result<(), Cancelled> {
        if kind == Kind::Directory {
            let below = (self.set).descend(states, &name.matched, By::Name, self.work)?;
            if !below.is_empty() && self.may_be_entered(&name.matched)? {
                names.add_unreadable(&name.shown, below.rank(), Fault::Name);
            }
        } else if let Some((rank, suffix)) = self.accepts(states, &name.matched)? {
            let fault = Some(Box::new(Fault::Name));
            names.add(&name.shown, suffix, Meaning::Document { rank, fault });
        }
        Ok(())
    }

    /// A name that is no directory: a document, or in the way of one.
    fn leaf(
        &self,
        here: Here<'_>,
        name: &str,
        fault: Option<Fault>,
        names: &mut Names,
    ) -> Result<(), Cancelled> {
        if let Some((rank, suffix)) = self.accepts(here.states, name)? {
            let fault = fault.map(Box::new);
            names.add(name, suffix, Meaning::Document { rank, fault });
            return Ok(());
        }
        if !here.literal {
            return Ok(());
        }
        let below = (self.set).descend(here.states, name, By::Link, self.work)?;
        if !below.is_empty() && !self.is_spelled_out(name) && self.may_be_said(name)? {
            let fault = fault.unwrap_or(Fault::NotDirectory);
            names.add_unreadable(name, below.rank(), fault);
        }
        Ok(())
    }

    fn link(&self, here: Here<'_>, name: &str, names: &mut Names) -> Result<(), Cancelled> {
        if !self.set.leads(here.states, name, By::Link, self.work)?
            && self.accepts(here.states, name)?.is_none()
        {
            return Ok(());
        }
        self.work.add(LOOK)?;
        match self.sandbox.follow(&self.path_of(name)) {
            Ok(Kind::Directory) => self.directory(here, name, By::Link, names),
            kind => {
                let here = Here {
                    literal: true,
                    ..here
                };
                let fault = match kind {
                    Ok(Kind::File) => None,
                    Ok(_) => Some(Fault::NotRegular),
                    Err(fault) => Some(fault),
                };
                self.leaf(here, name, fault, names)
            }
        }
    }

    /// The rank of the pattern that a document's name matches, and the length of
    /// its template suffix: a template is found by its document's name too. None
    /// where it may not be found.
    fn accepts(&self, states: &States, name: &str) -> Result<Option<(usize, usize)>, Cancelled> {
        let direct = self.set.accepts(states, name, self.work)?;
        let accepted = match template(name, self.search.suffixes) {
            None => direct.map(|rank| (rank, 0)),
            Some((document, suffix)) => {
                let through = self.set.accepts(states, document, self.work)?;
                let rank = direct.into_iter().chain(through).min();
                rank.map(|rank| (rank, suffix))
            }
        };
        let served = accepted.is_some() && self.gate.document(&self.place, name, self.work)?;
        Ok(accepted.filter(|_| served))
    }

    /// Whether anything in a directory of this name may be found.
    fn may_be_entered(&self, name: &str) -> Result<bool, Cancelled> {
        Ok(self.gate.enter(&self.place, name, self.work)?.is_some())
    }

    /// Whether it may be said that this name cannot be read.
    fn may_be_said(&self, name: &str) -> Result<bool, Cancelled> {
        self.gate.obstacle(&self.place, name, self.work)
    }

    /// Whether a pattern spells this file out, or the plain file for which it
    /// stands aside.
    fn is_spelled_out(&self, name: &str) -> bool {
        let plain = template(name, self.search.suffixes).map(|(document, _)| document);
        let mut names = [name].into_iter().chain(plain);
        names.any(|name| self.literal.contains(&self.path_of(name)))
    }
}
