//! The bounds that docs/limits.md names. `tests/limits.rs` compares the page with them.

/// The longest argument of a call, and the longest name, URI, cursor or argument of a
/// request for resources, prompts or completions, in bytes. A pattern has a shorter limit
/// of its own.
pub const MAX_ARGUMENT_BYTES: usize = 4096;

/// How many headings of a text are read: what follows belongs to the last section.
pub const MAX_HEADINGS: usize = 16_384;

/// How many characters of a heading's text are read.
pub const MAX_HEADING_CHARACTERS: usize = 1_000;

/// The longest fragment of a heading in a URI, in characters, without its number.
pub const MAX_SLUG_CHARACTERS: usize = 200;

/// How many visits of open lists, quotes and inline nodes the parse of a Markdown text may
/// take per byte. Each takes some 15 ns.
pub const MAX_MARKDOWN_STEPS_PER_BYTE: usize = 4;

/// How many bytes a template and its partials may have together, as stored.
pub const MAX_TEMPLATE_BYTES: usize = 16 * 1024 * 1024;

/// How many tags, and texts between them, a template and its partials may hold together.
pub const MAX_TEMPLATE_PARTS: usize = 262_144;
