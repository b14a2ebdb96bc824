//! The law of resources, and subjects that break it.

use serde_json::{Map, Value};

use laws::calls::stored;
use laws::dispatch::Answer;
use laws::resources::{Engine, Page, Subject, read, resources};

use super::strategies;
use super::trial::{Tally, hold_each, hold_each_together};

/// What is listed can be read, and is what a call returns.
#[test]
fn resources_are_what_calls_return() {
    let tally = Tally::default();
    let pages = (strategies::shelf(), 1..9_usize);
    let place = |(shelf, _): &(_, usize)| stored(shelf);
    hold_each_together(600, pages, place, |folder, (_, page)| {
        for seen in resources(*page, &Engine::new(folder.path()))? {
            tally.add(seen, 1);
        }
        Ok(())
    });
    for (what, count) in [("a document", 300), ("a name", 300), ("nothing", 100)] {
        tally.at_least(what, count);
    }
}

/// The same of so many documents that two read them.
#[test]
fn resources_that_two_read_are_what_calls_return() {
    hold_each(20, strategies::full(), |shelf| {
        let folder = stored(&shelf);
        let engine = Engine::new(folder.path());
        read("guide://category/a", None, &engine).map(drop)
    });
}

/// The engine with one thing wrong.
struct Wrong {
    engine: Engine,
    /// Whether a page leaves out its first.
    skips: bool,
    /// Whether a text loses its last character.
    trims: bool,
}

impl Subject for Wrong {
    fn list(&self, page: usize, cursor: Option<&str>) -> Result<Page, String> {
        let (mut resources, next) = self.engine.list(page, cursor)?;
        if self.skips && cursor.is_some() && resources.len() > 1 {
            resources.remove(0);
        }
        Ok((resources, next))
    }

    fn read(&self, uri: &str) -> Result<Value, String> {
        let mut contents = self.engine.read(uri)?;
        if self.trims
            && let Some(text) = contents[0]["text"].as_str()
        {
            let mut text = text.to_owned();
            text.pop();
            contents[0]["text"] = text.into();
        }
        Ok(contents)
    }

    fn call(&self, tool: &str, arguments: &Map<String, Value>) -> Answer {
        self.engine.call(tool, arguments)
    }
}

#[test]
fn resources_that_are_wrong_are_noticed() {
    use laws::calls::{Shelf, Stored, Text};
    let text = |size| Stored::Text(Text { size, at: 0, odd: b"" });
    let shelf = Shelf {
        files: vec![("docs/a.md".into(), text(9)), ("docs/b.md".into(), text(20))],
        project: "categories: {d: {dir: docs, patterns: ['*']}}\n".into(),
        calls: Vec::new(),
    };
    let folder = stored(&shelf);
    let wrong = |skips, trims| {
        let engine = Engine::new(folder.path());
        resources(2, &Wrong { engine, skips, trims })
    };
    assert_eq!(wrong(false, false), Ok(vec!["a name", "a document", "a document"]));
    assert!(wrong(true, false).is_err_and(|said| said.contains("in pages of 2")));
    assert!(wrong(false, true).is_err_and(|said| said.contains("and a call")));
}
