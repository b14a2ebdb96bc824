//! `Given`: the project.

use std::path::Path;

use cucumber::gherkin::{Step, Table};
use cucumber::given;

use crate::cells;
use crate::world::{World, make_parent};

/// The rows of a step's table; a row with a range is a row for each number.
#[track_caller]
pub fn rows(step: &Step, width: usize) -> Vec<Vec<String>> {
    let table = step.table.as_ref().expect("this step needs a table");
    for row in &table.rows {
        assert_eq!(row.len(), width, "this table has {width} columns: {row:?}");
    }
    spread(table)
}

/// The rows of a table; a row with a range is a row for each number.
#[track_caller]
fn spread(table: &Table) -> Vec<Vec<String>> {
    let spread = table.rows.iter().map(|row| cells::spread(row));
    let rows: Result<Vec<_>, _> = spread.collect();
    rows.unwrap_or_else(|problem| panic!("{problem}")).concat()
}

#[track_caller]
pub fn doc(step: &Step) -> String {
    cells::doc(step.docstring.as_ref().expect("this step needs a doc string"))
}

#[given("the project")]
fn project(world: &mut World, step: &Step) {
    write_project(world, step);
    world.setup.named = true;
}

/// Writes the project's file: the step's doc string, with a line for each number of a range.
#[track_caller]
pub fn write_project(world: &mut World, step: &Step) {
    let content = cells::lines(&doc(step)).unwrap_or_else(|problem| panic!("{problem}"));
    world.write("guide.yaml", content.into_bytes());
}

#[given("the token")]
fn token(world: &mut World, step: &Step) {
    world.setup.token = Some(doc(step));
}

#[given("the files")]
fn files(world: &mut World, step: &Step) {
    for row in spread(step.table.as_ref().expect("this step needs a table")) {
        match &row[..] {
            [path, content] => world.write(path, cells::bytes(content)),
            [path, content, time] => {
                world.write(path, cells::bytes(content));
                if !time.is_empty() {
                    set_modified(world, path, time);
                }
            }
            _ => panic!("this table has 2 or 3 columns: {row:?}"),
        }
    }
}

#[given(regex = r"^the file (\S+)$")]
fn file(world: &mut World, step: &Step, path: String) {
    world.write(&path, doc(step).into_bytes());
}

#[given("the links")]
fn links(world: &mut World, step: &Step) {
    for row in rows(step, 2) {
        let path = world.path(&row[0]);
        make_parent(&path);
        crate::system::link(cells::text(&row[1]), &path)
            .unwrap_or_else(|error| panic!("{}: {error}", row[0]));
    }
}

#[given("the folders")]
fn folders(world: &mut World, step: &Step) {
    for row in rows(step, 1) {
        std::fs::create_dir_all(world.path(&row[0])).unwrap_or_else(|error| panic!("{}: {error}", row[0]));
    }
}

#[given("the pipes")]
fn pipes(world: &mut World, step: &Step) {
    for row in rows(step, 1) {
        let path = world.path(&row[0]);
        make_parent(&path);
        crate::system::pipe(&path).unwrap_or_else(|error| panic!("{}: {error}", row[0]));
    }
}

#[given("the modification times")]
fn modification_times(world: &mut World, step: &Step) {
    for row in rows(step, 2) {
        set_modified(world, &row[0], &row[1]);
    }
}

#[track_caller]
pub fn set_modified(world: &World, path: &str, time: &str) {
    let time = humantime::parse_rfc3339(time).unwrap_or_else(|error| panic!("{time:?}: {error}"));
    std::fs::File::options()
        .write(true)
        .open(world.path(path))
        .and_then(|file| file.set_modified(time))
        .unwrap_or_else(|error| panic!("{path}: {error}"));
}

#[given("the spec table with")]
fn spec_table(world: &mut World, step: &Step) {
    let overlay = serde_yaml::from_str(&doc(step)).expect("the overlay is YAML");
    world.setup.overlays.push(overlay);
}

#[given("the project is found from")]
fn found_from(world: &mut World, step: &Step) {
    world.setup.named = false;
    for row in rows(step, 2) {
        let folder = world.path(&row[1]);
        match row[0].as_str() {
            "working directory" => {
                std::fs::create_dir_all(&folder).expect("the working directory");
                world.setup.working_directory = folder;
            }
            "environment" => world.setup.environment = Some(folder),
            "root" => {
                let root = uri(world, &row[1]);
                world.setup.roots.get_or_insert_default().push(root);
            }
            other => panic!("{other:?} is none of: working directory, root, environment"),
        }
    }
}

/// A root's URI: the folder's, or the cell itself where it is a URI or a path already, in
/// which `{project}` stands for the path of the scenario's folder.
pub fn uri(world: &World, cell: &str) -> String {
    let encoded = |path: &Path| -> String {
        let path = path.to_str().expect("a UTF-8 path");
        let names = path.split('/').map(|name| {
            percent_encoding::utf8_percent_encode(name, percent_encoding::NON_ALPHANUMERIC).to_string()
        });
        names.collect::<Vec<_>>().join("/")
    };
    if cell.starts_with("{project}") {
        return cell.replace("{project}", world.folder.path().to_str().expect("a UTF-8 path"));
    }
    if cell.contains("://") || cell.starts_with("file:") {
        return cell.replace("{project}", &encoded(world.folder.path()));
    }
    format!("file://{}", encoded(&world.path(cell)))
}
