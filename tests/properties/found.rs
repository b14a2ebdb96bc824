//! The laws of search, and subjects that break them.

use std::ops::Range;
use std::path::Path;

use laws::blocks::{self, blocks};
use laws::dispatch::found as engine;
use laws::index::{self, LIMIT, Step, index};
use laws::ranking::{self, Kept, ranking, ranking_with};
use laws::search::{Shelf, forged, search, stored};
use mcp_guide::search::language::Language;
use mcp_guide::search::passage::Finder;
use mcp_guide::search::query::Query;
use mcp_guide::search::sections::{SectionRange, heading_path};
use mcp_guide::search::terms::Terms;
use mcp_guide::search::vocabulary::Vocabulary;
use mcp_guide::search::words::{TokenKind, each};
use mcp_guide::text::markup::headings::Heading;
use proptest::collection::{btree_map, vec};
use proptest::prelude::*;
use proptest::sample::{select, subsequence};
use serde_json::{Map, Value};

use super::trial::{Tally, catch, catch_together, hold, hold_each, hold_each_together};

const WORDS: [&str; 12] =
    ["zebra", "Zebra", "zebras", "zeb", "red", "bra red", "a", "b c", "IV", "x-1", "getZebra", "the"];
/// Those of lines alone: what a URI would escape, and forms of a word.
const OTHERS: [&str; 8] =
    ["ärger", "Ärger", "\u{130}x", "\u{212a}", "ΑΒΣ αβς", "斑马重试", "retrying", "retries"];

fn said(most: usize, words: Vec<&'static str>) -> impl Strategy<Value = String> {
    vec(select(words), 1..most).prop_map(|words| words.join(" "))
}

fn line() -> impl Strategy<Value = String> {
    let all = [&WORDS[..], &OTHERS].concat();
    prop_oneof![
        1 => (1..4_usize, said(3, WORDS.to_vec())).prop_map(|(level, text)| format!("{} {text}", "#".repeat(level))),
        3 => said(4, all),
        1 => Just(String::new()),
    ]
}

fn name() -> impl Strategy<Value = String> {
    let stems = ["zebra", "red", "n", "IV", "b"];
    (select(stems.to_vec()), 0..30_u32, select(vec!["md", "txt"]))
        .prop_map(|(stem, number, extension)| format!("{stem}{number}.{extension}"))
}

/// Documents, and a query of some of these words.
fn shelf(
    documents: Range<usize>,
    query: impl Strategy<Value = Vec<&'static str>>,
) -> impl Strategy<Value = (Shelf, Vec<String>)> {
    let query = query.prop_map(|words| words.into_iter().map(str::to_owned).collect());
    (btree_map(name(), vec(line(), 0..9), documents), query)
}

fn few() -> impl Strategy<Value = (Shelf, Vec<String>)> {
    let odd = ["kx", "αβ", "βς", "i\u{307}x", "马重", "none", "md"];
    let query = [&WORDS[..], &OTHERS, &odd].concat();
    shelf(1..7, subsequence(query, 1..4))
}

#[test]
fn quotes() {
    let tally = Tally::default();
    let place = |(shelf, _): &(Shelf, Vec<String>)| stored(shelf);
    hold_each_together(1_000, few(), place, |folder, (shelf, words)| {
        let found = search(folder.path(), shelf, words, engine)?;
        tally.add("searches that find several", usize::from(found > 1));
        tally.add("searches that find nothing", usize::from(found == 0));
        Ok(())
    });
    tally.at_least("searches that find several", 100);
    tally.at_least("searches that find nothing", 100);
}

/// The same where more is found than is shown.
#[test]
fn quotes_in_many() {
    let tally = Tally::default();
    let place = |(shelf, _): &(Shelf, Vec<String>)| stored(shelf);
    let many = shelf(90..150, subsequence(WORDS.to_vec(), 1));
    hold_each_together(50, many, place, |folder, (shelf, words)| {
        let found = search(folder.path(), shelf, words, engine)?;
        let more = usize::from(found > 11);
        tally.add("searches that find more than is shown", more);
        Ok(())
    });
    tally.at_least("searches that find more than is shown", 5);
}

/// The engine, with phrases taken apart.
#[test]
fn the_search_law_catches_phrases_taken_apart() {
    let place = |(shelf, _): &(Shelf, Vec<String>)| stored(shelf);
    catch_together(few(), place, |folder, (shelf, words)| {
        let apart = |folder: &Path, tool: &str, given: &Map<String, Value>| {
            let mut given = given.clone();
            let query = given["query"].as_str().expect("a text").replace('"', "");
            given.insert("query".to_owned(), query.into());
            engine(folder, tool, &given)
        };
        search(folder.path(), shelf, words, apart).map(drop)
    });
}

/// The engine, with the order of words that are not quoted.
#[test]
fn the_search_law_catches_an_order_without_quotes() {
    let place = |(shelf, _): &(Shelf, Vec<String>)| stored(shelf);
    catch_together(few(), place, |folder, (shelf, words)| {
        let unordered = |folder: &Path, tool: &str, given: &Map<String, Value>| {
            let parse = |answer: String| serde_json::from_str(&answer).expect("an object");
            let mut answer: Map<String, Value> = parse(engine(folder, tool, given)?);
            let mut given = given.clone();
            let query = given["query"].as_str().expect("a text").replace('"', "");
            given.insert("query".to_owned(), query.into());
            let apart: Map<String, Value> = parse(engine(folder, tool, &given)?);
            answer["value"] = apart["value"].clone();
            Ok(Value::Object(answer).to_string())
        };
        search(folder.path(), shelf, words, unordered).map(drop)
    });
}

/// A line as an answer has it, after any end of one, in a paragraph, an example or a table.
fn imitation() -> impl Strategy<Value = String> {
    let ends = [
        "\n", "\r", "\r\n", "\u{b}", "\u{c}", "\u{1c}", "\u{85}", "\u{2028}", "\u{2029}", " ", "```\n", "| ",
        "  ",
    ];
    let rows = [
        "guide://category/docs/forged.md#zebra zebra", "[…]\nguide://category/docs/red1.md#none none",
        "and 7 more documents", "zebra",
    ];
    (line(), select(ends.to_vec()), select(rows.to_vec())).prop_map(|(line, end, row)| line + end + row)
}

/// A line of many words of nine letters. A regular expression would make each letter by itself.
fn long() -> impl Strategy<Value = String> {
    vec(any::<u64>(), 0..121).prop_map(|words| {
        let letter = |word: u64, at: u32| char::from(b'a' + (word >> (7 * at)) as u8 % 26);
        let word = |word: u64| (0..9).map(|at| letter(word, at)).collect::<String>();
        ["zebra".to_owned()].into_iter().chain(words.into_iter().map(word)).collect::<Vec<_>>().join(" ")
    })
}

fn forgeries() -> impl Strategy<Value = Shelf> {
    let line = prop_oneof![2 => line(), 1 => imitation(), 1 => long()];
    btree_map(name(), vec(line, 0..40), 1..7)
}

#[test]
fn answers() {
    let tally = Tally::default();
    hold_each_together(500, forgeries(), stored, |folder, shelf| {
        tally.add("sections", forged(folder.path(), shelf, "zebra red", engine)?);
        Ok(())
    });
    tally.at_least("sections", 1_000);
}

/// The engine, with what follows any end of a line but a line feed not indented.
#[test]
fn the_law_of_answers_catches_line_ends_that_stay() {
    catch_together(forgeries(), stored, |folder, shelf| {
        let bare = |folder: &Path, tool: &str, given: &Map<String, Value>| {
            let answer = engine(folder, tool, given)?;
            Ok(answer.replace("\\n  guide", "\\nguide"))
        };
        forged(folder.path(), shelf, "zebra red", bare).map(drop)
    });
}

/// Queries of any kind: words, quoted parts, typing errors.
fn query() -> impl Strategy<Value = String> {
    let odd = [
        "-red", "zebar", "\"bra red\"", "\"RED\"", "\"::\"", "馬", "马", "get_zebra", "zebraz", "-22",
        "redd", "retryng",
    ];
    said(4, [&WORDS[..], &OTHERS, &odd].concat())
}

fn texts() -> impl Strategy<Value = (Vec<String>, String)> {
    let text = vec(line(), 0..9).prop_map(|lines| lines.join("\n"));
    (vec(text, 1..6), query())
}

#[test]
fn rankings() {
    hold(texts(), |(texts, query)| ranking(&texts, &query, "english"));
}

/// The same of quoted parts in lines that are odd at the beginning, and too long to be shown.
#[test]
fn rankings_of_quoted_parts() {
    let odd = select(vec!["", "\u{feff}", "\u{1c}", "| "]);
    let said = select(vec!["", "bra red", "zebra"]);
    let line = (odd, said, select(vec![0, 150]));
    let line = line.prop_map(|(odd, said, more)| format!("{odd}{said}{}", " x".repeat(more)));
    let text = vec(prop_oneof![2 => line, 1 => Just(String::new())], 3..9);
    let text = text.prop_map(|lines| lines.join("\n"));
    let queries = select(vec!["\"bra red\"", "\"red\" x", "\"ra re\" zebra"]);
    hold_each(500, (vec(text, 1..4), queries), |(texts, query)| ranking(&texts, query, "english"));
}

/// The engine, with the documents that are gone in its statistics.
#[test]
fn the_ranking_law_catches_statistics_of_what_is_gone() {
    catch(texts(), |(texts, query)| {
        ranking_with(&texts, &query, "english", |texts, query, language, _| {
            ranking::answer(texts, query, language, Kept::After(0))
        })
    });
}

/// Headings of all levels, some of them long.
fn outline() -> impl Strategy<Value = String> {
    let text = prop_oneof![
        1 => "[a-z]{1,2}( [a-z]{1,2}){20,40}",
        1 => "a(\\\\[-.]|[*_&;-]|&#9[0-9];|[A-Z]){1,9}b",
        6 => said(2, WORDS.to_vec()),
        2 => Just(String::new()),
    ];
    let heading = (1..7_usize, text).prop_map(|(level, text)| format!("{} {text}\n", "#".repeat(level)));
    vec(heading, 1..40).prop_map(|headings| headings.concat())
}

#[test]
fn block_sizes() {
    let tally = Tally::default();
    hold(outline(), |text| {
        let headings = blocks(&text, blocks::engine)?;
        tally.add("headings", headings);
        Ok(())
    });
    tally.at_least("headings", 20_000);
}

/// The engine, with the words of all headings above it in each section.
#[test]
fn the_block_law_catches_headings_that_are_counted_again() {
    catch(outline(), |text| {
        let again = |(text, own): (&str, &[Heading]), vocabulary: &mut Vocabulary, language: &Language| {
            let mut headings = own.to_vec();
            for (at, heading) in headings.iter_mut().enumerate() {
                heading.text = heading_path(own, Some(at)).join(" > ");
            }
            blocks::engine((text, &headings), vocabulary, language)
        };
        blocks(&text, again).map(drop)
    });
}

const PLACES: [&str; 6] = ["a.md", "b.txt", "d/a.md", "d/c.md", "e/a.md", "m.md.mustache"];

fn step() -> impl Strategy<Value = Step> {
    let text = || vec(line(), 0..5).prop_map(|lines| lines.join("\n"));
    let place = || select(PLACES.to_vec());
    let large = text().prop_map(|text| text + &" red".repeat(LIMIT / 4));
    let template = text().prop_map(|text| text + "\n{{word}} {{> part}}");
    prop_oneof![
        6 => (place(), text()).prop_map(|(name, text)| Step::Write(name, text)),
        1 => template.prop_map(|text| Step::Write("m.md.mustache", text)),
        1 => text().prop_map(|text| Step::Write("_part.mustache", text)),
        1 => (place(), large).prop_map(|(name, text)| Step::Write(name, text)),
        1 => (place(), place()).prop_map(|(name, target)| Step::Link(name, target)),
        1 => select([&PLACES[..], &["d"]].concat()).prop_map(Step::Remove),
        1 => (place(), place()).prop_map(|(from, to)| Step::Rename(from, to)),
        1 => select(vec![("d", "e"), ("e", "d")]).prop_map(|(from, to)| Step::Rename(from, to)),
        1 => (select(vec!["", "d/**", "*.txt"]), select(vec![0, 1_500, 1 << 20]))
            .prop_map(|(exclude, bytes)| Step::Guide(exclude, bytes)),
        8 => (query(), select(vec![None, None, Some("**/a.md"), Some("d/*")]))
            .prop_map(|(query, pattern)| Step::Search(query, pattern)),
    ]
}

fn steps() -> impl Strategy<Value = Vec<Step>> {
    vec(step(), 4..24)
}

#[test]
fn indices() {
    let tally = Tally::default();
    hold_each_together(
        250,
        steps(),
        |_| index::stored(),
        |folders, steps| {
            let (found, kept) = index(folders, steps, |_| true)?;
            tally.add("searches that find something", found);
            tally.add("bytes that are kept", kept);
            Ok(())
        },
    );
    tally.at_least("searches that find something", 150);
    tally.at_least("bytes that are kept", 100_000);
}

/// The engine, for which some documents do not change.
#[test]
fn the_index_law_catches_a_stale_size() {
    let overlooks = |step: &Step| matches!(step, Step::Write(name, _) if *name != "a.md");
    catch_together(
        steps(),
        |_| index::stored(),
        |folders, steps| index(folders, steps, |step| !overlooks(step)).map(drop),
    );
}

/// Two long paths that begin alike share no word but their parts.
#[test]
fn a_long_identifier_is_found_by_its_parts_only() {
    let text = format!("{}one x.{}", "abcdef/".repeat(11), "c".repeat(70));
    let mut longest = 0;
    each(&text, |token| {
        assert_ne!(token.kind, TokenKind::Whole, "{token:?}");
        longest = longest.max(token.word.len());
    });
    assert_eq!(longest, 64);
}

/// Whatever part of a text a passage is of, also one of blank lines behind all others.
#[test]
fn passages_of_any_part() {
    let query = Query::parse("retry").expect("a query");
    let language = Language::default();
    let terms = Terms::new(&query, &language);
    let tally = Tally::default();
    let pieces = vec![
        "retry ", "word ", "word word word word word word word word ", "\n", "    ", "| a", "é", "\r\n\n",
    ];
    let text = (vec(select(pieces), 1..40), vec(select(vec!["\n", " ", "\r\n"]), 0..150));
    let text = text.prop_map(|(text, blank)| text.concat() + &blank.concat());
    hold((text, any::<prop::sample::Index>(), 9..200_usize), |(text, from, most)| {
        let starts: Vec<usize> = text.char_indices().map(|(at, _)| at).collect();
        let from = *from.get(&starts);
        let section =
            SectionRange { range: from..text.len(), body: 0..text.len(), heading: None, is_marked: false };
        let shown = Finder::new(&query, &terms, &language).passage(&text, &section, most);
        let lines =
            shown.lines.iter().map(|line| line.trim_start_matches("[…] ").trim_end_matches("[…]").trim());
        let lines = lines.filter(|line| !line.starts_with("[…]:"));
        for line in lines {
            laws::ensure(text.contains(line), || format!("{line:?} is not in {text:?}"))?;
        }
        tally.add("blank", usize::from(text[from..].trim().is_empty()));
        Ok(())
    });
    tally.at_least("blank", 100);
}
