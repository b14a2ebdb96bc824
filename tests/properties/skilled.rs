//! The law of skills, and subjects that break it.

use std::path::Path;
use std::sync::Mutex;

use laws::skills::{Engine, FIRST, NAMES, Step, Subject, replaced, skills, stored};
use proptest::collection::vec;
use proptest::prelude::{Strategy, any, prop_oneof};
use rmcp::model::Skill;

use super::trial::{Tally, hold_each_together};

fn steps() -> impl Strategy<Value = Vec<Step>> {
    let first = (0..FIRST.len()).prop_map(|of| Step::Write(0, FIRST[of].into()));
    let other = (1..NAMES.len(), vec(any::<u8>(), 0..9)).prop_map(|(of, content)| Step::Write(of, content));
    let removed = (0..NAMES.len()).prop_map(Step::Remove);
    let later = vec(prop_oneof![2 => first, 4 => other, 1 => removed], 1..9);
    // Most begin as a skill.
    later.prop_map(|later| [vec![Step::Write(0, FIRST[0].into())], later].concat())
}

#[test]
fn entries_are_of_what_is_read() {
    let tally = Tally::default();
    hold_each_together(
        500,
        steps(),
        |_| stored(),
        |folder, steps| {
            let (held, changed) = skills(folder.path(), steps, &Engine::new(folder.path()))?;
            tally.add("an entry was held", held);
            tally.add("a file changed under it", changed);
            Ok(())
        },
    );
    tally.at_least("an entry was held", 500);
    tally.at_least("a file changed under it", 250);
}

#[test]
fn entries_are_of_one_version_while_files_are_replaced() {
    let folder = stored();
    assert_eq!(replaced(folder.path(), 500, &Engine::new(folder.path())), Ok(2));
}

/// The engine with one thing wrong.
struct Wrong {
    engine: Engine,
    /// Whether an entry is kept.
    keeps: bool,
    /// Whether the frontmatter of an entry is read by itself, before the digests.
    mixes: bool,
    kept: Mutex<Option<Vec<Skill>>>,
}

impl Subject for Wrong {
    fn list(&self) -> Result<Vec<Skill>, String> {
        let mut kept = self.kept.lock().expect("no panic");
        let mut listed = self.engine.list()?;
        if let Some(kept) = kept.as_ref().filter(|_| self.keeps) {
            return Ok(kept.clone());
        }
        if self.mixes {
            let again = self.engine.list()?;
            for (skill, again) in listed.iter_mut().zip(again) {
                skill.resources = again.resources;
            }
        }
        *kept = Some(listed.clone()).filter(|listed| !listed.is_empty());
        Ok(listed)
    }

    fn read(&self, uri: &str) -> Result<Option<Vec<u8>>, String> {
        self.engine.read(uri)
    }
}

#[test]
fn entries_that_are_wrong_are_noticed() {
    let wrong = |folder: &Path, keeps, mixes| {
        let engine = Engine::new(folder);
        Wrong { engine, keeps, mixes, kept: Mutex::default() }
    };
    let steps = [Step::Write(0, FIRST[0].into()), Step::Write(3, b"x".into())];
    let folder = stored();
    let kept = skills(folder.path(), &steps, &wrong(folder.path(), true, false));
    assert!(kept.is_err_and(|said| said.contains("are not")));
    let folder = stored();
    let mixed = replaced(folder.path(), 5_000, &wrong(folder.path(), false, true));
    assert!(mixed.clone().is_err_and(|said| said.contains("is a mixture")), "{mixed:?}");
}
