//! Why no project is bound.

use crate::documents::fault::Fault;
use crate::format::yaml::{Place, YamlProblem};

/// Why no project is bound.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum NoSession {
    /// None was found, by any of these ways.
    Nowhere(Vec<Way>),
    /// One was found, and it cannot be loaded.
    Unloadable(ProjectFault),
}

/// A way of finding a project, and what came of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Way {
    /// `--project` was not given.
    Option,
    /// `MCP_GUIDE_PROJECT` is not set.
    Environment,
    /// The client offers no roots.
    NoRoots,
    /// None of the client's roots (this many) has a project.
    EmptyRoots(usize),
    /// The client did not answer within this many seconds.
    SilentRoots(u64),
    /// The client answered with an error, or with what holds no list of roots.
    FailedRoots,
    /// No directory upward from the working directory has one.
    Upward,
}

/// Why a `guide.yaml` cannot be loaded.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ProjectFault {
    /// The YAML path, such as `categories.docs.patterns`; empty for the whole file.
    pub path: String,
    /// What is wrong there.
    pub problem: ProjectProblem,
}

/// What can be wrong with a `guide.yaml`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ProjectProblem {
    /// The file does not exist.
    Missing,
    /// The file cannot be read.
    Unreadable(Fault),
    /// Not YAML that is taken, or not of the right shape.
    Yaml(YamlProblem, Place),
    /// A category without patterns.
    NoPatterns,
    /// An empty name.
    EmptyName,
    /// A name that no location can hold: `.` or `..`.
    DotName,
    /// A limit of 0.
    ZeroLimit,
    /// A limit over [`MAX_LIMIT`](crate::project::guide::MAX_LIMIT).
    LargeLimit,
}
