//! The discovery law: the walk finds what walking everything would find.

use std::fs;
use std::path::Path;
use std::sync::Arc;

use camino::Utf8Path;
use mcp_guide::documents::discover::{CategoryWalk, FileInfo, Listings, PageRange, discover as search};
use mcp_guide::documents::document::Document;
use mcp_guide::documents::sandbox::Tree;
use mcp_guide::documents::served::Served as Rules;
use rule_files::pattern::Pattern;

use super::glob::Reference;
use super::served::Served;
use super::tree::{Node, World, as_anybody};
use super::walk::{Found, walk};
use super::{Verdict, ensure, init, timed};

/// The engine: its patterns, its sandbox, its walk.
pub fn engine(root: &Path, patterns: &[String], suffixes: &[String]) -> Vec<Found> {
    bounded(root, patterns, suffixes, &Served::default())
}

/// The same within what may be served. Each document that is found may be served by
/// its path alone, too.
pub fn bounded(root: &Path, patterns: &[String], suffixes: &[String], served: &Served) -> Vec<Found> {
    let root = Utf8Path::from_path(root).expect("a UTF-8 path");
    let sandbox = Arc::new(Tree::ambient(root).expect("the root opens"));
    let parsed = |texts: &[String]| -> Vec<Pattern> {
        let parse = |text: &String| Pattern::parse(text).expect("the reference takes it");
        texts.iter().map(parse).collect()
    };
    let (patterns, exclude) = (parsed(patterns), parsed(&served.exclude));
    let hidden = served.hidden.as_deref().map(parsed);
    let mut rules = Rules::default().excluding(&exclude);
    if let Some(own) = &hidden {
        rules = rules.hiding(own);
    }
    (rules.suffixes, rules.partials) = (suffixes, served.partials);
    let listings = Listings::default();
    let search_for = CategoryWalk {
        patterns: &patterns.iter().collect::<Vec<_>>(),
        served: rules.clone(),
        category: "docs".into(),
        collection: None,
        page: None,
        listings: Some(&listings),
        by_path: false,
    };
    let found = search(&sandbox, &search_for, &|| false).expect("nobody cancels").files;
    let again = search(&sandbox, &search_for, &|| false).expect("nobody cancels").files;
    assert_eq!(again, found, "of directories that were listed");
    paged(&sandbox, search_for, &found);
    for info in found.iter().filter(|info| info.error.is_none()) {
        let allowed = rules.allows(info.path.as_str());
        assert!(allowed, "{} by its path only", info.path);
    }
    let found = found.into_iter().map(|info| Found {
        path: info.path.to_string(),
        suffix: info.suffix,
        readable: Document::new(&info, u64::MAX).bytes().is_ok(),
    });
    found.collect()
}

/// Pages by the order of the paths, each small, hold the same together.
fn paged(sandbox: &Arc<Tree>, whole_walk: CategoryWalk<'_>, whole: &[FileInfo]) {
    let mut found: Vec<FileInfo> = Vec::new();
    loop {
        let walk = CategoryWalk {
            page: Some(PageRange { after: found.last().map(FileInfo::document), most: 3 }),
            by_path: true,
            served: whole_walk.served.clone(),
            category: Arc::clone(&whole_walk.category),
            collection: None,
            ..whole_walk
        };
        let page = search(sandbox, &walk, &|| false).expect("nobody cancels").files;
        if page.is_empty() {
            break;
        }
        found.extend(page);
    }
    let mut whole = whole.to_vec();
    whole.sort_by(|a, b| a.document().cmp(b.document()));
    let paths = |of: &[FileInfo]| of.iter().map(|info| info.path.to_string()).collect::<Vec<_>>();
    assert_eq!(paths(&found), paths(&whole), "page by page");
}

/// The same documents as the reference finds, in the same order, as templates
/// or not, readable or not. Patterns that are none are left out.
///
/// Returns how many were found.
pub fn discover(
    nodes: &[(String, Node)],
    patterns: &[String],
    suffixes: &[String],
    subject: impl Fn(&Path, &[String], &[String]) -> Vec<Found>,
) -> Result<usize, String> {
    let everything = Served::default();
    let subject =
        |root: &Path, patterns: &[String], suffixes: &[String], _: &Served| subject(root, patterns, suffixes);
    within(nodes, patterns, suffixes, &everything, subject)
}

/// The same of a search that finds no more than may be served.
pub fn within(
    nodes: &[(String, Node)],
    patterns: &[String],
    suffixes: &[String],
    served: &Served,
    subject: impl Fn(&Path, &[String], &[String], &Served) -> Vec<Found>,
) -> Result<usize, String> {
    let world = World::empty();
    for (path, node) in nodes {
        world.put(path, node);
    }
    let valid = |texts: &[String]| -> Vec<String> {
        let texts = texts.iter().filter(|text| Reference::parse(text).is_ok());
        texts.cloned().collect()
    };
    let patterns = valid(patterns);
    let served =
        Served { exclude: valid(&served.exclude), hidden: served.hidden.as_deref().map(valid), ..*served };
    let (found, expected) = as_anybody(|| {
        let found = timed("the walk", || subject(&world.root(), &patterns, suffixes, &served));
        (found, walk(&world.root(), &patterns, suffixes, &served))
    });
    let found = found?;
    same(&found, &expected).map_err(|problem| format!("{patterns:?} {served:?}: {problem}"))?;
    repository(&world.root(), &patterns);
    as_anybody(|| init::loads(&world.root()))?;
    Ok(found.len())
}

/// Makes a repository of the root, unless a `.git` is there: it ignores the patterns.
fn repository(root: &Path, patterns: &[String]) {
    let _ = fs::create_dir(root.join(".git"))
        .and_then(|()| fs::write(root.join(".gitignore"), patterns.join("\n")));
}

fn same(found: &[Found], expected: &[Found]) -> Verdict {
    for (index, document) in found.iter().enumerate() {
        let mut before = found[..index].iter();
        ensure(before.all(|other| other.path != document.path), || {
            format!("{} is found twice", document.path)
        })?;
    }
    // What cannot be entered is no template, whatever its name ends in.
    let agree = |(a, b): (&Found, &Found)| {
        let same = a.path == b.path && a.readable == b.readable;
        same && (a.suffix == b.suffix || !a.readable)
    };
    let same = found.len() == expected.len() && found.iter().zip(expected).all(agree);
    ensure(same, || format!("found\n{found:#?}\ninstead of\n{expected:#?}"))
}
