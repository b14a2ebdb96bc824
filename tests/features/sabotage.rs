//! The closure shown to close: a copy of the specification is spoilt in one way,
//! and the check has to name the place.

use std::path::Path;
use std::sync::OnceLock;

use crate::closure;

/// One way to spoil it.
pub struct Case {
    pub name: Text,
    /// The files that are spoilt, or made.
    files: Texts,
    /// What is replaced in each, once; empty to make the file.
    old: Text,
    new: Text,
    /// What the check then says.
    said: Texts,
}

type Text = &'static str;
type Texts = &'static [Text];

const fn case(name: Text, files: Texts, old: Text, new: Text, said: Texts) -> Case {
    Case { name, files, old, new, said }
}

/// A feature of one scenario, with these rows in its Then (from line 7 on).
macro_rules! then {
    ($rows:literal) => {
        concat!(
            "Feature: Made\nScenario: One\nWhen something is called\n| tool |\n| a |\n",
            "Then something comes\n", $rows, "\n"
        )
    };
}

/// Every way that has to be noticed.
#[rustfmt::skip] // A case: its name and files, what is replaced by what, and what is said.
pub const CASES: &[Case] = &[
    case("a_changed_sentence", &["features/get-content.feature"], "When category_or_collection matches a category name",
        "When category_or_collection matches some category", &["features/get-content.feature", "Category content retrieval", "other sentences"]),
    case("a_changed_sentence_in_the_markdown", &["spec/content-tools.md"], "**WHEN** category exists and pattern is provided",
        "**WHEN** category exists and a pattern is provided", &["spec/content-tools.md", "Category found with custom pattern", "other sentences"]),
    case("a_removed_table", &["features/get-content.feature"], "    Then return content from that collection\n",
        "    Then return content from that collection\n    And take its table\n", &["features/get-content.feature", "return content from that collection", "needs a table"]),
    case("an_unbound_step", &["features/get-content.feature"], "And the files\n",
        "And these files\n", &["features/get-content.feature", "these files", "no step definition matches"]),
    case("an_unknown_expectation", &["features/get-content.feature"], "      | #1 error |",
        "      | #1 error_kind |", &["features/get-content.feature", "error_kind", "checks nothing"]),
    case("a_scenario_in_the_markdown_only", &["spec/content-tools.md"], "#### Scenario: Category content retrieval",
        "#### Scenario: Nobody runs this\n- **WHEN** a\n- **THEN** b\n\n#### Scenario: Category content retrieval", &["spec/content-tools.md", "Nobody runs this", "is in no feature"]),
    case("a_scenario_in_the_features_only", &["features/get-content.feature"], "  Scenario: Category content retrieval",
        "  Scenario: Nobody wrote this", &["features/get-content.feature", "Nobody wrote this", "is not in spec/content-tools.md"]),
    case("a_feature_outside_the_folder", &["tests/lost.feature"], "",
        "Feature: Lost\n", &["tests/lost.feature", "never runs"]),
    case("a_criterion_that_no_scenario_has", &["features/path-traversal.feature"], "@1.4.3 ",
        "", &["no scenario and no row has the criterion 1.4.3"]),
    case("a_tag_that_is_no_criterion", &["features/path-traversal.feature"], "@1.4.3 ",
        "@1.4.3 @1.4.99 ", &["no task has the criterion 1.4.99"]),
    case("a_criterion_with_a_tag_and_a_reason", &["features/path-traversal.feature"], "@1.4.3 ",
        "@1.4.3 @1.6.7 ", &["a scenario and a row have the criterion 1.6.7"]),
    case("a_first_scenario_reworded_in_both_places", &["spec/content-tools.md", "features/get-content.feature"], "category_or_collection matches a category name",
        "category_or_collection is a category name", &["spec/content-tools.md", "Category content retrieval", "not worded as in spec/first.md"]),
    case("a_first_scenario_under_another_title", &["spec/content-tools.md", "features/get-content.feature"], "Scenario: Pattern override",
        "Scenario: Another pattern", &["get_content Tool / Pattern override", "is gone"]),
    case("a_first_scenario_that_is_struck_from_the_list", &["spec/first.md"], "#### Scenario: Pattern override",
        "#### Pattern override", &["spec/first.md", "34 scenarios"]),
    case("a_feature_that_does_not_say_why", &["features/made.feature"], "",
        then!("| value | a |"), &["features/made.feature", "nothing says why"]),
    case("text_that_everything_holds", &["features/made.feature"], "",
        then!("| value contains | | why |"), &["features/made.feature:6", "has no text"]),
    case("a_then_that_says_what_is_not_there_alone", &["features/made.feature"], "",
        then!("| error omits | zzz | why |"), &["features/made.feature:6", "omits alone"]),
    case("a_name_of_no_text", &["features/made.feature"], "",
        then!("| value | @nowhere |"), &["features/made.feature:2", "has no 'nowhere'"]),
    case("a_text_that_no_cell_names", &["features/words.yaml"], "pattern_help:",
        "unused: Text\npattern_help:", &["no cell names 'unused'"]),
    case("a_row_with_a_cell_more_than_the_first", &["features/made.feature"], "",
        then!("| value | a |\n| error | b | c |"), &["features/made.feature:8", "has 3 cells"]),
    case("an_outline_without_examples", &["features/made.feature"], "",
        "Feature: M\nScenario Outline: S\nWhen w\n| tool |\n| a |\nThen t\n| value | <x> |\n", &["features/made.feature:2", "without examples"]),
    case("a_column_that_no_step_holds", &["features/made.feature"], "",
        "Feature: M\nScenario Outline: S\nWhen w\n| tool |\n| a |\nThen t\n| value | <x> |\nExamples:\n| x | y |\n| 1 | 2 |\n", &["features/made.feature:2", "<y>"]),
];

/// What the checks say of the specification as it is.
static BEFORE: OnceLock<Vec<String>> = OnceLock::new();

/// Spoils a copy; what the checks did not say of it.
pub fn check(root: &Path, case: &Case) -> Vec<String> {
    let before = BEFORE.get_or_init(|| closure::check(root));
    if !before.is_empty() {
        return before.clone();
    }
    let copy = laws::folder();
    std::fs::create_dir(copy.path().join("tests")).expect("a folder of the copy");
    for folder in ["spec", "features"] {
        copy_folder(&root.join(folder), &copy.path().join(folder));
    }
    for name in case.files {
        let file = copy.path().join(name);
        if case.old.is_empty() {
            std::fs::write(&file, case.new).expect("the file is made");
            continue;
        }
        let text = std::fs::read_to_string(&file).expect("the file is there");
        if !text.contains(case.old) {
            return vec![format!("{name} no longer holds {:?}", case.old)];
        }
        std::fs::write(&file, text.replacen(case.old, case.new, 1)).expect("it is written");
    }
    let said = closure::check(copy.path());
    if said.iter().any(|line| case.said.iter().all(|words| line.contains(words))) {
        Vec::new()
    } else {
        vec![format!("no problem names {:?}; said was: {said:#?}", case.said)]
    }
}

fn copy_folder(from: &Path, to: &Path) {
    std::fs::create_dir_all(to).expect("a folder of the copy");
    for entry in std::fs::read_dir(from).expect("a folder to copy").flatten() {
        let (path, target) = (entry.path(), to.join(entry.file_name()));
        if path.is_dir() {
            copy_folder(&path, &target);
        } else {
            std::fs::copy(&path, &target).expect("a file of the copy");
        }
    }
}
