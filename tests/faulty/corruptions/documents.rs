//! Documents, and messages of several, that are not what was read.

use crate::corruption::Change::Text;
use crate::corruption::{Corruption, corrupt};
use crate::text::{between, bounded, counted_up, parts, replaced};

const FORMAT: &[&str] = &["MIME boundary format"];
const STRUCTURE: &[&str] = &["MIME part structure"];
const COLLISION: &[&str] = &[
    "Delimiter in a document",
    "Same boundary for the same documents",
];
const KEPT: &[&str] = &["Line ends and blanks"];

pub const ALL: &[Corruption] = &[
    corrupt(
        "documents",
        "parts_reversed",
        Text("value", |value| parts(value, |parts| parts.reverse())),
        STRUCTURE,
    ),
    corrupt(
        "documents",
        "last_part_dropped",
        Text("value", |value| parts(value, |parts| drop(parts.pop()))),
        STRUCTURE,
    ),
    corrupt(
        "documents",
        "last_part_repeated",
        Text("value", |value| {
            parts(value, |parts| parts.extend(parts.last().cloned()))
        }),
        STRUCTURE,
    ),
    corrupt(
        "documents",
        "length_off_by_one",
        Text("value", |value| counted_up(value, "Content-Length: ")),
        STRUCTURE,
    ),
    corrupt(
        "documents",
        "length_in_characters",
        Text("value", |value| {
            parts(value, |parts| {
                for part in parts.iter_mut().filter(|part| !part.is_ascii()) {
                    let length = part
                        .split_once("\r\n\r\n")
                        .map(|(_, body)| body.chars().count());
                    let counted = |_: &str| length.map(|length| length.to_string());
                    if let Some(changed) = between(part, "Content-Length: ", "\r\n", counted) {
                        *part = changed;
                    }
                }
            })
        }),
        STRUCTURE,
    ),
    corrupt(
        "documents",
        "headers_end_in_a_line_feed",
        Text("value", |value| {
            parts(value, |parts| {
                for part in parts {
                    if let Some((head, body)) = part.split_once("\r\n\r\n") {
                        *part = format!("{}\n\n{body}", head.replace("\r\n", "\n"));
                    }
                }
            })
        }),
        STRUCTURE,
    ),
    corrupt(
        "documents",
        "location_first",
        Text("value", |value| {
            parts(value, |parts| {
                for part in parts {
                    let mut lines: Vec<&str> = part.splitn(3, "\r\n").collect();
                    lines.swap(0, 1);
                    *part = lines.join("\r\n");
                }
            })
        }),
        STRUCTURE,
    ),
    corrupt(
        "documents",
        "length_left_out",
        Text("value", |value| {
            parts(value, |parts| {
                for part in parts {
                    if let Some(start) = part.find("\r\nContent-Length: ")
                        && let Some(end) = part[start + 2..].find("\r\n")
                    {
                        part.replace_range(start..start + 2 + end, "");
                    }
                }
            })
        }),
        STRUCTURE,
    ),
    corrupt(
        "documents",
        "a_header_more",
        Text("value", |value| {
            replaced(
                value,
                "\r\nContent-Length:",
                "\r\nContent-Transfer-Encoding: 8bit\r\nContent-Length:",
            )
        }),
        STRUCTURE,
    ),
    corrupt(
        "documents",
        "charset_left_out",
        Text("value", |value| replaced(value, "; charset=utf-8", "")),
        &["MIME part structure", "Charset"],
    ),
    corrupt(
        "documents",
        "charset_of_all",
        Text("value", |value| {
            replaced(
                value,
                "Content-Type: text/markdown\r\n",
                "Content-Type: text/markdown; charset=utf-8\r\n",
            )
        }),
        &["MIME part structure", "Charset"],
    ),
    corrupt(
        "documents",
        "charset_in_capitals",
        Text("value", |value| {
            replaced(value, "charset=utf-8", "charset=UTF-8")
        }),
        STRUCTURE,
    ),
    corrupt(
        "documents",
        "boundary_without_a_uuid",
        Text("value", |value| {
            bounded(value, |boundary| {
                (boundary != "guide-boundary").then(|| "guide-boundary".into())
            })
        }),
        COLLISION,
    ),
    corrupt(
        "documents",
        "boundary_with_no_uuid_but_a_number",
        Text("value", |value| {
            bounded(value, |boundary| {
                (boundary != "guide-boundary").then(|| "guide-boundary-1".into())
            })
        }),
        COLLISION,
    ),
    corrupt(
        "documents",
        "boundary_always_with_a_uuid",
        Text("value", |value| {
            let uuid = "guide-boundary-0b5a3a5e-7c37-4b8e-9a53-0d3c5d7b2f10";
            bounded(value, |boundary| {
                (boundary == "guide-boundary").then(|| uuid.into())
            })
        }),
        &["Delimiter within a line", "MIME boundary format"],
    ),
    corrupt(
        "documents",
        "boundary_by_chance",
        Text("value", |value| {
            bounded(value, |boundary| {
                let unique = format!("guide-boundary-{}", uuid::Uuid::new_v4());
                (boundary != "guide-boundary").then_some(unique)
            })
        }),
        &["Same boundary for the same documents"],
    ),
    corrupt(
        "documents",
        "boundary_without_quotes",
        Text("value", |value| {
            replaced(
                value,
                "boundary=\"guide-boundary\"",
                "boundary=guide-boundary",
            )
        }),
        FORMAT,
    ),
    corrupt(
        "documents",
        "terminator_left_out",
        Text("value", |value| {
            replaced(value, "\r\n--guide-boundary--\r\n", "\r\n")
        }),
        FORMAT,
    ),
    corrupt(
        "documents",
        "no_line_end_after_the_terminator",
        Text("value", |value| {
            replaced(
                value,
                "\r\n--guide-boundary--\r\n",
                "\r\n--guide-boundary--",
            )
        }),
        FORMAT,
    ),
    corrupt(
        "documents",
        "text_after_the_terminator",
        Text("value", |value| {
            replaced(
                value,
                "\r\n--guide-boundary--\r\n",
                "\r\n--guide-boundary--\r\nThat is all.\r\n",
            )
        }),
        FORMAT,
    ),
    corrupt(
        "documents",
        "text_before_the_first_part",
        Text("value", |value| {
            replaced(
                value,
                "\"\r\n\r\n--guide",
                "\"\r\n\r\nThis is a message of several parts.\r\n--guide",
            )
        }),
        FORMAT,
    ),
    corrupt(
        "documents",
        "a_version_of_mime",
        Text("value", |value| {
            value
                .starts_with("Content-Type: multipart")
                .then(|| format!("MIME-Version: 1.0\r\n{value}"))
        }),
        FORMAT,
    ),
    corrupt(
        "documents",
        "bodies_trimmed",
        Text("value", |value| {
            parts(value, |parts| {
                for part in parts {
                    *part = match part.trim_end() {
                        // An empty body stays, with the line that ends its headers.
                        trimmed if !trimmed.contains("\r\n\r\n") => continue,
                        trimmed => trimmed.to_owned(),
                    };
                }
            })
        }),
        KEPT,
    ),
    corrupt(
        "documents",
        "bodies_with_line_feeds_alone",
        Text("value", |value| {
            parts(value, |parts| {
                for part in parts {
                    if let Some((head, body)) = part.split_once("\r\n\r\n") {
                        *part = format!("{head}\r\n\r\n{}", body.replace("\r\n", "\n"));
                    }
                }
            })
        }),
        KEPT,
    ),
    corrupt(
        "documents",
        "document_trimmed",
        Text("value", |value| {
            (!value.starts_with("Content-Type: multipart")).then(|| value.trim().to_owned())
        }),
        &[
            "Line ends and blanks",
            "Single document format",
            "Success response format",
        ],
    ),
    corrupt(
        "documents",
        "document_with_a_final_newline",
        Text("value", |value| {
            (!value.ends_with('\n')).then(|| format!("{value}\n"))
        }),
        KEPT,
    ),
    corrupt(
        "documents",
        "document_with_line_feeds_alone",
        Text("value", |value| {
            (!value.starts_with("Content-Type: multipart")).then(|| value.replace("\r\n", "\n"))
        }),
        KEPT,
    ),
    corrupt(
        "documents",
        "byte_order_mark_dropped",
        Text("value", |value| replaced(value, "\u{feff}", "")),
        &["Byte order mark"],
    ),
    corrupt(
        "documents",
        "control_characters_dropped",
        Text("value", |value| {
            Some(
                value
                    .chars()
                    .filter(|c| !matches!(c, '\u{1b}' | '\u{7f}'))
                    .collect(),
            )
        }),
        &["Characters outside ASCII"],
    ),
    corrupt(
        "documents",
        "replacement_character_repaired",
        Text("value", |value| replaced(value, "\u{fffd}", "?")),
        &["Characters outside ASCII"],
    ),
    corrupt(
        "documents",
        "accents_composed",
        Text("value", |value| replaced(value, "e\u{301}", "\u{e9}")),
        &["Characters outside ASCII"],
    ),
    corrupt(
        "documents",
        "single_document_wrapped",
        Text("value", |value| {
            (!value.starts_with("Content-Type: multipart")).then(|| format!("```\n{value}```\n"))
        }),
        &["Single document format"],
    ),
    corrupt(
        "documents",
        "location_without_its_collection",
        Text("value", |value| {
            replaced(value, "guide://collection/onboarding/", "guide://")
        }),
        &["Collection content retrieval"],
    ),
    corrupt(
        "documents",
        "location_with_small_hexadecimals",
        Text("value", |value| replaced(value, "%C3%AF", "%c3%af")),
        &["Reserved and non-ASCII characters"],
    ),
    corrupt(
        "documents",
        "location_with_a_plus_for_a_blank",
        Text("value", |value| replaced(value, "%20", "+")),
        &["Reserved and non-ASCII characters"],
    ),
    corrupt(
        "documents",
        "location_not_encoded",
        Text("value", |value| replaced(value, "%5Bslug%5D", "[slug]")),
        &["Reserved and non-ASCII characters"],
    ),
    corrupt(
        "documents",
        "media_type_of_yaml",
        Text("value", |value| {
            replaced(value, "application/yaml", "text/yaml")
        }),
        &["Media type by extension"],
    ),
];
