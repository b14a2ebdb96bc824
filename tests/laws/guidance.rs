//! The law of headers: what one says of the files to which its document applies depends on the
//! header only.

use mcp_guide::documents::rules::Dialect;

use super::{Verdict, ensure};

/// What a text says does not depend on what follows its header, nor on its line ends, in any
/// dialect; and each pattern it has matches, or not, without failing.
///
/// # Errors
///
/// What differs.
pub fn header(text: &str, path: &str) -> Verdict {
    for dialect in [Dialect::Plain, Dialect::Claude, Dialect::Cursor, Dialect::Copilot] {
        let said = |text: &str| {
            let scope = dialect.read(text, "web").map(|scope| {
                scope.map(|scope| {
                    let best = scope
                        .best(&path.split('/').collect::<Vec<_>>())
                        .map(|(literals, of)| (literals, of.shown()));
                    (scope.patterns.iter().map(|of| of.shown()).collect::<Vec<_>>(), best)
                })
            });
            // What YAML finds first may change with a line.
            format!("{:?}", scope.map_err(|error| std::mem::discriminant(&error)))
        };
        let due = said(text);
        let Some(fields) = mcp_guide::text::frontmatter::header(text) else {
            continue;
        };
        let commented = format!("---\n{fields}# c\n---\n");
        for other in [commented, format!("---\n{fields}---\n"), format!("---\n{fields}---\nglobs: a\n---\n")]
        {
            let came = said(&other);
            ensure(came == due, || format!("{dialect:?}: {came}\ninstead of\n{due}"))?;
        }
    }
    Ok(())
}
