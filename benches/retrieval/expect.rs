//! What must be returned: found on disk without mcp-guide, and compared with it
//! before anything is timed.

use std::fs;
use std::io;
use std::path::Path;

use crate::case::{Case, Needs};
use crate::floor::Plan;
use crate::subject::{CATEGORY, Subject};
use crate::tree;

/// What a pattern has to find in a tree.
pub struct Expected {
    /// Paths relative to the category, in byte order.
    pub files: Vec<String>,
    /// Their content.
    bodies: Vec<Vec<u8>>,
    /// The directories that have to be listed, the first where the walk starts.
    directories: Vec<String>,
}

impl Expected {
    /// Walks the whole tree and keeps what the case's own predicate accepts.
    pub fn find(project: &Path, case: &Case, pattern: &str) -> io::Result<Self> {
        let root = tree::category(project);
        let (mut files, mut directories) = (Vec::new(), Vec::new());
        walk(&root, "", &mut files, &mut directories)?;
        files.retain(|path| (case.matches)(path, pattern));
        files.sort_unstable();
        directories.sort_unstable();
        match case.needs {
            Needs::Everything => {}
            Needs::Directory(only) => directories.retain(|directory| directory == only),
            Needs::Nothing => directories.clear(),
        }
        let bodies = files
            .iter()
            .map(|path| fs::read(root.join(path)))
            .collect::<io::Result<_>>()?;
        Ok(Self {
            files,
            bodies,
            directories,
        })
    }

    /// How many bytes the documents hold.
    pub fn bytes(&self) -> usize {
        self.bodies.iter().map(Vec::len).sum()
    }

    /// The floors for the same directories and files.
    pub fn plan(&self, project: &Path) -> Plan {
        let root = tree::category(project);
        let mut plan = if self.directories.is_empty() {
            Plan::file(&root, &self.files[0])
        } else {
            Plan::directories(&root, &self.directories, &self.files)
        };
        plan.reserve(self.bodies.iter().map(Vec::len).max().unwrap_or(0));
        plan
    }

    /// Compares all that is measured with what is on disk.
    pub fn check(&self, subject: &Subject, plan: &mut Plan) -> Result<(), String> {
        let listed = subject.list();
        same(
            "list",
            listed.iter().map(|file| file.path.as_str()),
            &self.files,
        )?;
        let mut read: Vec<(String, Vec<u8>)> = Vec::new();
        subject.read(|file, chunk| match read.last_mut() {
            Some((path, body)) if *path == file.path.as_str() => {
                body.extend_from_slice(chunk.as_bytes())
            }
            _ => read.push((file.path.to_string(), chunk.into())),
        });
        same(
            "list + read",
            read.iter().map(|(path, _)| path.as_str()),
            &self.files,
        )?;
        let mut bodies = read.iter().zip(&self.bodies);
        if let Some(((path, _), _)) = bodies.find(|((_, read), body)| read != *body) {
            return Err(format!("list + read: {path} has other bytes"));
        }
        self.check_call(&subject.call().to_string())?;
        for (floor, read) in [("floor", plan.read()), ("guarantees", plan.guarantee())] {
            let bytes = read.map_err(|error| format!("{floor}: {error}"))?;
            if bytes != self.bytes() {
                return Err(format!(
                    "{floor}: {bytes} bytes instead of {}",
                    self.bytes()
                ));
            }
        }
        Ok(())
    }

    fn check_call(&self, json: &str) -> Result<(), String> {
        let result: serde_json::Value =
            serde_json::from_str(json).map_err(|error| format!("call: {error}"))?;
        if result["success"] != true || result.get("message").is_some() {
            return Err(format!("call: {:.500}", result.to_string()));
        }
        let value = result["value"].as_str().unwrap_or_default();
        if let [body] = &self.bodies[..] {
            return if value.as_bytes() == body {
                Ok(())
            } else {
                Err("call: the document has other bytes".into())
            };
        }
        let message =
            mailparse::parse_mail(value.as_bytes()).map_err(|error| format!("call: {error}"))?;
        let location = |part: &mailparse::ParsedMail<'_>| {
            let headers = part.get_headers();
            mailparse::MailHeaderMap::get_first_value(&headers, "Content-Location")
        };
        let expected: Vec<String> = (self.files.iter())
            .map(|path| format!("guide://category/{CATEGORY}/{path}"))
            .collect();
        let found: Vec<String> = (message.subparts.iter())
            .map(|part| location(part).unwrap_or_default())
            .collect();
        same("call", found.iter().map(String::as_str), &expected)?;
        for ((part, body), path) in message.subparts.iter().zip(&self.bodies).zip(&self.files) {
            if part.get_body_raw().ok().as_ref() != Some(body) {
                return Err(format!("call: {path} has other bytes"));
            }
        }
        Ok(())
    }
}

fn same<'a>(
    what: &str,
    mut found: impl ExactSizeIterator<Item = &'a str>,
    expected: &[String],
) -> Result<(), String> {
    if found.len() != expected.len() {
        let (found, expected) = (found.len(), expected.len());
        return Err(format!("{what}: {found} documents instead of {expected}"));
    }
    let mut pairs = expected.iter().map(|expected| (found.next(), expected));
    match pairs.find(|(found, expected)| *found != Some(expected)) {
        Some((found, expected)) => Err(format!("{what}: {found:?} instead of {expected:?}")),
        None => Ok(()),
    }
}

fn walk(
    root: &Path,
    directory: &str,
    files: &mut Vec<String>,
    directories: &mut Vec<String>,
) -> io::Result<()> {
    directories.push(directory.to_owned());
    for entry in fs::read_dir(root.join(directory))? {
        let entry = entry?;
        let name = entry.file_name();
        let name = name.to_str().ok_or(io::ErrorKind::InvalidData)?;
        let path = if directory.is_empty() {
            name.to_owned()
        } else {
            format!("{directory}/{name}")
        };
        if entry.file_type()?.is_dir() {
            walk(root, &path, files, directories)?;
        } else {
            files.push(path);
        }
    }
    Ok(())
}
