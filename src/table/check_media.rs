//! Checks media types and template suffixes.

use super::table_error::{Problem, problem};
use crate::documents::formats::Formats;
use crate::text::escaped::escape_truncated;

/// The maximum length of the type and of the subtype in a media type, in characters (RFC 6838
/// §4.2).
pub const MAX_MEDIA_NAME: usize = 127;

/// Checks the media types, the list of binary types and the template suffixes.
pub(super) fn check_media(formats: &Formats) -> Result<(), Problem> {
    for (extension, media_type) in &formats.media_types {
        let place = format!("media_types.{}", escape_truncated(extension));
        if extension.is_empty() || extension.contains(['.', '/', '\0']) {
            return problem(place, "an extension has no dot and no slash, such as md");
        }
        check_media_type(media_type, &place)?;
    }
    let is_known = |binary: &String| formats.media_types.values().any(|known| known == binary);
    if let Some(index) = formats
        .binary_types
        .iter()
        .position(|binary| !is_known(binary))
    {
        let place = format!("binary_types[{index}]");
        return problem(place, "no row of media_types has this type");
    }
    let is_suffix = |text: &String| text.starts_with('.') && text.len() > 1 && !text.contains('/');
    match formats
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
/// Checks that `text` is `type/subtype`, where both names are restricted names (RFC 6838 §4.2).
/// Composite types are rejected, because they need a body in a special format.
pub(super) fn check_media_type(text: &str, place: &str) -> Result<(), Problem> {
    let restricted = |name: &str| {
        let legal = |c: char| c.is_ascii_alphanumeric() || "!#$&^_.+-".contains(c);
        (1..=MAX_MEDIA_NAME).contains(&name.len())
            && name.starts_with(|c: char| c.is_ascii_alphanumeric())
            && name.chars().all(legal)
    };
    // The composite types are defined in RFC 2046 §5.
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
