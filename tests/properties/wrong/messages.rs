//! Message builders.

use laws::multipart::Document;

/// What a message builder does wrong.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Message {
    /// Header lines end in LF.
    LfHeaders,
    /// The boundary is fixed, whatever the bodies hold.
    FixedBoundary,
    /// Only CRLF is taken for a line end when bodies are searched.
    CrlfCollisions,
    /// Content-Length counts characters.
    LengthInCharacters,
    /// Non-ASCII bodies have no charset.
    NoCharset,
    /// Locations hold paths as they are.
    RawLocation,
    /// Bodies lose their last newline.
    Trimmed,
}

/// A message builder that is right but for one fault.
pub fn message(fault: Message) -> impl Fn(&[Document]) -> String {
    move |documents| {
        let forged = documents.iter().any(|document| {
            let marker = match fault {
                Message::CrlfCollisions => "\r\n--guide-boundary",
                _ => "--guide-boundary",
            };
            fault != Message::FixedBoundary && format!("\r\n{}", document.body).contains(marker)
        });
        let boundary = match forged {
            true => "guide-boundary-8f14e45f-ceea-467f-a8c4-0d1e2f3a4b5c",
            false => "guide-boundary",
        };
        let end = if fault == Message::LfHeaders {
            "\n"
        } else {
            "\r\n"
        };
        let mut message =
            format!("Content-Type: multipart/mixed; boundary=\"{boundary}\"{end}{end}");
        for document in documents {
            message += &part(document, fault, boundary, end);
        }
        format!("{message}--{boundary}--{end}")
    }
}

fn part(document: &Document, fault: Message, boundary: &str, end: &str) -> String {
    let body = match fault {
        Message::Trimmed => document.body.trim_end_matches('\n'),
        _ => &document.body,
    };
    let charset = match document.body.is_ascii() || fault == Message::NoCharset {
        true => "",
        false => "; charset=utf-8",
    };
    let location = match fault {
        Message::RawLocation => format!("guide://category/docs/{}", document.path),
        _ => document.location(),
    };
    let length = match fault {
        Message::LengthInCharacters => body.chars().count(),
        _ => body.len(),
    };
    let media_type = document.media_type();
    format!(
        "--{boundary}{end}Content-Type: {media_type}{charset}{end}Content-Location: {location}{end}\
         Content-Length: {length}{end}{end}{body}{end}"
    )
}
