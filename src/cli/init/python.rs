//! `init --from`: a `guide.yaml` from a configuration of the Python mcp-guide.

mod config;
mod expression;

use camino::{Utf8Component, Utf8Path, Utf8PathBuf};
use indexmap::IndexSet;
use serde_json::Value;

use super::content::{self, HEADER, limits};
use super::{Proposal, open};
use crate::documents::error::FileError;
use crate::documents::sandbox::ambient;
use crate::render::messages::MessageFormatter;
use crate::text::escape::{Escaped, escape_truncated};
use crate::text::yaml::list;

use config::{Config, Project};

/// What the Python server never serves.
const NEVER: [&str; 2] = ["**/__*", "**/*.orig"];
/// The pattern of a category that has none.
const PLACEHOLDER: &str = "nothing-by-default";
/// Why nothing is imported from a file without projects.
const NO_PROJECT: &str = "it has no project; start the Python server once in yours";
/// The file in which its later versions keep documents.
const STORE: &str = "documents.db";
/// The default directory of documents, beside the configuration.
const DOCROOT: &str = "docs";

/// Returns the `guide.yaml` that serves in a folder what a configuration served there. `name`
/// is the key or the name of its project, else the folder's name.
///
/// # Errors
///
/// Why nothing can be imported.
pub(super) fn import(
    wording: MessageFormatter<'_>,
    folder: &Utf8Path,
    config_file: &Utf8Path,
    name: Option<&str>,
) -> Result<Proposal, String> {
    let file = escape_truncated(config_file.as_str());
    let refused = |reason: String| format!("Cannot import {file}: {reason}. Nothing was written.");
    let absolute = |path: &Utf8Path| {
        ambient::absolute(path).map_err(|fault| match fault {
            FileError::Name => {
                let path = escape_truncated(path.as_str());
                refused(format!(
                    "the full path of {path} is not UTF-8; rename that folder"
                ))
            }
            fault => refused(wording.said(&fault)),
        })
    };
    let content = ambient::read(config_file).map_err(|fault| refused(wording.said(&fault)))?;
    let config = Config::parse(&content).map_err(|error| refused(wording.said(&error)))?;
    let folder = absolute(folder)?;
    let beside = absolute(config_file)?;
    let beside = beside.parent().unwrap_or(&beside);
    let docroot = match &config.docroot {
        None => beside.join(DOCROOT),
        Some(docroot) if docroot.is_absolute() => docroot.clone(),
        Some(docroot) => {
            let docroot = escape_truncated(docroot.as_str());
            let reason = format!("its docroot '{docroot}' is not an absolute path");
            return Err(refused(reason));
        }
    };
    let name = name.or(folder.file_name()).unwrap_or_default();
    let key = project_key(wording, &config, name).map_err(refused)?;
    let Some(project) = config.projects.get(key) else {
        return Err(refused(NO_PROJECT.to_owned()));
    };
    let mut project = project.clone();
    let unnamed = project.take_unnamed();
    let mut import = Import {
        wording,
        project: &project,
        docroot: &docroot,
        folder: &folder,
        left: Vec::new(),
        outside: 0,
        without: Vec::new(),
    };
    import.settings(&config, key);
    for (field, name) in unnamed {
        import.leave(field, &name.into(), "not usable as a name");
    }
    let categories = import.categories();
    let collections = import.collections();
    let said = format!(
        "Imported from {file}, project {key}. The comments below are what does not carry over."
    );
    let mut text = HEADER.to_owned();
    for line in std::iter::once(&said).chain(&import.left) {
        text.push_str(&format!("# {}\n", Escaped(line)));
    }
    let sections = [("categories", &categories), ("collections", &collections)];
    for (field, entries) in sections {
        match entries.as_slice() {
            [] => text.push_str(&format!("{field}: {{}}\n")),
            entries => text.push_str(&format!("{field}:\n{}", entries.concat())),
        }
    }
    text.push_str(&limits());
    let (bytes, limit) = (text.len() as u64, ambient::MAX_FILE_BYTES);
    if bytes > limit {
        let fault = FileError::TooLargeFile { bytes, limit };
        return Err(refused(wording.said(&fault)));
    }
    let mut notes = import.notes();
    let store = open(wording, beside)?.file_type(Utf8Path::new(STORE));
    if matches!(store, Ok(Some(_))) {
        notes.push(format!(
            "{STORE} is beside the configuration: the documents in it are not files, and are not \
             served. Write those that you need into a category's directory."
        ));
    }
    Ok(Proposal {
        content: text,
        categories: categories.len(),
        notes,
    })
}

/// Returns the key of the one project with this key or name.
fn project_key<'c>(
    wording: MessageFormatter<'_>,
    config: &'c Config,
    name: &str,
) -> Result<&'c str, String> {
    let keys: Vec<&str> = config.projects.keys().map(String::as_str).collect();
    if keys.is_empty() {
        return Err(NO_PROJECT.to_owned());
    }
    match config.named(name).as_slice() {
        [key] => Ok(key),
        _ => Err(format!(
            "'{}' is not the name of exactly one of its projects, which are {}; name one with \
             --from-project",
            escape_truncated(name),
            wording.quoted(&keys)
        )),
    }
}

/// The import of a project.
struct Import<'a> {
    wording: MessageFormatter<'a>,
    project: &'a Project,
    docroot: &'a Utf8Path,
    folder: &'a Utf8Path,
    /// A line for each setting that does not carry over.
    left: Vec<String>,
    /// The number of directories outside the folder.
    outside: usize,
    /// The categories without patterns.
    without: Vec<String>,
}

impl Import<'_> {
    fn leave(&mut self, path: &str, value: &Value, reason: &str) {
        self.left.push(format!("{path}: {value}: {reason}"));
    }

    /// Leaves out the settings of a map, except those in `taken`.
    fn leave_rest(&mut self, path: &str, map: &Value, taken: &[&str]) {
        let entries = map.as_object().into_iter().flatten();
        for (key, value) in entries.filter(|(key, _)| !taken.contains(&key.as_str())) {
            let reason = match key.as_str() {
                _ if is_nothing(value) => continue,
                "feature_flags" | "project_flags" => {
                    "flags configure the Python server's own tools, workflows and rendering"
                }
                "allowed_write_paths" | "additional_read_paths" => {
                    "nothing is written here, and only categories' directories are read"
                }
                "exports" => "there are no exports here",
                "openspec_validated" | "openspec_version" => "OpenSpec is not supported here",
                _ => "not a known field",
            };
            self.leave(&format!("{path}{key}"), value, reason);
        }
    }

    fn settings(&mut self, config: &Config, key: &str) {
        self.leave_rest("", &config.whole, &["docroot", "projects"]);
        let others = config.projects.keys().filter(|other| *other != key);
        let others: Vec<Value> = others.map(|other| other.as_str().into()).collect();
        if !others.is_empty() {
            let reason = "the file's other projects; a guide.yaml describes one";
            self.leave("projects", &others.into(), reason);
        }
        let whole = &config.whole["projects"][key];
        let taken = ["name", "key", "hash", "categories", "collections"];
        self.leave_rest("", whole, &taken);
        for (field, taken) in [
            (
                "categories",
                &["dir", "patterns", "description", "name"][..],
            ),
            ("collections", &["categories", "description"]),
        ] {
            for (name, value) in whole[field].as_object().into_iter().flatten() {
                self.leave_rest(&format!("{field}.{name}."), value, taken);
            }
        }
    }

    /// Returns the lines of each category.
    fn categories(&mut self) -> Vec<String> {
        let mut taken = Vec::new();
        for (name, category) in &self.project.categories {
            let mut patterns = Vec::new();
            for pattern in &category.patterns {
                match expression::pattern(self.wording, pattern) {
                    Ok(pattern) => patterns.push(pattern),
                    Err(reason) => {
                        let path = format!("categories.{name}.patterns");
                        self.leave(&path, &pattern.as_str().into(), &reason);
                    }
                }
            }
            if patterns.is_empty() {
                self.without.push(name.clone());
                patterns.push(PLACEHOLDER.to_owned());
            }
            let more = format!("    exclude: {}\n    frontmatter: strip\n", list(&NEVER));
            let description = category.description.clone();
            let description = description.unwrap_or_else(|| format!("Documents in {name}"));
            let dir = self.dir(&category.dir);
            taken.push(content::category(
                name,
                dir.as_str(),
                &patterns,
                &more,
                Some(&description),
            ));
        }
        taken
    }

    /// Returns a category's directory, relative to the folder if it is in it.
    fn dir(&mut self, dir: &Utf8Path) -> Utf8PathBuf {
        let dir: Utf8PathBuf = self.docroot.join(dir).components().collect();
        let upward = dir
            .components()
            .any(|part| part == Utf8Component::ParentDir);
        match dir.strip_prefix(self.folder) {
            Ok(inside) if !upward && inside.as_str().is_empty() => ".".into(),
            Ok(inside) if !upward => inside.to_owned(),
            _ => {
                self.outside += 1;
                dir
            }
        }
    }

    /// Returns the lines of each collection.
    fn collections(&mut self) -> Vec<String> {
        let mut taken = Vec::new();
        for (name, collection) in &self.project.collections {
            let mut members = IndexSet::new();
            for text in &collection.categories {
                for member in expression::members(self.wording, self.project, text) {
                    match member {
                        Ok(member) => drop(members.insert(member)),
                        Err(reason) => {
                            let path = format!("collections.{name}.categories");
                            self.leave(&path, &text.as_str().into(), &reason);
                        }
                    }
                }
            }
            let members: Vec<String> = members.into_iter().collect();
            let description = collection.description.as_deref();
            taken.push(content::collection(name, &members, description));
        }
        taken
    }

    /// Returns what is to be reviewed.
    fn notes(&self) -> Vec<String> {
        let mut notes = Vec::new();
        if self.outside > 0 {
            notes.push(format!(
                "Directories outside the project's folder: {}. They are served only where the \
                 project is named (--project or MCP_GUIDE_PROJECT), not where it is found.",
                self.outside
            ));
        }
        if !self.without.is_empty() {
            let categories = self.wording.quoted(&self.without);
            notes.push(format!(
                "Without default patterns: {categories}. As before, they return something only to a \
                 call with a pattern; '{PLACEHOLDER}' is a placeholder, and check reports it until \
                 you replace it."
            ));
        }
        if !self.left.is_empty() {
            notes.push(format!(
                "Settings that do not carry over: {}. They are comments in the file, with the reason.",
                self.left.len()
            ));
        }
        notes
    }
}

/// Returns whether a setting is empty.
fn is_nothing(value: &Value) -> bool {
    match value {
        Value::Null | Value::Bool(false) => true,
        Value::String(text) => text.is_empty(),
        Value::Array(items) => items.is_empty(),
        Value::Object(entries) => entries.is_empty(),
        _ => false,
    }
}
