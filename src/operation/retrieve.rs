//! Retrieve: the documents themselves.

use super::gather::notes;
use super::{Content, Gathered, LeftOut, Outcome, Request, Stop, gather, unreadable};
use crate::discover::FileInfo;
use crate::document::{Document, OpenDocument};
use crate::error::{Error, Unreadable};
use crate::sandbox::Sandbox;

/// How many documents a message names before it counts the rest.
pub(crate) const MAX_NAMED: usize = 50;

/// Returns the documents that match, whole, in order, up to the budget.
pub(super) fn retrieve(request: &Request<'_>) -> Result<Outcome, Stop> {
    // The table guarantees the argument, and the arguments were checked.
    let gathered = gather(request, request.name.unwrap_or_default())?;
    let single = gathered.matched() == 1;
    let mut delivery = Delivery::default();
    for source in &gathered.sources {
        for file in &source.files {
            if (request.cancelled)() {
                return Err(Stop::Cancelled);
            }
            delivery.take(request, &gathered, &source.sandbox, file);
        }
    }
    let mut unreadable = gathered.unreadable;
    unreadable.append(&mut delivery.unreadable);
    if delivery.documents.is_empty() {
        return Err(Stop::failed(
            Error::Io(unreadable),
            notes(request.name.unwrap_or_default(), gathered.missing),
        ));
    }
    let mut notes = notes(request.name.unwrap_or_default(), gathered.missing);
    notes.unreadable = unreadable;
    notes.left_out = delivery.left_out;
    notes.templates = delivery.templates;
    Ok(Outcome {
        content: Content::Documents {
            documents: delivery.documents,
            single,
        },
        notes,
    })
}

/// What has been delivered so far.
#[derive(Default)]
struct Delivery {
    documents: Vec<Document>,
    bytes: u64,
    unreadable: Vec<Unreadable>,
    left_out: Option<LeftOut>,
    templates: Vec<String>,
}

impl Delivery {
    fn take(
        &mut self,
        request: &Request<'_>,
        gathered: &Gathered,
        sandbox: &Sandbox,
        file: &FileInfo,
    ) {
        let limits = request.bound.project.limits;
        if let Some(left_out) = &mut self.left_out
            && left_out.named.len() == MAX_NAMED
        {
            left_out.more += 1;
            return;
        }
        let opened = match OpenDocument::open(sandbox, file.clone(), limits.file_bytes) {
            Ok(opened) => opened,
            Err((_, fault)) => {
                self.unreadable
                    .push(unreadable(gathered.shown(file), fault));
                return;
            }
        };
        let over = self.bytes + opened.bytes() > limits.response_bytes;
        if self.left_out.is_some() || (over && !self.documents.is_empty()) {
            let left_out = self.left_out.get_or_insert(LeftOut {
                limit: limits.response_bytes,
                named: Vec::new(),
                more: 0,
            });
            left_out.named.push((gathered.shown(file), opened.bytes()));
            return;
        }
        match opened.read(limits.file_bytes) {
            Ok(document) => {
                self.bytes += document.body.len() as u64;
                if file.is_template() {
                    self.templates.push(gathered.shown(file));
                }
                self.documents.push(document);
            }
            Err((_, fault)) => self
                .unreadable
                .push(unreadable(gathered.shown(file), fault)),
        }
    }
}
