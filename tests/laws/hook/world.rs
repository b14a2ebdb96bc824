//! A project of rules, and a model of it: which rule applies to which file, which of them are one
//! text, and which a client loads by itself, as `rule-files/data/dialects.yaml` says of these few.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::{self, File};
use std::time::{Duration, SystemTime};

use camino::{Utf8Path, Utf8PathBuf};

use super::written::{Dress, Written, visible};

/// Files of a tool: those in the project, and then one outside and a folder.
pub const PATHS: [&str; 8] =
    ["src/a.ts", "src/new/b.ts", "docs/c.md", "d.md", "pkg/a/x.ts", "pkg/b/y.ts", "../e.ts", "src"];
/// How many of them are files in the project.
pub const INSIDE: usize = 6;
/// Those that exist.
const EXISTING: [&str; 3] = ["src/a.ts", "docs/c.md", "pkg/a/x.ts"];
/// The patterns of headers, and how many of their components are literal.
pub const SCOPES: [(&str, usize); 7] = [
    ("**", 0),
    ("**/*", 0),
    ("src/**", 1),
    ("src/**/*.ts", 1),
    ("docs/*.md", 1),
    ("pkg/a/**", 2),
    ("nothing/**", 1),
];
/// How many bytes Codex reads of the files of its start.
const CODEX_BYTES: u64 = 32_768;
/// The folders that may have an `AGENTS.md`.
pub const FOLDERS: [&str; 4] = ["", "src", "pkg/a", "pkg/b"];

/// A kind of rule file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Form {
    Cursor,
    Claude,
    Copilot,
    Windsurf,
    Agents,
    ClaudeMd,
    Gemini,
}

/// What a text leads to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Link {
    Nothing,
    /// A file beside each copy.
    Beside,
    /// One file.
    Shared,
    /// The first copy of a rule is imported.
    Import(usize),
    /// It may be, or not.
    Doubtful(usize),
}

/// A rule: one text, and the files that hold it.
#[derive(Debug, Clone)]
pub struct Rule {
    pub text: Written,
    pub link: Link,
    /// Each with the index of its pattern or folder.
    pub copies: Vec<(Form, usize, Dress)>,
}

/// When something happens to a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Event {
    Start,
    Read,
    Write,
    Shell,
}

/// Where a client was started.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Start {
    /// Above the project.
    Above,
    /// In this folder of it.
    In(&'static str),
}

/// The index of a text: what a rule is known by.
pub type Key = usize;

/// A rule file.
#[derive(Debug, Clone)]
pub struct Doc {
    pub path: String,
    pub form: Form,
    /// The folder to which it belongs.
    pub folder: &'static str,
    /// Its own pattern, and how many components of that are literal.
    scope: (&'static str, usize),
    pub key: Key,
    imports: Vec<String>,
    /// Whether it holds nothing but an import.
    is_only_import: bool,
}

/// The project, and what its files hold.
#[derive(Debug)]
pub struct World {
    root: Utf8PathBuf,
    rules: Vec<Rule>,
    pub docs: BTreeMap<String, Doc>,
    /// The texts, as an agent reads them, with what they lead to.
    texts: Vec<(String, Vec<String>)>,
    /// Whether the project's folder is a repository.
    pub is_repository: bool,
}

impl World {
    /// Writes a project. `alone` is the folder of a `CLAUDE.md` that only imports an `AGENTS.md`.
    pub fn new(root: &Utf8Path, rules: &[Rule], alone: Option<usize>) -> Self {
        for folder in
            [".cursor/rules", ".claude/rules", ".github/instructions", ".windsurf/rules", "src/new", "docs"]
        {
            fs::create_dir_all(root.join(folder)).expect("a folder");
        }
        FOLDERS.iter().for_each(|folder| fs::create_dir_all(root.join(folder)).expect("a folder"));
        EXISTING.iter().for_each(|path| fs::write(root.join(path), "").expect("a file"));
        let guide = "categories:
  cursor: { dir: .cursor/rules, patterns: ['*.mdc'] }
  claude: { dir: .claude/rules, patterns: ['*.md'] }
  copilot: { dir: .github/instructions, patterns: ['*.md'] }
  windsurf: { dir: .windsurf/rules, patterns: ['*.md'] }
  agents: { dir: ., patterns: [AGENTS.md], nested: [AGENTS.md, CLAUDE.md, GEMINI.md] }
";
        fs::write(root.join("guide.yaml"), guide).expect("a file");
        let hour = SystemTime::now() - Duration::from_secs(3_600);
        let file = File::options().write(true).open(root.join("guide.yaml")).expect("a file");
        file.set_modified(hour).expect("it is ours");
        let mut world = Self {
            root: root.to_owned(),
            rules: rules.to_vec(),
            docs: BTreeMap::new(),
            texts: Vec::new(),
            is_repository: false,
        };
        let mut taken = BTreeSet::new();
        for (at, rule) in world.rules.iter_mut().enumerate() {
            rule.copies.retain(|copy| taken.insert(path(at, *copy)));
        }
        if let Some(folder) = alone.map(|at| FOLDERS[at % FOLDERS.len()]) {
            let path = join(folder, "CLAUDE.md");
            if taken.insert(path.clone()) {
                world.put(path, (Form::ClaudeMd, folder, ("**", 0)), "@AGENTS.md", Dress::Plain);
            }
        }
        for at in 0..world.rules.len() {
            let text = world.rules[at].text;
            world.rewrite(at, text, false);
        }
        world
    }

    /// Gives a rule another text, or only its first copy.
    pub fn rewrite(&mut self, at: usize, text: Written, only_first: bool) {
        let Rule { link, copies, .. } = self.rules[at].clone();
        self.rules[at].text = text;
        let most = if only_first { 1 } else { copies.len() };
        for copy in copies.into_iter().take(most) {
            let path = path(at, copy);
            let here = path.rsplit_once('/').map_or("", |(folder, _)| folder);
            let up = "../".repeat(here.split('/').filter(|name| !name.is_empty()).count());
            let imported = |of: usize| self.rules.get(of)?.copies.first().map(|copy| self::path(of, *copy));
            let tail = match link {
                Link::Nothing => String::new(),
                Link::Beside => "\n\nSee [the style](style.md#a).".to_owned(),
                Link::Shared => format!("\n\nSee [the style]({up}docs/shared.md)."),
                Link::Import(of) | Link::Doubtful(of) => {
                    let end = if matches!(link, Link::Import(_)) { "" } else { [".", ",", ":", ";"][of % 4] };
                    let imported = imported(of).filter(|of| *of != path);
                    imported.map_or_else(String::new, |of| format!("\n\nSee @./{up}{of}{end}"))
                }
            };
            let (form, place, dress) = copy;
            let (folder, scope) = match form {
                Form::Agents | Form::ClaudeMd | Form::Gemini => (FOLDERS[place % FOLDERS.len()], SCOPES[0]),
                _ => ("", SCOPES[place % SCOPES.len()]),
            };
            self.put(path, (form, folder, scope), &(text.text() + &tail), dress);
        }
    }

    /// Removes the files of a rule.
    pub fn remove(&mut self, at: usize) {
        for copy in &self.rules[at].copies {
            let path = path(at, *copy);
            if self.docs.remove(&path).is_some() {
                fs::remove_file(self.root.join(path)).expect("it is there");
            }
        }
    }

    fn put(
        &mut self,
        path: String,
        of: (Form, &'static str, (&'static str, usize)),
        text: &str,
        dress: Dress,
    ) {
        let (form, folder, scope) = of;
        let header = match (form, scope.0) {
            (Form::Cursor, pattern) => format!("---\nglobs: {pattern}\n---\n"),
            (Form::Claude, "**") => String::new(),
            (Form::Claude, pattern) => format!("---\npaths: ['{pattern}']\n---\n"),
            (Form::Copilot, pattern) => format!("---\napplyTo: '{pattern}'\n---\n"),
            (Form::Windsurf, "**") => "---\ntrigger: always_on\n---\n".to_owned(),
            (Form::Windsurf, pattern) => format!("---\ntrigger: glob\nglobs: {pattern}\n---\n"),
            _ => String::new(),
        };
        let file = header + &dress.on(text);
        fs::write(self.root.join(&path), file).expect("a file");
        let here = path.rsplit_once('/').map_or("", |(folder, _)| folder);
        let word = |line: &str| line.split(['(', '@', '#', ')']).nth(1).map(str::to_owned);
        let last = text.lines().last().unwrap_or_default();
        let leads = last.starts_with("See ") || text == "@AGENTS.md";
        let target = Some(last).filter(|_| leads).and_then(word);
        let target = target.map(|to| normal(&join(here, to.trim_end_matches(['.', ',', ':', ';']))));
        let led: Vec<String> = target.into_iter().collect();
        let known = (visible(text), led.clone());
        let key = self.texts.iter().position(|text| *text == known).unwrap_or(self.texts.len());
        if key == self.texts.len() {
            self.texts.push(known);
        }
        let is_sure = !last.ends_with(['.', ',', ':', ';']);
        let imports = if last.contains('@') && leads && is_sure { led } else { Vec::new() };
        let is_only_import = text == "@AGENTS.md";
        let doc = Doc { path: path.clone(), form, folder, scope, key, imports, is_only_import };
        self.docs.insert(path, doc);
    }

    /// Returns a text as an agent reads it.
    pub fn text(&self, key: Key) -> &str {
        &self.texts[key].0
    }

    /// Returns the files of a text that apply to a file; to every file without one.
    pub fn applying(&self, key: Key, path: Option<&str>) -> impl Iterator<Item = &Doc> {
        self.docs.values().filter(move |doc| doc.key == key && doc.literals(path).is_some())
    }

    /// Returns the texts that apply to one of these.
    pub fn keys(&self, places: &[Option<&str>]) -> BTreeSet<Key> {
        let applies = |doc: &&Doc| places.iter().any(|path| doc.literals(*path).is_some());
        self.docs.values().filter(applies).map(|doc| doc.key).collect()
    }

    /// Returns the texts that a client loads by itself when these things happen to files, with
    /// what they import of those that apply to others, too.
    pub fn loaded(
        &self,
        (client, start): (&str, Option<Start>),
        events: &[(Option<&str>, Event)],
        others: &[Option<&str>],
    ) -> BTreeSet<Key> {
        let loads = |doc: &&Doc| {
            let mut events = events.iter().filter(|(path, _)| doc.literals(*path).is_some());
            events.any(|of| self.loads((client, start), doc, *of))
        };
        let loaded: Vec<&Doc> = self.docs.values().filter(loads).collect();
        let importing = loaded.iter().filter(|doc| follows(client, doc.form));
        // What lies elsewhere has to be approved.
        let is_near = |path: &&String| match start {
            _ if client == "claude-code" && path.ends_with(".mdc") => false,
            Some(Start::In(start)) => within(path, start),
            _ => true,
        };
        let mut imported: BTreeSet<&String> =
            importing.flat_map(|doc| &doc.imports).filter(is_near).collect();
        let places = || events.iter().map(|(path, _)| path);
        let applies = |doc: &&Doc| places().chain(others).any(|path| doc.literals(*path).is_some());
        // What a rule for other files imports came with these: it may have changed since.
        let is_at_hand = |doc: &&Doc| places().any(|path| doc.literals(*path).is_some());
        for _ in 0..3 {
            let more: Vec<&String> = imported
                .iter()
                .filter_map(|path| self.docs.get(*path))
                .filter(is_at_hand)
                .flat_map(|doc| &doc.imports)
                .filter(is_near)
                .collect();
            imported.extend(more);
        }
        let imported = imported.into_iter().filter_map(|path| self.docs.get(path)).filter(applies);
        loaded.into_iter().chain(imported).map(|doc| doc.key).collect()
    }

    /// Returns whether a client loads such a file, at its start or now: at its start what is for all of
    /// the folder where that was, or of one above; later what is for the files in it.
    fn loads(
        &self,
        (client, start): (&str, Option<Start>),
        doc: &Doc,
        (path, event): (Option<&str>, Event),
    ) -> bool {
        let has = |folder: &str, name: &str| self.docs.contains_key(&join(folder, name));
        let is_read = match (client, doc.form) {
            ("claude-code", Form::Claude | Form::ClaudeMd) => event != Event::Start,
            ("claude-code", Form::Agents) => event == Event::Read,
            ("gemini-cli", Form::Gemini) => matches!(event, Event::Read | Event::Write),
            ("codex", Form::Agents) if self.is_cut(start, doc) => return false,
            ("codex" | "qwen-code", Form::Agents) => false,
            _ => return false,
        };
        let (is_above, is_below) = match start {
            None => return false,
            Some(Start::Above) => (false, true),
            Some(Start::In(at)) => {
                // Only Claude Code leaves the repository.
                let is_reached = doc.folder == at || client == "claude-code" || self.is_repository;
                (is_reached && within(at, doc.folder), at != doc.folder && within(doc.folder, at))
            }
        };
        let is_near = |at: &str| path.is_none_or(|path| within(path, at));
        let is_near = !matches!(start, Some(Start::In(at)) if !is_near(at));
        let is_replaced = (client, doc.form) == ("claude-code", Form::Agents)
            && (has(doc.folder, "CLAUDE.md")
                || FOLDERS.iter().any(|folder| {
                    matches!(start, Some(Start::In(at)) if within(at, folder)) && has(folder, "CLAUDE.md")
                }));
        let is_whole = doc.scope.0 == "**";
        !is_replaced && (is_whole && is_above || is_read && is_near && (is_above || is_below))
    }

    /// Returns whether Codex does not read all of an `AGENTS.md`: it reads those from the repository's
    /// top down to its start, up to a bound of all of them.
    fn is_cut(&self, start: Option<Start>, doc: &Doc) -> bool {
        let Some(Start::In(start)) = start else {
            return false;
        };
        let is_read = |folder: &&str| within(start, folder) && (self.is_repository || *folder == start);
        let read = FOLDERS.into_iter().filter(|folder| is_read(folder) && within(doc.folder, folder));
        let paths = read.map(|folder| join(folder, "AGENTS.md"));
        let bytes = |path: String| fs::metadata(self.root.join(path)).map_or(0, |file| file.len());
        paths.map(bytes).sum::<u64>() > CODEX_BYTES
    }

    /// Returns the texts that a client loads by itself only with a file, where a context begins.
    pub fn later(&self, client: &str, start: Option<Start>) -> BTreeSet<Key> {
        let events = [Event::Read, Event::Write, Event::Shell];
        let loads = |doc: &&Doc| {
            doc.literals(None).is_some()
                && events.iter().any(|event| self.loads((client, start), doc, (None, *event)))
        };
        self.docs.values().filter(loads).map(|doc| doc.key).collect()
    }

    /// Returns whether a text only imports others that come by themselves.
    pub fn is_repeated(&self, key: Key, places: &[Option<&str>]) -> bool {
        let mut docs = self.docs.values().filter(|doc| doc.key == key);
        docs.any(|doc| {
            let comes = |path: &String| {
                let imported = self.docs.get(path);
                imported.is_some_and(|doc| places.iter().any(|path| doc.literals(*path).is_some()))
            };
            doc.is_only_import && doc.imports.iter().all(comes)
        })
    }
}

impl Doc {
    /// Returns its pattern from the project's folder.
    pub fn pattern(&self) -> String {
        join(self.folder, self.scope.0)
    }

    /// Returns how specifically it applies to a file, or to every file.
    pub fn literals(&self, path: Option<&str>) -> Option<usize> {
        let Some(path) = path else {
            return (self.folder.is_empty() && self.scope.0.starts_with("**")).then_some(0);
        };
        let below = match self.folder {
            "" => path,
            folder => path.strip_prefix(folder)?.strip_prefix('/')?,
        };
        let matches = match self.scope.0 {
            "**" | "**/*" => true,
            "src/**" => below.starts_with("src/"),
            "src/**/*.ts" => below.starts_with("src/") && below.ends_with(".ts"),
            "docs/*.md" => below.starts_with("docs/") && below.ends_with(".md"),
            "pkg/a/**" => below.starts_with("pkg/a/"),
            _ => false,
        };
        let above = self.folder.split('/').filter(|name| !name.is_empty()).count();
        matches.then_some(above + self.scope.1)
    }
}

/// Returns whether a path is a folder, or in it.
fn within(path: &str, folder: &str) -> bool {
    folder.is_empty() || path == folder || path.starts_with(&format!("{folder}/"))
}

/// Returns whether a client loads what such a file imports.
fn follows(client: &str, form: Form) -> bool {
    matches!(
        (client, form),
        ("claude-code", Form::ClaudeMd) | ("gemini-cli", Form::Gemini) | ("qwen-code", Form::Agents)
    )
}

/// Returns the path of a copy of a rule.
fn path(at: usize, (form, place, _): (Form, usize, Dress)) -> String {
    let folder = FOLDERS[place % FOLDERS.len()];
    match form {
        Form::Cursor => format!(".cursor/rules/r{at}.mdc"),
        Form::Claude => format!(".claude/rules/r{at}.md"),
        Form::Copilot => format!(".github/instructions/r{at}.instructions.md"),
        Form::Windsurf => format!(".windsurf/rules/r{at}.md"),
        Form::Agents => join(folder, "AGENTS.md"),
        Form::ClaudeMd => join(folder, "CLAUDE.md"),
        Form::Gemini => join(folder, "GEMINI.md"),
    }
}

fn join(folder: &str, name: &str) -> String {
    match folder {
        "" => name.to_owned(),
        folder => format!("{folder}/{name}"),
    }
}

/// Returns a path without `.` and `..`.
fn normal(path: &str) -> String {
    let mut names: Vec<&str> = Vec::new();
    for name in path.split('/') {
        match name {
            "." | "" => {}
            ".." => drop(names.pop()),
            name => names.push(name),
        }
    }
    names.join("/")
}
