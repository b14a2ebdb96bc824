//! Retrieve: the documents themselves.

use super::MAX_NAMED;
use super::gather::notes;
use super::{Content, LeftOut, Notes, Outcome, Request, Stop, gather, location, shown, unreadable};
use crate::discover::FileInfo;
use crate::document::OpenDocument;
use crate::error::{Error, Fault};
use crate::multipart::Part;
use crate::project::Limits;
use crate::sandbox::Sandbox;
use crate::spec::Table;

/// Returns the documents that match, whole, in order, up to the budget.
pub(super) fn retrieve(request: &Request<'_>) -> Result<Outcome, Stop> {
    // The table guarantees the argument, and the arguments were checked.
    let name = request.name.unwrap_or_default();
    let gathered = gather(request, name)?;
    let single = gathered.matched() == 1;
    let mut notes = notes(name, gathered.missing);
    notes.unreadable = gathered.unreadable;
    let mut delivery = Delivery {
        table: request.table,
        limits: request.bound.project.limits,
        qualified: gathered.qualified,
        parts: Vec::new(),
        bytes: 0,
        notes,
    };
    for source in gathered.sources {
        delivery.parts.reserve(source.files.len());
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
    parts: Vec<Part>,
    /// Of their bodies, together.
    bytes: u64,
    notes: Notes,
}

impl Delivery<'_> {
    fn take(&mut self, sandbox: &Sandbox, file: FileInfo) {
        let Limits {
            file_bytes,
            response_bytes,
        } = self.limits;
        if let Some(left_out) = &mut self.notes.left_out
            && left_out.named.len() == MAX_NAMED
        {
            left_out.more += 1;
            return;
        }
        let opened = match OpenDocument::open(sandbox, file, file_bytes) {
            Ok(opened) => opened,
            Err((file, fault)) => return self.fault(&file, fault),
        };
        let over = self.bytes + opened.bytes() > response_bytes;
        if self.notes.left_out.is_some() || (over && !self.parts.is_empty()) {
            let left_out = self.notes.left_out.get_or_insert(LeftOut {
                limit: response_bytes,
                named: Vec::new(),
                more: 0,
            });
            let bytes = opened.bytes();
            let named = shown(&opened.into_info(), self.qualified);
            left_out.named.push((named, bytes));
            return;
        }
        match opened.read(file_bytes) {
            Ok(document) => {
                self.bytes += document.body.len() as u64;
                if document.info.is_template() {
                    self.notes
                        .templates
                        .push(shown(&document.info, self.qualified));
                }
                let media_type = self.table.media_type(document.info.basename());
                let location = location(&document.info, self.table);
                self.parts
                    .push(Part::new(media_type, &location, document.body));
            }
            Err((file, fault)) => self.fault(&file, fault),
        }
    }

    fn fault(&mut self, file: &FileInfo, fault: Fault) {
        let named = shown(file, self.qualified);
        self.notes.unreadable.push(unreadable(named, fault));
    }
}
