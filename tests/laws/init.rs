//! The law of `init`: what it proposes loads, and is what the folder holds.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use camino::Utf8Path;
use mcp_guide::documents::sandbox::Tree;
use mcp_guide::documents::survey::Bounds;
use mcp_guide::limits::MAX_NAME_BYTES;
use mcp_guide::project::Project;
use mcp_guide::project::category::pattern_text;
use mcp_guide::proposal::propose;

use super::shown::is_hidden;
use super::{Verdict, ensure, table};

/// What the engine proposes for a folder.
pub fn engine(folder: &Utf8Path) -> Result<String, String> {
    let tree = Tree::ambient(folder).map_err(|error| error.to_string())?;
    let proposal = propose(&table().formats, (&tree, folder), Bounds::default());
    proposal.map(|proposal| proposal.content).map_err(|error| error.to_string())
}

/// What is proposed for a folder, if anything is, loads.
pub fn loads(folder: &Path) -> Verdict {
    let folder = Utf8Path::from_path(folder).ok_or("a path that is not UTF-8")?;
    engine(folder).map_or(Ok(()), |content| loaded(&content).map(drop))
}

fn loaded(content: &str) -> Result<Project, String> {
    Project::parse(content.as_bytes()).map_err(|fault| format!("it does not load: {fault:?}\n{content}"))
}

/// Makes the folders, each with a document of this heading, and a document beside
/// them if `here`; the proposal loads, has a category for each and for nothing else, names them as they are, describes them without what is not seen, and is seen whole
/// by whoever reads it.
pub fn init(
    names: &BTreeSet<String>,
    here: bool,
    heading: &str,
    subject: impl Fn(&Utf8Path) -> Result<String, String>,
) -> Verdict {
    let temporary = super::folder();
    let folder = Utf8Path::from_path(temporary.path()).ok_or("a path that is not UTF-8")?;
    let made = |error: std::io::Error| error.to_string();
    for name in names {
        fs::create_dir(folder.join(name)).map_err(made)?;
        fs::write(folder.join(name).join("a.md"), format!("# {heading}\n")).map_err(made)?;
    }
    if here {
        fs::write(folder.join("README.md"), "# R\n").map_err(made)?;
    }
    let content = subject(folder)?;
    let project = loaded(&content)?;
    let dirs = names.iter().map(String::as_str);
    // What holds a NUL is no text, and is excluded.
    let mut dirs: BTreeSet<&str> = dirs.filter(|_| !heading.contains('\0')).collect();
    dirs.extend(here.then_some("."));
    let proposed = project.categories.values();
    let proposed: BTreeSet<&str> = proposed.map(|category| category.dir.as_str()).collect();
    ensure(proposed == dirs, || format!("{proposed:?} is proposed for {dirs:?}"))?;
    ensure(project.categories.len() == dirs.len(), || {
        format!("{} categories for {dirs:?}", project.categories.len())
    })?;
    for (name, category) in &project.categories {
        let dir = category.dir.as_str();
        // A long name is cut.
        let is_cut = dir.len() > MAX_NAME_BYTES && dir.starts_with(name.split("-").next().unwrap_or(name));
        ensure(dir == "." || dir == name || is_cut, || format!("{dir:?} is called {name:?}"))?;
        let wanted = if dir == "." { "README.md" } else { "**/*.md" };
        let patterns: Vec<&str> = category.patterns.iter().map(pattern_text).collect();
        ensure(patterns == [wanted], || format!("{dir:?} has {patterns:?}"))?;
        let description = category.description.as_deref().unwrap_or_default();
        let own = description.starts_with("Documents in ");
        let seen = !description.is_empty() && (own || !description.contains(is_hidden));
        ensure(seen, || format!("{dir:?} is described by {description:?}"))?;
    }
    for (name, collection) in &project.collections {
        ensure(!project.categories.contains_key(name), || {
            format!("{name:?} is a category and a collection")
        })?;
        ensure(collection.members.iter().map(|member| &member.text).eq(project.categories.keys()), || {
            format!("{name:?} has {:?}", collection.members)
        })?;
    }
    ensure(!content.contains(|c| c != '\n' && is_hidden(c)), || format!("{content:?} holds what is not seen"))
}
