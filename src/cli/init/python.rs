//! `init --from`: a `guide.yaml` from the `config.yaml` of the Python mcp-guide, as its
//! versions 1.1 and 1.4 write it.

mod expression;

use camino::{Utf8Component, Utf8Path, Utf8PathBuf};
use indexmap::{IndexMap, IndexSet};
use serde::Deserialize;
use serde_json::{Map, Value, json};

use super::proposal::{HEADER, entry, limits};
use super::{Proposal, absolute};
use crate::documents::error::FileError;
use crate::documents::sandbox::{Folder, ambient};
use crate::project::error::ProjectError;
use crate::render::messages::MessageFormatter;
use crate::text::escape::{Escaped, escape_truncated};
use crate::text::paths::slashed;
use crate::text::yaml::{self, YamlError, YamlErrorKind};
use crate::text::yaml::{list, scalar};

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

/// The configuration of all projects of a person.
#[derive(Debug, Deserialize)]
struct PythonConfig {
    /// The directory that categories' directories are relative to.
    docroot: Option<Utf8PathBuf>,
    /// The projects, by their keys.
    #[serde(default)]
    projects: IndexMap<String, PythonProject>,
    #[serde(flatten)]
    rest: Map<String, Value>,
}

/// A project.
#[derive(Debug, Deserialize)]
struct PythonProject {
    /// Missing in the first versions, whose key is the name.
    #[serde(default)]
    name: Value,
    #[serde(default)]
    categories: IndexMap<String, PythonCategory>,
    #[serde(default)]
    collections: IndexMap<String, PythonCollection>,
    #[serde(flatten)]
    rest: Map<String, Value>,
}

/// A directory, and patterns, perhaps none.
#[derive(Debug, Deserialize)]
struct PythonCategory {
    dir: Utf8PathBuf,
    patterns: Vec<String>,
    #[serde(default)]
    description: Value,
    #[serde(flatten)]
    rest: Map<String, Value>,
}

/// A list of expressions.
#[derive(Debug, Deserialize)]
struct PythonCollection {
    categories: Vec<String>,
    #[serde(default)]
    description: Value,
    #[serde(flatten)]
    rest: Map<String, Value>,
}

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
    let content = ambient::read(config_file).map_err(|error| wording.said(&error))?;
    let invalid = |error: YamlError| match error.kind {
        YamlErrorKind::Empty => NO_PROJECT.to_owned(),
        _ => wording.said(&ProjectError::from(error)),
    };
    let tree = yaml::parse(&content).map_err(invalid)?;
    let mut config: PythonConfig = tree.read().map_err(invalid)?;
    let folder = absolute(wording, folder)?;
    let beside = absolute(wording, config_file)?;
    let beside = beside.parent().unwrap_or(&beside);
    let docroot = match &config.docroot {
        None => beside.join(DOCROOT),
        Some(docroot) if docroot.is_absolute() => docroot.clone(),
        Some(docroot) => {
            let docroot = escape_truncated(docroot.as_str());
            return Err(format!("its docroot '{docroot}' is not an absolute path"));
        }
    };
    let name = name.or(folder.file_name()).unwrap_or_default();
    let key = project_key(wording, &config, name)?;
    let mut import = Import {
        wording,
        left: Vec::new(),
        notes: Vec::new(),
    };
    import.leave_rest("", &config.rest);
    let others = config.projects.keys().filter(|other| **other != key);
    let others: Vec<Value> = others.map(|other| other.as_str().into()).collect();
    if !others.is_empty() {
        let reason = "the file's other projects; a guide.yaml describes one";
        import.leave("projects", others, reason);
    }
    let project = config.projects.get_mut(&key).ok_or(NO_PROJECT)?;
    import.leave_rest("", &project.rest);
    import.retain_named("categories", &mut project.categories);
    import.retain_named("collections", &mut project.collections);
    let categories = import.categories(project, &docroot, &folder);
    let collections = import.collections(project);
    let file = escape_truncated(config_file.as_str());
    let head = format!(
        "Imported from {file}, project {key}. The comments below are what does not carry over."
    );
    let mut text = HEADER.to_owned();
    for line in std::iter::once(&head).chain(&import.left) {
        text.push_str(&format!("# {}\n", Escaped(line)));
    }
    for (field, entries) in [("categories", &categories), ("collections", &collections)] {
        match entries.as_str() {
            "" => text.push_str(&format!("{field}: {{}}\n")),
            entries => text.push_str(&format!("{field}:\n{entries}")),
        }
    }
    text.push_str(&limits());
    let (bytes, limit) = (text.len() as u64, crate::limits::MAX_CONFIG_BYTES);
    if bytes > limit {
        return Err(wording.said(&FileError::TooLargeFile { bytes, limit }));
    }
    let mut notes = import.notes;
    if !import.left.is_empty() {
        notes.push(format!(
            "Settings that do not carry over: {}. They are comments in the file, with the reason.",
            import.left.len()
        ));
    }
    if Folder::ambient(beside).is_ok_and(|beside| beside.has(STORE)) {
        notes.push(format!(
            "{STORE} is beside the configuration: the documents in it are not files, and are not \
             served. Write those that you need into a category's directory."
        ));
    }
    Ok(Proposal {
        content: text,
        categories: project.categories.len(),
        notes,
    })
}

/// Returns the key of the one project with this key or name. A key ends with `-` and eight
/// digits of the project's hash.
fn project_key(
    wording: MessageFormatter<'_>,
    config: &PythonConfig,
    name: &str,
) -> Result<String, String> {
    let is_hash = |end: &str| end.len() == 8 && end.bytes().all(|b| b.is_ascii_hexdigit());
    let is_named = |key: &str| match (config.projects[key].name.as_str(), key.rsplit_once('-')) {
        (Some(own), _) => own == name,
        (None, Some((own, end))) if is_hash(end) => own == name,
        (None, _) => false,
    };
    let keys: Vec<&str> = config.projects.keys().map(String::as_str).collect();
    let named: Vec<&str> = match config.projects.contains_key(name) {
        true => vec![name],
        false => keys.iter().copied().filter(|key| is_named(key)).collect(),
    };
    match (named.as_slice(), keys.as_slice()) {
        ([key], _) => Ok((*key).to_owned()),
        (_, []) => Err(NO_PROJECT.to_owned()),
        (_, keys) => Err(format!(
            "'{}' is not the name of exactly one of its projects, which are {}; name one with \
             --from-project",
            escape_truncated(name),
            wording.quoted(keys)
        )),
    }
}

/// The import of a project.
struct Import<'a> {
    wording: MessageFormatter<'a>,
    /// A line for each setting that does not carry over.
    left: Vec<String>,
    /// What is to be reviewed.
    notes: Vec<String>,
}

impl Import<'_> {
    fn leave(&mut self, path: &str, value: impl Into<Value>, reason: &str) {
        let value = value.into();
        self.left.push(format!("{path}: {value}: {reason}"));
    }

    /// Leaves out settings that have no counterpart here, if they are not empty.
    fn leave_rest(&mut self, path: &str, settings: &Map<String, Value>) {
        let empty = [json!(null), json!(false), json!(""), json!([]), json!({})];
        for (key, value) in settings.iter().filter(|(_, value)| !empty.contains(value)) {
            let reason = match key.as_str() {
                // A project's and a category's name is its key.
                "name" | "key" | "hash" => continue,
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
            self.leave(&format!("{path}{key}"), value.clone(), reason);
        }
    }

    /// Returns a description, if there is one. One that is not a string is left out.
    fn description(&mut self, field: &str, name: &str, description: &Value) -> Option<String> {
        if !description.is_string() && !description.is_null() {
            let path = format!("{field}.{name}.description");
            self.leave(&path, description.clone(), "not a string");
        }
        description.as_str().map(str::to_owned)
    }

    /// Leaves out the entries of a field whose names a call cannot give.
    fn retain_named<T>(&mut self, field: &str, entries: &mut IndexMap<String, T>) {
        entries.retain(|name, _| {
            let usable = !matches!(&**name, "" | "." | "..") && !name.contains(['/', ',']);
            if !usable {
                self.leave(field, name.as_str(), "not usable as a name");
            }
            usable
        });
    }

    /// Returns the lines of the categories.
    fn categories(
        &mut self,
        project: &PythonProject,
        docroot: &Utf8Path,
        folder: &Utf8Path,
    ) -> String {
        let mut text = String::new();
        let (mut outside, mut without) = (0, Vec::new());
        for (name, category) in &project.categories {
            self.leave_rest(&format!("categories.{name}."), &category.rest);
            let path = format!("categories.{name}.patterns");
            let mut patterns = Vec::new();
            for own in &category.patterns {
                match expression::pattern(self.wording, own) {
                    Ok(pattern) => patterns.push(pattern),
                    Err(reason) => self.leave(&path, own.as_str(), &reason),
                }
            }
            if patterns.is_empty() {
                without.push(name);
                patterns.push(PLACEHOLDER.to_owned());
            }
            let dir: Utf8PathBuf = docroot.join(&category.dir).components().collect();
            let upward = (dir.components()).any(|part| part == Utf8Component::ParentDir);
            // Relative if it is in the folder.
            let dir = match dir.strip_prefix(folder).map(Utf8Path::as_str) {
                Ok("") if !upward => ".",
                Ok(inside) if !upward => inside,
                _ => {
                    outside += 1;
                    dir.as_str()
                }
            };
            let description = self.description("categories", name, &category.description);
            let description = description.unwrap_or_else(|| format!("Documents in {name}"));
            let fields = [
                ("dir", Some(scalar(slashed(Utf8Path::new(dir)).as_str()))),
                ("patterns", Some(list(&patterns))),
                ("exclude", Some(list(&NEVER))),
                ("frontmatter", Some("strip".to_owned())),
                ("description", Some(scalar(&description))),
            ];
            text.push_str(&entry(name, &fields));
        }
        if outside > 0 {
            self.notes.push(format!(
                "Directories outside the project's folder: {outside}. They are served only where \
                 the project is named (--project or MCP_GUIDE_PROJECT), not where it is found."
            ));
        }
        if !without.is_empty() {
            let categories = self.wording.quoted(&without);
            self.notes.push(format!(
                "Without default patterns: {categories}. As before, they return something only to a \
                 call with a pattern; '{PLACEHOLDER}' is a placeholder, and check reports it until \
                 you replace it."
            ));
        }
        text
    }

    /// Returns the lines of the collections.
    fn collections(&mut self, project: &PythonProject) -> String {
        let mut text = String::new();
        for (name, collection) in &project.collections {
            self.leave_rest(&format!("collections.{name}."), &collection.rest);
            let path = format!("collections.{name}.categories");
            let mut members = IndexSet::new();
            for text in &collection.categories {
                for member in expression::members(self.wording, project, text) {
                    match member {
                        Ok(member) => drop(members.insert(member)),
                        Err(reason) => self.leave(&path, text.as_str(), &reason),
                    }
                }
            }
            let members: Vec<String> = members.into_iter().collect();
            let description = self.description("collections", name, &collection.description);
            let fields = [
                ("categories", Some(list(&members))),
                ("description", description.as_deref().map(scalar)),
            ];
            text.push_str(&entry(name, &fields));
        }
        text
    }
}
