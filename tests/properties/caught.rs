//! Each law on a subject that breaks it: a law that lets it pass proves nothing. Those of
//! calls, templates, searches, sections, resources, sessions and lines are beside them.

use std::collections::HashSet;
use std::fs;
use std::path::{Path, PathBuf};

use mcp_guide::text::escaped::{Escaped, MAX_QUOTED};
use mcp_guide::text::multipart_message::Boundary;
use rule_files::pattern::Pattern;
use rule_files::yaml::YamlErrorKind;
use serde_json::{Map, Value};

use super::strategies;
use super::trial::catch;
use laws::cells::{self, cells};
use laws::discover::{self, within};
use laws::init::{self, init};
use laws::multipart::{self, multipart_with};
use laws::pattern::pattern;
use laws::plan::{Plan, Step};
use laws::sandbox::{Reader, sandbox};
use laws::served::Served;
use laws::tree::Node;
use laws::uri::{self, Named};
use laws::yaml::{self, Refusal, Style};
use laws::{arguments, dispatch, schema, shown, table};

#[test]
fn multipart_catches_a_boundary_that_should_be_unique() {
    catch(strategies::framed(), |(base, _, documents)| {
        let boundary = Boundary::new(&base, false).map_err(|error| error.to_string())?;
        let build = multipart::engine(&boundary);
        multipart_with(&base, true, &documents, build)
    });
}

/// Matches a whole path at once with the glob crate: `*` crosses directories, hidden
/// names match.
#[test]
fn pattern_catches_whole_path_matching() {
    catch(strategies::pattern(), |(text, paths)| {
        let whole_path = |text: &str, paths: &[String]| {
            Pattern::parse(text)?;
            let whole = glob::Pattern::new(text);
            let matches = |path: &String| whole.as_ref().is_ok_and(|whole| whole.matches(path));
            Ok(paths.iter().map(matches).collect())
        };
        pattern(&text, &paths, whole_path).map(drop)
    });
}

#[test]
fn discover_within_bounds_catches_hidden_names_that_are_shown() {
    catch(strategies::bounded_walk(), |(walk, served)| {
        let (nodes, patterns, suffixes) = walk;
        let shown = |root: &Path, patterns: &[String], suffixes: &[String], of: &Served| {
            let of = Served { hidden: None, ..of.clone() };
            discover::bounded(root, patterns, suffixes, &of)
        };
        within(&nodes, &patterns, &suffixes, &served, shown).map(drop)
    });
}

/// A reader that checks a path when it is found, and then opens it with `std::fs`.
struct Naive {
    root: PathBuf,
    found: HashSet<String>,
}

impl Naive {
    fn open(root: &Path) -> Self {
        Self { root: root.to_owned(), found: HashSet::new() }
    }

    fn inside(&self, path: &str) -> bool {
        let paths = self.root.join(path).canonicalize().ok();
        let paths = paths.zip(self.root.canonicalize().ok());
        paths.is_some_and(|(path, root)| path.starts_with(root))
    }
}

impl Reader for Naive {
    fn find(&mut self, _: &str) -> Vec<String> {
        let entries = fs::read_dir(&self.root).into_iter().flatten().flatten();
        let names = entries.filter_map(|entry| entry.file_name().into_string().ok());
        let found: Vec<String> = names.filter(|name| self.inside(name)).collect();
        self.found.extend(found.iter().cloned());
        found
    }

    fn read(&self, path: &str) -> Option<Vec<u8>> {
        if !self.found.contains(path) && !self.inside(path) {
            return None;
        }
        let path = self.root.join(path);
        path.metadata().ok()?.is_file().then(|| fs::read(path).ok())?
    }

    fn read_beneath(&self, directory: &str, path: &str) -> Option<Vec<u8>> {
        self.read(&format!("{directory}/{path}"))
    }

    fn list(&self, _: &str) -> Vec<String> {
        Vec::new()
    }
}

#[test]
fn sandbox_catches_a_check_before_a_swap() {
    // Spelled out: of 2,000 random plans a few, or none, swap at that moment.
    let steps = [
        Step::Put("a.md".into(), Node::File),
        Step::Put("b.md".into(), Node::Link("../rootless/a.md".into())),
        Step::Find("**".into()),
        Step::Swap("a.md".into(), "b.md".into()),
        Step::ReadFound,
    ];
    let verdict = sandbox(&Plan(steps.to_vec()), Naive::open);
    assert!(verdict.is_err(), "the law holds for a check before a swap");
}

/// Builds URIs whose segments are not encoded.
struct Unencoded;

impl uri::Subject for Unencoded {
    fn build(&self, (collection, category, path): &Named) -> String {
        match collection {
            Some(id) => format!("guide://collection/{id}/category/{category}/{path}"),
            None => format!("guide://category/{category}/{path}"),
        }
    }

    fn parse(&self, uri: &str, with_collection: bool) -> Option<Named> {
        uri::Engine.parse(uri, with_collection)
    }
}

#[test]
fn uri_catches_segments_that_are_not_encoded() {
    catch(strategies::named(), |named| uri::uri(&named, &Unencoded));
}

/// Escapes what Rust calls a control character, and lets the rest through.
#[test]
fn shown_catches_control_characters_alone() {
    let escaped = |c: char| if c.is_control() { c.escape_default().to_string() } else { c.to_string() };
    catch(strategies::words(), |text| shown::shown(&text, |text| text.chars().map(escaped).collect()));
}

#[test]
fn echoed_catches_a_text_without_an_end() {
    catch(strategies::words(), |text| shown::echoed(&text, MAX_QUOTED, |text| Escaped(text).to_string()));
}

#[test]
fn cells_catches_bars() {
    let bars = |folder: &Path| Ok(cells::engine(folder)?.replace("\\|", "|"));
    catch(strategies::cells(), |rows| cells(cells::stored(&rows).path(), &rows, bars));
}

#[test]
fn init_catches_names_without_quotes() {
    let here = proptest::bool::ANY;
    let input = (strategies::folders(), here, strategies::words());
    catch(input, |(names, here, heading)| {
        init(&names, here, &heading, |folder| Ok(init::engine(folder)?.replace('"', "")))
    });
}

#[test]
#[cfg_attr(not(feature = "oracles"), ignore = "needs --features oracles")]
fn schema_catches_whatever_is_yaml() {
    catch(strategies::guide(), |value| schema::agreed(&schema::GUIDE, &value, |_| true).map(drop));
}

#[test]
#[cfg_attr(not(feature = "oracles"), ignore = "needs --features oracles")]
fn arguments_catches_unknown_arguments_let_through() {
    catch(strategies::call(), |(tool, given)| {
        let tool = table().tool(&tool).expect("a tool of the table");
        arguments::arguments(tool, &given, |tool, given| {
            let mut known = given.clone();
            known.retain(|name, _| tool.arguments.contains_key(name));
            arguments::engine(tool, &known)
        })
        .map(drop)
    });
}

/// Answers with the system's own words, which name the machine's paths.
#[test]
fn dispatch_catches_a_path_of_the_machine() {
    catch(strategies::call(), |(tool, given)| {
        let with_path = |tool: &str, given: &Map<String, Value>| {
            let answer = dispatch::engine(tool, given)?;
            let path = dispatch::fixture().path().join("docs");
            Ok(answer.replace("\"error\":\"", &format!("\"error\":\"{path}: ")))
        };
        dispatch::dispatch(&tool, &given, with_path).map(drop)
    });
}

#[test]
fn yaml_catches_an_error_without_a_place() {
    let files = strategies::edited(include_str!("../../guide.yaml"));
    catch(files, |bytes| {
        yaml::yaml(&bytes, |content| {
            yaml::load_project(content)
                .map_err(|_| Refusal { path: String::new(), problem: "invalid YAML".into() })
        })
    });
}

#[test]
fn yaml_catches_keys_that_are_not_compared() {
    let entries = (strategies::node(), strategies::text());
    catch(entries, |(node, key)| {
        let styles = (Style::Double, Style::Single);
        yaml::repeated(&node, &key, styles, |content| match yaml::engine(content) {
            Err(YamlErrorKind::RepeatedKey(_)) => Ok(serde_yaml::Value::Null),
            read => read,
        })
    });
}

/// Forgets that a text was quoted.
fn unquoted(content: &[u8]) -> Result<serde_yaml::Value, YamlErrorKind> {
    let bare = String::from_utf8_lossy(content).replace(['"', '\''], "");
    yaml::engine(bare.as_bytes())
}

#[test]
fn yaml_catches_texts_taken_for_numbers() {
    catch(strategies::node(), |node| yaml::agree(&node, unquoted));
}

#[test]
fn yaml_catches_a_value_that_the_events_do_not_say() {
    let files = strategies::edited("context: { version: \"1.10\", name: 'null', list: [\"0x1F\", plain] }\n");
    catch(files, |bytes| yaml::events(&bytes, unquoted));
}
