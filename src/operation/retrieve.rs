//! Retrieve: the documents themselves.

use super::gather::notes;
use super::{Content, LeftOut, Notes, Outcome, Request, Stop, gather, location, shown, unreadable};
use crate::documents::discover::FileInfo;
use crate::documents::document::OpenDocument;
use crate::documents::fault::Fault;
use crate::documents::sandbox::Sandbox;
use crate::format::multipart::{self, Length, Part};
use crate::format::named::Named;
use crate::operation::error::Error;
use crate::project::guide::Limits;
use crate::spec::Table;

/// Returns the documents that match, whole, in order, up to the budget.
pub(super) fn retrieve(request: &Request<'_>) -> Result<Outcome, Stop> {
    // The table guarantees the argument, and the arguments were checked.
    let name = request.name.unwrap_or_default();
    let gathered = gather(request, name)?;
    let single = gathered.matched() == 1;
    let mut notes = notes(name, gathered.missing);
    notes.unreadable = gathered.unreadable.into_iter().collect();
    let mut delivery = Delivery {
        table: request.table,
        limits: request.bound.project.limits,
        qualified: gathered.qualified,
        single,
        parts: Vec::new(),
        length: Length::new(&request.table.boundary),
        notes,
    };
    for source in gathered.sources {
        for file in source.files {
            if (request.cancelled)() {
                return Err(Stop::Cancelled);
            }
            delivery.take(&source.sandbox, file);
        }
    }
    let Delivery {
        parts, mut notes, ..
    } = delivery;
    if parts.is_empty() {
        let unreadable = std::mem::take(&mut notes.unreadable);
        return Err(Stop::failed(Error::Io(unreadable), notes));
    }
    Ok(Outcome {
        content: Content::Documents { parts, single },
        notes,
    })
}

/// What has been delivered so far, and what is to be said of the rest.
struct Delivery<'a> {
    table: &'a Table,
    limits: Limits,
    qualified: bool,
    single: bool,
    parts: Vec<Part>,
    /// Of the message of these parts.
    length: Length<'a>,
    notes: Notes,
}

impl Delivery<'_> {
    fn take(&mut self, sandbox: &Sandbox, file: FileInfo) {
        let Limits {
            file_bytes,
            response_bytes,
        } = self.limits;
        if let Some(left_out) = &mut self.notes.left_out
            && left_out.documents.is_full()
        {
            left_out.documents.more += 1;
            return;
        }
        let opened = match OpenDocument::open(sandbox, file, file_bytes) {
            Ok(opened) => opened,
            Err((file, fault)) => return self.fault(&file, fault),
        };
        let first = self.parts.is_empty();
        let bytes = opened.bytes();
        let over = self.length.bytes().saturating_add(bytes) > response_bytes;
        if self.notes.left_out.is_some() || (over && !first) {
            return self.leave_out(&opened.into_info(), bytes);
        }
        let document = match opened.read(file_bytes) {
            Ok(document) => document,
            Err((file, fault)) => return self.fault(&file, fault),
        };
        let info = document.info;
        let bytes = document.body.len() as u64;
        if self.single && multipart::begins_message(&document.body) {
            self.notes.lone = Some(shown(&info, self.qualified));
        }
        let media_type = self.table.media_type(info.basename());
        let part = Part::new(media_type, &location(&info, self.table), document.body);
        // What was read may be more than the file was said to hold.
        let length = self.length.with(&part);
        if length.bytes() > response_bytes && !first {
            return self.leave_out(&info, bytes);
        }
        if info.is_template() {
            self.notes.templates.push(shown(&info, self.qualified));
        }
        self.length = length;
        self.parts.push(part);
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

    fn fault(&mut self, file: &FileInfo, fault: Fault) {
        let qualified = self.qualified;
        self.notes
            .unreadable
            .push_with(|| unreadable(shown(file, qualified), fault));
    }
}
