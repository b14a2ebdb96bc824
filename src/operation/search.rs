//! Search: the documents that hold every word of a query, and the lines of the words.

use std::cmp::Reverse;
use std::collections::{BTreeSet, HashSet};

use memchr::memchr2;

use crate::documents::discover::FileInfo;
use crate::documents::document::about;
use crate::documents::error::{FileError, Unreadable};
use crate::limits::{MAX_NAMED, MAX_SEARCHED_WORDS_BYTES};
use crate::operation::Request;
use crate::operation::error::{Error, Notes, OperationError, Unlisted};
use crate::operation::list::uncountable;
use crate::operation::matches::{Matches, shown};
use crate::operation::suggest::find_or_suggest;
use crate::spec::SearchKind;
use crate::text::frontmatter;
use crate::text::names::{Truncated, near};
use crate::text::outline::{Heading, headings};
use crate::text::query::Query;

/// How many lines of a document are shown, each in a section of its own.
const MAX_LINES: usize = 3;
/// How many characters of a line are shown, and how many of them before the first word.
const MAX_SHOWN: usize = 160;
const BEFORE: usize = 60;

/// How many words of titles and headings are compared, and how many bytes of documents are
/// kept for them.
const MAX_NAMES: usize = 4096;
/// How many of them are suggested.
const MAX_SUGGESTED: usize = 5;
/// How many bytes of a document are read for its title.
const BEGINNING: usize = 8 * 1024;

/// What a search found.
#[derive(Debug)]
pub struct Found {
    /// The best documents, in order.
    pub rows: Vec<FoundDocument>,
    /// How many more there are.
    pub more: usize,
    /// What could not be searched.
    pub unlisted: Truncated<Unlisted>,
    /// Whether any document was searched.
    pub searched: bool,
    pub words: Vec<FoundWord>,
    /// If nothing was found: words of titles and headings that are similar to those that
    /// no document holds.
    pub near: Vec<String>,
    /// What has to be said beside them.
    pub notes: Notes,
}

/// A word of a query.
#[derive(Debug)]
pub struct FoundWord {
    pub word: String,
    /// How many documents hold it.
    pub documents: usize,
    /// Whether only the exact word is found.
    pub exact: bool,
}

/// A document that a search found.
#[derive(Debug)]
pub struct FoundDocument {
    pub info: FileInfo,
    /// The lines that hold words; none if the path or the title holds them all.
    pub lines: Vec<FoundLine>,
}

/// A line that holds words of the query.
#[derive(Debug)]
pub struct FoundLine {
    /// The name of its section in a URI.
    pub slug: Option<String>,
    /// The heading of its section, after those in whose sections that is.
    pub path: Vec<String>,
    /// From 1.
    pub number: usize,
    /// The text around the first word.
    pub text: String,
}

/// Finds the documents of one name that hold every word of the query; without a name
/// those that the default patterns of all categories find.
///
/// # Errors
///
/// As of a retrieval, or the first error if nothing can be searched.
pub fn search(request: &Request<'_>) -> Result<Found, OperationError> {
    let Some(query) = request.query else {
        // The table requires the argument, and the arguments were checked.
        return Err(Error::Unknown.into());
    };
    let mut searcher = Searcher {
        request,
        query,
        ranked: Vec::new(),
        more: 0,
        read: 0,
        counts: vec![0; query.words().len()],
        candidates: WordCandidates::default(),
        unreadable: Truncated::default(),
        unlisted: Truncated::default(),
    };
    let mut notes = Notes::default();
    match request.name {
        Some(name) => {
            let mut matches = find_or_suggest(request, name)?;
            notes = Notes::incomplete(name, std::mem::take(&mut matches.missing));
            searcher.read(&matches)?;
        }
        None => searcher.read_everything()?,
    }
    searcher.finish(notes)
}

/// A document's rank: the words in its title or path, those in its headings, and the
/// lines that hold one. The least is the first.
type Rank = (Reverse<u32>, Reverse<u32>, Reverse<usize>);

struct Searcher<'a, 'r> {
    request: &'a Request<'r>,
    query: &'a Query,
    /// The best so far, in order.
    ranked: Vec<(Rank, FoundDocument)>,
    /// How many more hold all words.
    more: usize,
    /// How many documents were read.
    read: usize,
    /// How many of them hold each word.
    counts: Vec<usize>,
    candidates: WordCandidates,
    unreadable: Truncated<Unreadable>,
    unlisted: Truncated<Unlisted>,
}

impl Searcher<'_, '_> {
    /// Reads the documents of all categories, each once.
    fn read_everything(&mut self) -> Result<(), OperationError> {
        let mut seen = HashSet::new();
        let (mut any, mut failures) = (false, Vec::new());
        for name in self.request.bound.project.categories.keys() {
            let request = Request {
                search: &[SearchKind::Category],
                ..*self.request
            };
            match Matches::find(&request, name) {
                Ok(mut matches) => {
                    matches.drop_known(&mut seen);
                    matches.qualified = true;
                    any = true;
                    self.read(&matches)?;
                }
                Err(OperationError::Failed(failed)) => {
                    any |= matches!(failed.0, Error::NoMatches { .. });
                    failures.push((name, failed));
                }
                Err(cancelled) => return Err(cancelled),
            }
        }
        let mut failures = failures.into_iter();
        // If no category could be searched, the first error is the answer.
        if !any && let Some((_, failed)) = failures.next() {
            return Err(OperationError::Failed(failed));
        }
        for (name, failed) in failures {
            uncountable(name, false, *failed, &mut self.unlisted);
        }
        Ok(())
    }

    fn read(&mut self, matches: &Matches) -> Result<(), OperationError> {
        let request = self.request;
        let unreadable = matches.read_each(request, |category, file| {
            let files = &*category.sandbox;
            let opened = request.open(files, file)?;
            self.rank(file, request.text(files, file, &opened)?.text);
            Ok(())
        })?;
        self.unreadable.more += unreadable.more;
        self.unreadable.extend(unreadable.first);
        Ok(())
    }

    /// Adds a document if it holds all words.
    fn rank(&mut self, file: &FileInfo, text: String) {
        self.read += 1;
        let query = self.query;
        let markdown = self.request.is_markdown(file);
        let body = match self.request.strips(file) {
            true => frontmatter::split(&text).map_or(&*text, |(_, body)| body),
            false => &text,
        };
        let title = markdown.then(|| title(&text)).flatten();
        let named =
            query.found(file.document()) | title.as_deref().map_or(0, |title| query.found(title));
        let held = named | query.found(body);
        for (word, count) in self.counts.iter_mut().enumerate() {
            *count += usize::from(held & 1 << word != 0);
        }
        if held != query.all() {
            if markdown && self.ranked.is_empty() {
                let before = text.len() - body.len();
                self.candidates.keep(text, before);
            }
            return;
        }
        self.candidates = WordCandidates::default();
        let headings = match markdown {
            true => headings(body),
            false => Some(Vec::new()),
        };
        if headings.is_none() {
            self.unlisted.push(Unlisted::Unreadable(Unreadable {
                path: shown(file, true),
                error: FileError::Nested,
            }));
        }
        let headings = headings.unwrap_or_default();
        let in_headings = headings.iter();
        let in_headings = in_headings.fold(0, |all, heading| all | query.found(&heading.text));
        let (lines, count) = best_lines(query, body, &headings);
        let rank = (
            Reverse(named.count_ones()),
            Reverse(in_headings.count_ones()),
            Reverse(count),
        );
        let at = self.ranked.partition_point(|(known, _)| *known <= rank);
        let info = file.clone();
        (self.ranked).insert(at, (rank, FoundDocument { info, lines }));
        if self.ranked.len() > MAX_NAMED {
            self.ranked.pop();
            self.more += 1;
        }
    }

    fn finish(self, notes: Notes) -> Result<Found, OperationError> {
        if self.read == 0 && !self.unreadable.is_empty() {
            let error = Error::Io(self.unreadable);
            return Err(OperationError::failed(error, notes));
        }
        let words = self.query.words().zip(&self.counts);
        let words = words.map(|((word, exact), documents)| FoundWord {
            word: word.to_owned(),
            documents: *documents,
            exact,
        });
        let words: Vec<_> = words.collect();
        let lacking = words.iter().filter(|word| word.documents == 0);
        let near = self.candidates.near(lacking.map(|word| &*word.word));
        let mut unlisted = self.unlisted;
        unlisted.extend(self.unreadable.first.into_iter().map(Unlisted::Unreadable));
        unlisted.more += self.unreadable.more;
        Ok(Found {
            rows: self.ranked.into_iter().map(|(_, row)| row).collect(),
            more: self.more,
            unlisted,
            searched: self.read > 0,
            words,
            near,
            notes,
        })
    }
}

/// Returns the title of a Markdown text.
fn title(text: &str) -> Option<String> {
    let beginning = &text.as_bytes()[..text.len().min(BEGINNING)];
    about(beginning.to_vec()).title
}

/// Returns the lines with the most words, each the first such of its section, and how many
/// lines hold any.
fn best_lines(query: &Query, text: &str, headings: &[Heading]) -> (Vec<FoundLine>, usize) {
    // The words of a line, the index of the heading of its section, its number and text.
    let mut best: Vec<(u32, Option<usize>, usize, &str)> = Vec::new();
    let (mut next, mut count) = (0, 0);
    for (index, (begin, line)) in lines(text).enumerate() {
        let line = match index {
            0 => line.strip_prefix('\u{feff}').unwrap_or(line),
            _ => line,
        };
        while (headings.get(next)).is_some_and(|heading| heading.section.start <= begin) {
            next += 1;
        }
        let words = query.found(line).count_ones();
        if words == 0 {
            continue;
        }
        count += 1;
        let heading = next.checked_sub(1);
        match best.last_mut() {
            Some((most, last, ..)) if *last == heading && words <= *most => {}
            Some(last) if last.1 == heading => *last = (words, heading, index + 1, line),
            _ => best.push((words, heading, index + 1, line)),
        }
    }
    best.sort_by_key(|(words, ..)| Reverse(*words));
    best.truncate(MAX_LINES);
    let best = best.into_iter().map(|(_, heading, number, text)| {
        let heading = heading.and_then(|at| headings.get(at));
        let parent = |of: &&Heading| of.parent.and_then(|at| headings.get(at));
        let path = std::iter::successors(heading, parent).map(|heading| heading.text.clone());
        let mut path: Vec<String> = path.collect();
        path.reverse();
        FoundLine {
            slug: heading.map(|heading| heading.slug.clone()),
            path,
            number,
            text: around(text, query.first(text)),
        }
    });
    (best.collect(), count)
}

/// Returns the lines of a text as CommonMark has them, each with where it begins.
fn lines(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut begins = Some(0);
    std::iter::from_fn(move || {
        let begin = begins?;
        let rest = &text[begin..];
        let end = memchr2(b'\n', b'\r', rest.as_bytes());
        begins = end.map(|end| match rest[end..].starts_with("\r\n") {
            true => begin + end + 2,
            false => begin + end + 1,
        });
        Some((begin, &rest[..end.unwrap_or(rest.len())]))
    })
}

/// Returns a line, or of a long one the text around the first word.
fn around(line: &str, word: Option<usize>) -> String {
    if line.chars().nth(MAX_SHOWN).is_none() {
        return line.to_owned();
    }
    let before = line[..word.unwrap_or(0)]
        .char_indices()
        .rev()
        .nth(BEFORE - 1);
    let from = before.map_or(0, |(at, _)| at);
    let to = line[from..].char_indices().nth(MAX_SHOWN);
    let to = to.map_or(line.len(), |(at, _)| from + at);
    let cut = |cut: bool| if cut { "…" } else { "" };
    format!(
        "{}{}{}",
        cut(from > 0),
        &line[from..to],
        cut(to < line.len())
    )
}

/// Markdown texts of which none holds all words, kept while nothing is found.
#[derive(Debug, Default)]
struct WordCandidates {
    /// Each with the bytes of it that come before its body.
    texts: Vec<(String, usize)>,
    /// How many bytes they take.
    bytes: usize,
}

impl WordCandidates {
    fn keep(&mut self, text: String, before: usize) {
        if self.bytes < MAX_SEARCHED_WORDS_BYTES {
            self.bytes += text.len() + size_of::<(String, usize)>();
            self.texts.push((text, before));
        }
    }

    /// Returns the words of their titles and headings that are similar to these words, the
    /// nearest of each first.
    fn near<'w>(&self, words: impl Iterator<Item = &'w str>) -> Vec<String> {
        let mut names = BTreeSet::new();
        for (text, before) in &self.texts {
            if names.len() >= MAX_NAMES {
                break;
            }
            let headings = headings(&text[*before..]).unwrap_or_default();
            let texts = headings.into_iter().map(|heading| heading.text);
            for text in title(text).into_iter().chain(texts) {
                let words = text.split(|character: char| !character.is_alphanumeric());
                let words = words.filter(|word| word.chars().nth(1).is_some());
                names.extend(words.map(str::to_owned));
            }
        }
        let valid: Vec<&str> = names.iter().map(String::as_str).collect();
        let mut all: Vec<String> = Vec::new();
        for near in words.flat_map(|word| near(word, &valid)) {
            if all.len() < MAX_SUGGESTED && !all.iter().any(|known| known == near) {
                all.push(near.to_owned());
            }
        }
        all
    }
}
