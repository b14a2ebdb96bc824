//! Counts the words of documents that an index does not contain.

use std::cmp::Reverse;
use std::sync::Arc;

use crate::documents::discover::FileInfo;
use crate::documents::document_error::DocumentError;
use crate::documents::formats::Formats;
use crate::operation::OperationContext;
use crate::operation::search::search_index::IndexSearch;
use crate::project::bound_project::BoundProject;
use crate::search::block::Block;
use crate::search::block::counter::Counter;
use crate::search::language::Language;
use crate::search::query::Query;
use crate::search::replace_unknown::Findable;
use crate::search::terms::Terms;
use crate::sync::{lock, share};

/// The block of a document and the query's quoted parts in it, or the error from reading the
/// document.
type CountedDocument<'q> = Result<(Arc<Block>, Vec<&'q str>), DocumentError>;

/// The data needed to count documents for one query.
pub(super) struct Counting<'a, 'q> {
    pub(super) bound: &'a BoundProject,
    pub(super) formats: &'a Formats,
    pub(super) language: &'a Language,
    pub(super) search: IndexSearch<'a>,
    pub(super) query: &'q Query,
    pub(super) terms: &'a Terms,
}

impl<'q> Counting<'_, 'q> {
    /// Reads documents and counts their words, on several threads if there are many documents. Each
    /// thread has the text of one document in memory at a time. A block that the index does not
    /// keep contains only words that the query may match. Results are in the order of `files`.
    ///
    /// # Errors
    ///
    /// Returns the error of `check`, which is called repeatedly.
    pub(super) fn count<E>(
        &self,
        files: &[&FileInfo],
        check: impl Fn() -> Result<(), E>,
    ) -> Result<Vec<CountedDocument<'q>>, E> {
        let threads = self.search.threads(files.len());
        // The largest documents come first, so that no thread waits long for the last one.
        let mut order = Vec::new();
        for (at, file) in files.iter().enumerate() {
            check()?;
            let version = (threads > 1).then(|| file.version().ok()).flatten();
            order.push((Reverse(version.map(|version| version.bytes)), at));
        }
        order.sort_unstable();
        let vocabulary = &self.search.vocabulary;
        let begin = || (Counter::new(&lock(vocabulary)), Findable::new(self.terms));
        let counted = share(
            threads,
            files.len(),
            check,
            begin,
            |(counter, findable), at| self.count_one(files[order[at].1], counter, findable),
        )?;
        let mut counted: Vec<_> = order.iter().map(|(_, at)| *at).zip(counted).collect();
        counted.sort_unstable_by_key(|(at, _)| *at);
        Ok(counted.into_iter().map(|(_, counted)| counted).collect())
    }

    fn count_one(
        &self,
        file: &FileInfo,
        counter: &mut Counter,
        findable: &mut Findable<'_>,
    ) -> CountedDocument<'q> {
        let context = OperationContext {
            bound: self.bound,
            formats: self.formats,
            cancelled: &|| false,
        };
        let read = context.document(file).delivered(true)?;
        let quoted = self.query.held(&read.text);
        let title = read.title.as_deref().unwrap_or_default();
        counter.count(file.document(), title, (&read.text, &read.headings));
        let vocabulary = &self.search.vocabulary;
        let mut block = Arc::new(counter.block(lock(vocabulary), self.language));
        if !self.search.add(file, &block, read.version) {
            findable.reduce(Arc::make_mut(&mut block), &lock(vocabulary));
        }
        Ok((block, quoted))
    }
}
