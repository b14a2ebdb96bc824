//! Searches documents for the sections that best match a query.

mod counting;
pub mod entry;
pub mod search_index;
#[cfg(feature = "http")]
pub mod warm;

use std::collections::HashSet;
use std::mem::take;
use std::sync::{Arc, Mutex};

use crate::documents::discover::FileInfo;
use crate::documents::document::Delivered;
use crate::documents::document_error::{DocumentError, Unreadable};
use crate::limits::MAX_FOUND_BYTES;
use crate::operation::OperationContext;
use crate::operation::OperationError;
use crate::operation::call::{NameRef, SearchCall, Selection};
use crate::operation::error::{Error, Item, UnreadableList, quoted};
use crate::operation::find::find_or_suggest::find_or_suggest;
use crate::operation::find::matches::{Matches, shown};
use crate::operation::find::named::Named;
use crate::operation::kind::NameKind;
use crate::operation::note::{Note, Notes, PatternReading, not_searched};
use crate::operation::search::counting::Counting;
use crate::operation::search::entry::{FoundEntry, documents, entry, headings, line_bytes, uri};
use crate::operation::search::search_index::SearchIndex;
use crate::search::block::Block;
use crate::search::language::Language;
use crate::search::passage::Finder;
use crate::search::query::Query;
use crate::search::rank::{Ranked, rank};
use crate::search::refine::{FoundSection, MAX_PASSAGES, refine, show, worth_naming};
use crate::search::terms::{MAX_TERMS, Terms};
use crate::search::vocabulary::Vocabulary;
use crate::sync::lock;
use crate::text::truncated::Truncated;

/// The approximate size of the answer's last line, in bytes.
const BESIDE: usize = 110;
/// The maximum percentage of an answer that the lines of sections may take up. Passages need the
/// rest.
const LINES_PERCENT: usize = 45;
/// The number of sections that are listed even if their lines exceed [`LINES_PERCENT`].
const LEAST_ROWS: usize = 5;

/// The result of a search.
#[derive(Debug)]
pub struct Found {
    /// The best sections, best first.
    pub sections: Vec<FoundEntry>,
    /// The number of matching documents without a section in `sections`.
    pub more: usize,
    /// The maximum size of the answer, in bytes.
    pub budget: usize,
    /// The words of the query. If there are no sections, no document contains any of the words.
    pub words: Vec<String>,
    /// The number of documents and names that could not be searched.
    pub unsearched: usize,
    /// The number of links that were not followed because they lead out of their category.
    pub links: usize,
    /// Whether any document was searched.
    pub searched: bool,
    /// The notes to show with the sections.
    pub notes: Notes,
    /// The words that were found, case-folded, to be highlighted in a terminal.
    pub marked: Vec<String>,
}

/// Finds the sections that best match the query, in the documents of the category or collection
/// that the call gives. Without a name, searches the documents that the default patterns of all
/// categories find. Adds passages of the best sections, as far as [`MAX_FOUND_BYTES`] and the
/// response budget allow.
///
/// # Errors
///
/// Returns an error if nothing matches under the call's name, if nothing can be searched, or if the
/// call is cancelled.
pub fn search(
    context: &OperationContext<'_>,
    call: &SearchCall<'_>,
    index: Option<&SearchIndex>,
) -> Result<Found, OperationError> {
    let query = &call.query;
    let mut notes = Notes::default();
    let (matches, mut unsearched) = searched(context, call, &mut notes)?;
    let links = matches.iter().flat_map(|matches| &matches.linked);
    let links = links.filter(|link| link.reason == DocumentError::LinkedOutside);
    let name = &context.bound.project.search.language;
    // The language was checked when the project was loaded.
    let language = Language::named(name).unwrap_or_default();
    let unkept = SearchIndex::default();
    let index = index.unwrap_or(&unkept);
    let mut searcher = Searcher::new(context, &matches, &language, index);
    let (ranked, unquoted) = searcher.rank(query)?;
    let mut finder = Finder::new(query, &ranked.terms, &language);
    let rows = refine(query, &ranked, &mut finder, |document| {
        context.check_cancelled()?;
        let read = searcher.read(document as usize, true);
        unsearched += usize::from(read.as_ref().is_some_and(|read| read.is_nested));
        Ok::<_, OperationError>(read.map(|read| (read.text, read.headings)))
    })?;
    let file = |row: &FoundSection| searcher.documents[row.hit.document as usize].file.clone();
    let rows = rows.into_iter().map(|row| (file(&row), row));
    let mut rows: Vec<(FileInfo, FoundSection)> = rows.collect();
    let all = documents(rows.iter().map(|(_, row)| row.hit.document));
    let worth = worth_naming(rows.iter().map(|(_, row)| row.hit.score));
    rows.truncate(call.most.min(worth));
    let budget = usize::try_from(context.bound.project.limits.response_bytes);
    let budget = budget.map_or(MAX_FOUND_BYTES, |bytes| bytes.min(MAX_FOUND_BYTES));
    let lines = lines_with_room(context, &mut rows, budget);
    let most = budget.saturating_sub(lines + BESIDE).max(budget / 3);
    show(&mut rows, &mut finder, most, |document| {
        let read = searcher.read(document as usize, true);
        read.map(|read| (read.text, read.headings))
    });
    let marked = finder.into_words().collect();
    let is_read = |document: &SearchedDocument<'_>| !document.is_unreadable;
    let searched = searcher.documents.iter().any(is_read);
    if !searched && !searcher.unreadable.is_empty() {
        let error = Error::Io(UnreadableList(searcher.unreadable));
        return Err(OperationError::failed(error, notes));
    }
    notes.extend(quoted(unquoted).note(Note::Unquoted));
    notes.extend(about_words(&ranked.terms, !rows.is_empty()));
    let words = ranked.terms.list.into_iter().map(|term| term.word);
    let sections = rows
        .into_iter()
        .map(|(file, row)| entry(context, &file, row));
    let sections: Vec<FoundEntry> = sections.collect();
    Ok(Found {
        budget,
        more: ranked.more + all - documents(sections.iter().map(|section| section.document)),
        sections,
        words: words.collect(),
        unsearched: unsearched + searcher.unreadable.count(),
        links: links.count(),
        searched,
        notes,
        marked,
    })
}

/// Removes sections from the end of `rows` if their lines leave too little space for passages.
/// Returns the size of the remaining lines in bytes.
fn lines_with_room(
    context: &OperationContext<'_>,
    rows: &mut Vec<(FileInfo, FoundSection)>,
    budget: usize,
) -> usize {
    let (mut lines, mut kept) = (0, 0);
    for (file, row) in rows.iter() {
        // The first sections also show the headings above their own.
        let headings = headings(row, kept < MAX_PASSAGES);
        let bytes = line_bytes(&uri(context, file, row), &headings);
        if kept >= LEAST_ROWS && lines + bytes > budget / 100 * LINES_PERCENT {
            break;
        }
        lines += bytes;
        kept += 1;
    }
    rows.truncate(kept);
    lines
}

/// Returns the notes on words that were not searched for exactly as written. `found` says whether
/// the search found a section.
fn about_words(terms: &Terms, found: bool) -> impl Iterator<Item = Note> {
    let near = terms.list.iter().filter(|term| term.is_replaced());
    let replaced = near.map(|term| Item::Word {
        word: term.word.clone(),
        names: quoted(&term.near),
    });
    // If nothing is found, another message lists all words.
    let unheld = terms.unheld().filter(|_| found);
    let (count, limit) = (terms.ignored(), MAX_TERMS);
    let notes = [
        Truncated::from_iter(replaced).note(Note::Replaced),
        quoted(unheld).note(Note::Unheld),
        (count > 0).then_some(Note::Ignored { count, limit }),
    ];
    notes.into_iter().flatten()
}

/// Returns the documents to search, and the number of categories that cannot be searched. Adds
/// further problems to `notes`.
fn searched(
    context: &OperationContext<'_>,
    call: &SearchCall<'_>,
    notes: &mut Notes,
) -> Result<(Vec<Matches>, usize), OperationError> {
    let (matches, unsearched) = match &call.name {
        Some(name) => {
            let mut matches = find_or_suggest(context, name, &call.selection)?;
            notes.extend(not_searched(take(&mut matches.missing)));
            (vec![matches], 0)
        }
        None => everything(context, &call.selection)?,
    };
    let mut reading = PatternReading::default();
    (matches.iter()).for_each(|matches| reading.add(&matches.reading));
    notes.extend(reading.notes());
    Ok((matches, unsearched))
}

/// Returns the documents of all categories, each once, and the number of categories with an error.
fn everything(
    context: &OperationContext<'_>,
    selection: &Selection<'_>,
) -> Result<(Vec<Matches>, usize), OperationError> {
    let mut seen = HashSet::new();
    let (mut all, mut failures) = (Vec::new(), Vec::new());
    for container in Named::all(&context.bound.project, NameKind::Category) {
        let name = NameRef::of(container.kind, container.name);
        match Matches::find(context, &name, selection) {
            Ok(mut matches) => {
                matches.drop_known(&mut seen);
                matches.qualified = true;
                all.push(matches);
            }
            Err(OperationError::Failed(failed)) => failures.push(failed),
            Err(cancelled) => return Err(cancelled),
        }
    }
    let bad = failures.iter();
    let bad = bad.filter(|failed| !matches!(failed.0, Error::NoMatches { .. }));
    let (bad, count) = (bad.count(), failures.len());
    match failures.into_iter().next() {
        // If no category could be searched, return the first error.
        Some(first) if all.is_empty() && bad == count => Err(OperationError::Failed(first)),
        _ => Ok((all, bad)),
    }
}

/// The vocabulary of the documents, and the block of each document. The block is `None` if the
/// document cannot be read.
type Counted = (Arc<Mutex<Vocabulary>>, Vec<Option<Arc<Block>>>);

struct Searcher<'a, 'r> {
    context: &'a OperationContext<'r>,
    language: &'a Language,
    index: &'a SearchIndex,
    documents: Vec<SearchedDocument<'a>>,
    unreadable: Truncated<Unreadable>,
}

struct SearchedDocument<'a> {
    file: &'a FileInfo,
    /// Whether messages show the document with its category.
    qualified: bool,
    /// The number of the query's quoted parts that the document contains, if known.
    quoted: Option<usize>,
    is_unreadable: bool,
}

impl<'a, 'r> Searcher<'a, 'r> {
    fn new(
        context: &'a OperationContext<'r>,
        matches: &'a [Matches],
        language: &'a Language,
        index: &'a SearchIndex,
    ) -> Self {
        let mut documents = Vec::new();
        let mut unreadable = Truncated::default();
        for of_name in matches {
            unreadable.extend(of_name.unreadable.iter().cloned());
            let files = of_name.categories.iter().flat_map(|group| &group.files);
            documents.extend(files.map(|file| SearchedDocument {
                file,
                qualified: of_name.qualified,
                quoted: None,
                is_unreadable: false,
            }));
        }
        Self {
            context,
            language,
            index,
            documents,
            unreadable,
        }
    }

    /// Reads the document with the index `document`, and its title and headings if `outlined` is
    /// true. If the document cannot be read, records the error and returns `None`.
    fn read(&mut self, document: usize, outlined: bool) -> Option<Delivered> {
        if self.documents[document].is_unreadable {
            return None;
        }
        let read = self.context.document(self.documents[document].file);
        let read = read.delivered(outlined);
        read.inspect_err(|error| self.keep_error(document, error))
            .ok()
    }

    fn keep_error(&mut self, document: usize, error: &DocumentError) {
        let document = &mut self.documents[document];
        document.is_unreadable = true;
        self.unreadable.push_with(|| Unreadable {
            path: shown(document.file, document.qualified),
            reason: error.clone(),
        });
    }

    /// Ranks the documents. Also returns the quoted parts of the query that no document contains.
    fn rank<'q>(&mut self, query: &'q Query) -> Result<(Ranked, Vec<&'q str>), OperationError> {
        let terms = Terms::new(query, self.language);
        let mut held = HashSet::new();
        let counted = self.count(query, &terms, &mut held)?;
        self.look_for_quoted(query, &counted, &mut held)?;
        let unquoted = query.quoted().filter(|quoted| !held.contains(quoted));
        let vocabulary = || lock(&counted.0);
        let mut blocks = Vec::new();
        for ((number, block), document) in (0..).zip(&counted.1).zip(&self.documents) {
            if let Some(block) = block {
                blocks.push((number, &**block, document.quoted.unwrap_or_default()));
            }
        }
        let check = || self.context.check_cancelled();
        let ranked = rank(terms, vocabulary, &blocks, check)?;
        Ok((ranked, unquoted.collect()))
    }

    /// Reads the documents that may contain quoted parts, unless they were already read for
    /// counting. Adds the quoted parts found to `held`.
    fn look_for_quoted<'q>(
        &mut self,
        query: &'q Query,
        (vocabulary, blocks): &Counted,
        held: &mut HashSet<&'q str>,
    ) -> Result<(), OperationError> {
        if query.quoted().len() == 0 {
            return Ok(());
        }
        let words = query.words_of_quoted(&lock(vocabulary));
        for (document, block) in blocks.iter().enumerate() {
            self.context.check_cancelled()?;
            if let (Some(block), None) = (block, self.documents[document].quoted)
                && query.may_be_held(block, &words)
                && let Some(read) = self.read(document, false)
            {
                let quoted = query.held(&read.text);
                self.documents[document].quoted = Some(quoted.len());
                held.extend(quoted);
            }
        }
        Ok(())
    }

    /// Counts the words of the documents. Reads only documents that are not in the index, and adds
    /// the quoted parts in them to `held`.
    fn count<'q>(
        &mut self,
        query: &'q Query,
        terms: &Terms,
        held: &mut HashSet<&'q str>,
    ) -> Result<Counted, OperationError> {
        let counting = Counting {
            bound: self.context.bound,
            formats: self.context.formats,
            language: self.language,
            search: self.index.search(&self.context.bound.project),
            query,
            terms,
        };
        let check = || self.context.check_cancelled();
        let mut blocks = Vec::new();
        for document in &self.documents {
            check()?;
            blocks.push(counting.search.look_up(document.file));
        }
        let absent = blocks
            .iter()
            .enumerate()
            .filter(|(_, block)| block.is_none());
        let absent: Vec<usize> = absent.map(|(document, _)| document).collect();
        let files = absent.iter().map(|document| self.documents[*document].file);
        let files: Vec<&FileInfo> = files.collect();
        for (document, counted) in absent.into_iter().zip(counting.count(&files, check)?) {
            match counted {
                Ok((block, quoted)) => {
                    blocks[document] = Some(block);
                    self.documents[document].quoted = Some(quoted.len());
                    held.extend(quoted);
                }
                Err(error) => self.keep_error(document, &error),
            }
        }
        Ok((counting.search.vocabulary, blocks))
    }
}
