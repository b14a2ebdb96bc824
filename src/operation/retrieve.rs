//! Retrieve: the documents themselves.

mod ahead;
mod body;
mod sections;

use std::collections::HashMap;

use crate::documents::discover::FileInfo;
use crate::documents::document::Buffer;
use crate::documents::fault::{Fault, Unreadable};
use crate::documents::rendered::{Templates, Variable};
use crate::documents::sandbox::Files;
use crate::operation::Request;
use crate::operation::error::Error;
use crate::operation::matches::{CategoryMatches, shown};
use crate::operation::nearby::found;
use crate::operation::outcome::{Notes, Outcome, Stop};
use crate::operation::receiver::Receiver;
use crate::project::guide::Limits;
use crate::text::frontmatter::MAX_BLOCK;
use crate::text::multipart::{Part, Scribe};

use ahead::{Tried, read_ahead};
use body::{Body, templates};

/// Delivers the documents that match, whole, in order, up to the budget.
pub(super) fn retrieve(request: &Request<'_>, receiver: &mut dyn Receiver) -> Outcome {
    // The table guarantees the argument, and the arguments were checked.
    let name = request.name.unwrap_or_default();
    let matches = found(request, name)?;
    if let Some(section) = request.section {
        return sections::sections(request, section, matches, receiver);
    }
    let templates = templates(request, &matches.categories)?;
    let plan = planned(request, &matches.categories, &templates);
    let limits = request.bound.project.limits;
    let alone = matches.count() == 1 && receiver.is_bare();
    let mut scribes = receiver.scribes(ahead::readers(plan.len(), limits.response_bytes));
    let mut retrieval = Retrieval {
        limits,
        qualified: matches.qualified,
        alone,
        any: false,
        notes: Notes {
            unreadable: matches.unreadable.into_iter().collect(),
            ..Notes::incomplete(name, matches.missing)
        },
        receiver,
    };
    let ahead = read_ahead(
        &plan,
        retrieval.reading(),
        &mut scribes,
        limits.response_bytes,
        request.cancelled,
    );
    let mut ahead = ahead.into_iter();
    let mut buffer = Buffer::default();
    for planned in &plan {
        if (request.cancelled)() {
            return Err(Stop::Cancelled);
        }
        let tried = ahead.next().flatten();
        if let Some(scribe) = scribes.first_mut() {
            retrieval.take(*planned, tried, scribe, &mut buffer);
        }
    }
    let Retrieval { any, mut notes, .. } = retrieval;
    if !any {
        let unreadable = std::mem::take(&mut notes.unreadable);
        return Err(Stop::failed(Error::Io(unreadable), notes));
    }
    receiver.written(scribes);
    Ok(notes)
}

/// A document that is to be read.
#[derive(Clone, Copy)]
struct Planned<'a> {
    /// The files it is one of.
    files: Files<'a>,
    file: &'a FileInfo,
    /// How it is rendered, if it is.
    templates: Option<&'a Templates<'a>>,
    /// Whether it is delivered without its frontmatter.
    strips: bool,
}

fn planned<'a>(
    request: &Request<'_>,
    categories: &'a [CategoryMatches],
    templates: &'a HashMap<usize, Templates<'a>>,
) -> Vec<Planned<'a>> {
    let planned = categories.iter().flat_map(|category| {
        let mut first = category.files.iter().take(1);
        let strips = first.any(|file| request.bound.strips(&file.origin.category));
        let templates = templates.get(&category.search);
        category.files.iter().map(move |file| Planned {
            templates: templates.filter(|_| file.is_template()),
            files: category.sandbox.files(),
            file,
            strips: strips && (request.is_markdown)(file),
        })
    });
    planned.collect()
}

impl Planned<'_> {
    /// How many bytes are delivered of so many at least.
    fn least(self, bytes: u64) -> u64 {
        match self.strips {
            true => bytes.saturating_sub(MAX_BLOCK as u64),
            false => bytes,
        }
    }
}

/// How documents are read and written down.
#[derive(Clone, Copy)]
struct Reading<'a> {
    /// Whether only one matched, and it has no head.
    alone: bool,
    file_bytes: u64,
    receiver: &'a dyn Receiver,
}

impl Reading<'_> {
    fn open(&self, planned: Planned<'_>) -> Result<Body, Fault> {
        Body::open(planned, self.file_bytes)
    }

    fn write(
        &self,
        planned: Planned<'_>,
        body: &Body,
        scribe: &mut Scribe,
        buffer: &mut Buffer,
    ) -> Result<Part, Fault> {
        let head = (!self.alone).then(|| self.receiver.head(planned.file));
        scribe.write(head.as_ref(), |each| {
            body.read(planned, self.file_bytes, buffer, each)
        })
    }
}

/// Documents on their way to the receiver, and what is to be said of the rest.
struct Retrieval<'a> {
    limits: Limits,
    qualified: bool,
    /// Whether only one matched, and it has no head.
    alone: bool,
    /// Whether any was delivered.
    any: bool,
    notes: Notes,
    receiver: &'a mut dyn Receiver,
}

impl Retrieval<'_> {
    fn reading(&self) -> Reading<'_> {
        Reading {
            alone: self.alone,
            file_bytes: self.limits.file_bytes,
            receiver: self.receiver,
        }
    }

    fn take(
        &mut self,
        planned: Planned<'_>,
        tried: Option<Tried>,
        scribe: &mut Scribe,
        buffer: &mut Buffer,
    ) {
        if let Some(left_out) = &mut self.notes.left_out
            && left_out.documents.is_full()
        {
            left_out.documents.more += 1;
        } else if let Err(fault) = self.deliver(planned, tried, scribe, buffer) {
            self.notes.unreadable.push_with(|| Unreadable {
                path: shown(planned.file, self.qualified),
                fault,
            });
        }
    }

    /// Delivers a document, or leaves it out.
    fn deliver(
        &mut self,
        planned: Planned<'_>,
        tried: Option<Tried>,
        scribe: &mut Scribe,
        buffer: &mut Buffer,
    ) -> Result<(), Fault> {
        let file = planned.file;
        // The first is delivered, however long it is.
        let limit = match self.any {
            true => self.limits.response_bytes,
            false => u64::MAX,
        };
        let reading = self.reading();
        let (bytes, read) = match tried {
            Some(tried) => {
                let (bytes, part, variables) = tried?;
                (bytes, Ok((part, variables)))
            }
            None => {
                let opened = reading.open(planned)?;
                (opened.bytes(), Err(opened))
            }
        };
        let over = self.receiver.bytes().saturating_add(planned.least(bytes)) > limit;
        if over || self.notes.left_out.is_some() {
            self.leave_out(file, bytes);
            return Ok(());
        }
        let ahead = read.is_ok();
        let (part, variables) = match read {
            Ok((part, variables)) => (part?, variables),
            Err(body) => {
                let part = reading.write(planned, &body, scribe, buffer)?;
                (part, body.variables())
            }
        };
        let name = || shown(file, self.qualified);
        let template = (file.is_template() && planned.templates.is_none()).then(name);
        if self.alone {
            self.notes.lone = part.begins_message.then(name);
            self.receiver.alone(&part);
        } else if !self.receiver.document(&part, limit) {
            // It may hold more than the file was said to, and its part has a head.
            if !ahead {
                scribe.undo(&part);
            }
            self.leave_out(file, part.body.bytes.max(bytes));
            return Ok(());
        }
        self.any = true;
        self.notes.templates.extend(template);
        for variable in variables {
            self.notes.variables.push_with(|| Variable {
                name: variable,
                path: shown(file, self.qualified),
            });
        }
        Ok(())
    }

    fn leave_out(&mut self, file: &FileInfo, bytes: u64) {
        let name = shown(file, self.qualified);
        self.notes
            .leave_out(self.limits.response_bytes, name, bytes);
    }
}
