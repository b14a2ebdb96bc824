//! The law of `schema`: a published schema accepts what the program accepts.

use std::sync::LazyLock;

use mcp_guide::cli::docs::GUIDE_SCHEMA;
use mcp_guide::project::Project;
use serde_json::Value;

use super::ensure;
use super::oracles::Validator;

/// The files of one kind: how they are published, and how they are loaded.
pub struct Files {
    published: LazyLock<Value>,
    validator: LazyLock<Validator>,
    loads: fn(&[u8]) -> bool,
}

/// `guide.yaml`.
pub static GUIDE: Files = Files {
    published: LazyLock::new(published),
    validator: LazyLock::new(|| Validator::new(&published())),
    loads: |content| Project::parse(content).is_ok(),
};

/// What became of a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Accepted {
    Yes,
    No,
}

impl Files {
    /// Their schema, as it is printed.
    pub fn schema(&self) -> &Value {
        &self.published
    }
}

fn published() -> Value {
    serde_json::from_str(GUIDE_SCHEMA).expect("a schema is JSON")
}

/// Whether a file that holds this is accepted: by the schema exactly if it loads.
pub fn accepted(files: &Files, value: &Value) -> Result<Accepted, String> {
    agreed(files, value, files.loads)
}

/// The same of another way of loading.
pub fn agreed(files: &Files, value: &Value, loads: impl Fn(&[u8]) -> bool) -> Result<Accepted, String> {
    // JSON is YAML.
    let loaded = loads(value.to_string().as_bytes());
    let valid = files.validator.is_valid(value);
    ensure(loaded == valid, || {
        let verdict = if loaded { "loads" } else { "does not load" };
        format!("what {verdict} is otherwise by the schema: {value}")
    })?;
    Ok(if loaded { Accepted::Yes } else { Accepted::No })
}
