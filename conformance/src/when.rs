//! `When`: the calls. The sentence is the specification's; the data says what is
//! done.

use cucumber::gherkin::Step;
use cucumber::when;
use serde_json::Map;

use crate::cells;
use crate::given::{rows, set_modified, uri, write_project};
use crate::named;
use crate::world::World;

/// What is posted where no body is given.
const PING: &str = r#"{"jsonrpc":"2.0","id":1,"method":"ping"}"#;

/// Whether a step sends requests as they are.
pub fn posts(step: &Step) -> bool {
    let head = step.table.as_ref().and_then(|table| table.rows.first());
    head.is_some_and(|head| head[0] == "request")
}

#[when(regex = "^.+$")]
async fn when(world: &mut World, step: &Step) {
    let Some(table) = &step.table else {
        assert!(
            step.docstring.is_some(),
            "this When needs a table of calls, or a doc string that replaces guide.yaml"
        );
        write_project(world, step);
        return;
    };
    let head: Vec<&str> = table.rows[0].iter().map(String::as_str).collect();
    let resolved = |cell: &String| named::resolved(cell).unwrap_or_else(|problem| panic!("{problem}"));
    let body = rows(step, head.len()).split_off(1);
    let body: Vec<Vec<String>> = (body.iter()).map(|row| row.iter().map(resolved).collect()).collect();
    assert!(!body.is_empty(), "this table does nothing: it has a head alone");
    match head[..] {
        ["tool", ref names @ ..] => {
            for row in body {
                let arguments: Map<_, _> = names
                    .iter()
                    .zip(&row[1..])
                    .filter_map(|(name, cell)| Some((cells::text(name), cells::argument(cell)?)))
                    .collect();
                world.call(step, &row[0], arguments).await;
            }
        }
        ["request", ref names @ ..] => {
            for row in body {
                let given = names.iter().zip(&row[1..]);
                let given = given.filter(|(_, cell)| !cell.is_empty());
                let mut body = if row[0].starts_with("POST") { PING } else { "" };
                let mut headers = Vec::new();
                for (name, cell) in given {
                    match (*name, cell.as_str()) {
                        ("body", "(none)") => body = "",
                        ("body", cell) => body = cell,
                        (name, "(none)") => headers.push((name.to_owned(), String::new())),
                        (name, cell) => headers.push((name.to_owned(), cells::text(cell))),
                    }
                }
                world.request(&row[0], &headers, &cells::bytes(body)).await;
            }
        }
        ["path", "content"] => {
            for row in body {
                world.write(&row[0], cells::bytes(&row[1]));
            }
        }
        ["removed"] => {
            for row in body {
                let path = world.path(&row[0]);
                let removed =
                    if path.is_dir() { std::fs::remove_dir_all(&path) } else { std::fs::remove_file(&path) };
                removed.unwrap_or_else(|error| panic!("{}: {error}", row[0]));
            }
        }
        ["moved", "to"] => {
            for row in body {
                let moved = std::fs::rename(world.path(&row[0]), world.path(&row[1]));
                moved.unwrap_or_else(|error| panic!("{}: {error}", row[0]));
            }
        }
        ["link", "target"] => {
            for row in body {
                let linked = crate::system::link(&row[1], &world.path(&row[0]));
                linked.unwrap_or_else(|error| panic!("{}: {error}", row[0]));
            }
        }
        ["modified", "to"] => {
            for row in body {
                set_modified(world, &row[0], &row[1]);
            }
        }
        ["root"] => {
            let roots = body.iter().map(|row| uri(world, &row[0])).collect();
            world.client().await.set_roots(roots).await;
        }
        _ => panic!(
            "a When's table is headed by one of: tool and argument names; request, headers and \
             body; path, content; removed; moved, to; modified, to; link, target; root. Not by {head:?}"
        ),
    }
}
