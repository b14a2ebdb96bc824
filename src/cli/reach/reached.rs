//! Finds the rules that reach one client, with the same decisions as in the client's hook.

use rule_files::Loading;
use std::collections::HashMap;

use super::cell::{Cell, Way};
use crate::cli::hook::loads::{FILE_EVENTS, Loads};
use crate::operation::guidance::{Rule, RuleCopy};
use rule_files::Dialects;
use rule_files::dialect::{Cut, Event, Extent};

/// The rules and files of a project, and one client.
pub(super) struct Reached<'r, 'l> {
    pub loads: &'l Loads<'l>,
    /// The client's name in the rows of rule files.
    pub client: &'l str,
    /// Whether the client's reading of rule files was measured. Otherwise, it is not known which files
    /// it leaves out.
    pub is_measured: bool,
    pub dialects: &'l Dialects,
    /// The rules, each with a flag that is true if the client's hook can give it.
    pub rules: &'l [(&'r Rule, bool)],
    pub files: &'l [String],
    /// Reads the text of a document; `None` if it cannot be read.
    pub text: &'l dyn Fn(&RuleCopy) -> Option<String>,
}

/// A document that the client reads only in part.
#[derive(Debug)]
pub(in crate::cli) struct CutDocument {
    pub path: String,
    /// The part of the document that the client reads, including the effect of its settings.
    pub cut: Cut,
    /// The size of all documents that count towards the limit, in the unit of `cut`.
    pub size: u64,
}

/// How the client itself loads one document.
#[derive(Debug, Clone, Copy)]
struct LoadState<'l> {
    /// How much of the document the client loads, without regard to imports.
    loading: Loading<'l>,
    /// The way in which the client loads the document; `None` if it does not.
    way: Option<Way>,
    /// Whether `way` was measured, or needs no measurement.
    is_sure: bool,
    /// Whether the document's imports are loaded as well.
    has_imports: bool,
}

impl<'r, 'l> Reached<'r, 'l> {
    /// Returns a cell for each document, by the document's path, and the documents that the client
    /// reads only in part.
    pub fn cells(&self) -> (HashMap<&'r str, Cell>, Vec<CutDocument>) {
        let mut states: Vec<Vec<LoadState<'_>>> = Vec::new();
        for rule in self.rules() {
            states.push(rule.copies().map(|copy| self.load_state(copy)).collect());
        }
        let mut cuts = self.cut(&mut states);
        self.import(&mut states);
        let mut cells: HashMap<&str, Cell> = HashMap::new();
        for ((rule, has_hook), states) in self.rules.iter().zip(&states) {
            let copies: Vec<(&RuleCopy, &LoadState<'_>)> = rule.copies().zip(states).collect();
            for (copy, state) in &copies {
                let cell = cell(copy, state, &copies, *has_hook);
                let strongest = cells.entry(&copy.path).or_insert(cell);
                if strongest.way < cell.way {
                    *strongest = cell;
                }
            }
        }
        // A document that contains only imports reaches the client in the same way as the import that
        // reaches it least.
        for copy in self.rules().flat_map(Rule::copies) {
            let is_left = cells
                .get(&*copy.path)
                .is_some_and(|cell| !cell.way.is_own());
            let imported = copy
                .about
                .imports
                .iter()
                .map(|path| cells.get(&**path).copied());
            let imported = imported.collect::<Option<Vec<Cell>>>();
            let least =
                imported.and_then(|imported| imported.into_iter().min_by_key(|cell| cell.way));
            if let Some(least) = least.filter(|_| copy.about.is_only_imports && is_left) {
                let follows = None;
                cells.insert(&copy.path, Cell { follows, ..least });
            }
        }
        cuts.retain(|document| {
            cells
                .get(&*document.path)
                .is_some_and(|cell| cell.way == Way::Cut)
        });
        (cells, cuts)
    }

    /// Returns the rules without their flags.
    fn rules(&self) -> impl Iterator<Item = &'r Rule> + Clone + 'l
    where
        'r: 'l,
    {
        self.rules.iter().map(|(rule, _)| *rule)
    }

    /// Returns how the client itself loads the document `copy`. [`Self::cut`] and [`Self::import`]
    /// then correct the state.
    fn load_state(&self, copy: &RuleCopy) -> LoadState<'l> {
        let any_file = |is: &dyn Fn(&str) -> bool| {
            let mut paths = copy.paths.iter();
            paths.any(|index| is(&self.files[*index]))
        };
        let row = self.dialects.row_of(&copy.path).map(|(row, _)| row);
        let client = self.client;
        let is_measured = row.is_none_or(|row| {
            let has_row = row.load_of(client).is_some();
            self.is_measured && (!has_row || row.is_measured_with(client))
        });
        let at_start = self.loads.loading(copy, Event::Start, &|_| true);
        let mut found = (at_start, Way::Start);
        if matches!(at_start, Loading::Nothing | Loading::Unknown) {
            // The client's documentation may not say which use of the file loads the rule.
            let events = FILE_EVENTS.into_iter().chain([Event::Unknown]);
            let mut loading = events.map(|event| self.loads.loading(copy, event, &any_file));
            let read = loading.find(|read| !matches!(read, Loading::Nothing | Loading::Unknown));
            found = (read.unwrap_or(at_start), Way::Read);
        }
        let (loading, way) = found;
        LoadState {
            loading,
            way: match loading {
                Loading::Whole(_) => Some(way),
                Loading::Cut { .. } => Some(Way::Cut),
                Loading::Nothing | Loading::Unknown | Loading::Replaced => None,
            },
            is_sure: is_measured && loading != Loading::Unknown,
            has_imports: loading.imports(),
        }
    }

    /// Returns the documents that are too large for the client, and marks them in `states`.
    /// A limit applies to a single document, or to all documents that have one together.
    fn cut(&self, states: &mut [Vec<LoadState<'_>>]) -> Vec<CutDocument> {
        let (mut cuts, mut together) = (Vec::new(), Vec::new());
        for (number, rule) in self.rules().enumerate() {
            for (index, copy) in rule.copies().enumerate() {
                let Some(row) = self.cut_row(&copy.path) else {
                    continue;
                };
                let state = &mut states[number][index];
                let cut_document = |cut, size| CutDocument {
                    path: copy.path.clone(),
                    cut,
                    size,
                };
                match state.loading {
                    Loading::Cut { size, most } => {
                        let row = row.clone();
                        cuts.push(cut_document(Cut { most, ..row }, size));
                    }
                    Loading::Whole(_) if row.of == Extent::File && copy.bytes > row.most => {
                        let size = (self.text)(copy).map_or(0, |text| row.size(&text));
                        if size > row.most {
                            state.way = Some(Way::Cut);
                            cuts.push(cut_document(row.clone(), size));
                        }
                    }
                    Loading::Whole(_) if matches!(row.of, Extent::All | Extent::Unknown) => {
                        together.push((number, index, copy, row));
                    }
                    _ => {}
                }
            }
        }
        let bytes: u64 = together.iter().map(|(_, _, copy, _)| copy.bytes).sum();
        let most = together.iter().map(|(_, _, _, row)| row.most).min();
        if most.is_none_or(|most| bytes <= most) {
            return cuts;
        }
        let texts = together.iter().map(|(_, _, copy, row)| {
            let text = (self.text)(copy);
            text.map_or(0, |text| row.size(&text))
        });
        let size = texts.sum();
        for (number, index, copy, row) in together
            .into_iter()
            .filter(|(_, _, _, row)| size > row.most)
        {
            states[number][index].way = Some(Way::Cut);
            cuts.push(CutDocument {
                path: copy.path.clone(),
                cut: row.clone(),
                size,
            });
        }
        cuts
    }

    /// Returns the client's limit for the document at `path`, from the row of the document or of a
    /// similar file. Returns `None` if there is no limit.
    fn cut_row(&self, path: &str) -> Option<&'l Cut> {
        let limit = |path: &str| {
            let (row, _) = self.dialects.row_of(path)?;
            row.load_of(self.client)?.cuts.as_ref()
        };
        limit(path).or_else(|| limit(self.loads.client.like.as_ref()?))
    }

    /// Marks in `states` the documents that the client loads because a loaded document imports them.
    /// An imported document is loaded in the same way as its importer, unless it is already loaded in
    /// a stronger way.
    fn import(&self, states: &mut [Vec<LoadState<'_>>]) {
        let mut importers = Vec::new();
        for (rule, states) in self.rules().zip(&*states) {
            for (copy, state) in rule.copies().zip(states) {
                // If a document is loaded only in part, its imports may be in the rest.
                let is_whole = matches!(state.way, Some(Way::Read | Way::Start));
                if is_whole && state.has_imports {
                    importers.push((copy, *state));
                }
            }
        }
        for (importer, importing) in importers {
            let imported = self.loads.imported(vec![importer], self.rules());
            if imported.is_empty() {
                continue;
            }
            for (rule, states) in self.rules().zip(&mut *states) {
                for (copy, state) in rule.copies().zip(states) {
                    // An importer that is loaded with a file brings its imports only for its own
                    // files.
                    let is_in_time =
                        importing.way == Some(Way::Start) || covers_files(importer, copy);
                    let is_stronger = importing.way > state.way;
                    if imported.contains(&copy.path) && is_in_time && is_stronger {
                        state.way = importing.way;
                        state.is_sure = importing.is_sure;
                        state.has_imports = true;
                    }
                }
            }
        }
    }
}

/// Returns the cell of the document `copy`, which is loaded as `own_state` says. The text may also
/// reach the client by one of `copies`, or by the client's hook if `has_hook` is true.
fn cell(
    copy: &RuleCopy,
    own_state: &LoadState<'_>,
    copies: &[(&RuleCopy, &LoadState<'_>)],
    has_hook: bool,
) -> Cell {
    let is_same = |other: &RuleCopy| std::ptr::eq(other, copy);
    let reaching = copies.iter().filter(|(other, state)| {
        let has_text = match state.way {
            Some(Way::Start) => true,
            Some(Way::Read) => covers_files(other, copy),
            _ => false,
        };
        has_text || is_same(other) && state.way.is_some()
    });
    let best = reaching.max_by_key(|(other, state)| (state.way, is_same(other)));
    let way = match best.and_then(|(_, state)| state.way) {
        Some(way) => way,
        None if has_hook && own_state.loading != Loading::Replaced => Way::Hook,
        None => Way::Never,
    };
    let is_loaded = best.is_some_and(|(other, _)| is_same(other)) && way > Way::Cut;
    Cell {
        way,
        is_sure: best.map_or(own_state.is_sure, |(_, state)| state.is_sure),
        follows: is_loaded.then_some(own_state.has_imports),
    }
}

/// Returns whether `copy` applies to all files to which `other` applies.
fn covers_files(copy: &RuleCopy, other: &RuleCopy) -> bool {
    let mut paths = other.paths.iter();
    copy.paths.len() >= other.paths.len()
        && paths.all(|path| copy.paths.binary_search(path).is_ok())
}
