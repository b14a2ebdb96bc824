//! Rules, and the documents that contain them.

use std::borrow::Cow;
use std::collections::HashMap;

use percent_encoding::percent_decode_str;
use uuid::Uuid;

use crate::documents::discover::FileInfo;
use crate::text::markup::headings::links;
use crate::text::markup::imports::{imports, resolved};
use crate::text::markup::markdown_cost::is_linear;
use crate::text::mustache::Rendered;
use crate::text::paths::{join, normal};
use rule_files::header;

/// A rule: text that applies to files, and the documents that contain it.
#[derive(Debug)]
pub struct Rule {
    /// The document that is shown and delivered: the copy with the most specific pattern, or the
    /// first of several.
    pub named: RuleCopy,
    /// The other documents that apply and contain the same text.
    pub others: Vec<RuleCopy>,
}

/// A document that applies, with the reason why it applies.
#[derive(Debug)]
pub struct RuleCopy {
    pub file: FileInfo,
    /// The path relative to the project's folder, or the URI if the document is not in that folder
    /// or belongs to an included guide.
    pub path: String,
    /// The whole text, if it was kept in memory. All kept texts together fit into the response
    /// budget.
    pub text: Option<Rendered>,
    /// The properties of the text.
    pub about: AboutText,
    /// The pattern by which the document applies: the matching pattern with the most literal
    /// components.
    pub pattern: String,
    /// The number of literal components in `pattern`.
    pub literals: usize,
    /// Whether the document applies to every file of the project.
    pub is_for_every_file: bool,
    /// The size of the text in bytes.
    pub bytes: u64,
    /// The field or file that contains the patterns.
    pub source: String,
    /// The folder to which the patterns are relative, as a path relative to the project's folder.
    pub folder: String,
    /// The indices of the call's paths to which the document applies.
    pub paths: Vec<usize>,
}

/// The properties that distinguish a rule's text from others.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AboutText {
    /// A digest of the text and of the files to which its relative links and imports lead. The
    /// digest ignores the header, empty lines around the text, and the kind of line ends.
    pub digest: Uuid,
    /// The paths to the files that the text imports, relative to the project's folder.
    pub imports: Vec<String>,
    /// The subset of `imports` that every client recognises as imports.
    pub certain_imports: Vec<String>,
    /// Whether the text contains only imports.
    pub is_only_imports: bool,
}

impl Rule {
    /// Returns the documents with this text, `named` first.
    pub fn copies(&self) -> impl Iterator<Item = &RuleCopy> {
        std::iter::once(&self.named).chain(&self.others)
    }
}

impl RuleCopy {
    /// Returns whether the document applies to one of the call's first `first` paths. If `first` is
    /// 0, returns whether it applies to every file.
    pub fn applies_to_first(&self, first: usize) -> bool {
        let applies = self.paths.first().is_some_and(|path| *path < first);
        applies || first == 0 && self.is_for_every_file
    }
}

impl AboutText {
    /// Determines the properties of `text`. `place` is the document's path relative to the
    /// project's folder. For a document outside that folder, `place` is `None`, and `elsewhere`
    /// identifies the folder of the document.
    ///
    /// Text that is empty, or whose links cannot be read in linear time, is never equal to the text
    /// of another document.
    pub fn of(text: &str, place: Option<&str>, elsewhere: &str) -> Self {
        let plain = plain(text);
        let body = &*plain;
        let may_import = body.contains('@');
        let may_link = body.contains("](") || body.contains("]:") || body.contains('<');
        let mut digested = body.to_owned();
        let (mut found, mut certain, mut is_only_imports) = (Vec::new(), Vec::new(), false);
        // Two empty documents are not copies of each other.
        if body.is_empty() {
            digested.extend(["\0", place.unwrap_or_default(), elsewhere]);
        }
        if may_import || may_link {
            let names = place.unwrap_or(elsewhere);
            if is_linear(body) {
                let written = if may_import {
                    imports(body)
                } else {
                    Vec::new()
                };
                let linked = if may_link { links(body) } else { Vec::new() };
                let within = place.into_iter().flat_map(|place| {
                    written.iter().filter_map(move |import| {
                        Some((resolved(place, import.path)?, import.is_certain))
                    })
                });
                for (path, is_certain) in within {
                    certain.extend(is_certain.then(|| path.clone()));
                    found.push(path);
                }
                is_only_imports =
                    !found.is_empty() && found.len() == body.split_whitespace().count();
                let imported = written.iter().map(|import| import.path.to_owned());
                let linked = linked.iter().filter_map(|link| relative(link));
                for path in imported.chain(linked) {
                    digested.push('\0');
                    digested += &led_to(&path, place, elsewhere);
                }
            } else {
                digested.extend(["\0", names])
            }
        }
        Self {
            digest: Uuid::new_v5(&Uuid::nil(), digested.as_bytes()),
            imports: found,
            certain_imports: certain,
            is_only_imports,
        }
    }
}

/// Groups documents with the same text into rules, in the order of the first document of each rule.
pub fn joined(copies: Vec<RuleCopy>) -> Vec<Rule> {
    let mut rules: Vec<Rule> = Vec::new();
    let (mut files, mut texts) = (HashMap::new(), HashMap::new());
    // A single walk finds each file only once.
    let mut pairs = copies.iter().zip(copies.iter().skip(1));
    let several =
        pairs.any(|(one, other)| !std::sync::Arc::ptr_eq(&one.file.origin, &other.file.origin));
    for copy in copies {
        // A file that cannot be looked up is identified by its text.
        let entry = || copy.file.origin.tree.entry(&copy.file.path).ok();
        let entry = several.then(entry).flatten();
        let known = entry.as_ref().and_then(|entry| files.get(entry)).copied();
        let at = known.or_else(|| texts.get(&copy.about.digest).copied());
        let at = at.unwrap_or(rules.len());
        files.extend(entry.map(|entry| (entry, at)));
        texts.entry(copy.about.digest).or_insert(at);
        match rules.get_mut(at) {
            Some(rule) => rule.others.push(copy),
            None => rules.push(Rule {
                named: copy,
                others: Vec::new(),
            }),
        }
    }
    rules
}

/// Returns `text` without the header and without empty lines at the beginning and end. Every line
/// end in the result is `\n`.
pub fn plain(text: &str) -> Cow<'_, str> {
    let body = header::body(text);
    let body = without_outer_lines(body.strip_prefix('\u{feff}').unwrap_or(body));
    if body.contains('\r') {
        body.replace("\r\n", "\n").replace('\r', "\n").into()
    } else {
        body.into()
    }
}

/// Returns `text` without empty lines at the beginning and end.
pub fn without_outer_lines(text: &str) -> &str {
    let mut start = 0;
    for line in text.split_inclusive(['\n', '\r']) {
        if !line.trim().is_empty() {
            break;
        }
        start += line.len();
    }
    text[start..].trim_end()
}

/// Returns the decoded path of `link`, without fragment and query. Returns `None` if the link is
/// not relative to the document.
fn relative(link: &str) -> Option<String> {
    let path = link.split(['#', '?']).next().unwrap_or_default();
    let scheme = path.split_once(':').map(|(scheme, _)| scheme);
    let has_scheme = scheme.is_some_and(|scheme| {
        scheme.starts_with(|c: char| c.is_ascii_alphabetic())
            && scheme
                .chars()
                .all(|c| c.is_ascii_alphanumeric() || "+-.".contains(c))
    });
    let is_relative = !path.is_empty() && !path.starts_with('/') && !has_scheme;
    is_relative.then(|| percent_decode_str(path).decode_utf8_lossy().into_owned())
}

/// Returns a string that identifies the target of `path`, which is a link or an import in a
/// document. For a target in the project's folder, this is the path relative to that folder.
/// Otherwise, it consists of the document's folder and `path`.
fn led_to(path: &str, place: Option<&str>, elsewhere: &str) -> String {
    // These paths lead to the same target from every document.
    if path.starts_with(['/', '~']) {
        return path.to_owned();
    }
    let folder = place.map_or(elsewhere, |place| {
        place.rsplit_once('/').map_or("", |(folder, _)| folder)
    });
    let inside = place.and_then(|_| normal(&join(folder, path)));
    inside.unwrap_or_else(|| format!("{folder}\0{path}"))
}
