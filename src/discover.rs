//! Patterns × sandbox → the documents that match, without reading any.

use std::collections::HashSet;
use std::ops::ControlFlow;
use std::sync::Arc;

use camino::{Utf8Path, Utf8PathBuf};

use crate::error::{Cancelled, Fault};
use crate::pattern::{Pattern, PatternSet, States};
use crate::sandbox::{Foreign, Kind, Sandbox};

/// After how many entries of one directory it is asked whether to go on.
const CHECKED_AFTER: usize = 1024;

/// A document that matched.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FileInfo {
    /// Where it is stored, relative to the category's directory.
    pub path: Utf8PathBuf,
    /// How many bytes of `path`'s end are a template suffix; 0 for a plain file.
    pub suffix: usize,
    /// The category in which it was found.
    pub category: Arc<str>,
    /// The collection through which it was found.
    pub collection: Option<Arc<str>>,
    /// Why it cannot be read, where that is known without opening it.
    pub fault: Option<Fault>,
}

impl FileInfo {
    /// The document's path: where it is stored, without a template's suffix.
    pub fn document(&self) -> &str {
        let path = self.path.as_str();
        &path[..path.len() - self.suffix]
    }

    /// The document's file name, without a template's suffix.
    pub fn basename(&self) -> &str {
        let document = self.document();
        document.rsplit_once('/').map_or(document, |(_, name)| name)
    }

    /// Whether it is stored as a template.
    pub fn is_template(&self) -> bool {
        self.suffix > 0
    }
}

/// What is looked for in one category.
#[derive(Debug)]
pub struct Search<'a> {
    /// The patterns, in the order of their documents.
    pub patterns: &'a [&'a Pattern],
    /// The suffixes that mark a template, the preferred first.
    pub suffixes: &'a [String],
    /// The category that is searched.
    pub category: Arc<str>,
    /// The collection through which it is searched.
    pub collection: Option<Arc<str>>,
}

/// Finds the documents that the patterns match: by the order of the patterns,
/// then by the bytes of their paths, each once. Of a plain file and its
/// templates in one directory only the plain one is found, if it matches.
/// Directories and links that should be entered and cannot are found too, with
/// their fault.
///
/// # Errors
///
/// [`Cancelled`], looked at between entries.
pub fn discover(
    sandbox: &Sandbox,
    search: &Search<'_>,
    cancelled: &dyn Fn() -> bool,
) -> Result<Vec<FileInfo>, Cancelled> {
    let mut walk = Walk {
        sandbox,
        search,
        set: PatternSet::new(search.patterns.iter().copied()),
        cancelled,
        pending: Vec::new(),
        spelled_out: HashSet::new(),
        found: Vec::new(),
    };
    walk.run()?;
    Ok(settle(walk.found, search.suffixes))
}

struct Walk<'a> {
    sandbox: &'a Sandbox,
    search: &'a Search<'a>,
    set: PatternSet<'a>,
    cancelled: &'a dyn Fn() -> bool,
    /// Directories still to be visited, with what can match in them.
    pending: Vec<(Utf8PathBuf, States)>,
    /// The files that a pattern spells out: documents, and in nobody's way.
    spelled_out: HashSet<Utf8PathBuf>,
    /// Each with the rank of the pattern that found it.
    found: Vec<(usize, FileInfo)>,
}

impl Walk<'_> {
    fn run(&mut self) -> Result<(), Cancelled> {
        let mut literal = HashSet::new();
        for (rank, pattern) in self.search.patterns.iter().enumerate() {
            if let Some(path) = pattern.literal_path().filter(|path| self.is_file(path)) {
                literal.insert(rank);
                self.spelled_out.insert(path.into());
                self.add(rank, path.into(), None);
            }
        }
        let states = self.set.start_with(|rank| !literal.contains(&rank));
        if !states.is_empty() {
            self.pending.push((Utf8PathBuf::new(), states));
        }
        while let Some((directory, states)) = self.pending.pop() {
            self.check()?;
            self.visit(&directory, &states)?;
        }
        Ok(())
    }

    fn check(&self) -> Result<(), Cancelled> {
        if (self.cancelled)() {
            Err(Cancelled)
        } else {
            Ok(())
        }
    }

    fn visit(&mut self, directory: &Utf8Path, states: &States) -> Result<(), Cancelled> {
        if let Some(names) = self.set.literals(states) {
            for name in names {
                self.look_up(directory, states, name);
            }
            return Ok(());
        }
        let sandbox = self.sandbox;
        let mut count = 0_usize;
        let scanned = sandbox.scan(directory, |name, kind| {
            count += 1;
            if count.is_multiple_of(CHECKED_AFTER) && (self.cancelled)() {
                return ControlFlow::Break(Cancelled);
            }
            match name {
                Ok(name) => self.entry(directory, states, name, kind),
                Err(foreign) => self.foreign(directory, states, &foreign, kind),
            }
            ControlFlow::Continue(())
        });
        match scanned {
            Ok(ControlFlow::Continue(())) => Ok(()),
            Ok(ControlFlow::Break(cancelled)) => Err(cancelled),
            Err(fault) => {
                self.add(states.rank(), directory.to_owned(), Some(fault));
                Ok(())
            }
        }
    }

    /// Looks up a name that a pattern spells out, and the templates of it.
    fn look_up(&mut self, directory: &Utf8Path, states: &States, name: &str) {
        if self.look_at(directory, states, name) || !self.ends_with(states, name) {
            return;
        }
        for suffix in self.search.suffixes {
            self.look_at(directory, states, &format!("{name}{suffix}"));
        }
    }

    /// Whether a document, and not a directory, of this name is meant.
    fn ends_with(&self, states: &States, name: &str) -> bool {
        self.set.accepts(states, name).is_some()
    }

    fn look_at(&mut self, directory: &Utf8Path, states: &States, name: &str) -> bool {
        match self.sandbox.look(&directory.join(name)) {
            Ok(Some(kind)) => {
                self.entry(directory, states, name, kind);
                !self.is_directory(&directory.join(name), kind)
            }
            Ok(None) => false,
            Err(fault) => {
                self.add(states.rank(), directory.join(name), Some(fault));
                true
            }
        }
    }

    fn entry(&mut self, directory: &Utf8Path, states: &States, name: &str, kind: Kind) {
        match kind {
            Kind::Directory => {
                let below = self.set.descend(states, name);
                if !below.is_empty() {
                    self.pending.push((directory.join(name), below));
                }
            }
            Kind::File => self.leaf(directory, states, name, None),
            Kind::Other => self.leaf(directory, states, name, Some(Fault::NotRegular)),
            Kind::Link => self.link(directory, states, name),
        }
    }

    /// A name that is not UTF-8: it can be told, and not asked for.
    fn foreign(&mut self, directory: &Utf8Path, states: &States, name: &Foreign, kind: Kind) {
        let rank = if kind == Kind::Directory {
            let below = self.set.descend(states, &name.matched);
            (!below.is_empty()).then(|| below.rank())
        } else {
            self.accepts(states, &name.matched).map(|(rank, _)| rank)
        };
        if let Some(rank) = rank {
            self.add(rank, directory.join(&name.shown), Some(Fault::Name));
        }
    }

    /// A name that is no directory: a document, or in the way of one.
    fn leaf(&mut self, directory: &Utf8Path, states: &States, name: &str, fault: Option<Fault>) {
        if let Some((rank, suffix)) = self.accepts(states, name) {
            self.push(rank, directory.join(name), suffix, fault);
            return;
        }
        let below = self.set.descend_link(states, name);
        if !below.is_empty() && !self.spelled_out.contains(&directory.join(name)) {
            let fault = fault.unwrap_or(Fault::NotDirectory);
            self.add(below.rank(), directory.join(name), Some(fault));
        }
    }

    fn link(&mut self, directory: &Utf8Path, states: &States, name: &str) {
        let below = self.set.descend_link(states, name);
        if below.is_empty() && self.accepts(states, name).is_none() {
            return;
        }
        match self.sandbox.follow(&directory.join(name)) {
            Ok(Kind::Directory) if below.is_empty() => {}
            Ok(Kind::Directory) => self.pending.push((directory.join(name), below)),
            Ok(Kind::File) => self.leaf(directory, states, name, None),
            Ok(_) => self.leaf(directory, states, name, Some(Fault::NotRegular)),
            Err(fault) => self.leaf(directory, states, name, Some(fault)),
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

    fn add(&mut self, rank: usize, path: Utf8PathBuf, fault: Option<Fault>) {
        let suffix = template(path.file_name().unwrap_or_default(), self.search.suffixes)
            .map_or(0, |(_, suffix)| suffix);
        self.push(rank, path, suffix, fault);
    }

    fn push(&mut self, rank: usize, path: Utf8PathBuf, suffix: usize, fault: Option<Fault>) {
        let info = FileInfo {
            path,
            suffix,
            category: Arc::clone(&self.search.category),
            collection: self.search.collection.clone(),
            fault,
        };
        self.found.push((rank, info));
    }
}

/// A template's document name and the length of its suffix: a template is
/// `{basename}.{ext}` and a suffix.
fn template<'a>(name: &'a str, suffixes: &[String]) -> Option<(&'a str, usize)> {
    suffixes.iter().find_map(|suffix| {
        let document = name.strip_suffix(suffix.as_str())?;
        let dot = document.rfind('.')?;
        (dot > 0).then_some((document, suffix.len()))
    })
}

/// Orders what was found, and drops templates beside their plain files.
fn settle(mut found: Vec<(usize, FileInfo)>, suffixes: &[String]) -> Vec<FileInfo> {
    let preference = |info: &FileInfo| {
        let suffix = &info.path.as_str()[info.path.as_str().len() - info.suffix..];
        suffixes
            .iter()
            .position(|known| known == suffix)
            .map_or(0, |at| at + 1)
    };
    if found.iter().any(|(_, info)| info.is_template()) {
        found.sort_by(|(first, a), (second, b)| {
            (a.document().cmp(b.document()))
                .then_with(|| preference(a).cmp(&preference(b)))
                .then_with(|| first.cmp(second))
        });
        found.dedup_by(|(_, template), (_, plain)| template.document() == plain.document());
    }
    found.sort_unstable_by(|(first, a), (second, b)| {
        (first.cmp(second)).then_with(|| a.document().cmp(b.document()))
    });
    // A file that one pattern spells out and another finds is one document.
    let mut seen = HashSet::new();
    if found.windows(2).any(|pair| pair[0].0 != pair[1].0) {
        found.retain(|(_, info)| seen.insert(info.path.clone()));
    }
    found.into_iter().map(|(_, info)| info).collect()
}
