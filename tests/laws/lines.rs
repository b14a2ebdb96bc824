//! What a client sends, cut out of a byte string: lines as they come, or lines that
//! are nearly messages.

use serde_json::{Value, json};

use super::bytes::{Bytes, word};

/// What one client says.
#[derive(Debug, Clone, PartialEq)]
pub struct Lines {
    /// The revision of its handshake; `None`: it begins without.
    pub revision: Option<&'static str>,
    /// Whether it offers roots, and so decides which project is meant.
    pub roots: bool,
    pub lines: Vec<Vec<u8>>,
}

const REVISIONS: [Option<&str>; 5] =
    [Some("2025-03-26"), Some("2025-06-18"), Some("2024-11-05"), Some("2025-11-25"), None];
/// The most lines of one client.
const MAX_LINES: usize = 96;

const IDS: &str = "\
    1 2 3 \"1\" 0 -5 \"\" \"ü\" 9223372036854775807 -9223372036854775808 9223372036854775808 1.5 \
    1e-400 null [] true \"\\ud800\" 1e400 0x1 {\"id\":1}";
/// Between two spaces is the empty one.
const METHODS: &str = "\
    ping tools/call tools/list ping tools/call initialize server/discover prompts/list \
    resources/list resources/templates/list completion/complete resources/read \
    no/such\u{202e}method  notifications/initialized notifications/cancelled \
    notifications/roots/list_changed notifications/progress";
const PARAMS: [&str; 24] = [
    r#"{"name":"get_content","arguments":{"category_or_collection":"docs"}}"#,
    r#"{"name":"list_content"}"#,
    r#"{"name":"get_category_content","arguments":{"category":"docs","pattern":"*.md"}}"#,
    r#"{"name":"get_collection_content","arguments":{"collection":"both"}}"#,
    r#"{"name":"get_content","arguments":{"category_or_collection":"all","pattern":"["}}"#,
    r#"{"name":"get_content","arguments":{"category_or_collection":7}}"#,
    r#"{"name":"get_contents","arguments":{}}"#,
    r#"{"name":"list_content","arguments":[]}"#,
    r#"{"name":"list_content","arguments":null,"_meta":{"progressToken":1}}"#,
    r#"{"name":7}"#,
    r#"{"arguments":{}}"#,
    r#"{"name":"list_content","_meta":5}"#,
    r#"{"requestId":1}"#,
    r#"{"requestId":"1","reason":"enough"}"#,
    r#"{"requestId":2}"#,
    r#"{"protocolVersion":"2025-03-26","capabilities":{},"clientInfo":{"name":"x","version":"0"}}"#,
    r#"{"protocolVersion":"1999-01-01","capabilities":{"roots":{}},"clientInfo":{"name":"x","version":"0"}}"#,
    r#"{"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientInfo":{"name":"x","version":"0"},"io.modelcontextprotocol/clientCapabilities":{"roots":{}}},"name":"list_content"}"#,
    r#"{"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientInfo":{"name":"x","version":"0"},"io.modelcontextprotocol/clientCapabilities":{}}}"#,
    "{}",
    "[]",
    "7",
    "null",
    r#"{"progressToken":"p","progress":1}"#,
];

impl Lines {
    /// Cuts lines out of a byte string: any is some.
    pub fn decode(data: &[u8]) -> Self {
        let mut bytes = Bytes(data);
        let first = bytes.next();
        let mut lines = Vec::new();
        if first < 128 {
            lines.extend(bytes.0.split(|byte| *byte == b'\n').map(<[u8]>::to_vec));
        } else {
            while !bytes.0.is_empty() && lines.len() < MAX_LINES {
                lines.extend(some(&mut bytes));
            }
        }
        lines.truncate(MAX_LINES);
        Self {
            revision: REVISIONS[first % REVISIONS.len()],
            roots: (first / REVISIONS.len()).is_multiple_of(2),
            lines,
        }
    }

    /// The handshake, if there is one.
    pub fn handshake(&self) -> Option<Value> {
        let roots = if self.roots { json!({ "roots": { "listChanged": true } }) } else { json!({}) };
        let params = json!({
            "protocolVersion": self.revision?, "capabilities": roots,
            "clientInfo": { "name": "lines", "version": "0" },
        });
        let id = "the handshake";
        Some(json!({ "jsonrpc": "2.0", "id": id, "method": "initialize", "params": params }))
    }
}

/// One line, or one again and again.
fn some(bytes: &mut Bytes<'_>) -> Vec<Vec<u8>> {
    let choice = bytes.next();
    let mut line = match choice % 16 {
        0..12 => message(bytes),
        12 => {
            let count = bytes.next() % 70;
            let messages: Vec<String> = (0..count.min(8)).map(|_| message(bytes)).collect();
            let more = ",7".repeat(count.saturating_sub(8));
            format!("[{}{more}]", messages.join(","))
        }
        13 => format!(r#"{{"jsonrpc":"2.0","id":{},"result":{{"roots":[]}}}}"#, bytes.next() % 8),
        14 => "{".repeat(bytes.next() + 1),
        _ => String::new(),
    }
    .into_bytes();
    match choice / 16 {
        0 => {
            let at = bytes.next() * 8 % (line.len() + 1);
            line.truncate(at);
        }
        1 => {
            let at = bytes.next() * 8 % (line.len() + 1);
            let odd = bytes.next() as u8;
            line.insert(at, if odd == b'\n' { b' ' } else { odd });
        }
        2 => line.splice(..0, "\u{feff}".bytes()).for_each(drop),
        3 => line.extend_from_slice(b" \t\r"),
        4 => return vec![line; 40],
        // Over what is read at once, and over what is kept of a line.
        5 => {
            let room = [1 << 10, 1 << 12, 1 << 13, 1 << 16][bytes.next() % 4];
            line.resize(line.len() + room, b' ');
        }
        _ => {}
    }
    vec![line]
}

/// Nearly a message.
fn message(bytes: &mut Bytes<'_>) -> String {
    let (id, method, params) = (bytes.next(), bytes.next(), bytes.next());
    // Most of them are sound.
    let version = match id / 64 {
        0 if method >= 192 => [r#""jsonrpc":"1.0","#, "", r#""jsonrpc":2,"#][params % 3],
        _ => r#""jsonrpc":"2.0","#,
    };
    let id = match id % 64 {
        choice @ 0..20 => format!(r#""id":{},"#, word(IDS, choice)),
        20..24 => String::new(),
        choice => format!(r#""id":{},"#, choice),
    };
    let method = match method % 32 {
        choice @ 0..18 => json!(word(METHODS, choice)).to_string(),
        30 => "7".to_owned(),
        choice => json!(word(METHODS, choice % 3)).to_string(),
    };
    let params = match params % 32 {
        choice @ 0..24 => format!(r#","params":{}"#, PARAMS[choice]),
        24 => format!(r#","params":{{"a":{}0{}}}"#, "[".repeat(140), "]".repeat(140)),
        25 => format!(
            r#","params":{{"name":"get_content","arguments":{{"category_or_collection":"{}"}}}}"#,
            "é".repeat(5000)
        ),
        _ => String::new(),
    };
    format!(r#"{{{version}{id}"method":{method}{params}}}"#)
}
