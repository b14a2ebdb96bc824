//! The rule files that a client loads by itself, at its start or together with a file.

use std::borrow::Cow;
use std::cell::OnceCell;
use std::collections::HashMap;

use crate::client::Client;
use crate::dialect::{Dialect, Event, Load};
use crate::dialects::Dialects;
use crate::loading::{AnyFile, Loading};
use crate::path::{is_within, join, names};
use crate::rule_scope::RulePlace;
use crate::settings::Told;
use crate::surroundings::Surroundings;

/// A session of a client: what decides which rule files the client loads by itself.
///
/// ```
/// use rule_files::{ClientSession, Dialects, Event, Files};
///
/// let (dialects, text) = (Dialects::built_in(), "Be brief.\n");
/// let files = Files::of([("GEMINI.md", text), ("AGENTS.md", text)]);
/// let session = ClientSession::built_in("gemini-cli", &dialects, &files).ok_or("no such client")?;
/// assert_eq!(session.loading("GEMINI.md", text, Event::Start, None).to_string(), "whole");
/// assert_eq!(session.loading("AGENTS.md", text, Event::Start, None).to_string(), "nothing");
/// # Ok::<(), &str>(())
/// ```
pub struct ClientSession<'s> {
    name: &'s str,
    client: Cow<'s, Client>,
    dialects: &'s Dialects,
    surroundings: &'s dyn Surroundings,
    version: Option<&'s str>,
    chain: OnceCell<Chain>,
}

/// A chain of rule files: at most one in each folder, from the repository's top down. The client
/// loads a limited number of bytes from all of these files together.
#[derive(Default)]
struct Chain {
    /// The total size of each file and the files above it, in bytes. Contains the files up to the
    /// first one that does not fit in full.
    sizes: HashMap<String, u64>,
    /// The number of bytes that the client loads, or `None` if it is unknown.
    most: Option<u64>,
}

impl<'s> ClientSession<'s> {
    /// Returns the session of the client `name` with its built-in row, or `None` if no row of
    /// `dialects` names the client. Its version counts as the newest.
    pub fn built_in(
        name: &'s str,
        dialects: &'s Dialects,
        surroundings: &'s dyn Surroundings,
    ) -> Option<Self> {
        let is_known = dialects.clients().contains(&name);
        is_known.then(|| Self::new(name, Client::built_in(name), dialects, surroundings))
    }

    /// Returns the session of a client with the row `client`. `name` is its name in
    /// [`Load::client`].
    pub fn new(
        name: &'s str,
        client: impl Into<Cow<'s, Client>>,
        dialects: &'s Dialects,
        surroundings: &'s dyn Surroundings,
    ) -> Self {
        Self {
            name,
            client: client.into(),
            dialects,
            surroundings,
            version: None,
            chain: OnceCell::new(),
        }
    }

    /// Returns the same session with `version`, the value of the environment variable that
    /// [`Since`](crate::client::Since) names.
    #[must_use]
    pub fn with_version(self, version: Option<&'s str>) -> Self {
        Self { version, ..self }
    }

    /// Returns how the client loads the rule file at `path` by itself at `event`, which is about the
    /// file `touched`. If it is about no file, only rules for every file are loaded. `text` is the
    /// rule file's text. What the client has since its start, it has at later events, too.
    ///
    /// When the client starts, it loads the rules for its whole start folder or for a folder above
    /// it. Later, it loads the rules for the files that it touches. If in doubt, a rule counts as
    /// not loaded.
    pub fn loading(
        &self,
        path: &str,
        text: &str,
        event: Event,
        touched: Option<&str>,
    ) -> Loading<'s> {
        let path = path.strip_prefix("./").unwrap_or(path);
        let Some(touched) = touched
            .map(names)
            .map_or(Some(None), |names| names.map(Some))
        else {
            return Loading::Nothing;
        };
        let place = RulePlace::of(self.dialects, path);
        let scope = place.read(text).scope();
        // A file that is of no known kind has no header for the client.
        let pattern = match &scope {
            _ if place.dialect.is_none() => Some("**".to_owned()),
            Some(scope) if scope.is_for_its_folder() => Some("**".to_owned()),
            Some(scope) => touched.as_ref().and_then(|names| {
                let (_, pattern) = scope.best(names)?;
                Some(pattern.shown.clone())
            }),
            None => None,
        };
        let touched = touched.map(|names| names.join("/"));
        let any = |is_near: &dyn Fn(&str) -> bool| touched.as_deref().is_none_or(is_near);
        match pattern {
            Some(pattern) => self.loading_by(path, &pattern, event, &any),
            None => Loading::Nothing,
        }
    }

    /// Returns how the client loads the rule file at `path` at `event`, for a caller that knows
    /// `pattern`: the rule's pattern that matches, relative to the project's folder, or `**` for a
    /// rule for every file. `any` tests a condition on the files of the event.
    pub fn loading_by(
        &self,
        path: &str,
        pattern: &str,
        event: Event,
        any: &AnyFile<'_>,
    ) -> Loading<'s> {
        let loading = self.tried(path, pattern, event, any);
        loading.unwrap_or_else(|reason| reason)
    }

    /// Does the work of [`Self::loading_by`], so that `?` can end it early.
    ///
    /// # Errors
    ///
    /// Returns the result as an error if the file is not loaded, or if it is unknown whether it is.
    fn tried(
        &self,
        path: &str,
        pattern: &str,
        event: Event,
        any: &AnyFile<'_>,
    ) -> Result<Loading<'s>, Loading<'s>> {
        let known = self.dialects.row_of(path);
        let own = known.and_then(|(row, _)| row.load_of(self.name));
        // Another file replaces this one in all sessions of the client.
        let beside =
            |name: &String| known.is_some_and(|(_, base)| self.surroundings.has(&join(base, name)));
        if own.is_some_and(|load| load.replaced.iter().any(beside)) {
            return Err(Loading::Replaced);
        }
        let is_known = own.is_some();
        if !is_known && self.client.keys.is_empty() && self.client.chain.is_empty() {
            return Err(Loading::Nothing);
        }
        let start = self.surroundings.start().ok_or(Loading::Unknown)?;
        let settings = self.surroundings.settings().ok_or(Loading::Unknown)?;
        if settings.is_unknown {
            return Err(Loading::Unknown);
        }
        if self.is_excluded(path) {
            return Err(Loading::Nothing);
        }
        if start.paths(path).any(|path| settings.has_path(path)) {
            return Ok(Loading::Whole(None));
        }
        let (folder, name) = path.rsplit_once('/').unwrap_or(("", path));
        let is_both = self.is_on(name)?;
        let is_like = self.is_named(name, is_known)?;
        let (like, base) = match (known, &self.client.like) {
            (Some((_, base)), _) if is_known => (path.to_owned(), base),
            (_, Some(like)) if is_like => (join(folder, like), folder),
            _ => return Err(Loading::Nothing),
        };
        let is_in_chain = !self.client.chain.is_empty() && is_like;
        let cut = if is_in_chain { self.cut(path)? } else { None };
        // If only a setting lists a file, the client does not read the file's header.
        let is_whole = !is_known || is_for_all(pattern, base, known.map(|(row, _)| row));
        let is_general = is_whole && start.reads(base);
        let is_near = |path: &str| is_within(path, base) && start.holds(path);
        let is_read = is_general || (start.reads(base) || start.holds(base)) && any(&is_near);
        let load = self.row_at(&like, is_general, event, is_both);
        let load = load.filter(|_| is_read).ok_or(Loading::Nothing)?;
        Ok(cut.unwrap_or(Loading::Whole(Some(load))))
    }

    /// Returns the entry that says how the client reads the rule file at `path` at its start or at
    /// `event`, or the entry by which another file replaces it.
    ///
    /// `is_general` says whether the rule applies to all files of the client's start folder, or of
    /// a folder above. The client may read these rules at different events than other rules.
    /// `is_alone` says that other files do not keep the client from reading it.
    fn row_at(
        &self,
        path: &str,
        is_general: bool,
        event: Event,
        is_alone: bool,
    ) -> Option<&'s Load> {
        let (dialect, folder) = self.dialects.row_of(path)?;
        let beside = |name: &String| !is_alone && self.surroundings.has(&join(folder, name));
        let above = |name: &String| !is_alone && self.surroundings.is_above(name);
        dialect.loads.iter().find(|load| {
            let events = if is_general {
                &load.always
            } else {
                &load.matched
            };
            let is_read = (events.contains(&Event::Start) || events.contains(&event))
                && !load.unless.iter().any(beside)
                && !load.unless_top.iter().any(above);
            load.client == self.name && (is_read || load.replaced.iter().any(beside))
        })
    }

    /// Returns how the client cuts the file at `path`, or `None` if it loads the whole file.
    ///
    /// # Errors
    ///
    /// Returns [`Loading::Nothing`] if the file is not in the chain, and [`Loading::Unknown`] if
    /// its limit is unknown.
    fn cut(&self, path: &str) -> Result<Option<Loading<'s>>, Loading<'s>> {
        let chain = self.chain.get_or_init(|| self.chain());
        let size = *chain.sizes.get(path).ok_or(Loading::Nothing)?;
        let most = chain.most.ok_or(Loading::Unknown)?;
        Ok((size > most).then_some(Loading::Cut { size, most }))
    }

    /// Returns whether a file of this name is loaded regardless of the files next to it.
    ///
    /// # Errors
    ///
    /// Returns [`Loading::Nothing`] if the client's mode or version excludes the file, and
    /// [`Loading::Unknown`] if the mode is unknown.
    fn is_on(&self, name: &str) -> Result<bool, Loading<'s>> {
        let Some(row) = &self.client.mode else {
            return Ok(false);
        };
        let is_it = name == row.file;
        if is_it && !row.since.has(self.version) {
            return Err(Loading::Nothing);
        }
        match &self.surroundings.settings().ok_or(Loading::Unknown)?.mode {
            Told::Nothing => Ok(false),
            Told::Value(mode) if row.either.contains(mode) => Ok(false),
            Told::Value(mode) if row.both.contains(mode) => Ok(is_it),
            Told::Value(mode) if row.without.contains(mode) => {
                if is_it {
                    Err(Loading::Nothing)
                } else {
                    Ok(false)
                }
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
    fn is_named(&self, name: &str, is_known: bool) -> Result<bool, Loading<'s>> {
        let settings = self.surroundings.settings().ok_or(Loading::Unknown)?;
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
        let is_like = is_more || self.client.chain.iter().any(|known| known == name);
        if is_like || is_known {
            Ok(is_like)
        } else {
            Err(Loading::Nothing)
        }
    }

    /// Finds the files of the chain, and adds up their sizes.
    fn chain(&self) -> Chain {
        let Some(settings) = self.surroundings.settings() else {
            return Chain::default();
        };
        let more = match &settings.more_names {
            Told::Value(names) => &**names,
            Told::Nothing | Told::Unknown => &[],
        };
        let names = self.client.chain.iter().chain(more);
        let names: Vec<&str> = names.map(String::as_str).collect();
        let most = match settings.most_bytes {
            Told::Value(most) => Some(most),
            Told::Nothing => Some(self.most_bytes()),
            Told::Unknown => None,
        };
        let mut sizes = HashMap::new();
        let mut used: u64 = 0;
        for file in self.surroundings.chain(&names) {
            used = used.saturating_add(file.bytes);
            sizes.extend(file.path.map(|path| (path, used)));
            if most.is_some_and(|most| used > most) {
                break;
            }
        }
        Chain { sizes, most }
    }

    /// Returns the maximum number of bytes of a chain that the client loads if no setting changes
    /// it.
    fn most_bytes(&self) -> u64 {
        let like = self.client.like.as_ref();
        let row = like.and_then(|like| self.dialects.row_of(like));
        let own = row.and_then(|(row, _)| row.load_of(self.name));
        let cuts = own.and_then(|load| load.cuts.as_ref());
        cuts.map_or(u64::MAX, |cut| cut.most)
    }

    /// Returns whether the client's settings may exclude the file at `path`.
    pub fn is_excluded(&self, path: &str) -> bool {
        let settings = self.surroundings.settings();
        let root = || self.surroundings.root();
        settings.is_none_or(|settings| settings.may_exclude(root, path))
    }
}

/// Returns whether `pattern` matches every file in the folder `base`. `row` is the row of the rule
/// file, if there is one.
fn is_for_all(pattern: &str, base: &str, row: Option<&Dialect>) -> bool {
    let all = join(base, "**");
    let is_all = |pattern: &str| pattern == "**" || pattern == all;
    let drops = row.is_some_and(|row| row.is(|matching| matching.drops_final_stars, false));
    let dropped = pattern.strip_suffix("/**").filter(|_| drops);
    is_all(pattern) || dropped.is_some_and(is_all)
}
