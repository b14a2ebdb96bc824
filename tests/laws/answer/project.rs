//! A project's file as a plain reader of YAML sees it, and where its directories
//! are.

use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use serde_yaml::Value;

/// A project.
#[derive(Debug)]
pub struct Project {
    pub folder: PathBuf,
    pub categories: Vec<Category>,
    pub collections: Vec<Collection>,
    pub file_bytes: u64,
    pub response_bytes: u64,
}

/// A category.
#[derive(Debug)]
pub struct Category {
    pub name: String,
    pub dir: String,
    pub patterns: Vec<String>,
    pub exclude: Vec<String>,
    pub hidden: bool,
    pub render: bool,
    /// Whether documents come without their frontmatter.
    pub strips: bool,
}

/// A collection.
#[derive(Debug)]
pub struct Collection {
    pub name: String,
    pub categories: Vec<String>,
}

/// What stands where a category's directory should be.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Dir {
    There,
    /// Nothing, or no directory.
    Missing,
    /// It cannot be told by the path alone.
    Undecided,
}

impl Project {
    /// Reads a file that can be loaded.
    pub fn read(folder: &Path, text: &str) -> Self {
        Self::new(folder, &serde_yaml::from_str(text).expect("YAML"))
    }

    /// The project that a file says.
    pub fn new(folder: &Path, file: &Value) -> Self {
        let rows = |key: &str| {
            let rows = file.get(key).and_then(Value::as_mapping);
            rows.into_iter().flatten()
        };
        let word = |value: &Value| value.as_str().unwrap_or_default().to_owned();
        let words = |value: &Value| {
            let words = value.as_sequence().into_iter().flatten();
            words.map(word).collect()
        };
        let limit = |key: &str, default| {
            let limit = file.get("limits").and_then(|limits| limits.get(key));
            limit.and_then(Value::as_u64).unwrap_or(default)
        };
        let categories = rows("categories").map(|(name, row)| Category {
            name: word(name),
            dir: word(&row["dir"]),
            patterns: words(&row["patterns"]),
            exclude: row.get("exclude").map(words).unwrap_or_default(),
            hidden: row.get("hidden").and_then(Value::as_bool) == Some(true),
            render: row.get("render").and_then(Value::as_bool) == Some(true),
            strips: row.get("frontmatter").is_some_and(|way| way == "strip"),
        });
        let collections = rows("collections")
            .map(|(name, row)| Collection { name: word(name), categories: words(&row["categories"]) });
        Self {
            folder: folder.to_owned(),
            categories: categories.collect(),
            collections: collections.collect(),
            file_bytes: limit("file_bytes", 1 << 20),
            response_bytes: limit("response_bytes", 32_000),
        }
    }

    /// The category of this name.
    pub fn category(&self, name: &str) -> Option<&Category> {
        self.categories.iter().find(|category| category.name == name)
    }

    /// The collection of this name.
    pub fn collection(&self, name: &str) -> Option<&Collection> {
        self.collections.iter().find(|collection| collection.name == name)
    }

    /// Where a category's documents are.
    pub fn directory(&self, category: &Category) -> (PathBuf, Dir) {
        let path = self.folder.join(&category.dir);
        let plain = |name: &str| {
            let legal = |c: char| c.is_ascii_alphanumeric() || "-_.".contains(c);
            name == "." || (!name.is_empty() && name.chars().all(legal) && name != "..")
        };
        let dir = if !category.dir.split('/').all(plain) {
            Dir::Undecided
        } else {
            match fs::metadata(&path) {
                Ok(metadata) if metadata.is_dir() => Dir::There,
                Ok(_) => Dir::Missing,
                Err(error) => match error.kind() {
                    ErrorKind::NotFound if fs::symlink_metadata(&path).is_err() => Dir::Missing,
                    ErrorKind::NotADirectory => Dir::Missing,
                    _ => Dir::Undecided,
                },
            }
        };
        (path, dir)
    }
}
