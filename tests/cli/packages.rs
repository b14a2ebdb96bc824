//! What `packaging` makes says one version, and what each of its formats requires.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use serde_json::Value;

const VERSION: &str = env!("CARGO_PKG_VERSION");

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).to_owned()
}

fn text(path: &str) -> String {
    std::fs::read_to_string(root().join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

fn json(path: &str) -> Value {
    serde_json::from_str(&text(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// Every file of `packaging`, below it.
fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).expect("a folder");
    let paths = entries.map(|entry| entry.expect("an entry").path());
    paths.flat_map(|path| if path.is_dir() { files(&path) } else { vec![path] }).collect()
}

/// All `version`s of a value, wherever they stand.
fn versions<'a>(value: &'a Value, found: &mut Vec<&'a Value>) {
    match value {
        Value::Object(members) => {
            for (name, member) in members {
                match name.as_str() {
                    "version" => found.push(member),
                    _ => versions(member, found),
                }
            }
        }
        Value::Array(values) => values.iter().for_each(|value| versions(value, found)),
        _ => {}
    }
}

/// The version stands in Cargo.toml: elsewhere it is a placeholder.
#[test]
fn the_version_stands_in_one_place() {
    let kept = [
        "packaging/npm/launcher/package.json", "packaging/npm/platform/package.json",
        "packaging/mcpb/manifest.json", "packaging/scoop/mcp-guide.json", "packaging/server.json",
    ];
    for path in kept {
        let value = json(path);
        let mut found = Vec::new();
        versions(&value, &mut found);
        assert!(!found.is_empty(), "{path}");
        assert!(found.iter().all(|it| *it == "@VERSION@"), "{path}: {found:?}");
    }
    for path in files(&root().join("packaging")) {
        let said = std::fs::read_to_string(&path).expect("UTF-8");
        assert!(!said.contains(VERSION), "{}", path.display());
    }
    let locked = format!("name = \"mcp-guide\"\nversion = \"{VERSION}\"\n");
    assert!(text("Cargo.lock").contains(&locked));
}

/// The packages that these edges lead to, with their features.
fn packages(edges: &str) -> BTreeSet<String> {
    let home = std::env::var_os("HOME").map(|home| Path::new(&home).join(".cargo").into());
    let mut tree = laws::command(env!("CARGO"));
    tree.envs(std::env::var_os("CARGO_HOME").or(home).map(|home| ("CARGO_HOME", home)));
    tree.args([
        "tree", "--offline", "--locked", "--no-dedupe", "--prefix=none", "--format={p} {f}", "--edges",
    ]);
    let output = tree.arg(edges).current_dir(root()).output().expect("cargo runs");
    let said = String::from_utf8(output.stderr).expect("UTF-8");
    assert!(output.status.success(), "{said}");
    let lines = String::from_utf8(output.stdout).expect("UTF-8");
    lines.lines().map(|line| line.trim_end_matches(" (*)").to_owned()).collect()
}

/// What `cargo run` built, `cargo test` uses: no package has other features, and none is built
/// in another way.
#[test]
fn a_clone_is_built_once() {
    let [run, test] = ["normal,build", "normal,build,dev"].map(packages);
    assert!(run.len() > 100 && run.len() < test.len(), "{} and {}", run.len(), test.len());
    let twice: Vec<_> = run.difference(&test).collect();
    assert!(
        twice.is_empty(),
        "the tests have other features of {twice:#?}; tests/laws/Cargo.toml can name them"
    );
    assert!(!text("Cargo.toml").contains("[profile.test"), "the tests would be built anew");
}

/// The newest heading is of the version, or says which one it will be.
#[test]
fn the_changelog_is_of_the_version() {
    let log = text("CHANGELOG.md");
    let (_, newest) = log.split_once("\n## ").expect("a heading");
    let (heading, rest) = newest.split_once('\n').expect("lines");
    let will = format!("This will be {VERSION},");
    let is = format!("[{VERSION}]");
    assert!(
        heading.starts_with(&is) || heading == "[Unreleased]" && rest.trim_start().starts_with(&will),
        "{heading}"
    );
}

#[track_caller]
fn has(value: &Value, names: &[&str]) {
    for name in names {
        let there = value[*name].as_str().is_some_and(|text| !text.is_empty());
        assert!(there || value[*name].is_object() || value[*name].is_array(), "{name}: {value}");
    }
}

/// What the registry's schema of 2025-12-11 requires, and what the registry looks at.
#[test]
fn the_registry_is_told_what_it_requires() {
    let server = json("packaging/server.json");
    has(&server, &["$schema", "name", "description", "version", "packages"]);
    let schema = "https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json";
    assert_eq!(server["$schema"], schema);
    let description = server["description"].as_str().expect("text");
    assert!(description.chars().count() <= 100, "{description}");
    has(&server["repository"], &["url", "source"]);
    for package in server["packages"].as_array().expect("packages") {
        has(package, &["registryType", "identifier", "version", "transport"]);
        assert_eq!(package["transport"]["type"], "stdio");
        let known = ["npm", "pypi", "cargo", "mcpb"];
        let kind = package["registryType"].as_str().expect("a type");
        assert!(known.contains(&kind), "{kind}");
        // Its bundle asks for the project itself.
        assert_eq!(kind == "mcpb", package["fileSha256"].is_string());
        assert_eq!(kind != "mcpb", package["packageArguments"].is_string());
    }
    let launcher = json("packaging/npm/launcher/package.json");
    // How the registry sees that the package is of who says so.
    assert_eq!(launcher["mcpName"], server["name"]);
    assert_eq!(server["packages"][0]["identifier"], launcher["name"]);
    let identifiers = [1, 2].map(|at| &server["packages"][at]["identifier"]);
    assert_eq!(identifiers, ["@PYPI@", env!("CARGO_PKG_NAME")]);
    // VS Code gives it to uvx as an index, which the only value that the registry accepts is not.
    assert!(server["packages"][1]["registryBaseUrl"].is_null());
}

#[test]
fn the_registrys_name_is_one_and_the_places_are_no_real_ones() {
    let names = json("packaging/names.json");
    let (space, name) = names["registry"].as_str().and_then(|it| it.split_once('/')).expect("a /");
    let valid = |text: &str, more: &[char]| {
        let valid = |letter: char| letter.is_ascii_alphanumeric() || more.contains(&letter);
        !text.is_empty() && text.chars().all(valid)
    };
    assert!(space.starts_with("io.github.") && valid(space, &['.', '-']), "{space}");
    assert!(valid(name, &['.', '_', '-']), "{name}");
    // How the registry sees that the crate and the wheel are of who says so: a line that is shown.
    let line = format!("mcp-name: {space}/{name}");
    assert!(text("README.md").lines().any(|it| it == line), "{line}");
    // The placeholder is as it is declared until Cargo.toml knows the repository.
    let manifest = text("Cargo.toml");
    let line = manifest.lines().find_map(|line| line.strip_prefix("repository = "));
    let repository = names["repository"].as_str().expect("a URL");
    let due = line.map_or("https://example.com/mcp-guide", |line| line.trim_matches('"'));
    assert_eq!(repository, due);
}

/// Each system has packages, is built by the release on a machine of its kind, and is tested there.
#[test]
fn the_workflows_are_of_the_systems_that_have_packages() {
    let systems = json("packaging/systems.json");
    let due = systems.as_array().expect("systems").iter();
    let due: Vec<_> = due.map(|it| (&it["targets"][0], &it["runner"])).collect();
    let matrix = |name: &str, job: &str| {
        let file: Value = serde_yaml::from_str(&text(name)).expect("YAML");
        let rows = file["jobs"][job]["strategy"]["matrix"]["include"].as_array().cloned();
        rows.expect("rows")
    };
    let made = matrix(".github/workflows/release.yml", "build");
    let made: Vec<_> = made.iter().map(|row| (&row["target"], &row["runner"])).collect();
    assert_eq!(made, due);
    // The other jobs run on the first.
    let tested = matrix(".github/workflows/ci.yml", "systems");
    let tested: Vec<_> = tested.iter().map(|row| &row["runner"]).collect();
    assert_eq!(tested, due[1..].iter().map(|it| it.1).collect::<Vec<_>>());
}
