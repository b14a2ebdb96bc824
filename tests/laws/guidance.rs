//! The laws of guidance: what applies to files is what a naive reading of the rules says, and
//! what a header says depends on the header only.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use mcp_guide::documents::rules::Dialect;
use mcp_guide::{CallContext, Dispatcher, ReplyValue, Roots, Session, Source};
use serde_json::{Map, Value, json};
use tempfile::TempDir;

use super::{Verdict, ensure, table};

/// A pattern, component by component: `*`, `**`, `*.ts`, `{a,b}` or a name.
pub type Globs = Vec<Vec<&'static str>>;

/// A document, and to what it says that it applies.
#[derive(Debug, Clone)]
pub struct Rule {
    /// Where it is, by its index in [`PLACES`].
    pub place: usize,
    pub name: usize,
    pub patterns: Option<Globs>,
    pub always: bool,
}

/// The categories: their names, directories and patterns, the ends of their documents' names,
/// the field that has their patterns, and whether they apply to everything without it.
const PLACES: [(&str, &str, &str, &str, bool); 4] = [
    ("plain", "docs", ".md", "applies_to", false),
    ("claude", ".claude/rules", ".md", "paths", true),
    ("cursor", ".cursor/rules", ".mdc", "globs", false),
    ("copilot", ".github/instructions", ".instructions.md", "applyTo", false),
];

/// What the engine is asked: the project's folder and paths. It returns locations in order.
pub type Subject<'s> = &'s dyn Fn(&Path, &[String]) -> Vec<String>;

/// Writes the rules into a folder, and `AGENTS.md` into these folders below it.
pub fn stored(rules: &[Rule], nested: &[String]) -> TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    let mut categories = Map::new();
    for (name, dir, end, ..) in PLACES {
        fs::create_dir_all(folder.path().join(dir)).expect("a folder");
        let pattern = format!("**/*{end}");
        categories.insert(name.to_owned(), json!({"dir": dir, "patterns": [pattern]}));
    }
    let agents = json!({"dir": ".", "patterns": ["AGENTS.md"], "nested": ["AGENTS.md"]});
    categories.insert("agents".to_owned(), agents);
    for rule in rules {
        let (_, dir, end, field, _) = PLACES[rule.place];
        let patterns = rule.patterns.iter().flatten().map(|pattern| pattern.join("/"));
        let patterns: Vec<String> = patterns.collect();
        let header = match &rule.patterns {
            Some(_) if rule.place == 3 => format!("{field}: {:?}\n", patterns.join(",")),
            Some(_) => format!("{field}: {patterns:?}\n"),
            None => String::new(),
        };
        let always = if rule.always { "alwaysApply: true\n" } else { "" };
        let text = format!("---\n{header}{always}---\n{}{}\n", rule.place, rule.name);
        let path = folder.path().join(dir).join(format!("r{}{end}", rule.name));
        fs::write(path, text).expect("a rule");
    }
    for below in nested {
        let at = folder.path().join(below);
        fs::create_dir_all(&at).expect("a folder");
        fs::write(at.join("AGENTS.md"), below).expect("a document");
    }
    let file = json!({"categories": categories}).to_string();
    fs::write(folder.path().join("guide.yaml"), file).expect("a project");
    folder
}

/// The answer has what a naive reading says, in its order. Returns how many documents apply.
///
/// # Errors
///
/// What differs.
pub fn guidance(
    folder: &Path,
    (rules, nested): (&[Rule], &[String]),
    paths: &[String],
    subject: Subject<'_>,
) -> Result<usize, String> {
    let mut due: Vec<(usize, usize, String)> = Vec::new();
    for (order, (category, _, end, _, everything)) in PLACES.into_iter().enumerate() {
        let mut here: Vec<&Rule> = rules.iter().filter(|rule| rule.place == order).collect();
        here.sort_by_key(|rule| rule.name);
        here.dedup_by_key(|rule| rule.name);
        for rule in here {
            // Of two rules of one name the file has the last.
            let of_name = |other: &&Rule| other.place == order && other.name == rule.name;
            let rule = rules.iter().rev().find(of_name).unwrap_or(rule);
            let any_folder = category == "cursor";
            let patterns = rule.patterns.as_deref().unwrap_or_default();
            let empty = patterns.is_empty() && !(order == 0 && rule.patterns.is_some());
            let literals = match rule.always && any_folder || empty && everything {
                true => Some(0),
                false => paths
                    .iter()
                    .flat_map(|path| {
                        patterns.iter().filter_map(|pattern| literals(pattern, path, any_folder))
                    })
                    .max(),
            };
            let location = format!("guide://category/{category}/r{}{end}", rule.name);
            due.extend(literals.map(|literals| (literals, order, location)));
        }
    }
    let mut folders: Vec<&String> = nested.iter().collect();
    folders.sort();
    folders.dedup();
    for below in folders {
        let within = |path: &String| below.is_empty() || path.starts_with(&format!("{below}/"));
        if paths.iter().any(within) {
            let depth = below.split('/').filter(|name| !name.is_empty()).count();
            let path = format!("{below}/AGENTS.md").trim_start_matches('/').to_owned();
            due.push((depth, PLACES.len(), format!("guide://category/agents/{path}")));
        }
    }
    due.sort_by_key(|(literals, order, _)| (*literals, *order));
    let due: Vec<String> = due.into_iter().map(|(.., location)| location).collect();
    let came = subject(folder, paths);
    ensure(came == due, || format!("{paths:?}: {came:#?}\ninstead of\n{due:#?}"))?;
    Ok(due.len())
}

/// How many components of a pattern are literal, if it matches a path.
fn literals(pattern: &[&str], path: &str, any_folder: bool) -> Option<usize> {
    let names: Vec<&str> = path.split('/').collect();
    let whole = match (any_folder, pattern) {
        (true, [_]) => [&["**"], pattern].concat(),
        _ => pattern.to_vec(),
    };
    let count = |component: &&&str| !component.contains('*');
    matches(&whole, &names).then(|| whole.iter().filter(count).count())
}

fn matches(pattern: &[&str], names: &[&str]) -> bool {
    match (pattern, names) {
        (["**"], names) => !names.is_empty(),
        (["**", rest @ ..], names) => (0..names.len()).any(|skip| matches(rest, &names[skip..])),
        ([first, rest @ ..], [name, below @ ..]) => {
            let fits = match *first {
                "*" => true,
                "{src,web}" => matches!(*name, "src" | "web"),
                text => text.strip_prefix('*').map_or(text == *name, |end| name.ends_with(end)),
            };
            fits && matches(rest, below)
        }
        (pattern, names) => pattern.is_empty() && names.is_empty(),
    }
}

/// Whether a text is 1 to 64 paths of files, one a line.
pub fn are_paths(text: &str) -> bool {
    let lines: BTreeSet<&str> = text.lines().map(|line| line.trim_end_matches('\r')).collect();
    let paths: Vec<&str> = lines.into_iter().filter(|line| !line.trim().is_empty()).collect();
    let is_path = |path: &&str| {
        let names: Vec<&str> = path.split('/').collect();
        let file = names.last().is_some_and(|name| !matches!(*name, "" | "."));
        let short = path.len() <= 1024 && names.len() <= 63;
        let elsewhere = names.contains(&"..") || path.starts_with("~/") || path.contains("://");
        file && short && !elsewhere && !path.contains(['*', '?', '\\'])
    };
    (1..=64).contains(&paths.len()) && paths.iter().all(is_path)
}

/// The engine.
pub fn engine(folder: &Path, paths: &[String]) -> Vec<String> {
    let folder = camino::Utf8Path::from_path(folder).expect("a UTF-8 path");
    let dispatcher = Dispatcher::new(table().clone(), Session::new(Source::Named(folder.into())));
    let context = CallContext { roots: &Roots::None, cancelled: &|| false };
    let given = Map::from_iter([("path".to_owned(), Value::from(paths.join("\n")))]);
    let reply = dispatcher.call(&context, "get_guidance", &given).expect("a tool");
    match &reply.result.expect("a success").value {
        ReplyValue::Message(message) => message.parts.iter().map(|part| part.location.clone()).collect(),
        other => {
            assert_eq!(other.to_string(), "", "no message");
            Vec::new()
        }
    }
}

/// What a text says does not depend on what follows its header, nor on its line ends, in any
/// dialect; and each pattern it has matches, or not, without failing.
///
/// # Errors
///
/// What differs.
pub fn header(text: &str, path: &str) -> Verdict {
    for dialect in [Dialect::Plain, Dialect::Claude, Dialect::Cursor, Dialect::Copilot] {
        let said = |text: &str| {
            let scope = dialect.read(text, "web").map(|scope| {
                scope.map(|scope| {
                    let best = scope
                        .best(&path.split('/').collect::<Vec<_>>())
                        .map(|(literals, of)| (literals, of.shown()));
                    (scope.patterns.iter().map(|of| of.shown()).collect::<Vec<_>>(), best)
                })
            });
            // What YAML finds first may change with a line.
            format!("{:?}", scope.map_err(|error| std::mem::discriminant(&error)))
        };
        let due = said(text);
        let Some(fields) = mcp_guide::text::frontmatter::header(text) else {
            continue;
        };
        let commented = format!("---\n{fields}# c\n---\n");
        for other in [commented, format!("---\n{fields}---\n"), format!("---\n{fields}---\nglobs: a\n---\n")]
        {
            let came = said(&other);
            ensure(came == due, || format!("{dialect:?}: {came}\ninstead of\n{due}"))?;
        }
    }
    Ok(())
}
