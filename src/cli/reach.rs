//! `reach`: prints which of the project's rules reach which client, and when.

pub(super) mod cell;
pub(super) mod column;
pub mod reach_arguments;
mod reach_table;
mod reached;
mod rule_problems;
pub(super) mod rule_state;

use crate::operation::guidance::RuleProblem;
use rule_files::ClientSession;
use std::collections::{BTreeMap, BTreeSet, HashMap};

use camino::Utf8PathBuf;
use indexmap::IndexMap;

use super::Context;
use super::check::check_arguments::ReportFormat;
use super::check::finding_kind::FindingLevels;
use super::check::report::Report;
use super::check::{Check, exit_code, name_files, unbound};
use super::here::Here;
use super::hook::client_surroundings::ClientSurroundings;
use super::hook::loads::Loads;
use super::no_project;
use super::setup::found_file;
use super::with_progress::with_progress;
use crate::operation::OperationContext;
use crate::operation::find::served_files::{ServedFiles, only, unserved_rules};
use crate::operation::guidance::{Guidance, Rule, RuleCopy};
use crate::project::bound_project::BoundProject;
use crate::project::session::Roots;
use crate::server::Server;
use cell::{Cell, Way};
use column::Column;
use reach_arguments::ReachArguments;
use reach_table::{ReachRow, ReachTable};
use reached::{CutDocument, Reached};
use rule_problems::{ClientCells, RuleProblems};

/// Runs `reach`, prints its table and report, and returns the same exit code as `check`.
///
/// # Errors
///
/// Returns a usage error if a client does not exist.
pub(super) fn run(context: Context, arguments: &ReachArguments) -> Result<u8, String> {
    let (strict, format) = (arguments.check.strict, arguments.check.format());
    let (output, base) = (context.output, context.named());
    let folder = found_file::folder(&context);
    let columns = Column::all(&context.table, &folder, &arguments.clients)?;
    let is_asked = !arguments.clients.is_empty();
    let server = context.server();
    let levels = FindingLevels::new(&arguments.check.deny, &arguments.check.allow);
    let (mut report, table) = with_progress("Reading all rules", || {
        reach(&server, levels, (columns, is_asked))
    });
    name_files(&mut report, &server, base);
    let screen = output.screen(&server.table, None);
    let screen = screen.filter(|_| format == ReportFormat::Text);
    let printed = match (screen, format) {
        (Some(screen), _) => {
            let table = table.map_or_else(String::new, |table| table.shown(&screen));
            output.shown(&(table + &report.shown(&screen)))
        }
        (None, ReportFormat::Text) => {
            let table = table.map_or_else(String::new, |table| table.text());
            output.print(&(table + &report.text(format)))
        }
        (None, ReportFormat::Json) => {
            output.print(&report.json_with(table.map(|table| table.json())))
        }
        (None, _) => output.print(&report.text(format)),
    };
    Ok(exit_code(&report, strict, printed))
}

/// Finds out which rules reach the clients in `columns`. Leaves out clients that read nothing here,
/// unless `is_asked` is true because a person asked for them. Without a project, returns no table.
fn reach(
    server: &Server,
    mut levels: FindingLevels,
    (mut columns, is_asked): (Vec<Column>, bool),
) -> (Report, Option<ReachTable>) {
    // As in hooks, a project without a `guide.yaml` has no documents, but has all rule files.
    let bound = match server.session.bind(&Roots::None) {
        Ok(bound) => bound,
        Err(error) => {
            let error = no_project::placed(&server.session, &error);
            return (unbound(server, &error, &levels), None);
        }
    };
    levels.add(&bound.project.check);
    let mut check = Check::new(&server.table, &bound, Report::default());
    let (files, is_whole) = check.files();
    let dialects = &server.table.formats.dialects;
    let rules = AllRules::of(server, &bound, files);
    let AllRules {
        found, lost, files, ..
    } = &rules;
    let mut rows = rules.rows();
    columns.retain(|column| {
        let mut paths = rows.keys();
        is_asked || column.is_here || paths.any(|path| column.reads(dialects, path))
    });
    let context = check.context();
    let mut clients = Vec::new();
    for column in &columns {
        let (cells, cuts) = rules.reached(server, column, &context);
        for (path, (row, open)) in &mut rows {
            let is_sure = match open {
                None => true,
                Some(Open::Described) => !column.reads(dialects, path),
                Some(Open::NotCompared) => false,
            };
            let never = Cell {
                way: Way::Never,
                is_sure,
                follows: None,
            };
            row.cells.push(cells.get(&**path).copied().unwrap_or(never));
        }
        let name = &*column.name;
        clients.push(ClientCells { name, cells, cuts });
    }
    let mut problems = RuleProblems {
        table: &server.table,
        root: bound.folder(),
        rules: found.rules.iter().chain(&lost.rules).collect(),
        files,
        clients: &clients,
        report: &mut check.report,
    };
    problems.unserved(&rules.left);
    problems.cut();
    problems.copies();
    problems.imports();
    for found in [found, lost] {
        check.unreadable(found);
        check.ignored(found);
    }
    check.idle(found, is_whole);
    check.find_lines(&server.session.file_name());
    check.report.set_levels(&levels);
    let report = check.report;
    let rows = rows.into_values().map(|(row, _)| row).collect();
    let mut table = ReachTable { columns, rows };
    table.set_here(&Here::new(&bound));
    (report, Some(table))
}

/// All rules of a project.
pub(super) struct AllRules {
    /// The rules that hooks give, and the other documents that were considered.
    pub found: Guidance,
    /// The rules that no category serves.
    pub lost: Guidance,
    /// The paths to the rule files that no category serves.
    left: Vec<String>,
    pub files: Vec<String>,
}

impl AllRules {
    /// Finds out which rules apply to which of `files`.
    pub fn of(server: &Server, bound: &BoundProject, files: Vec<String>) -> Self {
        let formats = &server.table.formats;
        let rules = |bound, files| Check::new(&server.table, bound, Report::default()).rules(files);
        let (found, files) = rules(bound, files);
        let found = found.unwrap_or_default();
        let found_rows = rows(&found);
        // A file that a category serves but that cannot be read is a different finding.
        let served = ServedFiles::new(bound, &formats.template_suffixes);
        let left = unserved_rules(bound, &formats.dialects, &files, |path| {
            found_rows.contains_key(path) || served.finds(path)
        });
        let others = only(bound, &left);
        let lost = (!left.is_empty()).then(|| rules(&others, files.clone()).0.unwrap_or_default());
        let left = left.into_iter().map(str::to_owned).collect();
        Self {
            lost: lost.unwrap_or_default(),
            found,
            left,
            files,
        }
    }

    /// Returns a row for each rule, by the rule's path. For a rule that applies to no file, also
    /// returns the reason why it may still reach a client.
    fn rows(&self) -> BTreeMap<String, (ReachRow, Option<Open>)> {
        let mut rows = rows(&self.found);
        for (path, row) in self::rows(&self.lost) {
            rows.entry(path).or_insert(row);
        }
        rows
    }

    /// Returns how each rule reaches a client that is started in the project's folder, by the rule's
    /// path. Also returns the documents that the client reads only in part.
    pub fn reached(
        &self,
        server: &Server,
        column: &Column,
        context: &OperationContext<'_>,
    ) -> (HashMap<&str, Cell>, Vec<CutDocument>) {
        let text = |copy: &RuleCopy| match &copy.text {
            Some(known) => Some(known.text.clone()),
            None => Some(context.document(&copy.file).text().ok()?.text),
        };
        let environment = column.environment();
        let bound = context.bound;
        let told = || bound.folder().path().map(Utf8PathBuf::from);
        let dialects = &server.table.formats.dialects;
        let surroundings = ClientSurroundings::new(&column.reads, bound, &environment, &told);
        let session = ClientSession::new(&column.row, &column.reads, dialects, &surroundings);
        let session = session.with_version(environment.version.as_deref());
        let loads = Loads::new(&column.reads, &surroundings, session);
        let lost = self.lost.rules.iter().map(|rule| (rule, false));
        let has_hook = column.hook().is_some();
        let served = self.found.rules.iter().map(|rule| (rule, has_hook));
        let rules: Vec<(&Rule, bool)> = lost.chain(served).collect();
        let reached = Reached {
            loads: &loads,
            client: &column.row,
            is_measured: column.is_measured(dialects),
            dialects,
            rules: &rules,
            files: &self.files,
            text: &text,
        };
        reached.cells()
    }
}

/// The reason why a rule that applies to no file may still reach a client.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Open {
    /// The rule is chosen by its description.
    Described,
    /// The rule's patterns were not compared with the files.
    NotCompared,
}

/// Returns a row for each rule, by the rule's path. For a rule that applies to no file, also returns
/// the reason why it may still reach a client.
fn rows(found: &Guidance) -> BTreeMap<String, (ReachRow, Option<Open>)> {
    let mut rows = BTreeMap::new();
    let row = |path: &str, pattern: Option<&String>, files| ReachRow {
        path: path.to_owned(),
        pattern: pattern.cloned(),
        files,
        cells: Vec::new(),
    };
    let mut applying: IndexMap<&String, (&String, BTreeSet<usize>)> = IndexMap::new();
    for copy in found.rules.iter().flat_map(Rule::copies) {
        let entry = applying.entry(&copy.path);
        let (_, files) = entry.or_insert_with(|| (&copy.pattern, BTreeSet::new()));
        files.extend(&copy.paths);
    }
    for (path, (pattern, files)) in applying {
        rows.insert(path.clone(), (row(path, Some(pattern), files.len()), None));
    }
    for rule in found.considered.iter().filter(|rule| rule.paths.is_empty()) {
        let path = rule.path.clone();
        let scope = rule.scope.as_ref();
        let open = match rule.bad {
            Some(RuleProblem::NOT_COMPARED) => Some(Open::NotCompared),
            _ => scope
                .and_then(|scope| scope.description.as_ref())
                .map(|_| Open::Described),
        };
        let reach = row(&path, None, 0);
        rows.entry(path).or_insert((reach, open));
    }
    rows
}
