//! Retrieve: sections of documents in place of the documents.

use indexmap::IndexSet;

use super::body::templates;
use super::{Planned, planned};
use crate::documents::discover::FileInfo;
use crate::documents::document::{Buffer, OpenDocument};
use crate::documents::fault::{Fault, Unreadable};
use crate::documents::rendered::Variable;
use crate::operation::Request;
use crate::operation::error::Error;
use crate::operation::matches::{Matches, shown};
use crate::operation::outcome::{Notes, Outcome, Stop};
use crate::operation::receiver::Receiver;
use crate::operation::wanted::{Candidates, Section};
use crate::project::session::BoundProject;
use crate::text::multipart::{Part, Scribe};
use crate::text::mustache::Rendered;
use crate::text::outline::{Heading, headings};
use crate::text::uri::fragment;

/// Delivers the sections of what matches, in order, up to the budget. One document at
/// a time is held whole.
pub(super) fn sections(
    request: &Request<'_>,
    section: &Section<'_>,
    matches: Matches,
    receiver: &mut dyn Receiver,
) -> Outcome {
    let limits = request.bound.project.limits;
    let mut scribes = receiver.scribes(1);
    let templates = templates(request, &matches.categories)?;
    let plan = planned(request, &matches.categories, &templates);
    let mut sections = Sections {
        limit: limits.response_bytes,
        qualified: matches.qualified,
        first: None,
        any: false,
        template: None,
        notes: Notes {
            unreadable: matches.unreadable.into_iter().collect(),
            ..Notes::incomplete(&matches.name, matches.missing)
        },
        receiver,
        bound: request.bound,
    };
    let mut candidates = Candidates::default();
    let (mut read, mut without) = (0, 0);
    let mut buffer = Buffer::default();
    for planned in plan {
        let Planned { files, file, .. } = planned;
        if (request.cancelled)() {
            return Err(Stop::Cancelled);
        }
        let text = match OpenDocument::open(files, file, limits.file_bytes) {
            Ok(opened) if (request.is_markdown)(file) => match planned.templates {
                Some(templates) => templates.render(file),
                None => {
                    let text = opened.text(limits.file_bytes, &mut buffer);
                    text.map(Rendered::plain)
                }
            },
            other => other.map(|_| Rendered::default()),
        };
        let (text, mut variables) = match text {
            Ok(Rendered { text, missing }) => (text, missing),
            Err(fault) => {
                sections.unreadable(file, fault);
                continue;
            }
        };
        read += 1;
        let headings = headings(&text);
        let meant = section.meant(&headings);
        if meant.is_empty() {
            without += 1;
            candidates.add(file, headings);
            continue;
        }
        let Some(scribe) = scribes.first_mut() else {
            continue;
        };
        for at in meant {
            let taken = sections.take(file, &headings[at], &text, &mut variables, scribe);
            if let Err(fault) = taken {
                sections.unreadable(file, fault);
                break;
            }
        }
    }
    if let Some(scribe) = scribes.first_mut() {
        sections.end(scribe);
    }
    let Sections { any, mut notes, .. } = sections;
    if any {
        notes.without = without;
        receiver.written(scribes);
        return Ok(notes);
    }
    if read == 0 {
        let unreadable = std::mem::take(&mut notes.unreadable);
        return Err(Stop::failed(Error::Io(unreadable), notes));
    }
    let nearby = candidates.nearest(section);
    Err(section.missing(matches.scope, matches.name, nearby, notes))
}

/// Sections on their way to the receiver, and what is to be said of the rest.
struct Sections<'a, 'f> {
    /// The most bytes of the answer.
    limit: u64,
    qualified: bool,
    /// The first, until it is known whether it is the only one.
    first: Option<Held<'f>>,
    /// Whether any was delivered.
    any: bool,
    /// The last template of which some was delivered.
    template: Option<String>,
    notes: Notes,
    receiver: &'a mut dyn Receiver,
    bound: &'a BoundProject,
}

/// A section that was read and is not delivered yet.
struct Held<'f> {
    file: &'f FileInfo,
    slug: String,
    body: String,
    /// The variables of its document that have no value.
    variables: IndexSet<String>,
}

impl<'f> Sections<'_, 'f> {
    fn unreadable(&mut self, file: &FileInfo, fault: Fault) {
        self.notes.unreadable.push_with(|| Unreadable {
            path: shown(file, self.qualified),
            fault,
        });
    }

    /// Takes one of the sections of a document's text. The variables of that which have
    /// no value are told with the first that is delivered.
    fn take(
        &mut self,
        file: &'f FileInfo,
        heading: &Heading,
        text: &str,
        variables: &mut IndexSet<String>,
        scribe: &mut Scribe,
    ) -> Result<(), Fault> {
        let body = &text[heading.section.clone()];
        if let Some(held) = self.first.take() {
            let (file, mut variables) = (held.file, held.variables);
            let told = self.deliver(file, &held.slug, &held.body, &mut variables, scribe);
            if let Err(fault) = told {
                self.unreadable(file, fault);
            }
        } else if !self.any && self.receiver.is_bare() {
            self.first = Some(Held {
                file,
                slug: heading.slug.clone(),
                body: body.to_owned(),
                variables: std::mem::take(variables),
            });
            return Ok(());
        }
        self.deliver(file, &heading.slug, body, variables, scribe)
    }

    /// Delivers one of several, or leaves it out.
    fn deliver(
        &mut self,
        file: &FileInfo,
        slug: &str,
        body: &str,
        variables: &mut IndexSet<String>,
        scribe: &mut Scribe,
    ) -> Result<(), Fault> {
        // The first is delivered, however long it is.
        let limit = match self.any {
            true => self.limit,
            false => u64::MAX,
        };
        let bytes = body.len() as u64;
        let over = self.receiver.bytes().saturating_add(bytes) > limit;
        if !over && self.notes.left_out.is_none() {
            let mut head = self.receiver.head(file);
            head.location += &fragment(slug);
            let part: Part =
                scribe.write(Some(&head), |each| each(body, true).map_err(Fault::from))?;
            if self.receiver.document(&part, limit) {
                self.delivered(file, variables);
                return Ok(());
            }
            scribe.undo(&part);
        }
        let name = format!("{}{}", shown(file, self.qualified), fragment(slug));
        self.notes.leave_out(self.limit, name, bytes);
        Ok(())
    }

    /// Some of this document was delivered.
    fn delivered(&mut self, file: &FileInfo, variables: &mut IndexSet<String>) {
        self.any = true;
        for name in variables.drain(..) {
            let path = shown(file, self.qualified);
            let variables = &mut self.notes.variables;
            variables.push_with(|| Variable { name, path });
        }
        let stored = file.is_template() && !self.bound.renders(&file.origin.category);
        let name = stored.then(|| shown(file, self.qualified));
        if name.is_some() && self.template != name {
            self.notes.templates.extend(name.clone());
            self.template = name;
        }
    }

    /// Delivers the only one, if it is.
    fn end(&mut self, scribe: &mut Scribe) {
        let Some(Held {
            file,
            slug,
            body,
            mut variables,
        }) = self.first.take()
        else {
            return;
        };
        match scribe.write(None, |each| each(&body, true).map_err(Fault::from)) {
            Ok(part) => {
                let name = || format!("{}{}", shown(file, self.qualified), fragment(&slug));
                self.notes.lone = part.begins_message.then(name);
                self.receiver.alone(&part);
                self.delivered(file, &mut variables);
            }
            Err(fault) => self.unreadable(file, fault),
        }
    }
}
