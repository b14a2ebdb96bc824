//! What exists, without the content.

use super::gathered::{Search, gather};
use super::members::{Entry, entries};
use super::outline::sections;
use super::retrieved::{opened, text};
use super::table::{NAMED, Rows, encoded, shown};
use super::{Answer, Content, Notes, Stop, Success, Verdict, ensure};

/// A document's location, or the name of a category or a collection; and in which
/// columns which numbers are.
type Row = (Option<String>, Vec<(usize, u64)>);

/// A listing: what each row is of, and its numbers.
#[derive(Debug, Default)]
pub struct Listing {
    rows: Vec<Row>,
    /// The locations of the sections of one document.
    outline: Vec<String>,
    /// What cannot be read, by its name where that can be seen.
    troubles: Vec<Option<String>>,
    /// Whether there may be too little space for all of it.
    short: bool,
}

impl Listing {
    /// Whether a text was made shorter, for lack of space.
    pub fn is_shorter(&self, value: &str) -> bool {
        let more = Rows::table().more();
        let counts = |line: &str| {
            let rest = line.strip_prefix("| ").or(line.strip_prefix("- "));
            let first = rest.and_then(|rest| rest.split(" | ").next());
            first.is_some_and(|first| first.starts_with(more) || first.ends_with('/'))
        };
        let sections = value.lines().filter(|line| line.contains('#')).count();
        self.short && (value.lines().any(counts) || sections < self.outline.len())
    }

    /// Whether a text lists this.
    pub fn is(&self, value: &str) -> Verdict {
        let tables: Vec<Vec<Vec<&str>>> = value.split("\n\n").map(table).collect();
        let empty = Vec::new();
        let rows = if self.rows.is_empty() {
            &empty
        } else {
            &tables[0]
        };
        let agree = |(found, (first, numbers)): (&Vec<&str>, &(Option<String>, Vec<_>))| {
            let mut numbers = numbers.iter();
            first.as_ref().is_none_or(|first| found[0] == first)
                && numbers.all(|(at, number)| found.get(*at) == Some(&&*u64::to_string(number)))
        };
        let same = rows.len() == self.rows.len() && rows.iter().zip(&self.rows).all(agree);
        ensure(same, || format!("the rows are not {:?}", self.rows))?;
        let outline = if self.outline.is_empty() {
            &empty
        } else {
            tables.get(1).unwrap_or(&empty)
        };
        let outline: Vec<&str> = outline
            .iter()
            .filter_map(|row| row.last().copied())
            .collect();
        ensure(outline == self.outline, || {
            format!("the sections are not {:?}", self.outline)
        })?;
        let lines: Vec<&str> = value
            .lines()
            .filter(|line| line.starts_with("- "))
            .collect();
        let named = |(line, name): (&&str, &Option<String>)| {
            name.as_ref()
                .is_none_or(|name| line.contains(name.as_str()))
        };
        let same =
            lines.len() == self.troubles.len() && lines.iter().zip(&self.troubles).all(named);
        ensure(same, || format!("the lines are not of {:?}", self.troubles))
    }

    fn answer(
        mut self,
        search: Search<'_>,
        notes: Notes,
        mut facts: Vec<&'static str>,
    ) -> Result<Answer, Stop> {
        if self.troubles.len() > NAMED {
            return Err(Stop::Undecided);
        }
        self.short = search.project.response_bytes < 1 << 16;
        if !self.troubles.is_empty() {
            facts.push("listed documents that cannot be read");
        }
        Ok(Answer::Success(Success {
            value: Content::Listing(self),
            notes,
            facts,
        }))
    }
}

/// The cells of the rows of a table, without its head.
fn table(text: &str) -> Vec<Vec<&str>> {
    let rows = text.lines().filter_map(|line| line.strip_prefix("| "));
    let rows = rows.map(|row| row.strip_suffix(" |").unwrap_or(row).split(" | ").collect());
    rows.skip(2).collect()
}

/// The documents under a name.
pub fn listed(search: Search<'_>, name: &str) -> Result<Answer, Stop> {
    let Search { rows, project, .. } = search;
    let gathered = gather(search, name)?;
    let mut facts = gathered.facts.clone();
    let mut listing = Listing::default();
    let mut templates = Vec::new();
    for document in &gathered.documents {
        match opened(document, project.file_bytes) {
            Ok(bytes) => {
                let location = Some(document.location.clone());
                listing.rows.push((location, vec![(4, bytes)]));
                if document.path != document.document && !document.rendered {
                    templates.push(document.qualified.clone());
                }
            }
            Err(why) => {
                facts.push(why);
                listing.troubles.push(shown(&document.qualified));
            }
        }
    }
    if let [document] = &gathered.documents[..]
        && listing.rows.len() == 1
        && let Ok(text) = text(document)
    {
        let sections = sections(rows, document, &text).into_iter();
        let located = sections.map(|(heading, _)| {
            let fragment = encoded(&heading.slug);
            format!("{}#{fragment}", document.location)
        });
        listing.outline.extend(located);
    }
    let mut notes = Notes::default();
    notes.add(&gathered.missing);
    notes.add(&templates);
    facts.extend((!templates.is_empty()).then_some("templates"));
    listing.answer(search, notes, facts)
}

/// Every category and collection.
pub fn overview(search: Search<'_>) -> Result<Answer, Stop> {
    let project = search.project;
    let mut listing = Listing::default();
    let mut told = Vec::new();
    for category in &project.categories {
        let name = shown(&category.name);
        let (documents, bytes) = match count(search, "category", &category.name) {
            Ok(counted) => {
                let paths = counted.unreadable.iter();
                listing.troubles.extend(paths.map(|(path, _)| shown(path)));
                told.extend(counted.unreadable);
                (counted.documents, counted.bytes)
            }
            Err(Stop::Failed(failed)) => {
                let trouble = (failed.kind != "no_matches").then_some(name.clone());
                listing.troubles.extend(trouble);
                (0, 0)
            }
            Err(Stop::Undecided) => return Err(Stop::Undecided),
        };
        listing.rows.push((name, vec![(4, documents), (5, bytes)]));
    }
    for collection in &project.collections {
        let name = shown(&collection.name);
        let counted = match count(search, "collection", &collection.name) {
            Ok(counted) => counted,
            // What else is wrong with a member is said of the category itself.
            Err(Stop::Failed(failed)) => Counted {
                incomplete: failed.is_incomplete(),
                ..Counted::default()
            },
            Err(Stop::Undecided) => return Err(Stop::Undecided),
        };
        // What only the patterns of members find is said of the collection.
        let mut entries = entries(project, &collection.name, true).into_iter();
        if entries.any(|entry| matches!(entry, Entry::Part(part) if !part.own().is_empty())) {
            for trouble in counted.unreadable {
                if !told.contains(&trouble) {
                    listing.troubles.push(shown(&trouble.0));
                    told.push(trouble);
                }
            }
        }
        listing
            .troubles
            .extend(counted.incomplete.then(|| name.clone()));
        let numbers = vec![(4, counted.documents), (5, counted.bytes)];
        listing.rows.push((name, numbers));
    }
    let nothing = listing.rows.is_empty().then_some("a project of nothing");
    listing.answer(search, Notes::default(), nothing.into_iter().collect())
}

/// What was counted.
#[derive(Default)]
struct Counted {
    /// How many documents can be opened, and their bytes.
    documents: u64,
    bytes: u64,
    incomplete: bool,
    /// The paths of what cannot be opened, and why.
    unreadable: Vec<(String, &'static str)>,
}

fn count(search: Search<'_>, kind: &str, name: &str) -> Result<Counted, Stop> {
    let kinds = [kind];
    let search = Search {
        kinds: &kinds,
        ..search
    };
    let gathered = gather(search, name)?;
    let mut counted = Counted {
        incomplete: !gathered.missing.is_empty(),
        ..Counted::default()
    };
    for document in &gathered.documents {
        match opened(document, search.project.file_bytes) {
            Ok(bytes) => {
                counted.documents += 1;
                counted.bytes += bytes;
            }
            Err(why) => {
                let path = match kind {
                    "category" => format!("{name}/{}", document.path),
                    _ => document.qualified.clone(),
                };
                counted.unreadable.push((path, why));
            }
        }
    }
    Ok(counted)
}
