//! Messages to a client. The answer to a call is serialized while it is written: an answer
//! of many documents is never in memory twice.

use std::io::{self, Write};

use rmcp::model::{RequestId, ServerResult};
use serde::Serialize;
use serde_json::ser::{CharEscape, CompactFormatter, Formatter, Serializer};

use crate::render::answer::Reply;

/// The result of a request.
#[expect(clippy::large_enum_variant, reason = "it is moved, and not kept")]
pub enum RequestResult {
    /// The result of `tools/call`.
    Call(CallResult),
    /// Any other.
    Other(ServerResult),
}

/// The result of `tools/call`: one text, which is the JSON of a reply.
pub struct CallResult {
    pub reply: Reply,
    /// Whether it has a `resultType`, as from revision 2026-07-28 on.
    pub typed: bool,
}

/// A message to a client.
pub(super) enum Outgoing {
    Json(Vec<u8>),
    /// The answer to a call.
    Call(RequestId, Box<CallResult>),
}

impl Outgoing {
    /// Writes it as JSON on one line, without the line's end.
    pub(super) fn write(&self, writer: &mut impl Write) -> io::Result<()> {
        match self {
            Self::Json(json) => writer.write_all(json),
            Self::Call(id, result) => result.write(id, writer),
        }
    }

    /// Returns it as JSON.
    #[cfg(feature = "http")]
    pub(super) fn into_json(self) -> io::Result<Vec<u8>> {
        let bytes = match self {
            Self::Json(json) => return Ok(json),
            Self::Call(_, ref call) => call.reply.bytes(),
        };
        // In a string, line ends and quotes take two bytes each.
        let mut json = Vec::new();
        json.try_reserve(bytes + bytes / 16)?;
        self.write(&mut json)?;
        Ok(json)
    }
}

impl CallResult {
    fn write(&self, id: &RequestId, writer: &mut impl Write) -> io::Result<()> {
        let id = serde_json::to_string(id)?;
        const TYPED: &str = r#""resultType":"complete","#;
        let result_type = if self.typed { TYPED } else { "" };
        write!(
            writer,
            r#"{{"jsonrpc":"2.0","id":{id},"result":{{{result_type}"content":[{{"type":"text","text":""#
        )?;
        let mut serializer = Serializer::with_formatter(&mut *writer, InString);
        self.reply.serialize(&mut serializer)?;
        write!(writer, r#""}}],"isError":{}}}}}"#, self.reply.is_failure())
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
