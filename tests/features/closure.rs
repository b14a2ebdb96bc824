//! The closure: every scenario of the Markdown stands in the features with the
//! same words and back, and each of its steps does something.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use cucumber::gherkin::{Step, StepType};

use crate::criteria;
use conformance::expect::key;
use conformance::named::{self, Words};
use conformance::outline::{self, Outline, Scenario};

/// What the specification is, and what it began with.
const SPECIFICATION: &str = "spec/content-tools.md";
const FIRST: &str = "spec/first.md";
/// How many scenarios it began with.
const FIRST_COUNT: usize = 35;
/// The page that defines the steps and their tables.
const LANGUAGE: &str = "spec/README.md";

/// The steps of `Given` and whether each takes a doc string instead of a table.
const GIVEN: &[(&str, bool)] = &[
    ("the project", true),
    ("the token", true),
    ("the files", false),
    ("the links", false),
    ("the folders", false),
    ("the pipes", false),
    ("the modification times", false),
    ("the spec table with", true),
    ("the project is found from", false),
];

/// Everything that is not closed, each with its place and what to do.
pub fn check(root: &Path) -> Vec<String> {
    let (words, runs) = match (outline::markdown(root, SPECIFICATION), outline::features(root)) {
        (Ok(words), Ok(runs)) => (words, runs),
        (words, runs) => return words.err().into_iter().chain(runs.err()).collect(),
    };
    let mut problems = strays(root);
    match named::words(root) {
        Ok(words) => problems.extend(misnamed(&words, &runs)),
        Err(problem) => problems.push(problem),
    }
    problems.extend(lost_cells(root));
    problems.extend(undocumented(root, &runs));
    problems.extend(
        runs.unopened
            .iter()
            .map(|file| format!("{file}: nothing says why these scenarios exist; write it below 'Feature:'")),
    );
    for outline in [&words, &runs] {
        problems.extend(repeated(outline));
    }
    match outline::markdown(root, FIRST) {
        Ok(first) => problems.extend(reworded(&first, &words)),
        Err(problem) => problems.push(problem),
    }
    let by_key = |outline: &Outline| -> BTreeMap<(String, String), usize> {
        let keys = outline.scenarios.iter().enumerate();
        keys.map(|(at, scenario)| ((scenario.requirement.clone(), scenario.title.clone()), at)).collect()
    };
    let (in_words, in_runs) = (by_key(&words), by_key(&runs));
    for (key, at) in &in_words {
        let scenario = &words.scenarios[*at];
        match in_runs.get(key) {
            None => problems.push(format!(
                "{}: '{} / {}' is in no feature; write it there, or remove it here",
                scenario.place, key.0, key.1
            )),
            Some(run) => problems.extend(same_words(scenario, &runs.scenarios[*run])),
        }
    }
    for (key, at) in &in_runs {
        let scenario = &runs.scenarios[*at];
        if !in_words.contains_key(key) {
            problems.push(format!(
                "{}: '{} / {}' is not in spec/content-tools.md; write it there, or remove it here",
                scenario.place, key.0, key.1
            ));
        }
        problems.extend(steps(scenario));
    }
    problems
}

/// The first scenarios that are not kept word for word.
fn reworded(first: &Outline, words: &Outline) -> Vec<String> {
    let count = first.scenarios.len();
    let mut problems = Vec::new();
    if count != FIRST_COUNT {
        problems.push(format!("{FIRST}: {count} scenarios, and there were {FIRST_COUNT}"));
    }
    for due in &first.scenarios {
        let (requirement, title) = due.key();
        let kept = words.scenarios.iter().find(|kept| kept.key() == due.key());
        match kept {
            None => problems
                .push(format!("{SPECIFICATION}: '{requirement} / {title}' of {FIRST} is gone; put it back")),
            Some(kept) if kept.sentences != due.sentences => problems.push(format!(
                "{}: '{requirement} / {title}' is not worded as in {FIRST}; its words stay:\n  {:?}\n  {:?}",
                kept.place, due.sentences, kept.sentences
            )),
            Some(_) => {}
        }
    }
    problems
}

/// Rows of a table with more cells than its first: Gherkin drops them.
fn lost_cells(root: &Path) -> Vec<String> {
    let mut problems = Vec::new();
    for file in outline::files(&root.join("features")).unwrap_or_default() {
        let text = std::fs::read_to_string(&file).unwrap_or_default();
        let shown = file.strip_prefix(root).unwrap_or(&file).display();
        let (mut quoted, mut first) = (false, None);
        for (number, line) in (1..).zip(text.lines()) {
            let line = line.trim();
            quoted ^= line.starts_with("\"\"\"") || line.starts_with("```");
            if quoted || !line.starts_with('|') {
                // A comment may stand within a table.
                first = first.filter(|_| !quoted && line.starts_with('#'));
                continue;
            }
            let bars = line.replace("\\\\", "").replace("\\|", "").matches('|').count();
            let first = *first.get_or_insert(bars);
            if bars > first {
                problems.push(format!(
                    "{shown}:{number}: this row has {} cells, and the table's first has {}: the rest would be lost",
                    bars - 1,
                    first - 1
                ));
            }
        }
    }
    problems
}

/// Differences between the page of the language and what the features can use: steps of
/// `Given`, keys of `Then`, and heads of listings that no feature has.
fn undocumented(root: &Path, runs: &Outline) -> Vec<String> {
    let page = match std::fs::read_to_string(root.join(LANGUAGE)) {
        Ok(page) => page,
        Err(error) => return vec![format!("{LANGUAGE}: {error}")],
    };
    let mut problems = criteria::check(&page, runs);
    let given = GIVEN.iter().map(|(sentence, _)| *sentence);
    let known: BTreeSet<String> = given.chain(["the file PATH"]).map(str::to_owned).collect();
    let listed = names(&page, "| step | data | does |");
    let listed = listed.iter().filter_map(|step| step.strip_prefix("Given "));
    let listed: BTreeSet<String> = listed.map(str::to_owned).collect();
    problems.extend(compared("the step 'Given …'", &known, &listed));
    let known: BTreeSet<String> = key::names().map(str::to_owned).collect();
    let listed = names(&page, "| key | cells | holds when |");
    problems.extend(compared("the key", &known, &listed));
    let steps = runs.scenarios.iter().flat_map(|scenario| &scenario.steps);
    let rows = steps.filter_map(|step| step.table.as_ref());
    let rows = rows.flat_map(|table| &table.rows);
    let heads: BTreeSet<&str> = rows.filter(|row| row[0] == "head").map(|row| row[1].as_str()).collect();
    for line in page.lines().map(str::trim) {
        let cells: Vec<&str> = line.split('|').map(str::trim).collect();
        let head = match cells[..] {
            ["", "head", head, ..] => Some(head),
            ["", cell, ..] => (cell.strip_prefix("`head`, `")).and_then(|cell| cell.strip_suffix('`')),
            _ => None,
        };
        let head = head.filter(|head| !head.contains('`'));
        if let Some(head) = head.filter(|head| !heads.contains(head)) {
            problems.push(format!("{LANGUAGE}: no feature has the head {head:?}"));
        }
    }
    problems
}

/// Returns the names in cells that are no text's, and the texts that no cell names.
fn misnamed(words: &Words, runs: &Outline) -> Vec<String> {
    let steps = runs.scenarios.iter().flat_map(|scenario| {
        let steps = scenario.steps.iter().filter(|step| step.ty != StepType::Given);
        steps.map(|step| (&scenario.place, step))
    });
    let mut problems = Vec::new();
    let mut unused: BTreeSet<&str> = words.keys().map(String::as_str).collect();
    for (place, step) in steps {
        let rows = step.table.iter().flat_map(|table| &table.rows);
        for name in rows.flatten().flat_map(|cell| named::names(cell)) {
            unused.remove(name);
            if !words.contains_key(name) {
                problems.push(format!("{place}: features/words.yaml has no '{name}'"));
            }
        }
    }
    let unused = unused.iter();
    problems.extend(unused.map(|name| format!("features/words.yaml: no cell names '{name}'")));
    problems
}

/// The names in backticks in the first cells of the page's tables with this head.
fn names(page: &str, head: &str) -> BTreeSet<String> {
    let tables = page.split(head).skip(1);
    let rows = tables.flat_map(|table| table.lines().skip(2).take_while(|line| line.starts_with('|')));
    let cells = rows.filter_map(|row| row.split('|').nth(1));
    cells.flat_map(|cell| cell.split('`').skip(1).step_by(2)).map(str::to_owned).collect()
}

fn compared(what: &str, known: &BTreeSet<String>, listed: &BTreeSet<String>) -> Vec<String> {
    let missing = known.difference(listed);
    let missing = missing.map(|name| format!("{LANGUAGE}: {what} '{name}' is not listed"));
    let unknown = listed.difference(known);
    let unknown = unknown.map(|name| format!("{LANGUAGE}: {what} '{name}' does not exist"));
    missing.chain(unknown).collect()
}

/// Feature files where no run collects them.
fn strays(root: &Path) -> Vec<String> {
    let mut strays = Vec::new();
    for folder in ["spec", "tests", "src", "docs", "fuzz"] {
        let files = outline::files(&root.join(folder)).unwrap_or_default();
        strays.extend(files.into_iter().filter(|file| {
            !file.components().any(|part| part.as_os_str() == "target" || part.as_os_str() == "corpus")
        }));
    }
    let top = std::fs::read_dir(root).into_iter().flatten().flatten().map(|entry| entry.path());
    strays.extend(top.filter(|path| path.extension().is_some_and(|end| end == "feature")));
    strays
        .iter()
        .map(|path| {
            let shown = path.strip_prefix(root).unwrap_or(path).display();
            format!("{shown}: a feature outside features/ never runs; move it there")
        })
        .collect()
}

fn repeated(outline: &Outline) -> Vec<String> {
    let mut seen = BTreeMap::new();
    outline
        .scenarios
        .iter()
        .filter_map(|scenario| {
            let first = seen.insert(scenario.key(), &scenario.place)?;
            Some(format!(
                "{}: '{} / {}' stands at {first} already; give one another title",
                scenario.place, scenario.requirement, scenario.title
            ))
        })
        .collect()
}

fn same_words(words: &Scenario, run: &Scenario) -> Option<String> {
    (words.sentences != run.sentences).then(|| {
        format!(
            "{} and {}: '{} / {}' has other sentences in the feature; make them the same:\n  {:?}\n  {:?}",
            words.place, run.place, words.requirement, words.title, words.sentences, run.sentences
        )
    })
}

/// What is wrong with the steps of one scenario, before any is run.
fn steps(scenario: &Scenario) -> Vec<String> {
    let mut problems = Vec::new();
    for kind in [StepType::When, StepType::Then] {
        if !scenario.steps.iter().any(|step| step.ty == kind) {
            problems.push(format!("{}: this scenario has no {kind:?}", scenario.place));
        }
    }
    if scenario.runs == 0 {
        problems.push(format!("{}: an outline without examples", scenario.place));
    }
    for column in &scenario.columns {
        let cell = format!("<{column}>");
        if !scenario.steps.iter().any(|step| holds(step, &cell)) {
            problems.push(format!("{}: no step holds <{column}> of the examples", scenario.place));
        }
    }
    for step in &scenario.steps {
        let found = match step.ty {
            StepType::Given => Vec::from_iter(given(step)),
            StepType::When => Vec::from_iter(when(step)),
            StepType::Then => then(step),
        };
        let file = scenario.place.rsplit_once(':').map_or("", |(file, _)| file);
        problems.extend(found.into_iter().map(|problem| {
            format!("{file}:{}: '{}{}': {problem}", step.position.line, step.keyword, step.value)
        }));
    }
    problems
}

/// Whether a text stands in a step's sentence, its doc string or its table.
fn holds(step: &Step, text: &str) -> bool {
    let cells = step.table.iter().flat_map(|table| table.rows.iter().flatten());
    let texts = [&step.value].into_iter().chain(&step.docstring).chain(cells);
    texts.into_iter().any(|written| written.contains(text))
}

fn given(step: &Step) -> Option<String> {
    let doc = match GIVEN.iter().find(|(sentence, _)| *sentence == step.value) {
        Some((_, doc)) => *doc,
        None if step.value.starts_with("the file ") => true,
        None => return Some("no step definition matches; spec/README.md lists them".into()),
    };
    match (doc, &step.docstring, &step.table) {
        (true, Some(_), None) | (false, None, Some(_)) => None,
        (true, ..) => Some("this step needs a doc string, and no table".into()),
        (false, ..) => Some("this step needs a table, and no doc string".into()),
    }
}

fn when(step: &Step) -> Option<String> {
    match &step.table {
        None if step.docstring.is_none() => Some("a When needs a table of calls, or a doc string".into()),
        Some(table) if table.rows.len() < 2 => Some("this table has a head alone".into()),
        _ => None,
    }
}

fn then(step: &Step) -> Vec<String> {
    let Some(table) = &step.table else {
        return vec!["a Then needs a table of expectations".into()];
    };
    let rows = &table.rows;
    let mut problems: Vec<String> = rows.iter().filter_map(|row| key::problem(row)).collect();
    if rows.iter().all(|row| key::says_little(key::split(&row[0]).1)) {
        problems.push("omits alone is no expectation".into());
    }
    problems
}
