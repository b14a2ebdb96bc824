//! Messages to a client. The answer to a call is serialized while it is written: an answer
//! of many documents is never in memory twice.

use std::io::{self, Write};

use rmcp::model::{ErrorData, RequestId, ServerJsonRpcMessage};
use serde::Serialize;
use serde_json::ser::{CharEscape, CompactFormatter, Formatter, Serializer};

use crate::render::answer::Reply;
use crate::server::Server;
use crate::server::protocol::RequestResult;

/// A message to a client.
pub(super) enum Outgoing {
    Json(Vec<u8>),
    /// The answer to a call: its id, one text that is the JSON of a reply, and whether it has a
    /// `resultType`.
    Call(RequestId, Box<Reply>, bool),
}

impl Outgoing {
    /// Returns the message that answers a request.
    pub(crate) fn answer(
        id: RequestId,
        answer: Result<RequestResult, ErrorData>,
        server: &Server,
    ) -> Self {
        match answer {
            Ok(RequestResult::Call(reply, typed)) => Self::Call(id, Box::new(reply), typed),
            Ok(RequestResult::Other(result)) => {
                let message = ServerJsonRpcMessage::response(result, id.clone());
                Self::Json(server.to_json(&message, Some(&id)))
            }
            Err(error) => Self::error(Some(id), error, server),
        }
    }

    /// Returns the message of an error.
    pub(super) fn error(id: Option<RequestId>, error: ErrorData, server: &Server) -> Self {
        let message = ServerJsonRpcMessage::error(error, id.clone());
        Self::Json(server.to_json(&message, id.as_ref()))
    }

    /// Writes it as JSON on one line, without the line's end.
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
        let mut serializer = Serializer::with_formatter(&mut *writer, InString);
        reply.serialize(&mut serializer)?;
        write!(writer, r#""}}],"isError":{}}}}}"#, reply.is_failure())
    }

    /// Returns it as JSON.
    #[cfg(feature = "http")]
    pub(super) fn into_json(self) -> io::Result<Vec<u8>> {
        let bytes = match self {
            Self::Json(json) => return Ok(json),
            Self::Call(_, ref reply, _) => reply.bytes(),
        };
        // In a string, line ends and quotes take two bytes each.
        let mut json = Vec::new();
        json.try_reserve(bytes + bytes / 16)?;
        self.write(&mut json)?;
        Ok(json)
    }
}

/// Formats JSON as the content of a JSON string, so that it is escaped twice in one pass
/// (RFC 8259 §7).
struct InString;

impl Formatter for InString {
    fn begin_string<W: Write + ?Sized>(&mut self, writer: &mut W) -> io::Result<()> {
        writer.write_all(br#"\""#)
    }

    fn end_string<W: Write + ?Sized>(&mut self, writer: &mut W) -> io::Result<()> {
        writer.write_all(br#"\""#)
    }

    fn write_char_escape<W: Write + ?Sized>(
        &mut self,
        writer: &mut W,
        escape: CharEscape,
    ) -> io::Result<()> {
        match escape {
            CharEscape::LineFeed => return writer.write_all(br"\\n"),
            CharEscape::Quote | CharEscape::ReverseSolidus => writer.write_all(br"\\")?,
            _ => writer.write_all(br"\")?,
        }
        CompactFormatter.write_char_escape(writer, escape)
    }
}
