//! The limits that docs/limits.md names; `tests/robustness/limits.rs` compares the page with them.

use std::time::Duration;

/// The longest argument of a call, and the longest name, URI, cursor or argument of a
/// request for resources, prompts or completions, in bytes. A pattern has a shorter limit
/// of its own.
pub const MAX_ARGUMENT_BYTES: usize = 4096;

/// The most bytes of documents that `get` prints at a shell.
pub const MAX_SHELL_BYTES: u64 = 1 << 28;

/// The most bytes of what a search answers, unless its first section alone takes more.
pub const MAX_FOUND_BYTES: usize = 2_400;
/// How many headings of a text are read: what follows belongs to the last section.
pub const MAX_HEADINGS: usize = 16_384;
/// How many characters of a heading's text are read.
pub const MAX_HEADING_CHARACTERS: usize = 1_000;
/// The longest fragment of a heading in a URI, in characters, without its number.
pub const MAX_SLUG_CHARACTERS: usize = 200;
/// How many visits of open lists, quotes and inline nodes the parse of a Markdown text may
/// take per byte. Each takes some 15 ns.
pub const MAX_MARKDOWN_STEPS_PER_BYTE: usize = 4;

/// How many bytes a template and its partials may have together, each as it is indented; a
/// tag, or the text between two, counts 64 more.
pub const MAX_TEMPLATE_BYTES: usize = 16 * 1024 * 1024;
/// The most sections and partials of a template inside each other.
pub const MAX_TEMPLATE_DEPTH: usize = 64;
/// The most steps of a rendering: each rendered part, each repetition of a section and each
/// map in which a name is looked up is one, and a partial takes 128. They take some tenths of a second.
pub const MAX_TEMPLATE_STEPS: usize = 1 << 22;

/// The longest pattern, in bytes. Its names with `?` or sets have at most as many characters in
/// all alternatives: one takes about 2 ns at each character of a name that is compared.
pub const MAX_PATTERN_BYTES: usize = 1024;
/// The most components a pattern may have.
pub const MAX_PATTERN_COMPONENTS: usize = 63;
/// The most alternatives that a pattern's braces may stand for.
pub const MAX_PATTERN_ALTERNATIVES: usize = 64;
/// The longest query, in bytes.
pub const MAX_QUERY_BYTES: usize = 1000;
/// On how many threads one search reads documents at most: each holds a text.
pub const MAX_SEARCH_THREADS: usize = 4;
/// The most quoted parts of a query, each counted once.
pub const MAX_QUOTED_PARTS: usize = 16;
/// How many paths a call for guidance may have.
pub const MAX_GUIDANCE_PATHS: usize = 64;
/// How many components the patterns of one rule may have together, in all alternatives. A
/// pattern with `?` or a set counts in each as many as it has bytes.
pub const MAX_RULE_COMPONENTS: usize = 2_048;
/// How much a call for guidance compares: the components of patterns, times the bytes of paths.
pub const MAX_GUIDANCE_COMPARED: u64 = 150_000_000;
/// The same at a shell, where `for` and `check` take any number of files.
pub const MAX_SHELL_COMPARED: u64 = 1_500_000_000;
/// How long an index is kept without a search.
pub const INDEX_IDLE: Duration = Duration::from_secs(600);
/// The longest block of frontmatter, in bytes; a longer one is text.
pub const MAX_FRONTMATTER_BYTES: usize = 32 * 1024;
/// How many fields of a block that is no YAML are read, each alone.
pub const MAX_HEADER_FIELDS: usize = 64;
/// The most files of a skill.
pub const MAX_SKILL_FILES: usize = 512;
/// The most bytes of a skill's files together.
pub const MAX_SKILL_BYTES: u64 = 16 * 1024 * 1024;
/// The longest name of a skill, in characters.
pub const MAX_SKILL_NAME: usize = 64;
/// The longest description of a skill, in characters.
pub const MAX_SKILL_DESCRIPTION: usize = 1024;
/// The most documents or names that a message lists; it counts the others.
pub const MAX_MESSAGE_NAMES: usize = 50;
/// How many links to folders it names.
pub const MAX_MESSAGE_LINKS: usize = 10;
/// How many binary files it names.
pub const MAX_MESSAGE_BINARY: usize = 3;
/// The most bytes of the instructions that agents are given first: clients cut longer ones.
pub const MAX_INSTRUCTIONS_BYTES: usize = 2_000;
/// The most lines of the block that `agents` writes.
pub const MAX_AGENTS_LINES: usize = 30;
/// Of how many documents over the response budget a message names sections.
pub const MAX_OUTLINED: usize = 3;
/// How many sections of such a document it names, the largest.
pub const MAX_OUTLINED_SECTIONS: usize = 5;
/// How many names that are served are compared with one that is not found.
pub const MAX_SUGGESTED_FROM: usize = 10_000;

/// The longest name of a category or a collection, and of an include, in bytes.
pub const MAX_NAME_BYTES: usize = 128;
/// The longest name in an included guide with what precedes it, in bytes.
pub const MAX_PREFIXED_NAME_BYTES: usize = 256;
/// The largest table or project file that is read, in bytes.
pub const MAX_CONFIG_BYTES: u64 = 1 << 20;
/// How many lists and mappings of a YAML file may be within each other.
pub const MAX_YAML_DEPTH: usize = 16;
/// How many events a YAML file may have: one for a scalar, two for a list or a mapping.
/// An alias counts as its node.
pub const MAX_YAML_EVENTS: usize = 100_000;
/// How many bytes all aliases of a YAML file may stand for, unless the file is larger.
pub const MIN_YAML_EXPANSION: usize = 1 << 16;

/// The most that a limit may be, in bytes: an answer is held in memory.
pub const MAX_BYTES_LIMIT: u64 = 1 << 24;
/// The most that the limit of an index may be, in bytes.
pub const MAX_INDEX_LIMIT: u64 = 1 << 30;
/// The most patterns that the categories exclude together; one with braces counts
/// for each alternative. They are parsed when the project is loaded.
pub const MAX_EXCLUDED: usize = 2048;
/// How many default patterns one `guide.yaml` may have, and how many members with a pattern all
/// collections may have. They are parsed when the project is loaded.
pub const MAX_GUIDE_PATTERNS: usize = 10_000;
/// The most members that all collections have together, those of nested ones
/// counted wherever these are nested.
pub const MAX_MEMBERS: usize = 100_000;
/// How many guides a project may include, those of included guides counted.
pub const MAX_INCLUDES: usize = 32;
/// How many YAML events they and the project's own file may have together.
pub const MAX_INCLUDED_EVENTS: usize = 200_000;
/// How many includes may lead to a guide.
pub const MAX_INCLUDE_DEPTH: usize = 8;

/// How many bytes all files of rules that a walk reads may have together.
pub const MAX_IGNORE_BYTES: u64 = 256 * 1024;
/// The longest line of such a file, in bytes.
pub const MAX_IGNORE_LINE_BYTES: usize = 4 * 1024;
/// How many steps a walk compares names with rules: 16 for each rule, and one for each place of the
/// name or its path and each wildcard, set or byte between these. A step takes some 1 to 3 ns.
pub const MAX_IGNORE_COMPARED: u64 = 1_000_000_000;

/// How many calls of one client run at once.
pub const MAX_CLIENT_CALLS: usize = 64;
/// How many lines may wait for the client to read them. While so many wait, no message
/// is read and no request is begun.
pub const MAX_UNSENT_LINES: usize = 32;
/// How many requests may be in flight before no more messages are read.
pub const MAX_IN_FLIGHT: usize = 1024;
/// The same while the client's answer to a question is awaited, which may come behind them.
pub const MAX_IN_FLIGHT_WHILE_ASKING: usize = 16 * MAX_IN_FLIGHT;
/// The most bytes of one line, without its end.
pub const MAX_LINE_BYTES: usize = 16 * 1024 * 1024;
/// How many JSON values a line may hold: a value costs many times its bytes.
pub const MAX_LINE_VALUES: usize = 65_536;

/// How often a folder of projects is looked at, by the first request after that.
pub const PROJECTS_LOOK_INTERVAL: Duration = Duration::from_secs(1);
/// How long after its last message a client may take to read its answers.
pub const READ_TIMEOUT: Duration = Duration::from_secs(30);
/// How long a call waits for the roots of its client.
pub const ROOTS_TIMEOUT: Duration = Duration::from_secs(2);
/// How long a line that was begun may take to be written when the server is stopped.
pub const LINE_TIMEOUT: Duration = Duration::from_secs(1);

/// The most descriptors that the process asks for.
pub const MAX_DESCRIPTORS: u64 = 65_536;

/// How many HTTP connections there may be at once.
pub const MAX_CONNECTIONS: usize = 4096;
/// How many bytes the head of an HTTP request may have.
pub const MAX_HEAD_BYTES: usize = 64 * 1024;
/// How long a request's head may take, and a connection may be idle.
pub const HEAD_TIMEOUT: Duration = Duration::from_secs(30);
/// How long a client may read nothing of an answer.
pub const WRITE_TIMEOUT: Duration = Duration::from_secs(30);
/// How long requests in progress may take after the end of serving.
pub const DRAIN_TIMEOUT: Duration = Duration::from_secs(30);

/// The most bytes of the body of an HTTP request.
pub const MAX_BODY_BYTES: u32 = 4 * 1024 * 1024;
/// The most bytes of all bodies of requests that are held at once.
pub const MAX_HELD_BODY_BYTES: usize = 16 * MAX_BODY_BYTES as usize;
/// How long the body of an HTTP request may take.
pub const BODY_TIMEOUT: Duration = Duration::from_secs(20);

/// The most keys of an issuer that are used.
pub const MAX_ISSUER_KEYS: usize = 256;
/// The minimum interval between fetches of an issuer's keys, as the `kid` of a token is its sender's choice.
/// Until it has passed an unknown `kid` gives 503 and not 401.
pub const KEYS_FETCH_INTERVAL: Duration = Duration::from_secs(10);
/// How long after a fetch has begun requests wait for its keys.
pub const KEYS_FETCH_WAIT: Duration = Duration::from_secs(3);
/// How long the issuer may take for each of its responses.
pub const ISSUER_RESPONSE_TIMEOUT: Duration = Duration::from_secs(5);
/// The most bytes of a response of the issuer.
pub const MAX_ISSUER_RESPONSE_BYTES: u64 = 1 << 20;
