//! The server in this process.

use camino::{Utf8Path, Utf8PathBuf};
use laws::serving::serve;
use mcp_guide::Server as Guide;
use mcp_guide::limits::READ_TIMEOUT;
use mcp_guide::project::session::{Session, Source};
use mcp_guide::table::{EMBEDDED, Table};

use conformance::server::{Server, Setup};
use conformance::watch::Watch;
use conformance::wire::Wire;

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
        let server = Guide::new(table, Session::new(source));
        let (client, far) = tokio::io::duplex(BUFFER);
        let thread = std::thread::Builder::new().name(THREAD.into());
        let spawned = thread.spawn(|| {
            let runtime =
                tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
            let streams = tokio::io::split(far);
            runtime.block_on(serve(server, streams, READ_TIMEOUT, std::future::pending()))
        });
        spawned.expect("a thread");
        Wire::to(client, watch)
    }
}
