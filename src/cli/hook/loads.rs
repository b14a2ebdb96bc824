//! Which rules a client loads by itself, when it starts or with a file.

use std::cell::OnceCell;
use std::collections::HashSet;

use camino::{Utf8Path, Utf8PathBuf};

use super::environment::Environment;
use super::given::PendingFile;
use super::occasion::Occasion;
use super::settings::{MAX_BYTES, Settings, Told};
use super::start::StartFolder;
use crate::cli::setup::client::Hook;
use crate::documents::dialect::{Event, Load};
use crate::documents::error::FileError;
use crate::documents::sandbox::{Reach, Tree};
use crate::operation::guidance::{Rule, RuleCopy};
use crate::project::bound_project::BoundProject;
use crate::server::Server;
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
    environment: &'a Environment,
    told: &'a dyn Fn() -> Option<Utf8PathBuf>,
    start: OnceCell<Option<StartFolder>>,
    settings: OnceCell<Settings>,
    /// The files of the chain that the client loads whole.
    chain: OnceCell<HashSet<String>>,
}

/// What a client loads, and whether it follows its imports.
#[derive(Debug, Clone, Copy)]
struct Loaded {
    imports: bool,
}

impl<'a> Loads<'a> {
    /// Takes a client and what says where it was started, which is looked up only if it matters.
    pub fn new(
        (server, bound): (&'a Server, &'a BoundProject),
        (client, hook, environment): (&'a str, &'a Hook, &'a Environment),
        told: &'a dyn Fn() -> Option<Utf8PathBuf>,
    ) -> Self {
        Self {
            server,
            bound,
            client,
            hook,
            environment,
            told,
            start: OnceCell::new(),
            settings: OnceCell::new(),
            chain: OnceCell::new(),
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
        let (start, endings) = (self.start(), &self.hook.imports);
        let is_read = |path: &str| {
            let ending = Utf8Path::new(path).extension();
            endings.is_empty()
                || ending
                    .is_none_or(|of| endings.iter().any(|known| known.eq_ignore_ascii_case(of)))
        };
        let imports = copy.about.certain_imports.iter();
        imports.filter(move |path| {
            let is_near = start.is_some_and(|start| start.holds(path));
            is_near && is_read(path) && !self.is_excluded(path)
        })
    }

    /// Returns how the client loads a copy by itself at an event of a file: when it starts what is
    /// for all of its folder, or of one above, and later what is for the files there.
    fn load(&self, copy: &RuleCopy, file: &PendingFile, event: Event) -> Option<Loaded> {
        let dialects = &self.server.table.formats.dialects;
        let known = dialects.of(&copy.path);
        let of_client = |load: &&Load| load.client == self.client;
        let own = known.and_then(|(row, _, _)| row.loads.iter().find(of_client));
        let is_known = own.is_some();
        let has = |path: &str| {
            let found = self.bound.folder().file_type(path.into());
            matches!(found, Ok(Some(_)))
        };
        // It is meant for no session of this client.
        let beside = |name: &String| known.is_some_and(|(_, of, _)| has(&join(of, name)));
        if own.is_some_and(|load| load.replaced.iter().any(beside)) {
            return Some(Loaded { imports: false });
        }
        let row = &self.hook.settings;
        if !is_known && row.keys.is_empty() && row.chain.is_empty() {
            return None;
        }
        let (start, settings) = (self.start()?, self.settings()?);
        if settings.is_unknown || self.is_excluded(&copy.path) {
            return None;
        }
        if start.paths(&copy.path).any(|path| settings.has_path(&path)) {
            return Some(Loaded { imports: false });
        }
        let (folder, name) = copy.path.rsplit_once('/').unwrap_or(("", &copy.path));
        let is_both = self.is_on(name)?;
        let is_like = self.is_named(name, is_known)?;
        let (path, of) = match (known, &row.like) {
            (Some((_, of, _)), _) if is_known => (copy.path.clone(), of),
            (_, Some(like)) if is_like => (join(folder, like), folder),
            _ => return None,
        };
        if !row.chain.is_empty() && is_like && !self.chain().contains(&copy.path) {
            return None;
        }
        // Of a file that only a setting names the client reads no header.
        let is_whole = copy.pattern == "**" || copy.pattern == join(of, "**") || !is_known;
        let is_general = is_whole && start.reads(of);
        let is_near = |path: &String| is_within(path, of) && start.holds(path);
        let is_read = is_general
            || (start.reads(of) || start.holds(of)) && file.path.as_ref().is_none_or(is_near);
        let has = |path: &str| !is_both && has(path);
        let user = || Tree::ambient(self.environment.settings.as_ref()?).ok();
        let is_below = |file: &str| !is_both && start.is_below(file, user().as_ref());
        let load = dialects.loaded((&path, is_general), (self.client, event), has, is_below);
        let load = load.filter(|_| is_read)?;
        Some(Loaded {
            imports: load.imports,
        })
    }

    /// Returns whether a file of this name is loaded whatever is beside it; `None` if the client's
    /// mode or version says that it is not loaded, or is not known.
    fn is_on(&self, name: &str) -> Option<bool> {
        let Some(row) = &self.hook.settings.mode else {
            return Some(false);
        };
        let is_it = name == row.file;
        let is_one = |mode: &String, of: &[String]| of.contains(mode);
        match &self.settings()?.mode {
            _ if is_it && !row.since.has(self.environment.version.as_deref()) => None,
            Told::Nothing => Some(false),
            Told::Value(mode) if is_one(mode, &row.either) => Some(false),
            Told::Value(mode) if is_one(mode, &row.both) => Some(is_it),
            Told::Value(mode) if is_one(mode, &row.without) => Some(false).filter(|_| !is_it),
            Told::Value(_) | Told::Unknown => None,
        }
    }

    /// Returns whether a setting, or the chain, names files so; `None` if they are not loaded, or
    /// if that is not known.
    fn is_named(&self, name: &str, is_known: bool) -> Option<bool> {
        let (row, settings) = (&self.hook.settings, self.settings()?);
        match &settings.names {
            Told::Nothing => {}
            Told::Value(names) => return names.contains(name).then_some(true),
            Told::Unknown => return None,
        }
        let is_more = match &settings.more_names {
            Told::Nothing => false,
            Told::Value(names) => names.iter().any(|more| more == name),
            Told::Unknown => return None,
        };
        let is_like = is_more || row.chain.iter().any(|of| of == name);
        Some(is_like).filter(|_| is_like || is_known)
    }

    /// Returns the files of the chain that fit whole into what the client loads of them together.
    fn chain(&self) -> &HashSet<String> {
        self.chain.get_or_init(|| {
            let (Some(start), Some(settings)) = (self.start(), self.settings()) else {
                return HashSet::new();
            };
            let more = match &settings.more_names {
                Told::Value(names) => &**names,
                Told::Nothing | Told::Unknown => &[],
            };
            let mut left = match settings.most_bytes {
                Told::Value(most) => most,
                Told::Nothing => self.most_bytes(),
                Told::Unknown => 0,
            };
            let mut whole = HashSet::new();
            for (tree, folder) in start.chain().rev() {
                let names = self.hook.settings.chain.iter().chain(more);
                let size = |name: &str| tree.version(name.into(), Reach::Anywhere).ok();
                let first = names
                    .filter_map(|name| Some((name, size(name)?.bytes)))
                    .next();
                let Some((name, bytes)) = first else {
                    continue;
                };
                if bytes > left {
                    break;
                }
                left -= bytes;
                whole.extend(folder.map(|folder| join(folder, name)));
            }
            whole
        })
    }

    /// Returns how many bytes of a chain the client loads without a setting.
    fn most_bytes(&self) -> u64 {
        let like = self.hook.settings.like.as_ref();
        let row = like.and_then(|like| self.server.table.formats.dialects.of(like));
        let mut loads = row.iter().flat_map(|(row, _, _)| &row.loads);
        let own = loads.find(|load| load.client == self.client);
        let cuts = own.and_then(|load| load.cuts.as_ref());
        cuts.map_or(u64::MAX, |cut| cut.most)
    }

    /// Returns whether the client's settings may leave a file out.
    fn is_excluded(&self, path: &str) -> bool {
        let folder = || self.bound.folder().path();
        self.settings()
            .is_none_or(|settings| settings.may_exclude(folder, path))
    }

    /// Returns what the client's settings say; `None` if it is not known where it was started.
    fn settings(&self) -> Option<&Settings> {
        let start = self.start()?;
        Some(self.settings.get_or_init(|| {
            let row = &self.hook.settings;
            let mut settings = Settings::default();
            let mut add = |tree: &Tree, file: &String, (reach, is_of_user)| {
                let text = tree.open(file.as_str().into(), reach);
                match text.and_then(|opened| opened.text(MAX_BYTES)) {
                    Ok(text) => settings.add(row, &text, (file, is_of_user)),
                    Err(FileError::Missing | FileError::NotDirectory) => {}
                    Err(_) => settings.is_unknown = true,
                }
            };
            let folder = self.environment.settings.as_ref();
            if let Some(folder) = folder.and_then(|folder| Tree::ambient(folder).ok()) {
                let files = row.user.iter();
                files.for_each(|file| add(&folder, file, (Reach::Anywhere, true)));
            }
            let most = if row.above { usize::MAX } else { 1 };
            for (tree, _) in start
                .chain()
                .take(if row.project.is_empty() { 0 } else { most })
            {
                let files = row.project.iter();
                files.for_each(|file| add(tree, file, (Reach::Beneath, false)));
            }
            settings
        }))
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
