//! The closure shown to close: a copy of the specification is spoilt in one way,
//! and the check has to name the place.

use std::path::Path;
use std::sync::OnceLock;

use crate::closure;

/// One way to spoil it.
pub struct Case {
    pub name: &'static str,
    /// The files that are spoilt, or made.
    files: &'static [&'static str],
    /// What is replaced in each, once; empty to make the file.
    old: &'static str,
    new: &'static str,
    /// What the check then says.
    said: &'static [&'static str],
}

/// A feature of one scenario, with these rows in its Then (from line 7 on).
macro_rules! then {
    ($rows:literal) => {
        concat!(
            "Feature: Made\nScenario: One\nWhen something is called\n| tool |\n| a |\n",
            "Then something comes\n",
            $rows,
            "\n"
        )
    };
}

/// Every way that has to be noticed.
pub const CASES: &[Case] = &[
    Case {
        name: "a_changed_sentence",
        files: &["features/get-content.feature"],
        old: "When category_or_collection matches a category name",
        new: "When category_or_collection matches some category",
        said: &[
            "features/get-content.feature",
            "Category content retrieval",
            "other sentences",
        ],
    },
    Case {
        name: "a_changed_sentence_in_the_markdown",
        files: &["spec/content-tools.md"],
        old: "**WHEN** category exists and pattern is provided",
        new: "**WHEN** category exists and a pattern is provided",
        said: &[
            "spec/content-tools.md",
            "Category found with custom pattern",
            "other sentences",
        ],
    },
    Case {
        name: "a_removed_table",
        files: &["features/get-content.feature"],
        old: "    Then return content from that collection\n",
        new: "    Then return content from that collection\n    And take its table\n",
        said: &[
            "features/get-content.feature",
            "return content from that collection",
            "needs a table",
        ],
    },
    Case {
        name: "an_unbound_step",
        files: &["features/get-content.feature"],
        old: "And the files\n",
        new: "And these files\n",
        said: &[
            "features/get-content.feature",
            "these files",
            "no step definition matches",
        ],
    },
    Case {
        name: "an_unknown_expectation",
        files: &["features/get-content.feature"],
        old: "      | #1 error |",
        new: "      | #1 error_kind |",
        said: &[
            "features/get-content.feature",
            "error_kind",
            "checks nothing",
        ],
    },
    Case {
        name: "a_scenario_in_the_markdown_only",
        files: &["spec/content-tools.md"],
        old: "#### Scenario: Category content retrieval",
        new: "#### Scenario: Nobody runs this\n- **WHEN** a\n- **THEN** b\n\n\
              #### Scenario: Category content retrieval",
        said: &[
            "spec/content-tools.md",
            "Nobody runs this",
            "is in no feature",
        ],
    },
    Case {
        name: "a_scenario_in_the_features_only",
        files: &["features/get-content.feature"],
        old: "  Scenario: Category content retrieval",
        new: "  Scenario: Nobody wrote this",
        said: &[
            "features/get-content.feature",
            "Nobody wrote this",
            "is not in spec/content-tools.md",
        ],
    },
    Case {
        name: "a_feature_outside_the_folder",
        files: &["tests/lost.feature"],
        old: "",
        new: "Feature: Lost\n",
        said: &["tests/lost.feature", "never runs"],
    },
    Case {
        name: "a_criterion_that_no_scenario_has",
        files: &["features/path-traversal.feature"],
        old: "@1.4.3 ",
        new: "",
        said: &["no scenario and no row has the criterion 1.4.3"],
    },
    Case {
        name: "a_tag_that_is_no_criterion",
        files: &["features/path-traversal.feature"],
        old: "@1.4.3 ",
        new: "@1.4.3 @1.4.99 ",
        said: &["no task has the criterion 1.4.99"],
    },
    Case {
        name: "a_criterion_with_a_tag_and_a_reason",
        files: &["features/path-traversal.feature"],
        old: "@1.4.3 ",
        new: "@1.4.3 @1.6.7 ",
        said: &["a scenario and a row have the criterion 1.6.7"],
    },
    Case {
        name: "a_first_scenario_reworded_in_both_places",
        files: &["spec/content-tools.md", "features/get-content.feature"],
        old: "category_or_collection matches a category name",
        new: "category_or_collection is a category name",
        said: &[
            "spec/content-tools.md",
            "Category content retrieval",
            "not worded as in spec/first.md",
        ],
    },
    Case {
        name: "a_first_scenario_under_another_title",
        files: &["spec/content-tools.md", "features/get-content.feature"],
        old: "Scenario: Pattern override",
        new: "Scenario: Another pattern",
        said: &["get_content Tool / Pattern override", "is gone"],
    },
    Case {
        name: "a_first_scenario_that_is_struck_from_the_list",
        files: &["spec/first.md"],
        old: "#### Scenario: Pattern override",
        new: "#### Pattern override",
        said: &["spec/first.md", "34 scenarios"],
    },
    Case {
        name: "a_feature_that_does_not_say_why",
        files: &["features/made.feature"],
        old: "",
        new: then!("| value | a |"),
        said: &["features/made.feature", "nothing says why"],
    },
    Case {
        name: "text_that_everything_holds",
        files: &["features/made.feature"],
        old: "",
        new: then!("| value contains | | why |"),
        said: &["features/made.feature:6", "has no text"],
    },
    Case {
        name: "a_then_that_says_what_is_not_there_alone",
        files: &["features/made.feature"],
        old: "",
        new: then!("| error omits | zzz | why |"),
        said: &["features/made.feature:6", "omits alone"],
    },
    Case {
        name: "a_name_of_no_text",
        files: &["features/made.feature"],
        old: "",
        new: then!("| value | @nowhere |"),
        said: &["features/made.feature:2", "has no 'nowhere'"],
    },
    Case {
        name: "a_text_that_no_cell_names",
        files: &["features/words.yaml"],
        old: "pattern_help:",
        new: "unused: Text\npattern_help:",
        said: &["no cell names 'unused'"],
    },
    Case {
        name: "a_row_with_a_cell_more_than_the_first",
        files: &["features/made.feature"],
        old: "",
        new: then!("| value | a |\n| error | b | c |"),
        said: &["features/made.feature:8", "has 3 cells"],
    },
    Case {
        name: "an_outline_without_examples",
        files: &["features/made.feature"],
        old: "",
        new: "Feature: M\nScenario Outline: S\nWhen w\n| tool |\n| a |\nThen t\n| value | <x> |\n",
        said: &["features/made.feature:2", "without examples"],
    },
    Case {
        name: "a_column_that_no_step_holds",
        files: &["features/made.feature"],
        old: "",
        new: "Feature: M\nScenario Outline: S\nWhen w\n| tool |\n| a |\nThen t\n| value | <x> |\n\
              Examples:\n| x | y |\n| 1 | 2 |\n",
        said: &["features/made.feature:2", "<y>"],
    },
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
    for folder in ["spec", "features", "tests"] {
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
    if said
        .iter()
        .any(|line| case.said.iter().all(|words| line.contains(words)))
    {
        Vec::new()
    } else {
        vec![format!(
            "no problem names {:?}; said was: {said:#?}",
            case.said
        )]
    }
}

fn copy_folder(from: &Path, to: &Path) {
    std::fs::create_dir_all(to).expect("a folder of the copy");
    for entry in std::fs::read_dir(from).expect("a folder to copy").flatten() {
        let (path, target) = (entry.path(), to.join(entry.file_name()));
        // No check looks at them, and they are many.
        if path.ends_with("tests/replays") {
            continue;
        }
        if path.is_dir() {
            copy_folder(&path, &target);
        } else {
            std::fs::copy(&path, &target).expect("a file of the copy");
        }
    }
}
