//! What a session and agent knows of the rules, by the promise of hooks: each comes once and
//! whole, and what does not fit comes next.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use mcp_guide::cli::hook::text_unit::TextUnit;

use super::answer::{Body, End, Entry, Said};
use super::world::{Doc, Event, Key, Start, World};
use crate::{Verdict, ensure};

/// A file, or every one.
pub type Place = Option<&'static str>;

/// What happens.
#[derive(Debug)]
pub struct Occasion<'a> {
    pub client: &'a str,
    /// Where it was started, if that is known.
    pub start: Option<Start>,
    /// The files at hand; every one where a context begins.
    pub own: Vec<Place>,
    pub event: Event,
    pub bound: usize,
    pub unit: TextUnit,
    /// Whether the model sees a text of this event no more once the session is resumed.
    pub is_lost: bool,
}

/// What a session and agent knows.
#[derive(Debug, Default, Clone)]
pub struct Mind {
    /// The files that were touched since its context began.
    touched: BTreeSet<Place>,
    texts: HashMap<Key, Progress>,
    /// Those of which something is lost by a resumption.
    lost: BTreeSet<Key>,
    /// Whether the context began where the model saw no text.
    has_begun: bool,
    /// The last text that came under each path.
    last: BTreeMap<String, Key>,
    /// The text that each rule at hand has now.
    now: BTreeMap<String, Key>,
    /// The folders in which a text was said to apply, and those in which it may have been.
    told: BTreeSet<(Key, &'static str)>,
    /// Those in which it was given, or named by a line.
    given: BTreeSet<(Key, &'static str)>,
    /// What did not fit yet, and for which files it waits, with what happened to them.
    pub due: BTreeMap<Key, BTreeSet<(Place, Event)>>,
    /// The texts for which a line about another folder did not fit yet.
    lines: BTreeSet<(Key, Place)>,
    /// After how many more events nothing may be due.
    left: usize,
    /// Whether what is due has another text since.
    is_renewed: bool,
    /// The files whose last write was denied.
    pub denied: BTreeSet<Place>,
}

/// How much of a text came.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
struct Progress {
    /// Up to this byte of what an agent reads.
    at: usize,
    parts: usize,
    whole: bool,
}

impl Occasion<'_> {
    /// Returns the length of a text as the client counts it.
    pub fn length(&self, text: &str) -> usize {
        match self.unit {
            TextUnit::Bytes => text.len(),
            TextUnit::Utf16 => text.encode_utf16().count(),
        }
    }

    /// Returns the length of a text whose lines are indented.
    fn indented(&self, text: &str) -> usize {
        let line = |line: &str| if line.is_empty() { 1 } else { self.length(line) + 3 };
        text.trim_start_matches('\n').lines().map(line).sum()
    }
}

impl Mind {
    /// Forgets all: the context begins anew, perhaps where the model sees no text.
    pub fn clear(&mut self, is_seen: bool) {
        *self = Self { has_begun: !is_seen, ..Self::default() };
    }

    /// Forgets what a resumption loses.
    pub fn resume(&mut self) {
        let lost = std::mem::take(&mut self.lost);
        self.texts.retain(|key, _| !lost.contains(key));
        self.told.retain(|(key, _)| !lost.contains(key));
        self.given.retain(|(key, _)| !lost.contains(key));
        self.lines.retain(|(key, _)| !lost.contains(key));
        self.is_renewed = true;
    }

    /// Remembers that files were touched. An answer that is lost takes that along.
    pub fn touch(&mut self, occasion: &Occasion<'_>) {
        self.touched.extend(&occasion.own);
    }

    /// Adds what is due now.
    pub fn begin(&mut self, world: &World, occasion: &Occasion<'_>) {
        let begun = self.has_begun.then_some(None);
        let waiting = self.waiting(world).map(|(path, _)| path);
        let places = occasion.own.iter().copied().chain(waiting).chain(begun);
        let places: Vec<Place> = places.collect();
        let applies = |doc: &&Doc| places.iter().any(|path| doc.literals(*path).is_some());
        let docs = world.docs.values().filter(applies);
        self.now = docs.map(|doc| (doc.path.clone(), doc.key)).collect();
        let mut is_new = self.add(world, occasion, &occasion.own, occasion.event);
        if std::mem::take(&mut self.has_begun) {
            self.touched.insert(None);
            is_new |= self.add(world, occasion, &[None], Event::Start);
        }
        if is_new || self.is_renewed {
            self.renew(world, occasion);
        }
    }

    /// Returns the files for which something waits.
    fn waiting(&self, world: &World) -> impl Iterator<Item = (Place, Event)> {
        let events = self.due.iter().flat_map(|(key, events)| events.iter().map(|of| (*key, *of)));
        let left = events.filter(|(key, (path, _))| world.applying(*key, *path).next().is_some());
        left.map(|(_, of)| of).collect::<BTreeSet<_>>().into_iter()
    }

    /// Adds a text that waits for those of these files to which it applies, and returns whether none
    /// did before.
    fn wait(&mut self, world: &World, key: Key, events: &[(Place, Event)]) -> bool {
        let applies = |(path, _): &&(Place, Event)| world.applying(key, *path).next().is_some();
        let mut left = events.iter().filter(applies).peekable();
        let is_new = left.peek().is_some() && !self.due.contains_key(&key);
        if left.peek().is_some() {
            self.due.entry(key).or_default().extend(left);
        }
        is_new
    }

    fn add(&mut self, world: &World, occasion: &Occasion<'_>, places: &[Place], event: Event) -> bool {
        let others: Vec<Place> = self.touched.iter().copied().collect();
        let events: Vec<(Place, Event)> = places.iter().map(|path| (*path, event)).collect();
        let happened: Vec<_> = events.iter().copied().chain(self.waiting(world)).collect();
        let loaded = world.loaded((occasion.client, occasion.start), &happened, &others);
        let later = match event {
            Event::Start => world.later(occasion.client, occasion.start),
            _ => BTreeSet::new(),
        };
        let mut is_new = false;
        let keys = world
            .keys(places)
            .into_iter()
            .chain(loaded.iter().filter(|key| self.due.contains_key(key)).copied());
        for key in keys.collect::<BTreeSet<Key>>() {
            if loaded.contains(&key) || world.is_repeated(key, places) {
                let reached = if self.due.contains_key(&key) { &*others } else { &[] };
                let docs = places.iter().chain(reached);
                let docs: Vec<&Doc> = docs.flat_map(|path| world.applying(key, *path)).collect();
                for doc in docs {
                    self.name(&doc.path, key);
                    self.told.insert((key, doc.folder));
                }
                if !self.progress(key).whole && occasion.is_lost {
                    self.lost.insert(key);
                }
                self.texts.insert(key, Progress { whole: true, ..Progress::default() });
                self.due.remove(&key);
            } else if !later.contains(&key) && !self.progress(key).whole {
                is_new |= self.wait(world, key, &events);
            }
        }
        is_new
    }

    /// Remembers the last text that came under a path. What no path has any more is forgotten.
    fn name(&mut self, path: &str, key: Key) {
        let before = self.last.insert(path.to_owned(), key);
        if let Some(before) = before.filter(|of| !self.last.values().any(|last| last == of)) {
            self.texts.remove(&before);
            self.lost.remove(&before);
            self.told.retain(|(of, _)| *of != before);
            self.given.retain(|(of, _)| *of != before);
        }
    }

    /// Counts the events that what is due may take: its length by four fifths of the bound, and one more.
    fn renew(&mut self, world: &World, occasion: &Occasion<'_>) {
        self.is_renewed = false;
        let rest = |key: &Key| occasion.indented(&world.text(*key)[self.progress(*key).at..]);
        let length: usize = self.due.keys().map(rest).sum();
        self.left = (length * 10).div_ceil(occasion.bound * 8) + 1;
    }

    /// Returns how much of a text came, unless its files had another one since.
    fn progress(&self, key: Key) -> Progress {
        let is_same = |path| self.now.get(path).is_none_or(|now| *now == key);
        let mut last = self.last.iter().filter(|(_, last)| **last == key);
        let known = self.texts.get(&key).filter(|_| last.any(|(path, _)| is_same(path)));
        known.copied().unwrap_or_default()
    }

    /// Returns the known texts that apply to a file at hand, and of which no file that does was named.
    fn own_lines<'m>(
        &'m self,
        world: &'m World,
        occasion: &'m Occasion<'_>,
    ) -> impl Iterator<Item = (Key, Place)> + 'm {
        let places = occasion.own.iter();
        let pairs = places.flat_map(|path| world.keys(&[*path]).into_iter().map(|key| (key, *path)));
        pairs.filter(|(key, path)| {
            let is_told = |doc: &Doc| self.told.contains(&(*key, doc.folder));
            self.texts.contains_key(key)
                && self.progress(*key).whole
                && !world.applying(*key, *path).any(is_told)
        })
    }

    /// Checks what came, and remembers it.
    pub fn read(&mut self, world: &World, occasion: &Occasion<'_>, said: Option<&Said>) -> Verdict {
        self.left = self.left.saturating_sub(1);
        let Some(said) = said else {
            let lines: Vec<_> = self.own_lines(world, occasion).collect();
            let is_silent = self.due.is_empty() && lines.is_empty() && self.lines.is_empty();
            return ensure(is_silent, || {
                format!("nothing came, where these were due: {}", self.named(world, occasion))
            });
        };
        ensure(!said.entries.is_empty(), || "nothing is given".to_owned())?;
        self.order(world, occasion, said)?;
        let mut seen = BTreeSet::new();
        let before = self.clone();
        let waiting: Vec<Place> = self.waiting(world).map(|(path, _)| path).collect();
        for entry in &said.entries {
            let doc = world.docs.get(&entry.path).ok_or_else(|| format!("{} is no rule", entry.path))?;
            let problem = |what: &str| format!("{} {what}", doc.path);
            ensure(entry.pattern == doc.pattern(), || problem("has another pattern"))?;
            let applies = self.touched.iter().any(|path| doc.literals(*path).is_some());
            ensure(applies, || problem("applies to no file that was touched"))?;
            match &entry.body {
                Body::Same(same) => self.same((occasion, &waiting), (doc, same))?,
                Body::Text { text, part, goes_on } => {
                    ensure(seen.insert(doc.key), || problem("comes twice in one message"))?;
                    let known = before.progress(doc.key);
                    self.text(world, occasion, (doc, known), (text, *part, *goes_on))?;
                }
            }
        }
        self.end(world, occasion, &waiting, said)
    }

    /// Checks a text, or a part of one.
    fn text(
        &mut self,
        world: &World,
        occasion: &Occasion<'_>,
        (doc, before): (&Doc, Progress),
        (text, part, goes_on): (&str, Option<(usize, usize)>, bool),
    ) -> Verdict {
        let problem = |what: &str| format!("{} {what}", doc.path);
        ensure(!before.whole, || problem("comes again"))?;
        let whole = world.text(doc.key);
        let at = after(whole, before.at, text).ok_or_else(|| {
            let rest: String = whole[before.at..].chars().take(60).collect();
            problem(&format!("has another text: {text:?} in place of {rest:?}"))
        })?;
        let is_last = whole[at..].trim().is_empty();
        ensure(!text.trim().is_empty() || is_last, || problem("has an empty part"))?;
        if goes_on {
            let is_long = occasion.length(whole) > 6 * occasion.bound;
            ensure(is_long && before.at == 0 && !is_last, || problem("is no long text"))?;
        } else {
            let is_part = before.parts > 0 || !is_last;
            let due = is_part.then_some(before.parts + 1);
            ensure(part.map(|(part, _)| part) == due, || problem(&format!("is part {part:?}, not {due:?}")))?;
            let counts = part.is_none_or(|(part, parts)| if is_last { parts == part } else { parts > part });
            ensure(counts, || problem(&format!("is part {part:?}")))?;
        }
        // A new text of a file that waits for another rule.
        let waiting: Vec<_> = self.waiting(world).collect();
        if self.wait(world, doc.key, &waiting) {
            self.renew(world, occasion);
        }
        if occasion.is_lost {
            self.lost.insert(doc.key);
        }
        let parts = before.parts + 1;
        self.texts.insert(doc.key, Progress { at, parts, whole: is_last || goes_on });
        self.name(&doc.path, doc.key);
        self.told.insert((doc.key, doc.folder));
        self.given.insert((doc.key, doc.folder));
        if is_last || goes_on {
            self.due.remove(&doc.key);
        }
        Ok(())
    }

    /// Checks the line of a text that came for another folder.
    fn same(&mut self, (occasion, waiting): (&Occasion<'_>, &[Place]), (doc, same): (&Doc, &str)) -> Verdict {
        let problem = |what: &str| format!("{} {what}", doc.path);
        ensure(self.texts.contains_key(&doc.key), || problem("is the same text as nothing"))?;
        let is_other = self.last.get(same) == Some(&doc.key) && same != doc.path;
        ensure(is_other, || problem(&format!("is not the same text as {same}")))?;
        self.told.insert((doc.key, doc.folder));
        // What the client has read by an import may be named once more.
        ensure(self.given.insert((doc.key, doc.folder)), || problem("was named before"))?;
        let lines = self.lines.iter().map(|(_, path)| path);
        let mut files = occasion.own.iter().chain(lines).chain(waiting);
        ensure(files.any(|path| doc.literals(*path).is_some()), || problem("applies to no file that waits"))?;
        self.name(&doc.path, doc.key);
        self.lines.retain(|(key, path)| *key != doc.key || doc.literals(*path).is_none());
        Ok(())
    }

    /// Checks that the general rules come before the specific ones, and those at hand before those that
    /// waited; and that the most specific one at hand gets the room first.
    fn order(&self, world: &World, occasion: &Occasion<'_>, said: &Said) -> Verdict {
        let literals = |doc: &Doc| occasion.own.iter().filter_map(|path| doc.literals(*path)).max();
        let texts = said.entries.iter().filter(|entry| matches!(entry.body, Body::Text { .. }));
        let (mut last, mut waited) = (0, false);
        for entry in texts {
            ensure(entry.waited || !waited, || format!("{} comes after what waited", entry.path))?;
            waited = entry.waited;
            let doc = world.docs.get(&entry.path).ok_or_else(|| format!("{} is no rule", entry.path))?;
            let docs = world.docs.values().filter(|of| of.key == doc.key);
            let now = docs.filter_map(literals).max();
            ensure(now.is_some() != entry.waited || occasion.own.is_empty(), || {
                format!("{} is under the wrong head", entry.path)
            })?;
            if let Some(now) = now.filter(|_| !entry.waited) {
                ensure(now >= last, || format!("{} is more general than what precedes it", entry.path))?;
                last = now;
            }
        }
        Ok(())
    }

    /// Checks that the last line says whether anything is due, and that nothing waits for too long.
    /// `waiting` are the files for which something waited before.
    fn end(&mut self, world: &World, occasion: &Occasion<'_>, waiting: &[Place], said: &Said) -> Verdict {
        let mut lines: Vec<(Key, Place)> = self.own_lines(world, occasion).collect();
        let is_due = !self.due.is_empty() || !lines.is_empty();
        match &said.end {
            End::Next(names, more) => {
                let docs = names.iter().filter_map(|name| world.docs.get(name));
                // A text that came for another folder gets a line for a file that waits.
                let promised: Vec<(Key, Place)> = docs
                    .clone()
                    .filter(|doc| self.progress(doc.key).whole && !self.told.contains(&(doc.key, doc.folder)))
                    .flat_map(|doc| waiting.iter().map(move |path| (doc, *path)))
                    .filter(|(doc, path)| doc.literals(*path).is_some())
                    .map(|(doc, path)| (doc.key, path))
                    .collect();
                let is_due =
                    |key: Key| !self.progress(key).whole || promised.iter().any(|line| line.0 == key);
                let known =
                    docs.clone().all(|doc| is_due(doc.key) || !lines.is_empty() || !self.lines.is_empty());
                ensure(known && docs.count() == names.len(), || format!("{names:?} are not due"))?;
                lines.extend(promised);
                ensure(names.len() + more >= self.due.len(), || {
                    format!("more are due: {}", self.named(world, occasion))
                })?;
            }
            End::All | End::Nothing => {
                let is_of_files = occasion.own.iter().any(Option::is_some);
                ensure((said.end == End::All) == is_of_files, || format!("it ends with {:?}", said.end))?;
                ensure(!is_due, || format!("these are not all: {}", self.named(world, occasion)))?;
            }
            End::Rest(..) => return Err("what is left comes next".to_owned()),
        }
        self.lines.extend(lines);
        ensure(self.due.is_empty() || self.left > 0, || {
            format!("these should be whole by now: {}", self.named(world, occasion))
        })
    }

    /// Checks whether a write is denied: once for a file, where a rule for it begins.
    pub fn deny(&mut self, occasion: &Occasion<'_>, begins: bool, denies: bool) -> Verdict {
        let files: BTreeSet<Place> = occasion.own.iter().copied().collect();
        let again = !files.is_disjoint(&self.denied);
        ensure(!denies || begins, || "it is denied where no rule begins".to_owned())?;
        ensure(!denies || !again, || "it is denied twice".to_owned())?;
        ensure(denies || !begins || again, || "it is not denied".to_owned())?;
        if denies {
            self.denied.extend(files)
        } else {
            self.denied.retain(|file| !files.contains(file))
        }
        Ok(())
    }

    /// Returns whether a rule at hand begins in a text.
    pub fn begins(&self, world: &World, said: &Said) -> bool {
        let mut own = said.entries.iter().filter(|entry| !entry.waited);
        own.any(|Entry { body, path, .. }| {
            let new = world.docs.get(path).is_some_and(|doc| self.progress(doc.key).parts == 0);
            matches!(body, Body::Text { .. }) && new
        })
    }

    /// Takes the new text of a rule, whose files had an old one.
    pub fn rewritten(&mut self, world: &World, old: Key, new: Option<Key>) {
        if let Some(waiting) = self.due.remove(&old) {
            let waiting: Vec<_> = waiting.into_iter().collect();
            self.is_renewed |= !self.wait(world, old, &waiting);
            if let Some(new) = new.filter(|new| !self.progress(*new).whole) {
                self.is_renewed |= self.wait(world, new, &waiting);
            }
        }
        self.lines.retain(|(key, path)| world.applying(*key, *path).next().is_some());
    }

    fn named(&self, world: &World, occasion: &Occasion<'_>) -> String {
        let lines = self.own_lines(world, occasion).chain(self.lines.iter().copied());
        let keys: BTreeSet<Key> = lines.map(|(key, _)| key).chain(self.due.keys().copied()).collect();
        let docs = world.docs.values().filter(|doc| keys.contains(&doc.key));
        docs.map(|doc| format!("{} ", doc.path)).collect()
    }
}

/// Returns where a part of a text ends that begins at a byte, but for white space: `None` if it is no part.
fn after(whole: &str, at: usize, part: &str) -> Option<usize> {
    let rest = &whole[at..];
    let is_line = at == 0 || rest.starts_with('\n');
    let (rest, part) = if is_line {
        (rest.trim_start_matches('\n'), part.trim_matches('\n'))
    } else {
        (rest.trim_start(), part.trim())
    };
    let part = part.trim_end();
    let start = whole.len() - rest.len();
    rest.starts_with(part).then_some(start + part.len())
}
