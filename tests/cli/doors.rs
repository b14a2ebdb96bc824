//! Which module of `src` may import which, as CONTRIBUTING.md says, and one name for each type.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

const ROOT: &str = env!("CARGO_MANIFEST_DIR");

/// Module, and those that it may import, in the order of the page.
fn doors() -> Vec<(String, Vec<String>)> {
    let page = std::fs::read_to_string(Path::new(ROOT).join("CONTRIBUTING.md")).expect("a page");
    let (_, block) = page.split_once("```doors\n").expect("a block of this kind");
    let (block, _) = block.split_once("```").expect("its end");
    let door = |line: &str| {
        let (module, others) = line.split_once(':').expect("a colon");
        let others = others.split_whitespace().map(str::to_owned);
        (module.to_owned(), others.collect())
    };
    block.lines().map(door).collect()
}

/// The path of every file of `src` below it, and its code without comments.
pub(crate) fn sources() -> Vec<(PathBuf, String)> {
    let mut sources = Vec::new();
    let root = Path::new(ROOT).join("src");
    let mut folders = vec![root.clone()];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).expect("a folder").flatten() {
            let path = entry.path();
            if path.is_dir() {
                folders.push(path);
                continue;
            }
            let text = std::fs::read_to_string(&path).expect("a file");
            let lines = text.lines().map(|line| line.split("//").next().unwrap_or_default());
            let code = lines.collect::<Vec<_>>().join("\n");
            sources.push((path.strip_prefix(&root).expect("below").to_owned(), code));
        }
    }
    sources
}

/// The modules at the top that code of this module names, by `crate::` or `super::`.
fn imports(module: &[&str], code: &str) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    let mut add = |at: &str| {
        // `name` or `{name, other::{…}}`: the names at the first level.
        let inside = at.strip_prefix('{');
        let mut level = 0;
        let end = inside.map_or(0, |inside| {
            let closes = |c: char| {
                level += i32::from(c == '{') - i32::from(c == '}');
                level < 0
            };
            inside.find(closes).unwrap_or(inside.len())
        });
        let mut level = 0;
        let separates = |c: char| {
            level += i32::from(c == '{') - i32::from(c == '}');
            c == ',' && level == 0
        };
        for path in inside.map_or(at, |inside| &inside[..end]).split(separates) {
            let name = |c: char| !(c.is_ascii_alphanumeric() || c == '_');
            found.insert(path.trim().split(name).next().unwrap_or_default().to_owned());
            if inside.is_none() {
                break;
            }
        }
    };
    for (at, _) in code.match_indices("crate::") {
        if !code[..at].ends_with("in ") {
            add(&code[at + "crate::".len()..]);
        }
    }
    let up = "super::".repeat(module.len());
    if !module.is_empty() {
        code.match_indices(&up).for_each(|(at, _)| add(&code[at + up.len()..]));
    }
    found.remove("");
    found
}

/// The module of a file: `documents/pattern/parse.rs` is `documents`, `pattern`, `parse`.
fn module(file: &Path) -> Vec<&str> {
    let parts = file.iter().filter_map(|part| part.to_str());
    let parts = parts.map(|part| part.strip_suffix(".rs").unwrap_or(part));
    parts.filter(|part| *part != "lib").collect()
}

#[test]
fn modules_import_one_way_and_only_what_is_written_down() {
    let doors: BTreeMap<String, Vec<String>> = doors().into_iter().collect();
    let mut used: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for (file, code) in sources() {
        let module = module(&file);
        let Some(from) = module.first().filter(|from| **from != "main") else {
            continue;
        };
        let mut imported = imports(&module, &code);
        imported.retain(|to| to != from);
        used.entry((*from).to_owned()).or_default().append(&mut imported);
    }
    let written = doors.iter().map(|(module, others)| (module.clone(), others.iter().cloned().collect()));
    assert_eq!(used, written.collect());
}

/// Each module has a paragraph in the layout, which names its folders, and the layout fits on a screen.
#[test]
fn the_layout_names_every_folder() {
    let page = std::fs::read_to_string(Path::new(ROOT).join("CONTRIBUTING.md")).expect("a page");
    let (_, block) = page.split_once("```text\n").expect("a layout");
    let (block, _) = block.split_once("```").expect("its end");
    assert!(block.lines().count() <= 50 && block.lines().all(|line| line.len() <= 126), "{block}");
    let mut missing = Vec::new();
    for (module, _) in doors() {
        let mut folders = vec![Path::new(ROOT).join("src").join(&module)];
        if !folders[0].is_dir() {
            assert!(block.contains(&format!("src/{module}.rs ")), "{module}");
            continue;
        }
        let (_, after) = block.split_once(&format!("\nsrc/{module}/ ")).expect("a paragraph");
        // A paragraph ends where a line is not indented.
        let lines = after.lines().enumerate().take_while(|(at, line)| *at == 0 || line.starts_with(' '));
        let lines = lines.map(|(_, line)| line).collect::<Vec<_>>().join(" ");
        let named: BTreeSet<&str> =
            lines.split(|c: char| !(c.is_alphanumeric() || "_/`".contains(c))).collect();
        while let Some(folder) = folders.pop() {
            for entry in std::fs::read_dir(folder).expect("a folder").flatten() {
                if entry.path().is_dir() {
                    let name = format!("{}/", entry.file_name().into_string().expect("UTF-8"));
                    if !named.contains(&*name) {
                        missing.push(format!("src/{module}: {name}"));
                    }
                    folders.push(entry.path());
                }
            }
        }
    }
    assert_eq!(missing, [""; 0]);
}

#[test]
fn a_module_imports_those_that_are_written_before_it() {
    let doors = doors();
    for (at, (module, others)) in doors.iter().enumerate() {
        let before = |other: &String| doors[..at].iter().any(|(before, _)| before == other);
        assert!(others.iter().all(before), "{module} imports what is written below it");
    }
}

#[test]
fn imports_of_every_form_are_found() {
    let code = "use crate::table::Table;\nuse crate::{text::{a, b}, mcp};\npub(in crate::documents) fn f() {}\n\
                let x: crate::answer::Reply = super::super::cli::g(); super::shown()";
    let found = imports(&["text", "yaml"], code);
    let due = ["answer", "cli", "mcp", "table", "text"].map(str::to_owned);
    assert_eq!(found, due.into_iter().collect());
}

/// The paths that a path or a tree of them has: `a::{b, c::{d, e}}` is `a::b`, `a::c::d`, `a::c::e`.
fn leaves(base: &str, text: &str, found: &mut Vec<String>) -> usize {
    let end = text.find(|c: char| !(c.is_ascii_alphanumeric() || "_:".contains(c))).unwrap_or(text.len());
    let path = format!("{base}{}", &text[..end]);
    let Some(inside) = text[end..].strip_prefix('{').filter(|_| path.ends_with("::")) else {
        found.push(path);
        return end;
    };
    let mut at = 0;
    loop {
        at += inside[at..].len() - inside[at..].trim_start_matches([' ', ',', '\n']).len();
        if inside[at..].is_empty() || inside[at..].starts_with('}') {
            return end + at + 2;
        }
        let step = leaves(&path, &inside[at..], found);
        // `as` and other words have no path.
        let rest = inside[at + step..].find([',', '}', '{']).unwrap_or_default();
        at += (step + rest).max(1);
    }
}

/// The files that code of this module names, other than those above and below it.
fn files_named(module: &str, code: &str, files: &BTreeSet<String>) -> BTreeSet<String> {
    let mut paths = Vec::new();
    // What a macro names by `$crate::`, those that call it name.
    for (at, _) in code.match_indices("crate::").filter(|(at, _)| !code[..*at].ends_with('$')) {
        leaves("", &code[at + "crate::".len()..], &mut paths);
    }
    let mut rest = code;
    while let Some(at) = rest.find("super::") {
        rest = &rest[at..];
        let mut above = module;
        while let Some(next) = rest.strip_prefix("super::") {
            (above, rest) = (above.rsplit_once("::").map_or("", |(above, _)| above), next);
        }
        let base = if above.is_empty() { String::new() } else { format!("{above}::") };
        leaves(&base, rest, &mut paths);
    }
    let file = |path: &String| {
        let mut ends = std::iter::successors(Some(path.as_str()), |path| Some(path.rsplit_once("::")?.0));
        let named = ends.find(|path| files.contains(*path));
        named.map(str::to_owned)
    };
    let is_kin = |other: &String| {
        let below = |a: &str, b: &str| {
            a.strip_prefix(b).is_some_and(|rest| rest.is_empty() || rest.starts_with("::"))
        };
        below(other, module) || below(module, other)
    };
    paths.iter().filter_map(file).filter(|other| !is_kin(other)).collect()
}

/// A module and its folder count as one: a file and what is below it may name each other.
#[test]
fn no_files_import_each_other_in_a_circle() {
    let sources: Vec<(String, String)> =
        sources().into_iter().map(|(file, code)| (module(&file).join("::"), code)).collect();
    let files: BTreeSet<String> = sources.iter().map(|(module, _)| module.clone()).collect();
    let named = sources.iter().map(|(module, code)| (module.clone(), files_named(module, code, &files)));
    let mut left: BTreeMap<String, BTreeSet<String>> = named.collect();
    assert!(left.values().map(BTreeSet::len).sum::<usize>() > 500, "{left:?}");
    // What imports nothing that is left, or what nothing that is left imports, is in no circle.
    let is_done = |left: &BTreeMap<String, BTreeSet<String>>, module: &String| {
        left[module].is_empty() || !left.values().any(|named| named.contains(module))
    };
    while let Some(done) = left.keys().find(|module| is_done(&left, module)).cloned() {
        left.remove(&done);
        left.values_mut().for_each(|named| _ = named.remove(&done));
    }
    assert!(left.is_empty(), "these import each other: {left:#?}");
}

#[test]
fn files_of_every_form_are_found() {
    let files =
        ["text::yaml", "text::yaml::node", "text::uri", "table", "cli", "cli::call"].map(str::to_owned);
    let code = "use crate::text::{uri::{Location, split}, yaml::{self, node::Node}};\nuse super::super::table::{Table, a as b};\n\
                fn f() -> crate::cli::call::Answer { super::shown() }";
    let found = files_named("text::yaml", code, &files.iter().cloned().collect());
    let due = ["cli::call", "table", "text::uri"].map(str::to_owned);
    assert_eq!(found, due.into_iter().collect());
}

#[test]
fn no_two_types_have_the_same_name() {
    let mut names = BTreeMap::new();
    // What a file of Windows has stands for that of Unix.
    for (file, code) in sources().into_iter().filter(|(file, _)| !file.ends_with("windows.rs")) {
        for line in code.lines() {
            let line = line.trim_start();
            let line = line
                .split_once(") ")
                .map_or(line, |(visible, rest)| if visible.starts_with("pub(") { rest } else { line });
            let line = line.strip_prefix("pub ").unwrap_or(line);
            let Some(("struct" | "enum" | "trait", name)) = line.split_once(' ') else {
                continue;
            };
            let end = name.find(|c: char| !c.is_ascii_alphanumeric());
            let name = name[..end.unwrap_or(name.len())].to_owned();
            // A name that a macro gives.
            if name.is_empty() {
                continue;
            }
            if let Some(other) = names.insert(name.clone(), file.clone()) {
                panic!("{name} is in {} and in {}", other.display(), file.display());
            }
        }
    }
    assert!(names.len() > 100, "{names:?}");
}
