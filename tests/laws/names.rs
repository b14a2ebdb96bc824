//! The law of names at a shell: what is printed of a document means the same when it is given
//! back, from whatever folder.

use std::fs;

use camino::Utf8PathBuf;
use mcp_guide::cli::here::Here;
use mcp_guide::cli::meant::meant_at;
use mcp_guide::project::bound_project::BoundProject;
use mcp_guide::{Server, Session, Source};
use serde_json::{Map, Value, json};

use super::{Verdict, ensure, folder, table};

/// What a project has: the folder from which names are given, categories with their directories,
/// and files.
#[derive(Debug, Clone, Default)]
pub struct Named {
    pub here: String,
    pub categories: Vec<(String, String)>,
    pub files: Vec<String>,
}

/// Returns what is printed of a document: its category and its path there.
pub type Print<'p> = dyn Fn(&Here, &BoundProject, &str, &str) -> Option<String> + 'p;

/// The program's own printing.
pub fn engine(here: &Here, bound: &BoundProject, category: &str, path: &str) -> Option<String> {
    here.document(bound, category, path)
}

/// Checks each document of a project, and that its first line means it, too. Returns how many
/// were read back.
///
/// # Errors
///
/// What means another document.
pub fn names(project: &Named, print: &Print<'_>) -> Result<usize, String> {
    let top = folder();
    let top = Utf8PathBuf::from_path_buf(top.path().canonicalize().expect("a folder")).expect("UTF-8");
    let is_plain = |path: &str| {
        let mut names = path.split('/');
        !path.is_empty() && !path.contains('\0') && names.all(|name| !matches!(name, "" | "." | ".."))
    };
    for file in project.files.iter().filter(|file| is_plain(file)) {
        let at = top.join(file);
        // What is a folder already, or has a file above it, stays away.
        _ = fs::create_dir_all(at.parent().expect("a folder"));
        if !at.exists() {
            _ = fs::write(&at, "# A\n");
        }
    }
    let categories = project
        .categories
        .iter()
        .map(|(name, dir)| (name.clone(), json!({"dir": dir, "patterns": ["**/*"], "hidden": true})));
    let guide = json!({"categories": categories.collect::<Map<String, Value>>()});
    fs::write(top.join("guide.yaml"), guide.to_string()).map_err(|error| error.to_string())?;
    let current = top.join(&project.here);
    let current = if is_plain(&project.here) && current.is_dir() { current } else { top.clone() };
    let server = Server::new(table().clone(), Session::new(Source::Named(top.clone())));
    let Ok(bound) = server.bound() else {
        return Ok(0);
    };
    let here = Here::at(&bound, &current);
    let mut read = 0;
    for (name, category) in &bound.project.categories {
        let Some(dir) = bound.relative_dir(category) else { continue };
        for file in &project.files {
            let Some(within) = bound.path_within(category, file) else { continue };
            let file = top.join(file);
            // A template stands for its document.
            if !file.is_file() || within.ends_with(".mustache") {
                continue;
            }
            let Some(shown) = print(&here, &bound, name, within) else { continue };
            let lined = format!("{shown}:1");
            let with_line = (!current.join(&lined).exists()).then_some(lined);
            for given in [Some(shown), with_line].into_iter().flatten() {
                let meant = meant_at(&server, &bound, &here, (&given, None));
                let location = server.table.formats.locations.parse_uri(&meant.name);
                let same = location.as_ref().is_some_and(|(location, _)| {
                    let category = bound.project.categories.get(&*location.category);
                    let dir = category.and_then(|of| bound.relative_dir(of));
                    dir.is_some_and(|dir| top.join(dir).join(&*location.path) == file)
                });
                ensure(same, || {
                    format!(
                        "{given:?} in {current:?} is not {within:?} of {name:?} in {dir:?}, but {meant:?}"
                    )
                })?;
                read += 1;
            }
        }
    }
    Ok(read)
}

/// The same of one byte string: the folder, and after each `FF` a file, or a category, `FE` and its
/// directory.
pub fn of_bytes(data: &[u8]) -> Verdict {
    let mut parts = data.split(|byte| *byte == 0xff).map(String::from_utf8_lossy);
    let mut project = Named { here: parts.next().unwrap_or_default().into_owned(), ..Named::default() };
    for part in data.split(|byte| *byte == 0xff).skip(1).take(64) {
        let mut of =
            part.splitn(2, |byte| *byte == 0xfe).map(|text| String::from_utf8_lossy(text).into_owned());
        match (of.next(), of.next()) {
            (Some(name), Some(dir)) => project.categories.push((name, dir)),
            (Some(file), None) => project.files.push(file),
            _ => {}
        }
    }
    names(&project, &engine).map(drop)
}
