//! Whether a search finds what was asked: the judged questions of `questions.yaml`, over the
//! documents that this repository's `guide.yaml` serves.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

use mcp_guide::{Caller, Server, Session, Source, Table};
use serde_json::json;

/// The least mean nDCG@10 of all questions. Where a page has changed, read it and judge its
/// questions again before you lower this.
const FLOOR: f64 = 0.61;

/// How many sections of an answer count.
const DEPTH: usize = 10;

/// What the URIs of `questions.yaml` begin with.
const PREFIX: &str = "guide://category/";

/// The categories of which each document answers a question.
const COVERED: [&str; 3] = ["docs", "spec", "features"];

/// Pages that answer none: they are about the search itself, or figures of one machine.
const UNASKED: [&str; 3] = ["docs/docs/search.md", "docs/docs/performance.md", "features/search.feature"];

struct Question {
    question: String,
    /// The right URIs, the best first.
    right: Vec<String>,
}

impl Question {
    /// Returns each right URI with its grade: 2, or 1 where it says a part, marked with `~`.
    fn grades(&self) -> impl Iterator<Item = (&str, f64)> {
        self.right.iter().map(|uri| match uri.strip_prefix('~') {
            Some(uri) => (uri, 1.0),
            None => (&**uri, 2.0),
        })
    }

    /// Returns the nDCG of an answer: 1 if its first sections are the right URIs, the best first.
    fn score(&self, found: &[String]) -> f64 {
        let gain = |(rank, grade): (usize, f64)| grade / (rank as f64 + 2.0).log2();
        let grades: BTreeMap<_, _> = self.grades().collect();
        let graded = found.iter().map(|uri| grades.get(&**uri).unwrap_or(&0.0));
        let gained: f64 = graded.copied().take(DEPTH).enumerate().map(gain).sum();
        let best = self.grades().map(|(_, grade)| grade);
        let ideal: f64 = best.take(DEPTH).enumerate().map(gain).sum();
        // The sum of nothing is -0.
        (gained / ideal).abs()
    }
}

/// Returns the questions by their kind.
fn questions() -> BTreeMap<String, Vec<Question>> {
    type Kinds = BTreeMap<String, Vec<BTreeMap<String, Vec<String>>>>;
    let kinds: Kinds = serde_yaml::from_str(include_str!("questions.yaml")).expect("questions by kind");
    let question = |(question, mut right): (String, Vec<String>)| {
        right.sort_by_key(|uri| uri.starts_with('~'));
        Question { question, right }
    };
    let kinds = kinds.into_iter();
    kinds.map(|(kind, rows)| (kind, rows.into_iter().flatten().map(question).collect())).collect()
}

/// Returns the value of a call.
#[track_caller]
fn value(server: &Server, tool: &str, argument: &str, text: &str) -> String {
    let arguments = json!({ argument: text });
    let arguments = arguments.as_object().expect("an object");
    let reply = server.call(Caller::WITHOUT_ROOTS, tool, arguments).expect("a reply");
    let Ok(success) = &reply.result else {
        panic!("{tool} of {text:?} fails: {reply}");
    };
    success.value.to_string()
}

/// Returns the rows of a tool's tables, each as its cells.
#[track_caller]
fn rows(server: &Server, tool: &str, argument: &str, text: &str) -> Vec<Vec<String>> {
    let table = value(server, tool, argument, text);
    let rows = (table.lines()).filter_map(|line| line.strip_prefix("| ")?.strip_suffix(" |"));
    rows.map(|row| row.split(" | ").map(str::to_owned).collect()).collect()
}

/// Returns the server of this repository's project.
fn server() -> Server {
    let session = Session::new(Source::Named(env!("CARGO_MANIFEST_DIR").into()));
    Server::new(Table::embedded().expect("the table"), session)
}

/// Returns the documents of a category, as `questions.yaml` writes them.
fn documents(server: &Server, category: &str) -> Vec<String> {
    let rows = rows(server, "list_content", "category_or_collection", category);
    let uris = rows.iter().filter_map(|row| row[0].strip_prefix(PREFIX));
    uris.map(str::to_owned).collect()
}

/// Returns what can be a right URI, with its heading: each section of a document that is
/// served by default patterns, and each such document without sections.
fn headings() -> BTreeMap<String, String> {
    let server = &server();
    let mut headings = BTreeMap::new();
    let searched = COVERED.iter().chain(&["source", "agents"]);
    for document in searched.flat_map(|category| documents(server, category)) {
        // A listing of all headings may be too long.
        let uri = format!("{PREFIX}{document}");
        let text = value(server, "get_content", "category_or_collection", &uri);
        let found = if document.ends_with(".md") {
            mcp_guide::text::markup::headings::headings(&text).expect("a plain text")
        } else {
            Vec::new()
        };
        if found.is_empty() {
            headings.insert(document, String::new());
            continue;
        }
        for heading in found {
            let fragment = mcp_guide::text::location::fragment(&heading.slug);
            headings.insert(format!("{document}{fragment}"), heading.text);
        }
    }
    headings
}

/// Returns the words of a text, in the singular as far as an `s` makes the plural.
fn words(text: &str) -> BTreeSet<String> {
    let words = text.split(|character: char| !character.is_alphanumeric() && character != '_');
    let words = words.map(|word| word.to_lowercase().trim_end_matches('s').to_owned());
    words.filter(|word| !word.is_empty()).collect()
}

/// Every right section exists, and its heading is not what the question asks with.
#[test]
fn every_right_section_exists() {
    let headings = headings();
    let mut wrong = String::new();
    for question in questions().values().flatten() {
        let asked = words(&question.question);
        for (uri, _) in question.grades() {
            let problem = match headings.get(uri) {
                None => "no such section, or it is not served",
                Some(heading) => {
                    let heading = words(heading);
                    if !heading.is_empty() && heading.is_subset(&asked) {
                        "the question has all words of its heading"
                    } else {
                        continue;
                    }
                }
            };
            writeln!(wrong, "{}\n    {uri}: {problem}", question.question).expect("a string");
        }
    }
    assert!(wrong.is_empty(), "\n{wrong}");
}

/// Each page that is served answers a question.
#[test]
fn every_page_is_asked_about() {
    let questions = questions();
    let right = (questions.values().flatten()).flat_map(Question::grades);
    let mut known: BTreeSet<&str> = right.filter_map(|(uri, _)| uri.split('#').next()).collect();
    known.extend(UNASKED);
    let server = server();
    let served = COVERED.map(|category| documents(&server, category));
    let unknown = (served.iter().flatten()).filter(|document| !known.contains(&***document));
    assert_eq!(unknown.collect::<Vec<_>>(), Vec::<&String>::new());
}

/// A question leads to the sections that answer it. `--nocapture` prints the rank of the
/// first of them, and the nDCG, of each question.
#[test]
fn questions_find_their_sections() {
    let server = server();
    let mut scores = Vec::new();
    for (kind, questions) in questions() {
        let before = scores.len();
        for question in questions {
            let mut found: Vec<String> = Vec::new();
            let answer = value(&server, "search_content", "query", &question.question);
            let lines = answer.lines().filter_map(|line| line.strip_prefix(PREFIX)?.split(' ').next());
            found.extend(lines.map(str::to_owned));
            let score = question.score(&found);
            let right = |uri: &String| question.grades().any(|(right, _)| right == uri);
            let rank = match found.iter().position(right) {
                Some(rank) => (rank + 1).to_string(),
                None => "-".to_owned(),
            };
            println!("{score:.2} {rank:>3}  {}", question.question);
            scores.push(score);
        }
        println!("{:.3}      {kind}\n", mean(&scores[before..]));
    }
    let mean = mean(&scores);
    println!("nDCG@{DEPTH} of {} questions: {mean:.3}", scores.len());
    assert!(mean >= FLOOR, "nDCG@{DEPTH} is {mean:.3}, below {FLOOR}");
}

fn mean(scores: &[f64]) -> f64 {
    scores.iter().sum::<f64>() / scores.len() as f64
}
