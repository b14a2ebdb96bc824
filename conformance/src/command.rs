//! Any server's command line, with placeholders for what a scenario is given.

use std::collections::BTreeSet;
use std::path::Path;
use std::time::Duration;

use crate::client;
use crate::http::At;
use crate::server::{self, Server, Setup, Wording};
use crate::wants::Wants;
use crate::watch::Watch;
use crate::wire::Wire;

/// Holds the command line.
pub const VARIABLE: &str = "MCP_GUIDE_COMMAND";

/// Holds what the server cannot do, separated by commas.
pub const LACKS: &str = "MCP_GUIDE_LACKS";

/// Where the server is, if it speaks HTTP.
pub const URL: &str = "MCP_GUIDE_URL";

/// How the project is named by the environment.
const ENVIRONMENT: &str = "MCP_GUIDE_PROJECT";

/// A command line, for a shell.
///
/// `{project}`, `{cwd}`, `{spec}`, `{port}` and `{env:NAME}` in it are filled in for each
/// scenario. What stands in brackets with one of them is left out where the
/// scenario has nothing to fill in.
#[derive(Debug, PartialEq, Eq)]
pub struct CommandLine {
    /// The line as it was given.
    pub text: String,
    pieces: Vec<Piece>,
    lacks: Vec<String>,
    /// Where it is, if it speaks HTTP.
    url: Option<Vec<Piece>>,
    /// How long each answer may take.
    pub patience: Duration,
    pub words: Wording,
    /// The server's name and version.
    pub identity: (String, String),
    /// Whether `guide.yaml` is written as JSON.
    pub json: bool,
}

#[derive(Debug, PartialEq, Eq)]
enum Piece {
    Text(String),
    Place(Place),
    Group(Vec<Piece>),
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum Place {
    Project,
    WorkingDirectory,
    Spec,
    /// One that was free.
    Port,
    Environment(String),
}

impl Place {
    fn of(name: &str) -> Option<Self> {
        Some(match name {
            "project" => Self::Project,
            "cwd" => Self::WorkingDirectory,
            "spec" => Self::Spec,
            "port" => Self::Port,
            _ => Self::Environment(name.strip_prefix("env:")?.to_owned()),
        })
    }
}

impl CommandLine {
    /// Reads a command line.
    ///
    /// # Errors
    ///
    /// A placeholder that does not exist, or a bracket around one that is not closed.
    pub fn new(line: &str) -> Result<Self, String> {
        Ok(Self {
            text: line.to_owned(),
            pieces: command_pieces(line)?,
            lacks: Vec::new(),
            url: None,
            patience: client::PATIENCE,
            words: Wording::Exact,
            identity: ("mcp-guide".into(), env!("CARGO_PKG_VERSION").into()),
            json: false,
        })
    }

    /// The same for a server over HTTP at this URL, in which `{port}` may stand.
    ///
    /// # Errors
    ///
    /// A placeholder that does not exist.
    pub fn at(mut self, url: &str) -> Result<Self, String> {
        self.url = Some(pieces(url).map_err(|problem| format!("{URL}: {problem}"))?);
        Ok(self)
    }

    /// Keeps it to the end of the process, as a scenario's server has to be.
    pub fn kept(self) -> &'static Self {
        Box::leak(Box::new(self))
    }

    /// The same for a server that cannot do some things: `table`, `roots`,
    /// `environment`, `search`, or a requirement by its name.
    ///
    /// # Errors
    ///
    /// A name that is neither.
    pub fn lacking(mut self, lacks: &str, requirements: &BTreeSet<String>) -> Result<Self, String> {
        let known = ["table", "roots", "environment", "search"];
        for lack in lacks.split(',').map(str::trim).filter(|lack| !lack.is_empty()) {
            if !known.contains(&lack) && !requirements.contains(lack) {
                return Err(format!(
                    "{LACKS}: '{lack}' is none of {}, and no requirement's name",
                    known.join(", ")
                ));
            }
            self.lacks.push(lack.to_owned());
        }
        Ok(self)
    }
}

impl Server for CommandLine {
    fn name(&self) -> &str {
        "command"
    }

    fn shown(&self) -> String {
        self.text.clone()
    }

    fn patience(&self) -> Duration {
        self.patience
    }

    fn words(&self) -> Wording {
        self.words
    }

    fn identity(&self) -> (&str, &str) {
        (&self.identity.0, &self.identity.1)
    }

    fn json(&self) -> bool {
        self.json
    }

    fn excludes(&self, requirement: &str, wants: &Wants) -> Option<String> {
        let declared = |what: &str| self.lacks.iter().any(|lack| lack == what);
        let declared = [
            (requirement, true),
            ("table", wants.table),
            ("roots", wants.roots),
            ("environment", wants.environment),
            ("search", wants.finds()),
        ]
        .into_iter()
        .find(|(what, wanted)| *wanted && declared(what));
        if let Some((what, _)) = declared {
            return Some(format!("{LACKS} declares '{what}'"));
        }
        let environment = Place::Environment(ENVIRONMENT.to_owned());
        let why = if wants.table && !holds(&self.pieces, &Place::Spec) {
            "it has a table of its own, and the command line no {spec}".to_owned()
        } else if wants.environment && !holds(&self.pieces, &environment) {
            format!("it sets {ENVIRONMENT}, and the command line has no {{env:{ENVIRONMENT}}}")
        } else if wants.searched && bare(&self.pieces, &Place::Project) {
            "it names no project, and {project} stands outside brackets".to_owned()
        } else if let Some(why) = wants.over_http().filter(|_| self.url.is_none()) {
            why
        } else if wants.token {
            "it has a token of its own".to_owned()
        } else if !wants.environment && bare(&self.pieces, &environment) {
            format!("it sets no {ENVIRONMENT}, which stands outside brackets")
        } else {
            return None;
        };
        Some(why)
    }

    /// By a shell, in the scenario's working directory.
    fn start(&self, setup: &Setup, table: Option<&str>, watch: Watch) -> Wire {
        let table = match table {
            Some(table) => Some(server::table_file(table)),
            // It has a place for one in every scenario.
            None if bare(&self.pieces, &Place::Spec) => Some(server::table_file(server::TABLE)),
            None => None,
        };
        let always = bare(&self.pieces, &Place::Project);
        let port = self.url.is_some().then(free_port);
        let value = |place: &Place| {
            let path: &Path = match place {
                Place::Project if !setup.named && !always => return None,
                Place::Project => &setup.folder,
                Place::WorkingDirectory => &setup.working_directory,
                Place::Spec => table.as_ref()?.path(),
                Place::Port => return port.clone(),
                Place::Environment(name) if name == ENVIRONMENT => setup.environment.as_ref()?,
                Place::Environment(_) => return None,
            };
            let path = path.to_str().expect("a UTF-8 path");
            Some(shlex::try_quote(path).expect("a path without NUL").into_owned())
        };
        let line = filled(&self.pieces, &value).expect("what lacks a value was excluded");
        let mut command = tokio::process::Command::new("sh");
        command.args(["-c", &line]).current_dir(&setup.working_directory).env_remove(ENVIRONMENT);
        if let Some(path) = &setup.environment {
            command.env(ENVIRONMENT, path);
        }
        match &self.url {
            Some(url) => {
                let url = filled(url, &value).expect("a port alone is filled in");
                let url = url.parse().expect("a URL");
                Wire::over_http(command, table, watch, At::Url(url), None)
            }
            None => Wire::start(command, table, watch),
        }
    }
}

/// A port that nobody listens on. Another may take it before the server does.
fn free_port() -> String {
    let listener = std::net::TcpListener::bind("127.0.0.1:0").expect("a free port");
    listener.local_addr().expect("it listens").port().to_string()
}

/// Whether a place stands anywhere.
fn holds(pieces: &[Piece], place: &Place) -> bool {
    pieces.iter().any(|piece| match piece {
        Piece::Text(_) => false,
        Piece::Place(found) => found == place,
        Piece::Group(pieces) => holds(pieces, place),
    })
}

/// Whether a place stands outside brackets.
fn bare(pieces: &[Piece], place: &Place) -> bool {
    let stands = |piece: &Piece| matches!(piece, Piece::Place(found) if found == place);
    pieces.iter().any(stands)
}

/// The text, or `None` where a place has no value.
fn filled(pieces: &[Piece], value: &impl Fn(&Place) -> Option<String>) -> Option<String> {
    let mut text = String::new();
    for piece in pieces {
        match piece {
            Piece::Text(piece) => text.push_str(piece),
            Piece::Place(place) => text.push_str(&value(place)?),
            Piece::Group(pieces) => text.push_str(&filled(pieces, value).unwrap_or_default()),
        }
    }
    Some(text)
}

/// The pieces of a command line. A shell looks up the first word if it is a bare name.
fn command_pieces(line: &str) -> Result<Vec<Piece>, String> {
    let (blanks, rest) = line.split_at(line.len() - line.trim_start().len());
    let end = rest.find(char::is_whitespace).unwrap_or(rest.len());
    let (name, rest) = rest.split_at(end);
    if name.contains(['/', '{', '[']) {
        return pieces(line);
    }
    let mut all = vec![Piece::Text([blanks, name].concat())];
    all.extend(pieces(rest)?);
    Ok(all)
}

fn pieces(line: &str) -> Result<Vec<Piece>, String> {
    let mut pieces = Vec::new();
    let mut rest = line;
    while let Some(at) = rest.find(['{', '[']) {
        let (before, from) = rest.split_at(at);
        pieces.push(Piece::Text(from_here(before)));
        let close = if from.starts_with('{') { '}' } else { ']' };
        let inner = from.find(close).map(|end| &from[1..end]);
        let (piece, length) = match inner {
            // The shell's own, such as ${HOME}, and [ -f FILE ].
            Some(name) if close == '}' && !before.ends_with('$') => (place(name)?, name.len() + 2),
            Some(inner) if close == ']' => match self::pieces(inner)? {
                group if group.iter().any(|piece| matches!(piece, Piece::Place(_))) => {
                    (Some(Piece::Group(group)), inner.len() + 2)
                }
                _ => (None, 0),
            },
            _ => (None, 0),
        };
        match piece {
            Some(piece) => {
                pieces.push(piece);
                rest = &from[length..];
            }
            None => {
                pieces.push(Piece::Text(from[..1].to_owned()));
                rest = &from[1..];
            }
        }
    }
    pieces.push(Piece::Text(from_here(rest)));
    Ok(pieces)
}

/// The text with whole paths in place of files from here, such as `dist/server.js` or `server.py`:
/// a server runs in the scenario's working directory.
fn from_here(text: &str) -> String {
    let words = text.split_inclusive(char::is_whitespace).map(|word| {
        let path = word.trim_end();
        let file = Path::new(path);
        if path.is_empty() || file.is_absolute() || !file.is_file() {
            return word.to_owned();
        }
        let whole = std::path::absolute(file).expect("the working directory is there");
        let quoted =
            shlex::try_quote(whole.to_str().expect("a UTF-8 path")).expect("a path without NUL").into_owned();
        word.replacen(path, &quoted, 1)
    });
    words.collect()
}

/// The place of this name. What is no name at all, such as JSON, is the shell's.
fn place(name: &str) -> Result<Option<Piece>, String> {
    match Place::of(name) {
        Some(place) => Ok(Some(Piece::Place(place))),
        None if name.chars().all(|c| c.is_ascii_alphabetic() || ":_-".contains(c)) => Err(format!(
            "{{{name}}} is no placeholder; valid are {{project}}, {{cwd}}, {{spec}}, {{port}} and {{env:NAME}}"
        )),
        None => Ok(None),
    }
}
