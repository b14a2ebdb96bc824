//! Retrieve: the documents themselves.

use crate::documents::discover::FileInfo;
use crate::documents::document::OpenDocument;
use crate::documents::fault::{Fault, Unreadable};
use crate::documents::sandbox::Sandbox;
use crate::format::multipart;
use crate::format::named::Named;
use crate::operation::Request;
use crate::operation::error::Error;
use crate::operation::matches::{Matches, shown};
use crate::operation::nearby::with_nearby;
use crate::operation::outcome::{LeftOut, Notes, Outcome, Stop};
use crate::operation::receiver::Receiver;
use crate::project::guide::Limits;

/// Delivers the documents that match, whole, in order, up to the budget.
pub(super) fn retrieve(request: &Request<'_>, receiver: &mut dyn Receiver) -> Outcome {
    // The table guarantees the argument, and the arguments were checked.
    let name = request.name.unwrap_or_default();
    let matches = Matches::find(request, name).map_err(|stop| with_nearby(request, name, stop))?;
    let mut retrieval = Retrieval {
        limits: request.bound.project.limits,
        qualified: matches.qualified,
        alone: matches.count() == 1,
        any: false,
        notes: Notes {
            unreadable: matches.unreadable.into_iter().collect(),
            ..Notes::incomplete(name, matches.missing)
        },
        receiver,
    };
    for category in matches.categories {
        for file in category.files {
            if (request.cancelled)() {
                return Err(Stop::Cancelled);
            }
            retrieval.take(&category.sandbox, file);
        }
    }
    let Retrieval { any, mut notes, .. } = retrieval;
    if !any {
        let unreadable = std::mem::take(&mut notes.unreadable);
        return Err(Stop::failed(Error::Io(unreadable), notes));
    }
    Ok(notes)
}

/// Documents on their way to the receiver, and what is to be said of the rest.
struct Retrieval<'a> {
    limits: Limits,
    qualified: bool,
    /// Whether only one matched.
    alone: bool,
    /// Whether any was delivered.
    any: bool,
    notes: Notes,
    receiver: &'a mut dyn Receiver,
}

impl Retrieval<'_> {
    fn take(&mut self, sandbox: &Sandbox, file: FileInfo) {
        if let Some(left_out) = &mut self.notes.left_out
            && left_out.documents.is_full()
        {
            left_out.documents.more += 1;
        } else if let Err((file, fault)) = self.deliver(sandbox, file) {
            self.notes.unreadable.push_with(|| Unreadable {
                path: shown(&file, self.qualified),
                fault,
            });
        }
    }

    /// Delivers a document, or leaves it out.
    fn deliver(&mut self, sandbox: &Sandbox, file: FileInfo) -> Result<(), (FileInfo, Fault)> {
        let file_bytes = self.limits.file_bytes;
        // The first is delivered, however long it is.
        let limit = match self.any {
            true => self.limits.response_bytes,
            false => u64::MAX,
        };
        let opened = OpenDocument::open(sandbox, file, file_bytes)?;
        let bytes = opened.bytes();
        let over = self.receiver.bytes().saturating_add(bytes) > limit;
        if over || self.notes.left_out.is_some() {
            self.leave_out(&opened.into_info(), bytes);
            return Ok(());
        }
        let document = opened.read(file_bytes)?;
        let name = || shown(&document.info, self.qualified);
        let template = document.info.is_template().then(name);
        if self.alone {
            self.notes.lone = multipart::begins_message(&document.body).then(name);
            self.receiver.alone(document);
        } else if let Err(document) = self.receiver.document(document, limit) {
            // It may hold more than the file was said to, and its part has a head.
            self.leave_out(&document.info, document.body.len() as u64);
            return Ok(());
        }
        self.any = true;
        self.notes.templates.extend(template);
        Ok(())
    }

    fn leave_out(&mut self, file: &FileInfo, bytes: u64) {
        let left_out = self.notes.left_out.get_or_insert_with(|| LeftOut {
            limit: self.limits.response_bytes,
            documents: Named::default(),
        });
        left_out
            .documents
            .push((shown(file, self.qualified), bytes));
    }
}
