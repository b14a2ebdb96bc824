//! `check`: finds problems before they affect results, and prints them.

mod category;
pub mod check_arguments;
pub(super) mod clients;
pub mod finding_kind;
pub(super) mod finding_place;
mod guidance;
mod innermost;
mod invalid_header;
pub mod report;

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use camino::Utf8PathBuf;

use crate::cli::here::{Here, from_here};
use crate::cli::no_project::{self, no_project};
use crate::cli::output::{FAILURE, INIT, say};
use crate::cli::with_progress::with_progress;
use crate::cli::{Context, agents};
use crate::documents::sandbox::Reach;
use crate::limits::MAX_CONFIG_BYTES;
use crate::operation::find::found_rules::FOUND;
use crate::project::bound_project::BoundProject;
use crate::project::project_error::SessionError;
use crate::project::session::Roots;
use crate::server::Server;
use crate::table::Table;
use crate::text::escaped::escape_truncated;
use crate::text::field_path::FieldPath;
use check_arguments::{CheckArguments, ReportFormat};
use clients::CutRule;
use finding_kind::{FindingKind, FindingLevels};
use finding_place::FindingPlace;
use innermost::innermost;
use invalid_header::InvalidHeader;
use report::{Report, Severity};
use rule_files::yaml;

/// Runs `check`, prints its report and returns the exit code.
pub(super) fn run(context: Context, arguments: &CheckArguments) -> u8 {
    let (strict, format) = (arguments.strict, arguments.format());
    let output = context.output;
    let base = context.named();
    let is_verbose = context.is_verbose;
    let server = context.server();
    let levels = FindingLevels::new(&arguments.deny, &arguments.allow);
    let mut report = with_progress("Reading all documents", || {
        check(&server, levels, is_verbose)
    });
    name_files(&mut report, &server, base);
    let screen = output.screen(&server.table, None);
    let printed = match screen.filter(|_| format == ReportFormat::Text) {
        Some(screen) => output.shown(&report.shown(&screen)),
        None => output.print(&report.text(format)),
    };
    exit_code(&report, strict, printed)
}

/// Returns the exit code of a command that has printed `report`. It is a failure if there is an error
/// or, with `strict`, a warning. Otherwise, it is `printed`.
pub(super) fn exit_code(report: &Report, strict: bool, printed: u8) -> u8 {
    let any = |severity| !report.of(severity).is_empty();
    if any(Severity::Error) || strict && any(Severity::Warning) {
        FAILURE
    } else {
        printed
    }
}

/// Makes the file of each finding relative to the current folder. If the project was given by the path
/// `base`, makes the file begin with `base` instead.
pub(super) fn name_files(report: &mut Report, server: &Server, base: Option<Utf8PathBuf>) {
    let file = server.session.file_name();
    let is_named = base.is_some();
    // For a project that does not load, only the path to its folder is known.
    let base = base.or_else(|| Some(from_here(&server.session.last_folder()?).into()));
    let base = base.unwrap_or_default();
    let folder = if base.file_name() == Some(&*file) {
        base.parent().unwrap_or(&base)
    } else {
        &base
    };
    let here = if is_named {
        None
    } else {
        server.session.bind(&Roots::None).ok()
    };
    let here = here.map(|bound| Here::new(&bound));
    for finding in &mut report.findings {
        let own = Some(&finding.file).filter(|own| !own.is_empty());
        let own = own.unwrap_or(&file);
        finding.file = match &here {
            Some(here) => here.path(own),
            None => folder.join(own).into_string(),
        };
    }
}

/// Checks the project of the session. Reads every document that the default patterns or a collection's
/// members match.
fn check(server: &Server, mut levels: FindingLevels, is_verbose: bool) -> Report {
    let (table, session) = (&*server.table, &server.session);
    let mut report = Report::default();
    let bound = match server.bound() {
        Ok(bound) => bound,
        Err(error) => {
            let error = no_project::placed(session, &error);
            return unbound(server, &error, &levels);
        }
    };
    if bound.is_found() {
        let text = "there is no guide.yaml: checked what `mcp-guide init` would write";
        let kind = (Severity::Warning, FindingKind::NoGuideYaml);
        report.add(kind, FindingPlace::Project, text);
    }
    let mut check = Check {
        is_verbose,
        ..Check::new(table, &bound, report)
    };
    for (path, problem) in levels.add(&bound.project.check) {
        check.warn(FindingKind::UnknownKind, &path, &problem);
    }
    check.includes();
    for (name, category) in &bound.project.categories {
        check.category(name, category);
    }
    for (name, collection) in &bound.project.collections {
        check.collection(name, collection);
    }
    check.skills();
    check.guidance();
    for (file, problem) in agents::stale(table, &bound) {
        check.warn(FindingKind::AgentsBlock, FindingPlace::File(file), &problem);
    }
    if !bound.is_found() {
        check.find_lines(&session.file_name());
    }
    check.report.set_levels(&levels);
    check.report
}

/// Returns the report for a project that does not exist or that cannot be loaded.
pub(super) fn unbound(server: &Server, error: &SessionError, levels: &FindingLevels) -> Report {
    let (table, mut report) = (&*server.table, Report::default());
    let text = match error {
        SessionError::Unloadable(error) => {
            let file = escape_truncated(&server.session.file_name());
            format!("{file}: {}", table.render(error))
        }
        error => no_project(table, error),
    };
    if let SessionError::Nowhere(_) = error {
        say(INIT);
    }
    let kind = (Severity::Error, FindingKind::GuideInvalid);
    report.add(kind, FindingPlace::Project, &text);
    if let (SessionError::Unloadable(error), [finding]) = (error, &mut *report.findings) {
        let (file, error) = innermost(error);
        finding.file = file;
        finding.path = escape_truncated(&error.path);
        finding.set_position(error.position);
    }
    report.set_levels(levels);
    report
}

/// A check in progress: the project, and the findings so far.
pub(super) struct Check<'a> {
    table: &'a Table,
    bound: &'a BoundProject,
    pub(super) report: Report,
    /// The size of every checked document as it is delivered, in bytes, by category and path; `None`
    /// if the document cannot be read.
    documents: HashMap<(String, Utf8PathBuf), Option<u64>>,
    /// The paths to documents that cannot be read, relative to the project's folder.
    unread: HashSet<String>,
    /// The paths to documents that other documents link to, relative to the project's folder.
    linked: BTreeSet<String>,
    /// For each kind of rule file, by name: the columns of its row about which the clients'
    /// documentation says nothing.
    unstated: BTreeMap<String, Vec<String>>,
    /// Rule files that clients read only in part, by path and client.
    cut: BTreeMap<(String, String), CutRule>,
    /// Whether to report what the clients' documentation does not say.
    is_verbose: bool,
    /// The documents whose frontmatter is invalid.
    invalid: Vec<InvalidHeader>,
}

impl<'a> Check<'a> {
    /// Creates a check of the project `bound`. `report` contains earlier findings.
    pub(super) fn new(table: &'a Table, bound: &'a BoundProject, report: Report) -> Self {
        Self {
            table,
            bound,
            report,
            documents: HashMap::new(),
            unread: HashSet::new(),
            linked: BTreeSet::new(),
            unstated: BTreeMap::new(),
            cut: BTreeMap::new(),
            is_verbose: false,
            invalid: Vec::new(),
        }
    }
}

impl Check<'_> {
    /// Sets the file of each finding, as a path relative to the project's folder, and the finding's
    /// position in this file. `guide` is the path to the project's guide.
    pub(super) fn find_lines(&mut self, guide: &str) {
        let text = self.bound.folder().open(guide.into(), Reach::Beneath);
        let text = text.and_then(|file| file.read(MAX_CONFIG_BYTES));
        let root = text.ok().and_then(|text| yaml::parse(text).ok());
        let position = |path: &FieldPath| {
            let steps = path.steps();
            let steps: Vec<&str> = steps.iter().map(String::as_str).collect();
            Some(root.as_ref()?.at(&steps).0)
        };
        for finding in &mut self.report.findings {
            match &finding.about {
                FindingPlace::Project => finding.set_position(position(&FieldPath::default())),
                FindingPlace::Field(path) => finding.set_position(position(path)),
                FindingPlace::File(file) => finding.file = (*file).to_owned(),
                FindingPlace::Document { category, path, .. } => {
                    let known = self.bound.project.categories.get(category);
                    let place = known.and_then(|known| self.bound.path_of(known, path));
                    match place.or_else(|| (category == FOUND).then(|| path.clone())) {
                        Some(path) => finding.file = path,
                        // The document belongs to an included guide, or is outside the project.
                        None => {
                            let path = FieldPath::of("categories").field(category);
                            finding.set_position(position(&path));
                        }
                    }
                }
            }
        }
    }
}
