//! A client that speaks in lines, and a server in this process.

use std::time::Duration;

use laws::serving::serve;
use serde_json::{Value, json};
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader, DuplexStream, ReadHalf, WriteHalf};

use crate::process::{hello, request};

const TIMEOUT: Duration = crate::process::PATIENCE;

/// A client of a server.
pub struct Wire {
    say: WriteHalf<DuplexStream>,
    hear: BufReader<ReadHalf<DuplexStream>>,
}

impl Wire {
    /// Connects to this server.
    pub fn to(server: mcp_guide::Server) -> Self {
        let (client, far) = tokio::io::duplex(1 << 26);
        tokio::spawn(serve(server, tokio::io::split(far), TIMEOUT, std::future::pending()));
        let (hear, say) = tokio::io::split(client);
        Self { say, hear: BufReader::new(hear) }
    }

    pub async fn say(&mut self, line: &[u8]) {
        self.say.write_all(line).await.expect("it is read");
        self.say.write_all(b"\n").await.expect("it is read");
    }

    /// The next line that goes out.
    pub async fn heard(&mut self) -> Value {
        let mut line = String::new();
        let read = tokio::time::timeout(TIMEOUT, self.hear.read_line(&mut line)).await;
        read.expect("in time").expect("a line");
        serde_json::from_str(&line).unwrap_or_else(|error| panic!("{error}: {line:.200}"))
    }

    /// What goes out before the answer to a ping that is sent now.
    pub async fn until_ping(&mut self) -> Vec<Value> {
        self.say(br#"{"jsonrpc":"2.0","id":"ping","method":"ping"}"#).await;
        let mut heard = Vec::new();
        loop {
            let line = self.heard().await;
            if line["id"] == "ping" {
                assert_eq!(line["result"], json!({}), "{line}");
                return heard;
            }
            heard.push(line);
        }
    }

    /// Begins a session of a client with these capabilities.
    pub async fn begin_with(&mut self, revision: &str, capabilities: &Value) {
        let initialize = request(0, "initialize", hello(revision, capabilities.clone()));
        self.say(initialize.to_string().as_bytes()).await;
        assert_eq!(self.heard().await["result"]["protocolVersion"], revision);
    }
}
