//! Each law on subjects that break it: a law that lets one pass proves nothing.

use std::path::Path;

use camino::Utf8Path;
use mcp_guide::text::escape::{Escaped, MAX_QUOTED};
use mcp_guide::text::multipart::Boundary;
use serde_json::{Map, Value};

use super::strategies;
use super::trial::{catch, catch_together};
use super::wrong::{self, Check, Message, Naive};
use laws::budget::{self, UNBOUNDED, budget, engine};
use laws::calls::{Shelf, Stored, Text};
use laws::cells::{self, cells};
use laws::discover::{discover, within};
use laws::dispatch::Answer;
use laws::init::init;
use laws::locations::{Shapes, locations};
use laws::multipart::{self, multipart};
use laws::pattern::pattern;
use laws::plan::{Plan, Step};
use laws::sandbox::sandbox;
use laws::tree::Node;
use laws::yaml::{Style, agree, events, repeated, yaml};
use laws::{arguments, calls, dispatch, loaded, schema, shown, table, uri};

fn catch_message(fault: Message) {
    let subject = wrong::message(fault);
    catch(strategies::documents(), |documents| {
        multipart(&documents, &subject)
    });
}

#[test]
fn the_multipart_law_catches_lf_headers() {
    catch_message(Message::LfHeaders);
}

#[test]
fn the_multipart_law_catches_a_fixed_boundary() {
    catch_message(Message::FixedBoundary);
}

#[test]
fn the_multipart_law_catches_collisions_sought_after_crlf_alone() {
    catch_message(Message::CrlfCollisions);
}

#[test]
fn the_multipart_law_catches_a_length_in_characters() {
    catch_message(Message::LengthInCharacters);
}

#[test]
fn the_multipart_law_catches_a_missing_charset() {
    catch_message(Message::NoCharset);
}

#[test]
fn the_multipart_law_catches_a_raw_file_name() {
    catch_message(Message::RawLocation);
}

#[test]
fn the_multipart_law_catches_a_trimmed_body() {
    catch_message(Message::Trimmed);
}

#[test]
fn the_budget_law_catches_a_limit_of_bodies_alone() {
    catch(strategies::tree(), |tree| {
        budget(
            budget::stored(&tree).path(),
            &tree,
            |folder, limit, tool, arguments| {
                let bounded = tool == "get_content" && limit < UNBOUNDED;
                let framing = if bounded { 80 } else { 0 };
                engine(folder, limit + framing, tool, arguments)
            },
        )
        .map(drop)
    });
}

#[test]
fn the_budget_law_catches_rows_that_are_left_out_uncounted() {
    catch(strategies::tree(), |tree| {
        budget(
            budget::stored(&tree).path(),
            &tree,
            |folder, limit, tool, arguments| {
                let value = engine(folder, limit, tool, arguments);
                let counts = value.find("| and ");
                value[..counts.unwrap_or(value.len())].to_owned()
            },
        )
        .map(drop)
    });
}

/// Each is caught by itself, on another input.
#[test]
fn the_law_of_calls_catches_answers_that_are_wrong() {
    for (name, fault) in wrong::FAULTS {
        println!("{name}");
        catch_together(strategies::shelf(), calls::stored, |folder, shelf| {
            let subject =
                |folder: &Path, tool: &str, given: &_| wrong::answer(fault, folder, tool, given);
            calls::calls(folder.path(), shelf, subject).map(drop)
        });
    }
}

/// A project as another one says it, and the same calls.
fn misread(folder: &Path, from: &str, to: &str, tool: &str, given: &Map<String, Value>) -> Answer {
    let guide = std::fs::read_to_string(folder.join("guide.yaml")).expect("a project");
    assert!(guide.contains(from), "{from}");
    let file = folder.join("other.yaml");
    std::fs::write(&file, guide.replace(from, to)).expect("a new file");
    calls::engine(&file, tool, given)
}

/// Members of collections, each misread in one way.
#[test]
fn the_law_of_calls_catches_members_that_are_misread() {
    let text = |size| {
        Stored::Text(Text {
            size,
            at: 0,
            odd: b"",
        })
    };
    let files = ["a/x.rs", "a/x.md", "a/y.md", "b/z.md"];
    let call = |name: &str, pattern: Option<&str>| {
        let own = [("collection", Some(name)), ("pattern", pattern)];
        let own = own
            .into_iter()
            .filter_map(|(key, value)| Some((key.to_owned(), value?.into())));
        ("get_collection_content".to_owned(), own.collect())
    };
    let shelf = Shelf {
        files: (files.iter().enumerate())
            .map(|(size, path)| ((*path).to_owned(), text(size + 1)))
            .collect(),
        project: "categories: {a: {dir: a, patterns: ['*']}, b: {dir: b, patterns: ['*']}}\n\
                  collections: {part: {categories: ['a/*.rs', b]}, own: {categories: [b, own, 'a/x']}, \
                  outer: {categories: ['a/y', part]}}\n"
            .to_owned(),
        calls: vec![call("part", Some("x*")), call("own", None), call("outer", None)],
    };
    let folder = calls::stored(&shelf);
    let held = calls::calls(folder.path(), &shelf, calls::engine);
    held.expect("the engine reads them as they are meant");
    for (fault, from, to) in [
        ("a call's pattern in place of a member's", "'a/*.rs'", "a"),
        ("a member's pattern forgotten", "'a/x'", "a"),
        ("nested members last", "['a/y', part]", "[part, 'a/y']"),
        ("nested members left out", "'a/y', part", "'a/y'"),
        (
            "an end where a collection holds itself",
            "own, 'a/x'",
            "own",
        ),
    ] {
        let subject = |folder: &Path, tool: &str, given: &_| misread(folder, from, to, tool, given);
        let verdict = calls::calls(folder.path(), &shelf, subject);
        assert!(verdict.is_err(), "{fault}");
    }
    // What is visited again is found again, and the inner name would tell the same twice.
    let twice = |folder: &Path, tool: &str, given: &Map<String, Value>| {
        let answer = calls::engine(folder, tool, given)?;
        let part = "Content-Location: guide://collection/outer/";
        Ok(answer.replace(part, "Content-Location: guide://collection/part/"))
    };
    assert!(calls::calls(folder.path(), &shelf, twice).is_err());
    let again = |folder: &Path, tool: &str, given: &Map<String, Value>| {
        let answer = calls::engine(folder, tool, given)?;
        let circle = given.get("collection").is_some_and(|name| name == "own");
        let first = answer
            .find("\\r\\n--guide-boundary\\r\\n")
            .filter(|_| circle);
        let end = answer.find("\\r\\n--guide-boundary--");
        Ok(match first.zip(end) {
            Some((first, end)) => [&answer[..end], &answer[first..]].concat(),
            None => answer,
        })
    };
    assert!(calls::calls(folder.path(), &shelf, again).is_err());
}

/// Frontmatter that is delivered, or not, against what the project says.
#[test]
fn the_law_of_calls_catches_frontmatter_that_is_misread() {
    let odd = b"---\ntitle: T\n---\n";
    let text = Stored::Text(Text {
        size: 40,
        at: 0,
        odd,
    });
    let given = [("category".to_owned(), Value::from("a"))];
    let shelf = |frontmatter| Shelf {
        files: vec![("a/x.md".to_owned(), text.clone())],
        project: format!(
            "categories: {{a: {{dir: a, patterns: ['*'], frontmatter: {frontmatter}}}}}\n"
        ),
        calls: vec![(
            "get_category_content".to_owned(),
            Map::from_iter(given.clone()),
        )],
    };
    for (frontmatter, other) in [("strip", "keep"), ("keep", "strip")] {
        let shelf = shelf(frontmatter);
        let folder = calls::stored(&shelf);
        let held = calls::calls(folder.path(), &shelf, calls::engine);
        held.expect("the engine reads it as it is meant");
        let subject =
            |folder: &Path, tool: &str, given: &_| misread(folder, frontmatter, other, tool, given);
        assert!(
            calls::calls(folder.path(), &shelf, subject).is_err(),
            "{other}"
        );
    }
}

#[test]
fn the_law_of_what_loads_catches_a_project_of_which_one_name_fails() {
    let file = include_bytes!("../../guide.yaml");
    let folder = loaded::stored(file).expect("it loads");
    let held = loaded::project(folder.path(), file, loaded::engine);
    assert!(held.is_ok_and(|answers| answers > 10));
    let unlike = |folder: &Path, tool: &str, given: &serde_json::Map<_, _>| {
        let answer = loaded::engine(folder, tool, given)?;
        let last = given
            .get("collection")
            .is_some_and(|name| name == "behaviour");
        Ok(if last {
            answer.replace("spec", "sepc")
        } else {
            answer
        })
    };
    let verdict = loaded::project(folder.path(), file, unlike);
    assert!(verdict.is_err_and(|problem| problem.contains("behaviour")));
}

#[test]
fn the_multipart_law_catches_a_boundary_that_should_be_unique() {
    catch(strategies::framed(), |(base, _, documents)| {
        let boundary = Boundary::new(&base, false).map_err(|error| error.to_string())?;
        let build = multipart::engine(&boundary);
        multipart::multipart_with(&base, true, &documents, build)
    });
}

#[test]
fn the_pattern_law_catches_whole_path_matching() {
    catch(strategies::pattern(), |(text, paths)| {
        pattern(&text, &paths, wrong::whole_path).map(drop)
    });
}

#[test]
fn the_pattern_law_catches_positions_in_bytes() {
    catch(strategies::pattern(), |(text, paths)| {
        pattern(&format!("ä{text}"), &paths, wrong::byte_positions).map(drop)
    });
}

#[test]
fn the_discover_law_catches_an_order_by_path() {
    catch(strategies::walk(), |(nodes, patterns, suffixes)| {
        discover(&nodes, &patterns, &suffixes, wrong::sorted_by_path).map(drop)
    });
}

#[test]
fn the_discover_law_catches_repeats() {
    catch(strategies::walk(), |(nodes, patterns, suffixes)| {
        discover(&nodes, &patterns, &suffixes, wrong::with_repeats).map(drop)
    });
}

#[test]
fn the_discover_law_catches_a_dropped_link() {
    catch(strategies::walk(), |(nodes, patterns, suffixes)| {
        discover(&nodes, &patterns, &suffixes, wrong::dropping_unreadable).map(drop)
    });
}

/// Each is caught by itself, on another input.
#[test]
fn the_discover_law_catches_bounds_of_which_a_rule_is_forgotten() {
    use laws::served::{Rule, Served};
    for rule in [
        Rule::Dots,
        Rule::Below,
        Rule::Template,
        Rule::Partial,
        Rule::Literal,
        Rule::HiddenAbove,
        Rule::Own,
    ] {
        println!("{rule:?}");
        catch(strategies::bounded_walk(), |(walk, served)| {
            let (nodes, patterns, suffixes) = walk;
            let forgetful = |root: &Path, patterns: &[String], suffixes: &[String], of: &Served| {
                let of = Served {
                    forgotten: Some(rule),
                    ..of.clone()
                };
                laws::walk::walk(root, patterns, suffixes, &of)
            };
            within(&nodes, &patterns, &suffixes, &served, forgetful).map(drop)
        });
    }
}

#[test]
fn the_sandbox_law_catches_a_lexical_check() {
    catch(strategies::plan(), |plan| {
        sandbox(&plan, Naive::open(Check::Lexical))
    });
}

#[test]
fn the_sandbox_law_catches_a_prefix_check() {
    catch(strategies::plan(), |plan| {
        sandbox(&plan, Naive::open(Check::StringPrefix))
    });
}

#[test]
fn the_sandbox_law_catches_a_check_before_a_swap() {
    // Spelled out: of 2,000 random plans a few, or none, swap at that moment.
    let steps = [
        Step::Put("a.md".into(), Node::File),
        Step::Put("b.md".into(), Node::Link("../rootless/a.md".into())),
        Step::Find("**".into()),
        Step::Swap("a.md".into(), "b.md".into()),
        Step::ReadFound,
    ];
    let verdict = sandbox(&Plan(steps.to_vec()), Naive::open(Check::WhenFound));
    assert!(verdict.is_err(), "the law holds for a check before a swap");
}

#[test]
fn the_sandbox_law_catches_a_reader_that_waits_for_a_fifo() {
    let steps = [Step::Put("a".into(), Node::Fifo), Step::Read("a".into())];
    let verdict = sandbox(&Plan(steps.to_vec()), Naive::open(Check::Blocking));
    assert_eq!(verdict, Err("the plan hangs".to_owned()));
}

#[test]
fn the_uri_law_catches_segments_that_are_not_encoded() {
    catch(strategies::named(), |named| {
        uri::uri(&named, &wrong::Unencoded)
    });
}

#[test]
fn the_uri_law_catches_a_slash_in_a_name() {
    let named = (None, "a/b".to_owned(), "c.md".to_owned());
    let verdict = uri::uri(&named, &wrong::Slashes);
    assert!(verdict.is_err(), "{named:?} gives a URI with another shape");
}

fn catch_shapes<S: Shapes>() {
    let input = (strategies::shapes(), strategies::odd_documents());
    catch(input, |((category, collection), odd)| {
        locations::<S>(&category, &collection, &odd).map(drop)
    });
}

#[test]
fn the_locations_law_catches_shapes_that_are_not_compared() {
    catch_shapes::<wrong::Apart>();
}

#[test]
fn the_locations_law_catches_shapes_compared_by_their_first_segment() {
    catch_shapes::<wrong::FirstSegment>();
}

#[test]
fn the_locations_law_catches_shapes_that_are_no_uri() {
    catch_shapes::<wrong::AnyText>();
}

#[test]
fn the_locations_law_catches_shapes_that_all_overlap() {
    catch_shapes::<wrong::Overlapping>();
}

#[test]
fn the_shown_law_catches_control_characters_alone() {
    catch(strategies::words(), |text| {
        shown::shown(&text, wrong::controls_escaped)
    });
}

#[test]
fn the_shown_law_catches_characters_that_are_dropped() {
    catch(strategies::words(), |text| {
        shown::shown(&text, wrong::hidden_dropped)
    });
}

#[test]
fn the_shown_law_catches_escapes_of_escapes() {
    catch(strategies::words(), |text| {
        shown::shown(&text, wrong::escaped_again)
    });
}

#[test]
fn the_shown_law_catches_an_echo_without_an_end() {
    catch(strategies::words(), |text| {
        shown::echoed(&text, MAX_QUOTED, |text| Escaped(text).to_string())
    });
}

fn catch_cells(subject: fn(&Path) -> Result<String, String>) {
    catch(strategies::cells(), |rows| {
        cells(cells::stored(&rows).path(), &rows, subject)
    });
}

#[test]
fn the_cells_law_catches_bars() {
    catch_cells(wrong::bars);
}

#[test]
fn the_cells_law_catches_backslashes_before_bars() {
    catch_cells(wrong::backslashes);
}

#[test]
fn the_cells_law_catches_code_that_ends_early() {
    catch_cells(wrong::code_in_one_backtick);
}

fn catch_init(subject: fn(&Utf8Path) -> Result<String, String>) {
    let input = (
        strategies::folders(),
        proptest::bool::ANY,
        strategies::words(),
    );
    catch(input, |(names, here, heading)| {
        init(&names, here, &heading, subject)
    });
}

#[test]
fn the_init_law_catches_names_as_json() {
    catch_init(wrong::names_as_json);
}

#[test]
fn the_init_law_catches_names_without_quotes() {
    catch_init(wrong::names_without_quotes);
}

#[test]
fn the_init_law_catches_a_name_used_twice() {
    catch_init(wrong::names_used_twice);
}

#[test]
fn the_init_law_catches_headings_as_they_are() {
    catch_init(wrong::headings_as_they_are);
}

#[test]
fn the_schema_law_catches_nothing_taken_for_what_is_left_out() {
    catch(strategies::guide(), |value| {
        schema::agreed(&schema::GUIDE, &value, wrong::nothing_left_out).map(drop)
    });
}

#[test]
fn the_schema_law_catches_whatever_is_yaml() {
    catch(strategies::guide(), |value| {
        schema::agreed(&schema::GUIDE, &value, |_| true).map(drop)
    });
}

#[test]
fn the_arguments_law_catches_unknown_arguments_let_through() {
    catch(strategies::call(), |(tool, given)| {
        let tool = table().tool(&tool).expect("a tool of the table");
        arguments::arguments(tool, &given, wrong::forgiving).map(drop)
    });
}

#[test]
fn the_arguments_law_catches_numbers_taken_for_strings() {
    catch(strategies::call(), |(tool, given)| {
        let tool = table().tool(&tool).expect("a tool of the table");
        arguments::arguments(tool, &given, wrong::coercing).map(drop)
    });
}

#[test]
fn the_dispatch_law_catches_a_path_of_the_machine() {
    catch(strategies::call(), |(tool, given)| {
        dispatch::dispatch(&tool, &given, wrong::with_host_paths).map(drop)
    });
}

#[test]
fn the_dispatch_law_catches_an_unforeseen_fault() {
    catch(strategies::call(), |(tool, given)| {
        dispatch::dispatch(&tool, &given, wrong::unknown_instead).map(drop)
    });
}

#[test]
fn the_yaml_law_catches_an_error_without_a_place() {
    let files = strategies::edited(include_str!("../../guide.yaml"));
    catch(files, |bytes| yaml(&bytes, wrong::without_place));
}

#[test]
fn the_yaml_law_catches_a_panic() {
    let verdict = yaml(b"categories: \xFF", wrong::panicking);
    assert!(verdict.is_err_and(|problem| problem.contains("panics")));
}

#[test]
fn the_yaml_law_catches_keys_that_are_not_compared() {
    let entries = (strategies::node(), strategies::text());
    catch(entries, |(node, key)| {
        let styles = (Style::Double, Style::Single);
        repeated(&node, &key, styles, wrong::last_key)
    });
}

#[test]
fn the_yaml_law_catches_texts_taken_for_numbers() {
    catch(strategies::node(), |node| agree(&node, wrong::unquoted));
}

#[test]
fn the_yaml_law_catches_a_value_that_the_events_do_not_say() {
    let files = strategies::edited(include_str!("../../guide.yaml"));
    catch(files, |bytes| events(&bytes, wrong::unquoted));
}
