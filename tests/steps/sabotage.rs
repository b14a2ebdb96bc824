//! The closure shown to close: a copy of the specification is spoilt in one way,
//! and the check has to name the place.

use std::path::Path;

use super::{closure, criteria};

/// One way to spoil it.
pub struct Case {
    pub name: &'static str,
    /// The file that is spoilt, or made.
    file: &'static str,
    /// What is replaced in it, once; empty to make the file.
    old: &'static str,
    new: &'static str,
    /// What the check then says.
    said: &'static [&'static str],
}

/// Every way that has to be noticed.
pub const CASES: &[Case] = &[
    Case {
        name: "a_changed_sentence",
        file: "features/get-content.feature",
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
        file: "spec/content-tools.md",
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
        file: "features/get-content.feature",
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
        file: "features/get-content.feature",
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
        file: "features/get-content.feature",
        old: "      | error_type ",
        new: "      | error_kind ",
        said: &[
            "features/get-content.feature",
            "error_kind",
            "checks nothing",
        ],
    },
    Case {
        name: "a_scenario_in_the_markdown_only",
        file: "spec/content-tools.md",
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
        file: "features/get-content.feature",
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
        file: "tests/lost.feature",
        old: "",
        new: "Feature: Lost\n",
        said: &["tests/lost.feature", "never runs"],
    },
    Case {
        name: "a_criterion_that_names_a_lost_scenario",
        file: "spec/criteria.yaml",
        old: "get_content Tool / Collection content retrieval",
        new: "get_content Tool / A scenario that is gone",
        said: &[
            "spec/criteria.yaml",
            "A scenario that is gone",
            "does not exist",
        ],
    },
    Case {
        name: "a_criterion_that_is_lost",
        file: "spec/criteria.yaml",
        old: "\n1.4.2:",
        new: "\n1.4.99:",
        said: &["spec/criteria.yaml", "1.4.2", "is missing"],
    },
];

/// Spoils a copy; what the checks did not say of it.
pub fn check(root: &Path, case: &Case) -> Vec<String> {
    let copy = tempfile::tempdir().expect("a temporary folder");
    for folder in ["spec", "features", "tests"] {
        copy_folder(&root.join(folder), &copy.path().join(folder));
    }
    let before = problems(copy.path());
    if !before.is_empty() {
        return before;
    }
    let file = copy.path().join(case.file);
    if case.old.is_empty() {
        std::fs::write(&file, case.new).expect("the file is made");
    } else {
        let text = std::fs::read_to_string(&file).expect("the file is there");
        if !text.contains(case.old) {
            return vec![format!("{} no longer holds {:?}", case.file, case.old)];
        }
        std::fs::write(&file, text.replacen(case.old, case.new, 1)).expect("it is written");
    }
    let said = problems(copy.path());
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

fn problems(root: &Path) -> Vec<String> {
    let mut problems = closure::check(root);
    problems.extend(criteria::check(root));
    problems
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
