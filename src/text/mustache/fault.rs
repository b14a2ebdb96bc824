//! Why a template comes to no text.

use std::sync::Arc;

use super::render::{MAX_DEPTH, MAX_STEPS};
use crate::limits::{MAX_TEMPLATE_BYTES, MAX_TEMPLATE_PARTS};
use crate::text::message::messages;
use crate::text::yaml::Place;

messages! {
    /// What is wrong with a template.
    #[derive(Debug, Clone, PartialEq, Eq, Hash)]
    pub enum TemplateFault {
        /// A tag that is never closed.
        OpenTag = "template_open_tag";
        /// A tag without a name.
        NoName = "template_no_name";
        /// What is no name, nor a tag that is known.
        Name(name: String) = "template_name";
        /// A tag that should set delimiters and does not hold two.
        Delimiters = "template_delimiters";
        /// A section that is never closed.
        OpenSection(name: String) = "template_open_section";
        /// A section's end where another one is open.
        OtherSection {
            /// The name at the end.
            name: String,
            /// The name of the section that is open.
            open: String,
        } = "template_other_section";
        /// A section's end where none is open.
        NoSection(name: String) = "template_no_section";
        /// A partial that is not there, or is not served.
        NoPartial(name: String) = "template_no_partial";
        /// Partials within each other, more than there may be.
        Depth = "template_depth" with limit = MAX_DEPTH;
        /// It takes more steps than it may.
        Steps = "template_steps" with limit = MAX_STEPS;
        /// It and its partials have more bytes than they may have together.
        Bytes = "template_bytes" with limit = MAX_TEMPLATE_BYTES;
        /// It and its partials hold more tags and texts than they may hold together.
        Parts = "template_parts" with limit = MAX_TEMPLATE_PARTS;
        /// What comes of it is larger than a document may be.
        TooLarge(limit: u64) = "template_too_large";
    }
}

/// Why rendering stopped, and where.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Stop<E> {
    /// The template, as it was called.
    pub path: Arc<str>,
    /// Where in it.
    pub place: Place,
    /// Why.
    pub why: Why<E>,
}

/// Why rendering stopped.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Why<E> {
    /// The template is wrong.
    Template(TemplateFault),
    /// Whoever was to find a partial says this.
    Other(E),
}
