//! The rules that a client loads by itself, at its start or together with a file.

use std::cell::OnceCell;
use std::collections::{HashMap, HashSet};

use camino::{Utf8Path, Utf8PathBuf};

use super::client_reader::ClientReader;
use super::environment::Environment;
use super::given::PendingFile;
use super::loading::{AnyFile, Loading};
use super::occasion::Occasion;
use super::settings::{MAX_BYTES, Settings, Told};
use super::start_folder::StartFolder;
use crate::documents::dialect::Event;
use crate::documents::file_error::FileError;
use crate::documents::sandbox::{FileType, Reach, Tree};
use crate::operation::guidance::{Rule, RuleCopy};
use crate::project::bound_project::BoundProject;
use crate::server::Server;
use crate::text::paths::{is_within, join};

/// The events at which clients load the rules for a file.
pub(in crate::cli) const FILE_EVENTS: [Event; 3] = [Event::Read, Event::Write, Event::Shell];
/// The depth to which clients follow nested imports.
const MAX_IMPORTS: usize = 4;

/// The rules that a client loads by itself. If in doubt, a rule counts as not loaded.
pub(in crate::cli) struct Loads<'a> {
    server: &'a Server,
    bound: &'a BoundProject,
    reader: ClientReader<'a>,
    environment: &'a Environment,
    told: &'a dyn Fn() -> Option<Utf8PathBuf>,
    start: OnceCell<Option<StartFolder>>,
    settings: OnceCell<Settings>,
    chain: OnceCell<Chain>,
}

/// A chain of rule files: at most one in each folder, from the repository's top down. The client
/// loads a limited number of bytes from all of these files together.
#[derive(Default)]
struct Chain {
    /// The total size of each file and the files above it, in bytes.
    sizes: HashMap<String, u64>,
    most: u64,
}

impl<'a> Loads<'a> {
    /// Prepares the checks for a client. `told` returns the client's start folder, and is called
    /// only if needed.
    pub fn new(
        (server, bound): (&'a Server, &'a BoundProject),
        (reader, environment): (ClientReader<'a>, &'a Environment),
        told: &'a dyn Fn() -> Option<Utf8PathBuf>,
    ) -> Self {
        Self {
            server,
            bound,
            reader,
            environment,
            told,
            start: OnceCell::new(),
            settings: OnceCell::new(),
            chain: OnceCell::new(),
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
        let (start, endings) = (self.start(), self.reader.imports);
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
            is_near && is_read(path) && !self.is_excluded(path)
        })
    }

    /// Returns how the client loads `copy` by itself at an event about `file`.
    fn load(&self, copy: &RuleCopy, file: &PendingFile, event: Event) -> Loading<'_> {
        let path = file.path.as_deref();
        self.loading(copy, event, &|is_near| path.is_none_or(is_near))
    }

    /// Returns how the client loads `copy` by itself at `event`. When the client starts, it loads
    /// the rules for its whole start folder or for a folder above it. Later, it loads the rules for
    /// the files that it touches. `any` tests a condition on the files of the event.
    pub fn loading(&self, copy: &RuleCopy, event: Event, any: &AnyFile<'_>) -> Loading<'_> {
        self.tried(copy, event, any).unwrap_or_else(|reason| reason)
    }

    /// Does the work of [`Self::loading`], so that `?` can end it early.
    ///
    /// # Errors
    ///
    /// Returns the result as an error if the copy is not loaded, or if it is unknown whether it is.
    fn tried(
        &self,
        copy: &RuleCopy,
        event: Event,
        any: &AnyFile<'_>,
    ) -> Result<Loading<'_>, Loading<'_>> {
        let dialects = &self.server.table.formats.dialects;
        let known = dialects.of(&copy.path);
        let own = known.and_then(|(row, _, _)| row.load_of(self.reader.client));
        let is_known = own.is_some();
        let has = |path: &str| {
            let found = self.bound.folder().file_type(path.into());
            matches!(found, Ok(Some(kind)) if kind != FileType::Directory)
        };
        // Another file replaces this one in all sessions of the client.
        let beside = |name: &String| known.is_some_and(|(_, base, _)| has(&join(base, name)));
        if own.is_some_and(|load| load.replaced.iter().any(beside)) {
            return Err(Loading::Replaced);
        }
        let row = self.reader.settings;
        if !is_known && row.keys.is_empty() && row.chain.is_empty() {
            return Err(Loading::Nothing);
        }
        let start = self.start().ok_or(Loading::Unknown)?;
        let settings = self.settings().ok_or(Loading::Unknown)?;
        if settings.is_unknown {
            return Err(Loading::Unknown);
        }
        if self.is_excluded(&copy.path) {
            return Err(Loading::Nothing);
        }
        if start.paths(&copy.path).any(|path| settings.has_path(&path)) {
            return Ok(Loading::Whole(None));
        }
        let (folder, name) = copy.path.rsplit_once('/').unwrap_or(("", &copy.path));
        let is_both = self.is_on(name)?;
        let is_like = self.is_named(name, is_known)?;
        let (path, base) = match (known, &row.like) {
            (Some((_, base, _)), _) if is_known => (copy.path.clone(), base),
            (_, Some(like)) if is_like => (join(folder, like), folder),
            _ => return Err(Loading::Nothing),
        };
        let cut = if !row.chain.is_empty() && is_like {
            self.cut(&copy.path)?
        } else {
            None
        };
        // If only a setting lists a file, the client does not read the file's header.
        let all = join(base, "**");
        let drops =
            known.is_some_and(|(row, _, _)| row.is(|matching| matching.drops_final_stars, false));
        let dropped = copy.pattern.strip_suffix("/**").filter(|_| drops);
        let is_all = |pattern: &str| pattern == "**" || pattern == all;
        let is_whole = !is_known || is_all(&copy.pattern) || dropped.is_some_and(is_all);
        let is_general = is_whole && start.reads(base);
        let is_near = |path: &str| is_within(path, base) && start.holds(path);
        let is_read = is_general || (start.reads(base) || start.holds(base)) && any(&is_near);
        let has = |path: &str| !is_both && has(path);
        let user = || Tree::ambient(self.environment.settings.as_ref()?).ok();
        let is_below = |file: &str| !is_both && start.is_below(file, user().as_ref());
        let client = self.reader.client;
        let load = dialects.loaded((&path, is_general), (client, event), has, is_below);
        let load = load.filter(|_| is_read).ok_or(Loading::Nothing)?;
        Ok(cut.unwrap_or(Loading::Whole(Some(load))))
    }

    /// Returns how the client cuts the file at `path`, or `None` if it loads the whole file.
    ///
    /// # Errors
    ///
    /// Returns [`Loading::Nothing`] if the file is not in the chain, and [`Loading::Unknown`] if
    /// its limit is unknown.
    fn cut(&self, path: &str) -> Result<Option<Loading<'static>>, Loading<'static>> {
        let chain = self.chain();
        let size = *chain.sizes.get(path).ok_or(Loading::Nothing)?;
        if size <= chain.most {
            return Ok(None);
        }
        let is_told =
            (self.settings()).is_some_and(|settings| settings.most_bytes != Told::Unknown);
        let most = chain.most;
        let cut = Loading::Cut { size, most };
        Some(Some(cut)).filter(|_| is_told).ok_or(Loading::Unknown)
    }

    /// Returns whether a file of this name is loaded regardless of the files next to it.
    ///
    /// # Errors
    ///
    /// Returns [`Loading::Nothing`] if the client's mode or version excludes the file, and
    /// [`Loading::Unknown`] if the mode is unknown.
    fn is_on(&self, name: &str) -> Result<bool, Loading<'static>> {
        let Some(row) = &self.reader.settings.mode else {
            return Ok(false);
        };
        let is_it = name == row.file;
        let is_one = |mode: &String, modes: &[String]| modes.contains(mode);
        match &self.settings().ok_or(Loading::Unknown)?.mode {
            _ if is_it && !row.since.has(self.environment.version.as_deref()) => {
                Err(Loading::Nothing)
            }
            Told::Nothing => Ok(false),
            Told::Value(mode) if is_one(mode, &row.either) => Ok(false),
            Told::Value(mode) if is_one(mode, &row.both) => Ok(is_it),
            Told::Value(mode) if is_one(mode, &row.without) => {
                Some(false).filter(|_| !is_it).ok_or(Loading::Nothing)
            }
            Told::Value(_) | Told::Unknown => Err(Loading::Unknown),
        }
    }

    /// Returns whether a setting or the chain contains the file name `name`.
    ///
    /// # Errors
    ///
    /// Returns [`Loading::Nothing`] if files of this name are not loaded, and [`Loading::Unknown`]
    /// if this is unknown.
    fn is_named(&self, name: &str, is_known: bool) -> Result<bool, Loading<'static>> {
        let row = self.reader.settings;
        let settings = self.settings().ok_or(Loading::Unknown)?;
        match &settings.names {
            Told::Nothing => {}
            Told::Value(names) if names.contains(name) => return Ok(true),
            Told::Value(_) => return Err(Loading::Nothing),
            Told::Unknown => return Err(Loading::Unknown),
        }
        let is_more = match &settings.more_names {
            Told::Nothing => false,
            Told::Value(names) => names.iter().any(|more| more == name),
            Told::Unknown => return Err(Loading::Unknown),
        };
        let is_like = is_more || row.chain.iter().any(|known| known == name);
        let is_like = Some(is_like).filter(|_| is_like || is_known);
        is_like.ok_or(Loading::Nothing)
    }

    /// Returns the files of the chain, up to and including the first file that does not fit in
    /// full.
    fn chain(&self) -> &Chain {
        self.chain.get_or_init(|| {
            let (Some(start), Some(settings)) = (self.start(), self.settings()) else {
                return Chain::default();
            };
            let more = match &settings.more_names {
                Told::Value(names) => &**names,
                Told::Nothing | Told::Unknown => &[],
            };
            let most = match settings.most_bytes {
                Told::Value(most) => most,
                Told::Nothing => self.most_bytes(),
                Told::Unknown => 0,
            };
            let mut chain = Chain {
                most,
                ..Chain::default()
            };
            let mut used: u64 = 0;
            for (tree, folder) in start.chain().rev() {
                let names = self.reader.settings.chain.iter().chain(more);
                let size = |name: &str| tree.version(name.into(), Reach::Anywhere).ok();
                let first = names
                    .filter_map(|name| Some((name, size(name)?.bytes)))
                    .next();
                let Some((name, bytes)) = first else {
                    continue;
                };
                used = used.saturating_add(bytes);
                let path = folder.map(|folder| join(folder, name));
                chain.sizes.extend(path.map(|path| (path, used)));
                if used > most {
                    break;
                }
            }
            chain
        })
    }

    /// Returns the maximum number of bytes of a chain that the client loads if no setting changes
    /// it.
    fn most_bytes(&self) -> u64 {
        let like = self.reader.settings.like.as_ref();
        let row = like.and_then(|like| self.server.table.formats.dialects.of(like));
        let own = row.and_then(|(row, _, _)| row.load_of(self.reader.client));
        let cuts = own.and_then(|load| load.cuts.as_ref());
        cuts.map_or(u64::MAX, |cut| cut.most)
    }

    /// Returns whether the client's settings may exclude the file at `path`.
    fn is_excluded(&self, path: &str) -> bool {
        let folder = || self.bound.folder().path();
        self.settings()
            .is_none_or(|settings| settings.may_exclude(folder, path))
    }

    /// Returns the client's settings, or `None` if its start folder is unknown.
    fn settings(&self) -> Option<&Settings> {
        let start = self.start()?;
        Some(self.settings.get_or_init(|| {
            let row = self.reader.settings;
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

    /// Returns the folder in which the client was started, or `None` if it is unknown.
    fn start(&self) -> Option<&StartFolder> {
        let find = || {
            let folder = (self.told)()?;
            StartFolder::find(&folder, self.bound.folder(), self.reader.above)
        };
        self.start.get_or_init(find).as_ref()
    }
}
