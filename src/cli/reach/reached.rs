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
struct Own<'l> {
    loading: Loading<'l>,
    way: Option<Way>,
    is_sure: bool,
    /// Whether the document's imports are loaded as well.
    follows: bool,
}

impl<'r, 'l> Reached<'r, 'l> {
    /// Returns a cell for each document, by the document's path, and the documents that the client
    /// reads only in part.
    pub fn cells(&self) -> (HashMap<&'r str, Cell>, Vec<CutDocument>) {
        let own = self
            .rules()
            .map(|rule| rule.copies().map(|copy| self.own(copy)).collect());
        let mut own: Vec<Vec<Own<'_>>> = own.collect();
        let mut cuts = self.cut(&mut own);
        self.import(&mut own);
        let mut cells: HashMap<&str, Cell> = HashMap::new();
        for ((rule, has_hook), own) in self.rules.iter().zip(&own) {
            let copies: Vec<(&RuleCopy, &Own<'_>)> = rule.copies().zip(own).collect();
            for (copy, own) in &copies {
                let cell = cell(copy, own, &copies, *has_hook);
                let known = cells.entry(&copy.path).or_insert(cell);
                if known.way < cell.way {
                    *known = cell;
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

    fn rules(&self) -> impl Iterator<Item = &'r Rule> + Clone + 'l
    where
        'r: 'l,
    {
        self.rules.iter().map(|(rule, _)| *rule)
    }

    /// Returns how the client itself loads the document `copy`.
    fn own(&self, copy: &RuleCopy) -> Own<'l> {
        let any_file = |is: &dyn Fn(&str) -> bool| copy.paths.iter().any(|at| is(&self.files[*at]));
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
        Own {
            loading,
            way: match loading {
                Loading::Whole(_) => Some(way),
                Loading::Cut { .. } => Some(Way::Cut),
                Loading::Nothing | Loading::Unknown | Loading::Replaced => None,
            },
            is_sure: is_measured && loading != Loading::Unknown,
            follows: loading.imports(),
        }
    }

    /// Returns the documents that are too large for the client, and marks them in `own`.
    fn cut(&self, own: &mut [Vec<Own<'_>>]) -> Vec<CutDocument> {
        let (mut cuts, mut together) = (Vec::new(), Vec::new());
        for (at, rule) in self.rules().enumerate() {
            for (index, copy) in rule.copies().enumerate() {
                let Some(row) = self.cut_row(&copy.path) else {
                    continue;
                };
                let own = &mut own[at][index];
                let cut_document = |cut, size| CutDocument {
                    path: copy.path.clone(),
                    cut,
                    size,
                };
                match own.loading {
                    Loading::Cut { size, most } => {
                        let row = row.clone();
                        cuts.push(cut_document(Cut { most, ..row }, size));
                    }
                    Loading::Whole(_) if row.of == Extent::File && copy.bytes > row.most => {
                        let size = (self.text)(copy).map_or(0, |text| row.size(&text));
                        if size > row.most {
                            own.way = Some(Way::Cut);
                            cuts.push(cut_document(row.clone(), size));
                        }
                    }
                    Loading::Whole(_) if matches!(row.of, Extent::All | Extent::Unknown) => {
                        together.push((at, index, copy, row));
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
        for (at, index, copy, row) in together
            .into_iter()
            .filter(|(_, _, _, row)| size > row.most)
        {
            own[at][index].way = Some(Way::Cut);
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

    /// Marks in `own` the documents that the client loads because a loaded document imports them.
    fn import(&self, own: &mut [Vec<Own<'_>>]) {
        let mut importing = Vec::new();
        for (rule, own) in self.rules().zip(&*own) {
            for (copy, own) in rule.copies().zip(own) {
                let way = own.way.filter(|way| *way > Way::Cut && own.follows);
                importing.extend(way.map(|way| (copy, way, own.is_sure)));
            }
        }
        for (importer, way, is_sure) in importing {
            let imported = self.loads.imported(vec![importer], self.rules());
            if imported.is_empty() {
                continue;
            }
            for (rule, own) in self.rules().zip(&mut *own) {
                for (copy, own) in rule.copies().zip(own) {
                    let is_there = way == Way::Start || holds(importer, copy);
                    if imported.contains(&copy.path) && is_there && own.way < Some(way) {
                        (own.way, own.is_sure, own.follows) = (Some(way), is_sure, true);
                    }
                }
            }
        }
    }
}

/// Returns the cell of a document. The text may also reach the client by one of `copies`, or by the
/// client's hook if `has_hook` is true.
fn cell(copy: &RuleCopy, own: &Own<'_>, copies: &[(&RuleCopy, &Own<'_>)], has_hook: bool) -> Cell {
    let is_same = |other: &RuleCopy| std::ptr::eq(other, copy);
    let reaching = copies.iter().filter(|(other, state)| {
        let is_there = match state.way {
            Some(Way::Start) => true,
            Some(Way::Read) => holds(other, copy),
            _ => false,
        };
        is_there || is_same(other) && state.way.is_some()
    });
    let best = reaching.max_by_key(|(other, state)| (state.way, is_same(other)));
    let way = match best.and_then(|(_, state)| state.way) {
        Some(way) => way,
        None if has_hook && own.loading != Loading::Replaced => Way::Hook,
        None => Way::Never,
    };
    let is_loaded = best.is_some_and(|(other, _)| is_same(other)) && way > Way::Cut;
    Cell {
        way,
        is_sure: best.map_or(own.is_sure, |(_, state)| state.is_sure),
        follows: is_loaded.then_some(own.follows),
    }
}

/// Returns whether `copy` applies to all files to which `other` applies.
fn holds(copy: &RuleCopy, other: &RuleCopy) -> bool {
    let mut paths = other.paths.iter();
    copy.paths.len() >= other.paths.len() && paths.all(|at| copy.paths.binary_search(at).is_ok())
}
