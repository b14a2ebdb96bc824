//! Which rules are due to a session: those that apply, and that it was not given, nor its client
//! loads by itself.

use std::cmp::Reverse;
use std::collections::{BTreeMap, HashMap, HashSet};
use std::iter;

use uuid::Uuid;

use super::given::{Given, PendingFile, Progress, RuleRow};
use super::loads::Loads;
use super::measure::Bound;
use super::occasion::Occasion;
use crate::operation::guidance::{AboutText, Rule, RuleCopy, plain, without_outer_lines};
use crate::project::bound_project::BoundProject;
use crate::server::Server;
use crate::text::escape::EscapedLines;

/// Of a text only so many bytes for each unit of a message are read: more than what comes in parts.
const MAX_BYTES: usize = 24;

/// A rule that is due, or a line about one.
#[derive(Debug)]
pub(super) struct Due {
    /// Whether it is of the files at hand; else it waits.
    pub is_own: bool,
    pub path: String,
    pub pattern: String,
    pub source: String,
    pub body: Body,
    /// The other documents with its text that apply.
    pub copies: Vec<String>,
    /// What is remembered of it once it was given.
    row: RuleRow,
    /// The files for which it waits if it is not.
    pub waiting: Vec<PendingFile>,
}

/// What is due of a rule.
#[derive(Debug)]
pub(super) enum Body {
    /// Its text without header, from a byte on.
    Text {
        text: String,
        start: usize,
        progress: Progress,
        /// Whether the text is only its beginning.
        is_cut: bool,
    },
    /// That it cannot be read.
    Unreadable(String),
    /// That it is the text of another document, which was given for another folder.
    Same(String),
}

/// How much of a rule a text has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Taken {
    /// Nothing.
    None,
    /// What is due of it up to this byte of its text.
    Part(usize),
    /// Its beginning up to this byte, and its headings: nothing more of it follows.
    Beginning(usize),
    /// All that is due of it.
    Whole,
}

/// Chooses the rules that are due.
pub(super) struct Chooser<'a> {
    pub server: &'a Server,
    pub bound: &'a BoundProject,
    pub loads: &'a Loads<'a>,
    pub given: Option<&'a Given>,
    pub limit: Bound,
    /// Whether the client shows the model this text no more once the session is resumed.
    pub is_lost: bool,
}

impl Chooser<'_> {
    /// Returns what is due of the rules that apply: those of the files at hand, the general before
    /// the specific, then those that wait, the oldest first. The rows are of what the client
    /// loads by itself.
    pub fn choose(&self, rules: Vec<Rule>, occasion: &Occasion<'_>) -> (Vec<Due>, Vec<RuleRow>) {
        let last = self.last_texts(&rules);
        let is_due = |rule: &Rule| self.is_due(rule, &last);
        let of = |most| match rules.iter().any(is_due) {
            true => self.loads.of(&rules, occasion, most),
            false => Default::default(),
        };
        let (loaded, later) = of(occasion.files.len());
        // What is known already is told of the files at hand only.
        let (of_own, _) = of(occasion.own);
        let paths = rules
            .iter()
            .flat_map(Rule::copies)
            .map(|copy| copy.path.clone());
        let paths: HashSet<String> = paths.collect();
        let (mut own, mut waiting, mut rows) = (Vec::new(), Vec::new(), Vec::new());
        for (at, rule) in rules.into_iter().enumerate() {
            let about = &rule.named.about;
            let is_repeated =
                about.is_only_imports && about.imports.iter().all(|of| paths.contains(of));
            let text = self.text_id(about);
            match self
                .given
                .map_or(Progress::New, |given| given.progress(text, &last))
            {
                Progress::Whole
                    if !(is_repeated || of_own.contains(&at) || later.contains(&at)) =>
                {
                    own.extend(self.same(&rule, (text, &last), occasion));
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
                Progress::Whole => own.extend(self.same(&rule, (text, &last), occasion)),
                progress => {
                    let reasons = rule.copies().flat_map(|copy| occasion.reasons(copy));
                    // Each of them: another text may take the place of this one for some.
                    let files: BTreeMap<usize, &PendingFile> = reasons.collect();
                    let Some(first) = files.keys().next().copied() else {
                        continue;
                    };
                    let is_own = first < occasion.own;
                    let files = files.into_values().cloned().collect();
                    let others: Vec<Due> = self.others(&rule, text, occasion);
                    let copies = rule.others.iter().map(|copy| copy.path.clone()).collect();
                    let due = self.due((rule.named, copies), text, (is_own, progress), files);
                    match is_own {
                        true => own.extend(iter::once(due).chain(others)),
                        false => waiting.push((progress == Progress::New, first, Reverse(at), due)),
                    }
                }
            }
        }
        // A rule that has begun ends first; of one file the most specific comes first.
        waiting.sort_by_key(|(is_new, first, at, _)| (*is_new, *first, *at));
        own.extend(waiting.into_iter().map(|(_, _, _, due)| due));
        (own, rows)
    }

    /// Returns the texts that rules of this project were given last, by their digests, each with the
    /// first path of a rule that had it. Without those of `rules` that have another text now.
    fn last_texts(&self, rules: &[Rule]) -> HashMap<Uuid, &str> {
        let copies = rules.iter().flat_map(Rule::copies);
        let now = copies.map(|copy| (&*copy.path, self.text_id(&copy.about)));
        let now = now.collect();
        let last = self.given.map(|given| given.last_texts(self.id(""), &now));
        last.unwrap_or_default()
    }

    /// Returns whether something of a rule may be due: its text, or a line about one of its folders.
    fn is_due(&self, rule: &Rule, last: &HashMap<Uuid, &str>) -> bool {
        let text = self.text_id(&rule.named.about);
        let is_whole = |given: &Given| given.progress(text, last) == Progress::Whole;
        !self.given.is_some_and(is_whole) || rule.copies().any(|copy| !self.is_told(text, copy))
    }

    /// Returns what is due of a rule whose text was not given whole.
    fn due(
        &self,
        (named, copies): (RuleCopy, Vec<String>),
        text: Uuid,
        (is_own, progress): (bool, Progress),
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
                // What ends a line elsewhere is escaped.
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

    /// Returns lines about the copies of a rule, which is given now, in folders of their own.
    fn others(&self, rule: &Rule, text: Uuid, occasion: &Occasion<'_>) -> Vec<Due> {
        let mut folders: Vec<&RuleCopy> = vec![&rule.named];
        let mut lines = Vec::new();
        for copy in &rule.others {
            lines.extend(self.line(copy, &rule.named.path, (text, &folders), occasion));
            folders.push(copy);
        }
        lines
    }

    /// Returns lines about the copies of a rule whose text was given for other folders.
    fn same(
        &self,
        rule: &Rule,
        (text, last): (Uuid, &HashMap<Uuid, &str>),
        occasion: &Occasion<'_>,
    ) -> Vec<Due> {
        let (mut folders, others): (Vec<&RuleCopy>, Vec<&RuleCopy>) =
            rule.copies().partition(|copy| self.is_told(text, copy));
        let named = last.get(&text).copied().unwrap_or_default();
        let mut lines = Vec::new();
        for copy in others {
            lines.extend(self.line(copy, named, (text, &folders), occasion));
            folders.push(copy);
        }
        lines
    }

    /// Returns whether the session knows that a text applies in the folder of a copy.
    fn is_told(&self, text: Uuid, copy: &RuleCopy) -> bool {
        self.given
            .is_some_and(|given| given.has_folder(text, &copy.folder))
    }

    /// Returns a line about a copy of a text, if it applies to a file at hand to which no copy
    /// does that is already named.
    fn line(
        &self,
        copy: &RuleCopy,
        same: &str,
        (text, named): (Uuid, &[&RuleCopy]),
        occasion: &Occasion<'_>,
    ) -> Option<Due> {
        let is_named = |file: usize| {
            named
                .iter()
                .any(|of| occasion.reasons(of).any(|(at, _)| at == file))
        };
        let mut reasons = occasion.reasons(copy);
        let (_, file) = reasons.find(|(at, _)| *at < occasion.own && !is_named(*at))?;
        let is_known = named.iter().any(|of| of.folder == copy.folder) || self.is_told(text, copy);
        (!is_known).then(|| Due {
            is_own: true,
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
        })
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

    /// Returns a digest of a name in this project.
    pub fn id(&self, name: &str) -> Uuid {
        id(self.bound, name)
    }
}

impl Due {
    /// Returns the row of what a text has of it, and whether something is left.
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
            // Nothing of the text came by this line.
            _ if matches!(self.body, Body::Same(_)) => (Some(self.row.clone()), false),
            Taken::Part(end) => (Some(row(Some((before + 1, end)))), true),
            Taken::Beginning(_) | Taken::Whole => (Some(row(None)), false),
        }
    }

    /// Returns whether a text has its beginning.
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

/// Returns the last boundary of characters up to a byte of a text.
fn boundary(text: &str, at: usize) -> usize {
    let mut places = (0..=at.min(text.len())).rev();
    places.find(|at| text.is_char_boundary(*at)).unwrap_or(0)
}

/// Returns a digest of a name in a project, by the project's folder.
pub(super) fn id(bound: &BoundProject, name: &str) -> Uuid {
    let text = format!("{}\0{name}", bound.folder().identity);
    Uuid::new_v5(&Uuid::nil(), text.as_bytes())
}
