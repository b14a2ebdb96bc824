//! The server in this process, with the default table and with another.

use camino::{Utf8Path, Utf8PathBuf};
use laws::serving::serve;
use mcp_guide::Dispatcher;
use mcp_guide::limits::READ_TIMEOUT;
use mcp_guide::project::session::{Session, Source};
use mcp_guide::spec::{EMBEDDED, Table};

use conformance::server::{Names, Server, Setup};
use conformance::wants::Wants;
use conformance::watch::Watch;
use conformance::wire::Wire;
use serde_yaml::Value;

use crate::renamed::Renamed;

/// The name of the server's threads.
pub const THREAD: &str = "server";

/// More than any message of the features holds.
const BUFFER: usize = 1 << 20;

/// The server in this process.
#[derive(Debug)]
pub struct Engine;

impl Server for Engine {
    fn name(&self) -> &'static str {
        "engine"
    }

    fn shown(&self) -> String {
        "in the test's process".into()
    }

    fn start(&self, setup: &Setup, table: Option<&str>, watch: Watch) -> Wire {
        start(setup, table, watch)
    }
}

/// The same with a table in which everything that can have another name has one.
#[derive(Debug)]
pub struct RenamedEngine;

impl Server for RenamedEngine {
    fn name(&self) -> &'static str {
        "renamed"
    }

    fn shown(&self) -> String {
        "in the test's process, with other names".into()
    }

    fn excludes(&self, requirement: &str, wants: &Wants) -> Option<String> {
        let other = !crate::renamed::REQUIREMENTS.contains(&requirement);
        let why = other.then(|| "its words are compared in other requirements".to_owned());
        why.or_else(|| wants.over_http())
    }

    fn start(&self, setup: &Setup, table: Option<&str>, watch: Watch) -> Wire {
        start(setup, table, watch)
    }

    fn rename(&self, table: &mut Value) -> Option<Box<dyn Names>> {
        Some(Box::new(Renamed::of(table)))
    }
}

fn start(setup: &Setup, table: Option<&str>, watch: Watch) -> Wire {
    let content = table.unwrap_or(EMBEDDED).as_bytes();
    let table =
        Table::load(content, "the table").unwrap_or_else(|error| panic!("the scenario's table: {error}"));
    let utf8 = |path: &std::path::Path| -> Utf8PathBuf {
        Utf8Path::from_path(path).expect("a UTF-8 path").to_owned()
    };
    let source = match (setup.named, &setup.environment) {
        (true, _) => Source::Named(utf8(&setup.folder)),
        (false, Some(path)) => Source::Named(utf8(path)),
        (false, None) => Source::Search { from: Some(utf8(&setup.working_directory)) },
    };
    let dispatcher = Dispatcher::new(table, Session::new(source));
    let (client, server) = tokio::io::duplex(BUFFER);
    let thread = std::thread::Builder::new().name(THREAD.into());
    let spawned = thread.spawn(|| {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
        let streams = tokio::io::split(server);
        runtime.block_on(serve(dispatcher, streams, READ_TIMEOUT, std::future::pending()))
    });
    spawned.expect("a thread");
    Wire::to(client, watch)
}
