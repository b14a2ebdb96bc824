//! `setup`: a client's own file keeps what it holds.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

use jsonc_parser::{CollectOptions, ParseOptions, parse_to_ast};
use mcp_guide::Table;
use rule_files::{Client, ClientSession, Event, Settings, Start, Surroundings};
use serde_json::{Value, json};

use crate::process::{Ran, binary, project};

/// What each client's documentation shows for its file, in form.
const DOCUMENTED: &str = include_str!("documented.txt");
const PAGE: &str = include_str!("../../../docs/clients.md");
const CLIENTS: &str = include_str!("../../../spec/clients.yaml");
const EARLIER: &str = include_str!("earlier.txt");

/// The clients' rows, in their order.
fn clients() -> serde_json::Map<String, Value> {
    serde_yaml::from_str(CLIENTS).expect("YAML")
}

/// What a client's file holds that has only this server, as the page shows it.
fn block(row: &Value, folder: &Path, is_of_user: bool) -> Value {
    let folder = fs::canonicalize(folder).expect("it is there");
    let program = env!("CARGO_BIN_EXE_mcp-guide");
    let is_anywhere = is_of_user && row.get("starts_there").is_some();
    let folder = folder.to_str().expect("UTF-8");
    let args = if is_anywhere { vec!["serve"] } else { vec!["--start", folder, "serve"] };
    let mut server = match row.get("one_list") {
        Some(_) => {
            let words = [&[program], &*args].concat();
            json!({ "command": words })
        }
        None => json!({ "command": program, "args": args }),
    };
    let more = row.get("more").and_then(Value::as_object).into_iter().flatten();
    for (key, value) in more {
        server[key] = value.clone();
    }
    let key = row["key"].as_str().expect("a string");
    json!({ key: { "guide": server } })
}

#[test]
fn the_page_has_a_row_for_each_client() {
    for (name, row) in clients() {
        let told = |field| row.get(field).and_then(Value::as_str);
        let project = told("project_file").map_or(String::new(), |path| format!("`{path}` "));
        let (user, key) = (told("user_file").expect("a file"), told("key").expect("a key"));
        let row = format!("| `{name}` | {project}| `{user}` | `{key}` |\n");
        assert!(PAGE.contains(&row), "{row}");
    }
}

/// The files of the suite that measured the clients.
struct Suite<'s> {
    start: Start,
    settings: Settings,
    has: &'s dyn Fn(&str) -> bool,
}

impl Surroundings for Suite<'_> {
    fn start(&self) -> Option<&Start> {
        Some(&self.start)
    }

    fn settings(&self) -> Option<&Settings> {
        Some(&self.settings)
    }

    fn bytes(&self, path: &str) -> Option<u64> {
        (self.has)(path).then_some(1)
    }
}

/// What `tests/clients/arrives/run --write` measured is what a hook leaves out.
#[test]
fn the_clients_load_by_themselves_what_was_measured() {
    let suite = [include_str!("../../clients/arrives/run"), include_str!("../../clients/arrives/clients.py")];
    let table = Table::embedded().expect("a table");
    let reads = Client::default();
    let section = PAGE.split_once("## What reaches the model\n").expect("a section").1;
    let section = section.split("\n## ").next().expect("its end");
    let mut rows = section.lines().filter(|line| line.starts_with("| "));
    let mut rows = rows.by_ref().map(|row| row.trim_matches(['|', ' ']).split(" | ").collect::<Vec<_>>());
    let clients: Vec<(String, &str)> = (rows.next().expect("a head").into_iter())
        .map(|of| of.rsplit_once(' ').expect("a version"))
        .map(|(title, version)| (title.to_lowercase().replace(' ', "-"), version))
        .collect();
    for (name, version) in &clients {
        let is_pinned = |line: &str| line.contains(&format!("= \"{name}\",")) && line.contains(version);
        assert!(suite[1].lines().any(is_pinned), "{name} {version}");
    }
    let mut count = 0;
    for row in rows.filter(|row| row[0].starts_with('`')) {
        let (path, absent) = row[0]
            .trim_matches('`')
            .split_once("` where there is no `")
            .unwrap_or((row[0].trim_matches('`'), ""));
        let absent = absent.trim_end_matches("` is");
        let has = |path: &str| {
            suite[0].contains(&format!("    \"{path}\": ")) && (absent.is_empty() || !path.ends_with(absent))
        };
        assert!(suite[0].contains(&format!("    \"{path}\": ")), "{path} is no rule of the suite");
        let is_for_all = matches!(path, ".github/copilot-instructions.md") || !path.contains('/');
        for ((client, _), cell) in clients.iter().zip(&row[1..]) {
            let is_loaded = |event| {
                let surroundings = Suite { start: Start::at(""), settings: Settings::default(), has: &has };
                let session = ClientSession::new(client, &reads, &table.formats.dialects, &surroundings);
                let pattern = if is_for_all { "**" } else { "src/**" };
                session.loading_by(path, pattern, event, &|_| true).is_done()
            };
            let events = [
                ("start", Event::Start),
                ("read", Event::Read),
                ("new file", Event::Write),
                ("shell", Event::Shell),
            ];
            let events = events.into_iter().filter(|(_, event)| is_loaded(*event)).map(|(name, _)| name);
            let events: Vec<&str> = if is_loaded(Event::Start) { vec!["start"] } else { events.collect() };
            let due = if events.is_empty() { "–".to_owned() } else { events.join(", ") };
            assert_eq!(**cell, due, "{path} in {client}");
            count += 1;
        }
    }
    assert_eq!(count, 16 * 6);
}

/// Runs the program in a folder that is also the home.
#[track_caller]
fn run(folder: &Path, line: &str) -> Ran {
    let output = binary()
        .current_dir(folder)
        .env("HOME", folder)
        .args(line.split(' '))
        .output()
        .expect("the program runs");
    Ran::of(output)
}

#[track_caller]
fn changed(folder: &Path, line: &str) {
    let ran = run(folder, line);
    assert_eq!((ran.code, &*ran.err), (0, ""), "{line}");
    assert!(ran.out.contains("Wrote "), "{line}: {}", ran.out);
}

/// The value of a JSON file with comments and trailing commas, or of a TOML file.
#[track_caller]
fn value(text: &str, format: &str) -> Value {
    match format {
        "json" => {
            let parsed = parse_to_ast(text, &CollectOptions::default(), &ParseOptions::default());
            parsed.ok().and_then(|parsed| parsed.value).expect("JSON").into()
        }
        _ => {
            let document: toml_edit::DocumentMut = text.parse().expect("TOML");
            of_toml(document.as_item())
        }
    }
}

fn of_toml(item: &toml_edit::Item) -> Value {
    if let Some(table) = item.as_table_like() {
        let fields = table.iter().map(|(key, item)| (key.to_owned(), of_toml(item)));
        return Value::Object(fields.collect());
    }
    let value = item.as_value().expect("a value");
    serde_json::from_str(value.to_string().trim()).expect("TOML that is JSON")
}

#[test]
fn every_client_takes_its_entry_beside_what_its_documentation_shows() {
    for (name, row) in clients() {
        let documented = DOCUMENTED.split_once(&format!("== {name}\n")).expect("a file");
        let documented = documented.1.split("== ").next().expect("its end");
        let [format, key] = ["format", "key"].map(|field| row[field].as_str().expect("a string"));
        for (field, option) in [("project_file", ""), ("user_file", " --user")] {
            let Some(file) = row.get(field).and_then(Value::as_str) else {
                continue;
            };
            let file = file.trim_start_matches("~/");
            let folder = project(&[("guide.yaml", "categories: {}\n"), (file, documented)]);
            let (path, folder) = (folder.path().join(file), folder.path());
            let block = block(&row, folder, field == "user_file");
            changed(folder, &format!("setup {name}{option} --no-hook"));
            let written = fs::read_to_string(&path).expect("the file");
            let mut found = value(&written, format);
            let servers = found[key].as_object_mut().expect("servers");
            assert_eq!(servers.shift_remove("guide").as_ref(), block[key].get("guide"), "{name}");
            assert_eq!(found, value(documented, format), "{name}");
            let file_name = path.file_name().expect("a name").to_str().expect("UTF-8");
            let copy = folder.join(".local/state/mcp-guide/copies").join(format!("1-{file_name}"));
            assert_eq!(fs::read_to_string(copy).expect("a copy"), documented);
            let again = run(folder, &format!("setup {name}{option} --no-hook"));
            assert!(again.out.contains(" is unchanged."), "{name}: {}", again.out);
            assert_eq!(fs::read_to_string(&path).expect("the file"), written);
            changed(folder, &format!("setup {name}{option} --no-hook --remove"));
            assert_eq!(fs::read_to_string(&path).expect("the file"), documented, "{name}");
            // Where there is no file, one is made that holds the block.
            fs::remove_file(&path).expect("it is there");
            changed(folder, &format!("setup {name}{option} --no-hook"));
            let alone = fs::read_to_string(&path).expect("the file");
            assert_eq!(value(&alone, format), block, "{name}");
        }
    }
}

/// Each is what a file holds, and comes back when the entry is removed.
#[test]
fn the_rest_of_a_file_stays_byte_for_byte() {
    let json = [
        "{\r\n\t\"mcpServers\": {\r\n\t\t\"x\": {\"a\": [1,  2]} // why\r\n\t}\r\n}\r\n",
        "\u{feff}{\n  \"mcpServers\": {\n    \"x\": {}\n  }\n}",
        "\u{feff}// first\r\n{\r\n    /* none */\r\n    \"mcpServers\": {\r\n        // here\r\n    },\r\n    \"z\": 1,\r\n}",
        "{\n  \"mcpServers\": {\n    // about x\n    \"x\": { \"e\": \"\\u00e9\\/\", }, // x\n    /* last */\n  },\n}\n",
        "{\n \"b\": 1e2,\r\n \"mcpServers\": {\n  \"x\": {}\n },\r\n \"a\": [ ]\n}\n",
        "{\"a\":[1,{}],\"mcpServers\":{\"x\":{}}}\n",
        "{\"mcpServers\":{\"x\":{}}}",
    ];
    let toml = [
        "# first\r\nmodel = 'x' # m\r\n\r\n[mcp_servers.x]\r\ncommand = \"y\"\r\n# last\r\n",
        "\u{feff}[mcp_servers]\nx = { command = 'y' }\n\n[z]\nq = 0x1F # hex\n",
        "mcp_servers.x.command = \"y\"\nq = \"\"\"a\nb\"\"\"",
        "mcp_servers = { x = { command = \"y\" } } # inline\nq = 1\n",
        "a = 1\r\n# at the end",
    ];
    let json = json.map(|text| ("claude-code", ".mcp.json", text));
    let toml = toml.map(|text| ("codex", ".codex/config.toml", text));
    for (client, file, text) in json.into_iter().chain(toml) {
        let folder = project(&[("guide.yaml", "categories: {}\n"), (file, text)]);
        let path = folder.path().join(file);
        let mode = fs::Permissions::from_mode(0o640);
        fs::set_permissions(&path, mode).expect("it is ours");
        changed(folder.path(), &format!("setup {client}"));
        let written = fs::read_to_string(&path).expect("the file");
        let ends = |text: &str, end| text.matches(end).count();
        if ends(text, "\r\n") == ends(text, "\n") {
            assert_eq!(ends(&written, "\r\n"), ends(&written, "\n"), "{written:?}");
        }
        assert_eq!(written.ends_with('\n'), text.ends_with('\n'), "{written:?}");
        let again = run(folder.path(), &format!("setup {client}"));
        assert!(again.out.contains(" is unchanged."), "{text:?}: {}", again.out);
        changed(folder.path(), &format!("setup {client} --remove"));
        assert_eq!(fs::read_to_string(&path).expect("the file"), text, "{written}");
        let mode = fs::metadata(path).expect("a file").permissions().mode();
        assert_eq!(mode & 0o777, 0o640);
    }
}

/// Every file of every client, in the project and of the user, in forms that an edit cannot restore.
#[test]
fn what_setup_wrote_goes_and_nothing_is_left() {
    type Form = fn(&str, &str) -> Option<String>;
    let forms: [Form; 4] = [
        |_, _| None,
        |_, _| Some(String::new()),
        |format, key| {
            Some(if format == "json" { format!("{{\"{key}\":{{}},\"hooks\":{{}}}}") } else { "#".into() })
        },
        |format, key| match format {
            "json" => {
                Some(format!("// ours\r\n{{ \"{key}\": {{ // none\n }}, \"hooks\": {{ /* no */ }} }} // end"))
            }
            _ => Some(format!("[{key}] # none\r\n\n# end")),
        },
    ];
    let clients = clients();
    assert_eq!(clients.len(), 14);
    for form in forms {
        let mut files = vec![("guide.yaml".to_owned(), "categories: {}\n".to_owned())];
        for row in clients.values() {
            let [format, key] = ["format", "key"].map(|field| row[field].as_str().expect("a string"));
            let hook = row.get("hook").filter(|hook| hook.get("plugin").is_none());
            for (of, format) in [(Some(row), format), (hook, "json")] {
                for field in ["project_file", "user_file"] {
                    let file = of.and_then(|of| of[field].as_str());
                    let text = form(format, if of == hook { "events" } else { key });
                    let Some((file, text)) = file.zip(text) else { continue };
                    let file = file.replace("~/", "home/");
                    if files.iter().all(|(other, _)| *other != file) {
                        files.push((file, text));
                    }
                }
            }
        }
        let files: Vec<(&str, &str)> = files.iter().map(|(file, text)| (&**file, &**text)).collect();
        let folder = project(&files);
        let home = folder.path().join("home");
        fs::create_dir_all(&home).expect("a folder");
        let held = || {
            let state = home.join(".local");
            let paths = laws::setup::paths(folder.path()).into_iter();
            let paths = paths.filter(|path| !path.starts_with(&state));
            paths.map(|path| (fs::read(&path).ok(), path)).collect::<Vec<_>>()
        };
        let before = held();
        let act = |name: &str, more: &[&str]| {
            let mut command = binary();
            command.current_dir(folder.path()).env("HOME", &home).args(["setup", name]).args(more);
            let ran = Ran::of(command.output().expect("the program runs"));
            assert_eq!((ran.code, &*ran.err), (0, ""), "{name} {more:?}");
        };
        for name in clients.keys() {
            act(name, &[]);
            act(name, &["--user"]);
        }
        assert!(held().len() > before.len() || held() != before);
        for name in clients.keys() {
            act(name, &["--remove"]);
            act(name, &["--user", "--remove"]);
        }
        assert_eq!(held(), before);
    }
}

/// The entry or the plugin of a row, with this matcher and these commands.
fn of_version(value: &Value, matcher: &str, command: &str) -> Value {
    match value {
        Value::Object(map) => map
            .iter()
            .map(|(key, value)| match key.as_str() {
                "matcher" => (key.clone(), matcher.into()),
                "command" => (key.clone(), command.into()),
                _ => (key.clone(), of_version(value, matcher, command)),
            })
            .collect(),
        Value::Array(all) => all.iter().map(|value| of_version(value, matcher, command)).collect(),
        other => other.clone(),
    }
}

/// A matcher or a plugin of an earlier version is renewed. Each that this version writes is listed,
/// so that a later one knows it.
#[test]
fn what_earlier_versions_wrote_is_renewed() {
    let mut parts = EARLIER.split("\n== ");
    let entries = parts.next().expect("entries").lines();
    let entries: Vec<&str> = entries.filter(|line| !line.starts_with('#')).collect();
    let plugins: Vec<(&str, String)> = parts
        .filter_map(|part| part.split_once('\n'))
        .map(|(client, text)| (client, text.trim_end().to_owned() + "\n"))
        .collect();
    for (name, row) in clients() {
        let hook = &row["hook"];
        for (event, entry) in hook["entries"].as_object().into_iter().flatten() {
            let Some(due) = entry["matcher"].as_str() else { continue };
            let listed = format!("{name} {event} {due}");
            assert!(entries.contains(&&*listed), "add to earlier.txt, and the old one to `former`: {listed}");
            let start = format!("{name} {event} ");
            for matcher in entries.iter().filter_map(|line| line.strip_prefix(&*start)) {
                let command = format!("/old/mcp-guide hook {name}");
                let old = json!({ "hooks": { event: [of_version(entry, matcher, &command)] } });
                let file = hook["project_file"].as_str().expect("a file");
                let folder = project(&[("guide.yaml", "categories: {}\n"), (file, &old.to_string())]);
                changed(folder.path(), &format!("setup {name} --hook-only"));
                let written = fs::read_to_string(folder.path().join(file)).expect("the file");
                let found = &value(&written, "json")["hooks"][event];
                assert_eq!(found.as_array().map(Vec::len), Some(1), "{written}");
                assert_eq!(found[0]["matcher"], due, "{written}");
            }
        }
        let Some(plugin) = hook["plugin"].as_str() else { continue };
        let of_client = || plugins.iter().filter(|(client, _)| *client == name).map(|(_, text)| text);
        assert!(of_client().any(|text| text == plugin), "add to earlier.txt, and the old one to `former`");
        for text in of_client() {
            let file = hook["project_file"].as_str().expect("a file");
            let old = |command: &str| text.replace("{command}", &Value::from(command).to_string());
            for (command, is_ours) in
                [("'/a \"b/mcp-guide' hook opencode", true), ("./mcp-guide hook opencode", false)]
            {
                let folder = project(&[("guide.yaml", "categories: {}\n"), (file, &old(command))]);
                let set = run(folder.path(), &format!("setup {name} --hook-only"));
                assert_eq!(set.out.contains("Wrote "), is_ours, "{}", set.err);
                let removed = run(folder.path(), &format!("setup {name} --hook-only --remove"));
                assert_eq!(removed.out.contains("Removed "), is_ours, "{}", removed.err);
            }
        }
    }
}
