//! Runs git to read commits. git runs nothing that a repository can define: no hook, filter, driver or
//! monitor. It fetches nothing, and reads no work tree.

use std::env;
use std::ffi::OsString;
use std::io::{BufRead, BufReader, ErrorKind, Read, Write};
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::thread;

use camino::{Utf8Path, Utf8PathBuf};

use crate::cli::output::quoted;
use crate::documents::sandbox::ambient;
use crate::text::escaped::escape_truncated;

/// The name of the program.
const PROGRAM: &str = "git";
const NOT_INSTALLED: &str = "--changed needs git, which is not installed";
/// Variables with which a caller, for example a Git hook, selects a different repository. They are not
/// passed on. Variables that set single configuration values are kept: containers use them to declare
/// safe repositories.
const LOCAL: [&str; 11] = [
    "GIT_DIR",
    "GIT_WORK_TREE",
    "GIT_COMMON_DIR",
    "GIT_INDEX_FILE",
    "GIT_OBJECT_DIRECTORY",
    "GIT_PREFIX",
    "GIT_NAMESPACE",
    "GIT_EXTERNAL_DIFF",
    "GIT_CONFIG_PARAMETERS",
    "GIT_IMPLICIT_WORK_TREE",
    "GIT_SHALLOW_FILE",
];
/// Variables that are set for git, and that the repository's configuration cannot override.
const VARIABLES: [(&str, &str); 5] = [
    // Older versions of git support only the second variable, which forbids all ways to fetch.
    ("GIT_NO_LAZY_FETCH", "1"),
    ("GIT_ALLOW_PROTOCOL", ""),
    ("GIT_GRAFT_FILE", "/dev/null"),
    ("GIT_TERMINAL_PROMPT", "0"),
    ("LC_ALL", "C"),
];
/// Settings that the repository's configuration cannot override.
const SETTINGS: [&str; 3] = [
    "core.fsmonitor=false",
    "core.hooksPath=/dev/null",
    // Keeps git from treating files of the change as a bare repository.
    "safe.bareRepository=explicit",
];

/// A repository, opened in one of its folders.
#[derive(Debug)]
pub(super) struct Git {
    folder: Utf8PathBuf,
    /// The folders in which to search for programs, in the format of `PATH`.
    programs: OsString,
    /// The path to `folder` relative to the repository's top, with a `/` at the end, or empty at the
    /// top.
    pub prefix: String,
}

/// A commit, identified by the name of its object.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Commit(String);

/// An entry in the tree of a commit.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct TreeEntry {
    pub path: String,
    pub kind: TreeEntryKind,
    /// The name of the entry's object.
    pub object: String,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum TreeEntryKind {
    File,
    Link,
    /// The commit of a submodule. Its files are not in this repository.
    Submodule,
}

/// A path that differs between two commits.
#[derive(Debug)]
pub(super) struct ChangedPath {
    pub path: String,
    /// The entry in the earlier commit.
    pub old: Option<TreeEntry>,
    /// The entry in the later commit.
    pub new: Option<TreeEntry>,
}

impl ChangedPath {
    /// Returns whether one of the two commits has an entry of this kind at the path.
    pub fn has(&self, kind: TreeEntryKind) -> bool {
        let mut entries = self.old.iter().chain(&self.new);
        entries.any(|entry| entry.kind == kind)
    }
}

impl TreeEntryKind {
    /// Returns the kind of an entry with the Git file mode `mode`, or `None` if the mode means that
    /// there is no entry.
    fn of(mode: &str) -> Option<Self> {
        match mode {
            "000000" => None,
            "120000" => Some(Self::Link),
            "160000" => Some(Self::Submodule),
            _ => Some(Self::File),
        }
    }
}

impl Git {
    /// Opens the repository that contains `folder`.
    ///
    /// # Errors
    ///
    /// Returns an error if the folder is not in a repository with a work tree, or if git cannot be run.
    pub fn of(folder: &Utf8Path) -> Result<Self, String> {
        let git = Self {
            folder: folder.to_owned(),
            programs: programs().ok_or(NOT_INSTALLED)?,
            prefix: String::new(),
        };
        let said = git.run(&["rev-parse", "--is-inside-work-tree", "--show-prefix"])?;
        let said = said.map_err(|error| {
            if error.contains("not a git repository") {
                format!(
                    "--changed compares commits, but {} is not in a git repository",
                    quoted(folder.as_str())
                )
            } else {
                error
            }
        })?;
        let said = String::from_utf8(said).map_err(|_| "the folder's path is not UTF-8")?;
        match said.split_once('\n') {
            Some(("true", prefix)) => Ok(Self {
                prefix: prefix.trim_end_matches('\n').to_owned(),
                ..git
            }),
            _ => Err(format!(
                "--changed needs a work tree, but {} is in a bare repository",
                quoted(folder.as_str())
            )),
        }
    }

    /// Returns the top folder of the repository's work tree, or `None` if `folder` cannot be resolved.
    pub fn top(&self) -> Option<Utf8PathBuf> {
        let folder = ambient::canonical(&self.folder).ok()?;
        let depth = self.prefix.split_terminator('/').count();
        folder.ancestors().nth(depth).map(Utf8Path::to_owned)
    }

    /// Finds the commit that `name` refers to, which may be a branch, a tag or any other revision.
    ///
    /// # Errors
    ///
    /// Returns an error with advice if the repository does not contain the commit.
    pub fn commit(&self, name: &str) -> Result<Commit, String> {
        let shown = escape_truncated(name);
        let revision = format!("{name}^{{commit}}");
        let words = ["rev-parse", "--verify", "--quiet", "--end-of-options"];
        // Older versions of git would mistake the dash for an option.
        let found = if name.is_empty() || name.starts_with('-') || name.contains(['\0', '\n']) {
            None
        } else {
            self.run(&[&words[..], &[&revision]].concat())?.ok()
        };
        let found = found.and_then(|line| String::from_utf8(line).ok());
        let found = found
            .map(|line| line.trim().to_owned())
            .filter(|line| is_object(line));
        match found {
            Some(object) => Ok(Commit(object)),
            None if self.is_shallow() => Err(format!(
                "the commit '{shown}' does not exist here: the clone is shallow. To fetch it: \
                 `git fetch --unshallow`, or in GitHub Actions `fetch-depth: 0` of actions/checkout"
            )),
            None => Err(format!(
                "the commit '{shown}' does not exist here. For a branch of a remote repository, \
                 add the remote's name, for example origin/main, and run `git fetch`"
            )),
        }
    }

    /// Returns the merge base of two commits.
    ///
    /// # Errors
    ///
    /// Returns an error if the repository does not contain a merge base.
    pub fn merge_base(&self, one: &Commit, other: &Commit) -> Result<Commit, String> {
        let said = self.run(&["merge-base", &one.0, &other.0])?;
        let said = said.unwrap_or_default();
        let line = String::from_utf8(said).unwrap_or_default();
        match line.lines().next().filter(|line| is_object(line)) {
            Some(object) => Ok(Commit(object.to_owned())),
            None if self.is_shallow() => Err(
                "the merge base does not exist here: the clone is shallow. To fetch it: `git \
                 fetch --unshallow`, or in GitHub Actions `fetch-depth: 0` of actions/checkout"
                    .to_owned(),
            ),
            None => Err("the two commits have no history in common".to_owned()),
        }
    }

    fn is_shallow(&self) -> bool {
        let said = self.run(&["rev-parse", "--is-shallow-repository"]);
        matches!(said, Ok(Ok(said)) if said.starts_with(b"true"))
    }

    /// Returns the entries of a commit, and the number of entries that are left out because their paths
    /// are not UTF-8.
    ///
    /// # Errors
    ///
    /// Returns an error if git cannot list the commit, for example because an object is missing.
    pub fn entries(&self, commit: &Commit) -> Result<(Vec<TreeEntry>, usize), String> {
        let said = self.run(&["ls-tree", "-r", "-z", "--full-tree", &commit.0])??;
        let (mut entries, mut unnamed) = (Vec::new(), 0);
        for line in said
            .split(|byte| *byte == 0)
            .filter(|line| !line.is_empty())
        {
            let Ok(line) = str::from_utf8(line) else {
                unnamed += 1;
                continue;
            };
            let entry = line.split_once('\t').and_then(|(about, path)| {
                let mut about = about.split(' ');
                let kind = TreeEntryKind::of(about.next()?)?;
                let object = about.nth(1)?.to_owned();
                Some(TreeEntry {
                    path: path.to_owned(),
                    kind,
                    object,
                })
            });
            entries.extend(entry);
        }
        Ok((entries, unnamed))
    }

    /// Returns the paths that differ between two commits, and the number of paths that are left out
    /// because they are not UTF-8. For a renamed file, both paths are returned. Submodules are
    /// included, whatever the repository's settings say.
    ///
    /// # Errors
    ///
    /// Returns an error if git cannot compare the commits, for example because an object is missing.
    pub fn changes(
        &self,
        base: &Commit,
        head: &Commit,
    ) -> Result<(Vec<ChangedPath>, usize), String> {
        let words = [
            "diff-tree",
            "-r",
            "-z",
            "--raw",
            "--no-renames",
            "--full-index",
            "--no-ext-diff",
            "--ignore-submodules=none",
        ];
        let said = self.run(&[&words[..], &[&base.0, &head.0]].concat())??;
        let mut lines = said.split(|byte| *byte == 0);
        let (mut changes, mut unnamed) = (Vec::new(), 0);
        while let (Some(about), Some(path)) = (lines.next(), lines.next()) {
            let (Ok(about), Ok(path)) = (str::from_utf8(about), str::from_utf8(path)) else {
                unnamed += 1;
                continue;
            };
            let about: Vec<&str> = about.trim_start_matches(':').split(' ').collect();
            let [old_mode, mode, old_object, object, _] = *about else {
                return Err("cannot read git's list of changes".to_owned());
            };
            let entry = |mode, object: &str| {
                TreeEntryKind::of(mode).map(|kind| TreeEntry {
                    path: path.to_owned(),
                    kind,
                    object: object.to_owned(),
                })
            };
            changes.push(ChangedPath {
                path: path.to_owned(),
                old: entry(old_mode, old_object),
                new: entry(mode, object),
            });
        }
        Ok((changes, unnamed))
    }

    /// Reads the contents of `entries`, and calls `take` with each entry and its content, in order. The
    /// content is `None` if the object is missing, as in a partial clone.
    ///
    /// # Errors
    ///
    /// Returns an error if git cannot be run, or the error of `take`.
    pub fn read(
        &self,
        entries: &[TreeEntry],
        mut take: impl FnMut(&TreeEntry, Option<&[u8]>) -> Result<(), String>,
    ) -> Result<(), String> {
        let mut command = self.command(&["cat-file", "--batch", "--buffer"]);
        command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null());
        let mut git = command.spawn().map_err(not_run)?;
        let (stdin, stdout) = (git.stdin.take(), git.stdout.take());
        let (Some(mut stdin), Some(stdout)) = (stdin, stdout) else {
            return Err("git has no streams".to_owned());
        };
        let asked: String = entries
            .iter()
            .map(|entry| format!("{}\n", entry.object))
            .collect();
        let done = thread::scope(|scope| {
            scope.spawn(move || {
                // Fails if git exits before it has read everything.
                let _ = stdin.write_all(asked.as_bytes());
            });
            let mut answers = BufReader::with_capacity(1 << 16, stdout);
            let mut content = Vec::new();
            entries.iter().try_for_each(|entry| {
                let is_here = read_content(&mut answers, &mut content)?;
                take(entry, is_here.then_some(&*content))
            })
        });
        if done.is_err() {
            let _ = git.kill();
        }
        let _ = git.wait();
        done
    }

    fn command(&self, words: &[&str]) -> Command {
        let mut command = Command::new(PROGRAM);
        for name in LOCAL {
            command.env_remove(name);
        }
        command.envs(VARIABLES).env("PATH", &self.programs);
        command.args([
            "--no-pager",
            "--no-replace-objects",
            "-C",
            self.folder.as_str(),
        ]);
        for setting in SETTINGS {
            command.args(["-c", setting]);
        }
        command.args(words).stdin(Stdio::null());
        command
    }

    /// Runs git with the arguments `words`. Returns its output, or its error message if it fails.
    ///
    /// # Errors
    ///
    /// Returns an error if git cannot be run.
    fn run(&self, words: &[&str]) -> Result<Result<Vec<u8>, String>, String> {
        let ran = self.command(words).output().map_err(not_run)?;
        if ran.status.success() {
            return Ok(Ok(ran.stdout));
        }
        let said = String::from_utf8_lossy(&ran.stderr);
        let line = said.lines().next().unwrap_or("it failed without a message");
        Ok(Err(format!("git {}: {}", words[0], escape_truncated(line))))
    }
}

/// Reads one object from the output of `git cat-file --batch` into `content`. Returns whether the
/// object exists. If it does not, `content` becomes empty.
fn read_content(answers: &mut impl BufRead, content: &mut Vec<u8>) -> Result<bool, String> {
    let broken = |_| "git ended too early".to_owned();
    let mut head = String::new();
    answers.read_line(&mut head).map_err(broken)?;
    content.clear();
    let (_, last) = head.trim_end().rsplit_once(' ').unwrap_or_default();
    let Ok(size) = last.parse::<u64>() else {
        return match last {
            "missing" => Ok(false),
            _ => Err("git ended too early".to_owned()),
        };
    };
    answers
        .by_ref()
        .take(size)
        .read_to_end(content)
        .map_err(broken)?;
    answers.read_exact(&mut [0]).map_err(broken)?;
    Ok(true)
}

/// Returns whether `line` is the name of an object.
fn is_object(line: &str) -> bool {
    line.len() >= 40 && line.bytes().all(|byte| byte.is_ascii_hexdigit())
}

/// Returns the folders in which to search for programs. Leaves out folders that are relative to the
/// current folder, because the repository's own files are there. Returns `None` if no folder is left.
fn programs() -> Option<OsString> {
    let path = env::var_os("PATH")?;
    let absolute: Vec<PathBuf> = env::split_paths(&path)
        .filter(|folder| folder.is_absolute())
        .collect();
    env::join_paths(&absolute)
        .ok()
        .filter(|path| !path.is_empty())
}

fn not_run(error: std::io::Error) -> String {
    match error.kind() {
        ErrorKind::NotFound => NOT_INSTALLED.to_owned(),
        _ => format!("cannot run git: {error}"),
    }
}
