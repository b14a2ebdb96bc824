//! The lines of a text with markup that hold nothing to read.

/// Which of the lines, asked for in order, hold nothing to read: imports and tags of MDX, images
/// and badges, comments, anchors.
#[derive(Default)]
pub(super) struct Noise {
    /// What ends the block of code that the last line is in.
    fence: Option<&'static str>,
}

impl Noise {
    /// Returns whether the next line is one.
    pub(super) fn is(&mut self, line: &str) -> bool {
        let line = line.trim();
        let fence = ["```", "~~~", "----"]
            .into_iter()
            .find(|of| line.starts_with(of));
        if let Some(fence) = fence {
            self.fence = match self.fence {
                None => Some(fence),
                Some(open) if open == fence => None,
                open => open,
            };
        }
        if fence.is_some() || self.fence.is_some() || line.is_empty() {
            return false;
        }
        is_import(line) || is_anchor(line) || !has_text(line)
    }
}

/// Returns whether a line imports or exports what an MDX document uses.
fn is_import(line: &str) -> bool {
    let imports = line.starts_with("import ") && line.ends_with([';', '\'', '"']);
    let quotes = line.contains(['\'', '"']);
    let exported = line.strip_prefix("export ").unwrap_or_default();
    imports && quotes
        || ["const ", "default "]
            .iter()
            .any(|of| exported.starts_with(of))
}

/// Returns whether a line is a label of reStructuredText, or an anchor of AsciiDoc.
fn is_anchor(line: &str) -> bool {
    let is_label = line.starts_with(".. _") && line.ends_with(':');
    is_label
        || line.starts_with("[[") && line.ends_with("]]")
        || line.starts_with("[#") && line.ends_with(']')
}

/// Returns whether a line has text beside tags, comments and images. A tag with a title has.
fn has_text(mut line: &str) -> bool {
    let is_tag = |of: &str| of.starts_with(|c: char| c.is_ascii_alphabetic() || "/!".contains(c));
    if !line.starts_with(['<', '!', '[']) || line.contains("title=") || line.contains("label=") {
        return true;
    }
    while !line.is_empty() {
        let rest = if let Some(tag) = line.strip_prefix('<').filter(|of| is_tag(of)) {
            let end = if tag.starts_with("!--") { "-->" } else { ">" };
            let tag = tag.split_once(end);
            tag.filter(|(tag, _)| !tag.contains([':', '@']) || tag.contains([' ', '!']))
                .map(|(_, rest)| rest)
        } else if let Some(image) = line.strip_prefix("![") {
            image.split_once(')').map(|(_, rest)| rest)
        } else if let Some(link) = line.strip_prefix("[![") {
            // An image that is a link.
            let rest = link.split_once(')').map(|(_, rest)| rest);
            rest.and_then(|rest| rest.split_once(')'))
                .map(|(_, rest)| rest)
        } else {
            None
        };
        match rest {
            Some(rest) => line = rest.trim_start(),
            None => return true,
        }
    }
    false
}
