//! The placeholders of templates that are no messages.

use crate::text::message::{Verbatim, messages};

messages! {
    /// What templates of other rows are filled with; the key is the row.
    #[derive(Debug, Clone, PartialEq, Eq)]
    pub enum RowText by
        /// Which templates are filled.
        RowTextKind
    {
        Instructions { names: Verbatim } = "server.instructions";
        Prompt { name: Verbatim } = "prompts";
        Category { name: Verbatim } = "resources.category";
        Collection { id: Verbatim } = "resources.collection";
        Document {
            name: Verbatim,
            path: Verbatim,
        } = "resources.document";
    }
}
