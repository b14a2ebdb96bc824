//! Patterns and files that make matchers and parsers blow up: the time grows with
//! the input, and no faster. Ratios are asserted, not times: a machine may be slow.

use std::cell::Cell;
use std::hint::black_box;
use std::num::NonZeroU16;
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use camino::Utf8Path;
use mcp_guide::documents::discover::{CategoryWalk, discover};
use mcp_guide::documents::sandbox::Tree;
use mcp_guide::documents::served::Served;
use mcp_guide::limits::MAX_EXCLUDED;
use mcp_guide::limits::{MAX_PATTERN_ALTERNATIVES, MAX_PATTERN_BYTES, MAX_PATTERN_COMPONENTS};
use mcp_guide::project::Project;
use mcp_guide::search::block::counter::Counter;
use mcp_guide::search::language::Language;
use mcp_guide::search::passage::Finder;
use mcp_guide::search::query::Query;
use mcp_guide::search::sections::sections;
use mcp_guide::search::terms::Terms;
use mcp_guide::search::vocabulary::Vocabulary;
use mcp_guide::search::words::each;
use mcp_guide::text::markup::headings::headings;
use mcp_guide::{Caller, Server, Session, Source};
use rule_files::pattern::{Pattern, PatternErrorKind};
use tempfile::TempDir;

use laws::hostile::{hostile, ordinary};
use laws::{computed, yardstick};

/// Twice the input may take this much longer. Linear is 2, and what blows up
/// takes at least 4; the rest is room for a machine that is busy.
const RATIO: f64 = 3.5;
/// Shorter times say more about the clock than about the matcher.
const SHORTEST: Duration = Duration::from_micros(100);

/// How long something is run again and again.
const A_MOMENT: Duration = Duration::from_millis(250);

/// Known blow-ups at a size, each with its name: parsed and matched per name.
#[rustfmt::skip] // One case, one line.
fn blow_ups(size: usize) -> Vec<(&'static str, String, String)> {
    let bytes = |text: &str| text.repeat(MAX_PATTERN_BYTES / text.len());
    let names = MAX_PATTERN_COMPONENTS - 1;
    let alternatives = MAX_PATTERN_ALTERNATIVES.ilog2() as usize;
    let aaa = "a".repeat(size);
    let aaa_path = "a/".repeat(size / 2);
    vec![
        ("*a repeated, then */x", bytes("*a"), format!("{aaa}b")),
        ("*a repeated, then a directory", format!("{}*/x", "*a".repeat(500)), format!("{aaa}/y")),
        ("*? repeated", format!("{}.b", "*?".repeat(500)), format!("{aaa}b/b")),
        ("*[!b] repeated", format!("{}.b", "*[!b]".repeat(200)), aaa.clone()),
        ("**/ repeated", format!("{}x", "**/".repeat(names)), format!("{aaa_path}y")),
        ("**/a/ repeated", format!("{}x", "**/a/".repeat(names / 2)), format!("{aaa_path}y")),
        ("**/*a*/ repeated", format!("{}x", "**/*a*/".repeat(names / 2)), format!("{aaa_path}y")),
        ("braces of *a", format!("{}x", "{*a,ab}".repeat(alternatives)), format!("{aaa}y")),
        (
            "braces of directories",
            format!("{}x", "{**/,*/}".repeat(alternatives)),
            format!("{aaa_path}y"),
        ),
        ("1,000 bytes of ?", format!("{}.b", "?".repeat(1_000)), aaa.clone()),
        ("1,000 bytes of [ab]", format!("{}.b", "[ab]".repeat(250)), aaa),
    ]
}

/// The fastest of several runs, as many as fit in a moment.
fn fastest(mut run: impl FnMut()) -> Duration {
    let begun = Instant::now();
    let mut fastest = Duration::MAX;
    for _ in 0..40 {
        let before = computed();
        run();
        fastest = fastest.min(computed() - before);
        if begun.elapsed() > A_MOMENT {
            break;
        }
    }
    fastest
}

/// Asserts that a doubled size takes at most so much longer. What does so once
/// in five times was disturbed the other times.
#[track_caller]
fn linear(name: &str, mut runs: [impl FnMut(); 2]) {
    let mut ratio = 0.0;
    for _ in 0..5 {
        let [small, large] = runs.each_mut().map(fastest);
        ratio = large.as_secs_f64() / small.max(SHORTEST).as_secs_f64();
        println!("{name:32} {small:>12.1?} {large:>12.1?} {ratio:>6.2}");
        if ratio < RATIO {
            return;
        }
    }
    panic!("{name}: twice the input takes {ratio:.2} times as long");
}

#[test]
fn matching_a_name_takes_linear_time() {
    println!("{:32} {:>12} {:>12} {:>6}", "pattern", "1,100 chars", "2,200 chars", "ratio");
    // Longer than a pattern: a shorter name is refused by its length.
    let sizes = [1_100, 2_200].map(blow_ups);
    for ((name, text, short), (_, _, long)) in sizes[0].iter().zip(&sizes[1]) {
        let pattern = Pattern::parse(text).unwrap_or_else(|error| panic!("{name}: {error:?}"));
        linear(name, [short, long].map(|path| || _ = black_box(pattern.matches(black_box(path)))));
    }
}

/// Reading need not be linear, since a pattern has at most [`MAX_PATTERN_BYTES`]; but no
/// pattern of that length may cost more than a million steps.
#[test]
fn reading_the_longest_pattern_takes_less_than_a_million_steps() {
    println!("{:32} {:>12} {:>12}", "1,024 bytes of", "time", "of steps");
    for text in ["*a", "**/", "{", "{a,", "{a,b}", "{{", "{}", "[", "[a]", "[]", "a", "?", ","] {
        let long = text.repeat(MAX_PATTERN_BYTES / text.len());
        let time = fastest(|| drop(black_box(Pattern::parse(black_box(&long)))));
        let steps = yardstick();
        println!("{text:32} {time:>12.1?} {steps:>12.1?}");
        assert!(time < steps, "{text} repeated: {time:?}, and a million steps {steps:?}");
    }
}

/// What it takes to hold a pattern against names of 249 bytes.
fn holding(text: &str) -> Duration {
    let pattern = Pattern::parse(text).unwrap_or_else(|error| panic!("{text}: {error:?}"));
    let names: Vec<String> = (0..8).map(|at| format!("{}{at}", "a".repeat(248))).collect();
    fastest(|| {
        for name in &names {
            black_box(pattern.matches(black_box(name)));
        }
    })
}

/// No pattern that is accepted takes more steps at each character of a name than its names with
/// `?` or sets may have characters, in one alternative or in many: of each kind the most costly
/// one is tried.
#[test]
fn the_most_costly_pattern_costs_its_characters_times_the_names() {
    println!("{:24} {:>7} {:>12} {:>12}", "kind", "braces", "a name", "of steps");
    for (kind, unit, tail) in [
        ("a set of letters", "b", "]b"),
        ("a set of ranges", "b-c", "]b"),
        ("characters", "a", "[b]"),
        ("any character", "?", "b"),
        ("sets of two", "[ab]", "[c]"),
        ("many stars", "*a?", "[b]"),
    ] {
        let head = if tail.starts_with(']') { "*[!" } else { "*" };
        let accepted = |alternatives: usize, times: usize| {
            // As many prefixes of the names, of different lengths.
            let choices = (0..alternatives.ilog2()).map(|bit| format!("{{,{}}}", "a".repeat(1 << bit)));
            let prefix: String = choices.collect();
            let text = format!("{prefix}{head}{}{tail}", unit.repeat(times));
            Pattern::parse(&text).ok()
        };
        for alternatives in [1, 2, 4, 8, 16, 32, 64] {
            let times = (1..=900).take_while(|times| accepted(alternatives, *times).is_some());
            let Some(pattern) = times.last().and_then(|times| accepted(alternatives, times)) else {
                continue;
            };
            let (time, steps) = (holding(pattern.as_str()) / 8, yardstick());
            println!("{kind:24} {alternatives:>7} {time:>12.1?} {steps:>12.1?}");
            // These are a quarter of a million: 1,024 characters, and a name of 249.
            assert!(time < steps, "{pattern}: {time:?}, and a million steps {steps:?}");
        }
    }
    let refused = |text: String| Pattern::parse(&text).map(drop).map_err(|error| error.kind);
    for text in [
        format!("*[{}]b", "b".repeat(MAX_PATTERN_BYTES / 2)),
        format!("*{}", "?".repeat(MAX_PATTERN_BYTES / 2)),
        format!("*?{}", "{aaa,bbb}".repeat(6)),
    ] {
        assert_eq!(refused(text), Err(PatternErrorKind::TooCostly));
    }
}

/// Branches of nested directories, each with files that nearly match.
fn tree(branches: usize) -> TempDir {
    let folder = laws::folder();
    for branch in 0..branches {
        let mut here = folder.path().join(format!("a{branch}"));
        for _ in 0..12 {
            std::fs::create_dir(&here).expect("a new directory");
            for name in ["a", "aa", "aaa", "y"] {
                std::fs::write(here.join(format!("{name}.md")), "").expect("a new file");
            }
            here.push("a");
        }
    }
    folder
}

fn walk(root: &Path, pattern: &Pattern) {
    let root = Utf8Path::from_path(root).expect("a UTF-8 path");
    let sandbox = Arc::new(Tree::ambient(root).expect("the root opens"));
    let suffixes = [".mustache".to_owned()];
    let mut served = Served::default();
    served.suffixes = &suffixes;
    let search = CategoryWalk {
        patterns: &[pattern],
        served,
        category: "docs".into(),
        collection: None,
        page: None,
        listings: None,
        by_path: false,
    };
    let found = discover(&sandbox, &search, &|| false).expect("nobody cancels").files;
    assert!(found.is_empty(), "{pattern} finds something");
}

#[test]
fn a_walk_takes_linear_time() {
    let trees = [tree(10), tree(20)];
    println!("{:32} {:>12} {:>12} {:>6}", "walk", "600 entries", "1,200", "ratio");
    for (name, text, _) in blow_ups(10) {
        let pattern = Pattern::parse(&text).unwrap_or_else(|error| panic!("{name}: {error:?}"));
        linear(name, trees.each_ref().map(|tree| || walk(tree.path(), &pattern)));
    }
}

/// Lists all resources in pages of this size; how many there are.
fn listed(server: &mut Server, page: u16) -> usize {
    Arc::make_mut(&mut server.table).resources.page = NonZeroU16::new(page).expect("a page");
    let (mut count, mut cursor) = (0, None);
    loop {
        let listed = server.resources(Caller::WITHOUT_ROOTS, cursor.as_deref());
        let listed = listed.expect("a page");
        count += listed.resources.len();
        cursor = listed.next_cursor;
        if cursor.is_none() {
            return count;
        }
    }
}

/// All pages of `resources/list` together take about as long as one page of all: none
/// walks through the directories of the pages before it.
#[test]
fn pages_together_take_as_long_as_one() {
    let folder = laws::folder();
    for directory in 0..200 {
        let here = folder.path().join(format!("docs/d{directory:03}"));
        std::fs::create_dir_all(&here).expect("a new directory");
        for number in 0..20 {
            std::fs::write(here.join(format!("{number:02}.txt")), "").expect("a new file");
        }
    }
    let guide = "categories: {docs: {dir: docs, patterns: ['**/*.txt']}}\n";
    std::fs::write(folder.path().join("guide.yaml"), guide).expect("a new file");
    let path = Utf8Path::from_path(folder.path()).expect("a UTF-8 path");
    let session = Session::new(Source::Named(path.to_owned()));
    let mut server = Server::new(laws::table().clone(), session);
    let mut ratio = f64::MAX;
    for _ in 0..3 {
        let [pages, whole] = [40, u16::MAX].map(|page| {
            let before = computed();
            assert_eq!(listed(&mut server, page), 2 + 200 * 20);
            computed() - before
        });
        ratio = ratio.min(pages.as_secs_f64() / whole.as_secs_f64());
        println!("{pages:?} in 101 pages, {whole:?} in one: {ratio:.2}");
    }
    assert!(ratio < 3.0, "{ratio:.2} times as long");
}

/// As many patterns as may be, each of which nearly matches every name.
#[test]
fn what_is_excluded_costs_no_more_between_two_looks() {
    let folder = laws::folder();
    let name = "a".repeat(200);
    for number in 0..200 {
        std::fs::write(folder.path().join(format!("{name}{number}.md")), "").expect("a new file");
    }
    let exclude: Vec<Pattern> = (0..MAX_EXCLUDED)
        .map(|number| Pattern::parse(&format!("**/{}{number}.txt", "*a?".repeat(60))))
        .map(|pattern| pattern.expect("a pattern"))
        .collect();
    let root = Utf8Path::from_path(folder.path()).expect("a UTF-8 path");
    let sandbox = Arc::new(Tree::ambient(root).expect("the root opens"));
    let pattern = Pattern::parse("*.md").expect("a pattern");
    let suffixes = [".mustache".to_owned()];
    let mut served = Served::default().excluding(&exclude).hiding([&pattern]);
    served.suffixes = &suffixes;
    let search = CategoryWalk {
        patterns: &[&pattern],
        served,
        category: "docs".into(),
        collection: None,
        page: None,
        listings: None,
        by_path: false,
    };
    let begun = computed();
    let (asked, longest, last) = (Cell::new(0), Cell::new(Duration::ZERO), Cell::new(begun));
    let look = || {
        let now = computed();
        asked.set(asked.get() + 1);
        longest.set(longest.get().max(now - last.replace(now)));
        false
    };
    let found = discover(&sandbox, &search, &look);
    // Its end is as good as a look.
    look();
    assert_eq!(found.map(|found| found.files.len()), Ok(200));
    let (asked, longest, whole) = (asked.get(), longest.get(), computed() - begun);
    println!("{asked} looks, {longest:?} between two at most, {whole:?} in all");
    assert!(10 * longest < whole, "{longest:?} without a look, of {whole:?}");
}

/// How much longer than the ordinary file any other of its size may take. The highest ratio is
/// 3.8; what takes quadratic time has hundreds.
const HOSTILE: f64 = 5.0;

#[test]
fn any_mebibyte_of_yaml_takes_as_long_as_an_ordinary_one() {
    const SIZE: usize = 1 << 20;
    let file = ordinary(SIZE);
    let spent = |file: &str| {
        let before = computed();
        let _ = black_box(Project::parse(black_box(file.as_bytes())));
        computed() - before
    };
    assert!(Project::parse(file.as_bytes()).is_ok(), "it is ordinary");
    let mut measure = (0..3).map(|_| spent(&file)).min().expect("three runs");
    println!("{:32} {measure:>12.1?}", "an ordinary file");
    for (name, hostile) in hostile(SIZE) {
        let mut ratio = 0.0;
        for _ in 0..3 {
            let time = spent(&hostile);
            ratio = time.as_secs_f64() / measure.as_secs_f64();
            println!("{name:32?} {time:>12.1?} {ratio:>6.2}");
            if ratio < HOSTILE {
                break;
            }
            // Other work may have begun since.
            measure = spent(&file);
        }
        assert!(ratio < HOSTILE, "{name}: {ratio:.2} times an ordinary file");
    }
}

/// How many times as long as other work of its size what is below may take. What takes time
/// quadratic in its input has hundreds.
const UNEQUAL: f64 = 20.0;

/// Asserts that one work takes about as long as another.
fn alike(name: &str, mut ordinary: impl FnMut(), mut hostile: impl FnMut()) {
    let spent = |work: &mut dyn FnMut()| {
        let before = computed();
        work();
        computed() - before
    };
    let least = |work: &mut dyn FnMut()| (0..3).map(|_| spent(work)).min().expect("three runs");
    let (ordinary, hostile) = (least(&mut ordinary), least(&mut hostile));
    println!("{name}: {hostile:?}, beside {ordinary:?}");
    assert!(hostile.as_secs_f64() < UNEQUAL * ordinary.as_secs_f64(), "{name}: {hostile:?}");
}

#[test]
fn words_of_a_long_version_take_as_long_as_others() {
    let count = |text: &str| {
        each(text, |token| {
            black_box(token);
        })
    };
    let (words, version) = ("one ".repeat(1 << 16), "1.".repeat(1 << 17));
    alike("a long version", || count(&words), || count(&version));
}

#[test]
fn a_short_document_is_counted_as_fast_after_a_long_one() {
    let count = |words: u32| {
        let mut counter = Counter::new(&Vocabulary::default());
        let long: String = (0..words).map(|number| format!("word{number} ")).collect();
        counter.count("long.txt", "", (&long, &[]));
        move |times: u32| (0..times).for_each(|_| counter.count("a.txt", "", ("Few words.", &[])))
    };
    let (mut short, mut long) = (count(1), count(200_000));
    alike("after a long document", || short(4_000), || long(4_000));
}

#[test]
fn many_words_are_found_in_a_short_document_as_fast_as_few() {
    let (mut vocabulary, language) = (Vocabulary::default(), Language::default());
    let mut counter = Counter::new(&vocabulary);
    counter.count("a.txt", "", ("Few words.", &[]));
    let block = counter.block(&mut vocabulary, &language);
    let words: Vec<(u32, ())> = (0..200_000).map(|id| (id, ())).collect();
    let find = |words: &[(u32, ())]| {
        for _ in 0..1_000 {
            black_box(block.find(words).count());
        }
    };
    let counted = |words: &[(u32, ())]| block.find(words).count();
    assert!(counted(&words) > 3 && counted(&words) == counted(&words[..100]));
    alike("many words", || find(&words[..100]), || find(&words));
}

#[test]
fn a_long_line_below_the_head_of_a_table_is_not_read_for_each_row() {
    let (query, language) = (Query::parse("retry").expect("a word"), Language::default());
    let terms = Terms::new(&query, &language);
    let show = |line: &str| {
        let text = format!("# Table\n\n| a |\n|{line}\n{}", "| retry |\n".repeat(1_000));
        let headings = headings(&text).expect("headings");
        let passage =
            Finder::new(&query, &terms, &language).passage(&text, &sections(&text, &headings)[0], 1_000);
        assert!(!passage.lines.is_empty());
    };
    let (text, divider) = ("a".repeat(1 << 19), "-".repeat(1 << 19));
    alike("a long divider", || show(&text), || show(&divider));
}
