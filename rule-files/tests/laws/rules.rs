//! What holds for any rule file, any path and any settings. Property tests and the fuzz target
//! call these functions.

use rule_files::{
    Applies, Client, ClientSession, Dialects, Event, Files, Header, Loading, Pattern, Settings,
    SettingsOwner, Start,
};

/// The result of a law: the reason, if it does not hold.
pub type Held = Result<(), String>;

const EVENTS: [Event; 4] = [Event::Start, Event::Read, Event::Write, Event::Shell];

/// Checks that an error is a sentence on one line that can be shown.
fn is_shown(error: &dyn std::error::Error) -> Held {
    let text = error.to_string();
    if text.is_empty() || text.chars().any(char::is_control) || text.len() > 4_000 {
        return Err(format!("an error is shown as {text:?}"));
    }
    Ok(())
}

/// Checks the verdict on the rule `text` at `path` for `file`.
///
/// - A rule outside of its folder never applies, and its pattern begins with that folder.
/// - Line feeds after the header change nothing, since only the header decides.
/// - A pattern with no wildcard applies to the file that it spells, and a verdict names a pattern
///   that is written in the header.
/// - `./` at the beginning of a path changes nothing, and no rule applies outside of the project.
/// - Errors can be shown.
///
/// # Errors
///
/// Returns what does not hold.
pub fn verdict(dialects: &Dialects, path: &str, text: &str, file: &str) -> Held {
    let verdicts = dialects.verdicts(file, [(path, text)]);
    let [verdict] = &verdicts[..] else {
        return Err(format!("{} verdicts", verdicts.len()));
    };
    for error in &verdict.errors {
        is_shown(error)?;
    }
    if let Err(error) = Header::of(text) {
        is_shown(&error)?;
    }
    let folder = dialects.row_of(path).map_or("", |(_, folder)| folder);
    let read = |file: &str, text: &str| dialects.verdicts(file, [(path, text)]).remove(0).applies;
    applies(folder, text, file, &read)
}

/// Checks what `read` says of a rule `text` that belongs to `folder`, for `file`: the subject of
/// the law.
///
/// # Errors
///
/// Returns what does not hold.
pub fn applies(folder: &str, text: &str, file: &str, read: &dyn Fn(&str, &str) -> Applies) -> Held {
    let said = read(file, text);
    if let Applies::Pattern { source, pattern } = &said {
        let rest = file.strip_prefix(folder);
        let is_inside = folder.is_empty() || rest.is_some_and(|rest| rest.starts_with('/'));
        if !is_inside {
            return Err(format!("applies to {file}, which is outside {folder}"));
        }
        let own = pattern.strip_prefix(folder).unwrap_or(pattern);
        let own = own.trim_start_matches('/');
        let is_written = own.split(['{', ',', '}']).all(|part| text.contains(part));
        if own != "**" && !is_written {
            return Err(format!("{source} has no {pattern}"));
        }
    }
    let near = read(&format!("./{file}"), text);
    if near != said && !file.starts_with('/') {
        return Err(format!("./{file} is another file: {near:?}"));
    }
    for outside in [format!("/{file}"), format!("../{file}")] {
        if read(&outside, text).is_yes() {
            return Err(format!("applies to {outside}"));
        }
    }
    let header = Header::of(text).ok().flatten();
    let is_closed = header.is_some_and(|header| !header.body.is_empty());
    let again = read(file, &format!("{}\n\n", text.trim_end_matches('\n')));
    if is_closed && again != said {
        return Err(format!("{said:?}, and with line feeds {again:?}"));
    }
    Ok(())
}

/// Checks that a client's loading of `path` follows from what is known.
///
/// - Another client's name changes nothing for a client without rows: it loads nothing.
/// - What a client loads at its start for all files, it needs at no later event.
/// - With settings that are unknown, nothing is certainly loaded.
///
/// # Errors
///
/// Returns what does not hold.
pub fn loading(dialects: &Dialects, path: &str, text: &str, start: &str, settings: &str) -> Held {
    for (name, client) in Client::all() {
        let mut known = Settings::default();
        let values = serde_json::from_str::<serde_json::Value>(settings).ok();
        match values.as_ref().and_then(|values| values.as_object()) {
            Some(values) => known.add(&client, values, &SettingsOwner::USER),
            None => known.is_unknown = true,
        }
        let is_unknown = known.is_unknown;
        let files = Files::of([(path, text)])
            .started(Start::at(start))
            .with_settings(known);
        let session = ClientSession::new(&name, client, dialects, &files);
        let mut all = Vec::new();
        for event in EVENTS {
            let loading = session.loading(path, text, event, Some(path));
            if is_unknown && matches!(loading, Loading::Whole(_) | Loading::Cut { .. }) {
                return Err(format!(
                    "{name} loads {path} with unknown settings: {loading:?}"
                ));
            }
            all.push(loading);
        }
        if all[0].is_done() && all.iter().any(|loading| !loading.is_done()) {
            return Err(format!(
                "{name} loads {path} at its start, and later {all:?}"
            ));
        }
    }
    let nobody = Client::default();
    let files = Files::of([(path, text)]);
    let session = ClientSession::new("nobody", nobody, dialects, &files);
    match session.loading(path, text, Event::Start, None) {
        Loading::Nothing => Ok(()),
        other => Err(format!("nobody loads {path}: {other:?}")),
    }
}

/// Checks a pattern without regard to a client: it matches the path that it spells, and errors
/// have a position within it.
///
/// # Errors
///
/// Returns what does not hold.
pub fn pattern(text: &str) -> Held {
    match Pattern::parse_of_files(text) {
        Ok(pattern) => {
            let is_plain = !text.contains(['*', '?', '[', '{']);
            let names: Vec<&str> = text
                .split('/')
                .filter(|name| !matches!(*name, "" | "."))
                .collect();
            let is_file = !text.ends_with('/') && !text.ends_with("/.") && text != ".";
            let is_hidden = names.iter().any(|name| name.starts_with('.'));
            if is_plain && is_file && !is_hidden && !pattern.matches(&names.join("/")) {
                return Err(format!("{text} does not match itself"));
            }
            Ok(())
        }
        Err(error) => {
            let is_within = error
                .position
                .is_none_or(|position| (1..=text.chars().count()).contains(&position));
            if !is_within {
                return Err(format!("{text:?}: {error:?}"));
            }
            is_shown(&error)
        }
    }
}
