//! A rule: one text, with the documents that hold it.

use std::borrow::Cow;
use std::collections::HashMap;

use percent_encoding::percent_decode_str;
use uuid::Uuid;

use crate::documents::discover::FileInfo;
use crate::text::frontmatter;
use crate::text::imports::{imports, resolved};
use crate::text::markdown_cost::is_linear;
use crate::text::mustache::Rendered;
use crate::text::outline::links;
use crate::text::paths::{join, normal};

/// One text that applies to files.
#[derive(Debug)]
pub struct Rule {
    /// The document that is named and delivered: of its copies the one that applies most
    /// specifically, or the first.
    pub named: RuleCopy,
    /// The other documents with this text that apply.
    pub others: Vec<RuleCopy>,
}

/// A document that applies, and why.
#[derive(Debug)]
pub struct RuleCopy {
    pub file: FileInfo,
    /// Its path from the project's folder, or its URI if it does not lie there or is of an
    /// included guide.
    pub path: String,
    /// Its whole text, where that was kept: all that is kept fits into the budget.
    pub text: Option<Rendered>,
    /// What is to be known of its text.
    pub about: AboutText,
    /// The pattern with the most literal components, and their number.
    pub pattern: String,
    pub literals: usize,
    /// Whether it applies to every file of the project.
    pub is_for_every_file: bool,
    /// The size of its text in bytes.
    pub bytes: u64,
    /// Which field or file says so.
    pub source: String,
    /// The folder to which its patterns are relative, from the project's folder.
    pub folder: String,
    /// The indices of the call's paths to which it applies.
    pub paths: Vec<usize>,
}

/// What tells a rule's text from others.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AboutText {
    /// A digest of the text without its header, the empty lines around it and the kind of its
    /// line ends, and of the files to which its relative links and imports lead.
    pub digest: Uuid,
    /// The paths that it imports, from the project's folder, and those of them that each client
    /// takes for an import.
    pub imports: Vec<String>,
    pub certain_imports: Vec<String>,
    /// Whether it holds nothing else.
    pub is_only_imports: bool,
}

impl Rule {
    /// Returns the documents that hold it, the named one first.
    pub fn copies(&self) -> impl Iterator<Item = &RuleCopy> {
        std::iter::once(&self.named).chain(&self.others)
    }
}

impl RuleCopy {
    /// Returns whether it applies to one of so many paths of the call, or without any to every file.
    pub fn applies_to_first(&self, first: usize) -> bool {
        let applies = self.paths.first().is_some_and(|path| *path < first);
        applies || first == 0 && self.is_for_every_file
    }
}

impl AboutText {
    /// Reads the text of the document at a path from the project's folder, or of one elsewhere:
    /// `place` is then `None`, and `elsewhere` names its folder.
    ///
    /// An empty text, and one whose links cannot be read in linear time, is told from every other.
    pub fn of(text: &str, place: Option<&str>, elsewhere: &str) -> Self {
        let plain = plain(text);
        let body = &*plain;
        let may_import = body.contains('@');
        let may_link = body.contains("](") || body.contains("]:") || body.contains('<');
        let mut digested = body.to_owned();
        let (mut found, mut certain, mut is_only_imports) = (Vec::new(), Vec::new(), false);
        // Nothing to say is nothing to have in common.
        if body.is_empty() {
            digested.extend(["\0", place.unwrap_or_default(), elsewhere]);
        }
        if may_import || may_link {
            let names = place.unwrap_or(elsewhere);
            match is_linear(body) {
                true => {
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
                }
                false => digested.extend(["\0", names]),
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

/// Joins the documents of one text, in the order of the first of each: the rules.
pub fn joined(copies: Vec<RuleCopy>) -> Vec<Rule> {
    let mut rules: Vec<Rule> = Vec::new();
    let (mut files, mut texts) = (HashMap::new(), HashMap::new());
    // Within one walk each file was found once.
    let mut pairs = copies.iter().zip(copies.iter().skip(1));
    let several =
        pairs.any(|(one, other)| !std::sync::Arc::ptr_eq(&one.file.origin, &other.file.origin));
    for copy in copies {
        // One that cannot be looked up is told by its text.
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

/// Returns what a rule's text is, whatever file holds it: without its header and the empty lines
/// around it, its lines ended by `\n`.
pub fn plain(text: &str) -> Cow<'_, str> {
    let body = frontmatter::body(text);
    let body = without_outer_lines(body.strip_prefix('\u{feff}').unwrap_or(body));
    match body.contains('\r') {
        true => body.replace("\r\n", "\n").replace('\r', "\n").into(),
        false => body.into(),
    }
}

/// Returns a text without the empty lines before and after it.
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

/// Returns the path of a link without its fragment and query, if it is relative to its document.
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

/// Returns where a path leads that a document has: from the project's folder, where it does not
/// lead out of that; else with the folder of the document.
fn led_to(path: &str, place: Option<&str>, elsewhere: &str) -> String {
    // The same for every document.
    if path.starts_with(['/', '~']) {
        return path.to_owned();
    }
    let folder = place.map_or(elsewhere, |place| {
        place.rsplit_once('/').map_or("", |(folder, _)| folder)
    });
    let inside = place.and_then(|_| normal(&join(folder, path)));
    inside.unwrap_or_else(|| format!("{folder}\0{path}"))
}
