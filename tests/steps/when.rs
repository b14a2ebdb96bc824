//! `When`: the calls. The sentence is the specification's; the data says what is
//! done.

use cucumber::gherkin::Step;
use cucumber::when;
use serde_json::Map;

use super::cells;
use super::given::{doc, rows, set_modified, uri};
use super::world::World;

#[when(regex = "^.+$")]
async fn when(world: &mut World, step: &Step) {
    let Some(table) = &step.table else {
        assert!(
            step.docstring.is_some(),
            "this When needs a table of calls, or a doc string that replaces guide.yaml"
        );
        world.write("guide.yaml", (doc(step) + "\n").into_bytes());
        return;
    };
    let head: Vec<&str> = table.rows[0].iter().map(String::as_str).collect();
    let body = rows(step, head.len()).split_off(1);
    assert!(
        !body.is_empty(),
        "this table does nothing: it has a head alone"
    );
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
        ["path", "content"] => {
            for row in body {
                world.write(&row[0], cells::bytes(&row[1]));
            }
        }
        ["removed"] => {
            for row in body {
                let path = world.path(&row[0]);
                let removed = if path.is_dir() {
                    std::fs::remove_dir_all(&path)
                } else {
                    std::fs::remove_file(&path)
                };
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
                let linked = std::os::unix::fs::symlink(&row[1], world.path(&row[0]));
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
            "a When's table is headed by one of: tool and argument names; path, content; \
             removed; moved, to; modified, to; link, target; root. Not by {head:?}"
        ),
    }
}
