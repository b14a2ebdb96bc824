//! The kinds of findings, by which `check` is told what fails and what is left out.

use std::collections::HashSet;

use serde::{Serialize, Serializer};

use crate::project::guide_file::Levels;
use crate::text::escape::escape_truncated;
use crate::text::field_path::FieldPath;
use crate::text::names::near;

/// Declares the kinds: each with its name, and a sentence on what it finds and what helps.
macro_rules! kinds {
    ($($(#[$attribute:meta])* $kind:ident = $name:literal, $help:literal;)*) => {
        /// What a finding is about.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum FindingKind {
            $(#[doc = $help] $kind,)*
        }

        impl FindingKind {
            /// All kinds, by their names.
            pub const ALL: &[Self] = &[$(Self::$kind),*];

            /// Returns the name by which `--deny` and `--allow` know it.
            pub fn name(self) -> &'static str {
                match self {
                    $(Self::$kind => $name,)*
                }
            }

            /// Returns what it finds, and what helps.
            pub fn help(self) -> &'static str {
                match self {
                    $(Self::$kind => $help,)*
                }
            }
        }
    };
}

kinds! {
    AgentsBlock = "agents-block", "A block that `agents` wrote is stale or damaged. Run `mcp-guide agents`.";
    AllExcluded = "all-excluded", "`exclude` leaves out every document that the patterns match.";
    AnswerCut = "answer-cut", "An answer leaves out documents, since it would exceed `limits.response_bytes`.";
    CollectionInvalid = "collection-invalid", "A collection has no members, an unknown one, one of them twice, or itself.";
    DirUnreadable = "dir-unreadable", "The directory of a category cannot be opened. Correct its `dir`.";
    DocumentLarge = "document-large", "A document is over `limits.file_bytes`, and is not served.";
    DocumentUnreadable = "document-unreadable", "A document cannot be read, and is not served.";
    DocumentsUnserved = "documents-unserved", "Documents link to others that no category serves.";
    FolderLinked = "folder-linked", "A link to a folder is not followed.";
    FrontmatterInvalid = "frontmatter-invalid", "A document's frontmatter is not valid YAML, or never ends.";
    GuidanceSize = "guidance-size", "How much guidance a file gets at most. This is a figure, not a problem.";
    GuideChanged = "guide-changed", "A change says something else in guide.yaml (of `for --changed`): a note if more is served.";
    GuideInvalid = "guide-invalid", "guide.yaml cannot be loaded, so nothing is served.";
    IncludeMissing = "include-missing", "An included guide is not there, for example since its submodule is not cloned.";
    IncludeUnused = "include-unused", "A name or a field of an included guide is not used, since the project has its own.";
    NoGuideYaml = "no-guide-yaml", "There is no guide.yaml. To write one, run `mcp-guide init`.";
    PatternDead = "pattern-dead", "A pattern matches no document. Correct or remove it.";
    PatternInvalid = "pattern-invalid", "A pattern cannot be read.";
    RuleAdded = "rule-added", "A change adds a rule (of `for --changed`): a note.";
    RuleChanged = "rule-changed", "A change rewords a rule (of `for --changed`): a note if lines are only new.";
    RuleCopies = "rule-copies", "One text is in several rule files (of `reach`). Keep one, or let the others import it.";
    RuleCut = "rule-cut", "A client reads only the beginning of a rule file by itself. Split or shorten it.";
    RuleDiffers = "rule-differs", "One text is in several rule files that apply to different files (of `reach`). Correct their patterns.";
    RuleHeader = "rule-header", "The header of a rule is not read as its author may think.";
    RuleImports = "rule-imports", "Some clients follow an import of a rule file, and others do not (of `reach`). Write its text into the file.";
    RuleMoved = "rule-moved", "A change moves the text of a rule into another file (of `for --changed`): a note.";
    RulePatternDead = "rule-pattern-dead", "A rule applies to no file of the project. Correct its patterns, or remove it.";
    RuleRemoved = "rule-removed", "A change removes a rule, or says nothing more by which it is one (of `for --changed`).";
    RuleScope = "rule-scope", "A change says otherwise to which files a rule applies (of `for --changed`): a note if these are only more.";
    RuleUnloaded = "rule-unloaded", "After a change a client loads less of a rule by itself (of `for --changed`).";
    RuleUnstated = "rule-unstated", "No page of a client says how it reads something of its rules (with -v).";
    RulesUnserved = "rules-unserved", "No category serves these rule files, so they reach no other client.";
    SettingsChanged = "settings-changed", "A change edits settings or hooks of a client (of `for --changed`): a note, unless the hook of mcp-guide is gone.";
    SkillDeviates = "skill-deviates", "A skill is served, although it is not as the specification asks.";
    SkillIncomplete = "skill-incomplete", "A skill is served without one of its files.";
    SkillInvalid = "skill-invalid", "A folder with a SKILL.md is no skill, and is not served as one.";
    SurveyPartial = "survey-partial", "A part of the project's files was not looked at.";
    TemplateVariable = "template-variable", "A template has a variable without a value, which is rendered as nothing.";
    UnknownKind = "unknown-kind", "`check` in guide.yaml has a name that is no kind of finding.";
    UseWhenInvalid = "use-when-invalid", "A document's `use_when` is not allowed, and is ignored.";
    WindowsName = "windows-name", "Windows cannot hold a document with this name.";
}

impl FindingKind {
    /// Returns whether it is a figure, and not a problem.
    pub fn is_figure(self) -> bool {
        self == Self::GuidanceSize
    }

    /// Returns the kind of a name.
    ///
    /// # Errors
    ///
    /// That there is none, and which may be meant.
    pub fn of(name: &str) -> Result<Self, String> {
        let mut all = Self::ALL.iter().copied();
        all.find(|kind| kind.name() == name).ok_or_else(|| {
            let names: Vec<&str> = Self::ALL.iter().map(|kind| kind.name()).collect();
            // One that has all its words comes before one that is written alike.
            let has_words = |of: &&&str| {
                name.split('-')
                    .all(|word| of.split('-').any(|of| of == word))
            };
            let meant = names.iter().find(has_words).copied();
            let meant = meant.or_else(|| near(name, &names).first().copied());
            let meant = meant.map_or_else(String::new, |of| format!("; did you mean '{of}'?"));
            format!("'{}' is no kind of finding{meant}", escape_truncated(name))
        })
    }
}

impl Serialize for FindingKind {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}

/// Which kinds of findings are errors, and which are left out.
#[derive(Debug, Default, Clone)]
pub(in crate::cli) struct FindingLevels {
    denied: HashSet<FindingKind>,
    allowed: HashSet<FindingKind>,
}

impl FindingLevels {
    /// Takes the kinds that the command line denies and allows.
    pub fn new(denied: &[FindingKind], allowed: &[FindingKind]) -> Self {
        Self {
            denied: denied.iter().copied().collect(),
            allowed: allowed.iter().copied().collect(),
        }
    }

    /// Adds what `guide.yaml` says of kinds of which the command line says nothing. Returns the
    /// fields with names that are no kinds, and why.
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

    /// Returns whether findings of a kind are errors.
    pub fn denies(&self, kind: FindingKind) -> bool {
        self.denied.contains(&kind)
    }

    /// Returns whether findings of a kind are left out.
    pub fn allows(&self, kind: FindingKind) -> bool {
        self.allowed.contains(&kind) && !self.denies(kind)
    }
}
