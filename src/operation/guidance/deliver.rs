//! Delivers the documents that apply to files as one message, general before specific.

use std::cmp::Reverse;
use std::collections::HashSet;

use indexmap::IndexSet;
use percent_encoding::{AsciiSet, CONTROLS, utf8_percent_encode};

use crate::documents::document_error::Unreadable;
use crate::documents::sandbox::FileType;
use crate::operation::OperationContext;
use crate::operation::OperationError;
use crate::operation::call::{GuidanceCall, Selection};
use crate::operation::error::{Item, UnreadableList, quoted};
use crate::operation::find::find_or_suggest::find_or_suggest;
use crate::operation::find::matches::qualified_name;
use crate::operation::guidance::{Guidance, Rule, RuleCopy, find};
use crate::operation::kind::Kind;
use crate::operation::note::{Note, Notes, not_searched};
use crate::operation::retrieve::{Documents, Retrieval};
use crate::project::category::Category;
use crate::text::messages::{QuotedName, Uri};
use crate::text::truncated::Truncated;
use rule_files::pattern::Pattern;

/// The file name of the documents whose imports are reported.
const IMPORTING: &str = "CLAUDE.md";
/// The maximum length of a `Guide-Applies` header's value, in bytes.
const MAX_APPLIES: usize = 200;
/// The characters that are percent-encoded in the header's value, in addition to non-ASCII
/// characters.
const ENCODED: &AsciiSet = &CONTROLS.add(b'%').add(b' ').add(b'(').add(b')');

/// Delivers the documents that apply to the call's paths. If space is short, more specific
/// documents take precedence. In the message, general documents come before specific ones.
///
/// # Errors
///
/// Returns an error if [`find`] does, or if none of the documents that apply can be read.
pub fn deliver(
    context: &OperationContext<'_>,
    call: &GuidanceCall<'_>,
) -> Result<Documents, OperationError> {
    let mut found = find(context, call, false)?;
    let mut unreadable = std::mem::take(&mut found.unreadable);
    let mut notes: Notes = problems(&found);
    let name = call.name.as_ref();
    if found.rules.is_empty() {
        if let (Some(name), Some(document)) = (name, &call.document) {
            find_or_suggest(context, name, &Selection::Document(document.clone()))?;
        }
        notes.push(nothing(&call.paths, &found));
        notes.extend(UnreadableList(unreadable).note());
        return Ok(Documents::none(context, notes));
    }
    let (mut importing, mut delivered) = (Vec::new(), HashSet::new());
    let mut retrieval = Retrieval::new(context, call.section.as_ref(), true, notes);
    let mut placed: Vec<(usize, Rule)> = found.rules.into_iter().enumerate().collect();
    // Among equally specific rules, the smallest come first, so that more of them fit.
    placed.sort_by_key(|(at, Rule { named, .. })| {
        (Reverse(named.literals), named.bytes, Reverse(*at))
    });
    let mut order = Vec::new();
    for (at, Rule { named, .. }) in placed {
        context.check_cancelled()?;
        retrieval.applies = Some(header(&named));
        let RuleCopy { file, text, .. } = named;
        if file.basename() == IMPORTING {
            importing.push((context.formats.document_uri(&file), named.about.imports));
        }
        delivered.insert(named.path);
        match retrieval.deliver(&file, text) {
            Ok(true) => order.push(at),
            Ok(false) => {}
            Err(error) => {
                let path = qualified_name(&file);
                unreadable.push(Unreadable {
                    path,
                    reason: error,
                });
            }
        }
    }
    let within = Item::Within {
        kind: name.map_or(Kind::InEither, |name| Kind::of(name.kinds).within()),
        name: name.map(|name| name.name.to_string()).unwrap_or_default(),
    };
    let mut documents = retrieval.finish(unreadable, within)?;
    // The first document is delivered even if it does not fit.
    let parts = documents.parts.parts.iter();
    let parts: HashSet<&str> = parts
        .filter_map(|part| part.location.split('#').next())
        .collect();
    importing.retain(|(uri, _)| parts.contains(&**uri));
    let imported: IndexSet<String> = importing.into_iter().flat_map(|(_, own)| own).collect();
    let imports = imported.iter().filter(|path| !delivered.contains(*path));
    let imports = imports.filter_map(|path| import(context, path));
    documents
        .notes
        .extend(Truncated::from_iter(imports).note(Note::Imports));
    if !order.is_empty() {
        documents.parts.sort_by(order);
    }
    documents.is_message = true;
    Ok(documents)
}

/// Returns the value of the `Guide-Applies` header: the pattern by which the document applies, and
/// the source of the pattern, both percent-encoded.
fn header(applied: &RuleCopy) -> String {
    let source = encoded(&applied.source, MAX_APPLIES / 2);
    let around = source.len() + " ()".len();
    format!(
        "{} ({source})",
        encoded(&applied.pattern, MAX_APPLIES - around)
    )
}

/// Percent-encodes `text`. If the result would exceed `most` bytes, truncates it and appends `...`.
fn encoded(text: &str, most: usize) -> String {
    let whole = utf8_percent_encode(text, ENCODED).to_string();
    if whole.len() <= most {
        return whole;
    }
    let mut kept = String::new();
    for c in text.chars() {
        let piece = utf8_percent_encode(c.encode_utf8(&mut [0; 4]), ENCODED).to_string();
        if kept.len() + piece.len() + "...".len() > most {
            return kept + "...";
        }
        kept += &piece;
    }
    kept
}

/// Returns the note that no document applies to `paths`. The note lists the categories with
/// documents that can apply to other files.
fn nothing(paths: &[String], found: &Guidance) -> Note {
    let (paths, names) = (quoted(paths), quoted(&found.categories));
    if names.is_empty() {
        Note::NoGuidance(paths)
    } else {
        Note::OtherGuidance { paths, names }
    }
}

/// Returns the list item for the imported file at `path`, with the file's URI if a category serves
/// it. Returns `None` if the project has no file at `path`, or if messages must not mention it.
fn import(context: &OperationContext<'_>, path: &str) -> Option<Item> {
    let (bound, formats) = (context.bound, context.formats);
    let kind = bound.folder().target_type(path.into());
    if kind != Ok(FileType::RegularFile) || !bound.may_name(path, &formats.template_suffixes) {
        return None;
    }
    let served = |(name, category): (&String, &Category)| {
        let pattern = Pattern::exact(bound.path_within(category, path)?);
        let files = context.walk(name, category, pattern).ok()?.ok()?;
        let file = files.first().filter(|file| file.error.is_none())?;
        Some(formats.document_uri(file))
    };
    let served = bound.project.categories.iter().find_map(served);
    let name = QuotedName(path.to_owned());
    Some(match served.map(Uri) {
        Some(uri) => Item::At { name, uri },
        None => Item::Name(name),
    })
}

/// Returns the notes on rules that could not be searched, read or compared, and on documents that
/// are chosen by their descriptions.
pub fn problems(found: &Guidance) -> Notes {
    let notes = [
        UnreadableList(found.unreadable.clone()).note(),
        found.headers.clone().note(Note::Headers),
        found.described.clone().note(Note::Described),
        not_searched(found.missing.clone()),
    ];
    notes.into_iter().flatten().collect()
}
