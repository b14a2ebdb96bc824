//! Search: where the words of a query stand.

mod found;

use std::cmp::Reverse;
use std::collections::HashSet;

use crate::documents::discover::FileInfo;
use crate::documents::document::{OpenDocument, about};
use crate::documents::error::{FileError, Unreadable};
use crate::operation::Request;
use crate::operation::error::Error;
use crate::operation::list::uncountable;
use crate::operation::matches::{Matches, shown};
use crate::operation::nearby::found;
use crate::operation::outcome::{
    Found, FoundDocument, Notes, Nothing, NothingWord, Stop, Unlisted,
};
use crate::spec::SearchKind;
use crate::text::outline::headings;
use crate::text::query::Query;
use crate::text::truncated::{MAX_NAMED, Truncated};

use found::{Unheld, places};

/// How many bytes of a text are read for what it is called.
const BEGINNING: usize = 8 * 1024;

/// Finds the documents of one name, or without one those that the categories' default
/// patterns find, which hold every word of the query.
///
/// # Errors
///
/// [`Stop`]: as of a retrieval, or nothing can be searched.
pub fn search(request: &Request<'_>) -> Result<Found, Stop> {
    let Some(query) = request.query else {
        // The table guarantees the argument, and the arguments were checked.
        return Err(Error::Unknown.into());
    };
    let mut search = Search {
        request,
        query,
        ranked: Vec::new(),
        more: 0,
        read: 0,
        counts: vec![0; query.words().len()],
        unheld: Unheld::default(),
        unreadable: Truncated::default(),
        unlisted: Truncated::default(),
    };
    let mut notes = Notes::default();
    match request.name {
        Some(name) => {
            let mut matches = found(request, name)?;
            notes = Notes::incomplete(name, std::mem::take(&mut matches.missing));
            search.through(matches)?;
        }
        None => search.everywhere()?,
    }
    search.end(notes)
}

/// A document's rank: the words in its title or path, those in its headings, and the
/// lines that hold one. The least is the first.
type Rank = (Reverse<u32>, Reverse<u32>, Reverse<usize>);

struct Search<'a, 'r> {
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
    /// What is near, should nothing be found.
    unheld: Unheld,
    unreadable: Truncated<Unreadable>,
    unlisted: Truncated<Unlisted>,
}

impl Search<'_, '_> {
    /// Looks through all categories, into each document once.
    fn everywhere(&mut self) -> Result<(), Stop> {
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
                    self.through(matches)?;
                }
                Err(Stop::Failed(failed)) => {
                    any |= matches!(failed.error, Error::NoMatches { .. });
                    failures.push((name, failed));
                }
                Err(Stop::Cancelled) => return Err(Stop::Cancelled),
            }
        }
        let mut failures = failures.into_iter();
        // Where nothing can be searched, that is no search that finds nothing.
        if !any && let Some((_, failed)) = failures.next() {
            return Err(Stop::Failed(failed));
        }
        for (name, failed) in failures {
            uncountable(name, false, *failed, &mut self.unlisted);
        }
        Ok(())
    }

    fn through(&mut self, matches: Matches) -> Result<(), Stop> {
        self.unreadable.extend(matches.unreadable);
        let limit = self.request.bound.project.limits.file_bytes;
        for category in matches.categories {
            let files = &*category.sandbox;
            for file in &category.files {
                if (self.request.cancelled)() {
                    return Err(Stop::Cancelled);
                }
                let opened = OpenDocument::open(files, file, limit);
                match opened.and_then(|opened| self.request.text(files, file, &opened)) {
                    Ok(rendered) => self.look(file, rendered.text),
                    Err(error) => self.unreadable.push_with(|| Unreadable {
                        path: shown(file, matches.qualified),
                        error,
                    }),
                }
            }
        }
        Ok(())
    }

    /// Looks into a document.
    fn look(&mut self, file: &FileInfo, text: String) {
        self.read += 1;
        let query = self.query;
        let markdown = (self.request.is_markdown)(file);
        let body = match markdown && self.request.bound.strips(&file.origin.category) {
            true => crate::text::frontmatter::split(&text).map_or(&*text, |(_, body)| body),
            false => &text,
        };
        let path = query.found(file.document());
        let held = path | query.found(body);
        let beginning = &text.as_bytes()[..text.len().min(BEGINNING)];
        let title = markdown.then(|| about(beginning.to_vec()).title).flatten();
        let named = path | title.as_deref().map_or(0, |title| query.found(title));
        let held = held | named;
        for (word, count) in self.counts.iter_mut().enumerate() {
            *count += usize::from(held & 1 << word != 0);
        }
        if held != query.all() {
            if markdown && self.ranked.is_empty() {
                let before = text.len() - body.len();
                self.unheld.keep(text, before);
            }
            return;
        }
        self.unheld = Unheld::default();
        let parsed = match markdown {
            true => headings(body),
            false => Some(Vec::new()),
        };
        if parsed.is_none() {
            self.unlisted.push(Unlisted::Unreadable(Unreadable {
                path: shown(file, true),
                error: FileError::Nested,
            }));
        }
        let headings = parsed.unwrap_or_default();
        let said = headings.iter();
        let said = said.fold(0, |all, heading| all | query.found(&heading.text));
        let (places, lines) = places(query, body, &headings);
        let rank = (
            Reverse(named.count_ones()),
            Reverse(said.count_ones()),
            Reverse(lines),
        );
        let at = self.ranked.partition_point(|(known, _)| *known <= rank);
        let info = file.clone();
        (self.ranked).insert(at, (rank, FoundDocument { info, places }));
        if self.ranked.len() > MAX_NAMED {
            self.ranked.pop();
            self.more += 1;
        }
    }

    /// Returns what was found.
    fn end(self, notes: Notes) -> Result<Found, Stop> {
        if self.read == 0 && !self.unreadable.is_empty() {
            return Err(Stop::failed(Error::Io(self.unreadable), notes));
        }
        let nothing = self.ranked.is_empty().then(|| {
            let words = self.query.words().iter().enumerate();
            let words = words.map(|(at, word)| NothingWord {
                word: word.clone(),
                documents: self.counts.get(at).copied().unwrap_or_default(),
                exact: self.query.is_exact(at),
            });
            let words: Vec<_> = words.collect();
            let lacking = words.iter().filter(|word| word.documents == 0);
            let near = self.unheld.near(lacking.map(|word| &*word.word));
            Nothing {
                searched: self.read > 0,
                words,
                near,
            }
        });
        let mut unlisted = self.unlisted;
        unlisted.extend(self.unreadable.first.into_iter().map(Unlisted::Unreadable));
        unlisted.more += self.unreadable.more;
        Ok(Found {
            rows: self.ranked.into_iter().map(|(_, row)| row).collect(),
            more: self.more,
            unlisted,
            nothing,
            notes,
        })
    }
}
