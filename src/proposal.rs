//! Proposes a `guide.yaml` for the contents of a folder. `init` writes the proposal. A project
//! without a `guide.yaml` is served as the proposal describes.

mod category_proposal;
mod folder_scan;
pub mod foreign_format;
pub mod guides_below;
mod ignored;
mod language_folders;
mod leave;
pub mod name_rules;
mod propose_skills;
pub mod served_proposal;
mod unread_rules;

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use camino::{Utf8Path, Utf8PathBuf};
use serde_json::{Value, json};

use category_proposal::{CategoryProposal, propose_rules};
use folder_scan::{FolderScan, exact, parsed};
use foreign_format::ForeignFormat;
pub use ignored::Ignored;
use name_rules::NameRules;
use propose_skills::propose_skills;
use unread_rules::unread_rules;

use crate::documents::discover::{CategoryWalk, discover};
use crate::documents::document::Document;
use crate::documents::document_error::{DocumentError, Unreadable};
use crate::documents::file_error::FileError;
use crate::documents::formats::Formats;
use crate::documents::sandbox::{FileType, Reach, Tree};
use crate::documents::served::Served;
use crate::documents::survey::{Bounds, Omitted, survey};
use crate::limits::{MAX_CONFIG_BYTES, MAX_EXCLUDED, MAX_NAME_BYTES};
use crate::project::guide_file::Limits;
use crate::project::skill_fields;
use crate::text::counted::counted;
use crate::text::escaped::{classify_chars, escape_truncated};
use crate::text::paths::join;
use crate::text::truncated::Truncated;
use rule_files::pattern::Pattern;

/// The maximum number of categories in a proposal. Nobody would review more.
#[doc(hidden)]
pub const MAX_CATEGORIES: usize = 1_000;

/// The first lines of the file.
const HEADER: &str = "\
# What mcp-guide serves from this project. After a change, run: mcp-guide check
# A category is a directory (dir, relative to this file) with default patterns; a call's pattern
# replaces them. Files that match exclude are never served. A collection is a list of categories.
# use_when says when agents need a category. For the schema of this file, run: mcp-guide schema
";
/// The example that the file contains if there are no categories.
const EXAMPLE: &str = "\
# To begin, write docs/README.md and remove the # before docs.
categories: {
  # docs: { dir: docs, patterns: [\"**/*.md\"], description: How we work here },
  }
";
/// The maximum total size of the documents for which a collection of all categories is proposed, as
/// a multiple of the maximum size of an answer.
const MAX_BUDGETS: u64 = 10;
/// The name of a file with the schema of `guide.yaml`, which editors read if the folder contains
/// it.
const SCHEMA_FILE: &str = "guide.schema.json";

/// A proposed `guide.yaml`.
#[derive(Debug)]
pub struct Proposal {
    /// The text of the file, which is a valid guide. Its categories are the folder and the
    /// directories in it that contain documents.
    pub content: String,
    /// The number of categories.
    pub categories: usize,
    /// Whether there are further categories that do not fit.
    pub has_more: bool,
    /// The parts of the folder that the walk left out.
    pub omitted: Omitted,
    /// Everything else that was left out, with the reasons.
    pub left_out: Vec<LeftOut>,
    /// The directories that were listed.
    pub folders: Vec<Utf8PathBuf>,
}

/// Something that a proposal leaves out.
#[derive(Debug)]
pub enum LeftOut {
    /// Documents and folders that Git ignores.
    Ignored(Ignored),
    /// Rule files that Git ignores. They are still found where they exist.
    IgnoredRules(Vec<Utf8PathBuf>),
    /// Documents and folders that are left out because of their names.
    Named(Vec<String>),
    /// Translations and old versions.
    Copies(Vec<String>),
    /// Skills without a readable description.
    Refused(Vec<String>),
    /// Documents that could not be served.
    Unserved(Truncated<Unreadable>),
    /// Links to folders.
    Linked(Truncated<Unreadable>),
    /// Rule files that no client is known to read.
    Unread(Vec<String>),
    /// Documents of formats that are not served.
    Foreign(Vec<ForeignFormat>),
    /// A description of the categories that do not fit into the file.
    Full(String),
}

/// Proposes a `guide.yaml` for the contents of the folder `root`, whose path is `folder`. Writes
/// nothing.
///
/// # Errors
///
/// Returns an error if the folder cannot be read.
pub fn propose(
    formats: &Formats,
    (root, folder): (&Tree, &Utf8Path),
    bounds: Bounds,
) -> Result<Proposal, FileError> {
    let names = NameRules::embedded();
    let mut scan = FolderScan::new(&names, formats);
    let mut folders = Vec::new();
    let visit = |directory: &Utf8Path, entries: &_| {
        folders.push(directory.to_owned());
        scan.add(directory, entries)
    };
    let mut omitted = survey(folder, root, bounds, visit)?;
    omitted.unreadable.append(&mut scan.not_utf8);
    let skills = propose_skills(root, &mut scan);
    let rules = propose_rules(root, &formats.dialects, &mut scan);
    scan.leave_inputs();
    scan.leave_news();
    let copies = scan.leave_copies();
    let tops = scan.tops().into_iter();
    let proposed = tops.map(|top| CategoryProposal::new(&top, &scan, root));
    let mut found: Vec<CategoryProposal> = proposed.collect();
    found.extend(skills);
    found.extend(rules);
    tell_apart(&mut found);
    let (bytes, [unserved, linked], refused) = exclude_unserved(formats, root, &scan, &mut found);
    let unread = unread_rules(root, &scan, &found);
    let mut left_out = vec![
        LeftOut::IgnoredRules(scan.ignored_rules.iter().cloned().collect()),
        LeftOut::Named(scan.named.concat()),
        LeftOut::Copies(copies),
        LeftOut::Refused(refused),
        LeftOut::Unserved(unserved),
        LeftOut::Linked(linked),
        LeftOut::Unread(unread.into_iter().collect()),
        LeftOut::Foreign(ForeignFormat::count(std::mem::take(&mut scan.foreign))),
    ];
    left_out.insert(0, LeftOut::Ignored(scan.ignored));
    let has_all = bytes <= MAX_BUDGETS * Limits::default().response_bytes;
    let (mut content, categories, left) = content(&found, has_all);
    // Editors report an error if the file refers to a schema that does not exist.
    if root.file_type(Utf8Path::new(SCHEMA_FILE)) == Ok(Some(FileType::RegularFile)) {
        let line = format!("# yaml-language-server: $schema={SCHEMA_FILE}\n");
        content.insert_str(0, &line);
    }
    let has_more = left.is_some();
    left_out.extend(left.map(LeftOut::Full));
    Ok(Proposal {
        content,
        categories,
        has_more,
        omitted,
        left_out,
        folders,
    })
}

/// Adds the directory to each description in `found` that several categories share.
fn tell_apart(found: &mut [CategoryProposal]) {
    let mut counts: HashMap<String, usize> = HashMap::new();
    for one in &*found {
        *counts.entry(one.description.clone()).or_default() += 1;
    }
    for one in found.iter_mut().filter(|one| one.dir != ".") {
        if counts.get(&one.description).is_some_and(|count| *count > 1) {
            one.description = format!("{} ({})", one.description, one.dir);
        }
    }
}

/// Excludes the files that the categories in `found` would find but could not serve. Drops patterns
/// without documents, and categories without patterns. Returns the total size in bytes of the
/// documents that the categories serve. Also returns the paths of excluded files, of links to
/// folders, and of invalid skills.
fn exclude_unserved(
    formats: &Formats,
    root: &Tree,
    scan: &FolderScan<'_>,
    found: &mut Vec<CategoryProposal>,
) -> (u64, [Truncated<Unreadable>; 2], Vec<String>) {
    let limit = Limits::default().file_bytes;
    let (mut bytes, mut refused) = (0, Vec::new());
    let (mut unserved, mut linked) = (Truncated::default(), Truncated::default());
    found.retain_mut(|one| {
        let Ok(tree) = root.below(Utf8Path::new(&one.dir), Reach::Beneath) else {
            return false;
        };
        let mut paths = Vec::new();
        let (patterns, exclude) = (parsed(&one.patterns), parsed(&one.exclude));
        let served = Served {
            names: &one.nested,
            ..Served::default().excluding(&exclude)
        };
        let patterns: Vec<&Pattern> = patterns.iter().collect();
        let walk = CategoryWalk::new("", &patterns, served);
        let found = discover(&Arc::new(tree), &walk, &|| false).unwrap_or_default();
        let dir = &one.dir;
        let whole = |path: &Utf8Path| match dir.as_str() {
            "." => path.to_string(),
            dir => join(dir, path),
        };
        for file in found.files {
            let path = whole(&file.path);
            if scan.is_ignored_rule(path.as_str().into()) {
                continue;
            }
            let mut document = Document::new(&file, limit);
            document.is_notebook = formats.is_notebook(&file.path);
            let rendered = document.text();
            match rendered.map(|rendered| rendered.text) {
                Ok(text) if !one.skills || skill_fields::parse("", text.as_bytes()).is_ok() => {
                    bytes += text.len() as u64;
                    paths.push(file.path.to_string());
                }
                Ok(_) => {
                    let folder = file.path.parent().unwrap_or(Utf8Path::new(""));
                    one.exclude.push(exact(folder) + "/**");
                    refused.push(path);
                }
                // The notes already contain this error.
                Err(DocumentError::File(FileError::Permission)) => {}
                Err(error) => {
                    one.exclude.push(exact(&file.path));
                    unserved.push(Unreadable {
                        path,
                        reason: error,
                    });
                }
            }
        }
        // A link is reported wherever its documents would be.
        for link in found.links {
            let path = whole(&link.path);
            if !scan.is_ignored_rule(path.as_str().into()) {
                let reason = link.reason();
                linked.push(Unreadable { path, reason });
            }
        }
        one.patterns.retain(|text| {
            Pattern::parse(text)
                .is_ok_and(|pattern| paths.iter().any(|path: &String| pattern.matches(path)))
        });
        !one.patterns.is_empty()
    });
    (bytes, [unserved, linked], refused)
}

/// Returns the text of the file, the number of categories that fit into it, and a note on the
/// others. If `has_all` is true, the file also contains a collection of all categories.
fn content(found: &[CategoryProposal], has_all: bool) -> (String, usize, Option<String>) {
    let mut taken: HashSet<String> = found.iter().map(|one| one.dir.clone()).collect();
    let here = unique("project", &mut taken);
    let all = unique("all", &mut taken);
    let (mut categories, mut names) = (String::new(), Vec::new());
    let (mut excluded, mut left) = (0, Vec::new());
    for one in found {
        let name = match (&one.name, one.dir.as_str()) {
            (Some(name), _) => unique(name, &mut taken),
            (None, ".") => here.clone(),
            (None, dir)
                if dir.len() <= MAX_NAME_BYTES && !dir.contains('/') && !dir.starts_with('.') =>
            {
                dir.to_owned()
            }
            (None, dir) => {
                let name = dir.replace("/.", "-").replace('/', "-");
                unique(name.trim_start_matches('.'), &mut taken)
            }
        };
        let text = block(&json!({ &*name: one }), 2);
        // The name appears twice, because it is also a member of the collection.
        let bytes = 2 * (categories.len() + text.len()) as u64;
        let is_full = names.len() == MAX_CATEGORIES || bytes > MAX_CONFIG_BYTES / 8 * 7;
        if is_full || excluded + one.exclude.len() > MAX_EXCLUDED {
            left.push(&one.dir);
            continue;
        }
        excluded += one.exclude.len();
        categories.push_str(&text);
        names.push(name);
    }
    let mut text = HEADER.to_owned();
    let left = left.first().map(|first| {
        let folders = counted(left.len(), "more folder", "more folders");
        let first = escape_truncated(first);
        format!(
            "{folders} with documents did not fit, for example {first}: the file would be too \
             large, or have too many categories or patterns in exclude; add the important folders \
             by hand."
        )
    });
    let none = "No documents were found here.".to_owned();
    let above = left.clone().or(names.is_empty().then_some(none));
    text.extend(above.map(|note| format!("# {note}\n")));
    if names.is_empty() {
        text.push_str(EXAMPLE)
    } else {
        text.push_str(&format!("categories:{categories}\n"))
    }
    if names.len() > 1 && has_all {
        let description = "Every category of this project";
        let all = json!({ all: { "categories": names, "description": description } });
        text.push_str(&format!("collections:{}\n", block(&all, 2)));
    }
    let limits = Limits::default();
    text.push_str(&format!(
        "# limits: {{ file_bytes: {}, response_bytes: {} }}\n",
        limits.file_bytes, limits.response_bytes
    ));
    (text, names.len(), left)
}

/// Returns the first of `name`, `name-2`, `name-3`… that is not in `taken`, and adds it to `taken`.
/// Truncates a long name.
fn unique(name: &str, taken: &mut HashSet<String>) -> String {
    const NUMBER: usize = "-1000".len();
    let within = |(at, c): &(usize, char)| at + c.len_utf8() <= MAX_NAME_BYTES - NUMBER;
    let cut = name.char_indices().take_while(within);
    let name: String = cut.map(|(_, c)| c).collect();
    let mut unique = name.clone();
    let mut count = 1;
    while !taken.insert(unique.clone()) {
        count += 1;
        unique = format!("{name}-{count}");
    }
    unique
}

/// Returns `text` as a YAML string, without quotes if YAML 1.1 and 1.2 both read it as a string.
pub(crate) fn scalar(text: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "_-./ ".contains(c);
    let safe = text.starts_with(|c: char| c.is_ascii_alphabetic())
        && text.chars().all(plain)
        && !text.ends_with(' ')
        && !["true", "false", "null", "yes", "no", "on", "off", "y", "n"]
            .contains(&text.to_ascii_lowercase().as_str());
    if safe { text.to_owned() } else { quoted(text) }
}

/// Returns `value` as YAML: maps as blocks indented by `indent` spaces, and lists of strings on one
/// line.
fn block(value: &Value, indent: usize) -> String {
    match value {
        Value::Object(fields) => {
            let fields = fields.iter().map(|(key, value)| {
                let (key, value) = (scalar(key), block(value, indent + 2));
                format!("\n{:indent$}{key}:{value}", "")
            });
            fields.collect()
        }
        Value::Array(items) => {
            let items = items.iter().filter_map(Value::as_str).map(quoted);
            format!(" [{}]", items.collect::<Vec<_>>().join(", "))
        }
        Value::String(text) => format!(" {}", scalar(text)),
        other => format!(" {other}"),
    }
}

/// Returns `text` in double quotes (YAML 1.2 §5.7), with the shortest escapes for hidden
/// characters. They must be short because a key has at most 1,024 characters, and a file name has
/// up to 255 bytes.
fn quoted(text: &str) -> String {
    let character = |(character, hidden)| match character {
        '"' | '\\' => format!("\\{character}"),
        _ if hidden => match u32::from(character) {
            code @ ..=0xFF => format!("\\x{code:02x}"),
            code @ ..=0xFFFF => format!("\\u{code:04x}"),
            code => format!("\\U{code:08x}"),
        },
        _ => character.to_string(),
    };
    format!(
        "\"{}\"",
        classify_chars(text).map(character).collect::<String>()
    )
}
