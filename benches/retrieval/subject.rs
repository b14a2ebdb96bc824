//! What is measured: mcp-guide, from the outside in.

use std::hint::black_box;
use std::path::Path;
use std::sync::Arc;

use camino::Utf8PathBuf;
use mcp_guide::Caller;
use mcp_guide::documents::discover::{CategoryWalk, FileInfo, discover};
use mcp_guide::documents::document::Document;
use mcp_guide::documents::sandbox::Tree;
use mcp_guide::documents::served::Served;
use mcp_guide::project::session::{Session, Source};
use mcp_guide::table::Table;
use mcp_guide::{Reply, Server};
use rule_files::pattern::Pattern;
use serde_json::{Map, Value, json};

/// The category of every tree.
pub const CATEGORY: &str = "tree";

/// One pattern in one tree.
pub struct Subject {
    directory: Utf8PathBuf,
    pattern: Pattern,
    server: Server,
    arguments: Map<String, Value>,
}

impl Subject {
    /// A pattern in the category of the project at `project`.
    pub fn new(project: &Path, pattern: &str) -> Self {
        let project = Utf8PathBuf::from_path_buf(project.to_owned()).expect("the path is UTF-8");
        let table = Table::embedded().expect("the embedded table loads");
        let arguments = json!({ "category": CATEGORY, "pattern": pattern });
        let Value::Object(arguments) = arguments else { unreachable!("it is an object") };
        Self {
            directory: project.join("tree"),
            pattern: Pattern::parse(pattern).expect("the bench's patterns are valid"),
            server: Server::new(table, Session::new(Source::Named(project))),
            arguments,
        }
    }

    /// List only: what matches.
    pub fn list(&self) -> Vec<FileInfo> {
        self.list_in(&self.sandbox())
    }

    /// List and read: each document is given to `take`, and nothing is kept.
    pub fn read(&self, mut take: impl FnMut(&FileInfo, &str)) {
        let sandbox = self.sandbox();
        let files = self.list_in(&sandbox);
        for file in &files {
            let document = Document::new(file, u64::MAX);
            let text = document.text().expect("the trees' documents can be read");
            take(file, black_box(&text.text));
        }
    }

    /// The whole call: from the arguments to the result.
    pub fn call(&self) -> Reply {
        self.ask("get_category_content", &self.arguments)
    }

    /// The value of the call's result, which has no message.
    pub fn value(&self) -> Result<Vec<u8>, String> {
        let result = self.call().to_string();
        match serde_json::from_str::<Value>(&result) {
            Ok(result) if result.get("message").is_none() && result["value"].is_string() => {
                Ok(result["value"].as_str().unwrap_or_default().into())
            }
            _ => Err(format!("call: {result:.500}")),
        }
    }

    /// What a search of all categories says.
    pub fn search(&self, query: &str) -> String {
        let arguments = json!({ "query": query });
        self.ask("search_content", arguments.as_object().expect("it is an object")).to_string()
    }

    fn ask(&self, tool: &str, arguments: &Map<String, Value>) -> Reply {
        self.server.call(Caller::WITHOUT_ROOTS, tool, arguments).expect("the tool exists")
    }

    fn sandbox(&self) -> Arc<Tree> {
        Arc::new(Tree::ambient(&self.directory).expect("the tree exists"))
    }

    fn list_in(&self, sandbox: &Arc<Tree>) -> Vec<FileInfo> {
        let mut served = Served::default();
        served.suffixes = &self.server.table.formats.template_suffixes;
        let search = CategoryWalk {
            patterns: &[&self.pattern],
            served,
            category: CATEGORY.into(),
            collection: None,
            page: None,
            listings: None,
            by_path: false,
        };
        discover(sandbox, &search, &|| false).expect("nobody cancels").files
    }
}
