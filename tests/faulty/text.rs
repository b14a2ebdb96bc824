//! Changes of texts. Each gives `None` where there is nothing to change.

/// Every occurrence replaced.
pub fn replaced(text: &str, from: &str, to: &str) -> Option<String> {
    text.contains(from).then(|| text.replace(from, to))
}

/// The number that follows these words, counted up.
pub fn counted_up(text: &str, before: &str) -> Option<String> {
    let at = text.find(before)? + before.len();
    let length = text[at..]
        .find(|c: char| !c.is_ascii_digit())
        .unwrap_or(text.len() - at);
    let number: u64 = text[at..at + length].parse().ok()?;
    Some(format!(
        "{}{}{}",
        &text[..at],
        number + 1,
        &text[at + length..]
    ))
}

/// What stands between two words, changed.
pub fn between(
    text: &str,
    before: &str,
    after: &str,
    change: impl FnOnce(&str) -> Option<String>,
) -> Option<String> {
    let from = text.find(before)? + before.len();
    let to = from + text[from..].find(after)?;
    let changed = change(&text[from..to])?;
    Some(format!("{}{changed}{}", &text[..from], &text[to..]))
}

/// A list of names in the opposite order.
pub fn reversed(list: &str, separator: &str) -> Option<String> {
    let mut names: Vec<&str> = list.split(separator).collect();
    names.reverse();
    (names.len() > 1).then(|| names.join(separator))
}

/// A list of names without the last.
pub fn shortened(list: &str, separator: &str) -> Option<String> {
    Some(list.rsplit_once(separator)?.0.to_owned())
}

/// The lines of a listing, changed: its head, its separator line and the rest.
pub fn listing(value: &str, change: impl FnOnce(&mut Vec<String>)) -> Option<String> {
    if !value.starts_with("| ") {
        return None;
    }
    let mut lines: Vec<String> = value.lines().map(str::to_owned).collect();
    change(&mut lines);
    let changed = lines.join("\n") + "\n";
    (changed != value).then_some(changed)
}

/// A cell of every row of a listing below its head, changed.
pub fn cells(value: &str, column: &str, change: fn(&str) -> Option<String>) -> Option<String> {
    listing(value, |lines| {
        let at = lines[0]
            .split(" | ")
            .position(|name| name.trim_matches(['|', ' ']) == column);
        let Some(at) = at else { return };
        for line in lines
            .iter_mut()
            .skip(2)
            .filter(|line| line.starts_with("| "))
        {
            let inner = line.trim_start_matches("| ").trim_end_matches(" |");
            let mut cells: Vec<String> = inner.split(" | ").map(str::to_owned).collect();
            if let Some(changed) = cells.get(at).and_then(|cell| change(cell)) {
                cells[at] = changed;
                *line = format!("| {} |", cells.join(" | "));
            }
        }
    })
}

/// The boundary of a `multipart/mixed` message.
fn boundary(value: &str) -> Option<&str> {
    let rest = value.strip_prefix("Content-Type: multipart/mixed; boundary=\"")?;
    Some(&rest[..rest.find('"')?])
}

/// The parts of a message, each from its headers to its last byte, changed.
pub fn parts(value: &str, change: impl FnOnce(&mut Vec<String>)) -> Option<String> {
    let boundary = boundary(value)?;
    let (open, close) = (
        format!("\r\n--{boundary}\r\n"),
        format!("\r\n--{boundary}--"),
    );
    let (head, rest) = value.split_once(&open)?;
    let (body, end) = rest.rsplit_once(&close)?;
    let mut parts: Vec<String> = body.split(&open).map(str::to_owned).collect();
    change(&mut parts);
    let changed = format!("{head}{open}{}{close}{end}", parts.join(&open));
    (changed != value).then_some(changed)
}

/// A message with another boundary.
pub fn bounded(value: &str, change: impl FnOnce(&str) -> Option<String>) -> Option<String> {
    let old = boundary(value)?;
    let new = change(old)?;
    // The UUID of a collision makes the whole boundary one of a kind.
    let delimiters = value.replace(&format!("\r\n--{old}"), &format!("\r\n--{new}"));
    Some(delimiters.replacen(&format!("\"{old}\""), &format!("\"{new}\""), 1))
}
