//! The law of clients' settings: what two files say is known only if they agree, in whichever order
//! they are read.

use std::collections::BTreeSet;

use mcp_guide::cli::hook::settings_text::settings_text;
use rule_files::{Client, Settings, SettingsOwner, Told};
use serde_json::{Map, Value};

use super::{Verdict, ensure};

/// The clients that have settings.
const CLIENTS: [&str; 5] = ["gemini-cli", "claude-code", "qwen-code", "codex", "opencode"];
/// The folder of a project, and files in it.
const FOLDER: &str = "/lab/project";
const PATHS: [&str; 6] = ["AGENTS.md", "GEMINI.md", "docs/a.md", "docs/rules/b.md", "src/CLAUDE.md", "x"];

/// Reads the files of a client, each with its name and whether it is the user's: the subject of the law.
pub type Read<'a> = dyn Fn(&Client, &[(&str, &str, bool)]) -> Settings + 'a;

/// The program's own reading.
pub fn engine(row: &Client, files: &[(&str, &str, bool)]) -> Settings {
    let mut settings = Settings::default();
    for (text, file, is_of_user) in files {
        let user = SettingsOwner::User { real: &|_| None };
        let owner = if *is_of_user { user } else { SettingsOwner::Project };
        match settings_text(text, file) {
            Some(values) => settings.add(row, &values, &owner),
            None => settings.is_unknown = true,
        }
    }
    settings
}

/// Checks what the settings of one of the clients say, of which these are the user's file and the project's.
///
/// # Errors
///
/// What they say else.
pub fn settings(client_at: usize, user: &str, project: &str, read: &Read<'_>) -> Verdict {
    let name = CLIENTS[client_at % CLIENTS.len()];
    let row = Client::built_in(name);
    let (user_file, project_file) = (&*row.user[0], &*row.project[0]);
    let files = [(user, user_file, true), (project, project_file, false)];
    let told = read(&row, &files);
    let said = seen(&told);
    for other in [vec![files[1], files[0]], vec![files[0], files[1], files[0]]] {
        let again = seen(&read(&row, &other));
        ensure(again == said, || format!("{name}: {said:?}, and then {again:?}"))?;
    }
    let names = match &told.names {
        Told::Value(names) => names.iter().collect(),
        _ => Vec::new(),
    };
    let more = match &told.more_names {
        Told::Value(names) => &**names,
        _ => &[],
    };
    for name in names.into_iter().chain(more) {
        let is_name = !name.contains(['/', '\\', ':', '$', '%', '~', '*']) && !name.starts_with("..");
        ensure(is_name && !name.trim_matches('.').is_empty(), || format!("{name:?} is no name"))?;
    }
    let outside = ["../docs/a.md", "/lab/project/docs/a.md", "~/docs/a.md"];
    ensure(!outside.iter().any(|path| told.has_path(path)), || "a path leads out".to_owned())?;
    if user_file.ends_with(".toml") {
        return Ok(());
    }
    let parsed = [user, project].map(serde_json::from_str::<Value>);
    let objects = parsed.map(|value| value.ok().map(|value| value.as_object().cloned()));
    if let [Some(user), Some(project)] = objects {
        let (Some(user), Some(project)) = (user, project) else {
            return ensure(told.is_unknown, || format!("{name}: what is no object is known"));
        };
        agree(name, &told, (&user, &project))?;
    }
    Ok(())
}

/// What settings say, to be compared.
fn seen(of: &Settings) -> impl PartialEq + std::fmt::Debug + use<> {
    let folder = || Some(FOLDER.to_owned());
    let paths = PATHS.map(|path| (of.has_path(path), of.may_exclude(folder, path)));
    let told = (of.names.clone(), of.more_names.clone(), of.most_bytes.clone(), of.mode.clone());
    (of.is_unknown, told, paths)
}

/// Compares what is said of names and of the mode with another reading of the same objects.
fn agree(
    client: &str,
    told: &Settings,
    (user, project): (&Map<String, Value>, &Map<String, Value>),
) -> Verdict {
    let at = |object: &Map<String, Value>, path: &[&str]| {
        let (first, rest) = path.split_first()?;
        rest.iter().try_fold(object.get(*first)?, |value, name| value.as_object()?.get(*name)).cloned()
    };
    match client {
        "gemini-cli" | "qwen-code" => {
            let is_gemini = client == "gemini-cli";
            let paths: [&[&str]; 2] = [&["context", "fileName"], &["contextFileName"]];
            let paths = if is_gemini { &paths[..1] } else { &paths[..] };
            let values =
                [user, project].into_iter().flat_map(|of| paths.iter().map(move |path| at(of, path)));
            let values: Vec<Value> = values.flatten().collect();
            let is_plain = |text: &Value| {
                let plain = |c: char| c.is_ascii_alphabetic() || c == '.';
                text.as_str()
                    .is_some_and(|text| text.starts_with(char::is_alphabetic) && text.chars().all(plain))
            };
            let list = |value: &Value| match value {
                Value::Array(items) => items.clone(),
                other => vec![other.clone()],
            };
            let lists: Vec<Vec<Value>> = values.iter().map(list).collect();
            let is_known = lists.iter().all(|list| {
                !list.is_empty()
                    && list.iter().all(is_plain)
                    && list.iter().all(|text| text.as_str().is_some_and(|text| text.len() < 200))
            });
            let sets: BTreeSet<BTreeSet<String>> = (lists.iter())
                .map(|list| list.iter().filter_map(Value::as_str).chain(is_gemini.then_some("GEMINI.md")))
                .map(|names| names.map(str::to_owned).collect())
                .collect();
            let due = match sets.len() {
                _ if told.is_unknown || !is_known => return Ok(()),
                0 => Told::Nothing,
                1 => sets.into_iter().next().map_or(Told::Nothing, Told::Value),
                _ => Told::Unknown,
            };
            ensure(told.names == due, || format!("{client}: {:?}, not {due:?}", told.names))
        }
        "claude-code" => {
            let mode = at(user, &["pluginConfigs", "agents-md@builtin", "options", "instructionFiles"]);
            let due = match mode {
                _ if told.is_unknown => return Ok(()),
                None => Told::Nothing,
                Some(Value::String(mode)) => Told::Value(mode),
                Some(_) => Told::Unknown,
            };
            ensure(told.mode == due, || format!("{client}: {:?}, not {due:?}", told.mode))
        }
        _ => Ok(()),
    }
}
