//! The session law: each call is answered as a model of a session answers it, which
//! looks at everything anew and remembers what loaded last.

use std::cell::RefCell;
use std::fs::{self, File};
use std::path::{Path, PathBuf};

use camino::Utf8PathBuf;
use mcp_guide::project::project_error::{ProjectError, ProjectErrorKind, SearchStep, SessionError};
use mcp_guide::project::session::{REMEMBERED, Roots, Session, Source};
use mcp_guide::{Caller, Server};
use serde_json::{Value, json};

use super::places::{self, From, Guide, Places, Plan, Root, Step, VERSIONS, edit, guide, identity};
use super::{ensure, table, timed};

/// What a call comes to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Answer {
    /// A project is bound: its version, the problem because of which that is not
    /// what the file holds, and the document of the folder that is served.
    Project { version: usize, stale: Option<Problem>, who: String },
    /// A folder without a file is bound.
    Unguided,
    /// There is one, and it never loaded.
    Unloadable(Problem),
    /// There is none; whether roots were offered, and how many.
    Nowhere(Option<usize>),
}

/// Why a file cannot be loaded.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Problem {
    Missing,
    Unreadable,
    Invalid,
}

/// Something that finds a project and keeps it up to date.
pub trait Subject {
    /// What a call is answered with, for a client of these roots.
    fn answer(&self, roots: &Roots) -> Result<Answer, String>;
}

/// The engine: what its session says, and what its server serves.
pub struct Engine(Server);

impl Engine {
    /// A session that looks there.
    pub fn new(source: Source) -> Self {
        let session = Session::new(source);
        Self(Server::new(table().clone(), session))
    }

    fn call(&self, tool: &str, arguments: &Value, roots: &Roots) -> Value {
        let roots = || Some(roots.clone());
        let caller = Caller { roots: &roots, ..Caller::WITHOUT_ROOTS };
        let reply = self.0.call(caller, tool, arguments.as_object().expect("an object"));
        let json = reply.expect("the tool exists").to_string();
        serde_json::from_str(&json).expect("a reply is JSON")
    }
}

impl Subject for Engine {
    fn answer(&self, roots: &Roots) -> Result<Answer, String> {
        let problem = |fault: &ProjectError| match fault.kind {
            ProjectErrorKind::Missing => Problem::Missing,
            ProjectErrorKind::Unreadable(_) => Problem::Unreadable,
            _ => Problem::Invalid,
        };
        let listed = self.call("list_content", &json!({}), roots);
        let (answer, message) = match self.0.session.bind(roots) {
            Ok(bound) if bound.is_found() => {
                ensure(listed["success"] == true, || format!("listed is {listed}"))?;
                return Ok(Answer::Unguided);
            }
            Ok(bound) => {
                let name = bound.project.categories.keys().next();
                let name = name.ok_or("a project without its category")?;
                let arguments = json!({ "category_or_collection": name });
                let result = self.call("get_content", &arguments, roots);
                ensure(listed["value"].to_string().contains(&format!("| {name} |")), || {
                    format!("{name} is bound, and listed is {listed}")
                })?;
                let answer = Answer::Project {
                    version: name[1..].parse().map_err(|_| format!("the category {name}"))?,
                    stale: bound.stale.as_ref().map(problem),
                    who: result["value"].as_str().unwrap_or_default().to_owned(),
                };
                (answer, bound.stale.is_some())
            }
            Err(SessionError::Unloadable(fault)) => (Answer::Unloadable(problem(&fault)), false),
            Err(SessionError::Nowhere(ways)) => {
                let roots = ways.iter().find_map(|way| match way {
                    SearchStep::EmptyRoots(count) => Some(Some(*count)),
                    SearchStep::NoRoots => Some(None),
                    _ => None,
                });
                (Answer::Nowhere(roots.ok_or_else(|| format!("{ways:?}"))?), false)
            }
        };
        let bound = matches!(answer, Answer::Project { .. });
        let told = listed["success"] == bound && listed.get("message").is_some() == message;
        ensure(told && (bound || listed["error_type"] == "no_session"), || {
            format!("{answer:?}, and listed is {listed}")
        })?;
        Ok(answer)
    }
}

/// Whatever is done to the folders, each call is answered as the model answers.
///
/// Returns the answers.
pub fn session<S: Subject>(plan: &Plan, open: impl Fn(Source) -> S) -> Result<Vec<Answer>, String> {
    thread_local! {
        static PLACES: RefCell<Option<Places>> = const { RefCell::new(None) };
    }
    let places = PLACES.take().unwrap_or_else(Places::new);
    let answers = run(plan, &places, open);
    places.clear();
    PLACES.set(Some(places));
    answers
}

fn run<S: Subject>(plan: &Plan, places: &Places, open: impl Fn(Source) -> S) -> Result<Vec<Answer>, String> {
    // Something to begin with: the places of the first steps are mostly there.
    for place in 0..3 {
        places.change(&Step::Put(place));
    }
    let utf8 = |path: PathBuf| Utf8PathBuf::from_path_buf(path).expect("a UTF-8 path");
    let subject = open(match plan.from {
        From::Named(place) => Source::Named(utf8(places.path(place))),
        From::File(place) => Source::Named(utf8(places.path(place).join("guide.yaml"))),
        From::Search(place) => Source::Search { from: Some(utf8(places.path(place))) },
        From::Roots => Source::Search { from: None },
    });
    let mut model = Model::new(plan.from);
    let (mut offered, mut answers) = (None, Vec::new());
    for (at, step) in plan.steps.iter().chain([&Step::Call]).enumerate() {
        let mut call = |offered: &Option<Vec<Offered>>| {
            let expected = model.answer(places, offered.as_deref());
            let answer = timed("a call", || subject.answer(&as_roots(offered)))??;
            ensure(answer == expected, || format!("step {at}: {answer:?} instead of {expected:?}"))?;
            answers.push(answer);
            Ok::<_, String>(())
        };
        match step {
            Step::Roots(roots) => {
                let uris = |roots: &Vec<Root>| roots.iter().map(|root| uri(places, *root)).collect();
                offered = roots.as_ref().map(uris);
            }
            Step::Call => call(&offered)?,
            Step::Tour(count) => {
                for (number, folder) in places.away().into_iter().take(*count).enumerate() {
                    edit(&folder, Guide::Version(number % VERSIONS));
                    call(&Some(vec![(format!("file://{}", folder.display()), Some(folder))]))?;
                }
            }
            change => places.change(change),
        }
    }
    Ok(answers)
}

/// A root as the client gives it, and the path that it means.
type Offered = (String, Option<PathBuf>);

fn as_roots(offered: &Option<Vec<Offered>>) -> Roots {
    match offered {
        Some(roots) => Roots::Offered(roots.iter().map(|(uri, _)| uri.clone()).collect()),
        None => Roots::None,
    }
}

fn uri(places: &Places, root: Root) -> Offered {
    let (place, spelling) = match root {
        Root::At(place, spelling) => (place, spelling),
        Root::Foreign(choice) => {
            let path = places.path(0);
            let path = path.display();
            let uris = [
                String::new(),
                format!("http://localhost{path}"),
                format!("file://elsewhere{path}"),
                format!("file:.{path}"),
                "file:///no/such/folder".to_owned(),
                format!("file://{path}%00"),
            ];
            return (uris[choice % uris.len()].clone(), None);
        }
    };
    let path = places.path(place);
    let text = path.to_str().expect("a UTF-8 path");
    let encoded: String = (text.bytes())
        .map(|byte| match byte {
            b'/' | b'.' | b'-' => char::from(byte).to_string(),
            byte if byte.is_ascii_alphanumeric() && spelling % 3 > 0 => char::from(byte).to_string(),
            byte => format!("%{byte:02X}"),
        })
        .collect();
    let uri = match spelling / 3 % 7 {
        0 => format!("file://{encoded}"),
        1 => format!("FILE://LocalHost{encoded}"),
        2 => format!("file://{encoded}/"),
        3 => format!("file://{encoded}?query#fragment"),
        4 => format!("file:{encoded}"),
        5 => text.to_owned(),
        _ => format!("file://localhost{encoded}"),
    };
    (uri, Some(path))
}

/// A session as the documentation has it.
struct Model {
    from: From,
    /// The projects that were asked for last, each with its last good version: a
    /// file of a folder that is held, so that no other can be taken for it.
    known: Vec<Known>,
}

struct Known {
    folder: (u64, u64),
    _held: File,
    good: Option<usize>,
}

impl Model {
    fn new(from: From) -> Self {
        Self { from, known: Vec::new() }
    }

    fn answer(&mut self, places: &Places, offered: Option<&[Offered]>) -> Answer {
        let place = match self.from {
            From::Named(place) | From::File(place) => {
                let folder = places.path(place);
                // What is given as the file may be a folder.
                let inner = folder.join("guide.yaml");
                let folder = match self.from {
                    From::File(_) if inner.is_dir() => inner,
                    _ => folder,
                };
                let is_file = matches!(self.from, From::File(_));
                let has_none = || fs::symlink_metadata(folder.join("guide.yaml")).is_err();
                let is_first = || self.known.iter().all(|of| of.good.is_none());
                return match identity(&folder) {
                    Some(_) if !is_file && is_first() && has_none() => Answer::Unguided,
                    Some(_) => self.load(&folder, false),
                    None => Answer::Unloadable(Problem::Missing),
                };
            }
            From::Search(place) => Some(places.path(place)),
            From::Roots => None,
        };
        let roots = offered.unwrap_or_default().iter();
        let roots: Vec<PathBuf> = roots.filter_map(|(_, path)| path.clone()).collect();
        let above = roots.iter().filter(|path| path.is_dir());
        let above: Vec<PathBuf> =
            (above.flat_map(|path| path.ancestors().skip(1))).map(Path::to_owned).collect();
        // The nearest folder to where the search begins, and all above.
        let upward = place.into_iter().flat_map(|path| {
            let nearest = path.ancestors().filter(|above| above.is_dir());
            nearest.map(Path::to_owned).collect::<Vec<_>>()
        });
        let candidates: Vec<PathBuf> = roots.into_iter().chain(above).chain(upward).collect();
        for folder in candidates {
            let Some(known) = identity(&folder) else {
                continue;
            };
            let is_known = |of: &Known| of.folder == known && of.good.is_some();
            if look(&folder, true) != Err(Problem::Missing) || self.known.iter().any(is_known) {
                return self.load(&folder, true);
            }
        }
        Answer::Nowhere(offered.map(<[_]>::len))
    }

    fn load(&mut self, folder: &Path, found: bool) -> Answer {
        let known = identity(folder).expect("it is there");
        let at = self.known.iter().position(|of| of.folder == known);
        let last = at.and_then(|at| self.known.remove(at).good);
        let seen = look(folder, found);
        let good = seen.ok().or(last);
        self.known.push(Known { folder: known, _held: File::open(folder).expect("it opens"), good });
        if self.known.len() > REMEMBERED {
            self.known.remove(0);
        }
        match (good, seen.err()) {
            (Some(version), stale) => Answer::Project {
                version,
                stale,
                who: fs::read_to_string(folder.join("who.txt")).expect("it is read"),
            },
            (None, problem) => Answer::Unloadable(problem.unwrap_or(Problem::Missing)),
        }
    }
}

/// The version in a folder, or why there is none. What was found may not lead out
/// of its folder.
fn look(folder: &Path, found: bool) -> Result<usize, Problem> {
    let file = folder.join("guide.yaml");
    let link = fs::symlink_metadata(&file).map_err(|_| Problem::Missing)?.is_symlink();
    if found && link {
        let target = fs::read_link(&file).expect("a link");
        if target.starts_with("..") || !folder.join(target).exists() {
            return Err(Problem::Unreadable);
        }
    }
    let metadata = fs::metadata(&file).map_err(|_| Problem::Missing)?;
    if !metadata.is_file() {
        return Err(Problem::Unreadable);
    }
    let content = fs::read_to_string(&file).expect("it is read");
    let version = (0..places::VERSIONS).find(|version| content == guide(*version));
    version.ok_or(Problem::Invalid)
}
