//! The reasons why no project is bound.

use crate::documents::dir_error::DirError;
use crate::limits::{
    MAX_BYTES_LIMIT, MAX_EXCLUDED, MAX_GUIDE_PATTERNS, MAX_INCLUDE_DEPTH, MAX_INCLUDED_EVENTS,
    MAX_INCLUDES, MAX_INDEX_LIMIT, MAX_MEMBERS, MAX_NAME_BYTES, MAX_PREFIXED_NAME_BYTES,
};
use crate::project::clone_command::{CloneCommand, ShellPath};
use crate::text::messages::{QuotedName, messages};
use crate::text::use_when::UseWhenError;
use rule_files::located::Located;
use rule_files::pattern::PatternErrorKind;
use rule_files::yaml::{YamlError, YamlErrorKind, YamlType, YamlValue};

messages! {
    /// Reasons why no project is bound.
    #[derive(Debug, Clone, PartialEq, Eq)]
    pub enum SessionError {
        /// No project was found in any of these ways. Each is one of the `way_…` messages.
        Nowhere(ways: Vec<SearchStep>) = "session_none";
        /// A project was found, but cannot be loaded. `problem` is one of the `project_…` messages.
        Unloadable(problem: ProjectError) = "session_unloadable";
    }
}

messages! {
    /// Steps of the search for a project, and their results.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum SearchStep {
        Option = "way_option";
        Environment = "way_environment";
        NoRoots = "way_roots_none";
        /// Neither the client's roots nor the directories above them have a project. `count` is the
        /// number of roots.
        EmptyRoots(count: usize) = "way_roots_empty";
        SilentRoots(seconds: u64) = "way_roots_silent";
        /// The client answered with an error, or without a list of roots.
        FailedRoots = "way_roots_failed";
        Upward = "way_upward";
        /// `--start` says where the search begins, and no other way was tried.
        Start = "way_start";
        /// One of the searched folders has this file. Its name is nearly that of a project's file.
        Misspelt(name: &'static str) = "way_near";
        /// The user's home is a repository. It is a project only if the user gives its path.
        HomeRepository = "way_home";
        /// The repository belongs to a different user.
        OthersRepository = "way_other_owner";
    }
}

/// The reason why a `guide.yaml` cannot be loaded.
pub type ProjectError = Located<ProjectErrorKind>;

messages! {
    /// Errors in a `guide.yaml`; the path is the path of the field, line and column count from 1.
    #[derive(Debug, Clone, PartialEq, Eq)]
    pub enum ProjectErrorKind of ProjectError {
        Missing = "project_missing";
        /// The file is missing, but its folder contains a file with nearly the same name.
        Misspelt(name: &'static str) = "project_near";
        /// The file cannot be read. `reason` is one of the `fault_…` messages.
        Unreadable(reason: DirError) = "project_unreadable";
        /// The project was found and not given by its path. Its folder or file belongs to a user
        /// other than the one that runs the server.
        OtherOwner = "project_other_owner";
        Empty = "project_empty" from line, column;
        /// The top level of the file is not a map.
        NoMap = "project_no_map" from line, column;
        /// The top level of the file has no `categories`.
        NoCategories = "project_no_categories" from line, column;
        /// The file is not accepted YAML, or does not have the right shape. `problem` is one of the
        /// `yaml_…` messages.
        Syntax(problem: YamlErrorKind) = "project_syntax" from line, column;
        /// The same error as `Syntax`, where the field is known.
        Field(problem: YamlErrorKind) = "project_field" from path, line, column;
        NoPatterns = "project_no_patterns" from path, line, column;
        EmptyDir = "project_empty_dir" from path, line, column;
        /// An item of `exclude` is not a pattern. `reason` is one of the `pattern_…` messages.
        Exclude {
            pattern: String,
            reason: PatternErrorKind,
        } = "project_exclude" from path, line, column;
        ManyExcluded = "project_many_excluded" from path, line, column with limit = MAX_EXCLUDED;
        ManyPatterns = "project_many_patterns" from path, line, column with limit = MAX_GUIDE_PATTERNS;
        ManyMembers = "project_many_members" from path, line, column with limit = MAX_MEMBERS;
        /// The `use_when` is not allowed. `problem` is one of the `use_when_…` messages.
        UseWhen(problem: UseWhenError) = "project_use_when" from path, line, column;
        /// An item of `nested` is not the name of a file.
        Nested = "project_nested" from path, line, column;
        /// The name cannot be part of a URI: it is empty, `.` or `..`.
        Name = "project_name" from path, line, column;
        LongName = "project_long_name" from path, line, column with limit = MAX_NAME_BYTES;
        /// The name is too long with the prefix of an included guide.
        LongPrefixedName = "project_long_prefixed_name" from path, line, column with limit = MAX_PREFIXED_NAME_BYTES;
        Limit(limit: u64) = "project_limit" from path, line, column;
        /// The language of searches does not exist. `languages` are those with the most similar
        /// names, or all if no name is similar.
        Language {
            name: String,
            languages: Vec<&'static str>,
        } = "project_language" from path, line, column;
        /// An included guide has an error. `problem` is one of the `project_…` messages.
        Included {
            /// The path of the include as the file spells it.
            file: String,
            problem: Box<ProjectError>,
        } = "project_included" from path, line, column;
        /// A found project includes something outside its folder.
        Outside = "project_outside";
        /// The include is the address of a repository and not a path. `folder` is a suggested
        /// folder for its clone.
        Address {
            address: ShellPath,
            folder: ShellPath,
        } = "project_address";
        /// The include is in a submodule whose folder is empty or missing.
        NotCloned(command: CloneCommand) = "project_not_cloned";
        /// Neither a guide nor a file exists at the path of the include.
        NoInclude(command: CloneCommand) = "project_no_include";
        /// The folder of the include has no `guide.yaml`.
        BareInclude(command: CloneCommand) = "project_bare_include";
        /// Nothing exists at the path of the include, but there is a guide with nearly the same
        /// path.
        NearInclude(meant: QuotedName) = "project_near_include";
        /// The include leads back to a guide through which it is included.
        Circle = "project_circle";
        DeepInclude = "project_deep_include" with limit = MAX_INCLUDE_DEPTH;
        ManyIncludes = "project_many_includes" with limit = MAX_INCLUDES;
        LargeIncludes = "project_large_includes" with limit = MAX_INCLUDED_EVENTS;
    }
}

impl ProjectErrorKind {
    /// Returns whether the message contains a command that fixes the problem.
    pub fn has_command(&self) -> bool {
        match self {
            ProjectErrorKind::NotCloned(_)
            | ProjectErrorKind::BareInclude(_)
            | ProjectErrorKind::NoInclude(_)
            | ProjectErrorKind::Address { .. } => true,
            ProjectErrorKind::Included { problem, .. } => problem.kind.has_command(),
            _ => false,
        }
    }

    /// Returns the same error for a user in a different folder. `folder` is the path from there to
    /// the project's folder.
    pub fn within(self, folder: &str) -> Self {
        match self {
            ProjectErrorKind::NotCloned(command) => {
                ProjectErrorKind::NotCloned(command.within(folder))
            }
            ProjectErrorKind::NoInclude(command) => {
                ProjectErrorKind::NoInclude(command.within(folder))
            }
            ProjectErrorKind::BareInclude(command) => {
                ProjectErrorKind::BareInclude(command.within(folder))
            }
            ProjectErrorKind::Included { file, problem } => ProjectErrorKind::Included {
                file,
                problem: Box::new(problem.map(|kind| kind.within(folder))),
            },
            other => other,
        }
    }

    /// Converts the kind of an error in the YAML of a `guide.yaml`. `path` is the path of the field.
    /// Errors of the whole file and limits that are too large have messages of their own.
    fn of_yaml(kind: YamlErrorKind, path: &str) -> Self {
        match kind {
            YamlErrorKind::Empty => ProjectErrorKind::Empty,
            // A number with only digits has the right type, but is too large for the field.
            YamlErrorKind::Type {
                expected: YamlType::Number,
                found: YamlValue::Number(number),
            } if number.bytes().all(|byte| byte.is_ascii_digit()) => {
                ProjectErrorKind::Limit(if path.ends_with("index_bytes") {
                    MAX_INDEX_LIMIT
                } else {
                    MAX_BYTES_LIMIT
                })
            }
            YamlErrorKind::Type {
                expected: YamlType::Map,
                ..
            } if path.is_empty() => ProjectErrorKind::NoMap,
            YamlErrorKind::MissingField("categories") if path.is_empty() => {
                ProjectErrorKind::NoCategories
            }
            kind if path.is_empty() => ProjectErrorKind::Syntax(kind),
            kind => ProjectErrorKind::Field(kind),
        }
    }
}

/// Converts an error in the YAML of a `guide.yaml`.
pub fn project_error(error: YamlError) -> ProjectError {
    let path = error.path.clone();
    error.map(|kind| ProjectErrorKind::of_yaml(kind, &path))
}
