//! Search: the sections of documents that match a query best.

mod delivered;

use std::collections::{BTreeSet, HashSet};
use std::mem::take;
use std::ptr;
use std::sync::Arc;

use delivered::Delivered;

use crate::documents::discover::FileInfo;
use crate::documents::error::{FileError, Unreadable};
use crate::documents::sandbox::{Sandbox, Version, VersionCache};
use crate::limits::MAX_SEARCHED_WORDS_BYTES;
use crate::operation::Request;
use crate::operation::error::{Error, Notes, OperationError, Unlisted};
use crate::operation::index::{IndexSearch, KeptBlock, SearchIndex};
use crate::operation::list::uncountable;
use crate::operation::matches::{Matches, shown};
use crate::operation::suggest::find_or_suggest;
use crate::search::block::{Block, Document};
use crate::search::language::Language;
use crate::search::passage::Finder;
use crate::search::query::Query;
use crate::search::rank::{Ranked, Ranking};
use crate::search::refine::{FoundSection, refine, show};
use crate::search::terms::Term;
use crate::search::vocabulary::Vocabulary;
use crate::spec::SearchKind;
use crate::text::names::{Truncated, near};

/// How many words of titles and headings are compared.
const MAX_NAMES: usize = 4096;
/// How many of them are suggested.
const MAX_SUGGESTED: usize = 5;

/// What a search found.
#[derive(Debug)]
pub struct Found {
    /// The best sections, in order, each with its document.
    pub rows: Vec<(FileInfo, FoundSection)>,
    /// How many documents more were found.
    pub more: usize,
    /// The words of the query.
    pub terms: Vec<Term>,
    /// How many of them were ignored.
    pub ignored: usize,
    /// The words and quoted parts that it left out.
    pub left_out: Vec<String>,
    /// The quoted parts, if no document holds them all.
    pub unquoted: Vec<String>,
    /// If nothing was found: words of titles and headings that are similar to those of the
    /// query.
    pub near: Vec<String>,
    /// What could not be searched.
    pub unlisted: Truncated<Unlisted>,
    /// Whether any document was searched.
    pub searched: bool,
    /// What has to be said beside them.
    pub notes: Notes,
}

/// Finds the sections that match the query best, in the documents of one name; without a
/// name in those that the default patterns of all categories find. `room` returns for how many
/// bytes of texts there is room beside these sections.
///
/// # Errors
///
/// As of a retrieval, or the first error if nothing can be searched.
pub fn search(
    request: &Request<'_>,
    room: impl Fn(&[(FileInfo, FoundSection)]) -> usize,
) -> Result<Found, OperationError> {
    // The table requires the argument, and the arguments were checked.
    let mut query = request.query.cloned().ok_or(Error::Unknown)?;
    let mut unlisted = Truncated::default();
    let mut notes = Notes::default();
    let matches = match request.name {
        Some(name) => {
            let mut matches = find_or_suggest(request, name)?;
            notes = Notes::incomplete(name, take(&mut matches.missing));
            vec![matches]
        }
        None => everything(request, &mut unlisted)?,
    };
    (matches.iter()).for_each(|matches| notes.reading.add(&matches.reading));
    let name = &request.bound.project.search.language;
    // The project was checked.
    let language = Language::named(name).unwrap_or_default();
    let mut searcher = Searcher::new(request, &matches, &language);
    let unquoted = searcher.choose(&mut query)?;
    let ranked = searcher.rank(&query)?;
    let mut finder = Finder::new(&query, &ranked.terms, &language);
    let rows = refine(&query, &ranked, &mut finder, |document| {
        request.check_cancelled()?;
        let (_, file, _) = searcher.documents[document as usize];
        let read = searcher.read(document as usize, true);
        if read.as_ref().is_some_and(|(read, _)| read.is_nested) {
            unlisted.push(Unlisted::Unreadable(Unreadable {
                path: shown(file, true),
                error: FileError::Nested,
            }));
        }
        Ok::<_, OperationError>(read.map(|(read, _)| (read.text, read.headings)))
    })?;
    let file = |row: &FoundSection| searcher.documents[row.hit.document as usize].1.clone();
    let rows = rows.into_iter().map(|row| (file(&row), row));
    let mut rows: Vec<(FileInfo, FoundSection)> = rows.collect();
    let most = room(&rows);
    show(&mut rows, &mut finder, most, |document| {
        let read = searcher.read(document as usize, true);
        read.map(|(read, _)| (read.text, read.headings))
    });
    notes.marked = finder.into_words().collect();
    let searched = searcher.failed.contains(&false);
    if !searched && !searcher.unreadable.is_empty() {
        let error = Error::Io(searcher.unreadable);
        return Err(OperationError::failed(error, notes));
    }
    let near = match rows.is_empty() {
        true => searcher.near(&ranked.terms.list)?,
        false => Vec::new(),
    };
    let unreadable = searcher.unreadable;
    unlisted.more += unreadable.more;
    unlisted.extend(unreadable.first.into_iter().map(Unlisted::Unreadable));
    Ok(Found {
        rows,
        more: ranked.more,
        ignored: ranked.terms.ignored(),
        terms: ranked.terms.list,
        left_out: query.left_out().map(str::to_owned).collect(),
        unquoted,
        near,
        unlisted,
        searched,
        notes,
    })
}

/// Returns the documents of all categories, each once.
fn everything(
    request: &Request<'_>,
    unlisted: &mut Truncated<Unlisted>,
) -> Result<Vec<Matches>, OperationError> {
    let mut seen = HashSet::new();
    let (mut all, mut any, mut failures) = (Vec::new(), false, Vec::new());
    for name in request.bound.project.categories.keys() {
        let request = Request {
            search: &[SearchKind::Category],
            ..*request
        };
        match Matches::find(&request, name) {
            Ok(mut matches) => {
                matches.drop_known(&mut seen);
                matches.qualified = true;
                any = true;
                all.push(matches);
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
        uncountable(name, false, *failed, unlisted);
    }
    Ok(all)
}

struct Searcher<'a, 'r> {
    request: &'a Request<'r>,
    language: &'a Language,
    /// Each with the files of its category, and whether messages name that.
    documents: Vec<(&'a Sandbox, &'a FileInfo, bool)>,
    /// Which of them may be found, because they hold what is quoted.
    eligible: Vec<bool>,
    /// Which of them cannot be read.
    failed: Vec<bool>,
    unreadable: Truncated<Unreadable>,
}

impl<'a, 'r> Searcher<'a, 'r> {
    fn new(request: &'a Request<'r>, matches: &'a [Matches], language: &'a Language) -> Self {
        let mut documents = Vec::new();
        let mut unreadable = Truncated::default();
        for of_name in matches {
            unreadable.extend(of_name.unreadable.iter().cloned());
            for category in &of_name.categories {
                let files = category.files.iter();
                let qualified = of_name.qualified;
                documents.extend(files.map(|file| (&*category.sandbox, file, qualified)));
            }
        }
        Self {
            request,
            language,
            eligible: vec![true; documents.len()],
            failed: vec![false; documents.len()],
            documents,
            unreadable,
        }
    }

    /// Reads a document, with the version of its file unless that is a template to render.
    /// Title and headings are looked for only if `outlined`. An error is kept.
    fn read(&mut self, document: usize, outlined: bool) -> Option<(Delivered, Option<Version>)> {
        let (files, file, qualified) = self.documents[document];
        if self.failed[document] {
            return None;
        }
        let read = Delivered::read(self.request, files, file, outlined);
        read.inspect_err(|error| {
            self.failed[document] = true;
            self.unreadable.push_with(|| Unreadable {
                path: shown(file, qualified),
                error: error.clone(),
            });
        })
        .ok()
    }

    /// Finds the documents that hold what is quoted, and nothing quoted that is left out. If
    /// there are none, nothing is required; then it returns the quoted parts.
    fn choose(&mut self, query: &mut Query) -> Result<Vec<String>, OperationError> {
        let mut unquoted = Vec::new();
        loop {
            for document in 0..self.documents.len() {
                self.request.check_cancelled()?;
                self.eligible[document] = query.quoted() == 0
                    || (self.read(document, false))
                        .is_some_and(|(read, _)| query.holds(&read.text));
            }
            if self.eligible.contains(&true) || query.required().len() == 0 {
                return Ok(unquoted);
            }
            unquoted = query.required().map(str::to_owned).collect();
            query.require_nothing();
        }
    }

    /// Ranks the documents by their blocks in the index, or without one if that has no room.
    fn rank(&mut self, query: &Query) -> Result<Ranked, OperationError> {
        let request = self.request;
        let mut ranking = Ranking::new(query, self.language);
        let limit = request.bound.project.limits.index_bytes;
        if let Some(index) = request.index.filter(|_| limit > 0)
            && let Some(mut kept) = index.search(&request.bound.project, self.documents.len())
            && let Some(blocks) = self.blocks(index, &mut kept)?
        {
            loop {
                ranking.look_up(&kept.vocabulary());
                for (document, block) in blocks.iter().enumerate() {
                    request.check_cancelled()?;
                    if let Some(KeptBlock { block, .. }) = block.as_deref() {
                        ranking.add(document as u32, block, self.eligible[document]);
                    }
                }
                if !ranking.goes_on() {
                    let of_all = request.name.is_none() && request.pattern.is_none();
                    kept.finish(of_all);
                    return Ok(ranking.finish());
                }
            }
        }
        loop {
            for document in 0..self.documents.len() {
                request.check_cancelled()?;
                if let Some((read, _)) = self.read(document, true) {
                    let mut vocabulary = Vocabulary::default();
                    let block = self.block(document, &read, &mut vocabulary);
                    ranking.look_up(&vocabulary);
                    ranking.add(document as u32, &block, self.eligible[document]);
                }
            }
            if !ranking.goes_on() {
                return Ok(ranking.finish());
            }
        }
    }

    /// Returns the block of each document, `None` of one that cannot be read: that in the
    /// index, unless the file has another version, or a new one. `None`: there is no room.
    fn blocks(
        &mut self,
        index: &SearchIndex,
        kept: &mut IndexSearch<'_>,
    ) -> Result<Option<Vec<Option<Arc<KeptBlock>>>>, OperationError> {
        let limit = self.request.bound.project.limits.index_bytes;
        let mut of_category: Option<VersionCache<'_>> = None;
        let mut blocks = Vec::new();
        while let Some((files, file, _)) = self.documents.get(blocks.len()).copied() {
            self.request.check_cancelled()?;
            let known = of_category.take();
            let known = known.filter(|versions| ptr::eq(versions.sandbox, files));
            let versions = of_category.insert(known.unwrap_or_else(|| VersionCache::new(files)));
            let mut block = kept.look_up(file, versions.get(&file.path).as_ref());
            if block.is_none()
                && let Some((read, version)) = self.read(blocks.len(), true)
            {
                let made = self.block(blocks.len(), &read, &mut kept.vocabulary());
                block = Some(kept.add(file, made, version));
            }
            blocks.push(block);
            if index.bytes() as u64 > limit {
                blocks.clear();
                if !kept.overflow(self.documents.len()) {
                    return Ok(None);
                }
            }
        }
        Ok(Some(blocks))
    }

    fn block(&self, document: usize, read: &Delivered, vocabulary: &mut Vocabulary) -> Block {
        let document = Document {
            path: self.documents[document].1.document(),
            title: read.title.as_deref(),
            text: &read.text,
            headings: &read.headings,
        };
        Block::new(&document, vocabulary, self.language)
    }

    /// Returns the words of titles and headings that are similar to those that no document
    /// holds, the nearest of each first.
    fn near(&mut self, terms: &[Term]) -> Result<Vec<String>, OperationError> {
        let (mut names, mut bytes) = (BTreeSet::new(), 0);
        for document in 0..self.documents.len() {
            self.request.check_cancelled()?;
            let (_, file, _) = self.documents[document];
            if names.len() >= MAX_NAMES || bytes >= MAX_SEARCHED_WORDS_BYTES {
                break;
            }
            let is_markdown = self.request.is_markdown(file);
            let read = is_markdown.then(|| self.read(document, true)).flatten();
            if let Some((read, _)) = read {
                bytes += read.text.len();
                let headings = read.headings.into_iter().map(|heading| heading.text);
                for text in read.title.into_iter().chain(headings) {
                    let words = text.split(|character: char| !character.is_alphanumeric());
                    let words = words.filter(|word| word.chars().nth(1).is_some());
                    names.extend(words.map(str::to_lowercase));
                }
            }
        }
        let valid: Vec<&str> = names.iter().map(String::as_str).collect();
        let unknown = terms.iter().filter(|term| term.sections == 0);
        let mut all: Vec<String> = Vec::new();
        for near in unknown.flat_map(|term| near(&term.word, &valid)) {
            if all.len() < MAX_SUGGESTED && !all.iter().any(|known| known == near) {
                all.push(near.to_owned());
            }
        }
        Ok(all)
    }
}
