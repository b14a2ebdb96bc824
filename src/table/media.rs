//! Media types by extension, and the suffixes of templates.

use super::Table;
use super::error::{Problem, problem};
use crate::text::about::Markup;
use crate::text::escape::escape_truncated;

/// The longest type or subtype of a media type, in characters (RFC 6838 §4.2).
pub const MAX_MEDIA_NAME: usize = 127;

/// RFC 2046 §4.1.3: text that is nothing more specific.
pub(crate) const PLAIN_TEXT: &str = "text/plain";

impl Table {
    /// Returns the media type of a document of this name, by its extension, or by the whole name
    /// if it has none.
    pub fn media_type(&self, basename: &str) -> &str {
        let extension = basename.rsplit('.').next().unwrap_or(basename);
        let known = self.media_types.get(extension);
        known
            .or_else(|| self.media_types.get(&extension.to_ascii_lowercase()))
            .map_or(PLAIN_TEXT, String::as_str)
    }

    /// Returns how a document of this name marks its headings.
    pub fn markup(&self, basename: &str) -> Option<Markup> {
        match &*self.media_type(basename).to_ascii_lowercase() {
            "text/markdown" => Some(Markup::Markdown),
            "text/x-rst" => Some(Markup::Rst),
            _ => None,
        }
    }

    /// Returns whether a document of this name is Markdown.
    pub fn is_markdown(&self, basename: &str) -> bool {
        self.markup(basename) == Some(Markup::Markdown)
    }

    /// Returns whether documents of this media type are not text.
    pub fn is_binary(&self, media_type: &str) -> bool {
        self.binary_types.iter().any(|binary| binary == media_type)
    }

    /// Checks media types, those of them that are binary, and template suffixes.
    pub(super) fn check_media(&self) -> Result<(), Problem> {
        for (extension, media_type) in &self.media_types {
            let place = format!("media_types.{}", escape_truncated(extension));
            if extension.is_empty() || extension.contains(['.', '/', '\0']) {
                return problem(place, "an extension has no dot and no slash, such as md");
            }
            check_media_type(media_type, &place)?;
        }
        let is_known = |binary: &String| self.media_types.values().any(|known| known == binary);
        if let Some(index) = self
            .binary_types
            .iter()
            .position(|binary| !is_known(binary))
        {
            let place = format!("binary_types[{index}]");
            return problem(place, "no row of media_types has this type");
        }
        let is_suffix =
            |text: &String| text.starts_with('.') && text.len() > 1 && !text.contains('/');
        match self
            .template_suffixes
            .iter()
            .position(|text| !is_suffix(text))
        {
            Some(index) => problem(
                format!("template_suffixes[{index}]"),
                "a suffix begins with a dot and has no slash, such as .mustache",
            ),
            None => Ok(()),
        }
    }
}

/// Checks that a text is `type/subtype`, each a restricted name of RFC 6838 §4.2, and not
/// a composite type, which needs a body that is made for it.
pub(super) fn check_media_type(text: &str, place: &str) -> Result<(), Problem> {
    let restricted = |name: &str| {
        let legal = |c: char| c.is_ascii_alphanumeric() || "!#$&^_.+-".contains(c);
        (1..=MAX_MEDIA_NAME).contains(&name.len())
            && name.starts_with(|c: char| c.is_ascii_alphanumeric())
            && name.chars().all(legal)
    };
    // RFC 2046 §5.
    let is_composite = |main: &str| matches!(&*main.to_lowercase(), "multipart" | "message");
    match text.split_once('/') {
        Some((main, sub)) if restricted(main) && restricted(sub) && !is_composite(main) => Ok(()),
        _ => problem(
            place,
            format!(
                "a media type is type/subtype, such as text/markdown, each at most \
                 {MAX_MEDIA_NAME} of A-Z a-z 0-9 !#$&^_.+- and first a letter or a digit; \
                 it is neither a multipart nor a message type"
            ),
        ),
    }
}
