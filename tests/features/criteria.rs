//! The acceptance criteria: each is a tag of a scenario, or in the table of the others.

use std::collections::BTreeSet;
use std::path::Path;

use conformance::features;

/// Returns the criteria of the page's tasks that have neither a tag nor a row, those that
/// have both, and the tags and rows that no task has.
pub fn check(root: &Path) -> Vec<String> {
    let page = std::fs::read_to_string(root.join("spec/README.md")).expect("the page of the language");
    let rows = |head: &str| -> Vec<(String, String)> {
        let table = page.split(head).nth(1).unwrap_or_default().lines().skip(2);
        let rows = table.map_while(|row| {
            let mut cells = row.split('|').skip(1).map(|cell| cell.trim().to_owned());
            Some((cells.next()?, cells.next()?))
        });
        rows.collect()
    };
    let tasks = rows("| task | criteria | title |").into_iter();
    let due: BTreeSet<String> = tasks
        .flat_map(|(task, count)| {
            (1..=count.parse().unwrap_or(0)).map(move |number| format!("{task}.{number}"))
        })
        .collect();
    let others = rows("| criteria | say | reason, or the test |");
    let others = others.iter().flat_map(|(numbers, _)| numbers.split(", "));
    let others: BTreeSet<String> = others.map(str::to_owned).collect();
    let lines = features::sources().flat_map(|(_, text)| text.lines().map(str::trim));
    let tags = lines.filter(|line| line.starts_with('@')).flat_map(|line| line.split([' ', '@']));
    let tags: BTreeSet<String> = tags.filter(|tag| !tag.is_empty()).map(str::to_owned).collect();
    let found = &others | &tags;
    let problems = [
        ("no scenario and no row has the criterion", &due - &found),
        ("no task has the criterion", &found - &due),
        ("a scenario and a row have the criterion", &others & &tags),
    ];
    let lines = problems.iter().flat_map(|(what, numbers)| {
        (numbers.iter()).map(move |number| format!("spec/README.md: {what} {number}"))
    });
    lines.collect()
}
