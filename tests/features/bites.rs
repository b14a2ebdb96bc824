//! The language of expectations shown to bite: each row against an answer that
//! it has to refuse, and against one that it has to take.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use conformance::cells;
use conformance::command::CommandLine;
use conformance::expect::{self, update};
use conformance::http::Response;
use conformance::world::{Answer, SERVER, World};

use crate::engine::Engine;

/// An answer, the rows of a `Then`, and what they say of it.
pub struct Case {
    pub name: &'static str,
    answer: fn() -> Answer,
    rows: &'static [&'static [&'static str]],
    /// What a problem holds; nothing: the rows hold.
    said: &'static str,
}

const fn case(
    name: &'static str,
    answer: fn() -> Answer,
    rows: &'static [&'static [&'static str]],
    said: &'static str,
) -> Case {
    Case { name, answer, rows, said }
}

const HEAD: &[&str] = &["head", "Name; Bytes"];
const ONE: &[&str] = &["row", "a\\;b; 1"];
const TWO: &[&str] = &["row", "`x|y`; 2"];
const PART: &[&str] = &["part", "text/plain", "u:a", "é"];
const OTHER: &[&str] = &["part", "text/plain", "u:b", "x"];
const BLANK: &[&str] = &["line", ""];
const END: &[&str] = &["line", "- c (gone)"];

/// Every way that has to be noticed, and the ways that are right.
#[rustfmt::skip] // One case, one line.
pub const CASES: &[Case] = &[
    case("a_whole_listing", listing, &[HEAD, ONE, TWO, BLANK, END], ""),
    case("another_head", listing, &[&["head", "Name; Size"], ONE, TWO, BLANK, END], "byte 9"),
    case("a_head_with_a_column_more", listing, &[&["head", "Name; Bytes; Size"], ONE, TWO, BLANK, END], "Size"),
    case("a_row_that_is_not_said", listing, &[HEAD, ONE, BLANK, END], "+| `x\\|y` | 2 |"),
    case("a_row_that_is_not_there", listing, &[HEAD, ONE, TWO, ONE, BLANK, END], "-| a;b | 1 |"),
    case("rows_in_another_order", listing, &[HEAD, TWO, ONE, BLANK, END], "differs from byte"),
    case("a_line_between", listing, &[HEAD, ONE, TWO, END], "differs from byte"),
    case("something_after_the_end", listing, &[HEAD, ONE, TWO, BLANK], "+- c (gone)"),
    case("something_before_the_head", listing, &[ONE, TWO, BLANK, END], "differs from byte"),
    case("a_cell_of_any_text", listing, &[HEAD, &["row", "a\\;b; *", "why"], TWO, BLANK, END], ""),
    case("a_cell_of_any_text_for_no_reason", listing, &[HEAD, &["row", "a\\;b; *"], TWO, BLANK, END], "no reason"),
    case("a_reason_for_nothing", listing, &[HEAD, &["row", "a\\;b; 1", "why"], TWO, BLANK, END], "a reason and no *"),
    case("any_text_in_another_row", listing, &[HEAD, &["row", "b; *", "why"], TWO, BLANK, END], "differs from byte"),
    case("any_text_and_a_column_less", listing, &[HEAD, &["row", "*", "why"], TWO, BLANK, END], "differs from byte"),
    case("a_listing_without_its_last_line_feed", || result("| A |\n| --- |"), &[&["head", "A"]], "differs from byte 13"),
    case("a_row_for_each_number", || result("| A |\n| --- |\n| n08 |\n| n09 |\n| n10 |\n"), &[&["head", "A"], &["row", "n{08..10}"]], ""),
    case("a_number_too_many", || result("| A |\n| --- |\n| n08 |\n| n09 |\n"), &[&["head", "A"], &["row", "n{08..10}"]], "-| n10 |"),
    case("two_ranges_in_a_row", listing, &[HEAD, &["row", "{1..2}; {1..3}"]], "one range"),
    case("a_range_without_a_number", listing, &[HEAD, &["row", "{2..1}; 1"]], "no number"),
    case("a_value_with_more_at_its_end", || result("text\n"), &[&["value", "text"]], "differs from byte 4"),
    case("a_repeated_text", || result("éxxxaabaab\r\r"), &[&["value", "é{3*x}{2*{2*a}b}{2*\\r}"]], ""),
    case("a_repeated_text_too_short", || result("xxxx"), &[&["value", "{3*x}"]], "differs from byte 3"),
    case("a_text_by_its_name", || result("Inform user that project context is required. x"), &[&["value", "@project_required x"]], ""),
    case("another_text_than_the_named", || result("Inform user"), &[&["value", "@project_required"]], "differs from byte 11"),
    case("an_unknown_name", || result("@no_name"), &[&["value", "@no_name"]], "features/words.yaml has no 'no_name'"),
    case("omits_alone", || result("x"), &[&["value omits", "zzz", "why"]], "no expectation"),
    case("no_text_to_hold", || result("x"), &[&["value contains", "", "why"]], "no text"),
    case("a_cell_too_many", || result("x"), &[&["value", "x", "y"]], "a cell too many"),
    case("a_field_that_should_be_absent", || result("x"), &[&["value", "(absent)"]], "should be absent"),
    case("an_absent_field", || result("x"), &[&["message", "x"]], "is absent"),
    case("a_value_where_an_error_is_due", || result("x"), &[&["value", "x"], &["error_type", "not_found"]], "success: false is due"),
    case("an_error_that_no_row_expects", failure, &[&["instruction", "i"]], "success: true is due"),
    case("a_whole_error", failure, &[&["error", "not_found", "e", "i"]], ""),
    case("another_instruction", failure, &[&["error", "not_found", "e", "j"]], "differs from byte 0"),
    case("an_unexpected_instruction", failure, &[&["error_type", "not_found"]], "instruction: no row expects it"),
    case("an_unexpected_message", || with_message("x", "m"), &[&["value", "x"]], "message: no row expects it"),
    case("an_expected_message", || with_message("x", "m"), &[&["value", "x"], &["message contains", "m", "why"]], ""),
    case("a_row_for_a_call_that_was_not", || result("x"), &[&["value", "x"], &["#2 value", "x"]], "there is no call #2"),
    case("a_call_that_no_row_is_about", || result("x"), &[&["#2 value", "x"]], "nothing is said of this call"),
    case("a_whole_message", || message(""), &[PART, OTHER], ""),
    case("a_message_with_more_at_its_end", || message("epilogue\r\n"), &[PART, OTHER], "+epilogue"),
    case("a_message_with_a_part_that_no_row_names", || message(""), &[PART], "+text/plain at u:b"),
    case("a_header_line_with_a_blank_more", || result(&part("Content-Type:  text/plain")), &[PART], "+Content-Type:  text/plain"),
    case("a_header_more", || result(&part("Content-Type: text/plain\r\nX-More: 1")), &[PART], "X-More"),
    case("the_whole_server", server, &[&["instructions", "Hi\n"], &["initialize", "server/initialize.json"]], ""),
    case("a_server_of_another_version", || described("99", "Hi\n"), &[&["instructions", "Hi\n"], &["initialize", "server/initialize.json"]], "+    \"version\": \"99\""),
    case("instructions_with_more_at_the_end", server, &[&["instructions", "Hi"]], "differs from byte 2"),
    case("instructions_that_no_row_expects", server, &[&["initialize", "server/initialize.json"]], "instructions: no row expects it"),
    case("no_such_file", tools, &[&["tools", "server/none.json"]], "there is no features/server/none.json"),
    case("all_tools", tools, &[&["tools", "spec-table/renamed.json"]], ""),
    case("an_argument_of_another_type", tools, &[&["argument", "fetch", "area", "number"]], "found \"string\""),
    case("an_argument_that_is_not_there", tools, &[&["argument", "fetch", "nothing", "string"]], "found null"),
    case("no_such_tool", tools, &[&["argument", "none", "area", "string"]], "no tool none"),
    case("metadata_of_the_servers_own", || changed(|tool| tool["_meta"] = json!({"a/b": 1})), &[&["tools", "spec-table/renamed.json"]], ""),
    case("another_title", || changed(|tool| tool["title"] = "F".into()), &[&["tools", "spec-table/renamed.json"]], "-    \"title\": \"Fetch\""),
    case("a_field_more", || changed(|tool| tool["icons"] = json!([])), &[&["tools", "spec-table/renamed.json"]], "+    \"icons\": []"),
    case("an_answer_as_a_file", || Answer::Other(serde_json::from_str(include_str!("../../features/server/initialize.json")).expect("JSON")), &[&["answer", "server/initialize.json"]], "-    \"version\": \"0"),
    case("a_whole_result", || Answer::Other(json!({"a": {"b": 1}, "c": {}})), &[&["result", "/a/b", "1"], &["result", "/c", "{}"]], ""),
    case("a_leaf_that_no_row_looks_at", || Answer::Other(json!({"a": {"b": 1, "d": 2}})), &[&["result", "/a/b", "1"]], "not looked at: /a/d"),
    case("an_empty_object_that_no_row_looks_at", || Answer::Other(json!({"a": 1, "c": {}})), &[&["result", "/a", "1"]], "not looked at: /c"),
    case("a_leaf_of_another_value", || Answer::Other(json!({"a": "T"})), &[&["result", "/a", "\"t\""]], "/a differs from byte 1"),
    case("a_leaf_that_is_not_there", || Answer::Other(json!({"a": 1})), &[&["result has", "/b", "1", "why"]], "/b is absent"),
    case("a_leaf_that_should_not_be_there", || Answer::Other(json!({"a": 1})), &[&["result has", "/a", "(absent)", "why"]], "should be absent"),
    case("a_part_of_a_result", || Answer::Other(json!({"a": 1, "b": 2})), &[&["result has", "/a", "1", "why"]], ""),
    case("a_whole_protocol_error", error, &[&["protocol error", "-32602", "bad x"], &["protocol data", "{\"at\": 1}"]], ""),
    case("another_code", error, &[&["protocol error", "-32601", "bad x"]], "-32602"),
    case("a_message_with_more_at_the_end", error, &[&["protocol error", "-32602", "bad"]], "differs from byte 3"),
    case("data_of_another_value", error, &[&["protocol data", "{\"at\": 2}"]], "differs from byte"),
    case("a_whole_response", response, &[&["status", "403"], &["header", "allow", "GET"], &["header", "x", "(absent)"], &["protocol error", "-1", "no"]], ""),
    case("another_status", response, &[&["status", "200"]], "403"),
    case("another_header", response, &[&["header", "allow", "GET, HEAD"]], "differs from byte 3"),
    case("a_header_that_is_not_there", response, &[&["header", "x", "y"]], "no such header"),
    case("a_header_that_should_not_be_there", response, &[&["header", "allow", "(absent)"]], "differs from byte"),
    case("another_body", response, &[&["body", "{\"error\":{\"code\":-1,\"message\":\"yes\"}}"]], "differs from byte"),
    case("a_body_that_should_be_empty", response, &[&["body", "(absent)"]], "differs from byte"),
    case("no_error_in_a_response", || Answer::Response(Response { body: "{}".into(), ..Response::default() }), &[&["protocol error", "-1", "no"]], "no error came"),
    case("unexpected_data", error, &[&["protocol error", "-32602", "bad x"]], "protocol data: no row expects it"),
    case("data_that_should_not_be_there", error, &[&["protocol data", "(absent)"]], "should be absent"),
    case("an_error_where_a_value_is_due", error, &[&["value", "x"]], "the call ended in the error -32602"),
];

fn response() -> Answer {
    Answer::Response(Response {
        status: 403,
        headers: BTreeMap::from([("allow".into(), "GET".into())]),
        body: r#"{"error":{"code":-1,"message":"no"}}"#.into(),
    })
}

fn listing() -> Answer {
    result("| Name | Bytes |\n| --- | --- |\n| a;b | 1 |\n| `x\\|y` | 2 |\n\n- c (gone)\n")
}

/// A message of one part, whose first header line is this.
fn part(kind: &str) -> String {
    let head = "Content-Type: multipart/mixed; boundary=\"b\"\r\n";
    let lines = "Content-Location: u:a\r\nContent-Length: 2\r\n\r\né";
    format!("{head}\r\n--b\r\n{kind}\r\n{lines}\r\n--b--\r\n")
}

/// A message of two parts, and what follows it.
fn message(end: &str) -> Answer {
    let first = part("Content-Type: text/plain");
    let first = first.strip_suffix("--\r\n").expect("it ends so");
    let lines = "Content-Type: text/plain\r\nContent-Location: u:b\r\nContent-Length: 1";
    result(&format!("{first}\r\n{lines}\r\n\r\nx\r\n--b--\r\n{end}"))
}

fn tools() -> Answer {
    let tools = include_str!("../../features/spec-table/renamed.json");
    Answer::Tools(serde_json::from_str(tools).expect("it is JSON"))
}

/// Returns the tools with one change.
fn changed(change: fn(&mut Value)) -> Answer {
    let Answer::Tools(mut tools) = tools() else {
        unreachable!("they are tools");
    };
    change(&mut tools[0]);
    Answer::Tools(tools)
}

fn server() -> Answer {
    described(env!("CARGO_PKG_VERSION"), "Hi\n")
}

fn described(version: &str, instructions: &str) -> Answer {
    let server = include_str!("../../features/server/initialize.json");
    let mut server: Value = serde_json::from_str(server).expect("it is JSON");
    for field in ["name", "title"] {
        server["serverInfo"][field] = "mcp-guide".into();
    }
    server["serverInfo"]["version"] = version.into();
    server["instructions"] = instructions.into();
    Answer::Server(server)
}

fn error() -> Answer {
    Answer::Error { code: -32602, message: "bad x".into(), data: Some(json!({"at": 1})) }
}

fn result(value: &str) -> Answer {
    of(json!({"success": true, "value": value}))
}

fn with_message(value: &str, message: &str) -> Answer {
    of(json!({"success": true, "value": value, "message": message}))
}

fn failure() -> Answer {
    of(json!({"success": false, "error": "e", "error_type": "not_found", "instruction": "i"}))
}

fn of(result: Value) -> Answer {
    Answer::Result { text: result.to_string(), result }
}

/// Looks at the answer by the rows; what they do not say as they should.
pub fn check(case: &Case) -> Vec<String> {
    let world = SERVER.sync_scope(&Engine, World::default);
    let table: Vec<Vec<String>> =
        case.rows.iter().map(|row| row.iter().map(|cell| (*cell).to_owned()).collect()).collect();
    let problems = expect::looked_at(&world, &[&(case.answer)()], &table);
    let problems: Vec<String> = problems.into_iter().map(|(_, problem)| problem).collect();
    let right = match case.said {
        "" => problems.is_empty(),
        said => problems.iter().any(|problem| problem.contains(said)),
    };
    if right { Vec::new() } else { vec![format!("{:?} was due, and said was: {problems:#?}", case.said)] }
}

/// What a cell stands for, and the rows of a range.
pub fn check_cells() -> Vec<String> {
    let row = |cells: &[&str]| cells.iter().map(|cell| (*cell).to_owned()).collect::<Vec<_>>();
    let spread = cells::spread(&row(&["a{8..10}", "{{8..10}*x}"]));
    let due = vec![row(&["a8", "{8*x}"]), row(&["a9", "{9*x}"]), row(&["a10", "{10*x}"])];
    let mut problems = Vec::new();
    if spread.as_ref() != Ok(&due) {
        problems.push(format!("{spread:?}"));
    }
    for (cell, due) in [
        ("{4*ab}", "abababab"),
        ("{0*x}", ""),
        ("{*x}", "{*x}"),
        ("{2*x", "{2*x"),
        ("a{2*\\x41}b", "aAAb"),
        ("{08..10*n#,}", "n08,n09,n10,"),
        ("\\r\\t\\u{e9}\\x5cr\\q", "\r\t\u{e9}\\r\\q"),
        ("{a,b}{1..}", "{a,b}{1..}"),
    ] {
        let came = String::from_utf8_lossy(&cells::bytes(cell)).into_owned();
        if came != due {
            problems.push(format!("{cell} stands for {came:?}, and {due:?} is due"));
        }
    }
    problems
}

/// A table before and after `UPDATE`.
const BEFORE: &str = r"Feature: F
  Scenario: S
    When w
      | tool |
    Then t
      | #1 head | A |
      | #1 row | x |
      # Why.
      | #2 value | old |
      | #2 message | gone |
      | #3 value contains | {x | why |

  Scenario: T
";
const AFTER: &str = r"Feature: F
  Scenario: S
    When w
      | tool |
    Then t
      | #1 head | A | | |
      | #1 row | p\|q\\; | | |
      | #1 line | | | |
      | #1 line | end\x20 | | |
      # Why.
      | #3 value contains | {x | why | |
      | #2 error | not_found | e | @project_required |
      | #3 message | \x7b1*a} {1 \x40a\u{202e}\r\x5cr | | |

  Scenario: T
";

/// Returns what `UPDATE` does not write as it should.
pub fn check_update() -> Vec<String> {
    let world = SERVER.sync_scope(&Engine, World::default);
    let instruction = "Inform user that project context is required.";
    let answers = [
        result("| A |\n| --- |\n| p\\|q; |\n\nend \n"),
        of(json!({"success": false, "error": "e", "error_type": "not_found", "instruction": instruction})),
        with_message("{x}", "{1*a} {1 @a\u{202e}\r\\r"),
    ];
    let row = |cells: &[&str]| cells.iter().map(|cell| (*cell).to_owned()).collect();
    let table: Vec<Vec<String>> = vec![
        row(&["#1 head", "A", ""]),
        row(&["#1 row", "x", ""]),
        row(&["#2 value", "old", ""]),
        row(&["#2 message", "gone", ""]),
        row(&["#3 value contains", "{x", "why"]),
    ];
    let answers: Vec<&Answer> = answers.iter().collect();
    let rows = update::rows(&world, &answers, &table);
    let after = rows.map(|rows| update::rewritten(BEFORE, 5, &rows));
    let mut problems = Vec::new();
    if after.as_deref() != Some(AFTER) {
        problems.push(after.unwrap_or_else(|| "nothing to rewrite".into()));
    }
    if update::rows(
        &world,
        &answers[2..],
        &[row(&["value", "{x}"]), row(&["message", "\\x7b1*a} {1 \\x40a\\u{202e}\\r\\x5cr"])],
    )
    .is_some()
    {
        problems.push("a table that holds is rewritten".into());
    }
    problems
}

/// Returns what is missing where a server dies: its status, and what it said last. A file beside
/// the run is found by its bare name.
pub fn check_last_words(case: &conformance::run::Case) -> Vec<String> {
    let server = "Cargo.toml";
    let line = CommandLine::new(&format!("sh -c 'echo $0 is gone >&2; exit 3' {server}"));
    let line = line.expect("a command line").kept();
    let failure = case.run(line).failure.unwrap_or_default();
    let whole = std::path::absolute(server).expect("the working directory");
    let due = ["has hung up (exit status: 3)".to_owned(), format!("{} is gone", whole.display())];
    let missing = due.iter().filter(|due| !failure.contains(&**due));
    missing.map(|due| format!("no '{due}' in {failure}")).collect()
}
