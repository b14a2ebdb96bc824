//! Runs one scenario against one server.

use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use std::time::Instant;

use cucumber::feature::Ext as _;
use cucumber::tag::Ext as _;
use cucumber::{Parser, World as _, cli, gherkin, parser};
use futures::stream;
use gherkin::{Feature, Rule, Scenario, Step};
use tokio::runtime::Runtime;

use crate::expect::update;
use crate::recorder::{Outcome, Recorder};
use crate::server::Server;
use crate::wants::Wants;
use crate::world::{SERVER, World};
use crate::{examples, outline};

/// Cucumber's own options `--name` and `--tags`.
pub type Selection = cli::Opts<cli::Empty, cli::Empty, cli::Empty>;

/// One scenario, or one row of an outline.
#[derive(Debug, Clone)]
pub struct Case {
    pub requirement: String,
    pub title: String,
    /// Its name below a server's: `requirement::title`, with `::3` for the third row.
    pub name: String,
    /// Its feature, with no other scenario.
    feature: Feature,
}

/// Returns every scenario of the features below a folder, in order.
///
/// # Errors
///
/// A file that cannot be read.
pub fn cases(folder: &Path) -> Result<Vec<Case>, String> {
    let mut cases = Vec::new();
    for file in outline::files(folder)? {
        cases.extend(of(examples::read(&file)?)?);
    }
    Ok(cases)
}

/// Returns every scenario of a feature, one for each row of an outline.
///
/// # Errors
///
/// An outline with a column that its examples do not have.
pub fn of(feature: Feature) -> Result<Vec<Case>, String> {
    let mut feature = feature.expand_examples().map_err(|error| error.to_string())?;
    let rules = std::mem::take(&mut feature.rules);
    let scenarios = std::mem::take(&mut feature.scenarios);
    let mut cases: Vec<Case> = Vec::new();
    let mut add = |requirement: &str, scenario: &Scenario, feature: Feature| {
        let name = format!("{}::{}", slug(requirement), slug(&scenario.name));
        let row = cases
            .iter()
            .filter(|case| case.title == scenario.name && case.requirement == requirement)
            .count()
            + 1;
        cases.push(Case {
            requirement: requirement.to_owned(),
            title: scenario.name.clone(),
            name: if scenario.examples.is_empty() { name } else { format!("{name}::{row}") },
            feature,
        });
    };
    for scenario in scenarios {
        let feature = Feature { scenarios: vec![scenario.clone()], ..feature.clone() };
        add(&feature.name.clone(), &scenario, feature);
    }
    for rule in rules {
        for scenario in &rule.scenarios {
            let alone = Rule { scenarios: vec![scenario.clone()], ..rule.clone() };
            let feature = Feature { rules: vec![alone], ..feature.clone() };
            add(&rule.name, scenario, feature);
        }
    }
    Ok(cases)
}

/// Returns a name of lower-case words: `Pattern override` is `pattern_override`.
fn slug(name: &str) -> String {
    let words = name.split(|c: char| !c.is_alphanumeric());
    let words: Vec<String> = words.filter(|word| !word.is_empty()).map(str::to_lowercase).collect();
    words.join("_")
}

impl Case {
    /// Returns why the scenario cannot run against a server, if so.
    pub fn excluded(&self, server: &dyn Server) -> Option<String> {
        server.excludes(&self.requirement, &Wants::of(self.steps()))
    }

    /// Returns whether the options select it: its title, or its tags with those around it.
    pub fn is_selected(&self, by: &Selection) -> bool {
        let (rule, scenario) = self.scenario();
        let tags = self.feature.tags.iter().chain(rule.iter().flat_map(|rule| &rule.tags));
        let tags = tags.chain(&scenario.tags);
        by.re_filter.as_ref().is_none_or(|name| name.is_match(&self.title))
            && by.tags_filter.as_ref().is_none_or(|expression| expression.eval(tags))
    }

    /// Returns its title, with the row of the examples where it is an outline's.
    pub fn shown(&self) -> String {
        match examples::shown(self.scenario().1) {
            example if example.is_empty() => self.title.clone(),
            example => format!("{} [{example}]", self.title),
        }
    }

    /// Returns the rule and the scenario of its feature.
    fn scenario(&self) -> (Option<&Rule>, &Scenario) {
        let rule = self.feature.rules.first();
        let scenarios = rule.map_or(&self.feature.scenarios, |rule| &rule.scenarios);
        (rule, &scenarios[0])
    }

    /// Returns every step, the backgrounds' first.
    fn steps(&self) -> impl Iterator<Item = &Step> {
        let (rule, scenario) = self.scenario();
        let backgrounds = self.feature.background.iter();
        let backgrounds = backgrounds.chain(rule.and_then(|rule| rule.background.as_ref()));
        backgrounds.flat_map(|background| &background.steps).chain(&scenario.steps)
    }

    /// Returns the file, the feature, the rule and the scenario that a failure stands under.
    fn place(&self) -> String {
        let (rule, scenario) = self.scenario();
        let file = self.feature.path.as_ref().and_then(|path| path.file_name());
        let file = file.unwrap_or_default().to_string_lossy();
        let rule = rule.map_or(String::new(), |rule| format!(" / {}", rule.name));
        let (line, feature) = (scenario.position.line, &self.feature.name);
        format!("features/{file}:{line}: {feature}{rule} / {}", self.shown())
    }

    /// Runs the scenario.
    ///
    /// # Panics
    ///
    /// If cucumber does not run it.
    pub fn run(&self, server: &'static dyn Server) -> Outcome {
        static RUNTIME: OnceLock<Runtime> = OnceLock::new();
        let runtime = RUNTIME.get_or_init(|| {
            let mut builder = tokio::runtime::Builder::new_multi_thread();
            builder.worker_threads(2).enable_all().build().expect("a runtime")
        });
        let run = World::cucumber::<PathBuf>()
            .with_parser(Only(self.feature.clone()))
            .with_writer(Recorder::default())
            .with_default_cli()
            .after(|feature, _, scenario, _, world| {
                Box::pin(async move {
                    if let Some(world) = world {
                        update::propose(feature, scenario, std::mem::take(&mut world.proposed));
                        world.end().await;
                    }
                })
            })
            .run(PathBuf::new());
        let started = Instant::now();
        let Recorder { failures, ended } = runtime.block_on(SERVER.scope(server, run));
        let failure = match &failures[..] {
            [] if ended == 1 => None,
            [] => panic!("'{}' did not run once", self.title),
            failures => Some(format!("{}\n{}", self.place(), failures.join("\n"))),
        };
        Outcome { time: started.elapsed(), failure }
    }
}

/// Gives cucumber a feature that is read already.
struct Only(Feature);

impl Parser<PathBuf> for Only {
    type Cli = cli::Empty;
    type Output = stream::Iter<std::array::IntoIter<parser::Result<Feature>, 1>>;

    fn parse(self, _path: PathBuf, _cli: Self::Cli) -> Self::Output {
        stream::iter([Ok(self.0)])
    }
}
