//! Inputs for the laws, made so that what is interesting happens often.

mod calls;
mod files;
mod guides;
mod messages;
mod outlines;
mod patterns;
mod trees;
mod words;

pub use calls::call;
pub use files::{edited, node, style, text};
pub use guides::guide;
pub use messages::{framed, named};
pub use outlines::{adoc_blocks, any_adoc, any_rst, anything, blocks, rst_blocks};
pub use patterns::{pattern, wildcards};
pub use trees::{bounded_walk, plan};
pub use words::{cells, folders, words};

/// Returns the texts of a list. A space separates them, `␣` is a space within one, and
/// the empty text stands between two spaces or beside one at the edge.
pub fn listed(list: &str) -> Vec<String> {
    let texts = list.split(' ');
    texts.map(|text| text.replace('␣', " ")).collect()
}
