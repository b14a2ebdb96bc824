//! This repository's own project.

use mcp_guide::Dispatcher;
use mcp_guide::project::session::{Session, Source};
use mcp_guide::spec::Table;

pub fn dispatcher() -> Dispatcher {
    let table = Table::embedded().expect("it is sound");
    let session = Session::new(Source::Named(env!("CARGO_MANIFEST_DIR").into()));
    Dispatcher::new(table, session)
}
