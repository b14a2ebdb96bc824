//! Writes a copy of the sources that holds all mutants, each behind `mutant(NUMBER)`.
//!
//! `schemata FROM TO < mutants > report`: the mutants as `cargo mutants --list --json` gives them, each with its `id`.
//! The report says where each stands in the copy, and which are left out, and why.

mod edits;
mod place;

use std::collections::HashMap;
use std::error::Error;
use std::path::Path;
use std::{env, fs, io};

use edits::Mark;
use place::Placer;
use serde::{Deserialize, Serialize};

/// A mutant as cargo-mutants lists it; lines and columns count from one, columns in characters.
#[derive(Clone, Deserialize)]
pub struct Mutant {
    id: u32,
    file: String,
    genre: String,
    replacement: String,
    span: Span,
}

#[derive(Clone, Deserialize)]
struct Span {
    start: Position,
}

#[derive(Clone, Deserialize)]
struct Position {
    line: usize,
    column: usize,
}

const LIB: &str = "src/lib.rs";
/// What a mutant reckons wrongly it shall reckon when it runs.
const LINTS: &str = "#![allow(warnings, arithmetic_overflow, unconditional_panic)] ";

#[derive(Default, Serialize)]
struct Report {
    /// File → where its mutants stand.
    marks: HashMap<String, Vec<Mark>>,
    /// Mutant → why it is not in the copy.
    left: HashMap<u32, String>,
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = env::args().skip(1);
    let from = arguments.next().ok_or("which sources?")?;
    let to = arguments.next().ok_or("where to?")?;
    let mutants: Vec<Mutant> = serde_json::from_reader(io::stdin())?;
    let mut by_file: HashMap<String, Vec<Mutant>> = HashMap::new();
    for mutant in mutants {
        by_file.entry(mutant.file.clone()).or_default().push(mutant);
    }
    by_file.entry(LIB.to_owned()).or_default();
    let mut report = Report::default();
    for (file, mutants) in by_file {
        let text = fs::read_to_string(Path::new(&from).join(&file))?;
        let (mut new, mut marks) = schema(&file, &text, &mutants, &mut report.left)?;
        if file == LIB {
            new = format!("{LINTS}{new}{}", include_str!("mutant.rs"));
            for mark in &mut marks {
                mark.from += LINTS.len();
                mark.to += LINTS.len();
            }
        }
        report.marks.insert(file.clone(), marks);
        write(&Path::new(&to).join(&file), &new)?;
    }
    serde_json::to_writer(io::stdout(), &report)?;
    Ok(())
}

fn write(path: &Path, text: &str) -> io::Result<()> {
    if fs::read_to_string(path).is_ok_and(|old| old == text) {
        return Ok(());
    }
    fs::write(path, text)
}

fn schema(
    file: &str,
    text: &str,
    mutants: &[Mutant],
    left: &mut HashMap<u32, String>,
) -> Result<(String, Vec<Mark>), Box<dyn Error>> {
    let starts: Vec<usize> = std::iter::once(0)
        .chain(text.match_indices('\n').map(|(at, _)| at + 1))
        .collect();
    let mut due: HashMap<(String, usize), Vec<Mutant>> = HashMap::new();
    for mutant in mutants {
        let Position { line, column } = mutant.span.start;
        let line = starts[line - 1];
        let column = text[line..].char_indices().nth(column - 1);
        let at = line + column.map_or(0, |(at, _)| at);
        due.entry((mutant.genre.clone(), at))
            .or_default()
            .push(mutant.clone());
    }
    let krate = if file == "src/main.rs" {
        "mcp_guide"
    } else {
        "crate"
    };
    let mut placer = Placer::new(text, krate, due);
    syn::visit::Visit::visit_file(&mut placer, &syn::parse_file(text)?);
    for mutant in placer.due.values().flatten() {
        left.insert(mutant.id, "its place was not found".to_owned());
    }
    left.extend(placer.left);
    Ok(placer.edits.apply(text))
}
