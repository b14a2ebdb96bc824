//! The limits that bound the work on files that are not trusted.

/// The maximum length of a pattern, in bytes. It is also the maximum number of characters in all
/// components with `?` or sets, added up over all alternatives. Each of these characters takes
/// about 2 ns for each character of a name that is compared.
pub const MAX_PATTERN_BYTES: usize = 1024;
/// The maximum number of components that a pattern may have.
pub const MAX_PATTERN_COMPONENTS: usize = 63;
/// The maximum number of alternatives that the braces of a pattern may expand to.
pub const MAX_PATTERN_ALTERNATIVES: usize = 64;
/// The maximum number of components in the patterns of one rule, added up over all alternatives. In
/// each alternative, a pattern with `?` or a set counts as one component per byte.
pub const MAX_RULE_COMPONENTS: usize = 2_048;
/// The maximum length of a block of frontmatter, in bytes. A longer block is treated as text.
pub const MAX_FRONTMATTER_BYTES: usize = 32 * 1024;
/// The maximum number of fields that are parsed separately if a block of frontmatter is not valid
/// YAML.
pub const MAX_HEADER_FIELDS: usize = 64;
/// The maximum nesting depth of lists and mappings in a YAML file.
pub const MAX_YAML_DEPTH: usize = 16;
/// The maximum number of events in a YAML file: one for a scalar, two for a list or a mapping. An
/// alias counts as the node that it refers to.
pub const MAX_YAML_EVENTS: usize = 100_000;
/// The maximum number of bytes that all aliases in a YAML file may expand to together. If the file
/// itself is larger, its size is the limit.
pub const MIN_YAML_EXPANSION: usize = 1 << 16;
