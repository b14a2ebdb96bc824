//! The limits that docs/limits.md lists. `tests/robustness/limits.rs` compares the page with them.

use std::time::Duration;

pub use rule_files::limits::{
    MAX_FRONTMATTER_BYTES, MAX_HEADER_FIELDS, MAX_PATTERN_ALTERNATIVES, MAX_PATTERN_BYTES,
    MAX_PATTERN_COMPONENTS, MAX_RULE_COMPONENTS, MAX_YAML_DEPTH, MAX_YAML_EVENTS,
    MIN_YAML_EXPANSION,
};

/// The maximum length of an argument of a tool call, in bytes. It also applies to each name, URI,
/// cursor and argument in a request for resources, prompts or completions. Patterns and queries
/// have lower limits.
pub const MAX_ARGUMENT_BYTES: usize = 4096;

/// The maximum total size of the documents that `get` prints in a shell, in bytes.
pub const MAX_SHELL_BYTES: u64 = 1 << 28;

/// The maximum number of bytes in the answer of a search, unless the first section alone is larger.
pub const MAX_FOUND_BYTES: usize = 2_400;
/// The maximum number of headings that are read from a document. Further headings are treated as
/// text of the last section.
pub const MAX_HEADINGS: usize = 16_384;
/// The maximum number of characters that are read from the text of a heading.
pub const MAX_HEADING_CHARACTERS: usize = 1_000;
/// The maximum length of the fragment of a heading in a URI, in characters. A number that makes the
/// fragment unique does not count.
pub const MAX_SLUG_CHARACTERS: usize = 200;
/// The maximum number of visits of open lists, quotes and inline nodes per byte while Markdown is
/// parsed. Each visit takes about 15 ns.
pub const MAX_MARKDOWN_STEPS_PER_BYTE: usize = 4;

/// The maximum total size of a template and its partials, including their indentation, in bytes. In
/// addition to its length, each tag and each stretch of text between two tags counts as 64 bytes.
pub const MAX_TEMPLATE_BYTES: usize = 16 * 1024 * 1024;
/// The maximum nesting depth of sections and partials in a template.
pub const MAX_TEMPLATE_DEPTH: usize = 64;
/// The maximum number of steps in rendering one template. Each rendered part, each repetition of a
/// section and each map in which a name is looked up counts as one step. A partial counts as 128
/// steps. This number of steps takes a few tenths of a second.
pub const MAX_TEMPLATE_STEPS: usize = 1 << 22;

/// The maximum length of a query, in bytes.
pub const MAX_QUERY_BYTES: usize = 1000;
/// The maximum number of threads on which one search reads documents. Each thread keeps one
/// document in memory.
pub const MAX_SEARCH_THREADS: usize = 4;
/// The maximum number of quoted parts in a query. Repeated parts count once.
pub const MAX_QUOTED_PARTS: usize = 16;
/// The maximum number of paths in a call for guidance.
pub const MAX_GUIDANCE_PATHS: usize = 64;
/// The maximum number of comparisons in a call for guidance: the number of components in patterns
/// times the number of bytes in paths.
pub const MAX_GUIDANCE_COMPARED: u64 = 150_000_000;
/// The maximum number of comparisons in a shell, where `for` and `check` accept any number of
/// files. They are counted as for [`MAX_GUIDANCE_COMPARED`].
pub const MAX_SHELL_COMPARED: u64 = 1_500_000_000;
/// The time for which a search index is kept after the last search.
pub const INDEX_IDLE: Duration = Duration::from_secs(600);
/// The maximum number of files in a skill.
pub const MAX_SKILL_FILES: usize = 512;
/// The maximum total size of the files in a skill, in bytes.
pub const MAX_SKILL_BYTES: u64 = 16 * 1024 * 1024;
/// The maximum length of the name of a skill, in characters.
pub const MAX_SKILL_NAME: usize = 64;
/// The maximum length of the description of a skill, in characters.
pub const MAX_SKILL_DESCRIPTION: usize = 1024;
/// The maximum number of documents or names that a message lists. For the others, the message only
/// says how many there are.
pub const MAX_MESSAGE_NAMES: usize = 50;
/// The maximum number of links to folders that a message lists.
pub const MAX_MESSAGE_LINKS: usize = 10;
/// The maximum number of binary files that a message lists.
pub const MAX_MESSAGE_BINARY: usize = 3;
/// The maximum length of the instructions that agents receive first, in bytes. Clients truncate
/// longer instructions.
pub const MAX_INSTRUCTIONS_BYTES: usize = 2_000;
/// The maximum number of lines in the block that `agents` writes.
pub const MAX_AGENTS_LINES: usize = 30;
/// The maximum number of documents for which a message lists sections because they exceed the
/// response budget.
pub const MAX_OUTLINED: usize = 3;
/// The maximum number of sections that a message lists for a document that exceeds the response
/// budget, the largest first.
pub const MAX_OUTLINED_SECTIONS: usize = 5;
/// The maximum number of documents whose names are compared with a name that was not found.
pub const MAX_SUGGESTED_FROM: usize = 10_000;

/// The maximum length of the name of a category, a collection or an include, in bytes.
pub const MAX_NAME_BYTES: usize = 128;
/// The maximum length of a name from an included guide, with its prefix, in bytes.
pub const MAX_PREFIXED_NAME_BYTES: usize = 256;
/// The maximum size of a table or a project file, in bytes.
pub const MAX_CONFIG_BYTES: u64 = 1 << 20;

/// The maximum value of `file_bytes` and `response_bytes`, because answers are kept in memory.
pub const MAX_BYTES_LIMIT: u64 = 1 << 24;
/// The maximum value of `index_bytes`.
pub const MAX_INDEX_LIMIT: u64 = 1 << 30;
/// The maximum number of patterns that all categories exclude together. A pattern with braces
/// counts once for each alternative. The patterns are parsed when the project is loaded.
pub const MAX_EXCLUDED: usize = 2048;
/// The maximum number of default patterns in one `guide.yaml`, and the maximum number of members
/// with a pattern in all collections. These patterns are parsed when the project is loaded.
pub const MAX_GUIDE_PATTERNS: usize = 10_000;
/// The maximum number of members of all collections together. The members of a nested collection
/// count wherever it is nested.
pub const MAX_MEMBERS: usize = 100_000;
/// The maximum number of guides that a project may include, directly or through other guides.
pub const MAX_INCLUDES: usize = 32;
/// The maximum number of YAML events in the project file and all included guides together.
pub const MAX_INCLUDED_EVENTS: usize = 200_000;
/// The maximum length of a chain of includes that leads to a guide.
pub const MAX_INCLUDE_DEPTH: usize = 8;

/// The maximum number of bytes that a walk reads from all ignore files together.
pub const MAX_IGNORE_BYTES: u64 = 256 * 1024;
/// The maximum length of a line in an ignore file, in bytes.
pub const MAX_IGNORE_LINE_BYTES: usize = 4 * 1024;
/// The maximum number of steps in which a walk compares names with ignore rules. Each rule takes 16
/// steps for each name. In addition, each wildcard, and each set or byte between wildcards, takes
/// one step for each position in the name or path that it is compared with. A step takes about 1 to
/// 3 ns.
pub const MAX_IGNORE_COMPARED: u64 = 1_000_000_000;

/// The maximum number of calls of one client that run at the same time.
pub const MAX_CLIENT_CALLS: usize = 64;
/// The maximum number of lines of output that may wait for the client to read them. While this many
/// lines wait, no message is read and no request starts.
pub const MAX_UNSENT_LINES: usize = 32;
/// The number of requests in flight at which the server stops reading messages.
pub const MAX_IN_FLIGHT: usize = 1024;
/// The same as [`MAX_IN_FLIGHT`], but while the server waits for an answer from the client. The
/// client may send other requests before the answer.
pub const MAX_IN_FLIGHT_WHILE_ASKING: usize = 16 * MAX_IN_FLIGHT;
/// The maximum number of bytes in one line of input, without the line end.
pub const MAX_LINE_BYTES: usize = 16 * 1024 * 1024;
/// The maximum number of JSON values in one line of input. A parsed value needs many times more
/// memory than its text.
pub const MAX_LINE_VALUES: usize = 65_536;

/// The minimum time between two checks of a folder of projects. A request triggers the check.
pub const PROJECTS_LOOK_INTERVAL: Duration = Duration::from_secs(1);
/// The time within which a client must read its answers after the end of input. Each line that is
/// written restarts this time.
pub const READ_TIMEOUT: Duration = Duration::from_secs(30);
/// The time for which a call waits for the roots of its client.
pub const ROOTS_TIMEOUT: Duration = Duration::from_secs(2);
/// The time within which the line being written must be finished when the server stops.
pub const LINE_TIMEOUT: Duration = Duration::from_secs(1);

/// The maximum number of file descriptors that the process requests.
pub const MAX_DESCRIPTORS: u64 = 65_536;

/// The maximum number of HTTP connections that may be open at the same time.
pub const MAX_CONNECTIONS: usize = 4096;
/// The maximum number of bytes in the head of an HTTP request.
pub const MAX_HEAD_BYTES: usize = 64 * 1024;
/// The time within which the head of a request must arrive. A connection may be idle for the same
/// time.
pub const HEAD_TIMEOUT: Duration = Duration::from_secs(30);
/// The time after which an answer is abandoned if its client reads nothing.
pub const WRITE_TIMEOUT: Duration = Duration::from_secs(30);
/// The time within which requests in progress must be finished when the server stops.
pub const DRAIN_TIMEOUT: Duration = Duration::from_secs(30);

/// The maximum number of bytes in the body of an HTTP request.
pub const MAX_BODY_BYTES: u32 = 4 * 1024 * 1024;
/// The maximum total size of all request bodies in memory, in bytes.
pub const MAX_HELD_BODY_BYTES: usize = 16 * MAX_BODY_BYTES as usize;
/// The time within which the body of an HTTP request must arrive.
pub const BODY_TIMEOUT: Duration = Duration::from_secs(20);

/// The maximum number of keys of one issuer that are used.
pub const MAX_ISSUER_KEYS: usize = 256;
/// The minimum time between two fetches of an issuer's keys. It limits fetches because senders can
/// choose any `kid`. Until it has elapsed, a token with an unknown `kid` gets 503 instead of 401.
pub const KEYS_FETCH_INTERVAL: Duration = Duration::from_secs(10);
/// The time for which requests wait for keys, counted from the start of the fetch.
pub const KEYS_FETCH_WAIT: Duration = Duration::from_secs(3);
/// The time that the issuer may take for each response.
pub const ISSUER_RESPONSE_TIMEOUT: Duration = Duration::from_secs(5);
/// The maximum number of bytes in a response from the issuer.
pub const MAX_ISSUER_RESPONSE_BYTES: u64 = 1 << 20;
