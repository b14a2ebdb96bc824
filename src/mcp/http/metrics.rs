//! The counts of an HTTP server for `/metrics`, in the OpenMetrics 1.0 format.

use std::sync::Arc;
use std::time::Duration;

use http::StatusCode;
use prometheus_client::encoding::EncodeLabelSet;
use prometheus_client::encoding::text::encode;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::metrics::histogram::Histogram;
use prometheus_client::registry::Registry;
use rmcp::model::ErrorData;

use crate::server::request_result::RequestResult;

/// The media type of `/metrics`.
pub(super) const TEXT: &str = "application/openmetrics-text; version=1.0.0; charset=utf-8";
/// The upper bounds of the buckets for the duration of calls, in seconds.
const SECONDS: [f64; 13] = [
    0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0, 10.0,
];

/// The counts of one project or of the process. No label contains text from a client or a name from
/// the project.
#[derive(Debug)]
pub(super) struct Metrics {
    registry: Registry,
    responses: Family<StatusLabel, Counter>,
    bytes: Counter,
    calls: Family<CallLabels, Counter>,
    seconds: Family<ToolLabel, Histogram>,
    index: Gauge,
    /// The counts of the whole process, if there are several projects.
    process: Option<Arc<Self>>,
}

#[derive(Debug, Clone, PartialEq, Eq, Hash, EncodeLabelSet)]
struct StatusLabel {
    status: u16,
}

#[derive(Debug, Clone, PartialEq, Eq, Hash, EncodeLabelSet)]
struct ToolLabel {
    /// The name of a tool in the table, or empty for any other name.
    tool: String,
}

#[derive(Debug, Clone, PartialEq, Eq, Hash, EncodeLabelSet)]
struct CallLabels {
    tool: String,
    /// `ok`, the `error_type` of a failure, `asked` for a question to the client, or `refused` for
    /// a protocol error.
    outcome: &'static str,
}

impl Default for Metrics {
    /// Creates counts that are all 0.
    fn default() -> Self {
        let mut metrics = Self {
            registry: Registry::with_prefix("mcp_guide"),
            responses: Family::default(),
            bytes: Counter::default(),
            calls: Family::default(),
            seconds: Family::new_with_constructor(|| Histogram::new(SECONDS)),
            index: Gauge::default(),
            process: None,
        };
        let registry = &mut metrics.registry;
        registry.register(
            "responses",
            "Responses over HTTP",
            metrics.responses.clone(),
        );
        registry.register(
            "response_bytes",
            "Bytes of the bodies of responses",
            metrics.bytes.clone(),
        );
        registry.register("calls", "Calls of tools", metrics.calls.clone());
        registry.register(
            "call_seconds",
            "How long calls of tools took, without waiting for a free call",
            metrics.seconds.clone(),
        );
        registry.register(
            "search_index_bytes",
            "Bytes that searches keep of documents",
            metrics.index.clone(),
        );
        metrics
    }
}

impl Metrics {
    /// Creates the counts of one of several projects. Its calls also count for the process.
    pub fn below(process: Arc<Self>) -> Self {
        Self {
            process: Some(process),
            ..Self::default()
        }
    }

    /// Counts a response.
    pub fn add_response(&self, status: StatusCode, bytes: u64) {
        let status = status.as_u16();
        self.responses.get_or_create(&StatusLabel { status }).inc();
        self.bytes.inc_by(bytes);
    }

    /// Counts a call and its duration. `tool` is empty if there is no tool with the requested name.
    pub fn add_call(
        &self,
        tool: String,
        answer: &Result<RequestResult, ErrorData>,
        took: Duration,
    ) {
        if let Some(process) = &self.process {
            process.add_call(tool.clone(), answer, took);
        }
        let outcome = match answer {
            Ok(RequestResult::Call(reply, _)) => match &reply.result {
                Ok(_) => "ok",
                Err(failure) => failure.error_type.name(),
            },
            // The answer asks the client for its roots.
            Ok(RequestResult::Other(_)) => "asked",
            Err(_) => "refused",
        };
        let labels = CallLabels {
            tool: tool.clone(),
            outcome,
        };
        self.calls.get_or_create(&labels).inc();
        self.seconds
            .get_or_create(&ToolLabel { tool })
            .observe(took.as_secs_f64());
    }

    /// Returns the counts as text. `index` is the current size of the search index, in bytes.
    pub fn text(&self, index: usize) -> String {
        self.index.set(i64::try_from(index).unwrap_or(i64::MAX));
        let mut text = String::new();
        // Writing to a string cannot fail.
        let _ = encode(&mut text, &self.registry);
        text
    }
}
