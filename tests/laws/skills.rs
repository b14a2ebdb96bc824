//! The law of skills: an entry says of each file what a read of it returns, while files change.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use camino::Utf8PathBuf;
use mcp_guide::project::session::{Session, Source};
use mcp_guide::{CallError, Caller, Server};
use rmcp::model::{Skill, SkillResources, validate_skills};
use tempfile::TempDir;

use super::{Verdict, ensure, folder, table};

/// The files that may change: the first is SKILL.md, and the last two are never served.
pub const NAMES: [&str; 6] = ["SKILL.md", "a b.md", "d/SKILL.md", "d/x.bin", "old.bak", ".env"];
/// What SKILL.md may hold. The last two make no skill.
pub const FIRST: [&str; 4] = [
    "---\nname: one\ndescription: The first.\n---\n",
    "---\nname: one\ndescription: The second, \u{fc}.\nlicense: MIT\n---\n# Two\n", "# None",
    "---\nname: one\nlicense: MIT\n---\n",
];
const URI: &str = "skill://team/one/";

/// What happens to a file, by its index in [`NAMES`].
#[derive(Debug, Clone)]
pub enum Step {
    Write(usize, Vec<u8>),
    Remove(usize),
}

/// What lists skills, and reads their files.
pub trait Subject {
    fn list(&self) -> Result<Vec<Skill>, String>;
    fn read(&self, uri: &str) -> Result<Option<Vec<u8>>, String>;
}

/// The engine on the project in a folder.
#[derive(Debug)]
pub struct Engine(Server);

impl Engine {
    pub fn new(folder: &Path) -> Self {
        let path = Utf8PathBuf::from_path_buf(folder.to_owned()).expect("a UTF-8 path");
        Self(Server::new(table().clone(), Session::new(Source::Named(path))))
    }
}

impl Subject for Engine {
    fn list(&self) -> Result<Vec<Skill>, String> {
        let listed = self.0.skills(Caller::WITHOUT_ROOTS, None).map_err(|refused| format!("{refused:?}"))?;
        Ok(listed.skills)
    }

    fn read(&self, uri: &str) -> Result<Option<Vec<u8>>, String> {
        match self.0.skill_file(Caller::WITHOUT_ROOTS, uri) {
            Ok((content, _)) => Ok(Some(content)),
            Err(CallError::Protocol(error)) if error.code.0 == -32002 => Ok(None),
            other => Err(format!("{other:?}")),
        }
    }
}

/// A project with a category of skills.
pub fn stored() -> TempDir {
    let folder = folder();
    fs::create_dir_all(folder.path().join("team/one/d")).expect("room");
    let guide = "categories: {team: {dir: team, patterns: ['*'], exclude: ['**/*.bak'], skills: true}}";
    fs::write(folder.path().join("guide.yaml"), guide).expect("room");
    folder
}

/// After each step the entry has each file that is served, with its digest and its size, and
/// what a read returns has these. Of an entry from before the step, only what did not change has.
///
/// Returns how many entries were held, and how many files changed under them.
pub fn skills(folder: &Path, steps: &[Step], subject: &impl Subject) -> Result<(usize, usize), String> {
    let mut files: BTreeMap<&str, Vec<u8>> = BTreeMap::new();
    let (mut held, mut changed) = (0, 0);
    let mut before: Vec<Skill> = Vec::new();
    for step in steps {
        let old = files.clone();
        let (Step::Write(index, _) | Step::Remove(index)) = step;
        let path = folder.join("team/one").join(NAMES[*index]);
        match step {
            Step::Write(index, content) => {
                fs::write(path, content).expect("room");
                files.insert(NAMES[*index], content.clone());
            }
            Step::Remove(index) => {
                let _ = fs::remove_file(path);
                files.remove(NAMES[*index]);
            }
        }
        let first = files.get(NAMES[0]);
        let is_skill = first.is_some_and(|first| FIRST[..2].iter().any(|it| it.as_bytes() == first));
        for skill in &before {
            held += 1;
            changed += entry(skill, &old, &files, is_skill, subject)?;
        }
        before = subject.list()?;
        validate_skills(&before).map_err(|error| error.to_string())?;
        ensure(before.len() == usize::from(is_skill), || format!("{step:?}: {before:?}"))?;
        for skill in &before {
            let changed = entry(skill, &files, &files, true, subject)?;
            ensure(changed == 0, || format!("{step:?}: {skill:?} is not of {files:?}"))?;
            let text = String::from_utf8_lossy(&files[NAMES[0]]);
            let described = text.contains(&format!("description: {}\n", skill.frontmatter.description));
            let licensed = text.contains("MIT") == skill.frontmatter.extra.contains_key("license");
            ensure(described && licensed, || format!("{:?} is not of {text}", skill.frontmatter))?;
        }
    }
    Ok((held, changed))
}

/// Checks an entry of these files against what is read now. Returns how many changed.
fn entry(
    skill: &Skill,
    then: &BTreeMap<&str, Vec<u8>>,
    now: &BTreeMap<&str, Vec<u8>>,
    is_skill: bool,
    subject: &impl Subject,
) -> Result<usize, String> {
    let SkillResources::Files(listed) = &skill.resources else {
        return Err("it is dynamic".to_owned());
    };
    let served: Vec<&&str> = then.keys().filter(|name| NAMES[..4].contains(name)).collect();
    ensure(listed.len() == served.len(), || format!("{listed:?} are not {served:?}"))?;
    let mut changed = 0;
    for name in served {
        let uri = format!("{URI}{}", name.replace(' ', "%20"));
        let one = listed.iter().find(|one| one.uri == uri);
        let one = one.ok_or_else(|| format!("{uri} is not listed"))?;
        one.verify(&then[*name]).map_err(|error| format!("what was listed: {error}"))?;
        let read = subject.read(&uri)?;
        let due = now.get(*name).filter(|_| is_skill);
        ensure(read.as_ref() == due, || format!("{uri} is {read:?}, and not {due:?}"))?;
        let fits = read.as_ref().is_some_and(|read| one.verify(read).is_ok());
        ensure(fits == (due == then.get(*name)), || format!("{uri}: {read:?} and {one:?}"))?;
        changed += usize::from(!fits);
    }
    Ok(changed)
}

/// While another thread replaces files whole, an entry is of versions that there were, and its
/// frontmatter is of the SKILL.md whose digest it has. Returns how many versions of it came up.
pub fn replaced(folder: &Path, lists: usize, subject: &(impl Subject + Sync)) -> Result<usize, String> {
    let versions = [FIRST[0].as_bytes(), FIRST[1].as_bytes()];
    let write = |number: usize| {
        for name in ["SKILL.md", "a b.md"] {
            let next = folder.join("next");
            fs::write(&next, versions[number % 2]).expect("room");
            fs::rename(&next, folder.join("team/one").join(name)).expect("a name");
        }
    };
    write(0);
    let done = std::sync::atomic::AtomicBool::new(false);
    let relaxed = std::sync::atomic::Ordering::Relaxed;
    std::thread::scope(|scope| {
        scope.spawn(|| (1..).take_while(|_| !done.load(relaxed)).for_each(write));
        let mut seen = std::collections::BTreeSet::new();
        let checked = (0..lists).try_for_each(|_| -> Verdict {
            for skill in subject.list()? {
                let SkillResources::Files(files) = &skill.resources else {
                    return Err("it is dynamic".to_owned());
                };
                for file in files {
                    let of = versions.iter().position(|version| file.verify(version).is_ok());
                    let of = of.ok_or_else(|| format!("{file:?} is of no version"))?;
                    if file.uri == skill.uri {
                        let has = skill.frontmatter.extra.contains_key("license");
                        ensure(has == (of == 1), || format!("{skill:?} is a mixture"))?;
                        seen.insert(of);
                    }
                    let read = subject.read(&file.uri)?;
                    let is_one = read.as_ref().is_some_and(|it| versions.contains(&&**it));
                    ensure(is_one, || format!("{} is {read:?}", file.uri))?;
                }
            }
            Ok(())
        });
        done.store(true, relaxed);
        checked.map(|()| seen.len())
    })
}
