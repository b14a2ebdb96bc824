//! The reference for what a category serves, from the rules alone: names held one
//! by one against the patterns. It imports nothing of the engine.

use super::glob::{Component, Dots, Reference, finds, walked};
use super::walk::template;

/// What may be served.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Served {
    /// What is never served.
    pub exclude: Vec<String>,
    /// The patterns of which one has to match what is hidden; `None`: nothing is said
    /// of hidden names.
    pub hidden: Option<Vec<String>>,
    /// Whether templates whose names begin with `_` are partials alone.
    pub partials: bool,
}

type Names<'a> = [&'a str];

impl Served {
    /// Whether the document at these names may be served.
    pub fn document(&self, names: &Names<'_>, suffixes: &[String]) -> bool {
        !self.excluded(names, suffixes) && self.seen(names, suffixes)
    }

    /// Whether anything below the directory at these names may be served.
    pub fn directory(&self, names: &Names<'_>) -> bool {
        !self.closed(names) && self.leads(names)
    }

    /// Whether it may be said that something else stands where a directory was looked
    /// for.
    pub fn obstacle(&self, names: &Names<'_>, suffixes: &[String]) -> bool {
        let excluded = self.excluded(names, suffixes) || self.closed(names);
        !excluded && (self.seen(names, suffixes) || self.leads(names))
    }

    /// A document is excluded by its own name, by that without a template's suffix,
    /// and where a directory above it is.
    fn excluded(&self, names: &Names<'_>, suffixes: &[String]) -> bool {
        let last = names[names.len() - 1];
        if self.partials && last.starts_with('_') && template(last, suffixes).is_some() {
            return true;
        }
        let forms = [names.to_vec(), plain(names, suffixes)];
        self.closed(&names[..names.len() - 1])
            || (self.exclude.iter()).any(|pattern| forms.iter().any(|form| matches(pattern, form, Dots::All)))
    }

    /// A directory is excluded where a pattern matches it or one above it, or does so
    /// less its final `/**`.
    fn closed(&self, names: &Names<'_>) -> bool {
        let mut above = (1..=names.len()).map(|length| &names[..length]);
        let closes = |names: &Names<'_>| {
            let mut patterns = self.exclude.iter();
            patterns.any(|pattern| matches(pattern, names, Dots::All) || ends_at(pattern, names))
        };
        above.any(closes)
    }

    fn seen(&self, names: &Names<'_>, suffixes: &[String]) -> bool {
        let forms = [names.to_vec(), plain(names, suffixes)];
        self.holds(names, |pattern| {
            let mut forms = forms.iter();
            forms.any(|form| matches(pattern, form, Dots::None))
        })
    }

    fn leads(&self, names: &Names<'_>) -> bool {
        self.holds(names, |pattern| leads_on(pattern, names))
    }

    /// Whether no name is hidden, or some pattern holds.
    fn holds(&self, names: &Names<'_>, holds: impl Fn(&String) -> bool) -> bool {
        match &self.hidden {
            Some(own) if names.iter().any(|name| name.starts_with('.')) => own.iter().any(holds),
            _ => true,
        }
    }
}

fn plain<'a>(names: &Names<'a>, suffixes: &[String]) -> Vec<&'a str> {
    let mut plain = names.to_vec();
    if let Some(last) = plain.last_mut() {
        *last = &last[..last.len() - template(last, suffixes).unwrap_or(0)];
    }
    plain
}

/// Whether a pattern is one for a document of these names.
fn matches(pattern: &str, names: &Names<'_>, dots: Dots) -> bool {
    let Ok(reference) = Reference::parse(pattern) else {
        return false;
    };
    let entered: Vec<(&str, bool)> = names.iter().map(|name| (*name, false)).collect();
    let mut alternatives = reference.alternatives.iter();
    alternatives.any(|alternative| finds(alternative, &entered, dots))
}

/// Whether these names are what stands before a pattern's final `/**`.
fn ends_at(pattern: &str, names: &Names<'_>) -> bool {
    let Ok(reference) = Reference::parse(pattern) else {
        return false;
    };
    let entered: Vec<(&str, bool)> = names.iter().map(|name| (*name, false)).collect();
    let mut alternatives = reference.alternatives.iter();
    let ends = |alternative: &Vec<Component>| match alternative.split_last() {
        Some((Component::Any, before)) => walked(before, &entered, Dots::All)[before.len()],
        _ => false,
    };
    alternatives.any(ends)
}

fn leads_on(pattern: &str, names: &Names<'_>) -> bool {
    let Ok(reference) = Reference::parse(pattern) else {
        return false;
    };
    let entered: Vec<(&str, bool)> = names.iter().map(|name| (*name, false)).collect();
    let mut alternatives = reference.alternatives.iter();
    alternatives.any(|alternative| super::walk::leads_on(alternative, &entered))
}
