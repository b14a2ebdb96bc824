//! The placeholders of templates that are not messages.

use crate::text::messages::{Verbatim, messages};

messages! {
    /// Values that fill the templates in other rows. The key is the row.
    #[derive(Debug, Clone, PartialEq, Eq)]
    pub enum RowText by
        /// The kind of row whose templates are filled.
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
