//! The kinds of findings, by which people select what `check` fails on and what it leaves out.

use std::collections::HashSet;

use serde::{Serialize, Serializer};

use crate::project::guide_file::Levels;
use crate::text::escaped::escape_truncated;
use crate::text::field_path::FieldPath;
use crate::text::truncated::near;

/// Declares the kinds of findings, each with its name and a sentence that says what it finds and
/// what fixes it.
macro_rules! kinds {
    ($($(#[$attribute:meta])* $kind:ident = $name:literal, $help:literal;)*) => {
        /// The kind of a finding.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum FindingKind {
            $(#[doc = $help] $kind,)*
        }

        impl FindingKind {
            /// All kinds, sorted by name.
            pub const ALL: &[Self] = &[$(Self::$kind),*];

            /// Returns the name of the kind, as `--deny` and `--allow` accept it.
            pub fn name(self) -> &'static str {
                match self {
                    $(Self::$kind => $name,)*
                }
            }

            /// Returns a description of what the kind finds, and of what fixes it.
            pub fn help(self) -> &'static str {
                match self {
                    $(Self::$kind => $help,)*
                }
            }
        }
    };
}

kinds! {
    AgentsBlock = "agents-block", "A block that `agents` wrote is outdated or damaged. Run `mcp-guide agents`.";
    AllExcluded = "all-excluded", "`exclude` excludes every document that the patterns match.";
    AnswerCut = "answer-cut", "An answer leaves out documents because it would exceed `limits.response_bytes`.";
    CollectionInvalid = "collection-invalid", "A collection has no members, lists an unknown or repeated member, or contains itself.";
    DirUnreadable = "dir-unreadable", "A category's directory cannot be opened. Correct the category's `dir`.";
    DocumentLarge = "document-large", "A document is larger than `limits.file_bytes`, so it is not served.";
    DocumentUnreadable = "document-unreadable", "A document cannot be read, so it is not served.";
    DocumentsUnserved = "documents-unserved", "Documents link to other documents that no category serves.";
    FolderLinked = "folder-linked", "A symbolic link to a folder is not followed.";
    FrontmatterInvalid = "frontmatter-invalid", "A document's frontmatter is not valid YAML or is not closed.";
    GuidanceSize = "guidance-size", "This is the largest amount of guidance for a single file. It is a figure, not a problem.";
    GuideChanged = "guide-changed", "With `for --changed`: a change edits guide.yaml. Reported as a note if the change only serves more documents.";
    GuideInvalid = "guide-invalid", "guide.yaml cannot be loaded, so nothing is served.";
    IncludeMissing = "include-missing", "An included guide does not exist, for example because its submodule is not cloned.";
    IncludeUnused = "include-unused", "A name or field from an included guide is not used because the project defines its own.";
    NoGuideYaml = "no-guide-yaml", "There is no guide.yaml. To write one, run `mcp-guide init`.";
    PatternDead = "pattern-dead", "A pattern matches no document. Correct or remove it.";
    PatternInvalid = "pattern-invalid", "A pattern is invalid.";
    RuleAdded = "rule-added", "With `for --changed`: a change adds a rule. Reported as a note.";
    RuleChanged = "rule-changed", "With `for --changed`: a change rewords a rule. Reported as a note if the change only adds lines.";
    RuleCopies = "rule-copies", "With `reach`: several rule files have the same text. Keep one file, or let the others import it.";
    RuleCut = "rule-cut", "A client loads only the beginning of a rule file. Split or shorten the file.";
    RuleDiffers = "rule-differs", "With `reach`: several rule files have the same text but apply to different files. Correct their patterns.";
    RuleHeader = "rule-header", "A rule's header is probably not read as its author meant.";
    RuleImports = "rule-imports", "With `reach`: only some clients follow an import in a rule file. Copy the imported text into the file.";
    RuleMoved = "rule-moved", "With `for --changed`: a change moves a rule's text to another file. Reported as a note.";
    RulePatternDead = "rule-pattern-dead", "A rule applies to no file in the project. Correct its patterns or remove the rule.";
    RuleRemoved = "rule-removed", "With `for --changed`: a change removes a rule, or the patterns that make a document a rule.";
    RuleScope = "rule-scope", "With `for --changed`: a change makes a rule apply to different files. Reported as a note if the change only adds files.";
    RuleUnloaded = "rule-unloaded", "With `for --changed`: after a change, a client itself loads less of a rule than before.";
    RuleUnstated = "rule-unstated", "With `-v`: a client's documentation does not say how the client reads some part of its rules.";
    RulesUnserved = "rules-unserved", "No category serves these rule files, so other clients never get the rules.";
    SettingsChanged = "settings-changed", "With `for --changed`: a change edits a client's settings or hooks. Reported as a note unless the change removes mcp-guide's hook.";
    SkillDeviates = "skill-deviates", "A skill is served, although it does not follow the specification.";
    SkillIncomplete = "skill-incomplete", "A skill is served without one of its files.";
    SkillInvalid = "skill-invalid", "A folder with a SKILL.md is not a valid skill, so it is not served as one.";
    SurveyPartial = "survey-partial", "Some of the project's files were not checked.";
    TemplateVariable = "template-variable", "A template variable has no value, so nothing is inserted in its place.";
    UnknownKind = "unknown-kind", "`check` in guide.yaml lists a kind that does not exist.";
    UseWhenInvalid = "use-when-invalid", "A document's `use_when` is invalid, so it is ignored.";
    WindowsName = "windows-name", "Windows reserves a document's name, such as `nul.md`.";
}

impl FindingKind {
    /// Returns whether findings of this kind are figures instead of problems.
    pub fn is_figure(self) -> bool {
        self == Self::GuidanceSize
    }

    /// Finds a kind by its name.
    ///
    /// # Errors
    ///
    /// Returns an error if no kind has this name. The error suggests a similar name.
    pub fn of(name: &str) -> Result<Self, String> {
        let mut all = Self::ALL.iter().copied();
        all.find(|kind| kind.name() == name).ok_or_else(|| {
            let names: Vec<&str> = Self::ALL.iter().map(|kind| kind.name()).collect();
            // A name that contains all the words takes precedence over a name with a similar
            // spelling.
            let has_words = |known: &&&str| {
                name.split('-')
                    .all(|word| known.split('-').any(|part| part == word))
            };
            let meant = names.iter().find(has_words).copied();
            let meant = meant.or_else(|| near(name, &names).first().copied());
            let meant =
                meant.map_or_else(String::new, |meant| format!("; did you mean '{meant}'?"));
            format!(
                "'{}' is not a kind of finding{meant}",
                escape_truncated(name)
            )
        })
    }
}

impl Serialize for FindingKind {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}

/// The kinds of findings that are reported as errors, and those that are left out.
#[derive(Debug, Default, Clone)]
pub(in crate::cli) struct FindingLevels {
    denied: HashSet<FindingKind>,
    allowed: HashSet<FindingKind>,
}

impl FindingLevels {
    /// Creates the levels from the kinds that the command line denies and allows.
    pub fn new(denied: &[FindingKind], allowed: &[FindingKind]) -> Self {
        Self {
            denied: denied.iter().copied().collect(),
            allowed: allowed.iter().copied().collect(),
        }
    }

    /// Adds the levels in `guide.yaml` for kinds that the command line does not mention. Returns the
    /// fields with unknown kinds, each with an error message.
    pub fn add(&mut self, levels: &Levels) -> Vec<(FieldPath, String)> {
        let said = self.clone();
        let mut unknown = Vec::new();
        let lists = [
            ("deny", &levels.deny, &mut self.denied),
            ("allow", &levels.allow, &mut self.allowed),
        ];
        for (field, names, kinds) in lists {
            for (at, name) in names.iter().enumerate() {
                match FindingKind::of(name) {
                    Ok(kind) if said.denied.contains(&kind) || said.allowed.contains(&kind) => {}
                    Ok(kind) => drop(kinds.insert(kind)),
                    Err(reason) => {
                        unknown.push((FieldPath::of("check").field(field).item(at), reason));
                    }
                }
            }
        }
        unknown
    }

    /// Returns whether findings of `kind` are errors.
    pub fn denies(&self, kind: FindingKind) -> bool {
        self.denied.contains(&kind)
    }

    /// Returns whether findings of `kind` are left out.
    pub fn allows(&self, kind: FindingKind) -> bool {
        self.allowed.contains(&kind) && !self.denies(kind)
    }
}
