//! The laws of rules: what a header says depends on the header only, and its patterns match as
//! the crates of ripgrep say.

use globset::GlobBuilder;
use ignore::gitignore::GitignoreBuilder;
use rule_files::Dialects;
use rule_files::header::Header;
use rule_files::rule_scope::RulePlace;
use serde_json::json;

use super::braces::expand;
use super::{Verdict, ensure, table, timed};

/// What a text says does not depend on what follows its header, nor on its line ends, in any
/// dialect; and each pattern it has matches, or not, without failing.
///
/// # Errors
///
/// What differs.
pub fn header(text: &str, path: &str) -> Verdict {
    let table = table();
    let files =
        table.formats.dialects.dialects.iter().map(|of| of.files[0].replace("**/*", "a").replace('*', "a"));
    for file in files.chain(["docs/a.md".to_owned()]) {
        let file = format!("web/{file}");
        let place = RulePlace::of(&table.formats.dialects, &file);
        let said = |text: &str| {
            let said = timed("reading", || place.read(text)).map_err(|error| format!("{error:?}"));
            let said = said.map(|said| {
                let scopes = [said.scope, said.fallback].map(|scope| {
                    scope.map(|scope| {
                        let names: Vec<&str> = path.split('/').collect();
                        let best = scope.best(&names).map(|(literals, of)| (literals, of.shown.clone()));
                        (
                            scope.patterns.iter().map(|of| of.shown.clone()).collect::<Vec<_>>(),
                            best,
                            scope.description,
                        )
                    })
                });
                (scopes, said.errors)
            });
            format!("{said:?}")
        };
        let due = said(text);
        let Ok(Some(of)) = Header::of(text) else {
            continue;
        };
        let opened = text.trim_start_matches('\u{feff}').split_once('\n').map_or("", |(_, rest)| rest);
        let block = opened.strip_suffix(of.body).unwrap_or_default();
        let fields = block.trim_end().strip_suffix("---").unwrap_or_default();
        for other in [format!("---\n{fields}---\n"), format!("---\n{fields}---\nglobs: a\n---\n")] {
            let came = said(&other);
            ensure(came == due, || format!("{file}: {came}\ninstead of\n{due}"))?;
        }
    }
    Ok(())
}

/// How patterns of a client match.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Kind {
    Gitignore,
    Glob,
}

/// Says whether the patterns of a list match a path; `None` if one of them is none.
pub type Subject = fn(Kind, bool, &[String], &str) -> Option<bool>;

/// The engine, by a row of a table.
pub fn engine(kind: Kind, ignores_case: bool, patterns: &[String], path: &str) -> Option<bool> {
    by_row(kind, ignores_case, patterns, path, |row| row)
}

/// The engine, by another row.
pub fn by_row(
    kind: Kind,
    ignores_case: bool,
    patterns: &[String],
    path: &str,
    changed: impl Fn(serde_json::Value) -> serde_json::Value,
) -> Option<bool> {
    let is_glob = kind == Kind::Glob;
    let row = json!({
        "name": "Rules", "files": [".rules/*.md"], "depth": "anywhere", "keys": ["paths"],
        "without": "never", "matcher": if is_glob { "glob" } else { "gitignore" },
        "matching": {
            "relative_to": "folder",
            "negation": if is_glob { "except" } else { "ordered" },
            "ignores_case": if ignores_case { "yes" } else { "no" },
            "name_alone": "no", "leading_slash": "no", "splits_items": "no",
            "drops_final_stars": "no", "plain_sets": "no",
        },
        "loads": [], "category": {"name": "rules", "dir": ".rules", "description": "Rules"},
        "url": "https://example.com", "date": "2026-11-26", "evidence": "documented",
    });
    let dialects: Dialects = serde_json::from_value(json!({ "dialects": [changed(row)] })).expect("a table");
    let place = RulePlace::of(&dialects, ".rules/a.md");
    let said = place.read(&format!("---\npaths: {}\n---\n", json!(patterns)));
    let names: Vec<&str> = path.split('/').collect();
    said.errors.is_empty().then(|| said.scope.is_some_and(|scope| scope.best(&names).is_some()))
}

/// What the crate `ignore` says: the last pattern decides of each folder, and then of the file;
/// what is in a folder that matches does, too. Its braces are expanded before.
fn gitignore(ignores_case: bool, patterns: &[String], path: &str) -> Option<bool> {
    let mut builder = GitignoreBuilder::new("");
    builder.case_insensitive(ignores_case).ok()?;
    for text in patterns {
        let (sign, text) = text.strip_prefix('!').map_or(("", &**text), |rest| ("!", rest));
        let (expanded, _) = expand(&text.chars().collect::<Vec<_>>(), false).ok()?;
        for text in expanded {
            // A line without braces: what is left of them is literal.
            let text = text.replace('{', "\\{").replace('}', "\\}");
            builder.add_line(None, &format!("{sign}{text}")).ok()?;
        }
    }
    let built = builder.build().ok()?;
    let ends = path.match_indices('/').map(|(at, _)| (at, true));
    let mut ends = ends.chain([(path.len(), false)]);
    Some(ends.any(|(end, is_folder)| built.matched(&path[..end], is_folder).is_ignore()))
}

/// What the crate `globset` says of each pattern: it matches, and none with a `!` does.
fn globset(ignores_case: bool, patterns: &[String], path: &str) -> Option<bool> {
    let mut due = false;
    for text in patterns {
        let (negated, text) = text.strip_prefix('!').map_or((false, &**text), |rest| (true, rest));
        let mut builder = GlobBuilder::new(text);
        builder.literal_separator(true).case_insensitive(ignores_case).backslash_escape(true);
        let glob = builder.empty_alternates(true).build().ok()?;
        let matched = glob.compile_matcher().is_match(path);
        if matched && negated {
            return Some(false);
        }
        due |= matched;
    }
    Some(due)
}

/// Whether both read a pattern alike: not where globset or `ignore` go beyond their own pages.
fn is_common(kind: Kind, text: &str) -> bool {
    let whole = |name: &str| name == "**" || !name.contains("**");
    // Two ranges with a `-` between them are one; spaces at the end of a line are none.
    let plain = text.is_ascii() && text.matches('-').count() < 2 && text.trim() == text && !text.is_empty();
    // Git passes over a `!` alone, which `ignore` reads as one of everything.
    let plain = plain && text != "!";
    // A folder that is empty, or this one, and what a set has beside letters.
    let names = text.split('/').all(whole) && !text.contains("//") && !text.contains("./") && text != ".";
    let sets = !text.contains('[') || !text.contains(['\\', '{', '}', '!', '^']) && !text.contains("[]");
    let braces = !text.contains('{') || text.contains(',') && !text.contains('\\');
    let ends = kind == Kind::Gitignore || !text.ends_with('/') && !text.starts_with("./");
    plain && names && sets && braces && ends && !text.contains(['\n', '\0'])
}

/// The patterns of a rule match a path exactly when the crates say so. Returns whether they were
/// compared, and matched.
///
/// # Errors
///
/// What differs.
pub fn matching(
    kind: Kind,
    ignores_case: bool,
    patterns: &[String],
    path: &str,
    subject: Subject,
) -> Result<Option<bool>, String> {
    let came = timed("matching", || subject(kind, ignores_case, patterns, path))?;
    let due = match kind {
        _ if !path.is_ascii() || path.split('/').any(|name| matches!(name, "" | "." | "..")) => None,
        _ if !patterns.iter().all(|text| is_common(kind, text)) => None,
        Kind::Gitignore => gitignore(ignores_case, patterns, path),
        Kind::Glob => globset(ignores_case, patterns, path),
    };
    let (Some(came), Some(due)) = (came, due) else {
        return Ok(None);
    };
    let same = || format!("{kind:?} {patterns:?} and {path:?}: {came}, not {due}");
    ensure(came == due, same).map(|()| Some(due))
}
