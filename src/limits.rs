//! The limits that docs/limits.md lists. `tests/robustness/limits.rs` compares the page with them.

use std::time::Duration;

/// The longest argument of a tool call, in bytes. It is also the longest name, URI, cursor or
/// argument of a request for resources, prompts or completions. Patterns and queries have lower
/// limits.
pub const MAX_ARGUMENT_BYTES: usize = 4096;

/// The most bytes of documents that `get` prints in a shell.
pub const MAX_SHELL_BYTES: u64 = 1 << 28;

/// The most bytes in the answer of a search, unless the first section alone is larger.
pub const MAX_FOUND_BYTES: usize = 2_400;
/// The most headings that are read from a text. Any text after them belongs to the last section.
pub const MAX_HEADINGS: usize = 16_384;
/// The most characters that are read from the text of a heading.
pub const MAX_HEADING_CHARACTERS: usize = 1_000;
/// The longest fragment of a heading in a URI, in characters, without its number.
pub const MAX_SLUG_CHARACTERS: usize = 200;
/// The most visits of open lists, quotes and inline nodes per byte while a Markdown text is parsed.
/// Each visit takes about 15 ns.
pub const MAX_MARKDOWN_STEPS_PER_BYTE: usize = 4;

/// The most bytes of a template and its partials together, including their indentation. Each tag,
/// and each text between two tags, counts as 64 more bytes.
pub const MAX_TEMPLATE_BYTES: usize = 16 * 1024 * 1024;
/// The deepest nesting of sections and partials in a template.
pub const MAX_TEMPLATE_DEPTH: usize = 64;
/// The most steps of a rendering. Each rendered part, each repetition of a section and each map in
/// which a name is looked up is one step. A partial is 128 steps. All steps together take a few
/// tenths of a second.
pub const MAX_TEMPLATE_STEPS: usize = 1 << 22;

/// The longest pattern, in bytes. It is also the most characters in the names with `?` or sets, in
/// all alternatives together. One of these characters takes about 2 ns for each character of a
/// compared name.
pub const MAX_PATTERN_BYTES: usize = 1024;
/// The most components a pattern may have.
pub const MAX_PATTERN_COMPONENTS: usize = 63;
/// The most alternatives that the braces of a pattern may expand to.
pub const MAX_PATTERN_ALTERNATIVES: usize = 64;
/// The longest query, in bytes.
pub const MAX_QUERY_BYTES: usize = 1000;
/// The most threads on which one search reads documents. Each thread keeps one text in memory.
pub const MAX_SEARCH_THREADS: usize = 4;
/// The most quoted parts of a query. Repeated parts count once.
pub const MAX_QUOTED_PARTS: usize = 16;
/// The most paths in a call for guidance.
pub const MAX_GUIDANCE_PATHS: usize = 64;
/// The most components in the patterns of one rule, in all alternatives. In each alternative, a
/// pattern with `?` or a set counts as many components as it has bytes.
pub const MAX_RULE_COMPONENTS: usize = 2_048;
/// The most comparisons in a call for guidance: components of patterns times bytes of paths.
pub const MAX_GUIDANCE_COMPARED: u64 = 150_000_000;
/// The most comparisons in a shell, where `for` and `check` accept any number of files.
pub const MAX_SHELL_COMPARED: u64 = 1_500_000_000;
/// The time for which an index is kept without a search.
pub const INDEX_IDLE: Duration = Duration::from_secs(600);
/// The longest block of frontmatter, in bytes. A longer block is part of the text.
pub const MAX_FRONTMATTER_BYTES: usize = 32 * 1024;
/// The most fields that are parsed separately if a block of frontmatter is not valid YAML.
pub const MAX_HEADER_FIELDS: usize = 64;
/// The most files in a skill.
pub const MAX_SKILL_FILES: usize = 512;
/// The most bytes of all files in a skill.
pub const MAX_SKILL_BYTES: u64 = 16 * 1024 * 1024;
/// The longest name of a skill, in characters.
pub const MAX_SKILL_NAME: usize = 64;
/// The longest description of a skill, in characters.
pub const MAX_SKILL_DESCRIPTION: usize = 1024;
/// The most documents or names that a message lists. The others are counted.
pub const MAX_MESSAGE_NAMES: usize = 50;
/// The most links to folders that a message lists.
pub const MAX_MESSAGE_LINKS: usize = 10;
/// The most binary files that a message lists.
pub const MAX_MESSAGE_BINARY: usize = 3;
/// The most bytes of the instructions that agents receive first. Clients truncate longer ones.
pub const MAX_INSTRUCTIONS_BYTES: usize = 2_000;
/// The most lines of the block that `agents` writes.
pub const MAX_AGENTS_LINES: usize = 30;
/// The most documents over the response budget for which a message lists sections.
pub const MAX_OUTLINED: usize = 3;
/// The most sections that a message lists for each of these documents, the largest first.
pub const MAX_OUTLINED_SECTIONS: usize = 5;
/// The most served names that are compared with a name that was not found.
pub const MAX_SUGGESTED_FROM: usize = 10_000;

/// The longest name of a category, a collection or an include, in bytes.
pub const MAX_NAME_BYTES: usize = 128;
/// The longest name from an included guide, with its prefix, in bytes.
pub const MAX_PREFIXED_NAME_BYTES: usize = 256;
/// The largest table or project file that is read, in bytes.
pub const MAX_CONFIG_BYTES: u64 = 1 << 20;
/// The deepest nesting of lists and mappings in a YAML file.
pub const MAX_YAML_DEPTH: usize = 16;
/// The most events in a YAML file: one for a scalar, two for a list or a mapping. An alias counts
/// as the node that it refers to.
pub const MAX_YAML_EVENTS: usize = 100_000;
/// The most bytes that all aliases of a YAML file may expand to, unless the file is larger.
pub const MIN_YAML_EXPANSION: usize = 1 << 16;

/// The highest value of `file_bytes` and `response_bytes`, because answers are kept in memory.
pub const MAX_BYTES_LIMIT: u64 = 1 << 24;
/// The highest value of `index_bytes`.
pub const MAX_INDEX_LIMIT: u64 = 1 << 30;
/// The most patterns that all categories exclude together. A pattern with braces counts once for
/// each alternative. The patterns are parsed when the project is loaded.
pub const MAX_EXCLUDED: usize = 2048;
/// The most default patterns in one `guide.yaml`, and the most members with a pattern in all
/// collections. These patterns are parsed when the project is loaded.
pub const MAX_GUIDE_PATTERNS: usize = 10_000;
/// The most members of all collections together. The members of a nested collection count wherever
/// it is nested.
pub const MAX_MEMBERS: usize = 100_000;
/// The most guides that a project may include, directly or through other guides.
pub const MAX_INCLUDES: usize = 32;
/// The most YAML events in the project file and all included guides together.
pub const MAX_INCLUDED_EVENTS: usize = 200_000;
/// The most includes in the chain that leads to a guide.
pub const MAX_INCLUDE_DEPTH: usize = 8;

/// The most bytes of all ignore files that a walk reads.
pub const MAX_IGNORE_BYTES: u64 = 256 * 1024;
/// The longest line of an ignore file, in bytes.
pub const MAX_IGNORE_LINE_BYTES: usize = 4 * 1024;
/// The most steps in which a walk compares names with ignore rules. A rule takes 16 steps. In
/// addition, each wildcard takes one step for each position in the name or path that it is compared
/// with. A set or byte between wildcards takes as many. A step takes about 1 to 3 ns.
pub const MAX_IGNORE_COMPARED: u64 = 1_000_000_000;

/// The most calls of one client that run at the same time.
pub const MAX_CLIENT_CALLS: usize = 64;
/// The most lines that may wait for the client to read them. While this many lines wait, no message
/// is read and no request starts.
pub const MAX_UNSENT_LINES: usize = 32;
/// The number of requests in flight at which the server stops reading messages.
pub const MAX_IN_FLIGHT: usize = 1024;
/// The same number while the server waits for the client to answer a question. The answer may be
/// sent after other requests.
pub const MAX_IN_FLIGHT_WHILE_ASKING: usize = 16 * MAX_IN_FLIGHT;
/// The most bytes in one line, without the line end.
pub const MAX_LINE_BYTES: usize = 16 * 1024 * 1024;
/// The most JSON values in a line. A parsed value costs many times its bytes.
pub const MAX_LINE_VALUES: usize = 65_536;

/// The shortest time between two checks of a folder of projects. A request triggers the check.
pub const PROJECTS_LOOK_INTERVAL: Duration = Duration::from_secs(1);
/// The time in which a client must read its answers after the end of input. Each written line
/// restarts it.
pub const READ_TIMEOUT: Duration = Duration::from_secs(30);
/// The time for which a call waits for the roots of its client.
pub const ROOTS_TIMEOUT: Duration = Duration::from_secs(2);
/// The time that the line being written may still take when the server stops.
pub const LINE_TIMEOUT: Duration = Duration::from_secs(1);

/// The most file descriptors that the process requests.
pub const MAX_DESCRIPTORS: u64 = 65_536;

/// The most HTTP connections at the same time.
pub const MAX_CONNECTIONS: usize = 4096;
/// The most bytes in the head of an HTTP request.
pub const MAX_HEAD_BYTES: usize = 64 * 1024;
/// The time for the head of a request to arrive. A connection may be idle for the same time.
pub const HEAD_TIMEOUT: Duration = Duration::from_secs(30);
/// The time after which an answer is abandoned if its client reads nothing.
pub const WRITE_TIMEOUT: Duration = Duration::from_secs(30);
/// The time that requests in progress may still take when the server stops.
pub const DRAIN_TIMEOUT: Duration = Duration::from_secs(30);

/// The most bytes in the body of an HTTP request.
pub const MAX_BODY_BYTES: u32 = 4 * 1024 * 1024;
/// The most bytes of all request bodies in memory.
pub const MAX_HELD_BODY_BYTES: usize = 16 * MAX_BODY_BYTES as usize;
/// The time for the body of an HTTP request to arrive.
pub const BODY_TIMEOUT: Duration = Duration::from_secs(20);

/// The most keys of an issuer that are used.
pub const MAX_ISSUER_KEYS: usize = 256;
/// The shortest time between two fetches of an issuer's keys, as senders can choose any `kid`.
/// Within this time, a token with an unknown `kid` gets 503 instead of 401.
pub const KEYS_FETCH_INTERVAL: Duration = Duration::from_secs(10);
/// The time for which requests wait for keys, counted from the start of the fetch.
pub const KEYS_FETCH_WAIT: Duration = Duration::from_secs(3);
/// The time that the issuer may take for each response.
pub const ISSUER_RESPONSE_TIMEOUT: Duration = Duration::from_secs(5);
/// The most bytes in a response from the issuer.
pub const MAX_ISSUER_RESPONSE_BYTES: u64 = 1 << 20;
