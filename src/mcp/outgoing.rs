//! Messages to a client. The answer to a call is serialized while it is written. Therefore a large
//! answer is never in memory twice.

use std::io::{self, Write};

use rmcp::model::{ErrorData, RequestId, ServerJsonRpcMessage};

use crate::server::request_result::RequestResult;
use crate::text::in_string::InString;
use crate::write::reply::Reply;

/// A message to a client.
pub(super) enum Outgoing {
    Json(Vec<u8>),
    /// The answer to a call: the id, the reply, and whether the result has a `resultType`. The
    /// reply is written as a single text content that contains JSON.
    Call(RequestId, Box<Reply>, bool),
}

impl Outgoing {
    /// Returns the message that answers a request.
    pub(super) fn answer(id: RequestId, answer: Result<RequestResult, ErrorData>) -> Self {
        match answer {
            Ok(RequestResult::Call(reply, typed)) => Self::Call(id, Box::new(reply), typed),
            Ok(RequestResult::Other(result)) => {
                Self::message(&ServerJsonRpcMessage::response(result, id))
            }
            Err(error) => Self::error(Some(id), error),
        }
    }

    /// Returns the message for an error.
    pub(super) fn error(id: Option<RequestId>, error: ErrorData) -> Self {
        Self::message(&ServerJsonRpcMessage::error(error, id))
    }

    fn message(message: &ServerJsonRpcMessage) -> Self {
        let json = serde_json::to_vec(message);
        Self::Json(json.unwrap_or_else(|error| {
            tracing::error!(%error, "an answer cannot be serialized");
            Vec::new()
        }))
    }

    /// Writes the message as JSON on one line, without a line end.
    pub(super) fn write(&self, writer: &mut impl Write) -> io::Result<()> {
        let (id, reply, typed) = match self {
            Self::Json(json) => return writer.write_all(json),
            Self::Call(id, reply, typed) => (serde_json::to_string(id)?, reply, *typed),
        };
        const TYPED: &str = r#""resultType":"complete","#;
        let result_type = if typed { TYPED } else { "" };
        write!(
            writer,
            r#"{{"jsonrpc":"2.0","id":{id},"result":{{{result_type}"content":[{{"type":"text","text":""#
        )?;
        write!(writer, r#"{{\"success\":{}"#, !reply.is_failure())?;
        for (name, text) in reply.members() {
            write!(writer, r#",\"{name}\":\""#)?;
            write!(InString(&mut *writer), "{text}")?;
            writer.write_all(br#"\""#)?;
        }
        write!(writer, r#"}}"}}],"isError":{}}}}}"#, reply.is_failure())
    }

    /// Returns the message as JSON.
    #[cfg(feature = "http")]
    pub(super) fn into_json(self) -> io::Result<Vec<u8>> {
        let bytes = match self {
            Self::Json(json) => return Ok(json),
            Self::Call(_, ref reply, _) => reply.bytes(),
        };
        // In a JSON string, line ends and quotes take two bytes each.
        let mut json = Vec::new();
        json.try_reserve(bytes + bytes / 16)?;
        self.write(&mut json)?;
        Ok(json)
    }
}
