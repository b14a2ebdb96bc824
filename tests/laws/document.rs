//! A document, read whole.

use mcp_guide::documents::document::{Buffer, OpenDocument};
use mcp_guide::documents::fault::Fault;

/// The text of a document of at most so many bytes.
///
/// # Errors
///
/// As for [`OpenDocument::read`].
pub fn body(opened: &OpenDocument, limit: u64) -> Result<String, Fault> {
    let mut body = String::new();
    let mut lasts = 0;
    opened.read(limit, &mut Buffer::default(), &mut |chunk, last| {
        assert_eq!(lasts, 0, "a chunk after the last");
        body.push_str(chunk);
        lasts += usize::from(last);
        Ok(())
    })?;
    assert_eq!(lasts, 1, "no chunk is the last");
    Ok(body)
}
