//! docs/limits.md has the figures of `src/limits.rs`.

use std::collections::BTreeSet;
use std::path::Path;
use std::time::Duration;

use mcp_guide::documents::survey::Bounds;
use mcp_guide::limits as of;
use mcp_guide::project::guide_file::Limits;
use mcp_guide::proposal::MAX_CATEGORIES;
use mcp_guide::search::rank::{MAX_DOCUMENTS, MAX_SECTIONS};
use mcp_guide::search::refine::{MAX_FURTHER, MAX_PASSAGES};
use mcp_guide::search::terms::MAX_TERMS;

const PAGE: &str = include_str!("../../../docs/limits.md");
const SOURCE: &str = include_str!("../../../src/limits.rs");
const HERE: &str = include_str!("page.rs");

/// A number as the page writes it.
fn number(of: impl TryInto<usize>) -> String {
    let of = of.try_into().ok().expect("a small number");
    match of {
        0..1_000 => of.to_string(),
        _ => format!("{},{:03}", number(of / 1_000), of % 1_000),
    }
}

fn kib(bytes: impl TryInto<usize>) -> String {
    let bytes = bytes.try_into().ok().expect("a small number");
    format!("{} KiB", number(bytes >> 10))
}

fn mib(bytes: impl TryInto<usize>) -> String {
    let bytes = bytes.try_into().ok().expect("a small number");
    format!("{} MiB", number(bytes >> 20))
}

fn seconds(time: Duration) -> String {
    match time.as_secs() {
        1 => "1 second".to_owned(),
        more => format!("{more} seconds"),
    }
}

/// Returns rows of the page, each with the figures that it has.
macro_rules! figures {
    ($($what:literal => $($figure:expr),+;)+) => {
        [$(($what, vec![$($figure),+])),+]
    };
}

#[test]
fn the_page_has_the_figures_of_the_program() {
    let bounds = Bounds::default();
    let one = |of| number(of);
    let figures = figures! {
        "one rendered template" =>
            mib(of::MAX_TEMPLATE_BYTES),
            one(of::MAX_TEMPLATE_DEPTH) + " nested sections", one(of::MAX_TEMPLATE_STEPS) + " steps";
        "`get` in a shell" => mib(of::MAX_SHELL_BYTES);
        "`limits.file_bytes`, `limits.response_bytes`" => mib(of::MAX_BYTES_LIMIT);
        "one answer with documents" => number(Limits::default().response_bytes) + " by default";
        "a document larger than `limits.response_bytes`" =>
            one(of::MAX_OUTLINED_SECTIONS) + " of its", one(of::MAX_OUTLINED) + " such";
        "an argument of a call" => one(of::MAX_ARGUMENT_BYTES) + " bytes";
        "a document's headings" =>
            one(of::MAX_HEADINGS) + ",", one(of::MAX_HEADING_CHARACTERS) + " characters",
            one(of::MAX_SLUG_CHARACTERS) + " characters";
        "parsing of a Markdown document" => one(of::MAX_MARKDOWN_STEPS_PER_BYTE) + " steps";
        "the server's instructions" => one(of::MAX_INSTRUCTIONS_BYTES) + " bytes";
        "the block that `agents` writes" => one(of::MAX_AGENTS_LINES) + " lines";
        "one call for guidance" =>
            one(of::MAX_GUIDANCE_PATHS) + " paths", one(of::MAX_PATTERN_BYTES) + " bytes",
            kib(of::MAX_FRONTMATTER_BYTES), number(of::MAX_GUIDANCE_COMPARED) + ",",
            number(of::MAX_SHELL_COMPARED) + " in a shell";
        "a rule's patterns" => one(of::MAX_RULE_COMPONENTS) + " components";
        "the name of a category, collection or include" =>
            one(of::MAX_NAME_BYTES) + " bytes", one(of::MAX_PREFIXED_NAME_BYTES) + " with";
        "one search" =>
            one(of::MAX_QUERY_BYTES) + " bytes", one(MAX_TERMS) + " rarest words",
            one(of::MAX_QUOTED_PARTS) + " quoted parts", one(MAX_PASSAGES) + " sections", one(MAX_FURTHER) + " further",
            number(of::MAX_FOUND_BYTES) + " bytes", one(MAX_SECTIONS) + " from one", one(MAX_DOCUMENTS) + " documents",
            one(of::MAX_SEARCH_THREADS) + " threads";
        "the search index" =>
            mib(of::MAX_INDEX_LIMIT / 16), one(of::INDEX_IDLE.as_secs() as usize / 60) + " minutes";
        "what `init` and `check` examine" =>
            one(bounds.all) + " files and directories", one(bounds.of_one) + " in one directory",
            one(MAX_CATEGORIES) + " categories", kib(of::MAX_IGNORE_BYTES) + " of",
            kib(of::MAX_IGNORE_LINE_BYTES as u64), number(of::MAX_IGNORE_COMPARED) + " steps";
        "a table (`--spec`, `--dialects`)" => mib(of::MAX_CONFIG_BYTES);
        "`guide.yaml`" =>
            mib(of::MAX_CONFIG_BYTES), one(of::MAX_YAML_DEPTH) + " nested",
            one(of::MAX_YAML_EVENTS) + " events", kib(of::MIN_YAML_EXPANSION);
        "a document's frontmatter" =>
            kib(of::MAX_FRONTMATTER_BYTES), one(of::MAX_HEADER_FIELDS) + " fields";
        "a pattern" =>
            one(of::MAX_PATTERN_BYTES) + " bytes", one(of::MAX_PATTERN_COMPONENTS) + " components",
            one(of::MAX_PATTERN_ALTERNATIVES) + " alternatives";
        "`exclude` in all categories" => one(of::MAX_EXCLUDED) + " patterns";
        "default patterns in one `guide.yaml`" => one(of::MAX_GUIDE_PATTERNS) + ",";
        "members of all collections" => one(of::MAX_MEMBERS);
        "included guides" => one(of::MAX_INCLUDES) + ",", one(of::MAX_INCLUDE_DEPTH) + " levels",
            one(of::MAX_INCLUDED_EVENTS) + " events";
        "a skill" =>
            one(of::MAX_SKILL_FILES) + " files", mib(of::MAX_SKILL_BYTES),
            "a name of ".to_owned() + &one(of::MAX_SKILL_NAME),
            "a description of ".to_owned() + &one(of::MAX_SKILL_DESCRIPTION);
        "names in a message" => one(of::MAX_MESSAGE_NAMES) + ",", one(of::MAX_MESSAGE_LINKS) + " links",
            one(of::MAX_MESSAGE_BINARY) + " binary files";
        "suggestions in an error" =>
            one(of::MAX_MESSAGE_NAMES) + " names", one(of::MAX_SUGGESTED_FROM);
        "calls that are running or whose answers have not been sent" => one(of::MAX_CLIENT_CALLS) + ";";
        "file descriptors" => one(of::MAX_DESCRIPTORS as usize);
        "answers that the client has not read" => one(of::MAX_UNSENT_LINES) + ";";
        "one message from the client" => mib(of::MAX_LINE_BYTES), one(of::MAX_LINE_VALUES) + " values";
        "unanswered requests" =>
            one(of::MAX_IN_FLIGHT) + ",", one(of::MAX_IN_FLIGHT_WHILE_ASKING) + " while";
        "HTTP: connections" => one(of::MAX_CONNECTIONS) + ",";
        "HTTP: one request" =>
            kib(of::MAX_HEAD_BYTES) + " of headers", seconds(of::HEAD_TIMEOUT), mib(of::MAX_BODY_BYTES) + " for a body",
            seconds(of::BODY_TIMEOUT), mib(of::MAX_HELD_BODY_BYTES) + " for all bodies";
        "HTTP: an answer" => seconds(of::WRITE_TIMEOUT);
        "HTTP: an issuer's keys" =>
            one(of::MAX_ISSUER_KEYS), seconds(of::KEYS_FETCH_INTERVAL), seconds(of::ISSUER_RESPONSE_TIMEOUT),
            mib(of::MAX_ISSUER_RESPONSE_BYTES), seconds(of::KEYS_FETCH_WAIT);
        "HTTP: several projects" => "at least ".to_owned() + &seconds(of::PROJECTS_LOOK_INTERVAL);
        "a client's roots" => seconds(of::ROOTS_TIMEOUT);
        "after the end of input" => seconds(of::READ_TIMEOUT);
        "after SIGTERM or SIGINT" => seconds(of::LINE_TIMEOUT), seconds(of::DRAIN_TIMEOUT);
    };
    for (what, figures) in figures {
        let row = PAGE.lines().find(|row| row.starts_with(&format!("| {what} |")));
        let row = row.unwrap_or_else(|| panic!("no row {what}"));
        for figure in figures {
            assert!(row.contains(&figure), "{what}: {figure} is not in {row}");
        }
    }
}

/// What bounds some work or one line of an output, and is no limit that the page names.
const INTERNAL: &str = "
    MAX_MESSAGE MAX_DESCRIPTION MAX_NAME MAX_MEDIA_NAME MAX_PATH of tables;
    MIN_STEPS MAX_COMPARED MAX_CANDIDATES MAX_UNKNOWN MAX_NEAR MAX_LENGTH MAX_WORD MAX_PARTS MAX_ELISION
    MAX_STUB MAX_PASSAGE MAX_WORDS MAX_PLACES MAX_LONGER MIN_FURTHER MIN_REFERENCES MIN_VERSIONS MAX_HEADER_LINES
    MAX_SUBSTITUTED of how texts are read and compared;
    MAX_BOUNDARY MAX_QUOTED MAX_NAMED MAX_SUGGESTED MAX_LISTED MAX_HOLDING MAX_APPLIES MAX_BUDGETS MAX_LINKS MAX_NAMES MAX_NOTE MAX_SHOWN of what is written;
    MAX_MESSAGE_BYTES MAX_LINES MAX_LINE MAX_IMPORTS MAX_LOG_BYTES MAX_BYTES MAX_FILES
    MAX_REASON MAX_TRUSTED MAX_MARK MAX_PENDING MAX_COPIES MAX_COPY MAX_ROWS MIN_PART MAX_PATTERNS MAX_RECENT MAX_SHORT of a client's files, the log and what hooks remember and give;
    MIN_TOKEN MAX_AGE MAX_DISCARDED MAX_IDLE of connections
";

/// The names of limits that code declares.
fn declared(folder: &Path, names: &mut BTreeSet<String>) {
    for entry in std::fs::read_dir(folder).expect("a folder").flatten() {
        if entry.path().is_dir() {
            declared(&entry.path(), names);
            continue;
        }
        let code = std::fs::read_to_string(entry.path()).expect("a file");
        let constants = code.lines().filter_map(|line| line.split_once("const "));
        let constants = constants.filter_map(|(_, rest)| rest.split_once(':')).map(|(name, _)| name);
        names.extend(
            constants.filter(|name| name.contains("MAX_") || name.contains("MIN_")).map(str::to_owned),
        );
    }
}

#[test]
fn every_limit_is_compared() {
    // Those of rule files are re-exported.
    let rules = include_str!("../../../rule-files/src/limits.rs");
    let constants = SOURCE.lines().chain(rules.lines()).filter_map(|line| line.strip_prefix("pub const "));
    let names: Vec<&str> = constants.filter_map(|line| line.split(':').next()).collect();
    assert!(names.len() > 40, "{names:?}");
    for name in names {
        assert!(HERE.contains(&format!("of::{name}")), "{name}");
    }
    let mut all = BTreeSet::new();
    for folder in ["src", "rule-files/src"] {
        declared(&Path::new(env!("CARGO_MANIFEST_DIR")).join(folder), &mut all);
    }
    let is_here =
        |name: &str| HERE.split(|c: char| !c.is_ascii_uppercase() && c != '_').any(|word| word == name);
    let missing: Vec<&String> = all.iter().filter(|name| !is_here(name)).collect();
    assert!(missing.is_empty(), "neither on the page nor internal: {missing:?}");
    let stale: Vec<&str> = INTERNAL.split_whitespace().filter(|word| word.starts_with('M')).collect();
    for name in stale {
        assert!(all.contains(name.trim_end_matches(';')), "no limit is {name}");
    }
}
