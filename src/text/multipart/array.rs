//! Documents as items of a JSON array, in place of a message.

/// Whose items they are: MCP's.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Array {
    /// The contents of a resource.
    Contents,
    /// The messages of a prompt, each an embedded resource.
    Messages,
}

impl Array {
    /// What stands before a document's URI, its media type and its text, each a
    /// string in JSON, and after them.
    pub(crate) const fn around(self) -> [&'static str; 4] {
        match self {
            Self::Contents => [r#"{"uri":""#, r#"","mimeType":""#, r#"","text":""#, r#""}"#],
            Self::Messages => [
                r#"{"role":"user","content":{"type":"resource","resource":{"uri":""#,
                r#"","mimeType":""#,
                r#"","text":""#,
                r#""}}}"#,
            ],
        }
    }

    /// What stands between two items.
    pub(crate) const BETWEEN: &'static str = ",";

    /// What ends an item where another one follows.
    pub(super) fn delimiter(self) -> String {
        [self.around()[3], Self::BETWEEN].concat()
    }
}
