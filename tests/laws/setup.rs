//! The law of `setup`: what it writes is all that changes in a client's own file.

use std::path::{Path, PathBuf};

use jsonc_parser::{CollectOptions, ParseOptions, parse_to_ast};
use mcp_guide::cli::setup::client::Client;
use mcp_guide::cli::setup::{edited_hook, edited_server};
use serde_json::Value;

use super::bytes::Bytes;
use super::{Verdict, ensure};

/// What stands between two tokens of JSON; `@` counts the comments.
const GAPS: [&str; 14] = [
    "", "", " ", " ", "\n", "\r\n", "\n  ", "\r\n\t", "\n\n", "/*@*/", " /*@*/ ", " //@\n", "\n  //@\r\n  ",
    "  ",
];
/// Values of other programs.
const VALUES: [&str; 8] =
    ["1", "null", "{}", "[]", "\"a, b\"", "\"// \\u00e9\"", "{\"x\": [1,\n 2]}", "[{ \"y\": 1, }]"];
/// What ends a line of TOML.
const ENDS: [&str; 3] = ["\n", "\r\n", "\n"];
/// Lines of TOML before the first table, after which each key has its number.
const LINES: [&str; 6] = ["# @", "", "a# = 1", "b# = 'x' # @", "c# = [1,\n  2] # @", "\t# @"];
/// Tables of TOML of other programs, of which each stands once.
const TABLES: [&str; 4] =
    ["[x]\nq = 0x1F # @", "[mcp_servers.other]\n# @\ncommand = \"y\"", "[[z]]\n# @", "[z2]"];
/// Other servers before the first table.
const SERVERS: [&str; 5] = [
    "", "", "mcp_servers.other.command = \"y\" # @", "mcp_servers = { other = { command = \"y\" } } # @",
    "mcp_servers = {}",
];
/// The tables of this server, of which each line is its own.
const OWN: [&str; 7] = [
    "[mcp_servers.guide]\ncommand = \"mcp-guide\"\nargs = [ # @\n  \"serve\", # @\n]\n",
    "[mcp_servers.guide]\nargs = [\n \"--project\", \"/x\",\n  \"--dialects\" # @\n, # @\n \"/y\", \"serve\" # @\n]\ncommand = \"mcp-guide\"\n",
    "[mcp_servers.guide]\n# @\ncommand = \"/old/mcp-guide\" # @\n# @\nargs = [ \"serve\" ]\n",
    "[mcp_servers.guide]\ncommand = \"mcp-guide\"\nargs = [\"--project\", \"/x\", \"serve\"] # @\nenabled = false\n",
    "[mcp_servers.guide]\nargs = [\"serve\"]\n# @\ncommand = \"mcp-guide\"\n\n[mcp_servers.guide.env]\nA = \"b\" # @\n",
    "[mcp_servers]\n# @\nguide = { command = \"mcp-guide\", args = [\"serve\"] } # @\n",
    "[mcp_servers]\nguide.command = \"mcp-guide\" # @\nguide.args = [\"serve\"]\n",
];

/// What is edited, and which parts of it are ours.
#[derive(Debug, Default)]
pub struct File {
    parts: Vec<(String, bool)>,
    is_own: bool,
    /// Whether an object or a list is there that has nothing but our entries.
    has_empty: bool,
}

impl File {
    fn put(&mut self, text: &str) {
        self.parts.push((text.to_owned(), self.is_own));
    }

    fn text(&self) -> String {
        self.parts.iter().map(|(text, _)| text.as_str()).collect()
    }

    /// What is there beside our entries.
    fn others(&self) -> String {
        self.parts.iter().filter(|(_, own)| !own).map(|(text, _)| text.as_str()).collect()
    }

    pub fn has_own(&self) -> bool {
        self.parts.iter().any(|(_, own)| *own)
    }

    /// Writes an object or a list of these members, each with whether it is ours.
    fn members(&mut self, bytes: &mut Bytes<'_>, brackets: [&str; 2], members: &[Member<'_>]) {
        self.put(brackets[0]);
        for (at, member) in members.iter().enumerate() {
            self.put(bytes.pick(&GAPS));
            let outer = self.is_own;
            self.is_own |= member.is_own;
            if let Some(key) = &member.key {
                self.put(&format!("\"{key}\""));
                self.put(bytes.pick(&["", " "]));
                self.put(":");
                self.put(bytes.pick(&["", " ", "\n  "]));
            }
            (member.write)(self, bytes);
            self.is_own = outer;
            self.put(bytes.pick(&GAPS));
            if at + 1 < members.len() || bytes.next() % 4 == 3 {
                self.put(",");
            }
        }
        self.put(bytes.pick(&GAPS));
        self.put(brackets[1]);
    }
}

/// Writes a value.
type Writes<'m> = Box<dyn Fn(&mut File, &mut Bytes<'_>) + 'm>;

/// A member of an object or of a list.
struct Member<'m> {
    key: Option<String>,
    is_own: bool,
    write: Writes<'m>,
}

impl<'m> Member<'m> {
    fn new(key: Option<&str>, write: impl Fn(&mut File, &mut Bytes<'_>) + 'm) -> Self {
        Self { key: key.map(str::to_owned), is_own: false, write: Box::new(write) }
    }

    fn own(self) -> Self {
        Self { is_own: true, ..self }
    }

    fn plain(key: Option<&str>, text: &'m str) -> Self {
        Self::new(key, move |file, _| file.put(text))
    }
}

fn others<'m>(bytes: &mut Bytes<'_>, prefix: Option<&str>) -> Vec<Member<'m>> {
    let count = bytes.next() % 3;
    let key = |at: usize| prefix.map(|prefix| format!("{prefix}{at}"));
    (0..count).map(|at| Member::plain(key(at).as_deref(), bytes.pick(&VALUES))).collect()
}

/// Writes a file of JSON: around and in the object of a key.
fn json(data: &[u8], key: &str, inner: impl Fn(&mut File, &mut Bytes<'_>)) -> File {
    let (mut bytes, mut file) = (Bytes(data), File::default());
    let mut members = others(&mut bytes, Some("a"));
    if bytes.next() % 4 != 0 {
        members.push(Member::new(Some(key), inner));
    }
    members.extend(others(&mut bytes, Some("b")));
    file.has_empty |= members.is_empty();
    file.put(bytes.pick(&["", "", "// @\n", "/*@*/\r\n"]));
    file.members(&mut bytes, ["{", "}"], &members);
    file.put(bytes.pick(&["", "\n", "\r\n", " //@", "\n\n"]));
    file
}

/// Returns a file of JSON with servers.
pub fn servers(data: &[u8]) -> File {
    json(data, "mcpServers", |file, bytes| {
        let mut members = others(bytes, Some("c"));
        if bytes.next() % 2 == 0 {
            let entry = |file: &mut File, bytes: &mut Bytes<'_>| {
                let mut fields = others(bytes, Some("e"));
                fields.push(Member::plain(Some("command"), "\"/old/mcp-guide\""));
                let args = |file: &mut File, bytes: &mut Bytes<'_>| {
                    let words = ["\"--project\"", "\"/x\"", "\"--dialects\"", "\"/y\"", "\"serve\""];
                    let words = bytes.pick(&[&words[4..], &words[2..], &words]).iter();
                    let words: Vec<_> = words.map(|word| Member::plain(None, word)).collect();
                    file.members(bytes, ["[", "]"], &words);
                };
                fields.push(Member::new(Some("args"), args));
                file.members(bytes, ["{", "}"], &fields);
            };
            members.push(Member::new(Some("guide"), entry).own());
        }
        members.extend(others(bytes, Some("d")));
        file.has_empty |= members.iter().all(|of| of.is_own);
        file.members(bytes, ["{", "}"], &members);
    })
}

/// Returns a file of JSON with hooks.
pub fn hooks(data: &[u8]) -> File {
    json(data, "hooks", |file, bytes| {
        let event = |name: &str, file: &mut File, bytes: &mut Bytes<'_>| {
            let mut entries = others(bytes, None);
            for _ in 0..bytes.next() % if name == "Stop" { 1 } else { 2 } {
                let entry = |file: &mut File, bytes: &mut Bytes<'_>| {
                    let commands = |file: &mut File, bytes: &mut Bytes<'_>| {
                        let command =
                            "{\"type\": \"command\", \"command\": \"/old/mcp-guide hook claude-code\"}";
                        file.members(bytes, ["[", "]"], &[Member::plain(None, command)]);
                    };
                    let fields =
                        [Member::plain(Some("matcher"), "\"Mine\""), Member::new(Some("hooks"), commands)];
                    file.members(bytes, ["{", "}"], &fields);
                };
                entries.push(Member::new(None, entry).own());
            }
            entries.extend(others(bytes, None));
            file.has_empty |= entries.iter().all(|of| of.is_own);
            file.members(bytes, ["[", "]"], &entries);
        };
        let mut events = Vec::new();
        for name in ["PreToolUse", "Stop", "SessionStart"] {
            if bytes.next() % 2 == 0 {
                let list = move |file: &mut File, bytes: &mut Bytes<'_>| event(name, file, bytes);
                events.push(Member::new(Some(name), list));
            }
        }
        file.has_empty |= events.is_empty();
        file.members(bytes, ["{", "}"], &events);
    })
}

/// Returns a file of TOML with servers.
pub fn tables(data: &[u8]) -> File {
    let (mut bytes, mut file) = (Bytes(data), File::default());
    let mut number = 0;
    let mut lines = |file: &mut File, bytes: &mut Bytes<'_>, text: &str, is_own: bool| {
        let mut is_in_list = false;
        for line in text.lines() {
            number += 1;
            let line =
                line.replace('#', "\u{1}").replace("\u{1} @", "# @").replace('\u{1}', &number.to_string());
            let (key, comment) = line.split_at(line.find("# @").unwrap_or(line.len()));
            file.is_own = is_own && !matches!(key.trim(), "" | "[mcp_servers]");
            file.put(key);
            if let Some((_, list)) = key.split_once("= [") {
                is_in_list = !list.contains(']');
            } else if key.contains(']') {
                is_in_list = false;
            }
            file.is_own &= is_in_list;
            file.put(comment);
            file.is_own = false;
            file.put(bytes.pick(&ENDS));
        }
    };
    for _ in 0..bytes.next() % 4 {
        let line = bytes.pick(&LINES);
        lines(&mut file, &mut bytes, line, false);
    }
    let own = bytes.next() % (2 * OWN.len());
    let servers = if own < OWN.len() { "" } else { bytes.pick(&SERVERS) };
    lines(&mut file, &mut bytes, servers, false);
    let at = bytes.next() % TABLES.len();
    for (place, table) in TABLES.iter().enumerate() {
        if place == at {
            lines(&mut file, &mut bytes, OWN.get(own).unwrap_or(&""), true);
        }
        if bytes.next() % 2 == 0 && (servers.is_empty() || !table.contains("other")) {
            lines(&mut file, &mut bytes, table, false);
        }
    }
    if bytes.next() % 3 == 0 {
        file.parts.pop();
    }
    file
}

/// What the engine makes of a client's file: with the entries, or without.
pub fn engine(client: &str, is_hook: bool) -> impl Fn(&str, bool) -> Result<String, String> {
    let client = Client::find(client).expect("a client");
    let words = ["/new/mcp-guide", "--project", "/p q", if is_hook { "hook" } else { "serve" }];
    let mut words: Vec<String> = words.into_iter().map(str::to_owned).collect();
    words.extend(is_hook.then(|| client.name.clone()));
    move |text, removes| {
        if is_hook {
            edited_hook(&client, text, Some((&*words, false)).filter(|_| !removes))
        } else {
            edited_server(&client, text, Some(&*words).filter(|_| !removes))
        }
    }
}

/// A text without white space and commas.
fn squeezed(text: &str) -> String {
    text.chars().filter(|c| !c.is_whitespace() && *c != ',').collect()
}

/// The value of a JSON text without our entries, and without what is empty then.
fn value(text: &str) -> Result<Value, String> {
    let parsed = parse_to_ast(text, &CollectOptions::default(), &ParseOptions::default());
    let mut value = match parsed.map_err(|error| error.to_string())?.value {
        Some(value) => Value::from(value),
        None => Value::Object(Default::default()),
    };
    let root = value.as_object_mut().ok_or("no object")?;
    if let Some(servers) = root.get_mut("mcpServers").and_then(Value::as_object_mut) {
        servers.shift_remove("guide");
    }
    if let Some(hooks) = root.get_mut("hooks").and_then(Value::as_object_mut) {
        for list in hooks.values_mut().filter_map(Value::as_array_mut) {
            list.retain(|entry| !entry.to_string().contains("mcp-guide"));
        }
        hooks.retain(|_, list| list.as_array().is_none_or(|list| !list.is_empty()));
    }
    root.retain(|key, of| {
        !matches!(&**key, "mcpServers" | "hooks") || of.as_object().is_none_or(|of| !of.is_empty())
    });
    Ok(value)
}

/// Entries are set and removed once; no comment and no line end is lost, and nothing of others changes;
/// where none was before, the file is as it was.
pub fn setup(file: &File, is_json: bool, subject: impl Fn(&str, bool) -> Result<String, String>) -> Verdict {
    let text = file.text();
    let edit =
        |of: &str, removes| subject(of, removes).map_err(|error| format!("{error}: {of:?}, of {text:?}"));
    let set = edit(&text, false)?;
    let removed = edit(&set, true)?;
    let bare = edit(&text, true)?;
    for (of, removes) in [(&set, false), (&removed, true), (&bare, true)] {
        let again = edit(of, removes)?;
        ensure(again == *of, || format!("{of:?} is edited once more: {again:?}"))?;
    }
    let count = |text: &str, mark| text.matches(mark).count();
    ensure(count(&set, "@") == count(&text, "@"), || format!("{set:?} lost a comment of {text:?}"))?;
    for end in ["\r\n", "\n"] {
        let due = count(&file.others(), end);
        ensure(count(&set, end) >= due, || format!("{set:?} lost line ends of {text:?}"))?;
    }
    if is_json {
        for of in [&set, &removed, &bare] {
            let (found, due) = (value(if of.is_empty() { "{}" } else { of })?, value(&text)?);
            ensure(found == due, || format!("{of:?} is {found}, and {text:?} {due}"))?;
        }
    }
    let others = file.others();
    ensure(count(&bare, "@") == count(&others, "@"), || format!("{bare:?} lost a comment of {text:?}"))?;
    // What is empty goes with our entries.
    if file.has_empty {
        return Ok(());
    }
    let is_same = squeezed(&bare) == squeezed(&others);
    ensure(is_same, || format!("{text:?} without our entries is {bare:?}"))?;
    ensure(file.has_own() || removed == text, || format!("{text:?} became {set:?}, and then {removed:?}"))
}

/// What `setup` has written goes, and the file is as it was, in whatever form; nothing else is left. The
/// subject runs words of the program in the project's folder.
pub fn undone(
    file: &File,
    (client, path): (&str, &str),
    subject: impl Fn(&Path, &[&str]) -> Verdict,
) -> Verdict {
    let (folder, text) = (crate::folder(), file.text());
    let path = folder.path().join(path);
    std::fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
    std::fs::write(&path, &text).expect("a file");
    let tree = || paths(folder.path());
    let before = tree();
    for more in [&["--no-hook"][..], &[], &["--remove"]] {
        subject(folder.path(), &[&["setup", client], more].concat())?;
    }
    let left = std::fs::read_to_string(&path).map_err(|error| format!("{error}, of {text:?}"))?;
    ensure(left == text, || format!("{text:?} became {left:?}"))?;
    ensure(tree() == before, || format!("{:?} is left of {before:?}", tree()))
}

/// The paths of what is in a folder and below it.
pub fn paths(folder: &Path) -> Vec<PathBuf> {
    let mut paths = Vec::new();
    for entry in std::fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            paths.extend(self::paths(&path));
        }
        paths.push(path);
    }
    paths.sort();
    paths
}
