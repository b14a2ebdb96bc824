//! The rules that are due to a session. A rule is due if it applies, has not been given before, and
//! is not loaded by the client itself.

use std::cmp::Reverse;
use std::collections::{BTreeMap, HashMap, HashSet};

use uuid::Uuid;

use super::given::{Given, PendingFile, Progress, RuleRow};
use super::loads::Loads;
use super::occasion::Occasion;
use super::text_unit::Bound;
use crate::operation::guidance::{AboutText, Rule, RuleCopy, plain, without_outer_lines};
use crate::project::bound_project::BoundProject;
use crate::server::Server;
use crate::text::escaped::EscapedLines;

/// The maximum number of bytes of a rule's text that are read, for each unit of the message's
/// bound. Text that is given in parts is always shorter.
const MAX_BYTES: usize = 24;

/// A rule that is due, or a line about a rule.
#[derive(Debug)]
pub(super) struct Due {
    /// Whether the rule is for a file at hand. Otherwise it is for a file of an earlier event.
    pub is_own: bool,
    pub path: String,
    pub pattern: String,
    pub source: String,
    pub body: Body,
    /// The other applicable documents that have the same text.
    pub copies: Vec<String>,
    /// The row to remember once the rule has been given.
    row: RuleRow,
    /// The files for which the rule stays pending if this message does not give it in full.
    pub waiting: Vec<PendingFile>,
}

/// The part of a rule that is due.
#[derive(Debug)]
pub(super) enum Body {
    /// The text without its header. The part from byte `start` to the end is due.
    Text {
        text: String,
        start: usize,
        progress: Progress,
        /// Whether `text` is only the beginning of the document's text.
        is_cut: bool,
    },
    /// The error message for a document that cannot be read.
    Unreadable(String),
    /// The path to a document with the same text, which was given for another folder.
    Same(String),
}

/// The amount of a rule that a message contains.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Taken {
    /// Nothing.
    None,
    /// The due text up to this byte.
    Part(usize),
    /// The beginning up to this byte, and the headings. No later message gives more of the rule.
    Beginning(usize),
    /// Everything that is due.
    Whole,
}

/// The context in which due rules are chosen.
pub(super) struct Chooser<'a> {
    pub server: &'a Server,
    pub bound: &'a BoundProject,
    pub loads: &'a Loads<'a>,
    pub given: Option<&'a Given>,
    pub limit: Bound,
    /// Whether the model no longer sees the message's text after the session is resumed.
    pub is_lost: bool,
}

impl Chooser<'_> {
    /// Returns the due parts of the applicable `rules`. Rules for the files at hand come first,
    /// general before specific. Pending rules follow, oldest first. Also returns rows for rules
    /// that are not given, because the client loads them or because they only import other
    /// applicable rules.
    pub fn choose(&self, rules: Vec<Rule>, occasion: &Occasion<'_>) -> (Vec<Due>, Vec<RuleRow>) {
        let last = self.last_texts(&rules);
        let is_due = |rule: &Rule| self.is_due(rule, &last);
        let loads = |most| {
            if rules.iter().any(is_due) {
                self.loads.of(&rules, occasion, most)
            } else {
                Default::default()
            }
        };
        let (loaded, later) = loads(occasion.files.len());
        // The rules that the client loaded for a file with pending rules were recorded when the
        // file was at hand.
        let (of_own, _) = loads(occasion.at_hand);
        let paths = rules
            .iter()
            .flat_map(Rule::copies)
            .map(|copy| copy.path.clone());
        let paths: HashSet<String> = paths.collect();
        let (mut own, mut waiting, mut rows) = (Vec::new(), Vec::new(), Vec::new());
        for (at, rule) in rules.into_iter().enumerate() {
            let mut lines: Vec<(usize, Due)> = Vec::new();
            let about = &rule.named.about;
            let is_repeated =
                about.is_only_imports && about.imports.iter().all(|import| paths.contains(import));
            let text = self.text_id(about);
            match self
                .given
                .map_or(Progress::New, |given| given.progress(text, &last))
            {
                Progress::Whole
                    if !(is_repeated || of_own.contains(&at) || later.contains(&at)) =>
                {
                    lines.extend(self.same(&rule, text, &last, occasion));
                }
                known if is_repeated || loaded.contains(&at) => {
                    let is_new =
                        |copy: &&RuleCopy| known != Progress::Whole || !self.is_told(text, copy);
                    rows.extend(
                        rule.copies()
                            .filter(is_new)
                            .map(|copy| self.row(copy, text)),
                    );
                }
                _ if later.contains(&at) => {}
                Progress::Whole => lines.extend(self.same(&rule, text, &last, occasion)),
                progress => {
                    let reasons = rule.copies().flat_map(|copy| occasion.reasons(copy));
                    // All files are kept, because another text may replace this one for some of
                    // them.
                    let files: BTreeMap<usize, &PendingFile> = reasons.collect();
                    let Some(first) = files.keys().next().copied() else {
                        continue;
                    };
                    let is_own = first < occasion.at_hand;
                    let files = files.into_values().cloned().collect();
                    lines = self.others(&rule, text, occasion);
                    let copies = rule.others.iter().map(|copy| copy.path.clone()).collect();
                    let due = self.due(rule.named, copies, text, is_own, progress, files);
                    if is_own {
                        own.push(due)
                    } else {
                        waiting.push((progress == Progress::New, first, Reverse(at), due))
                    }
                }
            }
            for (first, line) in lines {
                if line.is_own {
                    own.push(line)
                } else {
                    waiting.push((true, first, Reverse(at), line))
                }
            }
        }
        // Rules that have begun come before new ones. For one file, the most specific rule comes
        // first.
        waiting.sort_by_key(|(is_new, first, at, _)| (*is_new, *first, *at));
        own.extend(waiting.into_iter().map(|(_, _, _, due)| due));
        (own, rows)
    }

    /// Returns the digests of the texts last given for this project's rules. Each digest is mapped
    /// to the first path of a rule that had the text. Rules in `rules` whose text has changed since
    /// then are left out.
    fn last_texts(&self, rules: &[Rule]) -> HashMap<Uuid, &str> {
        let copies = rules.iter().flat_map(Rule::copies);
        let now = copies.map(|copy| (&*copy.path, self.text_id(&copy.about)));
        let now = now.collect();
        let last = self.given.map(|given| given.last_texts(self.id(""), &now));
        last.unwrap_or_default()
    }

    /// Returns whether a rule's text, or a line about one of its folders, may be due.
    fn is_due(&self, rule: &Rule, last: &HashMap<Uuid, &str>) -> bool {
        let text = self.text_id(&rule.named.about);
        let is_whole = |given: &Given| given.progress(text, last) == Progress::Whole;
        !self.given.is_some_and(is_whole) || rule.copies().any(|copy| !self.is_told(text, copy))
    }

    /// Returns the due part of a rule whose text has not been given in full.
    fn due(
        &self,
        named: RuleCopy,
        copies: Vec<String>,
        text: Uuid,
        is_own: bool,
        progress: Progress,
        waiting: Vec<PendingFile>,
    ) -> Due {
        let row = self.row(&named, text);
        let (path, pattern, source) = (
            named.path.clone(),
            named.pattern.clone(),
            named.source.clone(),
        );
        let start = match progress {
            Progress::Parts(_, bytes) => bytes,
            Progress::New | Progress::Whole => 0,
        };
        let most = MAX_BYTES * self.limit.most;
        let body = match self.server.text_of(self.bound, named) {
            Err(error) => Body::Unreadable(self.server.table.render(&error)),
            Ok(whole) => {
                let body = plain(&whole);
                let first = &body[..boundary(&body, most)];
                // Characters that end a line in other programs are escaped.
                let text = EscapedLines(first.trim_end()).to_string();
                let behind = without_outer_lines(&text[boundary(&text, start)..]);
                Body::Text {
                    start: text.len() - behind.len(),
                    is_cut: first.len() < body.len(),
                    text,
                    progress,
                }
            }
        };
        Due {
            is_own,
            path,
            pattern,
            source,
            body,
            copies,
            row,
            waiting,
        }
    }

    /// Returns lines about the copies of `rule` in other folders. They are needed if the rule
    /// itself is given now.
    fn others(&self, rule: &Rule, text: Uuid, occasion: &Occasion<'_>) -> Vec<(usize, Due)> {
        let mut folders: Vec<&RuleCopy> = vec![&rule.named];
        let mut lines = Vec::new();
        for copy in &rule.others {
            lines.extend(self.line(copy, &rule.named.path, text, &folders, occasion));
            folders.push(copy);
        }
        lines
    }

    /// Returns lines about the copies of `rule` in new folders. They are needed if the text of
    /// `rule` was already given for other folders.
    fn same(
        &self,
        rule: &Rule,
        text: Uuid,
        last: &HashMap<Uuid, &str>,
        occasion: &Occasion<'_>,
    ) -> Vec<(usize, Due)> {
        let (mut folders, others): (Vec<&RuleCopy>, Vec<&RuleCopy>) =
            rule.copies().partition(|copy| self.is_told(text, copy));
        let named = last.get(&text).copied().unwrap_or_default();
        let mut lines = Vec::new();
        for copy in others {
            lines.extend(self.line(copy, named, text, &folders, occasion));
            folders.push(copy);
        }
        lines
    }

    /// Returns whether the session was told that the text with this digest applies in the folder of
    /// `copy`.
    fn is_told(&self, text: Uuid, copy: &RuleCopy) -> bool {
        self.given
            .is_some_and(|given| given.has_folder(text, &copy.folder))
    }

    /// Returns a line that says that `copy` has the same text as the document `same`. Returns
    /// `None` if the copies in `named` apply to all files to which `copy` applies, or if the
    /// session already knows the folder of `copy`. The number is the index of the file that needs
    /// the line.
    fn line(
        &self,
        copy: &RuleCopy,
        same: &str,
        text: Uuid,
        named: &[&RuleCopy],
        occasion: &Occasion<'_>,
    ) -> Option<(usize, Due)> {
        let is_named = |file: usize| {
            named
                .iter()
                .any(|other| occasion.reasons(other).any(|(at, _)| at == file))
        };
        let mut reasons = occasion.reasons(copy);
        let (first, file) = reasons.find(|(at, _)| !is_named(*at))?;
        let is_known =
            named.iter().any(|other| other.folder == copy.folder) || self.is_told(text, copy);
        let line = || Due {
            is_own: first < occasion.at_hand,
            path: copy.path.clone(),
            pattern: copy.pattern.clone(),
            source: copy.source.clone(),
            body: Body::Same(same.to_owned()),
            copies: Vec::new(),
            row: RuleRow {
                parts: Some((0, 0)),
                ..self.row(copy, text)
            },
            waiting: vec![file.clone()],
        };
        (!is_known).then(|| (first, line()))
    }

    fn row(&self, copy: &RuleCopy, text: Uuid) -> RuleRow {
        RuleRow {
            project: self.id(""),
            rule: copy.path.clone(),
            text,
            folder: copy.folder.clone(),
            parts: None,
            is_lost: self.is_lost,
        }
    }

    fn text_id(&self, about: &AboutText) -> Uuid {
        self.id(&about.digest.simple().to_string())
    }

    /// Returns the digest of `name` in this project.
    pub fn id(&self, name: &str) -> Uuid {
        id(self.bound, name)
    }
}

impl Due {
    /// Returns the row to remember if a message contains `taken` of the rule, and whether a part of
    /// the rule is left.
    pub fn given(&self, taken: Taken) -> (Option<RuleRow>, bool) {
        let before = match &self.body {
            Body::Text {
                progress: Progress::Parts(count, _),
                ..
            } => *count,
            _ => 0,
        };
        let row = |parts| RuleRow {
            parts,
            ..self.row.clone()
        };
        match taken {
            Taken::None => (None, true),
            // A line about another document contains nothing of the text.
            _ if matches!(self.body, Body::Same(_)) => (Some(self.row.clone()), false),
            Taken::Part(end) => (Some(row(Some((before + 1, end)))), true),
            Taken::Beginning(_) | Taken::Whole => (Some(row(None)), false),
        }
    }

    /// Returns whether the rule begins in a message that contains `taken` of it.
    pub fn begins(&self, taken: Taken) -> bool {
        let is_new = matches!(
            &self.body,
            Body::Text {
                progress: Progress::New,
                ..
            } | Body::Unreadable(_)
        );
        is_new && taken != Taken::None
    }
}

/// Returns the last character boundary of `text` at or before byte `at`.
fn boundary(text: &str, at: usize) -> usize {
    let mut places = (0..=at.min(text.len())).rev();
    places.find(|at| text.is_char_boundary(*at)).unwrap_or(0)
}

/// Returns the digest of `name` in a project. It depends on the identity of the project's folder.
pub(super) fn id(bound: &BoundProject, name: &str) -> Uuid {
    let text = format!("{}\0{name}", bound.folder().identity);
    Uuid::new_v5(&Uuid::nil(), text.as_bytes())
}
