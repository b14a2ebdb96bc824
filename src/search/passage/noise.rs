//! The lines of marked-up text that contain nothing to read.

/// A detector of lines that contain nothing to read: imports and tags of MDX, images and badges,
/// comments, anchors. It must be given all lines in order.
#[derive(Default)]
pub(super) struct Noise<'t> {
    /// The marks that opened the code block in which the last line is, if any.
    fence: Option<&'t str>,
    /// Whether the last line introduces code that is indented after a blank line.
    introduces: bool,
    /// Whether the last line is in code that is indented after a blank line.
    is_code: bool,
}

impl<'t> Noise<'t> {
    /// Returns whether `line`, the next line, contains nothing to read.
    pub(super) fn is(&mut self, line: &'t str) -> bool {
        let own = line.trim();
        let is_indented = line.starts_with([' ', '\t']);
        if own.is_empty() {
            self.is_code |= self.introduces;
        } else {
            self.is_code &= is_indented;
            let goes_on = self.introduces && is_indented;
            self.introduces = own.ends_with(':') || own.starts_with(".. ") || goes_on;
        }
        if self.passes_fence(own) || self.fence.is_some() || own.is_empty() {
            return false;
        }
        is_anchor(own) || !self.is_code && is_import(own) || !has_text(own, self.is_code)
    }

    /// Returns whether `line` begins or ends a block of code.
    fn passes_fence(&mut self, line: &'t str) -> bool {
        let Some(mark) = ["`", "~", "-"]
            .into_iter()
            .find(|mark| line.starts_with(mark))
        else {
            return false;
        };
        let rest = line.trim_start_matches(mark);
        let marks = &line[..line.len() - rest.len()];
        let begins = match mark {
            "-" => marks.len() > 3 && rest.is_empty(),
            // A fence that is closed on the same line does not begin a block.
            _ => marks.len() > 2 && !(mark == "`" && rest.contains('`')),
        };
        let ends = self
            .fence
            .map(|open| rest.is_empty() && marks.starts_with(open));
        self.fence = match ends {
            None => Some(marks).filter(|_| begins),
            Some(true) => None,
            Some(false) => self.fence,
        };
        ends.unwrap_or(begins)
    }
}

/// Returns whether `line` imports or exports something that an MDX document uses.
fn is_import(line: &str) -> bool {
    let is_quote = |text: &str| text.starts_with(['\'', '"']);
    if let Some(rest) = line.strip_prefix("import ") {
        let is_import = is_quote(rest)
            || rest
                .split_once(" from ")
                .is_some_and(|(_, source)| is_quote(source));
        return is_import && line.ends_with([';', '\'', '"']);
    }
    let Some(exported) = line.strip_prefix("export ") else {
        return false;
    };
    let is_default = |rest: &str| rest.ends_with([';', '{', '(', '>', '}']) || !rest.contains(' ');
    exported.strip_prefix("default ").is_some_and(is_default)
        || exported.starts_with("const ") && exported.contains('=')
}

/// Returns whether `line` is a reStructuredText label or an AsciiDoc anchor.
fn is_anchor(line: &str) -> bool {
    let is_label = line.starts_with(".. _") && line.ends_with(':');
    let anchor = line
        .strip_prefix("[[")
        .and_then(|rest| rest.strip_suffix("]]"));
    let anchor = anchor.or_else(|| line.strip_prefix("[#")?.strip_suffix(']'));
    is_label || anchor.is_some_and(|anchor| !anchor.contains(['[', ']']))
}

/// Returns whether `line` contains anything except tags, comments and images. A tag with a title
/// counts as text. In a line of code, everything except an image counts as text.
fn has_text(mut line: &str, is_code: bool) -> bool {
    let is_tag = |tag: &str| tag.starts_with(|c: char| c.is_ascii_alphabetic() || "/!".contains(c));
    if !line.starts_with(['<', '!', '[']) || line.contains("title=") || line.contains("label=") {
        return true;
    }
    while !line.is_empty() {
        let tag = line
            .strip_prefix('<')
            .filter(|tag| is_tag(tag) && (!is_code || tag.starts_with("img ")));
        let rest = if let Some(tag) = tag {
            let end = if tag.starts_with("!--") { "-->" } else { ">" };
            let tag = tag.split_once(end);
            tag.filter(|(tag, _)| !tag.contains([':', '@']) || tag.contains([' ', '!']))
                .map(|(_, rest)| rest)
        } else if let Some(image) = line.strip_prefix("![") {
            behind_link(image)
        } else {
            // An image that is a link.
            let image = line.strip_prefix("[![").and_then(behind_link);
            image
                .filter(|rest| rest.starts_with(']'))
                .and_then(behind_link)
        };
        match rest {
            Some(rest) => line = rest.trim_start(),
            None => return true,
        }
    }
    false
}

/// Returns the rest of `text` after a link or an image, whose opening bracket is just before
/// `text`. Returns `None` if `text` does not begin with a link.
fn behind_link(text: &str) -> Option<&str> {
    let (_, target) = text.split_once(']')?;
    let end = match target.chars().next()? {
        '(' => ')',
        '[' => ']',
        _ => return None,
    };
    target.split_once(end).map(|(_, rest)| rest)
}
