//! Lists names, or the documents of a name and the headings of its only document.

use indexmap::IndexSet;

use crate::documents::discover::FileInfo;
use crate::documents::document_error::{DocumentError, Unreadable};
use crate::operation::call::{DocumentsCall, NameRef, Selection};
use crate::operation::error::UnreadableList;
use crate::operation::find::find_or_suggest::find_or_suggest;
use crate::operation::find::matches::{Matches, shown};
use crate::operation::find::named::Named;
use crate::operation::find::section::HeadingCandidates;
use crate::operation::find::totals::Totals;
use crate::operation::kind::{Kind, NameKind};
use crate::operation::note::{Note, Notes, PatternReading, not_searched};
use crate::operation::{OperationContext, OperationError};
use crate::project::category::pattern_text;
use crate::text::about::About;
use crate::text::markup::headings::Heading;
use crate::text::truncated::Truncated;

/// The documents under a name.
#[derive(Debug)]
pub struct DocumentList {
    /// The documents that could be opened, in order.
    pub rows: Vec<DocumentRow>,
    /// The document and its headings, if the list contains only one document.
    pub outline: Option<(FileInfo, Vec<Heading>)>,
    /// The response budget in bytes.
    pub budget: u64,
    /// The notes to show with the documents.
    pub notes: Notes,
}

/// A document to list.
#[derive(Debug)]
pub struct DocumentRow {
    /// The document.
    pub info: FileInfo,
    /// The document's title and description, if any.
    pub about: Option<Box<About>>,
    /// The size of the document.
    pub totals: Totals,
}

/// The names of a project.
#[derive(Debug)]
pub struct NameList {
    /// The names whose documents were counted, categories first.
    pub rows: Vec<NameRow>,
    /// The number of further names, which do not fit into the budget.
    pub more: usize,
    /// The optional fields that at least one name of the project has.
    pub has: NameFields,
    /// The response budget in bytes.
    pub budget: u64,
    /// The notes to show with the names.
    pub notes: Notes,
}

/// The optional fields that at least one name of a project has. Each of these fields is a column of
/// the list.
#[derive(Debug, Clone, Copy, Default)]
pub struct NameFields {
    pub use_when: bool,
    pub origin: bool,
}

/// A category or a collection, with the total size of its documents that can be opened.
#[derive(Debug)]
pub struct NameRow {
    /// The name.
    pub name: String,
    /// The kind of the name.
    pub kind: Kind,
    /// The description of the purpose of the category or collection.
    pub description: Option<String>,
    /// The situations in which the category or collection is needed.
    pub use_when: Option<String>,
    /// The path to the include that defines the category or collection, if any.
    pub origin: Option<String>,
    /// The default patterns of a category, or the members of a collection.
    pub contents: NameContents,
    /// The number of documents.
    pub documents: usize,
    /// The total size of the documents in bytes.
    pub bytes: u64,
}

/// The contents of a name.
#[derive(Debug)]
pub enum NameContents {
    /// The default patterns of a category.
    Patterns(Truncated<String>),
    /// The members of a collection.
    Members(Truncated<String>),
}

/// Lists the documents under the call's name. If there is only one document, also lists its
/// headings.
///
/// # Errors
///
/// Returns an error if nothing matches, if the call's section does not exist, or if the call is
/// cancelled.
pub fn list_documents(
    context: &OperationContext<'_>,
    call: &DocumentsCall<'_>,
) -> Result<DocumentList, OperationError> {
    let mut matches = find_or_suggest(context, &call.name, &call.selection)?;
    let missing = std::mem::take(&mut matches.missing);
    let mut notes: Notes = not_searched(missing).into_iter().collect();
    notes.extend(matches.reading.notes());
    let (count, qualified, within) = (matches.count(), matches.qualified, matches.within());
    let (mut templates, mut outline, mut nested) = (Truncated::default(), None, None);
    let (read, mut unreadable) = matches.into_read(context, |info| {
        let document = context.document(info);
        let (about, totals) = (document.about()?, Totals::of(&document)?);
        if document.is_unrendered() {
            templates.push_with(|| shown(info, qualified));
        }
        if let Some(markup) = document.markup.filter(|_| count == 1) {
            let text = document.text().unwrap_or_default().text;
            match markup.headings(&text) {
                Some(headings) => outline = Some((info.clone(), headings)),
                None => {
                    nested = Some(Unreadable {
                        path: shown(info, qualified),
                        reason: DocumentError::Nested,
                    })
                }
            }
        }
        let about = (about != About::default()).then(|| Box::new(about));
        Ok((about, totals))
    })?;
    // The document can be listed, but its headings cannot.
    unreadable.extend(nested);
    if let Some(section) = &call.section {
        let headings = outline.as_ref().map_or(&[][..], |(_, headings)| headings);
        let found = section.resolve(headings, context)?;
        let first = found.first().map(|first| headings[*first].section.clone());
        let Some(around) = first else {
            let mut candidates = HeadingCandidates::default();
            if let Some((info, headings)) = outline {
                candidates.add(&info, headings);
            }
            let error = candidates.into_error(section, context.formats, within);
            return Err(error.into());
        };
        if let Some((_, headings)) = &mut outline {
            headings.retain(|heading| around.contains(&heading.section.start));
        }
    }
    notes.extend(templates.note(Note::Templates));
    notes.extend(UnreadableList(unreadable).note());
    let rows = read.into_iter().map(|(info, (about, totals))| DocumentRow {
        info,
        about,
        totals,
    });
    Ok(DocumentList {
        rows: rows.collect(),
        outline: outline.filter(|(_, headings)| !headings.is_empty()),
        budget: context.bound.project.limits.response_bytes,
        notes,
    })
}

/// Lists every category and collection, with the number of selected documents in each. Counting
/// opens every document, so it stops once no more names fit into the response budget.
///
/// # Errors
///
/// Returns an error if the call is cancelled.
pub fn list_names(
    context: &OperationContext<'_>,
    selection: &Selection<'_>,
) -> Result<NameList, OperationError> {
    let project = &context.bound.project;
    let budget = project.limits.response_bytes;
    let kinds = [NameKind::Category, NameKind::Collection].into_iter();
    let all: Vec<Named<'_>> = kinds.flat_map(|kind| Named::all(project, kind)).collect();
    let (mut missing, mut unreadable) = (IndexSet::new(), Truncated::default());
    let mut reading = PatternReading::default();
    let (mut rows, mut taken) = (Vec::new(), 0);
    for container in &all {
        if taken > budget {
            break;
        }
        let name = NameRef::of(container.kind, container.name);
        let mut matches = Matches::all(context, &name, selection)?;
        if container.kind == NameKind::Collection {
            // These paths are already reported for the categories.
            matches.unreadable.clear();
            matches.linked.clear();
        }
        let (mut documents, mut bytes) = (0, 0u64);
        let found = matches.read_each(context, |file| {
            bytes = bytes.saturating_add(context.document(file).bytes()?);
            documents += 1;
            Ok(())
        })?;
        if container.kind == NameKind::Category {
            unreadable.more += found.more;
        }
        for mut document in found.first {
            // A directory that cannot be opened is shown as it is written in guide.yaml.
            let category = project.categories.get(container.name);
            let is_dir = category.is_some_and(|category| category.dir == *document.path);
            if container.kind == NameKind::Category && !is_dir {
                document.path = format!("{}/{}", container.name, document.path);
            }
            unreadable.push_new(document);
        }
        missing.extend(matches.missing);
        reading.add(&matches.reading);
        let row = name_row(context, *container, documents, bytes);
        taken += row.least_bytes();
        rows.push(row);
    }
    let mut notes: Notes = reading.notes().collect();
    notes.extend(not_searched(missing));
    notes.extend(UnreadableList(unreadable).note());
    Ok(NameList {
        more: all.len() - rows.len(),
        has: NameFields {
            use_when: all.iter().any(|container| container.use_when.is_some()),
            origin: all.iter().any(|container| container.origin.is_some()),
        },
        rows,
        budget,
        notes,
    })
}

/// Returns the row for the category or collection `container`, with the number of its `documents`
/// and their total size in `bytes`.
fn name_row(
    context: &OperationContext<'_>,
    container: Named<'_>,
    documents: usize,
    bytes: u64,
) -> NameRow {
    let project = &context.bound.project;
    let contents = match container.kind {
        NameKind::Category => {
            let category = project.categories.get(container.name).into_iter();
            let patterns = category.flat_map(|category| &category.patterns);
            let texts = patterns.map(|pattern| pattern_text(pattern).to_owned());
            NameContents::Patterns(texts.collect())
        }
        NameKind::Collection => {
            let collection = project.collections.get(container.name).into_iter();
            let members = collection.flat_map(|collection| &collection.members);
            NameContents::Members(members.map(|member| member.text.to_string()).collect())
        }
    };
    NameRow {
        name: container.name.to_owned(),
        kind: container.shown,
        description: container.description.map(str::to_owned),
        use_when: container.use_when.map(str::to_owned),
        origin: container.origin.map(str::to_owned),
        contents,
        documents,
        bytes,
    }
}

impl NameRow {
    /// Returns a lower bound of the row's size in bytes, whatever the format.
    fn least_bytes(&self) -> u64 {
        /// The length in bytes up to which text is never truncated.
        const UNCUT: usize = 64;
        /// The size in bytes of the separators around the seven cells: name, kind, description,
        /// contents, documents, bytes, tokens.
        const AROUND: usize = 7 * "|  ".len() + "|\n".len();
        let mut bytes = AROUND + self.name.len();
        let texts = [&self.description, &self.use_when].into_iter().flatten();
        let (NameContents::Patterns(contents) | NameContents::Members(contents)) = &self.contents;
        for text in texts.chain(&contents.first) {
            bytes += text.trim().len().min(UNCUT);
        }
        bytes += self.documents.to_string().len() + self.bytes.to_string().len();
        bytes as u64
    }
}
