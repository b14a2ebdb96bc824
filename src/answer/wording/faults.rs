//! The words of faults: of patterns, of projects, and of what cannot be read.

use std::fmt::Display;

use super::{Wording, echo};
use crate::documents::fault::Fault;
use crate::documents::pattern::{self, PatternError, PatternFault};
use crate::format::yaml::{self, Place, YamlProblem};
use crate::project::fault::{NoSession, ProjectFault, ProjectProblem, Way};
use crate::project::guide;
use crate::spec::Phrase;

impl Wording<'_> {
    /// Where in a pattern its fault is.
    pub fn place(&self, error: &PatternError) -> String {
        error.position.map_or_else(String::new, |position| {
            self.phrase(Phrase::AtCharacter, &[("position", &position)])
        })
    }

    /// What is wrong with a pattern.
    pub fn pattern_fault(&self, fault: &PatternFault) -> String {
        let limited = |phrase, key, count: &usize, limit: usize| {
            self.phrase(phrase, &[(key, count), ("limit", &limit)])
        };
        match fault {
            PatternFault::Empty => self.word(Phrase::PatternEmpty),
            PatternFault::EmptyAlternative => self.word(Phrase::PatternEmptyAlternative),
            PatternFault::Traversal => self.word(Phrase::PatternTraversal),
            PatternFault::Absolute => self.word(Phrase::PatternAbsolute),
            PatternFault::Drive => self.word(Phrase::PatternDrive),
            PatternFault::Backslash => self.word(Phrase::PatternBackslash),
            PatternFault::Nul => self.word(Phrase::PatternNul),
            PatternFault::TooLong(bytes) => {
                limited(Phrase::PatternTooLong, "bytes", bytes, pattern::MAX_BYTES)
            }
            PatternFault::TooDeep(components) => limited(
                Phrase::PatternTooDeep,
                "components",
                components,
                pattern::MAX_COMPONENTS,
            ),
            PatternFault::TooManyAlternatives => self.phrase(
                Phrase::PatternTooMany,
                &[("limit", &pattern::MAX_ALTERNATIVES)],
            ),
            PatternFault::OpenBrace => self.word(Phrase::PatternOpenBrace),
            PatternFault::OpenBracket => self.word(Phrase::PatternOpenBracket),
            PatternFault::Recursive => self.word(Phrase::PatternRecursive),
            PatternFault::Stars => self.word(Phrase::PatternStars),
            PatternFault::Range(range) => {
                self.phrase(Phrase::PatternRange, &[("range", &echo(range))])
            }
        }
    }

    pub(super) fn no_session(&self, why: &NoSession) -> String {
        match why {
            NoSession::Nowhere(ways) => {
                let ways: Vec<String> = ways.iter().map(|way| self.way(*way)).collect();
                let ways = ways.join(&self.word(Phrase::SessionSeparator));
                self.phrase(Phrase::SessionNone, &[("ways", &ways)])
            }
            NoSession::Unloadable(fault) => self.phrase(
                Phrase::SessionUnloadable,
                &[("fault", &self.project_fault(fault))],
            ),
        }
    }

    fn way(&self, way: Way) -> String {
        match way {
            Way::Option => self.word(Phrase::WayOption),
            Way::Environment => self.word(Phrase::WayEnvironment),
            Way::NoRoots => self.word(Phrase::WayRootsNone),
            Way::EmptyRoots(count) => self.phrase(Phrase::WayRootsEmpty, &[("count", &count)]),
            Way::SilentRoots(seconds) => {
                self.phrase(Phrase::WayRootsSilent, &[("seconds", &seconds)])
            }
            Way::FailedRoots => self.word(Phrase::WayRootsFailed),
            Way::Upward => self.word(Phrase::WayUpward),
        }
    }

    /// Why a project's file cannot be loaded.
    pub fn project_fault(&self, fault: &ProjectFault) -> String {
        let path = echo(&fault.path);
        match &fault.problem {
            ProjectProblem::Missing => self.word(Phrase::ProjectMissing),
            ProjectProblem::Unreadable(why) => {
                self.phrase(Phrase::ProjectUnreadable, &[("reason", &self.fault(why))])
            }
            ProjectProblem::Yaml(problem, Place { line, column }) => {
                let fault = self.yaml_fault(problem);
                let values: [(&str, &dyn Display); 4] = [
                    ("path", &path),
                    ("fault", &fault),
                    ("line", line),
                    ("column", column),
                ];
                if path.is_empty() {
                    self.phrase(Phrase::ProjectSyntax, &values[1..])
                } else {
                    self.phrase(Phrase::ProjectField, &values)
                }
            }
            ProjectProblem::NoPatterns => {
                self.phrase(Phrase::ProjectNoPatterns, &[("path", &path)])
            }
            ProjectProblem::EmptyName => self.phrase(Phrase::ProjectEmptyName, &[("path", &path)]),
            ProjectProblem::DotName => self.phrase(Phrase::ProjectDotName, &[("path", &path)]),
            ProjectProblem::ZeroLimit => self.phrase(Phrase::ProjectZeroLimit, &[("path", &path)]),
            ProjectProblem::LargeLimit => self.phrase(
                Phrase::ProjectLargeLimit,
                &[("path", &path), ("limit", &guide::MAX_LIMIT)],
            ),
        }
    }

    fn yaml_fault(&self, problem: &YamlProblem) -> String {
        match problem {
            YamlProblem::Encoding => self.word(Phrase::YamlEncoding),
            YamlProblem::Empty => self.word(Phrase::YamlEmpty),
            YamlProblem::TooDeep => {
                self.phrase(Phrase::YamlTooDeep, &[("limit", &yaml::MAX_DEPTH)])
            }
            YamlProblem::TooMany => {
                self.phrase(Phrase::YamlTooMany, &[("limit", &yaml::MAX_EVENTS)])
            }
            YamlProblem::Directive => self.word(Phrase::YamlDirective),
            YamlProblem::Tag => self.word(Phrase::YamlTag),
            YamlProblem::EndlessAlias => self.word(Phrase::YamlEndlessAlias),
            YamlProblem::Expansion => self.word(Phrase::YamlExpansion),
            YamlProblem::RepeatedKey(key) => {
                self.phrase(Phrase::YamlRepeatedKey, &[("key", &echo(key))])
            }
            YamlProblem::SecondDocument => self.word(Phrase::YamlSecondDocument),
            YamlProblem::Said(problem) => echo(problem),
        }
    }

    /// Why something could not be read.
    pub fn fault(&self, fault: &Fault) -> String {
        let at = |phrase, position: &usize| self.phrase(phrase, &[("position", position)]);
        match fault {
            Fault::Missing => self.word(Phrase::FaultMissing),
            Fault::Dangling => self.word(Phrase::FaultDangling),
            Fault::Outside => self.word(Phrase::FaultOutside),
            Fault::OutsideProject => self.word(Phrase::FaultOutsideProject),
            Fault::Loop => self.word(Phrase::FaultLoop),
            Fault::Permission => self.word(Phrase::FaultPermission),
            Fault::NotRegular => self.word(Phrase::FaultNotRegular),
            Fault::NotDirectory => self.word(Phrase::FaultNotDirectory),
            Fault::TooLong => self.word(Phrase::FaultTooLong),
            Fault::Binary(position) => at(Phrase::FaultBinary, position),
            Fault::Encoding(position) => at(Phrase::FaultEncoding, position),
            Fault::Name => self.word(Phrase::FaultName),
            Fault::TooLarge { bytes, limit } => {
                self.phrase(Phrase::FaultTooLarge, &[("bytes", bytes), ("limit", limit)])
            }
            Fault::Busy => self.word(Phrase::FaultBusy),
            Fault::Changing => self.word(Phrase::FaultChanging),
            Fault::Memory => self.word(Phrase::FaultMemory),
            Fault::Other(kind) => self.phrase(Phrase::FaultOther, &[("detail", kind)]),
        }
    }
}
